"""What all pages of one language are made from, gathered once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

from emperor_rules.check.check_report import CheckReport
from emperor_rules.check.scenario_runner import Outcome, clause_key
from emperor_rules.evaluate.engine import Engine
from emperor_rules.groups import by_key
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.scenarios import Scenario
from emperor_rules.model.texts import Clause, Reference, Text
from emperor_rules.model.vocabulary import Words
from emperor_rules.official.clause_matches import OfficialWording
from emperor_rules.resources import site_table
from emperor_rules.site.i18n import read_locale
from emperor_rules.site.page import Link, Page, SinglePage, href, render_page
from emperor_rules.site.permalinks import question_page
from emperor_rules.site.texts import ScenarioFile, effective, scenario_files
from emperor_rules.site.views.answer_view import AnswerRenderer
from emperor_rules.site.views.figures import of_anyone
from emperor_rules.source import Span


@dataclass(frozen=True, slots=True)
class Leaving:
    """The question that names who leaves with a player (those for whom it is answered yes), given who leaves."""

    ask: str
    given: str
    title: Words


@dataclass(frozen=True)
class StartConfig:
    """The text that the start page introduces, the clauses that it quotes, and its questions with their titles.

    ``what`` says in a line what is played; it is empty where the rules do not have that text.
    """

    text: Text | None = None
    sentences: tuple[Clause, ...] = ()
    questions: Mapping[str, Words] = field(default_factory=dict)
    leaving: Leaving | None = None
    what: Words = field(default_factory=Words)


@dataclass
class SiteContext(AnswerRenderer):
    """Everything that pages are made from, with the outcomes of each clause, scenario and question.

    Attributes:
        checked: The rules with the outcomes of their scenarios and searches.
        edit: The address before a file's name at which it can be edited; empty where there is none.
        official: Official rules to show beside our clauses, by the places of these.
    """

    checked: CheckReport
    edit: str = ""
    official: Mapping[Span, OfficialWording] = field(default_factory=dict)

    @cached_property
    def start(self) -> StartConfig:
        """What the start page and the pages of tables ask."""
        return read_start_config(self.rulebook)

    @cached_property
    def scenario_files(self) -> tuple[ScenarioFile, ...]:
        """The files of scenarios, each with its page."""
        return scenario_files(self.rulebook, self.locale)

    @cached_property
    def referring(self) -> Mapping[tuple[str, Span], Sequence[Clause]]:
        """By a kind of reference and a clause those that refer to it so: that override it, or send a reader to it."""
        references = (
            ((kind, meant.span), clause)
            for text in self.rulebook.texts.values()
            for clause in text.clauses
            for kind, named in (("overrides", clause.overrides), ("see", clause.see))
            for reference in named
            if (meant := self.permalinks.by_number.get((reference.text, reference.number or ""))) is not None
        )
        return by_key(dict.fromkeys(references))

    def naming(self, path: str, kind: str, clause: Clause) -> list[Link]:
        """Return links from the page ``path`` to the clauses that refer to a clause in a way."""
        return [self.permalinks.to_clause(path, other) for other in self.referring.get((kind, clause.span), ())]

    def named(self, path: str, references: Iterable[Reference]) -> list[Link]:
        """Return links from the page ``path`` to what a clause names."""
        part = f"({self.locale['clause_part']})"
        return [self.permalinks.to_reference(path, reference, part) for reference in references]

    @cached_property
    def by_clause(self) -> Mapping[Span, Sequence[Outcome]]:
        """The outcomes that each clause decided."""
        spans = {clause_key(clause): clause.span for text in self.rulebook.texts.values() for clause in text.clauses}
        return by_key((spans[key], outcome) for outcome in self.checked.run.outcomes for key in outcome.deciding)

    @cached_property
    def by_scenario(self) -> Mapping[str, Sequence[Outcome]]:
        """The outcomes of each scenario, by its name."""
        return by_key((outcome.scenario.name, outcome) for outcome in self.checked.run.outcomes)

    @cached_property
    def by_question(self) -> Mapping[str, Sequence[Outcome]]:
        """The outcomes of each question, by its id."""
        return by_key((outcome.expectation.query.ask, outcome) for outcome in self.checked.run.outcomes)

    def page(
        self,
        path: str,
        template: str,
        title: str,
        description: str,
        /,
        section: str = "",
        *,
        menu: str = "",
        listed: bool = True,
        **content: object,
    ) -> Page:
        """Return the page that a template makes of its content; ``menu`` is its name there, by default its title.

        Beside its content the template has this ``site`` with the page's own ``path``; ``href`` gives the address of
        another page, and ``since`` says since when a text holds.
        """
        shared = {"path": path, "href": partial(href, path), "since": partial(effective, locale=self.locale)}
        markdown = render_page(self.locale, template, title, description, **shared, site=self, **content)
        return Page(path, markdown, menu or title, section, listed)

    def single_page(self, page: SinglePage, **content: Any) -> Page:
        """Return a page of which there is one."""
        title, description, section, menu = (self.locale[name] if name else "" for name in page[2:])
        return self.page(page.path, f"{page.template}.md.j2", title, description, section, menu=menu, **content)

    def scenario_file(self, scenario: Scenario) -> ScenarioFile:
        """Return the file of a scenario."""
        return next(file for file in self.scenario_files if scenario.name in file.anchors)

    def to_scenario(self, path: str, scenario: Scenario) -> Link:
        """Return a link to a scenario from the page ``path``."""
        file = self.scenario_file(scenario)
        return Link(href(path, file.path, file.anchors[scenario.name]), scenario.title(self.language))

    def to_question(self, path: str, ask: str) -> Link:
        """Return a link to the page of a question from the page ``path``."""
        return Link(href(path, question_page(ask)), of_anyone(self.vocabulary.predicates[ask], self.locale))


def site_context(
    checked: CheckReport, language: str, edit: str = "", official: Mapping[Span, OfficialWording] | None = None
) -> SiteContext:
    """Return what the pages of a language are made from."""
    engine = checked.engine or Engine(checked.rulebook)
    return SiteContext(engine, read_locale(language), checked, edit, official or {})


def read_start_config(rulebook: Rulebook) -> StartConfig:
    """Read the configuration, without what a rulebook does not have."""
    config, questions = site_table("start"), rulebook.vocabulary.questions
    text = rulebook.texts.get(config["text"])
    newest = {clause.slug: clause for clause in (text.clauses if text else ()) if clause.until is None}
    sentences = tuple(newest[slug] for slug in config["sentences"] if slug in newest)
    titles = {ask: Words.of(names) for ask, names in config["questions"].items() if ask in questions}
    leaving, what = config["leaving"], Words.of(config["what"]) if text is not None else Words()
    if leaving["ask"] not in questions or leaving["given"] not in rulebook.vocabulary.givens:
        return StartConfig(text, sentences, titles, what=what)
    title = Words.of(leaving)
    return StartConfig(text, sentences, titles, Leaving(leaving["ask"], leaving["given"], title), what)
