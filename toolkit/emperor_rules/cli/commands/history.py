"""``emperor history``: the editions of a clause or a text, and with which of them a translation agrees."""

from __future__ import annotations

import sys
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any, assert_never

import click

import emperor_rules as er
from emperor_rules.api.rules import CLAUSE_SEATS, TEXT_SEATS, TRANSLATION_SEATS
from emperor_rules.check.history.timeline import Effect, EffectState, EntryKind, HistoryEntry
from emperor_rules.check.history.translation import ClauseAge
from emperor_rules.check.history.versions import ClauseVersions
from emperor_rules.check.witness import answer_words, draw_in_text
from emperor_rules.cli.console import ProgressBar, clause_name, paragraph, show, tell, unvaried
from emperor_rules.cli.locale import count, current, say, spoken
from emperor_rules.cli.options import (
    chosen_rules,
    quiet_option,
    report_format_option,
    rules_option,
    seats_option,
    seconds_option,
)
from emperor_rules.messages import plural, template

ENTRY_COLOURS = {
    EntryKind.CHANGED: "red",
    EntryKind.REWORDED: "green",
    EntryKind.RENUMBERED: "blue",
    EntryKind.UNSETTLED: "yellow",
}
STATE_COLOURS = {EffectState.SAME: "green", EffectState.DIFFERENT: "red", EffectState.ABSENT: "red"}
#: What is said of consecutive dates in a state: of the last ones, and of others.
RUNS = {
    EffectState.SAME: (template("agrees since {date}"), template("agrees with {dates}")),
    EffectState.DIFFERENT: (template("not since {date}"), template("not with {dates}")),
    EffectState.ABSENT: (template("no such clause since {date}"), template("no such clause in {dates}")),
    EffectState.UNFINISHED: (template("not searched: {dates}"),) * 2,
    EffectState.UNKNOWN: (template("cannot be told for {dates}"),) * 2,
}


@click.command()
@click.argument("name", nargs=-1, required=True, metavar="CLAUSE|TEXT")
@click.option("--against", metavar="ORIGINAL", help="Tell with which editions of ORIGINAL it agrees.")
@seats_option(
    None,
    24,
    f"Most seats of a table (default: {CLAUSE_SEATS} for a clause, {TEXT_SEATS} for a text, "
    f"{TRANSLATION_SEATS} with --against).",
)
@seconds_option("Stop searching after so long, and say what is left.")
@report_format_option()
@quiet_option
@rules_option
def command(
    name: tuple[str, ...],
    against: str | None,
    seats: int | None,
    seconds: float | None,
    shape: str,
    quiet: bool,
    folder: Path | None,
) -> None:
    """Show the editions of a clause, or what each date did to a text.

    \b
    emperor history my-text:3.1

    A clause is named by its number, its slug, or a number that it bore once, with its text where that is not clear:
    my-text:3.1, my-text my-slug, 2.1. A new wording is *changed* if the answer to any question changes by it, with all
    other clauses as they are from that day on; otherwise it is only *reworded*.

    With --against each clause of a translation is held against every edition of its original.

    Exit status: 0 fine, 1 the time was over, 2 usage.
    """  # noqa: D301
    rules = er.load(chosen_rules(folder), scenarios=False)
    named, (text, clause) = " ".join(name), rules.named(" ".join(name))
    result: er.RulesHistory | er.RulesTranslationAge
    with ProgressBar(say("Wordings")) as progress:
        extent: Any = {"seats": seats, "seconds": seconds, "progress": progress.update}
        if against is not None:
            result = rules[text].translation_age(against, clause=clause.slug if clause is not None else None, **extent)
        else:
            result = rules.history(named, **extent)
    show(result.report(), shape, lambda: _show(result, rules), quiet=quiet)
    sys.exit(0 if result.complete else 1)


# --- for people -------------------------------------------------------------------------------------


def _show(result: er.RulesHistory | er.RulesTranslationAge, rules: er.Rules) -> None:
    if isinstance(result, er.RulesTranslationAge):
        _show_age(result)
    elif result.clause is not None:
        _show_clause(result, result.clause)
    else:
        _show_text(result, rules)
    searched = result.searched
    click.echo()
    tell(
        "Searched {tables} of up to {seats} seats, {seconds:.1f} s{limits}.",
        tables=count(searched["tables"], "table"),
        seats=searched["seats"],
        seconds=searched["seconds"],
        limits=unvaried(
            searched["given-at-default"],
            others=[say("facts about several players: two at once")] if searched["given-together"] else [],
        ),
    )
    if not result.complete:
        tell("The time was over before everything was looked at.", fg="red")
    for remark in () if isinstance(result, er.RulesTranslationAge) else result.remarks:
        tell("Another clause bore that number once: {remark}.", remark=remark)


def _show_clause(history: er.RulesHistory, clause: ClauseVersions) -> None:
    clause_history = history.clauses[0]
    click.echo(click.style(clause.title, bold=True))
    if not clause_history.entries:
        click.echo("  " + say("It was never in force."))
    words = ""
    for entry in clause_history.entries:
        click.echo(f"  {entry.date or say('undated')}  {entry.number:8}  {_kind(entry)}")
        if entry.words.get(current()) != words and entry.kind is not EntryKind.REMOVED:
            words = entry.words.get(current())
            paragraph(words, "      ")
        _show_effect(entry.effect, clause.text.id, (say("before"), say("since")))
    if len(history.dates) == 1:
        click.echo("  " + say("{text} has one wording.", text=clause.text.id))


def _show_text(history: er.RulesHistory, rules: er.Rules) -> None:
    text = history.text
    click.echo(click.style(f"{text}  {rules[text].title[current()]}", bold=True))
    for date in history.dates:
        changes = list(history.on(date))
        heading = click.style(date or say("undated"), bold=True)
        click.echo(heading + ("" if changes else "  " + say("no clause changes")))
        new = [versions for versions, entry in changes if entry.kind is EntryKind.FIRST]
        if new:
            click.echo("  " + say("first wording of {clauses}", clauses=count(len(new), "clause")))
        renumbered = [entry for _, entry in changes if entry.kind is EntryKind.RENUMBERED]
        moved = [say("{old} to {new}", old=entry.former, new=entry.number) for entry in renumbered]
        for versions, entry in changes:
            if entry.kind not in (EntryKind.FIRST, EntryKind.RENUMBERED):
                slug = versions.slug if versions.slug != versions.number else entry.number
                name = clause_name(entry.number, slug)
                click.echo(f"  {click.style(name, fg='cyan')}  {_kind(entry)}")
                _show_effect(entry.effect, text, (say("before"), say("since")))
        if moved:
            examples = ", ".join(moved[:3]) + (", …" if len(moved) > 3 else "")
            click.echo(f"  {click.style(say('renumbered'), fg='blue')}: {count(len(moved), 'clause')} ({examples})")


def _kind(entry: HistoryEntry) -> str:
    """Return what a date did to a clause, and whether its answers changed by it."""
    words = say("first wording") if entry.kind is EntryKind.FIRST else say(entry.kind)
    kind = click.style(words, fg=ENTRY_COLOURS.get(entry.kind, "cyan"))
    if entry.effect is not None:
        return f"{kind} ({_outcome(entry.effect)})"
    return kind + (say(", before {number}", number=entry.former) if entry.kind is EntryKind.RENUMBERED else "")


def _outcome(effect: Effect) -> str:
    match effect.state:
        case EffectState.SAME if effect.searched:
            return say("no answer changes, up to {seats} seats", seats=effect.seats)
        case EffectState.SAME:
            return say("nothing is computed otherwise")
        case EffectState.DIFFERENT:
            return say("an answer changes")
        case EffectState.UNFINISHED:
            return say("the time was over")
        case EffectState.UNKNOWN | EffectState.ABSENT:
            return spoken(effect.why)
    assert_never(effect.state)


def _show_effect(effect: Effect | None, text: str, names: tuple[str, str]) -> None:
    """Print the smallest position at which two wordings answer differently, with both answers and their clauses."""
    if effect is None or effect.difference is None:
        return
    witness, now, then = effect.difference
    played = "" if witness["text"] == text else "  ·  " + say("in {text}", text=witness["text"])
    click.echo(f"      {spoken(draw_in_text(witness))}{played}")
    width = max(map(len, names)) + 1
    for name, answer in zip(names, (then, now), strict=True):
        cited = "  " + say("by {clauses}", clauses=", ".join(answer.clauses)) if answer.clauses else ""
        click.echo(f"        {name + ':':{width}} {spoken(answer_words(answer))}{cited}")


def _show_age(age: er.RulesTranslationAge) -> None:
    edition = say("the wording of {date}", date=age.claimed) if age.claimed else say("its one wording")
    named = say(" of {date}", date=age.claim) if age.claim else ""
    since = say(", in force since {date}", date=age.claimed) if age.claimed and age.claimed != age.claim else ""
    texts = {"translation": age.translation, "original": age.original}
    heading = say("{translation} translates {original}{named}", **texts, named=named)
    click.echo(click.style(heading, bold=True) + since)
    width = max((len(_name(clause.versions)) for clause in age.clauses), default=0)
    agreeing = 0
    for clause in age.clauses:
        claimed = clause.on(age.claimed)
        agreeing += claimed.state is EffectState.SAME
        colour = STATE_COLOURS.get(claimed.state, "yellow")
        click.echo(f"  {_name(clause.versions):{width}}  {click.style(_editions(clause, age), fg=colour)}")
        names = say("as {original} has it", original=age.original), say("as translated")
        _show_effect(claimed.effect, age.translation, names)
    for text, all_versions in age.only.items():
        if all_versions:
            tell("Only in {text}: {clauses}.", text=text, clauses=", ".join(map(_name, all_versions)))
    sentence = plural(
        agreeing,
        "{count} of {clauses} agrees in meaning with {edition}, up to {seats} seats.",
        "{count} of {clauses} agree in meaning with {edition}, up to {seats} seats.",
        count=agreeing,
        clauses=count(len(age.clauses), "clause"),
        edition=edition,
        seats=age.searched["seats"],
    )
    click.echo(spoken(sentence))


def _editions(clause: ClauseAge, age: er.RulesTranslationAge) -> str:
    """Return with which editions a clause agrees, as runs of consecutive dates."""
    runs = [
        (state, [date or say("the one edition") for match in matches for date in match.dates])
        for state, matches in groupby(clause.against, attrgetter("state"))
    ]
    only = runs[0][0] if len(runs) == 1 else None
    if only is EffectState.SAME:
        words = say("agrees with every edition" if len(age.dates) > 1 else "agrees")
    elif only is EffectState.DIFFERENT:
        words = say("agrees with no edition" if len(age.dates) > 1 else "does not agree")
    else:
        words = ", ".join(_run(state, dates, dates[-1] == age.dates[-1]) for state, dates in runs)
    rewritten = any(match.state is EffectState.SAME and match.effect.searched for match in clause.against)
    return words + (say(" (partly in other sentences)") if rewritten else "")


def _run(state: EffectState, dates: list[str], last: bool) -> str:
    named = {"date": dates[0], "dates": dates[0] if len(dates) == 1 else f"{dates[0]} … {dates[-1]}"}
    return say(RUNS[state][not last], **named)


def _name(versions: ClauseVersions) -> str:
    return clause_name(versions.number, versions.slug)
