"""``emperor coverage``: which clauses decide scenarios, and which slips in them no scenario would notice."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

import emperor_rules as er
from emperor_rules.cli import options
from emperor_rules.cli.console import ProgressBar, clause_name, show, tell, unvaried
from emperor_rules.cli.locale import count, say, spoken
from emperor_rules.messages import Message

if TYPE_CHECKING:
    from emperor_rules.check.mutation.coverage import Coverage
    from emperor_rules.check.mutation.operators import Mutant


@click.command(cls=options.TextsCommand)
@options.names_option("--text", "texts", "Look only at this text (repeat, or use commas).", "ID")
@options.seats_option(6, 12, "Search unnoticed slips on every legal table of up to so many seats.")
@options.seconds_option("Stop after so long; the next run goes on from there.")
@options.report_format_option()
@options.quiet_option
@options.rules_option
def command(
    texts: tuple[str, ...], seats: int, seconds: float | None, shape: str, quiet: bool, folder: Path | None
) -> None:
    """Change every clause a little, in every way, and see whether a scenario notices.

    A change that no scenario notices is searched on every table: either no answer ever changes, or the smallest
    position that tells is shown as a scenario ready to paste. What was found is kept in your cache folder, where it may
    be deleted.

    Exit status: 0 every slip is noticed, 1 one is not (or the time was over, or a scenario fails), 2 usage.
    """
    from emperor_rules.check.mutation.coverage import CoverageCache, cover

    rules = er.load(options.chosen_rules(folder))
    rules.validate()
    chosen = [rules[text].id for text in texts] or None
    cache = CoverageCache()
    try:
        with ProgressBar(say("Slips")) as progress:
            coverage = cover(
                rules.rulebook, texts=chosen, up_to=seats, seconds=seconds, cache=cache, progress=progress.update
            )
    except KeyboardInterrupt:
        tell("Interrupted. What was judged is kept; the next run goes on from there.", err=True)
        sys.exit(1)
    if cache.remark:
        click.echo(click.style(say("note"), fg="yellow", bold=True) + f": {spoken(cache.remark)}", err=True)
    show(coverage.report(), shape, lambda: _show(coverage), quiet=quiet)
    sys.exit(0 if coverage.fine else 1)


def _show(coverage: Coverage) -> None:
    from emperor_rules.check.mutation.runner import ALIVE

    for text in coverage.texts:
        _show_text(coverage, text)
    for mutant in coverage.of(ALIVE):
        _show_alive(coverage, mutant)
    _summarise(coverage)


def _show_text(coverage: Coverage, text: str) -> None:
    """Print a line for each clause, under the totals of the text."""
    clauses = coverage.clauses(text)
    click.echo(f"{click.style(text, bold=True)}  {_totals(coverage, text)}")
    width = max((len(f"{c.number} {c.slug}") for c in clauses), default=0)
    for clause in clauses:
        waiting = len(coverage.of(clause=clause))
        scenarios = count(len(coverage.scenarios(clause)), "scenario")
        rest = say(", {waiting} not judged", waiting=waiting) if waiting else ""
        name = clause_name(clause.number, clause.slug)
        click.echo(f"  {name:{width}}  {scenarios:>13}  {_counts(coverage.counts(clause=clause))}{rest}")
    click.echo()


def _show_alive(coverage: Coverage, mutant: Mutant) -> None:
    from emperor_rules.check.witness import draw_in_text

    verdict = coverage.verdicts[mutant.id]
    mark = click.style("    = ", fg="cyan")
    heading = click.style(say("unnoticed"), fg="red", bold=True) + click.style(f" {mutant.id}", bold=True)
    click.echo(f"{heading}: {spoken(Message(mutant.kind))}")
    click.echo(click.style("  --> ", fg="cyan") + str(mutant.span))
    if mutant.written:
        click.echo(f"      {mutant.written}")
    click.echo(mark + say("{change}, and no scenario notices", change=mutant.words))
    if verdict.witness is None:
        nothing = say("no seating of up to {seats} seats is legal, so nothing was searched", seats=coverage.seats)
        click.echo(mark + nothing)
    else:
        click.echo(mark + spoken(draw_in_text(verdict.witness)))
        now, then = (spoken(Message(answer)) for answer in verdict.answers)
        change = say("The answer would be {then} instead of {now}. If {now} is right, add:", then=then, now=now)
        click.echo(f"      {change}\n")
        click.echo("\n".join(f"      {line}".rstrip() for line in verdict.scenario.splitlines()))
    click.echo()


def _summarise(coverage: Coverage) -> None:
    from emperor_rules.check.mutation.runner import EQUIVALENT

    silent = [c for c in coverage.clauses() if not coverage.scenarios(c) and c.sentences and not c.redundant]
    equivalent = coverage.of(EQUIVALENT)
    fewer = []
    if coverage.bounded is not None:
        number, seats = coverage.bounded
        fewer.append(say("{slips} with too many tables: up to {seats}", slips=count(number, "slip"), seats=seats))
    time = say("; {seconds:.1f} s", seconds=coverage.seconds)
    reused = say(", {reused} kept from before", reused=coverage.reused) if coverage.reused else ""
    click.echo(f"{_totals(coverage)}{time}{reused}")
    if silent:
        tell("No scenario is decided by {clauses}.", clauses=", ".join(c.id for c in silent))
    if equivalent:
        tell(
            "Without effect: no answer changes on any legal table of up to {seats} seats, by the newest wording "
            "in which the sentence holds{limits}.",
            seats=coverage.seats,
            limits=unvaried(sorted({key for m in equivalent for key in coverage.verdicts[m.id].fixed}), others=fewer),
        )
    if coverage.failing:
        tell(
            "{scenarios} left out, as they fail (see emperor check): {names}",
            scenarios=count(len(coverage.failing), "scenario"),
            names="; ".join(coverage.failing[:5]),
            fg="red",
        )
    if not coverage.complete:
        tell(
            "The time was over: {count} of {all} slips are not judged. Run it again to go on.",
            count=len(coverage.of()),
            all=len(coverage.mutants),
            fg="red",
        )
    alive = coverage.counts()["alive"]
    if alive:
        tell("{slips} that no scenario notices.", slips=count(alive, "slip"), fg="red", bold=True)
    elif coverage.fine:
        tell("Every change of an answer is noticed.", fg="green", bold=True)


def _totals(coverage: Coverage, text: str | None = None) -> str:
    """Return how many clauses a text has, or all have, how many decide a scenario, and how many slips are noticed."""
    clauses = coverage.clauses(text)
    deciding = sum(bool(coverage.scenarios(clause)) for clause in clauses)
    number = count(len(clauses), "clause")
    decided = say("{clauses}, {deciding} decide a scenario; ", clauses=number, deciding=deciding)
    return decided + _counts(coverage.counts(text))


def _counts(counts: Mapping[str, int]) -> str:
    dead, equivalent, alive = counts["killed"], counts["equivalent"], counts["alive"]
    slips = count(dead + equivalent + alive, "slip")
    return say(
        "{slips}: {dead} noticed, {equivalent} without effect, ", slips=slips, dead=dead, equivalent=equivalent
    ) + click.style(say("{alive} unnoticed", alive=alive), fg="red" if alive else None)
