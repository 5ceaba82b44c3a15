"""Tell from the rules whether two texts must answer a question alike on a table, without looking at its positions.

Two texts answer alike where the rules of the question are the same and whatever those rules read is alike in turn.
What differs in words and reads nothing but the seats at the start is asked: on one table it is one position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from emperor_rules.model.seating import Table
from emperor_rules.model.vocabulary import Predicate
from emperor_rules.resolve.cone import cone_of, reads
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.resolve.signatures import cone_signature, own_signature
from emperor_rules.search.bitset import Args, BitText
from emperor_rules.search.query import can_conclude
from emperor_rules.search.state_space import Space


class StaticEquivalence:
    """Two texts on one table with some options in use."""

    def __init__(self, texts: Sequence[ResolvedText], table: Table, options: frozenset[str]) -> None:
        """Nothing is looked at before it is asked for."""
        self.first, self.second = texts
        self.vocabulary = self.first.vocabulary
        self.table = table
        self.options = options
        self.alike: dict[str, bool] = {}
        self._bits: tuple[BitText, BitText] | None = None

    def same(self, relation: str) -> bool:
        """Return whether both texts certainly decide a relation alike in every position of the table."""
        alike = self.alike.get(relation)
        if alike is None:
            self.alike[relation] = False  # a circle is alike only if all of it reads the same
            alike = self.alike[relation] = self._same(relation)
        return alike

    def _same(self, relation: str) -> bool:
        if cone_signature(self.first, relation) == cone_signature(self.second, relation):
            return True
        members = {relation, *self.first.circles.get(relation, ()), *self.second.circles.get(relation, ())}
        same_words = all(own_signature(self.first, name) == own_signature(self.second, name) for name in members)
        if same_words:
            outside = {read for name in members for read in reads(self.first, name)} - members
            if all(self.same(read) for read in outside):
                return True
        return self._same_at_the_start(self.vocabulary.relations[relation])

    def _same_at_the_start(self, relation: Predicate) -> bool:
        """Compare everything that is decided about a relation which depends on nothing but seats and options."""
        if any(
            cone_of(t, relation.id).moments - {"start"} or cone_of(t, relation.id).givens
            for t in (self.first, self.second)
        ):
            return False
        if can_conclude(self.first, relation.id) != can_conclude(self.second, relation.id):
            return False  # what is false to all who read it is silent in one of them, asked by itself
        if self._bits is None:
            space = Space(self.table, (), {}, self.options)
            self._bits = BitText(self.first, space), BitText(self.second, space)
        first_bits, second_bits = self._bits
        for args in self._arguments(relation):
            if relation.kind == "value":
                a, b = first_bits.value(relation.id, args), second_bits.value(relation.id, args)
                if (dict(a.values), a.contradicted) != (dict(b.values), b.contradicted):
                    return False
            else:
                c, d = first_bits.fact(relation.id, args), second_bits.fact(relation.id, args)
                if (c.yes, c.no, c.contradicted, c.default) != (d.yes, d.no, d.contradicted, d.default):
                    return False
        return True

    def _arguments(self, relation: Predicate) -> Iterator[Args]:
        sorts = {"player": range(len(self.table.roles)), "team": range(len(self.table.sizes))}
        return product(*(sorts.get(sort, range(len(self.table.roles) + 1)) for _, sort in relation.params))
