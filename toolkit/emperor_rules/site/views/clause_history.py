"""The history of a clause, date by date: its number, its words, its formal statement, and an answer that changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from emperor_rules.check.history.versions import ClauseVersion, ClauseVersions, changed_predicates, wording_dates
from emperor_rules.check.scenario_runner import Outcome
from emperor_rules.evaluate.engine import INVALID
from emperor_rules.site.context import SiteContext
from emperor_rules.site.i18n import Locale
from emperor_rules.site.views.clause_view import formal_statement
from emperor_rules.site.views.position_view import position_view

#: Answers that a new wording changed are shown up to this number.
MOST_CHANGED = 2


def history(
    context: SiteContext, path: str, versions: ClauseVersions, outcomes: Sequence[Outcome]
) -> Iterator[Mapping[str, object]]:
    """Yield in order what each date did to a clause: in words, with the number and the wording from then on.

    Nothing where its text has a single wording.
    """
    if len(versions.text.editions) < 2:
        return
    before: ClauseVersion | None = None
    previous: str | None = None
    for number, date in enumerate(wording_dates(versions.text)):
        after = versions.at(date)
        what = _what(context.locale, before, after, first=number == 0)
        if what and date is not None:
            shown = after or before
            restated = before is None or after is None or before.meaning != after.meaning
            reworded = after is not None and (before is None or before.words != after.words)
            changed: Iterator[Mapping[str, object]] = iter(())
            if restated and number:
                changed = _changed_answers(context, path, versions, outcomes, (previous, date), (before, after))
            yield {
                "date": context.locale.date(date),
                "what": what,
                "number": shown.number if shown else "",
                "words": after.clause.words(context.language) if after and reworded else "",
                "formal": formal_statement(after.clause) if restated and after is not None else "",
                "changed": list(islice(changed, MOST_CHANGED)),
            }
        before, previous = after, date


def _what(locale: Locale, before: ClauseVersion | None, after: ClauseVersion | None, *, first: bool) -> str:
    """Return in words what happened to a clause; nothing if nothing did."""
    former = before.number if before is not None else ""
    return "; ".join(
        locale["history_first" if first and kind == "added" else f"history_{kind}"].format(former=former)
        for kind in changes_between(before, after)
    )


def changes_between(before: ClauseVersion | None, after: ClauseVersion | None) -> Iterator[str]:
    """Yield what happened to a clause from one date to another, in a word each."""
    if before is None or after is None:
        if before is not after:
            yield "removed" if after is None else "added"
        return
    if before.number != after.number:
        yield "renumbered"
    if before.meaning != after.meaning:
        yield "restated"
    elif before.words != after.words:
        yield "reworded"


def _changed_answers(
    context: SiteContext,
    path: str,
    versions: ClauseVersions,
    outcomes: Sequence[Outcome],
    dates: tuple[str | None, str],
    pair: tuple[ClauseVersion | None, ClauseVersion | None],
) -> Iterator[Mapping[str, object]]:
    """Yield the tables at which the clause decides an answer on one of two dates that is another on the other."""
    asks = changed_predicates(*pair)
    numbers = {f"{versions.text.id}:{version.number}" for version in pair if version is not None}
    asked: set[str] = set()
    for outcome in outcomes:
        undated = {**outcome.request, "on": None}
        if outcome.expectation.query.ask not in asks or repr(undated) in asked:
            continue
        asked.add(repr(undated))
        requests = [{**outcome.request, "on": date} for date in dates]
        before, after = (context.engine.ask(request) for request in requests)
        unchanged = (before.status, before.answer) == (after.status, after.answer)
        if unchanged or numbers.isdisjoint((*before.clauses, *after.clauses)):
            continue
        if INVALID in (before.status, after.status):
            continue
        given = dict(outcome.expectation.query.given)
        yield {
            "position": position_view(context, path, undated),
            "before": context.question(path, requests[0], before, given),
            "since": context.question(path, requests[1], after, given),
        }
