"""The cone of influence of a question: which moments, given facts and options its clauses look at.

Its signature is what decides the question, without the names of clauses, so that rules can be compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from hashlib import sha256
from operator import or_
from typing import assert_never

from emperor_rules.model import terms
from emperor_rules.model.terms import Arithmetic, Compare, Condition, HasRole, Moment, Term, inside, walk
from emperor_rules.model.vocabulary import Predicate, Vocabulary
from emperor_rules.resolve.rules import ResolvedText, Rule, definition_of, memoized_per_text
from emperor_rules.semantics.builtins import BUILTINS, is_positional
from emperor_rules.semantics.expressions import CONSTANTS, JOINING, LOOKUPS, SHIFTS
from emperor_rules.semantics.verdict import Conclusion

#: Stands for every number that occurs at a table, where a given number is held against something that is none.
ANY_NUMBER = -1
#: What a cone says of how people sit, each the name of a property of built-ins.
_SEATING = ("directed", "ordered", "placed")


@dataclass(frozen=True)
class Cone:
    """What the answers to one question can depend on, beside the seats.

    ``directed`` tells whether it matters which way round the seats are counted, ``ordered`` whether in which order
    people sit, and ``placed`` whether where in their team. ``numbers`` are those with which given numbers are compared,
    by the name of the fact; ``roles`` are those of which it matters who has them.
    """

    predicates: frozenset[str]
    moments: frozenset[str]
    givens: frozenset[str]
    options: frozenset[str]
    circular: bool = False
    directed: bool = False
    ordered: bool = False
    placed: bool = False
    numbers: frozenset[tuple[str, int]] = frozenset()
    roles: frozenset[str] = frozenset()

    def __or__(self, other: Cone) -> Cone:
        """Return the union of two cones: what either question depends on."""
        return Cone(*(own | others for own, others in zip(vars(self).values(), vars(other).values(), strict=True)))


@memoized_per_text
def rules_in_play(resolved: ResolvedText, predicate: str, in_use: frozenset[str] | None) -> tuple[Rule, ...]:
    """Return the rules about a predicate that can apply while just these options are in use; ``None`` stands for any.

    The others are those whose condition is false whatever the position, for the options or for facts that they settle.
    """
    rules = definition_of(resolved, predicate).rules
    if in_use is None:
        return rules
    return tuple(rule for rule in rules if _settled(resolved, rule.guard, in_use) is not False)


def _settled(resolved: ResolvedText, condition: Condition, in_use: frozenset[str]) -> bool | None:
    """Return what a condition is in every position while just these options are in use, if they settle it."""
    match condition:
        case terms.Always():
            return True
        case terms.OptionOn(option):
            return option in in_use
        case terms.Not(part):
            settled = _settled(resolved, part, in_use)
            return None if settled is None else not settled
        case terms.And(parts) | terms.Or(parts):
            decisive = isinstance(condition, terms.Or)
            each = {_settled(resolved, part, in_use) for part in parts}
            return decisive if decisive in each else None if None in each else not decisive
        case terms.Holds(name, args, positive):
            holds = _settled_fact(resolved, name, in_use)
            if args and (holds or not positive):  # nothing is true of nobody
                return None
            return holds if positive or holds is None else not holds
    return None


@memoized_per_text
def _settled_fact(resolved: ResolvedText, predicate: str, in_use: frozenset[str]) -> bool | None:
    """Return whether a fact is true, or false, everywhere while just these options are in use, if they settle it."""
    definition = definition_of(resolved, predicate)
    declared = definition.predicate
    if declared.builtin is not None or definition.declared or predicate in resolved.circles:
        return None
    rules = [rule for rule in rules_in_play(resolved, predicate, in_use) if rule.kind != Conclusion.MET]
    if declared.closed and not any(rule.kind in (Conclusion.YES, Conclusion.OPEN) for rule in rules):
        return False
    certain = any(rule.place_key is None and _settled(resolved, rule.guard, in_use) for rule in rules)
    return True if certain and all(rule.kind == Conclusion.YES for rule in rules) else None


@memoized_per_text
def _direct_cone(resolved: ResolvedText, predicate: str, in_use: frozenset[str] | None) -> Cone:
    """Return what a predicate depends on by itself, and the predicates that it reads."""
    reads: dict[str, set[str]] = {kind: set() for kind in ("predicate", "moment", "given", "option", "role", *_SEATING)}
    definition = definition_of(resolved, predicate)
    definition = replace(definition, rules=rules_in_play(resolved, predicate, in_use))
    for node in definition.conditions:
        for kind, name in _reads(node, Moment.NOW, resolved):
            reads[kind].add(name)
    numbers = frozenset(_compared(definition.conditions, resolved))
    reads["given"].update(rule.place_key for rule in definition.rules if rule.place_key is not None)
    predicates, moments, givens, options, roles, *seating = map(frozenset, reads.values())
    circular = predicate in resolved.circles
    directed, ordered, placed = map(bool, seating)
    return Cone(predicates, moments, givens, options, circular, directed, ordered, placed, numbers, roles)


@memoized_per_text
def cone_of(resolved: ResolvedText, predicate: str, in_use: frozenset[str] | None = None) -> Cone:
    """Return the cone of a question under the rules of a text: the predicates that its answer may read, with theirs.

    Where just the options ``in_use`` are so, rules that need another count for nothing.
    """
    parts = {predicate: _direct_cone(resolved, predicate, in_use)}
    waiting = [predicate]
    while waiting:
        for name in parts[waiting.pop()].predicates - parts.keys():
            parts[name] = _direct_cone(resolved, name, in_use)
            waiting.append(name)
    return replace(reduce(or_, parts.values()), predicates=frozenset(parts))


@memoized_per_text
def departing_cone(resolved: ResolvedText) -> Cone:
    """Return what it depends on who leaves with others, and whether play has ended."""
    deciding = filter(None, (resolved.vocabulary.departure, resolved.vocabulary.ending))
    nothing = frozenset[str]()
    return reduce(or_, (cone_of(resolved, fact.id) for fact in deciding), Cone(nothing, nothing, nothing, nothing))


def _reads(node: Condition | Term, moment: Moment, resolved: ResolvedText) -> Iterator[tuple[str, str]]:
    match node:
        case terms.At(other_moment, part):
            yield from _reads(part, other_moment, resolved)
            return
        case terms.TermAt(other_moment, term):
            yield from _reads(term, other_moment, resolved)
            return
        case terms.Holds(predicate, _, _) | terms.Apply(predicate, _):
            yield "predicate", predicate
            builtin = resolved.vocabulary.predicates[predicate].builtin
            if is_positional(builtin):
                yield "moment", moment
            if builtin is not None:
                yield from ((kind, predicate) for kind in _SEATING if getattr(BUILTINS[builtin], kind))
                if BUILTINS[builtin].given:
                    yield "given", predicate
        case terms.First():
            yield from (("directed", "first"), ("ordered", "first"))
        case terms.GivenTerm(key) | terms.GivenFlag(key, _) | terms.GivenHas(key, _, _):
            yield "given", key
        case terms.OptionOn(option):
            yield "option", option
        case terms.HasRole(role):
            yield "role", role
        case _:
            if not isinstance(node, (CONSTANTS, JOINING)):
                assert_never(node)
    for inner in inside(node):
        yield from _reads(inner, moment, resolved)


def _compared(nodes: Iterable[Condition | Term], resolved: ResolvedText) -> Iterator[tuple[str, int]]:
    """Yield the numbers with which given facts are compared, by their keys."""
    for node in nodes:
        match node:
            case terms.Compare(_, term, terms.Number(number)) | terms.Compare(_, terms.Number(number), term):
                yield from _landmarks(term, number, resolved)
            case terms.Compare(_, terms.Apply(key, _), terms.Apply(value, _)) if key in resolved.vocabulary.givens:
                yield key, ANY_NUMBER
                for rule in resolved.rules_about(value):
                    numerals = (part for part in (rule.expression and walk(rule.expression)) or ())
                    yield from ((key, part.value) for part in numerals if isinstance(part, terms.Number))
            case terms.GivenTerm(key):
                yield key, ANY_NUMBER
            case terms.Apply(key, args) if key in resolved.vocabulary.givens:
                yield key, ANY_NUMBER
                yield from _compared(args, resolved)
            case _:
                if not isinstance(node, (CONSTANTS, LOOKUPS, JOINING, SHIFTS)):
                    assert_never(node)
                yield from _compared(inside(node), resolved)


def _landmarks(term: Term, number: int, resolved: ResolvedText) -> Iterator[tuple[str, int]]:
    """Yield the values of given facts near which a term passes a number."""
    match term:
        case terms.GivenTerm(key):
            yield key, number
        case terms.Apply(key, args) if key in resolved.vocabulary.givens:
            yield key, number
            yield from _compared(args, resolved)
        case terms.Calculation(Arithmetic.PLUS, part, terms.Number(other)):
            yield from _landmarks(part, number - other, resolved)
        case terms.Calculation(Arithmetic.PLUS, terms.Number(other), part):
            yield from _landmarks(part, number - other, resolved)
        case terms.Calculation(Arithmetic.MINUS, part, terms.Number(other)):
            yield from _landmarks(part, number + other, resolved)
        case terms.Calculation(Arithmetic.MINUS, terms.Number(other), part):
            yield from _landmarks(part, other - number, resolved)
        case terms.Calculation(Arithmetic.TIMES, terms.Number(other), part) if other:
            yield from _landmarks(part, number // other, resolved)
        case terms.Calculation(_, part, terms.Number(other)):
            for edge in (number * other, (number + 1) * other, (number - 1) * other):
                yield from _landmarks(part, edge, resolved)
        case _:
            yield from _compared([term], resolved)


def allowed_choices(resolved: ResolvedText, predicate: str, key: str) -> tuple[str, ...]:
    """Return the choices of a given fact that the clauses in the question's cone speak of; none: ask at its default."""
    mentioned = {
        part.right.word
        for name in cone_of(resolved, predicate).predicates
        for rule in resolved.rules_about(name)
        for part in walk(rule.guard)
        if isinstance(part, Compare) and part.left == terms.GivenTerm(key) and isinstance(part.right, terms.Choice)
    }
    words = tuple(word for word, _ in resolved.vocabulary.givens[key].choices if word in mentioned)
    default = resolved.vocabulary.givens[key].default
    return words if words != (default,) else ()


def is_observable(declared: Predicate, vocabulary: Vocabulary, *, everybody_present: bool) -> bool:
    """Return whether what a predicate means can be seen at the table.

    The vocabulary itself says so: by roles, teams and, as long as nobody has left, the order of seats.
    """
    if declared.builtin is not None:
        return not BUILTINS[declared.builtin].given and (everybody_present or not is_positional(declared.builtin))
    if declared.means is None or declared.elsewhere.en:  # rules decide it, those of another section too
        return False
    for part in walk(declared.means):
        match part:
            case terms.Holds(predicate, _, _) | terms.Apply(predicate, _):
                inner = vocabulary.predicates[predicate]
                if inner is declared or not is_observable(inner, vocabulary, everybody_present=everybody_present):
                    return False
            case terms.GivenTerm() | terms.GivenFlag() | terms.GivenHas() | terms.OptionOn():
                return False
            case _:
                if not isinstance(part, (CONSTANTS, JOINING, SHIFTS, terms.HasRole)):
                    assert_never(part)
    return True


def reads(resolved: ResolvedText, predicate: str) -> frozenset[str]:
    """Return the predicates that the rules of one predicate read directly, without builtin ones."""
    read = _direct_cone(resolved, predicate, None).predicates
    return frozenset(name for name in read if resolved.vocabulary.predicates[name].builtin is None)


# --- signatures --------------------------------------------------------------------------------------


@memoized_per_text
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


@memoized_per_text
def cone_digest(resolved: ResolvedText, predicate: str) -> str:
    """Return a digest of :func:`cone_signature`."""
    return sha256(repr(cone_signature(resolved, predicate)).encode()).hexdigest()


@memoized_per_text
def own_signature(resolved: ResolvedText, predicate: str) -> tuple[object, ...]:
    """Return what the rules of one predicate say, without the names of clauses; what they read is left out."""
    rules = sorted(resolved.rules_about(predicate), key=_sense)
    place = {rule.number: at for at, rule in enumerate(rules)}
    prohibits = any(rule.prohibits for rule in rules)
    senses = [(*_sense(rule), tuple(sorted(place[o] for o in rule.overriders if o in place))) for rule in rules]
    return (prohibits and resolved.principle is not None, *senses)


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
        str(rule.prohibits),
        repr(rule.letters),
        repr(rule.guard),
        repr(rule.expression),
        repr((rule.place, rule.place_key)),
    )
