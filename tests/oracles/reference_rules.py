"""A second opinion: what the rule texts answer, written by hand as plain Python.

Nothing here knows the rules language. Every function was read off a source text, so an answer of the engine
that differs points at a slip in the encoding, in the engine, or here.

Answers are ``True``, ``False`` or ``None``: ``None`` means that the text leaves the matter open or is silent.
Seats run clockwise, which is the direction of play and everybody's left: ``A1 A2 A3 B1 B2 B3``. A question
about somebody who is no longer in the game makes no sense and raises ``ValueError``. The questions about the
set-up (``*_legal_seating``, ``*_may_go_first``, ``*_turn_order``) look only at the seats and ignore who has
gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random

Verdict = bool | None

ROLES = "gEl"
#: The newest edition that the sources hold; the functions that take a ``day`` answer for it by default.
TODAY = "2026-08-07"
NOBODY: frozenset[str] = frozenset()


# -------------------------------------------------------------------------------------------------- the table


@dataclass(frozen=True)
class Table:
    """A ring of seats, team after team, with those who left before this turn and those who left during it."""

    seats: tuple[tuple[str, ...], ...]
    left: frozenset[str] = NOBODY
    leaving: frozenset[str] = NOBODY
    #: Who was said to have left, before the turn and during it, where others have gone with them.
    told: tuple[frozenset[str], frozenset[str]] | None = None

    def __post_init__(self) -> None:
        """Refuse roles and names that do not exist, and somebody who left twice."""
        if not self.seats or not all(self.seats):
            raise ValueError("every table has a team, and every team a player")
        if any(role not in ROLES or len(role) != 1 for team in self.seats for role in team):
            raise ValueError(f"roles are the letters {ROLES}")
        if not self.gone <= set(self.players):
            raise ValueError("somebody has gone who never sat here")
        if self.left & self.leaving:
            raise ValueError("nobody leaves twice")

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Name everybody who sat down, clockwise."""
        return tuple(
            f"{chr(ord('A') + number)}{place}"
            for number, team in enumerate(self.seats)
            for place in range(1, len(team) + 1)
        )

    @cached_property
    def gone(self) -> frozenset[str]:
        """Name everybody who has left, whenever it was."""
        return self.left | self.leaving

    @cached_property
    def present(self) -> tuple[str, ...]:
        """Name everybody still in the game, clockwise."""
        return tuple(player for player in self.players if player not in self.gone)

    def team(self, p: str) -> tuple[str, ...]:
        """Give the roles of p's whole team, clockwise."""
        return self.seats[ord(p[0]) - ord("A")]

    def role(self, p: str) -> str:
        """Give p's role letter."""
        return self.team(p)[int(p[1:]) - 1]

    def __str__(self) -> str:
        """Write the seats the way `parse` reads them, and who has gone."""
        text = " | ".join(" ".join(team) for team in self.seats)
        for word, names in (("left", self.left), ("leaving", self.leaving)):
            if names:
                text += f"; {word} {' '.join(sorted(names))}"
        return text


def parse(seats: str, left: Iterable[str] = (), leaving: Iterable[str] = ()) -> Table:
    """Read ``g E g | g E g``."""
    teams = tuple(tuple(team.split()) for team in seats.split("|"))
    return Table(teams, frozenset(left), frozenset(leaving))


def distance(t: Table, p: str, q: str, absent: frozenset[str]) -> int:
    """Count the steps from p to q the shorter way round, skipping the seats of the absent."""
    ring = [player for player in t.players if player not in absent]
    apart = abs(ring.index(p) - ring.index(q))
    return min(apart, len(ring) - apart)


def distance_at_start(t: Table, p: str, q: str) -> int:
    """Count with everybody present."""
    return distance(t, p, q, NOBODY)


def distance_as_turn_began(t: Table, p: str, q: str) -> int:
    """Count with those skipped who had left before this turn."""
    return distance(t, p, q, t.left)


def distance_now(t: Table, p: str, q: str) -> int:
    """Count with everybody skipped who has left."""
    return distance(t, p, q, t.gone)


def teammates(p: str, q: str) -> bool:
    """Tell whether p and q are two different players of one team (102.3; the other texts mean the same)."""
    return p != q and p[0] == q[0]


def opponents(p: str, q: str) -> bool:
    """Tell whether p and q belong to different teams (102.3; the other texts mean the same)."""
    return p[0] != q[0]


def _must_be_in_the_game(t: Table, *players: str) -> None:
    for player in players:
        if player not in t.present:
            raise ValueError(f"{player} is not in the game: {t}")


def _middle_places(size: int) -> set[int]:
    """Give the indexes of the central seat of a team, or of both central seats if its size is even."""
    return {(size - 1) // 2, size // 2}


def _has_one_emperor_in_the_middle(team: tuple[str, ...]) -> bool:
    return team.count("E") == 1 and team.index("E") in _middle_places(len(team))


def _equally_large(t: Table) -> bool:
    return len({len(team) for team in t.seats}) == 1


# ----------------------------------------------------------------------------------------------------- cr-809


def _cr809_range_by_role(role: str) -> int | None:
    return {"E": 2, "g": 1}.get(role)


def _cr809_range_at_setup(t: Table, p: str, day: str = TODAY) -> int | None:
    return _cr809_range_at_seats(t.seats, p, day)


@lru_cache(maxsize=1024)
def _cr809_range_at_seats(seats: tuple[tuple[str, ...], ...], p: str, day: str) -> int | None:
    t = Table(seats)
    if len(t.team(p)) <= 3:
        return _cr809_range_by_role(t.role(p))
    if day < "2009-07-11":
        return None
    wanted = {"E": 2, "g": 1}.get(t.role(p))
    if wanted is None:
        return None
    away = sorted(distance_at_start(t, p, q) for q in t.players if opponents(p, q) and t.role(q) == "g")
    return away[wanted - 1] if len(away) >= wanted else None


def cr809_range(t: Table, p: str, day: str = TODAY) -> int | None:
    """Give p's range of influence: cr-809 809.3a up to three a team, 809.6 and 809.6a beyond.

    809.3a: emperors 2, generals 1. 809.6a: just far enough for one opposing general to be inside at the start
    (a general) or two (an emperor); two may come from one team or from two. No such number: ``None``.

    Ambiguous: with unequal teams 809.6 does not say whose size counts; here it is the size of p's own team.
    Ambiguous: cr-809 knows no lieutenants, so ``l`` has no range and counts as nobody's opposing general.
    Ambiguous: before 2009-07-11 there is no 809.6a, and 607.6 wants ranges changed on teams of more than two. It
    tells of the sizes that may be played as well as 607.1's three, so three keep the ranges of 607.3a; larger
    teams have ranges of which nobody knows the number.
    """
    _must_be_in_the_game(t, p)
    return _cr809_range_at_setup(t, p, day)


def cr809_in_range(t: Table, p: str, q: str, day: str = TODAY) -> Verdict:
    """Tell whether q is in p's range: cr-801 801.2, 801.2b and 801.2c.

    Everybody is in his own range. Who is in it is fixed as each turn begins. Seats that were empty before
    this turn are skipped; those of players leaving during it still count.
    Ambiguous: who has no known range may reach anybody or nobody but himself, so ``None``.
    """
    _must_be_in_the_game(t, p, q)
    if p == q:
        return True
    reach = cr809_range(t, p, day)
    return None if reach is None else distance_as_turn_began(t, p, q) <= reach


def cr809_may_attack(t: Table, p: str, q: str, day: str = TODAY) -> Verdict:
    """Tell whether p may attack q in p's own combat phase: cr-506 506.2, cr-801 801.3, cr-809 809.3c.

    506.2 lets the active player attack opponents, 801.3 only those in range, 809.3c only the one in the next
    seat.

    Ambiguous: 809.3c does not say how to count seats that fall empty. Seats empty since before this turn do
    not separate (as in the example of 801.2c). If the two are neighbours only because somebody left during
    this turn the answer is open, unless 801.3 forbids the attack anyway.
    Ambiguous: an unknown range forbids nothing for certain, nor is a neighbour certainly inside it, so
    ``None``.
    """
    _must_be_in_the_game(t, p, q)
    if not opponents(p, q):
        return False
    if cr809_in_range(t, p, q, day) is False:
        return False
    if distance_now(t, p, q) != 1:
        return False
    if distance_as_turn_began(t, p, q) != 1:
        return None
    return cr809_in_range(t, p, q, day)


def cr809_may_deploy(t: Table, p: str, q: str, day: str = TODAY) -> Verdict:
    """Tell whether p may hand q a ready creature: cr-809 809.3b, cr-804 804.2, cr-801 801.4.

    Taken to be p's main phase with an empty stack. The target is a teammate, hence not p, and must be in
    range.
    """
    _must_be_in_the_game(t, p, q)
    if not teammates(p, q):
        return False
    return cr809_in_range(t, p, q, day)


def cr809_legal_seating(t: Table, day: str = TODAY) -> bool:
    """Tell whether the table meets cr-809 809.1, 809.2, 809.6 and 809.6a.

    Two teams or more, equally large, one emperor each in the middle, the others generals (never ``l``), and
    no emperor starting inside another's range.

    Ambiguous: "in the middle" of an even team is either central seat (the example of 809.6a sits so).
    Ambiguous: 809.1 wants three a team, 809.6 any equal size. Taken literally that admits one or two a team,
    with the ranges of 809.3a (only teams above three are to adjust). But the last requirement of 809.6a names
    no size, so it is applied at every size, and there it rules out all tables of one or two a team: round the
    ring emperors are then at most two seats apart on average, and each reaches two. Three a team always pass.
    Ambiguous: that requirement is worded as advice; it is read as binding. Before 2009-07-11 it was not there.
    """
    if len(t.seats) < 2 or not _equally_large(t):
        return False
    if not all(_has_one_emperor_in_the_middle(team) and team.count("g") == len(team) - 1 for team in t.seats):
        return False
    emperors = [p for p in t.players if t.role(p) == "E"] if day >= "2009-07-11" else []
    for p in emperors:
        reach = _cr809_range_at_setup(t, p)
        if reach is not None and any(p != q and distance_at_start(t, p, q) <= reach for q in emperors):
            return False
    return True


def cr809_may_go_first(t: Table, p: str) -> bool:
    """Tell whether p can be the first player: cr-809 809.4, one of the emperors, by chance."""
    return t.role(p) == "E"


def cr809_turn_order(t: Table, p: str) -> tuple[str, ...]:
    """Give the order of play if p starts: cr-809 809.4 and cr-103 103.1, round to the left."""
    first = t.players.index(p)
    return t.players[first:] + t.players[:first]


def cr809_next_turn(t: Table, p: str, day: str = TODAY) -> str | None:
    """Name who plays after p: cr-809 809.4, turns go to the left; since 2016-07-22 the gone begin none (800.4k).

    Before that day nothing is said of the turn that would come to somebody who has gone: ``None``.
    """
    order = cr809_turn_order(t, p)
    following = (*order[1:], p)
    if following[0] in t.present:
        return following[0]
    return next(q for q in following if q in t.present) if day >= "2016-07-22" else None


def cr809_mulligan_cost(t: Table, taken: int, day: str = TODAY) -> int:
    """Give the cards that the next mulligan costs: one (103.5), but none for the first of a multiplayer game.

    The exception (103.5c, 800.6) is of 2007-07-13; a multiplayer game begins with more than two players (800.1).
    """
    return 0 if day >= "2007-07-13" and len(t.players) > 2 and taken == 0 else 1


def cr809_may_mulligan(t: Table, taken: int, day: str = TODAY) -> bool:
    """Tell whether a hand can be sent back (103.5): not once the mulligans that count leave a hand of no cards.

    Seven cards are drawn, and each mulligan that counts is a card fewer; the first of a multiplayer game does not count
    since 2007-07-13 (103.5c, 800.6).
    """
    free = 1 if day >= "2007-07-13" and len(t.players) > 2 else 0
    return 7 - max(0, taken - free) > 0


def cr801_reaches_with_abilities(t: Table, p: str, q: str, from_plane: bool = False) -> bool | None:
    """Tell whether p is kept from abilities of what q has (801.6): out of range only, and never by range from a plane.

    Nothing here says who can activate what is in range (602.2).
    """
    return False if cr809_in_range(t, p, q) is False and not from_plane else None


def cr800_fate_of_a_spell(leaver: str, owner: str, controller: str, lent: bool, day: str = TODAY) -> str:
    """Tell what becomes of a card that is a spell on the stack when somebody leaves: cr-800 800.4a.

    Whatever the leaver owns goes along, nothing happens to what the leaver neither owns nor controls. Of the rest,
    another player's card that the leaver cast or was lent by an effect, the spells that the leaver controlled ceased
    to exist until 2012-10-01; since then a spell that is a card is exiled if the leaver still controls it.
    Ambiguous: the end of lent control was named after the end of the spells until 2011-07-15, before it since; what
    is named first is taken to happen first.
    """
    if owner == leaver:
        return "leaves"
    if controller != leaver:
        return "stays"
    if lent and day >= "2011-07-15":
        return "returns"
    return "exiled" if day >= "2012-10-01" else "vanishes"


# ---------------------------------------------------------------------------------------------------- wiki-en


def wiki_en_range(t: Table, p: str) -> int | None:
    """Give p's range: wiki-en `range` (emperors 2, generals or lieutenants 1) and `more-teams`.

    Teams above three have larger ranges, but the page does not say how much larger: ``None``.

    Ambiguous: with unequal teams the size of p's own team decides here. One or two a team are never
    mentioned; the plain numbers are kept for them.
    """
    _must_be_in_the_game(t, p)
    if len(t.team(p)) > 3:
        return None
    return 2 if t.role(p) == "E" else 1


def wiki_en_in_range(t: Table, p: str, q: str) -> Verdict:
    """Tell whether q is in p's range: wiki-en `range`, where an eliminated player's seat no longer counts.

    Ambiguous: this answers by counting seats alone. The statement `reach-emperor` disagrees wherever
    `wiki_en_emperor_is_shielded` holds as well.
    Ambiguous: the ranges of larger teams only ever grow, so whoever the plain numbers reach would be in range
    for certain; the answer here stays ``None`` because no number is given.
    Ambiguous: a seat stops counting at once, also in mid-turn: the page names no later moment.
    """
    _must_be_in_the_game(t, p, q)
    if p == q:
        return True
    reach = wiki_en_range(t, p)
    return None if reach is None else distance_now(t, p, q) <= reach


def wiki_en_emperor_is_shielded(t: Table, p: str, q: str) -> bool:
    """Tell whether wiki-en `reach-emperor` keeps p from q.

    It does if q is an opposing emperor none of whose generals has gone.
    """
    _must_be_in_the_game(t, p, q)
    if not opponents(p, q) or t.role(q) != "E":
        return False
    return not any(teammates(q, other) and t.role(other) != "E" for other in t.gone)


def wiki_en_may_attack(t: Table, p: str, q: str) -> bool:
    """Tell whether p may attack q: wiki-en `attack` (an opponent in the next seat now) and `reach-emperor`.

    Ambiguous: `reach-emperor` is worded as a consequence of the seat count. It is applied as a condition of
    its own; the two part ways only if an emperor is not seated between two of his generals.
    Ambiguous: range is said to concern spells and abilities, so it does not limit attacks.
    """
    _must_be_in_the_game(t, p, q)
    return opponents(p, q) and distance_now(t, p, q) == 1 and not wiki_en_emperor_is_shielded(t, p, q)


def wiki_en_may_deploy(t: Table, p: str, q: str) -> Verdict:
    """Tell whether p may hand q a ready creature: wiki-en `deploy`, and `range`, which limits abilities."""
    _must_be_in_the_game(t, p, q)
    if not teammates(p, q):
        return False
    return wiki_en_in_range(t, p, q)


def wiki_en_legal_seating(t: Table) -> bool:
    """Tell whether the table fits wiki-en `teams`, `seating` and `more-teams`.

    Two teams or more, equally large, at least three a team, one emperor in the middle; ``g`` and ``l`` are
    two names of one role.

    Ambiguous: "the middle" of an even team; either central seat passes.
    """
    if len(t.seats) < 2 or not _equally_large(t) or len(t.seats[0]) < 3:
        return False
    return all(_has_one_emperor_in_the_middle(team) for team in t.seats)


def wiki_en_may_go_first(t: Table, p: str) -> bool:
    """Tell whether p can be the first player: wiki-en `first`, one of the emperors, by chance."""
    return t.role(p) == "E"


# ---------------------------------------------------------------------------------------------------- wiki-it


def wiki_it_range(t: Table, p: str) -> int:
    """Give p's range: wiki-it `range` (emperor 2, general or lieutenant 1).

    Ambiguous: for a fourth or fifth member the page says only that he is a general, nothing about other
    ranges; so the numbers hold at every size.
    """
    _must_be_in_the_game(t, p)
    return 2 if t.role(p) == "E" else 1


def wiki_it_in_range(t: Table, p: str, q: str) -> bool:
    """Tell whether q is in p's range: wiki-it `range`, where range limits targets.

    Ambiguous: the page never says that empty seats are skipped; but a general who has beaten his counterpart
    can target the emperor behind him, so they are, and at once. Where `wiki_it_counterpart_stands` holds as
    well, the statement `reach-emperor` disagrees with the seat count.
    """
    _must_be_in_the_game(t, p, q)
    return distance_now(t, p, q) <= wiki_it_range(t, p)


def wiki_it_counterpart_stands(t: Table, p: str, q: str) -> bool:
    """Tell whether wiki-it `reach-emperor` keeps p from q.

    It does if q is an opposing emperor on whose team p's counterpart remains. The counterpart of a general is
    the opposing general beside him at the start. A general without one (the inner generals of larger teams),
    and any emperor, is not spoken of.
    """
    _must_be_in_the_game(t, p, q)
    if t.role(p) == "E" or t.role(q) != "E" or not opponents(p, q):
        return False
    return any(
        teammates(q, other) and t.role(other) != "E" and distance_at_start(t, p, other) == 1 for other in t.present
    )


def wiki_it_may_attack(t: Table, p: str, q: str) -> bool:
    """Tell whether p may attack q: wiki-it `attack`, an opponent in the next seat now.

    Ambiguous: that empty seats do not separate is taken from `reach-emperor`, as for range. The latter speaks
    of targets only and does not limit attacks, nor does range.
    """
    _must_be_in_the_game(t, p, q)
    return opponents(p, q) and distance_now(t, p, q) == 1


def wiki_it_may_deploy(t: Table, p: str, q: str) -> bool:
    """Tell whether p may hand q a ready creature: wiki-it `deploy`, whose target must be in `range`."""
    _must_be_in_the_game(t, p, q)
    return teammates(p, q) and wiki_it_in_range(t, p, q)


def wiki_it_legal_seating(t: Table) -> bool:
    """Tell whether the table fits wiki-it `teams`, `seating` and `more-teams`.

    Two teams or more, equally large, three, four or five a team, one emperor in the middle; ``g`` and ``l``
    are two names of one role.

    Ambiguous: a sixth member is not mentioned, read as not allowed; "the middle" of four is either central
    seat.
    """
    if len(t.seats) < 2 or not _equally_large(t) or len(t.seats[0]) not in (3, 4, 5):
        return False
    return all(_has_one_emperor_in_the_middle(team) for team in t.seats)


def wiki_it_may_go_first(t: Table, p: str) -> bool:
    """Tell whether p can be the first player: wiki-it `first`, one of the emperors, by chance."""
    return t.role(p) == "E"


# ------------------------------------------------------------------------------------------------------ early


def _is_left_hand_general(t: Table, p: str) -> bool:
    """Tell whether p is the first General on the left of an Emperor of his team, on the team's own side."""
    team, place = t.team(p), int(p[1:]) - 1
    return any(
        role == "E" and "g" in team[index + 1 :] and team.index("g", index + 1) == place
        for index, role in enumerate(team)
    )


def early_range(t: Table, p: str) -> int:
    """Give p's range: early `range`, two players either way for everyone (without its options)."""
    _must_be_in_the_game(t, p)
    return 2


def early_in_range(t: Table, p: str, q: str) -> bool:
    """Tell whether q is in p's range: early `range` and `reach`.

    Opposite players of a six-player table come into each other's range when one player leaves: seats of the
    gone are skipped. Ambiguous: whether at once or from the next turn; here at once.
    """
    _must_be_in_the_game(t, p, q)
    return distance_now(t, p, q) <= early_range(t, p)


def early_may_attack(t: Table, p: str, q: str) -> bool:
    """Tell whether p may attack q with a creature at home: early `attack` and `march-attack`.

    It attacks adjacent enemies.

    Ambiguous: an Emperor without teammates has enemies on both flanks, so seats of the gone are skipped; here
    also of those who leave during the turn.
    """
    _must_be_in_the_game(t, p, q)
    return opponents(p, q) and distance_now(t, p, q) == 1


def early_may_deploy(t: Table, p: str, q: str) -> None:
    """Say nothing: early has marching, where control stays, and no way to hand over a creature."""
    _must_be_in_the_game(t, p, q)


def early_legal_seating(t: Table) -> Verdict:
    """Tell whether the table fits early `teams`, `seating` and `turn-claims`.

    Described, hence ``True``: two teams ``g E g``, or two teams ``l g E g l`` (only with the Lieutenants
    outside does the left-hand General's team get two turns first).

    Ambiguous: "any similar arrangement" is also admitted. Read as: more teams, or other sizes or mixtures,
    equally large, each with one Emperor directly between two Generals of his own; such tables are ``None``,
    all others ``False``. So ``g l E l g`` is ``False``.
    """
    if len(t.seats) < 2 or not _equally_large(t):
        return False
    for team in t.seats:
        if team.count("E") != 1:
            return False
        place = team.index("E")
        if place == 0 or team[place - 1 : place] + team[place + 1 : place + 2] != ("g", "g"):
            return False
    return True if _is_described_arrangement(t) else None


def _is_described_arrangement(t: Table) -> bool:
    return t.seats in ((tuple("gEg"),) * 2, (tuple("lgEgl"),) * 2)


def early_may_go_first(t: Table, p: str) -> bool:
    """Tell whether p can be the first player: early `first`, the General on an Emperor's left hand.

    Ambiguous: with several Generals on that side the nearest is meant here; a Lieutenant in between is passed
    over; the General is of the Emperor's own team. Losers choosing first or second in a later duel is left
    out.
    """
    return _is_left_hand_general(t, p)


# ------------------------------------------------------------------------------------------------------ paris


def paris_range(t: Table, p: str) -> int:
    """Give p's range: paris `range`, one seat for everyone (without its option)."""
    _must_be_in_the_game(t, p)
    return 1


def paris_in_range(t: Table, p: str, q: str) -> Verdict:
    """Tell whether q is in p's range: paris `range`.

    Ambiguous: nothing tells whether an empty seat still counts. Neighbours from the start are in range either
    way, players with somebody between them are out of it either way, the rest is ``None``.
    """
    _must_be_in_the_game(t, p, q)
    if distance_at_start(t, p, q) <= 1:
        return True
    return None if distance_now(t, p, q) <= 1 else False


def paris_may_attack(t: Table, p: str, q: str) -> None:
    """Leave it open: paris `attack` only implies whom a creature at home may attack.

    Ambiguous: that teammates are not attacked goes without saying, and is not said: ``None`` as well.
    """
    _must_be_in_the_game(t, p, q)


def paris_may_deploy(t: Table, p: str, q: str) -> None:
    """Say nothing: paris has marching, where control stays, and no way to hand over a creature."""
    _must_be_in_the_game(t, p, q)


def paris_legal_seating(t: Table) -> Verdict:
    """Tell whether the table fits paris `teams`.

    Described, hence ``True``: two teams ``g E g``, or two teams ``l g E g l``.

    Ambiguous: "any similar arrangement" is also admitted, and no turn order tells where Lieutenants sit. Read
    as: equally large teams, each with one Emperor and a General of his own somewhere on either side; such
    tables are ``None`` (``g l E l g`` too), all others ``False``.
    """
    if len(t.seats) < 2 or not _equally_large(t):
        return False
    for team in t.seats:
        if team.count("E") != 1:
            return False
        place = team.index("E")
        if "g" not in team[:place] or "g" not in team[place + 1 :]:
            return False
    return True if _is_described_arrangement(t) else None


def paris_may_go_first(t: Table, p: str) -> bool:
    """Tell whether p can be the first player: paris `first`, the General on an Emperor's left hand.

    Ambiguous in the same ways as `early_may_go_first`.
    """
    return _is_left_hand_general(t, p)


# ---------------------------------------------------------------------------------------------- random tables


def fallen(t: Table, text: str) -> tuple[frozenset[str], frozenset[str]]:
    """Give who left before the turn and who during it, with all who go with an emperor.

    cr-809 809.5b with 104.5, the English wiki, early and paris let a team fall with its emperor. Nothing in the Italian
    wiki says that anybody else is out.
    """
    shared = text != "wiki-it"

    def with_teams(fallen: frozenset[str]) -> frozenset[str]:
        teams = {p[0] for p in fallen if shared and t.role(p) == "E"}
        return fallen | {p for p in t.players if p[0] in teams}

    left = with_teams(t.left)
    return left, with_teams(t.leaving - left) - left


def gone_with(t: Table, leaver: str) -> frozenset[str]:
    """Give who leaves at the moment at which a player does: 809.5b takes an emperor's team along (cr-809)."""
    return frozenset(p for p in t.players if p == leaver or (t.role(leaver) == "E" and p[0] == leaver[0]))


def standing(t: Table, text: str) -> Table | None:
    """Give the table once all have gone who go with others; ``None`` where no two teams are left."""
    left, leaving = fallen(t, text)
    if len({p[0] for p in t.players if p not in left | leaving}) < 2:
        return None
    return Table(t.seats, left, leaving, (t.left, t.leaving))


def random_tables(rng: Random, n: int) -> Iterator[Table]:
    """Yield n tables of two to four teams of three to six, legal or nearly so, some with players gone.

    Roughly: half are regular (every team with one emperor in the middle; in even teams the emperors mostly
    sit alike), a quarter has some seats with a role drawn at random, a quarter has teams of different sizes.
    At least two players are always still in the game.
    """
    for _ in range(n):
        count, size = rng.randint(2, 4), rng.randint(3, 6)
        kind = rng.choice(("regular", "regular", "roles", "unequal"))
        sizes = [size] * count
        while kind == "unequal" and len(set(sizes)) == 1:
            sizes = [rng.randint(3, 6) for _ in range(count)]
        alike, later = rng.random() < 0.7, rng.random() < 0.5
        teams = [_regular_team(team_size, later if alike else rng.random() < 0.5) for team_size in sizes]
        if kind == "roles":
            for _ in range(rng.randint(1, 3)):
                team = rng.choice(teams)
                team[rng.randrange(len(team))] = rng.choice(ROLES)
        seats = tuple(tuple(team) for team in teams)
        yield Table(seats, *_random_departures(rng, Table(seats).players))


def _regular_team(size: int, later: bool) -> list[str]:
    team = ["g"] * size
    team[size // 2 if later else (size - 1) // 2] = "E"
    return team


def _random_departures(rng: Random, players: tuple[str, ...]) -> tuple[frozenset[str], frozenset[str]]:
    shuffled = rng.sample(players, len(players))
    most = len(players) - 2
    before = rng.choice((0, rng.randint(0, most), rng.randint(0, min(3, most))))
    during = rng.choice((0, rng.randint(0, most - before), rng.randint(0, min(2, most - before))))
    return frozenset(shuffled[:before]), frozenset(shuffled[before : before + during])
