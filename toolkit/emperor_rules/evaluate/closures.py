"""Compiled conditions and terms of one position, and how they are put together.

A function takes a position, the context of a question and a frame with the values of letters (for short ``c``, ``g``
and ``e``). What is certain and rests on no clause returns a plain value (:class:`Certain`); everything else returns a
pair of a value and a bit mask of the clauses behind it (:class:`Tracked`). The value of a condition is a
:class:`~emperor_rules.semantics.verdict.Truth`, that of an unknown term ``None``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Generic, NamedTuple, TypeVar, cast

from emperor_rules.evaluate.fixpoint import Judged, Verdict
from emperor_rules.evaluate.position import Position, QueryContext
from emperor_rules.semantics.expressions import Args, Argument, Frame, Value, count_truth
from emperor_rules.semantics.verdict import FALSE, TRUE, UNKNOWN, Truth, union

X_co = TypeVar("X_co", covariant=True)
Function = Callable[[Position, QueryContext, Frame], X_co]
#: A function that also returns the clauses behind what it returns.
Run = Callable[[Position, QueryContext, Frame], tuple[X_co, int]]
#: The verdict about a predicate: of a position, a context and arguments.
Decide = Callable[[Position, QueryContext, Args], Verdict]


class Certain(NamedTuple, Generic[X_co]):
    """A condition or term that is never unknown and rests on no clause.

    ``slot`` is set for a letter; ``maybe_nobody`` for a player who may be nobody.
    """

    run: Function[X_co]
    slot: int | None = None
    maybe_nobody: bool = False


class Tracked(NamedTuple, Generic[X_co]):
    """A condition or term with the clauses behind it."""

    run: Run[X_co]
    maybe_nobody: bool = True


#: A condition, and a term.
Compiled = Certain[bool] | Tracked[Truth]
CompiledTerm = Certain[Value] | Tracked[Value | None]


def tracked(part: Compiled) -> Run[Truth]:
    """Return a condition as a function of truth and clauses."""
    if isinstance(part, Tracked):
        return part.run
    run = part.run
    return lambda c, g, e: (TRUE, 0) if run(c, g, e) else (FALSE, 0)


def tracked_term(term: CompiledTerm) -> Run[Value | None]:
    """Return a term as a function of value and clauses."""
    if isinstance(term, Tracked):
        return term.run
    run = term.run
    return lambda c, g, e: (run(c, g, e), 0)


ALWAYS_TRUE: Certain[bool] = Certain(lambda c, g, e: True)
NEGATION = (TRUE, FALSE, UNKNOWN)


def all_of(tests: Sequence[Function[bool]]) -> Function[bool]:
    """Return a test that holds where all of some tests hold."""
    match tests:
        case []:
            return ALWAYS_TRUE.run
        case [first]:
            return first
        case [first, second]:
            return lambda c, g, e: first(c, g, e) and second(c, g, e)

    def every(c: Position, g: QueryContext, e: Frame) -> bool:
        for test in tests:  # noqa: SIM110  a generator costs twice as much
            if not test(c, g, e):
                return False
        return True

    return every


def any_of(tests: Sequence[Function[bool]]) -> Function[bool]:
    """Return a test that holds where one of some tests holds."""

    def any_holds(c: Position, g: QueryContext, e: Frame) -> bool:
        for test in tests:  # noqa: SIM110
            if test(c, g, e):
                return True
        return False

    return any_holds


def joined(judged: Iterable[Judged], decisive: Truth) -> Judged:
    """Join parts one of which decides when it is ``decisive``, with the reasons of all parts of the value they have."""
    decided = unknown = False
    of_decisive = of_unknown = of_opposite = 0
    for truth, clauses in judged:
        if truth == decisive:
            decided = True
            of_decisive |= clauses
        elif truth == UNKNOWN:
            unknown = True
            of_unknown |= clauses
        else:
            of_opposite |= clauses
    if decided:
        return decisive, of_decisive
    return (UNKNOWN, of_unknown) if unknown else (NEGATION[decisive], of_opposite)


def both(included: Judged, body: Judged) -> Judged:
    """Conjoin a member's filter, which does not exclude it, and what is asked of it."""
    if body[0] == FALSE:
        return body
    if included[0] == TRUE and body[0] == TRUE:
        return TRUE, included[1] | body[1]
    return UNKNOWN, union(clauses for truth, clauses in (included, body) if truth == UNKNOWN)


def count_certain(
    members: Function[Iterable[Argument]], slot: int, test: Function[bool], low: int | None, high: int | None
) -> Function[bool]:
    """Return a test of whether the number of members that pass a test lies within bounds."""
    if (low, high) in ((1, None), (None, 0)):
        sought = low is not None

        def exists(c: Position, g: QueryContext, e: Frame) -> bool:
            for member in members(c, g, e):
                e[slot] = member
                if test(c, g, e):
                    return sought
            return not sought

        return exists

    def within(c: Position, g: QueryContext, e: Frame) -> bool:
        number = 0
        for member in members(c, g, e):
            e[slot] = member
            if test(c, g, e):
                number += 1
        return (low is None or number >= low) and (high is None or number <= high)

    return within


def certain_arguments(args: Sequence[CompiledTerm]) -> Function[Args]:
    """Return certain arguments of a predicate as a function that gives them as a tuple."""
    slots = [arg.slot for arg in args if isinstance(arg, Certain) and arg.slot is not None]
    if len(slots) == len(args):
        match slots:
            case []:
                return lambda c, g, e: ()
            case [slot]:
                return lambda c, g, e: (e[slot],)
        pick = itemgetter(*slots)
        return lambda c, g, e: pick(e)
    runs = cast("list[Function[Argument]]", [arg.run for arg in args])
    return lambda c, g, e: tuple([run(c, g, e) for run in runs])


def arguments_of(args: Sequence[CompiledTerm]) -> Run[Args | None]:
    """Return arguments of a predicate as a function that gives them with their clauses; ``None`` if one is unknown."""
    if all(isinstance(arg, Certain) for arg in args):
        values = certain_arguments(args)
        return lambda c, g, e: (values(c, g, e), 0)
    runs = cast("list[Run[Argument | None]]", [tracked_term(arg) for arg in args])

    def arguments(c: Position, g: QueryContext, e: Frame) -> tuple[Args | None, int]:
        judged = [run(c, g, e) for run in runs]
        unknown = [clauses for value, clauses in judged if value is None]
        if unknown:
            return None, union(unknown)
        return tuple([value for value, _ in judged if value is not None]), union(clauses for _, clauses in judged)

    return arguments


def junction(parts: Sequence[Compiled], decisive: Truth, all_reasons: bool) -> Compiled:
    """Join parts one of which decides when it is ``decisive``; ``all_reasons`` unites those of every such part."""
    tests = [part.run for part in parts if isinstance(part, Certain) and part is not ALWAYS_TRUE]
    runs = [part.run for part in parts if isinstance(part, Tracked)]
    test = any_of(tests) if decisive is TRUE else all_of(tests)
    if not runs:
        return Certain(test) if tests else ALWAYS_TRUE
    opposite = NEGATION[decisive]
    if all_reasons:
        every = [*map(tracked, parts)]
        return Tracked(lambda c, g, e: joined([run(c, g, e) for run in every], decisive))

    def all_parts(c: Position, g: QueryContext, e: Frame) -> Judged:
        if tests and bool(test(c, g, e)) != bool(opposite):
            return decisive, 0
        clauses = open_clauses = 0
        unknown = False
        for run in runs:
            truth, because = run(c, g, e)
            if truth == decisive:
                return decisive, 0
            if truth == UNKNOWN:
                unknown = True
                open_clauses |= because
            else:
                clauses |= because
        return (UNKNOWN, open_clauses) if unknown else (opposite, clauses)

    return Tracked(all_parts)


def count_tracked(
    members: Function[Iterable[Argument]],
    slot: int,
    test: Function[bool] | None,
    noun: Run[Truth] | None,
    condition: Run[Truth],
    bounds: tuple[int | None, int | None],
    stop: int | None,
) -> Run[Truth]:
    """Return the truth of a quantifier over members, each of which is put into ``slot`` of the frame.

    ``test`` is a filter without reasons, ``noun`` one with reasons; both are optional. ``condition`` is evaluated for
    each member that passes. ``bounds`` are the least and greatest number of members for which the quantifier is true;
    evaluation ends after ``stop`` of them.
    """
    low, high = bounds

    def count(c: Position, g: QueryContext, e: Frame) -> Judged:
        true = unknown = 0
        of_true = of_unknown = of_false = 0
        for member in members(c, g, e):
            e[slot] = member
            if test is not None and not test(c, g, e):
                continue
            if noun is None:
                truth, clauses = condition(c, g, e)
            else:
                truth, clauses = noun(c, g, e)
                if truth != FALSE:
                    truth, clauses = both((truth, clauses), condition(c, g, e))
            if truth == TRUE:
                true += 1
                of_true |= clauses
                if true == stop:
                    break
            elif truth == FALSE:
                of_false |= clauses
            else:
                unknown += 1
                of_unknown |= clauses
        truth = count_truth(low, high, true, true + unknown)
        if truth is UNKNOWN:
            return UNKNOWN, of_unknown
        if truth is FALSE:
            return FALSE, of_true if high is not None and true > high else of_false
        return TRUE, (of_true if low is not None else 0) | (of_false if high is not None else 0)

    return count
