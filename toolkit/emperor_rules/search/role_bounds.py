"""What a condition comes to whoever has which role: a lower and an upper bound that read no role."""

from __future__ import annotations

from dataclasses import replace

from emperor_rules.model.terms import (
    Always,
    And,
    Apply,
    At,
    Condition,
    HasRole,
    Holds,
    Not,
    Or,
    Quantified,
    Quantifier,
    walk,
)
from emperor_rules.resolve.rules import ResolvedText

#: The quantifiers that more members satisfying the condition can only make true.
_RISING = (Quantifier.SOME, Quantifier.EVERY, Quantifier.AT_LEAST)
#: Those that more such members can only make false.
_FALLING = (Quantifier.NO, Quantifier.AT_MOST)


def depends_on_roles(resolved: ResolvedText, condition: Condition) -> bool:
    """Return whether a condition may depend on roles: by itself, or through a predicate that clauses decide."""
    predicates = resolved.vocabulary.predicates
    return any(
        isinstance(n, HasRole) or (isinstance(n, (Holds, Apply)) and predicates[n.predicate].builtin is None)
        for n in walk(condition)
    )


def bound(resolved: ResolvedText, condition: Condition, *, upper: bool) -> Condition:
    """Return a condition that reads no role and holds wherever the given one does (``upper``), or only there.

    Of the parts of a conjunction, a disjunction or a quantified condition those that look at roles are replaced, as far
    down as the rest can be kept.
    """
    if not depends_on_roles(resolved, condition):
        return condition
    match condition:
        case And(parts) | Or(parts):
            return type(condition)(tuple(bound(resolved, part, upper=upper) for part in parts))
        case Not(part):
            return Not(bound(resolved, part, upper=not upper))
        case At(moment, part):
            return At(moment, bound(resolved, part, upper=upper))
        case Quantified(kind=kind, where=where, body=body) if kind in (*_RISING, *_FALLING):
            if not depends_on_roles(resolved, where):
                return replace(condition, body=bound(resolved, body, upper=upper == (kind in _RISING)))
    return Always() if upper else Not(Always())
