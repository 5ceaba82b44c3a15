"""What a drawing asks at its table: the vocabulary says how each question is drawn, and the answers make a scene."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from emperor_rules.drawing.scene import Arrow, Band, Mark, Reach, Relation, Scene, Seat, mark_of
from emperor_rules.drawing.spec import (
    ARROWS,
    TO_OTHERS,
    DrawingKind,
    DrawingSpec,
    drawing_kind_of,
    drawn_as,
    piece_place,
    questions,
)
from emperor_rules.errors import RequestError
from emperor_rules.evaluate.engine import ANSWERED, INVALID, SILENT, Answer, Engine
from emperor_rules.language.seating import read_seating
from emperor_rules.messages import Message
from emperor_rules.model.scenarios import GivenValue, Query, Request, TableRequest
from emperor_rules.model.seating import stretches
from emperor_rules.model.terms import TEAM
from emperor_rules.model.vocabulary import NO_WORDS, GivenKind, Predicate

#: Ways to draw questions that are about one player, in whose place nobody else is asked.
ABOUT_ONE = (*TO_OTHERS, DrawingKind.WHO, DrawingKind.REACH, DrawingKind.COUNT, DrawingKind.ORDER, DrawingKind.TURNS)

#: Whom a question is about, the facts under which it is asked, and the answers by whom they are about.
People = tuple[str, ...]
Facts = Mapping[str, GivenValue]
Answers = Mapping[People, Answer]
#: Arrows as start and end, with whether they are certain.
Lines = Sequence[tuple[int, int, bool]]


def scene_of(position: TableRequest, engine: Engine, spec: DrawingSpec | None = None) -> Scene:
    """Return the scene of everything that a drawing shows (by default what every drawing shows).

    Raises:
        RequestError: If a question of the spec makes no sense at this table.
        SeatingError: If the seats make no table.
    """
    asker = _Asker(position, engine, spec or DrawingSpec())
    return asker.map() if asker.spec.question is None else asker.answer(asker.spec.question)


@dataclass
class _Asker:
    """Asks all that one drawing shows. Names in the spec are players of the table who are in the game."""

    position: TableRequest
    engine: Engine
    spec: DrawingSpec

    def __post_init__(self) -> None:
        """Read the table, and see who is in the game, in the order of seats."""
        self.vocabulary = self.engine.rulebook.vocabulary
        self.table = read_seating(self.position["seats"], self.vocabulary)
        self.asked = questions(self.spec, self.vocabulary)
        self.departures = departures = self.engine.departures(
            self.position, self.position["text"], self.position.get("on")
        )
        gone = departures.left | departures.leaving
        self.end = departures.result[0] if departures.is_over else NO_WORDS
        if departures.is_over:  # of play nothing is asked any more
            self.asked = {
                kind: tuple(predicate for predicate in asked if predicate.after_game or predicate.ignores)
                for kind, asked in self.asked.items()
            }
        self.present = [name for number, name in enumerate(self.table.names) if number not in gone]
        self.silent, self.doubtful = list[str](), list[str]()
        self.given: Facts = dict(self.spec.question.given) if self.spec.question is not None else {}

    def _answers(self, predicate: Predicate, people: Sequence[People], given: Facts | None = None) -> Answers:
        """Return the answers of one question by whom it is about."""
        request: Request = {**self.position, "ask": predicate.id, "of": (), "given": given or {}}
        return dict(zip(people, self.engine.ask_each(request, people), strict=True))

    def _numbers(self, answers: Answers) -> dict[int, int]:
        """Return the answers that are numbers, by the player whom a question is about last."""
        return {
            self.table.number[people[-1]]: answer.answer
            for people, answer in answers.items()
            if isinstance(answer.answer, int) and not isinstance(answer.answer, bool)
        }

    def _with_others(self, name: str) -> list[People]:
        """Return a player with each of the others."""
        return [(name, other) for other in self.present if other != name]

    def _players(self, name: str, sort: str) -> Sequence[int]:
        """Return the players whom a name means, all those of a team."""
        team = self.table.team_number(name) if sort == TEAM else None
        return (self.table.number[name],) if team is None else self.table.members[team]

    def _scene(
        self,
        arrows: Iterable[Arrow],
        order: tuple[str, ...],
        reach: Mapping[str, int | str] | None = None,
        starters: Sequence[str] = (),
        **shown: Any,
    ) -> Scene:
        """Return a scene; a map has the ``reach`` of players by name, and those who may start."""
        table, roles, reached = self.table, map(self.vocabulary.role_at, self.table.roles), reach or {}
        starred, signs = self._starred(), self._signs()
        return Scene(
            self.position,
            self.engine.rulebook.texts[self.position["text"]].titles,
            self.asked,
            self.spec.players,
            self.spec.pieces,
            tuple(
                Seat(
                    name,
                    team,
                    role,
                    name not in self.present,
                    reached.get(name),
                    name in starters,
                    name in starred,
                    tuple(sign for sign, names in signs if name in names),
                )
                for name, team, role in zip(table.names, table.team, roles, strict=True)
            ),
            tuple(arrows),
            order,
            unsaid=tuple(dict.fromkeys(self.silent)),
            doubtful=tuple(self.doubtful),
            end=self.end,
            bands=self._bands(),
            **shown,
        )

    # --- teams that play as one, and what is given of whom -------------------------------------------

    def _shown_always(self, kind: DrawingKind) -> tuple[Predicate, ...]:
        """Return the questions drawn in a certain way, which all drawings show that show more than seats."""
        return () if self.spec.is_seats_alone or self.departures.is_over else drawn_as(kind, self.vocabulary)

    def _starred(self) -> set[str]:
        return {
            name
            for predicate in self._shown_always(DrawingKind.STAR)
            for (name,), answer in self._answers(predicate, [(name,) for name in self.present], self.given).items()
            if answer.answer is True
        }

    def _bands(self) -> tuple[Band, ...]:
        """Return the teams that take their turns together, if all sit side by side and some team is one of several."""
        table, teams = self.table, range(len(self.table.sizes))
        if table.is_single or len(stretches(table.team)) > len(table.sizes):
            return ()
        after: dict[int, int | None] = {}
        for predicate in self._shown_always(DrawingKind.TURNS):
            for (name,), answer in self._answers(predicate, [(name,) for name in self.present], self.given).items():
                if answer.status == ANSWERED and isinstance(answer.answer, str):
                    after[table.team[table.number[name]]] = table.team_number(answer.answer)
        active = {
            table.team_number(name)
            for predicate in (self._shown_always(DrawingKind.ACTIVE) if after else ())
            for (name,), answer in self._answers(predicate, [(name,) for name in table.teams], self.given).items()
            if answer.answer is True
        }
        numbers = [
            (given.symbol, value)
            for key, value in self.given.items()
            if (given := self.vocabulary.givens[key]).symbol and given.of == TEAM and isinstance(value, Mapping)
        ]
        return tuple(
            Band(
                team,
                team in active,
                None if after[team] == team or after[team] not in after else after[team],
                tuple((sign, value[table.teams[team]]) for sign, value in numbers if table.teams[team] in value),
            )
            for team in teams
            if team in after
        )

    def _signs(self) -> list[tuple[str, Sequence[str]]]:
        """Return the signs of the given facts that name players, with those whom they name."""
        return [
            (given.symbol, value)
            for key, value in self.given.items()
            if (given := self.vocabulary.givens[key]).symbol
            and given.kind is GivenKind.PLAYERS
            and isinstance(value, Sequence)
        ]

    # --- one question --------------------------------------------------------------------------------

    def answer(self, question: Query) -> Scene:
        """Return the scene of one question.

        One about two players is asked of every other in the place of the last one, one about a single player of all.
        """
        predicate = self.vocabulary.predicates[question.ask]
        kind = drawing_kind_of(predicate)
        assert kind is not None
        answer = self._answers(predicate, [question.of], dict(question.given))[question.of]
        if answer.status == INVALID:
            raise RequestError(_cannot_be_asked(predicate, answer.message or ""), "ask")
        mark, sorts = mark_of(answer), [sort for _, sort in predicate.parameters]
        last = question.of[1 if kind is DrawingKind.FORK else -1 :]
        named_last = tuple(player for name in last for player in self._players(name, sorts[-1]))
        relation = Relation(
            predicate,
            question,
            kind,
            mark,
            answer.answer if mark is Mark.VALUE else None,
            (self.table.number[question.of[0]],) if kind in ABOUT_ONE else (),
            self._noted(predicate, question),
            named_last if mark is Mark.NO else (),
            named_last if mark is Mark.SILENCE else (),
        )
        lines = self._filled(relation)
        relation.marks = {n: other for n, other in relation.marks.items() if other.is_observable}
        open_ends = {Mark.SILENCE: self.silent, Mark.DOUBT: self.doubtful}.get(mark)
        if open_ends is not None and not any(certain for *_, certain in lines):
            open_ends.append(question.ask)
        piece = 0 if self.spec.pieces else None
        arrows = (Arrow(start, end, question.ask, certain, 0, piece) for start, end, certain in lines)
        order = relation.value if isinstance(relation.value, tuple) else ()
        return self._scene(arrows, order, relation=relation)

    def _filled(self, relation: Relation) -> Lines:
        """Fill in what else a relation shows, by the way in which it is drawn, and return its arrows."""
        number, value = self.table.number, relation.value
        if relation.kind in TO_OTHERS:
            return self._others(relation)
        match relation.kind:
            case DrawingKind.MARK | DrawingKind.START | DrawingKind.STAR | DrawingKind.ACTIVE:
                self._everybody(relation)
            case DrawingKind.WHO if isinstance(value, str) and value in number:
                relation.marks = {number[value]: Mark.YES}
                return [(subject, number[value], True) for subject in relation.subjects if subject != number[value]]
            case DrawingKind.TURNS if isinstance(value, str):
                relation.marks = dict.fromkeys(self._players(value, TEAM), Mark.YES)
            case DrawingKind.NUMBER:
                relation.numbers = self._numbers(self._of_question(relation, [(name,) for name in self.present]))
            case DrawingKind.REACH if relation.answer is Mark.VALUE:
                self._reached(relation)
            case DrawingKind.COUNT if isinstance(value, int):
                return self._counted(relation, value)
            case DrawingKind.ORDER if isinstance(value, tuple):
                relation.numbers = {number[name]: place for place, name in enumerate(value, 1)}
        return ()  # the seats themselves, and what has no value to show

    def _of_question(self, relation: Relation, people: Sequence[People]) -> Answers:
        return self._answers(relation.predicate, people, dict(relation.question.given))

    def _others(self, relation: Relation) -> Lines:
        """Show whom it holds of among all others in the place of the last one, and of that one in any case."""
        *fixed, named = relation.question.of
        number: Mapping[str, int] = self.table.number
        pieces = self.spec.pieces
        staying = pieces[0].place if pieces and relation.kind is DrawingKind.MOVE else None
        people = [(*fixed, name) for name in self.present if name not in fixed and name != staying]
        marks = {number[who[-1]]: mark_of(answer) for who, answer in self._of_question(relation, people).items()}
        marks.setdefault(number[named], relation.answer)
        start = number[pieces[0].place if pieces else fixed[0]]
        lines = [(start, n, mark is Mark.YES) for n, mark in marks.items() if mark in (Mark.YES, Mark.DOUBT)]
        if relation.kind is DrawingKind.FORK and named != fixed[1]:
            first, holds = number[fixed[1]], Mark.YES in marks.values()
            marks[first] = Mark.YES if holds else Mark.NO
            lines = [(start, first, True), *lines] if holds else lines
        relation.marks = marks
        return lines if relation.kind in ARROWS else ()

    def _everybody(self, relation: Relation) -> None:
        """Show of which players, or players of which teams, it holds."""
        predicate, table = relation.predicate, self.table
        sort = predicate.parameters[0][1]
        everybody = predicate.gone_allowed or "left" in predicate.ignores
        names = table.names if everybody else self.present
        people = [(name,) for name in (table.teams if sort == TEAM else names)]
        for (name,), answer in self._of_question(relation, people).items():
            relation.marks |= dict.fromkeys(self._players(name, sort), mark_of(answer))

    def _reached(self, relation: Relation) -> None:
        """Show whom the player reaches, and how many seats off they are, where the vocabulary has questions for it."""
        people = self._with_others(*relation.question.of)
        for within in drawn_as(DrawingKind.WITHIN, self.vocabulary):
            answers = self._answers(within, people)
            relation.marks |= {self.table.number[other]: mark_of(answer) for (_, other), answer in answers.items()}
        reached = {n for n, mark in relation.marks.items() if mark is Mark.YES}
        for count in drawn_as(DrawingKind.COUNT, self.vocabulary):
            counts = self._numbers(self._answers(count, people))
            relation.numbers |= {n: number for n, number in counts.items() if n in reached}

    def _counted(self, relation: Relation, value: int) -> Lines:
        """Show the way from one player to the other, seat by seat, on the side on which the numbers go up by one."""
        name, other = relation.question.of
        start, end, size = self.table.number[name], self.table.number[other], len(self.table.names)
        counts = self._numbers(self._of_question(relation, self._with_others(name)))
        relation.marks, relation.numbers = {end: Mark.YES}, {end: value}
        for direction in (1, -1):
            around = ((start + direction * step) % size for step in range(1, (end - start) * direction % size + 1))
            seats = [n for n in around if n in counts]
            if [counts[n] for n in seats] == list(range(1, len(seats) + 1)):
                relation.numbers |= {n: counts[n] for n in seats}
                return [(a, b, True) for a, b in pairwise((start, *seats))]
        return ()

    def _noted(self, predicate: Predicate, question: Query) -> tuple[int, ...]:
        """Return who is named in the facts of the question, but for the place of a piece that is drawn."""
        givens, names = self.vocabulary.givens, list[str]()
        place = predicate.slot[0] if self.spec.pieces and predicate.slot is not None else None
        for key, value in question.given:
            if (
                key != place
                and key in givens
                and not givens[key].symbol
                and givens[key].kind in (GivenKind.PLAYER, GivenKind.PLAYERS)
            ):
                names += [value] if isinstance(value, str) else value if isinstance(value, Sequence) else ()
        return tuple(sorted({self.table.number[name] for name in names if name in self.table.number}))

    # --- a map of several questions ------------------------------------------------------------------

    def map(self) -> Scene:
        """Answer everything that a map of the table shows, and lay out its scene."""
        present, everybody = ([(name,) for name in names] for names in (self.present, self.table.names))
        reach = {
            name: answer.answer if answer.status == ANSWERED and isinstance(answer.answer, int) else "?"
            for predicate in (*self.asked[DrawingKind.REACH], *self.asked[DrawingKind.NUMBER])
            for (name,), answer in self._spoken(predicate, present).items()
        }
        starters = [
            name
            for predicate in (*self.asked[DrawingKind.START], *self.asked[DrawingKind.MARK])
            for (name,), answer in self._spoken(predicate, everybody).items()
            if answer.answer is True
        ]
        for predicate in (*self.asked[DrawingKind.STAR], *self.asked[DrawingKind.TURNS]):
            self._spoken(predicate, present)
        order = self._order(starters[0] if starters else self.table.names[0])
        return self._scene(list(self._arrows()), order, reach, starters, reaches=tuple(self._reaches()))

    def _spoken(self, predicate: Predicate, people: Sequence[People], given: Facts | None = None) -> Answers:
        """Return the answers of one question by whom it is about; none where the text is silent about everybody."""
        answers = self._answers(predicate, people, given)
        reasons = [answer.message or "" for answer in answers.values() if answer.status == INVALID]
        if self.spec.asks and reasons and len(reasons) == len(answers):
            raise RequestError(_cannot_be_asked(predicate, min(reasons)), "show")
        if all(a.status == SILENT and not a.clauses for a in answers.values()):
            self.silent.append(predicate.id)
            return {}
        return answers

    def _order(self, first: str) -> tuple[str, ...]:
        for predicate in self.asked[DrawingKind.ORDER]:
            for answer in self._spoken(predicate, [(first,)]).values():
                return answer.answer if isinstance(answer.answer, tuple) else ()
        return ()

    def _arrows(self) -> Iterator[Arrow]:
        """Yield who may do what to whom, and what may become of each piece from where it stands.

        A move is drawn of the pieces where there are any.
        """
        pieces, moves = self.spec.pieces, self.asked[DrawingKind.MOVE]
        for rank, predicate in enumerate((*self.asked[DrawingKind.ARROW], *moves)):
            is_move = predicate in moves
            if not (pieces and is_move):
                pairs = [pair for name in self.spec.players or self.present for pair in self._with_others(name)]
                answers = self._spoken(predicate, pairs)
                if answers and all(answer.status != ANSWERED for answer in answers.values()):
                    self.doubtful.append(predicate.id)
                else:
                    yield from self._allowed(predicate, rank, answers)
            for number, piece in enumerate(pieces):
                given = piece_place(predicate, piece, self.vocabulary)
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
        number, count = self.table.number, len(self.table.names)
        players = self.spec.players or (tuple(self.present[:1]) if self.spec.asks else ())
        for predicate in self.asked[DrawingKind.WITHIN]:
            for name in players:
                answers = self._spoken(predicate, self._with_others(name))
                reached = [number[other] for (_, other), answer in answers.items() if answer.answer is True]
                if reached:
                    within = sorted(reached, key=lambda n: (n - number[name]) % count)
                    yield Reach(number[name], predicate.id, tuple(within))


def _cannot_be_asked(predicate: Predicate, reason: str) -> Message:
    """Return that a question cannot be asked at a table, and why."""
    return Message("“{predicate}” cannot be asked here: {reason}", predicate=predicate.id, reason=reason)
