"""The cone of influence of a question: which moments, given facts and options its clauses look at (design §6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from emperor_rules.model.terms import (
    Apply,
    At,
    Choice,
    Compare,
    Condition,
    First,
    GivenFlag,
    GivenHas,
    GivenVal,
    HasRole,
    Holds,
    Number,
    OptionOn,
    Term,
    TermAt,
    inside,
    walk,
)
from emperor_rules.model.vocabulary import GivenFact, Predicate
from emperor_rules.resolve.rules import ResolvedText, Rule, per_text
from emperor_rules.resolve.stratification import dependencies, reachable, rule_dependencies
from emperor_rules.semantics.builtins import is_directed, is_positional

#: Stands for every number that occurs at a table, where a given number is held against something that is none.
ANY_NUMBER = -1


@dataclass(frozen=True)
class Cone:
    """What the answers to one question can depend on, beside the seats.

    ``directed`` tells whether it matters which way round the seats are counted. ``numbers`` are those with which given
    numbers are compared, by the name of the fact.
    """

    relations: frozenset[str]
    moments: frozenset[str]
    givens: frozenset[str]
    options: frozenset[str]
    circular: bool = False
    directed: bool = False
    numbers: frozenset[tuple[str, int]] = frozenset()

    def __or__(self, other: Cone) -> Cone:
        """Unite two cones: what either question depends on."""
        return Cone(
            self.relations | other.relations,
            self.moments | other.moments,
            self.givens | other.givens,
            self.options | other.options,
            self.circular or other.circular,
            self.directed or other.directed,
            self.numbers | other.numbers,
        )


@per_text
def cone_of(resolved: ResolvedText, relation: str) -> Cone:
    """Read the cone of a question off the rules of a text."""
    rules_of = {name: [resolved.rules[n] for n in ns] for name, ns in resolved.by_relation.items()}
    relations = reachable(relation, rules_of, resolved.vocabulary)
    found: set[tuple[str, str]] = set()
    numbers: set[tuple[str, int]] = set()
    for name in relations:
        declared = resolved.vocabulary.relations.get(name)
        nodes: list[Condition | Term] = []
        for rule in rules_of.get(name, ()):
            nodes.append(rule.guard)
            if rule.expression is not None:
                nodes.append(rule.expression)
            if rule.place_key is not None:
                found.add(("given", rule.place_key))
        if declared is not None:
            nodes += [
                c for c in (declared.premise, declared.means if not rules_of.get(name) else None) if c is not None
            ]
        for node in nodes:
            found.update(_reads(node, "now", resolved))
            numbers.update(_compared(node))

    def kind(wanted: str) -> frozenset[str]:
        return frozenset(name for what, name in found if what == wanted)

    circular = any(name in resolved.circles for name in relations)
    directed = any(what == "directed" for what, _ in found)
    return Cone(relations, kind("moment"), kind("given"), kind("option"), circular, directed, frozenset(numbers))


def _reads(node: Condition | Term, moment: str, resolved: ResolvedText) -> Iterator[tuple[str, str]]:
    match node:
        case At(other, part):
            yield from _reads(part, other, resolved)
            return
        case TermAt(other, term):
            yield from _reads(term, other, resolved)
            return
        case Holds(relation, _, _) | Apply(relation, _):
            builtin = resolved.vocabulary.relations[relation].builtin
            if is_positional(builtin):
                yield "moment", moment
            if is_directed(builtin):
                yield "directed", relation
        case First():
            yield "directed", "first"
        case GivenVal(key) | GivenFlag(key, _) | GivenHas(key, _, _):
            yield "given", key
        case OptionOn(option):
            yield "option", option
    for inner in inside(node):
        yield from _reads(inner, moment, resolved)


def _compared(node: Condition | Term) -> Iterator[tuple[str, int]]:
    """Give the numbers that tell values of given facts apart."""
    match node:
        case Compare(_, GivenVal(key), Number(number)) | Compare(_, Number(number), GivenVal(key)):
            yield key, number
            return
        case GivenVal(key):
            yield key, ANY_NUMBER
    for inner in inside(node):
        yield from _compared(inner)


def allowed_choices(resolved: ResolvedText, relation: str, key: str) -> tuple[str, ...]:
    """Give the choices of a given fact that the clauses in the question's cone speak of; none: ask at its default."""
    rules_of = {name: [resolved.rules[n] for n in ns] for name, ns in resolved.by_relation.items()}
    found: set[str] = set()
    for name in reachable(relation, rules_of, resolved.vocabulary):
        for rule in rules_of.get(name, ()):
            for part in walk(rule.guard):
                if isinstance(part, Compare) and part.left == GivenVal(key) and isinstance(part.right, Choice):
                    found.add(part.right.word)
    words = tuple(word for word, _ in resolved.vocabulary.givens[key].choices if word in found)
    default = resolved.vocabulary.givens[key].default
    return words if words != (default,) else ()


@per_text
def cone_signature(resolved: ResolvedText, relation: str) -> tuple[object, ...]:
    """Give everything that decides a question, without the names of clauses: equal signatures mean equal answers.

    What the vocabulary declares of the relations, given facts and roles that are read belongs to it, so that texts of
    two rulebooks may be compared; the options that a text offers do not.
    """
    cone, vocabulary = cone_of(resolved, relation), resolved.vocabulary
    found: list[object] = [tuple(sorted(cone.options & resolved.options))]
    nodes: list[Condition | Term] = []
    for name in sorted(cone.relations):
        rules = [resolved.rules[n] for n in resolved.by_relation.get(name, ())]
        declared = vocabulary.relations.get(name)
        if declared is not None:
            means = declared.means if not rules else None
            found.append((relation_sense(declared), repr(declared.premise), repr(means)))
            nodes += [c for c in (declared.premise, means) if c is not None]
        nodes += [n for rule in rules for n in (rule.guard, rule.expression) if n is not None]
        found.append((name, own_signature(resolved, name)))
    found += [given_sense(vocabulary.givens[key]) for key in sorted(cone.givens)]
    roles = {part.role for node in nodes for part in walk(node) if isinstance(part, HasRole)}
    found += [(role, vocabulary.roles[role].letter) for role in sorted(roles)]
    return tuple(found)


@per_text
def cone_digest(resolved: ResolvedText, relation: str) -> str:
    """Return a digest of :func:`cone_signature`."""
    return sha256(repr(cone_signature(resolved, relation)).encode()).hexdigest()


@per_text
def own_signature(resolved: ResolvedText, relation: str) -> tuple[object, ...]:
    """Give what the rules of one relation say, without the names of clauses; what they read is left out."""
    rules = sorted((resolved.rules[n] for n in resolved.by_relation.get(relation, ())), key=_sense)
    place = {rule.number: at for at, rule in enumerate(rules)}
    declared = resolved.vocabulary.relations[relation]
    permission = declared.kind == "action" or declared.requirement
    senses = [(*_sense(rule), tuple(sorted(place[o] for o in rule.overriders if o in place))) for rule in rules]
    return (permission and resolved.principle is not None, *senses)


def deciding_clauses(resolved: ResolvedText, relation: str) -> tuple[tuple[str, str], ...]:
    """Give the clause and the kind of every rule about a relation, in the order of :func:`own_signature`."""
    rules = sorted((resolved.rules[n] for n in resolved.by_relation.get(relation, ())), key=_sense)
    return tuple((resolved.clauses[rule.clause].citation, rule.kind) for rule in rules)


@per_text
def reads(resolved: ResolvedText, relation: str) -> frozenset[str]:
    """Name the relations that the rules of one relation look at by themselves, builtin ones left out."""
    rules = [resolved.rules[n] for n in resolved.by_relation.get(relation, ())]
    declared = resolved.vocabulary.relations[relation]
    targets = {target for rule in rules for target, _ in rule_dependencies(rule)}
    for cond in (declared.premise, declared.means if not rules else None):
        if cond is not None:
            targets.update(target for target, _ in dependencies(cond))
    return frozenset(name for name in targets if resolved.vocabulary.relations[name].builtin is None)


def rule_senses(resolved: ResolvedText, relation: str) -> Iterator[tuple[object, ...]]:
    """Say what each rule about a relation says, and before which others it yields, without the names of clauses."""
    for number in resolved.by_relation.get(relation, ()):
        rule = resolved.rules[number]
        yield (*_sense(rule), tuple(sorted(_sense(resolved.rules[n]) for n in rule.overriders)))


def relation_sense(declared: Predicate) -> tuple[object, ...]:
    """Say what a declaration tells of a relation beside its words and what it means in texts that do not define it."""
    return (
        declared.id,
        declared.kind,
        declared.params,
        declared.answer,
        tuple(word for word, _ in declared.choices),
        declared.closed,
        declared.builtin,
        declared.requirement,
        declared.gone_allowed,
        declared.ignores,
        declared.slot and declared.slot[0],
        declared.gives,
    )


def given_sense(declared: GivenFact) -> tuple[object, ...]:
    """Say what a declaration tells of a given fact beside its words."""
    choices = tuple(word for word, _ in declared.choices)
    return declared.id, declared.kind, declared.default, choices, declared.best, declared.present


def _sense(rule: Rule) -> tuple[str, ...]:
    """Say what a rule says, as text that sorts."""
    return (
        rule.kind,
        str(rule.presumptive),
        repr(rule.letters),
        repr(rule.guard),
        repr(rule.expression),
        repr((rule.place, rule.place_key)),
    )
