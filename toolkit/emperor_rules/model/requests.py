"""Requests and witnesses: a position with a question, in the keys that ``emperor ask --batch`` reads."""

from __future__ import annotations

from typing import Required, TypedDict, cast

from emperor_rules.model.scenarios import Expectation, Scenario

#: What a request may tell of a given fact: a flag, a number, a word or a player's name, or the names of players.
GivenValue = bool | int | str | list[str]


class Witness(TypedDict, total=False):
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

    seats: Required[str]
    left: list[str]
    leaving: list[str]
    options: list[str]
    on: str
    given: dict[str, GivenValue]
    ask: Required[str]
    of: Required[list[str]]


class Request(Witness, total=False):
    """A witness with the id of the text that is asked: all that an engine needs for an answer."""

    text: Required[str]


def expectation_request(scenario: Scenario, expectation: Expectation, text: str) -> Request:
    """Return the question of an expectation as a request."""
    query = expectation.query
    items = {
        "text": text,
        "seats": scenario.seats,
        "ask": query.ask,
        "of": [*query.of],
        "left": [*scenario.left],
        "leaving": [*scenario.leaving],
        "options": [*scenario.options],
        "on": scenario.on,
        "given": {**scenario.given, **dict(query.given)},
    }
    return cast("Request", {key: item for key, item in items.items() if item or key == "of"})
