"""``emperor explain R201``: what a code says, why it matters, and what to write instead."""

from __future__ import annotations

import click

from emperor_rules.cli.console import paragraph
from emperor_rules.cli.options import language_option
from emperor_rules.diagnostics import suggest

INSTEAD = {"en": "Instead:", "it": "Invece:"}


@click.command()
@click.argument("code")
@language_option("explanation")
def command(code: str, lang: str) -> None:
    """Explain the CODE of a message, with an example where there is one.

    emperor explain R201

    Exit status: 0 explained, 2 there is no such code.
    """
    from emperor_rules.explanations import explanations

    every = explanations(lang)
    explanation = every.get(code.upper())
    if explanation is None:
        raise click.UsageError(f"there is no code “{code}”. {suggest(code.upper(), every)}".rstrip())
    click.echo(click.style(explanation.code, bold=True) + f": {explanation.summary}")
    paragraph(explanation.why)
    for example in explanation.examples[:1]:
        click.echo(f"\n{_indented(example.snippet)}\n\n  {example.message}\n  = {example.help}")
        if example.instead:
            click.echo(f"\n{INSTEAD[lang]}\n\n{_indented(example.instead)}")


def _indented(snippet: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in snippet.split("\n"))
