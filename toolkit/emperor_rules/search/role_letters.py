"""Role letters that texts tell apart: of roles that all of them always name together, only the first is given out."""

from __future__ import annotations

from collections.abc import Sequence

from emperor_rules.model.terms import And, At, Condition, HasRole, Not, Or, Quantified, inside, walk
from emperor_rules.resolve.rules import ResolvedText, per_text


def tellable_letters(resolved: Sequence[ResolvedText]) -> tuple[str, ...]:
    """Return the role letters that the texts distinguish: of roles always named together, only the first."""
    roles = resolved[0].vocabulary.roles
    distinct: list[str] = []
    for role in roles:
        if not any(all(_named_together(text, earlier, role) for text in resolved) for earlier in distinct):
            distinct.append(role)
    return tuple(sorted(roles[role].letter for role in distinct))


@per_text
def _named_together(resolved: ResolvedText, first_role: str, second_role: str) -> bool:
    """Return whether a text names two roles always together, and names them at all."""
    named = False
    for rule in resolved.rules:
        nodes: list[Condition] = [rule.guard]
        if rule.expression is not None:
            nodes += [n for n in inside(rule.expression) if not hasattr(n, "sort")]  # type: ignore[misc]
        for node in (part for guard in nodes for part in walk(_merged(guard, first_role, second_role))):
            if isinstance(node, HasRole) and node.role in (first_role, second_role):
                return False
            named = named or (isinstance(node, HasRole) and node.role == f"{first_role}|{second_role}")
    return named


def _merged(node: Condition, first_role: str, second_role: str) -> Condition:
    """Replace “is a … or is a …” (and “is no … and is no …”) of two roles by one mention of both."""
    match node:
        case Or(parts) | And(parts):
            kind = type(node)
            positive = isinstance(node, Or)
            merged = [_merged(part, first_role, second_role) for part in parts]
            flat: list[Condition] = []
            for part in merged:
                flat.extend(part.parts if isinstance(part, kind) else [part])
            for part in list(flat):
                if isinstance(part, HasRole) and part.role == first_role and part.positive == positive:
                    pair = HasRole(second_role, part.arg, positive)
                    if pair in flat:
                        flat[flat.index(part)] = HasRole(f"{first_role}|{second_role}", part.arg, positive)
                        flat.remove(pair)
            return flat[0] if len(flat) == 1 else kind(tuple(flat))
        case Not(part):
            return Not(_merged(part, first_role, second_role))
        case At(moment, part):
            return At(moment, _merged(part, first_role, second_role))
        case Quantified(kind, n, var, sort, where, body):
            return Quantified(
                kind, n, var, sort, _merged(where, first_role, second_role), _merged(body, first_role, second_role)
            )
    return node
