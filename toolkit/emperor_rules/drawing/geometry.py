"""Where things lie in a drawing: seats evenly on a ring, the bands of the teams, and arrows between seats.

Units are those of the drawing. It is 360 wide, as wide as a small phone. Up to some thirteen seats the ring is a
circle; more seats lie on a ring with straight sides, so that none becomes too small to read. Places and vectors are
complex numbers, x the real part and y the imaginary one: a product turns, by 1j a quarter of the way clockwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import asin, cos, pi, sin, sqrt

from emperor_rules.groups import by_key
from emperor_rules.model.seating import stretches

#: Half the width of a drawing, the largest and the smallest seat, and the space between seats.
HALF_WIDTH = 180.0
LARGEST_SEAT = 30.0
SMALLEST_SEAT = 22.0
BETWEEN_SEATS = 16.0
#: Outside the seats, from their edges: badges with a sign or a number, then the bands of the teams.
OUTSIDE = 31.0
BADGE, BADGE_RADIUS = 6.0, 9.0
BAND = 24.0
#: By how much of a seat's place a band goes beyond the middle of a seat, and a piece of one.
BAND_OVER, PIECE_OVER = 0.4, 0.28
#: How far a band on which a team sits goes beyond its seats; by how much of a seat's place the line outside it goes
#: beyond the middle of a seat, where an arrow to the next begins and ends, and the least length that is drawn.
BAND_MARGIN, EDGE_OVER, ARROW_OVER, DOT = 5.0, 0.2, 0.3, 0.01
#: Inside the ring, from the edge of a seat: the arcs of reaches, the bends of arrows, a piece.
ARCS = (3.5, 7.5)
CLEAR, PIECE = 27.0, 41.0
PIECE_RADIUS = 10.0
#: How far a piece may stand instead, to be so far off any line between two seats, along which its arrows would be read.
PIECES, OFF_LINES = range(35, 53), 18.0
#: Arrows between the same seats run beside one another, as traffic does on a road; those of moves outside of others.
LANE, SECOND_LANE = 4.5, 9.0
ARROW_GAP = 2.0
#: The radius of the round arrow in the middle.
TURNING = 20.0
#: The radius around it that lines between teammates keep free.
MIDDLE = 30.0
#: The two lines of an arrow's head: how far they lead back, and how far to the side.
HEAD = (7.5, 4.5)
#: Arrows to seats farther off go through gates, halfway between two seats and so much farther inside.
GATE, GATE_DEPTH = 0.5, 6.0
#: How much an arrow bends between gates, as a part of its length, and at most.
BEND, LONGEST_BEND = 0.35, 60.0


@dataclass(frozen=True, slots=True)
class Layout:
    """The measures of a drawing: ``count`` seats on a ring of two half circles with straight sides between.

    ``radius`` is that of the half circles and ``straight`` the length of a side, 0 for a circle. Places on the ring
    are counted in seats, clockwise; ``top`` is the place at its top.
    """

    width: float
    height: float
    radius: float
    straight: float
    seat_radius: float
    count: int
    top: float

    @property
    def perimeter(self) -> float:
        """The length of the ring."""
        return 2 * pi * self.radius + 2 * self.straight

    def normal(self, place: float) -> tuple[complex, complex]:
        """Return a place on the ring, and which way is outward there, as a vector of length one."""
        quarter, side, middle = pi / 2 * self.radius, self.straight, self.width / 2
        upper, lower = middle, middle + side
        along = ((place - self.top) * self.perimeter / self.count) % self.perimeter
        if along <= quarter:
            angle, y = along / self.radius - pi / 2, upper
        elif along <= quarter + side:
            return complex(middle + self.radius, upper + along - quarter), 1 + 0j
        elif along <= 3 * quarter + side:
            angle, y = (along - side) / self.radius - pi / 2, lower
        elif along <= 3 * quarter + 2 * side:
            return complex(middle - self.radius, lower - (along - 3 * quarter - side)), -1 + 0j
        else:
            angle, y = (along - 2 * side) / self.radius - pi / 2, upper
        outward = complex(cos(angle), sin(angle))
        return complex(middle, y) + self.radius * outward, outward

    def at(self, place: float, outward: float = 0.0, clockwise: float = 0.0) -> complex:
        """Return the place so far outside the ring (inside: less than 0), and so far to the side."""
        on_ring, out = self.normal(place)
        return _rounded(on_ring + out * complex(outward, clockwise))

    @property
    def seats(self) -> tuple[complex, ...]:
        """The middles of all seats, clockwise."""
        return tuple(self.at(n) for n in range(self.count))

    @property
    def badges(self) -> tuple[complex, ...]:
        """The middles of the badges outside the seats."""
        return tuple(self.at(n, self.seat_radius + BADGE) for n in range(self.count))

    def piece(self, place: int, aside: float = 0.0) -> complex:
        """Return the middle of a piece that stands before a seat, so far to the side."""
        return self.at(place, -_piece_depth(self), aside)


@lru_cache(maxsize=64)
def arrange(sizes: tuple[int, ...]) -> Layout:
    """Arrange a table with teams of these sizes; the middle of the first team sits at the top."""
    count = sum(sizes)
    top = (sizes[0] - 1) / 2
    half = sin(pi / count) if count > 1 else 1.0
    seat = min(LARGEST_SEAT, ((HALF_WIDTH - OUTSIDE) * half - BETWEEN_SEATS / 2) / (1 + half))
    if seat >= SMALLEST_SEAT:
        seat = round(seat, 1)
        return Layout(2 * HALF_WIDTH, 2 * HALF_WIDTH, HALF_WIDTH - OUTSIDE - seat, 0.0, seat, count, top)
    radius = HALF_WIDTH - OUTSIDE - SMALLEST_SEAT
    step = 2 * radius * asin((2 * SMALLEST_SEAT + BETWEEN_SEATS) / (2 * radius))
    straight = float(round((count * step - 2 * pi * radius) / 2 + 0.5))
    return Layout(2 * HALF_WIDTH, 2 * HALF_WIDTH + straight, radius, straight, SMALLEST_SEAT, count, top)


def arrange_seats(team: Sequence[int]) -> Layout:
    """Arrange a table by the team at each seat; the middle of the team of the first seat is at the top."""
    first = stretches(team)[0]
    return replace(arrange((1,) * len(team)), top=(first.first + first.last) / 2)


def along(layout: Layout, start: float, end: float, outward: float) -> str:
    """Follow the ring clockwise from a place to another, so far outside, as the data of an SVG path."""
    if end - start >= layout.count:
        end = start + layout.count - 0.01
    quarter, side = pi / 2 * layout.radius, layout.straight
    step = layout.perimeter / layout.count
    corners = (quarter, quarter + side, 3 * quarter + side, 3 * quarter + 2 * side)
    turns = [layout.top + (corner + n * layout.perimeter) / step for n in range(-1, 3) for corner in corners]
    cuts = [start, *(turn for turn in turns if start < turn < end and side), end]
    radius = layout.radius + outward
    path = [f"M{_written(layout.at(start, outward))}"]
    for a, b in pairwise(cuts):
        to = _written(layout.at(b, outward))
        _, out = layout.normal((a + b) / 2)
        if side and out in (1, -1):
            path.append(f"L{to}")
        else:
            large = 1 if (b - a) * step > pi * layout.radius else 0
            path.append(f"A{radius:.1f} {radius:.1f} 0 {large} 1 {to}")
    return "".join(path)


def round_arrow(layout: Layout) -> str:
    """Draw the round arrow in the middle that shows which way play passes, as the data of an SVG path."""
    middle, last = complex(layout.width / 2, layout.height / 2), 2.6
    start, end = (_rounded(middle + TURNING * complex(cos(turn), sin(turn))) for turn in (-2.2, last))
    arc = f"M{start.real:g} {start.imag:g}A20 20 0 1 1 {end.real:g} {end.imag:g}"
    return arc + _head(end, complex(-sin(last), cos(last)))


def _to_tip(start: complex, tip: complex) -> str:
    """Draw the last line of an arrow, with its head, from where the path has led, as the data of an SVG path."""
    line = _rounded(tip) - _rounded(start)
    return f"L{_written(tip)}{_head(_rounded(tip), line / (abs(line) or 1.0))}"


def _head(tip: complex, ahead: complex) -> str:
    """Draw the head of an arrow at its tip, open like a V, as the data of an SVG path."""
    back, aside = HEAD
    a, b = (tip - ahead * complex(back, side) for side in (-aside, aside))
    return f"M{a.real:.0f} {a.imag:.0f}L{tip.real:g} {tip.imag:g}L{b.real:.0f} {b.imag:.0f}"


def bands(layout: Layout, team: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Draw the bands of the teams, each with its number and the data of an SVG path.

    A team that sits together has one from its first to its last seat, another a piece at each stretch of its seats;
    whoever has no teammate has none.
    """
    parts = stretches(team)
    count = Counter(stretch.team for stretch in parts)
    for number, first, last in parts:
        if team.count(number) > 1:
            over = BAND_OVER if count[number] == 1 else PIECE_OVER
            yield number, along(layout, first - over, last + over, layout.seat_radius + BAND)


def chords(layout: Layout, team: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Join the stretches of each team that does not sit together, inside the ring: its number, and an SVG path.

    What would pass through the round arrow in the middle breaks off before it and goes on behind it.
    """
    middle = complex(layout.width / 2, layout.height / 2)
    inside = -layout.seat_radius - ARROW_GAP
    places = by_key((number, layout.at((first + last) / 2, inside)) for number, first, last in stretches(team))
    for number, ends in places.items():
        if len(ends) > 1:
            sides = pairwise(ends if len(ends) == 2 else (*ends, ends[0]))
            yield number, "".join(part for a, b in sides for part in _around(a, b, middle))


def _around(start: complex, end: complex, middle: complex) -> Iterator[str]:
    """Draw a straight line that leaves out what lies within the middle, as the data of SVG paths."""
    length = abs(end - start)
    ahead = (end - start) / length
    across = (middle - start) / ahead  # the middle as seen from the line: so far along it, and so far beside it
    half = sqrt(max(MIDDLE**2 - across.imag**2, 0.0))
    first, last = across.real - half, across.real + half
    cuts = ((0.0, first), (last, length)) if half and first > 0 and last < length else ((0.0, length),)
    for a, b in cuts:
        yield f"M{_written(start + ahead * a)}L{_written(start + ahead * b)}"


def broad_band(layout: Layout, first: int, last: int) -> str:
    """Draw the band on which a team sits that plays as one, from its first seat to its last, as an SVG path.

    It is to be drawn as wide as a seat and twice the margin, with round ends.
    """
    return along(layout, first - DOT, last + DOT, 0.0)


def edge(layout: Layout, first: int, last: int) -> str:
    """Draw the line outside such a band, which leaves room for the arrows to the next, as an SVG path."""
    return along(layout, first - EDGE_OVER, last + EDGE_OVER, layout.seat_radius + BAND)


def to_next(layout: Layout, last: int, first: int) -> str:
    """Draw the arrow from the band that ends at a seat to the one that begins at the next, as an SVG path."""
    start, end, outward = last + ARROW_OVER, first - ARROW_OVER, layout.seat_radius + BAND
    tip, (_, out) = layout.at(end, outward), layout.normal(end)
    return along(layout, start, end, outward) + _head(tip, out * 1j)


def across(layout: Layout, start: float, end: float, lane: float = LANE) -> str:
    """Draw a straight arrow from the inner edge of one band to that of another, by their middles, as an SVG path."""
    inside = -layout.seat_radius - BAND_MARGIN - ARROW_GAP
    a, b = layout.at(start, inside), layout.at(end, inside)
    ahead = (b - a) / abs(b - a)
    aside = 1j * ahead * lane
    return f"M{_written(a + aside)}{_to_tip(a + aside, b - ahead + aside)}"


@lru_cache(maxsize=4096)
def arrow(layout: Layout, start: int, end: int, lane: float = LANE) -> str:
    """Draw an arrow from the edge of one seat to that of another, as the data of an SVG path.

    Neighbours get a straight arrow, so far beside the line between them as ``lane`` says. Others get one that leaves
    between two seats, so that it passes none.
    """
    count, away = layout.count, layout.seat_radius + ARROW_GAP
    forward = (end - start) % count
    if count > 2 and min(forward, count - forward) == 1:
        a, b = layout.at(start), layout.at(end)
        ahead = (b - a) / abs(b - a)
        aside = 1j * ahead * lane
        from_, to = a + ahead * away + aside, b - ahead * away - ahead + aside
        return f"M{_written(from_)}{_to_tip(from_, to)}"
    side = 1 if forward <= count - forward else -1
    first, last = _gate(layout, start, side, lane), _gate(layout, end, -side, lane)
    from_, to = _towards(layout, start, first, away), _towards(layout, end, last, away + 1)
    return f"M{_written(from_)}L{_curve(first, last, to, first - from_)}{_to_tip(last, to)}"


@lru_cache(maxsize=1024)
def step(layout: Layout, place: int, end: int, aside: float = 0.0, lane: float = LANE) -> str:
    """Draw an arrow from a piece that stands before a seat to the edge of a seat, as the data of an SVG path.

    ``aside`` is how far the piece stands to the side. It leaves towards where it goes, the shorter way round.
    """
    forward = (end - place) % layout.count
    side = 1 if 0 < forward <= layout.count - forward else -1
    inside, away = -_piece_depth(layout), PIECE_RADIUS + ARROW_GAP
    near = layout.at(place, inside, aside + side * away)
    ahead = layout.at(place, inside, aside + side * (away + 10))
    last = _gate(layout, end, -side if forward else side, lane)
    to = _towards(layout, end, last, layout.seat_radius + ARROW_GAP + 1)
    return f"M{_curve(near, last, to, ahead - near)}{_to_tip(last, to)}"


@lru_cache(maxsize=64)
def _piece_depth(layout: Layout) -> float:
    """Return how far inside the ring pieces stand."""
    top, seat = layout.top, layout.at(layout.top)
    lines = [abs(seat - (layout.at(top - n) + layout.at(top + n)) / 2) for n in range(1, layout.count // 2)]

    def merit(clear: int) -> tuple[float, float]:
        off = min((abs(layout.seat_radius + clear - line) for line in lines), default=OFF_LINES)
        return min(off, OFF_LINES), -abs(clear - PIECE)

    return layout.seat_radius + max(PIECES, key=merit)


def _gate(layout: Layout, seat: int, side: int, lane: float) -> complex:
    """Return the place inside the ring through which arrows come and go on one side of a seat."""
    off = GATE + (lane - LANE) / layout.perimeter * layout.count
    return layout.at(seat + side * off, -layout.seat_radius - CLEAR - GATE_DEPTH)


def _towards(layout: Layout, seat: int, gate: complex, away: float) -> complex:
    """Return the point on the way from a seat to a gate, so far from the middle of the seat."""
    vector = gate - layout.at(seat)
    return layout.at(seat) + vector / abs(vector) * away


def _curve(start: complex, end: complex, after: complex, ahead: complex) -> str:
    """Join two gates so that the way ``ahead`` at the one and the line to after the other go on smoothly."""
    bend = min(LONGEST_BEND, BEND * abs(end - start))
    back = end - after
    bends = start + ahead / abs(ahead) * bend, end + back / abs(back) * bend
    return f"{_written(start)}C" + " ".join(map(_written, (*bends, end)))


def _rounded(place: complex) -> complex:
    """Return a place so that two runs give the same text."""
    return complex(round(place.real, 1), round(place.imag, 1))


def _written(place: complex) -> str:
    return f"{place.real:.1f} {place.imag:.1f}"
