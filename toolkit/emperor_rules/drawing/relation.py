"""The one question that a drawing answers: asked of everybody whom it can be about, so that its answer stands out.

A question about two players is asked of every other in the place of the last one; one about a single player of all.
What is asked is decided by the way in which the vocabulary has the question drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from emperor_rules.drawing.spec import ARROWS, TO_OTHERS, Piece, Way, drawn_as, way_to_draw
from emperor_rules.errors import RequestError
from emperor_rules.evaluate.engine import ANSWERED, INVALID, Answer, Engine
from emperor_rules.messages import Message
from emperor_rules.model.scenarios import Query
from emperor_rules.model.seating import TEAM_LETTERS, Table
from emperor_rules.model.vocabulary import GivenKind, Predicate

#: Ways to draw questions that are about one player, in whose place nobody else is asked.
ABOUT_ONE = (*TO_OTHERS, Way.WHO, Way.REACH, Way.COUNT, Way.ORDER)


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
    def is_seen(self) -> bool:
        """Whether a seat can show it."""
        return self in (Mark.YES, Mark.NO, Mark.DOUBT)


@dataclass(frozen=True, slots=True)
class Relation:
    """A question with its answer at a table, and what else is shown so that the answer can be seen; players by number.

    Attributes:
        predicate: What is asked.
        question: Of whom, and under which facts.
        way: How it is drawn.
        answer: The answer of the question itself.
        value: The number, the player or the order that is the answer, if it is none of the others.
        subjects: Whom the question is about, in whose place nobody else is asked.
        marks: The answers for everybody else: yes, no or doubt.
        numbers: The number that stands beside a seat: its place in an order, seats counted, or an answer.
        lines: Arrows, as start and end, with whether they are certain.
        noted: Who is named in the facts of the question.
        denied: Of whom (of both, of a whole team) the question itself is answered by no.
        unsaid: Likewise, of whom the text does not say it.
    """

    predicate: Predicate
    question: Query
    way: Way
    answer: Mark
    value: object = None
    subjects: tuple[int, ...] = ()
    marks: Mapping[int, Mark] = field(default_factory=dict)
    numbers: Mapping[int, int] = field(default_factory=dict)
    lines: tuple[tuple[int, int, bool], ...] = ()
    noted: tuple[int, ...] = ()
    denied: tuple[int, ...] = ()
    unsaid: tuple[int, ...] = ()

    @property
    def shows_something(self) -> bool:
        """Whether it shows more than who sits where."""
        answered = self.answer.is_seen if self.way == Way.SEATING else bool(self.denied)
        return answered or bool(self.numbers) or not {Mark.YES, Mark.DOUBT}.isdisjoint(self.marks.values())


def relation_of(
    request: Mapping[str, object], table: Table, engine: Engine, question: Query, pieces: Sequence[Piece]
) -> Relation:
    """Return a question with its answer at the position of a request.

    Raises:
        RequestError: If the question makes no sense there.
    """
    predicate = engine.rulebook.vocabulary.predicates[question.ask]
    way = way_to_draw(predicate)
    assert way is not None
    return _Asker(request, table, engine, question, predicate, way, pieces).relation()


#: What a way of drawing shows: fields of a relation, by their names.
Shown = Mapping[str, Any]


@dataclass
class _Asker:
    """Asks all that one drawing of one question shows."""

    request: Mapping[str, object]
    table: Table
    engine: Engine
    question: Query
    predicate: Predicate
    way: Way
    pieces: Sequence[Piece]

    def relation(self) -> Relation:
        (answer,) = self._ask([self.question.of])
        if answer.status == INVALID:
            raise RequestError(cannot_be_asked(self.predicate, answer.message or ""), "ask")
        mark, value = mark_of(answer), answer.answer
        fields = self._shown(mark, value)
        return Relation(
            self.predicate,
            self.question,
            self.way,
            mark,
            value if mark is Mark.VALUE else None,
            (self.table.number[self.question.of[0]],) if self.way in ABOUT_ONE else (),
            noted=self._noted(),
            denied=self._named_last() if mark is Mark.NO else (),
            unsaid=self._named_last() if mark is Mark.SILENCE else (),
            **{**fields, "marks": {n: other for n, other in fields.get("marks", {}).items() if other.is_seen}},
        )

    def _shown(self, mark: Mark, value: object) -> Shown:
        if self.way in TO_OTHERS:
            return self._others(mark)
        match self.way:
            case Way.MARK | Way.START:
                return self._everybody()
            case Way.WHO:
                return self._who(value if mark is Mark.VALUE else None)
            case Way.NUMBER:
                return {"numbers": self._numbered(self.present, self._ask([(name,) for name in self.present]))}
            case Way.REACH:
                return self._reach(mark)
            case Way.COUNT:
                return self._count(value if mark is Mark.VALUE else None)
            case Way.ORDER:
                order = value if isinstance(value, list) else []
                return {"numbers": {self.table.number[name]: place for place, name in enumerate(order, 1)}}
            case _:  # the seats themselves
                return {}

    @property
    def present(self) -> list[str]:
        """Who is in the game, in the order of seats."""
        gone = {*self.request["left"], *self.request["leaving"]}  # type: ignore[misc]
        return [name for name in self.table.names if name not in gone]

    def _ask(self, people: Sequence[tuple[str, ...]], other: Predicate | None = None) -> list[Answer]:
        """Ask the question itself, or another one, which is asked under no facts."""
        given = dict(self.question.given) if other is None else {}
        return self.engine.ask_each({**self.request, "ask": (other or self.predicate).id, "given": given}, people)

    def _marks(self, people: Sequence[tuple[str, ...]]) -> list[Mark]:
        return [mark_of(answer) for answer in self._ask(people)]

    def _others(self, mark: Mark) -> Shown:
        """Show whom it holds of among all others in the place of the last one, and of that one in any case."""
        *fixed, named = self.question.of
        staying = self.pieces[0].place if self.pieces and self.way is Way.MOVE else None
        others = [name for name in self.present if name not in fixed and name != staying]
        by_name = dict(zip(others, self._marks([(*fixed, name) for name in others]), strict=True))
        by_name.setdefault(named, mark)
        number = self.table.number
        start = number[self.pieces[0].place if self.pieces else fixed[0]]
        marks = {number[name]: other for name, other in by_name.items()}
        lines = [(start, n, m is Mark.YES) for n, m in marks.items() if m in (Mark.YES, Mark.DOUBT)]
        if self.way is Way.FORK and named != fixed[1]:
            holds = Mark.YES in by_name.values()
            marks[number[fixed[1]]] = Mark.YES if holds else Mark.NO
            lines = [(start, number[fixed[1]], True), *lines] if holds else lines
        return {"marks": marks, "lines": tuple(lines) if self.way in ARROWS else ()}

    def _everybody(self) -> Shown:
        """Show of which players, or players of which teams, it holds."""
        ((_letter, sort),) = self.predicate.params
        if sort == "team":
            teams = range(len(self.table.sizes))
            by_team = self._marks([(TEAM_LETTERS[team],) for team in teams])
            marks = {p: by_team[team] for team in teams for p in self.table.members[team]}
        else:
            everybody = self.predicate.gone_allowed or "left" in self.predicate.ignores
            names = self.table.names if everybody else self.present
            by_name = zip(names, self._marks([(name,) for name in names]), strict=True)
            marks = {self.table.number[name]: mark for name, mark in by_name}
        return {"marks": marks}

    def _who(self, value: object) -> Shown:
        subject = self.table.number[self.question.of[0]]
        answer = self.table.number.get(value) if isinstance(value, str) else None
        if answer is None:
            return {}
        return {"marks": {answer: Mark.YES}, "lines": ((subject, answer, True),) if answer != subject else ()}

    def _numbered(self, names: Sequence[str], answers: Sequence[Answer]) -> dict[int, int]:
        """Return the answers that are numbers, by player."""
        return {
            self.table.number[name]: answer.answer
            for name, answer in zip(names, answers, strict=True)
            if isinstance(answer.answer, int) and not isinstance(answer.answer, bool)
        }

    def _reach(self, mark: Mark) -> Shown:
        """Show whom the player reaches, and how many seats off they are, where the vocabulary has questions for it."""
        (name,) = self.question.of
        others = [other for other in self.present if other != name]
        people = [(name, other) for other in others]
        marks: dict[int, Mark] = {}
        numbers: dict[int, int] = {}
        vocabulary = self.engine.rulebook.vocabulary
        if mark is Mark.VALUE:
            for within in drawn_as(Way.WITHIN, vocabulary):
                answers = self._ask(people, within)
                marks |= {self.table.number[o]: mark_of(a) for o, a in zip(others, answers, strict=True)}
            for count in drawn_as(Way.COUNT, vocabulary):
                numbers |= self._numbered(others, self._ask(people, count))
        reached = {n: number for n, number in numbers.items() if marks.get(n) is Mark.YES}
        return {"marks": marks, "numbers": reached}

    def _count(self, value: object) -> Shown:
        """Show the way from one player to the other, seat by seat, on the side on which the numbers go up by one."""
        name, other = self.question.of
        start, end = self.table.number[name], self.table.number[other]
        if not isinstance(value, int):
            return {}
        others = [player for player in self.present if player != name]
        counts = self._numbered(others, self._ask([(name, player) for player in others]))
        for direction in (1, -1):
            size = len(self.table.names)
            around = ((start + direction * step) % size for step in range(1, (end - start) * direction % size + 1))
            seats = [n for n in around if n in counts]
            if [counts[n] for n in seats] == list(range(1, len(seats) + 1)):
                lines = zip((start, *seats), seats, strict=False)
                numbers = {n: counts[n] for n in seats}
                return {"marks": {end: Mark.YES}, "numbers": numbers, "lines": tuple((a, b, True) for a, b in lines)}
        return {"marks": {end: Mark.YES}, "numbers": {end: value}}

    def _named_last(self) -> tuple[int, ...]:
        """Return the players of whom the question asks last, all those of a team."""
        if not self.predicate.params:
            return ()
        name, (_letter, sort) = self.question.of[-1], self.predicate.params[-1]
        team = self.table.team_number(name) if sort == "team" else None
        if team is not None:
            return tuple(self.table.members[team])
        return tuple(self.table.number[name] for name in self.question.of[1 if self.way is Way.FORK else -1 :])

    def _noted(self) -> tuple[int, ...]:
        """Return who is named in the facts of the question, but for the place of a piece that is drawn."""
        vocabulary, named = self.engine.rulebook.vocabulary, list[str]()
        for key, value in self.question.given:
            if self.pieces and self.predicate.slot is not None and key == self.predicate.slot[0]:
                continue
            if key in vocabulary.givens and vocabulary.givens[key].kind in (GivenKind.PLAYER, GivenKind.PLAYERS):
                named += [value] if isinstance(value, str) else value if isinstance(value, Sequence) else ()
        return tuple(sorted({self.table.number[name] for name in named if name in self.table.number}))


def mark_of(answer: Answer) -> Mark:
    """Return how a drawing shows an answer."""
    if answer.status != ANSWERED:
        return Mark.DOUBT if answer.clauses else Mark.SILENCE
    if isinstance(answer.answer, bool):
        return Mark.YES if answer.answer else Mark.NO
    return Mark.VALUE


def cannot_be_asked(predicate: Predicate, reason: str) -> Message:
    """Return that a question cannot be asked at a table, and why."""
    return Message("“{predicate}” cannot be asked here: {reason}", predicate=predicate.id, reason=reason)
