"""The page of a text: what it is, its tables drawn, and all its clauses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from emperor_rules.drawing.templating import date_in_words, dated
from emperor_rules.errors import RequestError
from emperor_rules.model.texts import Inclusion, Text
from emperor_rules.site.context import SiteContext, effective, file_name, read_against, title_of
from emperor_rules.site.page import Link, Page, href
from emperor_rules.site.permalinks import pair_page, text_page
from emperor_rules.site.views.clause_view import Backlinks, ClauseView, ClauseViewer
from emperor_rules.site.views.figures import Drawing, drawings, key


@dataclass(frozen=True, slots=True)
class TextView:
    """What a text's page says of the text as a whole."""

    id: str
    title: str
    effective: str
    compared: str
    source: str
    editions: tuple[str, ...]
    language: str
    relations: tuple[tuple[str, Link, Link | None], ...]
    related: tuple[tuple[Link, str, str], ...]
    includes: tuple[Link, ...]
    included_by: tuple[Link, ...]
    options: tuple[str, ...]
    file: str
    longest: int
    clauses: tuple[ClauseView, ...]


@dataclass(frozen=True)
class TextPages:
    """Makes the pages of all texts in one language."""

    stock: SiteContext
    backward: Backlinks

    def page(self, text: Text, section: str) -> Page:
        """Make the page of one text."""
        language, rulebook = self.stock.language, self.stock.rulebook
        view = self._view(text)
        content = self.stock.render(
            "text.md.j2",
            title_of(text, language),
            f"{view.title}. {view.effective}. {view.source}",
            text=view,
            drawings=self._drawings(text),
            key=key(rulebook.vocabulary, language),
        )
        return Page(text_page(text.id), content, file_name(text.file), title_of(text, language), section)

    def _drawings(self, text: Text) -> tuple[Drawing, ...]:
        engine = self.stock.engine
        try:
            return drawings(engine, engine.program(text.id, None).resolved, self.stock.language)
        except RequestError:  # the text has errors, which are reported; its words can be read all the same
            return ()

    def _view(self, text: Text) -> TextView:
        language, t = self.stock.language, self.stock.t
        viewer = ClauseViewer(self.stock, self.backward, text_page(text.id))
        vocabulary = self.stock.rulebook.vocabulary
        return TextView(
            text.id,
            text.titles.get(language),
            effective(text, language),
            read_against(text, language),
            text.sources,
            tuple(date_in_words(date, language) for date in text.editions),
            t.get(f"text_language_{text.language}", text.language),
            tuple(
                (t[f"text_{how}"], self._to(text, inclusion), self._differences(text, inclusion))
                for how, inclusion in text.relations
            ),
            tuple(self._related(text)),
            tuple(self._to(text, inclusion) for inclusion in text.includes),
            tuple(self._included_by(text)),
            tuple(
                vocabulary.options[option].names.get(language)
                for option in text.options
                if option in vocabulary.options
            ),
            file_name(text.file),
            max((len(clause.number) for clause in text.clauses), default=0),
            tuple(viewer.view(text, clause) for clause in text.clauses),
        )

    def _to(self, text: Text, inclusion: Inclusion) -> Link:
        return self.stock.permalinks.to_text(
            text_page(text.id), inclusion.text, self.stock.language, note=self._at(inclusion)
        )

    def _differences(self, text: Text, inclusion: Inclusion) -> Link | None:
        """Link to where the differences between two related texts stand, if they were searched."""
        run, page = self.stock.checked.relations, pair_page(text.id, inclusion.text)
        if run is None or not any(pair_page(*(s.text for s in c.sides)) == page for _, c in run.comparisons):
            return None
        return Link(href(text_page(text.id), page), self.stock.t["site_differences"])

    def _at(self, inclusion: Inclusion) -> str:
        language = self.stock.language
        if inclusion.at is None:
            return ""
        return dated(self.stock.t["text_at"], inclusion.at, language)

    def _related(self, text: Text) -> Iterator[tuple[Link, str, str]]:
        language = self.stock.language
        for other in self.stock.rulebook.texts.values():
            for how, inclusion in other.relations:
                if inclusion.text == text.id:
                    link = self.stock.permalinks.to_text(text_page(text.id), other.id, language)
                    yield link, self.stock.t[f"text_{how}"], self._at(inclusion)

    def _included_by(self, text: Text) -> Iterator[Link]:
        for other in self.stock.rulebook.texts.values():
            for inclusion in other.includes:
                if inclusion.text == text.id:
                    yield self.stock.permalinks.to_text(
                        text_page(text.id), other.id, self.stock.language, note=self._at(inclusion)
                    )
