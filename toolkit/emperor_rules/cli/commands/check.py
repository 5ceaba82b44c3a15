"""``emperor check``: every finding about a folder of rules, for people or for programs."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from emperor_rules.cli.main import chosen_rules, rules_option

if TYPE_CHECKING:
    from emperor_rules.check.pipeline import Checked
    from emperor_rules.model.rulebook import Rulebook


@click.command()
@rules_option
@click.option(
    "--format",
    "shape",
    type=click.Choice(["full", "json"]),
    default="full",
    show_default=True,
    help="For people, or for programs.",
)
@click.option(
    "--up-to", "seats", type=click.IntRange(2, 24), default=12, show_default=True, help="Most seats searched."
)
@click.option("--text", "texts", multiple=True, metavar="NAME", help="Search only this text (repeat).")
@click.option("--question", "questions", multiple=True, metavar="NAME", help="Search only this question (repeat).")
@click.option("--all-dates", is_flag=True, help="Search every edition, not only the newest.")
@click.option("--all-options", is_flag=True, help="Search every set of options, not each alone.")
@click.option("--seconds", type=click.FloatRange(0), default=None, help="Stop searching after so long.")
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
    all_dates: bool,
    all_options: bool,
    seconds: float | None,
    no_search: bool,
    no_cache: bool,
    declared: bool,
    strict: bool,
) -> None:
    """Check every text, run every scenario, and say what is wrong.

    Every legal table is searched for contradictions inside a text, and for differences between related texts that
    nothing declares. What was seen is kept in .emperor-rules-cache, which may be deleted at any time.

    Exit status: 0 nothing wrong, 1 errors (with --strict: or warnings), 2 usage, or no readable rules.
    """
    from emperor_rules.check.consistency.search_cache import PLACE
    from emperor_rules.check.limits import Bounds
    from emperor_rules.check.pipeline import check_folder
    from emperor_rules.cli.console import Progress, as_json, show_findings, summarise
    from emperor_rules.diagnostics import DECLARED

    path = chosen_rules(folder)
    bounds = None if no_search else Bounds(seats, texts or None, questions or None, seconds, all_dates, all_options)
    cache = None if no_cache else PLACE
    with Progress("Checking") as progress:
        checked = check_folder(path, progress.stage, search=bounds, cache=cache)
    _known(checked.rulebook, texts, questions)
    if shape == "json":
        report = {"diagnostics": [as_json(d) for d in checked.findings], "searched": checked.searched()}
        click.echo(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        shown = [d for d in checked.findings if declared or d.severity != DECLARED]
        show_findings(shown, checked.rulebook.sources)
        summarise(checked)
    sys.exit(_status(checked, strict))


def _known(rulebook: Rulebook, texts: tuple[str, ...], questions: tuple[str, ...]) -> None:
    """Refuse names that the rules do not have: a search of nothing would find nothing."""
    from emperor_rules.diagnostics import suggest

    for what, named, known in (
        ("text", texts, list(rulebook.texts)),
        ("question", questions, list(rulebook.vocabulary.questions)),
    ):
        for name in named:
            if name not in known and known:
                raise click.UsageError(f"there is no {what} “{name}”. {suggest(name, known)}".rstrip())


def _status(checked: Checked, strict: bool) -> int:
    if not checked.rulebook.texts and any(d.code == "R101" for d in checked.findings):
        return 2
    return 1 if checked.errors or (strict and checked.warnings) else 0
