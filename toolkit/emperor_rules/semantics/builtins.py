"""Built-in predicates and functions: what the toolkit itself knows of seats, teams and who is in the game.

Each is defined once here, with its signature, for a single position and for a set of positions.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from emperor_rules.model.seating import FAR, NOBODY, Ring, Table, distance, steps_left
from emperor_rules.model.terms import Moment

Bits = int

#: Comparison operators of the language by their symbols.
OPERATORS: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


class Seats(Protocol):
    """Where players sit in one position."""

    @property
    def table(self) -> Table:
        """The table."""


class SeatSets(Protocol):
    """Where players sit in a set of positions of one table."""

    @property
    def table(self) -> Table:
        """The table."""

    @property
    def full(self) -> Bits:
        """All positions."""

    def present(self, player: int, moment: Moment) -> Bits:
        """Return where a player is on the ring at a moment."""

    def distances(self, moment: Moment, p: int, q: int) -> Mapping[int, Bits]:
        """Return, by distance the shorter way round, where both are on the ring."""

    def steps(self, moment: Moment, p: int) -> list[dict[int, Bits]]:
        """Return, for each player, by number of steps clockwise from ``p``, where both are on the ring."""


@dataclass(frozen=True, slots=True)
class Builtin:
    """A built-in predicate (``answer`` is ``None``) or function.

    ``params`` and ``answer`` are sorts. ``scalar`` takes a position and the ring of a moment before its arguments and
    returns a value; ``on_sets`` takes a set of positions and a moment and returns the positions in which a predicate
    holds, or for a function the positions by value. ``positional`` ones look at the seats of a moment; for ``directed``
    ones it matters which way round seats are counted. ``measures`` names the built-in number that a predicate compares
    with a bound, with the numbers of those arguments that it is a number of.
    """

    params: tuple[str, ...]
    answer: str | None
    scalar: Callable[..., Any]
    on_sets: Callable[..., Any]
    positional: bool = False
    directed: bool = False
    measures: tuple[str, tuple[int, ...]] = "", ()

    @property
    def is_symmetric(self) -> bool:
        """Whether it is the same of two players either way round."""
        return self.params == ("player", "player") and self.positional and not self.directed


def _next_to(_: Seats, ring: Ring, p: int, q: int) -> bool:
    return distance(ring, p, q) == 1


def _next_to_sets(space: SeatSets, moment: Moment, p: int, q: int) -> Bits:
    return space.distances(moment, p, q).get(1, 0)


def _within(_: Seats, ring: Ring, q: int, most: int, p: int) -> bool:
    return distance(ring, q, p) <= most


def _within_sets(space: SeatSets, moment: Moment, q: int, most: int, p: int) -> Bits:
    within = 0
    for apart, where in space.distances(moment, q, p).items():
        if apart <= most:
            within |= where
    return within


def _distance(_: Seats, ring: Ring, p: int, q: int) -> int:
    return distance(ring, p, q)


def _distance_sets(space: SeatSets, moment: Moment, p: int, q: int) -> Mapping[int, Bits]:
    return _or_far(space, space.distances(moment, p, q))


def _steps_left(_: Seats, ring: Ring, p: int, q: int) -> int:
    return steps_left(ring, p, q)


def _steps_left_sets(space: SeatSets, moment: Moment, p: int, q: int) -> Mapping[int, Bits]:
    return _or_far(space, space.steps(moment, p)[q])


def _or_far(space: SeatSets, near: Mapping[int, Bits]) -> Mapping[int, Bits]:
    """Complete distances by the positions in which one of the two is not on the ring."""
    rest = space.full
    for where in near.values():
        rest &= ~where
    return {**near, FAR: rest} if rest else near


def _clockwise(seats: Seats, _: Ring, p: int) -> tuple[int, ...]:
    count = len(seats.table.roles)
    return tuple((p + n) % count for n in range(count))


def _clockwise_sets(space: SeatSets, _: str, p: int) -> Mapping[tuple[int, ...], Bits]:
    count = len(space.table.roles)
    return {tuple((p + n) % count for n in range(count)): space.full}


def _member(seats: Seats, _: Ring, p: int, t: int) -> bool:
    return seats.table.team_or_none[p] == t


def _member_sets(space: SeatSets, _: str, p: int, t: int) -> Bits:
    return space.full if space.table.team_or_none[p] == t else 0


def _team(seats: Seats, _: Ring, p: int) -> int:
    return seats.table.team_or_none[p]


def _team_sets(space: SeatSets, _: str, p: int) -> Mapping[int, Bits]:
    return {space.table.team_or_none[p]: space.full}


def _size(seats: Seats, _: Ring, t: int) -> int:
    return seats.table.sizes[t] if t != NOBODY else 0


def _size_sets(space: SeatSets, _: str, t: int) -> Mapping[int, Bits]:
    return {space.table.sizes[t] if t != NOBODY else 0: space.full}


def _middle(seats: Seats, _: Ring, p: int) -> bool:
    return seats.table.middle[p]


def _middle_sets(space: SeatSets, _: str, p: int) -> Bits:
    return space.full if space.table.middle[p] else 0


def _present(_: Seats, ring: Ring, p: int) -> bool:
    return ring.pos[p] >= 0


def _present_sets(space: SeatSets, moment: Moment, p: int) -> Bits:
    return space.present(p, moment)


#: Built-in predicates and functions by name.
BUILTINS: Mapping[str, Builtin] = {
    "next-to": Builtin(("player", "player"), None, _next_to, _next_to_sets, positional=True),
    "within": Builtin(
        ("player", "number", "player"), None, _within, _within_sets, positional=True, measures=("distance", (2, 0))
    ),
    "distance": Builtin(("player", "player"), "number", _distance, _distance_sets, positional=True),
    "steps-left": Builtin(
        ("player", "player"), "number", _steps_left, _steps_left_sets, positional=True, directed=True
    ),
    "clockwise": Builtin(("player",), "players", _clockwise, _clockwise_sets, directed=True),
    "member": Builtin(("player", "team"), None, _member, _member_sets),
    "team": Builtin(("player",), "team", _team, _team_sets),
    "size": Builtin(("team",), "number", _size, _size_sets),
    "middle": Builtin(("player",), None, _middle, _middle_sets),
    "present": Builtin(("player",), None, _present, _present_sets, positional=True),
}


def is_positional(name: str | None) -> bool:
    """Return whether a built-in of this name (``None``: no built-in) looks at the seats of a moment."""
    return name is not None and BUILTINS[name].positional


def is_directed(name: str | None) -> bool:
    """Return whether it matters to a built-in of this name which way round seats are counted."""
    return name is not None and BUILTINS[name].directed
