"""Options that several commands share, and what their values mean."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Protocol

import click
from click.decorators import FC

from emperor_rules.cli.language import say


class Decorator(Protocol):
    """Adds an option to a command's function."""

    def __call__(self, function: FC, /) -> FC:
        """Return the function with the option."""
        ...


def rules_option(function: FC) -> FC:
    """Add ``--rules DIR``."""
    return click.option(
        "--rules",
        "folder",
        type=click.Path(path_type=Path),
        metavar="DIR",
        default=None,
        help="The folder of rules (default: ./rules, else the shipped rules).",
    )(function)


def format_option(*more: str) -> Decorator:
    """Add ``--format``, for people by default or as JSON for programs; ``more`` are further formats."""
    last = "for programs." if not more else "for programs, or for a comment under a pull request."
    return click.option(
        "--format",
        "shape",
        type=click.Choice(["full", "json", *more]),
        default="full",
        show_default=True,
        help=f"For people, or {last}" if not more else f"For people, {last}",
    )


def seats_option(default: int | None, most: int, help: str = "Most seats of a table.") -> Decorator:
    """Add ``--up-to N``; with no ``default`` the command has several and ``help`` says which."""
    return click.option(
        "--up-to",
        "seats",
        type=click.IntRange(2, most),
        default=default,
        show_default=default is not None,
        metavar="N",
        help=help,
    )


def seconds_option(help: str = "Stop after so long, and say what is left.") -> Decorator:
    """Add ``--seconds S``, without a limit by default."""
    return click.option("--seconds", type=click.FloatRange(0), default=None, metavar="S", help=help)


def names_option(flag: str, name: str, help: str, metavar: str = "NAME") -> Decorator:
    """Add an option of names that may be repeated, and may hold several with commas or spaces between them."""
    return click.option(flag, name, multiple=True, metavar=metavar, callback=_split, help=help)


def position_options(function: FC) -> FC:
    """Add who left, who is leaving, the options in use, and the date."""
    for option in reversed(
        (
            names_option("--left", "left", "Who left before this turn began (repeat, or A3,B1).", "PLAYER"),
            names_option("--leaving", "leaving", "Who left during this turn.", "PLAYER"),
            names_option("--option", "options", "An option that the table plays with."),
            click.option("--on", metavar="DATE", help="By the wording of that day (default: the newest)."),
        )
    ):
        function = option(function)
    return function


def chosen_rules(folder: Path | None) -> Path:
    """Return the folder of rules to read: the one named, else ``./rules``, else the shipped rules.

    Raises:
        click.UsageError: If the folder named is not there.
    """
    from emperor_rules.resources import shipped_rules

    if folder is None:
        here = Path("rules")
        return here if here.is_dir() else shipped_rules()
    if not os.path.isdir(folder):  # a name too long is no folder either
        raise click.UsageError(say("there is no folder of rules at {folder}.", folder=folder))
    return folder


def _split(context: click.Context, option: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for value in values for name in value.replace(",", " ").split())
