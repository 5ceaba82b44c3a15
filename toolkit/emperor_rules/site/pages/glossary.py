"""The glossary: words of the game defined, then all phrases of the vocabulary with clauses that say when they hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import dropwhile
from typing import Any

from emperor_rules.evaluate.verbalise import fill
from emperor_rules.model.phrases import LETTER
from emperor_rules.model.terms import HasRole
from emperor_rules.model.texts import Clause
from emperor_rules.model.vocabulary import GivenFact, Predicate, Role, Sort, Words
from emperor_rules.site.context import SiteContext
from emperor_rules.site.i18n import LANGUAGES, Locale, read_locale
from emperor_rules.site.page import Link, Page, href
from emperor_rules.site.pages.clauses import nodes
from emperor_rules.site.permalinks import question_page, slugify

GLOSSARY = "glossary.md"
#: The anchor of the phrases, below the definitions.
PHRASES = "phrases"
#: So many clauses are named for a term; the page of its question has all.
MOST_CLAUSES = 8
#: What stands in a term for somebody or something, and words before a term that do not count in its order.
ANYONE = "…"
SMALL = frozenset(f"{ANYONE} the a an is are has may can il lo la i gli le un uno una è".split())


def glossary_page(context: SiteContext) -> Page:
    """Return the page of all terms."""
    locale, foreign, taken = context.locale, _foreign_language(context.language), {PHRASES}
    definitions = sorted(_definitions(context, taken), key=lambda definition: _sort_key(definition["name"]))
    terms = sorted(_terms(context, taken), key=lambda term: (_sort_key(term["phrase"]), term["anchor"]))
    return context.page(
        GLOSSARY,
        "glossary.md.j2",
        locale["site_glossary"],
        locale["glossary_lead"],
        definitions=definitions,
        terms=terms,
        foreign=foreign,
        phrases=PHRASES,
    )


def _foreign_language(language: str) -> str:
    return next(code for code in LANGUAGES if code != language)


def _sort_key(phrase: str) -> str:
    plain = phrase.replace("’", "'").casefold().removeprefix("l'").split()
    return " ".join(dropwhile(SMALL.__contains__, plain))


def _definitions(context: SiteContext, taken: set[str]) -> Iterator[Mapping[str, Any]]:
    """Yield words of the game in the page's language and the other, what they mean, and where more is said of them."""
    language = context.language
    naming = _clauses_by_term(context)[1]
    for term in context.vocabulary.terms.values():
        clauses = [c for c in naming.get(term.id, ()) if not context.rulebook.texts[c.text].relations]
        yield {
            "anchor": slugify(term.id, taken),
            "name": term.names.get(language),
            "translation": term.names.get(_foreign_language(language)),
            "words": term.definition.get(language),
            "links": [
                *(context.permalinks.to_clause(GLOSSARY, clause) for clause in clauses[:MOST_CLAUSES]),
                *(context.to_question(GLOSSARY, ask) for ask in term.about),
            ],
        }


def _terms(context: SiteContext, taken: set[str]) -> Iterator[Mapping[str, Any]]:
    vocabulary = context.vocabulary
    concluding, naming = _clauses_by_term(context)
    locales = [context.locale if language == context.language else read_locale(language) for language in LANGUAGES]
    nouns: list[Sort | Role] = [*vocabulary.sorts.values(), *vocabulary.roles.values()]
    for noun in nouns:
        if noun.id in vocabulary.terms:
            continue
        yield _term(context, noun.id, noun.names[0], None, naming.get(noun.id, ()), taken)
    for predicate in vocabulary.predicates.values():
        clauses = concluding.get(predicate.id, ())
        if clauses or predicate.is_question:
            phrase = Words(*(_phrase(predicate, locale) for locale in locales))
            question = Link(href(GLOSSARY, question_page(predicate.id)), context.locale["glossary_question"])
            yield _term(context, predicate.id, phrase, question if predicate.is_question else None, clauses, taken)
    for given in vocabulary.givens.values():
        yield _term(context, given.id, Words(*(_given(given, language) for language in LANGUAGES)), None, (), taken)
    for option in vocabulary.options.values():
        yield _term(context, option.id, option.names, None, (), taken)


def _term(
    context: SiteContext, id: str, phrase: Words, question: Link | None, clauses: Sequence[Clause], taken: set[str]
) -> Mapping[str, Any]:
    """Return a term in both languages, its question if it is one, and clauses, with how many more there are."""
    return {
        "anchor": slugify(id, taken),
        "phrase": phrase.get(context.language),
        "translation": phrase.get(_foreign_language(context.language)),
        "question": question,
        "clauses": [context.permalinks.to_clause(GLOSSARY, clause) for clause in clauses[:MOST_CLAUSES]],
        "more": max(0, len(clauses) - MOST_CLAUSES),
    }


def _clauses_by_term(context: SiteContext) -> tuple[dict[str, list[Clause]], dict[str, list[Clause]]]:
    """Return by predicate the clauses in force that conclude it, and by role those that speak of it."""
    concluding: dict[str, list[Clause]] = {}
    naming: dict[str, list[Clause]] = {}
    for clause in (clause for text in (*context.standalone, *context.parts) for clause in text.clauses):
        in_force = [s for s in clause.sentences if clause.until is None and s.until is None]
        roles = [node.role for sentence in in_force for node in nodes(sentence) if isinstance(node, HasRole)]
        for ids, by_term in (([sentence.predicate for sentence in in_force], concluding), (roles, naming)):
            for id in dict.fromkeys(ids):
                by_term.setdefault(id, []).append(clause)
    return concluding, naming


def _phrase(predicate: Predicate, locale: Locale) -> str:
    """Return the phrase about nobody in particular; a team is named as one, for players often do the same."""
    letters = [letter for letter, _ in predicate.params]
    names = [locale["legend_team"] if sort == "team" else ANYONE for _, sort in predicate.params]
    return fill(predicate.statement(locale.language), letters, names, locale.language)


def _given(given: GivenFact, language: str) -> str:
    """Return the phrase of a fact that a question brings along; one that names players begins with their letter."""
    phrase = given.phrase.get(language)
    letter = given.phrase.en.split(maxsplit=1)[0]
    if given.kind != "players" or not LETTER.fullmatch(letter):
        return phrase
    return fill(phrase, [letter], [ANYONE], language)
