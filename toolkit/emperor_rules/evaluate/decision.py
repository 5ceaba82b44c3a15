"""Verdicts of one position with the clauses behind them, by the formulas of :mod:`emperor_rules.semantics.verdict`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from emperor_rules.evaluate.fixpoint import Judged, Key
from emperor_rules.evaluate.position import MemoTable
from emperor_rules.semantics.verdict import (
    Conclusion,
    Extent,
    RuleStatus,
    Truth,
    fact_sets,
    settle_overrides,
    value_sets,
)

YES, NO, OPEN, VALUE, MET = Conclusion
FALSE, TRUE, UNKNOWN, CONTRADICTED = Truth

#: A rule whose condition is true or unknown: its number, that truth, the clauses behind it, and the value that it gives
#: (``None``: unknown).
Candidate = tuple[int, Truth, int, object]

_CERTAIN, _POSSIBLE = Extent(1, 0), Extent(0, 1)
#: The value of a function that clauses give differently.
CONTRADICTORY: Final = object()


def overruled(
    candidates: Sequence[Candidate], rules: Mapping[int, RuleStatus]
) -> tuple[Sequence[Candidate], Sequence[Candidate]]:
    """Return the candidates that remain once overrides have been settled, and those certainly dropped.

    A candidate that a merely possible overrider weakens is unknown for the reasons of that overrider.
    """
    numbers = {candidate[0] for candidate in candidates}
    if not any(overrider in numbers for number in numbers for overrider in rules[number].overriders):
        return candidates, ()
    held = {number: _CERTAIN if truth == TRUE else _POSSIBLE for number, truth, _, _ in candidates}
    settled = settle_overrides(held, rules)
    clauses = {number: because for number, _, because, _ in candidates}
    for number, (_, possible) in settled.items():
        if possible:
            doubts = 0 if held[number].certain else clauses[number]
            for overrider in rules[number].overriders:
                if overrider in held and settled[overrider].possible:
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


def decide_fact(
    table: MemoTable,
    key: Key,
    candidates: Sequence[Candidate],
    rules: Mapping[int, RuleStatus],
    overridable: bool,
    principle: int,
    closed: bool,
) -> Judged:
    """Return the truth of a fact or permission and its clauses.

    ``principle`` is the bit of the text's principle, or 0 where none applies.
    """
    if len(candidates) == 1:  # what stands alone yields to nothing
        ((number, truth, clauses, _),) = candidates
        kind, _, _, bit = rules[number]
        if truth == TRUE and (kind is YES or kind is NO):
            return TRUE if kind is YES else FALSE, clauses | bit
    dropped: Sequence[Candidate] = ()
    if overridable and len(candidates) > 1:
        candidates, dropped = overruled(candidates, rules)
    plain = defeasible = no = maybe_plain = maybe_defeasible = maybe_no = opened = met = 0
    has_plain = has_defeasible = has_no = may_plain = may_defeasible = may_no = False
    for number, truth, clauses, _ in candidates:
        kind, yields, _, bit = rules[number]
        certain = truth == TRUE
        if kind is YES and yields:
            if certain:
                has_defeasible, defeasible = True, defeasible | clauses | bit
            else:
                may_defeasible, maybe_defeasible = True, maybe_defeasible | clauses
        elif kind is YES:
            if certain:
                has_plain, plain = True, plain | clauses | bit
            else:
                may_plain, maybe_plain = True, maybe_plain | clauses
        elif kind is NO:
            if certain:
                has_no, no = True, no | clauses | bit
            else:
                may_no, maybe_no = True, maybe_no | clauses
        elif kind is OPEN:
            opened |= bit
        elif certain:
            met |= clauses | bit
    sets = fact_sets(
        has_plain,
        may_plain,
        has_defeasible,
        may_defeasible,
        has_no,
        may_no,
        opened != 0,
        1,
        principle=principle != 0,
        closed=closed,
    )
    if sets.true:
        _note_defeated(table, key, candidates, dropped, rules, YES)
        return TRUE, plain | defeasible | met
    if sets.false:
        _note_defeated(table, key, candidates, dropped, rules, NO)
        if sets.default:
            # It rests on no clause; only when it is asked for itself are those cited that could have concluded it.
            return FALSE, 0
        return FALSE, no | principle if has_plain or opened else no
    if sets.contradicted:
        table.sides[key] = {True: plain, False: no}
        return CONTRADICTED, plain | no
    if opened:
        return UNKNOWN, opened
    if has_no:
        return UNKNOWN, maybe_plain  # a yes that gives way would change nothing
    if has_plain or has_defeasible:
        return UNKNOWN, maybe_no
    return UNKNOWN, maybe_plain | maybe_defeasible | maybe_no


def _note_defeated(
    table: MemoTable,
    key: Key,
    candidates: Sequence[Candidate],
    dropped: Sequence[Candidate],
    rules: Mapping[int, RuleStatus],
    winner: Conclusion,
) -> None:
    """Note the clauses that certainly concluded otherwise and yielded; the yes of an *only* yields unnoted."""
    defeated = 0
    for group in (candidates, dropped):
        for number, truth, _, _ in group:
            kind, yields, _, bit = rules[number]
            if kind is not winner and kind is not MET and truth == TRUE and not yields:
                defeated |= bit
    if defeated:
        table.defeated[key] = defeated


def decide_value(
    table: MemoTable, key: Key, candidates: Sequence[Candidate], rules: Mapping[int, RuleStatus], overridable: bool
) -> Judged:
    """Return a value and its clauses; ``None`` is unknown, :data:`CONTRADICTORY` given differently."""
    dropped: Sequence[Candidate] = ()
    if overridable and len(candidates) > 1:
        candidates, dropped = overruled(candidates, rules)
    if len(candidates) == 1 and not dropped:  # what stands alone yields to nothing
        ((number, truth, clauses, value),) = candidates
        if truth == TRUE and value is not None and rules[number].kind is not OPEN:
            return value, clauses | rules[number].bit
    certain: dict[object, int] = {}
    possible: dict[object, int] = {}
    opened = unknown = 0
    undefined = False
    for number, truth, clauses, value in candidates:
        kind, _, _, bit = rules[number]
        if kind is OPEN:
            opened |= bit
        elif truth == TRUE and value is not None:
            certain[value] = certain.get(value, 0) | clauses | bit
        else:
            unknown |= clauses
            if value is None:
                undefined = True
            else:
                possible[value] = 1
    sets = value_sets(dict.fromkeys(certain, 1), possible, opened != 0, undefined)
    for value in sets.values:
        defeated = 0
        for number, truth, _, dropped_value in dropped:
            if truth == TRUE and dropped_value != value:
                defeated |= rules[number].bit
        if defeated:
            table.defeated[key] = defeated
        return value, certain[value]
    if sets.contradicted:
        clauses = 0
        for side in certain.values():
            clauses |= side
        table.sides[key] = certain
        return CONTRADICTORY, clauses
    return None, opened or unknown
