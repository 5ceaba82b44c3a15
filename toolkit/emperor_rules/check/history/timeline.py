"""The history of a clause, or of all clauses of a text: its editions, and whether each new one changes an answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from emperor_rules.check.history.substitution import Effect, EffectState, Substitutions
from emperor_rules.check.history.versions import (
    ClauseVersion,
    ClauseVersions,
    changed_predicates,
    substituted,
    wording_dates,
)
from emperor_rules.check.limits import Progress
from emperor_rules.evaluate.engine import Answer
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Edition
from emperor_rules.model.vocabulary import Words


class EntryKind(StrEnum):
    """What a date did to a clause."""

    FIRST = "first"
    """The text began with it."""
    ADDED = "added"
    CHANGED = "changed"
    """It has another meaning, and an answer changes."""
    REWORDED = "reworded"
    """It has another meaning, but no answer changes."""
    RENUMBERED = "renumbered"
    REMOVED = "removed"
    UNSETTLED = "unsettled"
    """It has another meaning, but whether an answer changes is not known."""


FIRST, ADDED, CHANGED, REWORDED, RENUMBERED, REMOVED, UNSETTLED = EntryKind


@dataclass(frozen=True, slots=True)
class Entry:
    """One date in the history of a clause; ``number`` and ``words`` are those from then on (removed: until then).

    ``former`` is the number until then, empty where there was none. ``effect`` is the effect of the change on answers,
    where there is anything to compare.
    """

    date: str | None
    kind: EntryKind
    number: str
    words: Words
    former: str = ""
    effect: Effect | None = None

    def as_json(self) -> dict[str, object]:
        """Return it for programs: ``before`` and ``after`` are the answers to the witness."""
        effect = self.effect
        document: dict[str, object] = {
            "date": self.date,
            "kind": self.kind,
            "number": self.number,
            "former": self.former or None,
            "words": {"en": self.words.en, "it": self.words.it},
            "answers": effect.state if effect else None,
            "searched": effect.searched if effect else None,
        }
        if effect is not None and effect.why:
            document["why"] = effect.why
        if effect is not None and effect.witness is not None:
            document.update(
                witness=dict(effect.witness), before=answer_json(effect.then), after=answer_json(effect.now)
            )
        return document


@dataclass(frozen=True)
class ClauseHistory:
    """A clause with its dates, in order; none where it was never in force."""

    versions: ClauseVersions
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class History:
    """The histories of clauses of one text, and how far the search went."""

    dates: tuple[str | None, ...]
    clauses: tuple[ClauseHistory, ...]
    searched: dict[str, Any]

    @property
    def complete(self) -> bool:
        """Whether the time sufficed."""
        return bool(self.searched["complete"])

    def on(self, date: str | None) -> Iterator[tuple[ClauseVersions, Entry]]:
        """Yield what a date did, clause by clause."""
        for history in self.clauses:
            yield from ((history.versions, entry) for entry in history.entries if entry.date == date)


def answer_json(answer: Answer | None) -> dict[str, object] | None:
    """Return an answer's status, value and clauses."""
    if answer is None:
        return None
    return {"status": answer.status, "answer": answer.answer, "clauses": list(answer.clauses)}


def trace(
    rulebook: Rulebook,
    clauses: Sequence[ClauseVersions],
    up_to: int,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> History:
    """Return the histories of clauses of one text.

    The effect of each new wording is searched on every legal table of up to ``up_to`` seats, with all other clauses as
    they are from that date on. After ``seconds`` of wall time the rest is unsettled.
    """
    substitutions = Substitutions(rulebook, up_to, seconds)
    dates = wording_dates(clauses[0].text) if clauses else ()
    total = len(clauses) * len(dates)
    histories = []
    for done, versions in enumerate(clauses):
        entries = []
        for step, entry in enumerate(_entries(substitutions, versions, dates)):
            if entry is not None:
                entries.append(entry)
            if progress is not None:
                progress(done * len(dates) + step + 1, total)
        histories.append(ClauseHistory(versions, tuple(entries)))
    return History(dates, tuple(histories), substitutions.searched())


def _entries(
    substitutions: Substitutions, versions: ClauseVersions, dates: Sequence[str | None]
) -> Iterator[Entry | None]:
    """Yield the entry of each date, ``None`` where the clause does not change."""
    states = [versions.at(date) for date in dates]
    for date, before, after in zip(dates, (None, *states), states, strict=False):
        if date == dates[0]:
            yield Entry(date, FIRST, after.number, after.words) if after is not None else None
        else:
            yield _step(substitutions, versions, date, before, after)


def _step(
    substitutions: Substitutions,
    versions: ClauseVersions,
    date: str | None,
    before: ClauseVersion | None,
    after: ClauseVersion | None,
) -> Entry | None:
    standing = after or before
    if standing is None:
        return None
    if before is not None and after is not None and (before.words, before.meaning) == (after.words, after.meaning):
        renumbered = Entry(date, RENUMBERED, after.number, after.words, before.number)
        return renumbered if before.number != after.number else None
    earlier = before
    if before is not None and after is not None:  # others override it by its present number
        now = after.record
        dated = replace(before.clause, number=now.number, numbers=now.numbers, since=now.since, until=now.until)
        earlier = replace(before, clause=dated)
    edition = Edition(versions.text.id, date)
    effect = substitutions.search_for(substituted(versions, earlier), edition, changed_predicates(before, after))
    kind = {EffectState.SAME: REWORDED, EffectState.DIFFERENT: CHANGED}.get(effect.state, UNSETTLED)
    kind = ADDED if before is None else REMOVED if after is None else kind
    return Entry(date, kind, standing.number, standing.words, before.number if before is not None else "", effect)
