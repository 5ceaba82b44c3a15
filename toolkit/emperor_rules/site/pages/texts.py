"""The page of a text: what it is, its tables drawn, and all its clauses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from emperor_rules.model.texts import Inclusion, Text
from emperor_rules.site.context import SiteContext
from emperor_rules.site.page import Link, Page, href
from emperor_rules.site.permalinks import pair_page, text_page
from emperor_rules.site.texts import effective, file_name, read_against
from emperor_rules.site.views.clause_view import clause_view, currencies
from emperor_rules.site.views.figures import Drawing, drawings, key


def text_page_of(context: SiteContext, text: Text) -> Page:
    """Return the page of one text."""
    locale, vocabulary, path = context.locale, context.vocabulary, text_page(text.id)
    drawn = drawings(context.engine, text.id, context.language)
    title, since, texts = text.titles.get(locale.language), effective(text, locale), context.rulebook.texts.values()

    def linked(id: str, inclusion: Inclusion) -> Link:
        """Return a link to another text, with the date of the edition taken, if it is fixed."""
        day = "" if inclusion.at is None else locale.dated("text_at", inclusion.at)
        return context.permalinks.to_text(path, id, note=day)

    def key_of(drawn: Sequence[Drawing]) -> Mapping[str, Any]:
        kinds = frozenset[str]().union(*(drawing.kinds for drawing in drawn))
        return key(vocabulary, locale, [drawing.seats for drawing in drawn], kinds)

    return context.page(
        path,
        "text.md.j2",
        title,
        f"{title}. {since}. {text.sources.get(locale.language)}",
        locale["site_parts" if text in context.parts else "site_texts"],
        text=text,
        effective=since,
        compared=read_against(text, locale),
        editions=[locale.date(date) for date in text.editions],
        relations=[
            (locale[f"text_{how}"], linked(inclusion.text, inclusion), _differences(context, text, inclusion))
            for how, inclusion in text.relations
        ],
        related=[
            (linked(related.id, inclusion), locale[f"text_{how}"])
            for related in texts
            for how, inclusion in related.relations
            if inclusion.text == text.id
        ],
        includes=[linked(inclusion.text, inclusion) for inclusion in text.includes],
        included_by=[
            linked(whole.id, inclusion) for whole in texts for inclusion in whole.includes if inclusion.text == text.id
        ],
        options=[vocabulary.options[id].names.get(locale.language) for id in text.options if id in vocabulary.options],
        currencies=list(currencies(context, path, text)),
        file=file_name(text.file),
        longest=max((len(clause.number) for clause in text.clauses), default=0),
        clauses=[clause_view(context, path, text, clause) for clause in text.clauses],
        drawings=[
            (drawing, context.seats(drawing.seats), context.live(path, {"text": text.id, "seats": drawing.seats}))
            for drawing in drawn
        ],
        key=key_of(drawn[:1]),
        larger_key=key_of(drawn[1:]),
    )


def _differences(context: SiteContext, text: Text, inclusion: Inclusion) -> Link | None:
    """Return a link to where the differences between two related texts stand, if they were searched."""
    run, page = context.checked.relations, pair_page(text.id, inclusion.text)
    if run is None or not any(pair_page(*(s.text for s in c.sides)) == page for _, c in run.comparisons):
        return None
    return Link(href(text_page(text.id), page), context.locale["site_differences"])
