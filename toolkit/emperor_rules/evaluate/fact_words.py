"""Facts of a position in a person's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from emperor_rules.evaluate.facts import Fact, FactKind, Group
from emperor_rules.evaluate.verbalise import (
    Named,
    fill,
    listed,
    say_fact,
    say_given,
    say_listed,
    say_option,
    say_role,
    say_value,
)
from emperor_rules.language import italian
from emperor_rules.model.seating import NOBODY, TEAM_LETTERS, Table
from emperor_rules.model.terms import PLAYER, PLAYERS, TEAM
from emperor_rules.model.vocabulary import GivenKind, Predicate, PredicateKind, Vocabulary, Words

NUMBER_OF = Words("the number of", "il numero di")
IS = Words("is", "è")
TO_THE_LEFT = Words("to the left of {0} comes {1}", "a sinistra di {0} viene {1}")
IN_ORDER = Words("to the left of {0} come, in this order, {1}", "a sinistra di {0} vengono, nell'ordine, {1}")
TEAM_NAME = Words("team", "la squadra")
TEAM_NAMES = Words("teams", "le squadre")


def say_count(names: tuple[Words, Words], language: str) -> str:
    """Return the beginning of the statement of how many there are of a kind: “the number of teams is”."""
    return f"{NUMBER_OF.get(language)} {names[1].get(language)} {IS.get(language)}"


class FactWords:
    """Says the facts of one table in a language (``en`` or ``it``)."""

    def __init__(self, vocabulary: Vocabulary, table: Table, language: str) -> None:
        """Say nothing yet."""
        self.vocabulary, self.table, self.language = vocabulary, table, language

    def say(self, group: Group) -> str:
        """Return facts as one statement; what is unknown ends in a question mark."""
        fact = group.facts[0]
        match fact.kind:
            case FactKind.PREDICATE:
                return self._predicate(group) + ("" if group.decided else "?")
            case FactKind.ROLE:
                return say_role(self.vocabulary, fact.name, self._players(group), fact.value, self.language)
            case FactKind.OPTION:
                return say_option(self.vocabulary, fact.name, fact.value, self.language)
            case FactKind.GIVEN:
                return say_given(self.vocabulary, fact.name, self._given(fact), self.language)
            case FactKind.LISTED:
                return say_listed(self.vocabulary, fact.name, self._players(group), fact.value, self.language)
            case FactKind.COUNT:
                names = (self.vocabulary.roles.get(fact.name) or self.vocabulary.sorts[fact.name]).names
                return f"{say_count(names, self.language)} {fact.value}"
            case FactKind.ORDER:
                first, *others = (self._name(player, PLAYER) for player in fact.args)
                order = (IN_ORDER if others[1:] else TO_THE_LEFT).get(self.language)
                words = order.format(first, listed(others, self.language))
                return italian.joined(words) if self.language == "it" else words

    def subject(self, fact: Fact) -> str:
        """Return what a fact about a predicate is about, whether or not it is so."""
        declared = self.vocabulary.predicates[fact.name]
        names = [self._name(value, sort) for value, (_, sort) in zip(fact.args, declared.params, strict=True)]
        if declared.kind is not PredicateKind.VALUE:
            return say_fact(declared, names, True, self.language)
        letters = [letter for letter, _ in declared.params]
        return fill(declared.phrase.get(self.language), letters, names, self.language)

    def _predicate(self, group: Group) -> str:
        fact = group.facts[0]
        declared = self.vocabulary.predicates[fact.name]
        names: list[Named] = [
            self._name(value, sort) for value, (_, sort) in zip(fact.args, declared.params, strict=True)
        ]
        if group.slot is not None:
            names[group.slot] = self._names([f.args[group.slot] for f in group.facts], declared.params[group.slot][1])
        if declared.kind is not PredicateKind.VALUE:
            return say_fact(declared, names, fact.value is not False, self.language, fact.moment)
        values = [self._shown(declared, member.value) for member in group.facts]
        alike = values.count(values[0]) == len(values)
        value = values[0] if alike else listed([*map(str, values)], self.language)
        return say_value(declared, names, value, self.language, fact.moment)

    def _players(self, group: Group) -> list[str]:
        return [self._name(member.args[0], PLAYER) for member in group.facts]

    def _given(self, fact: Fact) -> Any:
        if self.vocabulary.givens[fact.name].kind is GivenKind.PLAYER:
            return None if fact.value in (None, NOBODY) else self._name(fact.value, PLAYER)
        return fact.value

    def _names(self, values: Sequence[int], sort: str) -> list[str]:
        """Return several names; before the letters of teams stands once that they are teams."""
        if sort != TEAM:
            return [self._name(value, sort) for value in values]
        first, *others = (TEAM_LETTERS[team] for team in values)
        return [f"{TEAM_NAMES.get(self.language)} {first}", *others]

    def _name(self, value: Any, sort: str) -> str:
        """Return the name of a player or team; numbers and words name themselves."""
        if sort == PLAYER and isinstance(value, int) and value >= 0:
            return self.table.names[value]
        if sort == TEAM and isinstance(value, int) and value >= 0:
            return f"{TEAM_NAME.get(self.language)} {TEAM_LETTERS[value]}"
        return str(value)

    def _shown(self, declared: Predicate, value: Any) -> Any:
        """Return a value as people read it."""
        if value is None:
            return "?"
        if declared.answer == PLAYERS:
            return [self._name(player, PLAYER) for player in value]
        return self._name(value, declared.answer) if declared.answer in (PLAYER, TEAM) else value
