"""Write terms as Python source: a plain expression, or a pair (value, mask) whose value is ``None`` when unknown."""

from __future__ import annotations

from collections.abc import Sequence

from emperor_rules.evaluate.lines import BOTH, Code, Full, Lines, Need, Plain, Scope
from emperor_rules.model.terms import Cond, Count, First, GivenVal, Least, Let, Num, Pick, Term, Then, Val


class TermWriter(Lines):
    """Writes terms; conditions inside them are left to :meth:`cond`."""

    def cond(self, cond: Cond | None, scope: Scope, moment: str, need: Need) -> Code:
        """Write a condition (see :class:`emperor_rules.evaluate.writing.Writer`)."""
        raise NotImplementedError

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
                if default is not None:
                    return Plain(self.given_name(key), nobody=default == "none")
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

    def _arguments(self, args: Sequence[Term], scope: Scope, moment: str) -> tuple[list[str], list[Full], list[str]]:
        """Write arguments; those that may be unknown, and those that may be nobody, are given apart too."""
        written, uncertain, nobody = [], [], []
        for argument in args:
            code = self.term(argument, scope, moment)
            if isinstance(code, Full):
                uncertain.append(code)
                written.append(code.value)
                if not isinstance(argument, (Val, Least, Count)) or self._answers_player(argument):
                    nobody.append(code.value)
            else:
                written.append(code.text)
                if code.nobody:
                    nobody.append(code.text)
        return written, uncertain, nobody

    def _answers_player(self, term: Term) -> bool:
        return isinstance(term, Val) and self.vocabulary.relations[term.relation].answer == "player"

    def _value(self, relation: str, args: Sequence[Term], scope: Scope, moment: str) -> Code:
        declared = self.vocabulary.relations[relation]
        written, uncertain, nobody = self._arguments(args, scope, moment)
        if declared.builtin and not uncertain:
            return Plain(f"({self.builtin(declared.builtin, written, moment)})")
        uncertain += [Full(f"(None if {w} == NOBODY else 1)", "0") for w in nobody
                      if not any(w == u.value for u in uncertain)]  # fmt: skip
        x, m = self.fresh("x"), self.fresh("m")
        if uncertain:
            unknown = " or ".join(f"{u.value} is None" for u in uncertain)
            self.line(f"if {unknown}: {x} = None; {m} = {self.unknown(uncertain)}")
            self.line("else:")
            self.depth += 1
        if declared.builtin:
            self.line(f"{x} = {self.builtin(declared.builtin, written, moment)}; {m} = 0")
        else:
            self.line(f"{x}, {m} = r{self.numbers[relation]}(c, g{''.join(', ' + w for w in written)})")
            if self.may_contradict(relation):
                self.line(f"if {x} is CONTRADICTORY: {x} = None; {m} = 0")
        if uncertain:
            masks = self.union(*(u.mask for u in uncertain))
            if masks != "0":
                self.line(f"if {x} is not None: {m} |= {masks}")
            self.depth -= 1
        return Full(x, m)

    @staticmethod
    def unknown(terms: Sequence[Full]) -> str:
        """Write the reasons of those terms that are unknown: only what is open speaks for not knowing."""
        return " | ".join(f"({t.mask} if {t.value} is None else 0)" for t in terms if t.mask != "0") or "0"

    def _least(self, var: str, condition: Cond, scope: Scope, moment: str) -> Code:
        x, m, n = self.fresh("x"), self.fresh("m"), self.fresh("n")
        self.line(f"{x} = None; {m} = 0")
        self.line(f"for {n} in range(c.count + 1):")
        self.depth += 1
        code = self.cond(condition, {**scope, var: n}, moment, BOTH)
        if isinstance(code, Plain):
            self.line(f"if {code.text}:")
            self.line(f"    {x} = {n}; break")
        else:
            self.line(f"if {code.value} == 1: {x} = {n}; {m} |= {code.mask}; break")
            self.line(f"if {code.value}: {m} = {code.mask}; break")
            self.line(f"{m} |= {code.mask}")
        self.depth -= 1
        self.line(f"else: {m} = 0")
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
        code = self.cond(where, {**scope, var: n}, moment, BOTH)
        if isinstance(code, Plain):
            self.line(f"if {code.text}:")
            self.line(f"    {x} = {n}; break")
        else:
            self.line(f"if {code.value} == 1: {x} = {n}; {m} |= {code.mask}; break")
            self.line(f"if {code.value}: {x} = None; {m} = {code.mask}; break")
            self.line(f"{m} |= {code.mask}")
        self.depth -= 2
        return Full(x, m)

    def _counted(self, var: str, sort: str, where: Cond, scope: Scope, moment: str) -> Code:
        x, m, n, u, k = (self.fresh(p) for p in ("x", "m", "n", "u", "k"))
        self.line(f"{x} = 0; {m} = 0; {u} = 0; {k} = 0")
        self.line(f"for {n} in {'c.sides' if sort == 'team' else 'c.players'}:")
        self.depth += 1
        code = self.cond(where, {**scope, var: n}, moment, BOTH)
        if isinstance(code, Plain):
            self.line(f"if {code.text}: {x} += 1")
        else:
            self.line(f"if {code.value} == 2: {k} = 1; {u} |= {code.mask}")
            self.line("else:")
            self.line(f"    {m} |= {code.mask}")
            self.line(f"    if {code.value}: {x} += 1")
        self.depth -= 1
        self.line(f"if {k}: {x} = None; {m} = {u}")
        return Full(x, m)
