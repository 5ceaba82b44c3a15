"""What of a table a drawing is to show: one question with its answer, or the answers to several about everybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from emperor_rules.model.vocabulary import DRAWN_AS, GivenKind, Predicate, Vocabulary

#: What a map of a table shows of everybody.
SHOWN = frozenset({"reach", "arrow", "within", "start", "order"})
#: How a question is drawn that does not say so, by the sorts of its arguments and the kind of its answer.
USUAL: Mapping[tuple[tuple[str, ...], str], str] = {
    **{DRAWN_AS[way]: way for way in ("arrow", "mark", "number", "who", "order")},
    (("team",), "yes-no"): "mark",
    (("player", "player"), "player"): "who",
}
#: Ways of drawing in which one player’s answer is shown about every other.
TO_OTHERS = ("arrow", "move", "within", "fork")
#: Those that lead from a player, or from a piece, to others.
ARROWS = ("arrow", "move", "fork")


@dataclass(frozen=True, slots=True)
class Piece:
    """Something of a player’s that stands in somebody’s territory, both by name."""

    owner: str
    place: str


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """The question that a drawing answers: its id, whom it is about, and facts other than the usual ones."""

    ask: str
    of: tuple[str, ...]
    given: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class DrawingSpec:
    """What of a table is to be shown.

    ``question``, if any, is the only question to draw, with its answer. Otherwise a map of the table is drawn:
    ``kinds`` are ways of drawing; ``asks``, if any, are the ids of the only questions. ``players`` are those whose
    arrows and reaches are wanted (none: everybody’s arrows, and nobody’s reach beside its number).
    """

    kinds: frozenset[str] = SHOWN
    asks: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    pieces: tuple[Piece, ...] = ()
    question: AskedQuestion | None = None


def drawing_for(
    predicate: Predicate, names: Sequence[str], given: Mapping[str, object], vocabulary: Vocabulary
) -> DrawingSpec:
    """Return what shows a question with its answer and the piece that it is about, if any; seats where nothing does."""
    if way_to_draw(predicate) is None:
        return DrawingSpec(frozenset())
    facts = unusual_facts(predicate, names, given, vocabulary)
    place = _place(predicate, names, facts)
    pieces = (Piece(names[0], place),) if place is not None else ()
    return DrawingSpec(pieces=pieces, question=AskedQuestion(predicate.id, tuple(names), tuple(facts.items())))


def unusual_facts(
    predicate: Predicate, names: Sequence[str], given: Mapping[str, object], vocabulary: Vocabulary
) -> dict[str, object]:
    """Return the facts of a question that are not those it has when nothing is given."""
    first = dict(zip((letter for letter, _ in predicate.params), names, strict=False))
    gives = {key: first.get(letter) for key, letter in predicate.gives}
    usual = {"no": False, "none": None, "first": next(iter(names), None)}
    facts = {}
    for key, value in given.items():
        default = vocabulary.givens[key].default if key in vocabulary.givens else None
        expected = gives.get(key, usual.get(str(default), default))
        if value != expected and str(value) != default:
            facts[key] = value
    return facts


def is_drawn(predicate: Predicate) -> bool:
    """Return whether a drawing shows the answers to a question."""
    return way_to_draw(predicate) is not None


def is_common(predicate: Predicate) -> bool:
    """Return whether people ask a question before others: every text ought to answer it, or every map shows it."""
    return predicate.essential or predicate.drawn in SHOWN - {"within"}


def _place(predicate: Predicate, names: Sequence[str], facts: Mapping[str, object]) -> str | None:
    """Return where the piece of a question stands: where the question says, else, of a move, with its owner."""
    place = facts.get(predicate.slot[0]) if predicate.slot is not None else None
    if isinstance(place, str) and way_to_draw(predicate) in ("arrow", "move"):
        return place
    return names[0] if predicate.drawn == "move" and names else None


def questions(spec: DrawingSpec, vocabulary: Vocabulary) -> Mapping[str, tuple[Predicate, ...]]:
    """Return the questions that a drawing asks, by the way in which they are drawn."""
    asks = (spec.question.ask,) if spec.question is not None else spec.asks
    if asks:
        predicates = [vocabulary.predicates[ask] for ask in dict.fromkeys(asks)]
        return {kind: tuple(r for r in predicates if way_to_draw(r) == kind) for kind in DRAWN_AS}
    kinds = spec.kinds | {"move"} if spec.pieces else spec.kinds
    return {kind: drawn_as(kind, vocabulary) if kind in kinds else () for kind in DRAWN_AS}


def drawn_as(kind: str, vocabulary: Vocabulary) -> tuple[Predicate, ...]:
    """Return the questions that the vocabulary declares to be drawn in a certain way."""
    return tuple(predicate for predicate in vocabulary.predicates.values() if predicate.drawn == kind)


def way_to_draw(predicate: Predicate) -> str | None:
    """Return how a question is drawn: as the vocabulary declares, else as its sorts and its answer allow, if at all."""
    return predicate.drawn or USUAL.get((tuple(sort for _, sort in predicate.params), predicate.answer))


def piece_place(predicate: Predicate, piece: Piece, vocabulary: Vocabulary) -> dict[str, object]:
    """Return the given fact that names a piece's place to a question; empty where the question takes none."""
    if predicate.slot is None or vocabulary.givens[predicate.slot[0]].kind is not GivenKind.PLAYER:
        return {}
    return {predicate.slot[0]: piece.place}
