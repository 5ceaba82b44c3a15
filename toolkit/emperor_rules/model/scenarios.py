"""Scenarios: a position, questions, the expected answers and the clauses expected to decide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from emperor_rules.model.record import Record
from emperor_rules.model.texts import Reference
from emperor_rules.source import NOWHERE, Span


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Query(Record):
    """A question as asked: its predicate and the names of players or teams in the order of the predicate."""

    ask: str
    of: tuple[str, ...]
    given: tuple[tuple[str, object], ...] = ()


#: What may become of a question that a scenario asks.
ExpectedStatus = Literal["answered", "silent", "contradicted", "invalid"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Expectation(Record):
    """What a scenario expects of one question.

    ``by`` is ``None`` when no clauses are named; ``exact`` tells “by” from “by at least”. There are no negated
    questions (“B1 is not next to A1: yes”): the plain one is asked.
    """

    query: Query
    status: ExpectedStatus
    answer: object
    by: tuple[Reference, ...] | None = None
    exact: bool = True
    over: tuple[Reference, ...] | None = None
    span: Span = NOWHERE
    written: str = ""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Scenario(Record):
    """A named position asked of one or more texts; ``italian`` is its name in Italian, where it has one.

    ``places`` are those of its items, by the key of the request that each becomes.
    """

    name: str
    texts: tuple[tuple[str, Span], ...]
    seats: str
    expectations: tuple[Expectation, ...]
    left: tuple[str, ...] = ()
    leaving: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    on: str | None = None
    given: Mapping[str, object] = field(default_factory=dict)
    italian: str = ""
    span: Span = NOWHERE
    places: Mapping[str, Span] = field(default_factory=dict)

    def title(self, language: str) -> str:
        """Return its name in a language, in English where it has no other."""
        return (self.italian if language == "it" else "") or self.name
