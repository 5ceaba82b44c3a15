"""Write conditions and terms as Python source.

Each node becomes either a plain expression (two-valued, no clause behind it) or a pair of names (value, mask). For
conditions the value is 0, 1 or 2 (unknown); for terms it is ``None`` when unknown.
"""

from __future__ import annotations

from collections.abc import Sequence

from emperor_rules.evaluate.lines import BOTH, TRUTH, Code, Full, Need, Plain, Scope, Short
from emperor_rules.evaluate.writing_counts import CountWriter
from emperor_rules.model.terms import (
    Always,
    And,
    At,
    Compare,
    Condition,
    GivenFlag,
    GivenHas,
    HasRole,
    Holds,
    Not,
    OptionOn,
    Or,
    Quantified,
    Term,
)
from emperor_rules.model.vocabulary import Predicate

OPERATORS = {"=": "==", "!=": "!=", "<": "<", ">": ">", "<=": "<=", ">=": ">="}


class Writer(CountWriter):
    """Writes conditions."""

    # --- conditions ------------------------------------------------------------------------------

    def cond(self, cond: Condition | None, scope: Scope, moment: str, need: Need) -> Code:
        """Write a condition, with the reasons that are needed."""
        match cond:
            case None | Always():
                return Plain("True")
            case At(other, part):
                return self.cond(part, scope, other, need)
            case OptionOn(option):
                return Plain(f"({option!r} in c.options)")
            case Not(part):
                return self._negated(self.cond(part, scope, moment, Need(need.false, need.true)))
            case And(parts) | Or(parts):
                return self._joined(parts, isinstance(cond, And), scope, moment, need)
            case HasRole(role, arg, positive):
                letter = self.vocabulary.roles[role].letter
                return self._of_player(arg, f"c.roles[{{}}] {'==' if positive else '!='} {letter!r}", scope, moment)
            case GivenFlag(key, positive):
                name = self.given_name(key)
                if self.vocabulary.givens[key].default is None:
                    v = self.fresh("v")
                    self.line(f"{v} = 2 if {name} is None else 1 if {name} == {positive} else 0")
                    return Full(v, f"({self.missing[key]} if {v} == 2 else 0)")
                return Plain(name if positive else f"(not {name})")
            case GivenHas(key, arg, positive):
                name = self.given_name(key)
                word = "in" if positive else "not in"
                if self.vocabulary.givens[key].default is not None:
                    return self._of_player(arg, f"{{}} {word} {name}", scope, moment)
                held = self.full(self._of_player(arg, f"{{}} {word} ({name} or ())", scope, moment))
                v = self.fresh("v")
                self.line(f"{v} = 2 if {name} is None else {held.value}")
                return Full(v, f"({self.missing[key]} if {name} is None else {held.mask})")
            case Compare(op, left, right):
                return self._compared(op, left, right, scope, moment)
            case Holds(relation, args, positive):
                return self._holds(relation, args, positive, scope, moment)
            case Quantified():
                return self.quantified(cond, scope, moment, need)
        raise AssertionError(f"no way to write {cond}")

    def _of_player(self, arg: Term, pattern: str, scope: Scope, moment: str) -> Code:
        code = self.term(arg, scope, moment)
        if isinstance(code, Plain):
            return Plain(f"({pattern.format(code.text)})")
        v = self.fresh("v")
        self.line(f"{v} = 2 if {code.value} is None else 1 if {pattern.format(code.value)} else 0")
        return Full(v, code.mask)

    def _negated(self, code: Code) -> Code:
        if isinstance(code, Plain):
            return Plain(f"(not {code.text})")
        if code.value in ("0", "1"):
            return Full("1" if code.value == "0" else "0", code.mask, True)
        v = self.fresh("v")
        self.line(f"{v} = 1 - {code.value}" if code.sure else f"{v} = 2 if {code.value} == 2 else 1 - {code.value}")
        return Full(v, code.mask, code.sure)

    def chain(self, cond: Condition, scope: Scope) -> list[Full]:
        """Write nested tests, at whose end no part of a conjunction has failed; returns the parts that may have."""
        parts = _flat((cond,), And)
        plain = [self.plain(p, scope, "now") for p in parts if self.is_plain(p)]
        codes = []
        if plain != ["True"]:
            self._test(" and ".join(plain))
        for part in parts:
            if not self.is_plain(part):
                code = self.full(self.cond(part, scope, "now", TRUTH))
                codes.append(code)
                if code.value != "1":
                    self._test(code.value)
        return codes

    def _test(self, text: str) -> None:
        if text:
            self.line(f"if {text}:")
            self.depth += 1

    def _joined(self, parts: Sequence[Condition], conjunction: bool, scope: Scope, moment: str, need: Need) -> Code:
        """Join by *and* / *or*.

        The deciding value (a failure of *and*, a truth of *or*) unites the reasons of every part that has it, unless
        nobody needs them: then the first such part ends it.
        """
        parts = _flat(parts, And if conjunction else Or)
        simple = [p for p in parts if self.is_plain(p)]
        others = [p for p in parts if not self.is_plain(p)]
        plain = [self.plain(p, scope, moment) for p in simple]
        word = " and " if conjunction else " or "
        if not others:
            return Plain(f"({word.join(plain)})")
        deciding = 0 if conjunction else 1
        v, m = self.fresh("v"), self.fresh("m")
        if need.false if conjunction else need.true:
            full = [self.full(self.cond(p, scope, moment, need)) for p in others]
            self._united(v, m, deciding, plain, full)
            return Full(v, m, all(code.sure for code in full))
        depth = self.depth
        self.line(f"{v} = {deciding}; {m} = 0")
        if plain:
            self.line(f"if {word.join(plain)}:" if conjunction else f"if not ({word.join(plain)}):")
            self.depth += 1
        codes = []
        for at, part in enumerate(others):
            code = self.full(self.cond(part, scope, moment, need))
            codes.append(code)
            if code.value == str(deciding):
                break
            if at < len(others) - 1 and not code.value.isdigit():
                self.line(f"if {code.value} != {deciding}:")
                self.depth += 1
        self._met(v, m, deciding, codes)
        self.depth = depth
        return Full(v, m, all(code.sure for code in codes))

    def _met(self, v: str, m: str, deciding: int, codes: list[Full]) -> None:
        """Write the end of a chain in which no earlier part decided alone."""
        last = codes[-1]
        self.line(f"if {last.value} != {deciding}:")
        self.depth += 1
        if len(codes) == 1:
            self.line(f"{v} = {last.value}; {m} = {last.mask}")
        else:
            met = f"{v} = {1 - deciding}; {m} = {self.union(*(c.mask for c in codes))}"
            unsure = [c for c in codes if not c.sure]
            if unsure:
                self.line(f"if {' or '.join(f'{c.value} == 2' for c in unsure)}:")
                self.line(f"    {v} = 2; {m} = {self.masks_of(codes, '2')}")
                self.line(f"else: {met}")
            else:
                self.line(met)
        self.depth -= 1

    def _united(self, v: str, m: str, deciding: int, plain: list[str], full: list[Full]) -> None:
        """Write a join that unites the reasons of all parts with the deciding value."""
        values = [c.value for c in full]
        if plain:
            p = self.fresh("v")
            word = " and " if deciding == 0 else " or "
            self.line(f"{p} = 1 if ({word.join(plain)}) else 0")
            values.append(p)
        self.line(f"if {' or '.join(f'{x} == {deciding}' for x in values)}:")
        self.line(f"    {v} = {deciding}; {m} = {self.masks_of(full, str(deciding))}")
        unsure = [c for c in full if not c.sure]
        if unsure:
            self.line(f"elif {' or '.join(f'{c.value} == 2' for c in unsure)}:")
            self.line(f"    {v} = 2; {m} = {self.masks_of(full, '2')}")
        self.line(f"else: {v} = {1 - deciding}; {m} = {self.union(*(c.mask for c in full))}")

    def _compared(self, op: str, left: Term, right: Term, scope: Scope, moment: str) -> Code:
        one, other = self.term(left, scope, moment), self.term(right, scope, moment)
        if isinstance(one, Plain) and isinstance(other, Plain):
            return Plain(f"({one.text} {OPERATORS[op]} {other.text})")
        a, b = self.full_term(one), self.full_term(other)
        v, m = self.fresh("v"), self.fresh("m")
        unknown = [code.value for code in (one, other) if isinstance(code, Full)]
        self.line(f"if {' or '.join(f'{x} is None' for x in unknown)}:")
        masks = [f"({c.mask} if {c.value} is None else 0)" for c in (one, other) if isinstance(c, Full)]
        self.line(f"    {v} = 2; {m} = {' | '.join(masks)}")
        self.line(f"else: {v} = 1 if {a.value} {OPERATORS[op]} {b.value} else 0; {m} = {self.union(a.mask, b.mask)}")
        return Full(v, m)

    def _holds(self, relation: str, args: Sequence[Term], positive: bool, scope: Scope, moment: str) -> Code:
        declared = self.vocabulary.relations[relation]
        written, uncertain, nobody = self._arguments(args, scope, moment)
        if declared.builtin and not uncertain:
            expression = self.builtin(declared.builtin, written, moment)
            return Plain(f"({expression})" if positive else f"(not {expression})")
        short = None if uncertain or declared.builtin else self.short(relation)
        if short is not None:
            code = self._short_fact(short, written, nobody)
        else:
            key = f"{relation}({', '.join(written)})"
            code = self.once(key, lambda: self._called(declared, written, uncertain, nobody, moment))
        return code if positive else self._negated(code)

    def _short_fact(self, short: Short, written: Sequence[str], nobody: Sequence[str]) -> Code:
        """Write what decides a relation; of nobody nothing holds."""
        scope = dict(zip(short.letters, written, strict=True))
        condition = self.plain(short.guard, scope, "now")
        if not short.bit and not nobody:
            return Plain(condition)
        if condition == "True" and not nobody:
            return Full("1", str(short.bit), True)
        v = self.fresh("v")
        none = " or ".join(f"{w} == NOBODY" for w in nobody)
        self.line(f"{v} = {f'0 if {none} else ' if none else ''}1 if {condition} else {short.otherwise}")
        if short.fails and nobody:
            return Full(v, f"(0 if {none} else {short.bit})", True)
        return Full(v, str(short.bit) if short.fails else f"({short.bit} if {v} == 1 else 0)", short.otherwise == 0)

    def _called(
        self, declared: Predicate, written: list[str], uncertain: list[Full], nobody: list[str], moment: str
    ) -> Full:
        """Write the reading of a relation by its function; unknown and missing arguments decide before."""
        v, m = self.fresh("v"), self.fresh("m")
        branch = "if"
        if uncertain:
            unknown = " or ".join(f"{u.value} is None" for u in uncertain)
            masks = " | ".join(f"({u.mask} if {u.value} is None else 0)" for u in uncertain)
            self.line(f"if {unknown}: {v} = 2; {m} = {masks}")
            branch = "elif"
        if nobody and not declared.builtin:
            self.line(f"{branch} {' or '.join(f'{w} == NOBODY' for w in nobody)}: {v} = 0; {m} = 0")
            branch = "elif"
        if branch == "elif":
            self.line("else:")
            self.depth += 1
        if declared.builtin:
            self.line(f"{v} = 1 if {self.builtin(declared.builtin, written, moment)} else 0; {m} = 0")
        else:
            self.line(f"{v}, {m} = {self.call(declared.id, written)}")
            if self.may_contradict(declared.id):
                self.line(f"if {v} == 3: {v} = 2; {m} = 0")
        masks = self.union(*(u.mask for u in uncertain))
        if masks != "0":
            self.line(f"if {v} != 2: {m} |= {masks}")
        if branch == "elif":
            self.depth -= 1
        return Full(v, m)


def _flat(parts: Sequence[Condition], join: type[And] | type[Or]) -> list[Condition]:
    """Give the parts of nested joins of one kind."""
    found: list[Condition] = []
    for part in parts:
        found.extend(_flat(part.parts, join) if isinstance(part, join) else [part])
    return found


__all__ = ["BOTH", "TRUTH", "Writer"]
