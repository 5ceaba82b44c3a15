"""Who is spoken of in a question: found among its words, and who that may be at a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from emperor_rules.model.seating import team_of

if TYPE_CHECKING:
    from emperor_rules.model.seating import Table


class TeamSide(StrEnum):
    """On which side somebody is, seen from somebody else."""

    ANY = ""
    OWN = "own"
    FOREIGN = "foreign"
    #: “their”: of whoever is spoken of, or of the other side.
    THEIR = "their"


class Viewpoint(StrEnum):
    """From whom a side is seen."""

    #: Whoever else the question speaks of.
    OTHER = "other"
    #: Whoever asks.
    ASKER = "asker"


class Place(StrEnum):
    """Where somebody sits, seen from somebody else."""

    ANY = ""
    #: On the next seat; where nobody who is meant sits there, further on, or further back, within the same team.
    LEFT = "left"
    RIGHT = "right"
    #: On the next seat on either side, and there as an opponent.
    BESIDE = "beside"
    FRONT = "front"


@dataclass(frozen=True, slots=True)
class Mention:
    """Somebody of whom a question speaks.

    Attributes:
        names: The players (or, of a team, the letter) that are named; then nothing else matters.
        team: Whether it is a team.
        roles: The ids of the roles that they may have; none: any.
        side: On which side they are, seen from ``viewpoint`` or from the player or team ``owner``.
        asker: Whether it is whoever asks.
        same: Whether it is whoever is spoken of before (“he”).
        reflexive: Whether it is whoever does what is asked (“himself”); then it is the same too.
        each_other: Whether it is each other of those spoken of before.
        asked: Whether the question asks who (“whom”, “which player”).
        together: Whether all that fit are meant at once (“both”, “all”, a plural).
        pair: Whether these are two (“both my neighbours”).
        place: Where they sit, seen as their side is.
        distance: How many seats away that is.
        without: The players who are not meant (“anyone other than B3”).
        called: Of players who are named with a role their names, each with the ids of that role (“the king A2”).
        definite: Whether it has a definite article (“the king”), or stands for “only A1”; it tells no wordings apart.
        another: Whether it is nobody of whom the question itself is asked (“another player”); nor does this.
        his: Whether it is said to be somebody's who is spoken of (“his king”); nor does this.
        joint: Whether one is meant of each role (“the king and a pawn”), not of either; nor does this.
    """

    names: tuple[str, ...] = ()
    team: bool = False
    roles: tuple[str, ...] = ()
    side: TeamSide = TeamSide.ANY
    viewpoint: Viewpoint = Viewpoint.OTHER
    owner: str = ""
    asker: bool = False
    same: bool = False
    reflexive: bool = False
    each_other: bool = False
    asked: bool = False
    together: bool = False
    pair: bool = False
    place: Place = Place.ANY
    distance: int = 1
    without: tuple[str, ...] = ()
    called: tuple[tuple[str, tuple[str, ...]], ...] = ()
    definite: bool = field(default=False, compare=False)
    another: bool = field(default=False, compare=False)
    his: bool = field(default=False, compare=False)
    joint: bool = field(default=False, compare=False)

    @property
    def is_open(self) -> bool:
        """Whether who it is must be worked out at the table."""
        return not self.names

    @property
    def of_asker(self) -> bool:
        """Whether it is whoever asks, or seen from there."""
        return self.asker or self.viewpoint is Viewpoint.ASKER

    def named(self, names: tuple[str, ...]) -> Mention:
        """Return these players, who are said to be what this one is: “my king is A2”."""
        called = tuple((name, self.roles) for name in names if self.roles)
        return replace(self, names=names, roles=(), called=called)

    @property
    def is_everybody(self) -> bool:
        """Whether a list asks of everybody."""
        return self.asked and self == Mention(asked=True, team=self.team, together=self.together)


def possible_players(
    mention: Mention,
    table: Table,
    players: Sequence[str],
    role_of: dict[str, str],
    asker: str,
    other: str,
    absent: Iterable[str] = (),
) -> Iterator[str]:
    """Yield the players or team letters who may be meant.

    Args:
        mention: Whom the question speaks of.
        table: The table.
        players: Who may be meant at all: those in the game.
        role_of: The id of each player's role.
        asker: Whoever asks, or nobody.
        other: Whoever else the question speaks of, or nobody.
        absent: Who has left, and so sits between nobody.
    """
    if mention.names:
        yield from mention.names
        return
    if mention.asker and not mention.team and mention.side is TeamSide.ANY:
        yield asker
        return
    if mention.same:
        if other:
            yield other
        return
    seen_from = mention.owner or (asker if mention.viewpoint is Viewpoint.ASKER else other)
    home = team_of(seen_from)
    if mention.team:
        yield from (team for team in table.teams if _on_side(team, mention.side, home))
        return
    fitting = [
        name
        for name in players
        if (not mention.roles or role_of[name] in mention.roles)
        and _on_side(team_of(name), mention.side, home)
        and name not in mention.without
    ]
    seats = [name for name in table.names if name not in set(absent) or name == seen_from]
    yield from _placed(fitting, mention, seen_from, seats, table.names)


def _placed(
    names: Sequence[str], mention: Mention, seen_from: str, seats: Sequence[str], ring: Sequence[str]
) -> Iterator[str]:
    """Yield who of some players sits at a place; where nobody is there to see it from, the outermost of each team.

    ``seats`` are those in the game around the table, ``ring`` all.
    """
    place, at = mention.place, seats.index(seen_from) if seen_from in seats else None
    home = team_of(seen_from)
    near = () if at is None else [seats[(at + direction * mention.distance) % len(seats)] for direction in (1, -1)]
    if place is Place.ANY:
        yield from names
    elif place in (Place.LEFT, Place.RIGHT) and near and (name := near[place is Place.RIGHT]) in names:
        yield name
    elif mention.distance > 1 and place is not Place.BESIDE:
        return
    elif place is Place.FRONT and [team_of(name) for name in ring].count(home) < 2:
        return  # who sits alone has neighbours and somebody across: who of them is in front is not told
    elif place in (Place.BESIDE, Place.FRONT):
        for name in names:
            if name in near and (place is Place.BESIDE or team_of(name) != home):
                yield name
    elif seen_from in seats and (own := [name for name in names if team_of(name) == home]):
        yield from _next_in_team(own, seen_from, ring, to_left=place is Place.LEFT)
    elif seen_from not in seats or mention.viewpoint is not Viewpoint.ASKER:
        for team in dict.fromkeys(map(team_of, names)):
            yield from _outermost([n for n in names if team_of(n) == team], ring, to_left=place is Place.LEFT)


def _next_in_team(names: Sequence[str], seen_from: str, ring: Sequence[str], *, to_left: bool) -> Sequence[str]:
    """Return the nearest of some teammates on one side; nobody beyond the end of a team that sits side by side."""
    row = _row(team_of(seen_from), ring)
    at = (row or ring).index(seen_from)
    if row:
        beyond = row[at + 1 :] if to_left else row[:at][::-1]
    else:
        beyond = [*ring[at + 1 :], *ring[:at]][:: 1 if to_left else -1]
    return [name for name in beyond if name in names][:1]


def _outermost(names: Sequence[str], ring: Sequence[str], *, to_left: bool) -> Sequence[str]:
    """Return who of some teammates sits outermost on one side.

    In a team that does not sit side by side, this is who is next to the one who is not meant; if that is not one, all.
    """
    team = team_of(names[0])
    row, others = _row(team, ring), [name for name in ring if team_of(name) == team and name not in names]
    if not row:
        return _next_in_team(names, others[0], ring, to_left=to_left) if len(others) == 1 else names
    meant = [name for name in row if name in names]
    return meant[-1:] if to_left else meant[:1]


def _row(team: str, ring: Sequence[str]) -> Sequence[str]:
    """Return the players of a team from its rightmost to its leftmost; nobody where it does not sit side by side."""
    firsts = [at for at, name in enumerate(ring) if team_of(name) == team != team_of(ring[at - 1])]
    if len(firsts) > 1:
        return ()
    first = firsts[0] if firsts else 0
    return [name for name in (*ring[first:], *ring[:first]) if team_of(name) == team]


def _on_side(team: str, side: TeamSide, home: str) -> bool:
    if side is TeamSide.ANY or not home:
        return True
    return (team == home) == (side is TeamSide.OWN)


def readings_of(
    mention: Mention, asker_speaks: bool, named: bool, supposed: bool = False, others: Sequence[Mapping[str, Any]] = ()
) -> tuple[Mention, ...]:
    """Return what a mention can mean: “their player” is that of the players named, or of the other side.

    Whoever speaks of himself means the others by it; of somebody not named it is that one's own. Of whom something is
    ``supposed``, “the player beside me” is of either side. “His player” may be that of ``others`` of whom a
    circumstance tells: “if B1 is dead, can A3 hit his king?”
    """
    beside_asker = mention.place is not Place.ANY and mention.viewpoint is Viewpoint.ASKER
    if supposed and beside_asker and mention.is_open and mention.side is TeamSide.ANY:
        return tuple(replace(mention, side=side) for side in (TeamSide.OWN, TeamSide.FOREIGN))
    if mention.side is not TeamSide.THEIR:
        return (mention, *(replace(mention, **his) for his in others if mention.his and not supposed))
    own = replace(mention, side=TeamSide.OWN, viewpoint=Viewpoint.OTHER)
    foreign = replace(mention, side=TeamSide.FOREIGN, viewpoint=Viewpoint.ASKER if asker_speaks else Viewpoint.OTHER)
    if asker_speaks:
        return (foreign,)
    return (own, foreign) if named else (own,)
