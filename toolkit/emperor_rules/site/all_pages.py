"""All pages of the site in one language, as one pure function."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from emperor_rules.check.pipeline import Checked
from emperor_rules.check.scenario_runner import Outcome
from emperor_rules.draw.templating import words
from emperor_rules.evaluate.engine import Engine
from emperor_rules.official.matching import Beside
from emperor_rules.site.context import SiteContext, arranged
from emperor_rules.site.page import Page
from emperor_rules.site.pages.clauses import ClausePages
from emperor_rules.site.pages.contributors import language_pages
from emperor_rules.site.pages.coverage import coverage_page, kept_verdicts
from emperor_rules.site.pages.differences import difference_pages
from emperor_rules.site.pages.glossary import glossary_page
from emperor_rules.site.pages.questions import question_pages
from emperor_rules.site.pages.redirects import number_holders, number_pages
from emperor_rules.site.pages.scenarios import ScenarioFile, scenario_files, scenario_list, scenario_page
from emperor_rules.site.pages.start import start_page
from emperor_rules.site.pages.tables import table_pages
from emperor_rules.site.pages.texts import TextPages
from emperor_rules.site.pages.timeline import editions_page
from emperor_rules.site.permalinks import Permalinks
from emperor_rules.site.start_config import choices
from emperor_rules.site.views.answer_view import AnswerRenderer
from emperor_rules.site.views.clause_view import backlinks
from emperor_rules.source import Span

NOTHING_BESIDE: Mapping[Span, Beside] = {}


def pages(
    checked: Checked, engine: Engine, language: str, edit: str = "", official: Mapping[Span, Beside] = NOTHING_BESIDE
) -> tuple[Page, ...]:
    """Make every page in the order of the menu. The same input gives the same bytes.

    ``edit`` is the address before a file's name at which it can be edited, empty where there is none; ``official`` are
    official rules to show beside our clauses, by the places of these.
    """
    return tuple(chain.from_iterable(page_groups(checked, engine, language, edit, official)))


def page_groups(
    checked: Checked, engine: Engine, language: str, edit: str = "", official: Mapping[Span, Beside] = NOTHING_BESIDE
) -> tuple[Iterator[Page], ...]:
    """Give the pages of :func:`pages` in groups, each of which makes a page only when it is asked for the next one."""
    rulebook, t = checked.rulebook, words(language)
    files = scenario_files(rulebook, language)
    stock = stock_of(checked, engine, files, language, edit, official)
    backward = backlinks(stock.permalinks)
    text_pages = TextPages(stock, backward)
    own, parts = arranged(rulebook)
    chosen = choices(rulebook)
    clause_pages = ClausePages(stock, backward, {text.id: number_holders(text) for text in rulebook.texts.values()})
    return (
        map(start_page, [stock], [chosen], [files]),
        map(editions_page, [stock]),
        map(glossary_page, [stock]),
        (coverage_page(one, kept_verdicts(one)) for one in [stock]),
        question_pages(stock, t["site_questions"]),
        table_pages(stock, chosen, t["tables_title"]),
        difference_pages(stock, t["site_differences"]),
        (text_pages.page(text, t["site_texts"]) for text in own),
        (text_pages.page(text, t["site_parts"]) for text in parts),
        (scenario_list(files, one, t["site_scenarios"]) for one in [stock] if files),
        (scenario_page(file, stock, t["site_scenarios"]) for file in files),
        language_pages(stock, t["site_contributing"]),
        *(iter(clause_pages.pages(text)) for text in (*own, *parts)),
        *(iter(number_pages(text, stock)) for text in (*own, *parts)),
    )


def stock_of(
    checked: Checked,
    engine: Engine,
    files: Sequence[ScenarioFile],
    language: str,
    edit: str,
    official: Mapping[Span, Beside],
) -> SiteContext:
    """Gather what pages are made from."""
    asker = AnswerRenderer(engine, Permalinks(checked.rulebook), language)
    by_clause: dict[Span, list[Outcome]] = {}
    by_scenario: dict[str, list[Outcome]] = {}
    by_question: dict[str, list[Outcome]] = {}
    for outcome in checked.run.outcomes:
        by_scenario.setdefault(outcome.scenario.name, []).append(outcome)
        by_question.setdefault(outcome.expectation.query.ask, []).append(outcome)
        for clause in asker.clauses(outcome):
            by_clause.setdefault(clause.span, []).append(outcome)
    links = {name: (file.path, anchor) for file in reversed(files) for name, anchor in file.anchors.items()}
    return SiteContext(checked, asker, by_clause, by_scenario, by_question, links, edit, official)
