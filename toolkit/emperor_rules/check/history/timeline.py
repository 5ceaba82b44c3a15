"""The history of a clause, or of all clauses of a text: its editions, and whether each new one changes an answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from emperor_rules.check.history.substitution import DIFFERENT, SAME, Effect, Substitutions
from emperor_rules.check.history.versions import ClauseVersion, ClauseVersions, exchanged, touched, wording_dates
from emperor_rules.check.limits import Clock
from emperor_rules.evaluate.engine import Answer
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Edition
from emperor_rules.model.vocabulary import Words

#: What a date did to a clause. UNSETTLED: it says something else, but whether an answer changes is not known.
FIRST, ADDED, CHANGED, REWORDED = "first", "added", "changed", "reworded"
RENUMBERED, REMOVED, UNSETTLED = "renumbered", "removed", "unsettled"

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Entry:
    """One date in the history of a clause; ``number`` and ``words`` are those from then on (removed: until then).

    ``former`` is the number until then, empty where there was none. ``found`` tells what the change does to
    the answers, where there is anything to compare.
    """

    date: str | None
    kind: str
    number: str
    words: Words
    former: str = ""
    found: Effect | None = None

    def as_json(self) -> dict[str, object]:
        """Give it for programs: ``before`` and ``after`` are the answers to the witness."""
        found = self.found
        told: dict[str, object] = {
            "date": self.date,
            "kind": self.kind,
            "number": self.number,
            "former": self.former or None,
            "words": {"en": self.words.en, "it": self.words.it},
            "answers": found.state if found else None,
            "searched": found.searched if found else None,
        }
        if found is not None and found.why:
            told["why"] = found.why
        if found is not None and found.witness is not None:
            told.update(witness=dict(found.witness), before=answer_json(found.then), after=answer_json(found.now))
        return told


@dataclass(frozen=True)
class ClauseHistory:
    """A clause with its dates, in order; none where it was never in force."""

    lineage: ClauseVersions
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class History:
    """The histories of some clauses of one text, and how far the search looked."""

    dates: tuple[str | None, ...]
    clauses: tuple[ClauseHistory, ...]
    searched: dict[str, Any]

    @property
    def complete(self) -> bool:
        """Tell whether the time sufficed."""
        return bool(self.searched["complete"])

    def on(self, date: str | None) -> Iterator[tuple[ClauseVersions, Entry]]:
        """Give what a date did, clause by clause."""
        for one in self.clauses:
            yield from ((one.lineage, entry) for entry in one.entries if entry.date == date)


def answer_json(answer: Answer | None) -> dict[str, object] | None:
    """Give an answer's status, value and clauses."""
    if answer is None:
        return None
    return {"status": answer.status, "answer": answer.answer, "clauses": list(answer.clauses)}


def trace(
    rulebook: Rulebook,
    lineages: Sequence[ClauseVersions],
    up_to: int,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> History:
    """Trace clauses of one text through its dates.

    What a new wording does is searched on every legal table of up to ``up_to`` seats, with all other clauses as they
    are from that date on. When ``seconds`` are over, the rest is given as unsettled.
    """
    started = time.monotonic()
    exchanges = Substitutions(rulebook, up_to, Clock(seconds))
    dates = wording_dates(lineages[0].text) if lineages else ()
    total = len(lineages) * len(dates)
    histories = []
    for done, lineage in enumerate(lineages):
        entries = []
        for step, entry in enumerate(_entries(exchanges, lineage, dates)):
            if entry is not None:
                entries.append(entry)
            if progress is not None:
                progress(done * len(dates) + step + 1, total)
        histories.append(ClauseHistory(lineage, tuple(entries)))
    exchanges.reach.seconds = time.monotonic() - started
    return History(dates, tuple(histories), exchanges.reach.as_json(exchanges.fixed))


def _entries(exchanges: Substitutions, lineage: ClauseVersions, dates: Sequence[str | None]) -> Iterator[Entry | None]:
    """Give for each date what it did to a clause, ``None`` where that is nothing."""
    before: ClauseVersion | None = None
    for place, date in enumerate(dates):
        after = lineage.at(date)
        if place == 0:
            yield _entry(date, FIRST, after) if after is not None else None
        else:
            yield _step(exchanges, lineage, date, before, after)
        before = after


def _step(
    exchanges: Substitutions,
    lineage: ClauseVersions,
    date: str | None,
    before: ClauseVersion | None,
    after: ClauseVersion | None,
) -> Entry | None:
    standing = after or before
    if standing is None:
        return None
    if before is not None and after is not None and (before.words, before.meaning) == (after.words, after.meaning):
        return _entry(date, RENUMBERED, after, before) if before.number != after.number else None
    kept = before
    if before is not None and after is not None:  # others override it by its present number
        now = after.record
        dated = replace(before.clause, number=now.number, numbers=now.numbers, since=now.since, until=now.until)
        kept = replace(before, clause=dated)
    edition = Edition(lineage.text.id, date)
    found = exchanges.search_for(exchanged(lineage, kept), edition, touched(before, after))
    if before is None or after is None:
        kind = ADDED if before is None else REMOVED
    else:
        kind = {SAME: REWORDED, DIFFERENT: CHANGED}.get(found.state, UNSETTLED)
    return _entry(date, kind, standing, before, found)


def _entry(
    date: str | None, kind: str, state: ClauseVersion, before: ClauseVersion | None = None, found: Effect | None = None
) -> Entry:
    former = before.number if before is not None else ""
    return Entry(date, kind, state.number, state.words, former, found)
