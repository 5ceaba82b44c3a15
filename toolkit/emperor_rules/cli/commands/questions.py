"""``emperor questions``: what can be asked, by topic."""

from __future__ import annotations

from pathlib import Path

import click

import emperor_rules as er
from emperor_rules.cli.console import print_json
from emperor_rules.cli.locale import current
from emperor_rules.cli.options import chosen_rules, format_option, rules_option


@click.command()
@click.argument("text", required=False)
@format_option()
@rules_option
def command(text: str | None, shape: str, folder: Path | None) -> None:
    """List what can be asked, by topic, each question with names put in.

    With a TEXT only what one of its clauses speaks of. Questions may be put in other words than these.

    Exit status: 0 fine, 1 the rules have errors, 2 there is no such text.
    """
    from emperor_rules.api.topics import question_topics

    rules = er.load(chosen_rules(folder), texts=[] if text is None else [text])
    answered = None if text is None else rules.program(rules[text].edition).resolved.by_predicate
    topics = question_topics(rules.engine, answered, current())
    if shape == "json":
        document = [
            {
                "topic": topic.id or None,
                "name": topic.names.get(current()),
                "questions": [{"ask": ask, "example": example} for ask, example in examples.items()],
            }
            for topic, examples in topics
        ]
        print_json({"topics": document})
        return
    for number, (topic, examples) in enumerate(topics):
        click.echo(("\n" if number else "") + click.style(topic.names.get(current()), bold=True))
        for ask, example in examples.items():
            click.echo(f"  {example}  " + click.style(ask, dim=True))
