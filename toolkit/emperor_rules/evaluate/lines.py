"""The ground of the compiler: kinds of written code, lines with names, and the toolkit's own notions as expressions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from emperor_rules.model.terms import (
    Always,
    Apply,
    Condition,
    Count,
    First,
    GivenFlag,
    GivenHas,
    GivenVal,
    Holds,
    Least,
    Not,
    Term,
    TermAt,
    inside,
)
from emperor_rules.resolve.rules import NO, VALUE, YES, ResolvedText, Rule


class Plain(NamedTuple):
    """An expression that is certain and rests on no clause; ``nobody`` tells that a player may be nobody."""

    text: str
    nobody: bool = False


class Need(NamedTuple):
    """Whose reasons are wanted: those of the truth of a condition, those of its failure, or both.

    Where the reasons of a failure are not wanted, the rest of a conjunction is skipped once one part fails.
    """

    true: bool
    false: bool


TRUTH = Need(True, False)
BOTH = Need(True, True)


class Full(NamedTuple):
    """A pair of expressions: value and mask; a condition that is ``sure`` is never unknown."""

    value: str
    mask: str
    sure: bool = False


Code = Plain | Full
Scope = Mapping[str, str]
RINGS = {"now": "c.now", "began": "c.began", "start": "c.start"}
#: A name that has a value only somewhere inside a function; parameters are called a0, a1, …
INNER = re.compile(r"\b(?!a\d)[a-z]+\d")


class Short(NamedTuple):
    """A relation that one plain condition decides: it is written out where it is read, instead of being called.

    ``bit`` is the clause behind it (0: its uncited meaning, which is certain either way), ``fails`` the clause behind
    its failure, and ``otherwise`` what it is then: 0, 2 (unknown), or ``None`` for a value.
    """

    letters: tuple[str, ...]
    guard: Condition
    expression: Term | None
    bit: int
    fails: int
    otherwise: int | None


class Written(NamedTuple):
    """What may be wanted again in the same function: names, the block that they are set in, and its lines."""

    names: Full
    block: int
    first: int
    end: int


class Lines:
    """Collects the lines of one function after another."""

    def __init__(self, resolved: ResolvedText, numbers: Mapping[str, int], missing: Mapping[str, int]) -> None:
        self.resolved = resolved
        self.vocabulary = resolved.vocabulary
        self.numbers = numbers
        self.missing = missing
        self.given_numbers = {key: n for n, key in enumerate(self.vocabulary.givens)}
        self.shorts: dict[str, Short | None] = {}
        self.begin()

    def begin(self) -> None:
        """Begin a function."""
        self.lines: list[str] = []
        self.depth = 0
        self.count = 0
        self.loops = 0
        self.blocks: list[int] = []
        self.written: dict[str, Written] = {}
        self.waiting: dict[str, None] = {}
        self.called: dict[str, None] = {}

    def rules_of(self, relation: str) -> list[Rule]:
        """Give the rules about a relation."""
        return [self.resolved.rules[n] for n in self.resolved.by_relation.get(relation, ())]

    def may_contradict(self, relation: str) -> bool:
        """Tell whether clauses could decide a relation differently."""
        rules = self.rules_of(relation)
        if self.vocabulary.relations[relation].kind == "value":
            return sum(rule.kind == VALUE for rule in rules) > 1
        return any(r.kind == NO for r in rules) and any(r.kind == YES and not r.presumptive for r in rules)

    def call(self, relation: str, args: Sequence[str]) -> str:
        """Write the call of a relation's function."""
        self.called[relation] = None
        return f"r{self.numbers[relation]}(c, g{''.join(', ' + arg for arg in args)})"

    def line(self, text: str) -> None:
        """Add a line at the present depth."""
        self.lines.append("    " * self.depth + text)
        del self.blocks[self.depth + 1 :]
        while len(self.blocks) <= self.depth:
            self.blocks.append(len(self.lines))

    def text(self) -> str:
        """Give the function."""
        head, *rest = (line for line in self.lines if line)
        unset = [f"    {' = '.join(self.waiting)} = None"] if self.waiting else []
        return "\n".join((head, *unset, *rest)) + "\n"

    def once(self, key: str, write: Callable[[], Full]) -> Full:
        """Write something that is the same wherever a function reads it, so that it is computed once.

        Where the first place may have been passed by, it waits there and elsewhere until its value is wanted.
        """
        if INNER.search(key):
            return write()
        known = self.written.get(key)
        if known is None:
            first = len(self.lines)
            self.lines.append("")
            names = self._named(write())
            known = self.written[key] = Written(names, self.blocks[self.depth], first, len(self.lines))
            if self.loops:
                self._wait(known)
            return names
        if known.block not in self.blocks[: self.depth + 1]:
            self._wait(known)
            self.line(f"if {known.names.mask} is None:")
            self.depth += 1
            again = write()
            self.line(f"{known.names.value} = {again.value}; {known.names.mask} = {again.mask}")
            self.depth -= 1
        return known.names

    def _named(self, code: Full) -> Full:
        if code.value.isidentifier() and code.mask.isidentifier():
            return code
        v, m = self.fresh("v"), self.fresh("m")
        self.line(f"{v} = {code.value}; {m} = {code.mask}")
        return Full(v, m, code.sure)

    def _wait(self, known: Written) -> None:
        """Let the first place compute only what is not known yet."""
        if known.names.mask in self.waiting:
            return
        self.waiting[known.names.mask] = None
        lines = self.lines[known.first + 1 : known.end]
        margin = next(len(line) - len(line.lstrip()) for line in lines if line)
        self.lines[known.first] = f"{' ' * margin}if {known.names.mask} is None:"
        self.lines[known.first + 1 : known.end] = [line and f"    {line}" for line in lines]

    def fresh(self, prefix: str) -> str:
        """Give a name that is not in use."""
        self.count += 1
        return f"{prefix}{self.count}"

    @staticmethod
    def union(*masks: str) -> str:
        """Write the union of masks."""
        some = list(dict.fromkeys(m for m in masks if m != "0"))
        return " | ".join(some) if some else "0"

    def full(self, code: Code) -> Full:
        """Give a condition as a pair of names or constants."""
        if isinstance(code, Full):
            return code
        if code.text in ("True", "False"):
            return Full("1" if code.text == "True" else "0", "0", True)
        name = self.fresh("v")
        self.line(f"{name} = 1 if {code.text} else 0")
        return Full(name, "0", True)

    @staticmethod
    def masks_of(full: Sequence[Full], value: str) -> str:
        """Write the union of the masks of those conditions that have a value."""
        some = []
        for code in full:
            if code.mask == "0" or (value == "2" and code.sure) or (code.value.isdigit() and code.value != value):
                continue
            some.append(code.mask if code.value == value else f"({code.mask} if {code.value} == {value} else 0)")
        return " | ".join(some) or "0"

    def full_term(self, code: Code) -> Full:
        """Give a term as a pair."""
        return code if isinstance(code, Full) else Full(code.text, "0")

    # --- what is certain without any clause ------------------------------------------------------

    def short(self, relation: str) -> Short | None:
        """Give the one plain condition that decides a relation, if there is one."""
        if relation not in self.shorts:
            self.shorts[relation] = None  # until it is known: what reads itself is called
            self.shorts[relation] = self._short(relation)
        return self.shorts[relation]

    def _short(self, relation: str) -> Short | None:
        declared = self.vocabulary.relations[relation]
        rules = self.rules_of(relation)
        if declared.builtin or declared.premise is not None or relation in self.resolved.circles:
            return None
        if not rules:
            if declared.kind == "value" or (declared.means is None and not declared.closed):
                return None
            means = declared.means if declared.means is not None else Not(Always())
            letters = tuple(letter for letter, _ in declared.params)
            return Short(letters, means, None, 0, 0, 0) if self.is_plain(means) else None
        rule, *others = rules
        if rule.kind not in (YES, VALUE) or rule.place is not None or any(r.overriders for r in rules):
            return None
        guards = rule.sentence.guards if rule.sentence is not None else None
        if len(others) == 1 and guards is not None and others[0].sentence is rule.sentence:
            telling = guards.only if guards.only is not None else guards.exactly
            if guards.when != Always() or guards.unless is not None or telling is None or not self.is_plain(telling):
                return None
            return Short(rule.letters, telling, None, 1 << rule.clause, 1 << rule.clause, 0)
        if others:
            return None
        if not self.is_plain(rule.guard) or not (rule.expression is None or self.is_plain(rule.expression)):
            return None
        otherwise = None if rule.kind == VALUE else 0 if declared.closed else 2
        return Short(rule.letters, rule.guard, rule.expression, 1 << rule.clause, 0, otherwise)

    def is_plain(self, node: Condition | Term) -> bool:
        """Tell whether a condition or term is certain and rests on no clause."""
        match node:
            case Holds(relation, args, _) | Apply(relation, args):
                if self.vocabulary.relations[relation].builtin is None:
                    short = self.short(relation)
                    if short is None or short.bit or any(self._may_be_nobody(arg) for arg in args):
                        return False
            case GivenVal(key):
                return self.vocabulary.givens[key].default is not None
            case GivenHas(key, _, _) if self.vocabulary.givens[key].default is None:
                return False
            case GivenFlag(key, _):
                return self.vocabulary.givens[key].default is not None
            case Least() | First() | Count():
                return False
        return all(self.is_plain(part) for part in inside(node))

    def _may_be_nobody(self, term: Term) -> bool:
        match term:
            case TermAt(_, inner):
                return self._may_be_nobody(inner)
            case GivenVal(key):
                return self.vocabulary.givens[key].default == "none"
        return False

    # --- what the toolkit knows ------------------------------------------------------------------

    def builtin(self, name: str, args: Sequence[str], moment: str) -> str:
        """Write one of the toolkit's own notions as an expression."""
        ring = RINGS[moment]
        a = args[0]
        match name:
            case "next-to":
                return f"distance({ring}, {a}, {args[1]}) == 1"
            case "within":
                return f"distance({ring}, {a}, {args[2]}) <= {args[1]}"
            case "distance":
                return f"distance({ring}, {a}, {args[1]})"
            case "steps-left":
                return f"steps_left({ring}, {a}, {args[1]})"
            case "clockwise":
                return f"clockwise(c, {a})"
            case "member":
                return f"c.team[{a}] == {args[1]}"
            case "team":
                return f"c.team[{a}]"
            case "size":
                return f"c.sizes[{a}]"
            case "middle":
                return f"c.table.middle[{a}]"
            case "present":
                return f"{ring}.pos[{a}] >= 0"
        raise AssertionError(f"no notion {name}")
