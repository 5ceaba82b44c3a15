"""The results of searches, kept between runs.

The key of a result is a digest of everything that it depends on, so that no result of changed rules is ever
used; witnesses are replayed by the evaluator whenever they are shown.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from emperor_rules.check.cache import Cache
from emperor_rules.check.search_report import QuestionResult
from emperor_rules.resources import project_cache
from emperor_rules.search.seatings import SeatingMemo

#: How many results that the last run did not use are kept; the oldest are dropped.
MOST = 20_000


@dataclass
class SearchContent:
    """Legal seatings and results of questions, each under a digest of everything that determines it."""

    seatings: SeatingMemo = field(default_factory=dict)
    results: dict[str, QuestionResult] = field(default_factory=dict)


def searches_file(folder: Path | None = None) -> Path:
    """Return where commands that run in a folder (default: the working directory) keep the results of searches."""
    return project_cache("searches.json", folder)


class SearchCache:
    """The cache of searches.

    Attributes:
        seatings: The legal seatings computed so far; searches add to them.
        results: The results read from the file.
        current: Whether there was a file that can be relied on.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Read the file at ``path`` (by default :func:`searches_file`), if it is ours."""
        path = path or searches_file()
        self._cache = Cache(path, "searches", _decode, _encode)
        content = self._cache.read()
        self.current = content is not None
        self.seatings, self.results = (content.seatings, content.results) if content is not None else ({}, {})

    @property
    def remark(self) -> str:
        """Why the file could not be written."""
        return self._cache.remark

    def save(self, results: Mapping[str, QuestionResult], used: Collection[str]) -> None:
        """Write results, and of those not in ``used`` at most :data:`MOST`."""
        unused = [key for key in results if key not in used][-MOST:]
        entries = {key: results[key] for key in (*unused, *(key for key in results if key in used))}
        self._cache.write(SearchContent(self.seatings, entries))


def _encode(content: SearchContent) -> dict[str, Any]:
    entries = {
        key: [result.ask, [*result.witnesses], result.tables, result.positions, [*result.fixed]]
        for key, result in content.results.items()
    }
    return {"seatings": content.seatings, "results": entries}


def _decode(data: Any) -> SearchContent:
    seatings = {key: tuple(seats) for key, seats in data["seatings"].items()}
    return SearchContent(seatings, {key: _result(*entry) for key, entry in data["results"].items()})


def _result(ask: str, witnesses: list[Any], tables: int, positions: int, fixed: list[str]) -> QuestionResult:
    return QuestionResult(ask, tuple(witnesses), tables, positions, tuple(fixed))
