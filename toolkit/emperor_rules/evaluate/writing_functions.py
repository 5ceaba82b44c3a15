"""Write the function of a relation: what is known already, the circle that it may stand in, its rules, the verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from emperor_rules.evaluate.fixpoint import DEEPEST
from emperor_rules.evaluate.keys import written_key
from emperor_rules.evaluate.lines import Full
from emperor_rules.evaluate.writing import BOTH, TRUTH, Writer
from emperor_rules.model.terms import conjoin, negate
from emperor_rules.model.vocabulary import Predicate
from emperor_rules.resolve.rules import MET, NO, VALUE, YES, Rule


def write_function(relation: Predicate, writer: Writer, first: int, given: bool, tangled: bool) -> str:
    """Write the function of one relation; ``tangled`` for tables at which the paths of its circle cross too often."""
    n = writer.numbers[relation.id]
    resolved = writer.resolved
    parameters = [f"a{i}" for i in range(len(relation.params))]
    out = writer.line
    out(f"def r{n}(c, g{''.join(', ' + p for p in parameters)}):")
    writer.depth += 1
    if relation.builtin:
        expression = writer.builtin(relation.builtin, parameters, "now")
        out(f"return ({expression}), 0" if relation.kind == "value" else f"return (1 if {expression} else 0), 0")
        return writer.text()
    circle = min((writer.numbers[name] for name in resolved.circles.get(relation.id, ())), default=None)
    out(f"memo = {'g' if given else 'c'}.book.memo")
    out(f"key = {written_key(relation, first, parameters)}")
    out("known = memo.get(key)")
    own = dict(zip((letter for letter, _ in relation.params), parameters, strict=True))
    premise = relation.premise
    if circle is None:
        out("if known is not None: return known")
    else:  # within its own circle a truth is derived anew, as it must not lean on itself by way of what is kept
        out(f"path = g.path.get({circle})")
        out(f"if path is None: path = g.path[{circle}] = {{}}")
        out("if known is not None and (known[0] == 0 or not path): return known")
    if premise is not None and writer.is_plain(premise):
        out(f"if {writer.plain(premise, own, 'now')}: memo[key] = answer = (1, 0); return answer")
        premise = None
    wrapper = ""
    if circle is not None and tangled:
        own_body = f"b{n}(c, g{''.join(', ' + p for p in parameters)})"
        out(f"return derive(g, {circle}, path, memo, key, lambda: {own_body})")
        wrapper = writer.text()
        writer.begin()
        out(f"def {own_body}:")
        writer.depth += 1
        out(f"key = {written_key(relation, first, parameters)}")
    elif circle is not None:
        out("above = path.get(key)")
        out("if above is not None:")
        out("    if above < g.low: g.low = above")
        out("    return 0, 0")
        out("path[key] = depth = len(path); pending = g.pending; mark = len(pending); outer = g.low; g.low = 1 << 30")
        out(f"if depth == {DEEPEST}: raise Tangled")
    if premise is not None:
        v, _, _ = writer.full(writer.cond(premise, own, "now", TRUTH))
        out(f"if {v} == 1: answer = (1, 0)")
        out("else:")
        writer.depth += 1
    _body(relation, writer, own, given)
    writer.depth = 1
    if circle is None:
        out("memo[key] = answer")
    elif not tangled:
        out("del path[key]")
        out("if g.low >= depth:")
        out("    if not path or answer[0] == 0: memo[key] = answer")
        out("    g.low = outer")
        out("    if len(pending) > mark:")
        out("        inside = pending[mark:]; del pending[mark:]")
        out("        if answer[0] == 0 and all(a[0] == 0 for _, a in inside): memo.update(inside)")
        out("else:")
        out("    pending.append((key, answer))")
        out("    if outer < g.low: g.low = outer")
    out("return answer")
    return wrapper + writer.text()


def _body(relation: Predicate, writer: Writer, own: Mapping[str, str], given: bool) -> None:
    out = writer.line
    if not writer.resolved.by_relation.get(relation.id, ()):
        if relation.means is not None:
            v, m, _ = writer.full(writer.cond(relation.means, own, "now", BOTH))
            out(f"answer = ({v}, {m})")
        elif relation.kind == "value":
            out("answer = (None, 0)")
        else:
            out(f"answer = ({0 if relation.closed else 2}, 0)")
    else:
        _candidates(relation, writer, list(own.values()), given)


def _candidates(relation: Predicate, writer: Writer, parameters: list[str], given: bool) -> None:
    out = writer.line
    resolved = writer.resolved
    rules = writer.rules_of(relation.id)
    permission = relation.kind == "action" or relation.requirement
    principle = 1 << resolved.principle if permission and resolved.principle is not None else 0
    overridable = any(rule.overriders for rule in rules)
    if not overridable and all(rule.kind == YES for rule in rules):
        _truths(relation, rules, writer, parameters)
        return
    book = f"{'g' if given else 'c'}.book"
    out("found = []")
    done: set[int] = set()
    for rule in rules:
        if rule.number in done:
            continue
        bound = dict(zip(rule.letters, parameters, strict=True))
        if rule.place is not None and rule.place_key is not None:
            bound[rule.place] = writer.given_name(rule.place_key)
        twin = next(
            (
                r
                for r in rules
                if r.number == rule.number + 1
                and r.sentence is rule.sentence
                and rule.kind in (YES, NO)
                and r.kind in (NO, MET)
            ),
            None,
        )
        if twin is not None and rule.sentence is not None:
            done.add(twin.number)
            _both_sides(rule.number, twin.number, rule, twin, bound, writer)
            continue
        v, m, _ = writer.full(writer.cond(rule.guard, bound, "now", TRUTH))
        if rule.kind == VALUE:
            assert rule.expression is not None
            out(f"if {v}:")
            writer.depth += 1
            code = writer.term(rule.expression, bound, "now")
            x, xm, _ = writer.full_term(code)
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
        out(f"answer = decide_value({book}, key, found, RULES, {overridable})")
    else:
        out("if found:")
        out(f"    answer = decide_fact({book}, key, found, RULES, {overridable}, {principle}, {relation.closed})")
        _nothing(relation, writer)


def _nothing(relation: Predicate, writer: Writer) -> None:
    """Write what holds of a fact that nothing concludes."""
    if relation.closed:
        writer.line("else: answer = (0, 0)")
    else:
        writer.line("else: answer = (2, 0)")


def _truths(relation: Predicate, rules: Sequence[Rule], writer: Writer, parameters: list[str]) -> None:
    """Write a fact that is only ever concluded: what :func:`decide_fact` comes to where nothing yields."""
    out = writer.line
    out("yes = maybe = unknown = 0")
    for rule in rules:
        bound = dict(zip(rule.letters, parameters, strict=True))
        if rule.place is not None and rule.place_key is not None:
            bound[rule.place] = writer.given_name(rule.place_key)
        depth = writer.depth
        codes = writer.chain(rule.guard, bound)
        bit = str(1 << rule.clause)
        unsure = [code for code in codes if not code.sure]
        if unsure:
            out(f"if {' or '.join(f'{code.value} == 2' for code in unsure)}:")
            out(f"    maybe = 1; unknown |= {writer.masks_of(codes, '2')}")
            out(f"else: yes |= {writer.union(bit, *(code.mask for code in codes))}")
        else:
            out(f"yes |= {writer.union(bit, *(code.mask for code in codes))}")
        writer.depth = depth
    out("if yes: answer = (1, yes)")
    out("elif maybe: answer = (2, unknown)")
    _nothing(relation, writer)


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
        base = guards.when if guards.unless is None else conjoin(guards.when, negate(guards.unless))
        telling = guards.only if guards.only is not None else guards.exactly
        holds, fails = rule.number, twin.number
    bv, bm, _ = writer.full(writer.cond(base, bound, "now", TRUTH))
    always = bv == "1"
    out(f"if {bv}:" if not always else "if True:")
    writer.depth += 1
    v, m, _ = writer.full(writer.cond(telling, bound, "now", BOTH))
    both = writer.union(m, bm)
    certain = "1" if always else bv
    known, unknown = (both, m) if always else (f"({both}) if {bv} == 1 else {bm}", f"{m} | ({bm} if {bv} == 2 else 0)")
    out(f"if {v} == 1: found.append(({holds}, {certain}, {known}, None))")
    out(f"elif {v} == 0: found.append(({fails}, {certain}, {known}, None))")
    out("else:")
    out(f"    found.append(({holds}, 2, {unknown}, None)); found.append(({fails}, 2, {unknown}, None))")
    writer.depth -= 1
