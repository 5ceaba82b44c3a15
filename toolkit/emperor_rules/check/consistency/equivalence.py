"""Static equivalence: whether the rules of two texts give the same answers on a table, without searching its positions.

Two texts are equivalent where the rules of the question are the same and the predicates that those rules read are
equivalent in turn. Rules that differ but read nothing other than the initial seats are evaluated: on one table that
is a single position.
"""

from __future__ import annotations

from collections.abc import Sequence

from emperor_rules.model.seating import Table
from emperor_rules.model.vocabulary import Predicate, PredicateKind
from emperor_rules.resolve.cone import cone_of, reads
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.resolve.signatures import cone_signature, own_signature
from emperor_rules.search.bitset import BitText
from emperor_rules.search.query import can_conclude, every_argument
from emperor_rules.search.state_space import Space


class StaticEquivalence:
    """Two texts on one table with some options in use."""

    def __init__(self, texts: Sequence[ResolvedText], table: Table, options: frozenset[str]) -> None:
        """Create the comparison; nothing is computed yet."""
        self.first, self.second = texts
        self.vocabulary = self.first.vocabulary
        self.table = table
        self.options = options
        self.alike: dict[str, bool] = {}
        self._bits: tuple[BitText, BitText] | None = None

    def same(self, predicate: str) -> bool:
        """Return whether both texts certainly conclude the same about a predicate in every position of the table."""
        alike = self.alike.get(predicate)
        if alike is None:
            # a recursive predicate is equivalent only if all of its component has the same rules
            self.alike[predicate] = False
            alike = self.alike[predicate] = self._same(predicate)
        return alike

    def _same(self, predicate: str) -> bool:
        if cone_signature(self.first, predicate) == cone_signature(self.second, predicate):
            return True
        members = {predicate, *self.first.circles.get(predicate, ()), *self.second.circles.get(predicate, ())}
        same_words = all(own_signature(self.first, name) == own_signature(self.second, name) for name in members)
        if same_words:
            outside = {read for name in members for read in reads(self.first, name)} - members
            if all(self.same(read) for read in outside):
                return True
        return self._same_at_the_start(self.vocabulary.predicates[predicate])

    def _same_at_the_start(self, predicate: Predicate) -> bool:
        """Return whether a predicate that depends on seats and options alone has the same values in both texts."""
        if any(
            cone_of(t, predicate.id).moments - {"start"} or cone_of(t, predicate.id).givens
            for t in (self.first, self.second)
        ):
            return False
        if can_conclude(self.first, predicate.id) != can_conclude(self.second, predicate.id):
            return False  # a predicate without rules is false where it is read, but silent where it is asked
        if self._bits is None:
            space = Space(self.table, (), {}, self.options)
            self._bits = BitText(self.first, space), BitText(self.second, space)
        is_value = predicate.kind == PredicateKind.VALUE
        for args in every_argument(predicate, self.table):
            sets = [
                text.value(predicate.id, args) if is_value else text.fact(predicate.id, args) for text in self._bits
            ]
            if sets[0]._replace(live=()) != sets[1]._replace(live=()):
                return False
        return True
