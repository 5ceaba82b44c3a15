"""Which predicates depend on which, with which sign; circles of consequences and texts that are not stratified.

A circle is sound when only truths feed it: a conclusion *false*, a negation, a count, a value or something left open
inside a circle would make it depend on its own absence (Apt, Blair and Walker 1988).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar, assert_never

from emperor_rules.model.terms import And, Apply, At, Condition, Holds, Or, Quantified, Quantifier, Term, TermAt, inside
from emperor_rules.model.vocabulary import Vocabulary
from emperor_rules.resolve.rules import Rule, declarations
from emperor_rules.semantics.expressions import CONSTANTS, JOINING, LOOKUPS
from emperor_rules.semantics.verdict import Conclusion

#: What a graph connects; it sorts.
Vertex = TypeVar("Vertex", bound=Any)


def dependencies(node: Condition | Term, positive: bool = True) -> Iterator[tuple[str, bool]]:
    """Yield every predicate that a condition or term reads, with its sign (true: only its truth can matter)."""
    match node:
        case Holds(predicate, _, holds):
            yield predicate, positive and holds
            positive = False
        case Apply(predicate, _):
            yield predicate, False
            positive = False
        case Quantified(kind, _, _, _, where, body):
            rising = positive and kind in (Quantifier.SOME, Quantifier.AT_LEAST, Quantifier.EVERY)
            yield from dependencies(where, rising and kind is not Quantifier.EVERY)
            yield from dependencies(body, rising)
            return
        case And() | Or() | At():
            pass
        case _:
            if not isinstance(node, (CONSTANTS, LOOKUPS, JOINING, TermAt)):
                assert_never(node)
            positive = False
    for part in inside(node):
        yield from dependencies(part, positive)


#: The predicates that a rule reads, each with its sign where the rule concludes a truth that nothing overrides.
SignedReads = tuple[tuple[str, bool], ...]


def reads_of(rule: Rule) -> SignedReads:
    """Return what a rule reads: in its condition, and for its value."""
    of_value = dependencies(rule.expression, False) if rule.expression is not None else ()
    return *dependencies(rule.guard, rule.kind == Conclusion.YES), *of_value


def find_circles(
    rules: Iterable[tuple[Rule, SignedReads]], vocabulary: Vocabulary, overriding: frozenset[int] = frozenset()
) -> tuple[Mapping[str, frozenset[str]], list[tuple[str, list[int]]]]:
    """Return the circles of predicates, and those that are not stratified with the rules that make them so.

    Each rule comes with what it reads.
    Rules that are ``overriding`` override others beside those that are known to.
    """
    rules = tuple(rules)
    overriders = overriding.union(number for rule, _ in rules for number in rule.overriders)
    graph: dict[str, dict[str, bool]] = {}
    guilty: dict[tuple[str, str], list[int]] = {}
    for rule, reads in rules:
        edges = graph.setdefault(rule.predicate, {})
        takes_away = rule.number in overriders  # whatever takes a truth away reads with a negative sign
        for target, sign in reads:
            positive = sign and not takes_away
            edges[target] = edges.get(target, True) and positive
            if not positive:
                guilty.setdefault((rule.predicate, target), []).append(rule.number)
    for predicate in vocabulary.predicates.values():
        for declared in declarations(predicate, predicate.id in graph):
            edges = graph.setdefault(predicate.id, {})
            for target, positive in dependencies(declared.condition):
                edges[target] = edges.get(target, True) and positive
    components = strongly_connected_components(graph)
    circular = (c for c in components if len(c) > 1 or c[0] in graph.get(c[0], {}))
    circles = {name: frozenset(component) for component in circular for name in component}
    unstratified = [
        (source, numbers)
        for (source, target), numbers in guilty.items()
        if source in circles and target in circles[source]
    ]
    return circles, unstratified


def strongly_connected_components(graph: Mapping[Vertex, Iterable[Vertex]]) -> list[list[Vertex]]:
    """Return the strongly connected components (Tarjan 1972), those that others lead to first, without recursion."""
    index: dict[Vertex, int] = {}
    low: dict[Vertex, int] = {}
    stack: list[Vertex] = []
    on_stack: set[Vertex] = set()
    components: list[list[Vertex]] = []
    for root in graph:
        if root in index:
            continue
        work: list[tuple[Vertex, Iterator[Vertex]]] = [(root, iter(graph.get(root, ())))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, targets = work[-1]
            for target in targets:
                if target not in index:
                    index[target] = low[target] = len(index)
                    stack.append(target)
                    on_stack.add(target)
                    work.append((target, iter(graph.get(target, ()))))
                    break
                if target in on_stack:
                    low[node] = min(low[node], index[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    component = []
                    while True:
                        member = stack.pop()
                        on_stack.discard(member)
                        component.append(member)
                        if member == node:
                            break
                    components.append(sorted(component))
    return components
