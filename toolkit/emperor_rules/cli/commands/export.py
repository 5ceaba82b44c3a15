"""``emperor export``: the resolved model as JSON for programs, and the schema that describes it."""

from __future__ import annotations

from pathlib import Path

import click

import emperor_rules as er
from emperor_rules.cli.console import write_bytes
from emperor_rules.cli.locale import misuse
from emperor_rules.cli.options import TextsCommand, chosen_rules, names_option, rules_option


@click.command(cls=TextsCommand)
@names_option("--text", "texts", "Only this text and what it includes (repeat).", "TEXT")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of the document instead.")
@click.option("--conformance", is_flag=True, help="Print questions with their answers as JSON Lines instead.")
@rules_option
def command(texts: tuple[str, ...], schema: bool, conformance: bool, folder: Path | None) -> None:
    """Print the rules as one JSON document, complete enough for another engine to answer every question.

    Whoever writes such an engine can try it on the questions and answers of --conformance.

    Exit status: 0 printed, 1 the rules have errors, 2 there is no such text.
    """
    if schema and conformance:
        raise misuse("--schema and --conformance print different things: choose one.")
    if schema and texts:
        raise misuse("--schema describes every document: leave --text away.")
    if conformance and texts:
        raise misuse("--conformance asks of every text: leave --text away.")
    if schema:
        from emperor_rules.export.document import schema_text

        write_bytes(schema_text())
    elif conformance:
        from emperor_rules.export.conformance import conformance_lines

        write_bytes("".join(conformance_lines(_sound(folder).rulebook)))
    else:
        write_bytes(_sound(folder).to_json(texts))


def _sound(folder: Path | None) -> er.Rules:
    """Return rules of which every text can be asked: from others another engine would answer what we refuse."""
    rules = er.load(chosen_rules(folder))
    rules.validate()
    return rules
