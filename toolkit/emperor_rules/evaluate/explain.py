"""Why an answer holds: the reasons of every fact that it rests on in a position (a proof graph).

The explainer is the evaluator with facts for clauses: the parts of a mask stand for facts (a role, a value, what other
clauses conclude) in the order in which they were looked at, so that the walk that gives the truth of a condition gives
its support as well. In short, the support is what suffices: one true part of a disjunction, as many members of a
quantifier as it needs; in full it is all there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, assert_never, cast

from emperor_rules.evaluate.closures import (
    Compiled,
    CompiledTerm,
    Function,
    Run,
    Tracked,
    both,
    joined,
    tracked,
    tracked_term,
)
from emperor_rules.evaluate.engine import Answer, Status
from emperor_rules.evaluate.facts import Fact, FactKind
from emperor_rules.evaluate.fixpoint import CONTRADICTORY, UNSUPPORTED, Judged, Key, Settled, Valued, Verdict
from emperor_rules.evaluate.position import MemoTable, Position, QueryContext
from emperor_rules.evaluate.request import BoundQuery
from emperor_rules.evaluate.scalar import LookUp, Scalar, everybody, look_up_builtin
from emperor_rules.model import terms
from emperor_rules.model.seating import NOBODY, Player
from emperor_rules.model.terms import (
    MEMBERS,
    PLAYER,
    TEAM,
    Compare,
    Condition,
    Direction,
    Moment,
    Quantified,
    Term,
    negate,
    walk,
)
from emperor_rules.model.vocabulary import GivenKind, GivenNumbers, Predicate, PredicateKind
from emperor_rules.resolve.cone import is_observable
from emperor_rules.resolve.rules import Rule, definition_of
from emperor_rules.semantics.builtins import BUILTINS, Builtin, distance, steps_left
from emperor_rules.semantics.expressions import (
    CONSTANTS,
    JOINING,
    LOOKUPS,
    SHIFTS,
    Args,
    Argument,
    Counted,
    Frame,
    Reasons,
    Scope,
    Value,
    count_truth,
    free_slots,
    player_slots,
)
from emperor_rules.semantics.verdict import CONTRADICTED, FALSE, TRUE, UNKNOWN, Conclusion, Truth

#: How far to follow what it would take, in facts, where nothing concludes what is asked.
LEVELS_MISSED = 2
#: The value of a given fact that says nothing, by kind. Players are numbers from 0, so no kind stands in for another.
NOTHING_GIVEN: Mapping[GivenKind, Any] = {
    GivenKind.FLAG: False,
    GivenKind.NUMBER: 0,
    GivenKind.NUMBERS: None,
    GivenKind.PLAYER: NOBODY,
    GivenKind.TEAM: NOBODY,
    GivenKind.PLAYERS: frozenset(),
    GivenKind.CHOICE: None,
}


#: The facts of a component of a circle, with the stages at which they were settled.
Stages = Mapping[Key, Settled]


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
    claim: Value | bool | None
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


class Explainer(Scalar):
    """Finds the reasons of facts about one prepared question."""

    keeps_arguments = True

    def __init__(self, prepared: BoundQuery, context: QueryContext, *, full: bool = False) -> None:
        """Evaluate conditions for ``prepared`` in ``context`` (the moment may have been chosen by the text)."""
        self.prepared, self.context, self.full = prepared, context, full
        self.program, self.position = prepared.program, prepared.position
        self.resolved = self.program.resolved
        self.everybody_present = not (self.position.left or self.position.leaving)
        super().__init__(
            self.resolved.vocabulary,
            self.program,
            dict.fromkeys(self.program.missing, 0),
            self.program.work,
            has_no_roles=self.program.scalar.has_no_roles,
        )
        self.work.begin()
        #: What was looked at while a rule was evaluated, in order.
        self.facts: list[Fact] = []
        #: The fact whose rules are being evaluated, and the stages of its component.
        self.explained: Key = "", ()
        self.stages: Stages = {}
        #: Whether distances are being measured, to find a least number: then all that are near enough are of interest.
        self.measuring = False

    def cite(self, fact: Fact) -> int:
        """Return the bit of a fact."""
        self.facts.append(fact)
        return 1 << len(self.facts) - 1

    def cited(self, mask: int) -> tuple[Fact, ...]:
        """Return the facts of a mask, each once."""
        facts: dict[Fact, None] = {}
        while mask:
            facts[self.facts[(mask & -mask).bit_length() - 1]] = None
            mask &= mask - 1
        return tuple(facts)

    def concluded(self, key: Key) -> Fact:
        """Return what the program answers about a predicate."""
        predicate, args = key
        declared = self.vocabulary.predicates[predicate]
        value, _ = self._decide(key)
        if declared.kind is PredicateKind.VALUE:
            value = None if value is CONTRADICTORY else value
        else:
            value = None if value in (UNKNOWN, CONTRADICTED) else value == TRUE
        common = is_observable(declared, self.vocabulary, everybody_present=self.everybody_present)
        return Fact.of_predicate(declared, args, value, common=common, concluded=True)

    def _decide(self, key: Key) -> Verdict:
        return self.program[key[0]](self.position, self.context, key[1])

    def _table(self, key: Key) -> MemoTable:
        return self.context.table if self.program.reads_given(key[0]) else self.position.verdicts

    # --- conditions that cite themselves -----------------------------------------------------------

    def junction(self, parts: Sequence[Compiled], decisive: Truth, reasons: Reasons) -> Compiled:
        """Cite, in short, of a disjunction the first true part alone."""
        if decisive is FALSE:
            return super().junction(parts, decisive, reasons)
        runs = [*map(tracked, parts)]

        def disjunction(c: Position, g: QueryContext, e: Frame) -> Judged:
            judged = [run(c, g, e) for run in runs]
            true = next((part for part in judged if part[0] == TRUE), None)
            return true if true is not None and not self.full else joined(judged, TRUE)

        return Tracked(disjunction)

    def option(self, option: str) -> Compiled:
        """Cite whether an option is in use."""
        used = option in self.position.options
        return Tracked(
            lambda c, g, e: (Truth(used), self.cite(Fact(FactKind.OPTION, option, (), used, common=not used)))
        )

    def role(self, role: str, player: CompiledTerm) -> Compiled:
        """Cite whether a player has a role."""
        return self._of_player(super().role(role, player), player, FactKind.ROLE, role, common=True)

    def given_flag(self, key: str) -> Compiled:
        """Cite what is given."""
        flag = tracked(super().given_flag(key))
        return Tracked(lambda c, g, e: (flag(c, g, e)[0], self._given(key)))

    def given_member(self, key: str, player: CompiledTerm) -> Compiled:
        """Cite whether a given list names a player."""
        common = key not in self.prepared.supplied
        return self._of_player(super().given_member(key, player), player, FactKind.LISTED, key, common=common)

    def _of_player(
        self, condition: Compiled, player: CompiledTerm, kind: FactKind, name: str, *, common: bool
    ) -> Compiled:
        plain, who = tracked(condition), cast("Run[Player | None]", tracked_term(player))

        def cited(c: Position, g: QueryContext, e: Frame) -> Judged:
            truth, (number, facts) = plain(c, g, e)[0], who(c, g, e)
            if number is None or number == NOBODY or truth == UNKNOWN:
                return truth, facts
            return truth, facts | self.cite(Fact(kind, name, (number,), truth == TRUE, common=common))

        return Tracked(cited)

    def comparison(
        self, node: Compare, holds: Callable[[Any, Any], bool], left: CompiledTerm, right: CompiledTerm
    ) -> Compiled:
        """Cite what the two sides say; that one is the other (A3 is A3, 6 is 6) says nothing by itself."""
        return Tracked(tracked(super().comparison(node, holds, left, right)))

    def builtin_fact(
        self, declared: Predicate, builtin: Builtin, args: Sequence[CompiledTerm], moment: Moment
    ) -> Compiled:
        """Cite whether a built-in predicate holds, or the distance that it measures."""
        look_up = look_up_builtin(builtin, moment)
        # The value of the vocabulary that the predicate compares with a number.
        measure, slots = builtin.measures or (None, ())
        measured = next((p for p in self.vocabulary.predicates.values() if measure and p.builtin == measure), None)

        def cited(c: Position, g: QueryContext, values: Args) -> Judged:
            truth, _ = look_up(c, g, values)
            if NOBODY in values:
                return truth, 0
            if self.measuring and measured is not None:
                of = tuple(values[n] for n in slots)
                value = BUILTINS[measured.builtin or ""].scalar(c, getattr(c, moment), *of)
                return truth, self.cite(Fact.of_predicate(measured, of, value, moment))
            common = self.everybody_present or not builtin.positional
            facts = self.cite(Fact.of_predicate(declared, values, truth == TRUE, moment, common=common))
            brought_near = truth == TRUE and builtin.positional and builtin.scalar(c, c.start, *values) is not True
            players = [values[n] for n, sort in enumerate(builtin.parameters) if sort == PLAYER]
            return truth, facts | self._empty_seats(c, moment, players) if brought_near else facts

        return self._applied(player_slots(declared), args, cited)

    def _empty_seats(self, c: Position, moment: Moment, players: Sequence[int]) -> int:
        """Cite the seats between two players, the shorter way round, that are empty at a moment, if it matters."""
        ring = getattr(c, moment)
        if len(players) != 2 or not distance(ring, *players) < distance(c.start, *players):
            return 0
        p, q = players if steps_left(ring, *players) == distance(ring, *players) else players[::-1]
        between = [(p + n) % c.count for n in range(1, steps_left(c.start, p, q))]
        facts = 0
        for player in between:
            if ring.pos[player] < 0:
                kind = "left" if player in c.left else "leaving"
                facts |= self.cite(Fact(FactKind.EMPTY, kind, (player,)))
        return facts

    def fact(self, declared: Predicate, args: Sequence[CompiledTerm]) -> Compiled:
        """Cite what clauses conclude; contradicted counts as unknown."""

        def cited(c: Position, g: QueryContext, values: Args) -> Judged:
            truth, facts = self._read((declared.id, values))
            return UNKNOWN if truth == CONTRADICTED else truth, facts

        return self._applied(player_slots(declared), args, cited)

    def _read(self, key: Key) -> Judged:
        """Return what another fact is, cited; of its own circle a fact reads those that it may rest on."""
        truth = cast("Truth", self._decide(key)[0])
        if key[0] in self.resolved.circles.get(self.explained[0], ()):
            own = self._table(key).links[self.explained]
            settled = self.stages.get(key)
            if key not in own.dependencies or (settled and settled.stage >= self.stages[self.explained].stage):
                return UNSUPPORTED
        return truth, self.cite(self.concluded(key))

    def domain(self, node: Quantified, scope: Scope, moment: Moment) -> tuple[Function[Iterable[Argument]], Condition]:
        """Return all players or teams, so that the filter is cited as well."""
        return everybody(node.sort), node.where

    def counted(self, quantifier: Counted[Compiled], reasons: Reasons) -> Compiled:
        """Cite the members that make the number what it is: as few as suffice, or all where all are meant."""
        where, body, slot = tracked(quantifier.where), tracked(quantifier.body), quantifier.slot
        low, high = quantifier.low, quantifier.high

        def members(c: Position, g: QueryContext, e: Frame) -> Iterator[tuple[int, Judged, Judged]]:
            """Yield each member that the filter does not exclude, and what filter and body say of it."""
            for member in quantifier.domain(c, g, e):
                e[slot] = member
                included = where(c, g, e)
                if included[0] != FALSE:
                    yield member, included, body(c, g, e)

        def excluded(c: Position, g: QueryContext, e: Frame) -> int:
            """Return why nobody is a member, where nobody is."""
            facts = 0
            for member in quantifier.domain(c, g, e):
                e[slot] = member
                facts |= where(c, g, e)[1]
            return facts

        def count(c: Position, g: QueryContext, e: Frame) -> Judged:
            judged = [*members(c, g, e)]
            if self.full and not judged:
                return count_truth(low, high, 0, 0), excluded(c, g, e)
            truths = [both(included, holds)[0] for _, included, holds in judged]
            truth = count_truth(low, high, truths.count(TRUE), len(truths) - truths.count(FALSE))
            # Truth shows by examples, falsity by their lack; where there is only an upper bound, the other way round.
            by_examples = low is not None if truth == TRUE else high is not None
            enough = None if self.full or self.measuring or low == high else (low if truth == TRUE else (high or 0) + 1)
            facts = examples = 0
            # Of several who would do, those first who follow whom the fact is about: so a turned table tells the same.
            origin, seats = self._origin(c, quantifier.node.sort)
            judged.sort(key=lambda one: (one[0] - origin) % seats)
            for _, (included, of_noun), (holds, of_body) in judged:
                if truth == UNKNOWN:
                    facts |= of_body if holds == UNKNOWN else of_noun if included == UNKNOWN else 0
                elif included == TRUE and by_examples == (holds == TRUE):
                    satisfied = holds == (FALSE if quantifier.node.kind is terms.Quantifier.EVERY else TRUE)
                    facts |= of_body | (of_noun if self.full or (satisfied and by_examples) else 0)
                    examples += 1
                    if by_examples and examples == enough:
                        break
            return truth, facts

        return Tracked(count)

    def _origin(self, c: Position, sort: str) -> tuple[int, int]:
        """Return the first player, or team, whom the fact that is explained is about, and how many there are."""
        predicate, args = self.explained
        sorts = self.vocabulary.predicates[predicate].parameters if predicate else ()
        of_player = next((arg for arg, (_, of) in zip(args, sorts, strict=False) if of == PLAYER), None)
        team = next((arg for arg, (_, of) in zip(args, sorts, strict=False) if of == TEAM), 0)
        if sort == TEAM:
            return (team if of_player is None else c.table.team[of_player]), len(c.sides)
        return (c.table.team.index(team) if of_player is None else of_player), c.count

    # --- terms that cite themselves ----------------------------------------------------------------

    def term(self, node: Term, scope: Scope, moment: Moment = Moment.NOW) -> CompiledTerm:
        """Cite of how many a number tells, where a role or a sort says it."""
        number = super().term(node, scope, moment)
        if not isinstance(node, terms.Count):
            return number
        run, where = tracked_term(number), node.where
        named = where.role if isinstance(where, terms.HasRole) and where.positive else node.sort
        if not isinstance(where, (terms.HasRole, terms.Always)):
            return number

        def tally(c: Position, g: QueryContext, e: Frame) -> Valued:
            value, _ = run(c, g, e)
            return value, self.cite(Fact(FactKind.COUNT, named, (), value))

        return Tracked(tally)

    def given(self, key: str) -> CompiledTerm:
        """Cite what is given."""
        value = tracked_term(super().given(key))
        return Tracked(lambda c, g, e: (value(c, g, e)[0], self._given(key)))

    def _given(self, key: str) -> int:
        value = self.context.given[self.given_numbers[key]]
        return self.cite(Fact(FactKind.GIVEN, key, (), value, common=key not in self.prepared.supplied))

    def builtin_value(
        self, declared: Predicate, builtin: Builtin, args: Sequence[CompiledTerm], moment: Moment
    ) -> CompiledTerm:
        """Cite the value of a built-in function; numbers are measured, anything else is seen."""
        common = builtin.answer != "number" and (self.everybody_present or not builtin.positional)

        def fact(values: Args, value: Value | None) -> Fact:
            cited = Fact.of_predicate(declared, values, value, moment, common=common)
            reverse = replace(cited, args=values[::-1])
            return reverse if builtin.is_symmetric and reverse in self.facts else cited

        look_up = self.look_up_given(declared) if builtin.given else look_up_builtin(builtin, moment)
        value_of = self._cited(declared, look_up, fact)

        def cited(c: Position, g: QueryContext, values: Args) -> Valued:
            value, facts = value_of(c, g, values)
            return value, facts | self._empty_seats(c, moment, values) if builtin.is_symmetric else facts

        return self._valued((0,) if builtin.given else (), args, cited)

    def value(self, declared: Predicate, args: Sequence[CompiledTerm]) -> CompiledTerm:
        """Cite the value that clauses give."""
        look_up = self._cited(
            declared, self.look_up_value(declared), lambda values, _: self.concluded((declared.id, values))
        )
        return self._valued(player_slots(declared), args, look_up)

    def _cited(
        self, declared: Predicate, look_up: LookUp[Any], fact: Callable[[Args, Value | None], Fact]
    ) -> LookUp[Value | None]:
        def cited(c: Position, g: QueryContext, values: Args) -> Valued:
            value, _ = look_up(c, g, values)
            return value, 0 if NOBODY in values or declared.answer in MEMBERS else self.cite(fact(values, value))

        return cited

    def least(self, slot: int, where: Compiled) -> CompiledTerm:
        """Cite what holds of the number, with all the distances compared."""
        run, holds = cast("Run[int | None]", tracked_term(super().least(slot, where))), tracked(where)

        def least(c: Position, g: QueryContext, e: Frame) -> Valued:
            number, facts = run(c, g, e)
            if number is None:
                return None, facts
            self.measuring, e[slot] = True, number
            _, facts = holds(c, g, e)
            self.measuring = False
            return number, facts

        return Tracked(least)

    def first(self, slot: int, where: Compiled, start: CompiledTerm, direction: Direction) -> CompiledTerm:
        """Cite the order of seats up to the player, and why those before do not count."""
        terms_of = super().first(slot, where, start, direction), start
        run, begin = (cast("Run[Player | None]", tracked_term(term)) for term in terms_of)

        def first(c: Position, g: QueryContext, e: Frame) -> Valued:
            player, facts = run(c, g, e)
            origin, of_start = begin(c, g, e)
            if player is None or player == NOBODY or origin is None or origin == NOBODY:
                return player, facts
            passed = direction.step * (player - origin) % c.count
            order = tuple((origin + direction.step * step) % c.count for step in range(passed + 1))
            return player, facts | of_start | self.cite(Fact(FactKind.ORDER, direction, order))

        return Tracked(first)

    # --- reasons -----------------------------------------------------------------------------------

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
        if (earlier := self._earlier(key)) is not None:
            earlier._collect(fact, {}, reasons)
            return
        if key not in stages:
            stages = self._stages(key)
        reasons[fact] = tuple(self._reasons(key, stages))
        for reason in reasons[fact]:
            for premise in reason.premises:
                self._collect(premise, stages, reasons)

    def _earlier(self, key: Key) -> Explainer | None:
        """Return what explains why somebody has left because of others, in the position in which that followed."""
        departure, whole = self.vocabulary.departure, self.position
        if departure is None or key[0] != departure.id:
            return None
        player = cast("Player", key[1][0])
        if player not in whole.before or not whole.gone(player):
            return None
        position = Position(whole.table, *whole.before[player], whole.options)
        position.before = whole.before
        context = QueryContext(self.program.defaults, MemoTable())  # what a question gives has no part in it
        return Explainer(self.prepared._replace(position=position), context, full=self.full)

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
        prohibited = value == FALSE and any(rule.prohibits for rule in rules)
        if principle is not None and mask >> principle & 1 and prohibited:
            plain = [rule for rule in rules if rule.kind is Conclusion.YES and not rule.defeasible]
            if any(self._speaking(rule, key, TRUE, stages) is not None for rule in plain):
                yield Reason(self.resolved.clauses[principle].citation, None, False, ())

    def _reason(self, rule: Rule, claim: Value | bool | None, premises: tuple[Fact, ...]) -> Reason:
        in_force = self.resolved.clauses[rule.clause]
        own = in_force.clause.text == self.resolved.id
        restricts = rule.defeasible or rule.kind is Conclusion.MET
        joint = restricts or self.vocabulary.predicates[rule.predicate].requirement
        return Reason(in_force.citation, rule.kind, claim, premises, bool(in_force.clause.redundant), own, joint)

    def _declared(self, key: Key, value: object) -> Iterator[Reason]:
        """Yield what the vocabulary itself says, where it decides a fact."""
        definition = definition_of(self.resolved, key[0])
        for condition, decides, _ in definition.declared:
            truth, premises = self._evaluate(condition, definition.scope, key, {})
            if truth in decides:
                if truth == value != UNKNOWN:
                    yield Reason("", Conclusion.YES if truth == TRUE else Conclusion.NO, truth == TRUE, premises)
                return

    def _speaking(
        self, rule: Rule, key: Key, verdict: object, stages: Stages
    ) -> tuple[Value | bool | None, tuple[Fact, ...]] | None:
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

    def _given_by(self, expression: Term, scope: Scope, key: Key) -> tuple[Value | None, tuple[Fact, ...]]:
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
            case terms.Apply(key, _) if key in self.given_numbers:
                return not cast("GivenNumbers", self.context.given[self.given_numbers[key]]).named
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
