"""Why an answer holds: a tree of clauses, the facts they rest on, and what would have to be otherwise.

The verdicts themselves come from the compiled program; this module walks the same rules with their conditions, to
name what made each of them hold or fail. A clause's own words are left to whoever shows the tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from emperor_rules.evaluate.engine import BoundQuery
from emperor_rules.evaluate.interpret import Env, Interpreter
from emperor_rules.evaluate.position import NOBODY, TEAM_LETTERS
from emperor_rules.evaluate.program import Asked
from emperor_rules.evaluate.verbalise import say_fact, say_given, say_role, say_value
from emperor_rules.evaluate.verdict import CONTRADICTORY
from emperor_rules.model.terms import (
    Always,
    And,
    Apply,
    At,
    Compare,
    Condition,
    Count,
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
from emperor_rules.resolve.rules import MET, NO, OPEN, YES, Rule

#: Of a quantified condition, show at most so many examples: a reason is to be read.
MOST_EXAMPLES = 3


@dataclass(frozen=True)
class Reason:
    """A clause that speaks for a statement: its citation, and the statements that it rests on here."""

    citation: str
    clause: int
    premises: tuple[Statement, ...]
    kind: str
    written: str


@dataclass(frozen=True)
class Statement:
    """Something that holds (or is unknown) in the position, with the reasons for it; none: a plain fact."""

    words: str
    reasons: tuple[Reason, ...] = ()
    known: bool = True


class Explainer(Interpreter):
    """Explains statements about one prepared question, in a language (``en`` or ``it``)."""

    def __init__(self, prepared: BoundQuery, asked: Asked, language: str = "en") -> None:
        """Explain ``prepared`` as ``asked`` (the moment may have been chosen by the text)."""
        super().__init__(prepared.program, prepared.position, asked)
        self.prepared = prepared
        self.language = language
        self.path: set[tuple[Any, ...]] = set()

    def explain(self) -> Statement:
        """Explain the question itself."""
        return self.statement(self.prepared.relation.id, self.prepared.args)

    # --- statements ------------------------------------------------------------------------------

    def statement(self, relation: str, args: tuple[Any, ...], moment: str = "now") -> Statement:
        """Say what the program answers about a relation, with its reasons."""
        declared = self.vocabulary.relations[relation]
        value, mask = self.call(relation, args)
        names = [self.name(a, sort) for a, (_, sort) in zip(args, declared.params, strict=True)]
        known = value not in (2, 3) if declared.kind != "value" else value is not None and value is not CONTRADICTORY
        if declared.kind == "value":
            shown = self.shown(declared.answer, value) if known else "?"
            words = say_value(declared, names, shown, self.language, moment)
        elif known:
            words = say_fact(declared, names, value == YES_VALUE, self.language, moment)
        else:
            words = say_fact(declared, names, True, self.language, moment) + "?"
        key = (relation, args)
        if key in self.path:
            return Statement(words, (), known)
        self.path.add(key)
        reasons = tuple(self._reasons(relation, args, value, mask))
        self.path.discard(key)
        return Statement(words, reasons, known)

    def _reasons(self, relation: str, args: tuple[Any, ...], value: Any, mask: int) -> Iterator[Reason]:
        for number in self.resolved.by_relation.get(relation, ()):
            rule = self.resolved.rules[number]
            if not mask >> rule.clause & 1:
                continue
            env = self.bind(rule, args)
            held = self.truth(rule.guard, env, "now")
            if held == 1 and self._speaks(rule, value, env):
                premises = tuple(_distinct(self.support(rule.guard, env, "now", True)))
                if rule.expression is not None:
                    premises += tuple(self.values_in(rule.expression, env, "now"))
                yield self._reason(rule, premises)
        if self.resolved.principle is not None and mask >> self.resolved.principle & 1 and value == 0:
            clause = self.resolved.clauses[self.resolved.principle]
            rules = [self.resolved.rules[n] for n in self.resolved.by_relation.get(relation, ())]
            if any(
                r.kind == YES and not r.presumptive and self.truth(r.guard, self.bind(r, args), "now") == 1
                for r in rules
            ):
                yield Reason(clause.citation, clause.index, (), "principle", clause.clause.sentences[0].written)

    def _speaks(self, rule: Rule, value: Any, env: Env) -> bool:
        """Tell whether a rule that holds speaks for the value that was decided."""
        if rule.kind == OPEN:
            return value in (None, 2)
        if rule.kind in (YES, MET):
            return value in (1, 3)
        if rule.kind == NO:
            return value in (0, 3)
        return value is CONTRADICTORY or self.value(rule.expression, env, "now") == value

    def _reason(self, rule: Rule, premises: tuple[Statement, ...]) -> Reason:
        clause = self.resolved.clauses[rule.clause]
        written = rule.sentence.written if rule.sentence is not None else ""
        return Reason(clause.citation, rule.clause, premises, rule.kind, written)

    def bind(self, rule: Rule, args: tuple[Any, ...]) -> Env:
        """Bind a rule's letters to arguments, and its place to what is given."""
        env: dict[str, Any] = dict(zip(rule.letters, args, strict=True))
        if rule.place is not None and rule.place_key is not None:
            env[rule.place] = self.given(rule.place_key)
        return env

    # --- what made a condition hold or fail ------------------------------------------------------

    def support(self, cond: Condition, env: Env, moment: str, want: bool) -> Iterator[Statement]:
        """Yield the statements by which a condition holds (``want``) or fails."""
        match cond:
            case Always():
                return
            case At(other, part):
                yield from self.support(part, env, other, want)
            case Not(part):
                yield from self.support(part, env, moment, not want)
            case And(parts) | Or(parts):
                everything = isinstance(cond, And) == want
                for part in parts:
                    if everything or self.truth(part, env, moment) == (1 if want else 0):
                        yield from self.support(part, env, moment, want)
            case Quantified():
                yield from self._examples(cond, env, moment, want)
            case Holds(relation, args, positive):
                values = tuple(self.value(a, env, moment) for a in args)
                for argument in args:
                    yield from self.values_in(argument, env, moment)
                if None not in values and NOBODY not in values:
                    declared = self.vocabulary.relations[relation]
                    if declared.builtin:
                        names = [self.name(a, s) for a, (_, s) in zip(values, declared.params, strict=True)]
                        yield Statement(say_fact(declared, names, positive == want, self.language, moment))
                    else:
                        yield self.statement(relation, values)
            case HasRole(role, arg, positive):
                name = self.name(self.value(arg, env, moment), "player")
                yield Statement(say_role(self.vocabulary, role, name, positive == want, self.language))
            case GivenFlag(key, _):
                yield Statement(say_given(self.vocabulary, key, self.given(key), self.language))
            case GivenHas(key, arg, positive):
                name = self.name(self.value(arg, env, moment), "player")
                phrase = self.vocabulary.givens[key].phrase.get(self.language)
                words = phrase.replace("p ", f"{name} ", 1) if phrase.startswith("p ") else phrase
                yield Statement(words if positive == want else f"{_not(self.language)}: {words}")
            case OptionOn(option):
                yield Statement(self._option(option, want))
            case Compare(_, left, right):
                found = [*self.values_in(left, env, moment), *self.values_in(right, env, moment)]
                yield from found or [self._compared(cond, env, moment)]

    def _examples(self, cond: Quantified, env: Env, moment: str, want: bool) -> Iterator[Statement]:
        """Yield what a quantified condition rests on: its examples, or what kept others from being examples."""
        shown = 0
        rising = cond.kind in ("some", "at least", "exactly")
        for n in self.domain(cond.sort):
            inner = {**env, cond.var: n}
            where = self.truth(cond.where, inner, moment)
            body = self.truth(cond.body, inner, moment)
            if where == 1 and shown < MOST_EXAMPLES:
                if rising == want and body == 1:
                    shown += 1
                    yield from self.support(cond.where, inner, moment, True)
                    yield from self.support(cond.body, inner, moment, True)
                elif (
                    ((cond.kind in ("every",) and (body == 1) == want) or (not want and body != (0 if rising else 1)))
                    or (rising and not want)
                    or cond.kind in ("no", "at most")
                ):
                    shown += 1
                    yield from self.support(cond.body, inner, moment, body == 1)

    def _option(self, option: str, on: bool) -> str:
        name = self.vocabulary.options[option].names.get(self.language)
        if self.language == "it":
            return f"l'opzione {name} {'è' if on else 'non è'} in uso"
        return f"option {name} is {'' if on else 'not '}in use"

    def _compared(self, cond: Compare, env: Env, moment: str) -> Statement:
        parts = []
        for term, other in ((cond.left, cond.right), (cond.right, cond.left)):
            sort = "team" if self._is_team(term) or self._is_team(other) else "player"
            value = self.value(term, env, moment)
            numeric = isinstance(term, Number) or isinstance(other, (Number, Least, Count))
            parts.append(str(value) if numeric or isinstance(value, str) else self.name(value, sort))
        truth = self.truth(cond, env, moment) == 1
        verbs = {
            "=": ("is", "è"),
            "!=": ("is not", "non è"),
            "<": ("is less than", "è meno di"),
            ">": ("is more than", "è più di"),
            "<=": ("is at most", "è al massimo"),
            ">=": ("is at least", "è almeno"),
        }
        opposite = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
        verb = verbs[cond.op if truth else opposite[cond.op]][self.language == "it"]
        return Statement(f"{parts[0]} {verb} {parts[1]}")

    def _is_team(self, term: Term) -> bool:
        return (isinstance(term, Variable) and term.sort == "team") or (
            isinstance(term, Apply) and self.vocabulary.relations[term.relation].answer == "team"
        )

    def values_in(self, term: Term, env: Env, moment: str) -> Iterator[Statement]:
        """Yield what the values inside a term are, with their reasons."""
        match term:
            case TermAt(other, inner):
                yield from self.values_in(inner, env, other)
            case GivenVal(key):
                value = self.given(key)
                kind = self.vocabulary.givens[key].kind
                shown = self.name(value, "player") if kind == "player" and value is not None else value
                yield Statement(
                    say_given(
                        self.vocabulary, key, None if value == NOBODY and kind == "player" else shown, self.language
                    )
                )
            case Apply(relation, args):
                declared = self.vocabulary.relations[relation]
                values = tuple(self.value(a, env, moment) for a in args)
                if None in values or NOBODY in values or declared.answer == "players":
                    return
                if declared.builtin:
                    value = self.value(term, env, moment)
                    names = [self.name(a, s) for a, (_, s) in zip(values, declared.params, strict=True)]
                    yield Statement(
                        say_value(declared, names, self.shown(declared.answer, value), self.language, moment)
                    )
                else:
                    yield self.statement(relation, values)

    # --- names -----------------------------------------------------------------------------------

    def name(self, value: Any, sort: str) -> str:
        """Name a player or team; numbers name themselves."""
        if sort == "player" and isinstance(value, int) and value >= 0:
            return self.position.table.names[value]
        if sort == "team" and isinstance(value, int) and value >= 0:
            return ("la squadra " if self.language == "it" else "team ") + TEAM_LETTERS[value]
        return str(value)

    def shown(self, answer: str, value: Any) -> Any:
        """Turn a value into what people read."""
        if answer == "players":
            return [self.name(p, "player") for p in value]
        return self.name(value, answer) if answer in ("player", "team") else value


YES_VALUE = 1


def _not(language: str) -> str:
    return "non vale" if language == "it" else "it is not so"


def _distinct(statements: Iterator[Statement]) -> Iterator[Statement]:
    seen: set[str] = set()
    for statement in statements:
        if statement.words not in seen:
            seen.add(statement.words)
            yield statement
