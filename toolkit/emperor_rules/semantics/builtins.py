"""Built-in predicates and functions: what the toolkit itself knows of seats, teams and who is in the game.

Each is a row of :data:`BUILTINS`, which every engine reads, and a function for a single position in :data:`SCALAR`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from operator import eq, ge, gt, le, lt, ne
from typing import Any, Final, NamedTuple

from emperor_rules.messages import Message
from emperor_rules.model.seating import NOBODY
from emperor_rules.model.terms import Arithmetic, Moment
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


#: The greatest number that a calculation comes to, and its negative the least.
MOST_CALCULATED = 9999


def calculate(operator: Arithmetic, a: int, b: int) -> int | None:
    """Return what two numbers make; ``None`` where that is beyond :data:`MOST_CALCULATED` either way."""
    match operator:
        case Arithmetic.PLUS:
            number = a + b
        case Arithmetic.MINUS:
            number = a - b
        case Arithmetic.TIMES:
            number = a * b
        case Arithmetic.DIVIDED_DOWN:
            number = a // b
        case Arithmetic.DIVIDED_UP:
            number = -(-a // b)
    return number if abs(number) <= MOST_CALCULATED else None


class Measure(NamedTuple):
    """The built-in number that a predicate compares with a bound, and which of its arguments it is a number of."""

    builtin: str
    slots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Builtin:
    """What programs ask of a built-in predicate (``answer`` is ``None``) or function: a row of :data:`BUILTINS`.

    The export carries these rows, so that other engines read them; an engine adds one function to each.

    Attributes:
        name: How declarations name it.
        parameters: The sorts of its arguments.
        answer: The sort of its value.
        says: What it says of its arguments, for the page of items.
        positional: It looks at the seats of a moment.
        directed: It matters which way round seats are counted.
        placed: It looks at the place of a player in the team.
        measures: The number that a predicate compares with a bound.
        membership: It holds of a player and the player's team.
        given: It is what a question gives of its argument, under the name of the predicate.
    """

    name: str
    parameters: tuple[str, ...]
    answer: str | None
    says: str
    positional: bool = False
    directed: bool = False
    placed: bool = False
    measures: Measure | None = None
    membership: bool = False
    given: bool = False

    @property
    def is_symmetric(self) -> bool:
        """Whether it is the same of two players either way round."""
        return self.parameters == ("player", "player") and self.positional and not self.directed

    @property
    def ordered(self) -> bool:
        """Whether it matters in which order people sit, beside where in their team."""
        return self.directed or (self.positional and len(self.parameters) > 1)

    @property
    def only_counts(self) -> bool:
        """Whether it looks at how many sit in which team, and neither at their order nor at who is in the game."""
        return not (self.positional or self.directed or self.placed)

    @property
    def scalar(self) -> Callable[..., Any]:
        """Its function in one position, see :data:`SCALAR`."""
        return SCALAR[self.name]

    def on_sets(self, space: Any, moment: Moment, *args: int) -> Any:
        """Return where in a space a predicate holds at a moment, or for a function the positions by value."""
        quick = QUICK.get(self.name)
        if quick is not None:
            return quick(space, moment, *args)
        by_value: dict[Any, Bits] = {}
        for ring, where in _rings(space, moment) if self.positional else [(None, space.full)]:
            value = self.scalar(space, ring, *args)
            by_value[value] = by_value.get(value, 0) | where
        return by_value.get(True, 0) if self.answer is None else by_value


#: Built-in predicates and functions by name.
BUILTINS: Final[dict[str, Builtin]] = {
    row.name: row
    for row in (
        Builtin("next-to", ("player", "player"), None, Message("two players sit side by side"), positional=True),
        Builtin(
            "within",
            ("player", "number", "player"),
            None,
            Message("a player sits within so many seats of another"),
            positional=True,
            measures=Measure("distance", (2, 0)),
        ),
        Builtin(
            "distance",
            ("player", "player"),
            "number",
            Message("the seats between two players, the shorter way round"),
            positional=True,
        ),
        Builtin(
            "steps-left",
            ("player", "player"),
            "number",
            Message("the seats from one player to another, clockwise"),
            positional=True,
            directed=True,
        ),
        Builtin("clockwise", ("player",), "players", Message("all players from one on, clockwise"), directed=True),
        Builtin(
            "teams-clockwise",
            ("player",),
            "teams",
            Message("all teams in the order in which one meets them clockwise from a player on"),
            directed=True,
        ),
        Builtin("member", ("player", "team"), None, Message("a player belongs to a team"), membership=True),
        Builtin("team", ("player",), "team", Message("the team of a player")),
        Builtin("size", ("team",), "number", Message("how many players a team has")),
        Builtin("players", (), "number", Message("how many players the table has")),
        Builtin("teams", (), "number", Message("how many teams the table has")),
        Builtin(
            "middle",
            ("player",),
            None,
            Message("a player sits in the middle of the team, which sits together"),
            placed=True,
        ),
        Builtin("given-of-player", ("player",), "number", Message("the number given of a player"), given=True),
        Builtin("given-of-team", ("team",), "number", Message("the number given of a team"), given=True),
        Builtin("present", ("player",), None, Message("a player is in the game"), positional=True),
    )
}

#: The function of each in one position: of what has the ``table``, the ring of a moment, and the arguments. It returns
#: whether a predicate holds, or the value of a function.
SCALAR: Final[dict[str, Callable[..., Any]]] = {
    "next-to": lambda _, ring, p, q: distance(ring, p, q) == 1,
    "within": lambda _, ring, q, most, p: distance(ring, q, p) <= most,
    "distance": lambda _, ring, p, q: distance(ring, p, q),
    "steps-left": lambda _, ring, p, q: steps_left(ring, p, q),
    "clockwise": lambda seats, _, p: _clockwise(seats, p),
    "teams-clockwise": lambda seats, _, p: tuple(dict.fromkeys(seats.table.team[q] for q in _clockwise(seats, p))),
    "member": lambda seats, _, p, t: seats.table.team_or_none[p] == t,
    "team": lambda seats, _, p: seats.table.team_or_none[p],
    "size": lambda seats, _, t: seats.table.sizes[t] if t != NOBODY else 0,
    "players": lambda seats, _: len(seats.table.roles),
    "teams": lambda seats, _: len(seats.table.sizes),
    "middle": lambda seats, _, p: seats.table.middle[p],
    "present": lambda _, ring, p: ring.pos[p] >= 0,
}


def _clockwise(seats: Any, p: int) -> tuple[int, ...]:
    count = len(seats.table.roles)
    return tuple((p + n) % count for n in range(count)) if p != NOBODY else ()


# --- sets of positions -------------------------------------------------------------------------------


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


#: Quicker ways to what :meth:`Builtin.on_sets` would find by asking :data:`SCALAR` ring by ring: the positions of a
#: space in which a predicate holds, or those of each value of a function.
QUICK: Final[dict[str, Callable[..., Any]]] = {
    "next-to": lambda space, moment, p, q: space.side_by_side(moment, p, q),
    "within": _within_sets,
    "distance": lambda space, moment, p, q: _or_far(space, space.distances(moment, p, q)),
    "steps-left": lambda space, moment, p, q: _or_far(space, space.steps(moment, p, q)),
    "present": lambda space, moment, p: space.present(p, moment),
}


def _rings(space: Any, moment: Moment) -> Iterator[tuple[Ring, Bits]]:
    """Yield each ring of a moment with the positions of a space that have it."""
    waiting: list[tuple[frozenset[int], Bits]] = [(frozenset(), space.full)]
    for player in range(space.count):
        here = space.present(player, moment)
        parts = ((absent, where, where & here) for absent, where in waiting)
        waiting = [
            part
            for absent, where, stays in parts
            for part in ((absent, stays), (absent | {player}, where ^ stays))
            if part[1]
        ]
    for absent, where in waiting:
        yield ring_without(space.count, absent), where


def is_positional(name: str | None) -> bool:
    """Return whether a built-in of this name (``None``: no built-in) looks at the seats of a moment."""
    return name is not None and BUILTINS[name].positional
