"""The age of a translation: with which editions of its original each of its clauses agrees in meaning.

A clause of the translation is replaced by the wording that its counterpart had in the original at one time, and the
translation is searched for an answer that changes; all its other clauses stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from emperor_rules.check.check_report import TIME_WAS_OVER
from emperor_rules.check.history.timeline import UNDATED, Effect, EffectState, Substitutions
from emperor_rules.check.history.versions import (
    ClauseVersion,
    ClauseVersions,
    changed_predicates,
    clause_versions,
    substituted,
    wording_dates,
)
from emperor_rules.check.witness import answer_json
from emperor_rules.diagnostics import WARNING, Diagnostic
from emperor_rules.errors import NotATranslationError
from emperor_rules.frontend.rules_report import rules_report
from emperor_rules.limits import Progress
from emperor_rules.messages import Message, Names, counted, template
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import RELATION_WORDS, Edition, Reference, TextRelation
from emperor_rules.reports.formats import Rendered
from emperor_rules.reports.report import Report, ReportItem

_BEHIND = (EffectState.DIFFERENT, EffectState.ABSENT)
#: Whether a clause agrees with a wording of its counterpart; where it is none of these, that is not known.
AGREES = {EffectState.SAME: True, EffectState.DIFFERENT: False, EffectState.ABSENT: False}


@dataclass(frozen=True, slots=True)
class VersionMatch:
    """A clause of the translation against its counterpart's wording between two dates, and its number then.

    ``dates`` are those of the original on which this wording was in force, in order.
    """

    dates: tuple[str | None, ...]
    effect: Effect
    number: str = ""

    @property
    def state(self) -> EffectState:
        """Whether the two agree."""
        return self.effect.state

    def as_json(self) -> dict[str, object]:
        """Return it for programs."""
        effect = self.effect
        witness, now, then = effect.difference or (None, None, None)
        return {
            "dates": list(self.dates),
            "number": self.number or None,
            "answers": effect.state,
            "searched": effect.searched if effect.state is not EffectState.ABSENT else None,
            "why": effect.why or None,
            "witness": dict(witness) if witness else None,
            "translation-answer": answer_json(now) if now else None,
            "original-answer": answer_json(then) if then else None,
        }


@dataclass(frozen=True)
class ClauseAge:
    """A clause of the translation with its counterpart, compared with each wording of the counterpart."""

    versions: ClauseVersions
    counterpart: ClauseVersions
    against: tuple[VersionMatch, ...]

    def dates(self, state: EffectState) -> tuple[str | None, ...]:
        """Return the dates of the original whose wording is in this state."""
        return tuple(date for match in self.against if match.state == state for date in match.dates)

    def on(self, date: str | None) -> VersionMatch:
        """Return the comparison with the wording of a date."""
        return next(match for match in self.against if date in match.dates)


@dataclass(frozen=True)
class RulesTranslationAge(Rendered):
    """With which editions of its original a translation agrees.

    Attributes:
        translation: The id of the text.
        original: The id of its original.
        claim: The date of the original that the translation names, if any.
        claimed: The last date up to that on which the original changed; ``None`` where the original has no dates.
        dates: The dates of the original.
        clauses: Clause by clause, with which editions it agrees (internal).
        only: The clauses that one of the two has alone (internal).
        searched: How far the search went (internal).
        rulebook: The rules (internal).
    """

    translation: str
    original: str
    claim: str | None
    claimed: str | None
    dates: tuple[str | None, ...]
    clauses: tuple[ClauseAge, ...]
    only: dict[str, tuple[ClauseVersions, ...]]
    searched: dict[str, Any]
    rulebook: Rulebook = field(repr=False)

    @property
    def complete(self) -> bool:
        """Whether the time sufficed."""
        return bool(self.searched["complete"])

    @property
    def behind(self) -> tuple[str, ...]:
        """The clauses of the translation that do not agree with the edition that it names."""
        states = ((clause, clause.on(self.claimed).state) for clause in self.clauses)
        return tuple(clause.versions.id for clause, state in states if state in _BEHIND)

    def as_json(self) -> dict[str, object]:
        """Return everything with the keys of ``emperor history TEXT --against ORIGINAL --format json``."""
        return {
            "translation": self.translation,
            "original": self.original,
            "claim": self.claim,
            "claimed": self.claimed,
            "dates": list(self.dates),
            "clauses": [self._clause(aged) for aged in self.clauses],
            "only": {text: [versions.id for versions in lines] for text, lines in self.only.items()},
            "searched": self.searched,
        }

    def _clause(self, aged: ClauseAge) -> dict[str, object]:
        return {
            "clause": aged.versions.id,
            "slug": aged.versions.slug,
            "original-clause": aged.counterpart.id,
            "agrees": list(aged.dates(EffectState.SAME)),
            "differs": list(aged.dates(EffectState.DIFFERENT)),
            "absent": list(aged.dates(EffectState.ABSENT)),
            "agrees-with-claimed": AGREES.get(aged.on(self.claimed).state),
            "editions": [match.as_json() for match in aged.against],
        }

    def report(self) -> Report:
        """Return it as a report (internal)."""
        items = []
        for clause in self.clauses:
            state, dates = clause.on(self.claimed).state, clause.dates(EffectState.SAME)
            findings: tuple[Diagnostic, ...] = ()
            if state in _BEHIND:
                named = {"clause": clause.versions.id, "original": self.original}
                message = Message("{clause} does not say what {original} says", **named)
                help = (
                    Message("It agrees with: {dates}", dates=Names(date or UNDATED for date in dates)) if dates else ""
                )
                span, number = clause.versions.records[-1].span, clause.versions.number
                findings = (Diagnostic("R520", WARNING, message, span, help, self.translation, number),)
            late = TIME_WAS_OVER if state is EffectState.UNFINISHED else ""
            items.append(ReportItem(self.translation, clause.versions.title, findings, late))
        verdict = Message(
            "{translation} against {original}: {behind} behind, up to {seats} seats.",
            translation=self.translation,
            original=self.original,
            behind=counted(len(self.behind), "clause"),
            seats=self.searched["seats"],
        )
        return rules_report(self.rulebook, "history", items, verdict, lambda language: self.as_json())


def date_translation(
    rulebook: Rulebook,
    translation: str,
    original: str,
    up_to: int,
    seconds: float | None = None,
    progress: Progress | None = None,
    slug: str | None = None,
) -> RulesTranslationAge:
    """Return each clause of a translation (or the one of that ``slug``) compared with every edition of the original.

    Tables of up to ``up_to`` seats are searched; after ``seconds`` of wall time the rest is unfinished.

    Raises:
        NotATranslationError: The text does not say that it translates this original, or not a wording that it had.
    """
    claim = _claim(rulebook, translation, original)
    source = rulebook.texts[original]
    dates = wording_dates(source)
    claimed = _edition(dates, claim, original)
    own_clauses = [v for v in clause_versions(rulebook.texts[translation]) if v.at(None) is not None]
    original_clauses = clause_versions(source)
    pairs = pair(own_clauses, original_clauses, claimed)
    substitutions = Substitutions(rulebook, up_to, seconds)
    selected = [(versions, counterpart) for versions, counterpart in pairs if slug in (None, versions.slug)]
    clauses = []
    for done, (versions, counterpart) in enumerate(selected):
        against = []
        for match in _against(substitutions, versions, counterpart, dates, pairs):
            against.append(match)
            if progress is not None:
                progress(done * len(dates) + sum(len(a.dates) for a in against), len(selected) * len(dates))
        clauses.append(ClauseAge(versions, counterpart, tuple(against)))
    claimed_clauses = [versions for versions in original_clauses if versions.at(claimed) is not None]
    paired = {versions.slug for versions, _ in pairs}
    counterparts = {counterpart.slug for _, counterpart in pairs}
    only = {
        translation: tuple(versions for versions in own_clauses if versions.slug not in paired),
        original: tuple(versions for versions in claimed_clauses if versions.slug not in counterparts),
    }
    searched = substitutions.searched()
    return RulesTranslationAge(translation, original, claim, claimed, dates, tuple(clauses), only, searched, rulebook)


def _claim(rulebook: Rulebook, translation: str, original: str) -> str | None:
    """Return the date of the original that a translation claims to follow, ``None`` where it names none."""
    relations = rulebook.texts[translation].relations
    for kind, target in relations:
        if kind == TextRelation.TRANSLATES and target.text == original:
            return target.at
    if translation == original:
        raise NotATranslationError(Message("{text} cannot be held against itself", text=translation))
    named = {"text": translation, "original": original}
    if not relations:
        raise NotATranslationError(Message("{text} does not say that it translates {original}", **named))
    related = (
        Message("it {relation} {text}", relation=RELATION_WORDS[kind], text=target.text) for kind, target in relations
    )
    message = template("{text} does not say that it translates {original}: {relations}")
    raise NotATranslationError(Message(message, **named, relations=Names(related, between="; ")))


def _edition(dates: Sequence[str | None], claim: str | None, original: str) -> str | None:
    """Return the last date of the original that is not after the claimed date."""
    if claim is None or len(dates) == 1:
        return dates[-1]
    past = [date for date in dates if date is not None and date <= claim]
    if not past:
        raise NotATranslationError(
            Message(
                "{text} has no wording of {date}: its first is of {first}", text=original, date=claim, first=dates[0]
            )
        )
    return past[-1]


def pair(
    translation_clauses: Sequence[ClauseVersions], original_clauses: Sequence[ClauseVersions], claimed: str | None
) -> tuple[tuple[ClauseVersions, ClauseVersions], ...]:
    """Return the clauses of two texts in pairs: by slug, else by the number of the claimed, then the newest edition."""

    def numbers_on(at: str | None) -> dict[str, str]:
        states = [(versions, versions.at(at) or (versions if at is None else None)) for versions in original_clauses]
        return {versions.slug: state.number for versions, state in states if state is not None}

    counterparts: dict[str, ClauseVersions] = {}
    taken: set[str] = set()
    for numbers in ({}, numbers_on(claimed), numbers_on(None)):
        for versions in translation_clauses:
            for counterpart in original_clauses:
                slug = counterpart.slug
                alike = numbers.get(slug) == versions.number if numbers else slug == versions.slug
                if alike and versions.slug not in counterparts and slug not in taken:
                    counterparts[versions.slug] = counterpart
                    taken.add(slug)
    return tuple(
        (versions, counterparts[versions.slug]) for versions in translation_clauses if versions.slug in counterparts
    )


def _against(
    substitutions: Substitutions,
    versions: ClauseVersions,
    counterpart: ClauseVersions,
    dates: Sequence[str | None],
    pairs: Sequence[tuple[ClauseVersions, ClauseVersions]],
) -> Iterator[VersionMatch]:
    """Yield the comparison of a clause with each wording of its counterpart that has another meaning than the last."""
    own = versions.at(None)
    assert own is not None
    states = [(date, counterpart.at(date)) for date in dates]
    for _, run in groupby(states, key=lambda dated: dated[1].meaning if dated[1] is not None else None):
        dates_alike, (state, *_) = zip(*run, strict=True)
        if state is None:
            yield VersionMatch(dates_alike, Effect(EffectState.ABSENT))
            continue
        wording = _as_own(own, state, pairs)
        text, touched = substituted(versions, wording), changed_predicates(own, wording)
        effect = substitutions.search_for(text, Edition(text.id), touched)
        yield VersionMatch(dates_alike, effect, state.number)


def _as_own(
    own: ClauseVersion, wording: ClauseVersion, pairs: Sequence[tuple[ClauseVersions, ClauseVersions]]
) -> ClauseVersion:
    """Return the original's wording as a clause of the translation, with overrides of the translation's clauses."""

    def moved(reference: Reference) -> Reference:
        for versions, counterpart in pairs:
            named = reference.number in {record.number for record in counterpart.records}
            if reference.text == counterpart.text.id and named:
                return reference._replace(text=versions.text.id, number=versions.number)
        return reference

    overrides = tuple(moved(reference) for reference in wording.clause.overrides)
    return replace(own, clause=replace(own.clause, sentences=wording.clause.sentences, overrides=overrides))
