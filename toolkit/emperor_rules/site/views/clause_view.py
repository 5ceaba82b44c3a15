"""A clause as pages show it: words, formal statement, references, what each date did to it, what translates it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice, pairwise, starmap
from typing import Any

from markupsafe import Markup, escape
from pygments.token import Keyword, Name, Operator, is_token_subtype

from emperor_rules.check.history.versions import (
    ClauseVersion,
    ClauseVersions,
    changed_predicates,
    clause_versions,
    wording_dates,
)
from emperor_rules.check.scenario_runner import Outcome
from emperor_rules.evaluate.engine import INVALID
from emperor_rules.language.highlight import class_of
from emperor_rules.model.scenarios import Request
from emperor_rules.model.texts import Clause, Text, TextRelation, spaced
from emperor_rules.site.context import SiteContext
from emperor_rules.site.i18n import Locale
from emperor_rules.site.permalinks import clause_page, former_numbers

#: The elements of what is coloured, as short as can be, for no page has as many of anything: words of the language, and
#: what they speak of.
ELEMENTS = ((Keyword, "b"), (Operator.Word, "b"), (Name.Function, "i"), (Name.Property, "i"), (Name.Class, "i"))
#: Answers that a new wording changed are shown up to this number.
MOST_CHANGED = 2
#: What a history says of the first wording in the place of a change.
FIRST_TIME = "first"


class DateEffect(StrEnum):
    """What a date can do to a clause, in the order in which pages list it."""

    ADDED = "added"
    RESTATED = "restated"
    REWORDED = "reworded"
    REMOVED = "removed"
    RENUMBERED = "renumbered"


def clause_view(context: SiteContext, text: Text, clause: Clause) -> Mapping[str, object]:
    """Return what every page that shows a clause prints of it; ``page`` is the path of the clause's own."""
    locale, permalinks = context.locale, context.permalinks
    wordings = [w for w in clause.wordings if w.language == locale.language]
    official = context.official.get(clause.span)
    newest = clause.words(locale.language) or (wordings[-1].words if wordings else "")
    day = official.effective if official is not None and len(text.editions) > 1 else None
    then = clause.words(locale.language, day) or newest
    label, name = clause.label(locale.language), clause.name(locale.language)
    former = dict.fromkeys(number for number, _ in former_numbers(text, clause) if number != clause.number)
    return {
        "number": label,
        "name": "" if label == name else name,
        "anchor": permalinks.anchors[clause.span],
        "anchors": permalinks.others[clause.span],
        "record": clause,
        "former": locale["clause_former"].format(numbers=", ".join(former)) if former else "",  # its history says when
        "words": newest,
        "official": official,
        "official_ours": "" if then == newest else then,
        "formal": formal_statement(clause, clause.until),
        "page": clause_page(text.id, clause.slug),
        "decides": count_cases(context.by_clause.get(clause.span, ()), locale),
    }


def count_cases(outcomes: Sequence[Outcome], locale: Locale) -> str:
    """Return in words in how many scenarios a clause decides something; nothing if in none."""
    scenarios = {outcome.scenario.name for outcome in outcomes}
    return locale["scenarios_count"].format(count=len(scenarios)) if outcomes else ""


def formal_statement(clause: Clause, until: str | None = None) -> Markup:
    """Return as HTML the sentences of a clause that stand today, or that stood last if it held ``until`` a date."""
    standing = (sentence for sentence in clause.sentences if sentence.until in (None, until))
    marked = (Markup("").join(starmap(_marked, spaced(sentence.words))).strip() for sentence in standing)
    return Markup("").join(Markup('<span class="sentence">{}</span>').format(sentence) for sentence in marked)


def _marked(terminal: str, words: str) -> Markup:
    kind = class_of(terminal)
    element = next((element for shown, element in ELEMENTS if is_token_subtype(kind, shown)), None)
    return Markup("<{0}>{1}</{0}>").format(Markup(element), words) if element else escape(words)


@dataclass(frozen=True, slots=True)
class DateChange:
    """What a date did to a clause, which stood ``before`` as on the ``previous`` date; the first has none."""

    date: str
    effects: Sequence[DateEffect]
    before: ClauseVersion | None
    after: ClauseVersion | None
    previous: str | None


def date_changes(versions: ClauseVersions) -> Iterator[DateChange]:
    """Yield in order what each date did to a clause; a text without a date has no place in time."""
    dates = wording_dates(versions.text)
    states = pairwise((None, *map(versions.at, dates)))
    for previous, date, (before, after) in zip((None, *dates), dates, states, strict=False):
        effects = list(_effects(before, after))
        if effects and date is not None:
            yield DateChange(date, effects, before, after, previous)


def _effects(before: ClauseVersion | None, after: ClauseVersion | None) -> Iterator[DateEffect]:
    """Yield what happened to a clause from one date to another."""
    if before is None or after is None:
        if before is not after:
            yield DateEffect.REMOVED if after is None else DateEffect.ADDED
        return
    if before.number != after.number:
        yield DateEffect.RENUMBERED
    if before.meaning != after.meaning:
        yield DateEffect.RESTATED
    elif before.words != after.words:
        yield DateEffect.REWORDED


def history(
    context: SiteContext, path: str, versions: ClauseVersions, outcomes: Sequence[Outcome]
) -> Iterator[Mapping[str, object]]:
    """Yield in order what each date did to a clause: in words, with the number and the wording from then on.

    Nothing where its text has a single wording.
    """
    for change in date_changes(versions) if len(versions.text.editions) > 1 else ():
        before, after = change.before, change.after
        kinds = change.effects if change.previous is not None else [FIRST_TIME]
        restated = before is None or after is None or before.meaning != after.meaning
        reworded = after is not None and (before is None or before.words != after.words)
        changed = _changed_answers(context, path, versions, outcomes, change) if restated and change.previous else ()
        yield {
            "date": context.locale.date(change.date),
            "what": "; ".join(
                context.locale[f"history_{kind}"].format(former=before.number if before else "") for kind in kinds
            ),
            "number": version.number if (version := after or before) else "",
            "words": after.clause.words(context.language) if after and reworded else "",
            "formal": formal_statement(after.clause) if restated and after is not None else "",
            "changed": list(islice(changed, MOST_CHANGED)),
        }


def _changed_answers(
    context: SiteContext, path: str, versions: ClauseVersions, outcomes: Sequence[Outcome], change: DateChange
) -> Iterator[Mapping[str, object]]:
    """Yield the tables at which the clause decides an answer on one of two dates that is another on the other."""
    pair, dates = (change.before, change.after), (change.previous, change.date)
    asks = changed_predicates(*pair)
    numbers = {f"{versions.text.id}:{version.number}" for version in pair if version is not None}
    asked: set[str] = set()
    for outcome in outcomes:
        undated: Request = {**outcome.request, "on": None}
        if outcome.expectation.query.ask not in asks or repr(undated) in asked:
            continue
        asked.add(repr(undated))
        requests: list[Request] = [{**outcome.request, "on": date} for date in dates]
        before, after = (context.engine.ask(request) for request in requests)
        unchanged = (before.status, before.answer) == (after.status, after.answer)
        if unchanged or numbers.isdisjoint((*before.clauses, *after.clauses)):
            continue
        if INVALID in (before.status, after.status):
            continue
        given = dict(outcome.expectation.query.given)
        yield {
            "position": undated,
            "before": context.question(path, requests[0], before, given),
            "since": context.question(path, requests[1], after, given),
        }


def currencies(context: SiteContext, path: str, text: Text, number: str | None = None) -> Iterator[Mapping[str, Any]]:
    """Yield how a text compares with each ``original`` that it translates, in all clauses or in that of a number.

    That goes by declared differences, and by what changed since the day of which the original is that it translates:
    ``unlike`` are the clauses of today's original that it does not follow, ``why`` the declared reasons.
    """
    for inclusion in (inclusion for how, inclusion in text.relations if how == TextRelation.TRANSLATES):
        original = context.rulebook.texts[inclusion.text]
        declared = [
            (difference.words, {reference.number for reference in difference.clauses if reference.text == original.id})
            for difference in context.rulebook.declarations
            if {side.text for side in difference.texts} == {text.id, original.id}
        ]
        if number is not None:
            declared = [(words, numbers) for words, numbers in declared if number in numbers]
        unlike = [
            versions.records[-1]
            for versions in clause_versions(original)
            if number in (None, versions.number)
            and (
                any(versions.number in numbers for _, numbers in declared)
                or changed_predicates(versions.at(inclusion.at), versions.at(None))
            )
        ]
        yield {
            "original": context.permalinks.to_text(path, original.id),
            "translated": "" if inclusion.at is None else context.locale.dated("text_at", inclusion.at),
            "unlike": [context.permalinks.to_clause(path, clause) for clause in unlike],
            "why": [words.get(context.language) for words, _ in declared],
        }
