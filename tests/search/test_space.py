"""What a search lays out: its smallest position, where play goes on, its tables, and what each position is answered."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, permutations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emperor_rules.evaluate.engine import Answer, Engine
from emperor_rules.language.seating import read_table
from emperor_rules.model.seating import NOBODY, Table
from emperor_rules.model.texts import Edition
from emperor_rules.resolve.cone import cone_of, rules_in_play
from emperor_rules.search import space_layout
from emperor_rules.search.bitset import BitText
from emperor_rules.search.seatings import TooManySeatings, legal_tables, tables_up_to
from emperor_rules.search.space_layout import playable, spaces_for
from emperor_rules.search.state_space import (
    BEGAN,
    LEAVING,
    LEFT,
    NOW,
    PRESENT,
    START,
    SetsInTurn,
    Space,
    TwoInTurn,
    default_givens,
    player_states,
)
from emperor_rules.search.symmetry import likeness
from emperor_rules.search.witness_search import TextSearch, by_clauses, every_argument, position_answers
from emperor_rules.search.witness_search import arguments as choices_of
from emperor_rules.semantics.builtins import BUILTINS, Ring
from tests.generators.texts import random_text
from tests.oracles.asp import Reply
from tests.oracles.brute_force import ENDS, arguments, names_of, seatings, shipped_with_its_end, states, tables
from tests.support.kings_and_pawns import clause, playable_answerer, text
from tests.support.paths import THOROUGH
from tests.support.sampling import number_of_examples, sample_of
from tests.support.searches import by_position

# --- the smallest position ------------------------------------------------------------------------


@st.composite
def spaces(draw: st.DrawFn) -> Space:
    """A table of three or four, who may be gone or leaving, perhaps only in some states, and two given facts."""
    table = read_table(draw(st.sampled_from(("E g | E", "E g | E g"))), "Eg")
    some = draw(st.sampled_from(((PRESENT, LEFT), (PRESENT, LEFT, LEAVING))))
    players = dict.fromkeys(range(len(table.names)), some)
    who: list[bytes] = []
    if draw(st.booleans()):
        every = list(product(range(len(some)), repeat=len(players)))
        kept = sorted(draw(st.sets(st.sampled_from(every), min_size=1)), key=lambda state: state[::-1])
        who = [bytes(state[n] for state in kept) for n in players]
    facts: list[tuple[str, Any]] = [("dark", (False, True)), ("mood", ("calm", "wild", "odd"))][
        : draw(st.integers(0, 2))
    ]
    if draw(st.booleans()):
        count = draw(st.integers(1, 3))
        most = draw(st.integers(1, len(table.names)))
        in_turn = SetsInTurn if count == 1 or draw(st.booleans()) else TwoInTurn
        facts = [(f"list {n}", in_turn(len(table.names), most, n, count)) for n in range(count)] + facts
    return Space(table, players, dict(facts), {}, frozenset(), who)


def simple_weight(space: Space, index: int) -> tuple[Any, ...]:
    """Order positions as witnesses are: players gone, those during the turn, given facts off their default."""
    gone, given = [*space.states_at(index).values()], space.givens_at(index)
    off = sum(given[key] != values[0] for key, values in space.by_given.items())
    return sum(state != PRESENT for state in gone), gone.count(LEAVING), off


@settings(max_examples=number_of_examples(60, 120), deadline=None)
@given(data=st.data(), space=spaces())
def test_the_first_of_a_set_has_the_least_weight(data: st.DataObject, space: Space) -> None:
    chosen = data.draw(st.sets(st.integers(0, space.size - 1), min_size=1))
    first = space.first(sum(1 << index for index in chosen))
    assert first == min(chosen, key=space.weight)
    assert simple_weight(space, first) == min(simple_weight(space, index) for index in chosen)


@settings(max_examples=number_of_examples(40, 70), deadline=None)
@given(space=spaces())
def test_a_cell_holds_the_positions_that_have_its_value(space: Space) -> None:
    values: list[dict[Any, Any]] = [{**space.states_at(index), **space.givens_at(index)} for index in range(space.size)]
    lists = [key for key, of in space.by_given.items() if isinstance(of, SetsInTurn)]
    distinct = len({tuple(some.items()) for some in values})
    assert distinct == space.size or len(lists) > 1, (
        "no position stands there twice but that in which no list has names"
    )
    cells: list[tuple[Any, Any, int]] = [
        (player, state, space.in_state(player, state))
        for player, states in space.ring.states.items()
        for state in states
    ]
    cells += [
        (key, value, bits) for key in space.by_given if key not in lists for value, bits in space.given(key).items()
    ]
    for key, player in product(lists, range(space.count)):
        naming = {index for index in range(space.size) if space.named(key, player) >> index & 1}
        assert naming == {index for index, some in enumerate(values) if player in some[key]}
    for name, value, bits in cells:
        held = {index for index in range(space.size) if bits >> index & 1}
        assert held == {index for index, some in enumerate(values) if some[name] == value}


@pytest.mark.parametrize(("players", "most", "facts"), [(3, 3, 2), (3, 2, 3), (4, 1, 3), (4, 4, 4)])
def test_each_two_facts_in_turn_name_everybody_together(players: int, most: int, facts: int) -> None:
    """One of them takes every set up to a size, while the other names each player; the rest name nobody."""
    values = [TwoInTurn(players, most, place, facts) for place in range(facts)]
    rows = {tuple(of[n] for of in values) for n in range(len(values[0]))}
    subsets = [frozenset(some) for size in range(most + 1) for some in combinations(range(players), size)]
    nobody = frozenset[int]()
    expected = {
        tuple(own if n == first else frozenset({one}) if n == second else nobody for n in range(facts))
        for first, second in permutations(range(facts), 2)
        for own, one in product(subsets, range(players))
    }
    assert expected <= rows
    assert all(sum(map(bool, row)) <= 2 for row in rows)
    assert not any(values[place][0] for place in range(facts))


@settings(max_examples=number_of_examples(20, 50), deadline=None)
@given(space=spaces())
def test_a_built_in_is_of_a_set_what_it_is_of_each_position(space: Space) -> None:
    """Nobody is asked about too: a fact may be given about nobody."""
    somebody = range(NOBODY, space.count)
    states = [space.states_at(at) for at in range(space.size)]
    for moment, absent in {START: (), BEGAN: (LEFT,), NOW: (LEFT, LEAVING)}.items():
        positions: dict[frozenset[int], int] = {}  # by who is gone: a built-in sees nothing else of a position
        for at, each in enumerate(states):
            gone = frozenset(player for player, state in each.items() if state in absent)
            positions[gone] = positions.get(gone, 0) | 1 << at
        for p, q, name in product(somebody, somebody, ("next-to", "distance", "steps-left")):
            builtin = BUILTINS[name]
            by_value = builtin.on_sets(space, moment, p, q)
            if builtin.answer is None:
                by_value = {True: by_value, False: space.full ^ by_value}
            expected: dict[Any, int] = {}
            for gone, bits in positions.items():
                value = builtin.scalar(None, Ring(space.count, gone), p, q)
                expected[value] = expected.get(value, 0) | bits
            assert {value: bits for value, bits in by_value.items() if bits} == expected


def test_an_empty_set_has_no_first() -> None:
    with pytest.raises(ValueError, match="empty"):
        Space(read_table("E | E", "E"), {}, {}, {}, frozenset()).first(0)


# --- where play goes on ---------------------------------------------------------------------------


def as_states(table: Table, columns: tuple[bytes, ...], words: tuple[str, ...]) -> set[tuple[str, ...]]:
    """Read what :func:`playable` gives: everybody's state, one after the other."""
    if not columns:
        return set(product(words, repeat=len(table.roles)))
    states = [tuple(words[n] for n in state) for state in zip(*columns, strict=True)]
    assert len(set(states)) == len(states)
    assert states == sorted(states, key=lambda state: [words.index(word) for word in state[::-1]])
    return set(states)


def asked_states(by: Engine, sides: list[Edition], seats: str, ends: str, moments: int) -> set[tuple[str, ...]]:
    playing: set[tuple[str, ...]] = set()
    for place in states(by, sides, seats, ends):
        gone = {**dict.fromkeys(place["left"], LEFT), **dict.fromkeys(place["leaving"], LEAVING)}
        state = tuple(gone.get(name, PRESENT) for name in names_of(seats))
        if moments == 3 or LEAVING not in state:
            playing.add(state)
    return playing


SHIPPED = ("cr-809", "cr-809-it", "early", "paris", "wiki-en", "cr-104")


@pytest.mark.parametrize("seats", ["g E g | g E g", "E g | g E | E"])
@pytest.mark.parametrize("names", [*SHIPPED, "cr-809 early", "paris wiki-it"])
def test_play_goes_on_where_the_evaluator_says_so(names: str, seats: str) -> None:
    by = Engine(shipped_with_its_end())
    sides = [Edition(name) for name in names.split()]
    texts = [by.program(side.text, None).resolved for side in sides]
    table = read_table(seats, "Egl")
    for moments, words in ((3, (PRESENT, LEFT, LEAVING)), (2, (PRESENT, LEFT))):
        players = player_states(table, frozenset(("now", "began")[: moments - 1]))
        assert players[0] == words
        states = as_states(table, playable(texts, table, players), words)
        assert states == asked_states(by, sides, seats, ENDS, moments)
        assert (PRESENT,) * len(table.roles) in states and len(states) < len(words) ** len(table.roles)
        either = as_states(table, playable(texts, table, players, by_any=True), words)
        if moments == 2:  # in three states, each moment may be played on by another text
            assert either == set().union(*(asked_states(by, [side], seats, ENDS, 2) for side in sides))


def test_the_fact_that_ends_play_ends_it_somewhere(tmp_path: Path) -> None:
    """Where the evaluator says no end, every state is one."""
    by = playable_answerer(tmp_path, t=text("t", clause("1", "p may hit q.")))
    resolved = by.program("t", None).resolved
    table = read_table("E g | E", "Eg")
    assert playable([resolved], table, player_states(table, frozenset(("now",)))) == ()


def test_where_play_is_over_from_the_start_nobody_gone_is_looked_at(tmp_path: Path) -> None:
    """A text that ends play at once is searched where nobody has gone: that mistake hides no other."""
    by = playable_answerer(
        tmp_path, t=text("t", clause("1", "t is lost."), clause("2", "p is red when some king is next to p."))
    )
    resolved = by.program("t", None).resolved
    table = read_table("E g | E", "Eg")
    predicate = resolved.vocabulary.predicates["red"]
    (space,) = spaces_for(table, cone_of(resolved, "red"), predicate, resolved.vocabulary, frozenset(), [resolved])
    search = TextSearch(resolved, space, predicate).ask((1,))
    assert (space.size, search.silent, search.contradicted, search.answers) == (1, 0, 0, {True: 1, False: 0})


# --- what each position is answered ----------------------------------------------------------------


def as_reply(answer: Answer) -> Reply:
    return Reply(answer.status, answer.answer)


def compare_everywhere(by: Engine, side: Edition, ask: str, seats: str, options: frozenset[str]) -> int:
    """Ask a question on every position that a search lays out, by the search and by the evaluator; count them."""
    resolved = by.program(side.text, side.on).resolved
    vocabulary = resolved.vocabulary
    predicate = vocabulary.predicates[ask]
    table = read_table(seats, "".join(vocabulary.role_letters))
    asked = 0
    for space in spaces_for(table, cone_of(resolved, ask), predicate, vocabulary, options, [resolved]):
        search = TextSearch(resolved, space, predicate)
        requests = [space.request_at(index) for index in range(space.size)]
        for of in arguments(by, ask, seats):
            replies = by_position(search, predicate, of)
            for request, reply in zip(requests, replies, strict=True):
                asked_for: Mapping[str, Any] = {"text": side.text, **request, "ask": ask, "of": of}
                if side.on is not None:
                    asked_for = {**asked_for, "on": side.on}
                assert as_reply(by.ask(asked_for)) == reply, asked_for
                asked += 1
    return asked


@pytest.mark.parametrize("seed", sample_of(range(20 * THOROUGH), 6))
def test_a_search_answers_every_position_of_a_random_text_as_the_evaluator_does(seed: int, tmp_path: Path) -> None:
    rng = Random(f"every position {seed}")
    by = playable_answerer(tmp_path, t=random_text(rng, "t", clauses=9))
    spoken = [q for q in by.rulebook.vocabulary.questions if by.program("t", None).resolved.by_predicate.get(q)]
    asked = 0
    for ask in spoken:
        for seats in tables(by, [Edition("t")], 4 if seed % 8 == 0 else 3):
            asked += compare_everywhere(by, Edition("t"), ask, seats, frozenset(rng.choice(((), ("fog",), ("rain",)))))
    assert asked > 50


@pytest.mark.parametrize(
    ("side", "asks", "seats"),
    sample_of(
        [
            (Edition("cr-809"), "may-attack range may-deploy legal-seating turn-order", "g E g | g E g"),
            (Edition("cr-809", "2009-05-01"), "may-attack in-range may-attack-battle", "g E g | g E g"),
            (Edition("early"), "may-march first-to-block may-attack", "E g | g E"),
            (Edition("paris"), "may-march may-attack range may-go-first", "g E | g E | E"),
            (Edition("wiki-it"), "may-attack range team-loses", "g E g | E g"),
        ],
        1,
    ),
    ids=str,
)
def test_a_search_answers_every_position_of_a_shipped_text_as_the_evaluator_does(
    side: Edition, asks: str, seats: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        space_layout, "MOST_POSITIONS", 1 << 9
    )  # facts that find no room are looked at beside the others
    monkeypatch.setattr(space_layout, "MOST_EXTRA_POSITIONS", 1 << 9)
    by = Engine(shipped_with_its_end())
    options = by.program(side.text, side.on).resolved.options
    asked = 0
    for n, ask in enumerate(asks.split()):
        asked += compare_everywhere(by, side, ask, seats, frozenset(sorted(options)[: n % 2]))
    assert asked > 300


# --- what need not be looked at ---------------------------------------------------------------------


def smallest_of_each_kind(search: TextSearch, choices: Iterable[tuple[int, ...]]) -> dict[object, tuple[Any, ...]]:
    """Return, by answer and clauses, how few have gone and are leaving where they first are so.

    An order names seats, which are others at a turned table: of it the number of players is looked at.
    """
    least: dict[object, tuple[Any, ...]] = {}
    for args in choices:
        sets = search.ask(args)
        for answer, everywhere in position_answers(sets):
            for positions, clauses in by_clauses(everywhere, answer, sets, search.resolved):
                size = search.space.weight(search.space.first(positions))[:2]
                order = isinstance(answer.value, tuple)
                kind = (answer._replace(value=("an order", len(answer.value))) if order else answer, clauses)
                least[kind] = min(size, least.get(kind, size))
    return least


def left_out_by_symmetry(by: Engine, id: str, ask: str, options: frozenset[str], seats: str) -> int:
    """Return how many choices of players a search leaves out, none of which shows a kind of answer, or shows it sooner."""
    resolved = by.program(id, None).resolved
    vocabulary, left_out = resolved.vocabulary, 0
    predicate, cone = vocabulary.predicates[ask], cone_of(resolved, ask, resolved.in_use(options))
    table = read_table(seats, "".join(vocabulary.role_letters))
    for space in spaces_for(table, cone, predicate, vocabulary, options, [resolved]):
        search = TextSearch(resolved, space, predicate)
        every, some = [*choices_of(predicate, table)], [*choices_of(predicate, table, space.symmetries)]
        assert smallest_of_each_kind(search, every) == smallest_of_each_kind(search, some), (ask, seats)
        left_out += len(every) - len(some)
    return left_out


@pytest.mark.parametrize("seed", sample_of(range(30 * THOROUGH), 8))
def test_whoever_sits_alike_is_answered_alike(seed: int, tmp_path: Path) -> None:
    """Turned or in a mirror, a table shows no kind of answer that those asked about do not show as soon."""
    rng = Random(f"sits alike {seed}")
    by = playable_answerer(tmp_path, t=random_text(rng, "t", clauses=9, wide=True))
    asks = filter(by.program("t", None).resolved.by_predicate.get, by.rulebook.vocabulary.questions)
    options = [frozenset(rng.choice(((), ("fog",), ("rain",)))) for _ in by.rulebook.vocabulary.questions]
    assert sum(
        left_out_by_symmetry(by, "t", ask, chosen, seats)
        for ask, chosen in zip(asks, options, strict=False)
        for seats in ("E g | E g", "g E g | E", "E | E | g")
    )


@pytest.mark.parametrize("seed", sample_of(range(60 * THOROUGH), 8))
def test_tables_that_are_alike_show_the_same(seed: int, tmp_path: Path) -> None:
    """They show the same kinds of answers, as soon, whoever has a role that does not matter and wherever people sit."""
    rng = Random(f"tables alike {seed}")
    by = playable_answerer(tmp_path, t=random_text(rng, "t", clauses=9, wide=True))
    resolved, vocabulary = by.program("t", None).resolved, by.rulebook.vocabulary
    for ask in filter(resolved.by_predicate.get, vocabulary.questions):
        predicate, cone = vocabulary.predicates[ask], cone_of(resolved, ask, frozenset())
        alike: dict[Hashable, list[Table]] = {}
        for seats in ("E g | g", "g E | g", "E g g | g E", "E g | g E g", "E g g | E g", "E g g | g g", "g E E | E E"):
            table = read_table(seats, "Eg")
            alike.setdefault(likeness(table, cone, predicate, vocabulary, [resolved]), []).append(table)
        for first, *others in alike.values():
            for other in others:
                shown = [
                    [
                        smallest_of_each_kind(TextSearch(resolved, space, predicate), [*choices_of(predicate, table)])
                        for space in spaces_for(table, cone, predicate, vocabulary, frozenset(), [resolved])
                    ]
                    for table in (first, other)
                ]
                assert shown[0] == shown[1], (ask, first.seats, other.seats)


@pytest.mark.parametrize(
    ("id", "options", "seats"),
    [
        ("cr-806", ["attack-left"], "o | o | o"),
        ("cr-806", ["attack-multiple"], "o | o | o | o"),
        ("cr-808", ["attack-right"], "o o | o"),
        ("cr-809", ["limited-range"], "g E g | g E g"),
    ],
    ids=str,
)
def test_a_table_in_a_mirror_is_another_where_it_matters_which_way_round(
    id: str, options: Sequence[str], seats: str
) -> None:
    by = Engine(shipped_with_its_end())
    assert sum(
        left_out_by_symmetry(by, id, ask, frozenset(options), seats) for ask in ("may-attack", "in-range", "wins")
    )


@pytest.mark.parametrize(
    ("ask", "option", "alike"),
    [
        ("may-attack", "attack-right", False),
        ("may-attack", "attack-multiple", True),
        ("may-attack", "", True),
        ("wins", "", True),
    ],
)
def test_a_table_and_its_mirror_image_are_alike_unless_it_matters_which_way_round(
    ask: str, option: str, alike: bool
) -> None:
    by = Engine(shipped_with_its_end())
    resolved, vocabulary = by.program("cr-808", None).resolved, by.rulebook.vocabulary
    cone = cone_of(resolved, ask, resolved.in_use(frozenset(filter(None, [option]))))
    tables = [read_table(seats, "o") for seats in ("o | o o | o o o", "o | o o o | o o")]
    kinds = {likeness(table, cone, vocabulary.predicates[ask], vocabulary, [resolved]) for table in tables}
    assert (len(kinds) == 1) is alike


@pytest.mark.parametrize("seed", sample_of(range(30 * THOROUGH), 8))
def test_a_rule_that_the_options_rule_out_applies_nowhere(seed: int, tmp_path: Path) -> None:
    rng = Random(f"ruled out {seed}")
    by = playable_answerer(tmp_path, t=random_text(rng, "t", clauses=12))
    resolved = by.program("t", None).resolved
    table = read_table("E g | E", "Eg")
    space = Space(
        table, player_states(table, frozenset(("now",))), {}, default_givens(resolved.vocabulary), frozenset()
    )
    bits = BitText(resolved, space)
    for predicate in filter(resolved.by_predicate.get, resolved.vocabulary.predicates):
        played = rules_in_play(resolved, predicate, bits.options)
        for rule in resolved.rules_about(predicate):
            for of in every_argument(resolved.vocabulary.predicates[predicate], table) if rule not in played else ():
                assert bits.guard(rule, of) == bits.nowhere, rule


def test_rules_of_unused_options_of_shipped_texts_apply_nowhere() -> None:
    """Also where a fact stands between a rule and its option, as it does for attacking to the left."""
    by, ruled_out = Engine(shipped_with_its_end()), 0
    for id in by.rulebook.texts:
        resolved = by.program(id, None).resolved
        for option in (None, *sorted(resolved.options)):
            options = frozenset((option,) if option else ())
            table = read_table("o | o | o", "Eg")
            bits = BitText(resolved, Space(table, {}, {}, default_givens(resolved.vocabulary), options))
            for predicate in resolved.by_predicate:
                played = rules_in_play(resolved, predicate, bits.options)
                for rule in resolved.rules_about(predicate):
                    if rule not in played:
                        ruled_out += 1
                        for of in every_argument(resolved.vocabulary.predicates[predicate], table):
                            assert bits.guard(rule, of) == bits.nowhere, (id, option, rule)
    assert ruled_out > 100


def test_a_space_holds_exactly_the_positions_with_which_play_goes_on() -> None:
    by = Engine(shipped_with_its_end())
    resolved = by.program("cr-809", None).resolved
    predicate = resolved.vocabulary.predicates["may-attack"]
    seats = "g E g | g E g"
    cone = cone_of(resolved, "may-attack")
    (space,) = spaces_for(
        read_table(seats, "Egl"),
        replace(cone, givens=frozenset()),
        predicate,
        resolved.vocabulary,
        frozenset(),
        [resolved],
    )
    formatted = [
        (tuple(r.get("left", ())), tuple(r.get("leaving", ()))) for r in map(space.request_at, range(space.size))
    ]
    asked = [(tuple(p["left"]), tuple(p["leaving"])) for p in states(by, [Edition("cr-809")], seats, ENDS)]
    assert sorted(formatted) == sorted(asked)


# --- tables ---------------------------------------------------------------------------------------

REQUIREMENTS = (
    "require every team called t is such that (exactly 1 player of t is a king).",
    "require every team called t is such that (at least 1 player of t is a pawn).",
    "require some team called t is such that (the size of t is 1).",
    "require every team called t is such that (the size of t is at most 2).",
    "require some king called p is such that (some king other than p is next to p).",
    "require every team called t is such that (the size of t is 1) unless option fog is in use.",
    "require not (some pawn called p is such that (p is wet)).",
)
LEAVING_OPEN = (
    *REQUIREMENTS,
    "whether the table is legal is left open when some team called t is such that (the size of t is 3).",
    "whether the table is legal is left open when some pawn called p is such that (p is wet).",
)


@pytest.mark.parametrize("seed", sample_of(range(8 * THOROUGH), 5))
def test_the_tables_are_those_that_the_evaluator_calls_legal(seed: int, tmp_path: Path) -> None:
    rng = Random(f"tables {seed}")
    wet = clause("9", "p is wet when p is a pawn and some king is next to p.")
    by = playable_answerer(
        tmp_path,
        **{
            id: text(
                id,
                clause("0", rng.choice(REQUIREMENTS)),
                *(clause(str(n), some) for n, some in enumerate(rng.sample(LEAVING_OPEN, rng.randint(0, 3)), 1)),
                wet,
            )
            for id in ("one", "two")
        },
    )
    sides = [Edition("one"), Edition("two")]
    texts = [by.program(side.text, None).resolved for side in sides]
    for choices, by_any in (([texts], False), ([[one] for one in texts], True)):
        legal_tables, reached = tables_up_to(choices, 5)
        assert reached == 5
        assert [table.seats for table in legal_tables] == tables(by, sides, 5, by_any=by_any)


def test_there_are_as_many_seatings_as_one_can_count() -> None:
    """The brute force itself: two seats make two teams of one, three seats three rings of sizes."""
    assert seatings(2) == ["E | E", "E | g", "g | g"]
    assert len(seatings(3)) - 3 == 8 + 4, "a team of two beside one of one; three of one, turned"


def test_of_too_many_tables_the_first_are_returned_spread_evenly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_by_two = clause(
        "1", "require the number of teams is 2.", "require every team called t is such that (the size of t is 2)."
    )
    by = playable_answerer(tmp_path, t=text("t", two_by_two, clause("2", "p may hit q when p is a king.")))
    resolved = by.program("t", None).resolved
    every = legal_tables([resolved], 4)
    assert len(every) == 10, "two pairs of four kinds, turned"
    monkeypatch.setattr("emperor_rules.search.seatings.MOST_TABLES", 8)
    assert tables_up_to([[resolved]], 5) == ((), 3)
    sampled, reached = tables_up_to([[resolved]], 5, sampled=True)
    assert reached == 3 and len(sampled) == 8 and all(table in every for table in sampled)
    monkeypatch.setattr("emperor_rules.search.seatings.MOST_SAMPLED", 4)
    assert tables_up_to([[resolved]], 5, sampled=True)[0] == sampled[::2]


def test_more_roles_than_fit_into_a_space_are_searched_in_several(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    by = playable_answerer(tmp_path, t=text("t", clause("1", "require every king is next to some pawn.")))
    resolved = by.program("t", None).resolved
    whole = legal_tables([resolved], 5)
    monkeypatch.setattr("emperor_rules.search.seatings.MOST_SEATINGS", 8)
    assert whole and legal_tables([resolved], 5) == whole
    with pytest.raises(TooManySeatings):
        legal_tables([resolved], 6)


def test_a_text_that_rules_nothing_out_has_too_many_tables(tmp_path: Path) -> None:
    by = playable_answerer(tmp_path, t=text("t", clause("1", "p may hit q when q is a king.")))
    resolved = by.program("t", None).resolved
    first_tables, reached = tables_up_to([[resolved]], 12)
    assert reached == 6
    assert [table.seats for table in first_tables] == seatings(6)
    with pytest.raises(TooManySeatings):
        legal_tables([resolved], 8)
