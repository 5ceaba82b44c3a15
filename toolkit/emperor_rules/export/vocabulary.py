"""The vocabulary as plain JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from emperor_rules.evaluate.verbalise import fact_sentences, listed_sentences
from emperor_rules.export.expressions import tree_of
from emperor_rules.messages import LANGUAGES
from emperor_rules.model.vocabulary import GivenFact, GivenKind, Predicate, PredicateKind, Vocabulary, Words

#: The sentences that say a declaration: that it holds or not, of one or of several subjects.
FORMS = ("subject", "holds", "fails", "manyHold", "manyFail")


def vocabulary_tree(vocabulary: Vocabulary) -> dict[str, Any]:
    """Return all declarations, each kind by id and in the order of declaration."""
    return {
        "sorts": {
            sort.id: {"letters": list(sort.letters), "names": noun_tree(sort.names)}
            for sort in vocabulary.sorts.values()
        },
        "roles": {
            role.id: {"letter": role.letter, "symbol": role.symbol or None, "names": noun_tree(role.names)}
            for role in vocabulary.roles.values()
        },
        "predicates": {predicate.id: predicate_tree(predicate) for predicate in vocabulary.predicates.values()},
        "givens": {given.id: given_tree(given) for given in vocabulary.givens.values()},
        "options": {option.id: {"names": option.names._asdict()} for option in vocabulary.options.values()},
    }


def predicate_tree(predicate: Predicate) -> dict[str, Any]:
    """Return a fact, value or action with all its properties; what it has not is ``null``."""
    return {
        "kind": predicate.kind,
        "parameters": [{"letter": letter, "sort": sort} for letter, sort in predicate.params],
        "phrase": predicate.phrase._asdict(),
        "negative": predicate.negative._asdict(),
        "plural": predicate.plural._asdict(),
        "said": predicate.said._asdict(),
        "sentences": None
        if predicate.kind is PredicateKind.VALUE
        else {id: dict(zip(FORMS, fact_sentences(predicate, id), strict=True)) for id in LANGUAGES},
        "ask": predicate.ask._asdict() if predicate.is_question else None,
        "spoken": list(predicate.spoken),
        "answer": predicate.answer,
        "choices": choices(predicate.choices),
        "closed": predicate.closed,
        "builtin": predicate.builtin,
        "requirement": predicate.requirement,
        "gone": predicate.gone_allowed,
        "essential": predicate.essential,
        "endsPlay": predicate.ends_play,
        "ignores": list(predicate.ignores),
        "slot": None
        if predicate.slot is None
        else dict(zip(("given", "letter", "phrase"), predicate.slot, strict=True)),
        "defaults": [{"given": given, "letter": letter} for given, letter in predicate.gives],
        "means": None if predicate.means is None else tree_of(predicate.means),
        "premise": None if predicate.premise is None else tree_of(predicate.premise),
        "drawn": predicate.drawn or None,
    }


def given_tree(given: GivenFact) -> dict[str, Any]:
    """Return what a question may bring along."""
    return {
        "kind": given.kind,
        "phrase": given.phrase._asdict(),
        "negative": given.negative._asdict(),
        "plural": given.plural._asdict(),
        "said": given.said._asdict(),
        "sentences": {id: dict(zip(FORMS, listed_sentences(given, id), strict=True)) for id in LANGUAGES}
        if given.kind is GivenKind.PLAYERS
        else None,
        "default": given.default,
        "choices": choices(given.choices),
        "best": given.best,
        "present": given.present,
    }


def noun_tree(noun: tuple[Words, Words]) -> dict[str, Any]:
    """Return a noun's singular and plural."""
    return {"one": noun[0]._asdict(), "many": noun[1]._asdict()}


def choices(declared: Iterable[tuple[str, Words]]) -> list[dict[str, Any]]:
    """Return the words of a list with what each means."""
    return [{"word": word, **words._asdict()} for word, words in declared]
