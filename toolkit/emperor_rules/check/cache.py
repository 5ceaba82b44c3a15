"""Caches in files that may be deleted at any time: what this toolkit did not write there is not used."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from emperor_rules import files
from emperor_rules.cache_files import read_cache, toolkit_key, write_cache
from emperor_rules.check.search_report import QuestionResult
from emperor_rules.messages import Message
from emperor_rules.resources import project_cache
from emperor_rules.search.seatings import SeatingMemo

#: How often the results of a long run are saved, in seconds.
SAVED_EVERY = 5.0
#: How many results of searches that the last run did not use are kept; the oldest are dropped.
MOST_RESULTS = 20_000


class Cache:
    """A file with JSON of one kind, kept between runs; ``remark`` says, in a sentence, why it could not be written."""

    def __init__(self, kind: str, path: Path | None = None) -> None:
        """Create the cache of a kind of content, in the file at ``path`` or the project's; nothing is read yet."""
        self.path = path or project_cache(f"{kind}.json")
        self.remark = ""
        self._kind = f"{kind} of {toolkit_key()}"

    def read(self) -> Any:
        """Return the content of the file, or ``None`` where there is none of this toolkit."""
        content = read_cache(self.path, self._kind)
        return None if content is None else json.loads(content)

    def write(self, content: object) -> None:
        """Write the file as a whole; where that fails, :attr:`remark` says why."""
        body = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
        try:
            write_cache(self.path, self._kind, body)
        except OSError as error:
            self.remark = Message(
                "{file} cannot be written ({reason}): nothing is kept.", file=self.path, reason=files.reason(error)
            )


class SearchCache(Cache):
    """The cache of searches: legal seatings and results, each under a digest of everything that determines it.

    So no result of changed rules is ever used; witnesses are replayed by the evaluator whenever they are shown.

    Searches add to ``seatings``. ``results`` are those read from the file, if there was a current one to rely on.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Read the file at ``path``, or that of the project."""
        super().__init__("searches", path)
        content = self.read()
        self.current = content is not None
        seatings, results = content or ({}, {})
        self.seatings: SeatingMemo = {key: None if seats is None else tuple(seats) for key, seats in seatings.items()}
        self.results = {key: QuestionResult(*entry) for key, entry in results.items()}

    def save(self, results: Mapping[str, QuestionResult], used: Collection[str]) -> None:
        """Write results, and of those not in ``used`` at most :data:`MOST_RESULTS`."""
        unused = [key for key in results if key not in used][-MOST_RESULTS:]
        kept = {key: results[key] for key in (*unused, *(key for key in results if key in used))}
        self.write((self.seatings, kept))
