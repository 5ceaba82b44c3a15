"""Drawings say what the evaluator says, and nothing in them lies on anything else."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emperor_rules.drawing.alt_text import describe
from emperor_rules.drawing.geometry import (
    ARCS,
    BADGE,
    BETWEEN_SEATS,
    LANE,
    PIECE_RADIUS,
    SECOND_LANE,
    TURN_RADIUS,
    Point,
    arrange,
    arrow,
    step,
)
from emperor_rules.drawing.scene import PositionSpec, Scene, scene_of
from emperor_rules.drawing.spec import DrawingSpec, Piece, way_to_draw
from emperor_rules.drawing.svg import draw_svg, runs
from emperor_rules.evaluate.engine import Answer, Engine
from emperor_rules.frontend.vocabulary import read_vocabulary
from emperor_rules.model.seating import read_table
from emperor_rules.site.i18n import LANGUAGES
from emperor_rules.site.views.figures import example_seatings
from emperor_rules.source import SourceFile
from tests.support.built_site import html_pages
from tests.support.drawing_reader import SVG, disagreements, points
from tests.support.paths import RULES
from tests.support.shipped import engine, rulebook

SIZES = [(1, 1), (3, 3), (4, 4), (3, 3, 3), (5, 5), (6, 6), (4, 4, 4), (3, 3, 3, 3), (2,) * 8, (3,) * 8, (1,) * 40]


@cache
def spots() -> tuple[PositionSpec, ...]:
    """Every table that the site draws, and some with players gone."""
    found = [PositionSpec(text, seats) for text in rulebook().texts for seats in example_seatings(engine(), text)]
    gone = [PositionSpec(s.text, s.seats, left=("A1",), leaving=("B2",)) for s in found if len(s.seats) < 20]
    return (*found, *gone)


def ask(spot: PositionSpec, predicate: str, *of: str) -> Answer:
    return engine().ask({**spot.request(), "ask": predicate, "of": of})


def names(spot: PositionSpec) -> tuple[str, ...]:
    return read_table(spot.seats, "".join(rulebook().vocabulary.role_letters)).names


def drawn(spot: PositionSpec, language: str = "en", spec: DrawingSpec | None = None) -> ET.Element:
    vocabulary = rulebook().vocabulary
    return ET.fromstring(draw_svg(scene_of(spot, engine(), spec), vocabulary, language, "x"))


def test_tables_are_found() -> None:
    """A table of a text is a seating that its requirements call legal; a text without any calls for none."""
    by_text: dict[str, list[str]] = {}
    for spot in spots():
        by_text.setdefault(spot.text, []).append(spot.seats)
    assert by_text["cr-809"][0] == "g E g | g E g"
    assert len(by_text["cr-809"]) > 3
    assert "cr-101" not in by_text, "a text without requirements has no tables of its own"
    (legal,) = (r.id for r in rulebook().vocabulary.predicates.values() if r.requirement)
    assert all(ask(spot, legal).answer is True for spot in spots())


def test_a_drawing_reads_back_as_the_evaluator_answers() -> None:
    for spot in spots():
        assert disagreements(drawn(spot), engine()) == []


@pytest.mark.site
def test_every_drawing_of_the_site_reads_back_as_the_evaluator_answers() -> None:
    seen: set[str] = set()
    for path, page in html_pages().items():
        for found in re.findall(r"<svg class=\"seating\".*?</svg>", path.read_text(encoding="utf-8"), re.DOTALL):
            bare = re.sub(r' (?:id|aria-labelledby)="[^"]*"|url[(]#[^)]*[)]|<(title|desc).*?</\1>', "", found)
            if bare not in seen:  # both languages, and several pages, show one drawing
                seen.add(bare)
                assert disagreements(ET.fromstring(found), engine()) == [], page.path
    assert len(seen) > 20


PIECES = (
    ("early", "g E g | g E g", (), "A1@A1 A1@B3 B2@B2"),
    ("early", "g E g | g E g", ("B1",), "A1@B3 A2@A1 B3@B3 A1@A1"),
    ("early", "g l E l g | g l E l g", (), "A3@A3 A2@A2"),
    ("paris", "g E g | g E g", ("A3",), "A2@A2 B1@A2"),
    ("cr-809", "g E g | g E g", (), "A2@A2 A2@A3"),
)


def pieces(written: str) -> tuple[Piece, ...]:
    return tuple(Piece(*piece.split("@")) for piece in written.split())


@pytest.mark.parametrize(("text", "seats", "left", "standing"), PIECES)
def test_pieces_read_back_as_the_evaluator_answers(text: str, seats: str, left: tuple[str, ...], standing: str) -> None:
    spot = PositionSpec(text, seats, left=left)
    for spec in (
        DrawingSpec(pieces=pieces(standing)),
        DrawingSpec(asks=("may-march", "may-attack"), pieces=pieces(standing)),
    ):
        svg = drawn(spot, spec=spec)
        assert len([e for e in svg.iter(f"{SVG}g") if e.get("class") == "piece"]) == len(spec.pieces)
        assert disagreements(svg, engine()) == []


def test_some_pieces_may_go_somewhere() -> None:
    """Otherwise the test above would compare drawings without any arrow of a piece."""
    for text, seats, left, standing in PIECES[:4]:
        found = scene_of(PositionSpec(text, seats, left=left), engine(), DrawingSpec(pieces=pieces(standing)))
        assert any(arrow.piece is not None for arrow in found.arrows), text


@pytest.mark.parametrize(
    "ask", ["may-see-hand", "may-deploy", "may-attack-battle", "range", "may-go-first", "turn-order"]
)
def test_any_question_of_a_fit_sort_can_be_drawn_alone(ask: str) -> None:
    """A drawing shows one player or two, so that a question about three cannot be drawn."""
    vocabulary = rulebook().vocabulary
    for spot in spots()[:4]:
        svg = drawn(spot, spec=DrawingSpec(asks=(ask,)))
        assert svg.get("data-shows") == ask
        assert disagreements(svg, engine()) == []
    assert way_to_draw(vocabulary.predicates["may-attack-together"]) is None


def test_a_drawing_of_one_player_has_that_player_alone() -> None:
    """With A3 gone A2 sits next to B1, whom alone an emperor there may attack."""
    svg = drawn(PositionSpec("cr-809", "g E g | g E g", left=("A3",)), spec=DrawingSpec(players=("A2",)))
    arrows = [(e.get("data-from"), e.get("data-to")) for e in svg.iter(f"{SVG}path") if e.get("class") == "arrow"]
    assert arrows == [("A2", "B1")]
    assert [e.get("data-of") for e in svg.iter(f"{SVG}g") if e.get("class") == "within"] == ["A2"]
    assert disagreements(svg, engine()) == []


@pytest.mark.parametrize("spoil", ["arrow", "within", "turn", "reach", "start", "gone"])
def test_a_wrong_drawing_is_noticed(spoil: str) -> None:
    """The reader of drawings would prove nothing if it did not see each of these spoilt."""
    svg = drawn(PositionSpec("cr-809", "g E g | g E g", left=("A3",)))
    if spoil == "arrow":
        arrow = next(e for e in svg.iter(f"{SVG}path") if e.get("class") == "arrow")
        end = points(arrow.get("d", ""))[-1]
        arrow.set("d", f"M180 180L{360 - end[0]} {360 - end[1]}")
    elif spoil == "within":
        line = next(e for e in svg.iter(f"{SVG}g") if e.get("class") == "within")[0]
        line.set("d", "M180 90A90 90 0 0 1 270 180")
    elif spoil == "turn":
        one, two = [e for e in svg.iter(f"{SVG}text") if e.get("class") == "turn"][:2]
        one.text, two.text = two.text, one.text
    elif spoil == "reach":
        next(e for e in svg.iter(f"{SVG}text") if e.text == "‹2›").text = "‹1›"
    elif spoil == "start":
        next(e for e in svg.iter(f"{SVG}circle") if e.get("stroke-width") == "2.4").set("stroke-width", "1")
    else:
        next(e for e in svg.iter(f"{SVG}circle") if e.get("stroke-dasharray")).attrib.pop("stroke-dasharray")
    assert disagreements(svg, engine()) != []


@pytest.mark.parametrize("drawn_so", ["reach", "order", "start", "rainbow"])
def test_what_a_drawing_cannot_show_is_an_error(drawn_so: str) -> None:
    """A fact about two players is no reach, order or start, and a rainbow is nothing that can be drawn."""
    files = sorted((RULES / "vocabulary").glob("*.rules"))
    sources = [SourceFile(path.name, path.read_text(encoding="utf-8")) for path in files]
    lines = ["fact odd", "of p, q", 'en "p is odd to q"', 'it "p è strano per q"', f"drawn as {drawn_so}"]
    found, findings = read_vocabulary([*sources, SourceFile("odd.rules", "\n  ".join(lines) + "\n")])
    assert [(d.code, d.span.file) for d in findings] == [("R302", "odd.rules")]
    assert found.predicates["odd"].drawn == ""


def test_a_drawing_says_in_words_what_it_shows() -> None:
    """Who cannot see the drawing reads the same: an arrow is a sentence, equal numbers share one."""
    for spot in spots():
        for language in LANGUAGES:
            svg = drawn(spot, language)
            title, desc = svg.find(f"{SVG}title"), svg.find(f"{SVG}desc")
            assert svg.get("role") == "img"
            assert title is not None and desc is not None and title.text and desc.text
            assert f"{title.get('id')} {desc.get('id')}" == svg.get("aria-labelledby")
            assert all(name in desc.text for name in names(spot))
    vocabulary = rulebook().vocabulary
    words = describe(scene_of(PositionSpec("cr-809", "g E g | g E g"), engine()), vocabulary, "en")
    assert "A1 can attack B3." in words
    assert "The range of A2 and B2 is 2." in words
    italian = describe(scene_of(PositionSpec("cr-809", "g E g | g E g"), engine()), vocabulary, "it")
    assert "A1 può attaccare B3." in italian


def test_a_drawing_of_seats_alone_asks_nothing_and_says_nothing_more() -> None:
    """Without kinds of answers there is only who sits where and who has gone."""
    vocabulary = rulebook().vocabulary
    bare = scene_of(PositionSpec("cr-809", "g E g | g E g", left=("A1",)), engine(), DrawingSpec(frozenset()))
    assert (bare.arrows, bare.order, bare.unsaid, bare.doubtful) == ((), (), (), ())
    assert describe(bare, vocabulary, "en") == (
        "Clockwise: A1 general, A2 emperor, A3 general, B1 general, B2 emperor, B3 general.",
        "No longer in the game: A1.",
    )


def test_teams_differ_in_pattern_and_in_colour() -> None:
    """A pattern of its own for who cannot tell colours apart; each seat refers to that of its team."""
    svg = drawn(PositionSpec("cr-809", "g E g | g E g | g E g | g E g"))
    patterns = list(svg.iter(f"{SVG}pattern"))
    assert len(patterns) == 4
    assert len({tuple(e.get("d") for e in p) for p in patterns}) == 4
    assert len({p[0].get("style") for p in patterns}) == 4
    seats = [e for e in svg.iter(f"{SVG}g") if e.get("class") == "seat"]
    assert [use.get("href") for seat in seats for use in seat if (use.get("href") or "").startswith("#x-s")] == [
        f"#x-s{team}" for team in range(4) for _ in range(3)
    ]


def test_a_drawing_needs_nothing_from_elsewhere_and_no_fixed_ink() -> None:
    """The one address is the name of the format, and ids begin with that of the drawing: several stand on a page."""
    text = draw_svg(scene_of(PositionSpec("cr-809", "g E g | g E g"), engine()), rulebook().vocabulary, "en", "x")
    assert "currentColor" in text
    assert re.findall(r"https?://[^\"]+", text) == ["http://www.w3.org/2000/svg"]
    assert "<script" not in text
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert all(id.startswith("x-") for id in ids)
    assert set(re.findall(r"#(x-[\w-]+)", text)) <= set(ids)


def test_drawings_are_the_same_every_time() -> None:
    vocabulary = rulebook().vocabulary
    for spot in spots()[:6]:
        one, two = (draw_svg(scene_of(spot, Engine(rulebook())), vocabulary, "it", "t") for _ in range(2))
        assert one == two


def test_a_role_with_an_unknown_sign_is_drawn_by_its_letter() -> None:
    """Rules of others may have signs that this toolkit has no picture of."""
    found: Scene = scene_of(PositionSpec("cr-809", "g E g | g E g"), engine())
    odd = replace(found, seats=tuple(replace(seat, symbol="no-such-sign") for seat in found.seats))
    svg = ET.fromstring(draw_svg(odd, rulebook().vocabulary, "en", "x"))
    assert [e.text for e in svg.iter(f"{SVG}text")].count("E") == 1
    assert len(list(svg.iter(f"{SVG}path"))) < len(list(drawn(found.position).iter(f"{SVG}path")))
    assert sum(use.get("href") == "#x-E" for use in svg.iter(f"{SVG}use")) == 2


# Geometry


@st.composite
def tables(draw: st.DrawFn) -> tuple[int, ...]:
    sizes = draw(st.lists(st.integers(1, 6), min_size=1, max_size=6))
    return tuple(sizes) if sum(sizes) > 1 else (1, 1)


def between(a: Point, b: Point) -> float:
    return dist((a.x, a.y), (b.x, b.y))


@given(tables())
def test_nothing_lies_on_anything_else_or_outside(sizes: tuple[int, ...]) -> None:
    layout = arrange(sizes)
    seats, badges, turns = layout.seats, layout.badges, layout.turns
    before = tuple(layout.piece(n) for n in range(layout.count))
    radius = layout.seat_radius
    assert len(seats) == sum(sizes)
    assert radius >= 22
    for a, b in combinations(seats, 2):
        assert between(a, b) >= 2 * radius + BETWEEN_SEATS - 0.5
    for middles, half in ((badges, BADGE[0] / 2), (turns, TURN_RADIUS), (before, PIECE_RADIUS + 2)):
        assert all(between(a, b) >= 2 * half for a, b in combinations(middles, 2))
    for seat in seats:
        assert all(between(seat, b) >= radius + BADGE[1] / 2 for b in badges)
        assert all(between(seat, t) >= radius + TURN_RADIUS for t in turns)
    assert all(between(t, p) >= TURN_RADIUS + PIECE_RADIUS for t in turns for p in before)
    for badge in badges:
        assert BADGE[0] / 2 <= badge.x <= layout.width - BADGE[0] / 2
        assert BADGE[1] / 2 <= badge.y <= layout.height - BADGE[1] / 2
    steps = [between(a, b) for a, b in pairwise((*seats, seats[0]))]
    assert max(steps) - min(steps) < (0.4 if not layout.straight else 3)


def test_a_drawing_is_as_wide_as_a_phone() -> None:
    """Wider drawings would scroll; small tables are round, hence as high as wide."""
    for sizes in SIZES:
        assert arrange(sizes).width == 360
    assert all(arrange(sizes).height == 360 for sizes in SIZES[:8])


@settings(deadline=None)
@given(tables(), st.sampled_from([LANE, SECOND_LANE]), st.data())
def test_arrows_join_their_seats_and_pass_no_other(sizes: tuple[int, ...], lane: float, data: st.DataObject) -> None:
    layout = arrange(sizes)
    start = data.draw(st.integers(0, layout.count - 1))
    end = (start + data.draw(st.integers(1, layout.count - 1))) % layout.count
    line = points(arrow(layout, start, end, lane))
    for number, (seat, turn) in enumerate(zip(layout.seats, layout.turns, strict=True)):
        nearest = min(dist(p, (seat.x, seat.y)) for p in line)
        assert nearest > layout.seat_radius + (0 if number in (start, end) else ARCS[1]), (start, end, number)
        assert min(dist(p, (turn.x, turn.y)) for p in line) > TURN_RADIUS
    for number, tip in ((start, line[0]), (end, line[-1])):
        assert dist(tip, (layout.seats[number].x, layout.seats[number].y)) < layout.seat_radius + 6
    assert all(0 < x < layout.width and 0 < y < layout.height for x, y in line)


@settings(deadline=None)
@given(tables(), st.sampled_from([0.0, -12.0, 12.0]), st.data())
def test_steps_lead_from_a_piece_to_a_seat_and_pass_no_other(
    sizes: tuple[int, ...], aside: float, data: st.DataObject
) -> None:
    layout = arrange(sizes)
    place, end = (data.draw(st.integers(0, layout.count - 1)) for _ in range(2))
    line = points(step(layout, place, end, aside))
    piece = layout.piece(place, aside)
    assert dist(line[0], (piece.x, piece.y)) < 2 * PIECE_RADIUS
    for number, seat in enumerate(layout.seats):
        nearest = min(dist(p, (seat.x, seat.y)) for p in line)
        assert nearest > layout.seat_radius, (place, end, number)
        assert number != end or dist(line[-1], (seat.x, seat.y)) < layout.seat_radius + 6


@given(st.integers(2, 24), st.data())
def test_a_reach_is_drawn_past_exactly_those_in_it(count: int, data: st.DataObject) -> None:
    held = {0, *data.draw(st.sets(st.integers(1, count - 1)))}
    passed = data.draw(st.sets(st.integers(1, count - 1))) - held
    covered: set[int] = set()
    for first, last in runs(held, passed, count):
        assert first <= last < first + count
        covered |= {n % count for n in range(first, last + 1)}
    assert held <= covered <= held | passed
