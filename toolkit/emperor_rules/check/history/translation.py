"""The age of a translation: with which editions of its original each of its clauses agrees in meaning.

A clause of the translation is exchanged for the wording that its counterpart had in the original at one time, and the
translation is searched for an answer that changes; all its other clauses stay as they are.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from emperor_rules.check.history.substitution import DIFFERENT, SAME, Effect, Substitutions
from emperor_rules.check.history.timeline import Progress, answer_json
from emperor_rules.check.history.versions import (
    ClauseVersion,
    ClauseVersions,
    clause_versions,
    exchanged,
    touched,
    wording_dates,
)
from emperor_rules.check.limits import Clock
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Edition, Reference

TRANSLATES = "translates"
#: The original had no such clause then.
ABSENT = "absent"


class NotATranslationError(Exception):
    """A text that translates no other, or not this one; the message says what it is instead."""


@dataclass(frozen=True, slots=True)
class VersionMatch:
    """A clause of the translation against its counterpart's wording between two dates.

    ``dates`` are those of the original on which this wording held, in order; ``state`` is ABSENT or as in
    :mod:`emperor_rules.check.history.substitution`.
    """

    dates: tuple[str | None, ...]
    state: str
    number: str = ""
    found: Effect | None = None


@dataclass(frozen=True)
class ClauseAge:
    """A clause of the translation with its counterpart, and how it stands to each of that one's wordings."""

    lineage: ClauseVersions
    counterpart: ClauseVersions
    against: tuple[VersionMatch, ...]

    def dates(self, state: str) -> tuple[str | None, ...]:
        """Give the dates of the original whose wording stands so to this clause."""
        return tuple(date for one in self.against if one.state == state for date in one.dates)

    def on(self, date: str | None) -> VersionMatch:
        """Give how the clause stands to the wording of one date."""
        return next(one for one in self.against if date in one.dates)


@dataclass(frozen=True)
class TranslationAge:
    """A translation against all editions of its original.

    ``claim`` is the date that it names, if any; ``claimed`` the last date up to that on which the original changed,
    ``None`` where the original has no dates.
    """

    translation: str
    original: str
    claim: str | None
    claimed: str | None
    dates: tuple[str | None, ...]
    clauses: tuple[ClauseAge, ...]
    only: dict[str, tuple[ClauseVersions, ...]]
    searched: dict[str, Any]

    @property
    def complete(self) -> bool:
        """Tell whether the time sufficed."""
        return bool(self.searched["complete"])

    def as_json(self) -> dict[str, object]:
        """Give everything for programs."""
        return {
            "translation": self.translation,
            "original": self.original,
            "claim": self.claim,
            "claimed": self.claimed,
            "dates": list(self.dates),
            "clauses": [self._clause(aged) for aged in self.clauses],
            "only": {text: [line.id for line in lines] for text, lines in self.only.items()},
            "searched": self.searched,
        }

    def _clause(self, aged: ClauseAge) -> dict[str, object]:
        return {
            "clause": aged.lineage.id,
            "slug": aged.lineage.slug,
            "original-clause": aged.counterpart.id,
            "agrees": list(aged.dates(SAME)),
            "differs": list(aged.dates(DIFFERENT)),
            "absent": list(aged.dates(ABSENT)),
            "agrees-with-claimed": _agrees(aged.on(self.claimed)),
            "editions": [
                {
                    "dates": list(one.dates),
                    "number": one.number or None,
                    "answers": one.state,
                    "searched": one.found.searched if one.found else None,
                    "why": one.found.why or None if one.found else None,
                    "witness": dict(one.found.witness) if one.found and one.found.witness else None,
                    "translation-answer": answer_json(one.found.now) if one.found else None,
                    "original-answer": answer_json(one.found.then) if one.found else None,
                }
                for one in aged.against
            ],
        }


def _agrees(one: VersionMatch) -> bool | None:
    return {SAME: True, DIFFERENT: False, ABSENT: False}.get(one.state)


def date_translation(
    rulebook: Rulebook,
    translation: str,
    original: str,
    up_to: int,
    seconds: float | None = None,
    progress: Progress | None = None,
    slug: str | None = None,
) -> TranslationAge:
    """Hold each clause of a translation (or the one of that ``slug``) against every edition of the original's.

    Tables of up to ``up_to`` seats are searched; when ``seconds`` are over, the rest is unfinished. Raises
    :class:`NotATranslationError`.
    """
    started = time.monotonic()
    claim = _claim(rulebook, translation, original)
    source = rulebook.texts[original]
    dates = wording_dates(source)
    claimed = _edition(dates, claim, original)
    mine = [line for line in clause_versions(rulebook.texts[translation]) if line.at(None) is not None]
    every = clause_versions(source)
    pairs = pair(mine, every, claimed)
    exchanges = Substitutions(rulebook, up_to, Clock(seconds))
    shown = [(line, other) for line, other in pairs if slug in (None, line.slug)]
    clauses = []
    for done, (line, other) in enumerate(shown):
        against = []
        for one in _against(exchanges, line, other, dates, pairs):
            against.append(one)
            if progress is not None:
                progress(done * len(dates) + sum(len(a.dates) for a in against), len(shown) * len(dates))
        clauses.append(ClauseAge(line, other, tuple(against)))
    exchanges.reach.seconds = time.monotonic() - started
    theirs = [line for line in every if line.at(claimed) is not None]
    only = {
        translation: tuple(line for line in mine if line.slug not in {one.slug for one, _ in pairs}),
        original: tuple(line for line in theirs if line.slug not in {other.slug for _, other in pairs}),
    }
    searched = exchanges.reach.as_json(exchanges.fixed)
    return TranslationAge(translation, original, claim, claimed, dates, tuple(clauses), only, searched)


def _claim(rulebook: Rulebook, translation: str, original: str) -> str | None:
    """Give the date of the original that a translation claims to follow, ``None`` where it names none."""
    relations = rulebook.texts[translation].relations
    for kind, target in relations:
        if kind == TRANSLATES and target.text == original:
            return target.at
    if translation == original:
        raise NotATranslationError(f"{translation} cannot be held against itself")
    said = "; ".join(f"it {kind} {target.text}" for kind, target in relations)
    raise NotATranslationError(
        f"{translation} does not say that it {TRANSLATES} {original}" + (f": {said}" if said else "")
    )


def _edition(dates: Sequence[str | None], claim: str | None, original: str) -> str | None:
    """Give the last date of the original up to the one claimed."""
    if claim is None or len(dates) == 1:
        return dates[-1]
    past = [date for date in dates if date is not None and date <= claim]
    if not past:
        raise NotATranslationError(f"{original} has no wording of {claim}: its first is of {dates[0]}")
    return past[-1]


def pair(
    mine: Sequence[ClauseVersions], theirs: Sequence[ClauseVersions], claimed: str | None
) -> tuple[tuple[ClauseVersions, ClauseVersions], ...]:
    """Pair the clauses of two texts: by slug, else by number, that of the edition claimed before the newest."""
    found: dict[str, ClauseVersions] = {}
    taken: set[str] = set()

    def take(line: ClauseVersions, other: ClauseVersions) -> None:
        if line.slug not in found and other.slug not in taken:
            found[line.slug] = other
            taken.add(other.slug)

    for line in mine:
        for other in theirs:
            if line.slug == other.slug:
                take(line, other)
    for at in (claimed, None):
        for line in mine:
            for other in theirs:
                state = other.at(at)
                number = state.number if state is not None else other.number if at is None else None
                if number == line.number:
                    take(line, other)
    return tuple((line, found[line.slug]) for line in mine if line.slug in found)


def _against(
    exchanges: Substitutions,
    line: ClauseVersions,
    other: ClauseVersions,
    dates: Sequence[str | None],
    pairs: Sequence[tuple[ClauseVersions, ClauseVersions]],
) -> Iterator[VersionMatch]:
    """Hold a clause against each wording of its counterpart that means something else than the one before it."""
    own = line.at(None)
    assert own is not None
    runs: list[tuple[list[str | None], ClauseVersion | None]] = []
    for date in dates:
        state = other.at(date)
        before = runs[-1][1] if runs else None
        if runs and (state.meaning if state else None) == (before.meaning if before else None):
            runs[-1][0].append(date)
        else:
            runs.append(([date], state))
    for some, state in runs:
        if state is None:
            yield VersionMatch(tuple(some), ABSENT)
            continue
        theirs = _as_own(own, state, pairs)
        found = exchanges.search_for(exchanged(line, theirs), Edition(line.text.id), touched(own, theirs))
        yield VersionMatch(tuple(some), found.state, state.number, found)


def _as_own(
    own: ClauseVersion, theirs: ClauseVersion, pairs: Sequence[tuple[ClauseVersions, ClauseVersions]]
) -> ClauseVersion:
    """Give the original's wording as a clause of the translation, whose own clauses it then overrides."""

    def moved(reference: Reference) -> Reference:
        for line, other in pairs:
            named = reference.number in {record.number for record in other.records}
            if reference.text == other.text.id and named:
                return replace(reference, text=line.text.id, number=line.number)
        return reference

    overrides = tuple(moved(reference) for reference in theirs.clause.overrides)
    return replace(own, clause=replace(own.clause, sentences=theirs.clause.sentences, overrides=overrides))
