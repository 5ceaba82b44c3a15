"""``emperor draw``: a table as a picture, with what a text says of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

import emperor_rules as er
from emperor_rules import files
from emperor_rules.cli.console import refuse, write_bytes
from emperor_rules.cli.locale import current
from emperor_rules.cli.options import chosen_rules, names_option, position_options, rules_option


@click.command(no_args_is_help=True)
@click.argument("text")
@click.argument("seats")
@position_options
@names_option(
    "--piece", "pieces", "A creature of A1 that stands in the territory of B3, and where it may go (repeat).", "A1@B3"
)
@names_option("--of", "of", "Arrows and reach of this player alone.", "PLAYER")
@click.option("--ask", "question", metavar="QUESTION", default="", help="A question whose answer the picture shows.")
@names_option("--show", "show", "Only these questions, by their ids, or “seats” for nothing but the seats.", "ID")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    metavar="FILE",
    default=Path("-"),
    help="Where the picture goes (default: standard output).",
)
@rules_option
def command(
    text: str, seats: str, on: str | None, question: str, output: Path, folder: Path | None, **lists: Sequence[str]
) -> None:
    """Draw a table as SVG: SEATS clockwise, teams split by |, and what TEXT says of them.

    \b
    emperor draw my-text "g E g | g E g" --left A3 -o table.svg
    emperor draw my-text "g E g | g E g" --ask "whose turn follows that of A2?"

    Exit status: 0 drawn, 1 the rules have errors, 2 the table makes no sense or the file cannot be written.
    """  # noqa: D301
    from emperor_rules.api.drawing import scene, svg
    from emperor_rules.drawing.alt_text import title

    handle = er.load(chosen_rules(folder), texts=[text])[text if on is None else f"{text}@{on}"]
    drawing = scene(seats, handle, question, lists)
    picture = f"{svg(drawing, handle, current())}\n"
    if output == Path("-"):
        write_bytes(picture)
        return
    try:
        files.write_atomically(output, picture.encode())
    except OSError as error:
        refuse("R101", "the file {output} cannot be written: {reason}", output=output, reason=files.reason(error))
    click.echo(f"{title(drawing, current())}: {output}")
