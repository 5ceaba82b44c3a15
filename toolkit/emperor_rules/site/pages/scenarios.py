"""The pages of scenarios: one per rule file, each scenario with its position, questions and answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import groupby
from operator import attrgetter

from emperor_rules.model.scenarios import Scenario
from emperor_rules.site.context import SiteContext
from emperor_rules.site.page import Link, Page, href
from emperor_rules.site.texts import ScenarioFile
from emperor_rules.site.views.figures import of_anyone
from emperor_rules.site.views.position_view import position_view

SCENARIO_LIST = "scenarios/index.md"


def scenario_list(context: SiteContext) -> Page:
    """Return the list of all scenarios, with what a reader may choose among them by."""
    locale, questions, topics = context.locale, context.vocabulary.questions, []
    for file in context.scenario_files:
        entries = []
        for scenario, anchor in file.named:
            outcomes = context.by_scenario.get(scenario.name, ())
            asks = sorted({outcome.expectation.query.ask for outcome in outcomes})
            texts = sorted({outcome.text for outcome in outcomes})
            link = Link(href(SCENARIO_LIST, file.path, anchor), scenario.title(locale.language))
            entries.append((link, asks, texts, len(outcomes)))
        topics.append((file.title, entries))
    ids = sorted({id for _, entries in topics for _, _, texts, _ in entries for id in texts})
    asked = {ask for _, entries in topics for _, asks, _, _ in entries for ask in asks if ask in questions}
    return context.page(
        SCENARIO_LIST,
        "scenario-list.md.j2",
        locale["site_scenarios"],
        locale["scenarios_all_lead"],
        locale["site_scenarios"],
        menu=locale["scenarios_all"],
        topics=topics,
        titles={id: context.rulebook.texts[id].titles.get(locale.language) for id in ids},
        asks=sorted((of_anyone(questions[ask], locale), ask) for ask in asked),
        script=href(SCENARIO_LIST, "assets/javascripts/filter.md").removesuffix(".html") + ".js",
    )


def scenario_page(file: ScenarioFile, context: SiteContext) -> Page:
    """Return the page of one file of scenarios."""
    locale = context.locale
    return context.page(
        file.path,
        "scenarios.md.j2",
        f"{file.title} · {locale['site_scenarios']}",
        locale["scenarios_lead"],
        locale["site_scenarios"],
        menu=file.title,
        title=file.title,
        scenarios=[_view(context, file.path, *named) for named in file.named],
    )


def _view(context: SiteContext, path: str, scenario: Scenario, anchor: str) -> Mapping[str, object]:
    """Return a scenario as its page shows it, with its questions, those that the same clauses answer together.

    ``text`` is the text that all are asked of, if it is one. The live table has the first question.
    """
    outcomes = context.by_scenario.get(scenario.name, ())
    request = outcomes[0].request if outcomes else {"text": "", "seats": scenario.seats}
    questions = [context.outcome(path, outcome) for outcome in outcomes]
    texts = {question.text for question in questions}
    if len(texts) == 1:
        questions = [replace(question, text=None) for question in questions]
    alike = attrgetter("text", "by", "over", "claims", "message", "ignored")
    return {
        "name": scenario.title(context.language),
        "anchor": anchor,
        "text": texts.pop() if len(texts) == 1 else None,
        "position": position_view(context, path, request, scenario.given),
        "questions": [list(group) for _, group in groupby(questions, alike)],
    }
