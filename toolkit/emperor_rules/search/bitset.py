"""A resolved text on a set of positions at once, by the formulas of :mod:`emperor_rules.semantics.verdict`.

Clauses are not carried along: whoever finds a position replays it with the evaluator.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any, NamedTuple

from emperor_rules.model.vocabulary import PredicateKind
from emperor_rules.resolve.cone import cone_of
from emperor_rules.resolve.rules import Definition, ResolvedText, Rule, definition_of, per_text
from emperor_rules.search.bitset_conditions import SetInterpretation
from emperor_rules.search.state_space import Args, SetCondition, SetFunction, Space, TextOnSpace, TruthSets
from emperor_rules.semantics.expressions import Frame, free_slots
from emperor_rules.semantics.verdict import (
    MET,
    OPEN,
    Bits,
    Extent,
    RuleStatus,
    VerdictSets,
    declared_sets,
    fact_sets,
    settle_overrides,
    value_sets,
)

#: A predicate with its arguments.
FactKey = tuple[str, Args]


class _Rule(NamedTuple):
    """A compiled rule; ``expression`` is the value that it gives."""

    number: int
    guard: SetCondition
    expression: SetFunction | None


class _Predicate(NamedTuple):
    """What decides a predicate, compiled: the conditions of its declaration, the rules; the frame beyond arguments."""

    definition: Definition
    declared: tuple[SetCondition, ...]
    rules: tuple[_Rule, ...]
    unused: list[None]


@per_text
def _rule(resolved: ResolvedText, number: int) -> _Rule:
    """Return a compiled rule."""
    rule, meaning = resolved.rules[number], SetInterpretation(resolved.vocabulary)
    expression = meaning.term(rule.expression, rule.scope).run if rule.expression is not None else None
    return _Rule(number, meaning.condition(rule.guard, rule.scope), expression)


@per_text
def _predicate(resolved: ResolvedText, name: str) -> _Predicate:
    """Return the compiled rules about a predicate."""
    definition, meaning = definition_of(resolved, name), SetInterpretation(resolved.vocabulary)
    declared = tuple(meaning.condition(part.condition, definition.scope) for part in definition.declared)
    rules = tuple(_rule(resolved, rule.number) for rule in definition.rules)
    return _Predicate(definition, declared, rules, definition.unused)


class BitText(TextOnSpace):
    """A resolved text on a space; verdicts are kept until given facts change that they read."""

    def __init__(self, resolved: ResolvedText, space: Space) -> None:
        """Prepare; verdicts are computed on demand."""
        super().__init__(space)
        self.resolved = resolved
        self._verdicts: dict[str, dict[Args, VerdictSets]] = {}
        #: Inside a circle: what is known so far, (certain, possible) by question; who read it; who is being decided.
        self._growing: dict[FactKey, TruthSets] = {}
        self._read_by: dict[FactKey, dict[FactKey, None]] = {}
        self._deciding: FactKey = ("", ())

    # --- asking ----------------------------------------------------------------------------------

    def verdict(self, predicate: str, args: Args, given: Mapping[str, Any] | None = None) -> VerdictSets:
        """Return the verdict on a predicate; ``given`` are the facts that do not vary (default: ``space.fixed``)."""
        self._give(self.space.fixed if given is None else given)
        return self._verdict(predicate, args)

    def guard(self, rule: Rule, args: Args = ()) -> TruthSets:
        """Return where the condition of a rule is certainly true and certainly false."""
        return _rule(self.resolved, rule.number).guard(self, [*args, *free_slots([rule.guard])])

    def _give(self, given: Mapping[str, Any]) -> None:
        """Set the given facts, and discard the verdicts that read those that change."""
        before = self.fixed_givens
        if given is before:
            return
        for key in given:
            if given[key] != before.get(key):
                for name in _readers_of(self.resolved, key):
                    self.forget(name)
        self.fixed_givens = given

    def forget(self, predicate: str) -> None:
        """Discard the verdicts on a predicate, as they may be large."""
        self._verdicts.pop(predicate, None)

    # --- what conditions read ----------------------------------------------------------------------

    def truth(self, predicate: str, args: Args) -> TruthSets:
        """Return where a fact certainly holds and certainly fails, as conditions read it."""
        key = (predicate, args)
        if key in self._growing:
            self._read_by.setdefault(key, {})[self._deciding] = None
            true, possible = self._growing[key]
            return true, self.full ^ possible
        circle = self.resolved.circles.get(predicate)
        inside = circle is not None and any(name in circle for name, _ in self._growing)
        if inside and args not in self._verdicts.get(predicate, ()):
            self._growing[key] = (0, 0)
            self._read_by[key] = {self._deciding: None}
            return 0, self.full
        decided = self._verdict(predicate, args).values
        return decided[True], decided[False]

    def values(self, predicate: str, args: Args) -> Mapping[Any, Bits]:
        """Return, by value, where a predicate has it."""
        return self._verdict(predicate, args).values

    # --- verdicts --------------------------------------------------------------------------------

    def _verdict(self, predicate: str, args: Args) -> VerdictSets:
        decided = self._verdicts.setdefault(predicate, {})
        verdict = decided.get(args)
        if verdict is None:
            circular = predicate in self.resolved.circles
            verdict = decided[args] = self._circle((predicate, args)) if circular else self._decided(predicate, args)
        return verdict

    def _circle(self, key: FactKey) -> VerdictSets:
        """Return the least fixed point of a circle of consequences, from nothing upwards.

        A member is decided again when something that it reads has grown (semi-naive evaluation).
        """
        outer = self._growing, self._read_by, self._deciding
        self._growing, self._read_by = {key: (0, 0)}, {}
        decided: dict[FactKey, VerdictSets] = {}
        waiting: dict[FactKey, None] = {key: None}
        while waiting:
            member = next(iter(waiting))
            del waiting[member]
            self._deciding = member
            count_before = len(self._growing)
            fact = decided[member] = self._decided(*member)
            waiting.update(dict.fromkeys(islice(self._growing, count_before, None)))
            now = (fact.true, self.full ^ fact.false)
            if self._growing[member] != now:
                self._growing[member] = now
                waiting.update(self._read_by.get(member, {}))
        self._growing, self._read_by, self._deciding = outer
        for (name, args), fact in decided.items():
            self._verdicts.setdefault(name, {})[args] = fact
        return decided[key]

    def _decided(self, predicate: str, args: Args) -> VerdictSets:
        definition, declared, rules, unused = _predicate(self.resolved, predicate)
        frame, statuses, closed = [*args, *unused], self.resolved.statuses, definition.predicate.closed
        live = self._live(rules, frame)
        if definition.predicate.kind is PredicateKind.VALUE:
            giving = ((statuses[rule.number], live[rule.number], self._given_by(rule, live, frame)) for rule in rules)
            return value_sets(giving, definition.excluded)._replace(live=_lasting(statuses, live))
        applying = ((statuses[number], extent) for number, extent in live.items())
        fact = fact_sets(applying, self.full, principle=definition.principle is not None, closed=closed)
        fact = fact._replace(live=_lasting(statuses, live))
        for (_, decides, _), condition in reversed([*zip(definition.declared, declared, strict=True)]):
            fact = declared_sets(fact, condition(self, frame), decides, self.full, closed=closed)
        return fact

    def _live(self, rules: tuple[_Rule, ...], frame: Frame) -> dict[int, Extent]:
        """Return, by rule, where it certainly and where it possibly applies, overrides settled."""
        extents = {}
        for rule in rules:
            true, false = rule.guard(self, frame)
            extents[rule.number] = Extent(true, self.full ^ (true | false))
        return settle_overrides(extents, self.resolved.statuses)

    def _given_by(self, rule: _Rule, live: Mapping[int, Extent], frame: Frame) -> Mapping[Any, Bits]:
        """Return, by value, where a rule gives it; it is not asked where the rule applies nowhere."""
        return rule.expression(self, frame) if rule.expression is not None and any(live[rule.number]) else {}


def _lasting(statuses: Mapping[int, RuleStatus], live: Mapping[int, Extent]) -> tuple[tuple[int, Bits], ...]:
    """Return, by rule, where it speaks: certainly, or for what leaves open possibly, which is enough for that."""
    spoken = ((n, sure | maybe if statuses[n].kind is OPEN else sure) for n, (sure, maybe) in live.items())
    return tuple((n, bits) for n, bits in spoken if bits and statuses[n].kind is not MET)


@per_text
def _readers_of(resolved: ResolvedText, key: str) -> tuple[str, ...]:
    """Return the predicates whose verdicts depend on a given fact."""
    return tuple(name for name in resolved.vocabulary.predicates if key in cone_of(resolved, name).givens)
