"""Write quantified conditions (*some*, *every*, *at least 2* …): a look into those meant, or a loop that counts."""

from __future__ import annotations

from emperor_rules.evaluate.lines import BOTH, Code, Full, Need, Plain, Scope
from emperor_rules.evaluate.writing_terms import TermWriter
from emperor_rules.model.terms import Compare, Condition, GivenHas, Not, Quantified, Variable, shape, walk


class CountWriter(TermWriter):
    """Writes quantified conditions."""

    def plain(self, cond: Condition, scope: Scope, moment: str) -> str:
        """Write a condition that is certain and rests on no clause."""
        code = self.cond(cond, scope, moment, BOTH)
        assert isinstance(code, Plain), cond
        return code.text

    def quantified(self, cond: Quantified, scope: Scope, moment: str, need: Need) -> Code:
        """Write a quantified condition."""
        n = self.fresh("n")
        domain, where = self.domain(cond.sort, cond.var, cond.where, scope, moment)
        inner = {**scope, cond.var: n}
        if self.is_plain(where) and self.is_plain(cond.body):
            filtered, body = self.plain(where, inner, moment), self.plain(cond.body, inner, moment)
            found = self._among(cond, n, domain, inner, moment) if filtered == "True" else ""
            return Plain(found or _comprehension(cond, n, domain, filtered, body))
        key = f"{need} {moment} {shape(cond, scope)}"
        return self.once(key, lambda: self._counting_loop(cond, n, domain, where, inner, moment, need))

    def _among(self, cond: Quantified, n: str, domain: str, inner: Scope, moment: str) -> str:
        """Write *some … is X* as a look into those meant."""
        if cond.kind != "some":
            return ""
        variable = Variable(cond.var, cond.sort)
        match cond.body:
            case Compare("=", left, right) if (left == variable) != (right == variable):
                other = right if left == variable else left
                if variable not in walk(other):
                    return f"({self.full_term(self.term(other, inner, moment)).value} in {domain})"
            case GivenHas(key, arg, True) if arg == variable:
                return f"(not {self.given_name(key)}.isdisjoint({domain}))"
        return ""

    def _item(self, where: Condition, body: Condition, scope: Scope, moment: str, need: Need, fm: str) -> Full:
        """Write one item of a count whose noun rests on clauses: what is no such thing is passed over."""
        v, m = self.fresh("v"), self.fresh("m")
        noun = self.full(self.cond(where, scope, moment, need))
        self.line(f"if {noun.value} == 0:")
        self.line(f"    {fm} |= {noun.mask}")
        self.line("    continue")
        said = self.full(self.cond(body, scope, moment, need))
        self.line(f"if {said.value} == 0: {v} = 0; {m} = {said.mask}")
        self.line(f"elif {noun.value} == 1 and {said.value} == 1: {v} = 1; {m} = {self.union(noun.mask, said.mask)}")
        self.line(f"else: {v} = 2; {m} = {self.masks_of((noun, said), '2')}")
        return Full(v, m, noun.sure and said.sure)

    def _counting_loop(
        self, cond: Quantified, n: str, domain: str, where: Condition, inner: Scope, moment: str, need: Need
    ) -> Full:
        t, u, tm, um, fm = (self.fresh(p) for p in ("t", "u", "tm", "um", "fm"))
        self.line(f"{t} = {u} = {tm} = {um} = {fm} = 0")
        self.line(f"for {n} in {domain}:")
        self.depth += 1
        self.loops += 1
        turned = cond.kind in ("every", "no", "at most")
        wanted = Need(need.false, need.true) if turned else BOTH if cond.kind == "exactly" else need
        hit, miss = 1, 0
        if self.is_plain(where):
            filtered = self.plain(where, inner, moment)
            if filtered != "True":
                self.line(f"if not {filtered}: continue")
            if cond.kind == "every":  # the items are counterexamples
                hit, miss = 0, 1
                v, m, _ = self.full(self.cond(cond.body, inner, moment, need))
            else:
                v, m, _ = self.full(self.cond(cond.body, inner, moment, wanted))
        else:
            body = Not(cond.body) if cond.kind == "every" else cond.body
            v, m, _ = self._item(where, body, inner, moment, wanted, fm)
        k = cond.n
        enough = {"at least": f"if {t} >= {k}", "at most": f"if {t} > {k}", "exactly": f"if {t} > {k}"}
        self.line(f"if {v} == {hit}:")
        self.line(f"    {t} += 1; {tm} |= {m}")
        if not (need.false if turned or cond.kind == "exactly" else need.true):  # nobody asks what else decides it
            self.line(f"    {enough[cond.kind]}: break" if cond.kind in enough else "    break")
        if need.true if turned else need.false or cond.kind == "exactly":
            self.line(f"elif {v} == {miss}: {fm} |= {m}")
            self.line(f"else: {u} += 1; {um} |= {m}")
        else:
            self.line(f"elif {v} != {miss}: {u} += 1; {um} |= {m}")
        self.depth -= 1
        self.loops -= 1
        v, m = self.fresh("v"), self.fresh("m")
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
                self.line(
                    f"{v}, {m} = (0, {tm}) if {t} > {k} else (0, {fm}) if {t} + {u} < {k} else "
                    f"(2, {um}) if {u} else (1, {tm} | {fm})"
                )
        return Full(v, m)


def _comprehension(cond: Quantified, n: str, domain: str, where: str, body: str) -> str:
    filtered = "" if where == "True" else f" if {where}"
    if cond.kind == "some":
        return f"any({body} for {n} in {domain}{filtered})"
    if cond.kind == "every":
        return f"all({body} for {n} in {domain}{filtered})"
    if cond.kind == "no":
        return f"(not any({body} for {n} in {domain}{filtered}))"
    operator = {"at least": ">=", "at most": "<="}.get(cond.kind, "==")
    return f"(sum({body} for {n} in {domain}{filtered}) {operator} {cond.n})"
