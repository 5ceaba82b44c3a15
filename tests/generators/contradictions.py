"""Planted contradictions: rules in which one clause was changed, or stands again in another form.

A value is another, a condition is dropped, or a permission or fact is turned into its opposite. The changed sentence
takes the place of the old one, or stands beside it in a further clause of its text or of a new text that includes that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from emperor_rules.model import terms as tm
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Clause, Guards, Inclusion, Sentence, SentenceKind, Text
from emperor_rules.model.vocabulary import Words
from emperor_rules.resolve.resolver import dates_of, resolve
from emperor_rules.source import NOWHERE
from tests.generators.mutations import with_clause

NEW_TEXT = "planted"
PLACES = ("in place", "beside", "new text", "new text")


@dataclass(frozen=True)
class Plant:
    """Rules with a changed clause: in which text it stands, what it is about, and what was done to it."""

    book: Rulebook
    text: str
    original: str
    predicate: str
    what: str


def plants(rng: Random, shipped: Rulebook) -> Iterator[Plant]:
    """Yield, without end, shipped rules with one clause changed at random; the texts still resolve."""
    clauses = [clause for text in shipped.texts.values() for clause in text.clauses if clause.until is None]
    while True:
        clause = rng.choice(clauses)
        sentences = [
            s for s in clause.sentences if s.until is None and s.kind in (SentenceKind.FACT, SentenceKind.VALUE)
        ]
        sentence = rng.choice(sentences or [None])
        changed = changed_sentence(rng, shipped, sentence) if sentence is not None else None
        if sentence is None or changed is None:
            continue
        new, what = changed
        place = rng.choice(PLACES)
        original = rng.choice(whole_texts(shipped, clause.text)) if place == "new text" else clause.text
        book, text = planted(shipped, clause, sentence, new, place, original)
        resolved, findings = resolve(text, None, book.texts, book.vocabulary)
        if resolved is not None and not any(finding.is_error for finding in findings):
            yield Plant(book, text, original, sentence.predicate, f"{clause.id}, {what}, {place}: {sentence.written}")


def whole_texts(book: Rulebook, part: str) -> list[str]:
    """Return the texts that take in a part, or are it, and that nobody else includes."""
    included = {inclusion.text for text in book.texts.values() for inclusion in text.includes}
    return [id for id in book.texts if id not in included and part in dates_of(id, None, book.texts)]


def changed_sentence(rng: Random, book: Rulebook, sentence: Sentence) -> tuple[Sentence, str] | None:
    """Return a sentence changed in one way, and which way that is; ``None`` where the way drawn does not apply."""
    predicate = book.vocabulary.predicates[sentence.predicate]
    guards = sentence.guards
    way = rng.choice(("value", "guard", "opposite"))
    if way == "value" and sentence.kind is SentenceKind.VALUE and predicate.answer == tm.NUMBER:
        old = sentence.expression.value if isinstance(sentence.expression, tm.Number) else rng.randint(0, 3)
        return replace(sentence, expression=tm.Number(old + rng.choice((1, 2)))), "another value"
    if way == "guard" and guards != Guards():
        return replace(sentence, guards=Guards()), "without its condition"
    if way == "opposite" and sentence.kind is SentenceKind.FACT:
        met = [part for part in (guards.when, guards.only, guards.exactly) if part is not None]
        when = tm.And(tuple(met)) if len(met) > 1 else met[0] if met else tm.Always()
        return replace(sentence, positive=not sentence.positive, guards=Guards(when=when)), "the opposite"
    return None


def planted(
    book: Rulebook, clause: Clause, old: Sentence, new: Sentence, place: str, original: str
) -> tuple[Rulebook, str]:
    """Return the rules with a changed sentence, and the text in which it stands; a new one includes ``original``."""
    if place == "in place":
        sentences = tuple(new if sentence is old else sentence for sentence in clause.sentences)
        return with_clause(book, clause, replace(clause, sentences=sentences)), clause.text
    text = book.texts[clause.text]
    further = Clause(text.id, NEW_TEXT, NEW_TEXT, sentences=(new,), wordings=clause.wordings)
    if place == "beside":
        return replace(book, texts={**book.texts, text.id: replace(text, clauses=(*text.clauses, further))}), text.id
    house = Text(
        NEW_TEXT,
        Words("Planted", "Piantato"),
        (replace(further, text=NEW_TEXT),),
        includes=(Inclusion(original, None, NOWHERE),),
    )
    return replace(book, texts={**book.texts, NEW_TEXT: house}), NEW_TEXT
