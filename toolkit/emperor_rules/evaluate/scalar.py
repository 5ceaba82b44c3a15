"""Conditions and terms of one position, compiled to Python functions.

A function takes a position, the context of a question and a frame with the values of letters. What is certain and rests
on no clause returns a plain value (:class:`Certain`); everything else returns a pair of a value and a bit mask of the
clauses behind it (:class:`Tracked`). The value of a condition is a :class:`~emperor_rules.semantics.verdict.Truth`,
that of an unknown term ``None``. The clauses are

- of a true or false condition, those of every part that decides it alike: all parts of a true conjunction, each false
  part of a false one, the other way round for disjunctions, and likewise for the members of a quantifier;
- of what is unknown, those that leave its unknown parts open (a bit beyond the clauses stands for a given fact that was
  not given).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from operator import attrgetter, itemgetter, or_
from typing import Any, NamedTuple

from emperor_rules.evaluate.context import Judged, QueryContext
from emperor_rules.evaluate.decision import CONTRADICTORY
from emperor_rules.evaluate.position import Position
from emperor_rules.model.seating import NOBODY
from emperor_rules.model.terms import (
    PLAYER,
    TEAM,
    And,
    Compare,
    Condition,
    GivenHas,
    Holds,
    Quantified,
    Variable,
    conjoin,
    walk,
)
from emperor_rules.model.vocabulary import Predicate, Vocabulary
from emperor_rules.semantics.builtins import Builtin
from emperor_rules.semantics.expressions import Counted, Meaning, Reasons, Scope
from emperor_rules.semantics.verdict import Truth

FALSE, TRUE, UNKNOWN, CONTRADICTED = Truth

#: The values of letters: arguments first, then those of quantifiers.
Frame = list[Any]
Function = Callable[[Position, QueryContext, Frame], Any]
#: The verdict about a relation: of a position, a context and arguments.
Decide = Callable[[Position, QueryContext, tuple[Any, ...]], Judged]


class Certain(NamedTuple):
    """A condition or term that is never unknown and rests on no clause.

    ``slot`` is set for a letter; ``maybe_nobody`` for a player who may be nobody.
    """

    run: Function
    slot: int | None = None
    maybe_nobody: bool = False


class Tracked(NamedTuple):
    """A condition or term with the clauses behind it."""

    run: Callable[[Position, QueryContext, Frame], Judged]
    maybe_nobody: bool = True


Compiled = Certain | Tracked


def tracked(part: Compiled) -> Callable[[Position, QueryContext, Frame], Judged]:
    """Return a condition as a function of truth and clauses."""
    if isinstance(part, Tracked):
        return part.run
    run = part.run
    return lambda c, g, e: (TRUE, 0) if run(c, g, e) else (FALSE, 0)


def tracked_term(term: Compiled) -> Callable[[Position, QueryContext, Frame], Judged]:
    """Return a term as a function of value and clauses."""
    if isinstance(term, Tracked):
        return term.run
    run = term.run
    return lambda c, g, e: (run(c, g, e), 0)


class Scalar(Meaning[Compiled, Compiled]):
    """Conditions and terms of one position.

    ``decide`` gives the verdict function of a relation by name, ``definition`` what a relation means that no clause
    speaks about, where that is certain; ``missing`` the bits of given facts that are not given.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        decide: Mapping[str, Decide],
        missing: Mapping[str, int],
        definition: Callable[[Predicate], tuple[Certain, int] | None],
    ) -> None:
        """Compile nothing yet."""
        super().__init__(vocabulary)
        self.decide = decide
        self.missing = missing
        self.definition = definition
        self.given_numbers = {key: n for n, key in enumerate(vocabulary.givens)}

    # --- conditions ------------------------------------------------------------------------------

    def always(self) -> Compiled:
        """Return what is true in every position."""
        return _ALWAYS

    def negation(self, part: Compiled) -> Compiled:
        """Swap true and false; the reasons stay."""
        run = part.run
        if isinstance(part, Certain):
            return Certain(lambda c, g, e: not run(c, g, e))

        def negated(c: Position, g: QueryContext, e: Frame) -> Judged:
            truth, clauses = run(c, g, e)
            return _NEGATION[truth], clauses

        return Tracked(negated)

    def conjunction(self, parts: Sequence[Compiled], wanted: Reasons) -> Compiled:
        """Return what is false where some part is false."""
        return self._joined(parts, FALSE, wanted.falsity)

    def disjunction(self, parts: Sequence[Compiled], wanted: Reasons) -> Compiled:
        """Return what is true where some part is true."""
        return self._joined(parts, TRUE, wanted.truth)

    def _joined(self, parts: Sequence[Compiled], decisive: Truth, all_reasons: bool) -> Compiled:
        """Join parts one of which decides when it is ``decisive``; ``all_reasons`` unites those of every such part."""
        tests = [part.run for part in parts if isinstance(part, Certain) and part is not _ALWAYS]
        runs = [part.run for part in parts if isinstance(part, Tracked)]
        test = _any_of(tests) if decisive is TRUE else _all_of(tests)
        if not runs:
            return Certain(test) if tests else _ALWAYS
        other = _NEGATION[decisive]
        if all_reasons:
            return Tracked(_united([*map(tracked, parts)], decisive))
        if len(runs) == 1:
            run = runs[0]
            if not tests:
                return Tracked(run)

            def after_test(c: Position, g: QueryContext, e: Frame) -> Judged:
                return run(c, g, e) if bool(test(c, g, e)) == bool(other) else (decisive, 0)

            return Tracked(after_test)

        def joined(c: Position, g: QueryContext, e: Frame) -> Judged:
            if tests and bool(test(c, g, e)) != bool(other):
                return decisive, 0
            clauses = open_clauses = 0
            unknown = False
            for run in runs:
                truth, because = run(c, g, e)
                if truth == decisive:
                    return decisive, 0
                if truth == UNKNOWN:
                    unknown = True
                    open_clauses |= because
                else:
                    clauses |= because
            return (UNKNOWN, open_clauses) if unknown else (other, clauses)

        return Tracked(joined)

    def counted(self, quantifier: Counted[Compiled], wanted: Reasons) -> Compiled:
        """Count the members for which filter and body hold."""
        where, body, slot = quantifier.where, quantifier.body, quantifier.slot
        low, high, members = quantifier.low, quantifier.high, quantifier.domain
        if isinstance(where, Certain) and isinstance(body, Certain):
            return Certain(
                _count_certain(members, slot, _all_of([w.run for w in (where, body) if w is not _ALWAYS]), low, high)
            )
        test = where.run if isinstance(where, Certain) and where is not _ALWAYS else None
        noun = where.run if isinstance(where, Tracked) else None
        condition = tracked(body)
        enough = low if high is None and low is not None and not wanted.truth else None
        too_many = high + 1 if high is not None and not wanted.falsity else None
        stop = enough if enough is not None else too_many

        def count(c: Position, g: QueryContext, e: Frame) -> Judged:
            true = unknown = 0
            of_true = of_unknown = of_false = 0
            for member in members(c, g, e):
                e[slot] = member
                if test is not None and not test(c, g, e):
                    continue
                if noun is None:
                    truth, clauses = condition(c, g, e)
                else:
                    truth, clauses = noun(c, g, e)
                    if truth != FALSE:
                        truth, clauses = _both((truth, clauses), condition(c, g, e))
                if truth == TRUE:
                    true += 1
                    of_true |= clauses
                    if true == stop:
                        break
                elif truth == FALSE:
                    of_false |= clauses
                else:
                    unknown += 1
                    of_unknown |= clauses
            if high is not None and true > high:
                return FALSE, of_true
            if low is not None and true + unknown < low:
                return FALSE, of_false
            if (low is None or true >= low) and (high is None or true + unknown <= high):
                return TRUE, (of_true if low is not None else 0) | (of_false if high is not None else 0)
            return UNKNOWN, of_unknown

        return Tracked(count)

    def option(self, option: str) -> Compiled:
        """Return whether the table plays with an option."""
        return Certain(lambda c, g, e: option in c.options)

    def role(self, role: str, player: Compiled) -> Compiled:
        """Return whether a player has a role."""
        letter = self.vocabulary.roles[role].letter
        run: Function = player.run
        if isinstance(player, Certain):
            if (slot := player.slot) is not None:
                return Certain(lambda c, g, e: c.roles[e[slot]] == letter)
            return Certain(lambda c, g, e: c.roles[run(c, g, e)] == letter)

        def has_role(c: Position, g: QueryContext, e: Frame) -> Judged:
            number, clauses = run(c, g, e)
            return (UNKNOWN if number is None else TRUE if c.roles[number] == letter else FALSE), clauses

        return Tracked(has_role)

    def given_flag(self, key: str) -> Compiled:
        """Return whether a yes-or-no fact is given as yes."""
        number = self.given_numbers[key]
        if self.vocabulary.givens[key].default is not None:
            return Certain(lambda c, g, e: g.given[number])
        missing = UNKNOWN, self.missing[key]

        def flag(c: Position, g: QueryContext, e: Frame) -> Judged:
            given = g.given[number]
            return missing if given is None else (TRUE, 0) if given else (FALSE, 0)

        return Tracked(flag)

    def given_member(self, key: str, player: Compiled) -> Compiled:
        """Return whether a given list names a player."""
        number = self.given_numbers[key]
        run = player.run
        certain = isinstance(player, Certain)
        if certain and self.vocabulary.givens[key].default is not None:
            return Certain(lambda c, g, e: run(c, g, e) in g.given[number])
        missing, of = self.missing[key], tracked_term(player)

        def listed(c: Position, g: QueryContext, e: Frame) -> Judged:
            given, (who, clauses) = g.given[number], of(c, g, e)
            if given is None or who is None:
                return UNKNOWN, (clauses if who is None else 0) | (missing if given is None else 0)
            return TRUE if who in given else FALSE, clauses

        return Tracked(listed)

    def comparison(self, node: Compare, holds: Callable[[Any, Any], bool], left: Compiled, right: Compiled) -> Compiled:
        """Return whether an operator holds between two terms; unknown where one of them is."""
        if isinstance(left, Certain) and isinstance(right, Certain):
            a, b = left.run, right.run
            if (p := left.slot) is not None and (q := right.slot) is not None:
                return Certain(lambda c, g, e: holds(e[p], e[q]))
            return Certain(lambda c, g, e: holds(a(c, g, e), b(c, g, e)))
        one, other = tracked_term(left), tracked_term(right)

        def compared(c: Position, g: QueryContext, e: Frame) -> Judged:
            x, of_x = one(c, g, e)
            y, of_y = other(c, g, e)
            if x is None or y is None:
                return UNKNOWN, (of_x if x is None else 0) | (of_y if y is None else 0)
            return TRUE if holds(x, y) else FALSE, of_x | of_y

        return Tracked(compared)

    def builtin_fact(self, declared: Predicate, builtin: Builtin, args: Sequence[Compiled], moment: str) -> Compiled:
        """Return whether a built-in predicate holds of arguments."""
        holds, ring = builtin.scalar, attrgetter(moment)
        if all(isinstance(arg, Certain) for arg in args) and not _maybe_nobody(declared, args):
            slots = [arg.slot for arg in args if isinstance(arg, Certain)]
            match slots:
                case [int() as p]:
                    return Certain(lambda c, g, e: holds(c, ring(c), e[p]))
                case [int() as p, int() as q]:
                    return Certain(lambda c, g, e: holds(c, ring(c), e[p], e[q]))
            values = certain_arguments(args)
            return Certain(lambda c, g, e: holds(c, ring(c), *values(c, g, e)))

        def look_up(c: Position, g: QueryContext, values: tuple[Any, ...]) -> Judged:
            return (TRUE, 0) if holds(c, ring(c), *values) else (FALSE, 0)

        return self._applied(declared, args, look_up)

    def fact(self, declared: Predicate, args: Sequence[Compiled]) -> Compiled:
        """Return whether clauses conclude a fact of arguments; contradicted counts as unknown."""
        decide, name = self.decide, declared.id
        if all(isinstance(arg, Certain) for arg in args) and not _maybe_nobody(declared, args):
            values = certain_arguments(args)
            inline = self.definition(declared)
            if inline is not None:
                (test, *_), size = inline
                unused = [None] * (size - len(args))
                return Certain(lambda c, g, e: test(c, g, [*values(c, g, e), *unused]))

            def read(c: Position, g: QueryContext, e: Frame) -> Judged:
                judged = decide[name](c, g, values(c, g, e))
                return judged if judged[0] != CONTRADICTED else _OPEN

            return Tracked(read)

        def look_up(c: Position, g: QueryContext, values: tuple[Any, ...]) -> Judged:
            judged = decide[name](c, g, values)
            return judged if judged[0] != CONTRADICTED else _OPEN

        return self._applied(declared, args, look_up)

    def _applied(
        self,
        declared: Predicate,
        args: Sequence[Compiled],
        look_up: Callable[[Position, QueryContext, tuple[Any, ...]], Judged],
    ) -> Compiled:
        """Apply a predicate to arguments that may be unknown, or nobody."""
        arguments = arguments_of(args)
        players = player_slots(declared)

        def applied(c: Position, g: QueryContext, e: Frame) -> Judged:
            values, clauses = arguments(c, g, e)
            if values is None:
                return UNKNOWN, clauses
            if any(values[n] == NOBODY for n in players):
                return FALSE, clauses
            truth, because = look_up(c, g, values)
            return truth, because if truth == UNKNOWN else because | clauses

        return Tracked(applied)

    # --- terms -----------------------------------------------------------------------------------

    def constant(self, value: int | str) -> Compiled:
        """Return a number or word."""
        return Certain(lambda c, g, e: value)

    def letter(self, slot: int) -> Compiled:
        """Return the value in a slot of the frame."""
        return Certain(lambda c, g, e: e[slot], slot)

    def given(self, key: str) -> Compiled:
        """Return what the question gives under a key."""
        number, default = self.given_numbers[key], self.vocabulary.givens[key].default
        if default is not None:
            return Certain(lambda c, g, e: g.given[number], None, default == "none")
        missing = None, self.missing[key]

        def given(c: Position, g: QueryContext, e: Frame) -> Judged:
            value = g.given[number]
            return missing if value is None else (value, 0)

        return Tracked(given)

    def builtin_value(self, declared: Predicate, builtin: Builtin, args: Sequence[Compiled], moment: str) -> Compiled:
        """Return the value of a built-in function."""
        function, ring = builtin.scalar, attrgetter(moment)
        if all(isinstance(arg, Certain) for arg in args):
            match [arg.slot for arg in args if isinstance(arg, Certain)]:
                case [int() as p]:
                    return Certain(lambda c, g, e: function(c, ring(c), e[p]))
                case [int() as p, int() as q]:
                    return Certain(lambda c, g, e: function(c, ring(c), e[p], e[q]))
            values = certain_arguments(args)
            return Certain(lambda c, g, e: function(c, ring(c), *values(c, g, e)))
        arguments = arguments_of(args)

        def valued(c: Position, g: QueryContext, e: Frame) -> Judged:
            found, clauses = arguments(c, g, e)
            return (None if found is None else function(c, ring(c), *found)), clauses

        return Tracked(valued)

    def value(self, declared: Predicate, args: Sequence[Compiled]) -> Compiled:
        """Return the value that clauses give; unknown of nobody, and where they give it differently."""
        decide, name = self.decide, declared.id
        arguments, players = arguments_of(args), player_slots(declared)
        nobody = _maybe_nobody(declared, args)

        def valued(c: Position, g: QueryContext, e: Frame) -> Judged:
            values, clauses = arguments(c, g, e)
            if values is None:
                return None, clauses
            if nobody and any(values[n] == NOBODY for n in players):
                return None, 0
            value, because = decide[name](c, g, values)
            if value is CONTRADICTORY:
                return None, 0
            return value, because if value is None else because | clauses

        return Tracked(valued, declared.answer == PLAYER)

    def least(self, slot: int, where: Compiled) -> Compiled:
        """Return the least number that satisfies a condition, with the reasons why smaller ones do not."""
        holds = tracked(where)

        def least(c: Position, g: QueryContext, e: Frame) -> Judged:
            clauses = 0
            for e[slot] in range(c.count + 1):
                truth, because = holds(c, g, e)
                if truth == UNKNOWN:
                    return None, because
                clauses |= because
                if truth:
                    return e[slot], clauses
            return None, 0

        return Tracked(least, False)

    def first(self, slot: int, where: Compiled, start: Compiled) -> Compiled:
        """Return the first player to the left who satisfies a condition, with the reasons why nearer ones do not."""
        holds, origin = tracked(where), tracked_term(start)

        def first(c: Position, g: QueryContext, e: Frame) -> Judged:
            begin, clauses = origin(c, g, e)
            if begin is None or begin == NOBODY:
                return begin, clauses
            for step in range(1, c.count):
                e[slot] = (begin + step) % c.count
                truth, because = holds(c, g, e)
                if truth == UNKNOWN:
                    return None, because
                clauses |= because
                if truth:
                    return e[slot], clauses
            return NOBODY, clauses

        return Tracked(first)

    def tally(self, slot: int, sort: str, where: Compiled) -> Compiled:
        """Return how many players or teams satisfy a condition."""
        holds, members = tracked(where), everybody(sort)

        def tally(c: Position, g: QueryContext, e: Frame) -> Judged:
            number = clauses = open_clauses = 0
            unknown = False
            for member in members(c, g, e):
                e[slot] = member
                truth, because = holds(c, g, e)
                if truth == UNKNOWN:
                    unknown = True
                    open_clauses |= because
                else:
                    clauses |= because
                    number += truth
            return (None, open_clauses) if unknown else (number, clauses)

        return Tracked(tally, False)

    # --- members of quantifiers ------------------------------------------------------------------

    def domain(self, node: Quantified, scope: Scope, moment: str) -> tuple[Function, Condition]:
        """Return the members as a function; the players of a team or list are known without asking everybody."""
        variable = Variable(node.var, node.sort)
        parts = node.where.parts if isinstance(node.where, And) else (node.where,)
        if node.sort == TEAM or not isinstance(self.condition(node.where, scope.bind(node.var), moment), Certain):
            return everybody(node.sort), node.where  # who is excluded for reasons has to be asked about
        for part in parts:
            rest = conjoin(*(other for other in parts if other is not part))
            match part:
                case Holds(relation, (who, team), True) if (
                    who == variable
                    and self.vocabulary.relations[relation].builtin == "member"
                    and variable not in walk(team)
                ):
                    return _members(self.term(team, scope, moment).run), rest
                case GivenHas(key, who, True) if who == variable:
                    return _listed(self.given_numbers[key]), rest
        return everybody(node.sort), node.where


_ALWAYS = Certain(lambda c, g, e: True)
_OPEN: Judged = (UNKNOWN, 0)
_NEGATION = (TRUE, FALSE, UNKNOWN)


def everybody(sort: str) -> Function:
    """Return the players or teams of a position as a function."""
    return (lambda c, g, e: c.sides) if sort == TEAM else (lambda c, g, e: c.players)


def _members(team: Function) -> Function:
    return lambda c, g, e: c.members[team(c, g, e)]


def _listed(number: int) -> Function:
    return lambda c, g, e: g.given[number]


def _all_of(tests: Sequence[Function]) -> Function:
    match tests:
        case []:
            return _ALWAYS.run
        case [one]:
            return one
        case [one, other]:
            return lambda c, g, e: one(c, g, e) and other(c, g, e)

    def all_of(c: Position, g: QueryContext, e: Frame) -> bool:
        for test in tests:  # noqa: SIM110  a generator costs twice as much
            if not test(c, g, e):
                return False
        return True

    return all_of


def _any_of(tests: Sequence[Function]) -> Function:
    def any_of(c: Position, g: QueryContext, e: Frame) -> bool:
        for test in tests:  # noqa: SIM110
            if test(c, g, e):
                return True
        return False

    return any_of


def _united(runs: Sequence[Function], decisive: Truth) -> Callable[[Position, QueryContext, Frame], Judged]:
    other = _NEGATION[decisive]

    def united(c: Position, g: QueryContext, e: Frame) -> Judged:
        decided = unknown = False
        of_decisive = of_unknown = of_other = 0
        for run in runs:
            truth, clauses = run(c, g, e)
            if truth == decisive:
                decided = True
                of_decisive |= clauses
            elif truth == UNKNOWN:
                unknown = True
                of_unknown |= clauses
            else:
                of_other |= clauses
        return (decisive, of_decisive) if decided else (UNKNOWN, of_unknown) if unknown else (other, of_other)

    return united


def _both(one: Judged, other: Judged) -> Judged:
    """Conjoin a member's filter, which does not exclude it, and what is asked of it."""
    if other[0] == FALSE:
        return other
    if one[0] == TRUE and other[0] == TRUE:
        return TRUE, one[1] | other[1]
    return UNKNOWN, reduce(or_, (clauses for truth, clauses in (one, other) if truth == UNKNOWN))


def _count_certain(members: Function, slot: int, test: Function, low: int | None, high: int | None) -> Function:
    if (low, high) in ((1, None), (None, 0)):
        sought = low is not None

        def some(c: Position, g: QueryContext, e: Frame) -> bool:
            for member in members(c, g, e):
                e[slot] = member
                if test(c, g, e):
                    return sought
            return not sought

        return some

    def within(c: Position, g: QueryContext, e: Frame) -> bool:
        number = 0
        for member in members(c, g, e):
            e[slot] = member
            if test(c, g, e):
                number += 1
        return (low is None or number >= low) and (high is None or number <= high)

    return within


def player_slots(declared: Predicate) -> tuple[int, ...]:
    """Return the numbers of a relation's parameters that are players."""
    return tuple(n for n, (_, sort) in enumerate(declared.params) if sort == PLAYER)


def _maybe_nobody(declared: Predicate, args: Sequence[Compiled]) -> bool:
    return any(args[n].maybe_nobody for n in player_slots(declared))


def certain_arguments(args: Sequence[Compiled]) -> Callable[[Position, QueryContext, Frame], tuple[Any, ...]]:
    """Return certain arguments as a function that gives them as a tuple."""
    slots = [arg.slot for arg in args if isinstance(arg, Certain) and arg.slot is not None]
    if len(slots) == len(args):
        match slots:
            case []:
                return lambda c, g, e: ()
            case [one]:
                return lambda c, g, e: (e[one],)
        pick = itemgetter(*slots)
        return lambda c, g, e: pick(e)
    runs = [arg.run for arg in args]
    return lambda c, g, e: tuple([run(c, g, e) for run in runs])


def arguments_of(
    args: Sequence[Compiled],
) -> Callable[[Position, QueryContext, Frame], tuple[tuple[Any, ...] | None, int]]:
    """Return arguments as a function that gives them with their clauses; ``None`` where one of them is unknown."""
    if all(isinstance(arg, Certain) for arg in args):
        values = certain_arguments(args)
        return lambda c, g, e: (values(c, g, e), 0)
    runs = [tracked_term(arg) for arg in args]

    def arguments(c: Position, g: QueryContext, e: Frame) -> tuple[tuple[Any, ...] | None, int]:
        found = [run(c, g, e) for run in runs]
        unknown = [clauses for value, clauses in found if value is None]
        if unknown:
            return None, _union(unknown)
        return tuple([value for value, _ in found]), _union(clauses for _, clauses in found)

    return arguments


def _union(masks: Iterable[int]) -> int:
    return reduce(or_, masks, 0)
