"""A text of the rules, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, cast

from emperor_rules.api import arguments
from emperor_rules.api.answers import RulesAnswer, RulesClause, clause_on
from emperor_rules.diagnostics import suggest
from emperor_rules.errors import MissingFactError, RequestError
from emperor_rules.evaluate.engine import Status
from emperor_rules.evaluate.request import EVERYBODY, asks_for_list, invalid
from emperor_rules.messages import Message, sentences
from emperor_rules.model.texts import Edition
from emperor_rules.questions.exact import read_exactly

if TYPE_CHECKING:
    from emperor_rules.api.answer_lists import RulesAnswers
    from emperor_rules.api.comparison import TextComparison
    from emperor_rules.api.rules import Rules
    from emperor_rules.model.requests import GivenValue, Request

#: Is called with what is done of the work and how much there is.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, repr=False)
class RulesText:
    """One text of the rules, on a date or in its newest wording.

    Attributes:
        rules: The rules that it belongs to.
        edition: Its id and date.
    """

    rules: Rules
    edition: Edition

    def __repr__(self) -> str:
        return f"<RulesText: {self.edition.name}>"

    @property
    def id(self) -> str:
        """The id of the text."""
        return self.edition.text

    @property
    def title(self) -> Mapping[str, str]:
        """The title by language, ``en`` and ``it``."""
        return self.rules.rulebook.texts[self.id].titles._asdict()

    @property
    def editions(self) -> tuple[str, ...]:
        """The dates (``YYYY-MM-DD``) on which its wording changed, the first one included, in order."""
        return self.rules.rulebook.texts[self.id].editions

    @property
    def options(self) -> tuple[str, ...]:
        """The options with which a table may play, in alphabetical order."""
        return tuple(sorted(self.rules.program(self.edition).resolved.options))

    @property
    def clauses(self) -> tuple[RulesClause, ...]:
        """Its own clauses in force, in order; those of texts that it includes are theirs.

        >>> import emperor_rules as er
        >>> rules = er.load(texts=["cr-809"])
        >>> [clause.slug for clause in rules["cr-809"].clauses if clause.number == "809.3a"]
        ['range-by-role']
        """
        resolved = self.rules.program(self.edition).resolved
        return tuple(clause_on(clause, resolved.on) for clause in resolved.clauses if clause.clause.text == self.id)

    def ask(
        self,
        question: str,
        *,
        seats: str,
        of: Sequence[str] | None = None,
        left: Sequence[str] = (),
        leaving: Sequence[str] = (),
        given: Mapping[str, GivenValue] | None = None,
        options: Sequence[str] = (),
        on: str | date | None = None,
        language: str = "en",
    ) -> RulesAnswer | RulesAnswers:
        """Answer a question about a position.

        Args:
            question: In words, English or Italian, with names in it; or its id, then with ``of``, in which ``"?"``
                stands for everybody.
            seats: The seats clockwise as role letters, teams split by ``|``. Players are named by team and place:
                ``A1``, ``A2``, ….
            of: The players or teams of whom a question is asked that is named by its id.
            left: Who left before this turn began.
            leaving: Who left during this turn.
            given: Further facts by their keys, such as ``{"phase": "combat"}``.
            options: The options that the table plays with.
            on: The day (``YYYY-MM-DD`` or a ``date``) of the wording that answers; by default that of this handle.
            language: The language of messages where that of the question cannot be told.

        Returns:
            The answer, which may also be that the text is silent or contradicts itself. For a question that stands for
            several, because it asks who or names nobody, all their answers.

        Raises:
            QuestionError: If no question has these words.
            UnclearQuestionError: If it can mean several things.
            SeatingError: If the seats make no table.
            RequestError: If anything else in the request makes no sense; the message says what.
            RulesError: If the text and what it includes do not fit together.

        >>> import emperor_rules as er
        >>> cr = er.load(texts=["cr-809"])["cr-809"]
        >>> cr.ask("can A2 attack B1?", seats="g E g | g E g", left=["A3"]).value
        True
        >>> cr.ask("may-attack", of=["A2", "B1"], seats="g E g | g E g").value
        False
        >>> cr.ask("can A2 attack B7?", seats="g E g | g E g")
        Traceback (most recent call last):
        emperor_rules.errors.RequestError: “B7” is nobody at this table (A1 to B3)
        """
        arguments.string("question", question)
        arguments.language_of(language)
        edition = self.edition if on is None else Edition(self.id, arguments.day(on))
        self.rules.program(edition)
        people = {"left": left, "leaving": leaving, "options": options}
        people = {key: list(arguments.names(key, given_names)) for key, given_names in people.items()}
        situation = {"on": edition.on, **people, "given": arguments.facts(given)}
        asked = {"text": self.id, "ask": question, "of": [], "seats": seats}
        request = cast("Request", asked | {key: value for key, value in situation.items() if value})
        if of is not None:
            request["of"] = list(arguments.names("of", of))
            return self._answer([request], EVERYBODY in request["of"])
        exact = read_exactly(question, self.rules.rulebook.vocabulary)
        if exact is not None:
            query, spoken = exact
            request["ask"], request["of"] = query.ask, list(query.of)
            try:
                return self._answer([request], EVERYBODY in query.of, spoken)
            except RequestError as error:
                error.language = spoken
                raise
        from emperor_rules.api.plain_questions import answer_plain_question  # most questions do not need it

        return answer_plain_question(self._answer, self.rules.engine, question, request, language)

    def _answer(self, requests: Sequence[Request], listed: bool, language: str = "") -> RulesAnswer | RulesAnswers:
        """Answer requests that stand for one question; raises :class:`RequestError`."""
        engine = self.rules.engine
        singles: list[Request] = []
        for request in requests:
            if asks_for_list(request):
                from emperor_rules.evaluate.lists import people_of

                singles += [{**request, "of": list(of)} for of in people_of(engine, request)]
            else:
                singles.append(request)
        entries = []
        for single in singles:
            query = engine.prepare(single)
            answer = engine.decide(query)
            if answer.status is Status.INVALID:
                raise MissingFactError(answer.message or "", answer.missing)  # all else is refused before
            entries.append(RulesAnswer(engine, single, query, answer, language))
        if len(entries) == 1 and not listed:
            return entries[0]
        from emperor_rules.api.answer_lists import RulesAnswers

        return RulesAnswers(tuple(entries), listed, language)

    def compare(
        self,
        other: RulesText | str,
        *,
        seats: int = 12,
        questions: Iterable[str] | None = None,
        options: Iterable[str] = (),
        seconds: float | None = None,
        progress: Progress | None = None,
    ) -> TextComparison:
        """Find every question that another text answers differently on a table that both call legal.

        Args:
            other: Another text of the same rules, or its id, with ``@`` and a date for an earlier wording. Two states
                of the rules are compared by :func:`diff`.
            seats: Most seats of a table.
            questions: The ids of the questions to compare; by default all.
            options: The options in use on every table; by default each is tried alone.
            seconds: Wall time after which the search ends.
            progress: Is called with what is done of the work and how much there is.

        Raises:
            UnknownTextError: If there is no such text.
            UnknownQuestionError: If the vocabulary has no such question.
            RequestError: If the other text belongs to other rules, or neither knows an option.

        >>> import emperor_rules as er
        >>> comparison = er.load()["early"].compare("paris", seats=6, questions=["may-march"])
        >>> first = comparison.differences[0]
        >>> first.witness["seats"], first.answers["early"].answer, first.answers["paris"].status
        ('g E g | g E g', False, <Status.SILENT: 'silent'>)
        """
        from emperor_rules.api.comparison import TextComparison
        from emperor_rules.check.consistency.accepted import declared_for
        from emperor_rules.check.consistency.scheduler import compare
        from emperor_rules.check.limits import Clock

        rules, against = self.rules, other if isinstance(other, RulesText) else self.rules[other]
        if against.rules is not rules:
            raise invalid("“{text}” is of other rules: compare two states of the rules with er.diff", text=against.id)
        most, chosen = arguments.most_seats(seats), frozenset(arguments.names("options", options))
        asked = arguments.names_or_all("questions", questions)
        for side in (self, against):
            rules.program(side.edition)
        arguments.known_questions(asked or (), rules.questions)
        options_declared = {option for side in (self, against) for option in rules.rulebook.texts[side.id].options}
        for option in sorted(chosen - options_declared):
            nothing = Message(
                "there is no option “{option}” in {text} or {against}.", option=option, text=self.id, against=against.id
            )
            raise RequestError(sentences(nothing, suggest(option, options_declared)))
        comparison = compare(
            rules.engine,
            self.edition,
            against.edition,
            up_to=most,
            questions=asked,
            sets=[chosen] if chosen else None,
            clock=Clock(seconds),
            progress=progress,
        )
        reasons = (declared_for(rules.engine, comparison.sides, one) for one in comparison.differences)
        declared = tuple(reason is not None for reason in reasons)
        return TextComparison(**vars(comparison), declared=declared)
