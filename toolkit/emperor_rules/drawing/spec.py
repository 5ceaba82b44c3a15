"""What of a table a drawing is to show: one question with its answer, or the answers to several about everybody.

What a person asks for is read, and refused where it makes no sense.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from emperor_rules.errors import RequestError
from emperor_rules.evaluate.engine import Engine
from emperor_rules.evaluate.request import EVERYBODY, unknown
from emperor_rules.messages import Message
from emperor_rules.model.scenarios import GivenItem, GivenValue, Query, Request, TableRequest
from emperor_rules.model.vocabulary import DRAWN_AS, DefaultWord, GivenKind, Predicate, Vocabulary
from emperor_rules.questions.exact_wordings import read_exactly


class DrawingKind(StrEnum):
    """How a question is drawn, as the vocabulary says it (``drawn as …``)."""

    REACH = "reach"
    ARROW = "arrow"
    WITHIN = "within"
    MOVE = "move"
    START = "start"
    ORDER = "order"
    COUNT = "count"
    FORK = "fork"
    MARK = "mark"
    NUMBER = "number"
    WHO = "who"
    SEATING = "seating"
    TURNS = "turns"
    ACTIVE = "active"
    STAR = "star"


#: What a map of a table shows of everybody.
SHOWN = frozenset({DrawingKind.REACH, DrawingKind.ARROW, DrawingKind.WITHIN, DrawingKind.START, DrawingKind.ORDER})
#: How a question is drawn that does not say so, by the sorts of its arguments and the kind of its answer.
USUAL: Mapping[tuple[tuple[str, ...], str], DrawingKind] = {
    **{
        DRAWN_AS[kind]: kind
        for kind in (DrawingKind.ARROW, DrawingKind.MARK, DrawingKind.NUMBER, DrawingKind.WHO, DrawingKind.ORDER)
    },
    (("team",), "yes-no"): DrawingKind.MARK,
    (("player", "player"), "player"): DrawingKind.WHO,
}
#: Ways of drawing in which one player’s answer is shown about every other.
TO_OTHERS = (DrawingKind.ARROW, DrawingKind.MOVE, DrawingKind.WITHIN, DrawingKind.FORK)
#: Those that lead from a player, or from a piece, to others.
ARROWS = (DrawingKind.ARROW, DrawingKind.MOVE, DrawingKind.FORK)
#: What is asked for to see nothing but who sits where.
ONLY_SEATS = "seats"
#: The ways of drawing that show the answers for everybody at once.
ON_MAPS = SHOWN | {DrawingKind.MOVE, DrawingKind.MARK, DrawingKind.NUMBER, DrawingKind.TURNS, DrawingKind.STAR}
#: The most questions that a message names.
MOST_EXAMPLES_NAMED = 5


@dataclass(frozen=True, slots=True)
class Piece:
    """Something of a player’s that stands in somebody’s territory, both by name."""

    owner: str
    place: str


@dataclass(frozen=True, slots=True)
class DrawingSpec:
    """What of a table is to be shown.

    ``question``, if any, is the only question to draw, with its answer. Otherwise a map of the table is drawn:
    ``kinds`` are ways of drawing; ``asks``, if any, are the ids of the only questions. ``players`` are those whose
    arrows and reaches are wanted (none: everybody’s arrows, and nobody’s reach beside its number).
    """

    kinds: frozenset[DrawingKind] = SHOWN
    asks: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    pieces: tuple[Piece, ...] = ()
    question: Query | None = None

    @property
    def is_seats_alone(self) -> bool:
        """Whether it shows nothing but who sits where."""
        return not (self.kinds or self.asks or self.question)


def drawing_for(
    predicate: Predicate, names: Sequence[str], given: Mapping[str, GivenValue], vocabulary: Vocabulary
) -> DrawingSpec:
    """Return what shows a question with its answer and the piece that it is about, if any; seats where nothing does."""
    if drawing_kind_of(predicate) is None:
        return DrawingSpec(frozenset())
    facts = unusual_facts(predicate, names, given, vocabulary)
    place = _place(predicate, names, facts)
    pieces = (Piece(names[0], place),) if place is not None else ()
    return DrawingSpec(
        pieces=pieces, question=Query(predicate.id, tuple(names), tuple(map(GivenItem, facts, facts.values())))
    )


def unusual_facts(
    predicate: Predicate, names: Sequence[str], given: Mapping[str, GivenValue], vocabulary: Vocabulary
) -> dict[str, GivenValue]:
    """Return the facts of a question that are not those it has when nothing is given.

    Where it then takes the moment that suits it best, whatever is given is not that.
    """
    first = dict(zip((letter for letter, _ in predicate.parameters), names, strict=False))
    own = {key: first.get(letter) for key, letter in predicate.own_defaults.items()}
    usual = {"no": False, DefaultWord.NONE: None, DefaultWord.FIRST: next(iter(names), None)}
    facts = {}
    for key, value in given.items():
        declared = vocabulary.givens.get(key)
        if declared is not None and declared.is_at_best_for(predicate):
            facts[key] = value
            continue
        default = declared.default if declared is not None else None
        expected = own.get(key, usual.get(str(default), default))
        if value != expected and str(value) != default:
            facts[key] = value
    return facts


def is_common(predicate: Predicate) -> bool:
    """Return whether people ask a question before others: every text ought to answer it, or every map shows it."""
    return predicate.essential or predicate.drawn in SHOWN - {DrawingKind.WITHIN}


def _place(predicate: Predicate, names: Sequence[str], facts: Mapping[str, object]) -> str | None:
    """Return where the piece of a question stands: where the question says, else, of a move, with its owner."""
    place = facts.get(predicate.slot[0]) if predicate.slot is not None else None
    if isinstance(place, str) and drawing_kind_of(predicate) in (DrawingKind.ARROW, DrawingKind.MOVE):
        return place
    return names[0] if predicate.drawn == DrawingKind.MOVE and names else None


def questions(spec: DrawingSpec, vocabulary: Vocabulary) -> Mapping[DrawingKind, tuple[Predicate, ...]]:
    """Return the questions that a drawing asks, by the way in which they are drawn."""
    asks = (spec.question.ask,) if spec.question is not None else spec.asks
    if asks:
        predicates = [vocabulary.predicates[ask] for ask in dict.fromkeys(asks)]
        return {kind: tuple(asked for asked in predicates if drawing_kind_of(asked) == kind) for kind in DrawingKind}
    kinds = spec.kinds | {DrawingKind.MOVE} if spec.pieces else spec.kinds
    return {kind: drawn_as(kind, vocabulary) if kind in kinds else () for kind in DrawingKind}


def drawn_as(kind: DrawingKind, vocabulary: Vocabulary) -> tuple[Predicate, ...]:
    """Return the questions that the vocabulary declares to be drawn in a certain way."""
    return tuple(predicate for predicate in vocabulary.predicates.values() if predicate.drawn == kind)


def drawing_kind_of(predicate: Predicate) -> DrawingKind | None:
    """Return how a question is drawn: as the vocabulary declares, else as its sorts and its answer allow, if at all."""
    if predicate.drawn:
        return DrawingKind(predicate.drawn)
    return USUAL.get((tuple(sort for _, sort in predicate.parameters), predicate.answer))


def piece_place(predicate: Predicate, piece: Piece, vocabulary: Vocabulary) -> dict[str, GivenValue]:
    """Return the given fact that names a piece's place to a question; empty where the question takes none."""
    if predicate.slot is None or vocabulary.givens[predicate.slot[0]].kind is not GivenKind.PLAYER:
        return {}
    return {predicate.slot[0]: piece.place}


# --- a drawing as a person asks for it, in the command or in a page ----------------------------------------


def read_drawing_request(
    position: TableRequest,
    engine: Engine,
    *,
    show: Sequence[str] = (),
    players: Sequence[str] = (),
    pieces: Sequence[str] = (),
    question: str = "",
) -> tuple[TableRequest, DrawingSpec]:
    """Check what a person wants drawn, and return it: the request of the question, if any, else the position.

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
    departures = engine.departures(position, position["text"], position.get("on"))
    table, gone = departures.table, departures.left | departures.leaving
    present = [name for number, name in enumerate(table.names) if number not in gone]
    spec = DrawingSpec()
    if question:
        position = request = read_drawn_question(question, position, engine)
        asked = vocabulary.predicates[request["ask"]]
        spec = drawing_for(asked, tuple(request["of"]), dict(request.get("given") or {}), vocabulary)
    if show:
        spec = _with_questions(spec, show, vocabulary)
    if pieces:
        ends = [[end.strip() for end in piece.partition("@")[::2]] for piece in pieces]
        named = [[_present(name, present, "pieces") for name in (owner, place or owner)] for owner, place in ends]
        spec = replace(spec, pieces=tuple(Piece(*names) for names in named), question=None)
    return position, replace(spec, players=tuple(_present(name, present, "of") for name in players))


def read_drawn_question(question: str, position: TableRequest, engine: Engine) -> Request:
    """Return the request of a question about named players; one that stands for several cannot be drawn.

    Raises:
        RequestError: If it makes no sense.
    """
    exact = read_exactly(question, engine.rulebook.vocabulary)
    if exact is not None:
        query, _ = exact
        request: Request = {**position, "ask": query.ask, "of": list(query.of)}
        engine.prepare(request)
        return request
    from emperor_rules.questions.cases import case_request  # most questions do not need it
    from emperor_rules.questions.reader import reader_of

    readings, _ = reader_of(engine).read(question, position)
    case = readings[0].cases[0]
    if len(readings) > 1 or len(readings[0].cases) > 1 or EVERYBODY in case.of or case.on is not None:
        raise RequestError(Message("a drawing shows one question at a time: name the players"))
    request = case_request(case, position, engine.rulebook.vocabulary)
    engine.prepare(request)
    return request


def drawable(vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return the ids of all questions that a drawing can show, those of every drawing first."""
    predicates = [
        predicate
        for predicate in vocabulary.questions.values()
        if drawing_kind_of(predicate) in ON_MAPS and all(sort == "player" for _, sort in predicate.parameters)
    ]
    return tuple(predicate.id for predicate in sorted(predicates, key=lambda predicate: predicate.drawn not in SHOWN))


def _with_questions(spec: DrawingSpec, show: Sequence[str], vocabulary: Vocabulary) -> DrawingSpec:
    if list(show) == [ONLY_SEATS]:
        return DrawingSpec(frozenset())
    asks = drawable(vocabulary)
    for ask in show:
        if ask in vocabulary.questions and ask not in asks:
            examples = ", ".join((ONLY_SEATS, *asks[:MOST_EXAMPLES_NAMED]))
            raise RequestError(
                Message(
                    "a drawing cannot show “{ask}”, only questions about one or two players, such as {examples}",
                    ask=ask,
                    examples=examples,
                ),
                "show",
            )
        if ask not in asks:
            raise RequestError(unknown("question", ask, (*asks, ONLY_SEATS)), "show")
    return replace(spec, asks=tuple(show), question=None)


def _present(name: str, present: Sequence[str], key: str) -> str:
    if name not in present:
        raise RequestError(
            Message("“{name}” is nobody who plays here: there are {present}", name=name, present=", ".join(present)),
            key,
        )
    return name
