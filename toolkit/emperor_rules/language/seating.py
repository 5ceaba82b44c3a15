"""Seatings as they are written: clockwise, with teams split by ``|``, such as ``g E g | g E g``."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate

from emperor_rules.errors import SeatingError
from emperor_rules.messages import Message, Names
from emperor_rules.model.seating import NOBODY, TEAM_LETTERS, Table
from emperor_rules.model.vocabulary import Vocabulary

#: Larger tables are refused, as no text speaks of more than a few dozen seats.
LARGEST_TABLE = 200


def read_seating(seats: str, vocabulary: Vocabulary) -> Table:
    """Return a table with the roles of a vocabulary by its seating; raises :class:`SeatingError`."""
    return read_table(seats, "".join(vocabulary.role_letters))


@lru_cache(maxsize=4096)
def read_table(seats: str, letters: str) -> Table:
    """Parse a seating; ``letters`` are those of the roles. Raises :class:`SeatingError`."""
    if len(seats) > 8 * LARGEST_TABLE:
        raise SeatingError(Message("the seats describe more than {most} players", most=LARGEST_TABLE))
    teams = [side.split() for side in seats.split("|")]
    if not all(teams):
        raise SeatingError(Message("a team has no seats: write teams as “g E g | g E g”"))
    if len(teams) > len(TEAM_LETTERS):
        raise SeatingError(
            Message("there are more than {most} teams: put a bar only between teams", most=len(TEAM_LETTERS))
        )
    if sum(map(len, teams)) > LARGEST_TABLE:
        raise SeatingError(Message("the seats describe more than {most} players", most=LARGEST_TABLE))
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
    ends = list(accumulate(sizes, initial=0))
    members = (*map(range, ends, ends[1:]), range(0))
    return Table(written, roles, names, team, sizes, middle, numbers, (*roles, ""), (*team, NOBODY), members)


def least_turning(sides: list[str]) -> str:
    """Return the seating of some teams in the one of its turnings by whole teams that stands for all."""
    return min(" | ".join(sides[n:] + sides[:n]) for n in range(len(sides)))
