"""All pages of the site in one language, as a pure function of the rules and of the site's templates and words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import emperor_rules
from emperor_rules.check.mutation.runner import MutantVerdict
from emperor_rules.check.pipeline import CheckReport
from emperor_rules.evaluate.engine import Engine
from emperor_rules.official.matching import Beside
from emperor_rules.site.context import site_context
from emperor_rules.site.i18n import read_locale
from emperor_rules.site.page import Page
from emperor_rules.site.pages.cheat_sheet import cheat_sheet_pages
from emperor_rules.site.pages.clauses import ClausePages
from emperor_rules.site.pages.contributors import language_pages
from emperor_rules.site.pages.coverage import coverage_page
from emperor_rules.site.pages.differences import difference_pages
from emperor_rules.site.pages.glossary import glossary_page
from emperor_rules.site.pages.live_table import live_table_page
from emperor_rules.site.pages.number_addresses import number_holders, number_pages
from emperor_rules.site.pages.python_interface import python_page
from emperor_rules.site.pages.questions import question_pages
from emperor_rules.site.pages.scenarios import scenario_files, scenario_list, scenario_page
from emperor_rules.site.pages.start import start_page
from emperor_rules.site.pages.tables import table_pages
from emperor_rules.site.pages.texts import text_page_of
from emperor_rules.site.pages.timeline import editions_page
from emperor_rules.site.start_config import read_start_config
from emperor_rules.site.texts import arrange_texts
from emperor_rules.site.views.clause_view import backlinks
from emperor_rules.source import Span


def page_groups(
    checked: CheckReport,
    engine: Engine,
    language: str,
    edit: str = "",
    official: Mapping[Span, Beside] | None = None,
    verdicts: Mapping[str, MutantVerdict] | None = None,
) -> tuple[Iterator[Page], ...]:
    """Return every page in the order of the menu, in groups, each of which makes a page when it is asked for the next.

    The same input gives the same bytes.

    Args:
        checked: The rules with the outcomes of their scenarios and searches.
        engine: Answers requests about these rules.
        language: The language of the pages.
        edit: The address before a file's name at which it can be edited; empty where there is none.
        official: Official rules to show beside our clauses, by the places of these.
        verdicts: What became of the mutants of these rules, by their ids; ``None`` if they were not tried.
    """
    rulebook, locale = checked.rulebook, read_locale(language)
    context = site_context(checked, engine, locale, edit, official)
    files = scenario_files(rulebook, locale)
    scenario_links = {name: (file, anchor) for file in reversed(files) for name, anchor in file.anchors.items()}
    backward = backlinks(context.permalinks)
    standalone, parts = arrange_texts(rulebook)
    texts = (*standalone, *parts)
    start = read_start_config(rulebook)
    holders = {text.id: number_holders(text) for text in texts}
    clause_pages = ClausePages(context, backward, holders, scenario_links)
    return (
        map(start_page, [context], [start], [files]),
        live_table_page(context, start),
        *question_pages(context, locale["site_questions"]),
        (text_page_of(context, backward, text, locale["site_texts"]) for text in standalone),
        (text_page_of(context, backward, text, locale["site_parts"]) for text in parts),
        table_pages(context, start, locale["tables_title"]),
        cheat_sheet_pages(context, start, locale["tables_title"]),
        difference_pages(context, locale["site_differences"]),
        (scenario_list(files, context, section) for section in [locale["site_scenarios"]] if files),
        (scenario_page(file, context, locale["site_scenarios"]) for file in files),
        map(glossary_page, [context]),
        map(editions_page, [context]),
        map(coverage_page, [context], [verdicts], [locale["site_contributing"]]),
        language_pages(context, locale["site_contributing"]),
        map(python_page, [context], [emperor_rules], [locale["site_contributing"]]),
        *(clause_pages.pages(text) for text in texts),
        *(number_pages(text, holders[text.id], context) for text in texts),
    )
