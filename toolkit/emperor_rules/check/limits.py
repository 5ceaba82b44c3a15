"""How far a search goes and went: editions, seats, options, dates, and the time it may take."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from emperor_rules.check.consistency.witness_search import QuestionResult

#: Default bound: every legal table of up to so many seats.
SEATS = 12


class SearchDisagrees(Exception):
    """The search and the evaluator answer a witness differently: a defect of the toolkit that stops the run."""


class DeadlineExceeded(Exception):
    """The time limit is over; what was looked at so far is kept."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far to search: seats, and if wanted only some texts and questions, more dates and sets of options.

    ``seconds`` limits the wall time.
    """

    seats: int = SEATS
    texts: tuple[str, ...] | None = None
    questions: tuple[str, ...] | None = None
    seconds: float | None = None
    all_dates: bool = False
    all_options: bool = False

    def as_json(self) -> dict[str, object]:
        """Give the bounds for programs."""
        return {
            "seats": self.seats,
            "texts": list(self.texts) if self.texts is not None else "all",
            "questions": list(self.questions) if self.questions is not None else "all",
            "seconds": self.seconds,
            "dates": "all" if self.all_dates else "newest",
            "options": "every set" if self.all_options else "each alone",
        }

    @property
    def everything(self) -> bool:
        """Tell whether nothing that the default looks at is left out."""
        return self.texts is None and self.questions is None and self.seats >= SEATS


#: Whoever gives so many seconds, more than three years, has no limit in mind: clocks of the system end somewhere.
NO_LIMIT = 1e8


class Clock:
    """A time limit in seconds of wall time; none means no limit. It holds in other processes too."""

    def __init__(self, seconds: float | None) -> None:
        """Start the clock."""
        self.end = time.monotonic() + seconds if seconds is not None and seconds < NO_LIMIT else None

    def check(self) -> None:
        """Raise :class:`DeadlineExceeded` when the time is over."""
        if self.end is not None and time.monotonic() > self.end:
            raise DeadlineExceeded


@dataclass
class SearchReport:
    """How far a search looked.

    ``missed`` are questions for which the time was over, ``tableless`` those for which no table was legal.
    """

    seats: int
    tables: int = 0
    positions: int = 0
    questions: int = 0
    seconds: float = 0.0
    complete: bool = True
    fixed: set[str] = field(default_factory=set)
    missed: list[str] = field(default_factory=list)
    tableless: list[str] = field(default_factory=list)

    def add(self, seen: QuestionResult) -> None:
        """Count a question that was looked at."""
        self.questions += 1
        self.tables = max(self.tables, seen.tables)
        self.positions += seen.positions
        self.fixed.update(seen.fixed)
        if not seen.tables:
            self.tableless.append(seen.ask)

    def as_json(self) -> dict[str, object]:
        """Give it for programs; ``given-at-default`` are facts that were not varied on some table, for their number."""
        return {
            "seats": self.seats,
            "tables": self.tables,
            "positions": self.positions,
            "questions": self.questions,
            "seconds": round(self.seconds, 2),
            "complete": self.complete,
            "given-at-default": sorted(self.fixed),
            "not-looked-at": list(self.missed),
            "without-table": list(self.tableless),
        }


def subsets(options: Iterable[str]) -> list[frozenset[str]]:
    """Give every set of options, the empty one first, then single ones, each size in alphabetical order."""
    from itertools import combinations

    names = sorted(options)
    return [frozenset(some) for size in range(len(names) + 1) for some in combinations(names, size)]
