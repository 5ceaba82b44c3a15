"""Terms and conditions as plain JSON trees: each is an object whose ``op`` says what it is."""

from __future__ import annotations

from typing import Any

from emperor_rules.model import terms
from emperor_rules.model.record import Record

Tree = dict[str, Any]

#: The ``op`` of each kind of term and condition, and what its fields are called, in their order.
OPERATIONS: dict[type[Record], tuple[str, ...]] = {
    terms.Number: ("number", "value"),
    terms.Variable: ("letter", "letter", "sort"),
    terms.Choice: ("word", "word"),
    terms.Apply: ("value", "predicate", "of"),
    terms.GivenVal: ("given", "given"),
    terms.Least: ("least", "letter", "where"),
    terms.First: ("first", "letter", "where", "from"),
    terms.Count: ("count", "letter", "sort", "where"),
    terms.TermAt: ("then", "moment", "part"),
    terms.Always: ("always",),
    terms.Holds: ("holds", "predicate", "of", "positive"),
    terms.HasRole: ("role", "role", "of", "positive"),
    terms.GivenFlag: ("flag", "given", "positive"),
    terms.GivenHas: ("listed", "given", "of", "positive"),
    terms.OptionOn: ("option", "option"),
    terms.Compare: ("compare", "sign", "a", "b"),
    terms.And: ("and", "parts"),
    terms.Or: ("or", "parts"),
    terms.Not: ("not", "part"),
    terms.Quantified: ("quantifier", "quantifier", "n", "letter", "sort", "where", "body"),
    terms.At: ("at", "moment", "part"),
}


def tree_of(node: Record) -> Tree:
    """Return a term or condition as a tree.

    Raises:
        KeyError: If it names a player or a team, which no rule does.
    """
    op, *names = OPERATIONS[type(node)]
    return {"op": op} | {
        name: _plain(getattr(node, field)) for name, field in zip(names, node.__match_args__, strict=True)
    }


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [tree_of(part) for part in value]
    return tree_of(value) if isinstance(value, Record) else value
