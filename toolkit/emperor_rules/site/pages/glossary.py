"""The glossary: every term of the vocabulary in both languages, with the clauses that say when it holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import dropwhile

from emperor_rules.drawing.templating import LANGUAGES, words
from emperor_rules.evaluate.verbalise import LETTER, fill
from emperor_rules.model.terms import HasRole
from emperor_rules.model.texts import Clause, Sentence
from emperor_rules.model.vocabulary import GivenFact, Predicate, Role, Sort, Words
from emperor_rules.site.context import SiteContext, arranged
from emperor_rules.site.page import Link, Page, href
from emperor_rules.site.pages.clauses import nodes
from emperor_rules.site.permalinks import question_page, slugify
from emperor_rules.source import Span

GLOSSARY = "glossary.md"
#: So many clauses are named for a term; the page of its question has all.
MOST_CLAUSES = 8
#: What stands in a term for somebody or something, and words before a term that do not count in its order.
ANYONE = "…"
SMALL = frozenset(
    (
        "…",
        "the",
        "a",
        "an",
        "is",
        "are",
        "has",
        "may",
        "can",
        "il",
        "lo",
        "la",
        "i",
        "gli",
        "le",
        "un",
        "uno",
        "una",
        "è",
    )
)


@dataclass(frozen=True, slots=True)
class Term:
    """A term in the page's language and in the other, its question if it is one, and clauses, with how many more."""

    anchor: str
    said: str
    other: str
    question: Link | None
    clauses: tuple[Link, ...]
    more: int


def glossary_page(stock: SiteContext) -> Page:
    """Make the page of all terms."""
    t, language = stock.t, stock.language
    terms = sorted(_terms(stock), key=lambda term: (_in_order(term.said), term.anchor))
    other = next(one for one in LANGUAGES if one != language)
    content = stock.render("glossary.md.j2", t["site_glossary"], t["glossary_lead"], terms=terms, other=other)
    return Page(GLOSSARY, content, "", t["site_glossary"])


def _in_order(said: str) -> str:
    plain = said.replace("’", "'").casefold().removeprefix("l'").split()
    return " ".join(dropwhile(SMALL.__contains__, plain))


def _terms(stock: SiteContext) -> Iterator[Term]:
    vocabulary, taken = stock.rulebook.vocabulary, set[str]()
    concluding = _concluding(stock)
    speaking = _speaking(stock)
    nouns: list[Sort | Role] = [*vocabulary.sorts.values(), *vocabulary.roles.values()]
    for noun in nouns:
        yield _term(stock, noun.id, noun.names[0], None, tuple(speaking.get(noun.id, ())), taken)
    for relation in vocabulary.relations.values():
        clauses = tuple(concluding.get(relation.id, ()))
        if clauses or relation.is_question:
            phrase = Words(*(_said(relation, language) for language in LANGUAGES))
            asked = Link(href(GLOSSARY, question_page(relation.id)), stock.t["glossary_question"])
            yield _term(stock, relation.id, phrase, asked if relation.is_question else None, clauses, taken)
    for given in vocabulary.givens.values():
        phrase = Words(*(_given(given, language) for language in LANGUAGES))
        yield _term(stock, given.id, phrase, None, (), taken)
    for option in vocabulary.options.values():
        yield _term(stock, option.id, option.names, None, (), taken)


def _term(
    stock: SiteContext, id: str, phrase: Words, question: Link | None, clauses: tuple[Clause, ...], taken: set[str]
) -> Term:
    language = stock.language
    other = next(one for one in LANGUAGES if one != language)
    links = tuple(stock.permalinks.to_clause(GLOSSARY, clause, language) for clause in clauses[:MOST_CLAUSES])
    return Term(
        slugify(id, taken),
        phrase.get(language),
        phrase.get(other),
        question,
        links,
        max(0, len(clauses) - MOST_CLAUSES),
    )


def _standing(stock: SiteContext) -> Iterator[tuple[Clause, Sentence]]:
    own, parts = arranged(stock.rulebook)
    for clause in (clause for text in (*own, *parts) for clause in text.clauses if clause.until is None):
        for sentence in clause.sentences:
            if sentence.until is None:
                yield clause, sentence


def _concluding(stock: SiteContext) -> Mapping[str, list[Clause]]:
    """Gather by relation the clauses in force that conclude it."""
    found: dict[str, dict[Span, Clause]] = {}
    for clause, sentence in _standing(stock):
        found.setdefault(sentence.relation, {})[clause.span] = clause
    return {id: list(clauses.values()) for id, clauses in found.items()}


def _speaking(stock: SiteContext) -> Mapping[str, list[Clause]]:
    """Gather by role the clauses in force that speak of it."""
    found: dict[str, dict[Span, Clause]] = {}
    for clause, sentence in _standing(stock):
        for node in nodes(sentence):
            if isinstance(node, HasRole):
                found.setdefault(node.role, {})[clause.span] = clause
    return {id: list(clauses.values()) for id, clauses in found.items()}


def _said(relation: Predicate, language: str) -> str:
    """Say a phrase of nobody in particular; a team is named as one, for players often do the same."""
    letters = [letter for letter, _ in relation.params]
    names = [words(language)["legend_team"] if sort == "team" else ANYONE for _, sort in relation.params]
    return fill(relation.phrase.get(language), letters, names)


def _given(given: GivenFact, language: str) -> str:
    """Say a fact that a question brings along; one that names players begins with a letter for them."""
    phrase = given.phrase.get(language)
    letter = given.phrase.en.split(maxsplit=1)[0]
    if given.kind != "players" or not LETTER.fullmatch(letter):
        return phrase
    return fill(phrase, [letter], [ANYONE])
