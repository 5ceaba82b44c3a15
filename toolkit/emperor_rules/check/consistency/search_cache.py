"""The results of searches, kept between runs.

The key of a result is a digest of everything that it depends on, so that no result of changed rules is ever
used; witnesses are replayed by the evaluator whenever they are shown.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from emperor_rules.check.cache import Cache
from emperor_rules.check.search_report import QuestionResult
from emperor_rules.resources import project_cache
from emperor_rules.search.seatings import SeatingMemo

#: How many results that the last run did not use are kept; the oldest are dropped.
MOST = 20_000


def searches_file(folder: Path | None = None) -> Path:
    """Return where commands that run in a folder (default: the working directory) keep the results of searches."""
    return project_cache("searches.json", folder)


class SearchCache(Cache):
    """The cache of searches: legal seatings and results, each under a digest of everything that determines it.

    Attributes:
        seatings: The legal seatings computed so far; searches add to them.
        results: The results read from the file.
        current: Whether there was a file that can be relied on.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Read the file at ``path`` (by default :func:`searches_file`), if it is ours."""
        super().__init__(path or searches_file(), "searches")
        content = self.read()
        self.current = content is not None
        seatings, results = content or ({}, {})
        self.seatings: SeatingMemo = {key: tuple(seats) for key, seats in seatings.items()}
        self.results = {key: QuestionResult(*entry) for key, entry in results.items()}

    def save(self, results: Mapping[str, QuestionResult], used: Collection[str]) -> None:
        """Write results, and of those not in ``used`` at most :data:`MOST`."""
        unused = [key for key in results if key not in used][-MOST:]
        kept = {key: results[key] for key in (*unused, *(key for key in results if key in used))}
        self.write((self.seatings, kept))
