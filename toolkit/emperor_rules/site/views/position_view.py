"""A position in words and as a drawing: seats by team, who has gone, options, the day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from emperor_rules.drawing.alt_text import unsaid
from emperor_rules.drawing.scene import PositionSpec, scene_of
from emperor_rules.drawing.spec import DrawingSpec, drawing_for
from emperor_rules.drawing.svg import draw_svg
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
    renderer: AnswerRenderer, request: Mapping[str, Any], id: str, *, full: bool = True, alone: bool = False
) -> Picture | None:
    """Draw the position of a request: with all that its text answers there (``full``), or only who sits where.

    ``alone``: with what is asked and nothing else. ``None`` where it makes no table, or its text has no wording then.
    A question that brings along facts of its own is drawn as seats alone: what else holds there would be drawn wrong.
    """
    engine, vocabulary = renderer.engine, renderer.vocabulary
    left, leaving, options = (tuple(request.get(key) or ()) for key in ("left", "leaving", "options"))
    position = PositionSpec(str(request["text"]), str(request["seats"]), request.get("on"), left, leaving, options)
    spec = DrawingSpec(frozenset())
    if full and not brings_facts(request, vocabulary):
        spec = _drawing_spec(request, vocabulary)
        if alone and not spec.pieces:
            spec = DrawingSpec(asks=(str(request["ask"]),))
    try:
        engine.program(position.text, position.on)
        scene = scene_of(position, engine, spec=spec)
    except RequestError:
        return None
    svg = draw_svg(scene, vocabulary, renderer.language, id)
    return Picture(svg, position.seats, tuple(unsaid(scene, vocabulary, renderer.language)))


def brings_facts(request: Mapping[str, Any], vocabulary: Vocabulary) -> bool:
    """Return whether a question is asked under facts that a drawing does not show: others than a piece's place."""
    predicate = vocabulary.questions.get(request.get("ask", ""))
    shown = predicate.slot[:1] if predicate is not None and predicate.slot is not None else ()
    usual = {"no": False, "none": None, "first": next(iter(request.get("of") or ()), None)}
    for key, value in (request.get("given") or {}).items():
        default = vocabulary.givens[key].default if key in vocabulary.givens else None
        if key not in shown and value != usual.get(str(default), default) and str(value) != default:
            return True
    return False


def _drawing_spec(request: Mapping[str, Any], vocabulary: Vocabulary) -> DrawingSpec:
    predicate = vocabulary.questions.get(request.get("ask", ""))
    if predicate is None:
        return DrawingSpec()
    return drawing_for(predicate, tuple(request.get("of") or ()), request.get("given") or {}, vocabulary)


def seats_by_team(seats: str, vocabulary: Vocabulary, language: str) -> tuple[tuple[tuple[str, str], ...], ...]:
    """Return every player with the name of the role, team by team; seats that make no table as they are."""
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
    renderer: AnswerRenderer, position: Mapping[str, Any], given: Mapping[str, object] | None = None
) -> Iterator[tuple[str, str]]:
    """Yield what a position holds beside its seats, with some given facts, each as a name and words.

    ``position`` has the keys of a request; its own given facts are left to its question.
    """
    locale, declared = renderer.locale, renderer.vocabulary.options
    for key, name in (("left", "scenarios_left"), ("leaving", "scenarios_leaving")):
        if position.get(key):
            yield locale[name], ", ".join(position[key])
    if position.get("options"):
        names = (declared[o].names.get(locale.language) if o in declared else o for o in position["options"])
        yield locale["scenarios_options"], ", ".join(names)
    if position.get("on"):
        yield locale["scenarios_on"], locale.date(position["on"])
    if given:
        yield locale["scenarios_given"], "; ".join(renderer.given_words(given))
