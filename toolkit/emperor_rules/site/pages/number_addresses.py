"""Small pages that lead from a clause's numbers to its page: from every number that it bore, alone and by edition.

``cr/`` leads to the page of the text. ``cr/1.2a/`` leads to the clause that bears the number today; where only past
ones bore it, to that clause, or to a choice if there were several. Where several bore a number, ``cr/1.2a/2005-08-01/``
leads to the clause that bore it in the edition of that day. Each is a file, because a folder and most hosts know no
other way to lead on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from emperor_rules.check.history.versions import ClauseVersions
from emperor_rules.model.texts import Text
from emperor_rules.site.context import SiteContext
from emperor_rules.site.page import Link, Page, fill_template, href
from emperor_rules.site.permalinks import clause_folder, clause_page, text_page
from emperor_rules.site.texts import effective


def number_pages(text: Text, context: SiteContext) -> Iterator[Page]:
    """Yield the pages that lead from the numbers of a text's clauses to theirs, and from their folder to the text."""
    home = f"{clause_folder(text.id)}/index.html"
    yield _page(context, home, text, "", [Link(href(home, text_page(text.id)), text.titles.get(context.language))], "")
    for number, by_date in sorted(context.permalinks.holders[text.id].items()):
        folder = f"{clause_folder(text.id)}/{number}"
        places = [(f"{folder}/index.html", by_date.meant, effective(text, context.locale))]
        for date, versions in (
            by_date.dated.items() if len({one.slug for one in (*by_date.meant, *by_date.former)}) > 1 else ()
        ):
            places.append((f"{folder}/{date}/index.html", (versions,), context.locale.date(date)))
        for path, meant, when in places:
            links = [_link(context, path, versions, by_date.dates(versions.slug)) for versions in meant]
            yield _page(context, path, text, number, links, when)


def _link(context: SiteContext, path: str, versions: ClauseVersions, dates: Sequence[str]) -> Link:
    since = context.locale.dated("clause_since", dates[0]) if dates else ""
    label = f"{versions.number} {versions.records[-1].name(context.language)}".rstrip()
    return Link(href(path, clause_page(versions.text.id, versions.slug)), label, note=since)


def _page(context: SiteContext, path: str, text: Text, number: str, links: Sequence[Link], when: str) -> Page:
    title = text.titles.get(context.language)
    content = fill_template(context.locale, "number.html.j2", number=number, text=title, links=links, when=when)
    return Page(path, content, number or text.id, listed=False)
