"""A drawing as a person asks for it, in the command or in a page: read, and refused where it makes no sense."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from emperor_rules.drawing.scene import PositionSpec
from emperor_rules.drawing.spec import SHOWN, DrawingSpec, Piece, drawing_for, way_to_draw
from emperor_rules.errors import RequestError
from emperor_rules.evaluate.engine import Engine
from emperor_rules.evaluate.request import EVERYBODY, read_position, unknown
from emperor_rules.messages import Message
from emperor_rules.model.vocabulary import Vocabulary
from emperor_rules.questions.exact import read_exactly

#: What is asked for to see nothing but who sits where.
SEATS = "seats"
#: The ways of drawing that show the answers for everybody at once.
ON_MAPS = SHOWN | {"move", "mark", "number"}
#: A message names so many questions.
MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class DrawingRequest:
    """What to draw, and the question that goes with it as a request, if any."""

    position: PositionSpec
    spec: DrawingSpec
    request: dict[str, Any] | None


def read_drawing_request(
    position: PositionSpec,
    engine: Engine,
    *,
    show: Sequence[str] = (),
    players: Sequence[str] = (),
    pieces: Sequence[str] = (),
    question: str = "",
) -> DrawingRequest:
    """Check what a person wants drawn.

    Args:
        position: The text and the table.
        engine: Answers requests about the rules.
        show: Ids of questions, or “seats” alone.
        players: Names of the players whose arrows and reach alone are wanted; none for everybody.
        pieces: Each “A1” or “A1@B3”: the owner, and in whose territory it stands.
        question: Typed as for ``emperor ask``; it alone is drawn unless ``show`` or ``pieces`` say otherwise.

    Raises:
        RequestError: If something of it makes no sense.
        SeatingError: If the seats make no table.
    """
    vocabulary = engine.rulebook.vocabulary
    table, left, leaving, _ = read_position(position.request(), engine.program(position.text, position.on))
    present = [name for number, name in enumerate(table.names) if number not in left | leaving]
    spec, request = DrawingSpec(), None
    if question:
        request = _read_one(question, position, engine)
        engine.prepare(request)
        position = replace(position, left=tuple(request.get("left", ())), leaving=tuple(request.get("leaving", ())))
        asked = vocabulary.predicates[request["ask"]]
        spec = drawing_for(asked, tuple(request["of"]), dict(request.get("given") or {}), vocabulary)
    if show:
        spec = _with_questions(spec, show, vocabulary)
    if pieces:
        spec = replace(spec, pieces=tuple(_piece(piece, present) for piece in pieces), question=None)
    return DrawingRequest(
        position, replace(spec, players=tuple(_present(name, present, "of") for name in players)), request
    )


def _read_one(question: str, position: PositionSpec, engine: Engine) -> dict[str, Any]:
    """Return the request of a question about named players; one that stands for several cannot be drawn."""
    exact = read_exactly(question, engine.rulebook.vocabulary)
    if exact is not None:
        query, _ = exact
        return {**position.request(), "ask": query.ask, "of": list(query.of)}
    from emperor_rules.questions.cases import request_of  # most questions do not need it
    from emperor_rules.questions.reader import reader_of

    readings, _ = reader_of(engine).read(question, position.request())
    case = readings[0].cases[0]
    if len(readings) > 1 or len(readings[0].cases) > 1 or EVERYBODY in case.of or case.on is not None:
        raise RequestError(Message("a drawing shows one question at a time: name the players"))
    return request_of(case, position.request())


def drawable(vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return the ids of all questions that a drawing can show, those of every drawing first."""
    predicates = [
        predicate
        for predicate in vocabulary.questions.values()
        if way_to_draw(predicate) in ON_MAPS and all(sort == "player" for _, sort in predicate.params)
    ]
    return tuple(predicate.id for predicate in sorted(predicates, key=lambda predicate: predicate.drawn not in SHOWN))


def _with_questions(spec: DrawingSpec, show: Sequence[str], vocabulary: Vocabulary) -> DrawingSpec:
    if list(show) == [SEATS]:
        return DrawingSpec(frozenset())
    asks = drawable(vocabulary)
    for ask in show:
        if ask in vocabulary.questions and ask not in asks:
            examples = ", ".join((SEATS, *asks[:MOST_NAMED]))
            raise RequestError(
                Message(
                    "a drawing cannot show “{ask}”, only questions about one or two players, such as {examples}",
                    ask=ask,
                    examples=examples,
                ),
                "show",
            )
        if ask not in asks:
            raise RequestError(unknown("question", ask, (*asks, SEATS)), "show")
    return replace(spec, asks=tuple(show), question=None)


def _piece(written: str, present: Sequence[str]) -> Piece:
    owner, _, place = written.partition("@")
    return Piece(*(_present(name, present, "pieces") for name in (owner.strip(), place.strip() or owner.strip())))


def _present(name: str, present: Sequence[str], key: str) -> str:
    if name not in present:
        raise RequestError(
            Message("“{name}” is nobody who plays here: there are {present}", name=name, present=", ".join(present)),
            key,
        )
    return name
