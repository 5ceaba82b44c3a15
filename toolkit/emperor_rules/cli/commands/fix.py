"""``emperor fix``: write what the messages of ``emperor check`` say to write."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from emperor_rules.cli import options
from emperor_rules.cli.console import tell
from emperor_rules.cli.locale import count, spoken
from emperor_rules.resources import project_cache


@click.command()
@options.names_option("--select", "codes", "Mend only findings of these codes (or their beginnings).", "CODE")
@click.option("--uncertain", is_flag=True, help="Make also what is one of several things that may be meant.")
@click.option("--search/--no-search", default=True, help="Search tables too, for contradictions and differences.")
@click.option("--diff", "shown_only", is_flag=True, help="Show what would change, and write nothing.")
@click.option("--yes", "agreed", is_flag=True, help="Write without asking.")
@options.rules_option
def command(
    codes: tuple[str, ...], uncertain: bool, search: bool, shown_only: bool, agreed: bool, folder: Path | None
) -> None:
    """Write what the messages of check say to write, after showing it.

    What leaves something to choose, such as which of two clauses is to decide, is made only with --uncertain. What is
    mended can bring other mistakes to light; so all is read again until nothing more can be done.

    Exit status: 0 nothing to mend, or all is written and no error is left, 1 something is left, 2 usage.
    """
    from emperor_rules.check.fixes import Mended
    from emperor_rules.cli.edits import propose
    from emperor_rules.frontend.layers import layers_of
    from emperor_rules.limits import Bounds
    from emperor_rules.reports.suppression import known_codes

    place = options.chosen_rules(folder)
    layers_of(place)
    bounds, cache = Bounds() if search else None, project_cache("searches.json", place.parent)
    mended = Mended(place, uncertain=uncertain, codes=known_codes(codes), search=bounds, cache=cache)
    errors = sum(finding.is_error for finding in mended.left)
    if not mended.fixes:
        tell("Nothing that can be mended was found; {errors}.", errors=count(errors, "error"))
        _tell_of_more(mended.offered)
        sys.exit(1 if errors else 0)
    for fix in mended.fixes:
        click.echo(f"- {spoken(fix.title)}")
    click.echo()
    written = propose(mended.before, mended.after, agreed=agreed, shown_only=shown_only)
    if written:
        tell(
            "Written: {changes}; {errors} left.",
            changes=count(len(mended.fixes), "change"),
            errors=count(errors, "error"),
        )
        _tell_of_more(mended.offered if not uncertain else 0)
    sys.exit(0 if written and not errors else 1)


def _tell_of_more(number: int) -> None:
    """Say how many findings leave something to choose, and how to let that be made too."""
    if number:
        tell(
            "{findings} can be mended, but it may be meant otherwise: emperor fix --uncertain shows how.",
            findings=count(number, "finding"),
        )
