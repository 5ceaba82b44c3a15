"""What searches have seen so far, in a file that may be deleted at any time.

Every entry is kept under a digest of all that it depends on, so that a changed rule finds nothing rather than
something old; witnesses are replayed by the evaluator whenever they are shown.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from emperor_rules.check.mutation.coverage_cache import toolkit_key
from emperor_rules.check.search_report import QuestionResult
from emperor_rules.search.seatings import known_tables, remember_tables

#: Where the file lies, in the folder in which the command runs.
PLACE = Path(".emperor-rules-cache") / "searches.json"
FORMAT = "emperor-rules searches 1"
#: Entries that the last run did not use are kept up to this number, the newest of them.
MOST = 20_000


class SearchCache:
    """A file of what was seen; :attr:`remark` says when it could not be used or written."""

    def __init__(self, path: Path = PLACE) -> None:
        """Read the file at ``path`` if it is there and ours."""
        self.path = path
        self.remark = ""
        self.looks: dict[str, QuestionResult] = {}
        self.current = False
        self._load()

    def _load(self) -> None:
        try:
            raw = self.path.read_bytes()
        except FileNotFoundError:
            return
        except OSError as error:
            self._unused(f"cannot be read ({(error.strerror or 'refused').lower()})")
            return
        head, _, body = raw.partition(b"\n")
        try:
            said = json.loads(head)
        except (ValueError, RecursionError):
            self._unused("is damaged")
            return
        if not isinstance(said, dict) or "format" not in said:
            self._unused("is none of ours")
        elif said.get("format") != FORMAT or said.get("toolkit") != toolkit_key():
            self._unused("is from another version of the toolkit")
        elif said.get("digest") != sha256(body).hexdigest():
            self._unused("is damaged")
        else:
            kept = json.loads(body)
            remember_tables(kept["tables"])
            self.looks = {key: _look(entry) for key, entry in kept["looks"].items()}
            self.current = True

    def save(self, looks: Mapping[str, QuestionResult], used: Collection[str]) -> None:
        """Write what was seen, all or nothing; what was not used lately goes when there is too much."""
        others = [key for key in looks if key not in used][-MOST:]
        entries = {key: _entry(looks[key]) for key in (*others, *(key for key in looks if key in used))}
        body = json.dumps(
            {"tables": known_tables(), "looks": entries}, ensure_ascii=False, separators=(",", ":")
        ).encode()
        head = json.dumps({"format": FORMAT, "toolkit": toolkit_key(), "digest": sha256(body).hexdigest()}).encode()
        fresh = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            ignored = self.path.parent / ".gitignore"
            if not ignored.exists():
                ignored.write_text("*\n", encoding="utf-8")
            fresh.write_bytes(head + b"\n" + body)
            fresh.replace(self.path)
        except OSError as error:
            with suppress(OSError):
                fresh.unlink()
            self.remark = f"{self.path} cannot be written ({(error.strerror or 'refused').lower()}): nothing is kept."

    def _unused(self, why: str) -> None:
        self.remark = f"{self.path} {why}: it is not used, everything is searched anew."


def _entry(seen: QuestionResult) -> list[Any]:
    return [seen.ask, [dict(witness) for witness in seen.witnesses], seen.tables, seen.positions, list(seen.fixed)]


def _look(entry: list[Any]) -> QuestionResult:
    ask, witnesses, tables, positions, fixed = entry
    return QuestionResult(ask, tuple(witnesses), tables, positions, tuple(fixed))
