"""``emperor diff``: which answers change between two states of the rules, with the smallest tables that show it."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import click

import emperor_rules as er
from emperor_rules.cli import options
from emperor_rules.cli.console import ProgressBar, findings_as_lines, tell
from emperor_rules.cli.locale import misuse, say
from emperor_rules.reports.lines import printable


@click.command()
@click.argument("old")
@click.argument("new", required=False)
@options.report_format_option()
@options.seats_option(9, 12)
@options.names_option("--text", "texts", "Compare only this text (repeat).")
@options.names_option("--question", "questions", "Compare only this question (repeat).")
@options.seconds_option()
@options.rules_option
def command(
    old: str,
    new: str | None,
    shape: str,
    texts: tuple[str, ...],
    questions: tuple[str, ...],
    folder: Path | None,
    **extent: Any,
) -> None:
    """Say which answers change between two states of the rules.

    \b
    emperor diff HEAD

    OLD is a git revision of the repository in which the folder of rules lies (HEAD, main, a tag, an abbreviated hash):
    the rules as they stand are compared with those of that revision. Or OLD and NEW are two folders of rules.

    Every legal table is searched, in the newest wording of each text and on every day on which a change shows. Where a
    clause changes, questions that merely follow from it are shown by one table.

    Exit status: 0 no answer changes, 1 some do (or the time was over, or no table is legal in either state),
    2 usage, or rules with errors.
    """  # noqa: D301
    from emperor_rules.check.diff.changes import report_of_changes
    from emperor_rules.cli import output
    from emperor_rules.cli.diff_report import as_markdown, show

    before, after, names = _states(old, new, folder)
    with ProgressBar(say("Questions")) as progress:
        changes = er.diff(
            before, after, texts=texts or None, questions=questions or None, progress=progress.update, **extent
        )
    vocabulary = after.rulebook.vocabulary
    report = report_of_changes(changes, names, lambda language: as_markdown(changes, names, vocabulary))
    output.show(report, shape, lambda: show(changes, names, vocabulary))
    sys.exit(0 if changes.silent else 1)


def _states(old: str, new: str | None, folder: Path | None) -> tuple[er.Rules, er.Rules, tuple[str, str]]:
    """Read both states; errors in either are shown and end the command."""
    if new is not None:
        if folder is not None:
            raise misuse("name two folders, or a revision and --rules, not all three.")
        return _read(options.chosen_rules(Path(old)), old), _read(options.chosen_rules(Path(new)), new), (old, new)
    from emperor_rules.cli.git import copy_of_revision
    from emperor_rules.frontend.project import copy_project

    place = options.chosen_rules(folder)
    with tempfile.TemporaryDirectory(prefix="rules-") as scratch:
        copy = Path(scratch) / "rules"
        copy.mkdir()
        name = copy_of_revision(place, old, copy)
        copy_project(place, copy)
        return _read(copy, name), _read(place, place.as_posix()), (name, place.as_posix())


def _read(path: Path, name: str) -> er.Rules:
    """Read the texts of a folder; errors end the command, and those of a copy are shown under its ``name``."""
    try:
        rules = er.load(path, scenarios=False)
        rules.validate()
    except er.RulesError as error:
        lines = "\n".join(findings_as_lines(error.diagnostics, error.sources))
        copied = path != Path(name)
        click.echo(lines.replace(path.as_posix(), printable(name)) if copied else lines, err=True)
        tell("Nothing was compared: {name} has errors.", name=name, fg="red", err=True)
        sys.exit(2)
    return rules
