"""A page for each question: the clauses of every text that speak to it, and its answers at the same tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from emperor_rules.drawing.spec import is_common, is_drawn
from emperor_rules.errors import RequestError
from emperor_rules.evaluate.engine import INVALID
from emperor_rules.model.texts import Text
from emperor_rules.model.vocabulary import Predicate
from emperor_rules.site.context import SiteContext, arranged, effective, file_name
from emperor_rules.site.page import Link, Page, href
from emperor_rules.site.permalinks import question_page
from emperor_rules.site.views.cross_text import Compared, asked_of, compared
from emperor_rules.site.views.figures import anyone
from emperor_rules.site.views.position_view import Picture, picture

QUESTIONS = "questions/index.md"
#: So many tables are shown, chosen from the first ones that scenarios ask about.
MOST_TABLES = 3
MOST_TRIED = 10


@dataclass(frozen=True, slots=True)
class Speaking:
    """A text with the clauses that speak to a question, each with its words; none where it is silent."""

    text: Link
    effective: str
    clauses: tuple[tuple[Link, str], ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """One table: the answers of all texts, and the table as each text that decides draws it."""

    compared: Compared
    pictures: tuple[tuple[Link, Picture], ...]


def question_pages(stock: SiteContext, section: str) -> Iterator[Page]:
    """Make the list of all questions, then the page of each."""
    t = stock.t
    questions = list(stock.rulebook.vocabulary.questions.values())
    drawn = [relation for relation in questions if is_common(relation)]
    rest = [relation for relation in questions if relation not in drawn]
    lists = [
        [(Link(href(QUESTIONS, question_page(r.id)), of_anyone(stock, r)), _speakers(stock, r)) for r in some]
        for some in (drawn, sorted(rest, key=lambda relation: of_anyone(stock, relation)))
    ]
    content = stock.render("questions.md.j2", t["site_questions"], t["questions_lead"], lists=lists)
    yield Page(QUESTIONS, content, "", t["site_questions_all"], section)
    for relation in questions:
        yield _page(stock, relation, section, listed=relation in drawn)


def of_anyone(stock: SiteContext, relation: Predicate) -> str:
    """Say a question of nobody in particular: “May a player see another?”."""
    asked = anyone(relation.ask.get(stock.language), relation, stock.t)
    return asked[:1].upper() + asked[1:]


def _page(stock: SiteContext, relation: Predicate, section: str, *, listed: bool) -> Page:
    of = question_page(relation.id)
    title = of_anyone(stock, relation)
    speaking = [_speaking(stock, of, text, relation.id) for text in arranged(stock.rulebook)[0]]
    content = stock.render(
        "question.md.j2",
        title,
        f"{title} {stock.t['questions_lead']}",
        title=title,
        id=relation.id,
        speaking=[one for one in speaking if one.clauses],
        silent=[one.text for one in speaking if not one.clauses],
        tables=tuple(_tables(stock, of, relation)),
        back=Link(href(of, QUESTIONS), stock.t["site_questions_all"]),
    )
    return Page(of, content, file_name(relation.span.file), title, section, listed)


def _speakers(stock: SiteContext, relation: Predicate) -> str:
    said = [text.id for text in arranged(stock.rulebook)[0] if _concluding(stock, text, relation.id)]
    return ", ".join(said) or stock.t["compare_nobody"]


def _concluding(stock: SiteContext, text: Text, ask: str) -> Mapping[str, Any]:
    """Give the clauses of a text, and of what it builds on, that conclude something about a question."""
    try:
        resolved = stock.engine.program(text.id, None).resolved
    except RequestError:  # reported among the findings
        return {}
    rules = (resolved.rules[number] for number in resolved.by_relation.get(ask, ()))
    clauses = sorted({rule.clause for rule in rules})
    return {resolved.clauses[n].citation: resolved.clauses[n].clause for n in clauses}


def _speaking(stock: SiteContext, of: str, text: Text, ask: str) -> Speaking:
    links = [
        (
            stock.permalinks.to_clause(of, clause, stock.language, citation.replace(":", " ", 1)),
            clause.words(stock.language),
        )
        for citation, clause in _concluding(stock, text, ask).items()
    ]
    link = stock.permalinks.to_text(of, text.id, stock.language)
    return Speaking(link, effective(text, stock.language), tuple(links))


def _tables(stock: SiteContext, of: str, relation: Predicate) -> Iterator[Asked]:
    """Choose the simplest table that a scenario asks about, and those at which the texts disagree most."""
    tried: dict[str, tuple[Mapping[str, Any], Compared]] = {}
    for outcome in stock.by_question.get(relation.id, ()):
        if outcome.scenario.on is None and outcome.answer.status != INVALID and len(tried) < MOST_TRIED:
            request = {key: value for key, value in outcome.request.items() if key not in ("on", "text")}
            if repr(request) not in tried:
                tried[repr(request)] = (outcome.request, compared(stock, of, outcome.request))
    among = sorted(tried.values(), key=lambda one: len(one[0]))
    most = sorted(among[1:], key=lambda one: -one[1].different)
    for number, (posed, found) in enumerate([*among[:1], *(one for one in most if one[1].different > 1)]):
        if number == MOST_TABLES:
            return
        yield Asked(found, tuple(_pictures(stock, of, relation, posed, found, number)))


def _pictures(
    stock: SiteContext, of: str, relation: Predicate, request: Mapping[str, Any], found: Compared, number: int
) -> Iterator[tuple[Link, Picture]]:
    """Draw a table as the texts see it: each that decides, where drawings show the question, else the first."""
    deciding = {link.label for link, _, _ in found.answers}
    for text in arranged(stock.rulebook)[0]:
        if text.id in deciding:
            drawn = picture(stock.asker, asked_of(text, request), f"table-{number}-{text.id}", full=is_drawn(relation))
            if drawn is not None:
                yield stock.permalinks.to_text(of, text.id, stock.language), drawn
                if not is_drawn(relation) or number:
                    return
