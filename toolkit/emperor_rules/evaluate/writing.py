"""Write conditions and terms as Python source.

Each node becomes either a plain expression (two-valued, no clause behind it) or a pair of names (value, mask). For
conditions the value is 0, 1 or 2 (unknown); for terms it is ``None`` when unknown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from emperor_rules.model.terms import (
    Always,
    And,
    At,
    Compare,
    Cond,
    Count,
    First,
    GivenFlag,
    GivenHas,
    GivenVal,
    HasRole,
    Holds,
    Least,
    Let,
    Not,
    Num,
    OptionOn,
    Or,
    Pick,
    Quant,
    Term,
    Then,
    Val,
)
from emperor_rules.model.vocabulary import Vocabulary


class Plain(NamedTuple):
    """An expression that is certain and rests on no clause."""

    text: str


class Full(NamedTuple):
    """A pair of expressions: value and mask."""

    value: str
    mask: str


Code = Plain | Full
Scope = Mapping[str, str]
RINGS = {"now": "c.now", "began": "c.began", "start": "c.start"}
OPERATORS = {"=": "==", "!=": "!=", "<": "<", ">": ">", "<=": "<=", ">=": ">="}


class Writer:
    """Collects the lines of one function."""

    def __init__(
        self, vocabulary: Vocabulary, numbers: Mapping[str, int], missing: Mapping[str, int],
        rules_of: Mapping[str, Sequence[int]],
    ) -> None:  # fmt: skip
        self.vocabulary = vocabulary
        self.numbers = numbers
        self.missing = missing
        self.rules_of = rules_of
        self.given_numbers = {key: n for n, key in enumerate(vocabulary.givens)}
        self.lines: list[str] = []
        self.depth = 0
        self.count = 0

    def line(self, text: str) -> None:
        """Add a line at the present depth."""
        self.lines.append("    " * self.depth + text)

    def text(self) -> str:
        """Give everything written."""
        return "\n".join(self.lines) + "\n"

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
            return Full("1" if code.text == "True" else "0", "0")
        name = self.fresh("v")
        self.line(f"{name} = 1 if {code.text} else 0")
        return Full(name, "0")

    def full_term(self, code: Code) -> Full:
        """Give a term as a pair."""
        return code if isinstance(code, Full) else Full(code.text, "0")

    # --- terms -----------------------------------------------------------------------------------

    def given_name(self, key: str) -> str:
        """Write what the question gives under a key."""
        return f"g.given[{self.given_numbers[key]}]"

    def term(self, term: Term, scope: Scope, moment: str) -> Code:
        """Write a term."""
        match term:
            case Num(value):
                return Plain(str(value))
            case Let(name, _):
                return Plain(scope[name])
            case Pick(word):
                return Plain(repr(word))
            case Then(other, inner):
                return self.term(inner, scope, other)
            case GivenVal(key):
                default = self.vocabulary.givens[key].default
                if default is not None and default != "none":
                    return Plain(self.given_name(key))
                name = self.fresh("x")
                self.line(f"{name} = {self.given_name(key)}")
                return Full(name, f"(0 if {name} is not None else {self.missing[key]})")
            case Val(relation, args):
                return self._value(relation, args, scope, moment)
            case Least(var, condition):
                return self._least(var, condition, scope, moment)
            case First(var, where, start):
                return self._first(var, where, start, scope, moment)
            case Count(var, sort, where):
                return self._counted(var, sort, where, scope, moment)
        raise AssertionError(f"{term} stands only in questions")

    def _arguments(self, args: Sequence[Term], scope: Scope, moment: str) -> tuple[list[str], list[Full]]:
        """Write arguments; those that may be unknown are given apart, to be tested first."""
        written, uncertain = [], []
        for argument in args:
            code = self.term(argument, scope, moment)
            if isinstance(code, Full):
                uncertain.append(code)
                written.append(code.value)
            else:
                written.append(code.text)
        return written, uncertain

    def _value(self, relation: str, args: Sequence[Term], scope: Scope, moment: str) -> Code:
        declared = self.vocabulary.relations[relation]
        written, uncertain = self._arguments(args, scope, moment)
        if declared.builtin and not uncertain:
            return Plain(f"({self.builtin(declared.builtin, written, moment)})")
        x, m = self.fresh("x"), self.fresh("m")
        if uncertain:
            unknown = " or ".join(f"{u.value} is None" for u in uncertain)
            self.line(f"if {unknown}: {x} = None; {m} = {self.union(*(u.mask for u in uncertain))}")
            self.line("else:")
            self.depth += 1
        if declared.builtin:
            self.line(f"{x} = {self.builtin(declared.builtin, written, moment)}; {m} = 0")
        else:
            self.line(f"{x}, {m} = r{self.numbers[relation]}(c, g{''.join(', ' + w for w in written)})")
            if len(self.rules_of.get(relation, ())) > 1:
                self.line(f"if {x} is CONTRADICTORY: {x} = None; {m} = 0")
        if uncertain:
            masks = self.union(*(u.mask for u in uncertain))
            if masks != "0":
                self.line(f"{m} |= {masks}")
            self.depth -= 1
        return Full(x, m)

    def _least(self, var: str, condition: Cond, scope: Scope, moment: str) -> Code:
        x, m, n = self.fresh("x"), self.fresh("m"), self.fresh("n")
        self.line(f"{x} = None; {m} = 0")
        self.line(f"for {n} in range(c.count + 1):")
        self.depth += 1
        code = self.cond(condition, {**scope, var: n}, moment)
        if isinstance(code, Plain):
            self.line(f"if {code.text}:")
            self.line(f"    {x} = {n}; break")
        else:
            self.line(f"if {code.value} == 1: {x} = {n}")
            self.line(f"{m} |= {code.mask}")
            self.line(f"if {code.value}: break")
        self.depth -= 1
        return Full(x, m)

    def _first(self, var: str, where: Cond, start: Term, scope: Scope, moment: str) -> Code:
        at = self.full_term(self.term(start, scope, moment))
        x, m, n, s = (self.fresh(p) for p in ("x", "m", "n", "s"))
        self.line(f"{x} = NOBODY; {m} = {at.mask}")
        self.line(f"if {at.value} is None: {x} = None")
        self.line(f"elif {at.value} >= 0:")
        self.depth += 1
        self.line(f"for {s} in range(1, c.count):")
        self.depth += 1
        self.line(f"{n} = ({at.value} + {s}) % c.count")
        code = self.cond(where, {**scope, var: n}, moment)
        if isinstance(code, Plain):
            self.line(f"if {code.text}:")
            self.line(f"    {x} = {n}; break")
        else:
            self.line(f"{m} |= {code.mask}")
            self.line(f"if {code.value}:")
            self.line(f"    {x} = {n} if {code.value} == 1 else None")
            self.line("    break")
        self.depth -= 2
        return Full(x, m)

    def _counted(self, var: str, sort: str, where: Cond, scope: Scope, moment: str) -> Code:
        x, m, n, u = (self.fresh(p) for p in ("x", "m", "n", "u"))
        self.line(f"{x} = 0; {m} = 0; {u} = 0")
        self.line(f"for {n} in {'c.sides' if sort == 'team' else 'c.players'}:")
        self.depth += 1
        code = self.cond(where, {**scope, var: n}, moment)
        if isinstance(code, Plain):
            self.line(f"if {code.text}: {x} += 1")
        else:
            self.line(f"{m} |= {code.mask}")
            self.line(f"if {code.value} == 1: {x} += 1")
            self.line(f"elif {code.value}: {u} = 1")
        self.depth -= 1
        self.line(f"if {u}: {x} = None")
        return Full(x, m)

    # --- conditions ------------------------------------------------------------------------------

    def cond(self, cond: Cond | None, scope: Scope, moment: str) -> Code:
        """Write a condition."""
        match cond:
            case None | Always():
                return Plain("True")
            case At(other, part):
                return self.cond(part, scope, other)
            case OptionOn(option):
                return Plain(f"({option!r} in c.options)")
            case Not(part):
                return self._negated(self.cond(part, scope, moment))
            case And(parts):
                return self._joined([self.cond(p, scope, moment) for p in parts], conjunction=True)
            case Or(parts):
                return self._joined([self.cond(p, scope, moment) for p in parts], conjunction=False)
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
                return self._of_player(arg, f"{{}} {'in' if positive else 'not in'} {name}", scope, moment)
            case Compare(op, left, right):
                return self._compared(op, left, right, scope, moment)
            case Holds(relation, args, positive):
                return self._holds(relation, args, positive, scope, moment)
            case Quant():
                return self._quantified(cond, scope, moment)
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
        v = self.fresh("v")
        self.line(f"{v} = 2 if {code.value} == 2 else 1 - {code.value}")
        return Full(v, code.mask)

    def _joined(self, codes: list[Code], *, conjunction: bool) -> Code:
        """Join by *and* / *or*: the deciding value unites the masks of all parts that have it."""
        plain = [c.text for c in codes if isinstance(c, Plain)]
        full = [c for c in codes if isinstance(c, Full)]
        word = " and " if conjunction else " or "
        if not full:
            return Plain(f"({word.join(plain)})")
        wins, other = (0, 1) if conjunction else (1, 0)
        v, m = self.fresh("v"), self.fresh("m")
        values = [c.value for c in full]
        if plain:
            p = self.fresh("v")
            self.line(f"{p} = {1 if conjunction else 0} if ({word.join(plain)}) else {0 if conjunction else 1}"
                      if conjunction else f"{p} = 1 if ({word.join(plain)}) else 0")  # fmt: skip
            values.append(p)
        self.line(f"if {' or '.join(f'{x} == {wins}' for x in values)}:")
        chosen = " | ".join(f"({c.mask} if {c.value} == {wins} else 0)" for c in full if c.mask != "0") or "0"
        self.line(f"    {v} = {wins}; {m} = {chosen}")
        self.line(f"elif {' and '.join(f'{c.value} == {other}' for c in full)}:")
        self.line(f"    {v} = {other}; {m} = {self.union(*(c.mask for c in full))}")
        unknown = " | ".join(f"({c.mask} if {c.value} == 2 else 0)" for c in full if c.mask != "0") or "0"
        self.line(f"else: {v} = 2; {m} = {unknown}")
        return Full(v, m)

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
        written, uncertain = self._arguments(args, scope, moment)
        if declared.builtin and not uncertain:
            expression = self.builtin(declared.builtin, written, moment)
            return Plain(f"({expression})" if positive else f"(not {expression})")
        v, m = self.fresh("v"), self.fresh("m")
        if uncertain:
            unknown = " or ".join(f"{u.value} is None" for u in uncertain)
            masks = " | ".join(f"({u.mask} if {u.value} is None else 0)" for u in uncertain)
            self.line(f"if {unknown}: {v} = 2; {m} = {masks}")
            nobody = [w for w, (_, sort) in zip(written, declared.params, strict=True)
                      if sort == "player" and any(w == u.value for u in uncertain)]  # fmt: skip
            if nobody:
                self.line(f"elif {' or '.join(f'{w} == NOBODY' for w in nobody)}: {v} = 0; {m} = 0")
            self.line("else:")
            self.depth += 1
        if declared.builtin:
            self.line(f"{v} = 1 if {self.builtin(declared.builtin, written, moment)} else 0; {m} = 0")
        else:
            self.line(f"{v}, {m} = r{self.numbers[relation]}(c, g{''.join(', ' + w for w in written)})")
            if len(self.rules_of.get(relation, ())) > 1:
                self.line(f"if {v} == 3: {v} = 2; {m} = 0")
        if uncertain:
            masks = self.union(*(u.mask for u in uncertain))
            if masks != "0":
                self.line(f"{m} |= {masks}")
            self.depth -= 1
        code = Full(v, m)
        return code if positive else self._negated(code)

    # --- quantifiers -----------------------------------------------------------------------------

    def _quantified(self, cond: Quant, scope: Scope, moment: str) -> Code:
        domain = "c.sides" if cond.sort == "team" else "c.players"
        n = self.fresh("n")
        inner = {**scope, cond.var: n}
        mark = len(self.lines)
        # where everything is plain, the lines written meanwhile are none and a comprehension does
        self.depth += 1
        where = self.cond(cond.where, inner, moment)
        body = self.cond(cond.body, inner, moment)
        self.depth -= 1
        if isinstance(where, Plain) and isinstance(body, Plain) and len(self.lines) == mark:
            return Plain(_comprehension(cond, n, domain, where.text, body.text))
        del self.lines[mark:]
        return self._counting_loop(cond, n, domain, inner, moment)

    def _counting_loop(self, cond: Quant, n: str, domain: str, inner: Scope, moment: str) -> Code:
        t, u, tm, um, fm = (self.fresh(p) for p in ("t", "u", "tm", "um", "fm"))
        self.line(f"{t} = {u} = {tm} = {um} = {fm} = 0")
        self.line(f"for {n} in {domain}:")
        self.depth += 1
        every = cond.kind == "every"
        where = self.cond(cond.where, inner, moment)
        if isinstance(where, Plain):
            if where.text != "True":
                self.line(f"if not {where.text}: continue")
            item = self.full(self.cond(cond.body, inner, moment))
            if every:
                item = self.full(self._negated(item))
        else:
            body = self.cond(cond.body, inner, moment)
            item = self.full(self._joined([where, self._negated(body) if every else body], conjunction=True))
        v, m = item
        self.line(f"if {v} == 1: {t} += 1; {tm} |= {m}")
        self.line(f"elif {v} == 0: {fm} |= {m}")
        self.line(f"else: {u} += 1; {um} |= {m}")
        self.depth -= 1
        v, m = self.fresh("v"), self.fresh("m")
        k = cond.n
        match cond.kind:
            case "some":
                self.line(f"{v}, {m} = (1, {tm}) if {t} else (2, {um}) if {u} else (0, {fm})")
            case "every" | "no":  # for every, the items are counterexamples
                self.line(f"{v}, {m} = (0, {tm}) if {t} else (2, {um}) if {u} else (1, {fm})")
            case "at least":
                self.line(f"{v}, {m} = (1, {tm}) if {t} >= {k} else (2, {um}) if {t} + {u} >= {k} else (0, {fm})")
            case "at most":
                self.line(f"{v}, {m} = (0, {tm}) if {t} > {k} else (2, {um}) if {t} + {u} > {k} else (1, {fm})")
            case _:
                self.line(f"{v}, {m} = (0, {tm}) if {t} > {k} else (0, {fm}) if {t} + {u} < {k} else "
                          f"(2, {um}) if {u} else (1, {tm} | {fm})")  # fmt: skip
        return Full(v, m)

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


def _comprehension(cond: Quant, n: str, domain: str, where: str, body: str) -> str:
    filtered = "" if where == "True" else f" if {where}"
    if cond.kind == "some":
        return f"any({body} for {n} in {domain}{filtered})"
    if cond.kind == "every":
        return f"all({body} for {n} in {domain}{filtered})"
    if cond.kind == "no":
        return f"(not any({body} for {n} in {domain}{filtered}))"
    operator = {"at least": ">=", "at most": "<="}.get(cond.kind, "==")
    return f"(sum({body} for {n} in {domain}{filtered}) {operator} {cond.n})"
