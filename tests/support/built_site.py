"""The whole site, built once for all processes of a test run, and its pages as tests look at them."""

import atexit
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import dataclass
from functools import cache, cached_property
from html import unescape
from pathlib import Path

from filelock import FileLock

from emperor_rules.check.cache import SearchCache
from emperor_rules.check.pipeline import check_folder
from emperor_rules.limits import Bounds
from emperor_rules.resources import project_cache
from tests.support.command_line import run
from tests.support.paths import REPOSITORY, RULES, TEXTS

#: The environment variable with the folder that the processes of a test run share.
SESSION_FOLDER = "EMPEROR_TEST_SESSION"
#: The file in it that says that the searches of the shipped rules are kept; ``.ci/run``, which makes them, lays it there.
SEARCHED = "searched"


def prepare_session_folder() -> None:
    """Make the folder shared by this process and those that it starts, with their caches; it goes when this one ends."""
    if SESSION_FOLDER not in os.environ:
        os.environ[SESSION_FOLDER] = tempfile.mkdtemp(prefix="emperor-tests-")
        os.environ["XDG_CACHE_HOME"] = os.path.join(os.environ[SESSION_FOLDER], "cache")
        atexit.register(shutil.rmtree, os.environ[SESSION_FOLDER], ignore_errors=True)


def session_folder() -> Path:
    """Return the folder that all processes of this test run share, and no other run does."""
    return Path(os.environ[SESSION_FOLDER])


def lay_searches_in(folder: Path) -> None:
    """Keep the searches of the shipped rules where a command that runs in a folder looks for them.

    One process searches, with the first of all tests that need them.
    """
    path = project_cache("searches.json", REPOSITORY)
    with FileLock(session_folder() / "searches.lock"):
        if not (session_folder() / SEARCHED).exists():
            check_folder(RULES, search=Bounds(), cache=path)
            (session_folder() / SEARCHED).touch()
    kept, laid = SearchCache(path), SearchCache(project_cache("searches.json", folder))
    laid.seatings = kept.seatings
    laid.save(kept.results, kept.results)


@cache
def built_site() -> Path:
    """Return the site in both languages, built strictly by ``emperor build``, once for all processes of a test run.

    ``.ci/run``, which has just built it, lays it there.
    """
    site = session_folder() / "site"
    with FileLock(session_folder() / "site.lock"):
        if not site.is_dir():
            lay_searches_in(session_folder())
            with chdir(session_folder()):
                ran = run("build", "--rules", RULES, "--site", site)
            assert ran.exit_code == 0, ran.output
    return site.resolve()


TAG = re.compile(r"<!--.*?-->|<(/?)([a-zA-Z][\w:-]*)((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>", re.DOTALL)
ATTRIBUTE = re.compile(r"""([^\s=/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")


def language_folder(language: str) -> Path:
    """Return the folder of the pages in a language."""
    return built_site() / ("" if language == "en" else language)


def plain(text: str) -> str:
    """Return words without the line breaks between them, with the apostrophes of keyboards, as rule files have them."""
    return " ".join(text.replace("’", "'").split())


@dataclass
class Html:
    """What a page holds: ids, links, what it loads, and its text. (The site has many pages: no parser is quick enough.)"""

    path: Path

    @cached_property
    def source(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def text(self) -> str:
        return unescape(TAG.sub("", self.source)).replace("’", "'")

    @cached_property
    def leads_on(self) -> bool:
        return re.search('<meta http-equiv="?refresh', self.source) is not None

    @property
    def ids(self) -> list[str]:
        return self._references[0]

    @property
    def links(self) -> list[str]:
        return self._references[1]

    @property
    def loaded(self) -> list[str]:
        return self._references[2]

    @cached_property
    def _references(self) -> tuple[list[str], list[str], list[str]]:
        """Return ids, links and what is loaded, in one walk over the tags that have any."""
        ids: list[str] = []
        links: list[str] = []
        loaded: list[str] = []
        for tag in TAG.finditer(self.source):
            if tag[2] and not tag[1] and ("id" in tag[3] or "href" in tag[3] or "src" in tag[3]):
                values = {name: unescape("".join(value)) for name, *value in ATTRIBUTE.findall(tag[3])}
                if "id" in values:
                    ids.append(values["id"])
                if "href" in values and tag[2] != "base":
                    (links if tag[2] == "a" else loaded).append(values["href"])
                if "src" in values:
                    loaded.append(values["src"])
        return ids, links, loaded


@cache
def html_pages() -> dict[Path, Html]:
    return {path: Html(path) for path in sorted(built_site().rglob("*.html"))}


def kind(path: str) -> str:
    """What kind of page lies at a path of the site: the pages of a folder are of one kind, each at the top of its own."""
    parts = path.removeprefix("it/").split("/")
    if len(parts) == 1 or (parts[-1] == "index.html" and len(parts) == 2):
        return "/".join(parts)
    return "/".join(["clause" if parts[0] in TEXTS else parts[0], *["*"] * (len(parts) - 1)])


@cache
def samples(*languages: str, largest: bool = True, smallest: bool = True) -> tuple[str, ...]:
    """The largest page of every kind that the site has, the smallest or both, in both languages, but those that lead on."""
    kinds: dict[tuple[str, bool], list[Path]] = {}
    for path in sorted(built_site().rglob("*.html")):
        name = path.relative_to(built_site()).as_posix()
        if "<meta http-equiv=refresh" in path.read_text(encoding="utf-8"):  # nothing else of the page is asked for
            continue
        kinds.setdefault((kind(name), name.startswith("it/")), []).append(path)
    chosen: list[str] = []
    for (_, italian), paths in sorted(kinds.items()):
        if not languages or ("it" if italian else "en") in languages:
            by_size = sorted(paths, key=lambda path: (path.stat().st_size, path))
            chosen += dict.fromkeys(
                path.relative_to(built_site()).as_posix() for path in (*by_size[-1:] * largest, *by_size[:smallest])
            )
    return tuple(chosen)


def text_pages(language: str) -> Iterator[tuple[str, Html]]:
    """Every text's page in a language, with the text's id."""
    folder = built_site() / ("texts" if language == "en" else f"{language}/texts")
    for id in TEXTS:
        yield id, html_pages()[folder / f"{id}.html"]


def single_match(pattern: str, text: str) -> str:
    """Return the one match of a pattern in a page, read as text."""
    matches = re.findall(pattern, text)
    assert len(matches) == 1, (pattern, matches)
    return unescape(matches[0])
