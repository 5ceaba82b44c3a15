"""Operations on sets of positions of which compiled conditions and terms are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from emperor_rules.model.seating import NOBODY
from emperor_rules.model.terms import PLAYER
from emperor_rules.model.vocabulary import Predicate
from emperor_rules.search.state_space import Bits
from emperor_rules.semantics.verdict import without

if TYPE_CHECKING:
    from emperor_rules.search.bitset import BitText

Args = tuple[Any, ...]
#: The values of letters: arguments first, then those of quantifiers.
Frame = list[Any]
#: Where a condition is certainly true, and where it is certainly false.
TruthSets = tuple[Bits, Bits]
#: Where a term has which value.
ValueSets = Mapping[Any, Bits]
#: A condition, compiled: it takes a text on a space, and the values of letters.
SetCondition = Callable[["BitText", Frame], TruthSets]


class SetTerm(NamedTuple):
    """A term; ``slot`` is set for a letter."""

    run: Callable[[BitText, Frame], ValueSets]
    slot: int | None = None


def union(sets: Iterable[Bits]) -> Bits:
    """Return the union of sets of positions."""
    total = 0
    for bits in sets:
        total |= bits
    return total


def where_player(player: SetTerm, holds: Callable[[BitText, Any], Bits]) -> SetCondition:
    """Return where a player has a property."""
    run = player.run
    if (slot := player.slot) is not None:

        def of_letter(s: BitText, e: Frame) -> TruthSets:
            true = holds(s, e[slot])
            return true, s.full ^ true

        return of_letter

    def where(s: BitText, e: Frame) -> TruthSets:
        true = false = 0
        for value, bits in run(s, e).items():
            holding = holds(s, value)
            true |= bits & holding
            false |= without(bits, holding)
        return true, false

    return where


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


def combined(args: Sequence[SetTerm], s: BitText, e: Frame) -> list[tuple[Args, Bits]]:
    """Return every combination of argument values with the positions in which it is the case."""
    combinations: list[tuple[Args, Bits]] = [((), s.full)]
    for arg in args:
        values = arg.run(s, e)
        combinations = [
            ((*before, value), bits & here)
            for before, bits in combinations
            for value, here in values.items()
            if bits & here
        ]
    return combinations


def apply_predicate(
    declared: Predicate, args: Sequence[SetTerm], look_up: Callable[[BitText, Args], TruthSets]
) -> SetCondition:
    """Apply a predicate to arguments; of nobody it does not hold."""
    letters = pick(args)
    if letters is not None:  # most are: “q is next to p”
        return lambda s, e: look_up(s, letters(e))
    players = [n for n, (_, sort) in enumerate(declared.params) if sort == PLAYER]

    def applied(s: BitText, e: Frame) -> TruthSets:
        true = false = 0
        combinations = combined(args, s, e)
        for values, where in combinations:
            if any(values[n] == NOBODY for n in players):
                false |= where
                continue
            pair = look_up(s, values)
            if where == s.full and len(combinations) == 1:
                return pair
            true |= where & pair[0]
            false |= where & pair[1]
        return true, false

    return applied


def apply_function(
    players: Sequence[int], args: Sequence[SetTerm], look_up: Callable[[BitText, Args], ValueSets]
) -> Callable[[BitText, Frame], ValueSets]:
    """Apply a function to arguments; it is unknown where one of ``players`` is nobody."""
    letters = pick(args)
    if letters is not None:
        return lambda s, e: look_up(s, letters(e))

    def valued(s: BitText, e: Frame) -> ValueSets:
        by_value: dict[Any, Bits] = {}
        combinations = combined(args, s, e)
        for values, where in combinations:
            if any(values[n] == NOBODY for n in players):
                continue
            results = look_up(s, values)
            if where == s.full and len(combinations) == 1:
                return results
            for value, bits in results.items():
                if bits & where:
                    by_value[value] = by_value.get(value, 0) | bits & where
        return by_value

    return valued


def at_least(sets: Sequence[Bits], full: Bits) -> list[Bits]:
    """Return, by n, where at least n of some sets overlap."""
    reached = [full]
    for bits in sets:
        reached.append(0)
        for n in range(len(reached) - 1, 0, -1):
            reached[n] |= reached[n - 1] & bits
    return reached


def reached(reached: Sequence[Bits], n: int) -> Bits:
    """Return where at least n sets overlap, of what :func:`at_least` returned."""
    return reached[n] if n < len(reached) else 0
