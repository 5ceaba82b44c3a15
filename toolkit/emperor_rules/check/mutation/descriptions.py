"""Conditions and terms of the model in the words of the vocabulary, to describe what a mutant changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from emperor_rules.evaluate.verbalise import fill, say_fact, say_given, say_role
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
    Moment,
    Not,
    Number,
    Operator,
    OptionOn,
    Or,
    PlayerName,
    Quantified,
    TeamName,
    Term,
    TermAt,
    Variable,
    walk,
)
from emperor_rules.model.vocabulary import Vocabulary

VERBS = dict(zip(Operator, ("is", "is not", "is less than", "is more than", "is at most", "is at least"), strict=True))
MOMENTS = {Moment.NOW: "now", Moment.BEGAN: "as the turn began", Moment.START: "at the start"}


def say_node(node: Condition | Term, vocabulary: Vocabulary) -> str:
    """Return a condition or term in English, close to the form in which it would be written."""
    return _Speaker(vocabulary, _names(node, vocabulary)).say(node)


def _names(node: Condition | Term, vocabulary: Vocabulary) -> Mapping[str, str]:
    """Return letters for variables that the writer did not name: the last free letters of their sort."""
    sorts: dict[str, str] = {}
    for part in walk(node):
        if isinstance(part, (Quantified, Count)):
            sorts.setdefault(part.var, part.sort)
        elif isinstance(part, First):
            sorts.setdefault(part.var, "player")
        elif isinstance(part, Variable):
            sorts.setdefault(part.name, part.sort)
    names: dict[str, str] = {}
    for var, sort in sorts.items():
        if var.startswith("_"):
            declared = vocabulary.sorts.get(sort)
            free = [x for x in (declared.letters if declared else ()) if x not in sorts and x not in names.values()]
            names[var] = next((x for x in free if x >= "t"), free[-1] if free else f"x{var[1:]}")
    return names


class _Speaker:
    def __init__(self, vocabulary: Vocabulary, names: Mapping[str, str]) -> None:
        self.vocabulary = vocabulary
        self.names = names

    def say(self, node: Condition | Term) -> str:
        match node:
            case Always():
                return "always"
            case And(parts) | Or(parts):
                word = " and " if isinstance(node, And) else " or "
                return word.join(self._inner(part) for part in parts)
            case Not(part):
                return f"not ({self.say(part)})"
            case At(moment, part) | TermAt(moment, part):
                return f"{self._inner(part)} {MOMENTS[moment]}"
            case Holds(predicate, args, positive):
                return say_fact(self.vocabulary.predicates[predicate], [self.say(a) for a in args], positive, "en")
            case HasRole(role, arg, positive):
                return say_role(self.vocabulary, role, self.say(arg), positive, "en")
            case GivenFlag(key, positive):
                return say_given(self.vocabulary, key, positive, "en")
            case GivenHas(key, arg, positive):
                phrase = fill(self.vocabulary.givens[key].phrase.en, ["p"], [self.say(arg)])
                return phrase if positive else f"not ({phrase})"
            case OptionOn(option):
                return f"option {option} is in use"
            case Compare(op, left, right):
                return f"{self.say(left)} {VERBS[op]} {self.say(right)}"
            case Quantified(kind, n, var, sort, where, body):
                counted = kind.startswith(("at ", "exactly"))
                noun = self._noun(sort, var, where, plural=counted and n != 1)
                return f"{kind} {n} {noun}: {self._inner(body)}" if counted else f"{kind} {noun}: {self._inner(body)}"
            case Apply(predicate, args):
                declared = self.vocabulary.predicates[predicate]
                return fill(declared.phrase.en, [letter for letter, _ in declared.params], [self.say(a) for a in args])
            case Least(var, condition):
                return f"the least {var} such that ({self.say(condition)})"
            case First(var, where, start):
                return f"the first {self._noun('player', var, where)} to the left of {self.say(start)}"
            case Count(var, sort, where):
                return f"the number of {self._noun(sort, var, where, plural=True)}"
            case GivenVal(key):
                return self.vocabulary.givens[key].phrase.en
            case Number(value):
                return str(value)
            case Variable(name, _) | PlayerName(name) | TeamName(name):
                return self.names.get(name, name)
            case Choice(word):
                return word
        assert_never(node)

    def _inner(self, node: Condition | Term) -> str:
        """Return a part in English, in brackets where it could be misread."""
        return f"({self.say(node)})" if isinstance(node, (And, Or, Quantified)) else self.say(node)

    def _noun(self, sort: str, var: str, where: Condition, plural: bool = False) -> str:
        noun = self.vocabulary.sorts[sort].names[plural].en
        if isinstance(where, HasRole) and where.positive and where.arg == Variable(var, sort):
            noun, where = self.vocabulary.roles[where.role].names[plural].en, Always()
        called = f"{noun} {self.names.get(var, var)}"
        return called if isinstance(where, Always) else f"{called} with ({self.say(where)})"
