"""Conditions of one position that name what they rest on: the evaluator's functions with statements for clauses.

The parts of a mask stand for statements (a role, a value, what other clauses conclude) in the order in which they were
looked at, so that the walk that gives the truth of a condition gives its support as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from emperor_rules.evaluate.closures import Compiled, Frame, Function, Tracked, arguments_of, tracked, tracked_term
from emperor_rules.evaluate.context import Judged, Key, MemoTable, QueryContext
from emperor_rules.evaluate.decision import CONTRADICTORY
from emperor_rules.evaluate.engine import BoundQuery
from emperor_rules.evaluate.fixpoint import UNSUPPORTED, Settled
from emperor_rules.evaluate.position import Position
from emperor_rules.evaluate.scalar import Scalar, everybody, player_slots
from emperor_rules.evaluate.verbalise import (
    say_comparison,
    say_fact,
    say_given,
    say_listed,
    say_option,
    say_role,
    say_value,
)
from emperor_rules.model.seating import NOBODY, TEAM_LETTERS
from emperor_rules.model.terms import (
    PLAYER,
    PLAYERS,
    TEAM,
    Apply,
    Compare,
    Condition,
    Count,
    Least,
    Moment,
    Number,
    Quantified,
    Quantifier,
    Term,
    Variable,
)
from emperor_rules.model.vocabulary import Predicate, PredicateKind
from emperor_rules.semantics.builtins import Builtin
from emperor_rules.semantics.expressions import OF_BOTH, Counted, Reasons, Scope
from emperor_rules.semantics.verdict import Truth

FALSE, TRUE, UNKNOWN, CONTRADICTED = Truth

#: Of a quantified condition, cite at most so many members: a reason is to be read.
MOST_EXAMPLES = 3
#: What was looked at: words, and the fact that clauses conclude, if any do.
Item = tuple[str, Key | None]
#: The facts of a component of a circle, with the stages at which they were settled.
Stages = Mapping[Key, Settled]


class Evidence(Scalar):
    """Conditions and terms whose masks are the statements that they rest on, in a language (``en`` or ``it``)."""

    def __init__(self, prepared: BoundQuery, context: QueryContext, language: str = "en") -> None:
        """Evaluate conditions for ``prepared`` in ``context`` (the moment may have been chosen by the text)."""
        self.prepared, self.context, self.language = prepared, context, language
        self.program, self.position = prepared.program, prepared.position
        self.resolved = self.program.resolved
        functions = self.program.functions
        super().__init__(self.resolved.vocabulary, functions, dict.fromkeys(self.program.missing, 0), lambda _: None)
        #: What was looked at while a rule was evaluated, in order.
        self.items: list[Item] = []
        #: The fact whose rules are being evaluated, and the stages of its component.
        self.explained: Key = "", ()
        self.stages: Stages = {}

    def cite(self, words: str, key: Key | None = None) -> int:
        """Return the bit of a statement; ``key`` is the fact that clauses conclude, if any do."""
        self.items.append((words, key))
        return 1 << len(self.items) - 1

    def _decide(self, key: Key) -> Judged:
        return self.program.decide(key[0], self.position, self.context, key[1])

    def _words(self, key: Key) -> tuple[str, bool]:
        """Return what the program answers about a predicate in words, and whether it is known."""
        predicate, args = key
        declared = self.vocabulary.predicates[predicate]
        value, _ = self._decide(key)
        names = self.names(declared, args)
        if declared.kind is PredicateKind.VALUE:
            is_known = value is not None and value is not CONTRADICTORY
            return say_value(
                declared, names, self.shown(declared.answer, value) if is_known else "?", self.language
            ), is_known
        is_known = value in (TRUE, FALSE)
        words = say_fact(declared, names, value != FALSE, self.language)
        return words if is_known else f"{words}?", is_known

    def _table(self, key: Key) -> MemoTable:
        return self.context.table if key[0] in self.program.reads_given else self.position.verdicts

    def names(self, declared: Predicate, args: Sequence[Any]) -> list[str]:
        """Return arguments in words."""
        return [self.name(value, sort) for value, (_, sort) in zip(args, declared.params, strict=True)]

    def name(self, value: Any, sort: str) -> str:
        """Return the name of a player or team; numbers name themselves."""
        if sort == PLAYER and isinstance(value, int) and value >= 0:
            return self.position.table.names[value]
        if sort == TEAM and isinstance(value, int) and value >= 0:
            return ("la squadra " if self.language == "it" else "team ") + TEAM_LETTERS[value]
        return str(value)

    def shown(self, answer: str, value: Any) -> Any:
        """Return a value as people read it."""
        if answer == PLAYERS:
            return [self.name(p, PLAYER) for p in value]
        return self.name(value, answer) if answer in (PLAYER, TEAM) else value

    # --- conditions that cite themselves -----------------------------------------------------------

    def option(self, option: str) -> Compiled:
        """Cite whether an option is in use."""
        used = option in self.position.options
        return Tracked(
            lambda c, g, e: (Truth(used), self.cite(say_option(self.vocabulary, option, used, self.language)))
        )

    def role(self, role: str, player: Compiled) -> Compiled:
        """Cite whether a player has a role."""
        return self._of_player(
            super().role(role, player),
            player,
            lambda name, holds: say_role(self.vocabulary, role, name, holds, self.language),
        )

    def given_flag(self, key: str) -> Compiled:
        """Cite what is given."""
        flag = tracked(super().given_flag(key))
        return Tracked(lambda c, g, e: (flag(c, g, e)[0], self._given(key)))

    def given_member(self, key: str, player: Compiled) -> Compiled:
        """Cite whether a given list names a player."""
        return self._of_player(
            super().given_member(key, player),
            player,
            lambda name, holds: say_listed(self.vocabulary, key, name, holds, self.language),
        )

    def _of_player(self, condition: Compiled, player: Compiled, words: Callable[[str, bool], str]) -> Compiled:
        plain, who = tracked(condition), tracked_term(player)

        def cited(c: Position, g: QueryContext, e: Frame) -> Judged:
            truth = plain(c, g, e)[0]
            return truth, self.cite(words(self.name(who(c, g, e)[0], PLAYER), truth == TRUE))

        return Tracked(cited)

    def comparison(self, node: Compare, holds: Callable[[Any, Any], bool], left: Compiled, right: Compiled) -> Compiled:
        """Cite the values that are compared; where neither says anything by itself, the comparison."""
        plain = tracked(super().comparison(node, holds, left, right))
        run_left, run_right = tracked_term(left), tracked_term(right)

        def compared(c: Position, g: QueryContext, e: Frame) -> Judged:
            truth, _ = plain(c, g, e)
            (x, of_x), (y, of_y) = run_left(c, g, e), run_right(c, g, e)
            if of_x or of_y or truth == UNKNOWN:
                return truth, of_x | of_y
            return truth, self.cite(self._compared(node, (x, y), truth == TRUE))

        return Tracked(compared)

    def _compared(self, node: Compare, values: tuple[Any, Any], holds: bool) -> str:
        sort = TEAM if self._is_team(node.left) or self._is_team(node.right) else PLAYER
        parts = [
            str(value)
            if isinstance(term, Number) or isinstance(opposite, (Number, Least, Count)) or isinstance(value, str)
            else self.name(value, sort)
            for value, term, opposite in zip(values, (node.left, node.right), (node.right, node.left), strict=True)
        ]
        return say_comparison(node.op, parts, holds, self.language)

    def _is_team(self, term: Term) -> bool:
        return (isinstance(term, Variable) and term.sort == TEAM) or (
            isinstance(term, Apply) and self.vocabulary.predicates[term.predicate].answer == TEAM
        )

    def builtin_fact(self, declared: Predicate, builtin: Builtin, args: Sequence[Compiled], moment: Moment) -> Compiled:
        """Cite whether a built-in predicate holds."""
        plain, arguments = tracked(super().builtin_fact(declared, builtin, args, moment)), arguments_of(args)

        def fact(c: Position, g: QueryContext, e: Frame) -> Judged:
            truth, _ = plain(c, g, e)
            values, items = arguments(c, g, e)
            if values is None or NOBODY in values:
                return truth, items
            names = self.names(declared, values)
            return truth, items | self.cite(say_fact(declared, names, truth == TRUE, self.language, moment))

        return Tracked(fact)

    def fact(self, declared: Predicate, args: Sequence[Compiled]) -> Compiled:
        """Cite what clauses conclude."""
        arguments, players = arguments_of(args), player_slots(declared)

        def fact(c: Position, g: QueryContext, e: Frame) -> Judged:
            values, items = arguments(c, g, e)
            if values is None:
                return UNKNOWN, items
            if any(values[n] == NOBODY for n in players):
                return FALSE, items
            truth, because = self._read((declared.id, values))
            return UNKNOWN if truth == CONTRADICTED else truth, items | because

        return Tracked(fact)

    def _read(self, key: Key) -> Judged:
        """Return what another fact is, cited; of its own circle a fact reads those that it may rest on."""
        truth, _ = self._decide(key)
        if key[0] in self.resolved.circles.get(self.explained[0], ()):
            own = self._table(key).links[self.explained]
            settled = self.stages.get(key)
            if key not in own.dependencies or (settled and settled.stage >= self.stages[self.explained].stage):
                return UNSUPPORTED
        return truth, self.cite(self._words(key)[0], key)

    def domain(self, node: Quantified, scope: Scope, moment: Moment) -> tuple[Function, Condition]:
        """Return all players or teams, so that the filter is cited as well."""
        return everybody(node.sort), node.where

    def counted(self, quantifier: Counted[Compiled], wanted: Reasons) -> Compiled:
        """Cite a few members that show why the number is what it is."""
        number = tracked(super().counted(quantifier, OF_BOTH))
        where, body, slot = tracked(quantifier.where), tracked(quantifier.body), quantifier.slot
        by_examples = quantifier.low is not None

        def count(c: Position, g: QueryContext, e: Frame) -> Judged:
            truth, _ = number(c, g, e)
            examples = items = 0
            for member in quantifier.domain(c, g, e):
                e[slot] = member
                (included, of_noun), (holds, of_body) = where(c, g, e), body(c, g, e)
                if included != TRUE or (by_examples and truth == TRUE and holds != TRUE):
                    continue
                satisfied = holds == (FALSE if quantifier.node.kind is Quantifier.EVERY else TRUE)
                items |= of_body | (of_noun if satisfied and by_examples == (truth == TRUE) else 0)
                examples += 1
                if examples == MOST_EXAMPLES:
                    break
            return truth, items

        return Tracked(count)

    # --- terms that cite themselves ----------------------------------------------------------------

    def place(self, key: str) -> Compiled:
        """Return the player that a letter stands for, who is named anyway."""
        return super().given(key)

    def given(self, key: str) -> Compiled:
        """Cite what is given."""
        value = tracked_term(super().given(key))
        return Tracked(lambda c, g, e: (value(c, g, e)[0], self._given(key)))

    def _given(self, key: str) -> int:
        value = self.context.given[self.given_numbers[key]]
        if self.vocabulary.givens[key].kind == PLAYER:
            value = None if value in (None, NOBODY) else self.name(value, PLAYER)
        return self.cite(say_given(self.vocabulary, key, value, self.language))

    def builtin_value(
        self, declared: Predicate, builtin: Builtin, args: Sequence[Compiled], moment: Moment
    ) -> Compiled:
        """Cite the value of a built-in function."""

        def words(values: tuple[Any, ...], value: Any) -> int:
            shown = self.shown(declared.answer, value)
            return self.cite(say_value(declared, self.names(declared, values), shown, self.language, moment))

        return self._valued(super().builtin_value(declared, builtin, args, moment), declared, args, words)

    def value(self, declared: Predicate, args: Sequence[Compiled]) -> Compiled:
        """Cite the value that clauses give."""

        def words(values: tuple[Any, ...], value: Any) -> int:
            return self.cite(self._words((declared.id, values))[0], (declared.id, values))

        return self._valued(super().value(declared, args), declared, args, words)

    def _valued(
        self,
        value: Compiled,
        declared: Predicate,
        args: Sequence[Compiled],
        words: Callable[[tuple[Any, ...], Any], int],
    ) -> Compiled:
        plain, arguments = tracked_term(value), arguments_of(args)

        def valued(c: Position, g: QueryContext, e: Frame) -> Judged:
            result, _ = plain(c, g, e)
            values, _ = arguments(c, g, e)
            if values is None or NOBODY in values or declared.answer == PLAYERS:
                return result, 0
            return result, words(values, result)

        return Tracked(valued)

    def least(self, slot: int, where: Compiled) -> Compiled:
        """Cite nothing: the comparison shows the number."""
        return _unexplained(super().least(slot, where))

    def first(self, slot: int, where: Compiled, start: Compiled) -> Compiled:
        """Cite nothing: the statement names the player."""
        return _unexplained(super().first(slot, where, start))

    def tally(self, slot: int, sort: str, where: Compiled) -> Compiled:
        """Cite nothing: the comparison shows the number."""
        return _unexplained(super().tally(slot, sort, where))


def _unexplained(term: Compiled) -> Compiled:
    run = tracked_term(term)
    return Tracked(lambda c, g, e: (run(c, g, e)[0], 0))
