"""A drawing as SVG: measures and answers put into the template, nothing decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate

from markupsafe import Markup

from emperor_rules.drawing.alt_text import describe, title
from emperor_rules.drawing.geometry import (
    ARCS,
    LANE,
    PIECE_RADIUS,
    SECOND_LANE,
    Layout,
    Point,
    along,
    arrange,
    arrow,
    band,
    round_arrow,
    step,
)
from emperor_rules.drawing.scene import Arrow, Reach, Scene
from emperor_rules.drawing.spec import Piece
from emperor_rules.drawing.templating import environment
from emperor_rules.model.vocabulary import Vocabulary

#: By how much of a seat's place the line of a reach goes beyond the middle of the last seat.
OVER = 0.12


@dataclass(frozen=True, slots=True)
class Arc:
    """A reach as lines around the ring, one for each run of seats that it holds, and the point where it begins."""

    reach: Reach
    lines: tuple[str, ...]
    begin: Point


@dataclass(frozen=True, slots=True)
class Stand:
    """A piece, the team of its owner, the middle of where it stands, and how far that is to the side."""

    piece: Piece
    team: int
    at: Point
    aside: float


def draw_svg(drawing: Scene, vocabulary: Vocabulary, language: str, id: str, *, alone: bool = False) -> Markup:
    """Draw a seating; ``id`` begins every identifier inside, so that one page can hold many drawings.

    A drawing that stands ``alone``, as a file, brings the colours along that it would have from its page.
    """
    layout = arrange(drawing.sizes)
    lasts = [last - 1 for last in accumulate(drawing.sizes)]
    firsts = [last - size + 1 for last, size in zip(lasts, drawing.sizes, strict=True)]
    stands = tuple(_stands(drawing, layout))
    text = (
        environment()
        .get_template("seating.svg.j2")
        .render(
            id=id,
            alone=alone,
            language=language,
            drawing=drawing,
            shows=[relation.id for relations in drawing.asked.values() for relation in relations],
            layout=layout,
            title=title(drawing, language),
            description=describe(drawing, vocabulary, language),
            bands=[band(layout, first, last) for first, last in zip(firsts, lasts, strict=True)],
            arcs=[_arc(drawing, reach, layout, n) for n, reach in enumerate(drawing.reaches)],
            groups=[
                (rank, [(a, _path(layout, a, stands)) for a in drawing.arrows if a.rank == rank])
                for rank in sorted({0, *(a.rank for a in drawing.arrows)})
            ],
            roles=_roles(drawing),
            stands=stands,
            half=PIECE_RADIUS,
            seats=list(zip(drawing.seats, layout.seats, layout.badges, layout.turns, strict=True)),
            clockwise=round_arrow(layout) if _runs_clockwise(drawing) else "",
        )
    )
    return Markup(text.strip() if alone else "".join(line.strip() for line in text.splitlines()))


def _roles(drawing: Scene) -> list[tuple[str, str]]:
    """Give the letters of the roles at the table with their signs; no sign where the templates know none."""
    shapes: Mapping[str, str] = environment().get_template("symbols.j2").module.shapes  # type: ignore[attr-defined]
    return sorted({seat.letter: seat.symbol if seat.symbol in shapes else "" for seat in drawing.seats}.items())


def _path(layout: Layout, drawn: Arrow, stands: tuple[Stand, ...]) -> str:
    lane = SECOND_LANE if drawn.rank else LANE
    if drawn.piece is not None:
        return step(layout, drawn.start, drawn.end, stands[drawn.piece].aside, lane)
    return arrow(layout, drawn.start, drawn.end, lane)


def _stands(drawing: Scene, layout: Layout) -> Iterator[Stand]:
    """Place the pieces before the seats where they stand, side by side where there are several."""
    number = {seat.name: n for n, seat in enumerate(drawing.seats)}
    for n, piece in enumerate(drawing.pieces):
        beside = [m for m, other in enumerate(drawing.pieces) if other.place == piece.place]
        aside = (beside.index(n) - (len(beside) - 1) / 2) * (2 * PIECE_RADIUS + 4)
        place = number[piece.place]
        yield Stand(piece, drawing.seats[number[piece.owner]].team, layout.piece(place, aside), aside)


def _arc(drawing: Scene, reach: Reach, layout: Layout, lane: int) -> Arc:
    """Follow the ring past all seats in reach; seats of players gone do not part them."""
    count, outward = len(drawing.seats), -layout.seat_radius - ARCS[lane % len(ARCS)]
    held = {0, *((n - reach.seat) % count for n in reach.within)}
    passed = {n for n in range(count) if drawing.seats[(reach.seat + n) % count].gone}
    lines = tuple(
        along(layout, reach.seat + a - OVER, reach.seat + b + OVER, outward) for a, b in runs(held, passed, count)
    )
    return Arc(reach, lines, layout.at(reach.seat, outward))


def runs(held: set[int], passed: set[int], count: int) -> Iterator[tuple[int, int]]:
    """Yield the runs of places held on a ring of ``count``, as first and last; places passed over do not part them.

    A run may go through 0; its last is then above ``count``. All places held make one run that leaves a gap opposite 0.
    """
    if len(held | passed) == count:
        near = max((n for n in held if n <= count // 2), default=0)
        yield min((n for n in held if n > near), default=count) - count, near
        return
    free = next(n for n in range(count) if n not in held and n not in passed)
    run: list[int] = []
    for n in range(free + 1, free + count + 1):
        if n % count in held:
            run.append(n)
        elif n % count not in passed:
            if run:
                yield run[0], run[-1]
            run = []


def _runs_clockwise(drawing: Scene) -> bool:
    names = [seat.name for seat in drawing.seats]
    if not drawing.order or drawing.order[0] not in names:
        return False
    at = names.index(drawing.order[0])
    return list(drawing.order) == names[at:] + names[:at]
