"""What conditions and terms mean, as operations over an abstract truth and an abstract value.

This is the only place that says what each node of a condition or term stands for. An engine supplies the operations:
the evaluator compiles nodes to functions of one position (:mod:`emperor_rules.evaluate.scalar`), the search to
functions of a set of positions (:mod:`emperor_rules.search.bitset`). Truth is three-valued (strong Kleene logic).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, TypeVar, assert_never

from emperor_rules.model import terms
from emperor_rules.model.seating import NOBODY, Player, Team
from emperor_rules.model.terms import PLAYER, Compare, Condition, Moment, Quantified, Term, walk
from emperor_rules.model.vocabulary import GivenNumbers, Predicate, Vocabulary
from emperor_rules.semantics.builtins import BUILTINS, OPERATORS, Builtin
from emperor_rules.semantics.verdict import Truth

T = TypeVar("T")
V = TypeVar("V")

#: Every kind of node is one of these: a constant, what is looked up, what comes to something by its parts alone, or a
#: change of the moment. A walk over nodes names the kinds that it treats alike and ends in ``assert_never``.
CONSTANTS: Final = (terms.Always, terms.Number, terms.Variable, terms.Choice, terms.PlayerName, terms.TeamName)
LOOKUPS: Final = (
    terms.Holds,
    terms.Apply,
    terms.HasRole,
    terms.GivenTerm,
    terms.GivenFlag,
    terms.GivenHas,
    terms.OptionOn,
)
JOINING: Final = (
    terms.Compare,
    terms.And,
    terms.Or,
    terms.Not,
    terms.Quantified,
    terms.Least,
    terms.First,
    terms.Count,
    terms.Only,
    terms.Those,
    terms.Calculation,
)
SHIFTS: Final = (terms.At, terms.TermAt)


#: Who or what a predicate is asked of: a player or a team, each by number, or a number.
Argument = Player | Team | int
Args = tuple[Argument, ...]
#: What a term stands for: one of those, a list of players or of teams, or a word.
Value = Argument | tuple[Player, ...] | str
#: What a question gives under a key.
Given = Value | bool | frozenset[Player] | GivenNumbers
#: The values of letters: arguments first, then those of quantifiers.
Frame = list[Argument]
#: The nodes that bind a letter.
BINDING: Final = (Quantified, terms.Least, terms.First, terms.Count, terms.Only, terms.Those)


class Reasons(NamedTuple):
    """Which reasons count: those of a condition's truth, those of its falsity, or both.

    Where the reasons of falsity are not reasons, an engine may stop at the first false part of a conjunction.
    """

    truth: bool
    falsity: bool

    @property
    def negated(self) -> Reasons:
        """Which reasons count for a part whose negation is asked about."""
        return Reasons(self.falsity, self.truth)


OF_TRUTH = Reasons(True, False)
OF_BOTH = Reasons(True, True)


@dataclass(frozen=True, slots=True)
class Scope:
    """The letters that are bound: each to its slot in the frame of values, or to a given fact.

    ``depth`` is how many of them a quantifier binds, or another node that runs over players, teams or numbers.
    """

    slots: Mapping[str, int | terms.GivenTerm]
    size: int
    depth: int = 0

    @classmethod
    def of(cls, letters: Sequence[str], place: str | None = None, place_key: str | None = None) -> Scope:
        """Bind a rule's letters to the first slots, and the letter of its place to a given fact."""
        slots: dict[str, int | terms.GivenTerm] = {letter: n for n, letter in enumerate(letters)}
        if place is not None and place_key is not None:
            slots[place] = terms.GivenTerm(place_key)
        return cls(slots, len(letters))

    def bind(self, letter: str) -> Scope:
        """Return the scope inside a quantifier, whose letter takes the next slot."""
        return Scope({**self.slots, letter: self.size}, self.size + 1, self.depth + 1)


@dataclass(frozen=True, slots=True)
class Counted(Generic[T]):
    """A quantifier: the number of members of a domain for which ``where`` and ``body`` hold, and its bounds.

    A member that ``where`` excludes is excluded for the reasons of ``where`` alone. ``low`` and ``high`` are the least
    and greatest number for which the condition holds; ``None`` is no bound. ``slot`` holds the member.
    """

    node: Quantified
    slot: int
    domain: Any
    where: T
    body: T
    low: int | None
    high: int | None


def count_bounds(node: Quantified) -> tuple[int | None, int | None]:
    """Return the bounds on the number of members that make a quantified condition true."""
    return {
        terms.Quantifier.SOME: (1, None),
        terms.Quantifier.EVERY: (None, 0),  # of counterexamples
        terms.Quantifier.NO: (None, 0),
        terms.Quantifier.AT_LEAST: (node.n, None),
        terms.Quantifier.AT_MOST: (None, node.n),
        terms.Quantifier.EXACTLY: (node.n, node.n),
    }[node.kind]


def count_truth(low: int | None, high: int | None, certain: int, possible: int) -> Truth:
    """Return the truth of a quantifier by the number of members that certainly, and that possibly, satisfy it."""
    if (high is not None and certain > high) or (low is not None and possible < low):
        return Truth.FALSE
    if (low is None or certain >= low) and (high is None or possible <= high):
        return Truth.TRUE
    return Truth.UNKNOWN


def free_slots(nodes: Sequence[Condition | Term]) -> Frame:
    """Return the empty slots of a frame that suffice for every letter bound inside one of some nodes."""
    counts = (sum(isinstance(part, BINDING) for part in walk(node)) for node in nodes)
    return [NOBODY] * max(counts, default=0)


def player_slots(declared: Predicate) -> tuple[int, ...]:
    """Return the numbers of a predicate's parameters that are players."""
    return tuple(n for n, (_, sort) in enumerate(declared.parameters) if sort == PLAYER)


class Interpretation(ABC, Generic[T, V]):
    """The walk over conditions and terms; ``T`` is what an engine makes of a condition, ``V`` of a term."""

    def __init__(self, vocabulary: Vocabulary, *, has_no_roles: bool = False) -> None:
        """Compile nodes that speak of the predicates and roles of a vocabulary; perhaps nobody has any of its roles."""
        self.vocabulary = vocabulary
        self.has_no_roles = has_no_roles

    def letter_of(self, role: str) -> str:
        """Return the letter of the seats in which players have a role; no seat has an empty one."""
        return "" if self.has_no_roles else self.vocabulary.roles[role].letter

    # --- the walk --------------------------------------------------------------------------------

    def condition(self, node: Condition, scope: Scope, moment: Moment = Moment.NOW, reasons: Reasons = OF_BOTH) -> T:
        """Compile a condition on the seats of a moment."""
        match node:
            case terms.Always():
                return self.always()
            case terms.At(at_moment, part):
                return self.condition(part, scope, at_moment, reasons)
            case terms.Not(part):
                return self.negation(self.condition(part, scope, moment, reasons.negated))
            case terms.And(parts) | terms.Or(parts):
                decisive = Truth.FALSE if isinstance(node, terms.And) else Truth.TRUE
                compiled = [self.condition(part, scope, moment, reasons) for part in self.in_order(parts)]
                return self.junction(compiled, decisive, reasons)
            case terms.OptionOn(option):
                return self.option(option)
            case terms.HasRole(role, arg, positive):
                return self._signed(self.role(role, self.term(arg, scope, moment)), positive)
            case terms.GivenFlag(key, positive):
                return self._signed(self.given_flag(key), positive)
            case terms.GivenHas(key, arg, positive):
                return self._signed(self.given_member(key, self.term(arg, scope, moment)), positive)
            case Compare(op, left, right):
                sides = self.term(left, scope, moment), self.term(right, scope, moment)
                return self.comparison(node, OPERATORS[op], *sides)
            case terms.Holds(predicate, args, positive):
                declared = self.vocabulary.predicates[predicate]
                values = [self.term(argument, scope, moment) for argument in args]
                if declared.builtin is None:
                    return self._signed(self.fact(declared, values), positive)
                return self._signed(self.builtin_fact(declared, BUILTINS[declared.builtin], values, moment), positive)
            case Quantified():
                return self._quantified(node, scope, moment, reasons)
        assert_never(node)

    def term(self, node: Term, scope: Scope, moment: Moment = Moment.NOW) -> V:
        """Compile a term on the seats of a moment."""
        match node:
            case terms.Number(constant) | terms.Choice(constant):
                return self.constant(constant)
            case terms.Variable(name):
                bound = scope.slots[name]
                return self.given(bound.key) if isinstance(bound, terms.GivenTerm) else self.letter(bound)
            case terms.TermAt(at_moment, part):
                return self.term(part, scope, at_moment)
            case terms.GivenTerm(key):
                return self.given(key)
            case terms.Apply(predicate, args):
                declared = self.vocabulary.predicates[predicate]
                values = [self.term(argument, scope, moment) for argument in args]
                if declared.builtin is None:
                    return self.value(declared, values)
                return self.builtin_value(declared, BUILTINS[declared.builtin], values, moment)
            case terms.Least(var, where):
                return self.least(scope.size, self.condition(where, scope.bind(var), moment))
            case terms.First(var, where, start, direction):
                condition = self.condition(where, scope.bind(var), moment)
                return self.first(scope.size, condition, self.term(start, scope, moment), direction)
            case terms.Calculation(operator, left, right):
                return self.calculation(operator, self.term(left, scope, moment), self.term(right, scope, moment))
            case terms.Count(var, sort, where):
                return self.tally(scope.size, sort, self.condition(where, scope.bind(var), moment))
            case terms.Only(var, sort, where):
                return self.only(scope.size, sort, self.condition(where, scope.bind(var), moment))
            case terms.Those(var, where, among):
                condition = self.condition(where, scope.bind(var), moment)
                return self.those(scope.size, condition, self.term(among, scope, moment))
            case terms.PlayerName() | terms.TeamName():
                raise ValueError(f"{node} stands only in questions and scenarios")
        assert_never(node)

    def _signed(self, truth: T, positive: bool) -> T:
        return truth if positive else self.negation(truth)

    def _quantified(self, node: Quantified, scope: Scope, moment: Moment, reasons: Reasons) -> T:
        low, high = count_bounds(node)
        of_members = OF_BOTH if low is not None and high is not None else reasons if high is None else reasons.negated
        inner = scope.bind(node.var)
        domain, where = self.domain(node, scope, moment)
        of_every = node.kind is terms.Quantifier.EVERY
        body = self.condition(node.body, inner, moment, of_members.negated if of_every else of_members)
        included = self.condition(where, inner, moment, of_members)
        counted = Counted(node, scope.size, domain, included, self.negation(body) if of_every else body, low, high)
        return self.counted(counted, reasons)

    # --- what an engine may change -----------------------------------------------------------------

    def in_order(self, parts: Sequence[Condition]) -> Sequence[Condition]:
        """Return the parts of a conjunction or disjunction in the order in which to evaluate them."""
        return parts

    def domain(self, node: Quantified, scope: Scope, moment: Moment) -> tuple[Any, Condition]:
        """Return the members that a quantifier runs over, and what remains of its filter."""
        return node.sort, node.where

    # --- conditions ------------------------------------------------------------------------------

    @abstractmethod
    def always(self) -> T:
        """Return what is true everywhere."""

    @abstractmethod
    def negation(self, part: T) -> T:
        """Return what is true where the part is false, and false where it is true."""

    @abstractmethod
    def junction(self, parts: Sequence[T], decisive: Truth, reasons: Reasons) -> T:
        """Return what is ``decisive`` where some part is, and the opposite where all are: false of a conjunction."""

    @abstractmethod
    def counted(self, quantifier: Counted[T], reasons: Reasons) -> T:
        """Return where the number of members lies within the bounds of a quantifier."""

    @abstractmethod
    def option(self, option: str) -> T:
        """Return where the table plays with an option."""

    @abstractmethod
    def role(self, role: str, player: V) -> T:
        """Return where a player has a role; nobody has none."""

    @abstractmethod
    def given_flag(self, key: str) -> T:
        """Return where a yes-or-no fact is given as yes."""

    @abstractmethod
    def given_member(self, key: str, player: V) -> T:
        """Return where a given list names a player."""

    @abstractmethod
    def comparison(self, node: Compare, holds: Callable[[Any, Any], bool], left: V, right: V) -> T:
        """Return where an operator holds between two terms."""

    @abstractmethod
    def builtin_fact(self, declared: Predicate, builtin: Builtin, args: Sequence[V], moment: Moment) -> T:
        """Return where a built-in predicate holds of arguments; of nobody it does not."""

    @abstractmethod
    def fact(self, declared: Predicate, args: Sequence[V]) -> T:
        """Return where clauses conclude a fact or permission of arguments; of nobody they do not."""

    # --- terms -----------------------------------------------------------------------------------

    @abstractmethod
    def constant(self, value: int | str) -> V:
        """Return a number or word."""

    @abstractmethod
    def letter(self, slot: int) -> V:
        """Return the value in a slot of the frame."""

    @abstractmethod
    def given(self, key: str) -> V:
        """Return what the question gives under a key."""

    @abstractmethod
    def builtin_value(self, declared: Predicate, builtin: Builtin, args: Sequence[V], moment: Moment) -> V:
        """Return the value of a built-in function."""

    @abstractmethod
    def value(self, declared: Predicate, args: Sequence[V]) -> V:
        """Return the value that clauses give."""

    @abstractmethod
    def least(self, slot: int, where: T) -> V:
        """Return the least number up to the number of seats that satisfies a condition; unknown if there is none."""

    @abstractmethod
    def first(self, slot: int, where: T, start: V, direction: terms.Direction) -> V:
        """Return the first player on one side of another who satisfies a condition; nobody if there is none."""

    @abstractmethod
    def calculation(self, operator: terms.Arithmetic, left: V, right: V) -> V:
        """Return the number that two make; unknown where one is unknown or the result out of bounds."""

    @abstractmethod
    def tally(self, slot: int, sort: str, where: T) -> V:
        """Return the number of players or teams that satisfy a condition."""

    @abstractmethod
    def only(self, slot: int, sort: str, where: T) -> V:
        """Return the one player or team that satisfies a condition; unknown if there is none or more than one."""

    @abstractmethod
    def those(self, slot: int, where: T, among: V) -> V:
        """Return the players of a list who satisfy a condition, in its order; unknown if there are none."""
