"""``emperor scenario --fill``: write into scenarios what they leave to be found out."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from emperor_rules.cli import options
from emperor_rules.cli.console import refuse, tell
from emperor_rules.cli.locale import say


@click.command()
@click.option("--fill", is_flag=True, help="Fill in the answers and clauses for which scenarios have “?”.")
@click.option("--diff", "shown_only", is_flag=True, help="Show what would change, and write nothing.")
@click.option("--yes", "agreed", is_flag=True, help="Write without asking.")
@options.rules_option
def command(fill: bool, shown_only: bool, agreed: bool, folder: Path | None) -> None:
    """Fill in scenarios: write “…: yes, by ?” or “…: ?, by ?” behind a question, then this.

    For “by ?” the clauses that decide are written, for an answer “?” what the rules answer: read whether it is what
    the source says. Where the rules answer otherwise than is written, nothing is filled in.

    Exit status: 0 filled in, or nothing to fill in, 1 something is left, 2 usage.
    """
    from emperor_rules.check.fixes import FilledScenarios
    from emperor_rules.cli.edits import propose
    from emperor_rules.frontend.layers import layers_of

    if not fill:
        refuse("R706", "say what is to be done: emperor scenario --fill")
    place = options.chosen_rules(folder)
    layers_of(place)
    filled = FilledScenarios(place)
    for span in filled.wrong:
        click.echo(say("{place}: the rules answer otherwise than is written (see emperor check)", place=span), err=True)
    for span in filled.unread:
        click.echo(say("{place}: the scenario cannot be read (see emperor check)", place=span), err=True)
    left = bool(filled.wrong or filled.unread)
    if not filled.after:
        if left:
            tell("Nothing was filled in.")
        else:
            tell("There is nothing to fill in.")
        sys.exit(1 if left else 0)
    written = propose(filled.before, filled.after, agreed=agreed, shown_only=shown_only)
    sys.exit(1 if left or not written else 0)
