"""Conditions and terms on a set of positions at once, compiled to Python functions.

A condition gives the positions in which it is certainly true and certainly false; what is in neither is unknown. A term
gives, by value, the positions in which it has that value; what is under no value is unknown. A function takes a text on
a space (:class:`TextOnSpace`) and a frame with the values of letters, so that the conditions of a text are compiled
once for all spaces.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from emperor_rules.model.seating import NOBODY
from emperor_rules.model.terms import Apply, Compare, Condition, HasRole, Holds, Moment, Quantified, walk
from emperor_rules.model.vocabulary import Predicate
from emperor_rules.search.state_space import Args, ByValue, SetCondition, SetFunction, TextOnSpace, TruthSets
from emperor_rules.semantics.builtins import Builtin
from emperor_rules.semantics.expressions import Counted, Frame, Interpretation, Reasons, player_slots
from emperor_rules.semantics.verdict import TRUE, Bits, Truth, at_least, union, without


class SetTerm(NamedTuple):
    """A term; ``slot`` is set for a letter."""

    run: SetFunction
    slot: int | None = None


class SetInterpretation(Interpretation[SetCondition, SetTerm]):
    """Conditions and terms on a set of positions."""

    def in_order(self, parts: Sequence[Condition]) -> Sequence[Condition]:
        """Return the parts with what only looks at seats and sizes first."""
        return sorted(parts, key=_cost)

    # --- conditions ------------------------------------------------------------------------------

    def always(self) -> SetCondition:
        """Return all positions."""
        return lambda s, e: s.everywhere

    def negation(self, part: SetCondition) -> SetCondition:
        """Swap true and false."""

        def negated(s: TextOnSpace, e: Frame) -> TruthSets:
            true, false = part(s, e)
            return false, true

        return negated

    def junction(self, parts: Sequence[SetCondition], decisive: Truth, reasons: Reasons) -> SetCondition:
        """Unite where parts are decisive, and intersect where they are the opposite."""
        deciding, opposite = (0, 1) if decisive is TRUE else (1, 0)  # places in a pair of sets

        def joined(s: TextOnSpace, e: Frame) -> TruthSets:
            full = s.full
            some, every = 0, full
            for part in parts:
                truth = part(s, e)
                some |= truth[deciding]
                every &= truth[opposite]
                if some == full:
                    break
            every = without(every, some)
            return (some, every) if deciding == 0 else (every, some)

        return joined

    def counted(self, quantifier: Counted[SetCondition], reasons: Reasons) -> SetCondition:
        """Count, in each position, the members for whom filter and body hold."""
        where, body, slot, sort = quantifier.where, quantifier.body, quantifier.slot, quantifier.domain
        low, high = quantifier.low, quantifier.high
        one_decides = (low, high) in ((1, None), (None, 0))

        def within(s: TextOnSpace, e: Frame) -> TruthSets:
            full = s.full
            certain: list[Bits] = []  # for each member, where it certainly counts, and where it possibly does
            possible: list[Bits] = []
            for member in s.domain(sort):
                e[slot] = member
                included, excluded = where(s, e)
                if excluded == full:
                    continue
                true, false = body(s, e)
                certain.append(included & true)
                possible.append(full ^ (excluded | false))
                if one_decides and certain[-1] == full:
                    break
            true, false = full, 0
            if low is not None:
                true &= at_least(low, certain, full)
                false |= full ^ at_least(low, possible, full)
            if high is not None:
                true = without(true, at_least(high + 1, possible, full))
                false |= at_least(high + 1, certain, full)
            return true, false

        return within

    def option(self, option: str) -> SetCondition:
        """Return all positions or none."""
        return lambda s, e: s.everywhere if option in s.space.options else s.nowhere

    def role(self, role: str, player: SetTerm) -> SetCondition:
        """Return where a player has a role."""
        letter = self.vocabulary.roles[role].letter
        return apply_predicate((0,), [player], lambda s, who: s.divided(s.role(who[0], letter)))

    def given_flag(self, key: str) -> SetCondition:
        """Return where a yes-or-no fact is given as yes."""

        def flag(s: TextOnSpace, e: Frame) -> TruthSets:
            given = s.given(key)
            return given.get(True, 0), given.get(False, 0)

        return flag

    def given_member(self, key: str, player: SetTerm) -> SetCondition:
        """Return where a given list names a player."""

        def listed(s: TextOnSpace, who: Args) -> TruthSets:
            return s.divided(union(where for names, where in s.given(key).items() if who[0] in names))

        return apply_predicate((0,), [player], listed)

    def comparison(
        self, node: Compare, holds: Callable[[Any, Any], bool], left: SetTerm, right: SetTerm
    ) -> SetCondition:
        """Return where an operator holds between two terms."""
        if (p := left.slot) is not None and (q := right.slot) is not None:
            return lambda s, e: s.everywhere if holds(e[p], e[q]) else s.nowhere

        run_left, run_right = left.run, right.run

        def compared(s: TextOnSpace, e: Frame) -> TruthSets:
            true = false = 0
            right_values = run_right(s, e)
            for a, of_left in run_left(s, e).items():
                for b, of_right in right_values.items():
                    both = of_left & of_right
                    if both:
                        if holds(a, b):
                            true |= both
                        else:
                            false |= both
            return true, false

        return compared

    def builtin_fact(
        self, declared: Predicate, builtin: Builtin, args: Sequence[SetTerm], moment: Moment
    ) -> SetCondition:
        """Return where a built-in predicate holds."""
        return apply_predicate(
            player_slots(declared), args, lambda s, values: s.divided(s.builtin(builtin, moment, values))
        )

    def fact(self, declared: Predicate, args: Sequence[SetTerm]) -> SetCondition:
        """Return where clauses conclude a fact."""
        name = declared.id
        return apply_predicate(player_slots(declared), args, lambda s, values: s.truth(name, values))

    # --- terms -----------------------------------------------------------------------------------

    def constant(self, value: int | str) -> SetTerm:
        """Return a number or word."""
        return SetTerm(lambda s, e: {value: s.full})

    def letter(self, slot: int) -> SetTerm:
        """Return the value in a slot of the frame."""
        return SetTerm(lambda s, e: {e[slot]: s.full}, slot)

    def given(self, key: str) -> SetTerm:
        """Return what the question gives under a key."""
        return SetTerm(lambda s, e: s.given(key))

    def builtin_value(self, declared: Predicate, builtin: Builtin, args: Sequence[SetTerm], moment: Moment) -> SetTerm:
        """Return the value of a built-in function."""
        return SetTerm(apply_function((), args, lambda s, values: s.builtin(builtin, moment, values)))

    def value(self, declared: Predicate, args: Sequence[SetTerm]) -> SetTerm:
        """Return the value that clauses give; unknown of nobody."""
        name = declared.id
        return SetTerm(apply_function(player_slots(declared), args, lambda s, values: s.values(name, values)))

    def least(self, slot: int, where: SetCondition) -> SetTerm:
        """Return the least number that satisfies a condition."""

        def least(s: TextOnSpace, e: Frame) -> ByValue:
            left, numbers = s.full, {}
            for number in range(s.space.count + 1):
                e[slot] = number
                true, false = where(s, e)
                if true & left:
                    numbers[number] = true & left
                left &= false
                if not left:
                    break
            return numbers

        return SetTerm(least)

    def first(self, slot: int, where: SetCondition, start: SetTerm) -> SetTerm:
        """Return the first player to the left who satisfies a condition; nobody if there is none."""
        origin = start.run

        def first(s: TextOnSpace, e: Frame) -> ByValue:
            players: dict[Any, Bits] = {}
            count = s.space.count
            for begin, of_start in list(origin(s, e).items()):
                left = of_start
                for step in range(1, count if begin != NOBODY else 1):
                    e[slot] = player = (begin + step) % count
                    true, false = where(s, e)
                    if true & left:
                        players[player] = players.get(player, 0) | true & left
                    left &= false
                if left:
                    players[NOBODY] = players.get(NOBODY, 0) | left
            return players

        return SetTerm(first)

    def tally(self, slot: int, sort: str, where: SetCondition) -> SetTerm:
        """Return how many players or teams satisfy a condition; unknown where it is unknown of any."""

        def tally(s: TextOnSpace, e: Frame) -> ByValue:
            numbers: dict[int, Bits] = {0: s.full}
            for member in s.domain(sort):
                e[slot] = member
                true, false = where(s, e)
                following: dict[int, Bits] = {}
                for number, bits in numbers.items():
                    for more, positions in ((1, bits & true), (0, bits & false)):
                        if positions:
                            following[number + more] = following.get(number + more, 0) | positions
                numbers = following
            return numbers

        return SetTerm(tally)


def _cost(node: Condition) -> int:
    """Estimate what a condition costs."""
    return sum(5 if isinstance(part, HasRole) else isinstance(part, (Holds, Apply, Quantified)) for part in walk(node))


# --- operations on sets of positions ---------------------------------------------------------------


def pick(args: Sequence[SetTerm]) -> Callable[[Frame], Args] | None:
    """Return what takes arguments from a frame, if all of them are letters."""
    slots = [arg.slot for arg in args if arg.slot is not None]
    if len(slots) < len(args):
        return None
    match slots:
        case []:
            return lambda e: ()
        case [slot]:
            return lambda e: (e[slot],)
    return itemgetter(*slots)


def combined(args: Sequence[SetTerm], s: TextOnSpace, e: Frame) -> list[tuple[Args, Bits]]:
    """Return every combination of argument values with the positions in which it is the case."""
    first, *others = (arg.run(s, e).items() for arg in args)
    combinations: list[tuple[Args, Bits]] = [((value,), positions) for value, positions in first]
    for values in others:
        longer: list[tuple[Args, Bits]] = []
        for before, bits in combinations:
            for value, positions in values:
                both = bits & positions
                if both:
                    longer.append(((*before, value), both))
        combinations = longer
    return combinations


def apply_predicate(
    players: Sequence[int], args: Sequence[SetTerm], look_up: Callable[[TextOnSpace, Args], TruthSets]
) -> SetCondition:
    """Apply a predicate to arguments; it does not hold where one of ``players`` is nobody."""
    letters = pick(args)
    if letters is not None:  # most are: “q is next to p”
        return lambda s, e: look_up(s, letters(e))

    def applied(s: TextOnSpace, e: Frame) -> TruthSets:
        true = false = 0
        for values, where in combined(args, s, e):
            pair = s.nowhere if any(values[n] == NOBODY for n in players) else look_up(s, values)
            true |= where & pair[0]
            false |= where & pair[1]
        return true, false

    return applied


def apply_function(
    players: Sequence[int], args: Sequence[SetTerm], look_up: Callable[[TextOnSpace, Args], ByValue]
) -> SetFunction:
    """Apply a function to arguments; it is unknown where one of ``players`` is nobody."""
    letters = pick(args)
    if letters is not None:
        return lambda s, e: look_up(s, letters(e))

    def valued(s: TextOnSpace, e: Frame) -> ByValue:
        by_value: dict[Any, Bits] = {}
        for values, where in combined(args, s, e):
            results = {} if any(values[n] == NOBODY for n in players) else look_up(s, values)
            for value, bits in results.items():
                if bits & where:
                    by_value[value] = by_value.get(value, 0) | bits & where
        return by_value

    return valued
