"""What a drawing of a table shows, each part of it an answer of the evaluator.

The vocabulary says which questions a drawing asks (``drawn as …`` in a declaration); nothing here knows their names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from emperor_rules.evaluate.questions import ANSWERED, SILENT, Answer, Answerer
from emperor_rules.evaluate.saying import fill, say_fact, say_value
from emperor_rules.evaluate.table import Table, read_table
from emperor_rules.model.vocabulary import DRAWN_AS, Relation, Vocabulary, Words

CLOCKWISE = Words("Clockwise", "In senso orario")
GONE = Words("no longer in the game", "non più in partita")
UNSAID = Words("The text does not say", "Il testo non dice")
DOUBTFUL = Words("in doubt", "in dubbio")
TABLE_OF = Words("Table", "Tavolo")


@dataclass(frozen=True, slots=True)
class Spot:
    """What is to be drawn: a text on a date, seats, and who has gone."""

    text: str
    seats: str
    on: str | None = None
    left: tuple[str, ...] = ()
    leaving: tuple[str, ...] = ()
    options: tuple[str, ...] = ()

    def request(self) -> dict[str, object]:
        """Give the part of a question that tells the position (design §7)."""
        return {"text": self.text, "on": self.on, "seats": self.seats, "left": self.left, "leaving": self.leaving,
                "options": self.options}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat: who sits there, and what the text says of that player alone.

    ``reach`` is a number, ``"?"`` where the text leaves it in doubt, or ``None`` where it says nothing; ``turn`` is the
    place in the order of play, from 1.
    """

    name: str
    team: int
    letter: str
    role: str
    symbol: str
    gone: bool
    reach: int | str | None
    may_start: bool
    turn: int | None


@dataclass(frozen=True, slots=True)
class Arrow:
    """What one player may do to another, by seat numbers; not ``certain`` where the text leaves it in doubt."""

    start: int
    end: int
    relation: str
    certain: bool


@dataclass(frozen=True, slots=True)
class Seating:
    """A drawing before it has any shape: seats clockwise, arrows, the order of play, and what the text leaves unsaid.

    ``order`` holds names, beginning with the first player in the order of seats who may start; ``unsaid`` the ids of
    the questions of which the text says nothing at this table, ``doubtful`` those that it leaves in doubt throughout.
    ``kinds`` are the kinds of answers that were asked for.
    """

    spot: Spot
    sizes: tuple[int, ...]
    seats: tuple[Seat, ...]
    arrows: tuple[Arrow, ...]
    order: tuple[str, ...]
    unsaid: tuple[str, ...]
    doubtful: tuple[str, ...]
    kinds: frozenset[str] = frozenset(DRAWN_AS)


def seating(spot: Spot, answerer: Answerer, kinds: Collection[str] = DRAWN_AS) -> Seating:
    """Ask everything that a drawing shows, or only some ``kinds`` of it; with none of them it shows who sits where.

    Raises ``NoTable`` when the seats make no table.
    """
    vocabulary = answerer.rulebook.vocabulary
    wanted = {kind: drawn_as(kind, vocabulary) if kind in kinds else () for kind in DRAWN_AS}
    table = read_table(spot.seats, "".join(vocabulary.role_letters))
    gone = {*spot.left, *spot.leaving}
    names = [name for name in table.names if name not in gone]
    silent: list[str] = []
    position = spot.request()

    def say(relation: Relation, people: Sequence[tuple[str, ...]]) -> dict[tuple[str, ...], Answer]:
        answers = {of: answerer.ask({**position, "ask": relation.id, "of": of}) for of in people}
        if all(a.status == SILENT and not a.clauses for a in answers.values()):
            silent.append(relation.id)
            return {}
        return answers

    reach: dict[str, int | str] = {}
    for relation in wanted["reach"]:
        for (name,), answer in say(relation, [(name,) for name in names]).items():
            value = answer.answer if answer.status == ANSWERED else "?"
            reach[name] = value if isinstance(value, int) else "?"
    starters: list[str] = []
    for relation in wanted["start"]:
        answers = say(relation, [(name,) for name in table.names])
        starters += [of[0] for of, answer in answers.items() if answer.answer is True]
    first = starters[0] if starters else table.names[0]
    order: tuple[str, ...] = ()
    for relation in wanted["order"]:
        for answer in say(relation, [(first,)]).values():
            order = tuple(answer.answer) if isinstance(answer.answer, list) else ()
    arrows: list[Arrow] = []
    doubtful: list[str] = []
    for relation in wanted["arrow"]:
        answers = say(relation, [(p, q) for p in names for q in names if p != q])
        if answers and all(answer.status != ANSWERED for answer in answers.values()):
            doubtful.append(relation.id)
            continue
        for (p, q), answer in answers.items():
            if answer.answer is True or (answer.status != ANSWERED and answer.clauses):
                certain = answer.status == ANSWERED
                arrows.append(Arrow(table.number[p], table.number[q], relation.id, certain))
    turns = {name: number for number, name in enumerate(order, 1)}
    seats = tuple(_seats(table, vocabulary, gone, reach, starters, turns))
    return Seating(spot, table.sizes, seats, tuple(arrows), order, tuple(silent), tuple(doubtful), frozenset(kinds))


def _seats(
    table: Table, vocabulary: Vocabulary, gone: set[str], reach: dict[str, int | str], starters: list[str],
    turns: dict[str, int],
) -> Iterator[Seat]:  # fmt: skip
    for name, team, letter in zip(table.names, table.team, table.roles, strict=True):
        role = vocabulary.roles[vocabulary.role_letters[letter]]
        yield Seat(name, team, letter, role.id, role.symbol, name in gone, reach.get(name), name in starters,
                   turns.get(name))  # fmt: skip


def drawn_as(kind: str, vocabulary: Vocabulary) -> tuple[Relation, ...]:
    """Give the questions that the vocabulary wants drawn in a certain way."""
    return tuple(relation for relation in vocabulary.relations.values() if relation.drawn == kind)


def title(drawing: Seating, language: str) -> str:
    """Name a drawing: “Table g x g | g x g”."""
    return f"{TABLE_OF.get(language)} {drawing.spot.seats}"


def describe(drawing: Seating, vocabulary: Vocabulary, language: str) -> tuple[str, ...]:
    """Say in sentences all that a drawing shows."""
    return tuple(f"{s[:1].upper()}{s[1:]}." for s in _sentences(drawing, vocabulary, language))


def _sentences(drawing: Seating, vocabulary: Vocabulary, language: str) -> Iterator[str]:
    seats = drawing.seats
    people = ", ".join(f"{s.name} {vocabulary.roles[s.role].names[0].get(language)}" for s in seats)
    yield f"{CLOCKWISE.get(language)}: {people}"
    gone = [s.name for s in seats if s.gone]
    if gone:
        yield f"{GONE.get(language)}: {', '.join(gone)}"
    for relation in drawn_as("reach", vocabulary):
        for value in sorted({s.reach for s in seats if s.reach is not None}, key=str):
            who = ", ".join(s.name for s in seats if s.reach == value)
            yield say_value(relation, [who], DOUBTFUL.get(language) if value == "?" else value, language)
    for relation in drawn_as("arrow", vocabulary):
        for certain in (True, False):
            for number, seat in enumerate(seats):
                arrows = [
                    a for a in drawing.arrows if (a.start, a.relation, a.certain) == (number, relation.id, certain)
                ]
                if arrows:
                    whom = ", ".join(seats[a.end].name for a in arrows)
                    doubt = "" if certain else f" ({DOUBTFUL.get(language)})"
                    yield say_fact(relation, [seat.name, whom], True, language) + doubt
        known = "arrow" in drawing.kinds and relation.id not in (*drawing.unsaid, *drawing.doubtful)
        if known and not any(a.relation == relation.id for a in drawing.arrows):
            yield f"{_somebody(relation, language)}: –"
    for relation in drawn_as("start", vocabulary):
        starters = [s.name for s in seats if s.may_start]
        if starters:
            yield say_fact(relation, [", ".join(starters)], True, language)
    for relation in drawn_as("order", vocabulary):
        if drawing.order:
            yield say_value(relation, [drawing.order[0]], drawing.order, language)
    yield from unsaid(drawing, vocabulary, language)


def unsaid(drawing: Seating, vocabulary: Vocabulary, language: str) -> Iterator[str]:
    """Say what the text leaves unsaid or in doubt, so that a drawing cannot show it."""
    for ids, lead in ((drawing.unsaid, UNSAID), (drawing.doubtful, DOUBTFUL)):
        for id in ids:
            said = f"{lead.get(language)}: {_somebody(vocabulary.relations[id], language)}"
            yield said[:1].upper() + said[1:]


def _somebody(relation: Relation, language: str) -> str:
    """Give a question's phrase with dots for the players: “… may see …”."""
    return fill(relation.phrase.get(language), [letter for letter, _ in relation.params], ["…"] * len(relation.params))
