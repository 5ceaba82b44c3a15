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
        self.one, self.other = texts
        self.vocabulary = self.one.vocabulary
        self.table = table
        self.options = options
        self.known: dict[str, bool] = {}
        self._bits: tuple[BitText, BitText] | None = None

    def same(self, relation: str) -> bool:
        """Return whether both texts certainly decide a relation alike in every position of the table."""
        found = self.known.get(relation)
        if found is None:
            self.known[relation] = False  # a circle is alike only if all of it reads the same
            found = self.known[relation] = self._same(relation)
        return found

    def _same(self, relation: str) -> bool:
        if cone_signature(self.one, relation) == cone_signature(self.other, relation):
            return True
        members = {relation, *self.one.circles.get(relation, ()), *self.other.circles.get(relation, ())}
        same_words = all(own_signature(self.one, name) == own_signature(self.other, name) for name in members)
        if same_words:
            outside = {read for name in members for read in reads(self.one, name)} - members
            if all(self.same(read) for read in outside):
                return True
        return self._same_at_the_start(self.vocabulary.relations[relation])

    def _same_at_the_start(self, relation: Predicate) -> bool:
        """Compare everything that is decided about a relation which depends on nothing but seats and options."""
        if any(
            cone_of(t, relation.id).moments - {"start"} or cone_of(t, relation.id).givens
            for t in (self.one, self.other)
        ):
            return False
        if can_conclude(self.one, relation.id) != can_conclude(self.other, relation.id):
            return False  # what is false to all who read it is silent in one of them, asked by itself
        if self._bits is None:
            space = Space(self.table, (), {}, self.options)
            self._bits = BitText(self.one, space), BitText(self.other, space)
        mine, theirs = self._bits
        for args in self._arguments(relation):
            if relation.kind == "value":
                a, b = mine.value(relation.id, args), theirs.value(relation.id, args)
                if (dict(a.values), a.contradicted) != (dict(b.values), b.contradicted):
                    return False
            else:
                c, d = mine.fact(relation.id, args), theirs.fact(relation.id, args)
                if (c.yes, c.no, c.contradicted, c.default) != (d.yes, d.no, d.contradicted, d.default):
                    return False
        return True

    def _arguments(self, relation: Predicate) -> Iterator[Args]:
        sorts = {"player": range(len(self.table.roles)), "team": range(len(self.table.sizes))}
        return product(*(sorts.get(sort, range(len(self.table.roles) + 1)) for _, sort in relation.params))
