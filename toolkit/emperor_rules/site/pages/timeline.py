"""The timeline: what each date did to which clauses of which text, the newest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from emperor_rules.check.history.versions import clause_versions, wording_dates
from emperor_rules.model.texts import Text
from emperor_rules.site.context import SiteContext
from emperor_rules.site.page import Link, Page
from emperor_rules.site.views.clause_view import DateEffect, changes_between

EDITIONS_PAGE = "editions.md"
#: What one date did to one text: how many clauses it had first, or its clauses by what happened to them.
TextChange = tuple[Link, int, Sequence[tuple[str, Sequence[Link]]]]


def editions_page(context: SiteContext) -> Page:
    """Return the page of all dates."""
    by_date: dict[str, list[TextChange]] = {}
    for text in (*context.standalone, *context.parts):
        for date, change in _changes(context, text):
            by_date.setdefault(date, []).append(change)
    locale = context.locale
    dates = [(date, locale.date(date), by_date[date]) for date in sorted(by_date, reverse=True)]
    return context.page(EDITIONS_PAGE, "editions.md.j2", locale["site_editions"], locale["editions_lead"], dates=dates)


def _changes(context: SiteContext, text: Text) -> Iterator[tuple[str, TextChange]]:
    """Yield what each date did to a text; a text without a date has no place in time."""
    clauses = clause_versions(text)
    link = context.permalinks.to_text(EDITIONS_PAGE, text.id)
    before: str | None = None
    for number, date in enumerate(wording_dates(text)):
        if date is None:
            continue
        if number == 0:
            yield date, (link, sum(versions.at(date) is not None for versions in clauses), ())
        else:
            by_kind: dict[DateEffect, list[Link]] = {}
            for versions in clauses:
                pair = (versions.at(before), versions.at(date))
                for kind in changes_between(*pair):
                    # the number of that date, after the former one if that is another
                    numbers = dict.fromkeys(version.number for version in pair if version is not None)
                    to_clause = context.permalinks.to_clause(EDITIONS_PAGE, versions.records[-1], " → ".join(numbers))
                    by_kind.setdefault(kind, []).append(to_clause)
            if by_kind:
                kinds = [(context.locale[f"editions_{kind}"], by_kind[kind]) for kind in DateEffect if kind in by_kind]
                yield date, (link, 0, kinds)
        before = date
