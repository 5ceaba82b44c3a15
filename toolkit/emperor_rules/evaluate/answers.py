"""Answers to requests, of one question or of everybody for whom a ``"?"`` stands, and what is said in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from emperor_rules.evaluate.request import BoundQuery
from emperor_rules.messages import ENGLISH, Bilingual, Message, Names, in_language, plural
from emperor_rules.model.scenarios import Status
from emperor_rules.model.terms import MEMBERS, PLAYER, PLAYERS, TEAM
from emperor_rules.model.vocabulary import Predicate, Vocabulary, Words

ANSWERED, SILENT, CONTRADICTED_STATUS, INVALID = Status
#: The message of an answer that is left open because the text says that there is nothing to ask.
NOT_ARISING = Message("the question does not arise")


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one question, with the keys of ``emperor ask --batch``.

    Attributes:
        status: Whether the text answers.
        answer: The answer itself, which :class:`RulesAnswer` calls its value: true or false, a number, a word, a name,
            or a tuple of names in order; ``None`` without one.
        clauses: The clauses that it rests on, as citations (``text:number``).
        overridden: Those that concluded otherwise and yielded, likewise.
        message: What is wrong with the question, who claims what, or what decides where the text says nothing.
        claims: The sides of a contradiction: what each says, and by which clauses.
        ignored: The given facts, by name, that no clause looks at on which the question rests, whatever the position;
            two answers may differ in them and be equal.
        missing: The fact, by name, for want of which there is no answer.
    """

    status: Status
    answer: object = None
    clauses: tuple[str, ...] = ()
    overridden: tuple[str, ...] = ()
    message: str | None = None
    claims: tuple[tuple[object, tuple[str, ...]], ...] = ()
    ignored: tuple[str, ...] = field(default=(), compare=False)
    missing: str = field(default="", compare=False)

    def as_json(self, id: object, language: str = ENGLISH) -> dict[str, object]:
        """Return the answer with the keys of the batch interface; the message is in a language."""
        document: dict[str, object] = {
            "id": id,
            "status": self.status,
            "answer": as_listed(self.answer),
            "clauses": list(self.clauses),
            "overridden": list(self.overridden),
        }
        if self.message is not None:
            document["message"] = in_language(self.message, language)
        if self.message == NOT_ARISING:
            document["arises"] = False
        if self.ignored:
            document["ignored"] = list(self.ignored)
        return document


class ListEntry(NamedTuple):
    """One of the single questions of a list with its answer; ``of`` are all its names."""

    of: tuple[str, ...]
    answer: Answer

    @property
    def is_open(self) -> bool:
        """Whether the text is silent about it or contradicts itself."""
        return self.answer.status is not Status.ANSWERED


@dataclass(frozen=True, slots=True)
class ListAnswer(Answer):
    """The answer to a question of everybody; ``entries`` are all single questions in order of seats."""

    entries: tuple[ListEntry, ...] = ()

    def as_json(self, id: object, language: str = ENGLISH) -> dict[str, object]:
        """Return the answer with the keys of the batch interface, and those not decided under ``open``."""
        document = Answer.as_json(self, id, language)
        undecided = [
            {"of": list(entry.of), "status": entry.answer.status, "clauses": list(entry.answer.clauses)}
            for entry in self.entries
            if entry.is_open
        ]
        if undecided:
            document["open"] = undecided
        return document


def as_listed(value: object) -> object:
    """Return the value of an answer as JSON has it, which knows no tuples."""
    return list(value) if isinstance(value, tuple) else value


def joint_status(statuses: Iterable[Status]) -> Status:
    """Return the status of several answers: *answered* as soon as one is, or where there are none."""
    every = set(statuses)
    order = (Status.ANSWERED, Status.CONTRADICTED, Status.SILENT)
    return next((status for status in order if status in every), Status.ANSWERED)


def list_answer(entries: Sequence[ListEntry]) -> ListAnswer:
    """Join the answers to the single questions of a list, none of which is invalid.

    Its clauses are those of the entries that it names, or of all where it names none.
    """
    status = joint_status(entry.answer.status for entry in entries)
    ignored = entries[0].answer.ignored if entries else ()
    if status is not Status.ANSWERED:
        clauses = merged(entry.answer.clauses for entry in entries)
        every_message = [entry.answer.message for entry in entries]
        hidden = None if all(message == NOT_ARISING for message in every_message) else NOT_ARISING
        messages = dict.fromkeys(message for message in every_message if message and message != hidden)
        message = next(iter(messages)) if len(messages) == 1 else "; ".join(messages) or None
        return ListAnswer(status, clauses=clauses, message=message, ignored=ignored, entries=tuple(entries))
    listed = [entry for entry in entries if not (entry.is_open or entry.answer.answer is False)]
    deciding = [entry.answer for entry in listed or entries if not entry.is_open]
    clauses, overridden = merged(a.clauses for a in deciding), merged(a.overridden for a in deciding)
    names = [
        {"of": list(e.of), "answer": as_listed(e.answer.answer), "clauses": list(e.answer.clauses)} for e in listed
    ]
    return ListAnswer(status, names, clauses, overridden, ignored=ignored, entries=tuple(entries))


def merged(citations: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the citations of several answers, each once, in the order of their first naming."""
    return tuple(dict.fromkeys(citation for group in citations for citation in group))


# --- what a verdict is to whoever asked ------------------------------------------------------------


def shown_value(query: BoundQuery, value: Any) -> object:
    """Return a value of the evaluator as the interface has it: players by name, teams by letter."""
    table = query.position.table
    sort = query.predicate.answer
    if sort in MEMBERS:
        names = table.names if sort == PLAYERS else table.teams
        return tuple(names[member] for member in value)
    if sort == PLAYER:
        return table.names[value] if value >= 0 else None
    return table.teams[value] if sort == TEAM else value


def value_in_words(value: object, choices: Iterable[tuple[str, Words]] = ()) -> Bilingual:
    """Return the value of an answer: as a scenario writes it in English, in other languages in their words.

    Args:
        value: True or false, a number, a word, names in order, or numbers by name.
        choices: The words that the question may be answered with.
    """
    if isinstance(value, bool):
        return Message("yes") if value else Message("no")
    if isinstance(value, Mapping):
        return Names((f"{name} {number}" for name, number in value.items()), between=" ")
    if isinstance(value, tuple | list):
        return Names(value, between=" ")
    _, *others = next((words for word, words in choices if word == value), ("",))
    return Message("{value}", value=Words(str(value), *others))


def contradiction(claims: Iterable[tuple[object, tuple[str, ...]]], choices: tuple[tuple[str, Words], ...]) -> Message:
    """Return the message of a contradiction: what each side says, and by which clauses."""
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


def decided_elsewhere(predicate: Predicate) -> Message | None:
    """Return the message of what decides a question of which a text says nothing, if its declaration tells."""
    return Message("{place} decides this", place=predicate.elsewhere) if predicate.elsewhere.en else None


def not_given(vocabulary: Vocabulary, key: str) -> Message:
    """Return the message that a fact is needed for an answer and not given."""
    return Message(
        "the answer depends on “{key}” ({phrase}), which is not given", key=key, phrase=vocabulary.givens[key].phrase
    )
