"""A position in words and as a drawing: seats by team, who has gone, options, the day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from emperor_rules.drawing.alt_text import unsaid
from emperor_rules.drawing.scene import PositionSpec, scene_of
from emperor_rules.drawing.spec import DrawingSpec, drawing_for
from emperor_rules.drawing.svg import draw_svg
from emperor_rules.drawing.templating import date_in_words, words
from emperor_rules.errors import RequestError, SeatingError
from emperor_rules.model.seating import read_table
from emperor_rules.model.vocabulary import Vocabulary
from emperor_rules.site.views.answer_view import AnswerRenderer


@dataclass(frozen=True, slots=True)
class Picture:
    """A position drawn as one text has it, and what that text leaves unsaid."""

    svg: Markup
    seats: str
    unsaid: tuple[str, ...]


def picture(
    asker: AnswerRenderer, request: Mapping[str, Any], id: str, *, full: bool = True, alone: bool = False
) -> Picture | None:
    """Draw the position of a request: with all that its text answers there (``full``), or only who sits where.

    ``alone``: with what is asked and nothing else. ``None`` where it makes no table, or its text has no wording then.
    A question that brings along facts of its own is drawn as seats alone: what else holds there would be drawn wrong.
    """
    full = full and not brings_facts(request, asker.engine.rulebook.vocabulary)
    spot = PositionSpec(
        str(request["text"]),
        str(request["seats"]),
        request.get("on"),
        tuple(request.get("left") or ()),
        tuple(request.get("leaving") or ()),
        tuple(request.get("options") or ()),
    )
    vocabulary = asker.engine.rulebook.vocabulary
    try:
        asker.engine.program(spot.text, spot.on)
        wish = _wish(request, vocabulary) if full else DrawingSpec(frozenset())
        if full and alone and not wish.pieces:
            wish = DrawingSpec(asks=(str(request["ask"]),))
        drawing = scene_of(spot, asker.engine, wish=wish)
    except RequestError:
        return None
    svg = draw_svg(drawing, vocabulary, asker.language, id)
    return Picture(svg, spot.seats, tuple(unsaid(drawing, vocabulary, asker.language)))


def brings_facts(request: Mapping[str, Any], vocabulary: Vocabulary) -> bool:
    """Tell whether a question is asked under facts that a drawing does not know: others than where a piece stands."""
    relation = vocabulary.questions.get(request.get("ask", ""))
    known = relation.slot[:1] if relation is not None and relation.slot is not None else ()
    usual = {"no": False, "none": None, "first": next(iter(request.get("of") or ()), None)}
    for key, value in (request.get("given") or {}).items():
        default = vocabulary.givens[key].default if key in vocabulary.givens else None
        if key not in known and value != usual.get(str(default), default) and str(value) != default:
            return True
    return False


def _wish(request: Mapping[str, Any], vocabulary: Vocabulary) -> DrawingSpec:
    relation = vocabulary.questions.get(request.get("ask", ""))
    if relation is None:
        return DrawingSpec()
    return drawing_for(relation, tuple(request.get("of") or ()), request.get("given") or {}, vocabulary)


def seats_by_team(seats: str, vocabulary: Vocabulary, language: str) -> tuple[tuple[tuple[str, str], ...], ...]:
    """Give every player with the name of the role, team by team; seats that make no table as they are."""
    try:
        table = read_table(seats, "".join(vocabulary.role_letters))
    except SeatingError:  # reported among the findings
        return ((("", seats),),)
    roles = [vocabulary.roles[vocabulary.role_letters[letter]].names[0].get(language) for letter in table.roles]
    return tuple(
        tuple((table.names[player], roles[player]) for player in table.players_of(team))
        for team in range(len(table.sizes))
    )


def facts(
    asker: AnswerRenderer,
    *,
    left: Sequence[str] = (),
    leaving: Sequence[str] = (),
    options: Sequence[str] = (),
    on: str | None = None,
    given: Mapping[str, object] | None = None,
) -> Iterator[tuple[str, str]]:
    """Say what a position holds beside its seats, each as a name and words."""
    t = words(asker.language)
    known = asker.engine.rulebook.vocabulary.options
    if left:
        yield t["scenarios_left"], ", ".join(left)
    if leaving:
        yield t["scenarios_leaving"], ", ".join(leaving)
    if options:
        names = (known[o].names.get(asker.language) if o in known else o for o in options)
        yield t["scenarios_options"], ", ".join(names)
    if on:
        yield t["scenarios_on"], date_in_words(on, asker.language)
    if given:
        yield t["scenarios_given"], "; ".join(asker.given(key, value) for key, value in given.items())


def facts_of(asker: AnswerRenderer, request: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Say what the position of a request holds beside its seats, but for what is given with the question."""
    left, leaving, options = (tuple(request.get(key) or ()) for key in ("left", "leaving", "options"))
    return tuple(facts(asker, left=left, leaving=leaving, options=options, on=request.get("on")))
