"""Scenarios: a position, questions, the expected answers and the clauses expected to decide; and their requests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, Required, TypedDict

from emperor_rules.model.record import Record
from emperor_rules.model.texts import Day, Reference
from emperor_rules.model.vocabulary import NO_WORDS, Words
from emperor_rules.source import NOWHERE, Span

#: What a request may tell of a given fact: a flag, a number, a word or a player's name, or the names of players.
GivenValue = bool | int | str | Sequence[str] | Mapping[str, int]


class GivenItem(NamedTuple):
    """A given fact by its key."""

    key: str
    value: GivenValue


class ScenarioText(NamedTuple):
    """A text that a scenario asks."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Query(Record):
    """A question as asked: its predicate and the names of players or teams in the order of the predicate."""

    ask: str
    of: tuple[str, ...]
    given: tuple[GivenItem, ...] = ()


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


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Expectation(Record):
    """What a scenario expects of one question.

    There are no negated questions (“B1 is not next to A1: yes”): the plain one is asked.

    Attributes:
        query: The question.
        status: What the answer is.
        answer: The answer, or null.
        by: The clauses that decide; null: none are named.
        exact: False: other clauses may decide as well (“by at least”).
        over: The clauses that yield; null: none are named.
        span: Where it is written.
        written: The question as it is written.
    """

    query: Query
    status: Status
    answer: object
    by: tuple[Reference, ...] | None = None
    exact: bool = True
    over: tuple[Reference, ...] | None = None
    span: Span = NOWHERE
    written: str = ""

    def answer_beside(self, answer: object) -> object:
        """Return the answer as another is to be compared with it: one player is no list of one where none is listed."""
        match self.answer:
            case (alone,) if isinstance(answer, str):
                return alone
        return self.answer

    def is_met_by(self, status: Status, answer: object) -> bool:
        """Return whether a text answers as is expected, by whatever clauses."""
        return (status, answer) == (self.status, self.answer_beside(answer))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Scenario(Record):
    """A named position asked of one or more texts.

    Attributes:
        name: Its name in English.
        texts: The texts that are asked.
        seats: The seating.
        expectations: The questions, with what every text should answer.
        left: Who left before the turn began.
        leaving: Who left during the turn.
        options: The options in use.
        on: The day whose wording is asked; null: the newest.
        given: What every question brings along.
        titles: Its name in each language in which it has one.
        situation: What somebody meets who looks the ruling up, where people often do: its name is the ruling.
        span: Where it is written.
        places: Where its items are written, by the key of the request that each becomes.
    """

    name: str
    texts: tuple[ScenarioText, ...]
    seats: str
    expectations: tuple[Expectation, ...]
    left: tuple[str, ...] = ()
    leaving: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    on: Day | None = None
    given: Mapping[str, GivenValue] = field(default_factory=dict)
    titles: Words = NO_WORDS
    situation: Words | None = None
    span: Span = NOWHERE
    places: Mapping[str, Span] = field(default_factory=dict)

    def title(self, language: str) -> str:
        """Return its name in a language, in English where it has no other."""
        return self.titles.own(language) or self.name


# --- requests: a position with a question, in the keys that ``emperor ask --batch`` reads --------------


class RequestPosition(TypedDict, total=False):
    """A position in the keys of a request, as :class:`Witness` tells them."""

    seats: Required[str]
    left: Sequence[str]
    leaving: Sequence[str]
    options: Sequence[str]
    on: str | None
    given: Mapping[str, GivenValue]


class TableRequest(RequestPosition):
    """A position and the text that is asked, before there is a question."""

    text: str


class Witness(RequestPosition):
    """A position and a question that show a finding, without the text that is asked.

    Attributes:
        seats: The seating, as in ``g E g | g E g``.
        left: The players who left before the turn began.
        leaving: The players who left during the turn.
        options: The options in use, in alphabetical order.
        on: The date, where the wording of another day than today's is asked.
        given: The given facts that are not at their defaults, by name.
        ask: The id of the question.
        of: The players or teams of whom it is asked.
    """

    ask: str
    of: Sequence[str]


class Request(Witness, TableRequest):
    """A witness with the id of the text that is asked: all that an engine needs for an answer."""


def expectation_request(scenario: Scenario, expectation: Expectation, text: str) -> Request:
    """Return the question of an expectation as a request."""
    query = expectation.query
    request: Request = {"text": text, "seats": scenario.seats, "ask": query.ask, "of": [*query.of]}
    if scenario.left:
        request["left"] = [*scenario.left]
    if scenario.leaving:
        request["leaving"] = [*scenario.leaving]
    if scenario.options:
        request["options"] = [*scenario.options]
    if scenario.on:
        request["on"] = scenario.on
    if given := {**scenario.given, **dict(query.given)}:
        request["given"] = given
    return request
