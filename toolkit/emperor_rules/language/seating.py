"""Seatings as they are written, clockwise: teams split by ``|``, such as ``g E g | g E g``, or each seat with its team.

The second form is for teams that do not sit together: ``A B C A B C``, with roles ``A:g B:g A:E B:E``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from string import ascii_letters
from typing import cast

from emperor_rules.errors import SeatingError
from emperor_rules.messages import Message, Names
from emperor_rules.model.seating import (
    NAME_OF_TEAM,
    NO_TEAM,
    PLAIN_SEAT,
    Player,
    Table,
    Team,
    stretches,
    team_name,
    team_number,
    write_seating,
)
from emperor_rules.model.vocabulary import Vocabulary

#: Larger tables are refused, as no text speaks of more than a few dozen seats.
LARGEST_TABLE = 200


def read_seating(seats: str, vocabulary: Vocabulary) -> Table:
    """Return a table with the roles of a vocabulary by its seating; raises :class:`SeatingError`."""
    return read_table(seats, "".join(vocabulary.role_letters))


def read_whatever_roles(seats: str) -> Table:
    """Return a table by its seating, whatever letters its roles have; raises :class:`SeatingError`."""
    return read_table(seats, ascii_letters if "|" in seats else ascii_letters.replace(team_name(0), ""))


@lru_cache(maxsize=4096)
def read_table(seats: str, letters: str) -> Table:
    """Parse a seating; ``letters`` are those of the roles. Raises :class:`SeatingError`."""
    if len(seats) > 8 * LARGEST_TABLE:
        raise SeatingError(Message("the seats describe more than {most} players", most=LARGEST_TABLE))
    sides = [side.split() for side in seats.split("|")]
    if not all(sides):
        raise SeatingError(Message("a team has no seats: write teams as “g E g | g E g”"))
    if sum(map(len, sides)) > LARGEST_TABLE:
        raise SeatingError(Message("the seats describe more than {most} players", most=LARGEST_TABLE))
    first = sides[0][0]
    if len(sides) == 1 and (":" in seats or (first == team_name(0) and first not in letters)):
        roles, team = _by_team(sides[0])
    else:
        roles = tuple(seat for side in sides for seat in side)
        team = tuple(number for number, side in enumerate(sides) for _ in side)
    if len(sides) > 1 and {*roles} == {team_name(number) for number in range(len({*roles}))} - {*letters}:
        message = Message("seats that name teams have no bars: write “{seats}”", seats=" ".join(roles))
        raise SeatingError(message)
    for role in roles:
        if len(role) > 1 and set(role) <= {*letters, PLAIN_SEAT}:
            message = Message("write seats apart: “{apart}”, not “{seat}”", apart=" ".join(role), seat=role)
            raise SeatingError(message)
        if len(role) != 1 or role not in letters + PLAIN_SEAT:
            message = Message(
                "“{seat}” is no role: write {letters} for each seat, a bar between teams",
                seat=role,
                letters=Names(letters or PLAIN_SEAT, last=Message("or")),
            )
            raise SeatingError(message, role)
    return table_of(roles, team)


def _by_team(seats: list[str]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the role and the team of each seat, written as ``A`` or ``A:g``; raises :class:`SeatingError`."""
    parts = [seat.partition(":") for seat in seats]
    for seat, (name, colon, role) in zip(seats, parts, strict=True):
        if not NAME_OF_TEAM.match(name) or bool(colon) != bool(role):
            raise SeatingError(
                Message("“{seat}” is no seat of a team: write A B A B, or with roles A:g B:g A:E B:E", seat=seat)
            )
    team = tuple(team_number(name) for name, _, _ in parts)
    missing = next(n for n in range(len(team) + 1) if n not in team)
    if missing <= max(team):
        message = Message(
            "nobody sits in team {missing}: call the teams {first} to {last}",
            missing=team_name(missing),
            first=team_name(0),
            last=team_name(len(set(team)) - 1),
        )
        raise SeatingError(message)
    return tuple(role or PLAIN_SEAT for _, _, role in parts), team


def table_of(roles: tuple[str, ...], team: tuple[int, ...]) -> Table:
    """Return the table with these roles and teams at its seats; teams are numbered from 0 without a gap."""
    members = tuple(tuple(n for n, t in enumerate(team) if t == number) for number in range(max(team) + 1))
    sizes, place = tuple(map(len, members)), {player: at for side in members for at, player in enumerate(side)}
    teams = tuple(map(team_name, range(len(sizes))))
    names = tuple(f"{teams[t]}{place[n] + 1}" for n, t in enumerate(team))
    parts = stretches(team)
    together = {part.team: part.first for part in parts if sum(other.team == part.team for other in parts) == 1}
    middle = tuple(
        t in together and (n - together[t]) % len(team) in ((sizes[t] - 1) // 2, sizes[t] // 2)
        for n, t in enumerate(team)
    )
    of_team = cast("tuple[Team, ...]", team)
    return Table(
        write_seating(roles, team),
        roles,
        names,
        of_team,
        sizes,
        teams,
        middle,
        cast("Mapping[str, Player]", {name: n for n, name in enumerate(names)}),
        (*roles, ""),
        (*of_team, NO_TEAM),
        cast("tuple[tuple[Player, ...], ...]", (*members, ())),
    )
