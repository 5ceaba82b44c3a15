"""Built-in predicates and functions: what the toolkit itself knows of seats, teams and who is in the game.

Each is defined once here, with its signature, for a single position and for a set of positions.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from emperor_rules.model.seating import NOBODY
from emperor_rules.model.terms import Moment
from emperor_rules.semantics.verdict import Bits

# --- the ring of seats at one moment -----------------------------------------------------------------

#: The distance to a player who is not on the ring; more than any number that a text names.
FAR = 1_000_000


class Ring:
    """The players on the ring at one moment: ``pos`` is a player's place among them, -1 when absent."""

    __slots__ = ("count", "pos")

    def __init__(self, players: int, absent: frozenset[int]) -> None:
        """Seat all players of a table but the absent ones."""
        places = itertools.count()
        self.pos = [-1 if player in absent else next(places) for player in range(players)]
        self.pos.append(-1)  # nobody: index -1
        self.count = next(places)


#: Makes a ring that positions share, as nothing changes it.
ring_without = lru_cache(maxsize=4096)(Ring)


def distance(ring: Ring, p: int, q: int) -> int:
    """Return the number of seats from p to q the shorter way round; ``FAR`` when one of them is absent."""
    a, b = ring.pos[p], ring.pos[q]
    if a < 0 or b < 0:
        return FAR
    d = a - b if a > b else b - a
    e = ring.count - d
    return d if d < e else e


def steps_left(ring: Ring, p: int, q: int) -> int:
    """Return the number of seats from p to q clockwise, the order of play; ``FAR`` when one of them is absent."""
    a, b = ring.pos[p], ring.pos[q]
    return FAR if a < 0 or b < 0 else (b - a) % ring.count


# --- built-in predicates and functions ---------------------------------------------------------------

#: Comparison operators of the language by their symbols.
OPERATORS: Mapping[str, Callable[[Any, Any], bool]] = {"=": eq, "!=": ne, "<": lt, ">": gt, "<=": le, ">=": ge}


@dataclass(frozen=True, slots=True)
class Builtin:
    """A built-in predicate (``answer`` is ``None``) or function.

    ``params`` and ``answer`` are sorts. Before its arguments ``scalar`` takes what has the table, such as a position,
    and the ring of a moment, and returns a value; ``on_sets`` takes a set of positions and a moment and returns the
    positions in which a predicate holds, or for a function the positions by value. ``positional`` ones look at the
    seats of a moment; for ``directed`` ones it matters which way round seats are counted, and ``placed`` ones look at
    the place of a player in the team. ``measures`` names the built-in number that a predicate compares with a bound,
    with the numbers of those arguments that it is a number of. ``membership`` holds of a player and the player's team.
    """

    params: tuple[str, ...]
    answer: str | None
    scalar: Callable[..., Any]
    on_sets: Callable[..., Any]
    positional: bool = False
    directed: bool = False
    placed: bool = False
    measures: tuple[str, tuple[int, ...]] = "", ()
    membership: bool = False

    @property
    def is_symmetric(self) -> bool:
        """Whether it is the same of two players either way round."""
        return self.params == ("player", "player") and self.positional and not self.directed

    @property
    def only_counts(self) -> bool:
        """Whether it looks at how many sit in which team, and neither at their order nor at who is in the game."""
        return not (self.positional or self.directed or self.placed)


def _at_table(params: tuple[str, ...], answer: str | None, scalar: Callable[..., Any], **how: Any) -> Builtin:
    """Return a built-in that looks at the table alone, and so is the same in all positions of a set."""

    def on_sets(space: Any, _: Moment, *args: int) -> Any:
        value = scalar(space, None, *args)
        return {value: space.full} if answer is not None else space.full if value else 0

    return Builtin(params, answer, scalar, on_sets, **how)


def _within_sets(space: Any, moment: Moment, q: int, most: int, p: int) -> Bits:
    within = 0
    for apart, where in space.distances(moment, q, p).items():
        if apart <= most:
            within |= where
    return within


def _or_far(space: Any, near: Mapping[int, Bits]) -> Mapping[int, Bits]:
    """Complete distances by the positions in which one of the two is not on the ring."""
    rest = space.full
    for where in near.values():
        rest &= ~where
    return {**near, FAR: rest} if rest else near


def _clockwise(seats: Any, _: Ring, p: int) -> tuple[int, ...]:
    count = len(seats.table.roles)
    return tuple((p + n) % count for n in range(count))


#: Built-in predicates and functions by name.
BUILTINS: Mapping[str, Builtin] = {
    "next-to": Builtin(
        ("player", "player"),
        None,
        lambda _, ring, p, q: distance(ring, p, q) == 1,
        lambda space, moment, p, q: space.side_by_side(moment, p, q),
        positional=True,
    ),
    "within": Builtin(
        ("player", "number", "player"),
        None,
        lambda _, ring, q, most, p: distance(ring, q, p) <= most,
        _within_sets,
        positional=True,
        measures=("distance", (2, 0)),
    ),
    "distance": Builtin(
        ("player", "player"),
        "number",
        lambda _, ring, p, q: distance(ring, p, q),
        lambda space, moment, p, q: _or_far(space, space.distances(moment, p, q)),
        positional=True,
    ),
    "steps-left": Builtin(
        ("player", "player"),
        "number",
        lambda _, ring, p, q: steps_left(ring, p, q),
        lambda space, moment, p, q: _or_far(space, space.steps(moment, p, q)),
        positional=True,
        directed=True,
    ),
    "clockwise": _at_table(("player",), "players", _clockwise, directed=True),
    "member": _at_table(
        ("player", "team"), None, lambda seats, _, p, t: seats.table.team_or_none[p] == t, membership=True
    ),
    "team": _at_table(("player",), "team", lambda seats, _, p: seats.table.team_or_none[p]),
    "size": _at_table(("team",), "number", lambda seats, _, t: seats.table.sizes[t] if t != NOBODY else 0),
    "middle": _at_table(("player",), None, lambda seats, _, p: seats.table.middle[p], placed=True),
    "present": Builtin(
        ("player",),
        None,
        lambda _, ring, p: ring.pos[p] >= 0,
        lambda space, moment, p: space.present(p, moment),
        positional=True,
    ),
}


def is_positional(name: str | None) -> bool:
    """Return whether a built-in of this name (``None``: no built-in) looks at the seats of a moment."""
    return name is not None and BUILTINS[name].positional


def is_directed(name: str | None) -> bool:
    """Return whether it matters to a built-in of this name which way round seats are counted."""
    return name is not None and BUILTINS[name].directed
