"""What the conditions of a text read, on a set of positions at once, and what they come to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from emperor_rules.model.terms import Moment
from emperor_rules.search.state_space import Space
from emperor_rules.semantics.builtins import Builtin
from emperor_rules.semantics.expressions import Frame
from emperor_rules.semantics.verdict import Bits

Args = tuple[Any, ...]
#: Where a condition is certainly true, and where it is certainly false.
TruthSets = tuple[Bits, Bits]
#: Where a term has which value.
ByValue = Mapping[Any, Bits]


class TextOnSpace(Protocol):
    """What conditions read of a text on a space (:class:`emperor_rules.search.bitset.BitText`).

    ``everywhere`` and ``nowhere`` are what is true, or false, in all positions.
    """

    space: Space
    full: Bits
    everywhere: TruthSets
    nowhere: TruthSets

    def role(self, player: int, letter: str) -> Bits:
        """Return where a player has a role letter."""

    def domain(self, sort: str) -> range:
        """Return the players or teams of the table."""

    def given(self, key: str) -> ByValue:
        """Return, by value, where a fact is given so."""

    def builtin(self, builtin: Builtin, moment: Moment, args: Args) -> Any:
        """Return where a built-in predicate holds, or for a function the positions by value."""

    def truth(self, predicate: str, args: Args) -> TruthSets:
        """Return where a fact certainly holds and certainly fails."""

    def values(self, predicate: str, args: Args) -> ByValue:
        """Return, by value, where a predicate has it."""


#: A condition, compiled: it takes a text on a space, and the values of letters; and a term likewise.
SetCondition = Callable[[TextOnSpace, Frame], TruthSets]
SetFunction = Callable[[TextOnSpace, Frame], ByValue]
