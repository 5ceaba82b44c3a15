"""The MkDocs plugin: hands the generated pages, the menu and the assets to MkDocs, and the findings to its log."""

from __future__ import annotations

import gzip
import html
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from posixpath import dirname
from typing import Any

from jinja2 import Environment
from mkdocs.config import load_config
from mkdocs.config.base import Config
from mkdocs.config.config_options import Choice, Type
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, get_plugin_logger
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.utils.templates import TemplateContext

from emperor_rules.check.check_report import CheckReport
from emperor_rules.check.mutation.coverage import CoverageCache
from emperor_rules.check.mutation.equivalence import MUTANT_SEATS
from emperor_rules.check.pipeline import check_folder
from emperor_rules.export.conformance import conformance_lines
from emperor_rules.export.document import export_text, schema_text
from emperor_rules.limits import Bounds
from emperor_rules.messages import LANGUAGES, in_language
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.official.clause_matches import OfficialWording
from emperor_rules.resources import project_cache, shipped_rules, site_folder
from emperor_rules.site.all_pages import page_groups
from emperor_rules.site.bundle import bundle
from emperor_rules.site.context import site_context
from emperor_rules.site.i18n import read_locale
from emperor_rules.site.mkdocs.archive import FRAME, PACK, PARTS_FILE, SIZE, WORKER, part_id
from emperor_rules.site.mkdocs.finished_html import FinishedHtml, minify
from emperor_rules.site.mkdocs.live_preview import BuiltSite, Preview, attach
from emperor_rules.site.mkdocs.position_blocks import BLOCK_WORD, fill_blocks
from emperor_rules.site.mkdocs.reference_tables import filled
from emperor_rules.site.mkdocs.search_index import INDEX_SCRIPT, SEARCH_SCRIPTS, SearchIndex
from emperor_rules.site.mkdocs.theme_context import ASSETS, SUPERFLUOUS, ThemeContext, folder_of, is_shared
from emperor_rules.site.packs import page_packs
from emperor_rules.site.page import Page
from emperor_rules.site.pages.live_table import READER, READER_ENTRY, TABLE_ENTRY, TABLE_SCRIPT
from emperor_rules.site.rule_parts import rule_parts
from emperor_rules.site.views.figures import tables_allowed
from emperor_rules.source import Span
from emperor_rules.templates import CompiledTemplates
from emperor_rules.workers import BackgroundWork

log = get_plugin_logger(__name__)

#: How the names of the cards begin that shared links show.
CARD = "card-"


class PluginConfig(Config):  # type: ignore[no-untyped-call]
    """What mkdocs.yml may say: the language of the pages, and the folder of rules (default: beside mkdocs.yml)."""

    language = Choice(LANGUAGES, default=LANGUAGES[0])
    rules = Type(str, default="")


def own_pages(rulebook: Rulebook, language: str) -> Iterator[tuple[str, Path]]:
    """Yield the pages that a project on top of other rules has written in a language: their paths, and the files.

    They lie in ``site/en`` and ``site/it`` beside its rules, and take the place of those that come with the toolkit.
    """
    if rulebook.folder is not None and rulebook.borrowed:
        place = rulebook.folder.parent / "site" / language
        for file in sorted(path for path in place.rglob("*") if path.is_file()):
            yield file.relative_to(place).as_posix(), file


class EmperorPlugin(BasePlugin[PluginConfig]):  # type: ignore[no-untyped-call]
    """Makes the pages of the site from the rules.

    Attributes:
        checked: The rules; may be set beforehand by a caller that has checked them already and shown what is wrong.
        official: Official rules to show beside the clauses, for a caller that has read a copy of them.
        packed: Whether the site will be packed when it is whole, so that its pages may lead to what that makes.
        when_half_made: Called when half of the pages are made from the rules: what the engine has answered by then
            serves other languages as well.
        built: The site, once it is built.
    """

    checked: CheckReport | None = None
    official: Mapping[Span, OfficialWording] | None = None
    packed: bool = False
    when_half_made: Callable[[], None] | None = None
    built: BuiltSite
    finished: FinishedHtml | None = None

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Check the rules and log what is wrong; an error makes a strict build fail."""
        if self.checked is None:
            self.checked = check_folder(self._rules(config), search=Bounds(), cache=project_cache("searches.json"))
            _log_findings(self.checked)
        self.rulebook, repository, edit = self.checked.rulebook, config.repo_url, config.edit_uri
        self.edit = f"{repository.rstrip('/')}/{edit.strip('/')}/" if repository and edit else ""
        self.verdicts = CoverageCache().load(self.rulebook, MUTANT_SEATS)[0]
        config.theme.dirs.insert(0, str(site_folder() / "overrides"))
        config.theme.static_templates.add("manifest.webmanifest")
        if self.config.language != LANGUAGES[0]:  # the sitemap of the first lists the pages of all languages
            config.theme.static_templates.discard("sitemap.xml")
        locales = {language: read_locale(language) for language in LANGUAGES}
        self.locale = locales[self.config.language]
        worker = WORKER if self.packed else ""
        self.theme_context = ThemeContext(config, self.locale, locales)
        self.theme_context.prepare(self.rulebook, PACK, worker, private=self.official is not None)
        return config

    def _rules(self, config: MkDocsConfig) -> Path:
        folder = Path(config.config_file_path).parent
        if self.config.rules:
            return folder / self.config.rules
        return folder / "rules" if (folder / "rules").is_dir() else shipped_rules()

    def make_pages(self, checked: CheckReport) -> tuple[Iterator[Page], ...]:
        """Return the pages of checked rules in groups; pages written by hand are filled by these rules from now on."""
        self.context = site_context(checked, self.config.language, self.edit, self.official)
        return page_groups(self.context, self.verdicts)

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add the generated pages and the assets, and make the menu."""
        assert self.checked is not None
        first = self.config.language == LANGUAGES[0]
        exported = BackgroundWork(self._exported) if first else None  # one document says everything in both languages
        groups = self.make_pages(self.checked)
        for rules in self.context.standalone:  # sought once, before the work is shared out
            tables_allowed(self.context.engine, rules.id)
        half = len(groups) // 2
        others = BackgroundWork(lambda: [tuple(group) for group in groups[half:]])
        these = [tuple(group) for group in groups[:half]]
        if self.when_half_made is not None:
            self.when_half_made()
        foreign = [locale for locale in self.theme_context.locales.values() if locale != self.locale]
        self.search = SearchIndex(self.context, foreign)
        self.packs = page_packs(self.context) if self.packed else ()
        name = next(
            (text.titles.get(self.config.language) for text in self.context.standalone), self.locale["site_name"]
        )
        config.extra["parts"] = [
            (id, title, SIZE.format(id=part_id(self.config.language, id)))
            for id, title in (("", name), *((pack.id, pack.title) for pack in self.packs))
        ]
        numbers = {page: number for number, group in enumerate((*these, *others.result())) for page in group}
        self.groups = {page.path: number for page, number in numbers.items()}
        for page in numbers:
            text = minify(page.content) if page.path.endswith(".html") else page.content
            file = File.generated(config, page.path, content=text)
            if not page.listed:
                file.inclusion = InclusionLevel.NOT_IN_NAV
            files.append(file)
        for name, content in exported.result().items() if exported is not None else ():
            files.append(File.generated(config, name, content=content))
        entries = {TABLE_SCRIPT: TABLE_ENTRY, READER: READER_ENTRY} | SEARCH_SCRIPTS
        scripts = ((path, bundle(entry)) for path, entry in entries.items())
        for path, content in (*rule_parts(self.rulebook, self.config.language), *scripts):
            files.append(File.generated(config, path, content=content))
        for path, source in own_pages(self.rulebook, self.config.language):
            if (replaced := files.get_file_from_path(path)) is not None:
                files.remove(replaced)
            files.append(File.generated(config, path, abs_src_path=str(source)))
            self.groups.pop(path, None)  # a preview makes it anew from the file, not from the rules
        folder = site_folder() / "assets"
        for asset in sorted(path for path in folder.rglob("*") if path.is_file()):
            if first or not asset.name.startswith(CARD):  # the addresses of cards are whole ones
                place = f"{ASSETS}{asset.relative_to(folder).as_posix()}"
                files.append(File.generated(config, place, abs_src_path=str(asset)))
        sharing = self.theme_context.sharing
        for file in [f for f in files if SUPERFLUOUS.match(f.src_uri) or (sharing and is_shared(f.src_uri))]:
            files.remove(file)
        in_menu = [file.src_uri for file in files.documentation_pages(inclusion=InclusionLevel.is_in_nav)]
        config.nav = menu([page for page in numbers if page.listed], in_menu, self.locale["site_more"])
        return files

    def _exported(self) -> Mapping[str, str | bytes]:
        """Return the files for programs, by their names."""
        assert self.checked is not None
        examples = "".join(conformance_lines(self.rulebook, self.checked.engine))
        return {
            "rules.json": export_text(self.rulebook),
            "rules.schema.json": schema_text(),
            "conformance.jsonl.gz": gzip.compress(examples.encode(), 9, mtime=0),
        }

    def on_page_markdown(self, markdown: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str:
        """Draw and answer the positions of a page written by hand; a mistake in one makes a strict build fail."""
        source = page.file.abs_src_path
        self.finished = None
        if page.file.generated_by is not None and not page.meta.get("markdown"):
            self.finished = FinishedHtml(markdown)
            return "\n\n".join(self.finished.headings)
        markdown = filled(markdown, self.config.language)
        if source is None or BLOCK_WORD not in markdown:
            return markdown
        ours = self._written_for(source)
        drawn, mistakes = fill_blocks(markdown, page.file.src_uri, self.context, keep=ours)
        above = Path(source).read_text(encoding="utf-8").rstrip("\n").count("\n") - markdown.rstrip("\n").count("\n")
        report, root = log.warning if ours else log.info, Path(config.config_file_path).parent.resolve()
        name = Path(source).relative_to(root).as_posix() if Path(source).is_relative_to(root) else source
        for mistake in mistakes:
            report(f"{name}:{above + mistake.line}: {in_language(mistake.message, self.config.language)}")
        return drawn

    def _written_for(self, source: str) -> bool:
        """Return whether a page written by hand is about these rules, not about those it came with to other ones."""
        place = site_folder().resolve()
        texts = self.context.rulebook.texts.values()
        beside = any(Path(text.file).resolve().is_relative_to(place.parent / "rules") for text in texts)
        return beside or not Path(source).resolve().is_relative_to(place)

    def on_page_content(self, html: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str:
        """Add a page to the search index, by its contents where it says something else than the rules."""
        weight = (page.meta.get("search") or {}).get("boost", 1)
        under = str(page.parent.title if page.parent is not None else config.site_name)
        self.search.add(
            page.file.src_uri, str(page.title), page.toc, under, str(page.meta.get("description") or ""), weight
        )
        if self.finished is None:
            return html
        page.present_anchor_ids = (page.present_anchor_ids or set()) | self.finished.anchors
        return self.finished.with_headings(html)

    def on_page_context(
        self, context: TemplateContext, *, page: MkDocsPage, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        """Tell a page which pack beside the first it belongs to."""
        page.meta["part"] = next((pack.id for pack in self.packs if pack.has(page.file.dest_uri)), "")
        return context

    def on_post_page(self, output: str, *, page: MkDocsPage, config: MkDocsConfig) -> str:
        """Shorten a finished page."""
        return self.theme_context.finish(output)

    def on_template_context(
        self, context: TemplateContext, *, template_name: str, config: MkDocsConfig
    ) -> TemplateContext:
        """Let the page of missing addresses begin its own with the folder of its language, which no address tells."""
        if template_name == "404.html" and not config.site_url:
            context["base_url"] = f"/{folder_of(str(config.theme['language']))}"
        return context

    def on_post_template(self, output_content: str, *, template_name: str, config: MkDocsConfig) -> str:
        """Shorten the page for addresses that lead nowhere."""
        return self.theme_context.finish(output_content) if template_name.endswith(".html") else output_content

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write what all pages share: the search index and the frame."""
        frame = self.theme_context.frame(self.built.env, self.built.nav, self.built.files)
        packs = json.dumps([asdict(pack) for pack in self.packs])
        for path, content in (
            (INDEX_SCRIPT, self.search.script()),
            (FRAME, frame),
            *([(PARTS_FILE, packs)] * self.packed),
        ):
            script = Path(config.site_dir, path)
            script.parent.mkdir(parents=True, exist_ok=True)
            script.write_text(content, encoding="utf-8")

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Store the menu for :class:`BuiltSite`."""
        self.nav = nav
        return nav

    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:
        """Store the built site, and keep its templates as they are compiled."""
        assert self.checked is not None
        env.bytecode_cache = CompiledTemplates()
        self.built = BuiltSite(self.checked, self.make_pages, self.groups, config, files, self.nav, env)
        return env

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Any) -> LiveReloadServer:
        """Rebuild pages on request whenever a rule file or a part of the site changes."""

        def build() -> Mapping[str, BuiltSite]:
            fresh = load_config(config.config_file_path, **config.user_configs[-1])
            fresh.site_url = config.site_url
            builder(fresh)
            return {"": plugin_of(fresh).built}

        def restart() -> None:
            log.warning("start anew: the grammar changed")

        return attach(server, Preview(self._rules(config), {"": self.built}, build, _log_findings, restart))


def plugin_of(config: MkDocsConfig) -> EmperorPlugin:
    """Return the plugin of a configuration.

    Raises:
        LookupError: If the configuration does not use it.
    """
    for plugin in config.plugins.values():
        if isinstance(plugin, EmperorPlugin):
            return plugin
    raise LookupError(config.config_file_path)


def _log_findings(checked: CheckReport) -> None:
    """Log what is wrong with rules."""
    for finding in checked.diagnostics:
        if finding.is_error:
            log.error(f"{finding.span}: {finding.code}: {finding.message}")
    if checked.warnings:
        log.info(f"the rules give rise to {checked.warnings} warnings; `emperor check` shows them")


def menu(pages: Sequence[Page], in_menu: Sequence[str], more: str) -> list[Mapping[str, Any]]:
    """Return the menu by section.

    A page written by hand joins the generated ones of its folder, else it stands in the section ``more``, the last.
    """
    entries: list[Mapping[str, Any]] = []
    sections: dict[str, list[Any]] = {"": entries}
    folders = {dirname(page.path): page.section for page in pages if page.section and dirname(page.path)}
    others = sorted({*in_menu} - {page.path for page in pages})
    for section, entry in (
        *((page.section, {html.escape(page.title): page.path}) for page in pages),
        *((folders.get(dirname(path), more), path) for path in others),
    ):
        if section not in sections:
            entries.append({html.escape(section): sections.setdefault(section, [])})
        sections[section].append(entry)
    return entries
