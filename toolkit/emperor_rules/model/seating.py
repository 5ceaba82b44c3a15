"""Seatings: seats on a ring, and teams.

Players are A1, A2, … clockwise and are numbered from 0; :data:`NOBODY` is -1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

#: The number that stands for no player and no team.
NOBODY = -1

TEAM_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


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
