"""Verdicts of one position with the clauses behind them, by the formulas of :mod:`emperor_rules.semantics.verdict`.

Which rules decide, which of their reasons count and which yield depends on nothing but which rules apply and how
certainly. So the formulas are worked out once for each such case, with a bit of its own for the reasons of each rule,
and kept as a decision in which the reasons of a position are then filled in.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from emperor_rules.evaluate.fixpoint import CONTRADICTORY, Judged, Key, Verdict
from emperor_rules.evaluate.position import MemoTable
from emperor_rules.model.vocabulary import PredicateKind
from emperor_rules.resolve.rules import Definition
from emperor_rules.semantics.expressions import Value
from emperor_rules.semantics.verdict import (
    CONTRADICTED,
    FACT_ROWS,
    FALSE,
    MET,
    NO,
    OPEN,
    TRUE,
    UNKNOWN,
    VALUE_ROWS,
    YES,
    Conclusion,
    ConclusionGroup,
    Extent,
    RuleStatus,
    Truth,
    VerdictOutcome,
    VerdictRow,
    settle_overrides,
    union,
)

#: A rule whose condition is true or unknown: its number, that truth, the clauses behind it, and the value that it gives
#: (``None``: unknown).
Candidate = tuple[int, Truth, int, Value | None]

_CERTAIN, _POSSIBLE = Extent(1, 0), Extent(0, 1)


class Mask(NamedTuple):
    """Clauses: those of some bits, and those behind the candidates of some places."""

    bits: int
    places: tuple[int, ...]

    def of(self, candidates: Sequence[Candidate]) -> int:
        """Return the mask with the reasons of candidates."""
        mask = self.bits
        for place in self.places:
            mask |= candidates[place][2]
        return mask


class Decision(NamedTuple):
    """A verdict but for the clauses behind the candidates.

    The ``outcome`` is a truth, or the place of the candidate that gives the value (or ``None``, or
    :data:`CONTRADICTORY`). ``defeated`` are the clauses that yield; ``sides`` are those of a contradiction, each with
    what it says: a truth, or the place of a candidate that gives the value. ``doubted`` is what is behind rules that
    merely possibly leave it open: of that, given facts that are missing count, since with them it may be decided.
    """

    outcome: Any
    clauses: Mask
    defeated: int = 0
    sides: tuple[tuple[Any, Mask], ...] = ()
    doubted: Mask = Mask(0, ())


class DecisionTable:
    """What the rules about a predicate come to, whichever of them apply."""

    def __init__(self, definition: Definition, rules: Mapping[int, RuleStatus], clauses: int, missing: int) -> None:
        """Decide as a definition says.

        ``clauses`` is the number of bits of a mask that stand for clauses; those of ``missing`` stand for given facts.
        """
        self.missing = missing
        self.definition = definition
        self.rules = rules
        self.clauses = clauses
        self.decisions: dict[tuple[Any, ...], Decision] = {}

    def fact(self, table: MemoTable, key: Key, candidates: Sequence[Candidate]) -> Judged:
        """Return the truth of a fact or permission and its clauses, and note in ``table`` what yields."""
        case = tuple([(number, truth) for number, truth, _, _ in candidates])
        decision = self.decisions.get(case)
        if decision is None:
            decision = self.decisions[case] = self._decided_fact(self._symbolic(candidates))
        if decision.defeated:
            table.defeated[key] = decision.defeated
        if decision.sides:
            table.sides[key] = {says: mask.of(candidates) for says, mask in decision.sides}
        return decision.outcome, self._reasons(decision, candidates)

    def value(self, table: MemoTable, key: Key, candidates: Sequence[Candidate]) -> Verdict:
        """Return a value and its clauses; ``None`` is unknown, :data:`CONTRADICTORY` given differently."""
        first: dict[Any, int] = {None: -1}
        case = tuple([(n, truth, first.setdefault(value, at)) for at, (n, truth, _, value) in enumerate(candidates)])
        decision = self.decisions.get(case)
        if decision is None:
            places = [None if place < 0 else place for _, _, place in case]
            decision = self.decisions[case] = self._decided_value(self._symbolic(candidates, places))
        outcome, _, defeated, sides, _ = decision
        if defeated:
            table.defeated[key] = defeated
        if sides:
            table.sides[key] = {candidates[place][3]: mask.of(candidates) for place, mask in sides}
        return candidates[outcome][3] if type(outcome) is int else outcome, self._reasons(decision, candidates)

    def _reasons(self, decision: Decision, candidates: Sequence[Candidate]) -> int:
        reasons = decision.clauses.of(candidates)
        return reasons | decision.doubted.of(candidates) & self.missing if decision.doubted.places else reasons

    # --- decisions --------------------------------------------------------------------------------

    def _symbolic(self, candidates: Sequence[Candidate], values: Sequence[int | None] | None = None) -> list[Candidate]:
        """Return candidates with a bit of its own for the reasons of each, and the place of its value."""
        return [
            (number, truth, 1 << self.clauses + place, None if values is None else values[place])
            for place, (number, truth, _, _) in enumerate(candidates)
        ]

    def _mask(self, symbolic: int) -> Mask:
        bits, reasons = symbolic & (1 << self.clauses) - 1, symbolic >> self.clauses
        return Mask(bits, tuple(place for place in range(reasons.bit_length()) if reasons >> place & 1))

    def _decided_fact(self, candidates: Sequence[Candidate]) -> Decision:
        rules, principle = self.rules, self.definition.principle
        candidates, dropped = overruled(candidates, rules)
        groups = defaultdict[ConclusionGroup, list[Candidate]](list)
        for candidate in candidates:
            for group in _groups(rules[candidate[0]], candidate[1] == TRUE):
                groups[group].append(candidate)
        declared = {ConclusionGroup.PRINCIPLE} if principle is not None else set()
        if self.definition.predicate.closed:
            declared.add(ConclusionGroup.CLOSED)
        row = next(row for row in FACT_ROWS if row.fits({*groups, *declared}))
        match row.outcome:
            case VerdictOutcome.UNKNOWN:
                return self._unknown(row, groups, candidates)
            case VerdictOutcome.CONTRADICTED:
                sides = (
                    (True, self._behind(groups[ConclusionGroup.PLAIN])),
                    (False, self._behind(groups[ConclusionGroup.NO])),
                )
                return Decision(CONTRADICTED, self._mask(self._cited(row, groups)), 0, sides)
        winner, truth = (YES, TRUE) if row.outcome is VerdictOutcome.YES else (NO, FALSE)
        yielding = union(
            rules[number].bit
            for number, applies, _, _ in (*candidates, *dropped)
            if applies == TRUE and rules[number].kind not in (winner, MET) and not rules[number].defeasible
        )
        return Decision(truth, self._mask(self._cited(row, groups)), yielding)

    def _decided_value(self, candidates: Sequence[Candidate]) -> Decision:
        rules = self.rules
        candidates, dropped = overruled(candidates, rules)
        groups = defaultdict[ConclusionGroup, list[Candidate]](list)
        by_value = defaultdict[Any, list[Candidate]](list)
        for candidate in candidates:
            number, truth, _, value = candidate
            if rules[number].kind is OPEN:
                groups[ConclusionGroup.OPEN].append(candidate)
            elif truth == TRUE and value is not None:
                groups[ConclusionGroup.VALUE].append(candidate)
                by_value[value].append(candidate)
            else:
                groups[ConclusionGroup.POSSIBLE].append(candidate)
                if value is None:
                    groups[ConclusionGroup.UNDEFINED].append(candidate)
        certain = next(iter(by_value), None)
        if len(by_value) > 1:
            groups[ConclusionGroup.VALUES] = groups[ConclusionGroup.VALUE]
        if any(value not in (None, certain) for _, _, _, value in groups.get(ConclusionGroup.POSSIBLE, ())):
            groups[ConclusionGroup.RIVAL] = groups[ConclusionGroup.POSSIBLE]
        row = next(row for row in VALUE_ROWS if row.fits(groups))
        match row.outcome:
            case VerdictOutcome.UNKNOWN:
                return self._unknown(row, groups, candidates)
            case VerdictOutcome.CONTRADICTED:
                sides = tuple((value, self._behind(side)) for value, side in by_value.items())
                return Decision(CONTRADICTORY, self._mask(self._cited(row, groups)), 0, sides)
        yielding = (rules[n].bit for n, truth, _, other in dropped if truth == TRUE and other != certain)
        return Decision(certain, self._mask(self._cited(row, groups)), union(yielding))

    def _unknown(
        self, row: VerdictRow, groups: Mapping[ConclusionGroup, Sequence[Candidate]], candidates: Iterable[Candidate]
    ) -> Decision:
        unknown = None if self.definition.predicate.kind is PredicateKind.VALUE else UNKNOWN
        return Decision(unknown, self._mask(self._cited(row, groups)), doubted=self._doubted(candidates))

    def _cited(self, row: VerdictRow, groups: Mapping[ConclusionGroup, Sequence[Candidate]]) -> int:
        """Return the clauses that a row cites, and the symbols of what is behind them."""
        mask = 0
        for group in (*row.cites, *row.clauses):
            mask |= union(self.rules[number].bit for number, _, _, _ in groups.get(group, ()))
        for group in (*row.cites, *row.doubts):
            mask |= union(because for _, _, because, _ in groups.get(group, ()))
        if ConclusionGroup.PRINCIPLE in row.clauses and self.definition.principle is not None:
            mask |= 1 << self.definition.principle
        return mask

    def _behind(self, candidates: Iterable[Candidate]) -> Mask:
        return self._mask(union(because | self.rules[number].bit for number, _, because, _ in candidates))

    def _doubted(self, candidates: Iterable[Candidate]) -> Mask:
        """Return what is behind the rules that possibly leave something open, unless another certainly does."""
        opening = [candidate for candidate in candidates if self.rules[candidate[0]].kind is OPEN]
        if any(truth == TRUE for _, truth, _, _ in opening):
            return Mask(0, ())
        return self._mask(union(because for _, _, because, _ in opening))


def _groups(rule: RuleStatus, certain: bool) -> tuple[ConclusionGroup, ...]:
    """Return the groups of the table of verdicts that a rule belongs to where it applies."""
    match rule.kind:
        case Conclusion.YES if rule.defeasible:
            return (ConclusionGroup.YES,) if certain else (ConclusionGroup.POSSIBLE_YES,)
        case Conclusion.YES:
            return (
                (ConclusionGroup.YES, ConclusionGroup.PLAIN)
                if certain
                else (ConclusionGroup.POSSIBLE_YES, ConclusionGroup.POSSIBLE_PLAIN)
            )
        case Conclusion.NO:
            prohibition = (ConclusionGroup.PROHIBITION,) if rule.prohibits else ()
            return (ConclusionGroup.NO, *prohibition) if certain else (ConclusionGroup.POSSIBLE_NO,)
        case Conclusion.OPEN:
            return (ConclusionGroup.OPEN,)
        case Conclusion.MET:
            return (ConclusionGroup.MET,) if certain else ()
    return ()


def overruled(
    candidates: Sequence[Candidate], rules: Mapping[int, RuleStatus]
) -> tuple[Sequence[Candidate], Sequence[Candidate]]:
    """Return the candidates that remain once overrides have been settled, and those certainly dropped.

    A candidate that a merely possible overrider weakens is unknown for the reasons of that overrider.
    """
    extents = {number: _CERTAIN if truth == TRUE else _POSSIBLE for number, truth, _, _ in candidates}
    settled = settle_overrides(extents, rules)
    clauses = {number: because for number, _, because, _ in candidates}
    for number, (_, possible) in settled.items():
        if possible:
            doubts = 0 if extents[number].certain else clauses[number]
            for overrider in rules[number].overriders:
                if overrider in extents and settled[overrider].possible:
                    doubts |= 0 if rules[overrider].agrees_with(rules[number]) else clauses[overrider]
            clauses[number] = doubts
    remaining: list[Candidate] = []
    dropped: list[Candidate] = []
    for number, truth, because, value in candidates:
        certain, possible = settled[number]
        if certain or possible:
            remaining.append((number, TRUE if certain else UNKNOWN, clauses[number], value))
        elif truth == TRUE:  # what would only possibly have applied concluded nothing
            dropped.append((number, truth, because, value))
    return remaining, dropped
