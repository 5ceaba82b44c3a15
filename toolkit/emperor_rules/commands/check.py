"""``emperor check``: every finding about a folder of rules, for people or for programs."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from emperor_rules.commands.main import chosen_rules, rules_option


@click.command()
@rules_option
@click.option("--format", "shape", type=click.Choice(["full", "json"]), default="full", show_default=True,
              help="For people, or for programs.")  # fmt: skip
@click.option("--search", is_flag=True, help="Search every table for contradictions and differences too.")
@click.option(
    "--up-to", "seats", type=click.IntRange(2, 24), default=12, show_default=True, help="Most seats searched."
)
@click.option("--text", "texts", multiple=True, metavar="NAME", help="Search only this text (repeat).")
@click.option("--question", "questions", multiple=True, metavar="NAME", help="Search only this question (repeat).")
@click.option("--seconds", type=click.FloatRange(0), default=None, help="Stop searching after so long.")
@click.option("--strict", is_flag=True, help="Let warnings fail too.")
def command(
    folder: Path | None, shape: str, search: bool, seats: int, texts: tuple[str, ...], questions: tuple[str, ...],
    seconds: float | None, strict: bool,
) -> None:  # fmt: skip
    """Check every text, run every scenario, and say what is wrong.

    With --search, every legal table is searched for contradictions inside a text and for differences between related
    texts that nothing declares.

    Exit status: 0 nothing wrong, 1 errors (with --strict: or warnings), 2 no readable rules.
    """
    from emperor_rules.check.checking import Bounds, check_folder
    from emperor_rules.commands.report import Progress, as_json, show_findings, summarise

    path = chosen_rules(folder)
    bounds = Bounds(seats, texts or None, questions or None, seconds) if search else None
    if shape == "json":
        checked = check_folder(path, search=bounds)
        report = {"diagnostics": [as_json(d) for d in checked.findings], "searched": checked.searched()}
        click.echo(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        with Progress("Scenarios") as progress:
            checked = check_folder(path, progress.update, search=bounds)
        show_findings(checked.findings, checked.rulebook.sources)
        summarise(checked)
    unreadable = not checked.rulebook.texts and any(d.code == "R101" for d in checked.findings)
    if unreadable:
        sys.exit(2)
    sys.exit(1 if checked.errors or (strict and checked.warnings) else 0)
