"""Evaluate terms on all positions of a space at once: by value, the positions in which a term has it.

What is under no value is unknown. Players are plain numbers here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from emperor_rules.evaluate.position import FAR, NOBODY
from emperor_rules.model.terms import (
    Apply,
    Choice,
    Condition,
    Count,
    First,
    GivenVal,
    Least,
    Number,
    Term,
    TermAt,
    Variable,
)
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.search.state_space import Bits, PlayerValue, Space

Env = Mapping[str, Any]
Pair = tuple[Bits, Bits]
Args = tuple[Any, ...]
#: Where a term has which value.
ValueSets = Mapping[Any, Bits]


class TermBits:
    """Terms on a space; conditions inside them are left to :class:`emperor_rules.search.bitset_conditions.ConditionBits`.

    Each term is turned once into a function of what its letters stand for and of the moment: a search asks the same
    ones of every player, and on small tables telling kinds of terms apart would cost more than the bits.
    """

    def __init__(self, resolved: ResolvedText, space: Space) -> None:
        """Nothing is computed before it is asked for."""
        self.resolved = resolved
        self.vocabulary = resolved.vocabulary
        self.space = space
        self.full = space.full
        self.builtins: dict[tuple[Any, ...], Bits] = {}
        self._everywhere: Pair = (self.full, 0)
        self._nowhere: Pair = (0, self.full)
        # By identity: equal ones are rare, and comparing them costs more. The node is kept so that it stays itself.
        self._conds: dict[int, tuple[Condition, Callable[[Env, str], Pair]]] = {}
        self._terms: dict[int, tuple[Term, Callable[[Env, str], ValueSets]]] = {}

    def values_of(self, relation: str, args: Args) -> Mapping[Any, Bits]:
        """Give, by value, where a relation has it."""
        raise NotImplementedError

    def _cond(self, cond: Condition) -> Callable[[Env, str], Pair]:
        """Turn a condition into a function."""
        raise NotImplementedError

    def domain(self, sort: str) -> range:
        """Give the players or teams of the table."""
        return range(len(self.space.table.sizes)) if sort == "team" else range(self.space.count)

    # --- terms -----------------------------------------------------------------------------------

    def term(self, term: Term | None, env: Env, moment: str) -> ValueSets:
        """Give, by value, where a term has it; unknown elsewhere. Players are plain numbers here."""
        assert term is not None
        return self._term(term)(env, moment)

    def _term(self, term: Term) -> Callable[[Env, str], ValueSets]:
        known = self._terms.get(id(term))
        if known is None:
            known = self._terms[id(term)] = (term, self._term_function(term))
        return known[1]

    def _term_function(self, term: Term) -> Callable[[Env, str], ValueSets]:
        full = self.full
        match term:
            case Number(value) | Choice(value):
                constant = {value: full}
                return lambda env, moment: constant
            case Variable(name, _):
                return lambda env, moment: (
                    self._given(env[name].key) if isinstance(env[name], GivenVal) else {env[name]: full}
                )
            case TermAt(other, inner):
                function = self._term(inner)
                return lambda env, moment: function(env, other)
            case GivenVal(key):
                return lambda env, moment: self._given(key)
            case Apply(relation, args):
                return self._valued(relation, args)
            case Least(var, condition):
                return lambda env, moment: self._least(var, condition, env, moment)
            case First(var, where, start):
                return lambda env, moment: self._first(var, where, start, env, moment)
            case Count(var, sort, where):
                counted = self._cond(where)
                return lambda env, moment: self._tally(sort, lambda x: counted({**env, var: x}, moment))
        raise AssertionError(f"{term} stands only in questions")

    def _given(self, key: str) -> ValueSets:
        found: dict[Any, Bits] = {}
        for value, bits in self.space.given(key).items():
            plain = value.number if isinstance(value, PlayerValue) else value
            found[plain] = found.get(plain, 0) | bits
        return found

    def _arguments(self, args: tuple[Term, ...]) -> Callable[[Env, str], list[tuple[Args, Bits]]]:
        """Give every combination of argument values with the positions in which it is the case."""
        full = self.full
        functions = [self._term(argument) for argument in args]
        letters = letters_of(args)

        def combined(env: Env, moment: str) -> list[tuple[Args, Bits]]:
            if letters is not None:
                values = tuple([env[letter] for letter in letters])
                if GivenVal not in map(type, values):
                    return [(values, full)]
            found: list[tuple[Args, Bits]] = [((), full)]
            for function in functions:
                some = function(env, moment)
                found = [
                    ((*before, value), bits & here)
                    for before, bits in found
                    for value, here in some.items()
                    if bits & here
                ]
            return found

        return combined

    def _valued(self, relation: str, args: tuple[Term, ...]) -> Callable[[Env, str], ValueSets]:
        builtin = self.vocabulary.relations[relation].builtin
        arguments = self._arguments(args)
        full = self.full

        def valued(env: Env, moment: str) -> ValueSets:
            combined = arguments(env, moment)
            found: dict[Any, Bits] = {}
            for values, where in combined:
                some = self._builtin_value(builtin, values, moment) if builtin else self.values_of(relation, values)
                if where == full and len(combined) == 1:
                    return some
                for value, bits in some.items():
                    if bits & where:
                        found[value] = found.get(value, 0) | bits & where
            return found

        return valued

    def _builtin_value(self, name: str, values: Args, moment: str) -> ValueSets:
        table = self.space.table
        match name:
            case "distance" | "steps-left":
                near = (
                    self.space.distances(moment, *values)
                    if name == "distance"
                    else self.space.steps(moment, values[0])[values[1]]
                )
                rest = self.full
                for bits in near.values():
                    rest &= ~bits
                return {**near, FAR: rest} if rest else dict(near)
            case "team":
                return {(*table.team, NOBODY)[values[0]]: self.full}
            case "size":
                return {table.sizes[values[0]]: self.full}
        count = self.space.count
        return {tuple((values[0] + n) % count for n in range(count)): self.full}

    def _least(self, var: str, condition: Condition, env: Env, moment: str) -> ValueSets:
        holds = self._cond(condition)
        waiting, found = self.full, {}
        for n in range(self.space.count + 1):
            yes, no = holds({**env, var: n}, moment)
            if yes & waiting:
                found[n] = yes & waiting
            waiting &= no
            if not waiting:
                break
        return found

    def _first(self, var: str, where: Condition, start: Term, env: Env, moment: str) -> ValueSets:
        holds = self._cond(where)
        found: dict[Any, Bits] = {}
        for at, here in self.term(start, env, moment).items():
            waiting = here
            if at != NOBODY:
                for step in range(1, self.space.count):
                    player = (at + step) % self.space.count
                    yes, no = holds({**env, var: player}, moment)
                    if yes & waiting:
                        found[player] = found.get(player, 0) | yes & waiting
                    waiting &= no
            if waiting:
                found[NOBODY] = found.get(NOBODY, 0) | waiting
        return found

    def _tally(self, sort: str, item: Callable[[int], Pair]) -> ValueSets:
        """Count in how many players or teams a condition holds; unknown where any of them is."""
        counts: dict[int, Bits] = {0: self.full}
        for x in self.domain(sort):
            yes, no = item(x)
            following: dict[int, Bits] = {}
            for n, bits in counts.items():
                for more, here in ((1, bits & yes), (0, bits & no)):
                    if here:
                        following[n + more] = following.get(n + more, 0) | here
            counts = following
        return counts


def letters_of(args: tuple[Term, ...]) -> tuple[str, ...] | None:
    """Give the names of the letters that these terms are, unless one is something else."""
    return (
        tuple(a.name for a in args if isinstance(a, Variable)) if all(isinstance(a, Variable) for a in args) else None
    )
