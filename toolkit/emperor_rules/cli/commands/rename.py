"""``emperor rename``: give a clause, a text or a word of the vocabulary another name, wherever it stands."""

from __future__ import annotations

import sys
from pathlib import Path

import click

import emperor_rules as er
from emperor_rules import files
from emperor_rules.cli.console import refuse, show_findings, tell
from emperor_rules.cli.edits import difference
from emperor_rules.cli.locale import count, misuse, spoken
from emperor_rules.cli.options import rules_option
from emperor_rules.diagnostics import in_order
from emperor_rules.reports.lines import printable


@click.command()
@click.argument("old")
@click.argument("new")
@click.option("--dry-run", "--check", "dry", is_flag=True, help="Change nothing; show what would change.")
@rules_option
def command(old: str, new: str, dry: bool, folder: Path | None) -> None:
    """Give something another name, wherever it stands.

    \b
    emperor rename my-text:old-slug new-slug

    OLD is a clause (TEXT:SLUG, or the slug alone where one text has it), a text, a difference, or a name of the
    vocabulary. NEW is its new name.

    Rule files, scenarios, differences, translations with the same slug, search words and pages that link to it are
    changed together. Where a slug had a page, its clause says “formerly OLD”: the site leads from there to the new one.

    Exit status: 0 renamed, 1 the rules have errors (with --dry-run: something would change), 2 usage, or a file that
    cannot be written.
    """  # noqa: D301
    from emperor_rules.editor.renamed_rules import CannotRename, rename_in_folder

    place = folder or Path("rules")
    if not place.is_dir():
        raise misuse("there is no folder of rules at {folder}.", folder=place)
    rulebook = er.load(place, errors="keep").rulebook
    mistakes = [finding for finding in rulebook.findings if finding.is_error]
    if mistakes:
        show_findings(in_order(mistakes), rulebook.sources)
        tell("The rules have errors: correct them first, and nothing is renamed until then.")
        sys.exit(1)
    try:
        result = rename_in_folder(place, rulebook, old, new)
    except CannotRename as refusal:
        raise click.UsageError(spoken(refusal.message)) from refusal
    for path, (before, after) in result.contents.items():
        click.echo(difference(path.as_posix(), before, after, 1))
    if result.moved is not None:
        tell("{file} becomes {new}.", file=printable(result.moved[0].as_posix()), new=result.moved[1].name)
    if dry:
        tell("{files} would change; nothing was written.", files=count(len(result.contents), "file"))
        sys.exit(1 if result.contents else 0)
    try:
        result.write()
    except OSError as problem:
        refuse("R101", "nothing was renamed: {reason}.", reason=files.reason(problem))
    tell("{files} changed.", files=count(len(result.contents), "file"))
