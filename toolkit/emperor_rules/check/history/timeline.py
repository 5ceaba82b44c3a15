"""The history of a clause, or of all clauses of a text: its editions, and whether each new one changes an answer.

For that another wording is substituted for the clause, and the text is searched for an answer that changes. All other
clauses stay as they are, so that their changes on the same day have no influence.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from emperor_rules.check.check_report import TIME_WAS_OVER
from emperor_rules.check.editions import resolved, seating_texts
from emperor_rules.check.history.versions import (
    ClauseVersion,
    ClauseVersions,
    changed_predicates,
    substituted,
    wording_dates,
)
from emperor_rules.check.mutation.equivalence import NO_LEGAL_TABLE, ChangedRules, Difference, MutantSearch, Unresolved
from emperor_rules.check.witness import answer_json, answer_words, draw_in_text
from emperor_rules.diagnostics import WARNING, Diagnostic
from emperor_rules.errors import DeadlineExceeded, RequestError
from emperor_rules.evaluate.engine import Engine
from emperor_rules.frontend.rules_report import rules_report
from emperor_rules.limits import Clock, Progress
from emperor_rules.messages import Message, counted
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Edition, Text
from emperor_rules.model.vocabulary import GivenKind, Words
from emperor_rules.reports.formats import Rendered
from emperor_rules.reports.report import Report, ReportItem
from emperor_rules.resolve.resolver import dates_of
from emperor_rules.search.seatings import judges_seatings


class EffectState(StrEnum):
    """What a substitution does to the answers."""

    SAME = "same"
    """No answer changes."""
    DIFFERENT = "different"
    """Some answer changes."""
    UNFINISHED = "unfinished"
    """The time was over."""
    UNKNOWN = "unknown"
    """It cannot be searched, for a reason that is given."""
    ABSENT = "absent"
    """There was no such clause then."""


UNDATED = Message("undated")
#: The most seats searched where no clause decides which seatings are legal: each more seat makes seven times as many.
UNCONSTRAINED_SEATS = 4


@dataclass(frozen=True, slots=True)
class Effect:
    """What a substitution does to the answers, or why that is not known.

    Tables of up to so many seats were searched, unless both wordings have the same sentences. ``difference`` is the
    smallest position whose answer changes, with that of the text as it is and of the other wording.
    """

    state: EffectState
    why: str = ""
    difference: Difference | None = None
    searched: bool = True
    seats: int = 0


class Substitutions:
    """Substitutes clauses in the texts of one rulebook, and caches results about the unchanged texts."""

    def __init__(self, rulebook: Rulebook, up_to: int, seconds: float | None) -> None:
        """Create the substitutions; ``up_to`` is the most seats of a table that is searched, ``seconds`` the limit."""
        self.rulebook = rulebook
        self.started, self.clock = time.monotonic(), Clock(seconds)
        self.engine = Engine(rulebook)
        self.constrained = MutantSearch(self.engine, up_to)
        self.unconstrained = MutantSearch(self.engine, min(up_to, UNCONSTRAINED_SEATS))
        self.up_to = up_to
        #: The most seats of those substitutions that had to be searched.
        self.bounds: set[int] = set()
        self.substitutions = self.tables = 0
        self.complete = True
        #: The given facts that, being too many, no search varied.
        self.fixed: set[str] = set()

    def searched(self) -> dict[str, object]:
        """Return for programs how far all of them searched until now.

        On large tables so many facts about several players are given ``given-together``; null: all of them.
        """
        givens = self.rulebook.vocabulary.givens
        return {
            "seats": max(self.bounds, default=self.up_to),
            "exchanges": self.substitutions,
            "tables": self.tables,
            "seconds": round(time.monotonic() - self.started, 2),
            "complete": self.complete,
            "given-at-default": sorted(self.fixed),
            "given-together": 2
            if any(givens[key].kind is GivenKind.PLAYERS for key in self.fixed & set(givens))
            else None,
        }

    def search_for(self, changed: Text, edition: Edition, touched: frozenset[str]) -> Effect:
        """Return the effect of using the text ``changed`` in an edition.

        ``touched`` names the predicates about which the changed clause concludes differently; the empty name stands for
        a principle. A text without clauses about legal seatings is also searched as part of the texts that include it.
        """
        self.substitutions += 1
        if not touched:
            return Effect(EffectState.SAME, searched=False)
        if not self.complete:
            return Effect(EffectState.UNFINISHED)
        rules = ChangedRules(self.engine, changed, touched)
        try:
            constrained = any(map(judges_seatings, seating_texts(self.engine, edition)))
        except RequestError as refused:
            return Effect(EffectState.UNKNOWN, refused.message)
        search = self.constrained if constrained else self.unconstrained
        search.begin()
        try:
            for searched in self._editions(edition):
                difference = search.shown_difference(searched, rules, self.clock)
                if difference is not None:
                    return Effect(EffectState.DIFFERENT, "", difference, seats=search.seats)
        except (RequestError, Unresolved) as refused:
            return Effect(EffectState.UNKNOWN, refused.message, seats=search.seats)
        except DeadlineExceeded:
            self.complete = False
            return Effect(EffectState.UNFINISHED)
        finally:
            self.bounds.add(search.seats)
            self.tables += search.tables_searched
            self.fixed |= search.spaces.fixed
            if not search.is_complete:
                self.fixed.add(f"tables of more than {search.seats} seats")
        if search.questions_reached and not search.tables_searched:
            return Effect(EffectState.UNKNOWN, Message(NO_LEGAL_TABLE, seats=search.up_to))
        return Effect(EffectState.SAME, seats=search.seats)

    def _editions(self, edition: Edition) -> Iterator[Edition]:
        """Yield the edition itself, then those that include it, unless it has clauses about legal seatings itself."""
        yield edition
        if judges_seatings(resolved(self.engine, edition)):
            return
        for id, text in self.rulebook.texts.items():
            if id == edition.text or not text.worded(edition.on):
                continue
            dates = dates_of(id, edition.on, self.rulebook.texts)
            if edition.text in dates and dates[edition.text] == edition.on:
                yield Edition(id, edition.on)


# --- the history of a clause ------------------------------------------------------------------------


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


#: What another meaning is, by its effect.
KIND_OF = {EffectState.SAME: EntryKind.REWORDED, EffectState.DIFFERENT: EntryKind.CHANGED}


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """What a date did to a clause.

    Attributes:
        date: The day; ``None`` where the text names none.
        kind: What it did.
        number: The number of the clause from then on, or its last one.
        words: Its plain words from then on, or its last ones (internal).
        former: The number before.
        effect: The answer that changes by it, where a new wording was searched (internal).
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
            "words": self.words.by_language(),
            "answers": effect.state if effect else None,
            "searched": effect.searched if effect else None,
        }
        if effect is not None and effect.why:
            document["why"] = effect.why
        if effect is not None and effect.difference is not None:
            witness, now, then = effect.difference
            document.update(witness=dict(witness), before=answer_json(then), after=answer_json(now))
        return document


@dataclass(frozen=True)
class ClauseHistory:
    """A clause with its dates, in order; none where it was never in force."""

    versions: ClauseVersions
    entries: tuple[HistoryEntry, ...]


@dataclass(frozen=True)
class RulesHistory(Rendered):
    """The editions of a clause, or what each date did to a text.

    Attributes:
        text: The id of the text.
        dates: The days on which anything of the text changes, in order.
        clauses: What each date did, clause by clause (internal).
        searched: How far the search went (internal).
        rulebook: The rules (internal).
        clause: The clause that was asked for, through all its editions; ``None`` where it was a whole text (internal).
        remarks: Other clauses that bore the number once.
    """

    text: str
    dates: tuple[str | None, ...]
    clauses: tuple[ClauseHistory, ...]
    searched: dict[str, Any]
    rulebook: Rulebook = field(repr=False)
    clause: ClauseVersions | None = None
    remarks: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether the time sufficed."""
        return bool(self.searched["complete"])

    def on(self, date: str | None) -> Iterator[tuple[ClauseVersions, HistoryEntry]]:
        """Yield what a date did, clause by clause (internal)."""
        for history in self.clauses:
            yield from ((history.versions, entry) for entry in history.entries if entry.date == date)

    @property
    def entries(self) -> tuple[tuple[str, HistoryEntry], ...]:
        """What each date did, date by date: the slug of a clause, and its entry."""
        return tuple((versions.slug, entry) for date in self.dates for versions, entry in self.on(date))

    def as_json(self) -> dict[str, Any]:
        """Return everything with the keys of ``emperor history --format json``."""
        document: dict[str, Any] = {"text": self.text}
        if self.clause is not None:
            document.update(clause=self.clause.id, number=self.clause.number, slug=self.clause.slug)
            document["editions"] = [entry.as_json() for entry in self.clauses[0].entries]
        else:
            document["dates"] = []
            for date in self.dates:
                changed = [{"clause": v.id, "slug": v.slug, **entry.as_json()} for v, entry in self.on(date)]
                document["dates"].append({"date": date, "clauses": changed})
        return {**document, "searched": self.searched}

    def report(self) -> Report:
        """Return it as a report (internal)."""
        items = []
        for date in self.dates:
            for versions, entry in self.on(date):
                unsettled = TIME_WAS_OVER if entry.kind is EntryKind.UNSETTLED else ""
                findings = tuple(self._findings(versions, entry))
                group = Message("{clause}: {kind}", clause=versions.title, kind=Message(entry.kind))
                items.append(ReportItem(date or UNDATED, group, findings, "" if findings else unsettled))
        changed = sum(entry.kind is EntryKind.CHANGED for _, entry in self.entries)
        reworded = sum(entry.kind is EntryKind.REWORDED for _, entry in self.entries)
        verdict = Message(
            "{text}: {changed} changed and {reworded} reworded, up to {seats} seats.",
            text=self.clause.id if self.clause is not None else self.text,
            changed=counted(changed, "wording"),
            reworded=reworded,
            seats=self.searched["seats"],
        )
        return rules_report(self.rulebook, "history", items, verdict, lambda language: self.as_json())

    def _findings(self, versions: ClauseVersions, entry: HistoryEntry) -> Iterator[Diagnostic]:
        effect = entry.effect
        if effect is None or effect.difference is None:
            return
        witness, now, then = effect.difference
        message = Message(
            "{clause} since {date}: an answer changes from {old} to {new}",
            clause=f"{versions.text.id}:{entry.number}",
            date=entry.date or UNDATED,
            old=answer_words(then),
            new=answer_words(now),
        )
        span, help = versions.records[-1].span, draw_in_text(witness)
        yield Diagnostic("R530", WARNING, message, span, help, versions.text.id, entry.number, witness=witness)


def trace(
    rulebook: Rulebook,
    clauses: Sequence[ClauseVersions],
    up_to: int,
    seconds: float | None = None,
    progress: Progress | None = None,
    clause: ClauseVersions | None = None,
    remarks: tuple[str, ...] = (),
) -> RulesHistory:
    """Return the histories of clauses of one text: of a single one, or (without ``clause``) of the text.

    The effect of each new wording is searched on every legal table of up to ``up_to`` seats, with all other clauses as
    they are from that date on. After ``seconds`` of wall time the rest is unsettled.
    """
    substitutions = Substitutions(rulebook, up_to, seconds)
    dates = wording_dates(clauses[0].text) if clauses else ()
    total = len(clauses) * len(dates)
    histories = []
    for done, versions in enumerate(clauses):
        entries = []
        states = [versions.at(date) for date in dates]
        for step, (date, before, after) in enumerate(zip(dates, (None, *states), states, strict=False)):
            entry = _entry(substitutions, versions, date, before, after, first=not step)
            if entry is not None:
                entries.append(entry)
            if progress is not None:
                progress(done * len(dates) + step + 1, total)
        histories.append(ClauseHistory(versions, tuple(entries)))
    text, searched = clauses[0].text.id if clauses else "", substitutions.searched()
    return RulesHistory(text, dates, tuple(histories), searched, rulebook, clause, remarks)


def _entry(
    substitutions: Substitutions,
    versions: ClauseVersions,
    date: str | None,
    before: ClauseVersion | None,
    after: ClauseVersion | None,
    *,
    first: bool,
) -> HistoryEntry | None:
    """Return what a date did to a clause, ``None`` where it does not change."""
    standing = after or before
    if standing is None:
        return None
    if first:
        return HistoryEntry(date, EntryKind.FIRST, standing.number, standing.words)
    if before is not None and after is not None and (before.words, before.meaning) == (after.words, after.meaning):
        renumbered = HistoryEntry(date, EntryKind.RENUMBERED, after.number, after.words, before.number)
        return renumbered if before.number != after.number else None
    earlier = before
    if before is not None and after is not None:  # others override it by its present number
        now = after.record
        dated = replace(before.clause, number=now.number, numbers=now.numbers, since=now.since, until=now.until)
        earlier = replace(before, clause=dated)
    edition = Edition(versions.text.id, date)
    effect = substitutions.search_for(substituted(versions, earlier), edition, changed_predicates(before, after))
    if before is None or after is None:
        kind = EntryKind.ADDED if before is None else EntryKind.REMOVED
    else:
        kind = KIND_OF.get(effect.state, EntryKind.UNSETTLED)
    former = before.number if before is not None else ""
    return HistoryEntry(date, kind, standing.number, standing.words, former, effect)
