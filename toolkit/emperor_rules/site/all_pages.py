"""All pages of the site in one language, as a pure function of the rules and of the site's templates and words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import emperor_rules
from emperor_rules.check.mutation.runner import MutantVerdict
from emperor_rules.site.context import SiteContext
from emperor_rules.site.page import Page
from emperor_rules.site.pages.cards import cards_page
from emperor_rules.site.pages.cheat_sheet import cheat_sheet_pages
from emperor_rules.site.pages.contributors import language_pages, python_page
from emperor_rules.site.pages.differences import difference_pages
from emperor_rules.site.pages.glossary import glossary_page, phrases_page
from emperor_rules.site.pages.live_table import live_table_page
from emperor_rules.site.pages.questions import question_pages
from emperor_rules.site.pages.scenarios import coverage_page, scenario_list, scenario_page
from emperor_rules.site.pages.situations import situation_pages
from emperor_rules.site.pages.start import start_page
from emperor_rules.site.pages.tables import table_pages
from emperor_rules.site.pages.texts import clause_pages, editions_page, number_pages, text_page_of


def page_groups(
    context: SiteContext, verdicts: Mapping[str, MutantVerdict] | None = None
) -> tuple[Iterator[Page], ...]:
    """Return every page in the order of the menu, in groups, each of which makes a page when it is asked for the next.

    The same input gives the same bytes. ``verdicts`` says what became of the mutants of the rules, by their ids, if
    they were tried.
    """
    texts = (*context.standalone, *context.parts)
    return (
        map(start_page, [context]),
        live_table_page(context),
        situation_pages(context),
        *question_pages(context),
        (text_page_of(context, text) for text in context.standalone),
        (text_page_of(context, text) for text in context.parts),
        table_pages(context),
        cheat_sheet_pages(context),
        difference_pages(context),
        map(scenario_list, [context] if context.scenario_files else []),
        (scenario_page(file, context) for file in context.scenario_files),
        cards_page(context),
        map(glossary_page, [context]),
        map(phrases_page, [context]),
        map(editions_page, [context]),
        map(coverage_page, [context], [verdicts or {}]),
        language_pages(context),
        map(python_page, [context], [emperor_rules]),
        *(clause_pages(context, text) for text in texts),
        *(number_pages(text, context) for text in texts),
    )
