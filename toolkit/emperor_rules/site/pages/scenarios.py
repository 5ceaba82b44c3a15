"""The pages of scenarios: one per rule file, each scenario with its position, questions and answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from emperor_rules.drawing.templating import words
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.scenarios import Scenario
from emperor_rules.site.context import SiteContext, file_name
from emperor_rules.site.page import Link, Page, href
from emperor_rules.site.pages.questions import of_anyone
from emperor_rules.site.permalinks import slugify
from emperor_rules.site.views.answer_view import Question
from emperor_rules.site.views.position_view import facts, seats_by_team

SCENARIOS = "scenarios/index.md"
#: A page shows no more questions than these, so that a phone loads it quickly.
MOST_QUESTIONS = 250


@dataclass(frozen=True, slots=True)
class ScenarioView:
    """A scenario as its page shows it; ``seats`` are (name, role) by team."""

    name: str
    anchor: str
    seats: tuple[tuple[tuple[str, str], ...], ...]
    facts: tuple[tuple[str, str], ...]
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class ScenarioFile:
    """A file of scenarios with the page that shows it and the anchor of each scenario, by name."""

    path: str
    source: str
    title: str
    scenarios: tuple[Scenario, ...]
    anchors: Mapping[str, str]


def scenario_files(rulebook: Rulebook, language: str) -> tuple[ScenarioFile, ...]:
    """Gather the scenarios of a rulebook by file; a file with many questions has several pages.

    A file is called what the site's words call its topic, else by its own name.
    """
    t = words(language)
    by_file: dict[str, list[Scenario]] = {}
    for scenario in rulebook.scenarios:
        by_file.setdefault(scenario.span.file, []).append(scenario)
    taken: set[str] = {"index"}
    found = []
    for file, scenarios in sorted(by_file.items()):
        stem = PurePosixPath(file).stem
        title = stem.replace("-", " ").replace("_", " ")
        title = t.get(f"topics_{stem}") or title[:1].upper() + title[1:]
        for number, some in enumerate(_portions(scenarios), 1):
            anchors: dict[str, str] = {}
            used: set[str] = set()
            for scenario in some:
                anchors.setdefault(scenario.name, slugify(scenario.name, used))
            path = f"scenarios/{slugify(stem if number == 1 else f'{stem}-{number}', taken)}.md"
            found.append(ScenarioFile(path, file, title if number == 1 else f"{title} ({number})", some, anchors))
    return tuple(found)


def _portions(scenarios: Sequence[Scenario]) -> Iterator[tuple[Scenario, ...]]:
    """Part scenarios into portions that fit a page."""
    portion: list[Scenario] = []
    questions = 0
    for scenario in scenarios:
        count = len(scenario.texts) * len(scenario.expectations)
        if portion and questions + count > MOST_QUESTIONS:
            yield tuple(portion)
            portion, questions = [], 0
        portion.append(scenario)
        questions += count
    if portion:
        yield tuple(portion)


def scenario_list(files: Sequence[ScenarioFile], stock: SiteContext, section: str) -> Page:
    """Make the list of all scenarios, with what a reader may choose among them by."""
    t, questions = stock.t, stock.rulebook.vocabulary.questions
    entries, asked, texts = [], set[str](), set[str]()
    for file in files:
        for name, anchor in file.anchors.items():
            outcomes = stock.by_scenario.get(name, ())
            asks = sorted({outcome.expectation.query.ask for outcome in outcomes})
            among = sorted({str(outcome.request["text"]) for outcome in outcomes})
            asked.update(asks)
            texts.update(among)
            entries.append((Link(href(SCENARIOS, file.path, anchor), name), file.title, asks, among, len(outcomes)))
    content = stock.render(
        "scenario-list.md.j2",
        t["site_scenarios"],
        t["scenarios_all_lead"],
        entries=entries,
        texts=sorted(texts),
        asks=sorted((of_anyone(stock, questions[ask]), ask) for ask in asked if ask in questions),
        script=href(SCENARIOS, "assets/javascripts/filter.md").removesuffix(".html") + ".js",
    )
    return Page(SCENARIOS, content, "", t["scenarios_all"], section)


def scenario_page(file: ScenarioFile, stock: SiteContext, section: str) -> Page:
    """Make the page of one file of scenarios."""
    unique = {scenario.name: scenario for scenario in reversed(file.scenarios)}
    views = [_view(unique[name], anchor, file, stock) for name, anchor in file.anchors.items()]
    content = stock.render(
        "scenarios.md.j2",
        f"{file.title} · {stock.t['site_scenarios']}",
        stock.t["scenarios_lead"],
        title=file.title,
        scenarios=views,
    )
    return Page(file.path, content, file_name(file.source), file.title, section)


def _view(scenario: Scenario, anchor: str, file: ScenarioFile, stock: SiteContext) -> ScenarioView:
    seats = seats_by_team(scenario.seats, stock.rulebook.vocabulary, stock.language)
    told = facts(
        stock.asker,
        left=scenario.left,
        leaving=scenario.leaving,
        options=scenario.options,
        on=scenario.on,
        given=scenario.given,
    )
    questions = (stock.asker.question(file.path, outcome) for outcome in stock.by_scenario.get(scenario.name, ()))
    return ScenarioView(scenario.name, anchor, seats, tuple(told), tuple(questions))
