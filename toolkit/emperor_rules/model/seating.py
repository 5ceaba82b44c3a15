"""Seatings: seats on a ring, teams, and the arithmetic of the ring.

A seating is written clockwise with teams split by ``|``: ``g E g | g E g``. Players are A1, A2, … in that order and
are numbered from 0; :data:`NOBODY` is -1.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from emperor_rules.errors import SeatingError
from emperor_rules.messages import Message, Names

#: Larger tables are refused, as no text speaks of more than a few dozen seats.
MOST_SEATS = 200
MOST_TEAMS = 26
#: The distance to a player who is not on the ring; more than any number that a text names.
FAR = 1_000_000
#: The number that stands for no player and no team.
NOBODY = -1

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
        """Return the number of a team by its letter, or ``None``."""
        at = TEAM_LETTERS.find(letter) if len(letter) == 1 else -1
        return at if 0 <= at < len(self.sizes) else None


@lru_cache(maxsize=4096)
def read_table(seats: str, letters: str) -> Table:
    """Parse a seating; ``letters`` are the role letters of the vocabulary. Raises :class:`SeatingError`."""
    if len(seats) > 8 * MOST_SEATS:
        raise SeatingError(Message("the seats describe more than {most} players", most=MOST_SEATS))
    teams = [side.split() for side in seats.split("|")]
    if not all(teams):
        raise SeatingError(Message("a team has no seats: write teams as “g E g | g E g”"))
    if len(teams) > MOST_TEAMS:
        raise SeatingError(Message("there are more than {most} teams", most=MOST_TEAMS))
    if sum(map(len, teams)) > MOST_SEATS:
        raise SeatingError(Message("the seats describe more than {most} players", most=MOST_SEATS))
    roles = tuple(seat for side in teams for seat in side)
    for seat in roles:
        if len(seat) != 1 or seat not in letters:
            message = Message(
                "“{seat}” is no role: write {letters} for each seat, a bar between teams",
                seat=seat,
                letters=Names(letters, last=Message("or")),
            )
            raise SeatingError(message)
    sizes = tuple(map(len, teams))
    places = [(number, place) for number, size in enumerate(sizes) for place in range(size)]
    names = tuple(f"{TEAM_LETTERS[number]}{place + 1}" for number, place in places)
    team = tuple(number for number, _ in places)
    middle = tuple(place in ((sizes[number] - 1) // 2, sizes[number] // 2) for number, place in places)
    written = " | ".join(" ".join(side) for side in teams)
    numbers = {name: n for n, name in enumerate(names)}
    ends = list(itertools.accumulate(sizes, initial=0))
    members = (*map(range, ends, ends[1:]), range(0))
    return Table(written, roles, names, team, sizes, middle, numbers, (*roles, ""), (*team, NOBODY), members)


class Ring:
    """The players on the ring at one moment: ``pos`` is a player's place among them, -1 when absent."""

    __slots__ = ("count", "pos")

    def __init__(self, players: int, absent: frozenset[int]) -> None:
        """Seat all players of a table but the absent ones."""
        places = itertools.count()
        self.pos = [-1 if player in absent else next(places) for player in range(players)]
        self.pos.append(-1)  # nobody: index -1
        self.count = next(places)


@lru_cache(maxsize=4096)
def ring_without(players: int, absent: frozenset[int]) -> Ring:
    """Return the ring of a table without the absent players; positions share it, as nothing changes it."""
    return Ring(players, absent)


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
