"""The rules of a resolved text as Python functions, one verdict function per predicate."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any, assert_never

from emperor_rules.evaluate.closures import Certain, Compiled, Decide, Frame, tracked, tracked_term
from emperor_rules.evaluate.decision import Candidate, decide_fact, decide_value
from emperor_rules.evaluate.fixpoint import Fixpoint, Judge, Judged, Key
from emperor_rules.evaluate.position import MemoTable, Position, QueryContext
from emperor_rules.evaluate.scalar import Scalar
from emperor_rules.model.seating import NOBODY
from emperor_rules.model.terms import PLAYER, Moment, conjoin, negate
from emperor_rules.model.vocabulary import GivenFact, GivenKind, Predicate, PredicateKind
from emperor_rules.resolve.cone import cone_of
from emperor_rules.resolve.rules import ResolvedText, Rule
from emperor_rules.semantics.builtins import BUILTINS
from emperor_rules.semantics.expressions import OF_BOTH, OF_TRUTH, Scope, frame_size
from emperor_rules.semantics.verdict import Conclusion, RuleStatus, Truth

FALSE, TRUE, UNKNOWN, CONTRADICTED = Truth
_SIDES = ((Conclusion.YES, Conclusion.NO), (Conclusion.NO, Conclusion.MET))


class Program(dict[str, Decide]):
    """A compiled text: the verdict function of each predicate, compiled when it is first wanted.

    A single question reads a few predicates of a hundred, so this is most of what its answer would have to wait for.
    ``defaults`` are the values of the given facts that a question does not bring along, in the order of the vocabulary;
    ``missing`` are the bits that stand for a given fact that was needed and absent, by key; ``concluding`` and
    ``deciding`` the clauses that can conclude yes (or give the value) and all that speak about a predicate.
    """

    def __init__(self, resolved: ResolvedText) -> None:
        """Compile nothing yet."""
        super().__init__()
        self.resolved = resolved
        self.vocabulary = resolved.vocabulary
        self.defaults = tuple(map(_default, self.vocabulary.givens.values()))
        first_bit = len(resolved.clauses)
        self.missing = {key: 1 << (first_bit + n) for key, n in self.vocabulary.given_numbers.items()}
        self.first_free_bit = first_bit + len(self.missing)
        self.concluding, self.deciding = _masks(resolved)
        self.scalar = Scalar(self.vocabulary, self, self.missing, self.definition)
        self.statuses = {
            rule.number: RuleStatus(rule.kind, rule.defeasible, rule.overriders, 1 << rule.clause)
            for rule in resolved.rules
        }
        self._definitions: dict[str, tuple[Certain, int] | None] = {}
        self._rules: dict[str, PredicateRules] = {}

    def decide(self, predicate: str, position: Position, context: QueryContext, args: Sequence[Any]) -> Judged:
        """Return the value of a predicate and the mask of the clauses behind it."""
        return self[predicate](position, context, tuple(args))

    def reads_given(self, predicate: str) -> bool:
        """Return whether a predicate, or one that it reads, looks at given facts."""
        return bool(cone_of(self.resolved, predicate).givens)

    def __missing__(self, predicate: str) -> Decide:
        """Compile a predicate."""
        declared = self.vocabulary.predicates[predicate]
        self[predicate] = decide = self._builtin(declared) if declared.builtin else self._decide(declared)
        return decide

    def definition(self, declared: Predicate) -> tuple[Certain, int] | None:
        """Return what a predicate means that no clause speaks about, with the size of its frame, if that is certain."""
        name = declared.id
        if name not in self._definitions:
            self._definitions[name] = None  # until it is known: what reads itself has no definition
            if not (self.resolved.by_predicate.get(name) or declared.premise or name in self.resolved.circles):
                self._definitions[name] = self._definition(declared)
        return self._definitions[name]

    def _definition(self, declared: Predicate) -> tuple[Certain, int] | None:
        if declared.means is None:
            return (Certain(lambda c, g, e: False), 0) if declared.closed else None
        letters = [letter for letter, _ in declared.params]
        compiled = self.scalar.condition(declared.means, Scope.of(letters), Moment.NOW, OF_BOTH)
        return (compiled, frame_size(len(letters), [declared.means])) if isinstance(compiled, Certain) else None

    def _builtin(self, declared: Predicate) -> Decide:
        builtin = BUILTINS[declared.builtin or ""]
        if builtin.answer is None:
            return lambda c, g, args: (TRUE if builtin.scalar(c, c.now, *args) else FALSE, 0)
        return lambda c, g, args: (builtin.scalar(c, c.now, *args), 0)

    # --- predicates that clauses decide ------------------------------------------------------------

    def _decide(self, declared: Predicate) -> Decide:
        name, given = declared.id, self.reads_given(declared.id)
        judge = self.rules_about(name).judge
        if name in self.resolved.circles:
            return self._decide_circular(declared)

        def decide(c: Position, g: QueryContext, args: tuple[Any, ...]) -> Judged:
            table = g.table if given else c.verdicts
            key = (name, args)
            judged = table.verdicts.get(key)
            if judged is None:
                judged = table.verdicts[key] = judge(c, g, table, key)
            return judged

        return decide

    def _decide_circular(self, declared: Predicate) -> Decide:
        name, given = declared.id, self.reads_given(declared.id)
        circle = min(self.resolved.circles[name])
        working_out, rules_about = self.working_out, self.rules_about

        def decide(c: Position, g: QueryContext, args: tuple[Any, ...]) -> Judged:
            table = g.table if given else c.verdicts
            key = (name, args)
            fixpoint = g.fixpoints.get(circle)
            if fixpoint is not None:
                return fixpoint.read(key)
            judged = table.verdicts.get(key)
            if judged is None:
                with working_out(c, g, table, name) as (fixpoint, judge):
                    fixpoint.settle(key, lambda key: rules_about(key[0]).survey(c, g, table, key), judge)
                judged = table.verdicts[key]
            return judged

        return decide

    @contextmanager
    def working_out(
        self, c: Position, g: QueryContext, table: MemoTable, predicate: str
    ) -> Iterator[tuple[Fixpoint, Judge]]:
        """Work out facts of a predicate's circle: yields its fixed point, and what judges a fact of it."""
        scratch = MemoTable()

        def judge(key: Key, final: bool) -> Judged:
            if final:
                for notes in (table.defeated, table.sides):
                    notes.pop(key, None)  # of what was judged before
            return self.rules_about(key[0]).judge(c, g, table if final else scratch, key)

        circle = min(self.resolved.circles[predicate])
        fixpoint = g.fixpoints[circle] = Fixpoint(table.verdicts, table.links, self.first_free_bit)
        try:
            yield fixpoint, judge
        finally:
            del g.fixpoints[circle]

    def rules_about(self, predicate: str) -> PredicateRules:
        """Return the compiled rules about a predicate."""
        compiled = self._rules.get(predicate)
        if compiled is None:
            compiled = self._rules[predicate] = PredicateRules(self, self.vocabulary.predicates[predicate])
        return compiled


class PredicateRules:
    """The rules about one predicate, compiled."""

    def __init__(self, program: Program, declared: Predicate) -> None:
        """Compile the premise, the rules (or, where there are none, what the vocabulary declares) of a predicate."""
        resolved, scalar = program.resolved, program.scalar
        self.declared = declared
        self.statuses = program.statuses
        rules = resolved.rules_about(declared.id)
        own = Scope.of([letter for letter, _ in declared.params])
        self.premise = tracked(scalar.condition(declared.premise, own, wanted=OF_TRUTH)) if declared.premise else None
        self.means = tracked(scalar.condition(declared.means, own)) if declared.means and not rules else None
        pairs = [  # that conclude from a condition and from its failure (*only*, *exactly*, *unless*)
            (rule, partner)
            for rule, partner in pairwise(rules)
            if rule.sentence is partner.sentence and (rule.kind, partner.kind) in _SIDES
        ]
        paired = {rule.number for pair in pairs for rule in pair}
        self.pairs = [_pair(*pair, scalar) for pair in pairs]
        self.rules = [_rule(rule, scalar, declared.answer == PLAYER) for rule in rules if rule.number not in paired]
        self.unused = [None] * frame_size(0, resolved.conditions(declared.id))
        self.overridable = any(rule.overriders for rule in rules)
        permission = declared.is_permission
        self.principle = 1 << resolved.principle if permission and resolved.principle is not None else 0
        self.is_value = declared.kind is PredicateKind.VALUE
        self.nothing: Judged = (None, 0) if self.is_value else (FALSE, 0) if declared.closed else (UNKNOWN, 0)

    def judge(self, c: Position, g: QueryContext, table: MemoTable, key: Key) -> Judged:
        """Return the verdict of the rules, and note in ``table`` what they say beside it."""
        frame = [*key[1], *self.unused]
        if self.premise is not None and self.premise(c, g, frame)[0] == TRUE:
            return TRUE, 0
        if self.means is not None:
            return self.means(c, g, frame)
        candidates = self._candidates(c, g, frame)
        return self._verdict(table, key, candidates)

    def survey(self, c: Position, g: QueryContext, table: MemoTable, key: Key) -> tuple[int, Judged]:
        """Return the bits of all for want of which the premise or the condition of a rule is unknown, and the verdict.

        The verdict is that of :meth:`judge` where nothing is wanting.
        """
        frame = [*key[1], *self.unused]
        bits = 0
        if self.premise is not None:
            truth, because = self.premise(c, g, frame)
            if truth == TRUE:
                return 0, (TRUE, 0)
            bits = because if truth == UNKNOWN else 0
        if self.means is not None:
            truth, because = self.means(c, g, frame)
            return bits | (because if truth == UNKNOWN else 0), (truth, because)
        candidates = self._candidates(c, g, frame)
        for _, truth, because, _ in candidates:
            if truth == UNKNOWN:
                bits |= because
        return bits, self._verdict(table, key, candidates)

    def _candidates(self, c: Position, g: QueryContext, frame: Frame) -> list[Candidate]:
        candidates = [candidate for rule in self.rules if (candidate := rule(c, g, frame)) is not None]
        for pair in self.pairs:
            candidates += pair(c, g, frame)
        return candidates

    def _verdict(self, table: MemoTable, key: Key, candidates: Sequence[Candidate]) -> Judged:
        if not candidates:
            return self.nothing
        if self.is_value:
            return decide_value(table, key, candidates, self.statuses, self.overridable)
        return decide_fact(
            table, key, candidates, self.statuses, self.overridable, self.principle, self.declared.closed
        )


def _rule(
    rule: Rule, scalar: Scalar, answers_player: bool
) -> Callable[[Position, QueryContext, Frame], Candidate | None]:
    """Compile a rule to a function that returns its candidate, or ``None`` where the rule does not apply."""
    scope = Scope.of(rule.letters, rule.place, rule.place_key)
    guard = scalar.condition(rule.guard, scope, wanted=OF_TRUTH)
    number = rule.number
    if rule.expression is not None and rule.kind is Conclusion.VALUE:
        return _value_rule(number, guard, scalar.term(rule.expression, scope), answers_player)
    if isinstance(guard, Certain):
        test = guard.run
        holds: Candidate = (number, TRUE, 0, None)
        return lambda c, g, e: holds if test(c, g, e) else None
    run = guard.run

    def candidate(c: Position, g: QueryContext, e: Frame) -> Candidate | None:
        truth, clauses = run(c, g, e)
        return (number, truth, clauses, None) if truth else None

    return candidate


def _pair(rule: Rule, partner: Rule, scalar: Scalar) -> Callable[[Position, QueryContext, Frame], Sequence[Candidate]]:
    """Compile two such rules so that the condition that they share is evaluated once."""
    assert rule.sentence is not None
    scope, guards = Scope.of(rule.letters, rule.place, rule.place_key), rule.sentence.guards
    if partner.kind is Conclusion.MET:  # may not … unless …: the restriction applies where the condition fails
        base, telling, true, false = guards.when, guards.unless, partner.number, rule.number
    else:
        base = guards.when if guards.unless is None else conjoin(guards.when, negate(guards.unless))
        telling = guards.only if guards.only is not None else guards.exactly
        true, false = rule.number, partner.number
    assert telling is not None
    applies = tracked(scalar.condition(base, scope, wanted=OF_TRUTH))
    test = tracked(scalar.condition(telling, scope))

    def candidates(c: Position, g: QueryContext, e: Frame) -> Sequence[Candidate]:
        truth, clauses = applies(c, g, e)
        if not truth:
            return ()
        outcome, because = test(c, g, e)
        if outcome == UNKNOWN:
            because |= clauses if truth == UNKNOWN else 0
            return (true, UNKNOWN, because, None), (false, UNKNOWN, because, None)
        number = true if outcome else false
        return ((number, truth, because | clauses if truth == TRUE else clauses, None),)

    return candidates


def _value_rule(
    number: int, guard: Compiled, expression: Compiled, answers_player: bool
) -> Callable[[Position, QueryContext, Frame], Candidate | None]:
    run, value_of = tracked(guard), tracked_term(expression)

    def candidate(c: Position, g: QueryContext, e: Frame) -> Candidate | None:
        truth, clauses = run(c, g, e)
        if not truth:
            return None
        value, because = value_of(c, g, e)
        if answers_player and value == NOBODY:  # nobody is no answer
            value, because = None, 0
        if value is None:  # of what is not certain, only what is open is a reason
            return number, truth, because if truth == TRUE else because | clauses, None
        return number, truth, because | clauses if truth == TRUE else clauses, value

    return candidate


def _default(given: GivenFact) -> Any:
    if given.default is None:
        return None
    match given.kind:
        case GivenKind.FLAG:
            return given.default == "yes"
        case GivenKind.NUMBER:
            return int(given.default)
        case GivenKind.PLAYERS:
            return frozenset()
        case GivenKind.PLAYER:
            return NOBODY
        case GivenKind.CHOICE:
            return given.default
    assert_never(given.kind)


def _masks(resolved: ResolvedText) -> tuple[dict[str, int], dict[str, int]]:
    """Return, by predicate, the clauses that can conclude yes or give the value, and all that speak about it."""
    concluding: dict[str, int] = {}
    deciding: dict[str, int] = {}
    for rule in resolved.rules:
        bit = 1 << rule.clause
        deciding[rule.predicate] = deciding.get(rule.predicate, 0) | bit
        if rule.kind in (Conclusion.YES, Conclusion.VALUE):
            concluding[rule.predicate] = concluding.get(rule.predicate, 0) | bit
    return concluding, deciding
