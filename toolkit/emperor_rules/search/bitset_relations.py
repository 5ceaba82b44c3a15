"""Evaluate a resolved text on all positions of a space at once.

The meaning is that of :mod:`emperor_rules.evaluate.verdict`, carried out on sets: a condition is the pair of the
positions in which it certainly holds and certainly fails; the rest is unknown. Clauses are not carried along: whoever
finds a position replays it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from emperor_rules.evaluate.position import NOBODY
from emperor_rules.model.terms import GivenVal
from emperor_rules.resolve.cone import cone_of
from emperor_rules.resolve.rules import MET, NO, OPEN, VALUE, YES, ResolvedText, Rule
from emperor_rules.search.bitset_conditions import ConditionBits
from emperor_rules.search.bitset_terms import Args, Pair
from emperor_rules.search.state_space import Bits, Space


@dataclass(frozen=True, slots=True)
class FactBits:
    """A fact on a space: where it is yes, no, contradicted; unknown elsewhere (``default``: a no for want of a yes)."""

    yes: Bits
    no: Bits
    contradicted: Bits
    default: Bits
    live: tuple[tuple[int, Bits], ...] = ()


@dataclass(frozen=True, slots=True)
class ValueBits:
    """A value on a space: the positions by value, and where it is contradicted; unknown elsewhere."""

    values: Mapping[Any, Bits]
    contradicted: Bits
    live: tuple[tuple[int, Bits], ...] = ()


#: A relation with those it is asked of.
Question = tuple[str, Args]


class BitText(ConditionBits):
    """A resolved text on a space."""

    def __init__(self, resolved: ResolvedText, space: Space) -> None:
        """Nothing is computed before it is asked for."""
        super().__init__(resolved, space)
        #: What was decided already, by relation.
        self.facts: dict[str, dict[Args, FactBits]] = {}
        self.values: dict[str, dict[Args, ValueBits]] = {}
        #: The given facts under which that was: those that the question set, and those of the space.
        self.under: Mapping[str, Any] = {}
        self.laid_out: Mapping[str, Any] = space.defaults
        self._readers: dict[str, list[str]] = {}
        #: Inside a circle: what is known so far, (certain, possible) by question; who read it; who is being decided.
        self.growing: dict[Question, Pair] = {}
        self._read_by: dict[Question, dict[Question, None]] = {}
        self._deciding: Question = ("", ())

    def forget(self, given: str) -> None:
        """Forget what was decided by looking at a given fact, as it has changed."""
        names = self._readers.get(given)
        if names is None:
            names = [n for n in self.vocabulary.relations if given in cone_of(self.resolved, n).givens]
            self._readers[given] = names
        for name in names:
            self.facts.pop(name, None)
            self.values.pop(name, None)

    # --- facts -----------------------------------------------------------------------------------

    def fact(self, relation: str, args: Args) -> FactBits:
        """Decide a fact or permission everywhere."""
        known = self.facts.setdefault(relation, {})
        found = known.get(args)
        if found is None:
            circular = relation in self.resolved.circles
            found = self._circle((relation, args)) if circular else self._decided(relation, args)
            known[args] = found
        return found

    def pair(self, relation: str, args: Args) -> Pair:
        """Give where a fact certainly holds and certainly fails, as conditions read it."""
        key = (relation, args)
        if key in self.growing:
            self._read_by.setdefault(key, {})[self._deciding] = None
            yes, possible = self.growing[key]
            return yes, self.full & ~possible
        circle = self.resolved.circles.get(relation)
        inside = circle is not None and any(name in circle for name, _ in self.growing)
        if inside and args not in self.facts.get(relation, ()):
            self.growing[key] = (0, 0)
            self._read_by[key] = {self._deciding: None}
            return 0, self.full
        decided = self.fact(relation, args)
        return decided.yes, decided.no

    def _circle(self, key: Question) -> FactBits:
        """Find the least fixed point of a circle of consequences, from nothing upwards.

        A member is decided again when something that it reads has grown (semi-naive evaluation).
        """
        outer = self.growing, self._read_by, self._deciding
        self.growing, self._read_by = {key: (0, 0)}, {}
        decided: dict[Question, FactBits] = {}
        waiting: dict[Question, None] = {key: None}
        while waiting:
            member = next(iter(waiting))
            del waiting[member]
            self._deciding = member
            known = len(self.growing)
            found = decided[member] = self._decided(*member)
            waiting.update(dict.fromkeys(islice(self.growing, known, None)))
            now = (found.yes, self.full & ~found.no)
            if self.growing[member] != now:
                self.growing[member] = now
                waiting.update(self._read_by.get(member, {}))
        self.growing, self._read_by, self._deciding = outer
        for (name, args), bits in decided.items():
            self.facts.setdefault(name, {})[args] = bits
        return decided[key]

    def _decided(self, relation: str, args: Args) -> FactBits:
        declared = self.vocabulary.relations[relation]
        numbers = self.resolved.by_relation.get(relation, ())
        own = {letter: value for (letter, _), value in zip(declared.params, args, strict=True)}
        granted = self.cond(declared.premise, own, "now")[0] if declared.premise is not None else 0
        if not numbers:
            if declared.means is not None:
                yes, no = self.cond(declared.means, own, "now")
            else:
                yes, no = 0, self.full if declared.closed else 0
            no &= ~granted
            return FactBits(yes | granted, no, 0, no if declared.closed else 0)
        found = self._verdict(
            [self.resolved.rules[n] for n in numbers],
            args,
            declared.closed,
            declared.kind == "action" or declared.requirement,
        )
        if not granted:
            return found
        return FactBits(
            found.yes | granted,
            found.no & ~granted,
            found.contradicted & ~granted,
            found.default & ~granted,
            found.live,
        )

    def _live(self, rules: list[Rule], args: Args) -> dict[int, Pair]:
        """Give, by rule, where it certainly and where it possibly speaks, overrides settled."""
        held: dict[int, Pair] = {}
        for rule in rules:
            env = self._bind(rule, args)
            yes, no = self.cond(rule.guard, env, "now")
            held[rule.number] = (yes, self.full & ~(yes | no))
        settled: dict[int, Pair] = {}

        def settle(rule: Rule) -> Pair:
            known = settled.get(rule.number)
            if known is not None:
                return known
            settled[rule.number] = (0, 0)
            certain, possible = held[rule.number]
            killed = weakened = 0
            for number in rule.overriders:
                if number in held:
                    overrider = self.resolved.rules[number]
                    other = settle(overrider)
                    killed |= other[0]
                    agree = overrider.kind == rule.kind != VALUE and overrider.presumptive == rule.presumptive
                    weakened |= 0 if agree else other[1]
            result = (certain & ~killed & ~weakened, (possible & ~killed) | (certain & ~killed & weakened))
            settled[rule.number] = result
            return result

        return {rule.number: settle(rule) for rule in rules}

    def _verdict(self, rules: list[Rule], args: Args, closed: bool, permission: bool) -> FactBits:
        live = self._live(rules, args)
        principle = permission and self.resolved.principle is not None
        plain = presumed = may_yes = may_plain = no = may_no = opened = 0
        for rule in rules:
            certain, possible = live[rule.number]
            if rule.kind == YES:
                may_yes |= possible
                if rule.presumptive:
                    presumed |= certain
                else:
                    plain |= certain
                    may_plain |= possible
            elif rule.kind == NO:
                no |= certain
                may_no |= possible
            elif rule.kind == OPEN:
                opened |= certain | possible
        yes = plain | presumed
        against = plain | opened
        if principle:
            is_no, contradicted = no, 0
        else:
            is_no = no & ~against & ~may_plain
            contradicted = no & plain
        is_yes = yes & ~no & ~opened & ~may_no
        rest = self.full & ~(no | opened | yes | may_yes)
        default = rest if closed else 0
        return FactBits(is_yes, is_no | default, contradicted, default, self._lasting(live))

    def _lasting(self, live: Mapping[int, Pair]) -> tuple[tuple[int, Bits], ...]:
        """Give, by rule, where it speaks: certainly, or possibly for what leaves open, which that is enough for."""
        kinds = {n: self.resolved.rules[n].kind for n in live}
        found = ((n, sure | maybe if kinds[n] == OPEN else sure) for n, (sure, maybe) in live.items())
        return tuple((n, bits) for n, bits in found if bits and kinds[n] != MET)

    def _bind(self, rule: Rule, args: Args) -> dict[str, Any]:
        env: dict[str, Any] = dict(zip(rule.letters, args, strict=True))
        if rule.place is not None and rule.place_key is not None:
            env[rule.place] = GivenVal(rule.place_key)
        return env

    # --- values ----------------------------------------------------------------------------------

    def value(self, relation: str, args: Args) -> ValueBits:
        """Decide a value everywhere."""
        decided = self.values.setdefault(relation, {})
        found = decided.get(args)
        if found is not None:
            return found
        rules = [self.resolved.rules[n] for n in self.resolved.by_relation.get(relation, ())]
        live = self._live(rules, args)
        certain: dict[Any, Bits] = {}
        possible: dict[Any, Bits] = {}
        opened = undefined = 0
        for rule in rules:
            sure, maybe = live[rule.number]
            if rule.kind == OPEN:
                opened |= sure | maybe
            elif rule.kind == VALUE and (sure | maybe):
                known = 0
                for value, bits in self.term(rule.expression, self._bind(rule, args), "now").items():
                    if value == NOBODY and self.vocabulary.relations[relation].answer == "player":
                        continue  # nobody is no answer
                    known |= bits
                    if bits & sure:
                        certain[value] = certain.get(value, 0) | bits & sure
                    if bits & maybe:
                        possible[value] = possible.get(value, 0) | bits & maybe
                undefined |= (sure | maybe) & ~known
        clash = seen = 0
        for bits in certain.values():
            clash |= seen & bits
            seen |= bits
        clash &= ~opened
        doubt = opened | undefined
        values = {}
        for value, bits in certain.items():
            other = 0
            for rival, some in possible.items():
                if rival != value:
                    other |= some
            good = bits & ~clash & ~doubt & ~other
            if good:
                values[value] = good
        found = decided[args] = ValueBits(values, clash, self._lasting(live))
        return found

    def values_of(self, relation: str, args: Args) -> Mapping[Any, Bits]:
        """Give, by value, where a relation has it."""
        return self.value(relation, args).values


__all__ = ["Args", "BitText", "FactBits", "ValueBits"]
