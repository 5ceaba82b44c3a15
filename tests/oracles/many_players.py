"""Sections 803, 805, 807, 810 and 811 of the Comprehensive Rules, read anew as small functions of a ring of seats.

Nothing here knows the language or the engines. A seat is a number clockwise, which is to the left; a function returns
``None`` where the section leaves a matter open, and the comments of the text say so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Ring:
    """Who sits where, clockwise, with who left before the turn and during it; the first letter of a name is the team."""

    names: tuple[str, ...]
    left: frozenset[str] = frozenset()
    leaving: frozenset[str] = frozenset()

    @property
    def present(self) -> list[str]:
        """Those who are in the game, clockwise."""
        return [name for name in self.names if name not in self.left | self.leaving]

    @property
    def at_turn_start(self) -> list[str]:
        """Those who were in the game as the turn began."""
        return [name for name in self.names if name not in self.left]


def after(ring: Sequence[str], everybody: Sequence[str], player: str) -> str:
    """Return the next of a ring to the left of a player, who may sit in it no more."""
    start = everybody.index(player)
    around = [everybody[(start + n) % len(everybody)] for n in range(1, len(everybody) + 1)]
    return next(name for name in around if name in ring)


def before(ring: Sequence[str], everybody: Sequence[str], player: str) -> str:
    """Return the next of a ring to the right of a player."""
    return after(ring[::-1], everybody[::-1], player)


def steps_left(ring: Sequence[str], player: str, other: str) -> int:
    """Return how many seats of a ring one goes to the left from one to another."""
    return (ring.index(other) - ring.index(player)) % len(ring)


def in_range(ring: Ring, player: str, other: str, seats: int) -> bool:
    """801.2, 801.2c: seats are counted as they were when the turn began."""
    left = steps_left(ring.at_turn_start, player, other)
    return min(left, len(ring.at_turn_start) - left) <= seats


# --- 803, for 806 and 811 -------------------------------------------------------------------------------------


def may_attack_in_direction(ring: Ring, player: str, other: str, *, to_the_left: bool) -> bool | None:
    """803.1a, 803.1b: only the opponent in the next seat; one who became so in mid-turn is left open."""
    side = after if to_the_left else before
    if player[0] == other[0] or side(ring.present, ring.names, player) != other:
        return False
    return True if side(ring.at_turn_start, ring.names, player) == other else None


def may_attack_neighbours(ring: Ring, player: str, other: str) -> bool | None:
    """811.4: only an opponent in a seat beside one."""
    sides = (after, before)
    if player[0] == other[0] or other not in [side(ring.present, ring.names, player) for side in sides]:
        return False
    return True if other in [side(ring.at_turn_start, ring.names, player) for side in sides] else None


def may_see_hand(ring: Ring, player: str, other: str) -> bool:
    """811.5, of teammates: only while they sit side by side."""
    return other in [side(ring.present, ring.names, player) for side in (after, before)]


def alternate(names: Sequence[str]) -> bool:
    """811.1, 811.3: equal teams, whose letters come round and round in one order."""
    teams = [name[0] for name in names]
    order = list(dict.fromkeys(teams))
    return len(order) > 1 and teams == order * (len(teams) // len(order))


# --- 807 ---------------------------------------------------------------------------------------------------


def markers(players: int) -> int:
    """807.4a: one for each full four players."""
    return players // 4


def marker_at_start(ring: Ring, first: str, player: str) -> int | None:
    """807.4b: the number of the marker with which a player begins."""
    order = [ring.names[(ring.names.index(first) + n) % len(ring.names)] for n in range(len(ring.names))]
    holders = order[::4][: markers(len(order))]
    return holders.index(player) + 1 if player in holders else None


def next_holder(ring: Ring, player: str) -> str:
    """807.4c: the player to the left, past those who have left."""
    return after(ring.present, ring.names, player)


def holder_after_turn(ring: Ring, held: frozenset[str], lost: frozenset[str], again: bool, player: str) -> str | None:
    """807.4c, 807.4g, 807.4i: nobody where the marker is designated, else who plays on unless one is close behind."""
    if player in lost:
        return None
    place = ring.present.index(player)
    behind = {ring.present[(place - n) % len(ring.present)] for n in (1, 2, 3)} - {player}
    return player if again and not behind & held else next_holder(ring, player)


def may_begin_turn(
    ring: Ring, held: frozenset[str], player: str, *, lost: frozenset[str] = frozenset(), waits: bool = False
) -> bool:
    """807.4, 807.4d, 807.4g: with a marker that stays, unless one of the three to the left has one."""
    place = ring.present.index(player)
    three = {ring.present[(place + n) % len(ring.present)] for n in (1, 2, 3)} - {player}
    return player in held and not three & held and not (waits and player in lost)


def is_active(held: frozenset[str], waiting: frozenset[str], player: str) -> bool:
    """807.4: each marker stands for the turn of an active player, once that turn has begun."""
    return player in held - waiting


def marker_that_goes(ring: Ring, held: frozenset[str], designated: frozenset[str], leaver: str) -> str | None:
    """807.4e, 807.4f: the next marker to the right of who leaves, where those that count are too many then."""
    others = [name for name in ring.present if name != leaver]
    if len(held - designated) <= markers(len(others)):
        return None
    rest = [name for name in others if name in held]
    return before(rest, ring.names, leaver) if rest else None


def first_marker_that_goes(
    ring: Ring, held: frozenset[str], designated: frozenset[str], leavers: frozenset[str], lowest: str
) -> str | None:
    """807.4e, 807.4f: of the next markers to the right of several who leave at once, that with the lowest number.

    Numbers rise to the left from the lowest. Where more than one has to go this is the first of them.
    """
    left_over = [name for name in ring.present if name not in leavers]
    if len(held - designated) <= markers(len(left_over)):
        return None
    beside = {
        before([name for name in ring.present if name in held - {leaver}], ring.names, leaver) for leaver in leavers
    }
    start = ring.names.index(lowest)
    return next(name for name in ring.names[start:] + ring.names[:start] if name in beside)


# --- 805 and 810 -------------------------------------------------------------------------------------------


def starting_life(size: int) -> int:
    """810.4, 810.11: 30, and 15 more for each player of a team beyond the second."""
    return 30 + 15 * (size - 2)


def fatal_poison(size: int) -> int:
    """810.8d, 810.11: 15, and 5 more for each player beyond the second."""
    return 15 + 5 * (size - 2)


def may_attack_as_team(active: str, player: str, other: str) -> bool:
    """805.10a: the active team attacks the players of the other."""
    return player[0] == active[0] and other[0] != active[0]


def may_block_as_team(active: str | None, player: str, other: str) -> bool:
    """805.10d: the defending team blocks for each of its players."""
    return player[0] == other[0] and (active is None or active[0] != player[0])


def primary_player(ring: Ring, team: str) -> str:
    """805.2: who sits rightmost as the team sees it, the last counter-clockwise of its seats."""
    seats = [n for n, name in enumerate(ring.names) if name[0] == team]
    count = len(ring.names)
    return next(ring.names[n] for n in seats if ring.names[(n - 1) % count][0] != team)
