"""The glossary: words of the game defined, roles and options; and, for reviewers, all fixed phrases side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import dropwhile
from typing import Any

from emperor_rules.drawing.alt_text import ANYONE
from emperor_rules.evaluate.verbalise import fill
from emperor_rules.groups import by_key
from emperor_rules.messages import LANGUAGES, language_file
from emperor_rules.model.phrases import LETTER
from emperor_rules.model.terms import HasRole
from emperor_rules.model.texts import Clause
from emperor_rules.model.vocabulary import DefinedTerm, GivenFact, GivenKind, Predicate, Words
from emperor_rules.site.context import SiteContext
from emperor_rules.site.i18n import Locale, read_locale
from emperor_rules.site.page import Link, Page, SinglePage
from emperor_rules.site.pages.texts import nodes
from emperor_rules.site.permalinks import slugify

GLOSSARY = SinglePage("glossary.md", "glossary", "site_glossary", "glossary_lead")
#: All fixed phrases in both languages, for those who look after them.
PHRASES = SinglePage("contributing/phrases.md", "phrases", "phrases_title", "phrases_lead", "site_contributing")
#: So many clauses are named for a term; the page of its question has all.
MOST_CLAUSES_NAMED = 8
#: Words before a term that do not count in its order.
SMALL = frozenset(f"{ANYONE} the a an is are has may can il lo la i gli le un uno una è".split())


def glossary_page(context: SiteContext) -> Page:
    """Return the page of all words of the game that are defined."""
    language, taken = context.language, set[str]()
    _, naming = _clauses_by_term(context)
    in_order = sorted(context.vocabulary.terms.values(), key=lambda term: _sort_key(term.names.get(language)))
    anchors = {term.id: slugify(term.id, taken) for term in context.vocabulary.terms.values()}
    return context.single_page(
        GLOSSARY,
        definitions=[(anchors[term.id], term, _links(context, term, naming.get(term.id, ()))) for term in in_order],
        terms=_entries(context, GLOSSARY.path, _nouns(context, naming), taken),
        foreign=next(code for code in LANGUAGES if code != language),
    )


#: A phrase of the vocabulary with its id and the clauses that say when it holds, or that speak of it.
Phrase = tuple[str, Words, Sequence[Clause]]


def _entries(context: SiteContext, path: str, phrases: Iterable[Phrase], taken: set[str]) -> list[tuple[Any, ...]]:
    """Return phrases in the order of their language: anchor, words, question, first clauses, and how many more."""
    entries = [
        (
            slugify(id, taken),
            phrase,
            context.to_question(path, id) if id in context.vocabulary.questions else None,
            [context.permalinks.to_clause(path, clause) for clause in clauses[:MOST_CLAUSES_NAMED]],
            max(0, len(clauses) - MOST_CLAUSES_NAMED),
        )
        for id, phrase, clauses in phrases
    ]
    return sorted(entries, key=lambda entry: (_sort_key(entry[1].get(context.language)), entry[0]))


def phrases_page(context: SiteContext) -> Page:
    """Return the page of all fixed phrases side by side: of the rules, of the site, and of the command."""
    taken, path = set[str](), PHRASES.path
    phrases = _entries(context, path, _phrases(context, _clauses_by_term(context)[0]), taken)
    first, *others = (read_locale(language).strings for language in LANGUAGES)
    words = by_key((name.partition("_")[0], Words(first[name], *(o[name] for o in others))) for name in first)
    names = {language: language_file(language, "sentences")["own_name"] for language in LANGUAGES}
    return context.single_page(PHRASES, terms=phrases, site_words=words.items(), languages=names)


def _sort_key(phrase: str) -> str:
    plain = phrase.replace("’", "'").casefold().removeprefix("l'").split()
    return " ".join(dropwhile(SMALL.__contains__, plain))


def _links(context: SiteContext, term: DefinedTerm, naming: Sequence[Clause]) -> list[Link]:
    """Return links to where more is said of a word of the game: clauses of texts that retell no others, questions."""
    own = [clause for clause in naming if not context.rulebook.texts[clause.text].retells]
    links = [context.permalinks.to_clause(GLOSSARY.path, clause) for clause in own[:MOST_CLAUSES_NAMED]]
    return links + [context.to_question(GLOSSARY.path, ask) for ask in term.about]


#: Clauses by what they conclude or speak of.
ByTerm = Mapping[str, Sequence[Clause]]


def _nouns(context: SiteContext, naming: ByTerm) -> Iterator[Phrase]:
    """Yield the roles and options that no term defines, with the clauses that speak of roles."""
    vocabulary = context.vocabulary
    for role in vocabulary.roles.values():
        if role.id not in vocabulary.terms:
            yield role.id, role.names[0], naming.get(role.id, ())
    for option in vocabulary.options.values():
        if option.id not in vocabulary.terms:
            yield option.id, option.names, ()


def _phrases(context: SiteContext, concluding: ByTerm) -> Iterator[Phrase]:
    """Yield what the rules can say, with the clauses that say when it holds, and what a question can bring along."""
    vocabulary, locales = context.vocabulary, [read_locale(language) for language in LANGUAGES]
    for predicate in vocabulary.predicates.values():
        clauses = concluding.get(predicate.id, ())
        if clauses or predicate.is_question:
            yield predicate.id, Words(*(_phrase(predicate, locale) for locale in locales)), clauses
    for given in vocabulary.givens.values():
        yield given.id, Words(*(_given(given, language) for language in LANGUAGES)), ()


def _clauses_by_term(context: SiteContext) -> tuple[ByTerm, ByTerm]:
    """Return by predicate the clauses in force that conclude it, and by role those that speak of it."""
    concluded, named = list[tuple[str, Clause]](), list[tuple[str, Clause]]()
    for clause in (clause for text in (*context.standalone, *context.parts) for clause in text.clauses):
        in_force = [s for s in clause.sentences if clause.until is None and s.until is None]
        roles = (node.role for sentence in in_force for node in nodes(sentence) if isinstance(node, HasRole))
        concluded += ((id, clause) for id in dict.fromkeys(sentence.predicate for sentence in in_force))
        named += ((id, clause) for id in dict.fromkeys(roles))
    return by_key(concluded), by_key(named)


def _phrase(predicate: Predicate, locale: Locale) -> str:
    """Return the phrase about nobody in particular; a team is named as one, for players often do the same."""
    letters = [letter for letter, _ in predicate.parameters]
    names = [locale["legend_team"] if sort == "team" else ANYONE for _, sort in predicate.parameters]
    return fill(predicate.statement(locale.language), letters, names, locale.language)


def _given(given: GivenFact, language: str) -> str:
    """Return the phrase of a fact that a question supplies; one that names players begins with their letter."""
    phrase = given.phrase.get(language)
    letter = given.phrase.en.split(maxsplit=1)[0]
    if given.kind is not GivenKind.PLAYERS or not LETTER.fullmatch(letter):
        return phrase
    return fill(phrase, [letter], [ANYONE], language)
