"""Rules that were read, their texts, and what can be asked of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from emperor_rules.api import arguments
from emperor_rules.api.answers import RulesClause, clause_on
from emperor_rules.diagnostics import Diagnostic
from emperor_rules.errors import RequestError, RulesError, SeveralAnswersError, UnknownTextError
from emperor_rules.evaluate.engine import Engine
from emperor_rules.evaluate.program import Program
from emperor_rules.evaluate.request import invalid
from emperor_rules.messages import Message
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Edition

if TYPE_CHECKING:
    from emperor_rules.api.answers import RulesAnswer, RulesAnswers
    from emperor_rules.api.comparison import TextComparison
    from emperor_rules.api.drift import Drift
    from emperor_rules.check.check_report import CheckReport
    from emperor_rules.check.history.timeline import RulesHistory
    from emperor_rules.check.history.translation import RulesTranslationAge
    from emperor_rules.check.history.versions import ClauseVersions
    from emperor_rules.check.mutation.coverage import Coverage
    from emperor_rules.model.scenarios import Request


#: Most seats of a table unless told otherwise. Measured with the shipped rules: most clauses take less than one second
#: and the slowest ten, most texts less than two and the slowest ten, the translation ten.
CLAUSE_SEATS, TEXT_SEATS, TRANSLATION_SEATS = 8, 6, 10


class Rules(Mapping[str, "RulesText"]):
    """Rules that were read: a mapping from ids to texts, in alphabetical order of the ids.

    A date behind the id selects the wording of a day: ``rules["my-text@2009-05-01"]``.

    Attributes:
        rulebook: What was read, as records (internal).
        engine: What answers, with all that it has worked out so far (internal).

    >>> import emperor_rules as er
    >>> rules = er.load()
    >>> rules["cr-890"]
    Traceback (most recent call last):
    emperor_rules.errors.UnknownTextError: there is no text “cr-890”. Did you mean “cr-810”?
    """

    def __init__(self, rulebook: Rulebook, seconds: float = 0.0, *, whole: bool = True) -> None:
        """Wrap what was read, how many seconds that took, and whether it is ``whole``: all texts. Use :func:`load`."""
        self.rulebook = rulebook
        self._seconds, self._whole = seconds, whole
        self.engine = Engine(rulebook)
        self._valid = False
        self._errors: dict[Edition, list[Diagnostic]] = {}

    def __getitem__(self, name: str) -> RulesText:
        edition = arguments.edition(name, self.rulebook.texts)
        if edition.on is not None:
            try:
                self.engine.wording(edition.text, edition.on)
            except RequestError as error:
                unknown = UnknownTextError(error.message)
                unknown.code = error.code
                raise unknown from None
        return RulesText(self, edition)

    # A mapping compares its values, which here name the rules that they belong to.
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __iter__(self) -> Iterator[str]:
        return iter(self.rulebook.texts)

    def __len__(self) -> int:
        return len(self.rulebook.texts)

    def __repr__(self) -> str:
        return f"<Rules: {', '.join(self)}>"

    @property
    def questions(self) -> Mapping[str, str]:
        """What can be asked: the id of each question and the question in English, with letters for names.

        >>> import emperor_rules as er
        >>> er.load(texts=["cr-809"]).questions["may-attack"]
        'can p attack q?'
        """
        return {id: question.ask.en for id, question in self.rulebook.vocabulary.questions.items()}

    def answer(self, request: Request) -> dict[str, object]:
        """Answer one request of ``emperor ask --batch``; nothing in it raises, a mistake is part of the answer.

        >>> import emperor_rules as er
        >>> rules = er.load(texts=["cr-809"])
        >>> rules.answer({"text": "cr-809", "seats": "g E g | g E g", "ask": "range", "of": ["A2"]})["answer"]
        2
        >>> rules.answer({"text": "cr-809", "seats": "g E g | g E g", "ask": "range", "of": ["C1"]})["message"]
        '“C1” is nobody at this table (A1 to B3)'
        """
        return self.engine.ask(request).as_json(arguments.id_of(request))

    def program(self, edition: Edition) -> Program:
        """Return a text on a date, ready to answer (internal).

        Raises:
            RulesError: If the text and what it includes do not fit together.
            RequestError: If the date is none, or before the first wording.
        """
        before = len(self.engine.findings)
        try:
            return self.engine.program(edition.text, edition.on)
        finally:
            new_errors = [diagnostic for diagnostic in self.engine.findings[before:] if diagnostic.is_error]
            errors = new_errors or self._errors.get(edition, [])  # what is wrong with it is found on its first use
            if errors:
                self._errors[edition] = errors
                raise RulesError(errors, self.rulebook.sources)

    def validate(self) -> None:
        """Resolve every text on every date, without running scenarios or searching tables.

        Raises:
            RulesError: If texts contradict their vocabulary, each other's references or the order of their rules.
            RequestError: If only some texts were read.
        """
        self._require_whole()
        if self._valid:
            return
        from emperor_rules.check.validation import check_texts

        errors = [diagnostic for diagnostic in check_texts(self.rulebook) if diagnostic.is_error]
        if errors:
            raise RulesError(errors, self.rulebook.sources)
        self._valid = True

    def check(
        self,
        *,
        seats: int | None = 12,
        texts: Iterable[str] | None = None,
        questions: Iterable[str] | None = None,
        seconds: float | None = None,
        all_dates: bool = False,
        all_options: bool = False,
        all_tables: bool = False,
        base: bool = False,
        cache: str | PathLike[str] | None = None,
        progress: Callable[[str, int, int], None] | None = None,
    ) -> CheckReport:
        """Check every text, run every scenario and search every legal table, as ``emperor check`` does.

        Args:
            seats: Most seats of a table that is searched; ``None`` to search none.
            texts: The ids of the texts to search; by default all.
            questions: The ids of the questions to search; by default all.
            seconds: Wall time after which the search ends; by default it runs to its end.
            all_dates: Whether to search every edition, not only the newest.
            all_options: Whether to search every set of options, not each alone.
            all_tables: Whether to search every legal table of a text that has too many, which can take long.
            base: Whether to check also what the folder lies on top of, where it has a base.
            cache: A file in which searches are kept; by default none.
            progress: Is called with a stage, what is done of it and how much there is.

        Returns:
            A report; its ``diagnostics`` are in order of file, line and column.

        Raises:
            UnknownTextError: If a text is not there.
            UnknownQuestionError: If the vocabulary has no such question.
            RequestError: If an argument makes no sense, or only some texts were read.
            WorkerLost: If the system ends a process of the search.

        >>> import emperor_rules as er
        >>> report = er.load("no/such/folder", errors="keep").check()
        >>> [diagnostic.code for diagnostic in report.diagnostics]
        ['R101']
        """
        from emperor_rules.check.pipeline import check_rulebook
        from emperor_rules.limits import Bounds

        self._require_whole()
        chosen = arguments.names_or_all("texts", texts)
        asked = arguments.names_or_all("questions", questions)
        arguments.known_names(self.rulebook, chosen or (), asked or ())
        most = None if seats is None else arguments.most_seats(seats)
        bounds = None if most is None else Bounds(most, chosen, asked, seconds, all_dates, all_options, all_tables)
        return check_rulebook(
            self.rulebook,
            progress,
            search=bounds,
            cache=None if cache is None else Path(cache),
            started=time.perf_counter() - self._seconds,
            own_only=not base,
        )

    def named(self, name: str) -> tuple[str, ClauseVersions | None]:
        """Return the text that a name means, and the clause if it is one of a clause (internal)."""
        text, clause, _ = self._named(name)
        return text, clause

    def _named(self, name: str) -> tuple[str, ClauseVersions | None, tuple[str, ...]]:
        """Return also remarks on other clauses that bore the number once."""
        from emperor_rules.check.history.versions import find_clause

        words = arguments.string("name", name).replace(":", " ", 1).split()
        if len(words) == 1 and (words[0] in self.rulebook.texts or ":" in name):
            return self[words[0]].id, None, ()
        if len(words) not in (1, 2):
            raise RequestError(Message("name one clause or one text, as in: emperor history my-text:3.1"))
        text = self[words[0]].id if len(words) == 2 else None
        clause, remarks = find_clause(self.rulebook.texts, text, words[-1])
        return clause.text.id, clause, remarks

    def history(
        self,
        name: str,
        *,
        seats: int | None = None,
        seconds: float | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> RulesHistory:
        """Trace a clause through its editions, or what each date did to a text, as ``emperor history`` does.

        Args:
            name: A text; or a clause by its number, its slug or a number that it bore once, with its text before it
                where that is not clear.
            seats: Most seats of a table on which is searched whether an answer changes; by default 8 for a clause and
                6 for a text.
            seconds: Wall time after which the rest is left unsettled.
            progress: Is called with what is done of the work and how much there is.

        Raises:
            UnknownTextError: If there is no such text.
            UnknownClauseError: If there is no such clause, or the name may mean several.
            RulesError: If texts do not fit together.
            RequestError: If an argument makes no sense, or only some texts were read.

        >>> import emperor_rules as er
        >>> history = er.load().history("cr-104:104.5", seats=6)
        >>> [(entry.date, str(entry.kind)) for slug, entry in history.entries]
        [('2005-08-01', 'first'), ('2009-07-11', 'renumbered'), ('2009-09-04', 'changed')]
        """
        from emperor_rules.check.history.timeline import trace
        from emperor_rules.check.history.versions import clause_versions

        self.validate()
        text, clause, remarks = self._named(name)
        chosen = [clause] if clause is not None else clause_versions(self.rulebook.texts[text])
        usual = CLAUSE_SEATS if clause is not None else TEXT_SEATS
        bound = usual if seats is None else arguments.most_seats(seats)
        return trace(self.rulebook, chosen, bound, seconds, progress, clause, remarks)

    def coverage(
        self,
        *,
        texts: Iterable[str] | None = None,
        seats: int = 6,
        seconds: float | None = None,
        kept: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> Coverage:
        """Change every clause a little, and see whether a scenario notices, as ``emperor coverage`` does.

        Args:
            texts: The ids of the texts to look at; by default all.
            seats: Most seats of a table on which a change that no scenario notices is searched.
            seconds: Wall time after which it ends.
            kept: Whether to use and renew what was judged before, in this user's caches.
            progress: Is called with what is done of the work and how much there is.

        Raises:
            UnknownTextError: If a text is not there.
            RulesError: If texts do not fit together.
            RequestError: If an argument makes no sense, or scenarios were not read.

        >>> import emperor_rules as er
        >>> coverage = er.load().coverage(texts=["cr-glossary"])
        >>> coverage.fine, coverage.unnoticed
        (True, 0)
        """
        from emperor_rules.check.mutation.coverage import CoverageCache, cover

        self.validate()
        chosen = arguments.names_or_all("texts", texts)
        arguments.known_names(self.rulebook, chosen or (), ())
        return cover(
            self.rulebook,
            texts=chosen,
            up_to=arguments.most_seats(seats),
            seconds=seconds,
            cache=CoverageCache() if kept else None,
            progress=progress,
        )

    def drift(
        self,
        file: str | PathLike[str] | None = None,
        *,
        before: str | PathLike[str] | None = None,
        day: str | date | None = None,
    ) -> Drift:
        """List what a new edition of the official rules asks of the rule files, as ``emperor drift`` does.

        Args:
            file: A copy of the edition as plain text; by default what has changed in the base that these rules lie on
                is listed.
            before: A copy of the edition before it: items then say what the words were.
            day: From which day the edition holds, if it does not say.

        Raises:
            RulesError: If a file cannot be read.
            RequestError: If the edition is older than all that the clauses were read against, or there is no base.
        """
        from emperor_rules.api.drift import drift_of_base, drift_of_edition

        if file is None:
            return drift_of_base(self.rulebook)
        return drift_of_edition(
            self.rulebook,
            Path(file),
            before=None if before is None else Path(before),
            day=None if day is None else arguments.day(day),
        )

    def topics(self, language: str = "en") -> Mapping[str, Mapping[str, str]]:
        """Return what can be asked, by topic: the ids of questions, each with names put in.

        >>> import emperor_rules as er
        >>> topics = er.load(texts=["early"]).topics("it")
        >>> [example for questions in topics.values() for ask, example in questions.items() if ask == "range"]
        ["qual è il raggio d'influenza di A2?"]
        """
        return _topics(self.engine, None, language)

    def to_json(self, texts: Iterable[str] = ()) -> str:
        """Return the rules as one JSON document, from which another engine can answer every question.

        Args:
            texts: The ids of the texts to write, with what they include; by default all.

        Raises:
            UnknownTextError: If a text is not there.

        >>> import json, emperor_rules as er
        >>> list(json.loads(er.load(texts=["early"]).to_json())["texts"])
        ['early']
        """
        from emperor_rules.export.document import export_text

        wanted = list(arguments.names("texts", texts))
        arguments.known_names(self.rulebook, wanted, ())
        return export_text(self.rulebook, wanted)

    def _require_whole(self) -> None:
        """Refuse to check rules of which only some texts were read: what these refer to would seem to be missing."""
        if not self._whole:
            raise invalid("only some of the texts were read: leave “texts” out of “load” to check or compare all rules")


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
        return self.rules.rulebook.texts[self.id].titles.by_language()

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
        given: Mapping[str, bool | int | str | Sequence[str] | Mapping[str, int]] | None = None,
        options: Sequence[str] = (),
        on: str | date | None = None,
        language: str = "en",
    ) -> RulesAnswer:
        """Answer a question about a position.

        Args:
            question: In words, English or Italian, with names in it; or its id, then with ``of``.
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
            The answer, which may also be that the text is silent or contradicts itself.

        Raises:
            QuestionError: If no question has these words.
            UnclearQuestionError: If it can mean several things.
            SeveralAnswersError: If it asks who, or names nobody: :meth:`ask_all` answers it.
            SeatingError: If the seats make no table.
            MissingFactError: If the answer depends on a given fact that is not given.
            RequestError: If anything else in the request makes no sense; the message says what.
            RulesError: If the text and what it includes do not fit together, or the question is not understood and the
                files of phrasings have errors.

        >>> import emperor_rules as er
        >>> cr = er.load(texts=["cr-809"])["cr-809"]
        >>> cr.ask("can A2 attack B1?", seats="g E g | g E g", left=["A3"]).value
        True
        >>> cr.ask("range", of=["A2"], seats="g E g | g E g").value
        2
        >>> cr.ask("can A2 attack B7?", seats="g E g | g E g")
        Traceback (most recent call last):
        emperor_rules.errors.RequestError: “B7” is nobody at this table (A1 to B3)
        """
        position = {"left": left, "leaving": leaving, "given": given, "options": options, "on": on}
        answers = self.ask_all(question, seats=seats, of=of, language=language, **cast("Any", position))
        if not answers.is_single:
            raise SeveralAnswersError(
                Message("“{question}” is asked of several players or cases: take ask_all", question=question)
            )
        return answers.entries[0]

    def ask_all(
        self,
        question: str,
        *,
        seats: str,
        of: Sequence[str] | None = None,
        left: Sequence[str] = (),
        leaving: Sequence[str] = (),
        given: Mapping[str, bool | int | str | Sequence[str] | Mapping[str, int]] | None = None,
        options: Sequence[str] = (),
        on: str | date | None = None,
        language: str = "en",
    ) -> RulesAnswers:
        """Answer a question of everybody for whom it can be asked, or in every case that it stands for.

        The arguments are those of :meth:`ask`; in ``of``, ``"?"`` stands for everybody.

        Returns:
            All the answers, in order of seats: one of a question about a player.

        Raises:
            RequestError: As :meth:`ask` does.

        >>> import emperor_rules as er
        >>> cr = er.load(texts=["cr-809"])["cr-809"]
        >>> [entry["of"] for entry in cr.ask_all("whom can A1 attack?", seats="g E g | g E g").value]
        [['A1', 'B3']]
        >>> len(cr.ask_all("can A2 attack B1?", seats="g E g | g E g"))
        1
        """
        from emperor_rules.api.questions import answer_question, answer_requests

        arguments.string("question", question)
        arguments.string("seats", seats)
        arguments.language_of(language)
        edition = self.edition if on is None else Edition(self.id, arguments.day(on))
        self.rules.program(edition)
        people = {"left": left, "leaving": leaving, "options": options}
        people = {key: list(arguments.names(key, given_names)) for key, given_names in people.items()}
        situation = {"on": edition.on, **people, "given": arguments.facts(given)}
        asked = {"text": self.id, "ask": question, "of": [], "seats": seats}
        request = cast("Request", asked | {key: value for key, value in situation.items() if value})
        if of is None:
            return answer_question(self.rules.engine, question, request, language)
        return answer_requests(self.rules.engine, [{**request, "of": list(arguments.names("of", of))}])

    def topics(self, language: str = "en") -> Mapping[str, Mapping[str, str]]:
        """Return what a clause of the text speaks of, by topic: the ids of questions, each with names put in.

        >>> import emperor_rules as er
        >>> "may-deploy" in er.load(texts=["cr-glossary"])["cr-glossary"].topics()
        False
        """
        return _topics(self.rules.engine, self.rules.program(self.edition).resolved.by_predicate, language)

    def translation_age(
        self,
        original: str,
        *,
        clause: str | None = None,
        seats: int | None = None,
        seconds: float | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> RulesTranslationAge:
        """Tell with which editions of its original this text agrees, as ``emperor history --against`` does.

        Args:
            original: The id of the text that it translates.
            clause: The slug of the one clause to look at; by default all are.
            seats: Most seats of a table that is searched, by default 10.
            seconds: Wall time after which the search ends.
            progress: Is called with what is done of the work and how much there is.

        Raises:
            UnknownTextError: If there is no such text.
            NotATranslationError: If it is no translation of that text.
            RequestError: If an argument makes no sense, or only some texts were read.
        """
        from emperor_rules.check.history.translation import date_translation

        self.rules.validate()
        rulebook, bound = self.rules.rulebook, TRANSLATION_SEATS if seats is None else arguments.most_seats(seats)
        return date_translation(rulebook, self.id, self.rules[original].id, bound, seconds, progress, clause)

    def compare(
        self,
        other: RulesText | str,
        *,
        seats: int = 12,
        questions: Iterable[str] | None = None,
        options: Iterable[str] = (),
        seconds: float | None = None,
        all_tables: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> TextComparison:
        """Find every question that another text answers differently on a table that both call legal.

        Args:
            other: Another text of the same rules, or its id, with ``@`` and a date for an earlier wording. Two states
                of the rules are compared by :func:`diff`.
            seats: Most seats of a table.
            questions: The ids of the questions to compare; by default all.
            options: The options in use on every table; by default each is tried alone.
            seconds: Wall time after which the search ends.
            all_tables: Whether to look at every legal table where there are too many, which can take long.
            progress: Is called with what is done of the work and how much there is.

        Raises:
            UnknownTextError: If there is no such text.
            UnknownQuestionError: If the vocabulary has no such question.
            RequestError: If the other text belongs to other rules, or neither knows an option.
            WorkerLost: If the system ends a process of the search.

        >>> import emperor_rules as er
        >>> comparison = er.load()["early"].compare("paris", seats=6, questions=["may-march"])
        >>> first = comparison.differences[0]
        >>> first.witness["seats"], first.answers["early"].answer, first.answers["paris"].status
        ('g E g | g E g', False, <Status.SILENT: 'silent'>)
        """
        from emperor_rules.api.comparison import TextComparison
        from emperor_rules.check.consistency.relation_run import declared_for
        from emperor_rules.check.consistency.scheduler import MOST_STATES, compare
        from emperor_rules.limits import Clock

        against = other if isinstance(other, RulesText) else self.rules[other]
        if against.rules is not self.rules:
            raise invalid("“{text}” is of other rules: compare two states of the rules with er.diff", text=against.id)
        for side in (self, against):
            self.rules.program(side.edition)
        asked = arguments.names_or_all("questions", questions)
        arguments.known_questions(asked or (), self.rules.questions)
        played, most = arguments.names("options", options), arguments.most_seats(seats)
        texts = self.rules.rulebook.texts
        arguments.known_options(played, texts[self.id], texts[against.id])
        comparison = compare(
            self.rules.engine,
            self.edition,
            against.edition,
            up_to=most,
            sets=[frozenset(played)] if played else None,
            questions=asked,
            clock=Clock(seconds),
            states=None if all_tables else MOST_STATES,
            progress=progress,
        )
        reasons = (declared_for(self.rules.engine, comparison.sides, difference) for difference in comparison.findings)
        declared = tuple(reason is not None for reason in reasons)
        return TextComparison(
            (self.edition, against.edition),
            comparison.findings,
            comparison.agree,
            comparison.silent,
            comparison.searched,
            declared,
            self.rules.engine,
        )


def _topics(engine: Engine, answered: Mapping[str, object] | None, language: str) -> Mapping[str, Mapping[str, str]]:
    from emperor_rules.api.topics import question_topics

    topics = question_topics(engine, answered, arguments.language_of(language))
    return {topic.names.get(language): examples for topic, examples in topics}
