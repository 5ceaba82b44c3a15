"""Texts with their clauses and rules as plain JSON.

Sentences are unfolded into rules, each with the dates between which it holds, and references to other clauses are
bound, each with the days on which it means which clause: a reader needs the dates and nothing of the language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from emperor_rules.export.expressions import tree_of
from emperor_rules.model.texts import Clause, Inclusion, Reference, Sentence, SentenceKind, Text, in_force
from emperor_rules.model.vocabulary import Vocabulary
from emperor_rules.resolve.resolver import change_dates, clauses_by_name, number_on, unfold
from emperor_rules.resolve.rules import ClauseInForce, Rule


def text_tree(text: Text, texts: Mapping[str, Text], vocabulary: Vocabulary) -> dict[str, Any]:
    """Return a text; ``dates`` are all days on which it, or a text that it includes, changes."""
    return {
        "title": text.titles._asdict(),
        "language": text.language,
        "source": text.sources._asdict(),
        "editions": list(text.editions),
        "compared": text.compared,
        "dates": list(change_dates(text.id, texts)),
        "includes": [_inclusion(inclusion) for inclusion in text.includes],
        "relations": [{"kind": kind, **_inclusion(inclusion)} for kind, inclusion in text.relations],
        "options": list(text.options),
        "roles": list(text.roles),
        "clauses": [clause_tree(text, clause, texts, vocabulary) for clause in text.clauses],
    }


def included_texts(texts: Mapping[str, Text], id: str) -> tuple[str, ...]:
    """Return a text and all that it includes, which together answer questions about it."""
    included = [id]
    for name in included:  # which grows by what they include
        included += [i.text for i in texts[name].includes if i.text in texts and i.text not in included]
    return tuple(included)


def _inclusion(inclusion: Inclusion) -> dict[str, Any]:
    return {"text": inclusion.text, "at": inclusion.at}


def clause_tree(text: Text, clause: Clause, texts: Mapping[str, Text], vocabulary: Vocabulary) -> dict[str, Any]:
    """Return a clause with its numbers and words by date, its rules, and the clauses that it names."""
    return {
        "slug": clause.slug,
        "title": None if clause.title is None else clause.title._asdict(),
        "since": clause.since,
        "until": clause.until,
        "numbers": numbers_by_date(text, clause),
        "words": [
            {"language": w.language, "words": w.words, "since": w.since, "until": w.until} for w in clause.wordings
        ],
        "sentences": [_sentence(sentence, vocabulary) for sentence in clause.sentences],
        "overrides": _references(clause.overrides, texts),
        "see": _references(clause.see, texts),
        "redundant": _references(clause.redundant, texts),
        "note": None if clause.note is None else clause.note._asdict(),
    }


def numbers_by_date(text: Text, clause: Clause) -> list[dict[str, Any]]:
    """Return the numbers that a clause bore, each from the day when it began to; the first held before as well."""
    numbers: list[dict[str, Any]] = []
    renumbered = clause.numbers or text.numbered
    for _, since in renumbered or ((clause.number, None),):
        number = number_on(text, clause, since)
        if not numbers or numbers[-1]["number"] != number:
            numbers.append({"number": number, "since": since})
    return numbers


def _sentence(sentence: Sentence, vocabulary: Vocabulary) -> dict[str, Any]:
    principle = sentence.kind is SentenceKind.PRINCIPLE
    return {
        "written": sentence.written,
        "since": sentence.since,
        "until": sentence.until,
        "part": sentence.part,
        "principle": principle,
        "rules": [] if principle else [_rule(rule) for rule in unfold(sentence, 0, vocabulary)],
    }


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "kind": rule.kind,
        "predicate": rule.predicate,
        "letters": list(rule.letters),
        "guard": tree_of(rule.guard),
        "presumptive": rule.defeasible,
        "value": None if rule.expression is None else tree_of(rule.expression),
        "slot": None if rule.place is None else {"letter": rule.place, "given": rule.place_key},
    }


def _references(references: Iterable[Reference], texts: Mapping[str, Text]) -> list[dict[str, Any]]:
    return [
        {"text": r.text, "number": r.number, "part": r.part, "means": list(_meant(r, texts.get(r.text)))}
        for r in references
    ]


def _meant(reference: Reference, text: Text | None) -> Iterator[dict[str, Any]]:
    """Yield the clauses that a reference means, by their place in their text, and on which days of that text."""
    if text is None or reference.number is None:
        return
    places: list[tuple[str | None, int | None]] = []
    own_dates = change_dates(text.id, {text.id: replace(text, includes=())}) if len(text.editions) > 1 else ()
    for since in (None, *own_dates):
        date = since or ("" if len(text.editions) > 1 else None)
        standing = [
            ClauseInForce(place, clause, number_on(text, clause, date))
            for place, clause in enumerate(text.clauses)
            if in_force(clause.since, clause.until, date)
        ]
        meant = clauses_by_name(standing).get((reference.text, reference.number))
        place = None if meant is None else meant.index
        if not places or places[-1][1] != place:
            places.append((since, place))
    for (since, place), (until, _) in zip(places, (*places[1:], (None, None)), strict=True):
        if place is not None:
            yield {"clause": place, "since": since, "until": until}
