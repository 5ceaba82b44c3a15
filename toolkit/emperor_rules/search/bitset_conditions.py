"""Evaluate terms and conditions on all positions of a space at once.

A condition is the pair of the positions in which it certainly holds and certainly fails; a term gives, by value, the
positions in which it has that value. What is in neither is unknown.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from emperor_rules.evaluate.position import NOBODY
from emperor_rules.model.terms import (
    Always,
    And,
    Apply,
    At,
    Compare,
    Condition,
    GivenFlag,
    GivenHas,
    GivenVal,
    HasRole,
    Holds,
    Not,
    OptionOn,
    Or,
    Quantified,
    Term,
    walk,
)
from emperor_rules.search.bitset_terms import Args, Env, Pair, TermBits, letters_of
from emperor_rules.search.state_space import Bits


class ConditionBits(TermBits):
    """Conditions and terms on a space; what relations answer is left to :class:`emperor_rules.search.bitset_relations.BitText`."""

    def pair(self, relation: str, args: Args) -> Pair:
        """Give where a fact certainly holds and certainly fails."""
        raise NotImplementedError

    def role(self, player: int, letter: str) -> Bits:
        """Give where a player has a role letter; nobody has none."""
        return self.full if player != NOBODY and self.space.table.roles[player] == letter else 0

    # --- conditions ------------------------------------------------------------------------------

    def cond(self, cond: Condition, env: Env, moment: str) -> Pair:
        """Give where a condition certainly holds, and where it certainly fails."""
        return self._cond(cond)(env, moment)

    def _cond(self, cond: Condition) -> Callable[[Env, str], Pair]:
        known = self._conds.get(id(cond))
        if known is None:
            known = self._conds[id(cond)] = (cond, self._function(cond))
        return known[1]

    def _function(self, cond: Condition) -> Callable[[Env, str], Pair]:
        match cond:
            case Always():
                return lambda env, moment: self._everywhere
            case At(other, part):
                then = self._cond(part)
                return lambda env, moment: then(env, other)
            case Not(part):
                return self._turned(self._cond(part), False)
            case And(parts):
                return self._conjoined([self._cond(part) for part in sorted(parts, key=_cost)])
            case Or(parts):
                return self._disjoined([self._cond(part) for part in sorted(parts, key=_cost)])
            case OptionOn(option):
                return lambda env, moment: self._everywhere if option in self.space.options else self._nowhere
            case HasRole(role, arg, positive):
                letter = self.vocabulary.roles[role].letter
                return self._turned(self._where(arg, lambda p: self.role(p, letter)), positive)
            case GivenFlag(key, positive):
                return self._turned(lambda env, moment: self._sure(self.space.given(key).get(True, 0)), positive)
            case GivenHas(key, arg, positive):
                return self._turned(self._where(arg, lambda p: self._listed(key, p)), positive)
            case Compare(op, left, right):
                return self._compared(op, left, right)
            case Holds(relation, args, positive):
                return self._turned(self._holds(relation, args), positive)
            case Quantified():
                return self._quantified(cond)
        raise AssertionError(f"no way to evaluate {cond}")

    def _conjoined(self, parts: list[Callable[[Env, str], Pair]]) -> Callable[[Env, str], Pair]:
        full = self.full

        def all_of(env: Env, moment: str) -> Pair:
            yes, no = full, 0
            for part in parts:
                y, n = part(env, moment)
                yes &= y
                no |= n
                if no == full:
                    break
            return yes & ~no, no

        return all_of

    def _disjoined(self, parts: list[Callable[[Env, str], Pair]]) -> Callable[[Env, str], Pair]:
        full = self.full

        def any_of(env: Env, moment: str) -> Pair:
            yes, no = 0, full
            for part in parts:
                y, n = part(env, moment)
                yes |= y
                no &= n
                if yes == full:
                    break
            return yes, no & ~yes

        return any_of

    def _sure(self, yes: Bits) -> Pair:
        return yes, self.full ^ yes

    @staticmethod
    def _turned(function: Callable[[Env, str], Pair], positive: bool) -> Callable[[Env, str], Pair]:
        if positive:
            return function

        def turned(env: Env, moment: str) -> Pair:
            yes, no = function(env, moment)
            return no, yes

        return turned

    def _where(self, arg: Term, holds: Callable[[Any], Bits]) -> Callable[[Env, str], Pair]:
        function = self._term(arg)

        def where(env: Env, moment: str) -> Pair:
            yes = no = 0
            for value, bits in function(env, moment).items():
                some = holds(value)
                yes |= bits & some
                no |= bits & ~some
            return yes, no

        return where

    def _listed(self, key: str, player: int) -> Bits:
        return _union(bits for some, bits in self.space.given(key).items() if player in some)

    def _compared(self, op: str, left: Term, right: Term) -> Callable[[Env, str], Pair]:
        one, other, compared = self._term(left), self._term(right), _COMPARING[op]

        def compare(env: Env, moment: str) -> Pair:
            yes = no = 0
            others = other(env, moment)
            for a, here in one(env, moment).items():
                for b, there in others.items():
                    both = here & there
                    if both:
                        if compared(a, b):
                            yes |= both
                        else:
                            no |= both
            return yes, no

        return compare

    def _holds(self, relation: str, args: tuple[Term, ...]) -> Callable[[Env, str], Pair]:
        declared = self.vocabulary.relations[relation]
        players = [n for n, (_, sort) in enumerate(declared.params) if sort == "player"]
        arguments, builtin, full = self._arguments(args), declared.builtin, self.full
        letters = letters_of(args)

        def holds(env: Env, moment: str) -> Pair:
            if letters is not None:  # most are: “q is next to p”
                values = tuple([env[letter] for letter in letters])
                if NOBODY not in values and GivenVal not in map(type, values):
                    if not builtin:
                        return self.pair(relation, values)
                    some = self._builtin(builtin, values, moment)
                    return some, full ^ some
            combined = arguments(env, moment)
            yes = no = 0
            for values, where in combined:
                if NOBODY in values and any(values[n] == NOBODY for n in players):
                    no |= where
                    continue
                if builtin:
                    some = self._builtin(builtin, values, moment)
                    pair = (some, full ^ some)
                else:
                    pair = self.pair(relation, values)
                if where == full and len(combined) == 1:
                    return pair
                yes |= where & pair[0]
                no |= where & pair[1]
            return yes, no

        return holds

    def _builtin(self, name: str, values: Args, moment: str) -> Bits:
        key = (name, moment, *values)
        found = self.builtins.get(key)
        if found is not None:
            return found
        table = self.space.table
        match name:
            case "next-to":
                found = self.space.distances(moment, *values).get(1, 0)
            case "within":
                q, n, p = values
                found = _union(bits for k, bits in self.space.distances(moment, q, p).items() if k <= n)
            case "member":
                found = self.full if (*table.team, NOBODY)[values[0]] == values[1] else 0
            case "middle":
                found = self.full if table.middle[values[0]] else 0
            case _:
                found = self.space.present(values[0], moment)
        self.builtins[key] = found
        return found

    def _quantified(self, cond: Quantified) -> Callable[[Env, str], Pair]:
        chosen, said = self._cond(cond.where), self._cond(cond.body)
        full, kind, var, sort, n = self.full, cond.kind, cond.var, cond.sort, cond.n
        every, simple = kind == "every", kind in ("some", "no", "every")

        def quantified(env: Env, moment: str) -> Pair:
            certain: list[Bits] = []
            refuted: list[Bits] = []
            inner = dict(env)
            for x in self.domain(sort):
                inner[var] = x
                wy, wn = chosen(inner, moment)
                if wn == full:
                    continue
                by, bn = said(inner, moment)
                if every:
                    by, bn = bn, by
                certain.append(wy & by)
                refuted.append(wn | bn)
                if simple and certain[-1] == full:
                    return (full, 0) if kind == "some" else (0, full)
            if simple:
                some = _union(certain)
                none = full
                for bits in refuted:
                    none &= bits
                return (some, none) if kind == "some" else (none, some)
            at_least = _at_least(certain, full)
            possible = _at_least([full & ~bits for bits in refuted], full)
            enough, might = _get(at_least, n), _get(possible, n)
            over, might_over = _get(at_least, n + 1), _get(possible, n + 1)
            match kind:
                case "at least":
                    return enough, full & ~might
                case "at most":
                    return full & ~might_over, over
            return enough & ~might_over, over | full & ~might

        return quantified


@lru_cache(maxsize=4096)
def _cost(node: Condition) -> int:
    """Estimate what a condition costs: what only looks at seats and sizes comes first."""
    return sum(5 if isinstance(n, HasRole) else isinstance(n, (Holds, Apply, Quantified)) for n in walk(node))


def _union(many: Any) -> Bits:
    bits = 0
    for some in many:
        bits |= some
    return bits


def _at_least(items: list[Bits], full: Bits) -> list[Bits]:
    """Give, by n, the positions in which at least n of the items hold."""
    found = [full]
    for bits in items:
        found.append(0)
        for n in range(len(found) - 1, 0, -1):
            found[n] |= found[n - 1] & bits
    return found


def _get(found: list[Bits], n: int) -> Bits:
    return found[n] if 0 <= n < len(found) else 0


_COMPARING: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
