"""Small pages that lead from a clause's numbers to its page: from every number that it bore, alone and by edition.

``cr/1.2a/`` leads to the clause that bears the number today; where only past ones bore it, to that clause, or to a
choice if there were several. Where several bore a number, ``cr/1.2a/2005-08-01/`` leads to the clause that bore it in
the edition of that day.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from emperor_rules.check.history.versions import ClauseVersions, clause_versions
from emperor_rules.drawing.templating import date_in_words, dated, environment
from emperor_rules.model.texts import Text
from emperor_rules.site.context import SiteContext, effective
from emperor_rules.site.page import OFFICIAL_RULES, Link, Page, href
from emperor_rules.site.permalinks import clause_folder, clause_page


@dataclass
class NumberHolders:
    """Who bore one number: today, and in each edition, in the order of the editions."""

    today: ClauseVersions | None = None
    dated: dict[str, ClauseVersions] = field(default_factory=dict)

    @property
    def former(self) -> tuple[ClauseVersions, ...]:
        """Give those that bore it, each once, the last first."""
        return tuple({line.slug: line for line in reversed(self.dated.values())}.values())

    @property
    def meant(self) -> tuple[ClauseVersions, ...]:
        """Give those whom the number alone means: the one that bears it today, else all that ever did."""
        return (self.today,) if self.today is not None else self.former

    @property
    def slugs(self) -> frozenset[str]:
        """Give the slugs of all that ever bore it."""
        return frozenset(line.slug for line in (*self.meant, *self.former))

    def dates(self, slug: str) -> tuple[str, ...]:
        """Give the editions in which a clause bore the number."""
        return tuple(date for date, line in self.dated.items() if line.slug == slug)


def number_holders(text: Text) -> dict[str, NumberHolders]:
    """Find for every number that a clause of a text ever bore who bore it when."""
    found: dict[str, NumberHolders] = {}
    lines = clause_versions(text)
    for line in lines:
        state = line.at(None)
        if state is not None:
            found.setdefault(line.number, NumberHolders()).today = line
        for date in text.editions if len(text.editions) > 1 else ():
            then = line.at(date)
            if then is not None:
                found.setdefault(then.number, NumberHolders()).dated[date] = line
    for line in lines:  # a clause of the past may bear a number that no edition of it had
        found.setdefault(line.number, NumberHolders(line))
    return {number: NumberHolders(one.today, dict(sorted(one.dated.items()))) for number, one in found.items()}


def number_pages(text: Text, stock: SiteContext) -> Iterator[Page]:
    """Make the pages that lead from the numbers of a text's clauses to theirs."""
    for number, found in sorted(number_holders(text).items()):
        place = f"{clause_folder(text.id)}/{number}"
        yield _lead(f"{place}/index.html", text, number, found.meant, found, stock)
        for date, line in found.dated.items() if len(found.slugs) > 1 else ():
            yield _lead(f"{place}/{date}/index.html", text, number, (line,), found, stock, date)


def _lead(
    path: str,
    text: Text,
    number: str,
    meant: tuple[ClauseVersions, ...],
    found: NumberHolders,
    stock: SiteContext,
    date: str = "",
) -> Page:
    language = stock.language
    links = []
    for line in meant:
        dates = found.dates(line.slug)
        when = dated(stock.t["clause_since"], dates[0], language) if dates else ""
        links.append(Link(href(path, clause_page(text.id, line.slug)), f"{line.number} {line.slug}", note=when))
    content = (
        environment()
        .get_template("number.html.j2")
        .render(
            t=stock.t,
            language=language,
            official=OFFICIAL_RULES,
            number=number,
            text=text.id,
            links=links,
            when=date_in_words(date, language) if date else effective(text, language),
        )
    )
    return Page(path, content, "", number, listed=False)
