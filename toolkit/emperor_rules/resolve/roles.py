"""Roles that a text knows, and the rules that can apply where nobody has another.

A text knows the roles that it names in its head (``roles none``: no role), or else those that the texts it includes
know and those of which it speaks. So a role that is declared for one text is handed out in no search of another. A text
that speaks of one role alone needs another for those who do not have it: the first declared.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from emperor_rules.model import terms
from emperor_rules.model.texts import Text
from emperor_rules.resolve.cone import cone_of
from emperor_rules.resolve.rules import ResolvedText, Rule, memoized_per_text


@memoized_per_text
def known_roles(resolved: ResolvedText) -> frozenset[str]:
    """Return the roles that a text says it knows, or else those that texts it includes know, and those it speaks of."""
    if resolved.text.roles is not None:
        return frozenset(resolved.text.roles)
    reached = _speaking_of_roles(resolved)
    roles: set[str] = set().union(*(text.roles or () for text in reached))
    silent = {text.id for text in reached if text.roles is None}
    own = [rule for rule in resolved.rules if resolved.clauses[rule.clause].clause.text in silent]
    for rule in own:
        roles |= roles_in(parts_of(rule))
    predicates = frozenset().union(*(cone_of(resolved, rule.predicate).predicates for rule in own))
    for predicate in (resolved.vocabulary.predicates[name] for name in predicates):
        roles |= roles_in(condition for condition in (predicate.means, predicate.premise) if condition is not None)
    if len(roles) == 1:
        roles.update([role for role in resolved.vocabulary.roles if role not in roles][:1])
    return frozenset(roles)


@memoized_per_text
def roles_said(resolved: ResolvedText) -> tuple[str, ...] | None:
    """Return the roles that a text knows if it, or one that it includes, says which, else ``None``."""
    if all(text.roles is None for text in _speaking_of_roles(resolved)):
        return None
    return tuple(sorted(known_roles(resolved)))


@memoized_per_text
def knows_no_role(resolved: ResolvedText) -> bool:
    """Return whether a text, or one that it includes, says that it knows no role, and none is known besides.

    Then nobody has a role, whatever the seats of a table tell: a rule about one is for other games.
    """
    said = [text.roles for text in _speaking_of_roles(resolved) if text.roles is not None]
    return bool(said) and not any(said) and not known_roles(resolved)


@memoized_per_text
def _speaking_of_roles(resolved: ResolvedText) -> Sequence[Text]:
    """Return a text, and as long as none of them says what roles it knows, those that it includes.

    What one of them says of its roles is said of all that it includes.
    """
    by_id = {text.id: text for text in resolved.texts}
    reached = [resolved.text]
    for text in reached:
        if text.roles is None:
            included = (by_id[inclusion.text] for inclusion in text.includes if inclusion.text in by_id)
            reached += [other for other in included if other not in reached]
    return reached


def parts_of(rule: Rule) -> list[terms.Condition | terms.Term]:
    """Return the guard of a rule, and the parts of what it concludes."""
    return [rule.guard, *(() if rule.expression is None else terms.inside(rule.expression))]


def roles_in(nodes: Iterable[terms.Condition | terms.Term]) -> set[str]:
    """Return the roles that conditions and terms name."""
    return {part.role for node in nodes for part in terms.walk(node) if isinstance(part, terms.HasRole)}


@memoized_per_text
def rules_for_its_roles(resolved: ResolvedText, predicate: str) -> tuple[Rule, ...]:
    """Return the rules about a predicate that can apply where nobody has a role that the text does not know."""
    known = known_roles(resolved)

    def possible(part: terms.Condition) -> bool:
        match part:
            case terms.And(parts):
                return all(map(possible, parts))
            case terms.Quantified(kind=terms.Quantifier.SOME, where=where, body=body):
                return possible(where) and possible(body)
            case terms.HasRole(role, _, True):
                return role in known
        return True

    return tuple(rule for rule in resolved.rules_about(predicate) if possible(rule.guard))
