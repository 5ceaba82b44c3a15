"""What stands around every page: words of the frame, the same page in the other language, and how the site is kept."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from emperor_rules.drawing.templating import LANGUAGES, dated, words
from emperor_rules.model.rulebook import Rulebook

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

#: What the theme brings for those who work on it, and for a search that this site does not use.
SUPERFLUOUS = re.compile(r"^assets/.*\.map$|^assets/javascripts/(lunr|workers)/")
#: The theme's indigo, and the paper behind it.
COLOUR, PAPER = "#4051b5", "#ffffff"
#: The icons of an installed site: file, side in pixels, and whether a system may cut it to its own shape.
ICONS = (("icon-192", 192, False), ("icon-512", 512, False), ("icon-maskable-512", 512, True))


def superfluous(path: str) -> bool:
    """Tell whether no page needs a file of the theme."""
    return SUPERFLUOUS.match(path) is not None


def folder_of(language: str) -> str:
    """Give the folder of a language below that of the site."""
    return "" if language == LANGUAGES[0] else f"{language}/"


@dataclass
class Frame:
    """Fills in what the templates of the frame (``site/overrides``) print."""

    config: MkDocsConfig
    language: str
    rulebook: Rulebook

    def prepare(self, archive: str, worker: str) -> None:
        """Put into the configuration what is the same on every page; ``archive`` and ``worker`` are empty without."""
        dates = [text.editions[-1] for text in self.rulebook.texts.values() if text.editions]
        own = folder_of(self.language)
        self.config.extra |= {
            "words": words(self.language),
            "every": {language: words(language) for language in LANGUAGES},
            "newest": dated(words(self.language)["site_newest"], max(dates), self.language) if dates else "",
            "above": "../" * own.count("/"),
            "home": (self.config.site_url or "").removesuffix(own),
            "archive": archive,
            "worker": worker,
        }
        for one in self.config.extra.get("alternate", ()):
            one["folder"] = folder_of(one["lang"])

    def alternate(self, url: str) -> None:
        """Name the counterparts of the page at an address, as seen from it and, where known, by whole addresses."""
        root = "../" * url.count("/")
        home = self.config.extra["home"]
        for one in self.config.extra.get("alternate", ()):
            one["href"] = root + one["link"].removeprefix("./") + url
            one["address"] = f"{home}{one['folder']}{url}" if home else one["href"]

    def manifest(self) -> str:
        """Write what a system wants to know to install the site."""
        t = words(self.language)
        icons = [
            {"src": f"assets/images/{name}.png", "sizes": f"{side}x{side}", "type": "image/png"}
            | ({"purpose": "maskable"} if cut else {})
            for name, side, cut in ICONS
        ]
        content = {
            "name": t["site_name"],
            "short_name": t["site_short"],
            "description": t["site_about"],
            "lang": self.language,
            "dir": "ltr",
            "start_url": "index.html",
            "scope": self.config.extra["above"] or "./",
            "display": "standalone",
            "theme_color": COLOUR,
            "background_color": PAPER,
            "icons": icons,
        }
        return json.dumps(content, ensure_ascii=False, indent=1) + "\n"
