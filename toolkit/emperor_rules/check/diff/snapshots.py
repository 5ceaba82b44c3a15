"""The vocabularies of two snapshots of the rules, aligned, and the tables that are legal in either."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from emperor_rules.messages import Message
from emperor_rules.model.seating import Table
from emperor_rules.model.vocabulary import GivenFact, GivenKind, Predicate, PredicateKind, Vocabulary
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.search.roles import known_roles, tellable_letters
from emperor_rules.search.seatings import legal_tables
from emperor_rules.search.state_space import given_values


@dataclass(frozen=True)
class AlignedVocabularies:
    """Two vocabularies, aligned.

    Attributes:
        old: The old vocabulary.
        new: The new vocabulary.
        vocabulary: The new vocabulary with the given facts of both.
        differing: The given facts that the two declare differently.
        unlike: Why questions and given facts cannot be compared, by id.
        letters: The role letters with the same role in both.
    """

    old: Vocabulary
    new: Vocabulary
    vocabulary: Vocabulary
    differing: frozenset[str]
    unlike: Mapping[str, str]
    letters: frozenset[str]

    def fixed(self, side: int, fixed: Mapping[str, Any], table: Table) -> dict[str, Any]:
        """Return the values of the given facts that a space does not vary, with the defaults of one side."""
        own = (self.old, self.new)[side]
        here = [key for key in self.differing if key in fixed and own.givens[key].default is not None]
        return {**fixed, **{key: given_values(own.givens[key], table, own)[0] for key in here}}


def aligned(old: Vocabulary, new: Vocabulary) -> AlignedVocabularies:
    """Return two vocabularies, aligned."""
    givens: dict[str, GivenFact] = {**old.givens, **new.givens}
    unlike: dict[str, str] = {}
    differing = set()
    for key in old.givens.keys() & new.givens.keys():
        before, after = old.givens[key], new.givens[key]
        if before.sense == after.sense:
            continue
        differing.add(key)
        words = {word for word, _ in before.choices}
        common = tuple(choice for choice in after.choices if choice[0] in words)
        if before.kind != after.kind or (after.kind == GivenKind.CHOICE and not common):
            unlike[key] = Message(
                "the given fact “{key}” was {old} and is {new}", key=key, old=_kind(before), new=_kind(after)
            )
        givens[key] = replace(after, choices=common)
    for id in old.questions.keys() & new.questions.keys():
        reason = _unlike(old.questions[id], new.questions[id])
        if reason:
            unlike[id] = reason
    same = frozenset(letter for letter, role in old.role_letters.items() if new.role_letters.get(letter) == role)
    return AlignedVocabularies(old, new, replace(new, givens=givens), frozenset(differing), unlike, same)


def _kind(given: GivenFact) -> str:
    if given.choices:
        return Message("one of {choices}", choices=", ".join(word for word, _ in given.choices))
    return Message("a {kind}", kind=given.kind)


def _unlike(old: Predicate, new: Predicate) -> str:
    if [sort for _, sort in old.params] != [sort for _, sort in new.params]:
        return Message("it is asked of others than before")
    if (old.kind == PredicateKind.VALUE, old.answer) != (new.kind == PredicateKind.VALUE, new.answer):
        return Message("it is answered by something else than before")
    return ""


def legal_in_either(
    settings: Sequence[Sequence[ResolvedText]], seats: int, common: frozenset[str]
) -> tuple[dict[str, Table], dict[str, Table]]:
    """Return the tables of a number of seats that are legal by the texts of the old and of the new state, by seating.

    Roles that both states treat alike are represented by one of them, the same in both.
    """
    old, new = settings
    roles = frozenset().union(*map(known_roles, [*old, *new]))
    after = tellable_letters([*new, *old], roles or new[0].vocabulary.roles)
    before = after
    if not len(common) == len(old[0].vocabulary.roles) == len(new[0].vocabulary.roles):
        old_letters = tellable_letters([*old, *new], roles or old[0].vocabulary.roles)
        before = (
            tuple(sorted({*(x for x in after if x in common), *(x for x in old_letters if x not in common)}))
            or old_letters
        )
    old_tables, new_tables = (
        {table.seats: table for text in texts for table in legal_tables([text], seats, letters)}
        for texts, letters in ((old, before), (new, after))
    )
    return old_tables, new_tables
