"""``emperor export``: the resolved model as JSON for programs, and the schema that describes it."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from emperor_rules.cli.main import chosen_rules, rules_option


@click.command()
@click.option("--text", "texts", multiple=True, metavar="TEXT", help="Only this text and what it includes (repeat).")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of the document instead.")
@rules_option
def command(texts: tuple[str, ...], schema: bool, folder: Path | None) -> None:
    """Print the rules as one JSON document, complete enough for another engine to answer every question.

    Exit status: 0 printed, 1 the rules have errors, 2 there is no such text.
    """
    from emperor_rules.export.document import export_text, schema_text

    if schema:
        if texts:
            raise click.UsageError("--schema describes every document: leave --text away.")
        _write(schema_text())
        return
    from emperor_rules.cli.console import load_or_exit
    from emperor_rules.frontend.loader import unknown_text

    rulebook = load_or_exit(chosen_rules(folder))
    for text in texts:
        if text not in rulebook.texts:
            message, help = unknown_text(text, rulebook.texts)
            click.echo(click.style("error[R702]", fg="red", bold=True) + f": {message}. {help}", err=True)
            sys.exit(2)
    _write(export_text(rulebook, texts))


def _write(document: str) -> None:
    """Print the same bytes everywhere: UTF-8, line feeds."""
    sys.stdout.buffer.write(document.encode())
    sys.stdout.flush()
