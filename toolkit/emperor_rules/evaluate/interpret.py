"""Evaluate single conditions and terms in a position, walking the model; relations are asked of the compiled program.

Slower than the program, but it can be asked about any part of a clause: derivations and *why not* need that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from emperor_rules.evaluate.position import NOBODY, Position, clockwise, distance, steps_left
from emperor_rules.evaluate.program import Asked, Program
from emperor_rules.evaluate.verdict import CONTRADICTORY
from emperor_rules.model.terms import (
    Always,
    And,
    Apply,
    At,
    Choice,
    Compare,
    Condition,
    Count,
    First,
    GivenFlag,
    GivenHas,
    GivenVal,
    HasRole,
    Holds,
    Least,
    Not,
    Number,
    OptionOn,
    Or,
    Quantified,
    Term,
    TermAt,
    Variable,
)

Env = Mapping[str, Any]


@dataclass
class Interpreter:
    """Evaluates conditions and terms under an environment (letter → number of a player, team or plain number)."""

    program: Program
    position: Position
    asked: Asked

    def __post_init__(self) -> None:
        """Take what is used at every step out of the program."""
        self.resolved = self.program.resolved
        self.vocabulary = self.resolved.vocabulary
        self.given_numbers = {key: n for n, key in enumerate(self.vocabulary.givens)}

    def call(self, relation: str, args: tuple[Any, ...]) -> tuple[Any, int]:
        """Ask the program about a relation: value and mask."""
        return self.program.decide(relation, self.position, self.asked, args)

    def given(self, key: str) -> Any:
        """Give what the question brings along under a key."""
        return self.asked.given[self.given_numbers[key]]

    def domain(self, sort: str) -> range:
        """Give the players or teams of the table."""
        return self.position.sides if sort == "team" else self.position.players

    def truth(self, cond: Condition, env: Env, moment: str) -> int:
        """Evaluate a condition: 0, 1, or 2 for unknown."""
        match cond:
            case Always():
                return 1
            case At(other, part):
                return self.truth(part, env, other)
            case Not(part):
                return _flip(self.truth(part, env, moment))
            case And(parts):
                return _all(self.truth(p, env, moment) for p in parts)
            case Or(parts):
                return _flip(_all(_flip(self.truth(p, env, moment)) for p in parts))
            case OptionOn(option):
                return int(option in self.position.options)
            case HasRole(role, arg, positive):
                player = self.value(arg, env, moment)
                letter = self.vocabulary.roles[role].letter
                return 2 if player is None else int((self.position.roles[player] == letter) == positive)
            case GivenFlag(key, positive):
                value = self.given(key)
                return 2 if value is None else int(value == positive)
            case GivenHas(key, arg, positive):
                player, some = self.value(arg, env, moment), self.given(key)
                return 2 if player is None or some is None else int((player in some) == positive)
            case Compare(op, left, right):
                return _compare(op, self.value(left, env, moment), self.value(right, env, moment))
            case Holds(relation, args, positive):
                held = self._holds(relation, tuple(self.value(a, env, moment) for a in args), moment)
                return held if positive else _flip(held)
            case Quantified(kind, n, var, sort, where, body):
                found = [
                    _all(
                        (
                            self.truth(where, {**env, var: x}, moment),
                            _flip(self.truth(body, {**env, var: x}, moment))
                            if kind == "every"
                            else self.truth(body, {**env, var: x}, moment),
                        )
                    )
                    for x in self.domain(sort)
                ]
                return _counted(kind, n, found.count(1), found.count(2))
        raise AssertionError(f"no way to evaluate {cond}")

    def _holds(self, relation: str, values: tuple[Any, ...], moment: str) -> int:
        declared = self.vocabulary.relations[relation]
        if None in values:
            return 2
        players = [v for v, (_, sort) in zip(values, declared.params, strict=True) if sort == "player"]
        if NOBODY in players:
            return 0
        if declared.builtin:
            return int(bool(self.builtin(declared.builtin, values, moment)))
        value = self.call(relation, values)[0]
        return 2 if value == 3 else int(value)

    def value(self, term: Term | None, env: Env, moment: str) -> Any:
        """Evaluate a term; ``None`` is unknown."""
        match term:
            case Number(value):
                return value
            case Variable(name, _):
                return env[name]
            case Choice(word):
                return word
            case TermAt(other, inner):
                return self.value(inner, env, other)
            case GivenVal(key):
                return self.given(key)
            case Apply(relation, args):
                values = tuple(self.value(a, env, moment) for a in args)
                if None in values:
                    return None
                declared = self.vocabulary.relations[relation]
                if declared.builtin:
                    return self.builtin(declared.builtin, values, moment)
                found = self.call(relation, values)[0]
                return None if found is CONTRADICTORY else found
            case Least(var, condition):
                for n in range(self.position.count + 1):
                    held = self.truth(condition, {**env, var: n}, moment)
                    if held:
                        return n if held == 1 else None
                return None
            case First(var, where, start):
                at = self.value(start, env, moment)
                if at is None or at == NOBODY:
                    return at
                for step in range(1, self.position.count):
                    player = (at + step) % self.position.count
                    held = self.truth(where, {**env, var: player}, moment)
                    if held:
                        return player if held == 1 else None
                return NOBODY
            case Count(var, sort, where):
                truths = [self.truth(where, {**env, var: x}, moment) for x in self.domain(sort)]
                return None if 2 in truths else truths.count(1)
        return None

    def builtin(self, name: str, values: tuple[Any, ...], moment: str) -> Any:
        """Evaluate one of the toolkit's own notions on the seats of a moment."""
        ring = {"now": self.position.now, "began": self.position.began, "start": self.position.start}[moment]
        a = values[0]
        match name:
            case "next-to":
                return distance(ring, a, values[1]) == 1
            case "within":
                return distance(ring, a, values[2]) <= values[1]
            case "distance":
                return distance(ring, a, values[1])
            case "steps-left":
                return steps_left(ring, a, values[1])
            case "clockwise":
                return clockwise(self.position, a)
            case "member":
                return self.position.team[a] == values[1]
            case "team":
                return self.position.team[a]
            case "size":
                return self.position.sizes[a]
            case "middle":
                return self.position.table.middle[a]
        return ring.pos[a] >= 0


def _flip(value: int) -> int:
    return value if value == 2 else 1 - value


def _all(values: Any) -> int:
    found = set(values)
    return 0 if 0 in found else 2 if 2 in found else 1


def _compare(op: str, left: Any, right: Any) -> int:
    if left is None or right is None:
        return 2
    match op:
        case "=":
            return int(left == right)
        case "!=":
            return int(left != right)
        case "<":
            return int(left < right)
        case ">":
            return int(left > right)
        case "<=":
            return int(left <= right)
    return int(left >= right)


def _counted(kind: str, n: int, yes: int, unknown: int) -> int:
    match kind:
        case "some":
            return 1 if yes else 2 if unknown else 0
        case "every" | "no":
            return 0 if yes else 2 if unknown else 1
        case "at least":
            return 1 if yes >= n else 2 if yes + unknown >= n else 0
        case "at most":
            return 0 if yes > n else 2 if yes + unknown > n else 1
    return 0 if yes > n or yes + unknown < n else 2 if unknown else 1
