"""Signatures of rules: what decides a question, without the names of clauses, so that rules can be compared."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from emperor_rules.model.terms import Condition, HasRole, Term, walk
from emperor_rules.resolve.cone import cone_of
from emperor_rules.resolve.rules import ResolvedText, Rule, definition_of, per_text


@per_text
def cone_signature(resolved: ResolvedText, predicate: str) -> tuple[object, ...]:
    """Return everything that decides a question, without the names of clauses: equal signatures mean equal answers.

    What the vocabulary declares of the predicates, given facts and roles that are read belongs to it, so that texts of
    two rulebooks may be compared; the options that a text offers do not.
    """
    cone, vocabulary = cone_of(resolved, predicate), resolved.vocabulary
    signature: list[object] = [tuple(sorted(cone.options & resolved.options))]
    nodes: list[Condition | Term] = []
    for name in sorted(cone.predicates):
        definition = definition_of(resolved, name)
        signature.append((definition.predicate.sense, repr(definition.declared)))
        nodes += definition.conditions
        signature.append((name, own_signature(resolved, name)))
    signature += [vocabulary.givens[key].sense for key in sorted(cone.givens)]
    roles = {part.role for node in nodes for part in walk(node) if isinstance(part, HasRole)}
    signature += [(role, vocabulary.roles[role].letter) for role in sorted(roles)]
    return tuple(signature)


@per_text
def cone_digest(resolved: ResolvedText, predicate: str) -> str:
    """Return a digest of :func:`cone_signature`."""
    return sha256(repr(cone_signature(resolved, predicate)).encode()).hexdigest()


@per_text
def own_signature(resolved: ResolvedText, predicate: str) -> tuple[object, ...]:
    """Return what the rules of one predicate say, without the names of clauses; what they read is left out."""
    rules = sorted(resolved.rules_about(predicate), key=_sense)
    place = {rule.number: at for at, rule in enumerate(rules)}
    declared = resolved.vocabulary.predicates[predicate]
    permission = declared.is_permission
    senses = [(*_sense(rule), tuple(sorted(place[o] for o in rule.overriders if o in place))) for rule in rules]
    return (permission and resolved.principle is not None, *senses)


def deciding_clauses(resolved: ResolvedText, predicate: str) -> tuple[tuple[str, str], ...]:
    """Return the clause and the kind of every rule about a predicate, in the order of :func:`own_signature`."""
    rules = sorted(resolved.rules_about(predicate), key=_sense)
    return tuple((resolved.clauses[rule.clause].citation, rule.kind) for rule in rules)


def rule_senses(resolved: ResolvedText, predicate: str) -> Iterator[tuple[object, ...]]:
    """Return the content of each rule about a predicate and its overriders, without the names of clauses."""
    for rule in resolved.rules_about(predicate):
        yield (*_sense(rule), tuple(sorted(_sense(resolved.rules[n]) for n in rule.overriders)))


def _sense(rule: Rule) -> tuple[str, ...]:
    """Return the content of a rule as a sortable string."""
    return (
        rule.kind,
        str(rule.defeasible),
        repr(rule.letters),
        repr(rule.guard),
        repr(rule.expression),
        repr((rule.place, rule.place_key)),
    )
