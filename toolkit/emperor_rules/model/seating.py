"""Seatings: seats on a ring, and teams.

Seats are numbered clockwise from 0 and so are the players; :data:`NOBODY` is -1. A player is called by the team's
letter and the place in the team: A1, A2, … wherever at the table the team sits.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple, NoReturn, TypeVar

#: Whatever stands at a seat.
Standing = TypeVar("Standing")

if TYPE_CHECKING:

    class Player(int):
        """The number of a player. It has no truth value: player 0 is somebody, and whoever asks ``if player`` errs."""

        def __bool__(self) -> NoReturn: ...

    class Team(int):
        """The number of a team; as with players, team 0 is a team."""

        def __bool__(self) -> NoReturn: ...

else:  # types alone: a position is evaluated with plain numbers
    Player = Team = int

#: The number that stands for no player, and that for no team.
NOBODY, NO_TEAM = Player(-1), Team(-1)
#: The seat letter of whoever has no role.
PLAIN_SEAT = "o"
#: How teams and players are called.
NAME_OF_TEAM, NAME_OF_PLAYER = re.compile(r"[A-Z]{1,2}\Z"), re.compile(r"[A-Z]{1,2}\d{1,3}\Z")

_TEAM_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class SeatingPattern(StrEnum):
    """How the teams of a text are seated: as the head of the text says it."""

    #: Teammates sit beside each other.
    SIDE_BY_SIDE = "side by side"
    #: One of each team, in the same order again and again.
    ALTERNATING = "alternating"
    #: Nobody has a teammate.
    SINGLY = "singly"


def team_name(number: int) -> str:
    """Return the name of a team by its number: A to Z, then AA, AB and so on."""
    first, last = divmod(number, len(_TEAM_LETTERS))
    return _TEAM_LETTERS[last] if first == 0 else team_name(first - 1) + _TEAM_LETTERS[last]


def team_number(name: str) -> int:
    """Return the number of a team by its name, which is one."""
    number = 0
    for letter in name:
        number = number * len(_TEAM_LETTERS) + _TEAM_LETTERS.index(letter) + 1
    return number - 1


def team_of(name: str) -> str:
    """Return the name of the team of a player, by the player's name; of a team, its own."""
    return name.rstrip("0123456789")


@dataclass(frozen=True)
class Table:
    """Seats clockwise: ``roles`` by player (role letters), ``names``, ``team`` by player and ``sizes`` by team."""

    seats: str
    roles: tuple[str, ...]
    names: tuple[str, ...]
    team: tuple[Team, ...]
    sizes: tuple[int, ...]
    teams: tuple[str, ...]
    middle: tuple[bool, ...]
    number: Mapping[str, Player]
    #: Role and team by player, and the players by team, with one entry more for nobody.
    roles_or_none: tuple[str, ...]
    team_or_none: tuple[Team, ...]
    members: tuple[tuple[Player, ...], ...]

    def team_number(self, name: str) -> Team | None:
        """Return the number of a team by its name, or ``None``."""
        return Team(self.teams.index(name)) if name in self.teams else None

    @property
    def is_single(self) -> bool:
        """Whether nobody has a teammate."""
        return len(self.sizes) == len(self.team)

    @cached_property
    def turnings(self) -> tuple[int, ...]:
        """By how many seats the table can be turned so that nothing changes but names; by 0 first."""
        shape, steps = renamed_teams(self.team), range(len(self.team))
        alike = (n for n in steps if turned(self.roles, n) == self.roles)
        return tuple(n for n in alike if renamed_teams(turned(self.team, n)) == shape)

    @cached_property
    def reflections(self) -> tuple[int, ...]:
        """The numbers c with which nothing changes but names where every two players p and c - p exchange seats."""
        shape, steps = renamed_teams(self.team), range(-1, -len(self.team) - 1, -1)
        roles, team = self.roles[::-1], self.team[::-1]
        alike = (-1 - n for n in steps if turned(roles, n) == self.roles)
        return tuple(c for c in alike if renamed_teams(turned(team, -1 - c)) == shape)

    @cached_property
    def distinct_players(self) -> frozenset[int]:
        """The first of all players whose seats are alike: turning the table shows the others."""
        count = len(self.team)
        return frozenset(p for p in range(count) if all(p <= (p + n) % count for n in self.turnings))


def turned(seats: Sequence[Standing], by: int) -> tuple[Standing, ...]:
    """Rotate a ring of seats: the first few go to the end."""
    return (*seats[by:], *seats[:by])


def renamed_teams(team: Sequence[int]) -> tuple[int, ...]:
    """Return the team at each seat, with teams numbered as they first appear."""
    numbers: dict[int, int] = {}
    return tuple(numbers.setdefault(t, len(numbers)) for t in team)


class Stretch(NamedTuple):
    """Neighbouring seats of one team, from the first to the last; ``first`` is less than 0 where they go through 0."""

    team: int
    first: int
    last: int


def stretches(team: Sequence[int]) -> list[Stretch]:
    """Return the stretches of a ring by the team at each seat, that of seat 0 first."""
    parts: list[Stretch] = []
    for seat, number in enumerate(team):
        if parts and parts[-1].team == number:
            parts[-1] = parts[-1]._replace(last=seat)
        else:
            parts.append(Stretch(number, seat, seat))
    if len(parts) > 1 and parts[0].team == parts[-1].team:
        parts[0] = parts[0]._replace(first=parts.pop().first - len(team))
    return parts


def write_seating(roles: Sequence[str], team: Sequence[int]) -> str:
    """Return a seating as it is written: teams split by bars where they sit in order, else each seat with its team."""
    if all(a <= b for a, b in pairwise(team)):
        sides = groupby(range(len(team)), key=lambda seat: team[seat])
        return " | ".join(" ".join(roles[seat] for seat in side) for _, side in sides)
    names = map(team_name, team)
    return " ".join(t if role == PLAIN_SEAT else f"{t}:{role}" for t, role in zip(names, roles, strict=True))


def least_turning(roles: Sequence[str], team: Sequence[int]) -> str:
    """Return the seating in the one of its turnings that stands for all; teams that sit together stay so."""
    return min(write_seating(turned(roles, n), renamed_teams(turned(team, n))) for n in beginnings(team))


def beginnings(team: Sequence[int]) -> list[int]:
    """Return the seats at which a ring can begin so that nobody who sits beside a teammate is parted from them.

    One team all around has only its first seat: its players sit in a row.
    """
    return [seat for seat, number in enumerate(team) if number != team[seat - 1]] or [0]
