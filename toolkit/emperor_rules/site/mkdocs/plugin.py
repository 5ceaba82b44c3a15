"""The MkDocs plugin: hands the generated pages, the menu and the assets to MkDocs, and the findings to its log."""

from __future__ import annotations

import html
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from mkdocs.config.base import Config
from mkdocs.config.config_options import Choice, Type
from mkdocs.plugins import BasePlugin, get_plugin_logger
from mkdocs.structure.files import File, Files, InclusionLevel

from emperor_rules.check.consistency.search_cache import PLACE
from emperor_rules.check.limits import Bounds
from emperor_rules.check.pipeline import Checked, check_folder
from emperor_rules.draw.templating import LANGUAGES, words
from emperor_rules.evaluate.engine import Engine
from emperor_rules.export.document import export_text, schema_text
from emperor_rules.official.matching import Beside
from emperor_rules.resources import shipped_rules, site_folder
from emperor_rules.site.all_pages import NOTHING_BESIDE, page_groups
from emperor_rules.site.mkdocs.archive import ARCHIVE, WORKER
from emperor_rules.site.mkdocs.live_preview import Preview, attach
from emperor_rules.site.mkdocs.position_blocks import WORD, fill_blocks
from emperor_rules.site.mkdocs.search_index import SCRIPT, SearchIndex, names
from emperor_rules.site.mkdocs.theme_context import Frame, superfluous
from emperor_rules.site.page import Page
from emperor_rules.site.permalinks import Permalinks
from emperor_rules.site.views.answer_view import AnswerRenderer
from emperor_rules.source import Span

if TYPE_CHECKING:
    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page as MkDocsPage
    from mkdocs.utils.templates import TemplateContext

log = get_plugin_logger(__name__)

#: How the names of the cards begin that shared links show.
CARD = "card-"


class PluginConfig(Config):  # type: ignore[no-untyped-call]
    """What mkdocs.yml may say: the language of the pages, and the folder of rules (default: beside mkdocs.yml)."""

    language = Choice(LANGUAGES, default=LANGUAGES[0])
    rules = Type(str, default="")


class EmperorPlugin(BasePlugin[PluginConfig]):  # type: ignore[no-untyped-call]
    """Makes the pages of the site from the rules.

    ``checked`` may be set beforehand by whoever has checked the rules already and told what is wrong with them, and
    ``official`` by whoever has read a copy of the official rules to show beside the clauses. ``packed`` promises that
    the site will be packed when it is whole, so that its pages may lead to what that makes.
    """

    checked: Checked | None = None
    official: Mapping[Span, Beside] = NOTHING_BESIDE
    packed: bool = False
    #: The plugin of the last build.
    newest: ClassVar[EmperorPlugin]

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Check the rules and log what is wrong; an error makes a strict build fail."""
        words.cache_clear()  # `mkdocs serve` comes by again after every change
        self.found = self.checked or self._check(self._rules(config))
        config.theme.dirs.insert(0, str(site_folder() / "overrides"))
        self.frame = Frame(config, self.config.language, self.found.rulebook)
        self.frame.prepare(ARCHIVE if self.packed else "", WORKER if self.packed else "")
        self.search = SearchIndex(self.config.language, names(self.found.rulebook, self.config.language))
        return config

    @staticmethod
    def _check(rules: Path) -> Checked:
        checked = check_folder(rules, search=Bounds(), cache=PLACE)
        _say(checked)
        return checked

    def _rules(self, config: MkDocsConfig) -> Path:
        beside = Path(config.config_file_path).parent
        if self.config.rules:
            return beside / self.config.rules
        return beside / "rules" if (beside / "rules").is_dir() else shipped_rules()

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add the generated pages and the assets, and make the menu."""
        language = self.config.language
        engine = self.found.engine or Engine(self.found.rulebook)
        self.asker = AnswerRenderer(engine, Permalinks(self.found.rulebook), language)
        self.edit = _edit(config)
        groups = page_groups(self.found, engine, language, self.edit, self.official)
        self.groups = {page: number for number, group in enumerate(groups) for page in group}
        made = tuple(self.groups)
        for page in made:
            file = File.generated(config, page.path, content=page.content)
            if not page.listed:
                file.inclusion = InclusionLevel.NOT_IN_NAV
            files.append(file)
        for file in [file for file in files if superfluous(file.src_uri)]:
            files.remove(file)
        files.append(File.generated(config, "manifest.webmanifest", content=self.frame.manifest()))
        if language == LANGUAGES[0]:  # one document says everything in both languages
            files.append(File.generated(config, "rules.json", content=export_text(self.found.rulebook)))
            files.append(File.generated(config, "rules.schema.json", content=schema_text()))
        folder = site_folder() / "assets"
        for asset in sorted(path for path in folder.rglob("*") if path.is_file()):
            if asset.name.startswith(CARD) and language != LANGUAGES[0]:
                continue  # all cards lie with the first language: their addresses are whole ones
            place = f"assets/{asset.relative_to(folder).as_posix()}"
            files.append(File.generated(config, place, abs_src_path=str(asset)))
        listed = tuple(page for page in made if page.listed)
        in_menu = files.documentation_pages(inclusion=InclusionLevel.is_in_nav)
        config.nav = menu(listed, [f.src_uri for f in in_menu], language)
        return files

    def on_page_markdown(self, markdown: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str:
        """Draw and answer the positions of a page written by hand; a mistake in one makes a strict build fail."""
        source = page.file.abs_src_path
        if page.file.generated_by is not None or source is None or WORD not in markdown:
            return markdown
        ours = self._written_for(source)
        filled, mistakes = fill_blocks(markdown, page.file.src_uri, self.asker, keep=ours)
        above = Path(source).read_text(encoding="utf-8").rstrip("\n").count("\n") - markdown.rstrip("\n").count("\n")
        for mistake in mistakes:
            say = log.warning if ours else log.info
            say(f"{_near(source, config)}:{above + mistake.line}: {mistake.message}")
        return filled

    def _written_for(self, source: str) -> bool:
        """Tell whether a page written by hand speaks of these rules, not of those that came with it to another's."""
        place = site_folder().resolve()
        texts = self.found.rulebook.texts.values()
        beside = any(Path(text.file).resolve().is_relative_to(place.parent / "rules") for text in texts)
        return beside or not Path(source).resolve().is_relative_to(place)

    def on_page_content(self, html: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str:
        """Let the search find what the page says."""
        weight = (page.meta.get("search") or {}).get("boost", 1)
        description = str(page.meta.get("description") or "")
        place = (str(page.parent.title if page.parent is not None else config.site_name), str(page.title))
        self.search.add(page.file.src_uri, page.url, place, html, description, weight)
        return html

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write what the search looks through."""
        script = Path(config.site_dir, SCRIPT)
        script.parent.mkdir(parents=True, exist_ok=True)
        script.write_text(self.search.script(), encoding="utf-8")

    def on_page_context(
        self, context: TemplateContext, *, page: MkDocsPage, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        """Let the language switch lead to the same page in the other language."""
        self.frame.alternate(page.url)
        return context

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Keep what a live preview makes pages from."""
        self.main, self.files, self.nav = config, files, nav
        return nav

    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:
        """Keep what a live preview makes pages from."""
        self.env = env
        type(self).newest = self
        return env

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Any) -> LiveReloadServer:
        """Make pages anew, as they are asked for, whenever a rule file or a part of the site changes."""
        built = [self]  # by MkDocs, just now

        def build() -> Mapping[str, EmperorPlugin]:
            if not built:
                builder()
                built.append(type(self).newest)
            return {"": built.pop()}

        return attach(
            server, Preview(self._rules(config), build, _say, lambda: log.warning("start anew: the grammar changed"))
        )


def _say(found: Checked) -> None:
    """Log what is wrong with rules."""
    for finding in found.findings:
        if finding.is_error:
            log.error(f"{finding.span}: {finding.code}: {finding.message}")
    if found.warnings:
        log.info(f"the rules give rise to {found.warnings} warnings; `emperor check` shows them")


def _near(file: str, config: MkDocsConfig) -> str:
    """Name a file as seen from the folder of mkdocs.yml."""
    try:
        return Path(file).relative_to(Path(config.config_file_path).parent.resolve()).as_posix()
    except ValueError:
        return file


def _edit(config: MkDocsConfig) -> str:
    """Give the address before a file's name at which it can be edited, where mkdocs.yml names the repository."""
    if not config.repo_url or not config.edit_uri:
        return ""
    return f"{config.repo_url.rstrip('/')}/{config.edit_uri.strip('/')}/"


def menu(made: tuple[Page, ...], written: list[str], language: str) -> list[Mapping[str, Any]]:
    """Arrange the menu: generated pages by section, then those written by hand."""
    sections: dict[str, list[Mapping[str, str]]] = {}
    found: list[Mapping[str, Any]] = []
    for page in made:
        entry = {html.escape(page.title): page.path}
        if page.section:
            sections.setdefault(page.section, []).append(entry)
        else:
            found.append(entry)
    found += [{html.escape(section): entries} for section, entries in sections.items()]
    by_hand = sorted({*written} - {page.path for page in made})
    return [*found, {words(language)["site_more"]: by_hand}] if by_hand else found
