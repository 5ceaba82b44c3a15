"""The whole site, built once for all processes of a test run, and its pages as tests look at them."""

import atexit
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import dataclass, field
from functools import cache
from html import unescape
from pathlib import Path

from filelock import FileLock

from emperor_rules.check.consistency.search_cache import SearchCache, searches_file
from emperor_rules.check.limits import Bounds
from emperor_rules.check.pipeline import CheckReport, check_folder
from tests.support.command_line import run
from tests.support.paths import REPOSITORY, RULES, TEXTS

#: The environment variable with the folder that the processes of a test run share.
SESSION_FOLDER = "EMPEROR_TEST_SESSION"


def prepare_session_folder() -> None:
    """Make the folder shared by this process and those that it starts, with their caches; it goes when this one ends."""
    if SESSION_FOLDER not in os.environ:
        os.environ[SESSION_FOLDER] = tempfile.mkdtemp(prefix="emperor-tests-")
        os.environ["XDG_CACHE_HOME"] = os.path.join(os.environ[SESSION_FOLDER], "cache")
        atexit.register(shutil.rmtree, os.environ[SESSION_FOLDER], ignore_errors=True)


def session_folder() -> Path:
    """Return the folder that all processes of this test run share, and no other run does."""
    return Path(os.environ[SESSION_FOLDER])


@cache
def searched() -> CheckReport:
    """Check the shipped rules with all searches; one process searches, the others read what it kept."""
    with FileLock(session_folder() / "searches.lock"):
        return check_folder(RULES, search=Bounds(), cache=searches_file(REPOSITORY))


def lay_searches_in(folder: Path) -> None:
    """Keep the searches of the shipped rules where a command that runs in a folder looks for them."""
    searched()
    kept, laid = SearchCache(searches_file(REPOSITORY)), SearchCache(searches_file(folder))
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


@dataclass
class Html:
    """What a page holds: ids, links, what it loads, and its text. (The site has many pages: no parser is quick enough.)"""

    path: Path
    ids: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    loaded: list[str] = field(default_factory=list)
    leads_on: bool = False
    text: str = ""

    def __post_init__(self) -> None:
        source = self.path.read_text(encoding="utf-8")
        for tag in TAG.finditer(source):
            if tag[2] and not tag[1] and tag[3]:
                attributes = ATTRIBUTE.findall(tag[3])
                self._tag(tag[2].lower(), {name.lower(): unescape("".join(value)) for name, *value in attributes})
        self.text = unescape(TAG.sub("", source))

    def _tag(self, tag: str, values: dict[str, str]) -> None:
        if "id" in values:
            self.ids.append(values["id"])
        if tag == "meta" and values.get("http-equiv") == "refresh":
            self.leads_on = True
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif "href" in values and tag != "base":
            self.loaded.append(values["href"])
        if "src" in values:
            self.loaded.append(values["src"])


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
    for id in searched().rulebook.texts:
        yield id, html_pages()[folder / f"{id}.html"]


def single_match(pattern: str, text: str) -> str:
    """Return the one match of a pattern in a page, read as text."""
    matches = re.findall(pattern, text)
    assert len(matches) == 1, (pattern, matches)
    return unescape(matches[0])
