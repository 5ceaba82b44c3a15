"""``emperor coverage``: which clauses decide scenarios, and which slips in them no scenario would notice."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from emperor_rules.cli.main import chosen_rules, rules_option

if TYPE_CHECKING:
    from emperor_rules.check.mutation.coverage import Coverage
    from emperor_rules.check.mutation.operators import Mutant
    from emperor_rules.model.rulebook import Rulebook


@click.command()
@click.option("--text", "texts", multiple=True, metavar="ID", help="Look only at this text (repeat, or use commas).")
@click.option(
    "--up-to",
    "seats",
    type=click.IntRange(2, 12),
    default=6,
    show_default=True,
    help="Search unnoticed mutants on every legal table of up to so many seats.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0),
    default=None,
    metavar="S",
    help="Stop after so long; the next run goes on from there.",
)
@click.option(
    "--format",
    "shape",
    type=click.Choice(["full", "json"]),
    default="full",
    show_default=True,
    help="For people, or for programs.",
)
@rules_option
def command(texts: tuple[str, ...], seats: int, seconds: float | None, shape: str, folder: Path | None) -> None:
    """Change every clause a little, in every way, and see whether a scenario notices.

    A change that no scenario notices is searched on every table: either no answer ever changes, or the smallest
    position that tells is shown as a scenario ready to paste. What was found is kept in .emperor-rules-cache, which may
    be deleted.

    Exit status: 0 nothing is alive, 1 something is (or the time was over, or a scenario fails), 2 usage.
    """
    from emperor_rules.check.mutation.coverage import cover
    from emperor_rules.check.mutation.coverage_cache import CoverageCache
    from emperor_rules.check.validation import check_texts
    from emperor_rules.cli.console import Progress, load_or_exit, show_findings

    rulebook = load_or_exit(chosen_rules(folder))
    errors = [finding for finding in check_texts(rulebook) if finding.is_error]
    if errors:
        show_findings(errors, rulebook.sources, err=True)
        sys.exit(1)
    chosen = _chosen(rulebook, texts)
    cache = CoverageCache()
    try:
        with Progress("Mutants") as progress:
            found = cover(rulebook, texts=chosen, up_to=seats, seconds=seconds, cache=cache, progress=progress.update)
    except KeyboardInterrupt:
        click.echo("Interrupted. What was judged is kept; the next run goes on from there.", err=True)
        sys.exit(1)
    if cache.remark:
        click.echo(click.style("note", fg="yellow", bold=True) + f": {cache.remark}", err=True)
    if shape == "json":
        click.echo(json.dumps(found.as_json(), ensure_ascii=False, indent=2))
    else:
        _show(found)
    sys.exit(0 if found.fine else 1)


def _chosen(rulebook: Rulebook, texts: tuple[str, ...]) -> list[str] | None:
    from emperor_rules.frontend.loader import unknown_text

    chosen = [id for many in texts for id in many.replace(",", " ").split()]
    for id in chosen:
        if id not in rulebook.texts:
            message, help = unknown_text(id, rulebook.texts)
            raise click.UsageError(f"{message}. {help}")
    return chosen or None


def _show(found: Coverage) -> None:
    from emperor_rules.check.mutation.runner import ALIVE

    for text in found.texts:
        _show_text(found, text)
    for mutant in found.of(ALIVE):
        _show_alive(found, mutant)
    _summarise(found)


def _show_text(found: Coverage, text: str) -> None:
    """Print a line for each clause, under the totals of the text."""
    clauses = found.clauses(text)
    deciding = sum(bool(found.scenarios(clause)) for clause in clauses)
    click.echo(
        click.style(text, bold=True)
        + f"  {_count(len(clauses), 'clause')}, {deciding} decide a scenario; "
        + _counts(found, found.of(*_STATES, text=text))
    )
    width = max((len(f"{c.number} {c.slug}") for c in clauses), default=0)
    for clause in clauses:
        mutants = found.of(*_STATES, clause=clause)
        waiting = len(found.of(clause=clause))
        name = clause.number if clause.slug == clause.number else f"{clause.number} {clause.slug}"
        scenarios = _count(len(found.scenarios(clause)), "scenario")
        rest = f", {waiting} not judged" if waiting else ""
        click.echo(f"  {name:{width}}  {scenarios:>13}  {_counts(found, mutants)}{rest}")
    click.echo()


def _show_alive(found: Coverage, mutant: Mutant) -> None:
    from emperor_rules.check.witness import draw_in_text

    verdict = found.verdicts[mutant.id]
    click.echo(click.style("alive", fg="red", bold=True) + click.style(f" {mutant.id}", bold=True) + f": {mutant.kind}")
    click.echo(click.style("  --> ", fg="cyan") + str(mutant.span))
    if mutant.written:
        click.echo(f"      {mutant.written}")
    click.echo(click.style("    = ", fg="cyan") + f"{mutant.words}, and no scenario notices")
    if verdict.witness is None:
        click.echo(click.style("    = ", fg="cyan") + verdict.by)
    else:
        click.echo(click.style("    = ", fg="cyan") + f"{draw_in_text(verdict.witness)}")
        now, then = verdict.said
        click.echo(f"      The answer would be {then} instead of {now}. If {now} is right, add:\n")
        click.echo("\n".join(f"      {line}".rstrip() for line in verdict.scenario.splitlines()))
    click.echo()


def _summarise(found: Coverage) -> None:
    from emperor_rules.check.mutation.runner import ALIVE, EQUIVALENT

    clauses = found.clauses()
    silent = [c for c in clauses if not found.scenarios(c) and c.sentences and not c.redundant]
    deciding = sum(bool(found.scenarios(clause)) for clause in clauses)
    equivalent = found.of(EQUIVALENT)
    click.echo(
        f"{_count(len(clauses), 'clause')}, {deciding} decide a scenario; {_counts(found, found.of(*_STATES))}; "
        f"{found.seconds:.1f} s" + (f", {found.reused} kept from before" if found.reused else "")
    )
    if silent:
        click.echo(f"No scenario is decided by {', '.join(c.id for c in silent)}.")
    if equivalent:
        fixed = sorted({key for m in equivalent for key in found.verdicts[m.id].fixed})
        limits = f" (not varied everywhere: {', '.join(fixed)})" if fixed else ""
        click.echo(
            f"Equivalent: no answer changes on any legal table of up to {found.seats} seats, by the newest "
            f"wording in which the sentence holds{limits}."
        )
    if found.failing:
        click.echo(
            click.style(
                f"{_count(len(found.failing), 'scenario')} left out, as they fail (see emperor check): "
                f"{'; '.join(found.failing[:5])}",
                fg="red",
            )
        )
    if not found.complete:
        click.echo(
            click.style(
                f"The time was over: {len(found.of())} of {len(found.mutants)} mutants are not judged. "
                "Run it again to go on.",
                fg="red",
            )
        )
    alive = len(found.of(ALIVE))
    if alive:
        click.echo(click.style(f"{_count(alive, 'mutant')} that no scenario notices.", fg="red", bold=True))
    elif found.fine:
        click.echo(click.style("Every change of an answer is noticed.", fg="green", bold=True))


_STATES = ("killed", "stillborn", "equivalent", "alive")


def _counts(found: Coverage, mutants: list[Mutant]) -> str:
    states = [found.verdicts[mutant.id].state for mutant in mutants]
    dead = states.count("killed") + states.count("stillborn")
    alive = states.count("alive")
    said = f"{_count(len(states), 'mutant')}: {dead} killed, {states.count('equivalent')} equivalent, "
    return said + click.style(f"{alive} alive", fg="red" if alive else None)


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
