"""A proof tree as steps to show: each clause once, with the statements that it rests on, each explained once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from emperor_rules.evaluate.engine import Engine
from emperor_rules.evaluate.explain import Explainer, Statement
from emperor_rules.semantics.verdict import Conclusion


@dataclass(frozen=True)
class Step:
    """A clause that speaks for what stands above it, by its citation; ``met`` where it only failed to forbid."""

    citation: str
    met: bool
    premises: tuple[Premise, ...]


@dataclass(frozen=True)
class Premise:
    """A statement that a clause rests on, with the steps that lead to it; none where it was explained before."""

    words: str
    known: bool
    steps: tuple[Step, ...] = ()


def explained(engine: Engine, request: Mapping[str, Any], language: str) -> tuple[Step, ...]:
    """Explain the answer to a request that can be answered; raises :class:`RequestError` for another."""
    prepared = engine.prepare(request)
    return steps(Explainer(prepared, engine.asked_at_best(prepared), language).explain())


def steps(tree: Statement, shown: set[str] | None = None) -> tuple[Step, ...]:
    """Return the steps of a tree: each clause once; what was explained further up (``shown``) is only named again."""
    shown = set() if shown is None else shown
    result = []
    for citation, premises, met in _by_clause(tree):
        below = []
        for premise in premises:
            inner: tuple[Step, ...] = ()
            if premise.reasons and premise.words not in shown:
                shown.add(premise.words)
                inner = steps(premise, shown)
            below.append(Premise(premise.words, premise.known, inner))
        result.append(Step(citation, met, tuple(below)))
    return tuple(result)


def cited(steps: tuple[Step, ...]) -> frozenset[str]:
    """Return every clause that a derivation names."""
    below = (cited(premise.steps) for step in steps for premise in step.premises)
    return frozenset({step.citation for step in steps}).union(*below)


def _by_clause(tree: Statement) -> list[tuple[str, list[Statement], bool]]:
    """Group reasons by clause, each premise once, in the order of the clauses' sentences."""
    by_citation: dict[str, dict[str, Statement]] = {}
    met: dict[str, bool] = {}
    for reason in tree.reasons:
        premises = by_citation.setdefault(reason.citation, {})
        met[reason.citation] = met.get(reason.citation, True) and reason.kind is Conclusion.MET
        for premise in reason.premises:
            premises.setdefault(premise.words, premise)
    return [(citation, list(premises.values()), met[citation]) for citation, premises in by_citation.items()]
