"""What all tests share: which of them a run leaves out, that it says so, and folders of small rules."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.built_site import prepare_session_folder
from tests.support.hostile_rules import write_hostile_rules
from tests.support.kings_and_pawns import Folder
from tests.support.sampling import EXHAUSTIVE
from tests.support.shipped import SharedReading

#: The markers of the tests that an ordinary run leaves out, with what each marks: what takes longest comes last.
LEFT_OUT = {"slow": "exhaustive", "site": "about the whole site", "editor": "in an editor", "browser": "in a browser"}
COUNTS: pytest.StashKey[Counter[str]] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help=f"run also what is marked {', '.join(LEFT_OUT)}")


def pytest_configure(config: pytest.Config) -> None:
    prepare_session_folder()
    gc.set_threshold(100_000)  # as the command does: what tests read stays, and nothing is measured by its memory
    if config.option.all:
        os.environ[EXHAUSTIVE] = "1"
    config.stash[COUNTS] = Counter()


def marker_of(item: pytest.Item) -> str | None:
    """Return the marker for which a test is left out, of several the last of ``LEFT_OUT``."""
    marks = {mark.name for mark in item.iter_markers()}
    return next((name for name in reversed(LEFT_OUT) if name in marks), None)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked unless it is asked for; the files that take longest come first, by their markers."""
    markers = {item: marker_of(item) for item in items}
    length: dict[Path, int] = {}
    for item, marker in markers.items():
        length[item.path] = max(length.get(item.path, 0), [None, *LEFT_OUT].index(marker))
    items.sort(key=lambda item: -length[item.path])
    if config.option.all or config.option.markexpr or any("::" in argument for argument in config.args):
        return
    left_out = [item for item in items if markers[item]]
    items[:] = [item for item in items if not markers[item]]
    config.stash[COUNTS] = Counter(str(markers[item]) for item in left_out)
    config.hook.pytest_deselected(items=left_out)


def pytest_collection_finish() -> None:
    """Search no more for garbage in what was imported and collected, which stays to the end."""
    gc.freeze()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tell the process that prints the summary what this worker left out."""
    gc.freeze()  # pytest searches for garbage five times more when it ends
    if hasattr(session.config, "workeroutput"):
        counts = session.config.stash[COUNTS]
        session.config.workeroutput["left out"] = dict(counts)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object) -> None:
    """Take over what a worker left out: every worker collects all tests, so that one of them tells all."""
    config: pytest.Config = getattr(node, "config")  # noqa: B009 - xdist has no types for mypy to see
    counts: dict[str, int] = getattr(node, "workeroutput", {}).get("left out", {})
    config.stash[COUNTS] = Counter(counts) | config.stash[COUNTS]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    counts = config.stash[COUNTS]
    if counts:
        parts = [f"{counts[name]} {name} ({what})" for name, what in LEFT_OUT.items() if counts[name]]
        terminalreporter.section("left out")
        terminalreporter.write_line(f"Not run: {', '.join(parts)}. To run everything: bash .ci/test --all")


@pytest.fixture(scope="module", autouse=True)
def kept_objects() -> None:
    """Search no more for garbage in what earlier files of tests have read, of which nearly all is kept for later ones."""
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def shared_reading() -> Iterator[None]:
    """Commands that tests run in their own process read the shipped rules once: reading takes longer than most of them."""
    with pytest.MonkeyPatch.context() as patch:
        reading = SharedReading()
        patch.setattr("emperor_rules.frontend.loader.load_rulebook", reading)
        patch.setattr("emperor_rules.check.pipeline.load_rulebook", reading)
        yield


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A folder for rules about kings and pawns."""
    return Folder(tmp_path)


@pytest.fixture
def hostile_rules(tmp_path: Path) -> Path:
    """Rules whose every word tries to be more than text."""
    return write_hostile_rules(tmp_path)
