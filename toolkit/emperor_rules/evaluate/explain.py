"""Why an answer holds: a tree of clauses and of the statements that they rest on in a position (a proof tree).

The words of a clause are left to whoever shows the tree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from emperor_rules.evaluate.closures import tracked, tracked_term
from emperor_rules.evaluate.context import Key
from emperor_rules.evaluate.decision import CONTRADICTORY
from emperor_rules.evaluate.evidence import Evidence, Item, Stages
from emperor_rules.evaluate.fixpoint import Settled
from emperor_rules.resolve.rules import Rule
from emperor_rules.semantics.expressions import Scope, frame_size
from emperor_rules.semantics.verdict import Conclusion, Truth

FALSE, TRUE, UNKNOWN, CONTRADICTED = Truth


@dataclass(frozen=True)
class Reason:
    """A clause that speaks for a statement: its citation, and the statements that it rests on here."""

    citation: str
    clause: int
    premises: tuple[Statement, ...]
    kind: Conclusion | None
    written: str


@dataclass(frozen=True)
class Statement:
    """Something that holds (or is unknown) in the position, with the reasons for it; none: a plain fact."""

    words: str
    reasons: tuple[Reason, ...] = ()
    known: bool = True


class Explainer(Evidence):
    """Explains statements about one prepared question."""

    def explain(self) -> Statement:
        """Return the question itself with its reasons."""
        return self.statement((self.prepared.predicate.id, self.prepared.args))

    # --- statements ------------------------------------------------------------------------------

    def statement(self, key: Key, stages: Stages | None = None) -> Statement:
        """Return what the program answers about a predicate, with its reasons.

        Below a fact of a circle, ``stages`` are those of the facts that it stands with.
        """
        words, is_known = self._words(key)
        if stages is None or key not in stages:
            stages = self._stages(key)
        return Statement(words, tuple(self._reasons(key, stages)), is_known)

    def _stages(self, key: Key) -> Stages:
        """Return the stages of the facts on which a fact of a circle rests, which is held back itself."""
        judged = self._decide(key)
        if key[0] not in self.resolved.circles:
            return {}
        functions, table = self.program.functions, self._table(key)
        with functions.working_out(self.position, self.context, table, key[0]) as (fixpoint, judge):
            return {**fixpoint.stages(key, judge), key: Settled(judged, len(table.links[key].component))}

    def _reasons(self, key: Key, stages: Stages) -> Iterator[Reason]:
        predicate = key[0]
        value, mask = stages[key].judged if key in stages else self._decide(key)
        rules = [self.resolved.rules[n] for n in self.resolved.by_predicate.get(predicate, ())]
        for rule in rules:
            if mask >> rule.clause & 1:
                holds, premises = self._evaluate(rule, key, value, stages)
                if holds:
                    clause = self.resolved.clauses[rule.clause]
                    written = rule.sentence.written if rule.sentence is not None else ""
                    statements = tuple(self._statements(premises, stages))
                    yield Reason(clause.citation, rule.clause, statements, rule.kind, written)
        principle = self.resolved.principle
        if principle is not None and mask >> principle & 1 and value == FALSE:
            plain = [rule for rule in rules if rule.kind is Conclusion.YES and not rule.defeasible]
            if any(self._evaluate(rule, key, TRUE, stages)[0] for rule in plain):
                clause = self.resolved.clauses[principle]
                yield Reason(clause.citation, clause.index, (), None, clause.clause.sentences[0].written)

    def _evaluate(self, rule: Rule, key: Key, verdict: Any, stages: Stages) -> tuple[bool, list[Item]]:
        """Return whether a rule applies and speaks for a verdict, and the items that it rests on."""
        scope = Scope.of(rule.letters, rule.place, rule.place_key)
        nodes = [rule.guard] if rule.expression is None else [rule.guard, rule.expression]
        frame = [*key[1], *[None] * frame_size(0, nodes)]
        self.explained, self.stages, self.items = key, stages, []
        truth, mask = tracked(self.condition(rule.guard, scope))(self.position, self.context, frame)
        items = self._cited(mask)
        if truth != TRUE:
            return False, []
        match rule.kind:
            case Conclusion.OPEN:
                return verdict is None or verdict == UNKNOWN, items
            case Conclusion.YES | Conclusion.MET:
                return verdict in (TRUE, CONTRADICTED), items
            case Conclusion.NO:
                return verdict in (FALSE, CONTRADICTED), items
            case Conclusion.VALUE:
                assert rule.expression is not None
                self.items = []
                value, mask = tracked_term(self.term(rule.expression, scope))(self.position, self.context, frame)
                return verdict is CONTRADICTORY or value == verdict, items + self._cited(mask)

    def _cited(self, mask: int) -> list[Item]:
        return [item for number, item in enumerate(self.items) if mask >> number & 1]

    def _statements(self, items: Sequence[Item], stages: Stages) -> Iterator[Statement]:
        """Yield the statements of a rule, each wording once."""
        seen: set[str] = set()
        for words, key in items:
            if words not in seen:
                seen.add(words)
                yield Statement(words) if key is None else self.statement(key, stages)
