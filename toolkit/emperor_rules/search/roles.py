"""Roles: which of them texts tell apart, and what a condition comes to whoever has which.

Of the roles that texts know, those that none of them treats differently are one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, assert_never

from emperor_rules.model import terms
from emperor_rules.model.seating import PLAIN_SEAT
from emperor_rules.resolve.roles import known_roles, parts_of
from emperor_rules.resolve.rules import ResolvedText, memoized_per_text
from emperor_rules.semantics.expressions import CONSTANTS, JOINING, LOOKUPS

#: The quantifiers that more members satisfying the condition can only make true.
_RISING = (terms.Quantifier.SOME, terms.Quantifier.EVERY, terms.Quantifier.AT_LEAST)
#: Those that more such members can only make false.
_FALLING = (terms.Quantifier.NO, terms.Quantifier.AT_MOST)


def tellable_letters(resolved: Sequence[ResolvedText], roles: Collection[str] | None = None) -> tuple[str, ...]:
    """Return the letters of the roles that the texts distinguish; of roles that all of them treat alike, the first.

    Args:
        resolved: The texts.
        roles: The roles to choose from, by default those that all of the texts know. Where no text knows any, nobody
            has one.
    """
    declared, by_text = resolved[0].vocabulary.roles, [*filter(None, map(known_roles, resolved))]
    if not by_text:
        return (PLAIN_SEAT,)
    if roles is None:  # a text that knows none bears any
        roles = by_text[0].intersection(*by_text)
    distinct: list[str] = []
    for role in declared:
        if role in roles and not any(
            all(_treated_alike(text, earlier, role) for text in resolved) for earlier in distinct
        ):
            distinct.append(role)
    return tuple(sorted(declared[role].letter for role in distinct))


@memoized_per_text
def _treated_alike(resolved: ResolvedText, first_role: str, second_role: str) -> bool:
    """Return whether a text names two roles only together, or neither."""
    return not any(
        isinstance(node, terms.HasRole) and node.role in (first_role, second_role)
        for rule in resolved.rules
        for part in parts_of(rule)
        for node in terms.walk(_merged(part, first_role, second_role))
    )


def _merged(node: terms.Condition | terms.Term, first_role: str, second_role: str) -> Any:
    """Replace “is a … or is a …” (and “is no … and is no …”) of two roles by one mention of both."""
    if isinstance(node, (terms.Or, terms.And)):
        kind, positive = type(node), isinstance(node, terms.Or)
        flat: list[terms.Condition] = []
        for part in node.parts:
            merged = _merged(part, first_role, second_role)
            flat.extend(merged.parts if isinstance(merged, kind) else [merged])
        for part in list(flat):
            if isinstance(part, terms.HasRole) and part.role == first_role and part.positive == positive:
                pair = terms.HasRole(second_role, part.arg, positive)
                if pair in flat:
                    flat[flat.index(part)] = terms.HasRole(f"{first_role}|{second_role}", part.arg, positive)
                    flat.remove(pair)
        return flat[0] if len(flat) == 1 else kind(tuple(flat))
    return terms.with_parts(node, [_merged(part, first_role, second_role) for part in terms.inside(node)])


# --- whoever has which role ----------------------------------------------------------------------


def depends_on_roles(resolved: ResolvedText, condition: terms.Condition) -> bool:
    """Return whether a condition may depend on roles: by itself, or through a predicate that clauses decide."""
    return reads_predicates(resolved, condition) or any(isinstance(n, terms.HasRole) for n in terms.walk(condition))


def reads_predicates(resolved: ResolvedText, condition: terms.Condition) -> bool:
    """Return whether a condition reads a predicate that clauses decide."""
    read = (node.predicate for node in terms.walk(condition) if isinstance(node, (terms.Holds, terms.Apply)))
    return any(resolved.vocabulary.predicates[name].builtin is None for name in read)


def bound(resolved: ResolvedText, condition: terms.Condition, *, upper: bool) -> terms.Condition:
    """Return a condition that reads no role and holds wherever the given one does (``upper``), or only there.

    Of the parts of a conjunction, a disjunction or a quantified condition those that look at roles are replaced, as far
    down as the rest can be kept.
    """
    if not depends_on_roles(resolved, condition):
        return condition
    match condition:
        case terms.And(parts) | terms.Or(parts):
            return terms.with_parts(condition, [bound(resolved, part, upper=upper) for part in parts])
        case terms.Not(part) | terms.At(_, part):
            towards = upper != isinstance(condition, terms.Not)
            return terms.with_parts(condition, [bound(resolved, part, upper=towards)])
        case terms.Quantified(kind=kind, where=where, body=body) if kind in (*_RISING, *_FALLING):
            if not depends_on_roles(resolved, where):
                return replace(condition, body=bound(resolved, body, upper=upper == (kind in _RISING)))
        case _:
            if not isinstance(condition, (CONSTANTS, LOOKUPS, JOINING)):
                assert_never(condition)
    return terms.Always() if upper else terms.Not(terms.Always())
