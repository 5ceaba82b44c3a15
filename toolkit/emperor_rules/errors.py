"""Exceptions of the toolkit: one base class, whose members are also the built-in kind that a caller would catch.

Mistakes in rule files are no exceptions but diagnostics, collected; :class:`RulesError` carries them to whoever asked
for rules that can be used.
"""

from __future__ import annotations

import copyreg
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from emperor_rules.messages import Message

if TYPE_CHECKING:
    from emperor_rules.diagnostics import Diagnostic
    from emperor_rules.source import SourceFile


class EmperorError(Exception):
    """Base class of all exceptions that the toolkit raises for what it was given.

    Attributes:
        code: The permanent code of the catalogue of diagnostics under which a command prints the message.
    """

    code = "R701"

    @property
    def message(self) -> str:
        """What is wrong; where it is a :class:`Message`, it can be put into another language."""
        return str(self) if not self.args or not isinstance(self.args[0], str) else self.args[0]

    def __reduce__(self) -> tuple[object, ...]:
        """Return how to make the error again in another process, whatever arguments its kind is made of."""
        return copyreg.__newobj__, (type(self), *self.args), vars(self)  # type: ignore[attr-defined]


class RequestError(EmperorError, ValueError):
    """A request that cannot be answered as it stands; the message is one sentence that says why.

    Attributes:
        key: The key of the request whose value is wrong, where the message is about one.
        language: The language of the question that was asked, where that is known; else empty.
    """

    code = "R704"
    language = ""

    def __init__(self, message: str, key: str | None = None) -> None:
        super().__init__(message)
        self.key = key


class QuestionError(RequestError):
    """A question in words that the vocabulary does not know; the message names the nearest one that it does.

    Attributes:
        rules: The rules that it asks for, or may be about by its words, each as ``text:number``.
        wordings: The number of each of these rules and what it says, in the language of the message.
    """

    code = "R701"

    def __init__(self, message: str, rules: Sequence[str] = (), wordings: Iterable[tuple[str, str]] = ()) -> None:
        super().__init__(message)
        self.rules = tuple(rules)
        self.wordings = tuple(wordings)


class UnclearQuestionError(QuestionError):
    """A question in words that can mean several things; the message names them.

    Attributes:
        readings: What it can mean, each as a question that means one thing.
    """

    def __init__(self, message: str, readings: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.readings = tuple(readings)


class SeveralAnswersError(RequestError):
    """A question that asks who, or stands for several cases, where one answer is wanted."""

    code = "R701"


class MissingFactError(RequestError):
    """A question that depends on a given fact which it does not bring along; the message names the fact.

    Attributes:
        fact: The key under which it would be given.
    """

    code = "R705"

    def __init__(self, message: str, fact: str) -> None:
        super().__init__(message)
        self.fact = fact


class SeatingError(RequestError):
    """Seats that make no table; the message is one sentence that says why.

    Attributes:
        role: The word of a seat that no role has, if that is why.
    """

    code = "R703"

    def __init__(self, message: str, role: str = "") -> None:
        """Keep the message; it is about the seats."""
        super().__init__(message, "seats")
        self.role = role


class UnusableText(RequestError):
    """A text, on some day, whose clauses do not fit together, so that nothing can be asked of it."""

    def __init__(self, message: str) -> None:
        """Keep the message; it is about the text."""
        super().__init__(message, "text")


class _UnknownName(EmperorError, LookupError):
    """A name that the rules do not have; the message says which, and names the nearest one that they do."""

    code = "R702"

    def __str__(self) -> str:
        """Return the message; unlike that of a ``KeyError`` it stands in no quotation marks."""
        return str(self.args[0])


class UnknownTextError(_UnknownName, KeyError):
    """A text that the rules do not have."""


class UnknownQuestionError(_UnknownName, KeyError):
    """A question that the vocabulary does not have, where one is wanted by its id."""


class UnknownClauseError(_UnknownName):
    """A clause that the rules do not have, or a name that may mean several."""


class NotATranslationError(RequestError):
    """A text that cannot be held against another as its translation."""


class RulesError(EmperorError, ValueError):
    """Rules that cannot be used because of errors in their files.

    Attributes:
        diagnostics: The errors, in order of file, line and column; at least one.
        sources: The files that were read, by the name that the diagnostics give them.
        readable: Whether any text could be read at all.
    """

    def __init__(
        self, diagnostics: Sequence[Diagnostic], sources: Mapping[str, SourceFile], *, readable: bool = True
    ) -> None:
        """Sum the errors up in one sentence: the first, and how many more there are."""
        first, *others = diagnostics
        place = f"{first.span}: " if first.span.file else ""
        message = Message("{place}{message}", place=place, message=first.message)
        if others:
            message = Message("{message} (and {count} more)", message=message, count=len(others))
        super().__init__(message)
        self.diagnostics = tuple(diagnostics)
        self.sources = sources
        self.readable = readable
        self.code = first.code


class DeadlineExceeded(EmperorError, TimeoutError):
    """The time limit of a search is over; what was searched so far is kept."""


class WorkerLost(EmperorError, RuntimeError):
    """A process of a search ended on its own, such as for want of memory."""

    code = "R513"


class SearchDisagrees(EmperorError, RuntimeError):
    """The search and the evaluator answer a witness differently: a defect of the toolkit that stops the run."""
