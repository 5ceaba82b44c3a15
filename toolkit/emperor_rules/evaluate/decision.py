"""Verdicts of one position with the clauses behind them, by the formulas of :mod:`emperor_rules.semantics.verdict`.

Which rules decide, which of their reasons count and which yield depends on nothing but which rules apply and how
certainly. So the formulas are worked out once for each such case, with a bit of its own for the reasons of each rule,
and kept as a decision in which the reasons of a position are then filled in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from emperor_rules.evaluate.fixpoint import Judged, Key
from emperor_rules.evaluate.position import MemoTable
from emperor_rules.resolve.rules import Definition
from emperor_rules.semantics.verdict import (
    CONTRADICTED,
    FALSE,
    MET,
    NO,
    OPEN,
    TRUE,
    UNKNOWN,
    YES,
    Conclusion,
    Extent,
    RuleStatus,
    Truth,
    fact_sets,
    settle_overrides,
    union,
    value_sets,
)

#: A rule whose condition is true or unknown: its number, that truth, the clauses behind it, and the value that it gives
#: (``None``: unknown).
Candidate = tuple[int, Truth, int, Any]

_CERTAIN, _POSSIBLE = Extent(1, 0), Extent(0, 1)
#: The value of a function that clauses give differently.
CONTRADICTORY: Final = object()


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

    def value(self, table: MemoTable, key: Key, candidates: Sequence[Candidate]) -> Judged:
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
            (number, truth, 1 << self.clauses + place, values and values[place])
            for place, (number, truth, _, _) in enumerate(candidates)
        ]

    def _mask(self, symbolic: int) -> Mask:
        bits, reasons = symbolic & (1 << self.clauses) - 1, symbolic >> self.clauses
        return Mask(bits, tuple(place for place in range(reasons.bit_length()) if reasons >> place & 1))

    def _applying(self, candidates: Iterable[Candidate]) -> list[tuple[RuleStatus, Extent]]:
        return [(self.rules[number], _CERTAIN if truth == TRUE else _POSSIBLE) for number, truth, _, _ in candidates]

    def _decided_fact(self, candidates: Sequence[Candidate]) -> Decision:
        rules, principle = self.rules, self.definition.principle
        candidates, dropped = overruled(candidates, rules)
        sets = fact_sets(
            self._applying(candidates), 1, principle=principle is not None, closed=self.definition.predicate.closed
        )

        def behind(applies: Truth, *kinds: Conclusion, plain: bool = False) -> int:
            """Return the clauses behind rules that certainly apply, themselves included, or that possibly do.

            A ``plain`` yes is any but the defeasible one of an *only*.
            """
            return union(
                because | (rules[number].bit if applies == TRUE else 0)
                for number, truth, because, _ in candidates
                if truth == applies and rules[number].kind in kinds and not (plain and rules[number].defeasible)
            )

        def defeated(winner: Conclusion) -> int:
            """Return the clauses that certainly concluded otherwise; the yes of an *only* yields unnoted."""
            return union(
                rules[number].bit
                for number, truth, _, _ in (*candidates, *dropped)
                if truth == TRUE and rules[number].kind not in (winner, MET) and not rules[number].defeasible
            )

        opened = union(rules[number].bit for number, _, _, _ in candidates if rules[number].kind is OPEN)
        plain, no = behind(TRUE, YES, plain=True), behind(TRUE, NO)
        if sets.true:
            granted = behind(TRUE, YES, MET)
            return Decision(TRUE, self._mask(granted), defeated(YES))
        if sets.default:
            # It rests on no clause; only when it is asked for itself are those cited that could have concluded it.
            return Decision(FALSE, self._mask(0), defeated(NO))
        if sets.false:
            beats = 1 << principle if principle is not None and (plain or opened) else 0
            return Decision(FALSE, self._mask(no | beats), defeated(NO))
        if sets.contradicted:
            sides = (True, self._mask(plain)), (False, self._mask(no))
            return Decision(CONTRADICTED, self._mask(plain | no), 0, sides)
        if opened:
            doubts = opened
        elif no:
            doubts = behind(UNKNOWN, YES, plain=True)  # a yes that gives way would change nothing
        elif behind(TRUE, YES):
            doubts = behind(UNKNOWN, NO)
        else:
            doubts = behind(UNKNOWN, YES, NO)
        return Decision(UNKNOWN, self._mask(doubts), doubted=self._doubted(candidates))

    def _decided_value(self, candidates: Sequence[Candidate]) -> Decision:
        rules = self.rules
        candidates, dropped = overruled(candidates, rules)
        given = ({} if value is None else {value: 1} for _, _, _, value in candidates)
        applying = (
            (status, extent, by) for (status, extent), by in zip(self._applying(candidates), given, strict=True)
        )
        sets = value_sets(applying, None)
        certain: dict[Any, int] = {}
        for number, truth, because, value in candidates:
            if truth == TRUE and value is not None and rules[number].kind is not OPEN:
                certain[value] = certain.get(value, 0) | because | rules[number].bit
        for value in sets.values:
            yielding = (rules[n].bit for n, truth, _, other in dropped if truth == TRUE and other != value)
            return Decision(value, self._mask(certain[value]), union(yielding))
        if sets.contradicted:
            sides = tuple((value, self._mask(side)) for value, side in certain.items())
            return Decision(CONTRADICTORY, self._mask(union(certain.values())), 0, sides)
        opened = union(rules[number].bit for number, _, _, _ in candidates if rules[number].kind is OPEN)
        doubts = (
            because
            for number, truth, because, value in candidates
            if rules[number].kind is not OPEN and (truth != TRUE or value is None)
        )
        return Decision(None, self._mask(opened or union(doubts)), doubted=self._doubted(candidates))

    def _doubted(self, candidates: Iterable[Candidate]) -> Mask:
        """Return what is behind the rules that possibly leave something open, unless another certainly does."""
        opening = [candidate for candidate in candidates if self.rules[candidate[0]].kind is OPEN]
        if any(truth == TRUE for _, truth, _, _ in opening):
            return Mask(0, ())
        return self._mask(union(because for _, _, because, _ in opening))


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
