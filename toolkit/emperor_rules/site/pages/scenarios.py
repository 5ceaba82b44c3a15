"""The pages of scenarios, one per rule file, each with its position, questions and answers; and what they cover."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter

from emperor_rules.check.mutation.equivalence import MUTANT_SEATS
from emperor_rules.check.mutation.operators import mutants_of
from emperor_rules.check.mutation.runner import ALIVE, EQUIVALENT, KILLED, STILLBORN, MutantVerdict
from emperor_rules.check.scenario_runner import clause_key
from emperor_rules.model.scenarios import Scenario
from emperor_rules.model.texts import Text
from emperor_rules.site.context import SiteContext
from emperor_rules.site.page import Link, Page, SinglePage, href
from emperor_rules.site.permalinks import short_anchor
from emperor_rules.site.texts import ScenarioFile
from emperor_rules.site.views.answer_view import Question
from emperor_rules.site.views.figures import of_anyone

SCENARIOS = SinglePage(
    "scenarios/index.md", "scenario-list", "site_scenarios", "scenarios_all_lead", "site_scenarios", "scenarios_all"
)
COVERAGE = SinglePage("coverage.md", "coverage", "site_coverage", "coverage_lead", "site_contributing")
#: What a clause's mutants are counted by.
MUTANT_STATES = {KILLED: "killed", STILLBORN: "killed", EQUIVALENT: "equivalent", ALIVE: "alive", "": "waiting"}


def scenario_list(context: SiteContext) -> Page:
    """Return the list of all scenarios, with what a reader may choose among them by."""
    locale, questions, topics = context.locale, context.vocabulary.questions, []
    for file in context.scenario_files:
        entries = []
        for scenario, _ in file.named:
            outcomes = context.by_scenario.get(scenario.name, ())
            asks = sorted({outcome.expectation.query.ask for outcome in outcomes})
            texts = sorted({outcome.text for outcome in outcomes})
            link = Link(href(SCENARIOS.path, file.path, short_anchor(scenario.name)), scenario.title(locale.language))
            entries.append((link, asks, texts, len(outcomes)))
        topics.append((file.title, entries))
    topics.sort(key=lambda topic: topic[0].casefold())
    ids = sorted({id for _, entries in topics for _, _, texts, _ in entries for id in texts})
    asked = {ask for _, entries in topics for _, asks, _, _ in entries for ask in asks if ask in questions}
    return context.single_page(
        SCENARIOS,
        topics=topics,
        titles={id: context.rulebook.texts[id].titles.get(locale.language) for id in ids},
        asks=sorted((of_anyone(questions[ask], locale), ask) for ask in asked),
        script=href(SCENARIOS.path, "assets/javascripts/filter.md").removesuffix(".html") + ".js",
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
    return {
        "name": scenario.title(context.language),
        "anchor": anchor,
        "short": short_anchor(scenario.name),
        "text": texts.pop() if len(texts) == 1 else None,
        "position": request,
        "given": scenario.given,
        "questions": alike_questions(questions),
    }


def alike_questions(questions: Sequence[Question]) -> list[list[Question]]:
    """Return questions one after another, those together that the same clauses answer."""
    alike = attrgetter("text", "by", "over", "claims", "message", "ignored")
    return [list(group) for _, group in groupby(questions, alike)]


def coverage_page(context: SiteContext, verdicts: Mapping[str, MutantVerdict]) -> Page:
    """Return the page of which clauses decide how many scenarios, and what became of their mutants.

    ``verdicts`` are those of mutants by their ids, none if the mutants were not tried.
    """
    texts = [
        (text.id, context.permalinks.to_text(COVERAGE.path, text.id), list(_covered(context, text, verdicts)))
        for text in (*context.standalone, *context.parts)
    ]
    counted = [counts for _, _, covered in texts for _, _, counts in covered]
    mutants = {state: sum(counts[state] for counts in counted) for state in MUTANT_STATES.values()}
    counts = {
        **mutants,
        "mutants": sum(mutants.values()),
        "clauses": len(counted),
        "deciding": sum(bool(counts["scenarios"]) for counts in counted),
        "scenarios": len(context.rulebook.scenarios),
        "questions": len(context.checked.run.outcomes),
    }
    return context.single_page(COVERAGE, texts=texts, counts=counts, judged=bool(verdicts), seats=MUTANT_SEATS)


def _covered(
    context: SiteContext, text: Text, verdicts: Mapping[str, MutantVerdict]
) -> Iterator[tuple[Link, str, Mapping[str, int]]]:
    """Yield each clause and its name with how many scenarios rest on it, and what became of how many of its mutants."""
    states: dict[object, Counter[str]] = {}
    for mutant in mutants_of(text, context.vocabulary) if verdicts else ():
        state = verdicts[mutant.id].state if mutant.id in verdicts else ""
        states.setdefault(clause_key(mutant.clause), Counter())[MUTANT_STATES[state]] += 1
    for clause in text.clauses:
        counted = states.get(clause_key(clause), Counter())
        label, name = clause.label(context.language), clause.name(context.language)
        counted["scenarios"] = len(context.checked.run.decided.get(clause_key(clause), ()))
        yield context.permalinks.to_clause(COVERAGE.path, clause, label), name if name != label else "", counted
