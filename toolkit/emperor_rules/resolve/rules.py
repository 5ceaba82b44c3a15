"""A resolved text: the clauses in force on a date, unfolded into rules that each conclude one thing.

This is what every answer, search and drawing works from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, reduce, wraps
from itertools import pairwise
from operator import or_
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from emperor_rules.model.seating import NOBODY, SeatingPattern
from emperor_rules.model.terms import PLAYER, Condition, Term, conjoin, negate
from emperor_rules.model.texts import Clause, Sentence, Text
from emperor_rules.model.vocabulary import Predicate, Vocabulary
from emperor_rules.semantics.expressions import Frame, Scope, free_slots
from emperor_rules.semantics.verdict import Conclusion, RuleStatus, Truth

_CONCLUDING = Conclusion.YES, Conclusion.VALUE


@dataclass(frozen=True, slots=True)
class ClauseInForce:
    """A clause as it stands on the date: its place in the order of citing, and the number of that date."""

    index: int
    clause: Clause
    number: str

    @property
    def citation(self) -> str:
        """``text:number`` as answers cite it."""
        return f"{self.clause.text}:{self.number}"


class Split(NamedTuple):
    """What the two rules of an *only*, *exactly* or *unless* share.

    Where ``base`` holds one of them applies: one where ``test`` holds as well, the other where it fails.
    """

    base: Condition
    test: Condition

    def guard(self, holds: bool) -> Condition:
        """Return the condition of the rule that applies where the test holds, or of the other."""
        return conjoin(self.base, self.test if holds else negate(self.test))


@dataclass(frozen=True, slots=True)
class Rule:
    """One conclusion of one sentence.

    Attributes:
        number: Its place among the rules of its text.
        predicate: What it concludes something about.
        letters: Its letters, in the order of the predicate’s parameters.
        kind: What it concludes where its guard holds; open: it leaves the question open; met: a restriction that was
            met, cited beside a yes and deciding nothing.
        guard: Its condition.
        clause: The place of its clause.
        defeasible: It is the yes of an “only”, which yields to any no.
        prohibits: It is a no to which a yes yields in a text with a principle: of a permission any, of a fact that of
            a “cannot”.
        expression: The value that it gives.
        part: The part of its clause.
        place: The letter that is bound to a given player.
        place_key: That given fact.
        overriders: The numbers of the rules (of the same predicate) before which it yields.
        sentence: The sentence that it was unfolded from.
        split: What it shares with another rule of that sentence.
        where_test_holds: Whether it applies where the test of the split holds.
    """

    number: int
    predicate: str
    letters: tuple[str, ...]
    kind: Conclusion
    guard: Condition
    clause: int
    defeasible: bool = False
    expression: Term | None = None
    part: str | None = None
    place: str | None = None
    place_key: str | None = None
    overriders: tuple[int, ...] = ()
    sentence: Sentence | None = None
    prohibits: bool = False
    split: Split | None = field(default=None, compare=False)
    where_test_holds: bool = field(default=True, compare=False)

    @property
    def scope(self) -> Scope:
        """The letters that its conditions may use."""
        return Scope.of(self.letters, self.place, self.place_key)


@dataclass(frozen=True)
class ResolvedText:
    """A text on a date with everything that it includes.

    ``rules`` are in the order of the clauses; ``by_predicate`` gives the numbers of the rules about each predicate.
    ``circles`` are the predicates that may depend on themselves, each with its whole circle.
    """

    text: Text
    on: str | None
    vocabulary: Vocabulary
    texts: tuple[Text, ...]
    clauses: tuple[ClauseInForce, ...]
    rules: tuple[Rule, ...]
    by_predicate: Mapping[str, tuple[int, ...]]
    principle: int | None
    options: frozenset[str]
    #: Groups of options of which at most one is in use, and those that are unless another of the group is named.
    alternatives: tuple[tuple[str, ...], ...]
    usual: tuple[str, ...]
    circles: Mapping[str, frozenset[str]]
    #: Results of functions of this text, see :func:`memoized_per_text`.
    _results: dict[tuple[object, ...], Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    @property
    def id(self) -> str:
        """The text's id."""
        return self.text.id

    @property
    def seated(self) -> SeatingPattern:
        """How teams sit: as the text says it, or else one that it includes; side by side where none does."""
        said = (text.seated for text in (self.text, *self.texts) if text.seated is not None)
        return next(said, SeatingPattern.SIDE_BY_SIDE)

    def in_use(self, named: frozenset[str]) -> frozenset[str]:
        """Return the options in use where some are named: these, and the usual ones of which no alternative is."""
        replaced = (frozenset(group) for group in self.alternatives if named.intersection(group))
        return named.union(frozenset(self.usual).difference(*replaced)) if self.usual else named

    def rules_about(self, predicate: str) -> list[Rule]:
        """Return the rules that conclude something about a predicate, in the order of clauses."""
        return [self.rules[number] for number in self.by_predicate.get(predicate, ())]

    @cached_property
    def statuses(self) -> Mapping[int, RuleStatus]:
        """What the verdict needs to know of each rule, by number."""
        return {
            r.number: RuleStatus(r.kind, r.defeasible, r.overriders, 1 << r.clause, r.prohibits) for r in self.rules
        }

    def __getstate__(self) -> dict[str, Any]:
        """Return the state to pickle: without the memo."""
        return {**self.__dict__, "_results": {}}


P = ParamSpec("P")
R = TypeVar("R")


def memoized_per_text(function: Callable[Concatenate[ResolvedText, P], R]) -> Callable[Concatenate[ResolvedText, P], R]:
    """Keep the results of a pure function of a resolved text and of other hashable arguments with that text."""

    @wraps(function)
    def remembered(resolved: ResolvedText, /, *args: P.args, **kwargs: P.kwargs) -> R:
        key = (function, args, *kwargs.items())
        results = resolved._results
        if key not in results:
            results[key] = function(resolved, *args, **kwargs)
        result: R = results[key]
        return result

    return remembered


# --- what decides a predicate ----------------------------------------------------------------------


class Declared(NamedTuple):
    """A condition by which the vocabulary itself decides a predicate: where its truth is one of ``decides``.

    ``cited`` tells whether the answer then rests on the clauses behind the condition, or on none.
    """

    condition: Condition
    decides: tuple[Truth, ...]
    cited: bool


def declarations(predicate: Predicate, has_rules: bool) -> Iterator[Declared]:
    """Yield what the vocabulary says of a predicate, in the order in which it decides.

    A premise, where it holds, comes before all rules. What the predicate means stands in for rules that no text has.
    """
    if predicate.premise is not None:
        yield Declared(predicate.premise, (Truth.TRUE,), cited=False)
    if predicate.means is not None and not has_rules:
        yield Declared(predicate.means, (Truth.TRUE, Truth.FALSE, Truth.UNKNOWN), cited=True)


@dataclass(frozen=True, slots=True)
class Definition:
    """What decides a predicate in a text: first what is ``declared``, in order, then the rules, then the default.

    Attributes:
        predicate: The predicate; a closed one is false by default.
        declared: What the vocabulary says of it.
        rules: The rules about it.
        principle: The index of the clause by which prohibitions beat permissions.
        concluding: The mask of the clauses that can conclude yes or give the value.
        speaking: The mask of all clauses that speak about it.
        dismissing: The mask of the clauses by which it does not arise.
    """

    predicate: Predicate
    declared: tuple[Declared, ...]
    rules: tuple[Rule, ...]
    principle: int | None
    concluding: int
    speaking: int
    dismissing: int

    @property
    def scope(self) -> Scope:
        """The letters of its declaration."""
        return Scope.of([letter for letter, _ in self.predicate.parameters])

    @property
    def conditions(self) -> tuple[Condition | Term, ...]:
        """All that decides it."""
        parts = (part for rule in self.rules for part in (rule.guard, rule.expression) if part is not None)
        return *parts, *(declared.condition for declared in self.declared)

    @property
    def scratch_frame(self) -> Frame:
        """The frame of its conditions beyond the arguments, empty."""
        return free_slots(self.conditions)

    @property
    def pairs(self) -> tuple[tuple[Rule, Rule], ...]:
        """The rules that share a split: that which applies where its test holds, then the other."""
        return tuple(
            (rule, other) if rule.where_test_holds else (other, rule)
            for rule, other in pairwise(self.rules)
            if rule.split is not None and rule.split is other.split
        )

    @property
    def excluded(self) -> object:
        """The value that is no answer: nobody, of a question who it is."""
        return NOBODY if self.predicate.answer == PLAYER else None

    @property
    def is_silent_by_default(self) -> bool:
        """Whether a text says nothing where nothing concludes it; a closed fact that no clause can conclude is silent.

        Where other facts read it, it is false nevertheless.
        """
        return not (self.predicate.closed and self.concluding)


@memoized_per_text
def definition_of(resolved: ResolvedText, predicate: str) -> Definition:
    """Return what decides a predicate in a text."""
    declared, rules = resolved.vocabulary.predicates[predicate], tuple(resolved.rules_about(predicate))
    return Definition(
        declared,
        tuple(declarations(declared, bool(rules))),
        rules,
        resolved.principle,
        concluding=reduce(or_, (1 << rule.clause for rule in rules if rule.kind in _CONCLUDING), 0),
        speaking=reduce(or_, (1 << rule.clause for rule in rules), 0),
        dismissing=reduce(or_, (1 << r.clause for r in rules if r.sentence is not None and not r.sentence.arises), 0),
    )
