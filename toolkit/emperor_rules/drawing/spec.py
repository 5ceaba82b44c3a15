"""What of a table a drawing is to show: which questions, of whom, and pieces that stand somewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from emperor_rules.model.vocabulary import DRAWN_AS, GivenKind, Predicate, Vocabulary

#: What a drawing shows by default; moves are shown of pieces.
SHOWN = frozenset(DRAWN_AS) - {"move"}


@dataclass(frozen=True, slots=True)
class Piece:
    """Something of a player’s that stands in somebody’s territory, both by name."""

    owner: str
    place: str


@dataclass(frozen=True, slots=True)
class DrawingSpec:
    """What of a table is to be shown.

    ``kinds`` are ways of drawing; ``asks``, if any, are the ids of the only questions to draw. ``players`` are those
    whose arrows and reaches are wanted (none: everybody’s arrows, and one player for each reach).
    """

    kinds: frozenset[str] = SHOWN
    asks: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    pieces: tuple[Piece, ...] = ()


def drawing_for(
    predicate: Predicate, names: Sequence[str], given: Mapping[str, object], vocabulary: Vocabulary
) -> DrawingSpec:
    """Return what shows the answer to a question: everything usual, with the piece or the arrows that it is about."""
    if predicate.params[:1] and (place := _place(predicate, names[0], given)):
        return DrawingSpec(pieces=(Piece(names[0], place),))
    if not predicate.drawn and is_drawn(predicate):
        usual = [r.id for r in vocabulary.predicates.values() if r.drawn in SHOWN - {"arrow"}]
        return DrawingSpec(asks=(*usual, predicate.id))
    return DrawingSpec()


def is_drawn(predicate: Predicate) -> bool:
    """Return whether a drawing shows the answers to a question: as the vocabulary declares, else by arrows."""
    return bool(predicate.drawn) or way_to_draw(predicate) == "arrow"


def is_common(predicate: Predicate) -> bool:
    """Return whether people ask a question before others: every text ought to answer it, or every drawing shows it."""
    return predicate.essential or predicate.drawn in SHOWN - {"within"}


def _place(predicate: Predicate, owner: str, given: Mapping[str, object]) -> str | None:
    """Return where the piece of a question stands: where the question says, else, of a move, with its owner."""
    place = given.get(predicate.slot[0]) if predicate.slot is not None else None
    if isinstance(place, str) and way_to_draw(predicate) in ("arrow", "move"):
        return place
    return owner if predicate.drawn == "move" else None


def questions(spec: DrawingSpec, vocabulary: Vocabulary) -> Mapping[str, tuple[Predicate, ...]]:
    """Return the questions that a drawing asks, by the way in which they are drawn."""
    if spec.asks:
        predicates = [vocabulary.predicates[ask] for ask in dict.fromkeys(spec.asks)]
        return {kind: tuple(r for r in predicates if way_to_draw(r) == kind) for kind in DRAWN_AS}
    kinds = spec.kinds | {"move"} if spec.pieces else spec.kinds
    return {kind: drawn_as(kind, vocabulary) if kind in kinds else () for kind in DRAWN_AS}


def drawn_as(kind: str, vocabulary: Vocabulary) -> tuple[Predicate, ...]:
    """Return the questions that the vocabulary declares to be drawn in a certain way."""
    return tuple(predicate for predicate in vocabulary.predicates.values() if predicate.drawn == kind)


def way_to_draw(predicate: Predicate) -> str | None:
    """Return how a question is drawn: as the vocabulary declares, else as its sorts and its answer allow, if at all."""
    shape = tuple(sort for _, sort in predicate.params), predicate.answer
    return predicate.drawn or next((kind for kind, drawable in DRAWN_AS.items() if drawable == shape), None)


def piece_place(predicate: Predicate, piece: Piece, vocabulary: Vocabulary) -> dict[str, object]:
    """Return the given fact that names a piece's place to a question; empty where the question takes none."""
    if predicate.slot is None or vocabulary.givens[predicate.slot[0]].kind is not GivenKind.PLAYER:
        return {}
    return {predicate.slot[0]: piece.place}
