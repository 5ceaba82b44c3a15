"""Variants of section 8 against small readings of their sections, on random tables with players who have left.

``EMPEROR_MANY_PLAYERS`` is the number of tables of each variant.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random
from typing import Any

from emperor_rules.evaluate.engine import Status
from tests.oracles import many_players as read
from tests.oracles.many_players import Ring
from tests.support.sampling import number_of_examples
from tests.support.shipped import engine

TABLES = int(os.environ.get("EMPEROR_MANY_PLAYERS", str(number_of_examples(100, 1500))))

#: The range of influence with alternating teams (811.2a).
RANGE = 2


def rings(kind: str, names: Any) -> Iterator[tuple[Random, Ring]]:
    """Yield random tables; at least two teams have somebody left to play."""
    random = Random(f"{kind} {os.environ.get('EMPEROR_SEED', '1')}")
    for _ in range(TABLES):
        seats = names(random)
        gone = random.sample(seats, random.choice((0, 0, 1, 1, 2, 3)) if len(seats) > 4 else random.choice((0, 1)))
        during = random.randrange(len(gone) + 1)
        ring = Ring(tuple(seats), frozenset(gone[during:]), frozenset(gone[:during]))
        if len({name[0] for name in ring.present}) > 1:
            yield random, ring


def alone(random: Random) -> list[str]:
    return [f"{letter}1" for letter in "ABCDEFGHIJKLMNOP"[: random.randrange(3, 9)]]


def grand(random: Random) -> list[str]:
    return [f"{letter}1" for letter in "ABCDEFGHIJKLMNOP"[: random.randrange(10, 17)]]


def alternating(random: Random) -> list[str]:
    teams = "ABC"[: random.choice((2, 3))]
    return [f"{team}{n}" for n in range(1, random.choice((2, 3)) + 1) for team in teams]


def side_by_side(random: Random) -> list[str]:
    size = random.choice((2, 2, 3, 4))
    return [f"{team}{n}" for team in "AB" for n in range(1, size + 1)]


def seats(ring: Ring) -> str:
    return " ".join(name[0] for name in ring.names)


def answer(text: str, ring: Ring, ask: str, *of: str, **more: Any) -> Any:
    """Return what a text answers; ``None`` where it leaves it open."""
    given = {"left": sorted(ring.left), "leaving": sorted(ring.leaving)}
    got = engine().ask({"text": text, "seats": seats(ring), "ask": ask, "of": list(of), **given, **more})
    assert got.status in (Status.ANSWERED, Status.SILENT), (text, ring, ask, of, more, got)
    return got.answer


def two(random: Random, ring: Ring) -> tuple[str, str]:
    player, other = random.sample(ring.present, 2)
    return player, other


def test_attack_left_and_right() -> None:
    """803, in free-for-all and with alternating teams."""
    for text, names in (("cr-806", alone), ("cr-811", alternating)):
        for random, ring in rings(text, names):
            player, other = two(random, ring)
            for option, to_the_left in (("attack-left", True), ("attack-right", False)):
                expected = read.may_attack_in_direction(ring, player, other, to_the_left=to_the_left)
                if text == "cr-811" and not read.in_range(ring, player, other, RANGE):
                    expected = False
                assert answer(text, ring, "may-attack", player, other, options=[option]) == expected, (ring, option)


def test_alternating_teams() -> None:
    """811: seats, combat and hands."""
    for random, ring in rings("811", alternating):
        player, other = two(random, ring)
        expected = read.in_range(ring, player, other, RANGE) and read.may_attack_neighbours(ring, player, other)
        assert answer("cr-811", ring, "may-attack", player, other, options=["attack-multiple"]) == expected, ring
        if player[0] == other[0]:
            assert answer("cr-811", ring, "may-see-hand", player, other) == read.may_see_hand(ring, player, other), ring
        shuffled = Ring(tuple(random.sample(ring.names, len(ring.names))))
        teams = [name[0] for name in shuffled.names]
        order = list(dict.fromkeys(teams))
        renamed = Ring(tuple(f"{'ABC'[order.index(t)]}{teams[: n + 1].count(t)}" for n, t in enumerate(teams)))
        assert answer("cr-811", renamed, "legal-seating") == read.alternate(renamed.names), renamed
        assert answer("cr-811", Ring(ring.names), "legal-seating") is True


def test_markers() -> None:
    """807: who begins with one, where it goes, and which one is removed."""
    for random, ring in rings("807", grand):
        player, first = random.choice(ring.names), random.choice(ring.names)
        number, begins = read.marker_at_start(ring, first, player), {"given": {"starting-player": first}}
        assert answer("cr-807", ring, "begins-with-marker", player, **begins) is (number is not None), (ring, first)
        assert answer("cr-807", ring, "marker-number", player, **begins) == number, (ring, first, player)
        assert answer("cr-807", ring, "turn-markers") == read.markers(len(ring.present)), ring
        held = frozenset(random.sample(ring.present, random.randrange(1, len(ring.present) // 3)))
        given: dict[str, Any] = {"marked": sorted(held)}
        player = random.choice(ring.present)
        assert answer("cr-807", ring, "may-begin-turn", player, given=given) is read.may_begin_turn(ring, held, player)
        holder = random.choice(sorted(held))
        assert answer("cr-807", ring, "next-holder", holder, given=given) == read.next_holder(ring, holder), ring
        designated = frozenset(name for name in held if random.random() < 0.3)
        leaver = random.choice(ring.present)
        more = {**given, "designated": sorted(designated), "leaver": leaver}
        again = random.random() < 0.5
        plays_on = {**given, "designated": sorted(designated), "extra-turn": [holder] if again else []}
        taken = read.holder_after_turn(ring, held, designated, again, holder)
        assert answer("cr-807", ring, "next-holder", holder, given=plays_on) == taken, (ring, held, designated, again)
        waiting = frozenset(random.sample(sorted(held), random.randrange(len(held) + 1)))
        pending = {**given, "designated": sorted(designated), "waiting-holder": sorted(waiting)}
        begins_now = read.may_begin_turn(ring, held, player, lost=designated, waits=player in waiting)
        assert answer("cr-807", ring, "may-begin-turn", player, given=pending) is begins_now, (ring, held, pending)
        acting = read.is_active(held, waiting, player)
        assert answer("cr-807", ring, "is-active", player, given=pending) is acting, (ring, pending, player)
        goes = read.marker_that_goes(ring, held, designated, leaver)
        for name in sorted(held):
            told = answer("cr-807", ring, "designated-as-one-leaves", name, given=more)
            assert told is (name == goes), (ring, held, designated, leaver, name)


def test_which_marker_goes_where_several_leave_at_once() -> None:
    """807.4e, also where those who leave hold markers, and where several markers have to go."""
    several = gone = 0
    for random, ring in rings("807.4e", grand):
        held = frozenset(random.sample(ring.present, random.randrange(2, len(ring.present) // 3 + 1)))
        designated = frozenset(name for name in held if random.random() < 0.2)
        leavers = frozenset(random.sample(ring.present, random.randrange(2, len(ring.present) // 2 + 1)))
        if random.random() < 0.5:
            leavers |= frozenset(random.sample(sorted(held), min(2, len(held))))
        lowest, (first, *others) = random.choice(sorted(held)), random.sample(sorted(leavers), len(leavers))
        given = {
            "marked": sorted(held),
            "designated": sorted(designated),
            "lowest-marker": lowest,
            "leaver": first,
            "leaves-too": others,
        }
        goes = read.first_marker_that_goes(ring, held, designated, leavers, lowest)
        too_many = len(held - designated) - read.markers(len(ring.present) - len(leavers))
        several, gone = several + (too_many > 1 and len(held & leavers) > 1), gone + (goes in leavers)
        for name in sorted(held):
            told = answer("cr-807", ring, "designated-as-one-leaves", name, given=given)
            assert told is (name == goes), (ring, given, name, goes)
    assert several and gone


def test_shared_turns_and_life() -> None:
    """805 and 810, with teams of two and more."""
    for random, ring in rings("810", side_by_side):
        whole = Ring(ring.names)
        size = len(whole.names) // 2
        player, other = two(random, whole)
        active = random.choice(whole.names)
        given = {"given": {"active": active}}
        assert answer("cr-810", whole, "team-life", player[0]) == read.starting_life(size)
        assert answer("cr-810", whole, "fatal-poison", player[0]) == read.fatal_poison(size)
        attacks = read.may_attack_as_team(active, player, other)
        assert answer("cr-810", whole, "may-attack", player, other, **given) is attacks, (active, player, other)
        blocks = read.may_block_as_team(active, player, other)
        assert answer("cr-810", whole, "may-block-for", player, other, **given) is blocks, (active, player, other)
        unsaid = read.may_block_as_team(None, player, other)
        assert answer("cr-810", whole, "may-block-for", player, other) is unsaid, (player, other)
        assert answer("cr-810", whole, "draws-card", player, **given) is (player[0] == active[0])
        assert answer("cr-810", whole, "may-play-land", player, **given) is (player[0] == active[0])
        assert answer("cr-810", whole, "next-team", player) == ("B" if player[0] == "A" else "A")
        primary = read.primary_player(whole, player[0]) == player
        assert answer("cr-810", whole, "primary-player", player) is primary, player
        if player[0] != other[0]:
            first = player[0] == active[0]
            assert answer("cr-810", whole, "chooses-before", player, other, **given) is first
