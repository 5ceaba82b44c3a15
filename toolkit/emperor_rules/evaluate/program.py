"""The rules of a resolved text as Python functions, one verdict function per predicate."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, assert_never

from emperor_rules.evaluate.closures import Certain, Compiled, CompiledTerm, Decide, tracked, tracked_term
from emperor_rules.evaluate.decision import Candidate, DecisionTable
from emperor_rules.evaluate.fixpoint import Fixpoint, Judge, Key, Verdict
from emperor_rules.evaluate.position import MemoTable, Position, QueryContext
from emperor_rules.evaluate.scalar import Scalar, look_up_builtin
from emperor_rules.evaluate.work_limit import WORK_OF_A_CIRCLE, WorkLimit
from emperor_rules.model.seating import NOBODY
from emperor_rules.model.terms import Moment
from emperor_rules.model.vocabulary import GivenFact, GivenKind, GivenNumbers, Predicate, PredicateKind
from emperor_rules.resolve.cone import cone_of
from emperor_rules.resolve.roles import knows_no_role
from emperor_rules.resolve.rules import Definition, ResolvedText, Rule, definition_of
from emperor_rules.semantics.builtins import BUILTINS
from emperor_rules.semantics.expressions import OF_TRUTH, Args, Frame, Given, Reasons
from emperor_rules.semantics.verdict import FALSE, TRUE, UNKNOWN, Conclusion, union


class Program(dict[str, Decide]):
    """A compiled text: the verdict function of each predicate, compiled when it is first wanted.

    A single question reads a few predicates of a hundred, so this is most of what its answer would have to wait for.
    ``defaults`` are the values of the given facts that a question does not bring along, in the order of the vocabulary;
    ``missing`` are the bits that stand for a given fact that was needed and absent, by key.
    """

    def __init__(self, resolved: ResolvedText) -> None:
        """Prepare to compile predicates when they are first wanted."""
        super().__init__()
        self.resolved = resolved
        self.vocabulary = resolved.vocabulary
        self.defaults = tuple(map(_default, self.vocabulary.givens.values()))
        first_bit = len(resolved.clauses)
        self.missing = {key: 1 << (first_bit + n) for key, n in self.vocabulary.given_numbers.items()}
        self.first_free_bit = first_bit + len(self.missing)
        self.work = WorkLimit()
        has_no_roles = knows_no_role(resolved)
        self.scalar = Scalar(self.vocabulary, self, self.missing, self.work, has_no_roles=has_no_roles)
        self._rules: dict[str, PredicateRules] = {}
        #: What follows from those who have gone, by table, by who they are and by options (see ``departures.py``).
        self.departures: dict[Any, Any] = {}

    def reads_given(self, predicate: str) -> bool:
        """Return whether a predicate, or one that it reads, looks at given facts."""
        return bool(cone_of(self.resolved, predicate).givens)

    def __missing__(self, predicate: str) -> Decide:
        """Compile a predicate."""
        declared = self.vocabulary.predicates[predicate]
        builtin = BUILTINS.get(declared.builtin or "")
        if builtin is None:
            decide = self._decide(declared)
        elif builtin.given:
            decide = self.scalar.look_up_given(declared)
        else:
            decide = look_up_builtin(builtin, Moment.NOW)
        self[predicate] = decide
        return decide

    # --- predicates that clauses decide ------------------------------------------------------------

    def _decide(self, declared: Predicate) -> Decide:
        name, given = declared.id, self.reads_given(declared.id)
        judge = self.rules_about(name).judge
        if name in self.resolved.circles:
            return self._decide_circular(declared)

        def decide(c: Position, g: QueryContext, args: Args) -> Verdict:
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
        working_out, rules_about, spend = self.working_out, self.rules_about, self.work.spend

        def survey(c: Position, g: QueryContext, table: MemoTable, key: Key) -> tuple[int, Verdict]:
            doubts: list[int] = []
            judged = rules_about(key[0]).judge(c, g, table, key, doubts)
            return union(doubts), judged

        def decide(c: Position, g: QueryContext, args: Args) -> Verdict:
            table = g.table if given else c.verdicts
            key = (name, args)
            fixpoint = g.fixpoints.get(circle)
            if fixpoint is not None:
                spend(WORK_OF_A_CIRCLE)
                return fixpoint.read(key)
            judged = table.verdicts.get(key)
            if judged is None:
                with working_out(c, g, table, name) as (fixpoint, judge):
                    fixpoint.settle(key, lambda key: survey(c, g, table, key), judge)
                judged = table.verdicts[key]
            return judged

        return decide

    @contextmanager
    def working_out(
        self, c: Position, g: QueryContext, table: MemoTable, predicate: str
    ) -> Iterator[tuple[Fixpoint, Judge]]:
        """Work out facts of a predicate's circle: yields its fixed point, and what judges a fact of it."""
        scratch = MemoTable()

        def judge(key: Key, final: bool) -> Verdict:
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
            compiled = self._rules[predicate] = PredicateRules(self, definition_of(self.resolved, predicate))
        return compiled


class PredicateRules:
    """What decides one predicate, compiled."""

    def __init__(self, program: Program, definition: Definition) -> None:
        """Compile the conditions of the declaration and of the rules."""
        resolved, scalar = program.resolved, program.scalar
        self.declared = [
            (
                tracked(scalar.condition(condition, definition.scope, reasons=Reasons(True, FALSE in decides))),
                decides,
                cited,
            )
            for condition, decides, cited in definition.declared
        ]
        paired = {rule.number for pair in definition.pairs for rule in pair}
        self.pairs = [_pair(*pair, scalar) for pair in definition.pairs]
        self.rules = [
            _rule(rule, scalar, definition.excluded) for rule in definition.rules if rule.number not in paired
        ]
        self.spend = program.work.spend
        self.scratch = definition.scratch_frame
        self.leaves_game = definition.predicate.leaves_game
        decisions = DecisionTable(definition, resolved.statuses, len(resolved.clauses), union(program.missing.values()))
        self.verdict = decisions.value if definition.predicate.kind is PredicateKind.VALUE else decisions.fact

    def judge(
        self, c: Position, g: QueryContext, table: MemoTable, key: Key, doubts: list[int] | None = None
    ) -> Verdict:
        """Return the verdict, and note in ``table`` what the rules say beside it.

        To ``doubts`` are added those for want of which the condition of a declaration or a rule is unknown. Of whoever
        left because of others the clauses that say so are cited, although having left would be enough.
        """
        if self.leaves_game and key[1][0] in c.companions:
            return TRUE, c.companions[key[1][0]]
        self.spend(c.count)
        frame: Frame = [*key[1], *self.scratch]
        for run, decides, cited in self.declared:
            truth, because = run(c, g, frame)
            if doubts is not None and truth == UNKNOWN:
                doubts.append(because)
            if truth in decides:
                return truth, because if cited else 0
        candidates = [candidate for rule in self.rules if (candidate := rule(c, g, frame)) is not None]
        for pair in self.pairs:
            candidates += pair(c, g, frame)
        if doubts is not None:
            doubts += [because for _, truth, because, _ in candidates if truth == UNKNOWN]
        return self.verdict(table, key, candidates)


def _rule(rule: Rule, scalar: Scalar, excluded: object) -> Callable[[Position, QueryContext, Frame], Candidate | None]:
    """Compile a rule to a function that returns its candidate, or ``None`` where the rule does not apply."""
    guard = scalar.condition(rule.guard, rule.scope, reasons=OF_TRUTH)
    number = rule.number
    if rule.expression is not None and rule.kind is Conclusion.VALUE:
        return _value_rule(number, guard, scalar.term(rule.expression, rule.scope), excluded)
    if isinstance(guard, Certain):
        test = guard.run
        holds: Candidate = (number, TRUE, 0, None)
        return lambda c, g, e: holds if test(c, g, e) else None
    run = guard.run

    def candidate(c: Position, g: QueryContext, e: Frame) -> Candidate | None:
        truth, clauses = run(c, g, e)
        return (number, truth, clauses, None) if truth else None

    return candidate


def _pair(rule: Rule, other: Rule, scalar: Scalar) -> Callable[[Position, QueryContext, Frame], Sequence[Candidate]]:
    """Compile two rules that share a split, so that the conditions of it are evaluated once."""
    assert rule.split is not None
    applies = tracked(scalar.condition(rule.split.base, rule.scope, reasons=OF_TRUTH))
    test = tracked(scalar.condition(rule.split.test, rule.scope))
    true, false = rule.number, other.number

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
    number: int, guard: Compiled, expression: CompiledTerm, excluded: object
) -> Callable[[Position, QueryContext, Frame], Candidate | None]:
    run, value_of = tracked(guard), tracked_term(expression)

    def candidate(c: Position, g: QueryContext, e: Frame) -> Candidate | None:
        truth, clauses = run(c, g, e)
        if not truth:
            return None
        value, because = value_of(c, g, e)
        if value is not None and value == excluded:
            value, because = None, 0
        if value is None:  # of what is not certain, only what is open is a reason
            return number, truth, because if truth == TRUE else because | clauses, None
        return number, truth, because | clauses if truth == TRUE else clauses, value

    return candidate


def _default(given: GivenFact) -> Given | None:
    if given.default is None:
        return None
    match given.kind:
        case GivenKind.FLAG:
            return given.default == "yes"
        case GivenKind.NUMBER:
            return int(given.default)
        case GivenKind.NUMBERS:
            assert given.of is not None
            return GivenNumbers(given.of, int(given.default))
        case GivenKind.PLAYERS:
            return frozenset()
        case GivenKind.PLAYER | GivenKind.TEAM:
            return NOBODY
        case GivenKind.CHOICE:
            return given.default
    assert_never(given.kind)
