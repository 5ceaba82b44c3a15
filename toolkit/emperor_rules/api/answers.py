"""Answers of a text: the value, the clauses that decide, and why they do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, cast

from emperor_rules.api import arguments
from emperor_rules.api.values import ChosenWord, Player, T, Team, named, require_kind, typed_value
from emperor_rules.errors import RequestError
from emperor_rules.evaluate.engine import Answer, Engine, Status
from emperor_rules.evaluate.request import BoundQuery
from emperor_rules.messages import Message

if TYPE_CHECKING:
    from emperor_rules.api.restatement import Answered
    from emperor_rules.model.scenarios import Request
    from emperor_rules.resolve.rules import ClauseInForce


def unstyled(words: str, part: str) -> str:
    """Return words as they are."""
    return words


@dataclass(frozen=True, slots=True)
class RulesClause:
    """A clause as it stands on a date.

    Attributes:
        text: The id of its text.
        number: The number (or key) that it bears on that date.
        slug: Its permanent name, which survives renumbering.
        words: Its wording of that date by language, ``en`` and ``it``.
    """

    text: str
    number: str
    slug: str
    words: Mapping[str, str] = field(repr=False)

    @property
    def citation(self) -> str:
        """The clause as answers cite it, ``text:number``."""
        return f"{self.text}:{self.number}"


def clause_on(clause: ClauseInForce, on: str | None) -> RulesClause:
    """Return a clause in force with its words of a date (``None``: the newest)."""
    record = clause.clause
    languages = [wording.language for wording in record.wordings]
    words = {language: record.words(language, on) or record.words(language) for language in languages}
    return RulesClause(record.text, clause.number, record.slug, words)


class AnswerInWords(ABC):
    """What is said in a sentence, and is neither true nor false by itself, as silence is neither."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.sentence()}>"

    def __bool__(self) -> bool:
        """Refuse: it is the value that may be true or false."""
        raise RequestError(
            Message("an answer is neither true nor false by itself: ask for its “value”, or its “status”")
        )

    @abstractmethod
    def sentence(self, language: str = "en") -> str:
        """Return the answer as a sentence, without the clauses behind it."""

    def read_as(self, language: str = "en") -> str:
        """Return as what the question was read, with all that is taken as given, in a sentence for each case.

        >>> import emperor_rules as er
        >>> cr = er.load(texts=["cr-809"])["cr-809"]
        >>> cr.ask_all("if A3 died this turn, whom can A2 hit?", seats="g E g | g E g").read_as()
        'can A2 attack anybody? (A3 left during this turn)'
        """
        from emperor_rules.api.restatement import told

        return told(cast("Answered", self), {}, language)


@dataclass(frozen=True, slots=True)
class Alternative:
    """The smallest change of a position after which the answer differs.

    Attributes:
        changes: What would have to be otherwise, one or two things, in words.
        value: The answer then.
        words: The changes and the answer in one line.
    """

    changes: tuple[str, ...]
    value: bool | int | Player | Team | ChosenWord | tuple[Player, ...] | None
    words: str

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True, eq=False, repr=False)
class RulesAnswer(AnswerInWords):
    """What a text answers to one question.

    >>> import emperor_rules as er
    >>> answer = er.load(texts=["cr-809"])["cr-809"].ask("can A2 attack B1?", seats="g E g | g E g")
    >>> answer.status, answer.value
    (<Status.ANSWERED: 'answered'>, False)
    >>> answer.clauses[0].citation
    'cr-809:809.3c'

    Attributes:
        engine: What answered (internal).
        request: What was asked, as a request of a batch.
        query: What was asked, as the engine understood it (internal).
        language: The language of the question, ``en`` or ``it``; empty where it was asked by its id.
    """

    engine: Engine
    request: Request
    query: BoundQuery
    _answer: Answer
    language: str = ""

    @property
    def entries(self) -> tuple[RulesAnswer, ...]:
        """The single answers of which this one consists: itself."""
        return (self,)

    @property
    def status(self) -> Status:
        """Whether the text answers, is silent or contradicts itself; never ``INVALID``, which raises."""
        return self._answer.status

    @property
    def value(self) -> bool | int | Player | Team | ChosenWord | tuple[Player, ...] | None:
        """The answer, ``None`` unless it is answered.

        It is ``True`` or ``False``, a number, a :class:`Player`, a :class:`Team` or a :class:`ChosenWord` (which are
        strings), or a tuple of players in order, as the question is answered.

        >>> import emperor_rules as er
        >>> cr = er.load(texts=["cr-809"])["cr-809"]
        >>> cr.ask("turn-order", of=["A2"], seats="g E g | g E g").value
        ('A2', 'A3', 'B1', 'B2', 'B3', 'A1')
        """
        return typed_value(self.query, self._answer.answer)

    def value_as(self, kind: type[T]) -> T | None:
        """Return the value as a checker of types knows it.

        Args:
            kind: ``bool``, ``int``, ``er.Player``, ``er.Team``, ``er.ChosenWord``, or ``tuple`` of players in order.

        Raises:
            RequestError: If the question is answered with another kind.

        >>> import emperor_rules as er
        >>> cr = er.load(texts=["cr-809"])["cr-809"]
        >>> cr.ask("what is the range of A2?", seats="g E g | g E g").value_as(int)
        2
        >>> cr.ask("what is the range of A2?", seats="g E g | g E g").value_as(bool)
        Traceback (most recent call last):
        emperor_rules.errors.RequestError: “range” is answered with int, not with bool
        """
        require_kind(self.query, kind)
        return cast("T | None", self.value)

    @property
    def of(self) -> tuple[Player | Team, ...]:
        """The players or teams of whom it is asked."""
        return tuple(named(name) for name in self.request["of"])

    @property
    def message(self) -> str | None:
        """Who claims what, where the text contradicts itself."""
        return self._answer.message

    @property
    def clauses(self) -> tuple[RulesClause, ...]:
        """The clauses that the answer rests on, those that conclude it first."""
        return self._cited(self._answer.clauses)

    @property
    def overridden(self) -> tuple[RulesClause, ...]:
        """The clauses that concluded otherwise and yielded."""
        return self._cited(self._answer.overridden)

    @property
    def ignored(self) -> tuple[str, ...]:
        """The given facts, by their keys, that were not considered: no clause behind the question looks at them.

        >>> import emperor_rules as er
        >>> early = er.load(texts=["early"])["early"]
        >>> early.ask("may A1 go first?", seats="g E g | g E g", given={"tapped": True}).ignored
        ('tapped',)
        """
        return self._answer.ignored

    @property
    def on(self) -> str | None:
        """The date of the wording that answers; ``None`` is the newest."""
        return self.query.program.resolved.on

    def sentence(self, language: str = "en") -> str:
        """Return the answer as one sentence, in English (``en``) or Italian (``it``).

        >>> import emperor_rules as er
        >>> early = er.load(texts=["early"])["early"]
        >>> early.ask("can A1 deploy a creature to A2?", seats="g E g | g E g").sentence("it")
        'Il testo non lo dice: nessuna clausola lo decide.'
        """
        from emperor_rules.api.explanation import sentence

        arguments.language_of(language)
        return sentence(self.query, self.of, self._answer, language, contradicted=bool(self._contradicted))

    def explain(
        self, language: str = "en", *, width: int = 100, style: Callable[[str, str], str] = unstyled, full: bool = False
    ) -> str:
        """Return the answer and the clauses and facts that it rests on, as ``emperor ask`` prints them.

        Args:
            language: ``en`` or ``it``.
            width: Columns to fill.
            style: Is called with a stretch of the text and what it is (``"yes"``, ``"no"``, ``"open"``,
                ``"citation"`` or ``"edition"``), and returns it as it is to be shown; by default as it is.
            full: Tell every reason, and what is common knowledge, instead of the shortest that suffice.

        Returns:
            Lines without a last line feed. A clause stands before what it rests on, which is indented below it.

        >>> import emperor_rules as er
        >>> cr = er.load(texts=["cr-809"])["cr-809"]
        >>> print(cr.ask("range", of=["A2"], seats="g E g | g E g").explain())
        The range of A2 is 2.
          cr-809:809.3a  An emperor's range is two seats, a general's one.
            · A2 is an emperor
          cr-809: in effect since 2023-04-14, read against the edition of 2026-08-07
        """
        from emperor_rules.api.explanation import reason_lines

        part = ("no" if self.value is False else "yes") if self.status is Status.ANSWERED else "open"
        given, contradicted = self.request.get("given", {}), self._contradicted
        reasons = reason_lines(
            self.engine, self.query, self._answer, contradicted, given, language, width, style, full=full
        )
        return "\n".join([style(self.sentence(language), part), *reasons])

    def why_not(self, language: str = "en") -> tuple[Alternative, ...]:
        """Return the smallest changes of the position after which the answer differs.

        Tried are players gone before the turn (or not), options, and given facts, one and then two at a time.

        Args:
            language: ``en`` or ``it``, of the words.

        Returns:
            At most four alternatives with equally few changes; none if two changes do not suffice.
        """
        from emperor_rules.api.explanation import sentence
        from emperor_rules.evaluate.counterfactuals import nearest_counterfactuals
        from emperor_rules.evaluate.verbalise import names_in_words

        arguments.language_of(language)
        alternatives = []
        for counterfactual in nearest_counterfactuals(self.engine, self.request):
            changes = tuple(change.words.get(language) for change in counterfactual.changes)
            then = sentence(self.query, self.of, counterfactual.answer, language)
            words = f"{names_in_words(changes, language)}: {then[:1].lower()}{then[1:]}"
            alternatives.append(Alternative(changes, typed_value(self.query, counterfactual.answer.answer), words))
        return tuple(alternatives)

    def as_json(self, id: object = None, language: str = "en") -> dict[str, object]:
        """Return the answer with the keys of ``emperor ask --batch``; ``id`` is echoed, a message is in a language."""
        return self._answer.as_json(id, arguments.language_of(language))

    @cached_property
    def _contradicted(self) -> tuple[tuple[BoundQuery, Answer], ...]:
        """The questions whose contradictory answers leave this one undecided, one of those alike, with the answers."""
        from emperor_rules.evaluate.explain import contradictions_below

        by_sides: dict[str | None, tuple[BoundQuery, Answer]] = {}
        for query in contradictions_below(self.query, self.engine.asked_at_best(self.query), self._answer):
            answer = self.engine.decide(query)
            by_sides.setdefault(answer.message, (query, answer))
        return tuple(by_sides.values())

    def _cited(self, citations: tuple[str, ...]) -> tuple[RulesClause, ...]:
        resolved = self.query.program.resolved
        in_force = {clause.citation: clause for clause in resolved.clauses}
        return tuple(clause_on(in_force[citation], resolved.on) for citation in citations)
