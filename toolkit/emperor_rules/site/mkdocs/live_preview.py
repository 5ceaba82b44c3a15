"""A live preview: once a site is built, a change invalidates pages, and each is built again on request.

Building everything takes many seconds; the page that a writer looks at takes much less than one. What changes the frame
of the site, or which pages there are, still builds everything.
"""

from __future__ import annotations

import os
import posixpath
import re
import shutil
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from jinja2 import Environment
from mkdocs.commands.build import get_context
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as MkDocsPage

from emperor_rules.check.check_report import CheckReport
from emperor_rules.check.pipeline import check_folder
from emperor_rules.frontend.layers import layers_of
from emperor_rules.frontend.rule_files import PROJECT_FILE, ProjectError
from emperor_rules.messages import LANGUAGES
from emperor_rules.resources import site_folder
from emperor_rules.site.mkdocs.theme_context import ASSETS
from emperor_rules.site.page import Page

log = get_plugin_logger(__name__)

#: The names under which a browser on this machine asks for a page. A page from elsewhere that has its own name lead
#: here (DNS rebinding) asks under that name, and must not read the site.
LOCAL = re.compile(r"(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?", re.IGNORECASE)
#: A browser says so of what a page of another site asks for, but for links that somebody follows.
OTHER_SITES = ("cross-site", "same-site")
#: And no page of another site may hold what is answered.
OWN_PAGES_ALONE = ("Cross-Origin-Resource-Policy", "same-origin")
NOT_LOCAL = "This preview is for this machine alone: open it as localhost.\n"

#: Parts of the folder of the site that pages are made from, one by one.
PAGE_SOURCES = ("templates", "words.toml", *LANGUAGES)

#: The time of the last change of each file, in nanoseconds, and its size.
Stamp = Mapping[Path, tuple[int, int]]


@dataclass
class BuiltSite:
    """One language of a site, all of whose pages are up to date at first.

    Attributes:
        checked: The rules that its pages show.
        make_pages: Makes its pages anew, in groups.
        groups: The number of its group for each page that is made from the rules, by its path.
        config: The configuration that it was built by.
        files: All files of the site.
        nav: The menu.
        env: The environment of the theme's templates.
    """

    checked: CheckReport
    make_pages: Callable[[CheckReport], Sequence[Iterator[Page]]]
    groups: Mapping[str, int]
    config: MkDocsConfig
    files: Files
    nav: Navigation
    env: Environment
    _outdated: set[str] = field(default_factory=set)
    _pages: dict[str, Page] = field(default_factory=dict)
    _page_groups: Sequence[Iterator[Page]] = ()

    def invalidate(self, checked: CheckReport) -> None:
        """Invalidate all pages; from now on they are built by these rules."""
        self.checked = checked
        self._page_groups = ()
        self._pages.clear()
        self._outdated = {file.dest_uri for file in self.files}

    def rebuild(self, address: str) -> None:
        """Rebuild the page at an address below the folder of the language, if it is out of date."""
        if address not in self._outdated:
            return
        self._outdated.remove(address)
        file = next(file for file in self.files if file.dest_uri == address)
        self._page_groups = self._page_groups or self.make_pages(self.checked)
        if file.src_uri in self.groups:
            page = self._page(file.src_uri)
            if page is None:
                return
            file.content_string = page.content
        if file.page is not None:
            Path(file.abs_dest_path).write_text(self._html(file.page), encoding="utf-8")
        elif file.generated_by is not None and file.src_uri in self.groups:
            Path(file.abs_dest_path).write_text(file.content_string, encoding="utf-8")

    def _html(self, page: MkDocsPage) -> str:
        """Return a page as MkDocs builds it, which has no public way to build only one: its events in their order."""
        config, files, on = self.config, self.files, self.config.plugins
        page.read_source(config)
        page.markdown = on.on_page_markdown(page.markdown or "", page=page, config=config, files=files)
        page.render(config, files)
        page.content = on.on_page_content(page.content or "", page=page, config=config, files=files)
        page.active = True  # the menu marks it
        try:
            context = get_context(self.nav, files, config, page)
            context = on.on_page_context(context, page=page, config=config, nav=self.nav)
            html = self.env.get_template(page.meta.get("template", "main.html")).render(context)
            return on.on_post_page(html, page=page, config=config)
        finally:
            page.active = False

    def _page(self, path: str) -> Page | None:
        """Return a page, generating those of its group up to it; ``None`` if the group has no such page any more."""
        group = self._page_groups[self.groups[path]]
        while path not in self._pages and (page := next(group, None)) is not None:
            self._pages[page.path] = page
        return self._pages.get(path)


@dataclass
class Preview:
    """Follows changes of the rules and of the site, for all languages that are shown.

    Attributes:
        rules: The folder of rules.
        sites: The languages as they have been built, by the folder of each below that of the site.
        build: Builds everything again.
        show_findings: Shows what is wrong with rules in the terminal.
        restart: Starts again with another grammar.
    """

    rules: Path
    sites: Mapping[str, BuiltSite]
    build: Callable[[], Mapping[str, BuiltSite]]
    show_findings: Callable[[CheckReport], None]
    restart: Callable[[], None]
    lock: threading.Lock = field(default_factory=threading.Lock)
    checked: CheckReport = field(init=False)
    stamp: Stamp = field(init=False)
    _layers: tuple[Path, ...] = ()

    def __post_init__(self) -> None:
        """Begin with the languages as they have been built."""
        self._show(self.sites)
        self.stamp = self._stamp()

    def _show(self, sites: Mapping[str, BuiltSite]) -> None:
        self.sites = sites
        self.checked = next(iter(sites.values())).checked

    @property
    def watched(self) -> tuple[Path, ...]:
        """Everything in which a change matters."""
        grammar = site_folder().parent / "grammar"
        settings = sorted(Path().glob("mkdocs*.yml"))
        places = (*self.places, site_folder(), grammar, *self.docs, *settings)
        return tuple(path for path in places if path.exists())

    @property
    def places(self) -> tuple[Path, ...]:
        """The folder of rules and those that it lies on, with what makes a project of them."""
        with suppress(ProjectError):  # until it can be followed again, what it said before
            self._layers = tuple(layer.folder.resolve() for layer in layers_of(self.rules))
        layers = self._layers or (self.rules,)
        return (*layers, *(layer.parent / PROJECT_FILE for layer in layers))

    @property
    def docs(self) -> tuple[Path, ...]:
        """The folders of pages written by hand, those of a project among them."""
        own = (self.rules.parent / "site" / language for language in LANGUAGES)
        return *(Path(site.config.docs_dir) for site in self.sites.values()), *own

    def changed(self) -> None:
        """Compare the files with those of the last call, and invalidate what depends on a change."""
        with self.lock:
            before, now = self.stamp, self._stamp()
            self.stamp = now
            touched = {path for path in before.keys() | now.keys() if before.get(path) != now.get(path)}
            self._follow(touched, before.keys() == now.keys())

    def _follow(self, touched: set[Path], same_files: bool) -> None:
        site, grammar = site_folder(), site_folder().parent / "grammar"
        if any(path.is_relative_to(grammar) for path in touched):
            self.restart()
            return
        of_rules = {path for path in touched if any(path.is_relative_to(place) for place in self.places)}
        assets = {path for path in touched if path.is_relative_to(site / ASSETS)}
        frame = {
            path
            for path in touched - of_rules - assets
            if not any(path.is_relative_to(part) for part in (*self.docs, *(site / part for part in PAGE_SOURCES)))
        }
        shape = _shape(self.checked)
        if of_rules and not self._read():
            return
        if frame or not same_files or _shape(self.checked) != shape:
            self._show(self.build())
            return
        for language in self.sites.values():
            for asset in assets:
                place = Path(language.config.site_dir, ASSETS, asset.relative_to(site / ASSETS))
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(asset, place)
            if touched - assets:
                language.invalidate(self.checked)

    def _read(self) -> bool:
        """Read the rules again and show what is wrong with them; return whether they can be shown."""
        checked = check_folder(self.rules, before=self.checked)
        self.show_findings(checked)
        if not checked.rulebook.broken:
            self.checked = replace(checked, relations=self.checked.relations)
        return not checked.rulebook.broken

    def _stamp(self) -> Stamp:
        paths = (path for root in self.watched for path in (root.rglob("*") if root.is_dir() else (root,)))
        files = ((path, path.stat()) for path in paths if path.is_file())
        return {path: (status.st_mtime_ns, status.st_size) for path, status in files}

    def rebuild(self, address: str) -> None:
        """Rebuild the page at an address of the site if it is out of date."""
        address = address.lstrip("/") or "index.html"
        with self.lock:
            for folder in sorted(self.sites, key=len, reverse=True):
                if address.startswith(folder):
                    inner = address[len(folder) :] or "index.html"
                    self.sites[folder].rebuild(f"{inner}index.html" if inner.endswith("/") else inner)
                    return


def _shape(checked: CheckReport) -> object:
    """Return which pages there are, and under which names the menu has them."""
    rulebook = checked.rulebook
    texts = [(t.id, t.titles, t.relations, t.includes, t.editions) for t in rulebook.texts.values()]
    clauses = [(c.text, c.slug, c.number, c.numbers) for t in rulebook.texts.values() for c in t.clauses]
    return texts, clauses, sorted(rulebook.vocabulary.questions), [(s.name, s.span.file) for s in rulebook.scenarios]


def _lies_in(root: str, path: str) -> bool:
    """Return whether what lies at a path of a folder is in this folder, also where links lead to it."""
    if "\0" in path:
        return False
    target = Path(root, posixpath.normpath("/" + path).lstrip("/"))
    return Path(os.path.realpath(target)).is_relative_to(os.path.realpath(root))


def attach(server: LiveReloadServer, preview: Preview) -> LiveReloadServer:
    """Return a server that rebuilds pages on request, and answers nobody but this machine."""

    def app(environ: dict[str, str], start_response: Callable[..., object]) -> Iterable[bytes]:
        if not LOCAL.fullmatch(environ.get("HTTP_HOST", "")):
            start_response("403 Forbidden", [("Content-Type", "text/plain; charset=utf-8")])
            return [NOT_LOCAL.encode()]
        if environ.get("HTTP_SEC_FETCH_SITE") in OTHER_SITES and environ.get("HTTP_SEC_FETCH_MODE") != "navigate":
            start_response("403 Forbidden", [("Content-Type", "text/plain; charset=utf-8")])
            return [NOT_LOCAL.encode()]

        def respond(status: str, headers: list[tuple[str, str]], *more: object) -> object:
            return start_response(status, [*headers, OWN_PAGES_ALONE], *more)

        path = environ["PATH_INFO"].encode("latin-1").decode("utf-8", "ignore")
        if not path.startswith("/livereload/"):
            try:
                preview.rebuild(path.removeprefix(server.mount_path.rstrip("/")))
            except Exception:  # a defect of ours must not end the preview: the page stays as it was
                log.exception(f"the page {path} cannot be made anew")
        if not _lies_in(server.root, path.removeprefix(server.mount_path.rstrip("/"))):
            respond("404 Not Found", [("Content-Type", "text/plain; charset=utf-8")])
            return [b"There is no such page."]
        return server.serve_request(environ, respond)

    def watch() -> None:
        for path in {str(path) for path in preview.watched} - watched:
            watched.add(path)
            server.watch(path)

    def follow() -> None:
        watch()  # a project may lie on another base now, whose next change comes while this one is followed
        preview.changed()

    watched: set[str] = set()
    server.set_app(app)
    server.builder = follow
    watch()
    return server
