"""Compile the rules of a resolved text into Python functions, one per relation.

Conditions that only look at seats, roles, teams and options become plain Python expressions; the others are carried
as a pair (truth value, mask of clauses), so that no conjunct's reasons are lost. The meaning of every node is the one
of design §4 and :mod:`emperor_rules.evaluate.verdict`; a plain interpreter in the tests checks it independently.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from emperor_rules.evaluate.fixpoint import FixedPoint, Tangled, derive
from emperor_rules.evaluate.keys import first_keys_of
from emperor_rules.evaluate.position import NOBODY, Position, clockwise, distance, steps_left
from emperor_rules.evaluate.verdict import CONTRADICTORY, Book, Key, Standing, decide_fact, decide_value
from emperor_rules.evaluate.writing import Writer
from emperor_rules.evaluate.writing_functions import write_function
from emperor_rules.model.terms import Apply, GivenFlag, GivenHas, GivenVal, Holds, walk
from emperor_rules.resolve.rules import VALUE, YES, ResolvedText


class Asked:
    """What one question brings along: the given facts by number, and the verdicts that depend on them."""

    __slots__ = ("book", "given", "low", "path", "pending")

    def __init__(self, given: list[Any], book: Book | None = None) -> None:
        """``given`` holds the values in the order of the vocabulary; ``None`` is not given.

        ``path`` are the questions being answered in each circle of consequences, with their depth; ``low`` the least
        depth that the present answer leant on; ``pending`` the answers that leant on an unfinished one. A circle in
        which nothing came out true is finished as a whole: every member is false for good (the least fixed point).
        """
        self.given = given
        self.book = book if book is not None else Book()
        self.path: dict[int, dict[Key, int]] = {}
        self.pending: list[tuple[Key, tuple[Any, int]]] = []
        self.low = 1 << 30

    def forget(self) -> None:
        """Forget all that is unfinished."""
        self.path.clear()
        self.pending.clear()
        self.low = 1 << 30


class Patient(Asked):
    """The same at a tangled table: the fixed points that are being looked for, and the steps taken along paths."""

    __slots__ = ("fixed_points", "steps")

    def __init__(self, asked: Asked) -> None:
        """Ask anew."""
        super().__init__(asked.given, asked.book)
        self.fixed_points: dict[int, FixedPoint] = {}
        self.steps = 0


@dataclass(frozen=True)
class Program:
    """A compiled text: a function per relation, and the masks that read its results.

    ``missing`` are the bits that stand for a given fact that was needed and absent, by key.
    """

    resolved: ResolvedText
    functions: Functions
    first_keys: Mapping[str, int]
    missing: Mapping[str, int]
    reads_given: frozenset[str]
    concluding: Mapping[str, int]
    deciding: Mapping[str, int]

    def decide(self, relation: str, position: Position, asked: Asked, args: Sequence[Any]) -> tuple[Any, int]:
        """Give the value of a relation, and the mask of the clauses behind it."""
        try:
            found: tuple[Any, int] = self.functions[relation](position, asked, *args)
        except Tangled:
            asked.forget()
            found = self.patient_functions[relation](position, Patient(asked), *args)
        return found

    @cached_property
    def patient_functions(self) -> Functions:
        """Functions for tables at which the others do not find their way (see :func:`circles.derive`)."""
        return self.functions.patient()

    @property
    def source(self) -> str:
        """Everything written, for a curious reader; compiles whatever was not wanted yet."""
        for relation in self.resolved.vocabulary.relations:
            self.functions[relation]
        return "\n".join(self.functions.written)


class Functions(dict[str, Any]):
    """The function of each relation, written and compiled with all that it reads when it is first wanted.

    A single question reads a few relations of a hundred, so this is most of what its answer would have to wait for.
    """

    def __init__(
        self,
        resolved: ResolvedText,
        writer: Writer,
        first_keys: Mapping[str, int],
        reads_given: frozenset[str],
        tangled: bool = False,
    ) -> None:
        """Compile nothing yet."""
        super().__init__()
        self.resolved = resolved
        self.writer = writer
        self.first_keys = first_keys
        self.reads_given = reads_given
        self.tangled = tangled
        self.written: list[str] = []
        standings = {
            rule.number: Standing(rule.kind, rule.presumptive, rule.overriders, 1 << rule.clause)
            for rule in resolved.rules
        }
        self.names: dict[str, Any] = {
            "distance": distance,
            "steps_left": steps_left,
            "clockwise": clockwise,
            "decide_fact": decide_fact,
            "decide_value": decide_value,
            "RULES": standings,
            "CONTRADICTORY": CONTRADICTORY,
            "NOBODY": NOBODY,
            "Tangled": Tangled,
            "derive": derive,
        }

    def patient(self) -> Functions:
        """Give the same functions for tangled tables."""
        return Functions(self.resolved, self.writer, self.first_keys, self.reads_given, True)

    def __missing__(self, relation: str) -> Any:
        """Compile a relation and all that it reads."""
        parts: dict[str, str] = {}
        waiting = [relation]
        while waiting:
            name = waiting.pop()
            if name in self or name in parts:
                continue
            self.writer.begin()
            parts[name] = write_function(
                self.resolved.vocabulary.relations[name],
                self.writer,
                self.first_keys[name],
                name in self.reads_given,
                self.tangled,
            )
            waiting.extend(self.writer.called)
        self.written.extend(parts.values())
        exec(compile("\n".join(parts.values()), f"<rules of {self.resolved.id}>", "exec"), self.names)
        for name in parts:
            self[name] = self.names[f"r{self.writer.numbers[name]}"]
        return self[relation]


def compile_text(resolved: ResolvedText) -> Program:
    """Compile the relations of the vocabulary as ``resolved`` decides them, each when it is first wanted."""
    vocabulary = resolved.vocabulary
    numbers = {name: n for n, name in enumerate(vocabulary.relations)}
    bits = len(resolved.clauses)
    missing = {key: 1 << (bits + n) for n, key in enumerate(vocabulary.givens)}
    reads_given = _reads_given(resolved)
    first_keys = first_keys_of(vocabulary.relations.values())
    functions = Functions(resolved, Writer(resolved, numbers, missing), first_keys, reads_given)
    concluding, deciding = _masks(resolved)
    return Program(resolved, functions, first_keys, missing, reads_given, concluding, deciding)


def _reads_given(resolved: ResolvedText) -> frozenset[str]:
    """Give the relations that look at given facts, or read one that does."""
    readers: dict[str, set[str]] = {}
    found: set[str] = set()
    waiting = []
    for name, declared in resolved.vocabulary.relations.items():
        nodes: list[Any] = [cond for cond in (declared.means, declared.premise) if cond is not None]
        for number in resolved.by_relation.get(name, ()):
            rule = resolved.rules[number]
            nodes += [rule.guard] if rule.expression is None else [rule.guard, rule.expression]
            if rule.place is not None:
                waiting.append(name)
        for node in nodes:
            for part in walk(node):
                if isinstance(part, (Holds, Apply)):
                    readers.setdefault(part.relation, set()).add(name)
                elif isinstance(part, (GivenFlag, GivenHas, GivenVal)):
                    waiting.append(name)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(readers.get(name, ()))
    return frozenset(found)


def _masks(resolved: ResolvedText) -> tuple[dict[str, int], dict[str, int]]:
    """Give, by relation, the clauses that can conclude yes, and all that speak about it."""
    concluding: dict[str, int] = {}
    deciding: dict[str, int] = {}
    for rule in resolved.rules:
        bit = 1 << rule.clause
        deciding[rule.relation] = deciding.get(rule.relation, 0) | bit
        if rule.kind in (YES, VALUE):
            concluding[rule.relation] = concluding.get(rule.relation, 0) | bit
    return concluding, deciding
