"""The answer to one question, and what can become of a question."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from emperor_rules.messages import ENGLISH, Message, Names, in_language, plural
from emperor_rules.model.vocabulary import Words, value_in_words


class Status(StrEnum):
    """What an answer is."""

    #: The text decides the question: yes, no or a value.
    ANSWERED = "answered"
    #: No clause in force can decide it, or an open one leaves it undetermined.
    SILENT = "silent"
    #: Clauses say different things, and none yields.
    CONTRADICTED = "contradicted"
    #: The question cannot be asked so; the message says why.
    INVALID = "invalid"


ANSWERED, SILENT, CONTRADICTED_STATUS, INVALID = Status


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one question; ``clauses`` and ``overridden`` are citations (``text:number``).

    ``claims`` are the sides of a contradiction: what each says, and by which clauses. ``ignored`` are the given facts,
    by name, that no clause looks at on which the question rests, whatever the position; two answers may differ in them
    and be equal.
    """

    status: Status
    answer: object = None
    clauses: tuple[str, ...] = ()
    overridden: tuple[str, ...] = ()
    message: str | None = None
    claims: tuple[tuple[object, tuple[str, ...]], ...] = ()
    ignored: tuple[str, ...] = field(default=(), compare=False)

    def as_json(self, id: object, language: str = ENGLISH) -> dict[str, object]:
        """Return the answer with the keys of the batch interface; the message is in a language."""
        document: dict[str, object] = {
            "id": id,
            "status": self.status,
            "answer": self.answer,
            "clauses": list(self.clauses),
            "overridden": list(self.overridden),
        }
        if self.message is not None:
            document["message"] = in_language(self.message, language)
        if self.ignored:
            document["ignored"] = list(self.ignored)
        return document


def claims_in_words(claims: Iterable[tuple[object, tuple[str, ...]]], choices: Iterable[tuple[str, Words]]) -> Message:
    """Return the sides of a contradiction as one sentence; ``choices`` are the words of the answer, if it has some."""
    sides = (
        plural(
            len(by),
            "{clauses} says {answer}",
            "{clauses} say {answer}",
            clauses=", ".join(by),
            answer=value_in_words(value, choices),
        )
        for value, by in claims
    )
    return Message("{sides}", sides=Names(sides, between="; "))
