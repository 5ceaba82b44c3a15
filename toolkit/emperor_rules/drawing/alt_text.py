"""A drawing in words: its title, all that it shows, and what it cannot show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from emperor_rules.drawing.scene import Arrow, Scene
from emperor_rules.evaluate.verbalise import fill, listed, say_fact, say_given, say_value
from emperor_rules.model.vocabulary import Predicate, Vocabulary, Words

CLOCKWISE = Words("Clockwise", "In senso orario")
GONE = Words("no longer in the game", "non più in partita")
UNSAID = Words("The text does not say", "Il testo non dice")
DOUBTFUL = Words("left open", "questione aperta")
TABLE_OF = Words("Table", "Tavolo")
#: What stands for anyone; a sentence that ends with it takes no full stop.
ANYONE = "…"


def title(scene: Scene, language: str) -> str:
    """Return the name of a drawing: “Table g x g | g x g (text, day)”."""
    position = scene.position
    return f"{TABLE_OF.get(language)} {position.seats} ({', '.join(filter(None, (position.text, position.on)))})"


def describe(scene: Scene, vocabulary: Vocabulary, language: str) -> tuple[str, ...]:
    """Return in sentences all that a drawing shows."""
    return tuple(
        f"{s[:1].upper()}{s[1:]}{'' if s.endswith(ANYONE) else '.'}" for s in _sentences(scene, vocabulary, language)
    )


def _sentences(scene: Scene, vocabulary: Vocabulary, language: str) -> Iterator[str]:
    seats, asked = scene.seats, scene.asked
    people = ", ".join(f"{s.name} {vocabulary.roles[s.role].names[0].get(language)}" for s in seats)
    yield f"{CLOCKWISE.get(language)}: {people}"
    gone = [s.name for s in seats if s.gone]
    if gone:
        yield f"{GONE.get(language)}: {listed(gone, language)}"
    for predicate in asked["reach"]:
        for value in sorted({s.reach for s in seats if s.reach is not None}, key=str):
            names = [s.name for s in seats if s.reach == value]
            yield say_value(predicate, [names], DOUBTFUL.get(language) if value == "?" else value, language)
    for reach in scene.reaches:
        within = listed([seats[n].name for n in reach.within], language)
        predicate = vocabulary.predicates[reach.predicate]
        yield f"{_somebody(predicate, language, seats[reach.seat].name)}: {within}"
    arrows = [arrow for arrow in scene.arrows if arrow.piece is None]
    for predicate in (*asked["arrow"], *(() if scene.pieces else asked["move"])):
        for number, seat in enumerate(seats):
            from_here = [a for a in arrows if (a.start, a.predicate) == (number, predicate.id)]
            yield from _doing(scene, predicate, seat.name, from_here, language)
        certain = predicate.id not in (*scene.unsaid, *scene.doubtful)
        if certain and not any(a.predicate == predicate.id for a in arrows):
            yield f"{_somebody(predicate, language)}: –"
    yield from _pieces(scene, vocabulary, language)
    for predicate in asked["start"]:
        for seat in seats:
            if seat.may_start:
                yield say_fact(predicate, [seat.name], True, language)
    for predicate in asked["order"]:
        if scene.order:
            yield say_value(predicate, [scene.order[0]], scene.order, language)
    yield from unsaid(scene, vocabulary, language)


def _doing(scene: Scene, predicate: Predicate, name: str, arrows: Sequence[Arrow], language: str) -> Iterator[str]:
    for certain in (True, False):
        others = [scene.seats[a.end].name for a in arrows if a.certain == certain]
        if others:
            doubt = "" if certain else f" ({DOUBTFUL.get(language)})"
            yield say_fact(predicate, [name, others], True, language) + doubt


def _pieces(scene: Scene, vocabulary: Vocabulary, language: str) -> Iterator[str]:
    """Yield for each piece where it stands, in the phrase of that fact, and what may become of it."""
    predicates = (*scene.asked["arrow"], *scene.asked["move"])
    slot = next((r.slot[0] for r in predicates if r.slot is not None), None)
    for number, piece in enumerate(scene.pieces):
        place = say_given(vocabulary, slot, piece.place, language) if slot else piece.place
        yield f"{piece.owner}: {place}"
        for predicate in predicates:
            arrows = [a for a in scene.arrows if a.piece == number and a.predicate == predicate.id]
            yield from _doing(scene, predicate, piece.owner, arrows, language)


def unsaid(scene: Scene, vocabulary: Vocabulary, language: str) -> Iterator[str]:
    """Yield what the text leaves unsaid or in doubt, so that a drawing cannot show it."""
    for ids, lead in ((scene.unsaid, UNSAID), (scene.doubtful, DOUBTFUL)):
        for id in ids:
            sentence = f"{lead.get(language)}: {_somebody(vocabulary.predicates[id], language)}"
            yield sentence[:1].upper() + sentence[1:]


def _somebody(predicate: Predicate, language: str, first: str = ANYONE) -> str:
    """Return a question's phrase with dots for the players, or with the first of them named."""
    letters = [letter for letter, _ in predicate.params]
    return fill(predicate.statement(language), letters, [first, *[ANYONE] * (len(letters) - 1)], language)
