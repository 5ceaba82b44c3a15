"""The encoded texts against the hand-written functions of ``reference_rules``, on thousands of random tables.

What the reference calls unknown (``None``) the engine calls silent. Where a text contradicts itself the reference
answers by one of its statements alone and says so in its docstring; such places are named below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, islice, product
from random import Random
from typing import Any

import pytest

from emperor_rules.evaluate.engine import Answer
from tests.oracles import reference_rules as ref
from tests.oracles.reference_rules import Table
from tests.support.sampling import number_of_examples, sample_of
from tests.support.shipped import engine

#: How many random tables each text is asked about: every time, and in the exhaustive run.
TABLES = number_of_examples(12, 120)

#: Our question, the reference's name for it, and whether it is about the set-up (which ignores who has gone).
SINGLE = (("range", "range", False), ("may-go-first", "may_go_first", True))
PAIRS = (("in-range", "in_range"), ("may-attack", "may_attack"), ("may-deploy", "may_deploy"))
TEXTS = {"cr-809": "cr809", "wiki-en": "wiki_en", "wiki-it": "wiki_it", "early": "early", "paris": "paris"}


def request_at(text: str, t: Table, question: str, **more: Any) -> Any:
    seats = " | ".join(" ".join(team) for team in t.seats)
    request: dict[str, Any] = {"text": text, "seats": seats, "ask": question, **more}
    for key, names in zip(("left", "leaving"), t.told or (t.left, t.leaving), strict=True):
        if names:
            request[key] = sorted(names)
    return request


def ask(text: str, t: Table, question: str, *of: str, **more: Any) -> Answer:
    return engine().ask({**request_at(text, t, question, **more), "of": list(of)})


def ask_of_pairs(text: str, t: Table, question: str, **more: Any) -> Iterator[tuple[str, str, Answer]]:
    """The answer of every two who are still there; asking of many is asking of each, as another test shows."""
    pairs = list(product(t.present, repeat=2))
    answers = engine().ask_each(request_at(text, t, question, **more), pairs)
    yield from ((p, q, answer) for (p, q), answer in zip(pairs, answers, strict=True))


def said(answer: Answer) -> object:
    """The answer as the reference would give it; a contradiction as such."""
    assert answer.status != "invalid", answer
    return "contradicted" if answer.status == "contradicted" else answer.answer


def function(text: str, name: str) -> Callable[..., Any]:
    implementation: Callable[..., Any] = getattr(ref, f"{TEXTS[text]}_{name}")
    return implementation


def tables(text: str, count: int = TABLES) -> list[Table]:
    """Random tables at which play goes on by a text (of another name: by cr-809), told without those who go with others."""
    random = ref.random_tables(Random(f"tables for {text}"), 3 * count)
    return list(islice(filter(None, (ref.standing(t, text if text in TEXTS else "cr-809") for t in random)), count))


def expected(text: str, name: str, t: Table, p: str, q: str) -> object:
    """What the reference answers, the contradictions inside the wikis included."""
    answer: object = function(text, name)(t, p, q)
    if name == "in_range" and answer is True:
        if text == "wiki-en" and p != q and ref.wiki_en_emperor_is_shielded(t, p, q):
            return "contradicted"  # `range` counts him in, `reach-emperor` keeps him out
        if text == "wiki-it" and ref.wiki_it_counterpart_stands(t, p, q):
            return "contradicted"
    return answer


@pytest.mark.parametrize(("question", "name"), PAIRS)
@pytest.mark.parametrize("text", TEXTS)
def test_pairs(text: str, question: str, name: str) -> None:
    seen: Counter[object] = Counter()
    for t in tables(text):
        for p, q, got in ask_of_pairs(text, t, question):
            wanted = expected(text, name, t, p, q)
            assert said(got) == wanted, f"{t}: {question} {p} {q}: {got}, reference {wanted}"
            seen[wanted] += 1
    assert sum(seen.values()) > 40 * TABLES
    assert len(seen) > 1 or name in ("may_deploy", "may_attack"), seen


@pytest.mark.parametrize(("question", "name", "setup"), SINGLE)
@pytest.mark.parametrize("text", TEXTS)
def test_single_players(text: str, question: str, name: str, setup: bool) -> None:
    seen: Counter[object] = Counter()
    for t in tables(text):
        for p in t.players if setup else t.present:
            wanted = function(text, name)(t, p)
            got = ask(text, t, question, p)
            assert said(got) == wanted, f"{t}: {question} {p}: {got}, reference {wanted}"
            seen[wanted] += 1
    assert len(seen) > 1 or (text, name) in {("early", "range"), ("paris", "range")}, seen


@pytest.mark.parametrize("text", TEXTS)
def test_legal_seating(text: str) -> None:
    seen: Counter[object] = Counter()
    for t in [*tables(text), *small_tables()]:
        wanted = function(text, "legal_seating")(t)
        got = ask(text, t, "legal-seating")
        assert said(got) == wanted, f"{t}: {got}, reference {wanted}"
        seen[wanted] += 1
    assert len(seen) > 1, seen


def test_turn_order() -> None:
    for t in tables("turns"):
        for p in t.players:
            wanted = tuple(ref.cr809_turn_order(t, p))
            assert ask("cr-809", t, "turn-order", p).answer == wanted
            for text in ("wiki-en", "early", "paris"):
                assert ask(text, t, "turn-order", p).answer == wanted
            assert ask("wiki-it", t, "turn-order", p).status == "silent"


# --- earlier days ---------------------------------------------------------------------------------

#: The first days of what the reference tells apart, each with the day before it.
DAYS = (
    "2005-08-01",
    "2007-07-12",
    "2007-07-13",
    "2009-07-10",
    "2009-07-11",
    "2011-07-14",
    "2011-07-15",
    "2012-09-30",
    "2012-10-01",
    "2016-07-21",
    "2016-07-22",
    ref.TODAY,
)


@pytest.mark.parametrize("day", sample_of(["2009-07-10", "2009-07-11", "2005-08-01"], 1))
def test_earlier_days(day: str) -> None:
    seen: Counter[tuple[str, object]] = Counter()
    for t in [*tables("cr-809", 60), *small_tables()]:
        wanted: object = ref.cr809_legal_seating(t, day)
        assert ask("cr-809", t, "legal-seating", on=day).answer is wanted, f"{t} on {day}"
        seen["legal-seating", wanted] += 1
    for t in tables(f"cr-809 on {day}", 60):
        for question, name in PAIRS:
            for p, q, got in ask_of_pairs("cr-809", t, question, on=day):
                wanted = function("cr-809", name)(t, p, q, day)
                assert said(got) == wanted, f"{t}: {question} {p} {q} on {day}"
                seen[question, wanted] += 1
        for p in t.present:
            wanted = ref.cr809_range(t, p, day)
            assert said(ask("cr-809", t, "range", p, on=day)) == wanted, f"{t}: range {p} on {day}"
            seen["range", wanted] += 1
    assert {answer for question, answer in seen if question == "may-attack"} == {True, False, None}
    assert {2, 1, None} <= {answer for question, answer in seen if question == "range"}


@pytest.mark.parametrize("day", DAYS)
def test_turns_and_mulligans_of_each_day(day: str) -> None:
    for t in [*tables(f"turns on {day}", 25), Table((("E",), ("E",))), Table((("g", "E", "g"), ("g", "E", "g")))]:
        for p in t.present:
            assert said(ask("cr-809", t, "next-turn", p, on=day)) == ref.cr809_next_turn(t, p, day), (
                f"{t}: {p} on {day}"
            )
        for taken in (0, 1, 2):
            cost = ask("cr-809", t, "mulligan-loss", t.present[0], on=day, given={"mulligans": taken})
            assert said(cost) == ref.cr809_mulligan_cost(t, taken, day), f"{t}: {taken} on {day}"
        for taken in (0, 6, 7, 8, 9):
            again = ask("cr-809", t, "may-mulligan", t.present[0], on=day, given={"mulligans": taken})
            assert said(again) == ref.cr809_may_mulligan(t, taken, day), f"{t}: {taken} on {day}"


def test_range_forbids_and_permits_nothing() -> None:
    seen: Counter[object] = Counter()
    for t in tables("abilities", 40):
        for p, q in product(t.present, t.present):
            for question in ("may-activate", "may-equip", "may-fortify"):
                plane = question == "may-activate" and p < q
                wanted = ref.cr801_reaches_with_abilities(t, p, q, plane)
                got = said(ask("cr-809", t, question, p, q, given={"from-plane": plane}))
                assert got == wanted, f"{t}: {question} {p} {q} {plane}"
                seen[question, wanted] += 1
            assert ask("cr-809", t, "reaches-globally", p, q, given={"from-plane": True}).answer is True
    assert len(seen) == 6


@pytest.mark.parametrize("day", DAYS)
def test_the_fate_of_spells_on_each_day(day: str) -> None:
    t = Table((("g", "E", "g"), ("g", "E", "g")))
    for owner, controller, control in product(("A1", "B2"), ("A1", "B2"), ("effect", "entered")):
        given = {"leaver": "A1", "owner": owner, "controller": controller, "control": control, "spell": True}
        wanted = ref.cr800_fate_of_a_spell("A1", owner, controller, control == "effect", day)
        assert said(ask("cr-809", t, "fate", on=day, given=given)) == wanted, f"{given} on {day}"


def test_who_has_gone_does_not_matter_to_the_set_up() -> None:
    for t in tables("set-up", 30):
        start = Table(t.seats)
        for text in TEXTS:
            assert ask(text, t, "legal-seating") == ask(text, start, "legal-seating")
            for p in t.players:
                for question in ("may-go-first", "turn-order"):
                    assert ask(text, t, question, p) == ask(text, start, question, p)


def small_tables() -> Iterator[Table]:
    """Every table of one to three teams of one to three seats of the roles g and E."""
    sides = [side for size in (1, 2, 3) for side in product("gE", repeat=size)]
    for count in (1, 2, 3):
        for seats in combinations_with_replacement(sides, count):
            yield Table(tuple(seats))


# --- the twelve legal seatings of cr-809 ----------------------------------------------------------


def emperor_tables(most: int) -> Iterator[Table]:
    """Every table up to so many seats in which each team has one emperor, wherever he sits."""

    def grow(left: int) -> Iterator[tuple[tuple[str, ...], ...]]:
        yield ()
        for size in range(1, left + 1):
            for place in range(size):
                side = tuple("E" if n == place else "g" for n in range(size))
                for rest in grow(left - size):
                    yield (side, *rest)

    yield from (Table(seats) for seats in grow(most) if seats)


def equal_tables(most: int) -> Iterator[Table]:
    """Every table up to so many seats with equally large teams, of any roles."""
    for size in range(1, most + 1):
        for count in range(1, most // size + 1):
            for seats in product(*[list(product("gE", repeat=size))] * count):
                yield Table(seats)


def test_up_to_twelve_seats_exactly_twelve_seatings_are_legal() -> None:
    """Equal teams with one emperor each in the middle are the only candidates; the two below narrow others out."""
    legal = []
    for count in range(1, 13):
        for size in range(1, 12 // count + 1):
            middles = sorted({(size - 1) // 2, size // 2})
            for places in product(middles, repeat=count):
                t = Table(tuple(tuple("E" if n == place else "g" for n in range(size)) for place in places))
                if ask("cr-809", t, "legal-seating").answer is True:
                    legal.append(str(t))
    assert len(legal) == len(set(legal)) == 12, legal
    assert "g E g | g E g" in legal
    assert {len(seats.split("|")) for seats in legal} == {2, 3, 4}


#: How many seatings are legal with so many seats or fewer.
LEGAL_SEATINGS = {6: 1, 8: 3}


@pytest.mark.parametrize("seats", sample_of(LEGAL_SEATINGS, 1))
def test_no_other_seating_is_legal(seats: int) -> None:
    """Every table of so many seats or fewer with one emperor a team, and every equal one of any roles."""
    legal = set()
    for t in [*emperor_tables(seats), *equal_tables(seats)]:
        answer = ask("cr-809", t, "legal-seating")
        assert answer.answer is ref.cr809_legal_seating(t), t
        if answer.answer:
            legal.add(str(t))
    assert len(legal) == LEGAL_SEATINGS[seats], legal
