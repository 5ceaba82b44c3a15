"""Facts of a position in a person's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from emperor_rules.evaluate.facts import Fact, FactKind, Group
from emperor_rules.evaluate.verbalise import (
    MOMENTS,
    fill,
    listed_phrase,
    negative_phrase,
    say_fact,
    say_given,
    say_option,
    say_role,
    say_value,
)
from emperor_rules.language.inflection import plural_sentence
from emperor_rules.model.seating import NOBODY, TEAM_LETTERS, Table
from emperor_rules.model.terms import PLAYER, PLAYERS, TEAM
from emperor_rules.model.vocabulary import Predicate, PredicateKind, Vocabulary, Words

AND = Words(" and ", " e ")
NUMBER_OF = Words("the number of", "il numero di")
IS = Words("is", "è")
TO_THE_LEFT = Words("to the left of {0} comes {1}", "a sinistra di {0} viene {1}")
IN_ORDER = Words("to the left of {0} come, in this order, {1}", "a sinistra di {0} vengono, nell'ordine, {1}")
TEAM_NAME = Words("team ", "la squadra ")
TEAM_NAMES = Words("teams ", "le squadre ")


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
                return self._predicate(group) + ("" if group.known else "?")
            case FactKind.ROLE:
                return self._role(group)
            case FactKind.OPTION:
                return say_option(self.vocabulary, fact.name, fact.value, self.language)
            case FactKind.GIVEN:
                return say_given(self.vocabulary, fact.name, self._given(fact), self.language)
            case FactKind.LISTED:
                return self._listed(group)
            case FactKind.COUNT:
                return self._count(fact)
            case FactKind.ORDER:
                first, *others = (self._name(player, PLAYER) for player in fact.args)
                return (IN_ORDER if others[1:] else TO_THE_LEFT).get(self.language).format(first, self._list(others))

    def _predicate(self, group: Group) -> str:
        fact = group.facts[0]
        declared = self.vocabulary.predicates[fact.name]
        names = [self._name(value, sort) for value, (_, sort) in zip(fact.args, declared.params, strict=True)]
        if group.slot is not None:
            letter, sort = declared.params[group.slot]
            names[group.slot] = self._names([member.args[group.slot] for member in group.facts], sort)
        if declared.kind is PredicateKind.VALUE:
            values = [self._shown(declared, member.value) for member in group.facts]
            value = values[0] if values.count(values[0]) == len(values) else self._list([*map(str, values)])
            return say_value(declared, names, value, self.language, fact.moment)
        if group.slot is None:
            return say_fact(declared, names, fact.value is not False, self.language, fact.moment)
        phrase = negative_phrase(declared, self.language) if fact.value is False else declared.phrase.get(self.language)
        return self._plural(phrase, declared, letter, names) + MOMENTS[fact.moment].get(self.language)

    def _plural(self, phrase: str, declared: Predicate, letter: str, names: Sequence[str]) -> str:
        if phrase.startswith(f"{letter} "):
            phrase = plural_sentence(phrase, self.language)
        return fill(phrase, [letter for letter, _ in declared.params], names)

    def _role(self, group: Group) -> str:
        fact, names = group.facts[0], self._list(self._players(group))
        if group.slot is None:
            return say_role(self.vocabulary, fact.name, names, fact.value, self.language)
        plural = Words("are" if fact.value else "are not", "sono" if fact.value else "non sono")
        return f"{names} {plural.get(self.language)} {self.vocabulary.roles[fact.name].names[1].get(self.language)}"

    def _listed(self, group: Group) -> str:
        fact, names = group.facts[0], self._list(self._players(group))
        phrase, letter = listed_phrase(self.vocabulary, fact.name, fact.value, self.language)
        if group.slot is not None and phrase.startswith(f"{letter} "):
            phrase = plural_sentence(phrase, self.language)
        return fill(phrase, [letter], [names])

    def _count(self, fact: Fact) -> str:
        nouns = (self.vocabulary.roles.get(fact.name) or self.vocabulary.sorts[fact.name]).names[1]
        return f"{NUMBER_OF.get(self.language)} {nouns.get(self.language)} {IS.get(self.language)} {fact.value}"

    def _names(self, values: Sequence[Any], sort: str) -> str:
        if sort == TEAM:
            return TEAM_NAMES.get(self.language) + self._list([TEAM_LETTERS[team] for team in values])
        return self._list([self._name(value, sort) for value in values])

    def _players(self, group: Group) -> list[str]:
        return [self._name(member.args[0], PLAYER) for member in group.facts]

    def _list(self, names: Sequence[str]) -> str:
        """Join names: “A1, A2 and A3”."""
        return AND.get(self.language).join(part for part in (", ".join(names[:-1]), names[-1]) if part)

    def _given(self, fact: Fact) -> Any:
        if isinstance(fact.value, int) and self.vocabulary.givens[fact.name].kind == PLAYER:
            return None if fact.value == NOBODY else self._name(fact.value, PLAYER)
        return fact.value

    def _name(self, value: Any, sort: str) -> str:
        """Return the name of a player or team; numbers and words name themselves."""
        if sort == PLAYER and isinstance(value, int) and value >= 0:
            return self.table.names[value]
        if sort == TEAM and isinstance(value, int) and value >= 0:
            return TEAM_NAME.get(self.language) + TEAM_LETTERS[value]
        return str(value)

    def _shown(self, declared: Predicate, value: Any) -> Any:
        """Return a value as people read it."""
        if value is None:
            return "?"
        if declared.answer == PLAYERS:
            return [self._name(player, PLAYER) for player in value]
        return self._name(value, declared.answer) if declared.answer in (PLAYER, TEAM) else value
