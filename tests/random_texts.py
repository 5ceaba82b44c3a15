"""Random texts: shipped ones in which clauses were changed once or a few times, yet sound."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any

from emperor_rules.model import terms as tm
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Clause, Reference, Sentence, Text
from emperor_rules.resolve.resolver import resolve

Way = tuple[tuple[str, int | None], ...]
CONDITIONS = (
    tm.Always,
    tm.Holds,
    tm.HasRole,
    tm.GivenFlag,
    tm.GivenHas,
    tm.OptionOn,
    tm.Compare,
    tm.And,
    tm.Or,
    tm.Not,
    tm.Quantified,
    tm.At,
)
OTHER_OPERATORS = {"=": "!=", "!=": "=", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
KINDS = ("some", "every", "no", "at least", "at most", "exactly")
MOMENTS = ("now", "began", "start")


@dataclass(frozen=True)
class Mutant:
    """A rulebook in which a text was changed: what was done, and the relations that the changed clauses spoke of."""

    book: Rulebook
    text: str
    on: str | None
    what: str
    spoken: frozenset[str]


def places(node: Any, way: Way = ()) -> Iterator[tuple[Way, Any]]:
    """Yield everything inside a condition or term with the way to it."""
    yield way, node
    for field in fields(node):
        value = getattr(node, field.name)
        if isinstance(value, tuple):
            for at, part in enumerate(value):
                yield from places(part, (*way, (field.name, at)))
        elif hasattr(value, "__dataclass_fields__"):
            yield from places(value, (*way, (field.name, None)))


def put(node: Any, way: Way, new: Any) -> Any:
    """Replace what lies at the end of a way."""
    if not way:
        return new
    (name, at), *rest = way
    value = getattr(node, name)
    if at is None:
        return replace(node, **{name: put(value, tuple(rest), new)})
    return replace(node, **{name: (*value[:at], put(value[at], tuple(rest), new), *value[at + 1 :])})


def twisted(rng: Random, node: Any) -> Any:
    """Change one node: a condition negated, a moment, number, quantifier or comparison changed; or ``None``."""
    ways: list[Any] = []
    match node:
        case tm.Number(value):
            ways = [tm.Number(value + 1), tm.Number(max(0, value - 1))]
        case tm.Quantified(kind, n, _, _, where, body):
            ways = [replace(node, kind=k, n=n or 1) for k in KINDS if k != kind]
            ways += [replace(node, n=n + 1), replace(node, n=max(0, n - 1)), replace(node, where=body, body=where)]
        case tm.Compare(op, left, right):
            ways = [replace(node, op=OTHER_OPERATORS[op])]
            ways += [replace(node, left=right, right=left)] if op in OTHER_OPERATORS and op not in ("=", "!=") else []
        case tm.At(moment, part):
            ways = [replace(node, moment=m) for m in MOMENTS if m != moment] + [part]
        case tm.And(parts):
            ways = [tm.Or(parts), *parts]
        case tm.Or(parts):
            ways = [tm.And(parts), *parts]
        case tm.TermAt(moment, _):
            ways = [replace(node, moment=m) for m in MOMENTS if m != moment]
    if isinstance(node, (tm.Holds, tm.HasRole, tm.GivenFlag, tm.GivenHas)):
        ways.append(replace(node, positive=not node.positive))
    if isinstance(node, CONDITIONS):
        ways += [tm.Not(node), tm.At(rng.choice(MOMENTS), node)]
    return rng.choice(ways) if ways else None


def mutate_sentence(rng: Random, sentence: Sentence) -> Sentence | None:
    """Change a sentence: its conditions, its expression, or what it concludes from them."""
    guards = sentence.guards
    if rng.random() < 0.3 and sentence.kind in ("fact", "open"):
        if sentence.kind == "open":
            return replace(sentence, kind="fact", positive=rng.random() < 0.5)
        if guards.only is not None:
            turned = [replace(guards, only=None, exactly=guards.only), replace(guards, only=None, when=guards.only)]
            return replace(sentence, guards=rng.choice(turned))
        if guards.exactly is not None:
            return replace(sentence, guards=replace(guards, exactly=None, only=guards.exactly))
        kinds = [replace(sentence, positive=not sentence.positive), replace(sentence, kind="open", positive=True)]
        return rng.choice(kinds)
    if rng.random() < 0.2 and (guards.unless is not None or not isinstance(guards.when, tm.Always)):
        unless = guards.when if not isinstance(guards.when, tm.Always) else None
        return replace(sentence, guards=replace(guards, when=guards.unless or tm.Always(), unless=unless))
    found = [
        ("guards", name, *place)
        for name in ("when", "unless", "only", "exactly")
        if getattr(guards, name) is not None
        for place in places(getattr(guards, name))
    ]
    if sentence.expression is not None:
        found += [("expression", "", *place) for place in places(sentence.expression)]
    rng.shuffle(found)
    for where, name, way, node in found:
        changed = twisted(rng, node)
        if changed is None:
            continue
        if where == "expression":
            return replace(sentence, expression=put(sentence.expression, way, changed))
        return replace(sentence, guards=replace(guards, **{name: put(getattr(guards, name), way, changed)}))
    return None


def mutate(rng: Random, book: Rulebook, texts: Sequence[str]) -> tuple[Rulebook, str, frozenset[str]] | None:
    """Change one clause of one of some texts: the book, what was done, and the relations it spoke of."""
    text = book.texts[rng.choice(texts)]
    if not text.clauses:
        return None
    at = rng.randrange(len(text.clauses))
    clause = text.clauses[at]
    spoken = frozenset(s.relation for s in clause.sentences if s.relation)
    roll = rng.random()
    changed: tuple[Clause, ...]
    if roll < 0.08:
        what, changed = "dropped", ()
    elif roll < 0.2:
        if clause.overrides and rng.random() < 0.7:
            what, changed = "without its overrides", (replace(clause, overrides=()),)
        else:
            others = [
                c
                for name in texts
                for c in book.texts[name].clauses
                if c is not clause and spoken & {s.relation for s in c.sentences}
            ]
            if not others:
                return None
            other = rng.choice(others)
            parts = [None, *(s.part for s in other.sentences if s.part)]
            reference = Reference(other.text, other.number, rng.choice(parts), clause.span)
            what, changed = f"overriding {other.id}", (replace(clause, overrides=(*clause.overrides, reference)),)
    elif clause.sentences:
        n = rng.randrange(len(clause.sentences))
        old = clause.sentences[n]
        new = mutate_sentence(rng, old) if old.kind != "principle" and roll < 0.95 else None
        if new is None and roll < 0.95:
            return None
        if new is not None and new.kind == "fact" and book.vocabulary.relations[new.relation].kind == "value":
            return None  # a value is not true or false
        kept = () if new is None else (new,)
        what = f"with “{old.written}” as {new.kind if new else 'nothing'} {new.positive if new else ''} {kept}"
        changed = (replace(clause, sentences=(*clause.sentences[:n], *kept, *clause.sentences[n + 1 :])),)
    else:
        return None
    clauses = (*text.clauses[:at], *changed, *text.clauses[at + 1 :])
    texts_now: Mapping[str, Text] = {**book.texts, text.id: replace(text, clauses=clauses)}
    return replace(book, texts=texts_now), f"{clause.id} {what}", spoken


def included(book: Rulebook, text: str) -> list[str]:
    """List a text and what it includes."""
    return [text, *(inclusion.text for inclusion in book.texts[text].includes)]


def mutants(rng: Random, shipped: Rulebook, texts: Sequence[str]) -> Iterator[Mutant]:
    """Yield, without end, sound rulebooks in which one text (or what it includes) was changed once or a few times."""
    while True:
        book, text = shipped, rng.choice(texts)
        editions = shipped.texts[text].editions
        on = rng.choice((None, None, *editions[-4:]))
        done, spoken = [], frozenset[str]()
        for _ in range(rng.choice((1, 1, 2, 3))):
            step = mutate(rng, book, included(book, text))
            if step is not None:
                book, what, more = step
                done.append(what)
                spoken |= more
        resolved, findings = resolve(text, on, book.texts, book.vocabulary)
        if done and resolved is not None and not any(f.severity == "error" for f in findings):
            yield Mutant(book, text, on, "; ".join(done), spoken)
