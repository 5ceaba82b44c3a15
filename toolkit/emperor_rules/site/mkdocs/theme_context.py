"""What stands around every page: words of the frame, and which assets languages share."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment
from mkdocs.commands.build import get_context
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation

from emperor_rules.messages import LANGUAGES
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.site.i18n import Locale
from emperor_rules.site.mkdocs.finished_html import minify

#: What the theme brings for those who work on it, scripts that this site does not use, and what stands for a template.
SUPERFLUOUS = re.compile(
    r"^assets/.*\.map$|^assets/javascripts/(bundle\.|(lunr|workers)/)|^sitemap\.xml$|^assets/images/favicon\.png$"
)
#: A link to what all languages load alike, up to where the folder begins; each has its own rules in there.
ASSET = re.compile(r"""((?:href|src)="[^":]*?\b)(?=assets/(?!rules/))""")
#: The style sheets of the theme, in whose names a digest stands.
THEME_STYLES = ("assets/stylesheets/main.*.css", "assets/stylesheets/palette.*.css")
#: What looks at a page once it is there.
SCRIPTS = ("search", "theme", "site")
ASSETS, OWN_ASSETS = "assets/", "assets/rules/"


#: What a page may load (Content-Security-Policy): scripts from files of the site alone, and nothing from other hosts.
#: The preview of MkDocs puts a script of its own into pages, so only a built site says it. Tables of Markdown have
#: styles in place.
POLICY = "; ".join(
    (
        "default-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)


def is_shared(path: str) -> bool:
    """Return whether a file below the folder of a language is the same in all of them."""
    return path.startswith(ASSETS) and not path.startswith(OWN_ASSETS)


def folder_of(language: str) -> str:
    """Return the folder of a language below that of the site."""
    return "" if language == LANGUAGES[0] else f"{language}/"


@dataclass
class ThemeContext:
    """Fills in what the templates of the frame (``site/overrides``) print, in one of the languages of the site."""

    config: MkDocsConfig
    locale: Locale
    locales: Mapping[str, Locale]
    sharing: bool = False

    def prepare(self, rulebook: Rulebook, pack: str, worker: str, *, private: bool) -> None:
        """Add to the configuration what is the same on every page.

        ``pack`` is where packs lie, by language; ``worker`` is empty without any, and then every language has assets of
        its own; ``private`` marks a build that shows the official wording.
        """
        dates = [text.editions[-1] for text in rulebook.texts.values() if text.editions]
        own = folder_of(self.locale.language)
        self.sharing = bool(worker and own)
        self.config.extra |= {
            "words": self.locale.strings,
            "every": {language: locale.strings for language, locale in self.locales.items()},
            "newest": self.locale.dated("site_newest", max(dates)) if dates else "",
            "above": "../" * own.count("/"),
            "folder": own,
            "shared": "../" * own.count("/") if self.sharing else "",
            "home": (self.config.site_url or "").removesuffix(own),
            "pack": pack,
            "worker": worker,
            "policy": POLICY if worker else "",
            "private": private,
            "styles": [self._of_theme(pattern) for pattern in THEME_STYLES],
            "scripts": [f"assets/javascripts/{name}.js" for name in SCRIPTS],
        }
        for alternate in self.config.extra.get("alternate", ()):
            alternate["folder"] = folder_of(alternate["lang"])

    def _of_theme(self, pattern: str) -> str:
        """Return the path of the one asset of the theme with such a name."""
        (asset,) = (
            path.relative_to(folder).as_posix()
            for folder in self.config.theme.dirs
            for path in Path(folder).glob(pattern)
        )
        return asset

    def finish(self, html: str) -> str:
        """Return the HTML of a page as it is published: short, and with the assets that languages share."""
        short = minify(html)
        return ASSET.sub(rf"\1{self.config.extra['shared']}", short) if self.sharing else short

    def frame(self, env: Environment, nav: Navigation, files: Files) -> str:
        """Return the script that puts on a page what is alike on all pages of the language and needs scripts."""
        alternates = self.config.extra.get("alternate", ())
        context = {
            **get_context(nav, files, self.config, base_url="{base}"),
            "menu": [_menu_entry(item) for item in nav.items],
            "packs": [(each["name"], self.config.extra["pack"].format(language=each["lang"])) for each in alternates],
            "folders": {each["lang"]: each["folder"] for each in alternates},
        }
        return env.get_template("partials/frame.html").render(context).strip() + "\n"


def _menu_entry(item: Any) -> tuple[Any, ...]:
    """Return an entry of the menu: the words and the address of a page, or of a section with its pages."""
    if not item.children:
        return item.title, item.url
    return item.title, item.children[0].url, [(page.title, page.url) for page in item.children]
