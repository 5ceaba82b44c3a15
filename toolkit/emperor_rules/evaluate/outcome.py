"""What a verdict is to whoever asked: values by name, and what is said where there is none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from emperor_rules.evaluate.request import BoundQuery
from emperor_rules.messages import Bilingual, Message, Names, plural
from emperor_rules.model.seating import TEAM_LETTERS
from emperor_rules.model.terms import PLAYER, PLAYERS, TEAM
from emperor_rules.model.vocabulary import Vocabulary, Words


def shown_value(query: BoundQuery, value: Any) -> object:
    """Return a value of the evaluator as the interface has it: players by name, teams by letter."""
    names = query.position.table.names
    sort = query.predicate.answer
    if sort == PLAYERS:
        return [names[player] for player in value]
    if sort == PLAYER:
        return names[value] if value >= 0 else None
    return TEAM_LETTERS[value] if sort == TEAM else value


def value_in_words(value: object, choices: Iterable[tuple[str, Words]] = ()) -> Bilingual:
    """Return the value of an answer: as a scenario writes it in English, in Italian words in Italian.

    Args:
        value: True or false, a number, a word, or names in order.
        choices: The words that the question may be answered with.
    """
    if isinstance(value, bool):
        return Message("yes") if value else Message("no")
    if isinstance(value, list):
        return Names(value, between=" ")
    italian = next((words.it for word, words in choices if word == value), "")
    return Message("{value}", value=Words(str(value), italian))


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


def not_given(vocabulary: Vocabulary, key: str) -> Message:
    """Return the message that a fact is needed for an answer and not given."""
    return Message(
        "the answer depends on “{key}” ({phrase}), which is not given", key=key, phrase=vocabulary.givens[key].phrase
    )
