"""The ring of seats at one moment, and its arithmetic."""

from __future__ import annotations

import itertools
from functools import lru_cache

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
