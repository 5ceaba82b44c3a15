"""The hand-written reference answers, held against the worked examples of the texts themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from random import Random

import pytest

from tests.oracles.reference_rules import (
    Table,
    Verdict,
    cr809_in_range,
    cr809_legal_seating,
    cr809_may_attack,
    cr809_may_deploy,
    cr809_may_go_first,
    cr809_range,
    cr809_turn_order,
    distance_as_turn_began,
    distance_at_start,
    distance_now,
    early_in_range,
    early_legal_seating,
    early_may_attack,
    early_may_deploy,
    early_may_go_first,
    early_range,
    opponents,
    paris_in_range,
    paris_legal_seating,
    paris_may_attack,
    paris_may_deploy,
    paris_may_go_first,
    paris_range,
    parse,
    random_tables,
    teammates,
    wiki_en_emperor_is_shielded,
    wiki_en_in_range,
    wiki_en_legal_seating,
    wiki_en_may_attack,
    wiki_en_may_deploy,
    wiki_en_may_go_first,
    wiki_en_range,
    wiki_it_counterpart_stands,
    wiki_it_in_range,
    wiki_it_legal_seating,
    wiki_it_may_attack,
    wiki_it_may_deploy,
    wiki_it_may_go_first,
    wiki_it_range,
)
from tests.support.tables import EIGHT, SIX, TEN

Question = Callable[[Table, str, str], Verdict]
PAIR_QUESTIONS: tuple[Question, ...] = (
    cr809_in_range,
    cr809_may_attack,
    cr809_may_deploy,
    wiki_en_in_range,
    wiki_en_may_attack,
    wiki_en_may_deploy,
    wiki_it_in_range,
    wiki_it_may_attack,
    wiki_it_may_deploy,
    early_in_range,
    early_may_attack,
    early_may_deploy,
    paris_in_range,
    paris_may_attack,
    paris_may_deploy,
)


def yes(question: Question, t: Table, p: str) -> set[str]:
    """Name those for whom the answer is a certain yes."""
    return {q for q in t.present if question(t, p, q) is True}


def unknown(question: Question, t: Table, p: str) -> set[str]:
    """Name those for whom there is no answer."""
    return {q for q in t.present if question(t, p, q) is None}


def first(question: Callable[[Table, str], bool], seats: str) -> set[str]:
    """Name those who can be the first player."""
    t = parse(seats)
    return {p for p in t.players if question(t, p)}


# -------------------------------------------------------------------------------------------------- the table


def test_players_are_named_clockwise_by_team_and_place() -> None:
    """Team A has three seats and B four, read off the seating from left to right; A1 and B2 have gone."""
    t = parse("g E g | g l E g", left=["A1"], leaving=["B2"])
    assert t.players == ("A1", "A2", "A3", "B1", "B2", "B3", "B4")
    assert t.present == ("A2", "A3", "B1", "B3", "B4")
    assert [t.role(p) for p in t.players] == list("gEgglEg")
    assert str(t) == "g E g | g l E g; left A1; leaving B2"


@pytest.mark.parametrize(
    ("seats", "left", "leaving"),
    [
        ("g E x | g E g", "", ""),
        ("gEg | gEg", "", ""),
        ("g E g |", "", ""),
        ("", "", ""),
        (SIX, "C1", ""),
        (SIX, "A4", ""),
        (SIX, "A1", "A1"),
    ],
)
def test_a_malformed_table_is_refused(seats: str, left: str, leaving: str) -> None:
    with pytest.raises(ValueError):
        parse(seats, left.split(), leaving.split())


def test_distance_is_the_shorter_way_round() -> None:
    """In a ring of six the player opposite is three away; beyond that one the other way round is shorter."""
    t = parse(SIX)
    assert [distance_at_start(t, "A1", q) for q in t.players] == [0, 1, 2, 3, 2, 1]


def test_each_moment_skips_its_own_seats() -> None:
    t = parse(SIX, left=["A2"], leaving=["A3"])
    assert distance_at_start(t, "A1", "B1") == 3
    assert distance_as_turn_began(t, "A1", "B1") == 2
    assert distance_now(t, "A1", "B1") == 1
    assert distance_now(t, "A1", "B2") == 2


@pytest.mark.parametrize("question", PAIR_QUESTIONS)
def test_a_question_about_somebody_gone_makes_no_sense(question: Question) -> None:
    t = parse(SIX, left=["A1"], leaving=["B1"])
    for p, q in [("A1", "A2"), ("A2", "A1"), ("B1", "A2"), ("A2", "B1")]:
        with pytest.raises(ValueError):
            question(t, p, q)


# ----------------------------------------------------------------------------------------------------- cr-809


def test_809_3a_emperors_two_generals_one() -> None:
    """809.3a gives each emperor two seats and each general one; emperors have the middle seats of three."""
    t = parse(SIX)
    assert [cr809_range(t, p) for p in t.players] == [1, 2, 1, 1, 2, 1]


def test_809_3c_example_at_the_start_no_emperor_can_attack_though_both_generals_are_in_range() -> None:
    t = parse(SIX)
    for p, generals in (("A2", {"B1", "B3"}), ("B2", {"A1", "A3"})):
        assert yes(cr809_may_attack, t, p) == unknown(cr809_may_attack, t, p) == set()
        assert generals <= yes(cr809_in_range, t, p)
    assert yes(cr809_may_attack, t, "A3") == {"B1"}
    assert yes(cr809_may_attack, t, "A1") == {"B3"}


def test_809_3c_a_seat_empty_before_the_turn_does_not_separate() -> None:
    assert cr809_may_attack(parse(SIX, left=["A3"]), "A2", "B1") is True


def test_809_3c_a_seat_that_falls_empty_during_the_turn_is_left_open() -> None:
    t = parse(SIX, leaving=["A3"])
    assert cr809_in_range(t, "A2", "B1") is True
    assert cr809_may_attack(t, "A2", "B1") is None
    assert cr809_may_attack(t, "A2", "B2") is False  # still not the next seat
    assert cr809_may_attack(t, "A2", "A1") is False  # a teammate


def test_801_3_a_certain_no_settles_what_809_3c_leaves_open() -> None:
    t = parse(SIX, leaving=["B1"])
    assert distance_now(t, "A3", "B2") == 1
    assert cr809_in_range(t, "A3", "B2") is False
    assert cr809_may_attack(t, "A3", "B2") is False
    assert cr809_may_attack(t, "B2", "A3") is None  # the emperor's range is two


def test_an_unknown_range_is_neither_leave_nor_ban() -> None:
    t = parse("l E g | g E l")
    assert cr809_range(t, "A1") is None
    assert cr809_in_range(t, "A1", "A1") is True
    assert unknown(cr809_in_range, t, "A1") == {"A2", "A3", "B1", "B2", "B3"}
    assert cr809_may_attack(t, "A1", "B3") is None
    assert cr809_may_attack(t, "A1", "B1") is False  # not the next seat, whatever the range
    assert cr809_may_attack(t, "A1", "A2") is False
    assert cr809_may_deploy(t, "A1", "A2") is None
    assert cr809_may_deploy(t, "A1", "B3") is False
    assert cr809_may_attack(t, "A3", "B1") is True


def test_801_2a_examples_one_seat_and_two_seats() -> None:
    t = parse("g E g | g E g | g E g")
    assert yes(cr809_in_range, t, "A1") == {"C3", "A1", "A2"}
    assert yes(cr809_in_range, t, "A2") == {"C3", "A1", "A2", "A3", "B1"}


def test_801_2c_example_who_was_behind_the_leaver_comes_into_range_with_the_next_turn() -> None:
    assert cr809_in_range(parse(SIX), "A3", "B2") is False
    assert cr809_in_range(parse(SIX, leaving=["B1"]), "A3", "B2") is False
    assert cr809_in_range(parse(SIX, left=["B1"]), "A3", "B2") is True


def test_801_2c_seats_of_players_leaving_now_count_while_older_gaps_do_not() -> None:
    t = parse(SIX, left=["A3"], leaving=["B1"])
    assert cr809_in_range(t, "A2", "B2") is True  # two seats as the turn began
    assert cr809_may_attack(t, "A2", "B2") is None
    assert cr809_in_range(t, "B2", "A2") is True


def test_801_2d_what_a_player_controls_is_in_range_exactly_if_its_controller_is() -> None:
    t = parse(SIX)
    in_range_of_b2 = {controller for controller in t.present if cr809_in_range(t, "B2", controller)}
    assert in_range_of_b2 == {"B2", "B1", "B3", "A1", "A3"}


def test_804_2_a_creature_goes_to_a_teammate_in_range() -> None:
    t = parse(SIX)
    assert yes(cr809_may_deploy, t, "A2") == {"A1", "A3"}
    assert yes(cr809_may_deploy, t, "A1") == {"A2"}  # the other general is two seats away
    assert yes(cr809_may_deploy, parse(SIX, left=["A2"]), "A1") == {"A3"}
    assert yes(cr809_may_deploy, parse(SIX, leaving=["A2"]), "A1") == set()


def test_801_2_the_shorter_way_round_may_lead_past_opponents() -> None:
    t = parse(SIX, left=["A2", "B1", "B2"])
    assert cr809_may_deploy(t, "A3", "A1") is True
    t = parse(SIX, left=["B1", "B2", "B3"])
    assert yes(cr809_may_deploy, t, "A1") == {"A2", "A3"}


def test_809_6a_example_four_a_side() -> None:
    """809.6a: a general reaches the nearest opposing general, an emperor the second nearest, counted on the ring."""
    t = parse(EIGHT)
    assert [cr809_range(t, p) for p in t.players] == [1, 3, 2, 1, 1, 3, 2, 1]
    assert cr809_legal_seating(t)
    mirrored = parse("g g E g | g g E g")
    assert [cr809_range(mirrored, p) for p in mirrored.players] == [1, 2, 3, 1, 1, 2, 3, 1]
    assert cr809_legal_seating(mirrored)


def test_809_6a_ranges_are_fixed_at_the_start() -> None:
    """They are those of the full table above, although generals to whom some were counted have gone."""
    t = parse(EIGHT, left=["A1", "B4"], leaving=["A4"])
    assert [cr809_range(t, p) for p in ("A2", "A3", "B1", "B2", "B3")] == [3, 2, 1, 3, 2]


def test_809_6a_an_emperor_may_not_start_in_range_of_another() -> None:
    t = parse("g g E g | g E g g")
    assert cr809_range(t, "A3") == 3 == distance_at_start(t, "A3", "B2")
    assert not cr809_legal_seating(t)


def test_809_6a_lieutenants_are_no_generals() -> None:
    t = parse("g E g g | g E g l")
    assert cr809_range(t, "A1") == 2
    assert cr809_range(t, "B4") is None
    alone = parse("g E g g | l E l l")
    assert cr809_range(alone, "A1") is None
    assert cr809_range(alone, "A2") is None
    assert cr809_range(parse("g E g g | g E l l"), "A2") is None  # a single opposing general
    assert cr809_range(alone, "B1") is None
    assert cr809_range(alone, "B2") == 3  # A4 two seats away, A3 three


def test_the_size_of_ones_own_team_decides_between_809_3a_and_809_6a() -> None:
    """A has three: 809.3a. B has five: by 809.6a B2 has A3 two seats away and A1 four, and so on."""
    t = parse("g E g | g E g g g")
    assert [cr809_range(t, p) for p in t.players] == [1, 2, 1, 1, 4, 3, 2, 1]


def seatings(teams: int, size: int, letters: str = "gE") -> Iterator[Table]:
    """Yield every way to give roles to the seats of equally large teams."""
    yield from (Table(seats) for seats in product(tuple(product(letters, repeat=size)), repeat=teams))


@pytest.mark.parametrize(
    ("teams", "size", "legal"),
    [
        (2, 3, ["gEg|gEg"]),
        (3, 3, ["gEg|gEg|gEg"]),
        (4, 3, ["gEg|gEg|gEg|gEg"]),
        (2, 4, ["gEgg|gEgg", "ggEg|ggEg"]),
        (3, 4, ["gEgg|gEgg|gEgg", "ggEg|ggEg|ggEg"]),
        (2, 5, ["ggEgg|ggEgg"]),
        (2, 6, ["ggEggg|ggEggg", "ggEggg|gggEgg", "gggEgg|ggEggg", "gggEgg|gggEgg"]),
    ],
)
def test_the_legal_seatings_of_each_shape(teams: int, size: int, legal: list[str]) -> None:
    legal_seatings = {
        "|".join("".join(team) for team in t.seats) for t in seatings(teams, size) if cr809_legal_seating(t)
    }
    assert legal_seatings == set(legal)


def test_exactly_twelve_seatings_up_to_twelve_seats_are_legal() -> None:
    shapes = [(teams, size) for teams in range(1, 13) for size in range(1, 13) if teams * size <= 12]
    assert sum(cr809_legal_seating(t) for shape in shapes for t in seatings(*shape)) == 12


def test_lieutenants_and_unequal_teams_are_never_legal() -> None:
    with_lieutenants = (t for t in seatings(2, 4, "gEl") if any("l" in team for team in t.seats))
    assert not any(cr809_legal_seating(t) for t in with_lieutenants)
    assert not cr809_legal_seating(parse(TEN))
    assert not cr809_legal_seating(parse("g E g | g g E g g"))
    assert not cr809_legal_seating(parse("g E g"))


def test_legal_seating_ignores_who_has_gone() -> None:
    assert cr809_legal_seating(parse(EIGHT, left=["A1", "A2"], leaving=["B2"]))


def test_809_4_an_emperor_starts_and_play_goes_left() -> None:
    """809.4, and turns pass to the left (103.1); who has gone keeps a place in the order."""
    assert first(cr809_may_go_first, SIX) == {"A2", "B2"}
    t = parse(SIX, left=["B1"], leaving=["A3"])
    assert cr809_turn_order(t, "A2") == ("A2", "A3", "B1", "B2", "B3", "A1")
    assert cr809_turn_order(t, "A1") == t.players


# ---------------------------------------------------------------------------------------- wiki-en and wiki-it


@pytest.mark.parametrize("ranges", [wiki_en_range, wiki_it_range])
def test_both_pages_give_emperors_two_and_generals_or_lieutenants_one(
    ranges: Callable[[Table, str], int | None],
) -> None:
    """Whoever is no emperor has one; in both seatings the emperors have the middle seats."""
    for seats in (SIX, "l E g | l E l"):
        t = parse(seats)
        assert [ranges(t, p) for p in t.players] == [1, 2, 1, 1, 2, 1]


@pytest.mark.parametrize("in_range", [wiki_en_in_range, wiki_it_in_range])
def test_both_pages_at_the_start(in_range: Question) -> None:
    t = parse(SIX)
    assert yes(in_range, t, "A2") == set(t.players) - {"B2"}
    assert yes(in_range, t, "A3") == {"A2", "A3", "B1"}
    assert yes(in_range, t, "A1") == {"A2", "A1", "B3"}


@pytest.mark.parametrize("may_attack", [wiki_en_may_attack, wiki_it_may_attack])
def test_both_pages_attack_only_next_door(may_attack: Question) -> None:
    t = parse(SIX)
    assert yes(may_attack, t, "A2") == yes(may_attack, t, "B2") == set()
    assert yes(may_attack, t, "A3") == {"B1"}
    for gone in (parse(SIX, left=["B1"]), parse(SIX, leaving=["B1"])):
        assert yes(may_attack, gone, "A3") == {"B2"}
        assert yes(may_attack, gone, "B2") == {"A3"}


@pytest.mark.parametrize("in_range", [wiki_en_in_range, wiki_it_in_range])
def test_on_both_pages_a_beaten_general_opens_the_way_to_his_emperor(in_range: Question) -> None:
    for t in (parse(SIX, left=["B1"]), parse(SIX, leaving=["B1"])):
        assert in_range(t, "A3", "B2") is True


@pytest.mark.parametrize("may_deploy", [wiki_en_may_deploy, wiki_it_may_deploy])
def test_both_pages_deploy_to_teammates_in_range(may_deploy: Question) -> None:
    t = parse(SIX)
    assert yes(may_deploy, t, "A2") == {"A1", "A3"}
    assert yes(may_deploy, t, "A1") == {"A2"}
    assert yes(may_deploy, parse(SIX, leaving=["A2"]), "A1") == {"A3"}


def test_wiki_en_contradicts_itself_when_only_ones_own_general_has_gone() -> None:
    t = parse(SIX, left=["A3"])
    assert wiki_en_in_range(t, "A2", "B2") is True
    assert wiki_en_emperor_is_shielded(t, "A2", "B2")
    beaten = parse(SIX, left=["A3", "B3"])
    assert wiki_en_in_range(beaten, "A2", "B2") is True
    assert not wiki_en_emperor_is_shielded(beaten, "A2", "B2")
    assert not wiki_en_emperor_is_shielded(t, "B3", "B2")


def test_wiki_en_an_emperor_at_the_edge_is_still_shielded() -> None:
    assert wiki_en_may_attack(parse("g g E | g g E"), "B1", "A3") is False
    assert wiki_en_may_attack(parse("g g E | g g E", left=["A1"]), "B1", "A3") is True
    assert wiki_it_may_attack(parse("g g E | g g E"), "B1", "A3") is True


def test_in_the_usual_game_wiki_en_attacks_never_meet_a_shielded_emperor() -> None:
    for state in product("plv", repeat=6):
        names = parse(SIX).players
        t = parse(
            SIX,
            left=[n for n, s in zip(names, state, strict=True) if s == "l"],
            leaving=[n for n, s in zip(names, state, strict=True) if s == "v"],
        )
        for p, q in product(t.present, repeat=2):
            assert wiki_en_may_attack(t, p, q) == wiki_it_may_attack(t, p, q) == early_may_attack(t, p, q)


def test_wiki_it_disagrees_with_itself_when_a_general_comes_round_the_other_side() -> None:
    t = parse(SIX, left=["A1", "A2", "B3"])
    assert wiki_it_in_range(t, "A3", "B2") is True
    assert wiki_it_counterpart_stands(t, "A3", "B2")
    assert not wiki_it_counterpart_stands(parse(SIX, left=["B1"]), "A3", "B2")
    assert not wiki_it_counterpart_stands(parse(SIX), "A2", "B2")  # emperors are not spoken of
    assert not wiki_it_counterpart_stands(parse("g E g | g E g | g E g"), "A3", "C2")


def test_larger_teams_on_both_pages() -> None:
    t = parse("g g E g g | g g E g g")
    assert wiki_en_range(t, "A3") is None
    assert wiki_en_in_range(t, "A3", "A3") is True
    assert unknown(wiki_en_in_range, t, "A5") == set(t.players) - {"A5"}
    assert unknown(wiki_en_may_deploy, t, "A5") == {"A1", "A2", "A3", "A4"}
    assert yes(wiki_en_may_attack, t, "A5") == {"B1"}
    assert yes(wiki_en_may_attack, t, "A4") == set()  # between two teammates
    assert [wiki_it_range(t, p) for p in ("A3", "A4")] == [2, 1]
    assert yes(wiki_it_in_range, t, "A3") == {"A1", "A2", "A3", "A4", "A5"}


@pytest.mark.parametrize(
    ("seats", "english", "italian"),
    [
        (SIX, True, True),
        ("l E g | l E l", True, True),
        ("g E g | g E g | g E g", True, True),
        (EIGHT, True, True),
        ("g g E g | g E g g", True, True),
        (TEN, True, True),
        ("g g E g g g | g g E g g g", True, False),
        ("g E | g E", False, False),
        ("E | E", False, False),
        ("g E g", False, False),
        ("E g g | g E g", False, False),
        ("g E g g g | g E g g g", False, False),
        ("g E E | g E g", False, False),
        ("g E g | g E g g", False, False),
    ],
)
def test_legal_seatings_of_both_pages(seats: str, english: bool, italian: bool) -> None:
    assert (wiki_en_legal_seating(parse(seats)), wiki_it_legal_seating(parse(seats))) == (english, italian)


@pytest.mark.parametrize("may_go_first", [wiki_en_may_go_first, wiki_it_may_go_first])
def test_on_both_pages_an_emperor_starts(may_go_first: Callable[[Table, str], bool]) -> None:
    assert first(may_go_first, SIX) == {"A2", "B2"}


# -------------------------------------------------------------------------------------------- early and paris


def test_early_opposite_players_reach_each_other_once_somebody_leaves() -> None:
    t = parse(SIX)
    for p, q in (("A1", "B1"), ("A2", "B2"), ("A3", "B3")):
        assert early_in_range(t, p, q) is early_in_range(t, q, p) is False
        assert yes(early_in_range, t, p) == set(t.players) - {q}
        for gone in set(t.players) - {p, q}:
            assert early_in_range(parse(SIX, left=[gone]), p, q) is True
            assert early_in_range(parse(SIX, leaving=[gone]), p, q) is True


def test_early_range_is_two_for_everyone() -> None:
    t = parse(TEN)
    assert {early_range(t, p) for p in t.players} == {2}
    assert yes(early_in_range, t, "A1") == {"B4", "B5", "A1", "A2", "A3"}


def test_early_an_emperor_without_teammates_has_enemies_on_both_flanks() -> None:
    assert yes(early_may_attack, parse(SIX, left=["A1", "A3"]), "A2") == {"B1", "B3"}
    assert yes(early_may_attack, parse(SIX), "A2") == set()


@pytest.mark.parametrize("may_deploy", [early_may_deploy, paris_may_deploy])
def test_neither_old_text_speaks_of_deploying(may_deploy: Question) -> None:
    t = parse(SIX)
    assert unknown(may_deploy, t, "A1") == set(t.players)


@pytest.mark.parametrize("may_go_first", [early_may_go_first, paris_may_go_first])
def test_the_left_hand_general_starts(may_go_first: Callable[[Table, str], bool]) -> None:
    assert first(may_go_first, SIX) == {"A3", "B3"}  # C or F in the figure of the early text
    assert first(may_go_first, TEN) == {"A4", "B4"}
    assert first(may_go_first, "g l E l g | g l E l g") == {"A5", "B5"}
    assert first(may_go_first, "g g E g g | g g E g g") == {"A4", "B4"}
    assert first(may_go_first, "g g E | g E g") == {"B3"}


def turns_before_the_other_team(seats: str) -> set[int]:
    """Count the turns of the first team until the other one begins, for every player who can start."""
    t = parse(seats)
    orders = [cr809_turn_order(t, p) for p in t.players if early_may_go_first(t, p)]
    return {next(n for n, q in enumerate(order) if opponents(order[0], q)) for order in orders}


def test_early_turn_claims() -> None:
    assert turns_before_the_other_team(SIX) == {1}
    assert turns_before_the_other_team(TEN) == {2}
    assert turns_before_the_other_team("g l E l g | g l E l g") == {1}  # so Lieutenants sit outside


@pytest.mark.parametrize(
    ("seats", "early", "paris"),
    [
        (SIX, True, True),
        (TEN, True, True),
        ("g l E l g | g l E l g", False, None),
        ("g g E g g | g g E g g", None, None),
        ("g E g | g E g | g E g", None, None),
        (EIGHT, None, None),
        ("l E l | g E g", False, False),
        ("E g g | g E g", False, False),
        ("g g E | g E g", False, False),
        ("g E g | g g E g g", False, False),
        ("g E g | g g g", False, False),
        ("g E g E g | g g E g g", False, False),
        ("g E g", False, False),
        ("E | E", False, False),
    ],
)
def test_legal_seatings_of_the_old_texts(seats: str, early: Verdict, paris: Verdict) -> None:
    assert (early_legal_seating(parse(seats)), paris_legal_seating(parse(seats))) == (early, paris)


def test_paris_examples_a_spell_reaches_its_caster_and_two_neighbours() -> None:
    t = parse(SIX)
    assert {paris_range(t, p) for p in t.players} == {1}
    assert yes(paris_in_range, t, "A2") == {"A1", "A2", "A3"}
    assert unknown(paris_in_range, t, "A2") == set()


def test_paris_does_not_say_whether_an_empty_seat_counts() -> None:
    for t in (parse(SIX, left=["A3"]), parse(SIX, leaving=["A3"])):
        assert paris_in_range(t, "A2", "B1") is None
        assert paris_in_range(t, "A2", "B2") is False
        assert paris_in_range(t, "A2", "A1") is True
    assert paris_in_range(parse(SIX, left=["A3"], leaving=["B1"]), "A2", "B2") is None


def test_paris_leaves_open_whom_a_creature_at_home_attacks() -> None:
    t = parse(SIX)
    assert unknown(paris_may_attack, t, "A3") == set(t.players)


# ---------------------------------------------------------------------------------------------- random tables


def test_random_tables_are_repeatable_and_varied() -> None:
    tables = list(random_tables(Random(809), 1000))
    assert tables == list(random_tables(Random(809), 1000))
    assert {len(t.seats) for t in tables} == {2, 3, 4}
    assert {len(team) for t in tables for team in t.seats} == {3, 4, 5, 6}
    assert all(len(t.present) >= 2 for t in tables)
    for share in (
        sum(cr809_legal_seating(t) for t in tables),
        sum(len({len(team) for team in t.seats}) > 1 for t in tables),
        sum(any("l" in team for team in t.seats) for t in tables),
        sum(not t.left for t in tables),
        sum(not t.leaving for t in tables),
        sum(not t.gone for t in tables),
        sum(bool(t.left and t.leaving) for t in tables),
    ):
        assert 80 <= share <= 700


def test_what_holds_at_every_table() -> None:
    for t in random_tables(Random(1), 60):
        for p, q in product(t.present, repeat=2):
            answers = {question.__name__: question(t, p, q) for question in PAIR_QUESTIONS}
            for text in ("cr809", "wiki_en", "wiki_it", "early"):
                assert not (answers[f"{text}_may_attack"] and not opponents(p, q))
                assert not (answers[f"{text}_may_deploy"] and not teammates(p, q))
            assert not (answers["cr809_may_attack"] and not answers["cr809_in_range"])
            if p == q:
                assert all(answers[f"{text}_in_range"] for text in ("cr809", "wiki_en", "wiki_it", "early", "paris"))
