"""Compile the rules of a resolved text into Python functions, one per relation.

Conditions that only look at seats, roles, teams and options become plain Python expressions; the others are carried
as a pair (truth value, mask of clauses), so that no conjunct's reasons are lost. The meaning of every node is the one
of design §4 and :mod:`emperor_rules.evaluate.verdict`; a plain interpreter in the tests checks it independently.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from emperor_rules.evaluate.lines import Full
from emperor_rules.evaluate.table import NOBODY, clockwise, distance, steps_left
from emperor_rules.evaluate.verdict import CONTRADICTORY, Book, Standing, decide_fact, decide_value
from emperor_rules.evaluate.writing import BOTH, TRUTH, Writer
from emperor_rules.model.vocabulary import Relation
from emperor_rules.resolve.resolved import MET, NO, OPEN, VALUE, YES, ResolvedText
from emperor_rules.resolve.strata import reachable


class Asked:
    """What one question brings along: the given facts by number, and the verdicts that depend on them."""

    __slots__ = ("book", "given", "low", "path", "pending")

    def __init__(self, given: list[Any]) -> None:
        """``given`` holds the values in the order of the vocabulary; ``None`` is not given.

        ``path`` are the questions being answered in each circle of consequences, with their depth; ``low`` the least
        depth that the present answer leant on; ``pending`` the answers that leant on an unfinished one. A circle in
        which nothing came out true is finished as a whole: every member is false for good (the least fixed point).
        """
        self.given = given
        self.book = Book()
        self.path: dict[int, dict[tuple[int, ...], int]] = {}
        self.pending: list[tuple[tuple[int, ...], tuple[Any, int]]] = []
        self.low = 1 << 30


@dataclass(frozen=True)
class Program:
    """A compiled text: a function per relation, and the masks that read its results.

    ``functions[relation](position, asked, *args)`` gives (value, mask). ``missing`` are the bits that stand for a
    given fact that was needed and absent, by key.
    """

    resolved: ResolvedText
    functions: Mapping[str, Any]
    numbers: Mapping[str, int]
    missing: Mapping[str, int]
    reads_given: frozenset[str]
    concluding: Mapping[str, int]
    deciding: Mapping[str, int]
    source: str


def compile_text(resolved: ResolvedText) -> Program:
    """Compile every relation of the vocabulary as ``resolved`` decides it."""
    vocabulary = resolved.vocabulary
    rules_of = {name: [resolved.rules[n] for n in numbers] for name, numbers in resolved.by_relation.items()}
    numbers = {name: n for n, name in enumerate(vocabulary.relations)}
    bits = len(resolved.clauses)
    missing = {key: 1 << (bits + n) for n, key in enumerate(vocabulary.givens)}
    reads_given = frozenset(
        name for name in vocabulary.relations
        if any(_reads(resolved, relation) for relation in reachable(name, rules_of, vocabulary))
    )  # fmt: skip
    standings = {
        rule.number: Standing(rule.kind, rule.presumptive, rule.overriders, 1 << rule.clause) for rule in resolved.rules
    }
    names: dict[str, Any] = {
        "distance": distance, "steps_left": steps_left, "clockwise": clockwise, "decide_fact": decide_fact,
        "decide_value": decide_value, "RULES": standings, "CONTRADICTORY": CONTRADICTORY, "NOBODY": NOBODY,
    }  # fmt: skip
    parts = []
    for name, relation in vocabulary.relations.items():
        parts.append(_function(relation, resolved, numbers, missing, name in reads_given))
    source = "\n".join(parts)
    exec(compile(source, f"<rules of {resolved.id}>", "exec"), names)
    concluding, deciding = _masks(resolved)
    return Program(
        resolved, {name: names[f"r{n}"] for name, n in numbers.items()}, numbers, missing, reads_given,
        concluding, deciding, source,
    )  # fmt: skip


def _masks(resolved: ResolvedText) -> tuple[dict[str, int], dict[str, int]]:
    """Give, by relation, the clauses that can conclude yes, and all that speak about it."""
    concluding: dict[str, int] = {}
    deciding: dict[str, int] = {}
    for rule in resolved.rules:
        bit = 1 << rule.clause
        deciding[rule.relation] = deciding.get(rule.relation, 0) | bit
        if rule.kind in (YES, VALUE):
            concluding[rule.relation] = concluding.get(rule.relation, 0) | bit
    return concluding, deciding


def _reads(resolved: ResolvedText, relation: str) -> bool:
    """Tell whether a relation's own rules or meaning look at given facts."""
    from emperor_rules.model.terms import GivenFlag, GivenHas, GivenVal, walk

    declared = resolved.vocabulary.relations.get(relation)
    nodes: list[Any] = [c for c in ((declared.means, declared.premise) if declared else ()) if c is not None]
    for number in resolved.by_relation.get(relation, ()):
        rule = resolved.rules[number]
        if rule.place is not None:
            return True
        nodes.append(rule.guard)
        if rule.expression is not None:
            nodes.append(rule.expression)
    return any(isinstance(n, (GivenFlag, GivenHas, GivenVal)) for node in nodes for n in walk(node))


def _function(
    relation: Relation,
    resolved: ResolvedText,
    numbers: Mapping[str, int],
    missing: Mapping[str, int],
    given: bool,
) -> str:
    """Write the function of one relation."""
    n = numbers[relation.id]
    parameters = [f"a{i}" for i in range(len(relation.params))]
    writer = Writer(resolved.vocabulary, numbers, missing, {r: resolved.by_relation.get(r, ()) for r in numbers})
    out = writer.line
    out(f"def r{n}(c, g{''.join(', ' + p for p in parameters)}):")
    writer.depth += 1
    if relation.builtin:
        expression = writer.builtin(relation.builtin, parameters, "now")
        out(f"return ({expression}), 0" if relation.kind == "value" else f"return (1 if {expression} else 0), 0")
        return writer.text()
    circular = relation.id in resolved.circles
    out(f"book = {'g' if given else 'c'}.book")
    out(f"key = ({n},{''.join(p + ', ' for p in parameters)})")
    out("known = book.memo.get(key)")
    if circular:
        # within its own circle a truth is derived anew, as it must not lean on itself by way of what is kept
        circle = min(numbers[name] for name in resolved.circles[relation.id])
        out(f"path = g.path.get({circle})")
        out(f"if path is None: path = g.path[{circle}] = {{}}")
        out("if known is not None and (known[0] == 0 or not path): return known")
        out("above = path.get(key)")
        out("if above is not None:")
        out("    if above < g.low: g.low = above")
        out("    return 0, 0")
        out("depth = len(path); path[key] = depth; outer = g.low; g.low = 1 << 30; mark = len(g.pending)")
    else:
        out("if known is not None: return known")
    _body(relation, resolved, writer, parameters)
    if circular:
        out("del path[key]")
        out("if g.low >= depth:")
        out("    if not path or answer[0] == 0: book.memo[key] = answer")
        out("    if len(g.pending) > mark:")
        out("        inside = g.pending[mark:]; del g.pending[mark:]")
        out("        if answer[0] == 0 and all(a[0] == 0 for _, a in inside): book.memo.update(inside)")
        out("else:")
        out("    g.pending.append((key, answer)); outer = g.low if g.low < outer else outer")
        out("g.low = outer")
    else:
        out("book.memo[key] = answer")
    out("return answer")
    return writer.text()


def _body(relation: Relation, resolved: ResolvedText, writer: Writer, parameters: list[str]) -> None:
    out = writer.line
    numbers = resolved.by_relation.get(relation.id, ())
    own = dict(zip((letter for letter, _ in relation.params), parameters, strict=True))
    if relation.premise is not None:
        v, _ = writer.full(writer.cond(relation.premise, own, "now", TRUTH))
        out(f"if {v} == 1: answer = (1, 0)")
        out("else:")
        writer.depth += 1
    if not numbers:
        if relation.means is not None:
            v, m = writer.full(writer.cond(relation.means, own, "now", BOTH))
            out(f"answer = ({v}, {m})")
        elif relation.kind == "value":
            out("answer = (None, 0)")
        else:
            out(f"answer = ({0 if relation.closed else 2}, 0)")
        if relation.closed:
            out("book.defaults.add(key)")
    else:
        _candidates(relation, resolved, writer, parameters)
    if relation.premise is not None:
        writer.depth -= 1


def _candidates(relation: Relation, resolved: ResolvedText, writer: Writer, parameters: list[str]) -> None:
    out = writer.line
    rules = [resolved.rules[n] for n in resolved.by_relation[relation.id]]
    permission = relation.kind == "action" or relation.requirement
    principle = 1 << resolved.principle if permission and resolved.principle is not None else 0
    overridable = any(rule.overriders for rule in rules)
    out("found = []")
    done: set[int] = set()
    for rule in rules:
        if rule.number in done:
            continue
        bound = dict(zip(rule.letters, parameters, strict=True))
        if rule.place is not None and rule.place_key is not None:
            bound[rule.place] = writer.given_name(rule.place_key)
        twin = next((r for r in rules if r.number == rule.number + 1 and r.sentence is rule.sentence
                     and rule.kind in (YES, NO) and r.kind in (NO, MET)), None)  # fmt: skip
        if twin is not None and rule.sentence is not None:
            done.add(twin.number)
            _both_sides(rule.number, twin.number, rule, twin, bound, writer)
            continue
        v, m = writer.full(writer.cond(rule.guard, bound, "now", TRUTH))
        if rule.kind == VALUE:
            assert rule.expression is not None
            out(f"if {v}:")
            writer.depth += 1
            code = writer.term(rule.expression, bound, "now")
            x, xm = writer.full_term(code)
            if relation.answer == "player" and isinstance(code, Full):
                out(f"if {x} == NOBODY: {x} = None; {xm} = 0  # nobody is no answer")
            known, unknown = writer.union(m, xm), xm
            if v != "1":  # of what is not certain, only what is open is a reason
                known, unknown = f"({known}) if {v} == 1 else {m}", f"({xm} if {v} == 1 else {writer.union(m, xm)})"
            mask = f"({known}) if {x} is not None else {unknown}" if isinstance(code, Full) else known
            out(f"found.append(({rule.number}, {v}, {mask}, {x}))")
            writer.depth -= 1
        else:
            out(f"if {v}: found.append(({rule.number}, {v}, {m}, None))")
    if relation.kind == "value":
        out(f"answer = decide_value(book, key, found, RULES, {overridable})")
    else:
        out(f"answer = decide_fact(book, key, found, RULES, {overridable}, {principle}, {relation.closed})")


def _both_sides(yes: int, no: int, rule: Any, twin: Any, bound: dict[str, str], writer: Writer) -> None:
    """Write a sentence that concludes one thing where its condition holds and the other where it fails.

    The guards share their base (*when*, *unless*), so the telling condition is computed once.
    """
    out = writer.line
    guards = rule.sentence.guards
    if rule.kind == NO:  # may not … unless …: the restriction bites where the condition fails
        base, telling = guards.when, guards.unless
        holds, fails = twin.number, rule.number
    else:
        from emperor_rules.model.terms import conjoin, negate

        base = guards.when if guards.unless is None else conjoin(guards.when, negate(guards.unless))
        telling = guards.only if guards.only is not None else guards.exactly
        holds, fails = rule.number, twin.number
    bv, bm = writer.full(writer.cond(base, bound, "now", TRUTH))
    always = bv == "1"
    out(f"if {bv}:" if not always else "if True:")
    writer.depth += 1
    v, m = writer.full(writer.cond(telling, bound, "now", BOTH))
    both = writer.union(m, bm)
    certain = "1" if always else bv
    known, unknown = (both, m) if always else (f"({both}) if {bv} == 1 else {bm}", f"{m} | ({bm} if {bv} == 2 else 0)")
    out(f"if {v} == 1: found.append(({holds}, {certain}, {known}, None))")
    out(f"elif {v} == 0: found.append(({fails}, {certain}, {known}, None))")
    out("else:")
    out(f"    found.append(({holds}, 2, {unknown}, None)); found.append(({fails}, 2, {unknown}, None))")
    writer.depth -= 1


__all__ = ["MET", "OPEN", "Asked", "Program", "compile_text"]
