"""What all pages of one language are made from, gathered once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from emperor_rules.check.pipeline import CheckReport
from emperor_rules.check.scenario_runner import Outcome, clause_key
from emperor_rules.evaluate.engine import Engine
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.vocabulary import Vocabulary
from emperor_rules.official.matching import Beside
from emperor_rules.site.i18n import Locale
from emperor_rules.site.page import Link, Page, href
from emperor_rules.site.permalinks import Permalinks, question_page
from emperor_rules.site.templating import render_page
from emperor_rules.site.views.answer_view import AnswerRenderer
from emperor_rules.site.views.figures import of_anyone
from emperor_rules.source import Span


@dataclass(frozen=True)
class SiteContext:
    """Everything that pages are made from, with the outcomes of each clause, scenario and question.

    Attributes:
        checked: The rules with the outcomes of their scenarios and searches.
        renderer: Shows questions and answers in the language of the pages.
        by_clause: The outcomes that each clause decided.
        by_scenario: The outcomes of each scenario, by its name.
        by_question: The outcomes of each question, by its id.
        edit: The address before a file's name at which it can be edited; empty where there is none.
        official: Official rules to show beside our clauses, by the places of these.
    """

    checked: CheckReport
    renderer: AnswerRenderer
    by_clause: Mapping[Span, Sequence[Outcome]]
    by_scenario: Mapping[str, Sequence[Outcome]]
    by_question: Mapping[str, Sequence[Outcome]]
    edit: str = ""
    official: Mapping[Span, Beside] = field(default_factory=dict)

    @property
    def locale(self) -> Locale:
        """The language of the pages, with the site's own words in it."""
        return self.renderer.locale

    @property
    def language(self) -> str:
        """The code of the language of the pages."""
        return self.locale.language

    @property
    def rulebook(self) -> Rulebook:
        """The rules."""
        return self.checked.rulebook

    @property
    def vocabulary(self) -> Vocabulary:
        """The vocabulary of the rules."""
        return self.rulebook.vocabulary

    @property
    def engine(self) -> Engine:
        """Answers requests about the rules."""
        return self.renderer.engine

    @property
    def permalinks(self) -> Permalinks:
        """The addresses of texts and clauses."""
        return self.renderer.permalinks

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
    checked: CheckReport, engine: Engine, locale: Locale, edit: str = "", official: Mapping[Span, Beside] | None = None
) -> SiteContext:
    """Return what the pages of a language are made from."""
    renderer = AnswerRenderer(engine, locale)
    by_clause: dict[Span, list[Outcome]] = {}
    by_scenario: dict[str, list[Outcome]] = {}
    by_question: dict[str, list[Outcome]] = {}
    spans = {clause_key(clause): clause.span for text in checked.rulebook.texts.values() for clause in text.clauses}
    for outcome in checked.run.outcomes:
        by_scenario.setdefault(outcome.scenario.name, []).append(outcome)
        by_question.setdefault(outcome.expectation.query.ask, []).append(outcome)
        for key in outcome.deciding:
            by_clause.setdefault(spans[key], []).append(outcome)
    return SiteContext(checked, renderer, by_clause, by_scenario, by_question, edit, official or {})
