"""Terms and conditions as plain JSON trees: each is an object whose ``op`` says what it is."""

from __future__ import annotations

from typing import Any, assert_never

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
    Not,
    Number,
    OptionOn,
    Or,
    PlayerName,
    Quantified,
    TeamName,
    Term,
    TermAt,
    Variable,
)

Tree = dict[str, Any]


def tree_of(node: Term | Condition) -> Tree:
    """Return a term or condition as a tree.

    Raises:
        TypeError: If it names a player or a team, which no rule does.
    """
    match node:
        case Number(value):
            return {"op": "number", "value": value}
        case Variable(name, sort):
            return {"op": "letter", "letter": name, "sort": sort}
        case Choice(word):
            return {"op": "word", "word": word}
        case Apply(predicate, args):
            return {"op": "value", "predicate": predicate, "of": [tree_of(arg) for arg in args]}
        case GivenVal(key):
            return {"op": "given", "given": key}
        case Least(var, condition):
            return {"op": "least", "letter": var, "where": tree_of(condition)}
        case First(var, where, start):
            return {"op": "first", "letter": var, "where": tree_of(where), "from": tree_of(start)}
        case Count(var, sort, where):
            return {"op": "count", "letter": var, "sort": sort, "where": tree_of(where)}
        case TermAt(moment, term):
            return {"op": "then", "moment": moment, "part": tree_of(term)}
        case Always():
            return {"op": "always"}
        case Holds(predicate, args, positive):
            return {"op": "holds", "predicate": predicate, "of": [tree_of(arg) for arg in args], "positive": positive}
        case HasRole(role, arg, positive):
            return {"op": "role", "role": role, "of": tree_of(arg), "positive": positive}
        case GivenFlag(key, positive):
            return {"op": "flag", "given": key, "positive": positive}
        case GivenHas(key, arg, positive):
            return {"op": "listed", "given": key, "of": tree_of(arg), "positive": positive}
        case OptionOn(option):
            return {"op": "option", "option": option}
        case Compare(sign, left, right):
            return {"op": "compare", "sign": sign, "a": tree_of(left), "b": tree_of(right)}
        case And(parts):
            return {"op": "and", "parts": [tree_of(part) for part in parts]}
        case Or(parts):
            return {"op": "or", "parts": [tree_of(part) for part in parts]}
        case Not(part):
            return {"op": "not", "part": tree_of(part)}
        case Quantified(kind, n, var, sort, where, body):
            return {
                "op": "quantifier",
                "quantifier": kind,
                "n": n,
                "letter": var,
                "sort": sort,
                "where": tree_of(where),
                "body": tree_of(body),
            }
        case At(moment, part):
            return {"op": "at", "moment": moment, "part": tree_of(part)}
        case PlayerName(name) | TeamName(name):
            raise TypeError(f"a rule names {name}")
    assert_never(node)
