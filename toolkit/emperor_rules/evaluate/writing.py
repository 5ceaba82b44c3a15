"""Write conditions and terms as Python source.

Each node becomes either a plain expression (two-valued, no clause behind it) or a pair of names (value, mask). For
conditions the value is 0, 1 or 2 (unknown); for terms it is ``None`` when unknown.
"""

from __future__ import annotations

from collections.abc import Sequence

from emperor_rules.evaluate.lines import BOTH, TRUTH, Code, Full, Need, Plain, Scope
from emperor_rules.evaluate.writing_terms import TermWriter
from emperor_rules.model.terms import (
    Always,
    And,
    At,
    Compare,
    Cond,
    GivenFlag,
    GivenHas,
    HasRole,
    Holds,
    Not,
    OptionOn,
    Or,
    Quant,
    Term,
)

OPERATORS = {"=": "==", "!=": "!=", "<": "<", ">": ">", "<=": "<=", ">=": ">="}


class Writer(TermWriter):
    """Writes conditions."""

    # --- conditions ------------------------------------------------------------------------------

    def cond(self, cond: Cond | None, scope: Scope, moment: str, need: Need) -> Code:
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
                code = self._of_player(arg, f"{{}} {'in' if positive else 'not in'} ({name} or ())", scope, moment)
                if self.vocabulary.givens[key].default is not None:
                    return code
                held = self.full(code)
                v = self.fresh("v")
                self.line(f"{v} = 2 if {name} is None else {held.value}")
                return Full(v, f"({self.missing[key]} if {name} is None else {held.mask})")
            case Compare(op, left, right):
                return self._compared(op, left, right, scope, moment)
            case Holds(relation, args, positive):
                return self._holds(relation, args, positive, scope, moment)
            case Quant():
                return self._quantified(cond, scope, moment, need)
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

    def _joined(self, parts: Sequence[Cond], conjunction: bool, scope: Scope, moment: str, need: Need) -> Code:
        """Join by *and* / *or*.

        The deciding value (a failure of *and*, a truth of *or*) unites the reasons of every part that has it, unless
        nobody needs them: then the first such part ends it.
        """
        simple = [p for p in parts if self.is_plain(p)]
        others = [p for p in parts if not self.is_plain(p)]
        plain = [self._plain(p, scope, moment) for p in simple]
        word = " and " if conjunction else " or "
        if not others:
            return Plain(f"({word.join(plain)})")
        deciding = 0 if conjunction else 1
        v, m = self.fresh("v"), self.fresh("m")
        if need.false if conjunction else need.true:
            self._united(v, m, deciding, plain, [self.full(self.cond(p, scope, moment, need)) for p in others])
            return Full(v, m)
        depth = self.depth
        self.line(f"{v} = {deciding}; {m} = 0")
        if plain:
            self.line(f"if {word.join(plain)}:" if conjunction else f"if not ({word.join(plain)}):")
            self.depth += 1
        codes = []
        for at, part in enumerate(others):
            code = self.full(self.cond(part, scope, moment, need))
            codes.append(code)
            if at < len(others) - 1:
                self.line(f"if {code.value} != {deciding}:")
                self.depth += 1
        self._met(v, m, deciding, codes)
        self.depth = depth
        return Full(v, m)

    def _met(self, v: str, m: str, deciding: int, codes: list[Full]) -> None:
        """Write the end of a chain in which no earlier part decided alone."""
        last = codes[-1]
        self.line(f"if {last.value} != {deciding}:")
        self.depth += 1
        if len(codes) == 1:
            self.line(f"{v} = {last.value}; {m} = {last.mask}")
        else:
            unknown = " | ".join(f"({c.mask} if {c.value} == 2 else 0)" for c in codes if c.mask != "0") or "0"
            self.line(f"if {' or '.join(f'{c.value} == 2' for c in codes)}: {v} = 2; {m} = {unknown}")
            self.line(f"else: {v} = {1 - deciding}; {m} = {self.union(*(c.mask for c in codes))}")
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
        chosen = " | ".join(f"({c.mask} if {c.value} == {deciding} else 0)" for c in full if c.mask != "0") or "0"
        self.line(f"    {v} = {deciding}; {m} = {chosen}")
        self.line(f"elif {' and '.join(f'{c.value} == {1 - deciding}' for c in full)}:")
        self.line(f"    {v} = {1 - deciding}; {m} = {self.union(*(c.mask for c in full))}")
        unknown = " | ".join(f"({c.mask} if {c.value} == 2 else 0)" for c in full if c.mask != "0") or "0"
        self.line(f"else: {v} = 2; {m} = {unknown}")

    def _plain(self, cond: Cond, scope: Scope, moment: str) -> str:
        code = self.cond(cond, scope, moment, BOTH)
        assert isinstance(code, Plain), cond
        return code.text

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
            self.line(f"{v}, {m} = r{self.numbers[relation]}(c, g{''.join(', ' + w for w in written)})")
            if self.may_contradict(relation):
                self.line(f"if {v} == 3: {v} = 2; {m} = 0")
        masks = self.union(*(u.mask for u in uncertain))
        if masks != "0":
            self.line(f"if {v} != 2: {m} |= {masks}")
        if branch == "elif":
            self.depth -= 1
        code = Full(v, m)
        return code if positive else self._negated(code)

    # --- quantifiers -----------------------------------------------------------------------------

    def _quantified(self, cond: Quant, scope: Scope, moment: str, need: Need) -> Code:
        domain = "c.sides" if cond.sort == "team" else "c.players"
        n = self.fresh("n")
        inner = {**scope, cond.var: n}
        if self.is_plain(cond.where) and self.is_plain(cond.body):
            where, body = self._plain(cond.where, inner, moment), self._plain(cond.body, inner, moment)
            return Plain(_comprehension(cond, n, domain, where, body))
        return self._counting_loop(cond, n, domain, inner, moment, need)

    def _item(self, where: Cond, body: Cond, scope: Scope, moment: str, need: Need, fm: str) -> Full:
        """Write one item of a count whose noun rests on clauses: what is no such thing is passed over."""
        v, m = self.fresh("v"), self.fresh("m")
        noun = self.full(self.cond(where, scope, moment, need))
        self.line(f"if {noun.value} == 0:")
        self.line(f"    {fm} |= {noun.mask}")
        self.line("    continue")
        said = self.full(self.cond(body, scope, moment, need))
        unknown = " | ".join(f"({c.mask} if {c.value} == 2 else 0)" for c in (noun, said) if c.mask != "0") or "0"
        self.line(f"if {said.value} == 0: {v} = 0; {m} = {said.mask}")
        self.line(f"elif {noun.value} == 1 and {said.value} == 1: {v} = 1; {m} = {self.union(noun.mask, said.mask)}")
        self.line(f"else: {v} = 2; {m} = {unknown}")
        return Full(v, m)

    def _counting_loop(self, cond: Quant, n: str, domain: str, inner: Scope, moment: str, need: Need) -> Code:
        t, u, tm, um, fm = (self.fresh(p) for p in ("t", "u", "tm", "um", "fm"))
        self.line(f"{t} = {u} = {tm} = {um} = {fm} = 0")
        self.line(f"for {n} in {domain}:")
        self.depth += 1
        body = Not(cond.body) if cond.kind == "every" else cond.body  # for every, the items are counterexamples
        turned = cond.kind in ("every", "no", "at most")
        wanted = Need(need.false, need.true) if turned else BOTH if cond.kind == "exactly" else need
        if self.is_plain(cond.where):
            where = self._plain(cond.where, inner, moment)
            if where != "True":
                self.line(f"if not {where}: continue")
            v, m = self.full(self.cond(body, inner, moment, wanted))
        else:
            v, m = self._item(cond.where, body, inner, moment, wanted, fm)
        self.line(f"if {v} == 1: {t} += 1; {tm} |= {m}")
        self.line(f"elif {v} == 0: {fm} |= {m}")
        self.line(f"else: {u} += 1; {um} |= {m}")
        self.depth -= 1
        v, m = self.fresh("v"), self.fresh("m")
        k = cond.n
        match cond.kind:
            case "some":
                self.line(f"{v}, {m} = (1, {tm}) if {t} else (2, {um}) if {u} else (0, {fm})")
            case "every" | "no":
                self.line(f"{v}, {m} = (0, {tm}) if {t} else (2, {um}) if {u} else (1, {fm})")
            case "at least":
                self.line(f"{v}, {m} = (1, {tm}) if {t} >= {k} else (2, {um}) if {t} + {u} >= {k} else (0, {fm})")
            case "at most":
                self.line(f"{v}, {m} = (0, {tm}) if {t} > {k} else (2, {um}) if {t} + {u} > {k} else (1, {fm})")
            case _:
                self.line(f"{v}, {m} = (0, {tm}) if {t} > {k} else (0, {fm}) if {t} + {u} < {k} else "
                          f"(2, {um}) if {u} else (1, {tm} | {fm})")  # fmt: skip
        return Full(v, m)


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


__all__ = ["BOTH", "TRUTH", "Writer"]
