"""``emperor new variant``: begin a house variant, with a clause that overrides another and a scenario that passes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

import emperor_rules as er
from emperor_rules import files
from emperor_rules.cli.console import refuse, show_findings, tell
from emperor_rules.cli.locale import current, say, spoken
from emperor_rules.cli.options import chosen_rules, rules_option
from emperor_rules.messages import Names

#: So many questions are named that a new text answers otherwise; `compare` shows all.
MOST_NAMED = 6


@click.group(invoke_without_command=False)
def command() -> None:
    """Begin something new in the folder of rules, so that nobody begins with an empty file.

    Where there is no folder ./rules yet, a project file emperor.toml is made too: what you write lies on top of the
    rules that come with the toolkit, of which nothing is copied. No file that is there is ever overwritten.
    """


@command.command()
@click.argument("name")
@click.option(
    "--includes",
    "original",
    metavar="TEXT",
    help="The text to build on (default: the one to which most others relate).",
)
@click.option(
    "--overrides",
    "clause",
    metavar="CLAUSE",
    help="The clause to override: NUMBER or TEXT:NUMBER (default: one that nothing else reads).",
)
@rules_option
def variant(name: str, original: str | None, clause: str | None, folder: Path | None) -> None:
    """Begin a house variant called NAME.

    It is a text that takes over another and overrides one clause of it.

    NAME is lower case, with hyphens. Three files are made: the text, a scenario that passes, and the difference to the
    original, declared as meant. What the new clause says is a small change of what it overrides; put there what your
    table plays.

    Exit status: 0 made, 1 the rules have errors, 2 usage.
    """
    try:
        with _misuses():
            made = er.new_variant(name, _place(folder), includes=original, overrides=clause, language=current())
    except OSError as problem:
        refuse("R101", "nothing was made: {reason}", reason=files.reason(problem))
    _summarise(_place(folder), made)


@command.command()
@click.argument("text")
@rules_option
def difference(text: str, folder: Path | None) -> None:
    """Declare where TEXT answers otherwise, or renew that.

    It is compared with the texts that it is related to.

    What is found is written to relations/TEXT.rules, with a sentence in each language to fill in; a declaration that
    covers nothing any more is taken out. A variant need not say that it varies another text: without that line
    nothing is compared, and nothing need be declared.

    Exit status: 0 declared, 1 the rules have errors or the text contradicts itself, 2 usage.
    """
    try:
        with _misuses():
            renewed = er.new_difference(text, _place(folder), kept=True)
    except er.RulesError as error:
        show_findings(error.diagnostics, error.sources)
        sys.exit(1)
    for name in renewed.files:
        click.echo(Path(name).as_posix())
    for slug in renewed.added:
        click.echo("  + " + slug)
    for slug in renewed.removed:
        click.echo("  - " + slug)
    if renewed.added:
        tell("Write for each why it differs, then: emperor check")
    elif not renewed.removed:
        tell("Every difference of {text} is declared, and nothing else.", text=text)


@contextmanager
def _misuses() -> Iterator[None]:
    """Tell how the command is called where a request makes no sense, unless it is that there is no such text."""
    try:
        yield
    except er.UnknownTextError:
        raise
    except er.RequestError as error:
        raise click.UsageError(spoken(error.message)) from error


def _place(folder: Path | None) -> Path:
    return Path("rules") if folder is None else chosen_rules(folder)


def _summarise(place: Path, made: er.NewVariant) -> None:
    """Print which files were made and what to do next."""
    tell("A house variant of {text} that overrides {clause}:", text=made.original, clause=made.overridden)
    click.echo()
    for path in made.files:
        click.echo(f"  {path.as_posix()}")
    click.echo("\n" + say("It says: {sentence}", sentence=made.sentence))
    questions = Names([*made.questions[:MOST_NAMED], *(["…"] if made.questions[MOST_NAMED:] else [])])
    click.echo(say("Other answers than in {text}: {questions}.", text=made.original, questions=questions) + "\n")
    rules = "" if place == Path("rules") else f" --rules {place.as_posix()}"
    click.echo(say("Change the clause and its scenario into what your table plays, then:") + "\n")
    click.echo(f"  emperor check{rules}")
    click.echo(f"  emperor compare {made.text} {made.original}{rules}")
    click.echo(f"  emperor build{rules}")
