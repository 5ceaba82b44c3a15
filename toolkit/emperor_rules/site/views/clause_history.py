"""The history of a clause, date by date: its number, its words, its formal statement, and an answer that changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from markupsafe import Markup

from emperor_rules.check.history.versions import ClauseVersion, ClauseVersions, touched, wording_dates
from emperor_rules.check.scenario_runner import Outcome
from emperor_rules.draw.templating import date_in_words
from emperor_rules.site.context import SiteContext
from emperor_rules.site.views.answer_view import Question
from emperor_rules.site.views.highlighting import formal_statement
from emperor_rules.site.views.position_view import facts_of

#: Answers that a new wording changed are shown up to this number.
MOST_CHANGED = 2


@dataclass(frozen=True, slots=True)
class ChangedAnswer:
    """A question of a scenario that is answered otherwise from a date on: the table, the answers then and now."""

    scenario: str
    seats: str
    facts: tuple[tuple[str, str], ...]
    before: Question
    since: Question


@dataclass(frozen=True, slots=True)
class Dated:
    """What one date did to a clause: in words, with the number and the wording from then on."""

    date: str
    what: str
    number: str
    words: str
    formal: Markup
    changed: tuple[ChangedAnswer, ...]


def history(stock: SiteContext, of: str, line: ClauseVersions, outcomes: Sequence[Outcome]) -> tuple[Dated, ...]:
    """Give the dates of a clause in order; none where its text has a single wording."""
    return tuple(_dated(stock, of, line, outcomes)) if len(line.text.editions) > 1 else ()


def _dated(stock: SiteContext, of: str, line: ClauseVersions, outcomes: Sequence[Outcome]) -> Iterator[Dated]:
    before: ClauseVersion | None = None
    previous: str | None = None
    for place, date in enumerate(wording_dates(line.text)):
        after = line.at(date)
        what = _what(stock, before, after, first=place == 0)
        if what and date is not None:
            shown = after or before
            meant = before is None or after is None or before.meaning != after.meaning
            states = (before, after)
            changed = _changed(stock, of, line, outcomes, (previous, date), states) if meant and place else iter(())
            yield Dated(
                date_in_words(date, stock.language),
                what,
                shown.number if shown else "",
                after.clause.words(stock.language) if after and (before is None or before.words != after.words) else "",
                formal_statement(after.clause) if meant and after is not None else Markup(""),
                tuple(islice(changed, MOST_CHANGED)),
            )
        before, previous = after, date


def _what(stock: SiteContext, before: ClauseVersion | None, after: ClauseVersion | None, *, first: bool) -> str:
    t = stock.t
    if before is None or after is None:
        if before is after:
            return ""
        return t["history_removed"] if after is None else t["history_first" if first else "history_added"]
    found = []
    if before.number != after.number:
        found.append(t["history_renumbered"].format(former=before.number))
    if before.meaning != after.meaning:
        found.append(t["history_restated"])
    elif before.words != after.words:
        found.append(t["history_reworded"])
    return "; ".join(found)


def _changed(
    stock: SiteContext,
    of: str,
    line: ClauseVersions,
    outcomes: Sequence[Outcome],
    days: tuple[str | None, str],
    states: tuple[ClauseVersion | None, ClauseVersion | None],
) -> Iterator[ChangedAnswer]:
    """Find scenarios that the clause decides on one of two days and that are answered otherwise on the other."""
    asker = stock.asker
    about = touched(*states)
    seen: set[str] = set()
    for outcome in outcomes:
        ask = outcome.expectation.query.ask
        if ask not in about or repr(outcome.request | {"on": None}) in seen:
            continue
        seen.add(repr(outcome.request | {"on": None}))
        requests = [{**outcome.request, "on": day} for day in days]
        answers = [asker.engine.ask(request) for request in requests]
        numbers = {f"{line.text.id}:{state.number}" for state in states if state is not None}
        cited = {citation for answer in answers for citation in answer.clauses}
        if (answers[0].status, answers[0].answer) == (answers[1].status, answers[1].answer) or not numbers & cited:
            continue
        if "invalid" in (answers[0].status, answers[1].status):
            continue
        given = dict(outcome.expectation.query.given)
        questions = [asker.shown(of, r, a, given) for r, a in zip(requests, answers, strict=True)]
        plain = {key: value for key, value in outcome.request.items() if key != "on"}
        yield ChangedAnswer(outcome.scenario.name, str(plain["seats"]), facts_of(asker, plain), *questions)
