"""Answers of a text: the value, the clauses that decide and why; of a question that stands for several, all of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, cast

from emperor_rules.api import arguments
from emperor_rules.errors import RequestError
from emperor_rules.evaluate.answers import ListAnswer, ListEntry, joint_status
from emperor_rules.evaluate.engine import Answer, Engine, Status
from emperor_rules.evaluate.request import BoundQuery
from emperor_rules.evaluate.verbalise import names_in_words, say_given
from emperor_rules.groups import by_key
from emperor_rules.language.sentences import fitted
from emperor_rules.messages import Message, say_day
from emperor_rules.model.scenarios import Request
from emperor_rules.model.seating import team_number, team_of
from emperor_rules.model.terms import NUMBER, PLAYER, PLAYERS, TEAM, TEAMS
from emperor_rules.model.vocabulary import GivenKind, Vocabulary, Words
from emperor_rules.questions.exact_wordings import asked, read_exactly

if TYPE_CHECKING:
    from emperor_rules.resolve.rules import ClauseInForce


class Player(str):
    """The name of a player: the letter of a team and the place on it.

    >>> import emperor_rules as er
    >>> player = er.load(texts=["cr-809"])["cr-809"].ask("turn-order", of=["A2"], seats="g E g | g E g").value[0]
    >>> player, player.team, player.place
    ('A2', 'A', 2)
    """

    __slots__ = ()

    @property
    def team(self) -> Team:
        """The team that the player is on."""
        return Team(team_of(self))

    @property
    def place(self) -> int:
        """The place on the team, from 1."""
        return int(self.removeprefix(team_of(self)))


class Team(str):
    """The letter of a team."""

    __slots__ = ()

    @property
    def number(self) -> int:
        """How many-th team it is around the table, from 1."""
        return team_number(self) + 1


class ChosenWord(str):
    """One of the words with which a question can be answered."""

    __slots__ = ("_others",)

    _others: tuple[str, ...]

    def __new__(cls, word: str, *others: str) -> ChosenWord:
        """Keep the word, and what it is in the languages other than English."""
        choice = super().__new__(cls, word)
        choice._others = others
        return choice

    def __reduce__(self) -> tuple[object, ...]:
        """Return how to make the word again in another process."""
        return ChosenWord, (str(self), *self._others)

    def words(self, language: str = "en") -> str:
        """Return the word in a language, such as ``it``."""
        return Words(str(self), *self._others).get(language)


#: The sort of an answer where a declaration names none.
YES_OR_NO = "yes-no"
#: What a question may be answered with.
AnswerValue = bool | int | Player | Team | ChosenWord | tuple[Player | Team, ...]
T = TypeVar("T", bound=AnswerValue)
#: What the value of a question is, by the sort with which its predicate is answered.
VALUE_OF_SORT: Mapping[str, type] = {
    YES_OR_NO: bool,
    NUMBER: int,
    PLAYER: Player,
    PLAYERS: tuple,
    TEAM: Team,
    TEAMS: tuple,
    GivenKind.CHOICE: ChosenWord,
}


def named(name: str) -> Player | Team:
    """Return whom a name means: a team has letters alone."""
    return Team(name) if name == team_of(name) else Player(name)


def typed_value(query: BoundQuery, value: object) -> AnswerValue | None:
    """Return the answer to a question with its kind; ``None`` where there is none."""
    kind = VALUE_OF_SORT[query.predicate.answer]
    if isinstance(value, tuple):
        return tuple(named(name) for name in value)
    if isinstance(value, str) and kind is ChosenWord:
        _, *others = dict(query.predicate.choices).get(value, ("",))
        return ChosenWord(value, *others)
    return None if value is None else cast("AnswerValue", kind(value))


def require_kind(query: BoundQuery, wanted: type) -> None:
    """Refuse a question that is answered with something else than whoever asks expects.

    Raises:
        RequestError: It is.
    """
    kind = VALUE_OF_SORT[query.predicate.answer]
    if wanted is not kind:
        message = Message(
            "“{ask}” is answered with {kind}, not with {wanted}",
            ask=query.predicate.id,
            kind=kind.__name__,
            wanted=getattr(wanted, "__name__", wanted),
        )
        raise RequestError(message)


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
        'can A2 attack anybody (A3 left during this turn)?'
        """
        return interpretation(cast("RulesAnswer | RulesAnswers", self), {}, language)


@dataclass(frozen=True, slots=True)
class Alternative:
    """The smallest change of a position after which the answer differs.

    Attributes:
        changes: What would have to be otherwise, one or two departures, options or given facts, in words.
        value: The answer then.
        words: The changes and the answer in one line.
    """

    changes: tuple[str, ...]
    value: bool | int | Player | Team | ChosenWord | tuple[Player | Team, ...] | None
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
    def value(self) -> bool | int | Player | Team | ChosenWord | tuple[Player | Team, ...] | None:
        """The answer, ``None`` unless it is answered.

        It is ``True`` or ``False``, a number, a :class:`Player`, a :class:`Team` or a :class:`ChosenWord` (which are
        strings), or a tuple of players or teams in order, as the question is answered.

        >>> import emperor_rules as er
        >>> cr = er.load(texts=["cr-809"])["cr-809"]
        >>> cr.ask("turn-order", of=["A2"], seats="g E g | g E g").value
        ('A2', 'A3', 'B1', 'B2', 'B3', 'A1')
        """
        return typed_value(self.query, self._answer.answer)

    def value_as(self, kind: type[T]) -> T | None:
        """Return the value as a checker of types knows it.

        Args:
            kind: ``bool``, ``int``, ``er.Player``, ``er.Team``, ``er.ChosenWord``, or a ``tuple`` in order.

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


# --- all answers to one question -------------------------------------------------------------------


NOBODY_IN_WORDS = Message("Nobody.")
IN_ALL_CASES = Message("In all {} cases:")
IN_BOTH_CASES = Message("In both cases{}:")
DEPENDS = Message("It depends:")
BY = Message("by")
NOT_LISTED = Message("not decided:")
#: So many answers of a list are shown with all their reasons, the others with the clauses alone.
MOST_EXPLAINED = 2


@dataclass(frozen=True, eq=False, repr=False)
class RulesAnswers(AnswerInWords):
    """What a text answers to a question that may stand for several: each answer, and all of them together.

    Attributes:
        entries: The single answers, in order of seats.
        listed: Whether the question asks for whom it is so: it asks who.
        language: The language of the question, ``en`` or ``it``; empty where it was asked by its id.
        meanings: The answers to each of several things that the question can mean, where all are the same.
        asked: The requests that it was read as, with ``"?"`` where one asks of everybody.
        opposite: Whether the question was put the other way round: the answer is to its opposite.

    >>> import emperor_rules as er
    >>> cr = er.load(texts=["cr-809"])["cr-809"]
    >>> [entry["of"] for entry in cr.ask_all("whom can A1 attack?", seats="g E g | g E g").value]
    [['A1', 'B3']]
    >>> cr.ask_all("can a general attack an emperor?", seats="g E g | g E g").value
    False
    """

    entries: tuple[RulesAnswer, ...]
    listed: bool = False
    language: str = ""
    meanings: tuple[RulesAnswers, ...] = ()
    asked: tuple[Request, ...] = ()
    opposite: bool = False

    @property
    def status(self) -> Status:
        """*Answered* if any entry is; else what the entries are."""
        return joint_status(entry.status for entry in self.entries)

    def __iter__(self) -> Iterator[RulesAnswer]:
        """Yield the single answers, in order of seats."""
        return iter(self.entries)

    def __len__(self) -> int:
        """Return how many single answers there are."""
        return len(self.entries)

    @property
    def yes(self) -> tuple[RulesAnswer, ...]:
        """The answers that are not *no*: of a question that asks who, those for whom it is so.

        >>> import emperor_rules as er
        >>> cr = er.load(texts=["cr-809"])["cr-809"]
        >>> [answer.of for answer in cr.ask_all("whom can A1 attack?", seats="g E g | g E g").yes]
        [('A1', 'B3')]
        """
        return tuple(e for e in self.entries if e.status is Status.ANSWERED and e.value is not False)

    @property
    def is_single(self) -> bool:
        """Whether the question does not stand for several: :meth:`RulesText.ask` returns the one answer then."""
        return len(self.entries) == 1 and not self.listed

    @property
    def agree(self) -> bool:
        """Whether all entries have the same answer."""
        return len({(entry.status, entry.value) for entry in self.entries}) == 1

    @property
    def value(
        self,
    ) -> bool | int | Player | Team | ChosenWord | tuple[Player | Team, ...] | list[dict[str, object]] | None:
        """The one answer of all cases; else a list of objects with ``of``, ``answer`` and ``clauses``.

        A list of those for whom it is so leaves out those answered *no* or not at all. Cases have further keys of a
        request where these tell them apart.
        """
        if self.status is not Status.ANSWERED:
            return None
        if not self.listed and self.agree:
            return self.entries[0].value
        return [self._entry(entry) for entry in self._shown]

    @property
    def message(self) -> str | None:
        """Who claims what, where the text contradicts itself in every case."""
        return self.entries[0].message if self.entries and self.agree else None

    @property
    def clauses(self) -> tuple[RulesClause, ...]:
        """The clauses on which the entries shown rest, or all where none is shown, each once."""
        return _merged(clause for entry in self._shown or self.entries for clause in entry.clauses)

    @property
    def overridden(self) -> tuple[RulesClause, ...]:
        """The clauses that concluded otherwise and yielded."""
        return _merged(clause for entry in self._shown or self.entries for clause in entry.overridden)

    @property
    def ignored(self) -> tuple[str, ...]:
        """The given facts, by their keys, that no clause of the text looked at in any entry."""
        keys = [set(entry.ignored) for entry in self.entries]
        return tuple(sorted(set.intersection(*keys))) if keys else ()

    @property
    def _shown(self) -> Sequence[RulesAnswer]:
        if not self.listed:
            return self.entries
        return self.yes

    @property
    def _open(self) -> list[RulesAnswer]:
        return [entry for entry in self.entries if entry.status is not Status.ANSWERED]

    def sentence(self, language: str = "en") -> str:
        """Return the answer in one sentence, or one for each case.

        >>> import emperor_rules as er
        >>> cr = er.load(texts=["cr-809"])["cr-809"]
        >>> cr.ask_all("chi può essere attaccato da A2?", seats="g E g | g E g").sentence("it")
        'Nessuno.'
        """
        arguments.language_of(language)
        if not self.listed and self.agree:
            return self.entries[0].sentence(language)
        if len(cases := self._cases()) > 1:
            sentences = [one.sentence(language) for one in cases]
            leads = [self._circumstances(one.entries[0], language) for one in cases]
            each = [f"{lead} {sentence}" for lead, sentence in zip(leads, sentences, strict=True)]
            return sentences[0] if len(set(sentences)) == 1 else " ".join(each)
        shown = self._shown
        if not shown:
            return self._nobody(language)
        if self.listed and len(self._differing) == 1 and all(entry.value is True for entry in shown):
            return f"{names_in_words(self._names(shown), language)}."
        return " ".join(self._case(entry, language) for entry in shown)

    def explain(
        self, language: str = "en", *, width: int = 100, style: Callable[[str, str], str] = unstyled, full: bool = False
    ) -> str:
        """Return the answers with the clauses that they rest on; of many the clauses are only cited.

        Args:
            language: ``en`` or ``it``.
            width: Columns to fill.
            style: Is called with a stretch of the text and what it is (``"yes"``, ``"no"``, ``"open"``,
                ``"citation"`` or ``"edition"``), and returns it as it is to be shown; by default as it is.
            full: Tell every reason, as for a single answer.
        """
        return "\n".join(self._lines(arguments.language_of(language), width, style, full))

    def _lines(self, language: str, width: int, style: Callable[[str, str], str], full: bool) -> Iterator[str]:
        if self.is_single:
            yield self.entries[0].explain(language, width=width, style=style, full=full)
            return
        if not self.listed and self.agree:
            yield style(self._in_all(self.entries, language), "open")
            yield _most_telling(self.entries).explain(language, width=width, style=style, full=full)
            return
        if len(cases := self._cases()) > 1:
            lines_by_case = [list(one._lines(language, width, style, full)) for one in cases]
            if len({one.sentence(language) for one in cases}) == 1:
                yield style(self._in_all([one.entries[0] for one in cases], language), "open")
                yield from lines_by_case[0]
                return
            for at, (one, lines) in enumerate(zip(cases, lines_by_case, strict=True)):
                yield from [""] if at else []
                yield style(self._circumstances(one.entries[0], language), "open")
                yield from lines if len(cases) <= MOST_EXPLAINED else [f"  {one.sentence(language)}"]
            return
        shown = self._shown
        if not self.listed:
            yield style(DEPENDS.get(language), "open")
        elif self._is_said_alone or (not shown and self._open):
            pass  # what is below says it
        elif self.status is Status.ANSWERED and (not shown or all(entry.value is True for entry in shown)):
            yield style(self.sentence(language), "yes" if shown else "no")
        explained = shown if len(shown) <= MOST_EXPLAINED else []
        if self.listed and not shown:
            explained = [] if self._open else [_most_telling(self.entries)]
        for entry in explained:
            if not self._is_said_alone:
                yield self._circumstances(entry, language)
            yield entry.explain(language, width=width, style=style, full=full)
        if not explained:
            for entry in shown:
                yield f"  {self._case(entry, language)} {self._citations(entry, language)}".rstrip()
        if self.listed:
            for sentence, entries in by_key((entry.sentence(language), entry) for entry in self._open).items():
                yield f"  {self._undecided(entries, language)}: {sentence}"

    def why_not(self, language: str = "en") -> tuple[Alternative, ...]:
        """Return the changes after which the answer differs, where one answer holds in every case."""
        arguments.language_of(language)
        return self.entries[0].why_not(language) if self.agree and not self.listed else ()

    def as_json(self, id: object = None, language: str = "en") -> dict[str, object]:
        """Return the answer with the keys of ``emperor ask --batch``."""
        arguments.language_of(language)
        if self.is_single:
            return self.entries[0].as_json(id, language)
        clauses, overridden = (tuple(c.citation for c in cited) for cited in (self.clauses, self.overridden))
        entries = tuple(ListEntry(entry.of, entry._answer) for entry in self.entries) if self.listed else ()
        answer = ListAnswer(self.status, self.value, clauses, overridden, ignored=self.ignored, entries=entries)
        return answer.as_json(id)

    # --- what tells the entries apart ------------------------------------------------------------

    def _entry(self, entry: RulesAnswer) -> dict[str, object]:
        document: dict[str, object] = {
            "of": list(entry.of),
            "answer": entry.value,
            "clauses": [clause.citation for clause in entry.clauses],
        }
        if entry.status is not Status.ANSWERED:
            document["status"] = entry.status
        request: dict[str, Any] = dict(entry.request)
        document.update({key: request[key] for key in self._distinct() if key in request})
        return document

    def _distinct(self) -> list[str]:
        """Return the keys of a request, but “of”, in which the entries differ."""
        keys = ("left", "leaving", "given", "on")
        requests: list[dict[str, Any]] = [dict(entry.request) for entry in self.entries]
        return [key for key in keys if len({repr(request.get(key)) for request in requests}) > 1]

    def _cases(self) -> list[RulesAnswers]:
        """Return a list for each of the circumstances that its entries are asked in, if it is one of whom it is so."""
        keys = self._distinct() if self.listed else []
        together: dict[str, list[RulesAnswer]] = {}
        for entry in self.entries:
            request: dict[str, Any] = dict(entry.request)
            together.setdefault(repr([request.get(key) for key in keys]), []).append(entry)
        return [RulesAnswers(tuple(entries), self.listed, self.language) for entries in together.values()]

    @property
    def _is_said_alone(self) -> bool:
        """Whether it holds of nobody, and one answer says so: it is asked of more than one player."""
        return self.listed and not (self._shown or self._open) and len(self._differing) > 1

    def _nobody(self, language: str) -> str:
        """Return what is said where the list names nobody."""
        if self.status is not Status.ANSWERED:
            return self.entries[0].sentence(language)
        if self._open:
            words = self._undecided(self._open, language)
            return f"{words[:1].upper()}{words[1:]}."
        return _most_telling(self.entries).sentence(language) if self._is_said_alone else NOBODY_IN_WORDS.get(language)

    def _undecided(self, entries: Sequence[RulesAnswer], language: str) -> str:
        return f"{NOT_LISTED.get(language)} {', '.join(self._names(entries))}"

    def _names(self, entries: Sequence[RulesAnswer]) -> list[str]:
        """Return whom entries name: the one name in which they differ from others, or all of them."""
        different = self._differing
        return [entry.of[different[0]] if len(different) == 1 else " – ".join(entry.of) for entry in entries]

    @property
    def _differing(self) -> list[int]:
        """The places of the names in which the entries differ."""
        columns = zip(*(entry.of for entry in self.entries), strict=True)
        return [n for n, column in enumerate(columns) if len(set(column)) > 1]

    def _case(self, entry: RulesAnswer, language: str) -> str:
        """Return an entry's answer with what tells it from the others."""
        circumstances = self._circumstances(entry, language)
        return f"{circumstances} {entry.sentence(language)}".strip()

    def _in_all(self, entries: Sequence[RulesAnswer], language: str) -> str:
        """Return the lead of an answer that holds in every case; of two it names what tells them apart."""
        if len(entries) != 2:
            return IN_ALL_CASES.get(language).format(len(entries))
        apart = "; ".join(filter(None, (self._apart(entry, language) for entry in entries)))
        return IN_BOTH_CASES.get(language).format(f" ({apart})" if apart else "")

    def _circumstances(self, entry: RulesAnswer, language: str) -> str:
        """Return what beside the names tells an entry from the others, in brackets."""
        apart = self._apart(entry, language)
        return f"[{apart}]" if apart else ""

    def _apart(self, entry: RulesAnswer, language: str) -> str:
        request: dict[str, Any] = dict(entry.request)
        apart = {key: request.get(key) for key in self._distinct()}
        return ", ".join(circumstances(entry.query.program.vocabulary, apart, language))

    def _citations(self, entry: RulesAnswer, language: str) -> str:
        cited = ", ".join(clause.citation for clause in entry.clauses[:3])
        return f"({BY.get(language)} {cited})" if cited else ""


def _most_telling(entries: Sequence[RulesAnswer]) -> RulesAnswer:
    """Return the answer for which most clauses spoke against it and yielded; of several, that on the fewest clauses.

    Where nothing speaks against an answer, the case is one of which nobody thinks; so is one that names a player twice.
    """
    return min(
        entries, key=lambda entry: (len(entry.of) - len(set(entry.of)), -len(entry.overridden), len(entry.clauses))
    )


def _merged(clauses: Iterator[RulesClause]) -> tuple[RulesClause, ...]:
    return tuple({clause.citation: clause for clause in clauses}.values())


# --- how a question was read -----------------------------------------------------------------------


LEFT_BEFORE = Message("{} left before this turn")
LEFT_DURING = Message("{} left during this turn")
ON = Message("by the wording of {}")
ON_EACH = Message("by each of {} wordings, from that of {} to that of {}")
WITH = Message("with the option {}")
READ_AS = Message("Read as: {}")
READ_AS_OPPOSITE = Message("Read the other way round: {}")
OR = Message("or")


def restatement(answer: RulesAnswer | RulesAnswers, question: str, supplied: Mapping[str, Any], language: str) -> str:
    """Return as what a question was read, with what it took as given; nothing where it is put in just these words.

    ``supplied`` is what came along with the question, by the keys of a request.
    """
    entries = answer.entries
    if not entries:
        return ""
    words = interpretation(answer, supplied, language)
    exact = read_exactly(question, entries[0].query.program.vocabulary)
    says_just_that = exact is not None and len(entries) == 1 and "(" not in words
    lead = READ_AS_OPPOSITE if getattr(answer, "opposite", False) else READ_AS
    return "" if says_just_that or _bare(words) == _bare(question) else lead.get(language).format(words)


def _bare(question: str) -> str:
    return " ".join(question.casefold().strip(" ?").split())


def interpretation(answer: RulesAnswer | RulesAnswers, supplied: Mapping[str, Any], language: str) -> str:
    """Return in words what an answer is to: each case, those that differ in one player alone together."""
    if meanings := getattr(answer, "meanings", ()):
        return " ".join(interpretation(meaning, supplied, language) for meaning in meanings)
    entries = answer.entries
    vocabulary = entries[0].query.program.vocabulary
    by_circumstance = by_key(
        ((*_taken(vocabulary, request, language, supplied),), tuple(request["of"]))
        for request in asked_requests(answer)
    )
    ask = entries[0].request["ask"]
    by_words: dict[str, dict[tuple[str, ...], list[str]]] = {}
    for (*along, day), ofs in by_circumstance.items():
        for of in _joined(list(dict.fromkeys(ofs)), language):
            days = by_words.setdefault(asked(vocabulary.questions[ask], of, language), {})
            days.setdefault((*along,), []).append(day)
    by_question = {
        words: ["; ".join((*along, *_wordings(days, language))) for along, days in given.items()]
        for words, given in by_words.items()
    }
    either = f", {OR.get(language)} "
    return " ".join(_with(words, either.join(given)) if any(given) else words for words, given in by_question.items())


def _with(question: str, circumstances: str) -> str:
    body = question.removesuffix("?")
    return f"{body} ({circumstances}){question[len(body) :]}"


def asked_requests(answer: RulesAnswer | RulesAnswers) -> list[Request]:
    """Return the requests that an answer is to, with ``"?"`` where a list asks of everybody."""
    if meanings := getattr(answer, "meanings", ()):
        return [request for meaning in meanings for request in asked_requests(meaning)]
    requests = getattr(answer, "asked", ()) or [entry.request for entry in answer.entries]
    return [request for n, request in enumerate(requests) if request not in requests[:n]]


def circumstances(vocabulary: Vocabulary, request: Mapping[str, Any], language: str) -> list[str]:
    """Return in words who is gone in a request, what is used and given, and by the wording of which day it asks."""
    gone = [(said, request.get(key)) for key, said in (("left", LEFT_BEFORE), ("leaving", LEFT_DURING))]
    words = [said.get(language).format(names_in_words(names, language)) for said, names in gone if names]
    words += [
        WITH.get(language).format(vocabulary.options[id].names.get(language)) for id in request.get("options") or ()
    ]
    words += [say_given(vocabulary, key, value, language) for key, value in (request.get("given") or {}).items()]
    return [*words, *_wordings([request.get("on") or ""], language)]


def _wordings(days: Sequence[str], language: str) -> list[str]:
    """Return in words by which wordings is asked; nothing where they are those of today."""
    said = [say_day(day, language) for day in sorted(days) if day]
    if len(said) < len(days) or not said:
        return [ON.get(language).format(day) for day in said]
    one = (
        ON.get(language).format(*said) if len(said) == 1 else ON_EACH.get(language).format(len(said), said[0], said[-1])
    )
    return [fitted(one, language)]


def _taken(vocabulary: Vocabulary, request: Request, language: str, supplied: Mapping[str, Any]) -> list[str]:
    """Return in words what a request takes as given and nobody supplied along, and last the day on which it asks."""
    said: dict[str, Any] = dict(request)
    taken: dict[str, Any] = {
        key: [name for name in said.get(key) or () if name not in (supplied.get(key) or ())]
        for key in ("left", "leaving")
    }
    taken["options"] = [id for id in said.get("options") or () if id not in (supplied.get("options") or ())]
    facts = supplied.get("given") or {}
    taken["given"] = {
        key: value for key, value in (said.get("given") or {}).items() if key not in facts or facts[key] != value
    }
    day = request.get("on") if request.get("on") != supplied.get("on") else None
    return [*circumstances(vocabulary, taken, language), day or ""]


def _joined(ofs: Sequence[tuple[str, ...]], language: str) -> list[tuple[str, ...]]:
    """Return the names of several questions, with one name for those that differ in it alone: “B1 or B3”."""
    joined: list[list[tuple[str, ...]]] = [[(name,) for name in of] for of in ofs]
    for at in reversed(range(len(ofs[0]))):
        alike: dict[tuple[Any, ...], list[tuple[str, ...]]] = {}
        for of in joined:
            kept = alike.setdefault((*of[:at], *of[at + 1 :]), of)
            kept[at] = tuple(dict.fromkeys((*kept[at], *of[at])))
        joined = list(alike.values())
    return [tuple(_either(names, language) for names in of) for of in joined]


def _either(names: Sequence[str], language: str) -> str:
    *first, last = names
    return f"{', '.join(first)} {OR.get(language)} {last}" if first else last
