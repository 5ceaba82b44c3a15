"""Records as plain JSON: terms and conditions, the vocabulary, and texts with their clauses and rules.

Sentences are unfolded into rules, each with the dates between which it holds, and references to other clauses are
bound, each with the days on which it means which clause: a reader needs the dates and nothing of the language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from emperor_rules.evaluate.verbalise import fact_sentences, listed_sentences
from emperor_rules.messages import LANGUAGES
from emperor_rules.model import terms
from emperor_rules.model.accepted import AcceptedFinding
from emperor_rules.model.phrasings import Phrasing, Topic
from emperor_rules.model.record import Record
from emperor_rules.model.texts import Clause, Inclusion, Reference, Sentence, SentenceKind, Text, Wording, in_force
from emperor_rules.model.vocabulary import GivenFact, GivenKind, Predicate, PredicateKind, Vocabulary, Words
from emperor_rules.resolve.resolver import change_dates, clauses_by_name, number_on, unfold
from emperor_rules.resolve.rules import ClauseInForce, Rule
from emperor_rules.semantics.builtins import BUILTINS, Builtin
from emperor_rules.semantics.verdict import FACT_ROWS, VALUE_ROWS, VerdictRow

Tree = dict[str, Any]

#: The ``op`` of each kind of term and condition, and what its fields are called, in their order.
OPERATIONS: dict[type[Record], tuple[str, ...]] = {
    terms.Number: ("number", "value"),
    terms.Variable: ("letter", "letter", "sort"),
    terms.Choice: ("word", "word"),
    terms.Apply: ("value", "predicate", "of"),
    terms.GivenVal: ("given", "given"),
    terms.Least: ("least", "letter", "where"),
    terms.First: ("first", "letter", "where", "from"),
    terms.Count: ("count", "letter", "sort", "where"),
    terms.TermAt: ("then", "moment", "part"),
    terms.Always: ("always",),
    terms.Holds: ("holds", "predicate", "of", "positive"),
    terms.HasRole: ("role", "role", "of", "positive"),
    terms.GivenFlag: ("flag", "given", "positive"),
    terms.GivenHas: ("listed", "given", "of", "positive"),
    terms.OptionOn: ("option", "option"),
    terms.Compare: ("compare", "sign", "a", "b"),
    terms.And: ("and", "parts"),
    terms.Or: ("or", "parts"),
    terms.Not: ("not", "part"),
    terms.Quantified: ("quantifier", "quantifier", "n", "letter", "sort", "where", "body"),
    terms.At: ("at", "moment", "part"),
}
#: The fields that stand in the document of other records.
FIELDS: dict[type, tuple[str, ...]] = {
    Words: Words._fields,
    Wording: Wording._fields,
    Inclusion: ("text", "at"),
    Reference: ("text", "number"),
    Phrasing: ("id", "language", "words"),
    Topic: ("id", "names", "asks"),
    AcceptedFinding: ("kind", "slug", "texts", "asks", "options", "clauses", "words"),
}
#: The sentences that say a declaration: that it holds or not, of one or of several subjects.
FORMS = ("subject", "holds", "fails", "manyHold", "manyFail")


def plain(value: Any) -> Any:
    """Return what a field holds: of a term or condition a tree whose ``op`` says what it is.

    Raises:
        KeyError: If it names a player or a team, which no rule does.
    """
    if type(value) in FIELDS:
        return picked(value, *FIELDS[type(value)])
    if isinstance(value, Record):
        op, *names = OPERATIONS[type(value)]
        fields = zip(names, value.__match_args__, strict=True)
        return {"op": op} | {name: plain(getattr(value, field)) for name, field in fields}
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    return dict(value) if isinstance(value, Mapping) else value


def picked(record: Any, *names: str) -> Tree:
    """Return some fields of a record; “name=field” is one that has another name in the document."""
    fields = (name.partition("=") for name in names)
    return {name: plain(getattr(record, field or name)) for name, _, field in fields}


def _named(entries: Iterable[Iterable[Any]], *names: str) -> list[Tree]:
    """Return tuples with names for their parts."""
    return [dict(zip(names, map(plain, entry), strict=True)) for entry in entries]


# --- the vocabulary -------------------------------------------------------------------------------


def vocabulary_tree(vocabulary: Vocabulary) -> Tree:
    """Return all declarations, each kind by id and in the order of declaration."""
    return {
        "sorts": {s.id: {**picked(s, "letters"), "names": _noun(s.names)} for s in vocabulary.sorts.values()},
        "roles": {
            role.id: {"letter": role.letter, "symbol": role.symbol or None, "names": _noun(role.names)}
            for role in vocabulary.roles.values()
        },
        "predicates": {predicate.id: predicate_tree(predicate) for predicate in vocabulary.predicates.values()},
        "givens": {given.id: given_tree(given) for given in vocabulary.givens.values()},
        "options": {option.id: picked(option, "names") for option in vocabulary.options.values()},
        **semantics_tree(),
    }


def semantics_tree() -> Tree:
    """Return what every engine knows of built-ins, and the table of verdicts."""
    return {
        "builtins": {row.name: builtin_tree(row) for row in BUILTINS.values()},
        "verdicts": {"facts": [_row(row) for row in FACT_ROWS], "values": [_row(row) for row in VALUE_ROWS]},
    }


def builtin_tree(builtin: Builtin) -> Tree:
    """Return what programs ask of a built-in."""
    measures = builtin.measures and builtin.measures._asdict()
    return {
        **picked(builtin, "params", "answer", "says", "positional", "directed", "placed"),
        "measures": measures and {name: plain(value) for name, value in measures.items()},
        **picked(builtin, "membership"),
    }


def _row(row: VerdictRow) -> Tree:
    return picked(row, "when", "unless", "outcome", "there_is", "verdict", "cites", "clauses", "doubts")


def predicate_tree(predicate: Predicate) -> Tree:
    """Return a fact, value or action with all its properties; what it has not is ``null``."""
    said = predicate.kind is not PredicateKind.VALUE
    slot = predicate.slot and dict(zip(("given", "letter", "phrase"), predicate.slot, strict=True))
    return {
        "kind": predicate.kind,
        "parameters": _named(predicate.params, "letter", "sort"),
        **picked(predicate, "phrase", "negative", "plural", "said"),
        "sentences": {id: _forms(fact_sentences(predicate, id)) for id in LANGUAGES} if said else None,
        "ask": plain(predicate.ask) if predicate.is_question else None,
        **picked(predicate, "spoken", "answer"),
        "choices": _choices(predicate.choices),
        **picked(predicate, "closed", "builtin", "requirement", "gone=gone_allowed", "afterGame=after_game"),
        **picked(predicate, "essential", "leavesGame=leaves_game", "endsPlay=ends_play", "asks", "ignores"),
        "slot": slot,
        "defaults": _named(predicate.gives, "given", "letter"),
        **picked(predicate, "means", "premise"),
        "drawn": predicate.drawn or None,
    }


def given_tree(given: GivenFact) -> Tree:
    """Return what a question may bring along."""
    said = given.kind is GivenKind.PLAYERS
    return {
        **picked(given, "kind", "phrase", "negative", "plural", "said"),
        "sentences": {id: _forms(listed_sentences(given, id)) for id in LANGUAGES} if said else None,
        "default": given.default,
        "choices": _choices(given.choices),
        **picked(given, "best", "present"),
    }


def _forms(sentences: Iterable[str]) -> Tree:
    return dict(zip(FORMS, sentences, strict=True))


def _noun(noun: tuple[Words, Words]) -> Tree:
    """Return a noun's singular and plural."""
    return dict(zip(("one", "many"), map(plain, noun), strict=True))


def _choices(declared: Iterable[tuple[str, Words]]) -> list[Tree]:
    """Return the words of a list with what each means."""
    return [{"word": word, **plain(words)} for word, words in declared]


# --- texts ----------------------------------------------------------------------------------------


def text_tree(text: Text, texts: Mapping[str, Text], vocabulary: Vocabulary) -> Tree:
    """Return a text; ``dates`` are all days on which it, or a text that it includes, changes."""
    return {
        **picked(text, "title=titles", "language", "source=sources", "editions", "compared"),
        "dates": list(change_dates(text.id, texts)),
        "includes": plain(text.includes),
        "relations": [{"kind": kind, **plain(inclusion)} for kind, inclusion in text.relations],
        **picked(text, "options", "roles"),
        "clauses": [_clause(text, clause, texts, vocabulary) for clause in text.clauses],
    }


def included_texts(texts: Mapping[str, Text], id: str) -> tuple[str, ...]:
    """Return a text and all that it includes, which together answer questions about it."""
    included = [id]
    for name in included:  # which grows by what they include
        included += [i.text for i in texts[name].includes if i.text in texts and i.text not in included]
    return tuple(included)


def _clause(text: Text, clause: Clause, texts: Mapping[str, Text], vocabulary: Vocabulary) -> Tree:
    """Return a clause with its numbers and words by date, its rules, and the clauses that it names."""
    return {
        **picked(clause, "slug", "title", "since", "until"),
        "numbers": _numbers_by_date(text, clause),
        "words": plain(clause.wordings),
        "sentences": [_sentence(sentence, vocabulary) for sentence in clause.sentences],
        **{name: _references(getattr(clause, name), texts) for name in ("overrides", "see", "redundant")},
        "note": plain(clause.note),
    }


def _numbers_by_date(text: Text, clause: Clause) -> list[Tree]:
    """Return the numbers that a clause bore, each from the day when it began to; the first held before as well."""
    numbers: list[Tree] = []
    renumbered = clause.numbers or text.numbered
    for _, since in renumbered or ((clause.number, None),):
        number = number_on(text, clause, since)
        if not numbers or numbers[-1]["number"] != number:
            numbers.append({"number": number, "since": since})
    return numbers


def _sentence(sentence: Sentence, vocabulary: Vocabulary) -> Tree:
    principle = sentence.kind is SentenceKind.PRINCIPLE
    rules = [] if principle else [_rule(rule) for rule in unfold(sentence, 0, vocabulary)]
    return {**picked(sentence, "written", "since", "until", "part"), "principle": principle, "rules": rules}


def _rule(rule: Rule) -> Tree:
    return {
        **picked(rule, "kind", "predicate", "letters", "guard", "presumptive=defeasible", "value=expression"),
        "slot": None if rule.place is None else {"letter": rule.place, "given": rule.place_key},
    }


def _references(references: Iterable[Reference], texts: Mapping[str, Text]) -> list[Tree]:
    return [{**picked(r, "text", "number", "part"), "means": list(_meant(r, texts.get(r.text)))} for r in references]


def _meant(reference: Reference, text: Text | None) -> Iterator[Tree]:
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
