"""All pages of the site in one language, as one pure function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from emperor_rules.check.scenarios import Outcome, ScenarioRun
from emperor_rules.draw.templates import environment, words
from emperor_rules.evaluate.questions import Answerer
from emperor_rules.evaluate.requests import Wrong
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Text
from emperor_rules.pages.clauses import backlinks
from emperor_rules.pages.drawings import drawings, key
from emperor_rules.pages.formal import Highlighter
from emperor_rules.pages.page import OFFICIAL_RULES, Link, Page, href
from emperor_rules.pages.permalinks import Permalinks, text_page
from emperor_rules.pages.questions import Asker
from emperor_rules.pages.scenario_pages import ScenarioFile, scenario_files, scenario_page
from emperor_rules.pages.texts import TextPages, effective, front, tidy
from emperor_rules.source import Span
from emperor_rules.wording.matching import Beside

INDEX = "index.md"
NOTHING_BESIDE: Mapping[Span, Beside] = {}


def pages(
    rulebook: Rulebook, answerer: Answerer, run: ScenarioRun, language: str,
    official: Mapping[Span, Beside] = NOTHING_BESIDE,
) -> tuple[Page, ...]:  # fmt: skip
    """Make every page: the start, one per text, one per file of scenarios. The same input gives the same bytes.

    ``official`` are official rules to show beside our clauses, by the places of these.
    """
    t = words(language)
    permalinks = Permalinks(rulebook)
    asker = Asker(answerer, permalinks, language)
    files = scenario_files(rulebook)
    by_clause, by_scenario = _outcomes(run, asker)
    links = {name: (file.path, anchor) for file in reversed(files) for name, anchor in file.anchors.items()}
    highlighter = Highlighter(rulebook.vocabulary.phrases)
    makers = TextPages(answerer, asker, highlighter, backlinks(permalinks), by_clause, links, official)
    own, parts = _arranged(rulebook)
    return (
        _index(rulebook, asker, run, files, (own, parts)),
        *(makers.page(text, t["site_texts"]) for text in own),
        *(makers.page(text, t["site_parts"]) for text in parts),
        *(scenario_page(file, by_scenario, asker, t["site_scenarios"]) for file in files),
    )


def _outcomes(
    run: ScenarioRun, asker: Asker
) -> tuple[Mapping[Span, Sequence[Outcome]], Mapping[str, Sequence[Outcome]]]:
    by_clause: dict[Span, list[Outcome]] = {}
    by_scenario: dict[str, list[Outcome]] = {}
    for outcome in run.outcomes:
        by_scenario.setdefault(outcome.scenario.name, []).append(outcome)
        for clause in asker.clauses(outcome):
            by_clause.setdefault(clause.span, []).append(outcome)
    return by_clause, by_scenario


def _arranged(rulebook: Rulebook) -> tuple[tuple[Text, ...], tuple[Text, ...]]:
    """Part the texts that stand for themselves, originals first, from those that others build on."""
    included = {inclusion.text for text in rulebook.texts.values() for inclusion in text.includes}
    own = [text for text in rulebook.texts.values() if text.id not in included]
    parts = [text for text in rulebook.texts.values() if text.id in included]
    return tuple(sorted(own, key=lambda text: (bool(text.relations), text.id))), tuple(parts)


def _index(
    rulebook: Rulebook, asker: Asker, run: ScenarioRun, files: Sequence[ScenarioFile],
    arranged: tuple[tuple[Text, ...], tuple[Text, ...]],
) -> Page:  # fmt: skip
    language = asker.language
    t = words(language)
    own, parts = arranged
    drawing, drawn_by = None, None
    for text in own:
        try:
            found = drawings(asker.answerer, asker.answerer.program(text.id, None).resolved, language, most=1)
        except Wrong:  # reported among the findings
            continue
        if found:
            drawing, drawn_by = found[0], asker.permalinks.to_text(INDEX, text.id, language, text.titles.get(language))
            break
    content = environment().get_template("index.md.j2").render(
        t=t, language=language, official=OFFICIAL_RULES, front=front(t["site_home"], t["index_lead"]),
        texts=[_card(text, asker) for text in own], parts=[_card(text, asker) for text in parts],
        drawing=drawing, drawn_by=drawn_by, key=key(rulebook.vocabulary, language),
        scenarios=[
            Link(href(INDEX, file.path), file.title, "", f"({t['scenarios_count'].format(count=len(file.scenarios))})")
            for file in files
        ],
        counts=t["index_counts"].format(
            texts=len(rulebook.texts), clauses=sum(len(text.clauses) for text in rulebook.texts.values()),
            questions=len(run.outcomes), scenarios=len(rulebook.scenarios),
        ),
    )  # fmt: skip
    return Page(INDEX, tidy(content), "", t["site_home"])


def _card(text: Text, asker: Asker) -> Mapping[str, object]:
    language = asker.language
    t = words(language)
    return {
        "href": href(INDEX, text_page(text.id)),
        "title": text.titles.get(language),
        "id": text.id,
        "effective": effective(text, language),
        "count": len(text.clauses),
        "relations": [
            (t[f"text_{how}"], asker.permalinks.to_text(INDEX, inclusion.text, language))
            for how, inclusion in text.relations
        ],
    }
