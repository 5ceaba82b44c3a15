"""What a drawing of a table shows, before it has any shape: everything in it is an answer of the evaluator."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from emperor_rules.drawing.spec import DrawingKind, Piece
from emperor_rules.evaluate.engine import ANSWERED, Answer
from emperor_rules.model.scenarios import Query, TableRequest
from emperor_rules.model.vocabulary import NO_WORDS, Predicate, Role, Words


class Mark(StrEnum):
    """How a question is answered, as a drawing shows it."""

    YES = "yes"
    NO = "no"
    #: The text leaves it open.
    DOUBT = "doubt"
    #: It is answered neither by yes nor by no.
    VALUE = "value"
    #: The text says nothing of it.
    SILENCE = "silent"

    @property
    def is_observable(self) -> bool:
        """Whether a seat can show it."""
        return self in (Mark.YES, Mark.NO, Mark.DOUBT)


def mark_of(answer: Answer) -> Mark:
    """Return how a drawing shows an answer."""
    if answer.status != ANSWERED:
        return Mark.DOUBT if answer.clauses else Mark.SILENCE
    if isinstance(answer.answer, bool):
        return Mark.YES if answer.answer else Mark.NO
    return Mark.VALUE


@dataclass(slots=True)
class Relation:
    """A question with its answer at a table, and what else is shown so that the answer can be seen; players by number.

    Attributes:
        predicate: What is asked.
        question: Of whom, and under which facts.
        kind: How it is drawn.
        answer: The answer of the question itself.
        value: The number, the player or the order that is the answer, if it is none of the others.
        subjects: Whom the question is about, in whose place nobody else is asked.
        noted: Who is named in the facts of the question.
        denied: Of whom (of both, of a whole team) the question itself is answered by no.
        unsaid: Likewise, of whom the text does not say it.
        marks: The answers for everybody else: yes, no or doubt.
        numbers: The number that stands beside a seat: its place in an order, seats counted, or an answer.
    """

    predicate: Predicate
    question: Query
    kind: DrawingKind
    answer: Mark
    value: object = None
    subjects: tuple[int, ...] = ()
    noted: tuple[int, ...] = ()
    denied: tuple[int, ...] = ()
    unsaid: tuple[int, ...] = ()
    marks: dict[int, Mark] = field(default_factory=dict)
    numbers: dict[int, int] = field(default_factory=dict)

    @property
    def shows_something(self) -> bool:
        """Whether it shows more than who sits where."""
        answered = self.answer.is_observable if self.kind == DrawingKind.SEATING else bool(self.denied)
        return answered or bool(self.numbers) or not {Mark.YES, Mark.DOUBT}.isdisjoint(self.marks.values())


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat: who sits there, and what the text says of that player alone.

    ``reach`` is a number, ``"?"`` where the text leaves it in doubt, or ``None`` where it says nothing. Whoever is
    ``starred`` stands out among teammates; ``signs`` are those of the given facts that name the player.
    """

    name: str
    team: int
    role: Role
    gone: bool
    reach: int | str | None
    may_start: bool
    starred: bool = False
    signs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Arrow:
    """What one player may do to another, by seat numbers; not ``certain`` where the text leaves it in doubt.

    ``rank`` tells the questions drawn apart, and ``piece`` is the number of the piece that it is about, if any.
    """

    start: int
    end: int
    predicate: str
    certain: bool
    rank: int = 0
    piece: int | None = None


@dataclass(frozen=True, slots=True)
class Reach:
    """Whom a player reaches, by seat numbers clockwise from that player."""

    seat: int
    predicate: str
    within: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Band:
    """A team whose players take their turns together, drawn on one band.

    Attributes:
        team: Its number.
        active: Whether it is known that the turn is theirs.
        after: The number of the team that plays next, if it has a band.
        numbers: What is given of the team, as the sign of the given fact and the number.
    """

    team: int
    active: bool
    after: int | None
    numbers: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """A drawing before it has any shape: seats clockwise, arrows, the order of play, and what the text leaves unsaid.

    Attributes:
        position: The text and the table.
        order: Names, beginning with the first player in the order of seats who may start.
        unsaid: The ids of the questions of which the text says nothing at this table.
        doubtful: Those that it leaves in doubt throughout.
        asked: All questions that were asked, by the way in which they are drawn.
        players: The players of whom alone they were asked; none for everybody.
        relation: The one question that is drawn, if it is one.
        title: What the text is called.
        end: How the game ended, if it has.
        bands: The teams that take their turns together.
    """

    position: TableRequest
    title: Words
    asked: Mapping[DrawingKind, tuple[Predicate, ...]]
    players: tuple[str, ...]
    pieces: tuple[Piece, ...]
    seats: tuple[Seat, ...]
    arrows: tuple[Arrow, ...]
    order: tuple[str, ...]
    reaches: tuple[Reach, ...] = ()
    relation: Relation | None = None
    unsaid: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()
    end: Words = NO_WORDS
    bands: tuple[Band, ...] = ()

    @property
    def team(self) -> tuple[int, ...]:
        """The number of the team at each seat."""
        return tuple(seat.team for seat in self.seats)

    @property
    def shows_something(self) -> bool:
        """Whether it shows more than who sits where."""
        if self.relation is not None:
            return self.relation.shows_something
        on_seats = any(seat.reach is not None or seat.may_start for seat in self.seats)
        return on_seats or bool(self.arrows or self.reaches or self.pieces or self.order or self.bands)
