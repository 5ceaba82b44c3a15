"""The one question that a drawing answers: asked of everybody whom it can be about, so that its answer stands out.

A question about two players is asked of every other in the place of the last one; one about a single player of all.
What is asked is decided by the way in which the vocabulary has the question drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from emperor_rules.drawing.spec import ARROWS, TO_OTHERS, Piece, drawn_as, way_to_draw
from emperor_rules.errors import RequestError
from emperor_rules.evaluate.engine import ANSWERED, INVALID, Answer, Engine
from emperor_rules.messages import Message
from emperor_rules.model.scenarios import Query
from emperor_rules.model.seating import TEAM_LETTERS, Table
from emperor_rules.model.vocabulary import GivenKind, Predicate

YES, NO, DOUBT = "yes", "no", "doubt"
#: Ways to draw questions that are about one player, in whose place nobody else is asked.
ABOUT_ONE = (*TO_OTHERS, "who", "reach", "count", "order")
#: The answer of a question that is not answered by yes or no, and that of one of which the text says nothing.
VALUE, SILENCE = "value", "silent"


@dataclass(frozen=True, slots=True)
class Relation:
    """A question with its answer at a table, and what else is shown so that the answer can be seen; players by number.

    Attributes:
        predicate: What is asked.
        question: Of whom, and under which facts.
        way: How it is drawn.
        answer: The answer of the question itself: yes, no, doubt, value or silent.
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
    way: str
    answer: str
    value: object = None
    subjects: tuple[int, ...] = ()
    marks: Mapping[int, str] = field(default_factory=dict)
    numbers: Mapping[int, int] = field(default_factory=dict)
    lines: tuple[tuple[int, int, bool], ...] = ()
    noted: tuple[int, ...] = ()
    denied: tuple[int, ...] = ()
    unsaid: tuple[int, ...] = ()

    @property
    def shows_something(self) -> bool:
        """Whether it shows more than who sits where."""
        answered = self.answer in (YES, NO, DOUBT) if self.way == "seating" else bool(self.denied)
        return answered or bool(self.numbers) or not {YES, DOUBT}.isdisjoint(self.marks.values())


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
    way: str
    pieces: Sequence[Piece]

    def relation(self) -> Relation:
        (answer,) = self._ask([self.question.of])
        if answer.status == INVALID:
            raise RequestError(cannot_be_asked(self.predicate, answer.message or ""), "ask")
        kind, value = kind_of(answer), answer.answer
        shown = self._shown(kind, value)
        return Relation(
            self.predicate,
            self.question,
            self.way,
            kind,
            value if kind == VALUE else None,
            (self.table.number[self.question.of[0]],) if self.way in ABOUT_ONE else (),
            noted=self._noted(),
            denied=self._named_last() if kind == NO else (),
            unsaid=self._named_last() if kind == SILENCE else (),
            **{**shown, "marks": {n: mark for n, mark in shown.get("marks", {}).items() if mark in (YES, NO, DOUBT)}},
        )

    def _shown(self, kind: str, value: object) -> Shown:
        if self.way in TO_OTHERS:
            return self._others(kind)
        match self.way:
            case "mark" | "start":
                return self._everybody()
            case "who":
                return self._who(value if kind == VALUE else None)
            case "number":
                return {"numbers": self._numbered(self.present, self._ask([(name,) for name in self.present]))}
            case "reach":
                return self._reach(kind)
            case "count":
                return self._count(value if kind == VALUE else None)
            case "order":
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

    def _kinds(self, people: Sequence[tuple[str, ...]]) -> list[str]:
        return [kind_of(answer) for answer in self._ask(people)]

    def _others(self, kind: str) -> Shown:
        """Show whom it holds of among all others in the place of the last one, and of that one in any case."""
        *fixed, named = self.question.of
        staying = self.pieces[0].place if self.pieces and self.way == "move" else None
        others = [name for name in self.present if name not in fixed and name != staying]
        kinds = dict(zip(others, self._kinds([(*fixed, name) for name in others]), strict=True))
        kinds.setdefault(named, kind)
        number = self.table.number
        start = number[self.pieces[0].place if self.pieces else fixed[0]]
        marks = {number[name]: mark for name, mark in kinds.items()}
        lines = [(start, n, mark == YES) for n, mark in marks.items() if mark in (YES, DOUBT)]
        if self.way == "fork" and named != fixed[1]:
            marks[number[fixed[1]]] = YES if YES in kinds.values() else NO
            lines = [(start, number[fixed[1]], True), *lines] if YES in kinds.values() else lines
        return {"marks": marks, "lines": tuple(lines) if self.way in ARROWS else ()}

    def _everybody(self) -> Shown:
        """Show of which players, or players of which teams, it holds."""
        ((_letter, sort),) = self.predicate.params
        if sort == "team":
            teams = range(len(self.table.sizes))
            kinds = self._kinds([(TEAM_LETTERS[team],) for team in teams])
            marks = {p: kinds[team] for team in teams for p in self.table.members[team]}
        else:
            everybody = self.predicate.gone_allowed or "left" in self.predicate.ignores
            names = self.table.names if everybody else self.present
            kinds = self._kinds([(name,) for name in names])
            marks = {self.table.number[name]: kind for name, kind in zip(names, kinds, strict=True)}
        return {"marks": marks}

    def _who(self, value: object) -> Shown:
        subject = self.table.number[self.question.of[0]]
        answer = self.table.number.get(value) if isinstance(value, str) else None
        if answer is None:
            return {}
        return {"marks": {answer: YES}, "lines": ((subject, answer, True),) if answer != subject else ()}

    def _numbered(self, names: Sequence[str], answers: Sequence[Answer]) -> dict[int, int]:
        """Return the answers that are numbers, by player."""
        return {
            self.table.number[name]: answer.answer
            for name, answer in zip(names, answers, strict=True)
            if isinstance(answer.answer, int) and not isinstance(answer.answer, bool)
        }

    def _reach(self, kind: str) -> Shown:
        """Show whom the player reaches, and how many seats off they are, where the vocabulary has questions for it."""
        (name,) = self.question.of
        others = [other for other in self.present if other != name]
        people = [(name, other) for other in others]
        marks: dict[int, str] = {}
        numbers: dict[int, int] = {}
        vocabulary = self.engine.rulebook.vocabulary
        if kind == VALUE:
            for within in drawn_as("within", vocabulary):
                answers = self._ask(people, within)
                marks |= {self.table.number[o]: kind_of(a) for o, a in zip(others, answers, strict=True)}
            for count in drawn_as("count", vocabulary):
                numbers |= self._numbered(others, self._ask(people, count))
        reached = {n: number for n, number in numbers.items() if marks.get(n) == YES}
        return {"marks": marks, "numbers": reached}

    def _count(self, value: object) -> Shown:
        """Show the way from one player to the other, seat by seat, on the side on which the numbers go up by one."""
        name, other = self.question.of
        start, end = self.table.number[name], self.table.number[other]
        if not isinstance(value, int):
            return {}
        others = [player for player in self.present if player != name]
        counts = self._numbered(others, self._ask([(name, player) for player in others]))
        for way in (1, -1):
            size = len(self.table.names)
            around = ((start + way * step) % size for step in range(1, (end - start) * way % size + 1))
            seats = [n for n in around if n in counts]
            if [counts[n] for n in seats] == list(range(1, len(seats) + 1)):
                lines = zip((start, *seats), seats, strict=False)
                numbers = {n: counts[n] for n in seats}
                return {"marks": {end: YES}, "numbers": numbers, "lines": tuple((a, b, True) for a, b in lines)}
        return {"marks": {end: YES}, "numbers": {end: value}}

    def _named_last(self) -> tuple[int, ...]:
        """Return the players of whom the question asks last, all those of a team."""
        if not self.predicate.params:
            return ()
        name, (_letter, sort) = self.question.of[-1], self.predicate.params[-1]
        team = self.table.team_number(name) if sort == "team" else None
        if team is not None:
            return tuple(self.table.members[team])
        return tuple(self.table.number[name] for name in self.question.of[1 if self.way == "fork" else -1 :])

    def _noted(self) -> tuple[int, ...]:
        """Return who is named in the facts of the question, but for the place of a piece that is drawn."""
        vocabulary, named = self.engine.rulebook.vocabulary, list[str]()
        for key, value in self.question.given:
            if self.pieces and self.predicate.slot is not None and key == self.predicate.slot[0]:
                continue
            if key in vocabulary.givens and vocabulary.givens[key].kind in (GivenKind.PLAYER, GivenKind.PLAYERS):
                named += [value] if isinstance(value, str) else value if isinstance(value, Sequence) else ()
        return tuple(sorted({self.table.number[name] for name in named if name in self.table.number}))


def kind_of(answer: Answer) -> str:
    """Return the kind of an answer as drawings tell it."""
    if answer.status != ANSWERED:
        return DOUBT if answer.clauses else SILENCE
    return {True: YES, False: NO}.get(answer.answer, VALUE) if isinstance(answer.answer, bool) else VALUE


def cannot_be_asked(predicate: Predicate, reason: str) -> Message:
    """Return that a question cannot be asked at a table, and why."""
    return Message("“{predicate}” cannot be asked here: {reason}", predicate=predicate.id, reason=reason)
