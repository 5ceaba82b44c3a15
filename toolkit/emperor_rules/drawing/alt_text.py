"""A drawing in words: its title, all that it shows, and what it cannot show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from emperor_rules.drawing.scene import Arrow, Scene
from emperor_rules.evaluate.verbalise import fill, say_fact, say_given, say_value
from emperor_rules.model.vocabulary import Predicate, Vocabulary, Words

CLOCKWISE = Words("Clockwise", "In senso orario")
GONE = Words("no longer in the game", "non più in partita")
UNSAID = Words("The text does not say", "Il testo non dice")
DOUBTFUL = Words("in doubt", "in dubbio")
TABLE_OF = Words("Table", "Tavolo")
#: What stands for anyone; a sentence that ends with it takes no full stop.
ANYONE = "…"


def title(drawing: Scene, language: str) -> str:
    """Name a drawing: “Table g x g | g x g (text, day)”."""
    spot = drawing.spot
    return f"{TABLE_OF.get(language)} {spot.seats} ({', '.join(filter(None, (spot.text, spot.on)))})"


def describe(drawing: Scene, vocabulary: Vocabulary, language: str) -> tuple[str, ...]:
    """Say in sentences all that a drawing shows."""
    return tuple(
        f"{s[:1].upper()}{s[1:]}{'' if s.endswith(ANYONE) else '.'}" for s in _sentences(drawing, vocabulary, language)
    )


def _sentences(drawing: Scene, vocabulary: Vocabulary, language: str) -> Iterator[str]:
    seats, asked = drawing.seats, drawing.asked
    people = ", ".join(f"{s.name} {vocabulary.roles[s.role].names[0].get(language)}" for s in seats)
    yield f"{CLOCKWISE.get(language)}: {people}"
    gone = [s.name for s in seats if s.gone]
    if gone:
        yield f"{GONE.get(language)}: {', '.join(gone)}"
    for relation in asked["reach"]:
        for value in sorted({s.reach for s in seats if s.reach is not None}, key=str):
            who = ", ".join(s.name for s in seats if s.reach == value)
            yield say_value(relation, [who], DOUBTFUL.get(language) if value == "?" else value, language)
    for reach in drawing.reaches:
        whom = ", ".join(seats[n].name for n in reach.within)
        relation = vocabulary.relations[reach.relation]
        yield f"{_somebody(relation, language, seats[reach.seat].name)}: {whom}"
    arrows = [arrow for arrow in drawing.arrows if arrow.piece is None]
    for relation in (*asked["arrow"], *(() if drawing.pieces else asked["move"])):
        for number, seat in enumerate(seats):
            from_here = [a for a in arrows if (a.start, a.relation) == (number, relation.id)]
            yield from _doing(drawing, relation, seat.name, from_here, language)
        known = relation.id not in (*drawing.unsaid, *drawing.doubtful)
        if known and not any(a.relation == relation.id for a in arrows):
            yield f"{_somebody(relation, language)}: –"
    yield from _pieces(drawing, vocabulary, language)
    for relation in asked["start"]:
        for seat in seats:
            if seat.may_start:
                yield say_fact(relation, [seat.name], True, language)
    for relation in asked["order"]:
        if drawing.order:
            yield say_value(relation, [drawing.order[0]], drawing.order, language)
    yield from unsaid(drawing, vocabulary, language)


def _doing(drawing: Scene, relation: Predicate, who: str, arrows: Sequence[Arrow], language: str) -> Iterator[str]:
    for certain in (True, False):
        whom = ", ".join(drawing.seats[a.end].name for a in arrows if a.certain == certain)
        if whom:
            doubt = "" if certain else f" ({DOUBTFUL.get(language)})"
            yield say_fact(relation, [who, whom], True, language) + doubt


def _pieces(drawing: Scene, vocabulary: Vocabulary, language: str) -> Iterator[str]:
    """Say for each piece where it stands, as the vocabulary says such facts, and what may become of it."""
    relations = (*drawing.asked["arrow"], *drawing.asked["move"])
    slot = next((r.slot[0] for r in relations if r.slot is not None), None)
    for number, piece in enumerate(drawing.pieces):
        stands = say_given(vocabulary, slot, piece.place, language) if slot else piece.place
        yield f"{piece.owner}: {stands}"
        for relation in relations:
            arrows = [a for a in drawing.arrows if a.piece == number and a.relation == relation.id]
            yield from _doing(drawing, relation, piece.owner, arrows, language)


def unsaid(drawing: Scene, vocabulary: Vocabulary, language: str) -> Iterator[str]:
    """Say what the text leaves unsaid or in doubt, so that a drawing cannot show it."""
    for ids, lead in ((drawing.unsaid, UNSAID), (drawing.doubtful, DOUBTFUL)):
        for id in ids:
            said = f"{lead.get(language)}: {_somebody(vocabulary.relations[id], language)}"
            yield said[:1].upper() + said[1:]


def _somebody(relation: Predicate, language: str, first: str = ANYONE) -> str:
    """Give a question's phrase with dots for the players, or with the first of them named."""
    letters = [letter for letter, _ in relation.params]
    return fill(relation.phrase.get(language), letters, [first, *[ANYONE] * (len(letters) - 1)])
