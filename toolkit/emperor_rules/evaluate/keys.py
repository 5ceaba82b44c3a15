"""Keys of verdicts: a number for a relation with its arguments, as nothing is found faster in a book."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from emperor_rules.evaluate.position import MOST_SEATS
from emperor_rules.evaluate.verdict import Key
from emperor_rules.model.terms import PLAYER, TEAM
from emperor_rules.model.vocabulary import Predicate

#: More than there are players or teams at a table, nobody among them.
SEATS = MOST_SEATS + 1


def first_keys_of(relations: Iterable[Predicate]) -> dict[str, int]:
    """Give the first key of each relation.

    A relation of two players takes ``SEATS`` × ``SEATS`` keys, and so on; one that speaks of numbers, which have no
    bounds, takes one and is kept under that and its arguments.
    """
    found = {}
    key = 0
    for relation in relations:
        found[relation.id] = key
        key += SEATS ** len(relation.params) if _of_seats(relation.params) else 1
    return found


def key_of(relation: Predicate, first: int, args: Sequence[int]) -> Key:
    """Give the key of the verdict about a relation whose first key is ``first``."""
    if not _of_seats(relation.params):
        return (first, *args)
    factor = 1
    for arg in args:
        first += (arg + 1) * factor
        factor *= SEATS
    return first


def written_key(relation: Predicate, first: int, parameters: Sequence[str]) -> str:
    """Write the key of a verdict as an expression."""
    if not _of_seats(relation.params):
        return f"({first}, {', '.join(parameters)})"
    terms = [p if n == 0 else f"{p} * {SEATS**n}" for n, p in enumerate(parameters)]
    return " + ".join((*terms, str(key_of(relation, first, (0,) * len(terms)))))


@cache
def _of_seats(params: tuple[tuple[str, str], ...]) -> bool:
    return all(sort in (PLAYER, TEAM) for _, sort in params)
