"""Drawings say what the evaluator says, and nothing in them lies on anything else."""

import re
import time
import xml.etree.ElementTree as ET
from dataclasses import replace
from functools import cache
from itertools import combinations
from math import dist

import pytest

from emperor_rules.draw.geometry import BETWEEN_SEATS, Layout, Point, arrange, arrow
from emperor_rules.draw.seating import Seating, Spot, describe, drawn_as, seating
from emperor_rules.draw.svg import draw_svg
from emperor_rules.draw.tables import legal_tables
from emperor_rules.draw.templates import LANGUAGES
from emperor_rules.evaluate.questions import Answer, Answerer
from emperor_rules.evaluate.table import read_table
from emperor_rules.model.declarations import read_vocabulary
from emperor_rules.source import SourceFile
from tests.built_site import RULES, checked

SVG = "{http://www.w3.org/2000/svg}"
SIZES = [(1, 1), (3, 3), (4, 4), (3, 3, 3), (5, 5), (6, 6), (4, 4, 4), (3, 3, 3, 3), (2,) * 8, (3,) * 8, (1,) * 40]


@cache
def answerer() -> Answerer:
    return Answerer(checked().rulebook)


@cache
def spots() -> tuple[Spot, ...]:
    """Every table that the site draws, and some with players gone."""
    found = [Spot(text, seats) for text in checked().rulebook.texts for seats in legal_tables(answerer(), text)]
    gone = [Spot(s.text, s.seats, left=("A1",), leaving=("B2",)) for s in found if len(s.seats) < 20]
    return (*found, *gone)


def ask(spot: Spot, relation: str, *of: str) -> Answer:
    return answerer().ask({**spot.request(), "ask": relation, "of": of})


def names(spot: Spot) -> tuple[str, ...]:
    return read_table(spot.seats, "".join(checked().rulebook.vocabulary.role_letters)).names


def drawn(spot: Spot, language: str = "en") -> ET.Element:
    vocabulary = checked().rulebook.vocabulary
    return ET.fromstring(draw_svg(seating(spot, answerer()), vocabulary, language, "x"))


def test_tables_are_found() -> None:
    by_text: dict[str, list[str]] = {}
    for spot in spots():
        by_text.setdefault(spot.text, []).append(spot.seats)
    assert by_text["cr-809"][0] == "g E g | g E g"
    assert len(by_text["cr-809"]) > 3
    assert "cr-101" not in by_text, "a text without requirements has no tables of its own"
    (legal,) = (r.id for r in checked().rulebook.vocabulary.relations.values() if r.requirement)
    assert all(ask(spot, legal).answer is True for spot in spots())


def test_the_drawing_reads_back_as_the_evaluator_answers() -> None:
    vocabulary = checked().rulebook.vocabulary
    for spot in spots():
        svg = drawn(spot)
        seats = {e.get("data-player", ""): e for e in svg.iter(f"{SVG}g") if e.get("class") == "seat"}
        gone = {*spot.left, *spot.leaving}
        assert tuple(seats) == names(spot)
        assert {name for name, e in seats.items() if e.get("data-gone")} == gone
        present = [name for name in names(spot) if name not in gone]
        for relation in drawn_as("reach", vocabulary):
            for name in present:
                answer = ask(spot, relation.id, name)
                known = str(answer.answer) if answer.status == "answered" else "?"
                assert seats[name].get("data-reach") in ((known,) if answer.clauses else (known, None)), spot
        for relation in drawn_as("arrow", vocabulary):
            arrows = {(e.get("data-from"), e.get("data-to"), e.get("data-certain")) for e in svg.iter(f"{SVG}path")
                      if e.get("data-ask") == relation.id}  # fmt: skip
            answers = {(p, q): ask(spot, relation.id, p, q) for p in present for q in present if p != q}
            sure = {(*pair, "yes") for pair, answer in answers.items() if answer.answer is True}
            assert {a for a in arrows if a[2] == "yes"} == sure, spot
            unsure = {(*pair, "no") for pair, a in answers.items() if a.status != "answered" and a.clauses}
            assert {a for a in arrows if a[2] == "no"} in (unsure, set() if len(unsure) == len(answers) else unsure)
        for relation in drawn_as("start", vocabulary):
            starting = {name for name in names(spot) if ask(spot, relation.id, name).answer is True}
            assert {name for name, e in seats.items() if e.get("data-start")} == starting
        for relation in drawn_as("order", vocabulary):
            turns = {int(e.get("data-turn", 0)): name for name, e in seats.items() if e.get("data-turn")}
            if turns:
                assert ask(spot, relation.id, turns[1]).answer == [turns[n] for n in sorted(turns)], spot
        letters = spot.seats.replace("|", "").split()
        assert [vocabulary.roles[e.get("data-role", "")].letter for e in seats.values()] == letters


@pytest.mark.parametrize("drawn_so", ["reach", "order", "start", "rainbow"])
def test_what_a_drawing_cannot_show_is_an_error(drawn_so: str) -> None:
    files = sorted((RULES / "vocabulary").glob("*.rules"))
    sources = [SourceFile(path.name, path.read_text(encoding="utf-8")) for path in files]
    lines = ["fact odd", "of p, q", 'en "p is odd to q"', 'it "p è strano per q"', f"drawn as {drawn_so}"]
    found, findings = read_vocabulary([*sources, SourceFile("odd.rules", "\n  ".join(lines) + "\n")])
    assert [(d.code, d.span.file) for d in findings] == [("R302", "odd.rules")]
    assert found.relations["odd"].drawn == ""


def test_a_drawing_says_in_words_what_it_shows() -> None:
    for spot in spots():
        for language in LANGUAGES:
            svg = drawn(spot, language)
            title, desc = svg.find(f"{SVG}title"), svg.find(f"{SVG}desc")
            assert svg.get("role") == "img"
            assert title is not None and desc is not None and title.text and desc.text
            assert f"{title.get('id')} {desc.get('id')}" == svg.get("aria-labelledby")
            assert all(name in desc.text for name in names(spot))
    vocabulary = checked().rulebook.vocabulary
    words = describe(seating(Spot("cr-809", "g E g | g E g"), answerer()), vocabulary, "en")
    assert "A1 may attack B3." in words
    assert "The range of A2, B2 is 2." in words
    italian = describe(seating(Spot("cr-809", "g E g | g E g"), answerer()), vocabulary, "it")
    assert "A1 può attaccare B3." in italian


def test_a_drawing_of_seats_alone_asks_nothing_and_says_nothing_more() -> None:
    vocabulary = checked().rulebook.vocabulary
    bare = seating(Spot("cr-809", "g E g | g E g", left=("A1",)), answerer(), kinds=())
    assert (bare.arrows, bare.order, bare.unsaid, bare.doubtful) == ((), (), (), ())
    assert describe(bare, vocabulary, "en") == (
        "Clockwise: A1 general, A2 emperor, A3 general, B1 general, B2 emperor, B3 general.",
        "No longer in the game: A1.",
    )


def test_teams_differ_in_pattern_and_in_colour() -> None:
    svg = drawn(Spot("cr-809", "g E g | g E g | g E g | g E g"))
    patterns = list(svg.iter(f"{SVG}pattern"))
    assert len(patterns) == 4
    assert len({tuple(e.get("d") for e in p) for p in patterns}) == 4
    assert len({p[0].get("style") for p in patterns}) == 4


def test_a_drawing_needs_nothing_from_elsewhere_and_no_fixed_ink() -> None:
    text = draw_svg(seating(Spot("cr-809", "g E g | g E g"), answerer()), checked().rulebook.vocabulary, "en", "x")
    assert "currentColor" in text
    assert re.findall(r"https?://[^\"]+", text) == ["http://www.w3.org/2000/svg"]
    assert "<script" not in text
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert all(id.startswith("x-") for id in ids)
    assert {f"x-{ref}" for ref in re.findall(r"url\(#x-([^)]+)\)", text)} <= set(ids)


def test_drawings_are_the_same_every_time() -> None:
    vocabulary = checked().rulebook.vocabulary
    for spot in spots()[:6]:
        one, two = (draw_svg(seating(spot, Answerer(checked().rulebook)), vocabulary, "it", "t") for _ in range(2))
        assert one == two


def test_a_role_with_an_unknown_sign_is_drawn_by_its_letter() -> None:
    found: Seating = seating(Spot("cr-809", "g E g | g E g"), answerer())
    odd = replace(found, seats=tuple(replace(seat, symbol="no-such-sign") for seat in found.seats))
    svg = ET.fromstring(draw_svg(odd, checked().rulebook.vocabulary, "en", "x"))
    assert [e.text for e in svg.iter(f"{SVG}text")].count("E") == 2


def test_a_drawing_takes_less_than_five_milliseconds() -> None:
    vocabulary = checked().rulebook.vocabulary
    fresh = Answerer(checked().rulebook)
    for spot in spots():
        best = 1.0
        for _ in range(20):  # other work on the machine slows some of the tries
            fresh.positions.clear()
            began = time.process_time()
            draw_svg(seating(spot, fresh), vocabulary, "en", "x")
            best = min(best, time.process_time() - began)
            if best < 0.005:
                break
        assert best < 0.005, spot


# Geometry


@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_seats_lie_evenly_on_a_ring_and_apart(sizes: tuple[int, ...]) -> None:
    layout = arrange(sizes)
    seats = layout.seats
    middle = (layout.width / 2, layout.width / 2)
    assert len(seats) == sum(sizes)
    assert all(abs(dist((s.x, s.y), middle) - layout.radius) < 0.2 for s in seats)
    steps = [dist((a.x, a.y), (b.x, b.y)) for a, b in zip(seats, seats[1:] + seats[:1], strict=True)]
    assert max(steps) - min(steps) < 0.4
    for a, b in combinations(seats, 2):
        assert dist((a.x, a.y), (b.x, b.y)) >= 2 * layout.seat_radius + BETWEEN_SEATS - 0.5
    for s in (*seats, *layout.badges):
        assert 10 <= s.x <= layout.width - 10 and 10 <= s.y <= layout.width - 10
    assert layout.seat_radius >= 17


def test_a_table_of_fifteen_fits_a_phone() -> None:
    for sizes in SIZES[:8]:
        assert arrange(sizes).width == 360
        assert arrange(sizes).seat_radius >= 22


def points(path: str) -> list[Point]:
    """Points along an arrow: a straight line or a curve."""
    numbers = [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", path)]
    ends = [Point(*numbers[n : n + 2]) for n in range(0, len(numbers), 2)]
    bend = ends[1] if len(ends) == 3 else Point((ends[0].x + ends[1].x) / 2, (ends[0].y + ends[1].y) / 2)
    found = []
    for step in range(41):
        t = step / 40
        found.append(Point(*((1 - t) ** 2 * getattr(ends[0], c) + 2 * t * (1 - t) * getattr(bend, c)
                             + t * t * getattr(ends[-1], c) for c in "xy")))  # fmt: skip
    return found


@pytest.mark.parametrize("sizes", [(3, 3), (4, 4), (3, 3, 3), (5, 5), (6, 6)], ids=str)
def test_arrows_run_between_seats_and_over_none(sizes: tuple[int, ...]) -> None:
    layout: Layout = arrange(sizes)
    count = len(layout.seats)
    for start in range(count):
        for end in range(count):
            if start == end:
                continue
            line = points(arrow(layout, start, end))
            for number, seat in enumerate(layout.seats):
                nearest = min(dist((p.x, p.y), (seat.x, seat.y)) for p in line)
                assert nearest >= layout.seat_radius - 0.5, (start, end, number)
            for number, tip in ((start, line[0]), (end, line[-1])):
                seat = layout.seats[number]
                assert dist((tip.x, tip.y), (seat.x, seat.y)) < layout.seat_radius + 8
