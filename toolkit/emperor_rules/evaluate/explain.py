"""Why an answer holds: the reasons of every fact that it rests on in a position (a proof graph)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, assert_never

from emperor_rules.evaluate.closures import tracked, tracked_term
from emperor_rules.evaluate.decision import CONTRADICTORY
from emperor_rules.evaluate.engine import Answer, Status
from emperor_rules.evaluate.evidence import Evidence, Stages
from emperor_rules.evaluate.facts import Fact
from emperor_rules.evaluate.fixpoint import Key, Settled
from emperor_rules.evaluate.position import QueryContext
from emperor_rules.evaluate.request import BoundQuery
from emperor_rules.model import terms
from emperor_rules.model.seating import NOBODY
from emperor_rules.model.terms import Condition, Moment, Term, negate, walk
from emperor_rules.model.vocabulary import GivenKind, PredicateKind
from emperor_rules.resolve.rules import Rule, definition_of
from emperor_rules.semantics.expressions import CONSTANTS, JOINING, LOOKUPS, SHIFTS, Scope, free_slots
from emperor_rules.semantics.verdict import CONTRADICTED, FALSE, TRUE, UNKNOWN, Conclusion, Truth

#: Where nothing concludes what is asked, what it would take is followed through so many facts.
LEVELS_MISSED = 2
#: The value of a given fact that says nothing, by kind. Players are numbers from 0, so no kind stands in for another.
NOTHING_GIVEN: Mapping[GivenKind, Any] = {
    GivenKind.FLAG: False,
    GivenKind.NUMBER: 0,
    GivenKind.PLAYER: NOBODY,
    GivenKind.PLAYERS: frozenset(),
    GivenKind.CHOICE: None,
}


@dataclass(frozen=True)
class Reason:
    """A clause that speaks for a fact, with the facts that it rests on here.

    ``citation`` is empty where the vocabulary itself says so. ``kind`` is ``None`` for the principle of the text.
    ``claim`` is what the clause says: yes, no, a value, or ``None`` for what it leaves open. ``redundant`` marks a
    clause that is declared to repeat others, ``own`` one of the text that is asked, ``joint`` one without which there
    would be no yes: a restriction or requirement that is met. ``missed`` marks a clause that could have concluded the
    opposite, and ``premises`` then are what fails of its conditions.
    """

    citation: str
    kind: Conclusion | None
    claim: Any
    premises: tuple[Fact, ...]
    redundant: bool = False
    own: bool = True
    joint: bool = False
    missed: bool = False


@dataclass(frozen=True)
class Miss:
    """How far a clause is from concluding a fact that nothing concludes: how many of its conditions fail and hold.

    Of those that hold only such count as are not common knowledge. ``asked`` tells whether the question brings along
    all the given facts that the failed conditions look at.
    """

    reason: Reason
    failed: int
    held: int
    asked: bool


@dataclass(frozen=True)
class Proof:
    """The question as a fact, and the reasons of all facts that it may rest on.

    ``misses`` are the clauses that could have concluded it, and what these want, where nothing does.
    """

    root: Fact
    reasons: Mapping[Fact, tuple[Reason, ...]]
    misses: Mapping[Fact, tuple[Miss, ...]]
    everybody_present: bool


def contradictions_below(prepared: BoundQuery, context: QueryContext, answer: Answer) -> tuple[BoundQuery, ...]:
    """Return the questions that a text answers with a contradiction and so leaves the one of ``prepared`` undecided."""
    if answer.status != Status.SILENT or answer.clauses or prepared.needs:
        return ()
    settled = prepared._replace(given=list(context.given), best=(), ignored=())
    predicates = prepared.program.resolved.vocabulary.predicates
    facts = Explainer(settled, context).contradictions()
    return tuple(settled._replace(predicate=predicates[name], args=args) for name, args in facts)


class Explainer(Evidence):
    """Finds the reasons of facts about one prepared question."""

    def prove(self) -> Proof:
        """Return the question itself with all reasons."""
        key = self.prepared.predicate.id, self.prepared.args
        root = self.concluded(key)
        reasons: dict[Fact, tuple[Reason, ...]] = {}
        self._collect(root, {}, reasons)
        misses: dict[Fact, tuple[Miss, ...]] = {}
        wanted = [root]
        for _ in range(LEVELS_MISSED):
            for fact in wanted:
                if fact not in misses and fact.concluded and fact.value is False and not reasons[fact]:
                    misses[fact] = tuple(self._misses((fact.name, fact.args)))
            wanted = [fact for fact in wanted for miss in misses.get(fact, ()) for fact in miss.reason.premises]
            for fact in wanted:
                self._collect(fact, {}, reasons)
        return Proof(root, reasons, misses, self.everybody_present)

    # --- contradictions that leave a question open -------------------------------------------------

    def contradictions(self) -> tuple[Key, ...]:
        """Return the facts on which clauses contradict each other, which leaves the question open; nearest first."""
        wanted: list[Key] = [(self.prepared.predicate.id, self.prepared.args)]
        contradicted: list[Key] = []
        for key in wanted:  # grows while it is read
            value, mask = self._decide(key)
            if value is CONTRADICTORY or (self._is_fact(key) and value == CONTRADICTED):
                contradicted.append(key)
            elif not mask and (value == UNKNOWN if self._is_fact(key) else value is None):
                for fact in self._open_premises(key):
                    below = fact.name, fact.args
                    if fact.concluded and fact.value is None and below not in wanted:
                        wanted.append(below)
        return tuple(contradicted)

    def _is_fact(self, key: Key) -> bool:
        return self.vocabulary.predicates[key[0]].kind is not PredicateKind.VALUE

    def _open_premises(self, key: Key) -> Iterator[Fact]:
        """Yield what the rules about a fact look at where it is not known whether they apply, or what they give."""
        stages, definition = self._stages(key), definition_of(self.resolved, key[0])
        for condition, decides, _ in definition.declared:
            if UNKNOWN in decides:
                yield from self._evaluate(condition, definition.scope, key, {})[1]
        for rule in definition.rules:
            truth, premises = self._evaluate(rule.guard, rule.scope, key, stages)
            if truth == UNKNOWN:
                yield from premises
            elif truth == TRUE and rule.expression is not None:
                yield from self._given_by(rule.expression, rule.scope, key)[1]

    # --- reasons ---------------------------------------------------------------------------------

    def _collect(self, fact: Fact, stages: Stages, reasons: dict[Fact, tuple[Reason, ...]]) -> None:
        """Add the reasons of a fact and of all that it rests on.

        Below a fact of a circle, ``stages`` are those of the facts that it stands with.
        """
        if fact in reasons or not fact.concluded:
            return
        key = fact.name, fact.args
        if key not in stages:
            stages = self._stages(key)
        reasons[fact] = tuple(self._reasons(key, stages))
        for reason in reasons[fact]:
            for premise in reason.premises:
                self._collect(premise, stages, reasons)

    def _stages(self, key: Key) -> Stages:
        """Return the stages of the facts on which a fact of a circle rests, which is held back itself."""
        judged = self._decide(key)
        if key[0] not in self.resolved.circles:
            return {}
        table = self._table(key)
        with self.program.working_out(self.position, self.context, table, key[0]) as (fixpoint, judge):
            return {**fixpoint.stages(key, judge), key: Settled(judged, len(table.links[key].component))}

    def _reasons(self, key: Key, stages: Stages) -> Iterator[Reason]:
        predicate = key[0]
        value, mask = stages[key].judged if key in stages else self._decide(key)
        rules = self.resolved.rules_about(predicate)
        if mask == 0:
            yield from self._declared(key, value)
        for rule in rules:
            if mask >> rule.clause & 1:
                spoken = self._speaking(rule, key, value, stages)
                if spoken is not None:
                    yield self._reason(rule, *spoken)
        principle = self.resolved.principle
        if principle is not None and mask >> principle & 1 and value == FALSE:
            plain = [rule for rule in rules if rule.kind is Conclusion.YES and not rule.defeasible]
            if any(self._speaking(rule, key, TRUE, stages) is not None for rule in plain):
                yield Reason(self.resolved.clauses[principle].citation, None, False, ())

    def _reason(self, rule: Rule, claim: Any, premises: tuple[Fact, ...]) -> Reason:
        in_force = self.resolved.clauses[rule.clause]
        own = in_force.clause.text == self.resolved.id
        restricts = rule.defeasible or rule.kind is Conclusion.MET
        joint = restricts or self.vocabulary.predicates[rule.predicate].requirement
        return Reason(in_force.citation, rule.kind, claim, premises, bool(in_force.clause.redundant), own, joint)

    def _declared(self, key: Key, value: Any) -> Iterator[Reason]:
        """Yield what the vocabulary itself says, where it decides a fact."""
        definition = definition_of(self.resolved, key[0])
        for condition, decides, _ in definition.declared:
            truth, premises = self._evaluate(condition, definition.scope, key, {})
            if truth in decides:
                if truth == value != UNKNOWN:
                    yield Reason("", Conclusion.YES if truth == TRUE else Conclusion.NO, truth == TRUE, premises)
                return

    def _speaking(self, rule: Rule, key: Key, verdict: Any, stages: Stages) -> tuple[Any, tuple[Fact, ...]] | None:
        """Return what a rule claims and the facts that it rests on, where it applies and speaks for a verdict."""
        truth, premises = self._evaluate(rule.guard, rule.scope, key, stages)
        if truth != TRUE:
            return None
        match rule.kind:
            case Conclusion.OPEN:
                return (None, premises) if verdict is None or verdict == UNKNOWN else None
            case Conclusion.YES | Conclusion.MET:
                return (True, premises) if verdict in (TRUE, CONTRADICTED) else None
            case Conclusion.NO:
                return (False, premises) if verdict in (FALSE, CONTRADICTED) else None
            case Conclusion.VALUE:
                assert rule.expression is not None
                value, facts = self._given_by(rule.expression, rule.scope, key)
                premises = tuple(dict.fromkeys((*premises, *facts)))
                return (value, premises) if verdict is CONTRADICTORY or value == verdict else None

    def _given_by(self, expression: Term, scope: Scope, key: Key) -> tuple[Any, tuple[Fact, ...]]:
        """Return the value that a term gives a fact, and the facts that it rests on."""
        frame = [*key[1], *free_slots([expression])]
        self.facts = []
        value, mask = tracked_term(self.term(expression, scope))(self.position, self.context, frame)
        return value, self.cited(mask)

    def _evaluate(self, condition: Condition, scope: Scope, key: Key, stages: Stages) -> tuple[Truth, tuple[Fact, ...]]:
        """Return the truth of a condition about a fact, and the facts that it rests on."""
        frame = [*key[1], *free_slots([condition])]
        self.explained, self.stages, self.facts = key, stages, []
        truth, mask = tracked(self.condition(condition, scope))(self.position, self.context, frame)
        return truth, self.cited(mask)

    # --- what might have concluded it ----------------------------------------------------------------

    def _misses(self, key: Key) -> Iterator[Miss]:
        """Yield the rules that could have concluded a fact, each by its conditions one by one."""
        stages = self._stages(key)
        for rule in self.resolved.rules_about(key[0]):
            if rule.kind is not Conclusion.YES:
                continue
            premises: dict[Fact, None] = {}
            failed = held = 0
            asked = True
            for part in conjuncts(rule.guard):
                truth, facts = self._evaluate(part, rule.scope, key, stages)
                if truth == TRUE:
                    held += any(not fact.common for fact in facts)
                else:
                    failed += 1
                    premises.update(dict.fromkeys(facts))
                    asked = asked and not any(map(self._is_missing, walk(part)))
            reason = replace(self._reason(rule, False, tuple(premises)), missed=True)
            yield Miss(reason, failed, held, asked)

    def _is_missing(self, node: Condition | Term) -> bool:
        """Return whether a condition looks at a given fact of which the question brings nothing along."""
        match node:
            case terms.GivenTerm(key) | terms.GivenFlag(key, _) | terms.GivenHas(key, _, _):
                value = self.context.given[self.given_numbers[key]]
                return value is None or value == NOTHING_GIVEN[self.vocabulary.givens[key].kind]
            case _:
                if not isinstance(node, (CONSTANTS, LOOKUPS, JOINING, SHIFTS)):
                    assert_never(node)
                return False


def conjuncts(condition: Condition, moment: Moment = Moment.NOW) -> Iterator[Condition]:
    """Yield the conditions that must all hold for a condition to hold."""
    match condition:
        case terms.And(parts):
            for part in parts:
                yield from conjuncts(part, moment)
        case terms.Not(terms.Or(parts)):
            for part in parts:
                yield from conjuncts(negate(part), moment)
        case terms.At(at_moment, part):
            yield from conjuncts(part, at_moment)
        case _:
            if not isinstance(condition, (CONSTANTS, LOOKUPS, JOINING)):
                assert_never(condition)
            yield condition if moment is Moment.NOW else terms.At(moment, condition)
