"""A drawing as a person asks for it, in the command or in a page: read, and refused where it makes no sense."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from emperor_rules.drawing.scene import PositionSpec
from emperor_rules.drawing.spec import SHOWN, DrawingSpec, Piece, drawing_for, way_to_draw
from emperor_rules.errors import RequestError
from emperor_rules.evaluate.engine import Engine
from emperor_rules.evaluate.question_parser import read_question
from emperor_rules.evaluate.request import read_position, unknown
from emperor_rules.model.vocabulary import Vocabulary

#: What is asked for to see nothing but who sits where.
SEATS = "seats"
#: A message names so many questions.
SOME = 5


@dataclass(frozen=True, slots=True)
class DrawingRequest:
    """What to draw, and the question that goes with it as a request, if any."""

    spot: PositionSpec
    wish: DrawingSpec
    request: dict[str, Any] | None


def read_drawing_request(
    spot: PositionSpec,
    engine: Engine,
    *,
    show: Sequence[str] = (),
    of: Sequence[str] = (),
    pieces: Sequence[str] = (),
    question: str = "",
) -> DrawingRequest:
    """Check what a person wants drawn.

    ``show`` holds ids of questions, or “seats”; ``of`` players whose arrows and reach alone are wanted; ``pieces`` are
    written “A1” or “A1@B3”, the owner and in whose territory it stands. A ``question`` is typed as for ``emperor ask``;
    what it needs is drawn unless ``show`` says otherwise. Raises ``RequestError`` with one sentence.
    """
    vocabulary = engine.rulebook.vocabulary
    program = engine.program(spot.text, spot.on)
    table, gone, going, _ = read_position(spot.request(), program)
    there = [name for number, name in enumerate(table.names) if number not in gone | going]
    wish, request = DrawingSpec(), None
    if question:
        query = read_question(question, vocabulary)
        request = {**spot.request(), "ask": query.ask, "of": list(query.of), "given": dict(query.given)}
        engine.prepare(request)
        wish = drawing_for(vocabulary.relations[query.ask], query.of, dict(query.given), vocabulary)
    if show:
        wish = _shown(show, wish, vocabulary)
    if pieces:
        wish = replace(wish, pieces=tuple(_piece(piece, there) for piece in pieces))
    for name in of:
        _present(name, there)
    return DrawingRequest(spot, replace(wish, of=tuple(of)), request)


def drawable(vocabulary: Vocabulary) -> tuple[str, ...]:
    """Give the ids of all questions that a drawing can show, those of every drawing first."""
    found = [relation for relation in vocabulary.questions.values() if way_to_draw(relation) is not None]
    return tuple(r.id for r in sorted(found, key=lambda relation: relation.drawn not in SHOWN))


def _shown(show: Sequence[str], wish: DrawingSpec, vocabulary: Vocabulary) -> DrawingSpec:
    if list(show) == [SEATS]:
        return DrawingSpec(frozenset())
    known = drawable(vocabulary)
    for ask in show:
        if ask in vocabulary.questions and ask not in known:
            some = ", ".join((SEATS, *known[:SOME]))
            raise RequestError(
                f"a drawing cannot show “{ask}”, only questions about one or two players, such as {some}"
            )
        if ask not in known:
            raise RequestError(unknown("question", ask, (*known, SEATS)))
    return replace(wish, asks=tuple(show))


def _piece(written: str, there: Sequence[str]) -> Piece:
    owner, _, place = written.partition("@")
    return Piece(_present(owner.strip(), there), _present(place.strip() or owner.strip(), there))


def _present(name: str, there: Sequence[str]) -> str:
    if name not in there:
        raise RequestError(f"“{name}” is nobody who plays here: there are {', '.join(there)}")
    return name
