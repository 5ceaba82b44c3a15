"""Drawings of tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from emperor_rules.api import arguments
from emperor_rules.api.rules import RulesText
from emperor_rules.evaluate.request import invalid

if TYPE_CHECKING:
    from emperor_rules.drawing.scene import Scene
    from emperor_rules.model.scenarios import TableRequest


def draw(
    seats: str,
    text: RulesText,
    *,
    left: Sequence[str] = (),
    leaving: Sequence[str] = (),
    options: Sequence[str] = (),
    pieces: Sequence[str] = (),
    of: Sequence[str] = (),
    question: str = "",
    show: Sequence[str] = (),
    language: str = "en",
) -> str:
    """Draw a table and what a text says of it.

    Args:
        seats: The seats clockwise as role letters, teams split by ``|``.
        text: The text; one on a date (``rules["my-text@2009-05-01"]``) draws by the wording of that day.
        left: Who left before this turn began.
        leaving: Who left during this turn.
        options: The options that the table plays with.
        pieces: Creatures, as ``A1@B3``: their owner, and in whose territory they stand.
        of: The players whose arrows and reach alone are drawn; by default all.
        question: A question in words, whose answer the drawing shows.
        show: The ids of the questions drawn, or ``["seats"]`` for nothing but the seats.
        language: ``en`` or ``it``, of the description inside.

    Returns:
        An SVG document that stands alone, as text; the same for the same rules.

    Raises:
        SeatingError: If the seats make no table.
        RequestError: If anything else makes no sense; the message says what.

    >>> import emperor_rules as er
    >>> er.draw("g E g | g E g", er.load(texts=["cr-809"])["cr-809"], left=["A3"])[:4]
    '<svg'
    """
    if not isinstance(text, RulesText):
        raise invalid("“text” is not a text of rules that were read, as in: {example}", example="er.load()[…]")
    arguments.language_of(language)
    names = {"left": left, "leaving": leaving, "options": options, "of": of, "pieces": pieces, "show": show}
    drawing = scene(arguments.string("seats", seats), text, arguments.string("question", question), names)
    return svg(drawing, text, language)


def scene(seats: str, text: RulesText, question: str, lists: Mapping[str, Sequence[str]]) -> Scene:
    """Return what a drawing shows; the arguments, and the keys of ``lists``, are those of :func:`draw`."""
    from emperor_rules.drawing.inquiry import scene_of
    from emperor_rules.drawing.spec import read_drawing_request

    engine, named = text.rules.engine, {key: arguments.names(key, given) for key, given in lists.items()}
    text.rules.program(text.edition)
    position: TableRequest = {
        "text": text.id,
        "seats": seats,
        "on": text.edition.on,
        "left": named.pop("left"),
        "leaving": named.pop("leaving"),
        "options": named.pop("options"),
    }
    position, spec = read_drawing_request(position, engine, players=named.pop("of"), question=question, **named)
    return scene_of(position, engine, spec)


def svg(drawing: Scene, text: RulesText, language: str) -> str:
    """Return a scene as an SVG document that stands alone."""
    from emperor_rules.drawing.svg import draw_svg

    return str(draw_svg(drawing, text.rules.rulebook.vocabulary, language, "table", alone=True))
