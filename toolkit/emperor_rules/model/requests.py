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


def request_of(scenario: Scenario, expectation: Expectation, text: str) -> Request:
    """Return the question of an expectation as a request."""
    request: Request = {
        "text": text,
        "seats": scenario.seats,
        "ask": expectation.query.ask,
        "of": [*expectation.query.of],
    }
    if scenario.left:
        request["left"] = list(scenario.left)
    if scenario.leaving:
        request["leaving"] = list(scenario.leaving)
    if scenario.options:
        request["options"] = list(scenario.options)
    if scenario.on:
        request["on"] = scenario.on
    given = cast("dict[str, GivenValue]", {**scenario.given, **dict(expectation.query.given)})
    if given:
        request["given"] = given
    return request
