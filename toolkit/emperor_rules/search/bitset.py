"""A resolved text on a set of positions at once, by the formulas of :mod:`emperor_rules.semantics.verdict`.

A condition gives the positions in which it is certainly true and certainly false; what is in neither is unknown. A term
gives, by value, the positions in which it has that value; what is under no value is unknown. Both are compiled to
functions of a text on a space (:class:`BitText`) and a frame with the values of letters, so that the conditions of a
text are compiled once for all spaces.

Clauses are not carried along: whoever finds a position replays it with the evaluator.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from emperor_rules.model.seating import NOBODY
from emperor_rules.model.terms import (
    TEAM,
    Apply,
    Arithmetic,
    Compare,
    Condition,
    Direction,
    HasRole,
    Holds,
    Moment,
    Quantified,
    walk,
)
from emperor_rules.model.vocabulary import Predicate, PredicateKind
from emperor_rules.resolve.cone import cone_of, rules_in_play
from emperor_rules.resolve.roles import knows_no_role
from emperor_rules.resolve.rules import Definition, ResolvedText, Rule, definition_of, memoized_per_text
from emperor_rules.search.state_space import MemberValue, Space
from emperor_rules.semantics.builtins import Builtin, calculate
from emperor_rules.semantics.expressions import Args, Counted, Frame, Interpretation, Reasons, free_slots, player_slots
from emperor_rules.semantics.verdict import (
    MET,
    OPEN,
    TRUE,
    Bits,
    Extent,
    RuleStatus,
    Truth,
    VerdictSets,
    at_least,
    declared_sets,
    fact_sets,
    settle_overrides,
    value_sets,
    without,
)

AS_FIXED: Final[Mapping[str, Any]] = MappingProxyType({})
#: Where a condition is certainly true, and where it is certainly false.
TruthSets = tuple[Bits, Bits]
#: Where a term has which value.
ByValue = Mapping[Any, Bits]
#: A condition, compiled: it takes a text on a space, and the values of letters; and a term likewise.
SetCondition = Callable[["BitText", Frame], TruthSets]
SetFunction = Callable[["BitText", Frame], ByValue]


# --- conditions and terms ------------------------------------------------------------------------


class SetTerm(NamedTuple):
    """A term; ``slot`` is set for a letter."""

    run: SetFunction
    slot: int | None = None


class SetInterpretation(Interpretation[SetCondition, SetTerm]):
    """Conditions and terms on a set of positions."""

    def in_order(self, parts: Sequence[Condition]) -> Sequence[Condition]:
        """Return the parts with what only looks at seats and sizes first."""
        return sorted(parts, key=_cost)

    # --- conditions ------------------------------------------------------------------------------

    def always(self) -> SetCondition:
        """Return all positions."""
        return lambda s, e: s.everywhere

    def negation(self, part: SetCondition) -> SetCondition:
        """Swap true and false."""

        def negated(s: BitText, e: Frame) -> TruthSets:
            true, false = part(s, e)
            return false, true

        return negated

    def junction(self, parts: Sequence[SetCondition], decisive: Truth, reasons: Reasons) -> SetCondition:
        """Unite where parts are decisive, and intersect where they are the opposite."""
        deciding, opposite = (0, 1) if decisive is TRUE else (1, 0)  # places in a pair of sets

        def joined(s: BitText, e: Frame) -> TruthSets:
            full = s.full
            some, every = 0, full
            for part in parts:
                truth = part(s, e)
                some |= truth[deciding]
                every &= truth[opposite]
                if some == full:
                    break
            every = without(every, some)
            return (some, every) if deciding == 0 else (every, some)

        return joined

    def counted(self, quantifier: Counted[SetCondition], reasons: Reasons) -> SetCondition:
        """Count, in each position, the members for whom filter and body hold."""
        where, body, slot, sort = quantifier.where, quantifier.body, quantifier.slot, quantifier.domain
        low, high = quantifier.low, quantifier.high
        one_decides = (low, high) in ((1, None), (None, 0))

        def within(s: BitText, e: Frame) -> TruthSets:
            full = s.full
            certain: list[Bits] = []  # for each member, where it certainly counts, and where it possibly does
            possible: list[Bits] = []
            for member in s.domain(sort):
                e[slot] = member
                included, excluded = where(s, e)
                if excluded == full:
                    continue
                true, false = body(s, e)
                certain.append(included & true)
                possible.append(full ^ (excluded | false))
                if one_decides and certain[-1] == full:
                    break
            true, false = full, 0
            if low is not None:
                true &= at_least(low, certain, full)
                false |= full ^ at_least(low, possible, full)
            if high is not None:
                true = without(true, at_least(high + 1, possible, full))
                false |= at_least(high + 1, certain, full)
            return true, false

        return within

    def option(self, option: str) -> SetCondition:
        """Return all positions or none."""
        return lambda s, e: s.everywhere if option in s.options else s.nowhere

    def role(self, role: str, player: SetTerm) -> SetCondition:
        """Return where a player has a role."""
        letter = self.letter_of(role)
        return apply_predicate((0,), [player], lambda s, who: s.divided(s.role(who[0], letter)))

    def given_flag(self, key: str) -> SetCondition:
        """Return where a yes-or-no fact is given as yes."""

        def flag(s: BitText, e: Frame) -> TruthSets:
            given = s.given(key)
            return given.get(True, 0), given.get(False, 0)

        return flag

    def given_member(self, key: str, player: SetTerm) -> SetCondition:
        """Return where a given list names a player."""

        def listed(s: BitText, who: Args) -> TruthSets:
            return s.divided(s.named(key, who[0]))

        return apply_predicate((0,), [player], listed)

    def comparison(
        self, node: Compare, holds: Callable[[Any, Any], bool], left: SetTerm, right: SetTerm
    ) -> SetCondition:
        """Return where an operator holds between two terms."""
        if (p := left.slot) is not None and (q := right.slot) is not None:
            return lambda s, e: s.everywhere if holds(e[p], e[q]) else s.nowhere

        run_left, run_right = left.run, right.run

        def compared(s: BitText, e: Frame) -> TruthSets:
            true = false = 0
            right_values = run_right(s, e)
            for a, of_left in run_left(s, e).items():
                for b, of_right in right_values.items():
                    both = of_left & of_right
                    if both:
                        if holds(a, b):
                            true |= both
                        else:
                            false |= both
            return true, false

        return compared

    def builtin_fact(
        self, declared: Predicate, builtin: Builtin, args: Sequence[SetTerm], moment: Moment
    ) -> SetCondition:
        """Return where a built-in predicate holds."""
        return apply_predicate(
            player_slots(declared), args, lambda s, values: s.divided(s.builtin(builtin, moment, values))
        )

    def fact(self, declared: Predicate, args: Sequence[SetTerm]) -> SetCondition:
        """Return where clauses conclude a fact."""
        name = declared.id
        return apply_predicate(player_slots(declared), args, lambda s, values: s.truth(name, values))

    # --- terms -----------------------------------------------------------------------------------

    def constant(self, value: int | str) -> SetTerm:
        """Return a number or word."""
        return SetTerm(lambda s, e: {value: s.full})

    def letter(self, slot: int) -> SetTerm:
        """Return the value in a slot of the frame."""
        return SetTerm(lambda s, e: {e[slot]: s.full}, slot)

    def given(self, key: str) -> SetTerm:
        """Return what the question gives under a key."""
        return SetTerm(lambda s, e: s.given(key))

    def builtin_value(self, declared: Predicate, builtin: Builtin, args: Sequence[SetTerm], moment: Moment) -> SetTerm:
        """Return the value of a built-in function; what is given of nobody is unknown."""
        if builtin.given:
            key = declared.id
            return SetTerm(apply_function((0,), args, lambda s, values: s.given_of(key, values[0])))
        return SetTerm(apply_function((), args, lambda s, values: s.builtin(builtin, moment, values)))

    def value(self, declared: Predicate, args: Sequence[SetTerm]) -> SetTerm:
        """Return the value that clauses give; unknown of nobody."""
        name = declared.id
        return SetTerm(apply_function(player_slots(declared), args, lambda s, values: s.values(name, values)))

    def least(self, slot: int, where: SetCondition) -> SetTerm:
        """Return the least number that satisfies a condition."""

        def least(s: BitText, e: Frame) -> ByValue:
            left, numbers = s.full, {}
            for number in range(s.space.count + 1):
                e[slot] = number
                true, false = where(s, e)
                if true & left:
                    numbers[number] = true & left
                left &= false
                if not left:
                    break
            return numbers

        return SetTerm(least)

    def first(self, slot: int, where: SetCondition, start: SetTerm, direction: Direction) -> SetTerm:
        """Return the first player one way round who satisfies a condition; nobody if there is none."""
        origin, way = start.run, direction.step

        def first(s: BitText, e: Frame) -> ByValue:
            players: dict[Any, Bits] = {}
            count = s.space.count
            for begin, of_start in list(origin(s, e).items()):
                left = of_start
                for step in range(1, count if begin != NOBODY else 1):
                    e[slot] = player = (begin + way * step) % count
                    true, false = where(s, e)
                    if true & left:
                        players[player] = players.get(player, 0) | true & left
                    left &= false
                if left:
                    players[NOBODY] = players.get(NOBODY, 0) | left
            return players

        return SetTerm(first)

    def calculation(self, operator: Arithmetic, left: SetTerm, right: SetTerm) -> SetTerm:
        """Return the number that two make, for every two that they are."""

        def calculated(s: BitText, numbers: Args) -> ByValue:
            number = calculate(operator, *numbers)
            return {} if number is None else {number: s.full}

        return SetTerm(apply_function((), [left, right], calculated))

    def tally(self, slot: int, sort: str, where: SetCondition) -> SetTerm:
        """Return how many players or teams satisfy a condition; unknown where it is unknown of any."""

        def tally(s: BitText, e: Frame) -> ByValue:
            numbers: dict[int, Bits] = {0: s.full}
            for member in s.domain(sort):
                e[slot] = member
                true, false = where(s, e)
                following: dict[int, Bits] = {}
                for number, bits in numbers.items():
                    for more, positions in ((1, bits & true), (0, bits & false)):
                        if positions:
                            following[number + more] = following.get(number + more, 0) | positions
                numbers = following
            return numbers

        return SetTerm(tally)

    def only(self, slot: int, sort: str, where: SetCondition) -> SetTerm:
        """Return the one player or team that satisfies a condition; unknown where it is unknown of any."""

        def only(s: BitText, e: Frame) -> ByValue:
            members, nobody = dict[Any, Bits](), s.full
            for member in s.domain(sort):
                e[slot] = member
                true, false = where(s, e)
                members = {other: positions & false for other, positions in members.items()}
                members[member] = nobody & true
                nobody &= false
            return {member: positions for member, positions in members.items() if positions}

        return SetTerm(only)

    def those(self, slot: int, where: SetCondition, among: SetTerm) -> SetTerm:
        """Return the members of a list that satisfy a condition, in its order; unknown where it is unknown of any."""

        def those(s: BitText, e: Frame) -> ByValue:
            lists: dict[Any, Bits] = {}
            for players, listed in list(among.run(s, e).items()):
                lists_so_far: dict[tuple[Any, ...], Bits] = {(): listed}
                for player in players:
                    e[slot] = player
                    true, false = where(s, e)
                    longer: dict[tuple[Any, ...], Bits] = {}
                    for those, bits in lists_so_far.items():
                        for more, positions in (((player,), bits & true), ((), bits & false)):
                            if positions:
                                longer[those + more] = positions
                    lists_so_far = longer
                for those, positions in lists_so_far.items():
                    lists[those] = lists.get(those, 0) | positions
            lists.pop((), None)
            return lists

        return SetTerm(those)


def _cost(node: Condition) -> int:
    """Estimate what a condition costs."""
    return sum(5 if isinstance(part, HasRole) else isinstance(part, (Holds, Apply, Quantified)) for part in walk(node))


# --- operations on sets of positions ---------------------------------------------------------------


def pick(args: Sequence[SetTerm]) -> Callable[[Frame], Args] | None:
    """Return what takes arguments from a frame, if all of them are letters."""
    slots = [arg.slot for arg in args if arg.slot is not None]
    if len(slots) < len(args):
        return None
    match slots:
        case []:
            return lambda e: ()
        case [slot]:
            return lambda e: (e[slot],)
    return itemgetter(*slots)


def combined(args: Sequence[SetTerm], s: BitText, e: Frame) -> list[tuple[Args, Bits]]:
    """Return every combination of argument values with the positions in which it is the case."""
    first, *others = (arg.run(s, e).items() for arg in args)
    combinations: list[tuple[Args, Bits]] = [((value,), positions) for value, positions in first]
    for values in others:
        longer: list[tuple[Args, Bits]] = []
        for before, bits in combinations:
            for value, positions in values:
                both = bits & positions
                if both:
                    longer.append(((*before, value), both))
        combinations = longer
    return combinations


def apply_predicate(
    players: Sequence[int], args: Sequence[SetTerm], look_up: Callable[[BitText, Args], TruthSets]
) -> SetCondition:
    """Apply a predicate to arguments; it does not hold where one of ``players`` is nobody."""
    letters = pick(args)
    if letters is not None:  # most are: “q is next to p”
        return lambda s, e: look_up(s, letters(e))

    def applied(s: BitText, e: Frame) -> TruthSets:
        true = false = 0
        for values, where in combined(args, s, e):
            pair = s.nowhere if any(values[n] == NOBODY for n in players) else look_up(s, values)
            true |= where & pair[0]
            false |= where & pair[1]
        return true, false

    return applied


def apply_function(
    players: Sequence[int], args: Sequence[SetTerm], look_up: Callable[[BitText, Args], ByValue]
) -> SetFunction:
    """Apply a function to arguments; it is unknown where one of ``players`` is nobody."""
    letters = pick(args)
    if letters is not None:
        return lambda s, e: look_up(s, letters(e))

    def valued(s: BitText, e: Frame) -> ByValue:
        by_value: dict[Any, Bits] = {}
        for values, where in combined(args, s, e):
            results = {} if any(values[n] == NOBODY for n in players) else look_up(s, values)
            for value, bits in results.items():
                if bits & where:
                    by_value[value] = by_value.get(value, 0) | bits & where
        return by_value

    return valued


# --- texts on a space ---------------------------------------------------------------------------

#: A predicate with its arguments.
FactKey = tuple[str, Args]


class _Rule(NamedTuple):
    """A compiled rule; ``expression`` is the value that it gives."""

    number: int
    guard: SetCondition
    expression: SetFunction | None


class _Predicate(NamedTuple):
    """What decides a predicate with some options in use, compiled.

    That is the conditions of its declaration, the rules, the frame beyond arguments, and whether a rule overrides one.
    """

    definition: Definition
    declared: tuple[SetCondition, ...]
    rules: tuple[_Rule, ...]
    scratch: Frame
    overridden: bool


@memoized_per_text
def interpretation_of(resolved: ResolvedText) -> SetInterpretation:
    """Return what compiles the conditions of a text."""
    return SetInterpretation(resolved.vocabulary, has_no_roles=knows_no_role(resolved))


@memoized_per_text
def _rule(resolved: ResolvedText, number: int) -> _Rule:
    """Return a compiled rule."""
    rule, meaning = resolved.rules[number], interpretation_of(resolved)
    expression = meaning.term(rule.expression, rule.scope).run if rule.expression is not None else None
    return _Rule(number, meaning.condition(rule.guard, rule.scope), expression)


@memoized_per_text
def _predicate(resolved: ResolvedText, name: str, in_use: frozenset[str]) -> _Predicate:
    """Return the compiled rules about a predicate that can apply while just these options are in use."""
    definition, meaning = definition_of(resolved, name), interpretation_of(resolved)
    declared = tuple(meaning.condition(part.condition, definition.scope) for part in definition.declared)
    in_play = rules_in_play(resolved, name, in_use)
    rules = tuple(_rule(resolved, rule.number) for rule in in_play)
    overridden = any(rule.overriders for rule in in_play)
    return _Predicate(definition, declared, rules, definition.scratch_frame, overridden)


class BitText:
    """A resolved text on a space; verdicts are kept until given facts change that they read.

    ``everywhere`` and ``nowhere`` are what is true, or false, in all positions.
    """

    def __init__(
        self, resolved: ResolvedText, space: Space, base: BitText | None = None, shared: frozenset[str] = frozenset()
    ) -> None:
        """Prepare; verdicts are computed on demand, those on ``shared`` predicates by ``base``, on the same space.

        The text of ``base`` must decide these alike; the rules in their ``live`` are numbered as in that text.
        """
        self.space = space
        self.full = space.full
        self.everywhere: TruthSets = (self.full, 0)
        self.nowhere: TruthSets = (0, self.full)
        self._own: Mapping[str, Any] = {}
        self._base, self._shared = base, shared
        self._builtins: dict[tuple[Builtin, str, Args], Any] = {}
        self._varying: dict[str, ByValue] = {}
        self.resolved = resolved
        self.options = resolved.in_use(space.options)
        #: How many verdicts were reached: what the work comes to, on whichever machine.
        self.reached = 0
        self._compiled: dict[str, _Predicate] = {}
        self._verdicts: dict[str, dict[Args, VerdictSets]] = {}
        #: Inside a circle: what is known so far, (certain, possible) by question; who read it; who is being decided.
        self._growing: dict[FactKey, TruthSets] = {}
        self._read_by: dict[FactKey, dict[FactKey, None]] = {}
        self._deciding: FactKey = ("", ())

    # --- asking ----------------------------------------------------------------------------------

    def verdict(self, predicate: str, args: Args, given: Mapping[str, Any] = AS_FIXED) -> VerdictSets:
        """Return the verdict on a predicate; ``given`` are facts that do not vary and are not as in ``space.fixed``."""
        if given or self._own:
            self._give(given)
        return self._verdict(predicate, args)

    def guard(self, rule: Rule, args: Args = ()) -> TruthSets:
        """Return where the condition of a rule is certainly true and certainly false."""
        return _rule(self.resolved, rule.number).guard(self, [*args, *free_slots([rule.guard])])

    def _give(self, given: Mapping[str, Any]) -> None:
        """Set the given facts, and discard the verdicts that read those that change."""
        if given is self._own:
            return
        fixed, before = self.space.fixed, self._own
        for key in {**before, **given}:
            if given.get(key, fixed.get(key)) != before.get(key, fixed.get(key)):
                for name in _readers_of(self.resolved, key):
                    self.forget(name)
        self._own = given

    def forget(self, predicate: str) -> None:
        """Discard the verdicts on a predicate, as they may be large."""
        self._verdicts.pop(predicate, None)

    # --- the space ---------------------------------------------------------------------------------

    def divided(self, true: Bits) -> TruthSets:
        """Return what is true in some positions and false in all others."""
        return true, self.full ^ true

    def role(self, player: int, letter: str) -> Bits:
        """Return where a player has a role letter; nobody has none."""
        return self.space.role(player, letter) if player != NOBODY else 0

    def domain(self, sort: str) -> range:
        """Return the players or teams of the table."""
        return range(len(self.space.table.sizes)) if sort == TEAM else range(self.space.count)

    def given(self, key: str) -> ByValue:
        """Return, by value, where a fact is given so; players are plain numbers."""
        if self._is_fixed(key):
            value = self._fixed(key)
            return {value.number if isinstance(value, MemberValue) else value: self.full}
        if key not in self._varying:
            plain: dict[Any, Bits] = {}
            for value, bits in self.space.given(key).items():
                number = value.number if isinstance(value, MemberValue) else value
                plain[number] = plain.get(number, 0) | bits
            self._varying[key] = plain
        return self._varying[key]

    def _is_fixed(self, key: str) -> bool:
        return key not in self.space.by_given and (key in self._own or key in self.space.fixed)

    def _fixed(self, key: str) -> Any:
        return self._own[key] if key in self._own else self.space.fixed[key]

    def given_of(self, key: str, member: int) -> ByValue:
        """Return, by value, where a number is given of a player or team."""
        by_value: dict[Any, Bits] = {}
        for numbers, bits in self.given(key).items():
            number = numbers.of(member)
            by_value[number] = by_value.get(number, 0) | bits
        return by_value

    def named(self, key: str, player: int) -> Bits:
        """Return where a given list names a player."""
        if self._is_fixed(key):
            return self.full if player in self._fixed(key) else 0
        return self.space.named(key, player)

    def builtin(self, builtin: Builtin, moment: Moment, args: Args) -> Any:
        """Return where a built-in predicate holds, or for a function the positions by value."""
        key = (builtin, moment, args)
        where = self._builtins.get(key)
        if where is None:
            where = self._builtins[key] = builtin.on_sets(self.space, moment, *args)
        return where

    # --- what conditions read ----------------------------------------------------------------------

    def truth(self, predicate: str, args: Args) -> TruthSets:
        """Return where a fact certainly holds and certainly fails, as conditions read it."""
        key = (predicate, args)
        if key in self._growing:
            self._read_by.setdefault(key, {})[self._deciding] = None
            true, possible = self._growing[key]
            return true, self.full ^ possible
        circle = self.resolved.circles.get(predicate)
        inside = circle is not None and any(name in circle for name, _ in self._growing)
        if inside and args not in self._verdicts.get(predicate, ()):
            self._growing[key] = (0, 0)
            self._read_by[key] = {self._deciding: None}
            return 0, self.full
        decided = self._verdict(predicate, args).values
        return decided[True], decided[False]

    def values(self, predicate: str, args: Args) -> Mapping[Any, Bits]:
        """Return, by value, where a predicate has it."""
        return self._verdict(predicate, args).values

    # --- verdicts --------------------------------------------------------------------------------

    def _verdict(self, predicate: str, args: Args) -> VerdictSets:
        if self._base is not None and predicate in self._shared:
            return self._base.verdict(predicate, args, self._own)
        decided = self._verdicts.setdefault(predicate, {})
        verdict = decided.get(args)
        if verdict is None:
            circular = predicate in self.resolved.circles
            verdict = decided[args] = self._circle((predicate, args)) if circular else self._decided(predicate, args)
        return verdict

    def _circle(self, key: FactKey) -> VerdictSets:
        """Return the least fixed point of a circle of consequences, from nothing upwards.

        A member is decided again when something that it reads has grown (semi-naive evaluation).
        """
        outer = self._growing, self._read_by, self._deciding
        self._growing, self._read_by = {key: (0, 0)}, {}
        decided: dict[FactKey, VerdictSets] = {}
        waiting: dict[FactKey, None] = {key: None}
        while waiting:
            member = next(iter(waiting))
            del waiting[member]
            self._deciding = member
            count_before = len(self._growing)
            fact = decided[member] = self._decided(*member)
            waiting.update(dict.fromkeys(islice(self._growing, count_before, None)))
            now = (fact.true, self.full ^ fact.false)
            if self._growing[member] != now:
                self._growing[member] = now
                waiting.update(self._read_by.get(member, {}))
        self._growing, self._read_by, self._deciding = outer
        for (name, args), fact in decided.items():
            self._verdicts.setdefault(name, {})[args] = fact
        return decided[key]

    def _decided(self, predicate: str, args: Args) -> VerdictSets:
        self.reached += 1
        compiled = self._compiled.get(predicate)
        if compiled is None:
            compiled = self._compiled[predicate] = _predicate(self.resolved, predicate, self.options)
        definition, declared, rules, scratch, overridden = compiled
        frame, statuses, closed = [*args, *scratch], self.resolved.statuses, definition.predicate.closed
        live = self._live(rules, frame, overridden)
        if definition.predicate.kind is PredicateKind.VALUE:
            giving = (
                (statuses[n], live[n], self._given_by(rule, live[n], frame))
                for rule in rules
                if (n := rule.number) in live
            )
            return value_sets(giving, definition.excluded)._replace(live=_lasting(statuses, live))
        applying = ((statuses[number], extent) for number, extent in live.items())
        fact = fact_sets(applying, self.full, principle=definition.principle is not None, closed=closed)
        fact = fact._replace(live=_lasting(statuses, live))
        for (_, decides, _), condition in reversed([*zip(definition.declared, declared, strict=True)]):
            fact = declared_sets(fact, condition(self, frame), decides, self.full, closed=closed)
        return fact

    def _live(self, rules: tuple[_Rule, ...], frame: Frame, overridden: bool) -> dict[int, Extent]:
        """Return, by rule that applies somewhere, where it certainly and where it possibly does, overrides settled."""
        full, extents = self.full, {}
        for number, guard, _ in rules:
            true, false = guard(self, frame)
            if false != full:
                extents[number] = Extent(true, full ^ (true | false))
        return settle_overrides(extents, self.resolved.statuses) if overridden and len(extents) > 1 else extents

    def _given_by(self, rule: _Rule, live: Extent, frame: Frame) -> Mapping[Any, Bits]:
        """Return, by value, where a rule gives it; it is not asked where the rule applies nowhere."""
        return rule.expression(self, frame) if rule.expression is not None and any(live) else {}


def _lasting(statuses: Mapping[int, RuleStatus], live: Mapping[int, Extent]) -> tuple[tuple[int, Bits], ...]:
    """Return, by rule, where it speaks: certainly, or for what leaves open possibly, which is enough for that."""
    spoken = []
    for number, (sure, maybe) in live.items():
        kind = statuses[number].kind
        bits = sure | maybe if kind is OPEN else sure
        if bits and kind is not MET:
            spoken.append((number, bits))
    return tuple(spoken)


@memoized_per_text
def _readers_of(resolved: ResolvedText, key: str) -> tuple[str, ...]:
    """Return the predicates whose verdicts depend on a given fact."""
    return tuple(name for name in resolved.vocabulary.predicates if key in cone_of(resolved, name).givens)
