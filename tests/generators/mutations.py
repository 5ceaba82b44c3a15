"""Random wrong rules: shipped texts changed once or a few times, yet sound.

Half of the changes are those of the mutation operators of the toolkit, drawn by their kind. The rest change the structure
of a clause, as no operator does: conjunctions become disjunctions, guards change places, conditions move to another
moment, conclusions are left open, clauses override others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any, NamedTuple

from emperor_rules.check.mutation.operators import mutants_of
from emperor_rules.model import terms as tm
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Clause, Guards, Reference, Sentence, SentenceKind, Text
from emperor_rules.model.vocabulary import Vocabulary
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
GUARDS = ("when", "unless", "only", "exactly")


@dataclass(frozen=True)
class WrongRules:
    """A rulebook in which a text was changed: what was done, and the predicates that the changed clauses spoke of."""

    book: Rulebook
    text: str
    on: str | None
    what: str
    spoken: frozenset[str]


class Change(NamedTuple):
    """One clause changed: the clause in its new form, and what was done to it in words."""

    clause: Clause
    what: str


def wrong_rules(rng: Random, shipped: Rulebook, texts: Sequence[str], *, dated: bool = True) -> Iterator[WrongRules]:
    """Yield, without end, sound rulebooks in which one of some texts, or what it includes, was changed.

    Args:
        rng: Draws texts, dates and changes.
        shipped: The rules before the change.
        texts: The texts to choose from; one that stands there twice is chosen twice as often.
        dated: Whether a text may be taken on the date of one of its editions.
    """
    while True:
        book, text = shipped, rng.choice(texts)
        on = rng.choice((None, None, *shipped.texts[text].editions[-4:])) if dated else None
        done: list[str] = []
        spoken = frozenset[str]()
        for _ in range(rng.choice((1, 1, 2, 3))):
            names = [text, *(inclusion.text for inclusion in book.texts[text].includes)]
            old = rng.choice([clause for name in names for clause in book.texts[name].clauses] or [None])
            change = None if old is None else random_change(rng, book, names, old)
            if old is not None and change is not None:
                book = with_clause(book, old, change.clause)
                done.append(f"{old.id} {change.what}")
                spoken |= {sentence.predicate for sentence in old.sentences if sentence.predicate}
        resolved, findings = resolve(text, on, book.texts, book.vocabulary)
        if done and resolved is not None and not any(finding.severity == "error" for finding in findings):
            yield WrongRules(book, text, on, "; ".join(done), spoken)


def with_clause(book: Rulebook, old: Clause, new: Clause) -> Rulebook:
    """Put one clause in the place of another."""
    text = book.texts[old.text]
    clauses = tuple(new if clause is old else clause for clause in text.clauses)
    texts: Mapping[str, Text] = {**book.texts, old.text: replace(text, clauses=clauses)}
    return replace(book, texts=texts)


def random_change(rng: Random, book: Rulebook, names: Sequence[str], clause: Clause) -> Change | None:
    """Change a clause by an operator of the toolkit or in its structure; ``None`` where the chosen way finds nothing."""
    if rng.random() < 0.5:
        return by_operator(rng, book, clause)
    if rng.random() < 0.25:
        return with_an_override(rng, book, names, clause)
    return restructured(rng, clause, book.vocabulary)


def by_operator(rng: Random, book: Rulebook, clause: Clause) -> Change | None:
    """Draw one of the toolkit's mutants of a clause, every kind as likely as any other."""
    alone = replace(book.texts[clause.text], clauses=(clause,))
    mutants = list(mutants_of(alone, book.vocabulary))
    if not mutants:
        return None
    kind = rng.choice(sorted({mutant.kind for mutant in mutants}))
    mutant = rng.choice([mutant for mutant in mutants if mutant.kind == kind])
    return Change(mutant.changed, mutant.words)


# --- structure ------------------------------------------------------------------------------------


def with_an_override(rng: Random, book: Rulebook, names: Sequence[str], clause: Clause) -> Change | None:
    """Let a clause override another that speaks of the same, or a part of it."""
    spoken = {sentence.predicate for sentence in clause.sentences if sentence.predicate}
    others = [
        other
        for name in names
        for other in book.texts[name].clauses
        if other is not clause and spoken & {sentence.predicate for sentence in other.sentences}
    ]
    if not others:
        return None
    other = rng.choice(others)
    parts = [None, *(sentence.part for sentence in other.sentences if sentence.part)]
    reference = Reference(other.text, other.number, rng.choice(parts), clause.span)
    return Change(replace(clause, overrides=(*clause.overrides, reference)), f"overriding {other.id}")


def restructured(rng: Random, clause: Clause, vocabulary: Vocabulary) -> Change | None:
    """Change the structure of one sentence of a clause."""
    at = rng.randrange(len(clause.sentences)) if clause.sentences else None
    if at is None or clause.sentences[at].kind == "principle":
        return None
    old = clause.sentences[at]
    new = restructured_sentence(rng, old, fact=vocabulary.predicates[old.predicate].kind != "value")
    if new is None:
        return None
    sentences = (*clause.sentences[:at], new, *clause.sentences[at + 1 :])
    return Change(replace(clause, sentences=sentences), f"with “{old.written}” as {new}")


def restructured_sentence(rng: Random, sentence: Sentence, *, fact: bool) -> Sentence | None:
    """Leave a conclusion open, exchange guards, or change the structure of a condition; ``fact``: it is about no value."""
    guards = sentence.guards
    if rng.random() < 0.3 and sentence.kind in ("fact", "open"):
        if sentence.kind == "open":
            return replace(sentence, kind=SentenceKind.FACT, positive=rng.random() < 0.5) if fact else None
        if guards.only is not None:
            return replace(sentence, guards=replace(guards, only=None, exactly=guards.only))
        if guards.exactly is not None:
            return replace(sentence, guards=replace(guards, exactly=None, only=guards.exactly))
        return replace(sentence, kind=SentenceKind.OPEN, positive=True)
    if rng.random() < 0.2 and (guards.unless is not None or not isinstance(guards.when, tm.Always)):
        return replace(sentence, guards=exchanged(guards))
    nodes = [
        ("guards", name, way, node)
        for name in GUARDS
        if getattr(guards, name) is not None
        for way, node in places(getattr(guards, name))
    ]
    if sentence.expression is not None:
        nodes += [("expression", "", way, node) for way, node in places(sentence.expression)]
    rng.shuffle(nodes)
    for where, name, way, node in nodes:
        changed = restructured_node(rng, node)
        if changed is None:
            continue
        if where == "expression":
            return replace(sentence, expression=put(sentence.expression, way, changed))
        return replace(sentence, guards=replace(guards, **{name: put(getattr(guards, name), way, changed)}))
    return None


def exchanged(guards: Guards) -> Guards:
    """Exchange *when* and *unless*."""
    unless = None if isinstance(guards.when, tm.Always) else guards.when
    return replace(guards, when=guards.unless or tm.Always(), unless=unless)


def restructured_node(rng: Random, node: Any) -> Any:
    """Change the shape of a condition: its connective, the order of its parts, or the moment of all of it; or ``None``."""
    ways: list[Any] = []
    match node:
        case tm.Quantified(_, _, _, _, where, body):
            ways = [replace(node, where=body, body=where)]
        case tm.Compare(op, left, right) if op not in ("=", "!="):
            ways = [replace(node, left=right, right=left)]
        case tm.At(_, part):
            ways = [part]
        case tm.And(parts):
            ways = [tm.Or(parts), *parts]
        case tm.Or(parts):
            ways = [tm.And(parts), *parts]
    if isinstance(node, CONDITIONS):
        ways += [tm.Not(node), tm.At(rng.choice(list(tm.Moment)), node)]
    return rng.choice(ways) if ways else None


# --- trees ----------------------------------------------------------------------------------------


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
