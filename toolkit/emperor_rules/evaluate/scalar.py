"""Conditions and terms of one position, compiled to Python functions.

The clauses behind a value are

- of a true or false condition, those of every part that decides it alike: all parts of a true conjunction, each false
  part of a false one, the other way round for disjunctions, and likewise for the members of a quantifier;
- of what is unknown, those that leave its unknown parts open (a bit beyond the clauses stands for a given fact that was
  not given).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, TypeVar, cast

from emperor_rules.evaluate import closures
from emperor_rules.evaluate.closures import (
    NEGATION,
    Certain,
    Compiled,
    CompiledTerm,
    Function,
    Run,
    Tracked,
    X_co,
    tracked,
    tracked_term,
)
from emperor_rules.evaluate.fixpoint import CONTRADICTORY, Judged, Valued
from emperor_rules.evaluate.position import Position, QueryContext
from emperor_rules.evaluate.work_limit import WorkLimit
from emperor_rules.model import terms
from emperor_rules.model.seating import NOBODY, Player, Team
from emperor_rules.model.terms import (
    PLAYER,
    TEAM,
    Arithmetic,
    Compare,
    Condition,
    Direction,
    Moment,
    Quantified,
    Term,
    conjoin,
    walk,
)
from emperor_rules.model.vocabulary import DefaultWord, Predicate, Vocabulary
from emperor_rules.semantics.builtins import BUILTINS, Builtin, calculate
from emperor_rules.semantics.expressions import (
    BINDING,
    OF_BOTH,
    Args,
    Argument,
    Counted,
    Frame,
    Interpretation,
    Reasons,
    Scope,
    Value,
    player_slots,
)
from emperor_rules.semantics.verdict import CONTRADICTED, FALSE, TRUE, UNKNOWN, Truth

OPEN_WITHOUT_REASON: Judged = (UNKNOWN, 0)
#: The truth or value that a predicate has for arguments that are all known.
LookUp = Callable[[Position, QueryContext, Args], tuple[X_co, int]]
#: A condition or a term.
Part = TypeVar("Part", Compiled, CompiledTerm)


class Scalar(Interpretation[Compiled, CompiledTerm]):
    """Conditions and terms of one position.

    ``decide`` gives the verdict function of a predicate by name, ``missing`` the bits of given facts not given,
    ``work`` counts how often a quantifier inside another one begins.
    """

    #: Whether what is unknown of arguments rests on the reasons of these too.
    keeps_arguments = False

    def __init__(
        self,
        vocabulary: Vocabulary,
        decide: Mapping[str, closures.Decide],
        missing: Mapping[str, int],
        work: WorkLimit,
        *,
        has_no_roles: bool,
    ) -> None:
        """Prepare to compile conditions and terms."""
        super().__init__(vocabulary, has_no_roles=has_no_roles)
        self.decide = decide
        self.missing = missing
        self.work = work
        self.given_numbers = vocabulary.given_numbers

    def condition(
        self, node: Condition, scope: Scope, moment: Moment = Moment.NOW, reasons: Reasons = OF_BOTH
    ) -> Compiled:
        """Compile a condition; a quantifier inside another one counts as work."""
        compiled = super().condition(node, scope, moment, reasons)
        return self._limited(compiled) if scope.depth and isinstance(node, BINDING) else compiled

    def term(self, node: Term, scope: Scope, moment: Moment = Moment.NOW) -> CompiledTerm:
        """Compile a term; one that runs over players inside a quantifier counts as work."""
        compiled = super().term(node, scope, moment)
        return self._limited(compiled) if scope.depth and isinstance(node, BINDING) else compiled

    def _limited(self, compiled: Part) -> Part:
        run, spend = compiled.run, self.work.spend

        def limited(c: Position, g: QueryContext, e: Frame) -> Any:
            spend(c.count)
            return run(c, g, e)

        return compiled._replace(run=limited)

    # --- conditions ------------------------------------------------------------------------------

    def always(self) -> Compiled:
        """Return what is true in every position."""
        return closures.ALWAYS_TRUE

    def negation(self, part: Compiled) -> Compiled:
        """Swap true and false; the reasons stay."""
        if isinstance(part, Certain):
            test = part.run
            return Certain(lambda c, g, e: not test(c, g, e))
        run = part.run

        def negated(c: Position, g: QueryContext, e: Frame) -> Judged:
            truth, clauses = run(c, g, e)
            return NEGATION[truth], clauses

        return Tracked(negated)

    def junction(self, parts: Sequence[Compiled], decisive: Truth, reasons: Reasons) -> Compiled:
        """Return what is decided by one part that is decisive."""
        return closures.junction(parts, decisive, reasons.truth if decisive is TRUE else reasons.falsity)

    def counted(self, quantifier: Counted[Compiled], reasons: Reasons) -> Compiled:
        """Count the members for which filter and body hold."""
        where, body, slot = quantifier.where, quantifier.body, quantifier.slot
        low, high, members = quantifier.low, quantifier.high, quantifier.domain
        if isinstance(where, Certain) and isinstance(body, Certain):
            both = closures.all_of([w.run for w in (where, body) if w is not closures.ALWAYS_TRUE])
            return Certain(closures.count_certain(members, slot, both, low, high))
        test = where.run if isinstance(where, Certain) and where is not closures.ALWAYS_TRUE else None
        noun = where.run if isinstance(where, Tracked) else None
        condition = tracked(body)
        enough = low if high is None and low is not None and not reasons.truth else None
        too_many = high + 1 if high is not None and not reasons.falsity else None
        stop = enough if enough is not None else too_many
        return Tracked(closures.count_tracked(members, slot, test, noun, condition, (low, high), stop))

    def option(self, option: str) -> Compiled:
        """Return whether the table plays with an option."""
        return Certain(lambda c, g, e: option in c.options)

    def role(self, role: str, player: CompiledTerm) -> Compiled:
        """Return whether a player has a role."""
        letter = self.letter_of(role)
        if isinstance(player, Certain):
            run = cast("Function[Player]", player.run)
            if (slot := player.slot) is not None:
                return Certain(lambda c, g, e: c.roles[e[slot]] == letter)
            return Certain(lambda c, g, e: c.roles[run(c, g, e)] == letter)
        return self._applied((0,), [player], lambda c, g, who: (TRUE if c.roles[who[0]] == letter else FALSE, 0))

    def given_flag(self, key: str) -> Compiled:
        """Return whether a yes-or-no fact is given as yes."""
        number = self.given_numbers[key]
        if self.vocabulary.givens[key].default is not None:
            return Certain(cast("Function[bool]", lambda c, g, e: g.given[number]))
        missing = UNKNOWN, self.missing[key]

        def flag(c: Position, g: QueryContext, e: Frame) -> Judged:
            given = g.given[number]
            return missing if given is None else (TRUE, 0) if given else (FALSE, 0)

        return Tracked(flag)

    def given_member(self, key: str, player: CompiledTerm) -> Compiled:
        """Return whether a given list names a player."""
        number = self.given_numbers[key]
        if isinstance(player, Certain) and self.vocabulary.givens[key].default is not None:
            run, named = player.run, _listed(number)
            return Certain(lambda c, g, e: run(c, g, e) in named(c, g, e))
        missing, of = self.missing[key], tracked_term(player)

        def listed(c: Position, g: QueryContext, e: Frame) -> Judged:
            given: Any = g.given[number]
            who, clauses = of(c, g, e)
            if given is None or who is None:
                return UNKNOWN, (clauses if who is None else 0) | (missing if given is None else 0)
            return TRUE if who in given else FALSE, clauses

        return Tracked(listed)

    def comparison(
        self, node: Compare, holds: Callable[[Any, Any], bool], left: CompiledTerm, right: CompiledTerm
    ) -> Compiled:
        """Return whether an operator holds between two terms; unknown where one of them is."""
        if isinstance(left, Certain) and isinstance(right, Certain):
            a, b = left.run, right.run
            if (p := left.slot) is not None and (q := right.slot) is not None:
                return Certain(lambda c, g, e: holds(e[p], e[q]))
            return Certain(lambda c, g, e: holds(a(c, g, e), b(c, g, e)))
        return self._applied((), [left, right], lambda c, g, sides: (TRUE if holds(*sides) else FALSE, 0))

    def builtin_fact(
        self, declared: Predicate, builtin: Builtin, args: Sequence[CompiledTerm], moment: Moment
    ) -> Compiled:
        """Return whether a built-in predicate holds of arguments."""
        if all(isinstance(arg, Certain) for arg in args) and not _maybe_nobody(declared, args):
            return Certain(_applied_to_certain(builtin.scalar, attrgetter(moment.value), args))
        return self._applied(player_slots(declared), args, look_up_builtin(builtin, moment))

    def fact(self, declared: Predicate, args: Sequence[CompiledTerm]) -> Compiled:
        """Return whether clauses conclude a fact of arguments; contradicted counts as unknown."""
        decide, name = cast("Mapping[str, LookUp[Truth]]", self.decide), declared.id
        if all(isinstance(arg, Certain) for arg in args) and not _maybe_nobody(declared, args):
            values = closures.certain_arguments(args)

            def read(c: Position, g: QueryContext, e: Frame) -> Judged:
                judged = decide[name](c, g, values(c, g, e))
                return judged if judged[0] != CONTRADICTED else OPEN_WITHOUT_REASON

            return Tracked(read)

        def look_up(c: Position, g: QueryContext, values: Args) -> Judged:
            judged = decide[name](c, g, values)
            return judged if judged[0] != CONTRADICTED else OPEN_WITHOUT_REASON

        return self._applied(player_slots(declared), args, look_up)

    def _applied(self, players: Sequence[int], args: Sequence[CompiledTerm], look_up: LookUp[Truth]) -> Compiled:
        """Apply a predicate to arguments that may be unknown; it does not hold where one of ``players`` is nobody."""
        arguments, keeps = closures.arguments_of(args), self.keeps_arguments

        def applied(c: Position, g: QueryContext, e: Frame) -> Judged:
            values, clauses = arguments(c, g, e)
            if values is None:
                return UNKNOWN, clauses
            if any(values[n] == NOBODY for n in players):
                return FALSE, clauses
            truth, because = look_up(c, g, values)
            return truth, because if truth == UNKNOWN and not keeps else because | clauses

        return Tracked(applied)

    # --- terms -----------------------------------------------------------------------------------

    def constant(self, value: int | str) -> CompiledTerm:
        """Return a number or word."""
        return Certain(lambda c, g, e: value)

    def letter(self, slot: int) -> CompiledTerm:
        """Return the value in a slot of the frame."""
        return Certain(lambda c, g, e: e[slot], slot)

    def given(self, key: str) -> CompiledTerm:
        """Return what the question gives under a key."""
        number, default = self.given_numbers[key], self.vocabulary.givens[key].default
        if default is not None:
            value_of = cast("Function[Value]", lambda c, g, e: g.given[number])
            return Certain(value_of, None, default in (DefaultWord.NONE, DefaultWord.FIRST))
        missing = None, self.missing[key]

        def given(c: Position, g: QueryContext, e: Frame) -> Valued:
            value: Any = g.given[number]
            return missing if value is None else (value, 0)

        return Tracked(given)

    def builtin_value(
        self, declared: Predicate, builtin: Builtin, args: Sequence[CompiledTerm], moment: Moment
    ) -> CompiledTerm:
        """Return the value of a built-in function; what is given of nobody is unknown."""
        if builtin.given:
            return self._valued((0,), args, self.look_up_given(declared))
        if all(isinstance(arg, Certain) for arg in args):
            return Certain(_applied_to_certain(builtin.scalar, attrgetter(moment.value), args))
        return self._valued((), args, look_up_builtin(builtin, moment))

    def value(self, declared: Predicate, args: Sequence[CompiledTerm]) -> CompiledTerm:
        """Return the value that clauses give; unknown of nobody, and where they give it differently."""
        players = player_slots(declared) if _maybe_nobody(declared, args) else ()
        return self._valued(players, args, self.look_up_value(declared), declared.answer == PLAYER)

    def look_up_given(self, declared: Predicate) -> LookUp[int]:
        """Return what looks up the number that is given of a player or team."""
        number = self.given_numbers[declared.id]
        return cast("LookUp[int]", lambda c, g, args: (g.given[number].of(args[0]), 0))

    def look_up_value(self, declared: Predicate) -> LookUp[Value | None]:
        """Return the value that clauses give to arguments as a function; ``None`` where they give it differently."""
        decide, name = self.decide, declared.id

        def look_up(c: Position, g: QueryContext, values: Args) -> Valued:
            judged = decide[name](c, g, values)
            value, clauses = judged
            return (value, clauses) if value is not CONTRADICTORY else (None, 0)

        return look_up

    def _valued(
        self,
        players: Sequence[int],
        args: Sequence[CompiledTerm],
        look_up: LookUp[Value | None],
        maybe_nobody: bool = True,
    ) -> CompiledTerm:
        """Apply a function to arguments that may be unknown; it is unknown where one of ``players`` is nobody."""
        arguments, keeps = closures.arguments_of(args), self.keeps_arguments

        def valued(c: Position, g: QueryContext, e: Frame) -> Valued:
            values, clauses = arguments(c, g, e)
            if values is None:
                return None, clauses
            if any(values[n] == NOBODY for n in players):
                return None, clauses if keeps else 0
            value, because = look_up(c, g, values)
            return value, because if value is None and not keeps else because | clauses

        return Tracked(valued, maybe_nobody)

    def least(self, slot: int, where: Compiled) -> CompiledTerm:
        """Return the least number that satisfies a condition, with the reasons why smaller ones do not."""
        holds = tracked(where)

        def least(c: Position, g: QueryContext, e: Frame) -> Valued:
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

    def first(self, slot: int, where: Compiled, start: CompiledTerm, direction: Direction) -> CompiledTerm:
        """Return the first player one way round who satisfies a condition, and the reasons why nearer ones do not."""
        holds, way = tracked(where), direction.step
        origin = cast("Run[Player | None]", tracked_term(start))

        def first(c: Position, g: QueryContext, e: Frame) -> Valued:
            begin, clauses = origin(c, g, e)
            if begin is None or begin == NOBODY:
                return begin, clauses
            for step in range(1, c.count):
                e[slot] = (begin + way * step) % c.count
                truth, because = holds(c, g, e)
                if truth == UNKNOWN:
                    return None, because
                clauses |= because
                if truth:
                    return e[slot], clauses
            return NOBODY, clauses

        return Tracked(first)

    def calculation(self, operator: Arithmetic, left: CompiledTerm, right: CompiledTerm) -> CompiledTerm:
        """Return the number that two make."""
        return self._valued((), [left, right], lambda c, g, numbers: (calculate(operator, *numbers), 0), False)

    def tally(self, slot: int, sort: str, where: Compiled) -> CompiledTerm:
        """Return how many players or teams satisfy a condition."""
        return _gathered(slot, where, Certain(everybody(sort)), len)

    def only(self, slot: int, sort: str, where: Compiled) -> CompiledTerm:
        """Return the one player or team that satisfies a condition."""
        return _gathered(slot, where, Certain(everybody(sort)), lambda those: those[0] if len(those) == 1 else None)

    def those(self, slot: int, where: Compiled, among: CompiledTerm) -> CompiledTerm:
        """Return the members of a list that satisfy a condition, in its order."""
        return _gathered(slot, where, among, lambda those: those or None)

    # --- members of quantifiers ------------------------------------------------------------------

    def domain(self, node: Quantified, scope: Scope, moment: Moment) -> tuple[Function[Iterable[Argument]], Condition]:
        """Return the members as a function; the players of a team or list are known without asking everybody."""
        variable = terms.Variable(node.var, node.sort)
        parts = node.where.parts if isinstance(node.where, terms.And) else (node.where,)
        if node.sort == TEAM or not isinstance(self.condition(node.where, scope.bind(node.var), moment), Certain):
            return everybody(node.sort), node.where  # who is excluded for reasons has to be asked about
        for part in parts:
            rest = conjoin(*(sibling for sibling in parts if sibling is not part))
            match part:
                case terms.Holds(predicate, (who, team), True) if (
                    who == variable
                    and (builtin := self.vocabulary.predicates[predicate].builtin)
                    and BUILTINS[builtin].membership
                    and variable not in walk(team)
                ):
                    return _members(cast("Function[Team]", self.term(team, scope, moment).run)), rest
                case terms.GivenHas(key, who, True) if who == variable:
                    return _listed(self.given_numbers[key]), rest
        return everybody(node.sort), node.where


def _gathered(
    slot: int,
    where: Compiled,
    among: CompiledTerm | Certain[Iterable[Argument]],
    value_of: Callable[[tuple[Any, ...]], Value | None],
) -> CompiledTerm:
    """Return what is told of those of a list who satisfy a condition; unknown where it is unknown of any."""
    holds, listed = tracked(where), cast("Run[Iterable[Argument] | None]", tracked_term(cast("CompiledTerm", among)))

    def gathered(c: Position, g: QueryContext, e: Frame) -> Valued:
        members, clauses = listed(c, g, e)
        if members is None:
            return None, clauses
        satisfying: list[Argument] = []
        open_clauses = 0
        unknown = False
        for member in members:
            e[slot] = member
            truth, because = holds(c, g, e)
            if truth == UNKNOWN:
                unknown = True
                open_clauses |= because
            else:
                clauses |= because
                if truth:
                    satisfying.append(member)
        if unknown:
            return None, open_clauses
        value = value_of(tuple(satisfying))
        return value, 0 if value is None else clauses

    return Tracked(gathered, False)


def look_up_builtin(builtin: Builtin, moment: Moment) -> LookUp[Any]:
    """Return the truth or value of a built-in for arguments as a function."""
    function, ring = builtin.scalar, attrgetter(moment.value)
    if builtin.answer is None:
        return lambda c, g, values: (TRUE, 0) if function(c, ring(c), *values) else (FALSE, 0)
    return lambda c, g, values: (function(c, ring(c), *values), 0)


def _applied_to_certain(
    function: Callable[..., Any], ring: Callable[[Any], Any], args: Sequence[CompiledTerm]
) -> Function[Any]:
    """Return a built-in of a position, a ring and certain arguments as a function."""
    match [arg.slot for arg in args if isinstance(arg, Certain)]:
        case [int() as p]:
            return lambda c, g, e: function(c, ring(c), e[p])
        case [int() as p, int() as q]:
            return lambda c, g, e: function(c, ring(c), e[p], e[q])
    values = closures.certain_arguments(args)
    return lambda c, g, e: function(c, ring(c), *values(c, g, e))


def everybody(sort: str) -> Function[Iterable[Argument]]:
    """Return the players or teams of a position as a function."""
    return (lambda c, g, e: c.sides) if sort == TEAM else (lambda c, g, e: c.players)


def _members(team: Function[Team]) -> Function[Sequence[Player]]:
    return lambda c, g, e: c.members[team(c, g, e)]


def _listed(number: int) -> Function[frozenset[Player]]:
    return cast("Function[frozenset[Player]]", lambda c, g, e: g.given[number])


def _maybe_nobody(declared: Predicate, args: Sequence[CompiledTerm]) -> bool:
    return any(args[n].maybe_nobody for n in player_slots(declared))
