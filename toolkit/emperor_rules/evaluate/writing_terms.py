"""Write terms as Python source: a plain expression, or a pair (value, mask) whose value is ``None`` when unknown."""

from __future__ import annotations

from collections.abc import Sequence

from emperor_rules.evaluate.lines import BOTH, Code, Full, Lines, Need, Plain, Scope, Short
from emperor_rules.model.terms import (
    And,
    Apply,
    Choice,
    Condition,
    Count,
    First,
    GivenHas,
    GivenVal,
    Holds,
    Least,
    Number,
    Term,
    TermAt,
    Variable,
    conjoin,
    walk,
)
from emperor_rules.model.vocabulary import Predicate


class TermWriter(Lines):
    """Writes terms; conditions inside them are left to :meth:`cond`."""

    def cond(self, cond: Condition | None, scope: Scope, moment: str, need: Need) -> Code:
        """Write a condition (see :class:`emperor_rules.evaluate.writing.Writer`)."""
        raise NotImplementedError

    # --- terms -----------------------------------------------------------------------------------

    def given_name(self, key: str) -> str:
        """Write what the question gives under a key."""
        return f"g.given[{self.given_numbers[key]}]"

    def domain(self, sort: str, var: str, where: Condition, scope: Scope, moment: str) -> tuple[str, Condition]:
        """Write who may be meant by a noun, and what is left to ask of them; a team's players are known."""
        if sort == "team":
            return "c.sides", where
        if not self.is_plain(where):  # whoever is left out has reasons
            return "c.players", where
        parts = where.parts if isinstance(where, And) else (where,)
        for part in parts:
            match part:
                case Holds(relation, (Variable(name, _), team), True) if name == var:
                    if self.vocabulary.relations[relation].builtin == "member" and Variable(var, sort) not in walk(
                        team
                    ):
                        rest = conjoin(*(p for p in parts if p is not part))
                        return f"c.members[{self.full_term(self.term(team, scope, moment)).value}]", rest
                case GivenHas(key, Variable(name, _), True) if name == var:
                    return self.given_name(key), conjoin(*(p for p in parts if p is not part))
        return "c.players", where

    def term(self, term: Term, scope: Scope, moment: str) -> Code:
        """Write a term."""
        match term:
            case Number(value):
                return Plain(str(value))
            case Variable(name, _):
                return Plain(scope[name])
            case Choice(word):
                return Plain(repr(word))
            case TermAt(other, inner):
                return self.term(inner, scope, other)
            case GivenVal(key):
                default = self.vocabulary.givens[key].default
                if default is not None:
                    return Plain(self.given_name(key), nobody=default == "none")
                name = self.fresh("x")
                self.line(f"{name} = {self.given_name(key)}")
                return Full(name, f"(0 if {name} is not None else {self.missing[key]})")
            case Apply(relation, args):
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
                if not isinstance(argument, (Apply, Least, Count)) or self._answers_player(argument):
                    nobody.append(code.value)
            else:
                written.append(code.text)
                if code.nobody:
                    nobody.append(code.text)
        return written, uncertain, nobody

    def _answers_player(self, term: Term) -> bool:
        return isinstance(term, Apply) and self.vocabulary.relations[term.relation].answer == "player"

    def _value(self, relation: str, args: Sequence[Term], scope: Scope, moment: str) -> Code:
        declared = self.vocabulary.relations[relation]
        written, uncertain, nobody = self._arguments(args, scope, moment)
        if declared.builtin and not uncertain:
            return Plain(f"({self.builtin(declared.builtin, written, moment)})")
        if not uncertain and not nobody:
            short = self.short(relation)
            if short is not None and short.expression is not None:
                return self._short_value(short, written)
            return self.once(f"{relation}({', '.join(written)})", lambda: self._valued(declared, written, [], moment))
        uncertain += [
            Full(f"(None if {w} == NOBODY else 1)", "0") for w in nobody if not any(w == u.value for u in uncertain)
        ]
        return self._valued(declared, written, uncertain, moment)

    def _short_value(self, short: Short, written: Sequence[str]) -> Full:
        scope = dict(zip(short.letters, written, strict=True))
        guard = self.full(self.cond(short.guard, scope, "now", BOTH)).value
        assert short.expression is not None
        value = self.full_term(self.term(short.expression, scope, "now")).value
        x = self.fresh("x")
        self.line(f"{x} = {value}" if guard == "1" else f"{x} = {value} if {guard} else None")
        return Full(x, str(short.bit) if guard == "1" else f"({short.bit} if {guard} else 0)")

    def _valued(self, declared: Predicate, written: list[str], uncertain: list[Full], moment: str) -> Full:
        """Write the reading of a value by its function; an unknown argument leaves it unknown."""
        x, m = self.fresh("x"), self.fresh("m")
        if uncertain:
            unknown = " or ".join(f"{u.value} is None" for u in uncertain)
            self.line(f"if {unknown}: {x} = None; {m} = {self.unknown(uncertain)}")
            self.line("else:")
            self.depth += 1
        if declared.builtin:
            self.line(f"{x} = {self.builtin(declared.builtin, written, moment)}; {m} = 0")
        else:
            self.line(f"{x}, {m} = {self.call(declared.id, written)}")
            if self.may_contradict(declared.id):
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

    def _least(self, var: str, condition: Condition, scope: Scope, moment: str) -> Code:
        x, m, n = self.fresh("x"), self.fresh("m"), self.fresh("n")
        self.line(f"{x} = None; {m} = 0")
        self.line(f"for {n} in range(c.count + 1):")
        self.depth += 1
        self.loops += 1
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
        self.loops -= 1
        return Full(x, m)

    def _first(self, var: str, where: Condition, start: Term, scope: Scope, moment: str) -> Code:
        at = self.full_term(self.term(start, scope, moment))
        x, m, n, s = (self.fresh(p) for p in ("x", "m", "n", "s"))
        self.line(f"{x} = NOBODY; {m} = {at.mask}")
        self.line(f"if {at.value} is None: {x} = None")
        self.line(f"elif {at.value} >= 0:")
        self.depth += 1
        self.line(f"for {s} in range(1, c.count):")
        self.depth += 1
        self.loops += 1
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
        self.loops -= 1
        return Full(x, m)

    def _counted(self, var: str, sort: str, where: Condition, scope: Scope, moment: str) -> Code:
        x, m, n, u, k = (self.fresh(p) for p in ("x", "m", "n", "u", "k"))
        self.line(f"{x} = 0; {m} = 0; {u} = 0; {k} = 0")
        domain, where = self.domain(sort, var, where, scope, moment)
        self.line(f"for {n} in {domain}:")
        self.depth += 1
        self.loops += 1
        code = self.cond(where, {**scope, var: n}, moment, BOTH)
        if isinstance(code, Plain):
            self.line(f"if {code.text}: {x} += 1")
        else:
            self.line(f"if {code.value} == 2: {k} = 1; {u} |= {code.mask}")
            self.line("else:")
            self.line(f"    {m} |= {code.mask}")
            self.line(f"    if {code.value}: {x} += 1")
        self.depth -= 1
        self.loops -= 1
        self.line(f"if {k}: {x} = None; {m} = {u}")
        return Full(x, m)
