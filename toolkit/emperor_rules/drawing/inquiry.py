"""What a drawing asks at its table: the vocabulary says how each question is drawn, and the answers make a scene."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from emperor_rules.drawing.scene import Arrow, Mark, Reach, Relation, Scene, Seat, mark_of
from emperor_rules.drawing.spec import (
    ARROWS,
    TO_OTHERS,
    DrawingSpec,
    PositionSpec,
    Way,
    drawn_as,
    piece_place,
    questions,
    way_to_draw,
)
from emperor_rules.errors import RequestError
from emperor_rules.evaluate.engine import ANSWERED, INVALID, SILENT, Answer, Engine
from emperor_rules.messages import Message
from emperor_rules.model.scenarios import Query
from emperor_rules.model.seating import TEAM_LETTERS, Table, read_seating
from emperor_rules.model.terms import TEAM
from emperor_rules.model.vocabulary import GivenKind, Predicate

#: Ways to draw questions that are about one player, in whose place nobody else is asked.
ABOUT_ONE = (*TO_OTHERS, Way.WHO, Way.REACH, Way.COUNT, Way.ORDER)

#: Whom a question is about, the facts under which it is asked, and the answers by whom they are about.
People = tuple[str, ...]
Facts = Mapping[str, object]
Answers = Mapping[People, Answer]


def scene_of(position: PositionSpec, engine: Engine, spec: DrawingSpec | None = None) -> Scene:
    """Return the scene of everything that a drawing shows (by default what every drawing shows).

    Raises:
        RequestError: If a question of the spec makes no sense at this table.
        SeatingError: If the seats make no table.
    """
    spec = spec or DrawingSpec()
    vocabulary = engine.rulebook.vocabulary
    asker = _Asker(position, engine, read_seating(position.seats, vocabulary), spec, questions(spec, vocabulary))
    return asker.map() if spec.question is None else asker.answer(spec.question)


@dataclass
class _Asker:
    """Asks all that one drawing shows. Names in the spec are players of the table who are in the game."""

    position: PositionSpec
    engine: Engine
    table: Table
    spec: DrawingSpec
    asked: Mapping[Way, tuple[Predicate, ...]]
    silent: list[str] = field(default_factory=list)
    doubtful: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """See who is in the game, in the order of seats."""
        gone = {*self.position.left, *self.position.leaving}
        self.vocabulary = self.engine.rulebook.vocabulary
        self.present = [name for name in self.table.names if name not in gone]

    def _answers(self, predicate: Predicate, people: Sequence[People], given: Facts | None = None) -> Answers:
        """Return the answers of one question by whom it is about."""
        request = {**self.position.request(), "ask": predicate.id, "given": given or {}}
        return dict(zip(people, self.engine.ask_each(request, people), strict=True))

    def _numbers(self, answers: Answers) -> dict[int, int]:
        """Return the answers that are numbers, by the player whom a question is about last."""
        return {
            self.table.number[people[-1]]: answer.answer
            for people, answer in answers.items()
            if isinstance(answer.answer, int) and not isinstance(answer.answer, bool)
        }

    def _scene(self, seats: Mapping[str, Mapping[str, Any]], **shown: Any) -> Scene:
        """Return a scene; ``seats`` are the fields that a map has of each seat, by name."""
        table, usual = self.table, {"reach": None, "may_start": False, "turn": None}
        return Scene(
            self.position,
            table.sizes,
            self.engine.rulebook.texts[self.position.text].titles,
            self.asked,
            self.spec.players,
            self.spec.pieces,
            tuple(
                Seat(name, team, self.vocabulary.role_at(letter), name not in self.present, **seats.get(name, usual))
                for name, team, letter in zip(table.names, table.team, table.roles, strict=True)
            ),
            unsaid=tuple(dict.fromkeys(self.silent)),
            doubtful=tuple(self.doubtful),
            **shown,
        )

    # --- one question --------------------------------------------------------------------------------

    def answer(self, question: Query) -> Scene:
        """Return the scene of one question.

        One about two players is asked of every other in the place of the last one, one about a single player of all.
        """
        relation = self._relation(question)
        piece = 0 if self.spec.pieces else None
        open_ends = {Mark.SILENCE: self.silent, Mark.DOUBT: self.doubtful}.get(relation.answer)
        if open_ends is not None and not any(line[2] for line in relation.lines):
            open_ends.append(question.ask)
        arrows = tuple(Arrow(a, b, question.ask, certain, 0, piece) for a, b, certain in relation.lines)
        order = tuple(relation.value) if isinstance(relation.value, list) else ()
        return self._scene({}, arrows=arrows, order=order, relation=relation)

    def _relation(self, question: Query) -> Relation:
        predicate = self.vocabulary.predicates[question.ask]
        way = way_to_draw(predicate)
        assert way is not None
        answer = self._answers(predicate, [question.of], dict(question.given))[question.of]
        if answer.status == INVALID:
            raise RequestError(_cannot_be_asked(predicate, answer.message or ""), "ask")
        mark, last = mark_of(answer), self._named_last(predicate, question, way)
        bare = Relation(
            predicate,
            question,
            way,
            mark,
            answer.answer if mark is Mark.VALUE else None,
            (self.table.number[question.of[0]],) if way in ABOUT_ONE else (),
            noted=self._noted(predicate, question),
            denied=last if mark is Mark.NO else (),
            unsaid=last if mark is Mark.SILENCE else (),
        )
        full = replace(bare, **self._shown(bare))
        return replace(full, marks={n: other for n, other in full.marks.items() if other.is_seen})

    def _shown(self, relation: Relation) -> Mapping[str, Any]:
        """Return the fields of a relation that show it, by the way in which it is drawn."""
        if relation.way in TO_OTHERS:
            return self._others(relation)
        match relation.way:
            case Way.MARK | Way.START:
                return {"marks": self._everybody(relation)}
            case Way.WHO:
                return self._who(relation)
            case Way.NUMBER:
                return {"numbers": self._numbers(self._of_question(relation, [(name,) for name in self.present]))}
            case Way.REACH if relation.answer is Mark.VALUE:
                return self._reached(relation)
            case Way.COUNT if isinstance(relation.value, int):
                return self._counted(relation, relation.value)
            case Way.ORDER if isinstance(relation.value, list):
                return {"numbers": {self.table.number[name]: place for place, name in enumerate(relation.value, 1)}}
            case _:  # the seats themselves, and what has no value to show
                return {}

    def _of_question(self, relation: Relation, people: Sequence[People]) -> Answers:
        return self._answers(relation.predicate, people, dict(relation.question.given))

    def _others(self, relation: Relation) -> Mapping[str, Any]:
        """Show whom it holds of among all others in the place of the last one, and of that one in any case."""
        *fixed, named = relation.question.of
        number, pieces = self.table.number, self.spec.pieces
        staying = pieces[0].place if pieces and relation.way is Way.MOVE else None
        people = [(*fixed, name) for name in self.present if name not in fixed and name != staying]
        marks = {number[who[-1]]: mark_of(answer) for who, answer in self._of_question(relation, people).items()}
        marks.setdefault(number[named], relation.answer)
        start = number[pieces[0].place if pieces else fixed[0]]
        lines = [(start, n, mark is Mark.YES) for n, mark in marks.items() if mark in (Mark.YES, Mark.DOUBT)]
        if relation.way is Way.FORK and named != fixed[1]:
            first, holds = number[fixed[1]], Mark.YES in marks.values()
            marks[first] = Mark.YES if holds else Mark.NO
            lines = [(start, first, True), *lines] if holds else lines
        return {"marks": marks, "lines": tuple(lines) if relation.way in ARROWS else ()}

    def _everybody(self, relation: Relation) -> Mapping[int, Mark]:
        """Return of which players, or players of which teams, it holds."""
        predicate, table = relation.predicate, self.table
        if predicate.params[0][1] == TEAM:
            answers = self._of_question(relation, [(TEAM_LETTERS[team],) for team in range(len(table.sizes))])
            return {
                player: mark_of(answer)
                for members, answer in zip(table.members, answers.values(), strict=False)
                for player in members
            }
        everybody = predicate.gone_allowed or "left" in predicate.ignores
        answers = self._of_question(relation, [(name,) for name in (table.names if everybody else self.present)])
        return {table.number[name]: mark_of(answer) for (name,), answer in answers.items()}

    def _who(self, relation: Relation) -> Mapping[str, Any]:
        (subject,), value = relation.subjects, relation.value
        answer = self.table.number.get(value) if isinstance(value, str) else None
        if answer is None:
            return {}
        return {"marks": {answer: Mark.YES}, "lines": ((subject, answer, True),) if answer != subject else ()}

    def _reached(self, relation: Relation) -> Mapping[str, Any]:
        """Show whom the player reaches, and how many seats off they are, where the vocabulary has questions for it."""
        (name,) = relation.question.of
        people = [(name, other) for other in self.present if other != name]
        marks: dict[int, Mark] = {}
        numbers: dict[int, int] = {}
        for within in drawn_as(Way.WITHIN, self.vocabulary):
            marks |= {self.table.number[p[1]]: mark_of(answer) for p, answer in self._answers(within, people).items()}
        for count in drawn_as(Way.COUNT, self.vocabulary):
            numbers |= self._numbers(self._answers(count, people))
        return {"marks": marks, "numbers": {n: number for n, number in numbers.items() if marks.get(n) is Mark.YES}}

    def _counted(self, relation: Relation, value: int) -> Mapping[str, Any]:
        """Show the way from one player to the other, seat by seat, on the side on which the numbers go up by one."""
        name, other = relation.question.of
        start, end, size = self.table.number[name], self.table.number[other], len(self.table.names)
        people = [(name, player) for player in self.present if player != name]
        counts = self._numbers(self._of_question(relation, people))
        for direction in (1, -1):
            around = ((start + direction * step) % size for step in range(1, (end - start) * direction % size + 1))
            seats = [n for n in around if n in counts]
            if [counts[n] for n in seats] == list(range(1, len(seats) + 1)):
                lines = tuple((a, b, True) for a, b in pairwise((start, *seats)))
                return {"marks": {end: Mark.YES}, "numbers": {n: counts[n] for n in seats}, "lines": lines}
        return {"marks": {end: Mark.YES}, "numbers": {end: value}}

    def _named_last(self, predicate: Predicate, question: Query, way: Way) -> tuple[int, ...]:
        """Return the players of whom the question asks last, all those of a team."""
        if not predicate.params:
            return ()
        team = self.table.team_number(question.of[-1]) if predicate.params[-1][1] == TEAM else None
        if team is not None:
            return tuple(self.table.members[team])
        return tuple(self.table.number[name] for name in question.of[1 if way is Way.FORK else -1 :])

    def _noted(self, predicate: Predicate, question: Query) -> tuple[int, ...]:
        """Return who is named in the facts of the question, but for the place of a piece that is drawn."""
        givens, names = self.vocabulary.givens, list[str]()
        place = predicate.slot[0] if self.spec.pieces and predicate.slot is not None else None
        for key, value in question.given:
            if key != place and key in givens and givens[key].kind in (GivenKind.PLAYER, GivenKind.PLAYERS):
                names += [value] if isinstance(value, str) else value if isinstance(value, Sequence) else ()
        return tuple(sorted({self.table.number[name] for name in names if name in self.table.number}))

    # --- a map of several questions ------------------------------------------------------------------

    def map(self) -> Scene:
        """Return the scene of a map."""
        reach = self._reach()
        starters = [
            name
            for predicate in (*self.asked[Way.START], *self.asked[Way.MARK])
            for (name,), answer in self._spoken(predicate, [(name,) for name in self.table.names]).items()
            if answer.answer is True
        ]
        order = self._order(starters[0] if starters else self.table.names[0])
        arrows = (*self._arrows(), *self._moves())
        reaches = tuple(self._reaches())
        turns = {name: number for number, name in enumerate(order, 1)}
        seats = {
            name: {"reach": reach.get(name), "may_start": name in starters, "turn": turns.get(name)}
            for name in self.table.names
        }
        return self._scene(seats, arrows=arrows, order=order, reaches=reaches)

    def _spoken(self, predicate: Predicate, people: Sequence[People], given: Facts | None = None) -> Answers:
        """Return the answers of one question by whom it is about; none where the text is silent about everybody."""
        answers = self._answers(predicate, people, given)
        messages = {answer.message or "" for answer in answers.values() if answer.status == INVALID}
        if messages and self.spec.asks and all(answer.status == INVALID for answer in answers.values()):
            raise RequestError(_cannot_be_asked(predicate, min(messages)), "show")
        if all(a.status == SILENT and not a.clauses for a in answers.values()):
            self.silent.append(predicate.id)
            return {}
        return answers

    def _reach(self) -> dict[str, int | str]:
        reach: dict[str, int | str] = {}
        for predicate in (*self.asked[Way.REACH], *self.asked[Way.NUMBER]):
            for (name,), answer in self._spoken(predicate, [(name,) for name in self.present]).items():
                value = answer.answer if answer.status == ANSWERED else "?"
                reach[name] = value if isinstance(value, int) else "?"
        return reach

    def _order(self, first: str) -> tuple[str, ...]:
        for predicate in self.asked[Way.ORDER]:
            for answer in self._spoken(predicate, [(first,)]).values():
                return tuple(answer.answer) if isinstance(answer.answer, list) else ()
        return ()

    def _arrows(self) -> Iterator[Arrow]:
        """Yield who may do what to whom; of a move, only where no pieces are shown."""
        predicates = (*self.asked[Way.ARROW], *(() if self.spec.pieces else self.asked[Way.MOVE]))
        for rank, predicate in enumerate(predicates):
            pairs = [(p, q) for p in self.spec.players or self.present for q in self.present if p != q]
            answers = self._spoken(predicate, pairs)
            if answers and all(answer.status != ANSWERED for answer in answers.values()):
                self.doubtful.append(predicate.id)
                continue
            yield from self._allowed(predicate, rank, answers)

    def _moves(self) -> Iterator[Arrow]:
        """Yield what may become of each piece from where it stands."""
        for number, piece in enumerate(self.spec.pieces):
            for rank, predicate in enumerate((*self.asked[Way.ARROW], *self.asked[Way.MOVE])):
                given = piece_place(predicate, piece, self.vocabulary)
                is_move = predicate in self.asked[Way.MOVE]
                if given or is_move:
                    people = [(piece.owner, q) for q in self.present if q != piece.place or not is_move]
                    yield from self._allowed(predicate, rank, self._spoken(predicate, people, given), number)

    def _allowed(self, predicate: Predicate, rank: int, answers: Answers, piece: int | None = None) -> Iterator[Arrow]:
        number = self.table.number
        for (p, q), answer in answers.items():
            start = number[p] if piece is None else number[self.spec.pieces[piece].place]
            if answer.answer is True or (answer.status != ANSWERED and answer.clauses):
                yield Arrow(start, number[q], predicate.id, answer.status == ANSWERED, rank, piece)

    def _reaches(self) -> Iterator[Reach]:
        """Yield whom the players who are wanted reach, else the first one where that is asked by name."""
        count, number = len(self.table.names), self.table.number
        players = self.spec.players or (tuple(self.present[:1]) if self.spec.asks else ())
        for predicate in self.asked[Way.WITHIN] if players else ():
            for name in players:
                answers = self._spoken(predicate, [(name, target) for target in self.present if target != name])
                distances = sorted(
                    (number[target] - number[name]) % count
                    for (_, target), answer in answers.items()
                    if answer.answer is True
                )
                if distances:
                    within = tuple((number[name] + distance) % count for distance in distances)
                    yield Reach(number[name], predicate.id, within)


def _cannot_be_asked(predicate: Predicate, reason: str) -> Message:
    """Return that a question cannot be asked at a table, and why."""
    return Message("“{predicate}” cannot be asked here: {reason}", predicate=predicate.id, reason=reason)
