"""What is shown of a name: a clause in plain words, a text with its days, a word of the vocabulary with its meaning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from emperor_rules.editor.mentions import NamedKind, clause_named
from emperor_rules.language.blocks import read_remarks
from emperor_rules.messages import Message, Names, counted, template
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import RELATION_WORDS, Clause, Reference, Text
from emperor_rules.model.vocabulary import DefinedTerm, GivenFact, Predicate, PredicateKind, Role, Sort, called

#: The most scenarios citing a clause that are listed; of more, only the number is shown.
MOST_NAMED_SCENARIOS = 3
#: What declarations are called, by their tables, those of predicates by their kinds.
WORDS_OF_KIND = {
    PredicateKind.FACT: Message("fact"),
    PredicateKind.VALUE: Message("value"),
    PredicateKind.ACTION: Message("action"),
    NamedKind.GIVEN: Message("given fact"),
    NamedKind.ROLE: Message("role"),
    NamedKind.SORT: Message("kind of thing"),
    NamedKind.OPTION: Message("option"),
    NamedKind.TERM: Message("term"),
}


def description(rulebook: Rulebook, kind: NamedKind, key: tuple[str, ...], language: str) -> str:
    """Return what is to be said of something named, in Markdown; nothing of what does not exist."""
    match kind:
        case NamedKind.CLAUSE:
            clause = clause_named(rulebook, key[0], key[1])
            lines = _clause(rulebook, clause, language) if clause is not None else ()
            if clause is None and key[1] in rulebook.texts:
                lines = _text(rulebook.texts[key[1]], language)
        case NamedKind.TEXT:
            text = rulebook.texts.get(key[0])
            lines = _text(text, language) if text is not None else ()
        case NamedKind.SCENARIO | NamedKind.DECLARATION:
            lines = ()
        case _:
            lines = _word(rulebook, kind, key[0], language)
    return "\n\n".join(line for line in lines if line)


def _clause(rulebook: Rulebook, clause: Clause, language: str) -> Iterator[str]:
    name = clause.name(language)
    yield f"**{clause.text} {clause.number}**" + (f" · {_plain(name)}" if name else "")
    yield _plain(clause.words(language) or "".join(w.words for w in clause.wordings if w.language == language))
    if clause.note is not None:
        yield f"*{_plain(clause.note.get(language))}*"
    said = [(template("in force since {day}"), clause.since), (template("in force until {day}"), clause.until)]
    yield " · ".join(Message(words, day=day).get(language) for words, day in said if day)
    yield _list(template("Overrides: {clauses}"), map(_written, clause.overrides), language)
    yielding, citing = _cited_in(rulebook, clause)
    yield _list(template("Overridden by: {clauses}"), yielding, language)
    yield _list(template("Mentioned by: {clauses}"), citing, language)
    scenarios = _deciding(rulebook, clause)
    if len(scenarios) > MOST_NAMED_SCENARIOS:
        number = counted(len(scenarios), "scenario")
        yield Message("Cited by {scenarios}.", scenarios=number).get(language)
    elif scenarios:
        yield _list(template("Cited by: {clauses}"), (f"“{_plain(name)}”" for name in scenarios), language)


def _cited_in(rulebook: Rulebook, clause: Clause) -> tuple[list[str], list[str]]:
    """Return the clauses that override a clause, and those that otherwise name it."""
    yielding, citing = list[str](), list[str]()
    for text in rulebook.texts.values():
        for other in text.clauses:
            if any(_names(reference, clause) for reference in other.overrides):
                yielding.append(f"{other.text} {other.number}")
            elif any(_names(reference, clause) for reference in (*other.see, *other.redundant)):
                citing.append(f"{other.text} {other.number}")
    return yielding, citing


def _deciding(rulebook: Rulebook, clause: Clause) -> list[str]:
    """Return the names of the scenarios that say that a clause decides."""
    named: dict[str, None] = {}
    for scenario in rulebook.scenarios:
        for expectation in scenario.expectations:
            if any(_names(reference, clause) for reference in expectation.by or ()):
                named[scenario.name] = None
    return list(named)


def _names(reference: Reference, clause: Clause) -> bool:
    return reference.text == clause.text and reference.number in (clause.number, clause.slug)


def _written(reference: Reference) -> str:
    return f"{reference.text} {reference.number or ''}".strip()


def _text(text: Text, language: str) -> Iterator[str]:
    yield f"**{text.id}** · {_plain(text.titles.get(language))}"
    yield _plain(text.sources.get(language))
    if len(text.editions) > 1:
        yield Message("Wordings: {days}", days=Names(text.editions)).get(language)
    if text.compared:
        yield Message("Read against the edition of {day}", day=text.compared).get(language)
    for relation in text.relations:
        yield f"{RELATION_WORDS[relation.kind].get(language)} {relation.inclusion.text}"
    yield _list(template("Includes: {clauses}"), (inclusion.text for inclusion in text.includes), language)
    yield counted(len(text.clauses), "clause").get(language)


def _word(rulebook: Rulebook, kind: NamedKind, id: str, language: str) -> Iterator[str]:
    declaration = rulebook.vocabulary.tables[kind].get(id)
    if declaration is None:
        return
    what = declaration.kind if isinstance(declaration, Predicate) else kind
    words, name = _plain(called(declaration).get(language)), WORDS_OF_KIND[what].get(language)
    yield f"**{words}** · {name} `{id}`"
    match declaration:
        case Predicate():
            if declaration.is_question:
                yield Message("Question: {question}", question=declaration.ask.get(language)).get(language)
            if declaration.kind is PredicateKind.FACT:
                open_or_not = (
                    Message("false where no clause concludes it")
                    if declaration.closed
                    else Message("open where no clause concludes it")
                )
                yield open_or_not.get(language)
            choices = (words.get(language) for _, words in declaration.choices)
            yield _list(template("One of: {clauses}"), choices, language)
        case GivenFact():
            if declaration.default is not None:
                yield Message("Without it: {default}", default=declaration.default).get(language)
            yield _list(template("One of: {clauses}"), (c.words.get(language) for c in declaration.choices), language)
        case Role():
            yield Message("Seat letter: {letter}", letter=declaration.letter).get(language)
        case Sort():
            yield Message("Letters: {letters}", letters=" ".join(declaration.letters)).get(language)
        case DefinedTerm():
            yield _plain(declaration.definition.get(language))
    yield _plain(read_remarks(declaration.comments)[language])


def _list(heading: str, names: Iterable[str], language: str) -> str:
    """Return names behind what is said of them; nothing where there are none."""
    listed = list(names)
    return Message(heading, clauses=", ".join(listed)).get(language) if listed else ""


def _plain(words: str) -> str:
    """Return words as Markdown shows them, with nothing in them that it would take for its own."""
    return "".join(f"\\{sign}" if sign in "\\`*_{}[]<>#|~&!" else sign for sign in words)
