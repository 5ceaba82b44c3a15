"""``emperor export``: the resolved model as JSON for programs, and the schema that describes it."""

from __future__ import annotations

from pathlib import Path

import click

from emperor_rules.cli.console import write_bytes
from emperor_rules.cli.language import say
from emperor_rules.cli.options import chosen_rules, names_option, rules_option


@click.command()
@names_option("--text", "texts", "Only this text and what it includes (repeat).", "TEXT")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of the document instead.")
@rules_option
def command(texts: tuple[str, ...], schema: bool, folder: Path | None) -> None:
    """Print the rules as one JSON document, complete enough for another engine to answer every question.

    Exit status: 0 printed, 1 the rules have errors, 2 there is no such text.
    """
    import emperor_rules as er

    if not schema:
        write_bytes(er.load(chosen_rules(folder)).to_json(texts))
        return
    if texts:
        raise click.UsageError(say("--schema describes every document: leave --text away."))
    from emperor_rules.export.document import schema_text

    write_bytes(schema_text())
