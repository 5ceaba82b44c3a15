"""A drawing as SVG: a scene and its measures put into the template."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby

from markupsafe import Markup

from emperor_rules.drawing.alt_text import describe, title
from emperor_rules.drawing.geometry import (
    ARCS,
    BAND_MARGIN,
    LANE,
    PIECE_RADIUS,
    SECOND_LANE,
    Layout,
    across,
    along,
    arrange_seats,
    arrow,
    bands,
    broad_band,
    chords,
    edge,
    round_arrow,
    step,
    to_next,
)
from emperor_rules.drawing.scene import Arrow, Band, Mark, Reach, Scene
from emperor_rules.drawing.spec import DrawingKind, Piece
from emperor_rules.model.seating import stretches, team_name
from emperor_rules.model.vocabulary import Vocabulary
from emperor_rules.resources import site_folder
from emperor_rules.templates import environment

#: By how much of a seat's place the line of a reach goes beyond the middle of the last seat.
OVER = 0.12
#: How many colours teams have before they repeat, with other patterns.
TEAM_COLOURS = 6
#: The sign of a role whose seats have none.
UNMARKED = "none"
#: The look of everybody where nobody has a teammate.
LONE = "lone"
#: The look of all drawings: a page has it once, a drawing that stands alone brings it along.
STYLE_SHEET = "assets/stylesheets/drawings.css"


#: The widths of what stands in the label of a band: the name of its team, a sign with its gap, a digit; and its height.
TEAM_NAME_WIDTH, SIGN_WIDTH, DIGIT_WIDTH, LABEL_HEIGHT = 20.0, 18.0, 8.0, 18.0

#: The first and the last seat of each team that has a band, and a sign with its place in a label and its number.
Ends = Mapping[int, tuple[int, int]]
Numbered = tuple[str, float, int]
#: A piece, the number of its owner, the middle of its place, and how far that is to the side.
PieceMark = tuple[Piece, int, complex, float]


def draw_svg(scene: Scene, vocabulary: Vocabulary, language: str, id: str, *, alone: bool = False) -> Markup:
    """Draw a seating; ``id`` begins every identifier inside, so that one page can hold many drawings.

    A drawing that stands ``alone``, as a file, brings the looks along that it would have from its page.
    """
    layout = arrange_seats(scene.team)
    has_mates = len(set(scene.team)) < len(scene.team)
    marks = list(_marks(scene, layout))
    question = scene.relation.question if scene.relation is not None else None
    given = json.dumps(dict(question.given), separators=(",", ":")) if question is not None and question.given else ""
    ranks = sorted({(a.rank, a.predicate) for a in scene.arrows})
    ends = _ends(scene)
    arrows = list(_arrows(scene, layout, marks, ends))
    text = (
        environment()
        .get_template("seating.svg.j2")
        .render(
            id=id,
            style=style() if alone else "",
            language=language,
            scene=scene,
            relation=scene.relation,
            given=given,
            shows=[predicate.id for predicates in scene.asked.values() for predicate in predicates],
            layout=layout,
            title=title(scene, language),
            description=describe(scene, vocabulary, language),
            bands=[(_looks(team), path) for team, path in _team_lines(scene, layout, ends)],
            shared=[
                (_looks(band.team).split()[0], team_name(band.team), broad_band(layout, *ends[band.team]), band.active)
                for band in scene.bands
            ],
            band_width=2 * (layout.seat_radius + BAND_MARGIN),
            turns=[path for band in scene.bands for path in _to_next(scene, band, layout, ends)],
            labels=list(_labels(scene, layout, ends)),
            chords=[(_looks(team).split()[0], path) for team, path in chords(layout, scene.team)],
            arcs=[_arc(scene, reach, layout, n) for n, reach in enumerate(scene.reaches)],
            groups=[(*group, [shown for a, *shown in arrows if (a.rank, a.predicate) == group]) for group in ranks],
            marks=marks,
            half=PIECE_RADIUS,
            looks=[_looks(seat.team).split()[0] if has_mates else LONE for seat in scene.seats],
            seats=list(zip(scene.seats, layout.seats, strict=True)),
            badges=list(_badges(scene, layout)),
            clockwise=round_arrow(layout) if _runs_clockwise(scene) else "",
        )
    )
    return Markup("".join(line.strip() for line in text.splitlines()))


def draw_icon(scene: Scene) -> Markup:
    """Draw who sits where as a small picture beside its name: teams and marked seats, without a word."""
    layout, has_mates = arrange_seats(scene.team), len(set(scene.team)) < len(scene.team)
    ends = _ends(scene)
    broad = f'stroke-width="{2 * (layout.seat_radius + BAND_MARGIN):g}" '
    lines = [("shared", team, broad, broad_band(layout, *ends[team])) for team in ends]
    lines += [("team", team, "", path) for team, path in _team_lines(scene, layout, ends)]
    lines += [("mates", team, "", path) for team, path in chords(layout, scene.team)]
    parts = [f'<path class="{kind} {_looks(team)}" {width}d="{path}"/>' for kind, team, width, path in lines]
    for at, seat in zip(layout.seats, scene.seats, strict=True):
        marked = " marked" if seat.role.symbol != UNMARKED else ""
        look = _looks(seat.team).split()[0] if has_mates else LONE
        parts.append(
            f'<g class="seat {look}{marked}"><circle cx="{at.real:g}" cy="{at.imag:g}" r="{layout.seat_radius:g}"/></g>'
        )
    box = f'viewBox="0 0 {layout.width:g} {layout.height:g}" aria-hidden="true"'
    return Markup(f'<svg class="seating icon" {box}>{"".join(parts)}</svg>')


def _ends(scene: Scene) -> Ends:
    """Return the first and the last seat of each team, where the teams have bands."""
    return {stretch.team: (stretch.first, stretch.last) for stretch in stretches(scene.team)} if scene.bands else {}


def _team_lines(scene: Scene, layout: Layout, ends: Ends) -> Iterator[tuple[int, str]]:
    """Draw the line outside the seats of each team, each with its number and the data of an SVG path."""
    return ((team, edge(layout, *ends[team])) for team in ends) if ends else bands(layout, scene.team)


def _looks(team: int) -> str:
    """Return the classes of a team by its number: its colour, and its pattern where that is not the colour's own."""
    colour, pattern = team % TEAM_COLOURS, (team + team // TEAM_COLOURS) % TEAM_COLOURS
    return f"t{colour}" if colour == pattern else f"t{colour} d{pattern}"


@lru_cache(maxsize=1)
def style() -> Markup:
    """Return the rules about drawings themselves of their style sheet, one a line, as one line."""
    sheet = (site_folder() / STYLE_SHEET).read_text(encoding="utf-8")
    return Markup("".join(line for line in sheet.splitlines() if line.startswith(".seating")))


def _badges(scene: Scene, layout: Layout) -> Iterator[tuple[complex, str, str | int]]:
    """Yield what stands outside the seats: its middle, its class, and a number or the name of a sign."""
    relation, at = scene.relation, layout.badges
    turns = {name: turn for turn, name in enumerate(scene.order, 1)}
    for n, seat in enumerate(scene.seats):
        slant = layout.seat_radius * 0.74
        if seat.starred:
            yield layout.at(n, slant, -slant), "starred", "star"
        for number, sign in enumerate(seat.signs):
            yield layout.at(n, -slant, slant * (-1 if number else 1)), "held", sign
        if relation is None:
            turn = turns.get(seat.name)
            if turn and not seat.gone:
                yield at[n], "turn", turn
            if seat.may_start:
                yield layout.at(n, layout.seat_radius + 6, -18 if turn else 0), "start", "start"
            continue
        mark = relation.marks.get(n)
        if n in relation.numbers:
            yield at[n], f"count {mark or ''}".rstrip(), relation.numbers[n]
        elif n in relation.subjects and relation.kind is DrawingKind.REACH and relation.value is not None:
            yield at[n], "value", str(relation.value)
        elif n in relation.denied:
            yield at[n], "denied", "cross"
        elif mark is Mark.YES:
            yield at[n], "yes", "tick"
        elif mark is Mark.DOUBT or n in relation.unsaid:
            yield at[n], "doubt", "?"
        if n in relation.noted:
            yield layout.at(n, slant, slant), "noted", "!"
    if relation is not None and relation.kind is DrawingKind.SEATING:
        sign = {Mark.YES: "tick", Mark.NO: "cross"}.get(relation.answer, "?")
        name = {Mark.YES: "yes", Mark.NO: "denied"}.get(relation.answer, "doubt")
        yield complex(layout.width / 2, layout.height / 2), f"whole {name}", sign


def _to_next(scene: Scene, band: Band, layout: Layout, ends: Ends) -> Iterator[str]:
    """Draw the arrow from a band to that of the team that plays next: around the ring where it is the next one."""
    if band.after is None:
        return
    count, (first, last) = layout.count, ends[band.team]
    others = [(ends[other.team][0] - last) % count for other in scene.bands if other.team != band.team]
    steps = (ends[band.after][0] - last) % count
    if steps == min(others):
        yield to_next(layout, last, last + steps)
    else:
        yield across(layout, (first + last) / 2, sum(ends[band.after]) / 2, SECOND_LANE)


def _arrows(
    scene: Scene, layout: Layout, marks: Sequence[PieceMark], ends: Ends
) -> Iterator[tuple[Arrow, bool, str, int | None, str, str]]:
    """Yield the arrows, each with whether it is certain, its path, its piece, and from whom to whom it leads.

    Of a map, those from everybody on a band to everybody on another are one arrow between the bands.
    """
    present = {
        band.team: {n for n, seat in enumerate(scene.seats) if seat.team == band.team and not seat.gone}
        for band in scene.bands
        if scene.relation is None
    }
    pairs: dict[tuple[int, str, bool], set[tuple[int, int]]] = {}
    for a in scene.arrows:
        if a.piece is None:
            pairs.setdefault((a.rank, a.predicate, a.certain), set()).add((a.start, a.end))
    folded: set[tuple[int, str, int, int]] = set()
    for a in scene.arrows:
        start, end = (scene.seats[n].team for n in (a.start, a.end))
        every = {(p, q) for p in present.get(start, ()) for q in present.get(end, ())}
        if a.piece is None and start != end and len(every) > 1 and every <= pairs[a.rank, a.predicate, a.certain]:
            fold = (a.rank, a.predicate, start, end)
            if fold not in folded:
                folded.add(fold)
                path = across(layout, sum(ends[start]) / 2, sum(ends[end]) / 2, SECOND_LANE if a.rank else LANE)
                yield a, a.certain, path, None, team_name(start), team_name(end)
        else:
            yield a, a.certain, _path(layout, a, marks), a.piece, scene.seats[a.start].name, scene.seats[a.end].name


def _labels(scene: Scene, layout: Layout, ends: Ends) -> Iterator[tuple[str, complex, float, bool, list[Numbered]]]:
    """Yield what is written inside the bands: a team, the middle and half the width of its words, and what they say."""
    for band in scene.bands:
        if band.numbers or band.active:
            half = (
                TEAM_NAME_WIDTH
                + (SIGN_WIDTH if band.active else 0)
                + sum(SIGN_WIDTH + DIGIT_WIDTH * len(str(n)) for _, n in band.numbers)
            ) / 2
            _, out = layout.normal(sum(ends[band.team]) / 2)
            inward = (
                layout.seat_radius + BAND_MARGIN + 6 + (half + 4) * abs(out.real) + LABEL_HEIGHT / 2 * abs(out.imag)
            )
            at, written = TEAM_NAME_WIDTH + (SIGN_WIDTH if band.active else 0), list[Numbered]()
            for sign, number in band.numbers:
                written.append((sign, at, number))
                at += SIGN_WIDTH + DIGIT_WIDTH * len(str(number))
            yield team_name(band.team), layout.at(sum(ends[band.team]) / 2, -inward), half, band.active, written


def _path(layout: Layout, drawn: Arrow, marks: Sequence[PieceMark]) -> str:
    lane = SECOND_LANE if drawn.rank else LANE
    if drawn.piece is not None:
        return step(layout, drawn.start, drawn.end, marks[drawn.piece][3], lane)
    return arrow(layout, drawn.start, drawn.end, lane)


def _marks(scene: Scene, layout: Layout) -> Iterator[PieceMark]:
    """Place the pieces before the seats where they are, side by side where there are several."""
    number = {seat.name: n for n, seat in enumerate(scene.seats)}
    for n, piece in enumerate(scene.pieces):
        beside = [m for m, neighbour in enumerate(scene.pieces) if neighbour.place == piece.place]
        aside = (beside.index(n) - (len(beside) - 1) / 2) * (2 * PIECE_RADIUS + 4)
        place = number[piece.place]
        yield piece, number[piece.owner], layout.piece(place, aside), aside


def _arc(scene: Scene, reach: Reach, layout: Layout, lane: int) -> tuple[Reach, Sequence[str], complex]:
    """Return a reach as lines around the ring, one for each run of seats that it holds, and the point where it begins.

    Seats of players gone do not part a run.
    """
    count, outward = len(scene.seats), -layout.seat_radius - ARCS[lane % len(ARCS)]
    places = {0, *((n - reach.seat) % count for n in reach.within)}
    passed = {n for n in range(count) if scene.seats[(reach.seat + n) % count].gone}
    start, parts = reach.seat, runs(places, passed, count)
    lines = [along(layout, start + first - OVER, start + last + OVER, outward) for first, last in parts]
    return reach, lines, layout.at(start, outward)


def runs(places: set[int], passed: set[int], count: int) -> Iterator[tuple[int, int]]:
    """Yield the runs of places held on a ring of ``count``, as first and last; places passed over do not part them.

    A run may go through 0; its last is then above ``count``. All places held make one run that leaves a gap opposite 0.
    """
    if len(places | passed) == count:
        near = max((n for n in places if n <= count // 2), default=0)
        yield min((n for n in places if n > near), default=count) - count, near
        return
    free = next(n for n in range(count) if n not in places and n not in passed)
    telling = (n for n in range(free, free + count) if n % count in places or n % count not in passed)
    for held, run in groupby(telling, lambda n: n % count in places):
        if held:
            numbers = list(run)
            yield numbers[0], numbers[-1]


def _runs_clockwise(scene: Scene) -> bool:
    names = [seat.name for seat in scene.seats]
    return bool(scene.order) and any(list(scene.order) == names[at:] + names[:at] for at in range(len(names)))
