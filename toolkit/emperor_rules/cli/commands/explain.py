"""``emperor explain R201``: what a code says, why it matters, and what to write instead."""

from __future__ import annotations

import shutil
import textwrap

import click

INSTEAD = {"en": "Instead:", "it": "Invece:"}


@click.command()
@click.argument("code")
@click.option("--lang", "language", type=click.Choice(list(INSTEAD)), default="en", help="Language of the explanation.")
def command(code: str, language: str) -> None:
    """Explain the CODE of a message, with an example where there is one.

    emperor explain R201

    Exit status: 0 explained, 2 there is no such code.
    """
    from emperor_rules.diagnostics import nearest
    from emperor_rules.explanations import explanations

    every = explanations(language)
    explanation = every.get(code.upper())
    if explanation is None:
        guess = nearest(code.upper(), every)
        raise click.UsageError(f"there is no code “{code}”." + (f" Did you mean “{guess}”?" if guess else ""))
    click.echo(click.style(explanation.code, bold=True) + f": {explanation.summary}")
    width = max(50, min(shutil.get_terminal_size((100, 24)).columns, 110))
    click.echo(textwrap.fill(explanation.why, width))
    for example in explanation.examples[:1]:
        click.echo(f"\n{_indented(example.snippet)}\n\n  {example.message}\n  = {example.help}")
        if example.instead:
            click.echo(f"\n{INSTEAD[language]}\n\n{_indented(example.instead)}")


def _indented(snippet: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in snippet.split("\n"))
