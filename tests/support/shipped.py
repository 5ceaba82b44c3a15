"""The shipped rules, read once for a whole test process."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import emperor_rules as er
from emperor_rules.check.cache import SearchCache
from emperor_rules.check.check_report import CheckReport
from emperor_rules.check.pipeline import check_folder
from emperor_rules.evaluate.engine import Engine
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.resources import project_cache
from emperor_rules.site.context import SiteContext, site_context
from tests.support.paths import REPOSITORY, RULES


class SharedReading:
    """Reads rules as the toolkit does, those that are shipped once for all commands that a test process runs."""

    def __init__(self) -> None:
        self.kept: dict[object, Rulebook] = {}

    def __call__(
        self, path: Path, *, only: Iterable[str] | None = None, before: Rulebook | None = None, **more: Any
    ) -> Rulebook:
        """Return a folder as :func:`load_rulebook` reads it, which changes nothing that it has returned."""
        wanted = None if only is None else tuple(only)
        if before is None and path.resolve() != RULES:
            before = (
                whole_rulebook()
            )  # of a copy what was not changed, as an editor takes it: reading is most of a command
        if before is not None:
            return load_rulebook(path, only=wanted, before=before, **more)
        key = (
            path,
            Path.cwd(),
            wanted,
            *sorted(more.items()),
        )  # places in files are told as seen from the working folder
        if key not in self.kept:
            self.kept[key] = load_rulebook(path, only=wanted, **more)
        return self.kept[key]


@cache
def rulebook() -> Rulebook:
    """Read the texts and the vocabulary, without scenarios."""
    book = load_rulebook(RULES, scenarios=False)
    assert not book.broken, book.findings
    return book


@cache
def shipped_rules() -> er.Rules:
    """Load the shipped rules as a program does."""
    return er.load()


@cache
def whole_rulebook() -> Rulebook:
    """Read everything, scenarios too; of the texts and the vocabulary what was read without them."""
    return load_rulebook(RULES, before=rulebook())


@cache
def engine() -> Engine:
    """Return the one evaluator of the shipped rules; what it answers does not depend on what it was asked before."""
    return Engine(rulebook())


@cache
def checked() -> CheckReport:
    """Check everything with all scenarios, but search no tables; legal seatings are those of a search that was kept."""
    report = check_folder(RULES)
    assert report.engine is not None
    report.engine.seatings.update(SearchCache(project_cache("searches.json", REPOSITORY)).seatings)
    return report


@cache
def shipped_context(language: str) -> SiteContext:
    """Return what the pages of a language are made from."""
    return site_context(checked(), language)
