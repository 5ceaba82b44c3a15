"""Nothing in a drawing lies on anything else, whatever the table."""

import xml.etree.ElementTree as ET
from itertools import combinations, pairwise
from math import dist

from hypothesis import given, settings
from hypothesis import strategies as st

from emperor_rules.drawing.geometry import (
    ARCS,
    ARROW_OVER,
    BADGE_RADIUS,
    BAND,
    BAND_MARGIN,
    BETWEEN_SEATS,
    EDGE_OVER,
    LANE,
    OUTSIDE,
    PIECE_RADIUS,
    SECOND_LANE,
    TURNING,
    arrange,
    arrange_seats,
    arrow,
    broad_band,
    chords,
    step,
    to_next,
)
from emperor_rules.drawing.inquiry import scene_of
from emperor_rules.drawing.spec import DrawingSpec
from emperor_rules.drawing.svg import draw_svg, runs
from emperor_rules.model.scenarios import GivenItem, Query, TableRequest
from emperor_rules.model.seating import stretches
from tests.support.drawing_reader import SVG, points, shaft, shift
from tests.support.shipped import engine, rulebook

SIZES = [(1, 1), (3, 3), (4, 4), (3, 3, 3), (5, 5), (6, 6), (4, 4, 4), (3, 3, 3, 3), (2,) * 8, (3,) * 8, (1,) * 40]


@st.composite
def tables(draw: st.DrawFn) -> tuple[int, ...]:
    sizes = draw(st.lists(st.integers(1, 6), min_size=1, max_size=6))
    return tuple(sizes) if sum(sizes) > 1 else (1, 1)


@settings(deadline=None)
@given(tables())
def test_nothing_lies_on_anything_else_or_outside(sizes: tuple[int, ...]) -> None:
    layout = arrange(sizes)
    seats, badges = layout.seats, layout.badges
    before = tuple(layout.piece(n) for n in range(layout.count))
    radius = layout.seat_radius
    assert len(seats) == sum(sizes)
    assert radius >= 22
    for a, b in combinations(seats, 2):
        assert abs(a - b) >= 2 * radius + BETWEEN_SEATS - 0.5
    for middles, half in ((badges, BADGE_RADIUS), (before, PIECE_RADIUS + 2)):
        assert all(abs(a - b) >= 2 * half for a, b in combinations(middles, 2))
    for number, seat in enumerate(seats):
        near = abs(seat - badges[number])
        assert radius < near and near + BADGE_RADIUS < radius + BAND - 2.5 < radius + OUTSIDE - 2.5
        assert all(abs(seat - b) >= radius + BADGE_RADIUS for n, b in enumerate(badges) if n != number)
    for badge in badges:
        assert BADGE_RADIUS <= badge.real <= layout.width - BADGE_RADIUS
        assert BADGE_RADIUS <= badge.imag <= layout.height - BADGE_RADIUS
    steps = [abs(a - b) for a, b in pairwise((*seats, seats[0]))]
    assert max(steps) - min(steps) < (0.4 if not layout.straight else 3)


def test_a_piece_is_off_the_lines_between_the_seats_beside_its_own() -> None:
    """Or an arrow each way from it would be read as one between these seats."""
    for sizes in SIZES[:8]:
        layout = arrange(sizes)
        for n in range(1, layout.count // 2):
            line = (layout.seats[-n] + layout.seats[n]) / 2
            assert abs(layout.piece(0) - line) > PIECE_RADIUS + 3, (sizes, n)


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
    line = shaft(arrow(layout, start, end, lane))
    for number, seat in enumerate(layout.seats):
        nearest = min(dist(p, (seat.real, seat.imag)) for p in line)
        assert nearest > layout.seat_radius + (0 if number in (start, end) else ARCS[1]), (start, end, number)
    for number, tip in ((start, line[0]), (end, line[-1])):
        assert dist(tip, (layout.seats[number].real, layout.seats[number].imag)) < layout.seat_radius + 6
    assert all(0 < x < layout.width and 0 < y < layout.height for x, y in line)


@settings(deadline=None)
@given(tables(), st.sampled_from([0.0, -12.0, 12.0]), st.data())
def test_steps_lead_from_a_piece_to_a_seat_and_pass_no_other(
    sizes: tuple[int, ...], aside: float, data: st.DataObject
) -> None:
    layout = arrange(sizes)
    place, end = (data.draw(st.integers(0, layout.count - 1)) for _ in range(2))
    line = shaft(step(layout, place, end, aside))
    piece = layout.piece(place, aside)
    assert dist(line[0], (piece.real, piece.imag)) < 2 * PIECE_RADIUS
    for number, seat in enumerate(layout.seats):
        nearest = min(dist(p, (seat.real, seat.imag)) for p in line)
        assert nearest > layout.seat_radius, (place, end, number)
        assert number != end or dist(line[-1], (seat.real, seat.imag)) < layout.seat_radius + 6


@given(st.integers(2, 24), st.data())
def test_a_reach_is_drawn_past_exactly_those_in_it(count: int, data: st.DataObject) -> None:
    held = {0, *data.draw(st.sets(st.integers(1, count - 1)))}
    passed = data.draw(st.sets(st.integers(1, count - 1))) - held
    covered: set[int] = set()
    for first, last in runs(held, passed, count):
        assert first <= last < first + count
        covered |= {n % count for n in range(first, last + 1)}
    assert held <= covered <= held | passed


def test_chords_join_teammates_who_sit_apart_and_nobody_else() -> None:
    def joined(team: tuple[int, ...]) -> dict[int, int]:
        return {number: path.count("L") for number, path in chords(arrange_seats(team), team)}

    assert joined((0, 1, 0, 1)) == {0: 2, 1: 2}, "each in two pieces, with the round arrow between them"
    assert joined((0, 1, 2, 0, 1, 2, 0, 1, 2)) == {0: 3, 1: 3, 2: 3}
    assert joined((0, 0, 1, 1)) == joined((0, 1, 2)) == {} and joined((0, 1, 0, 2, 2)).keys() == {0}


@settings(deadline=None)
@given(st.integers(2, 6), st.integers(2, 5))
def test_no_chord_crosses_the_round_arrow(teams: int, size: int) -> None:
    team = tuple(range(teams)) * size
    layout = arrange_seats(team)
    middle = (layout.width / 2, layout.height / 2)
    for _, path in chords(layout, team):
        for part in path.split("M")[1:]:
            assert min(dist(point, middle) for point in points(f"M{part}")) > TURNING + 4


@settings(deadline=None)
@given(st.lists(st.integers(1, 5), min_size=2, max_size=6))
def test_bands_hold_everybody_once_and_touch_no_other(sizes: list[int]) -> None:
    team = tuple(number for number, size in enumerate(sizes) for _ in range(size))
    layout = arrange_seats(team)
    box = (layout.width, layout.height)
    held: list[int] = []
    for _, first, last in stretches(team):
        held += [n % layout.count for n in range(first, last + 1)]
        path = broad_band(layout, first, last)
        assert path.count("M") == 1 and all(0 < x < box[0] and 0 < y < box[1] for x, y in points(path))
        line = shaft(to_next(layout, last, last + 1))
        for seat in layout.seats:
            assert all(dist(p, (seat.real, seat.imag)) > layout.seat_radius + BADGE_RADIUS for p in line)
        assert all(0 < x < box[0] and 0 < y < box[1] for x, y in line)
    assert sorted(held) == list(range(layout.count))
    assert 2 * BAND_MARGIN < BETWEEN_SEATS, "bands beside each other keep apart"
    assert BAND_MARGIN < BAND - 2.5, "and from the lines outside"
    assert EDGE_OVER < ARROW_OVER < 0.5


def test_what_is_written_in_a_band_lies_between_its_seats_and_the_middle() -> None:
    for seats in ("o o | o o", "o o o | o o o | o o o", "o o | o o | o o | o o"):
        given = dict.fromkeys("ABCD"[: seats.count("|") + 1], 120)
        facts = (GivenItem("shared-life", given), GivenItem("active", "A1"))
        query = Query("active-team", ("A",), facts)
        scene = scene_of(TableRequest(text="cr-810", seats=seats), engine(), DrawingSpec(question=query))
        assert [len(band.numbers) for band in scene.bands] == [1] * (seats.count("|") + 1)
        svg = ET.fromstring(draw_svg(scene, rulebook().vocabulary, "en", "x"))
        layout = arrange_seats(scene.team)
        for label in (e for e in svg.iter(f"{SVG}g") if e.get("class") == "told"):
            (x, y), (box,) = shift(label), label.findall(f"{SVG}rect")
            half = float(box.get("width", "0")) / 2
            for seat in layout.seats:
                across = max(abs(x - seat.real) - half, 0), max(abs(y - seat.imag) - 9, 0)
                assert dist(across, (0, 0)) > layout.seat_radius, seats
            assert half < x < layout.width - half
