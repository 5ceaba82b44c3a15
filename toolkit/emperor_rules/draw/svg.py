"""A drawing as SVG: measures and answers put into the template, nothing decided."""

from __future__ import annotations

from itertools import accumulate

from markupsafe import Markup

from emperor_rules.draw.geometry import Layout, arrange, arrow, band
from emperor_rules.draw.seating import Seating, describe, title
from emperor_rules.draw.templates import environment
from emperor_rules.model.vocabulary import Vocabulary

#: The radius of the round arrow in the middle that shows which way play passes.
TURNING = 20.0


def draw_svg(drawing: Seating, vocabulary: Vocabulary, language: str, id: str) -> Markup:
    """Draw a seating; ``id`` begins every identifier inside, so that one page can hold many drawings."""
    layout = arrange(drawing.sizes)
    lasts = [last - 1 for last in accumulate(drawing.sizes)]
    firsts = [last - size + 1 for last, size in zip(lasts, drawing.sizes, strict=True)]
    text = (
        environment()
        .get_template("seating.svg.j2")
        .render(
            id=id,
            drawing=drawing,
            layout=layout,
            title=title(drawing, language),
            description=describe(drawing, vocabulary, language),
            bands=[band(layout, first, last) for first, last in zip(firsts, lasts, strict=True)],
            arrows=[(a, arrow(layout, a.start, a.end)) for a in drawing.arrows],
            seats=list(zip(drawing.seats, layout.seats, layout.badges, layout.turns, strict=True)),
            clockwise=_round_arrow(layout) if _runs_clockwise(drawing) else "",
        )
    )
    return Markup(text.strip())


def _runs_clockwise(drawing: Seating) -> bool:
    names = [seat.name for seat in drawing.seats]
    if not drawing.order or drawing.order[0] not in names:
        return False
    at = names.index(drawing.order[0])
    return list(drawing.order) == names[at:] + names[:at]


def _round_arrow(layout: Layout) -> str:
    a, b = layout.at(-2.2, TURNING), layout.at(2.6, TURNING)
    return f"M{a.x} {a.y}A{TURNING} {TURNING} 0 1 1 {b.x} {b.y}"
