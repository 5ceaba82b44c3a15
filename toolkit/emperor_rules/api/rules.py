"""Rules that were read, their texts, and what can be asked of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from emperor_rules.api import arguments
from emperor_rules.api.texts import RulesText
from emperor_rules.diagnostics import Diagnostic
from emperor_rules.errors import RequestError, RulesError, UnknownTextError
from emperor_rules.evaluate.engine import Engine
from emperor_rules.evaluate.program import Program
from emperor_rules.frontend.kept_texts import load_texts
from emperor_rules.frontend.rule_files import text_ids
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Edition
from emperor_rules.resources import shipped_rules

if TYPE_CHECKING:
    from emperor_rules.check.pipeline import CheckReport
    from emperor_rules.model.requests import Request

#: Is called with a stage of the work, what is done of it and how much there is.
StageProgress = Callable[[str, int, int], None]
Folder = str | PathLike[str]


def load(
    folder: Folder | None = None,
    *,
    texts: Iterable[str] | None = None,
    scenarios: bool | None = None,
    declared: bool | None = None,
    errors: Literal["raise", "keep"] = "raise",
) -> Rules:
    """Read a folder of rules.

    Args:
        folder: The folder; by default the rules that come with the toolkit.
        texts: The ids of the texts wanted. Only they are read and what they include, which takes a fraction of the
            time. By default all are.
        scenarios: Whether to read scenarios, which checks need; by default where all texts are read.
        declared: Whether to read declared differences, which comparisons need; by default where scenarios are read.
        errors: With ``"keep"`` rules with errors are returned too, for :meth:`Rules.check` to report them.

    Returns:
        The rules, a mapping from ids of texts to :class:`RulesText`.

    Raises:
        RulesError: If the rules have errors; its ``diagnostics`` say which and where.
        UnknownTextError: If a text that is wanted is not there.
        RequestError: If an argument makes no sense.

    Texts that are read are kept in a folder of this user's caches, from which they are read faster the next time.

    >>> import emperor_rules as er
    >>> rules = er.load()
    >>> "cr-809" in rules
    True
    >>> er.load("no/such/folder")
    Traceback (most recent call last):
    emperor_rules.errors.RulesError: there is no folder of rules at no/such/folder
    """
    started = time.perf_counter()
    path = shipped_rules() if folder is None else Path(folder)
    wanted = arguments.names_or_all("texts", texts)
    raises = arguments.one_of("errors", errors, ("raise", "keep")) == "raise"
    ids = text_ids(path) if wanted is not None else ()
    for id in wanted or () if ids else ():
        arguments.known_text(id, ids)
    with_scenarios = wanted is None if scenarios is None else scenarios
    if wanted is not None and not with_scenarios and not declared:
        rulebook = load_texts(path, wanted)
    else:
        from emperor_rules.frontend.loader import load_rulebook  # texts that are kept need no parser

        rulebook = load_rulebook(path, only=wanted, scenarios=with_scenarios, accepted=declared)
    mistakes = [diagnostic for diagnostic in rulebook.findings if diagnostic.is_error]
    if mistakes and raises:
        raise RulesError(mistakes, rulebook.sources, readable=bool(rulebook.texts))
    return Rules(rulebook, time.perf_counter() - started)


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
    emperor_rules.errors.UnknownTextError: there is no text “cr-890”. Did you mean “cr-809”?
    """

    def __init__(self, rulebook: Rulebook, seconds: float = 0.0) -> None:
        """Wrap what was read in so many seconds; :func:`load` does both."""
        self.rulebook = rulebook
        self._seconds = seconds
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
            program = self.engine.program(edition.text, edition.on)
        except RequestError:
            self._raise_errors(edition, before)
            raise
        self._raise_errors(edition, before)
        return program

    def validate(self) -> None:
        """Resolve every text on every date, without running scenarios or searching tables.

        Raises:
            RulesError: If texts contradict their vocabulary, each other's references or the order of their rules.
        """
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
        cache: Folder | None = None,
        progress: StageProgress | None = None,
    ) -> CheckReport:
        """Check every text, run every scenario and search every legal table, as ``emperor check`` does.

        Args:
            seats: Most seats of a table that is searched; ``None`` to search none.
            texts: The ids of the texts to search; by default all.
            questions: The ids of the questions to search; by default all.
            seconds: Wall time after which the search ends; by default it runs to its end.
            all_dates: Whether to search every edition, not only the newest.
            all_options: Whether to search every set of options, not each alone.
            cache: A file in which searches are kept; by default none.
            progress: Is called with a stage, what is done of it and how much there is.

        Returns:
            A report; its ``diagnostics`` are in order of file, line and column.

        Raises:
            UnknownTextError: If a text is not there.
            UnknownQuestionError: If the vocabulary has no such question.
            RequestError: If an argument makes no sense.

        >>> import emperor_rules as er
        >>> report = er.load("no/such/folder", errors="keep").check()
        >>> [diagnostic.code for diagnostic in report.diagnostics]
        ['R101']
        """
        from emperor_rules.check.limits import Bounds
        from emperor_rules.check.pipeline import check_rulebook

        chosen = arguments.names_or_all("texts", texts)
        asked = arguments.names_or_all("questions", questions)
        require_names(self.rulebook, chosen or (), asked or ())
        most = None if seats is None else arguments.most_seats(seats)
        bounds = None if most is None else Bounds(most, chosen, asked, seconds, all_dates, all_options)
        return check_rulebook(
            self.rulebook,
            progress,
            search=bounds,
            cache=None if cache is None else Path(cache),
            started=time.perf_counter() - self._seconds,
        )

    def to_json(self, texts: Iterable[str] = ()) -> str:
        """Return the rules as one JSON document, from which another engine can answer every question.

        Args:
            texts: The ids of the texts to write, with what they include; by default all.

        Raises:
            UnknownTextError: If a text is not there.

        >>> import json, emperor_rules as er
        >>> json.loads(er.load(texts=["early"]).to_json())["version"]
        2
        """
        from emperor_rules.export.document import export_text

        wanted = list(arguments.names("texts", texts))
        require_names(self.rulebook, wanted, ())
        return export_text(self.rulebook, wanted)

    def _raise_errors(self, edition: Edition, before: int) -> None:
        """Raise the errors that the engine has found since ``before``, or on an earlier use of the edition."""
        errors = [diagnostic for diagnostic in self.engine.findings[before:] if diagnostic.is_error]
        errors = self._errors.setdefault(edition, errors) if errors else self._errors.get(edition, [])
        if errors:
            raise RulesError(errors, self.rulebook.sources)


def require_names(rulebook: Rulebook, texts: Iterable[str], questions: Iterable[str]) -> None:
    """Refuse ids that the rules do not have, where they have any: a search of nothing would find nothing.

    Raises:
        UnknownTextError: If a text is not there.
        UnknownQuestionError: If the vocabulary has no such question.
    """
    for text in texts if rulebook.texts else ():
        arguments.known_text(text, rulebook.texts)
    if rulebook.vocabulary.questions:
        arguments.known_questions(questions, rulebook.vocabulary.questions)
