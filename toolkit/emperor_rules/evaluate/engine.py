"""The query engine: requests in the form of the batch interface, and their answers.

A request is a mapping as in ``emperor ask --batch``; every way in which it can be wrong is a sentence in the answer's
``message``, never an exception.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from types import NoneType
from typing import Any, cast

from emperor_rules.diagnostics import Diagnostic
from emperor_rules.errors import RequestError, UnusableText
from emperor_rules.evaluate.answers import (
    ANSWERED,
    CONTRADICTED_STATUS,
    INVALID,
    NOT_ARISING,
    SILENT,
    Answer,
    ListAnswer,
    ListEntry,
    contradiction,
    decided_elsewhere,
    list_answer,
    not_given,
    shown_value,
)
from emperor_rules.evaluate.departures import Departures, departures
from emperor_rules.evaluate.fixpoint import CONTRADICTORY, Key
from emperor_rules.evaluate.position import MemoTable, Position, QueryContext
from emperor_rules.evaluate.program import Program
from emperor_rules.evaluate.request import (
    EVERYBODY,
    BoundQuery,
    QueryPlan,
    asks_for_list,
    check_date,
    check_request,
    invalid,
    moments,
    possible_names,
    query_plan,
    read_arguments,
    read_given,
    read_position,
    unknown,
)
from emperor_rules.messages import Message
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.scenarios import Request, RequestPosition, Status
from emperor_rules.model.vocabulary import Predicate, PredicateKind
from emperor_rules.resolve.resolver import UNUSABLE, UnfoldedSentences, change_dates, resolve
from emperor_rules.resolve.rules import definition_of
from emperor_rules.semantics.expressions import Given
from emperor_rules.semantics.verdict import BEST_FIRST, Truth

__all__ = ["ANSWERED", "CONTRADICTED_STATUS", "INVALID", "SILENT", "Answer", "Engine", "Status"]

#: What a request may have for a list of names.
_LISTS = (list, tuple, NoneType)
_NONE: frozenset[str] = frozenset()
#: A list that would take more single questions is refused.
MOST_SINGLE_QUESTIONS = 50_000
#: Positions kept with what was answered about them; the least recently begun goes first.
KEPT_POSITIONS = 4096
#: Of larger tables none is kept: whether a question takes too much work must not hang on what was asked before it.
MOST_SEATS_KEPT = 24


@dataclass
class Engine:
    """Answers requests about the texts of one rulebook; programs and positions are kept between questions."""

    rulebook: Rulebook
    programs: dict[tuple[str, str | None], Program] = field(default_factory=dict)
    positions: dict[Any, Position] = field(default_factory=dict)
    citations: dict[tuple[str, str | None, str, int, bool], tuple[str, ...]] = field(default_factory=dict)
    answers: dict[tuple[str, str | None, str, object, int, int], Answer] = field(default_factory=dict)
    plans: dict[tuple[str, str | None, str, bool], QueryPlan] = field(default_factory=dict)
    findings: list[Diagnostic] = field(default_factory=list)
    dates: dict[str, tuple[str, ...]] = field(default_factory=dict)
    #: Legal seatings, once they were searched, by a digest of all that decides them (``None``: too many to be listed):
    #: other rules can take them over.
    seatings: dict[str, tuple[str, ...] | None] = field(default_factory=dict)
    #: The sentences of all texts that were resolved: their dates, and changed versions of them, share most.
    unfolded: UnfoldedSentences = field(default_factory=dict)
    #: What reads questions in words, once one was asked.
    readers: dict[str, object] = field(default_factory=dict)

    def ask(self, request: Mapping[str, Any], predicates: Mapping[str, Predicate] | None = None) -> Answer:
        """Answer one request, or one question of everybody for whom a ``"?"`` of the request stands.

        It may ask about one of some ``predicates`` in the place of the questions.
        """
        try:
            checked = check_request(request)
            if asks_for_list(checked):
                return self._ask_list(checked)
            return self.decide(self._bound(checked, *self.situation(checked, predicates)))
        except RequestError as error:
            return Answer(INVALID, message=error.message)

    def _ask_list(self, request: Request) -> ListAnswer:
        """Answer a request in whose “of” some name is ``"?"``.

        Raises:
            RequestError: If the request makes no sense, or a single question lacks a given fact.
        """
        people = self.people_of(request)
        answers = self.ask_each(request, people)
        for answer in answers:
            if answer.status is INVALID:
                raise RequestError(answer.message or "")
        return list_answer([*map(ListEntry, people, answers)])

    def ask_of_predicate(self, request: Mapping[str, Any]) -> Answer:
        """Answer a request about any predicate that clauses decide, also one that is no question."""
        vocabulary = self.rulebook.vocabulary
        return self.ask(request, None if request["ask"] in vocabulary.questions else vocabulary.predicates)

    def ask_each(self, request: Request, people: Sequence[tuple[str, ...]]) -> list[Answer]:
        """Answer one question of several people each, sharing the preparation, whatever the request’s own “of” is."""
        try:
            program, plan, position = self.situation(request)
        except RequestError as error:
            return [Answer(INVALID, message=error.message)] * len(people)
        answers: list[Answer] = []
        for of in people:
            try:
                answers.append(self.decide(self._bound({**request, "of": of}, program, plan, position)))
            except RequestError as error:
                answers.append(Answer(INVALID, message=error.message))
        return answers

    # --- understanding ---------------------------------------------------------------------------

    def program(self, text: Any, on: Any) -> Program:
        """Return the compiled text on a date; raises :class:`RequestError` when there is none."""
        try:
            program = self.programs.get((text, on))
        except TypeError:
            if on is not None:
                check_date(on)
            raise invalid("“text” is not the name of a text") from None
        if program is not None:
            return program
        if not isinstance(text, str) or text not in self.rulebook.texts:
            raise RequestError(unknown("text", text, self.rulebook.texts), "text")
        if on is not None:
            wording = self.wording(text, on)
            if wording != on:
                program = self.programs[text, on] = self.program(text, wording)
                return program
        resolved, findings = resolve(text, on, self.rulebook.texts, self.rulebook.vocabulary, self.unfolded)
        self.findings.extend(findings)
        bad = next((finding for finding in findings if finding.code in UNUSABLE), None)
        if resolved is None or bad is not None:
            bad = bad or findings[0]
            raise UnusableText(Message("{text} cannot be used: {message}", text=text, message=bad.message))
        program = self.programs[text, on] = Program(resolved)
        return program

    def wording(self, text: str, on: Any) -> str | None:
        """Return the last date up to ``on`` on which a text or what it includes changed; ``None`` is the newest."""
        check_date(on)
        declared = self.rulebook.texts[text]
        if len(declared.editions) > 1 and on < declared.editions[0]:
            raise invalid("{text} has no wording before {date}", about="on", text=text, date=declared.editions[0])
        dates = self.dates.get(text)
        if dates is None:
            dates = self.dates[text] = change_dates(text, self.rulebook.texts)
        at = bisect_right(dates, on)
        if at == len(dates):
            return None
        return dates[max(at - 1, 0)]

    def people_of(self, request: Request) -> list[tuple[str, ...]]:
        """Return the names of each single question of a request in whose “of” some name is ``"?"``, by seats.

        Raises:
            RequestError: If the request makes no sense, or there are more than :data:`MOST_SINGLE_QUESTIONS`.
        """
        _, plan, position = self.situation(check_request(request))
        choices = possible_names(request["of"], plan.predicate, position)
        if prod(map(len, choices)) > MOST_SINGLE_QUESTIONS:
            raise invalid("“{sign}” stands for too many at this table: name some of them", about="of", sign=EVERYBODY)
        return list(product(*choices))

    def situation(
        self, request: Request, predicates: Mapping[str, Predicate] | None = None
    ) -> tuple[Program, QueryPlan, Position]:
        """Return the program, the plan and the position of a request about a question, or one of some ``predicates``.

        Raises:
            RequestError: If the request makes no sense.
        """
        text, on, ask = request["text"], request.get("on"), request["ask"]
        program = self.program(text, on)
        wording = program.resolved.on  # the same for all dates between two changes
        key = text, wording, ask, predicates is None
        try:
            plan = self.plans[key]
        except KeyError:
            plan = self.plans[key] = query_plan(program, ask, predicates)
        except TypeError:
            raise invalid("“ask” is not the name of a question") from None
        program.work.begin()
        return program, plan, self._position(request, program, plan)

    def prepare(self, request: Mapping[str, Any], predicates: Mapping[str, Predicate] | None = None) -> BoundQuery:
        """Check a request and find its program, position and arguments; the arguments are those of :meth:`situation`.

        Raises:
            RequestError: If the request makes no sense.
        """
        checked = check_request(request)
        return self._bound(checked, *self.situation(checked, predicates))

    def _bound(self, request: Request, program: Program, plan: QueryPlan, position: Position) -> BoundQuery:
        args = read_arguments(request.get("of"), plan.predicate, position)
        given = read_given(request.get("given"), program, plan, position, args)
        given_facts = request.get("given") or {}
        best: tuple[tuple[int, tuple[str, ...]], ...] = ()
        for n, key, words in plan.best:
            if key not in given_facts and len(words) == 1:
                given[n] = words[0]  # nothing is left to choose
            elif key not in given_facts:
                best = (*best, (n, words))
        needs, supplied = plan.needs, _NONE
        ignored: tuple[str, ...] = ()
        if given_facts:
            needs = tuple([(n, key) for n, key in needs if key not in given_facts])
            numbers = program.vocabulary.given_numbers
            ignored = tuple([key for key in numbers if key in given_facts and key not in plan.reads])
            supplied = frozenset(given_facts)
        reads_given = bool(plan.reads)
        return BoundQuery(program, plan.predicate, position, args, given, reads_given, best, needs, ignored, supplied)

    def _position(self, request: Request, program: Program, plan: QueryPlan) -> Position:
        seats, options = request["seats"], request.get("options")
        left, leaving = request.get("left"), request.get("leaving")
        try:
            people = tuple(left) if left else (), tuple(leaving) if leaving else ()
            view = plan.ignoring, plan.predicate.after_game
            key = program.resolved.id, program.resolved.on, seats, view, people, tuple(options or ())
            position = self.positions.get(key)
        except TypeError:
            position, key = None, None
        if position is not None and type(left) in _LISTS and type(leaving) in _LISTS and type(options) in _LISTS:
            return position
        table, gone, going, chosen = read_position(request, program)
        if plan.ignoring:
            position = Position(table, (), (), chosen)
        elif gone or going:
            position = self._standing(departures(program, table, gone, going, chosen), plan)
        else:
            position = Position(table, (), (), chosen)
        if key is not None and position.count <= MOST_SEATS_KEPT:
            if len(self.positions) >= KEPT_POSITIONS:
                del self.positions[next(iter(self.positions))]
            self.positions[key] = position
        return position

    def _standing(self, gone: Departures, plan: QueryPlan) -> Position:
        """Return the position once all have gone who go with others; where that ends the game, as it was told.

        Raises:
            RequestError: If the game is over, and the question is none that is asked after it.
        """
        if not gone.is_over:
            position = Position(gone.table, gone.left, gone.leaving, gone.options)
            position.companions, position.before, position.absence = gone.reasons, gone.before, gone.absence
            return position
        if not plan.predicate.after_game:
            raise RequestError(gone.end())
        return Position(gone.table, *gone.requested, gone.options)

    def departures(self, request: RequestPosition, text: str, on: str | None = None) -> Departures:
        """Return who has gone in a position by a text on a date, and what follows.

        Raises:
            RequestError: If the position makes no sense.
        """
        program = self.program(text, on)
        return departures(program, *read_position(request, program))

    # --- deciding --------------------------------------------------------------------------------

    def decide(self, prepared: BoundQuery) -> Answer:
        """Answer a prepared question; where its moment is open, at the moment that its text allows it."""
        if prepared.needs:
            return self._of_no_player(prepared)
        answer = self._best(prepared)[1] if prepared.best else self._verdict(prepared, prepared.given)
        if prepared.ignored and answer.status is not INVALID:
            answer = replace(answer, ignored=prepared.ignored)
        return answer

    def _of_no_player(self, prepared: BoundQuery) -> Answer:
        """Answer a question of no player in which a player matters: the answer must be the same whoever it is."""
        (n, key), *others = prepared.needs
        answers = {}
        for player in prepared.position.players:
            given = list(prepared.given)
            given[n] = player
            answer = self.decide(prepared._replace(given=given, needs=tuple(others)))
            answers[answer.status, answer.answer] = answer
        if len(answers) > 1:
            return Answer(INVALID, message=not_given(self.rulebook.vocabulary, key), missing=key)
        return next(iter(answers.values()))

    def asked_at_best(self, prepared: BoundQuery) -> QueryContext:
        """Return what a question supplies, with the moment that was chosen for it: for derivations."""
        given = self._best(prepared)[0] if prepared.best else prepared.given
        return QueryContext(given, MemoTable())

    def _best(self, prepared: BoundQuery) -> tuple[list[Given | None], Answer]:
        """Return the best moment and its answer, of several alike the one with the fewest reasons."""
        best: tuple[list[Given | None], Answer] | None = None
        for given in moments(prepared.given, prepared.best):
            answer = self._verdict(prepared, given)
            if best is None or _moment_rank(answer) < _moment_rank(best[1]):
                best = given, answer
                if answer.answer is True:
                    break
        assert best is not None  # something is left to choose
        return best

    def _verdict(self, prepared: BoundQuery, given: list[Given | None]) -> Answer:
        program, predicate, args, position = prepared.program, prepared.predicate, prepared.args, prepared.position
        verdicts = position.verdicts_given(tuple(given)) if prepared.reads_given else position.verdicts
        id = predicate.id
        key = (id, args)
        value, mask = program[id](position, QueryContext(given, verdicts), args)
        is_value = predicate.kind is PredicateKind.VALUE
        if value is CONTRADICTORY or (value == Truth.CONTRADICTED and not is_value):
            return self._contradicted(prepared, verdicts, key, mask)
        yielded = verdicts.defeated.get(key, 0)
        if is_value and value is not None:
            return Answer(
                ANSWERED, shown_value(prepared, value), self.cite(prepared, mask), self.cite(prepared, yielded)
            )
        content = (program.resolved.id, program.resolved.on, id, value, mask, yielded)
        answer = self.answers.get(content)
        if answer is None:  # most answers of a table are the same few
            answer = self.answers[content] = self._truth(prepared, cast("Truth | None", value), mask, yielded)
        return answer

    def _truth(self, prepared: BoundQuery, value: Truth | None, mask: int, yielded: int) -> Answer:
        """Return the answer to whether a fact holds, or to what is unknown (``None``: a value)."""
        program = prepared.program
        if value is None or value == Truth.UNKNOWN:
            missing = next((key for key, bit in program.missing.items() if mask & bit), None)
            if missing is not None:
                return Answer(INVALID, message=not_given(self.rulebook.vocabulary, missing), missing=missing)
            dismissing = definition_of(program.resolved, prepared.predicate.id).dismissing
            if mask and not mask & ~dismissing:
                message: Message | None = NOT_ARISING
            else:
                message = None if mask else decided_elsewhere(prepared.predicate)
            return Answer(SILENT, clauses=self.cite(prepared, mask), message=message)
        if value == Truth.FALSE and prepared.predicate.closed:
            definition = definition_of(program.resolved, prepared.predicate.id)
            if definition.is_silent_by_default and not (mask and definition.rules):
                return Answer(SILENT, message=decided_elsewhere(prepared.predicate))
            mask = mask or definition.concluding
        granted = value == Truth.TRUE
        return Answer(ANSWERED, granted, self.cite(prepared, mask, granted=granted), self.cite(prepared, yielded))

    def _contradicted(self, prepared: BoundQuery, verdicts: MemoTable, key: Key, mask: int) -> Answer:
        claims = tuple(
            (value if isinstance(value, bool) else shown_value(prepared, value), self.cite(prepared, side))
            for value, side in verdicts.sides.get(key, {}).items()
        )
        message = contradiction(claims, prepared.predicate.choices)
        return Answer(CONTRADICTED_STATUS, None, self.cite(prepared, mask), message=message, claims=claims)

    def cite(self, prepared: BoundQuery, mask: int, *, granted: bool = True) -> tuple[str, ...]:
        """Return the citations of the clauses of a mask, in the order of citing.

        First those that conclude the answer (``granted``: those that can say yes or give the value), then the others
        that speak about the question, such as restrictions that were met, then what all of these rest on; within each
        group by text and place.
        """
        if not mask:
            return ()
        resolved = prepared.program.resolved
        predicate = prepared.predicate.id
        key = (resolved.id, resolved.on, predicate, mask, granted)
        citations = self.citations.get(key)
        if citations is None:
            definition = definition_of(resolved, predicate)
            speaking = definition.speaking
            first = definition.concluding if granted else speaking
            groups = (mask & first, mask & speaking & ~first, mask & ~speaking & ~first)
            names = (c.citation for group in groups for c in resolved.clauses if group >> c.index & 1)
            citations = self.citations[key] = tuple(names)
        return citations


def _moment_rank(answer: Answer) -> tuple[int, bool, int]:
    """Return a sort key of the answers at several moments, the best first."""
    if answer.status is ANSWERED:
        truth = Truth(answer.answer is True)
    else:
        truth = Truth.CONTRADICTED if answer.status is CONTRADICTED_STATUS else Truth.UNKNOWN
    tier = next(n for n, truths in enumerate(BEST_FIRST) if truth in truths)
    return tier, answer.status is INVALID, len(answer.clauses)
