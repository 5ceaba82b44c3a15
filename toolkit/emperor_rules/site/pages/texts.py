"""The page of a text: what it is, its tables drawn, and all its clauses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from emperor_rules.model.texts import Inclusion, Text
from emperor_rules.site.context import SiteContext
from emperor_rules.site.page import Link, Page, href
from emperor_rules.site.permalinks import pair_page, text_page
from emperor_rules.site.texts import effective, file_name, read_against
from emperor_rules.site.views.clause_view import Backlinks, ClauseView, ClauseViewer
from emperor_rules.site.views.currency import Currency, currencies
from emperor_rules.site.views.figures import Drawing, Key, drawings, key


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
    currency: tuple[Currency, ...]
    file: str
    longest: int
    clauses: tuple[ClauseView, ...]


@dataclass(frozen=True)
class TextPages:
    """Makes the pages of all texts in one language."""

    context: SiteContext
    backward: Backlinks

    def page(self, text: Text, section: str) -> Page:
        """Return the page of one text."""
        context, view, title = self.context, self._view(text), text.titles.get(self.context.language)
        path = text_page(text.id)
        drawn = drawings(context.engine, text.id, context.language)
        content = context.render(
            "text.md.j2",
            title,
            f"{view.title}. {view.effective}. {view.source}",
            text=view,
            drawings=[
                replace(
                    drawing,
                    live=context.renderer.live(path, {"text": text.id, "seats": drawing.seats}),
                    words=context.renderer.seats(drawing.seats),
                )
                for drawing in drawn
            ],
            key=self._key(drawn[:1]),
            larger_key=self._key(drawn[1:]),
        )
        return Page(path, content, title, section)

    def _key(self, drawn: Sequence[Drawing]) -> Key:
        kinds = frozenset[str]().union(*(drawing.kinds for drawing in drawn))
        return key(self.context.vocabulary, self.context.locale, [drawing.seats for drawing in drawn], kinds)

    def _view(self, text: Text) -> TextView:
        locale, vocabulary = self.context.locale, self.context.vocabulary
        viewer = ClauseViewer(self.context, self.backward, text_page(text.id))
        options = (vocabulary.options[option] for option in text.options if option in vocabulary.options)
        return TextView(
            text.id,
            text.titles.get(locale.language),
            effective(text, locale),
            read_against(text, locale),
            text.sources.get(locale.language),
            tuple(locale.date(date) for date in text.editions),
            locale.strings.get(f"text_language_{text.language}", text.language),
            tuple(
                (locale[f"text_{how}"], self._link(text, inclusion.text, inclusion), self._differences(text, inclusion))
                for how, inclusion in text.relations
            ),
            tuple(self._related(text)),
            tuple(self._link(text, inclusion.text, inclusion) for inclusion in text.includes),
            tuple(self._included_by(text)),
            tuple(option.names.get(locale.language) for option in options),
            tuple(currencies(self.context, text_page(text.id), text)),
            file_name(text.file),
            max((len(clause.number) for clause in text.clauses), default=0),
            tuple(viewer.view(text, clause) for clause in text.clauses),
        )

    def _link(self, text: Text, id: str, inclusion: Inclusion) -> Link:
        """Return a link from a text's page to another text, with the date of the edition taken, if it is fixed."""
        return self.context.permalinks.to_text(text_page(text.id), id, note=self._date(inclusion))

    def _date(self, inclusion: Inclusion) -> str:
        return "" if inclusion.at is None else self.context.locale.dated("text_at", inclusion.at)

    def _differences(self, text: Text, inclusion: Inclusion) -> Link | None:
        """Return a link to where the differences between two related texts stand, if they were searched."""
        run, page = self.context.checked.relations, pair_page(text.id, inclusion.text)
        if run is None or not any(pair_page(*(s.text for s in c.sides)) == page for _, c in run.comparisons):
            return None
        return Link(href(text_page(text.id), page), self.context.locale["site_differences"])

    def _related(self, text: Text) -> Iterator[tuple[Link, str, str]]:
        for related in self.context.rulebook.texts.values():
            for how, inclusion in related.relations:
                if inclusion.text == text.id:
                    link = self.context.permalinks.to_text(text_page(text.id), related.id)
                    yield link, self.context.locale[f"text_{how}"], self._date(inclusion)

    def _included_by(self, text: Text) -> Iterator[Link]:
        for whole in self.context.rulebook.texts.values():
            for inclusion in whole.includes:
                if inclusion.text == text.id:
                    yield self._link(text, whole.id, inclusion)
