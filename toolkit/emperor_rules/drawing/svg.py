"""A drawing as SVG: a scene and its measures put into the template."""

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
class PieceMark:
    """A piece, the team of its owner, the middle of its place, and how far that is to the side."""

    piece: Piece
    team: int
    at: Point
    aside: float


def draw_svg(scene: Scene, vocabulary: Vocabulary, language: str, id: str, *, alone: bool = False) -> Markup:
    """Draw a seating; ``id`` begins every identifier inside, so that one page can hold many drawings.

    A drawing that stands ``alone``, as a file, brings the colours along that it would have from its page.
    """
    layout = arrange(scene.sizes)
    lasts = [last - 1 for last in accumulate(scene.sizes)]
    firsts = [last - size + 1 for last, size in zip(lasts, scene.sizes, strict=True)]
    marks = tuple(_marks(scene, layout))
    text = (
        environment()
        .get_template("seating.svg.j2")
        .render(
            id=id,
            alone=alone,
            language=language,
            scene=scene,
            shows=[predicate.id for predicates in scene.asked.values() for predicate in predicates],
            layout=layout,
            title=title(scene, language),
            description=describe(scene, vocabulary, language),
            bands=[band(layout, first, last) for first, last in zip(firsts, lasts, strict=True)],
            arcs=[_arc(scene, reach, layout, n) for n, reach in enumerate(scene.reaches)],
            groups=[
                (rank, [(a, _path(layout, a, marks)) for a in scene.arrows if a.rank == rank])
                for rank in sorted({0, *(a.rank for a in scene.arrows)})
            ],
            roles=_roles(scene),
            marks=marks,
            half=PIECE_RADIUS,
            seats=list(zip(scene.seats, layout.seats, layout.badges, layout.turns, strict=True)),
            clockwise=round_arrow(layout) if _runs_clockwise(scene) else "",
        )
    )
    return Markup(text.strip() if alone else "".join(line.strip() for line in text.splitlines()))


def _roles(scene: Scene) -> list[tuple[str, str]]:
    """Return the letters of the roles at the table with their signs; no sign where the templates know none."""
    shapes: Mapping[str, str] = environment().get_template("symbols.j2").module.shapes  # type: ignore[attr-defined]
    return sorted({seat.letter: seat.symbol if seat.symbol in shapes else "" for seat in scene.seats}.items())


def _path(layout: Layout, drawn: Arrow, marks: tuple[PieceMark, ...]) -> str:
    lane = SECOND_LANE if drawn.rank else LANE
    if drawn.piece is not None:
        return step(layout, drawn.start, drawn.end, marks[drawn.piece].aside, lane)
    return arrow(layout, drawn.start, drawn.end, lane)


def _marks(scene: Scene, layout: Layout) -> Iterator[PieceMark]:
    """Place the pieces before the seats where they are, side by side where there are several."""
    number = {seat.name: n for n, seat in enumerate(scene.seats)}
    for n, piece in enumerate(scene.pieces):
        beside = [m for m, neighbour in enumerate(scene.pieces) if neighbour.place == piece.place]
        aside = (beside.index(n) - (len(beside) - 1) / 2) * (2 * PIECE_RADIUS + 4)
        place = number[piece.place]
        yield PieceMark(piece, scene.seats[number[piece.owner]].team, layout.piece(place, aside), aside)


def _arc(scene: Scene, reach: Reach, layout: Layout, lane: int) -> Arc:
    """Follow the ring past all seats in reach; seats of players gone do not part them."""
    count, outward = len(scene.seats), -layout.seat_radius - ARCS[lane % len(ARCS)]
    held = {0, *((n - reach.seat) % count for n in reach.within)}
    passed = {n for n in range(count) if scene.seats[(reach.seat + n) % count].gone}
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


def _runs_clockwise(scene: Scene) -> bool:
    names = [seat.name for seat in scene.seats]
    if not scene.order or scene.order[0] not in names:
        return False
    at = names.index(scene.order[0])
    return list(scene.order) == names[at:] + names[:at]
