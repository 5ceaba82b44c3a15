"""``python -m emperor_rules.cli.commands.fingerprints FOLDER…``: what clauses were written against, as hashes.

The folders hold official rules, one file for a section and an edition, with the date in the name of the file or of its
folder. What is written to the rules holds numbers and hashes only.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from emperor_rules import files
from emperor_rules.cli.console import refusals, show_findings
from emperor_rules.cli.options import chosen_rules, rules_option


@click.command()
@click.argument(
    "folders", nargs=-1, required=True, metavar="FOLDER…", type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@rules_option
def command(folders: tuple[Path, ...], folder: Path | None) -> None:
    """Write the fingerprints of all clauses into the folder of rules.

    Exit status: 0 written, 1 the rules have errors, 2 nothing was found.
    """
    import emperor_rules as er
    from emperor_rules.official.fingerprints import FILE, fingerprints_text, make_fingerprints, read_archive

    path = chosen_rules(folder)
    with refusals():
        rulebook = er.load(path, scenarios=False).rulebook
    archive, findings = read_archive(folders)
    show_findings(findings, {}, err=True)
    fingerprints = make_fingerprints(rulebook, archive)
    if not fingerprints:
        click.echo("No official rule of any clause was found: nothing was written.", err=True)
        sys.exit(2)
    files.write_whole(path / FILE, fingerprints_text(fingerprints).encode())
    clauses = sum(map(len, fingerprints.values()))
    click.echo(f"{clauses} clauses of {len(fingerprints)} texts, {len(archive.dates)} editions: {path / FILE}")


if __name__ == "__main__":
    command()
