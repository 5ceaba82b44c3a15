"""Tables and positions: seats on a ring, teams, and who is on the ring at each moment.

A seating is written clockwise with teams split by ``|``: ``g E g | g E g``. Players are A1, A2, … in that order and
are numbered from 0 in the evaluator; -1 is nobody.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from emperor_rules.errors import SeatingError
from emperor_rules.evaluate.verdict import Book

#: Larger tables are refused, as no text speaks of more than a few dozen seats.
MOST_SEATS = 200
MOST_TEAMS = 26
#: The distance to whoever is not on the ring.
FAR = 1_000_000
NOBODY = -1
NOBODY_GONE: frozenset[int] = frozenset()
#: So many different givens are remembered with a position.
KEPT_BOOKS = 64

TEAM_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NAME = re.compile(r"[A-Z][1-9]\d*\Z")


@dataclass(frozen=True)
class Table:
    """Seats clockwise: ``roles`` by player (role letters), ``names``, ``team`` by player and ``sizes`` by team."""

    seats: str
    roles: tuple[str, ...]
    names: tuple[str, ...]
    team: tuple[int, ...]
    sizes: tuple[int, ...]
    middle: tuple[bool, ...]
    number: Mapping[str, int]
    #: Role and team by player, and the players by team (they sit side by side), with one entry more for nobody.
    roles_or_none: tuple[str, ...]
    team_or_none: tuple[int, ...]
    members: tuple[range, ...]

    def team_number(self, letter: str) -> int | None:
        """Give the number of a team by its letter, or ``None``."""
        at = TEAM_LETTERS.find(letter) if len(letter) == 1 else -1
        return at if 0 <= at < len(self.sizes) else None

    def players_of(self, team: int) -> range:
        """Give the players of a team, which sit side by side."""
        return self.members[team]


@lru_cache(maxsize=4096)
def read_table(seats: str, letters: str) -> Table:
    """Read a seating; ``letters`` are the role letters of the vocabulary. Raises :class:`SeatingError`."""
    if len(seats) > 8 * MOST_SEATS:
        raise SeatingError(f"the seats describe more than {MOST_SEATS} players")
    teams = [side.split() for side in seats.split("|")]
    if not all(teams):
        raise SeatingError("a team has no seats: write teams as “g E g | g E g”")
    if len(teams) > MOST_TEAMS:
        raise SeatingError(f"there are more than {MOST_TEAMS} teams")
    if sum(map(len, teams)) > MOST_SEATS:
        raise SeatingError(f"the seats describe more than {MOST_SEATS} players")
    for side in teams:
        for seat in side:
            if len(seat) != 1 or seat not in letters:
                raise SeatingError(f"“{seat}” is no role: seats are {', '.join(letters)}")
    names: list[str] = []
    team: list[int] = []
    members: list[range] = []
    middle: list[bool] = []
    for number, side in enumerate(teams):
        size = len(side)
        members.append(range(len(names), len(names) + size))
        for place in range(size):
            names.append(f"{TEAM_LETTERS[number]}{place + 1}")
            team.append(number)
            middle.append(place in ((size - 1) // 2, size // 2))
    roles = tuple(seat for side in teams for seat in side)
    return Table(
        " | ".join(" ".join(side) for side in teams),
        roles,
        tuple(names),
        tuple(team),
        tuple(map(len, teams)),
        tuple(middle),
        {name: n for n, name in enumerate(names)},
        (*roles, ""),
        (*team, NOBODY),
        (*members, range(0)),
    )


class Ring:
    """The players on the ring at one moment: ``pos`` is a player's place among them, -1 when absent."""

    __slots__ = ("count", "pos")

    def __init__(self, players: int, absent: frozenset[int]) -> None:
        """Seat all players of a table but the absent ones."""
        pos = []
        count = 0
        for player in range(players):
            if player in absent:
                pos.append(-1)
            else:
                pos.append(count)
                count += 1
        pos.append(-1)  # nobody: index -1
        self.pos = pos
        self.count = count


def distance(ring: Ring, p: int, q: int) -> int:
    """Count seats from p to q the shorter way round; ``FAR`` when one of them is absent."""
    a, b = ring.pos[p], ring.pos[q]
    if a < 0 or b < 0:
        return FAR
    d = a - b if a > b else b - a
    e = ring.count - d
    return d if d < e else e


def steps_left(ring: Ring, p: int, q: int) -> int:
    """Count seats from p to q clockwise, the order of play; ``FAR`` when one of them is absent."""
    a, b = ring.pos[p], ring.pos[q]
    return FAR if a < 0 or b < 0 else (b - a) % ring.count


class Position:
    """A table with who has gone, when, and which options are in use; it also keeps what was answered about it."""

    __slots__ = (
        "began",
        "book",
        "books",
        "count",
        "leaving",
        "left",
        "members",
        "now",
        "options",
        "players",
        "roles",
        "sides",
        "sizes",
        "start",
        "table",
        "team",
    )

    def __init__(
        self, table: Table, left: Iterable[int] = (), leaving: Iterable[int] = (), options: Iterable[str] = ()
    ) -> None:
        """Set up the rings of the three moments."""
        self.table = table
        self.left = frozenset(left)
        self.leaving = frozenset(leaving)
        self.options = frozenset(options)
        self.count = len(table.roles)
        self.players = range(self.count)
        self.sides = range(len(table.sizes))
        self.roles = table.roles_or_none
        self.team = table.team_or_none
        self.sizes = table.sizes
        self.members = table.members
        self.start = _ring(self.count, NOBODY_GONE)
        self.began = _ring(self.count, self.left) if self.left else self.start
        self.now = _ring(self.count, self.left | self.leaving) if self.leaving else self.began
        #: Verdicts that depend on nothing the question gives.
        self.book = Book()
        #: Verdicts that do, by what it gives.
        self.books: dict[tuple[object, ...], Book] = {}

    def book_for(self, given: tuple[object, ...]) -> Book:
        """Give the verdicts that depend on certain given facts; the oldest are forgotten."""
        found = self.books.get(given)
        if found is None:
            if len(self.books) >= KEPT_BOOKS:
                del self.books[next(iter(self.books))]
            found = self.books[given] = Book()
        return found

    def gone(self, player: int) -> bool:
        """Tell whether a player is no longer in the game."""
        return player in self.left or player in self.leaving


@lru_cache(maxsize=4096)
def _ring(count: int, absent: frozenset[int]) -> Ring:
    """Seat a ring once: different positions share it, as nothing changes it."""
    return Ring(count, absent)


def clockwise(position: Position, p: int) -> tuple[int, ...]:
    """Give all players of the table in the order of play from p."""
    return tuple((p + n) % position.count for n in range(position.count))
