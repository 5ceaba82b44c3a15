"""The limits of a search: seats, texts, questions, dates, options, and the time that it may take."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from emperor_rules.errors import DeadlineExceeded

#: Default bound: the most seats of a table that is searched.
SEARCHED_SEATS = 12
#: The fewest seats of a table, and the most of one that is searched: larger ones have too many positions.
LEAST_SEARCHED, MOST_SEARCHED = 2, 24
#: How many processes share the work by default.
PROCESSES = 2


#: Is called with how much of the work is done, and how much there is.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far to search: seats, and if wanted only some texts and questions, more dates and sets of options.

    ``seconds`` limits the wall time. Where not ``all_tables`` are searched, those of a text have at most a number of
    positions together; its larger ones are left out. ``all_own`` tells that the texts are all that do not belong to a
    base.
    """

    seats: int = SEARCHED_SEATS
    texts: tuple[str, ...] | None = None
    questions: tuple[str, ...] | None = None
    seconds: float | None = None
    all_dates: bool = False
    all_options: bool = False
    all_tables: bool = False
    all_own: bool = False

    def as_json(self) -> dict[str, object]:
        """Return the bounds for programs."""
        return {
            "seats": self.seats,
            "texts": list(self.texts) if self.texts is not None else "all",
            "questions": list(self.questions) if self.questions is not None else "all",
            "seconds": self.seconds,
            "dates": "all" if self.all_dates else "newest",
            "options": "every set" if self.all_options else "each alone",
            "tables": "all" if self.all_tables else "limited",
        }

    @property
    def everything(self) -> bool:
        """Whether nothing that the default searches is left out."""
        return (self.texts is None or self.all_own) and self.questions is None and self.seats >= SEARCHED_SEATS


#: From this many seconds on there is no limit: the waiting functions of the system refuse larger numbers.
NO_LIMIT = 1e8


class Clock:
    """A time limit in seconds of wall time; none means no limit. It is valid in other processes too."""

    def __init__(self, seconds: float | None) -> None:
        """Set the deadline ``seconds`` from now."""
        self.end = time.monotonic() + seconds if seconds is not None and seconds < NO_LIMIT else None

    def check(self) -> None:
        """Raise :class:`DeadlineExceeded` if the deadline has passed."""
        if self.end is not None and time.monotonic() > self.end:
            raise DeadlineExceeded


def option_sets(
    options: Iterable[str], *, every: bool = False, alternatives: Iterable[Sequence[str]] = ()
) -> list[frozenset[str]]:
    """Return the empty set, then each option by itself, or ``every`` set by size; in alphabetical order.

    No set has two options of one group of ``alternatives``.
    """
    names, groups = sorted(options), [frozenset(group) for group in alternatives]
    sizes = range(len(names) + 1 if every else 2)
    sets = (frozenset(chosen) for size in sizes for chosen in combinations(names, size))
    return [chosen for chosen in sets if all(len(chosen & group) < 2 for group in groups)]
