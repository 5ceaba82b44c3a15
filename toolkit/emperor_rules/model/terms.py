"""Terms and conditions: what the sentences of the language are made of, after sorts have been checked.

Every record is frozen and hashable. Letters keep their names; a letter that a quantifier introduces without naming
it is called ``_1``, ``_2`` … in the order of writing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeVar, cast

from emperor_rules.model.record import Record


class Quantifier(StrEnum):
    """How many of a kind; the last three count."""

    SOME = "some"
    EVERY = "every"
    NO = "no"
    AT_LEAST = "at least"
    AT_MOST = "at most"
    EXACTLY = "exactly"


class Operator(StrEnum):
    """How two terms are compared."""

    EQUAL = "="
    UNEQUAL = "!="
    LESS = "<"
    MORE = ">"
    AT_MOST = "<="
    AT_LEAST = ">="

    @property
    def opposite(self) -> Operator:
        """The one that holds exactly where this one fails."""
        pairs = (
            (Operator.EQUAL, Operator.UNEQUAL),
            (Operator.LESS, Operator.AT_LEAST),
            (Operator.MORE, Operator.AT_MOST),
        )
        return next(other for pair in pairs for one, other in (pair, pair[::-1]) if one is self)


class Moment(StrEnum):
    """When the seats are looked at: now, as the turn began, or at the start of the game.

    Who sits on the ring then: everybody but those who left before or during the turn (now), everybody but those who
    left before it (began), or everybody (start).
    """

    NOW = "now"
    BEGAN = "began"
    START = "start"


class Direction(StrEnum):
    """Which way round the table seats are counted: clockwise, to the left, or the other way."""

    LEFT = "left"
    RIGHT = "right"

    @property
    def step(self) -> int:
        """What the number of a seat changes by from one to the next."""
        return 1 if self is Direction.LEFT else -1


# --- terms ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Number(Record):
    """A whole number."""

    value: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Variable(Record):
    """What a letter stands for: one of the rule’s own letters, or the one that a surrounding node binds, of a sort."""

    name: str
    sort: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PlayerName(Record):
    """A player by name, such as ``A1``; only scenarios and questions name players."""

    name: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TeamName(Record):
    """A team by letter, such as ``A``; only scenarios and questions name teams."""

    name: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Choice(Record):
    """One of the words that a value or a given fact chooses among."""

    word: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Apply(Record):
    """A value of the vocabulary applied to arguments, in the order of its declaration.

    Unknown where its verdict is unknown or contradicted, or where a player asked about is nobody.
    """

    predicate: str
    args: tuple[Term, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class GivenTerm(Record):
    """What the question gives under a key (a player, number or choice), or its default; a player by default nobody."""

    key: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Least(Record):
    """The least number from 0 up to the number of seats for which a condition certainly holds.

    Unknown as soon as one is met for which it is unknown; undefined (unknown for no reason) where there is none.
    """

    var: str
    where: Condition


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class First(Record):
    """The first player from ``start`` on for whom ``where`` holds, as with least; nobody if there is none."""

    var: str
    where: Condition
    start: Term
    direction: Direction


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Count(Record):
    """How many players (gone or not) or teams satisfy ``where``; unknown where it is unknown of one."""

    var: str
    sort: str
    where: Condition


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Only(Record):
    """The player (gone or not) or team for whom ``where`` holds, where it holds of exactly one.

    Unknown where it is unknown of one; undefined where it holds of none or of several.
    """

    var: str
    sort: str
    where: Condition


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Those(Record):
    """The members of a list ``among`` for whom ``where`` holds, in its order.

    Undefined where it holds of none, unknown where it is unknown of one.
    """

    var: str
    where: Condition
    among: Term


class Arithmetic(StrEnum):
    """How two numbers make another; the last two divide by the second, to the next smaller or greater whole number."""

    PLUS = "plus"
    MINUS = "minus"
    TIMES = "times"
    DIVIDED_DOWN = "divided-down"
    DIVIDED_UP = "divided-up"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Calculation(Record):
    """A number made of two; unknown where one of them is, and undefined beyond 9999 either way."""

    operator: Arithmetic
    left: Term
    right: Term


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TermAt(Record):
    """A term measured on the seats of a moment."""

    moment: Moment
    term: Term


Term = (
    Number
    | Variable
    | PlayerName
    | TeamName
    | Choice
    | Apply
    | GivenTerm
    | Least
    | First
    | Count
    | Only
    | Those
    | Calculation
    | TermAt
)

# --- conditions -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Always(Record):
    """The condition that always holds."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Holds(Record):
    """A fact or a permission of the vocabulary; nothing is true of nobody. With ``positive`` false, its negation."""

    predicate: str
    args: tuple[Term, ...]
    positive: bool = True


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class HasRole(Record):
    """A player sits in a seat of a role; false of nobody."""

    role: str
    arg: Term
    positive: bool = True


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class GivenFlag(Record):
    """A yes-or-no fact that the question gives."""

    key: str
    positive: bool = True


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class GivenHas(Record):
    """A player is in a list that the question gives."""

    key: str
    arg: Term
    positive: bool = True


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class OptionOn(Record):
    """The table plays with an option."""

    option: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Compare(Record):
    """A comparison; unknown where a side is unknown."""

    operator: Operator
    left: Term
    right: Term


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class And(Record):
    """Every part holds (strong Kleene logic)."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Or(Record):
    """Some part holds (strong Kleene logic)."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Not(Record):
    """The part does not hold."""

    part: Condition


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Quantified(Record):
    """A number of players (gone or not) or teams for whom ``where`` holds satisfy ``body``.

    The last three kinds of :class:`Quantifier` count ``n``.
    """

    kind: Quantifier
    n: int
    var: str
    sort: str
    where: Condition
    body: Condition


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class At(Record):
    """A condition on the seats of a moment."""

    moment: Moment
    part: Condition


Condition = Always | Holds | HasRole | GivenFlag | GivenHas | OptionOn | Compare | And | Or | Not | Quantified | At

PLAYER = "player"
TEAM = "team"
NUMBER = "number"
PLAYERS = "players"
TEAMS = "teams"
#: The sort of the members of a list, by the sort of the list.
MEMBERS = {PLAYERS: PLAYER, TEAMS: TEAM}


def conjoin(*parts: Condition) -> Condition:
    """Join conditions by *and*, leaving out those that always hold."""
    flat: list[Condition] = []
    for part in parts:
        if isinstance(part, And):
            flat.extend(part.parts)
        elif not isinstance(part, Always):
            flat.append(part)
    if not flat:
        return Always()
    return flat[0] if len(flat) == 1 else And(tuple(flat))


def negate(part: Condition) -> Condition:
    """Negate a condition without double negations."""
    return part.part if isinstance(part, Not) else Not(part)


N = TypeVar("N", bound=Record)


def places(node: Record) -> list[tuple[str, Record]]:
    """Return the direct parts of a record, each with the name of its place: a field, or its number among several."""
    named: list[tuple[str, Record]] = []
    for name in node.__match_args__:
        value = getattr(node, name)
        if type(value) is tuple:
            named.extend((str(number), part) for number, part in enumerate(value, 1) if isinstance(part, Record))
        elif isinstance(value, Record):
            named.append((name, value))
    return named


def inside(node: Term | Condition) -> tuple[Term | Condition, ...]:
    """Return the direct parts of a term or condition, in the order of writing."""
    parts: list[Term | Condition] = []
    for name in node.__match_args__:
        value = getattr(node, name)
        if type(value) is tuple:
            parts.extend(value)
        elif isinstance(value, Record):
            parts.append(cast("Term | Condition", value))
    return tuple(parts)


def with_parts(node: N, parts: Iterable[Any]) -> N:
    """Return a record with others for its direct parts, which come in the order of :func:`inside`."""
    others = iter(parts)
    changed: dict[str, Any] = {}
    for name in node.__match_args__:
        value = getattr(node, name)
        if type(value) is tuple:
            changed[name] = tuple(next(others) if isinstance(part, Record) else part for part in value)
        elif isinstance(value, Record):
            changed[name] = next(others)
    return replace(cast(Any, node), **changed) if changed else node


def shape(node: Term | Condition, scope: Mapping[str, str], depth: int = 0) -> str:
    """Write a term or condition so that two of one meaning are written alike.

    Letters of ``scope`` are written as what they stand for, others by where they are bound.
    """
    if isinstance(node, Variable):
        return scope[node.name]
    parts = []
    for name in node.__match_args__:
        value = getattr(node, name)
        if name == "var":
            scope = {**scope, value: f"_{depth}"}
            depth += 1
        elif isinstance(value, tuple):
            parts.append(f"({', '.join(shape(part, scope, depth) for part in value)})")
        else:
            parts.append(shape(value, scope, depth) if hasattr(value, "__match_args__") else repr(value))
    return f"{type(node).__name__}({', '.join(parts)})"


def walk(node: Term | Condition) -> list[Term | Condition]:
    """Return a node and everything inside it, in the order of writing."""
    nodes = [node]
    for part in inside(node):
        nodes.extend(walk(part))
    return nodes
