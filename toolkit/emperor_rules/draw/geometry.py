"""Where things lie in a drawing: seats evenly on a ring, the bands of the teams, and arrows between seats.

Units are those of the drawing; up to some fifteen seats it is 360 wide, as wide as a small phone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, sin

#: Half the width of a drawing that fits a phone, the largest and the smallest seat, and the space between seats.
HALF_WIDTH = 180.0
LARGEST_SEAT = 30.0
SMALLEST_SEAT = 17.0
BETWEEN_SEATS = 16.0
#: Outside the ring of seats: the bands of the teams and the badges on them.
MARGIN = 29.0
#: Two arrows between the same seats run beside one another, as traffic does on a road.
LANE = 4.5
ARROW_GAP = 2.0


@dataclass(frozen=True, slots=True)
class Point:
    """A place in the drawing, rounded so that two runs give the same text."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Layout:
    """The measures of a drawing: a square of ``width``, seats of ``seat_radius`` at ``angles`` on a ring."""

    width: float
    radius: float
    seat_radius: float
    angles: tuple[float, ...]

    def at(self, angle: float, radius: float) -> Point:
        """Find the place at an angle (clockwise from the right) and a distance from the middle."""
        middle = self.width / 2
        return Point(round(middle + radius * cos(angle), 1), round(middle + radius * sin(angle), 1))

    @property
    def seats(self) -> tuple[Point, ...]:
        """The middles of all seats, clockwise."""
        return tuple(self.at(angle, self.radius) for angle in self.angles)

    @property
    def badges(self) -> tuple[Point, ...]:
        """The middles of the badges outside the seats."""
        return tuple(self.at(angle, self.radius + self.seat_radius + MARGIN / 2) for angle in self.angles)

    @property
    def turns(self) -> tuple[Point, ...]:
        """The middles of the numbers inside the ring."""
        return tuple(self.at(angle, self.radius - self.seat_radius - 11) for angle in self.angles)


def arrange(sizes: Sequence[int]) -> Layout:
    """Arrange a table with teams of these sizes; the middle of the first team sits at the top."""
    count = sum(sizes)
    step = 2 * pi / count
    half = sin(step / 2) if count > 1 else 1.0
    seat_radius = min(LARGEST_SEAT, ((HALF_WIDTH - MARGIN) * half - BETWEEN_SEATS / 2) / (1 + half))
    radius = HALF_WIDTH - MARGIN - seat_radius
    if seat_radius < SMALLEST_SEAT:
        seat_radius, radius = SMALLEST_SEAT, (SMALLEST_SEAT + BETWEEN_SEATS / 2) / half
    first = -pi / 2 - step * (sizes[0] - 1) / 2
    width = round(2 * (radius + seat_radius + MARGIN))
    return Layout(float(width), radius, round(seat_radius, 1), tuple(first + step * n for n in range(count)))


def band(layout: Layout, first: int, last: int) -> str:
    """Draw the band of a team from its first to its last seat, as the data of an SVG path."""
    step = 2 * pi / len(layout.angles)
    radius = layout.radius + layout.seat_radius + MARGIN / 2
    start, end = layout.angles[first] - step * 0.4, layout.angles[last] + step * 0.4
    a, b = layout.at(start, radius), layout.at(end, radius)
    large = 1 if end - start > pi else 0
    return f"M{a.x} {a.y}A{radius:.1f} {radius:.1f} 0 {large} 1 {b.x} {b.y}"


def arrow(layout: Layout, start: int, end: int) -> str:
    """Draw an arrow from the edge of one seat to that of another, as the data of an SVG path.

    Neighbours get a straight arrow. Others get one that bends towards the middle, so that it passes no seat.
    """
    count, seats = len(layout.angles), layout.seats
    a, b = seats[start], seats[end]
    length = hypot(b.x - a.x, b.y - a.y) or 1.0
    side = Point(-(b.y - a.y) / length * LANE, (b.x - a.x) / length * LANE)
    steps = min((end - start) % count, (start - end) % count)
    pull = 0.0 if steps <= 1 else 0.35
    middle = layout.width / 2
    bend = Point((a.x + b.x) / 2 * (1 - pull) + middle * pull, (a.y + b.y) / 2 * (1 - pull) + middle * pull)
    from_x, from_y = _edge(a, bend, layout.seat_radius + ARROW_GAP, side)
    to_x, to_y = _edge(b, bend, layout.seat_radius + ARROW_GAP + 1, side)
    if steps <= 1:
        return f"M{from_x:.1f} {from_y:.1f}L{to_x:.1f} {to_y:.1f}"
    return f"M{from_x:.1f} {from_y:.1f}Q{bend.x + side.x:.1f} {bend.y + side.y:.1f} {to_x:.1f} {to_y:.1f}"


def _edge(seat: Point, towards: Point, away: float, side: Point) -> tuple[float, float]:
    """Leave a seat towards a point, a little to one side."""
    length = hypot(towards.x - seat.x, towards.y - seat.y) or 1.0
    x = seat.x + (towards.x - seat.x) / length * away + side.x
    return x, seat.y + (towards.y - seat.y) / length * away + side.y
