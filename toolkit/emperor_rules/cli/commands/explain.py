"""``emperor explain R201``: what a code says, why it matters, and what to write instead."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from emperor_rules.cli.console import columns, paragraph, print_json
from emperor_rules.cli.locale import current, say, spoken
from emperor_rules.cli.options import format_option
from emperor_rules.diagnostics import suggest
from emperor_rules.messages import Message, sentences

if TYPE_CHECKING:
    from emperor_rules.code_help import Explanation


@click.command()
@click.argument("code", required=False)
@format_option()
def command(code: str | None, shape: str) -> None:
    """Explain the CODE of a message, with an example where there is one; without a CODE list all of them.

    emperor explain R201

    Exit status: 0 explained, 2 there is no such code.
    """
    from emperor_rules.code_help import explanations, page_of

    every = explanations(current())
    if code is None:
        _list(every, shape)
        return
    explanation = every.get(code.upper())
    if explanation is None:
        nothing = Message("there is no code “{code}”.", code=code)
        raise click.UsageError(spoken(sentences(nothing, suggest(code.upper(), every))))
    if shape == "json":
        print_json(asdict(explanation))
        return
    click.echo(click.style(explanation.code, bold=True) + f": {explanation.summary}")
    paragraph(explanation.why)
    for example in explanation.examples[:1]:
        help = f"\n  = {example.help}" if example.help else ""
        click.echo(f"\n{_indented(example.snippet)}\n\n  {example.message}{help}")
        if example.instead:
            click.echo(f"\n{say('Instead:')}\n\n{_indented(example.instead)}")
    click.echo("\n" + say("On the site: {page}", page=page_of(explanation.code, current())))


def _list(every: Mapping[str, Explanation], shape: str) -> None:
    """Print all codes, each with what it says."""
    if shape == "json":
        print_json([asdict(explanation) for explanation in every.values()])
        return
    for explanation in every.values():
        lines = textwrap.wrap(explanation.summary, columns() - 6, break_on_hyphens=False)
        click.echo(f"{click.style(explanation.code, bold=True)}  {lines[0]}")
        for line in lines[1:]:
            click.echo(f"      {line}")
    click.echo("\n" + say("One of them in full: emperor explain {code}", code=next(iter(every))))


def _indented(snippet: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in snippet.split("\n"))
