"""The timeline: what each date did to which clauses of which text, the newest first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from emperor_rules.check.history.versions import ClauseVersion, ClauseVersions, clause_versions, wording_dates
from emperor_rules.drawing.templating import date_in_words
from emperor_rules.model.texts import Text
from emperor_rules.site.context import SiteContext, arranged
from emperor_rules.site.page import Link, Page

EDITIONS = "editions.md"
#: What a date can do to a clause, in the order in which it is told, with what the words of the site call that.
KINDS = {
    "added": "editions_added",
    "restated": "editions_restated",
    "reworded": "editions_reworded",
    "removed": "editions_removed",
    "moved": "editions_moved",
}


@dataclass(frozen=True, slots=True)
class Step:
    """What one date did to one text: how many clauses it had first, or its clauses by what happened to them."""

    text: Link
    first: int
    kinds: tuple[tuple[str, tuple[Link, ...]], ...]


def editions_page(stock: SiteContext) -> Page:
    """Make the page of all dates."""
    own, parts = arranged(stock.rulebook)
    by_date: dict[str, list[Step]] = {}
    for text in (*own, *parts):
        for date, step in _steps(stock, text):
            by_date.setdefault(date, []).append(step)
    t = stock.t
    dates = [(date, date_in_words(date, stock.language), by_date[date]) for date in sorted(by_date, reverse=True)]
    content = stock.render("editions.md.j2", t["site_editions"], t["editions_lead"], dates=dates)
    return Page(EDITIONS, content, "", t["site_editions"])


def _steps(stock: SiteContext, text: Text) -> Iterator[tuple[str, Step]]:
    """Go through the dates of a text; one without a date has no place in time."""
    lines = clause_versions(text)
    link = stock.permalinks.to_text(EDITIONS, text.id, stock.language)
    before: str | None = None
    for number, date in enumerate(wording_dates(text)):
        if date is None:
            continue
        if number == 0:
            yield date, Step(link, sum(line.at(date) is not None for line in lines), ())
        else:
            found: dict[str, list[Link]] = {}
            for line in lines:
                states = (line.at(before), line.at(date))
                for kind in _kinds(*states):
                    found.setdefault(kind, []).append(_link(stock, line, *states))
            if found:
                kinds = tuple((stock.t[said], tuple(found[kind])) for kind, said in KINDS.items() if kind in found)
                yield date, Step(link, 0, kinds)
        before = date


def _kinds(before: ClauseVersion | None, after: ClauseVersion | None) -> Iterator[str]:
    if before is None or after is None:
        if before is not after:
            yield "removed" if after is None else "added"
        return
    if before.meaning != after.meaning:
        yield "restated"
    elif before.words != after.words:
        yield "reworded"
    if before.number != after.number:
        yield "moved"


def _link(stock: SiteContext, line: ClauseVersions, before: ClauseVersion | None, after: ClauseVersion | None) -> Link:
    """Name a clause by its number of that date, with the one before where it is another."""
    numbers = dict.fromkeys(state.number for state in (before, after) if state is not None)
    return stock.permalinks.to_clause(EDITIONS, line.records[-1], stock.language, " → ".join(numbers))
