"""Conditions of one position that name what they rest on: the evaluator's functions with facts for clauses.

The parts of a mask stand for facts (a role, a value, what other clauses conclude) in the order in which they were
looked at, so that the walk that gives the truth of a condition gives its support as well. In short, the support is what
suffices: one true part of a disjunction, as many members of a quantifier as it needs; in full it is all there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from emperor_rules.evaluate.closures import Compiled, Function, Tracked, both, tracked, tracked_term, united
from emperor_rules.evaluate.decision import CONTRADICTORY
from emperor_rules.evaluate.facts import Fact, FactKind
from emperor_rules.evaluate.fixpoint import UNSUPPORTED, Judged, Key, Settled
from emperor_rules.evaluate.position import MemoTable, Position, QueryContext
from emperor_rules.evaluate.request import BoundQuery
from emperor_rules.evaluate.scalar import LookUp, Scalar, everybody, look_up_builtin
from emperor_rules.model import terms
from emperor_rules.model.seating import NOBODY
from emperor_rules.model.terms import PLAYER, PLAYERS, TEAM, Compare, Condition, Moment, Quantified, Term
from emperor_rules.model.vocabulary import Predicate, PredicateKind
from emperor_rules.resolve.cone import is_seen
from emperor_rules.semantics.builtins import BUILTINS, Builtin
from emperor_rules.semantics.expressions import Counted, Frame, Reasons, Scope, count_truth, player_slots
from emperor_rules.semantics.verdict import CONTRADICTED, FALSE, TRUE, UNKNOWN, Truth

#: The facts of a component of a circle, with the stages at which they were settled.
Stages = Mapping[Key, Settled]


class Evidence(Scalar):
    """Conditions and terms whose masks are the facts that they rest on."""

    keeps_arguments = True

    def __init__(self, prepared: BoundQuery, context: QueryContext, *, full: bool = False) -> None:
        """Evaluate conditions for ``prepared`` in ``context`` (the moment may have been chosen by the text)."""
        self.prepared, self.context, self.full = prepared, context, full
        self.program, self.position = prepared.program, prepared.position
        self.resolved = self.program.resolved
        self.everybody_present = not (self.position.left or self.position.leaving)
        super().__init__(self.resolved.vocabulary, self.program, dict.fromkeys(self.program.missing, 0))
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
        common = is_seen(declared, self.vocabulary, everybody_present=self.everybody_present)
        names = declared.answer in (PLAYER, TEAM)
        return Fact(FactKind.PREDICATE, predicate, args, value, common=common, concluded=True, names=names)

    def _decide(self, key: Key) -> Judged:
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
            return true if true is not None and not self.full else united(judged, TRUE)

        return Tracked(disjunction)

    def option(self, option: str) -> Compiled:
        """Cite whether an option is in use."""
        used = option in self.position.options
        return Tracked(
            lambda c, g, e: (Truth(used), self.cite(Fact(FactKind.OPTION, option, (), used, common=not used)))
        )

    def role(self, role: str, player: Compiled) -> Compiled:
        """Cite whether a player has a role."""
        return self._of_player(super().role(role, player), player, FactKind.ROLE, role, common=True)

    def given_flag(self, key: str) -> Compiled:
        """Cite what is given."""
        flag = tracked(super().given_flag(key))
        return Tracked(lambda c, g, e: (flag(c, g, e)[0], self._given(key)))

    def given_member(self, key: str, player: Compiled) -> Compiled:
        """Cite whether a given list names a player."""
        common = key not in self.prepared.brought
        return self._of_player(super().given_member(key, player), player, FactKind.LISTED, key, common=common)

    def _of_player(self, condition: Compiled, player: Compiled, kind: FactKind, name: str, *, common: bool) -> Compiled:
        plain, who = tracked(condition), tracked_term(player)

        def cited(c: Position, g: QueryContext, e: Frame) -> Judged:
            truth, (number, facts) = plain(c, g, e)[0], who(c, g, e)
            if number is None or number == NOBODY or truth == UNKNOWN:
                return truth, facts
            return truth, facts | self.cite(Fact(kind, name, (number,), truth == TRUE, common=common))

        return Tracked(cited)

    def comparison(self, node: Compare, holds: Callable[[Any, Any], bool], left: Compiled, right: Compiled) -> Compiled:
        """Cite what the two sides say; that one is the other (A3 is A3, 6 is 6) says nothing by itself."""
        return Tracked(tracked(super().comparison(node, holds, left, right)))

    def builtin_fact(self, declared: Predicate, builtin: Builtin, args: Sequence[Compiled], moment: Moment) -> Compiled:
        """Cite whether a built-in predicate holds, or the distance that it measures."""
        look_up = look_up_builtin(builtin, moment)
        # The value of the vocabulary that the predicate compares with a number.
        measure, slots = builtin.measures or (None, ())
        measured = next((p for p in self.vocabulary.predicates.values() if measure and p.builtin == measure), None)

        def cited(c: Position, g: QueryContext, values: tuple[Any, ...]) -> Judged:
            truth, _ = look_up(c, g, values)
            if NOBODY in values:
                return truth, 0
            if self.measuring and measured is not None:
                of = tuple(values[n] for n in slots)
                value = BUILTINS[measured.builtin or ""].scalar(c, getattr(c, moment), *of)
                return truth, self.cite(Fact(FactKind.PREDICATE, measured.id, of, value, moment))
            common = self.everybody_present or not builtin.positional
            return truth, self.cite(Fact(FactKind.PREDICATE, declared.id, values, truth == TRUE, moment, common))

        return self._applied(player_slots(declared), args, cited)

    def fact(self, declared: Predicate, args: Sequence[Compiled]) -> Compiled:
        """Cite what clauses conclude; contradicted counts as unknown."""

        def cited(c: Position, g: QueryContext, values: tuple[Any, ...]) -> Judged:
            truth, facts = self._read((declared.id, values))
            return UNKNOWN if truth == CONTRADICTED else truth, facts

        return self._applied(player_slots(declared), args, cited)

    def _read(self, key: Key) -> Judged:
        """Return what another fact is, cited; of its own circle a fact reads those that it may rest on."""
        truth, _ = self._decide(key)
        if key[0] in self.resolved.circles.get(self.explained[0], ()):
            own = self._table(key).links[self.explained]
            settled = self.stages.get(key)
            if key not in own.dependencies or (settled and settled.stage >= self.stages[self.explained].stage):
                return UNSUPPORTED
        return truth, self.cite(self.concluded(key))

    def domain(self, node: Quantified, scope: Scope, moment: Moment) -> tuple[Function, Condition]:
        """Return all players or teams, so that the filter is cited as well."""
        return everybody(node.sort), node.where

    def counted(self, quantifier: Counted[Compiled], reasons: Reasons) -> Compiled:
        """Cite the members that make the number what it is: as few as suffice, or all where all are meant."""
        where, body, slot = tracked(quantifier.where), tracked(quantifier.body), quantifier.slot
        low, high = quantifier.low, quantifier.high

        def members(c: Position, g: QueryContext, e: Frame) -> Iterator[tuple[Judged, Judged]]:
            """Yield, of each member that the filter does not exclude, what filter and body say."""
            for member in quantifier.domain(c, g, e):
                e[slot] = member
                included = where(c, g, e)
                if included[0] != FALSE:
                    yield included, body(c, g, e)

        def count(c: Position, g: QueryContext, e: Frame) -> Judged:
            judged = [*members(c, g, e)]
            truths = [both(included, holds)[0] for included, holds in judged]
            truth = count_truth(low, high, truths.count(TRUE), len(truths) - truths.count(FALSE))
            # Truth shows by examples, falsity by their lack; where there is only an upper bound, the other way round.
            by_examples = low is not None if truth == TRUE else high is not None
            enough = None if self.full or self.measuring or low == high else (low if truth == TRUE else (high or 0) + 1)
            facts = examples = 0
            for (included, of_noun), (holds, of_body) in judged:
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

    # --- terms that cite themselves ----------------------------------------------------------------

    def term(self, node: Term, scope: Scope, moment: Moment = Moment.NOW) -> Compiled:
        """Cite of how many a number tells, where a role or a sort says it."""
        number = super().term(node, scope, moment)
        if not isinstance(node, terms.Count):
            return number
        run, where = tracked_term(number), node.where
        named = where.role if isinstance(where, terms.HasRole) and where.positive else node.sort
        if not isinstance(where, (terms.HasRole, terms.Always)):
            return number

        def tally(c: Position, g: QueryContext, e: Frame) -> Judged:
            value, _ = run(c, g, e)
            return value, self.cite(Fact(FactKind.COUNT, named, (), value))

        return Tracked(tally)

    def given(self, key: str) -> Compiled:
        """Cite what is given."""
        value = tracked_term(super().given(key))
        return Tracked(lambda c, g, e: (value(c, g, e)[0], self._given(key)))

    def _given(self, key: str) -> int:
        value = self.context.given[self.given_numbers[key]]
        return self.cite(Fact(FactKind.GIVEN, key, (), value, common=key not in self.prepared.brought))

    def builtin_value(
        self, declared: Predicate, builtin: Builtin, args: Sequence[Compiled], moment: Moment
    ) -> Compiled:
        """Cite the value of a built-in function; numbers are measured, anything else is seen."""
        common = builtin.answer != "number" and (self.everybody_present or not builtin.positional)

        def fact(values: tuple[Any, ...], value: Any) -> Fact:
            names = builtin.answer in (PLAYER, TEAM)
            cited = Fact(FactKind.PREDICATE, declared.id, values, value, moment, common, names=names)
            reverse = replace(cited, args=values[::-1])
            return reverse if builtin.is_symmetric and reverse in self.facts else cited

        return self._valued((), args, self._cited(declared, look_up_builtin(builtin, moment), fact))

    def value(self, declared: Predicate, args: Sequence[Compiled]) -> Compiled:
        """Cite the value that clauses give."""
        look_up = self._cited(
            declared, self.look_up_value(declared), lambda values, _: self.concluded((declared.id, values))
        )
        return self._valued(player_slots(declared), args, look_up)

    def _cited(self, declared: Predicate, look_up: LookUp, fact: Callable[[tuple[Any, ...], Any], Fact]) -> LookUp:
        def cited(c: Position, g: QueryContext, values: tuple[Any, ...]) -> Judged:
            value, _ = look_up(c, g, values)
            return value, 0 if NOBODY in values or declared.answer == PLAYERS else self.cite(fact(values, value))

        return cited

    def least(self, slot: int, where: Compiled) -> Compiled:
        """Cite what holds of the number, with all the distances compared."""
        run, holds = tracked_term(super().least(slot, where)), tracked(where)

        def least(c: Position, g: QueryContext, e: Frame) -> Judged:
            number, facts = run(c, g, e)
            if number is None:
                return None, facts
            self.measuring, e[slot] = True, number
            _, facts = holds(c, g, e)
            self.measuring = False
            return number, facts

        return Tracked(least)

    def first(self, slot: int, where: Compiled, start: Compiled) -> Compiled:
        """Cite the order of seats up to the player, and why those before do not count."""
        run, begin = tracked_term(super().first(slot, where, start)), tracked_term(start)

        def first(c: Position, g: QueryContext, e: Frame) -> Judged:
            player, facts = run(c, g, e)
            origin, of_start = begin(c, g, e)
            if player is None or player == NOBODY or origin is None or origin == NOBODY:
                return player, facts
            passed = (player - origin) % c.count
            order = tuple((origin + step) % c.count for step in range(passed + 1))
            return player, facts | of_start | self.cite(Fact(FactKind.ORDER, "left", order))

        return Tracked(first)
