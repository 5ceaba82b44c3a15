"""``emperor explain R201``: what a code says, why it matters, and what to write instead."""

from __future__ import annotations

import click

from emperor_rules.cli.console import paragraph
from emperor_rules.cli.language import current, say, spoken
from emperor_rules.diagnostics import suggest
from emperor_rules.messages import Message, sentences


@click.command()
@click.argument("code")
def command(code: str) -> None:
    """Explain the CODE of a message, with an example where there is one.

    emperor explain R201

    Exit status: 0 explained, 2 there is no such code.
    """
    from emperor_rules.explanations import explanations, page_of

    every = explanations(current())
    explanation = every.get(code.upper())
    if explanation is None:
        nothing = Message("there is no code “{code}”.", code=code)
        raise click.UsageError(spoken(sentences(nothing, suggest(code.upper(), every))))
    click.echo(click.style(explanation.code, bold=True) + f": {explanation.summary}")
    paragraph(explanation.why)
    for example in explanation.examples[:1]:
        help = f"\n  = {example.help}" if example.help else ""
        click.echo(f"\n{_indented(example.snippet)}\n\n  {example.message}{help}")
        if example.instead:
            click.echo(f"\n{say('Instead:')}\n\n{_indented(example.instead)}")
    click.echo("\n" + say("On the site: {page}", page=page_of(explanation.code, current())))


def _indented(snippet: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in snippet.split("\n"))
