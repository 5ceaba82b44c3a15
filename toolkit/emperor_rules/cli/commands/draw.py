"""``emperor draw``: a table as a picture, with what a text says of it."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from emperor_rules.cli.commands.ask import load_text, refuse, split_names
from emperor_rules.cli.main import chosen_rules, rules_option


@click.command(no_args_is_help=True)
@click.argument("text")
@click.argument("seats")
@click.option("--on", metavar="DATE", help="Draw by the wording of that day (default: the newest).")
@click.option("--left", multiple=True, metavar="PLAYER", help="Who left before this turn began (repeat, or A3,B1).")
@click.option("--leaving", multiple=True, metavar="PLAYER", help="Who left during this turn.")
@click.option("--option", "options", multiple=True, metavar="NAME", help="An option that the table plays with.")
@click.option(
    "--piece",
    "pieces",
    multiple=True,
    metavar="A1@B3",
    help="A creature of A1 that stands in the territory of B3, and where it may go (repeat).",
)
@click.option("--of", multiple=True, metavar="PLAYER", help="Arrows and reach of this player alone.")
@click.option("--ask", "question", metavar="QUESTION", default="", help="What shows the answer to a question.")
@click.option(
    "--show",
    multiple=True,
    metavar="ID",
    help="Only these questions, by their ids, or “seats” for nothing but the seats.",
)
@click.option("--lang", type=click.Choice(["en", "it"]), default="en", help="Language of the description.")
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
    text: str,
    seats: str,
    on: str | None,
    left: tuple[str, ...],
    leaving: tuple[str, ...],
    options: tuple[str, ...],
    pieces: tuple[str, ...],
    of: tuple[str, ...],
    question: str,
    show: tuple[str, ...],
    lang: str,
    output: Path,
    folder: Path | None,
) -> None:
    """Draw a table as SVG: SEATS clockwise, teams split by |, and what TEXT says of them.

    \b
    emperor draw my-text "g E g | g E g" --left A3 -o table.svg

    Exit status: 0 drawn, 1 the rules have errors, 2 the table makes no sense or the file cannot be written.
    """  # noqa: D301
    from emperor_rules.draw.alt_text import title
    from emperor_rules.draw.request import read_drawing_request
    from emperor_rules.draw.scene import PositionSpec, scene_of
    from emperor_rules.draw.svg import draw_svg
    from emperor_rules.evaluate.engine import Engine
    from emperor_rules.evaluate.position import SeatingError
    from emperor_rules.evaluate.request import RequestError

    rulebook = load_text(chosen_rules(folder), text)
    engine = Engine(rulebook)
    spot = PositionSpec(text, seats, on, *(tuple(split_names(names)) for names in (left, leaving, options)))
    try:
        posed = read_drawing_request(
            spot, engine, show=split_names(show), of=split_names(of), pieces=split_names(pieces), question=question
        )
        drawing = scene_of(posed.spot, engine, wish=posed.wish)
    except SeatingError as wrong:
        refuse("R703", str(wrong))
    except RequestError as wrong:
        errors = [finding for finding in engine.findings if finding.is_error]
        if errors:
            from emperor_rules.cli.console import show_findings

            show_findings(errors, rulebook.sources, err=True)
            sys.exit(1)
        refuse("R704", str(wrong))
    picture = draw_svg(drawing, rulebook.vocabulary, lang, "table", alone=True)
    _write(f"{picture}\n", output, title(drawing, lang))


def _write(picture: str, output: Path, name: str) -> None:
    """Write the same bytes everywhere: UTF-8, line feeds."""
    if output == Path("-"):
        sys.stdout.buffer.write(picture.encode())
        sys.stdout.flush()
        return
    try:
        output.write_bytes(picture.encode())
    except OSError as error:
        refuse("R101", f"the file {output} cannot be written: {(error.strerror or 'refused').lower()}")
    click.echo(f"{name}: {output}")
