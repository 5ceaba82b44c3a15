"""A resolved text: the clauses in force on a date, unfolded into rules that each conclude one thing.

This is what every answer, search and drawing works from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from emperor_rules.model.terms import Condition, Term
from emperor_rules.model.texts import Clause, Sentence, Text
from emperor_rules.model.vocabulary import Vocabulary
from emperor_rules.semantics.verdict import Conclusion


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


@dataclass(frozen=True, slots=True)
class Rule:
    """One conclusion of one sentence.

    ``defeasible`` marks the yes of an *only*, which yields to any no.
    ``overriders`` are the numbers of the rules (of the same predicate) before which this one yields.
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
    circles: Mapping[str, frozenset[str]]
    #: Results of functions of this text, see :func:`per_text`.
    _results: dict[tuple[object, ...], Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    @property
    def id(self) -> str:
        """The text's id."""
        return self.text.id

    def rules_about(self, predicate: str) -> list[Rule]:
        """Return the rules about a predicate."""
        return [self.rules[number] for number in self.by_predicate.get(predicate, ())]

    def conditions(self, predicate: str) -> list[Condition | Term]:
        """Return what decides a predicate: its rules, its premise, and its meaning where no rule is about it."""
        rules, declared = self.rules_about(predicate), self.vocabulary.predicates[predicate]
        parts = [part for rule in rules for part in (rule.guard, rule.expression)]
        return [part for part in (*parts, declared.premise, None if rules else declared.means) if part is not None]

    def __getstate__(self) -> dict[str, Any]:
        """Return the state to pickle: without the memo."""
        return {**self.__dict__, "_results": {}}


P = ParamSpec("P")
R = TypeVar("R")


def per_text(function: Callable[Concatenate[ResolvedText, P], R]) -> Callable[Concatenate[ResolvedText, P], R]:
    """Remember the results of a pure function of a resolved text, and of other hashable arguments, with the text."""

    @wraps(function)
    def remembered(resolved: ResolvedText, /, *args: P.args, **kwargs: P.kwargs) -> R:
        key = (function, args, *kwargs.items())
        results = resolved._results
        if key not in results:
            results[key] = function(resolved, *args, **kwargs)
        result: R = results[key]
        return result

    return remembered
