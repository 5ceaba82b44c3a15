"""A live preview: once a site is built, a change makes pages old, and each is made anew when somebody asks for it.

Building everything takes many seconds; the page that a writer looks at takes much less than one. What changes the frame
of the site, or which pages there are, still builds everything.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.commands.build import _build_page, _populate_page
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File

from emperor_rules.check.pipeline import Checked, check_folder
from emperor_rules.draw.templating import words
from emperor_rules.evaluate.engine import Engine
from emperor_rules.resources import site_folder
from emperor_rules.site.all_pages import page_groups
from emperor_rules.site.page import Page
from emperor_rules.site.permalinks import Permalinks
from emperor_rules.site.views.answer_view import AnswerRenderer

if TYPE_CHECKING:
    from emperor_rules.site.mkdocs.plugin import EmperorPlugin

log = get_plugin_logger(__name__)

#: Parts of the folder of the site that pages are made from, one by one.
OF_PAGES = ("templates", "words.toml", "en", "it")
ASSETS = "assets"

Stamp = Mapping[Path, tuple[int, int]]


@dataclass
class LiveLanguage:
    """One language of a built site, of which pages can be made anew one by one."""

    plugin: EmperorPlugin
    fresh: set[str] = field(default_factory=set)
    made: dict[str, Page] = field(default_factory=dict)
    running: Sequence[Iterator[Page]] = ()

    def __post_init__(self) -> None:
        """Take all pages for new, as they have just been built."""
        self.files: dict[str, File] = {file.dest_uri: file for file in self.plugin.files}
        self.group = {page.path: number for page, number in self.plugin.groups.items()}
        self.fresh.update(self.files)

    def age(self, checked: Checked) -> None:
        """Take all pages for old, and these rules for those that count."""
        self.plugin.found = checked
        self.running = ()
        self.made.clear()
        self.fresh.clear()

    def renew(self, address: str) -> None:
        """Make the page at an address anew if it is old (``address``: as seen from the folder of the language)."""
        file = self.files.get(address)
        if file is None or address in self.fresh:
            return
        self.fresh.add(address)
        if not self.running:
            self._begin()
        if file.src_uri in self.group:
            page = self._page(file.src_uri)
            if page is None:
                return
            file.content_string = page.content
        if file.page is None:
            if file.generated_by is not None and file.src_uri in self.group:
                Path(file.abs_dest_path).write_text(file.content_string, encoding="utf-8")
            return
        config, files, nav, env = self.plugin.main, self.plugin.files, self.plugin.nav, self.plugin.env
        _populate_page(file.page, config, files)
        _build_page(file.page, config, files.documentation_pages(), nav, env)

    def _begin(self) -> None:
        """Get ready to make pages by the rules that count now."""
        checked, language = self.plugin.found, self.plugin.config.language
        engine = checked.engine or Engine(checked.rulebook)
        self.plugin.asker = AnswerRenderer(engine, Permalinks(checked.rulebook), language)
        self.running = page_groups(checked, engine, language, self.plugin.edit, self.plugin.official)

    def _page(self, path: str) -> Page | None:
        """Make pages of the group to which one belongs until it comes."""
        group = self.running[self.group[path]]
        while path not in self.made:
            page = next(group, None)
            if page is None:
                return None
            self.made[page.path] = page
        return self.made[path]

    def copy(self, asset: Path, folder: Path) -> None:
        """Bring a file of the folder of assets up to date."""
        place = Path(self.plugin.main.site_dir, ASSETS, asset.relative_to(folder))
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(asset, place)


@dataclass
class Preview:
    """Follows changes of the rules and of the site, for all languages that are shown.

    ``build`` builds everything and gives the plugins of the languages, with the folder of each below that of the site;
    ``say`` shows findings in the terminal; ``restart`` begins anew with another grammar.
    """

    rules: Path
    build: Callable[[], Mapping[str, EmperorPlugin]]
    say: Callable[[Checked], None]
    restart: Callable[[], None]
    lock: threading.Lock = field(default_factory=threading.Lock)
    languages: Mapping[str, LiveLanguage] = field(init=False)
    checked: Checked = field(init=False)
    shape: object = field(init=False)
    stamp: Stamp = field(init=False)

    def __post_init__(self) -> None:
        """Build everything."""
        self._build()

    @property
    def watched(self) -> tuple[Path, ...]:
        """Everything in which a change matters."""
        grammar = site_folder().parent / "grammar"
        settings = sorted(Path().glob("mkdocs*.yml"))
        return tuple(path for path in (self.rules, site_folder(), grammar, *self.docs, *settings) if path.exists())

    @property
    def docs(self) -> tuple[Path, ...]:
        """The folders of pages written by hand."""
        return tuple(Path(one.plugin.main.docs_dir) for one in self.languages.values())

    def changed(self) -> None:
        """Find out what changed, and take for old what depends on it."""
        with self.lock:
            before, now = self.stamp, self._look()
            self.stamp = now
            touched = {path for path in before.keys() | now.keys() if before.get(path) != now.get(path)}
            self._follow(touched, before.keys() == now.keys())

    def _follow(self, touched: set[Path], same_files: bool) -> None:
        site, grammar = site_folder(), site_folder().parent / "grammar"
        if any(path.is_relative_to(grammar) for path in touched):
            self.restart()
            return
        of_rules = {path for path in touched if path.is_relative_to(self.rules)}
        assets = {path for path in touched if path.is_relative_to(site / ASSETS)}
        frame = {
            path
            for path in touched - of_rules - assets
            if not any(path.is_relative_to(part) for part in (*self.docs, *(site / part for part in OF_PAGES)))
        }
        if of_rules and not self._read():
            return
        if frame or not same_files or self._shape() != self.shape:
            self._build()
            return
        words.cache_clear()
        for one in self.languages.values():
            for asset in assets:
                one.copy(asset, site / ASSETS)
            if touched - assets:
                one.age(self.checked)

    def _read(self) -> bool:
        """Read the rules anew; tell whether there is something to show. What is wrong with them is said."""
        found = check_folder(self.rules)
        self.say(found)
        if not found.rulebook.broken:
            self.checked = replace(found, relations=self.checked.relations, bounds=self.checked.bounds)
        return not found.rulebook.broken

    def _build(self) -> None:
        words.cache_clear()
        self.languages = {folder: LiveLanguage(plugin) for folder, plugin in self.build().items()}
        self.checked = next(iter(self.languages.values())).plugin.found
        self.shape = self._shape()
        self.stamp = self._look()

    def _shape(self) -> object:
        """Tell which pages there are, and under which names the menu has them."""
        book = self.checked.rulebook
        texts = [(t.id, t.titles, t.relations, t.includes, t.editions) for t in book.texts.values()]
        clauses = [(c.text, c.slug, c.number, c.numbers) for t in book.texts.values() for c in t.clauses]
        return texts, clauses, sorted(book.vocabulary.questions), [(s.name, s.span.file) for s in book.scenarios]

    def _look(self) -> Stamp:
        found = {}
        for root in self.watched:
            for path in sorted(root.rglob("*")) if root.is_dir() else [root]:
                if path.is_file():
                    known = path.stat()
                    found[path] = (known.st_mtime_ns, known.st_size)
        return found

    def renew(self, address: str) -> None:
        """Make the page at an address of the site anew if it is old."""
        address = address.lstrip("/") or "index.html"
        with self.lock:
            for folder in sorted(self.languages, key=len, reverse=True):
                if address.startswith(folder):
                    inner = address[len(folder) :] or "index.html"
                    self.languages[folder].renew(f"{inner}index.html" if inner.endswith("/") else inner)
                    return


def attach(server: LiveReloadServer, preview: Preview) -> LiveReloadServer:
    """Let a server make pages anew as they are asked for."""

    def app(environ: dict[str, str], start_response: Callable[..., object]) -> Iterable[bytes]:
        path = environ["PATH_INFO"].encode("latin-1").decode("utf-8", "ignore")
        if not path.startswith("/livereload/"):
            try:
                preview.renew(path.removeprefix(server.mount_path.rstrip("/")))
            except Exception:  # a defect of ours must not end the preview: the page stays as it was
                log.exception(f"the page {path} cannot be made anew")
        return server.serve_request(environ, start_response)

    server.set_app(app)
    server.builder = preview.changed
    for path in preview.watched:
        server.watch(str(path))
    return server
