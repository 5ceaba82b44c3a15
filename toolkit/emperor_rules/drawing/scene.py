"""What a drawing of a table shows, before it has any shape: everything in it is an answer of the evaluator.

The vocabulary says which questions a drawing asks (``drawn as …`` in a declaration); this module only asks them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from emperor_rules.drawing.relation import Mark, Relation, cannot_be_asked, relation_of
from emperor_rules.drawing.spec import DrawingSpec, Piece, PositionSpec, Way, piece_place, questions
from emperor_rules.errors import RequestError
from emperor_rules.evaluate.engine import ANSWERED, INVALID, SILENT, Answer, Engine
from emperor_rules.language.seating import read_seating
from emperor_rules.model.seating import Table
from emperor_rules.model.vocabulary import Predicate, Role, Words


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat: who sits there, and what the text says of that player alone.

    ``reach`` is a number, ``"?"`` where the text leaves it in doubt, or ``None`` where it says nothing; ``turn`` is the
    place in the order of play, from 1.
    """

    name: str
    team: int
    role: Role
    gone: bool
    reach: int | str | None
    may_start: bool
    turn: int | None


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
class Scene:
    """A drawing before it has any shape: seats clockwise, arrows, the order of play, and what the text leaves unsaid.

    Attributes:
        position: The text and the table.
        sizes: The sizes of the teams.
        order: Names, beginning with the first player in the order of seats who may start.
        unsaid: The ids of the questions of which the text says nothing at this table.
        doubtful: Those that it leaves in doubt throughout.
        asked: All questions that were asked, by the way in which they are drawn.
        players: The players of whom alone they were asked; none for everybody.
        relation: The one question that is drawn, if it is one.
        title: What the text is called.
    """

    position: PositionSpec
    sizes: tuple[int, ...]
    title: Words
    asked: Mapping[Way, tuple[Predicate, ...]]
    players: tuple[str, ...]
    pieces: tuple[Piece, ...]
    seats: tuple[Seat, ...]
    arrows: tuple[Arrow, ...]
    order: tuple[str, ...]
    reaches: tuple[Reach, ...] = ()
    relation: Relation | None = None
    unsaid: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()

    @property
    def shows_something(self) -> bool:
        """Whether it shows more than who sits where."""
        if self.relation is not None:
            return self.relation.shows_something
        on_seats = any(seat.reach is not None or seat.may_start for seat in self.seats)
        return on_seats or bool(self.arrows or self.reaches or self.pieces or self.order)


def scene_of(position: PositionSpec, engine: Engine, spec: DrawingSpec | None = None) -> Scene:
    """Return the scene of everything that a drawing shows (by default what every drawing shows).

    Raises:
        RequestError: If a question of the spec makes no sense at this table.
        SeatingError: If the seats make no table.
    """
    spec = spec or DrawingSpec()
    table = read_seating(position.seats, engine.rulebook.vocabulary)
    builder = _SceneBuilder(position, engine, table, spec, questions(spec, engine.rulebook.vocabulary))
    return builder.scene() if spec.question is None else builder.answer()


@dataclass
class _SceneBuilder:
    """Asks all that one drawing shows. Names in the spec are players of the table who are in the game."""

    position: PositionSpec
    engine: Engine
    table: Table
    spec: DrawingSpec
    asked: Mapping[Way, tuple[Predicate, ...]]
    silent: list[str] = field(default_factory=list)
    doubtful: list[str] = field(default_factory=list)

    def answer(self) -> Scene:
        """Return the scene of one question."""
        spec, table = self.spec, self.table
        assert spec.question is not None
        relation = relation_of(self.position.request(), table, self.engine, spec.question, spec.pieces)
        piece = 0 if spec.pieces else None
        open_ends = {Mark.SILENCE: self.silent, Mark.DOUBT: self.doubtful}.get(relation.answer)
        if open_ends is not None and not any(line[2] for line in relation.lines):
            open_ends.append(spec.question.ask)
        arrows = [Arrow(a, b, spec.question.ask, certain, 0, piece) for a, b, certain in relation.lines]
        order = tuple(relation.value) if isinstance(relation.value, list) else ()
        return self._scene(seats=self._seats({}, (), {}), arrows=tuple(arrows), order=order, relation=relation)

    def scene(self) -> Scene:
        """Return the scene of a map."""
        table = self.table
        gone = {*self.position.left, *self.position.leaving}
        names = [name for name in table.names if name not in gone]
        reach = self._reach(names)
        starters = [
            name
            for predicate in (*self.asked[Way.START], *self.asked[Way.MARK])
            for (name,), answer in self._ask(predicate, [(name,) for name in table.names]).items()
            if answer.answer is True
        ]
        order = self._order(starters[0] if starters else table.names[0])
        arrows = (*self._arrows(names), *self._moves(names))
        reaches = tuple(self._reaches(names))
        turns = {name: number for number, name in enumerate(order, 1)}
        seats = self._seats(reach, starters, turns)
        return self._scene(seats=seats, arrows=arrows, order=order, reaches=reaches)

    def _scene(self, **shown: Any) -> Scene:
        return Scene(
            self.position,
            self.table.sizes,
            self.engine.rulebook.texts[self.position.text].titles,
            self.asked,
            self.spec.players,
            self.spec.pieces,
            unsaid=tuple(dict.fromkeys(self.silent)),
            doubtful=tuple(self.doubtful),
            **shown,
        )

    def _ask(
        self, predicate: Predicate, people: Sequence[tuple[str, ...]], given: Mapping[str, object] | None = None
    ) -> dict[tuple[str, ...], Answer]:
        """Return the answers of one question by whom it is about; none where the text is silent about everybody."""
        request = {**self.position.request(), "ask": predicate.id, "given": given or {}}
        answers = dict(zip(people, self.engine.ask_each(request, people), strict=True))
        messages = {answer.message or "" for answer in answers.values() if answer.status == INVALID}
        if messages and self.spec.asks and all(answer.status == INVALID for answer in answers.values()):
            raise RequestError(cannot_be_asked(predicate, min(messages)), "show")
        if all(a.status == SILENT and not a.clauses for a in answers.values()):
            self.silent.append(predicate.id)
            return {}
        return answers

    def _reach(self, names: Sequence[str]) -> dict[str, int | str]:
        reach: dict[str, int | str] = {}
        for predicate in (*self.asked[Way.REACH], *self.asked[Way.NUMBER]):
            for (name,), answer in self._ask(predicate, [(name,) for name in names]).items():
                value = answer.answer if answer.status == ANSWERED else "?"
                reach[name] = value if isinstance(value, int) else "?"
        return reach

    def _order(self, first: str) -> tuple[str, ...]:
        for predicate in self.asked[Way.ORDER]:
            for answer in self._ask(predicate, [(first,)]).values():
                return tuple(answer.answer) if isinstance(answer.answer, list) else ()
        return ()

    def _arrows(self, names: Sequence[str]) -> Iterator[Arrow]:
        """Yield who may do what to whom; of a move, only where no pieces are shown."""
        predicates = (*self.asked[Way.ARROW], *(() if self.spec.pieces else self.asked[Way.MOVE]))
        for rank, predicate in enumerate(predicates):
            answers = self._ask(predicate, [(p, q) for p in self.spec.players or names for q in names if p != q])
            if answers and all(answer.status != ANSWERED for answer in answers.values()):
                self.doubtful.append(predicate.id)
                continue
            yield from self._allowed(predicate, rank, answers)

    def _moves(self, names: Sequence[str]) -> Iterator[Arrow]:
        """Yield what may become of each piece from where it stands."""
        for number, piece in enumerate(self.spec.pieces):
            for rank, predicate in enumerate((*self.asked[Way.ARROW], *self.asked[Way.MOVE])):
                given = piece_place(predicate, piece, self.engine.rulebook.vocabulary)
                is_move = predicate in self.asked[Way.MOVE]
                if given or is_move:
                    people = [(piece.owner, q) for q in names if q != piece.place or not is_move]
                    yield from self._allowed(predicate, rank, self._ask(predicate, people, given), number)

    def _allowed(
        self, predicate: Predicate, rank: int, answers: Mapping[tuple[str, ...], Answer], piece: int | None = None
    ) -> Iterator[Arrow]:
        number = self.table.number
        for (p, q), answer in answers.items():
            start = number[p] if piece is None else number[self.spec.pieces[piece].place]
            if answer.answer is True or (answer.status != ANSWERED and answer.clauses):
                yield Arrow(start, number[q], predicate.id, answer.status == ANSWERED, rank, piece)

    def _reaches(self, names: Sequence[str]) -> Iterator[Reach]:
        """Yield whom the players who are wanted reach, else the first one where that is asked by name."""
        count, number = len(self.table.names), self.table.number
        players = self.spec.players or (tuple(names[:1]) if self.spec.asks else ())
        for predicate in self.asked[Way.WITHIN] if players else ():
            for name in players:
                answers = self._ask(predicate, [(name, target) for target in names if target != name])
                distances = sorted(
                    (number[target] - number[name]) % count
                    for (_, target), answer in answers.items()
                    if answer.answer is True
                )
                if distances:
                    within = tuple((number[name] + distance) % count for distance in distances)
                    yield Reach(number[name], predicate.id, within)

    def _seats(
        self, reach: Mapping[str, int | str], starters: Sequence[str], turns: Mapping[str, int]
    ) -> tuple[Seat, ...]:
        vocabulary, table = self.engine.rulebook.vocabulary, self.table
        gone = {*self.position.left, *self.position.leaving}
        return tuple(
            Seat(p, team, vocabulary.role_at(letter), p in gone, reach.get(p), p in starters, turns.get(p))
            for p, team, letter in zip(table.names, table.team, table.roles, strict=True)
        )
