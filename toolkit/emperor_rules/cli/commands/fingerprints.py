"""``python -m emperor_rules.cli.commands.fingerprints FOLDER…``: what clauses were written against, as hashes.

The folders hold official rules, one file for a section and an edition, with the date in the name of the file or of its
folder. What is written to the rules holds numbers and hashes only.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from emperor_rules.cli.main import chosen_rules, rules_option


@click.command()
@click.argument(
    "folders", nargs=-1, required=True, metavar="FOLDER…", type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@rules_option
def command(folders: tuple[Path, ...], folder: Path | None) -> None:
    """Write the fingerprints of all clauses into the folder of rules.

    Exit status: 0 written, 1 the rules have errors, 2 nothing was found.
    """
    from emperor_rules.cli.console import load_or_exit, show_findings
    from emperor_rules.official.fingerprints import FILE, fingerprints_text, make_fingerprints, read_archive

    path = chosen_rules(folder)
    rulebook = load_or_exit(path, scenarios=False)
    archive, findings = read_archive(folders)
    show_findings(findings, {}, err=True)
    found = make_fingerprints(rulebook, archive)
    if not found:
        click.echo("No official rule of any clause was found: nothing was written.", err=True)
        sys.exit(2)
    (path / FILE).write_text(fingerprints_text(found), encoding="utf-8", newline="\n")
    clauses = sum(len(many) for many in found.values())
    click.echo(f"{clauses} clauses of {len(found)} texts, {len(archive.dates)} editions: {path / FILE}")


if __name__ == "__main__":
    command()
