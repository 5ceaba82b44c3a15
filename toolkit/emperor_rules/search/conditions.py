"""Evaluate terms and conditions on all positions of a space at once.

A condition is the pair of the positions in which it certainly holds and certainly fails; a term gives, by value, the
positions in which it has that value. What is in neither is unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from emperor_rules.evaluate.table import FAR, NOBODY
from emperor_rules.model.terms import (
    Always,
    And,
    At,
    Compare,
    Cond,
    Count,
    First,
    GivenFlag,
    GivenHas,
    GivenVal,
    HasRole,
    Holds,
    Least,
    Let,
    Not,
    Num,
    OptionOn,
    Or,
    Pick,
    Quant,
    Term,
    Then,
    Val,
    walk,
)
from emperor_rules.resolve.resolved import ResolvedText
from emperor_rules.search.space import Bits, PlayerValue, Space

Env = Mapping[str, Any]
Pair = tuple[Bits, Bits]
Args = tuple[Any, ...]


class ConditionBits:
    """Conditions and terms on a space; what relations answer is left to :class:`emperor_rules.search.bits.BitText`."""

    def __init__(self, resolved: ResolvedText, space: Space) -> None:
        """Nothing is computed before it is asked for."""
        self.resolved = resolved
        self.vocabulary = resolved.vocabulary
        self.space = space
        self.full = space.full
        self.builtins: dict[tuple[Any, ...], Bits] = {}

    def pair(self, relation: str, args: Args) -> Pair:
        """Give where a fact certainly holds and certainly fails."""
        raise NotImplementedError

    def values_of(self, relation: str, args: Args) -> Mapping[Any, Bits]:
        """Give, by value, where a relation has it."""
        raise NotImplementedError

    # --- terms -----------------------------------------------------------------------------------

    def term(self, term: Term | None, env: Env, moment: str) -> dict[Any, Bits]:
        """Give, by value, where a term has it; unknown elsewhere. Players are plain numbers here."""
        match term:
            case Num(value):
                return {value: self.full}
            case Let(name, _):
                bound = env[name]
                return self.term(bound, env, moment) if isinstance(bound, GivenVal) else {bound: self.full}
            case Pick(word):
                return {word: self.full}
            case Then(other, inner):
                return self.term(inner, env, other)
            case GivenVal(key):
                found: dict[Any, Bits] = {}
                for value, bits in self.space.given(key).items():
                    plain = value.number if isinstance(value, PlayerValue) else value
                    found[plain] = found.get(plain, 0) | bits
                return found
            case Val(relation, args):
                return self._valued(relation, args, env, moment)
            case Least(var, condition):
                return self._least(var, condition, env, moment)
            case First(var, where, start):
                return self._first(var, where, start, env, moment)
            case Count(var, sort, where):
                return self._tally(sort, lambda x: self.cond(where, {**env, var: x}, moment))
        raise AssertionError(f"{term} stands only in questions")

    def _each(self, args: tuple[Term, ...], env: Env, moment: str) -> list[tuple[Args, Bits]]:
        """Give every combination of argument values with the positions in which it is the case."""
        combined: list[tuple[Args, Bits]] = [((), self.full)]
        for argument in args:
            some = self.term(argument, env, moment)
            combined = [((*before, value), bits & here) for before, bits in combined for value, here in some.items()
                        if bits & here]  # fmt: skip
        return combined

    def _valued(self, relation: str, args: tuple[Term, ...], env: Env, moment: str) -> dict[Any, Bits]:
        declared = self.vocabulary.relations[relation]
        found: dict[Any, Bits] = {}
        for values, where in self._each(args, env, moment):
            if declared.builtin:
                some = self._builtin_value(declared.builtin, values, moment)
            else:
                some = dict(self.values_of(relation, values))
            for value, bits in some.items():
                if bits & where:
                    found[value] = found.get(value, 0) | bits & where
        return found

    def _builtin_value(self, name: str, values: Args, moment: str) -> dict[Any, Bits]:
        table = self.space.table
        match name:
            case "distance" | "steps-left":
                near = (self.space.distances(moment, *values) if name == "distance"
                        else self.space.steps(moment, values[0])[values[1]])  # fmt: skip
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

    def _least(self, var: str, condition: Cond, env: Env, moment: str) -> dict[Any, Bits]:
        waiting, found = self.full, {}
        for n in range(self.space.count + 1):
            yes, no = self.cond(condition, {**env, var: n}, moment)
            if yes & waiting:
                found[n] = yes & waiting
            waiting &= no
            if not waiting:
                break
        return found

    def _first(self, var: str, where: Cond, start: Term, env: Env, moment: str) -> dict[Any, Bits]:
        found: dict[Any, Bits] = {}
        for at, here in self.term(start, env, moment).items():
            waiting = here
            if at != NOBODY:
                for step in range(1, self.space.count):
                    player = (at + step) % self.space.count
                    yes, no = self.cond(where, {**env, var: player}, moment)
                    if yes & waiting:
                        found[player] = found.get(player, 0) | yes & waiting
                    waiting &= no
            if waiting:
                found[NOBODY] = found.get(NOBODY, 0) | waiting
        return found

    def _tally(self, sort: str, item: Any) -> dict[Any, Bits]:
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

    def domain(self, sort: str) -> range:
        """Give the players or teams of the table."""
        return range(len(self.space.table.sizes)) if sort == "team" else range(self.space.count)

    # --- conditions ------------------------------------------------------------------------------

    def cond(self, cond: Cond, env: Env, moment: str) -> Pair:
        """Give where a condition certainly holds, and where it certainly fails."""
        match cond:
            case Always():
                return self.full, 0
            case At(other, part):
                return self.cond(part, env, other)
            case Not(part):
                yes, no = self.cond(part, env, moment)
                return no, yes
            case And(parts):
                yes, no = self.full, 0
                for part in sorted(parts, key=_cost):
                    y, n = self.cond(part, env, moment)
                    yes &= y
                    no |= n
                    if no == self.full:
                        break
                return yes & ~no, no
            case Or(parts):
                yes, no = 0, self.full
                for part in parts:
                    y, n = self.cond(part, env, moment)
                    yes |= y
                    no &= n
                return yes, no
            case OptionOn(option):
                return self._sure(self.full if option in self.space.options else 0)
            case HasRole(role, arg, positive):
                letter = self.vocabulary.roles[role].letter
                roles = (*self.space.table.roles, "")
                return self._turned(
                    self._where(arg, env, moment, lambda p: self.full if roles[p] == letter else 0), positive
                )
            case GivenFlag(key, positive):
                return self._turned(self._sure(self.space.given(key).get(True, 0)), positive)
            case GivenHas(key, arg, positive):
                lists = self.space.given(key)
                return self._turned(
                    self._where(arg, env, moment, lambda p: _union(b for some, b in lists.items() if p in some)),
                    positive,
                )
            case Compare(op, left, right):
                return self._compared(op, left, right, env, moment)
            case Holds(relation, args, positive):
                return self._turned(self._holds(relation, args, env, moment), positive)
            case Quant():
                return self._quantified(cond, env, moment)
        raise AssertionError(f"no way to evaluate {cond}")

    def _sure(self, yes: Bits) -> Pair:
        return yes, self.full & ~yes

    @staticmethod
    def _turned(pair: Pair, positive: bool) -> Pair:
        return pair if positive else (pair[1], pair[0])

    def _where(self, arg: Term, env: Env, moment: str, holds: Any) -> Pair:
        yes = no = 0
        for value, bits in self.term(arg, env, moment).items():
            some = holds(value)
            yes |= bits & some
            no |= bits & ~some
        return yes, no

    def _compared(self, op: str, left: Term, right: Term, env: Env, moment: str) -> Pair:
        yes = no = 0
        others = self.term(right, env, moment)
        for a, here in self.term(left, env, moment).items():
            for b, there in others.items():
                both = here & there
                if both:
                    if _holds(op, a, b):
                        yes |= both
                    else:
                        no |= both
        return yes, no

    def _holds(self, relation: str, args: tuple[Term, ...], env: Env, moment: str) -> Pair:
        declared = self.vocabulary.relations[relation]
        players = [n for n, (_, sort) in enumerate(declared.params) if sort == "player"]
        yes = no = 0
        for values, where in self._each(args, env, moment):
            if any(values[n] == NOBODY for n in players):
                no |= where
            elif declared.builtin:
                some = self._builtin(declared.builtin, values, moment)
                yes |= where & some
                no |= where & ~some
            else:
                y, n = self.pair(relation, values)
                yes |= where & y
                no |= where & n
        return yes, no

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

    def _quantified(self, cond: Quant, env: Env, moment: str) -> Pair:
        certain: list[Bits] = []
        refuted: list[Bits] = []
        for x in self.domain(cond.sort):
            inner = {**env, cond.var: x}
            wy, wn = self.cond(cond.where, inner, moment)
            if wn == self.full:
                continue
            by, bn = self.cond(cond.body, inner, moment)
            if cond.kind == "every":
                by, bn = bn, by
            certain.append(wy & by)
            refuted.append(wn | bn)
            if certain[-1] == self.full and cond.kind in ("some", "no", "every"):
                return (self.full, 0) if cond.kind == "some" else (0, self.full)
        if cond.kind in ("some", "no", "every"):
            some = _union(certain)
            none = self.full
            for bits in refuted:
                none &= bits
            return (some, none) if cond.kind == "some" else (none, some)
        at_least = _at_least(certain, self.full)
        possible = _at_least([self.full & ~bits for bits in refuted], self.full)
        n = cond.n
        enough, might = _get(at_least, n), _get(possible, n)
        over, might_over = _get(at_least, n + 1), _get(possible, n + 1)
        match cond.kind:
            case "at least":
                return enough, self.full & ~might
            case "at most":
                return self.full & ~might_over, over
        return enough & ~might_over, over | self.full & ~might


@lru_cache(maxsize=4096)
def _cost(node: Cond) -> int:
    """Estimate what a condition costs: what only looks at seats and sizes comes first."""
    return sum(5 if isinstance(n, HasRole) else isinstance(n, (Holds, Val, Quant)) for n in walk(node))


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


def _holds(op: str, a: Any, b: Any) -> bool:
    match op:
        case "=":
            return bool(a == b)
        case "!=":
            return bool(a != b)
        case "<":
            return bool(a < b)
        case ">":
            return bool(a > b)
        case "<=":
            return bool(a <= b)
    return bool(a >= b)
