"""What all pages of one language are made from, gathered once."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from emperor_rules.check.pipeline import CheckReport
from emperor_rules.check.scenario_runner import Outcome, clause_key
from emperor_rules.evaluate.engine import Engine
from emperor_rules.official.matching import Beside
from emperor_rules.site.i18n import read_locale
from emperor_rules.site.page import Link, Page, href
from emperor_rules.site.permalinks import question_page
from emperor_rules.site.start_config import StartConfig, read_start_config
from emperor_rules.site.templating import render_page
from emperor_rules.site.views.answer_view import AnswerRenderer
from emperor_rules.site.views.figures import of_anyone
from emperor_rules.source import Span

Key = TypeVar("Key", bound=Hashable)


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
    official: Mapping[Span, Beside] = field(default_factory=dict)

    @cached_property
    def start(self) -> StartConfig:
        """What the start page and the pages of tables ask."""
        return read_start_config(self.rulebook)

    @cached_property
    def by_clause(self) -> Mapping[Span, Sequence[Outcome]]:
        """The outcomes that each clause decided."""
        spans = {clause_key(clause): clause.span for text in self.rulebook.texts.values() for clause in text.clauses}
        return _grouped((spans[key], outcome) for outcome in self.checked.run.outcomes for key in outcome.deciding)

    @cached_property
    def by_scenario(self) -> Mapping[str, Sequence[Outcome]]:
        """The outcomes of each scenario, by its name."""
        return _grouped((outcome.scenario.name, outcome) for outcome in self.checked.run.outcomes)

    @cached_property
    def by_question(self) -> Mapping[str, Sequence[Outcome]]:
        """The outcomes of each question, by its id."""
        return _grouped((outcome.expectation.query.ask, outcome) for outcome in self.checked.run.outcomes)

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
        """Return the page that a template makes of its content; ``menu`` is its name there, by default its title."""
        markdown = render_page(self.locale, template, title, description, **content)
        return Page(path, markdown, menu or title, section, listed)

    def to_question(self, path: str, ask: str) -> Link:
        """Return a link to the page of a question from the page ``path``."""
        return Link(href(path, question_page(ask)), of_anyone(self.vocabulary.predicates[ask], self.locale))


def site_context(
    checked: CheckReport, language: str, edit: str = "", official: Mapping[Span, Beside] | None = None
) -> SiteContext:
    """Return what the pages of a language are made from."""
    engine = checked.engine or Engine(checked.rulebook)
    return SiteContext(engine, read_locale(language), checked, edit, official or {})


def _grouped(outcomes: Iterable[tuple[Key, Outcome]]) -> Mapping[Key, Sequence[Outcome]]:
    groups: dict[Key, list[Outcome]] = {}
    for key, outcome in outcomes:
        groups.setdefault(key, []).append(outcome)
    return groups
