"""``emperor check``: every finding about a folder of rules, for people or for programs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from emperor_rules.cli.console import Progress, as_json, print_json, show_findings, summarise
from emperor_rules.cli.options import (
    chosen_rules,
    format_option,
    names_option,
    rules_option,
    seats_option,
    seconds_option,
)
from emperor_rules.diagnostics import DECLARED

if TYPE_CHECKING:
    from emperor_rules.check.pipeline import CheckReport


@click.command()
@rules_option
@format_option()
@seats_option(12, 24, "Most seats searched.")
@names_option("--text", "texts", "Search only this text (repeat).")
@names_option("--question", "questions", "Search only this question (repeat).")
@click.option("--all-dates", is_flag=True, help="Search every edition, not only the newest.")
@click.option("--all-options", is_flag=True, help="Search every set of options, not each alone.")
@seconds_option("Stop searching after so long.")
@click.option("--no-search", is_flag=True, help="Read the files and run the scenarios, but search no tables.")
@click.option("--no-cache", is_flag=True, help="Neither use nor keep what earlier searches saw.")
@click.option("--declared", is_flag=True, help="Show declared differences and contradictions too.")
@click.option("--strict", is_flag=True, help="Let warnings fail too.")
def command(
    folder: Path | None,
    shape: str,
    seats: int,
    texts: tuple[str, ...],
    questions: tuple[str, ...],
    no_search: bool,
    no_cache: bool,
    declared: bool,
    strict: bool,
    **extent: Any,
) -> None:
    """Check every text, run every scenario, and say what is wrong.

    Every legal table is searched for contradictions inside a text, and for differences between related texts that
    nothing declares. What was seen is kept in .emperor-rules-cache, which may be deleted at any time.

    Exit status: 0 nothing wrong, 1 errors (with --strict: or warnings), 2 usage, or no readable rules.
    """
    import emperor_rules as er
    from emperor_rules.check.consistency.search_cache import PLACE

    rules = er.load(chosen_rules(folder), errors="keep")
    with Progress("Checking") as progress:
        report = rules.check(
            seats=None if no_search else seats,
            texts=texts or None,
            questions=questions or None,
            cache=None if no_cache else PLACE,
            progress=progress.stage,
            **extent,
        )
    if shape == "json":
        print_json({"diagnostics": [as_json(d) for d in report.diagnostics], "searched": report.searched()})
    else:
        show_findings((d for d in report.diagnostics if declared or d.severity != DECLARED), report.rulebook.sources)
        summarise(report)
    sys.exit(_status(report, strict))


def _status(report: CheckReport, strict: bool) -> int:
    if not report.rulebook.texts and any(d.code == "R101" for d in report.diagnostics):
        return 2
    return 1 if report.errors or (strict and report.warnings) else 0
