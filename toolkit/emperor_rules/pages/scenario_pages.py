"""The pages of scenarios: one per rule file, each scenario with its position, questions and answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from emperor_rules.check.scenarios import Outcome
from emperor_rules.draw.templates import date_in_words, environment, words
from emperor_rules.evaluate.table import NoTable, read_table
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.scenarios import Scenario
from emperor_rules.pages.page import OFFICIAL_RULES, Page
from emperor_rules.pages.permalinks import slugify
from emperor_rules.pages.questions import Asker, Question
from emperor_rules.pages.texts import file_name, front, tidy


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


def scenario_files(rulebook: Rulebook) -> tuple[ScenarioFile, ...]:
    """Gather the scenarios of a rulebook by file."""
    by_file: dict[str, list[Scenario]] = {}
    for scenario in rulebook.scenarios:
        by_file.setdefault(scenario.span.file, []).append(scenario)
    taken: set[str] = set()
    found = []
    for file, scenarios in by_file.items():
        stem = PurePosixPath(file).stem
        anchors: dict[str, str] = {}
        used: set[str] = set()
        for scenario in scenarios:
            anchors.setdefault(scenario.name, slugify(scenario.name, used))
        title = stem.replace("-", " ").replace("_", " ")
        found.append(ScenarioFile(f"scenarios/{slugify(stem, taken)}.md", file, title[:1].upper() + title[1:],
                                  tuple(scenarios), anchors))  # fmt: skip
    return tuple(found)


def scenario_page(file: ScenarioFile, outcomes: Mapping[str, Sequence[Outcome]], asker: Asker, section: str) -> Page:
    """Make the page of one file of scenarios; ``outcomes`` are those of each scenario, by its name."""
    language = asker.language
    unique = {scenario.name: scenario for scenario in reversed(file.scenarios)}
    views = [_view(unique[name], anchor, outcomes.get(name, ()), file, asker) for name, anchor in file.anchors.items()]
    content = environment().get_template("scenarios.md.j2").render(
        t=words(language), language=language, official=OFFICIAL_RULES, title=file.title, scenarios=views,
        front=front(file.title, words(language)["scenarios_lead"]),
    )  # fmt: skip
    return Page(file.path, tidy(content), file_name(file.source), file.title, section)


def _view(
    scenario: Scenario, anchor: str, outcomes: Sequence[Outcome], file: ScenarioFile, asker: Asker
) -> ScenarioView:
    return ScenarioView(scenario.name, anchor, _seats(scenario, asker), tuple(_facts(scenario, asker)),
                        tuple(asker.question(file.path, outcome) for outcome in outcomes))  # fmt: skip


def _seats(scenario: Scenario, asker: Asker) -> tuple[tuple[tuple[str, str], ...], ...]:
    vocabulary = asker.answerer.rulebook.vocabulary
    try:
        table = read_table(scenario.seats, "".join(vocabulary.role_letters))
    except NoTable:  # reported among the findings
        return ((("", scenario.seats),),)
    roles = [vocabulary.roles[vocabulary.role_letters[letter]].names[0].get(asker.language) for letter in table.roles]
    return tuple(
        tuple((table.names[player], roles[player]) for player in table.players_of(team))
        for team in range(len(table.sizes))
    )


def _facts(scenario: Scenario, asker: Asker) -> Iterator[tuple[str, str]]:
    t = words(asker.language)
    options = asker.answerer.rulebook.vocabulary.options
    if scenario.left:
        yield t["scenarios_left"], ", ".join(scenario.left)
    if scenario.leaving:
        yield t["scenarios_leaving"], ", ".join(scenario.leaving)
    if scenario.options:
        names = (options[o].names.get(asker.language) if o in options else o for o in scenario.options)
        yield t["scenarios_options"], ", ".join(names)
    if scenario.on:
        yield t["scenarios_on"], date_in_words(scenario.on, asker.language)
    if scenario.given:
        yield t["scenarios_given"], "; ".join(asker.given(key, value) for key, value in scenario.given.items())
