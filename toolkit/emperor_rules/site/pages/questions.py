"""A page for each question: the clauses of every text that speak to it, and its answers at the same tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from emperor_rules.drawing.spec import is_common, is_drawn
from emperor_rules.errors import RequestError
from emperor_rules.evaluate.engine import INVALID
from emperor_rules.model.texts import Clause, Text
from emperor_rules.model.vocabulary import Predicate
from emperor_rules.site.context import SiteContext
from emperor_rules.site.page import Link, Page, href
from emperor_rules.site.permalinks import question_page
from emperor_rules.site.texts import arrange_texts, effective, file_name
from emperor_rules.site.views.cross_text import CrossTextAnswers, ask_all_texts, request_to
from emperor_rules.site.views.figures import of_anyone
from emperor_rules.site.views.position_view import Picture, picture

QUESTIONS = "questions/index.md"
#: So many tables are shown, chosen from the first ones that scenarios ask about.
MOST_TABLES = 3
MOST_TRIED = 10


@dataclass(frozen=True, slots=True)
class SpeakingText:
    """A text with the clauses that speak to a question, each with its words; none where it is silent."""

    text: Link
    effective: str
    clauses: tuple[tuple[Link, str], ...]


@dataclass(frozen=True, slots=True)
class ComparedTable:
    """One table: the answers of all texts, and the table as each text that decides draws it."""

    compared: CrossTextAnswers
    pictures: tuple[tuple[Link, Picture], ...]


def question_pages(context: SiteContext, section: str) -> Iterator[Page]:
    """Yield the list of all questions, then the page of each."""
    locale = context.locale
    questions = list(context.vocabulary.questions.values())
    common = [predicate for predicate in questions if is_common(predicate)]
    uncommon = [predicate for predicate in questions if predicate not in common]
    lists = [
        [(Link(href(QUESTIONS, question_page(r.id)), of_anyone(r, locale)), _speakers(context, r)) for r in predicates]
        for predicates in (common, sorted(uncommon, key=lambda predicate: of_anyone(predicate, locale)))
    ]
    content = context.render("questions.md.j2", locale["site_questions"], locale["questions_lead"], lists=lists)
    yield Page(QUESTIONS, content, "", locale["site_questions_all"], section)
    for predicate in questions:
        yield _page(context, predicate, section, listed=predicate in common)


def _page(context: SiteContext, predicate: Predicate, section: str, *, listed: bool) -> Page:
    path, locale = question_page(predicate.id), context.locale
    title = of_anyone(predicate, locale)
    texts = [_speaking(context, path, text, predicate.id) for text in arrange_texts(context.rulebook)[0]]
    content = context.render(
        "question.md.j2",
        title,
        f"{title} {locale['questions_lead']}",
        title=title,
        id=predicate.id,
        speaking=[text for text in texts if text.clauses],
        silent=[text.text for text in texts if not text.clauses],
        tables=tuple(_tables(context, path, predicate)),
        back=Link(href(path, QUESTIONS), locale["site_questions_all"]),
    )
    return Page(path, content, file_name(predicate.span.file), title, section, listed)


def _speakers(context: SiteContext, predicate: Predicate) -> str:
    texts = [text.id for text in arrange_texts(context.rulebook)[0] if _concluding(context, text, predicate.id)]
    return ", ".join(texts) or context.locale["compare_nobody"]


def _concluding(context: SiteContext, text: Text, ask: str) -> Mapping[str, Clause]:
    """Return by citation the clauses of a text, and of what it includes, that conclude something about a question."""
    try:
        resolved = context.engine.program(text.id, None).resolved
    except RequestError:  # reported among the findings
        return {}
    rules = (resolved.rules[number] for number in resolved.by_predicate.get(ask, ()))
    clauses = sorted({rule.clause for rule in rules})
    return {resolved.clauses[n].citation: resolved.clauses[n].clause for n in clauses}


def _speaking(context: SiteContext, path: str, text: Text, ask: str) -> SpeakingText:
    permalinks, language = context.permalinks, context.language
    clauses = tuple(
        (permalinks.to_clause(path, clause, citation.replace(":", " ", 1)), clause.words(language))
        for citation, clause in _concluding(context, text, ask).items()
    )
    return SpeakingText(permalinks.to_text(path, text.id), effective(text, context.locale), clauses)


def _tables(context: SiteContext, path: str, predicate: Predicate) -> Iterator[ComparedTable]:
    """Yield the simplest table that a scenario asks about, and those at which the texts disagree most."""
    tried: dict[str, tuple[Mapping[str, Any], CrossTextAnswers]] = {}
    for outcome in context.by_question.get(predicate.id, ()):
        if outcome.scenario.on is None and outcome.answer.status != INVALID and len(tried) < MOST_TRIED:
            request = {key: value for key, value in outcome.request.items() if key not in ("on", "text")}
            if repr(request) not in tried:
                tried[repr(request)] = outcome.request, ask_all_texts(context, path, outcome.request)
    simplest = sorted(tried.values(), key=lambda table: len(table[0]))
    disputed = [table for table in simplest[1:] if table[1].different > 1]
    chosen = [*simplest[:1], *sorted(disputed, key=lambda table: -table[1].different)]
    for number, (asked, compared) in enumerate(islice(chosen, MOST_TABLES)):
        yield ComparedTable(compared, tuple(_pictures(context, path, predicate, asked, compared, number)))


def _pictures(
    context: SiteContext,
    path: str,
    predicate: Predicate,
    request: Mapping[str, Any],
    compared: CrossTextAnswers,
    number: int,
) -> Iterator[tuple[Link, Picture]]:
    """Draw a table as the texts see it: each that decides, where drawings show the question, else the first."""
    deciding = {link.label for link, _, _ in compared.answers}
    for text in arrange_texts(context.rulebook)[0]:
        if text.id in deciding:
            id = f"table-{number}-{text.id}"
            drawn = picture(context.renderer, request_to(text, request), id, full=is_drawn(predicate))
            if drawn is not None:
                yield context.permalinks.to_text(path, text.id), drawn
                if not is_drawn(predicate) or number:
                    return
