"""Options that several commands share, and what their values mean."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click
from click.decorators import FC

from emperor_rules.cli.locale import misuse, say
from emperor_rules.frontend.rule_files import PROJECT_FILE
from emperor_rules.limits import LEAST_SEARCHED
from emperor_rules.resources import shipped_rules


class TextsCommand(click.Command):
    """A command that takes texts by ``--text``, and says so where one is given as an argument."""

    allow_extra_args = True

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; those too many are refused."""
        extra = super().parse_args(ctx, args)
        if extra:
            from emperor_rules.frontend.layers import text_ids

            names = _names(extra)
            if set(names) <= set(text_ids(chosen_rules(ctx.params["folder"]))):
                example = f"{ctx.command_path} --text {','.join(names)}"
                ctx.fail(say("name a text with --text, as in: {example}", example=example))
            one, many = "Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"
            ctx.fail(say(one if len(extra) == 1 else many, args=" ".join(extra)))
        return extra


#: Adds ``--rules DIR``.
rules_option = click.option(
    "--rules",
    "folder",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The folder of rules (default: ./rules, else the shipped rules).",
)


def format_option(
    formats: Iterable[str] = ("full", "json"),
    help: str = "For people, or for programs.",
    callback: Callable[..., Any] | None = None,
) -> Callable[[FC], FC]:
    """Add ``--format``, for people by default or as JSON for programs."""
    shapes = click.Choice(tuple(formats))
    return click.option(
        "--format", "shape", type=shapes, default="full", show_default=True, callback=callback, help=help
    )


def report_format_option() -> Callable[[FC], FC]:
    """Add ``--format`` with every format of a report."""
    from emperor_rules.cli.console import note_format
    from emperor_rules.reports.formats import FORMATS

    help = "For people, for programs, or for services that show findings beside a change."
    return format_option(FORMATS, help, note_format)


#: Adds ``-q``: findings alone are printed.
quiet_option = click.option(
    "-q", "--quiet", is_flag=True, help="Print findings alone, and nothing where there are none."
)


def seats_option(default: int | None, most: int, help: str = "Most seats of a table.") -> Callable[[FC], FC]:
    """Add ``--up-to N``; with no ``default`` the command has several and ``help`` says which."""
    return click.option(
        "--up-to",
        "seats",
        type=click.IntRange(LEAST_SEARCHED, most),
        default=default,
        show_default=default is not None,
        metavar="N",
        help=help,
    )


#: Adds ``--all-tables``.
all_tables_option = click.option(
    "--all-tables", is_flag=True, help="Search every legal table, also where that takes minutes."
)


def seconds_option(help: str = "Stop after so long, and say what is left.") -> Callable[[FC], FC]:
    """Add ``--seconds S``, without a limit by default."""
    return click.option("--seconds", type=click.FloatRange(0), metavar="S", help=help)


def names_option(flag: str, name: str, help: str, metavar: str = "NAME") -> Callable[[FC], FC]:
    """Add an option of names that may be repeated, and may hold several with commas or spaces between them."""
    return click.option(flag, name, multiple=True, metavar=metavar, callback=lambda *given: _names(given[2]), help=help)


def once_option(flag: str, name: str, help: str, metavar: str) -> Callable[[FC], FC]:
    """Add an option with one value, which is refused if it is given again with another one."""

    def only(context: click.Context, option: click.Parameter, given: tuple[str, ...]) -> str | None:
        if len(set(given)) > 1:
            raise misuse("{flag} is given twice, and differently: give one value.", flag=flag)
        return given[0] if given else None

    return click.option(flag, name, multiple=True, metavar=metavar, callback=only, help=help)


def position_options(function: FC) -> FC:
    """Add who left, who is leaving, the options in use, and the date."""
    function = once_option("--on", "on", "By the wording of that day (default: the newest).", "DATE")(function)
    function = names_option("--option", "options", "An option that the table plays with.")(function)
    function = names_option("--leaving", "leaving", "Who left during this turn.", "PLAYER")(function)
    return names_option("--left", "left", "Who left before this turn began (repeat, or A3,B1).", "PLAYER")(function)


def chosen_rules(folder: Path | None) -> Path:
    """Return the folder of rules to read: the one named, else that of the project here, else the shipped rules.

    Raises:
        click.UsageError: If the folder named is not there.
    """
    if folder is None:
        local = Path("rules")
        return local if local.is_dir() or os.path.lexists(PROJECT_FILE) else shipped_rules()
    if not os.path.isdir(folder):  # a name too long is no folder either
        raise misuse("there is no folder of rules at {folder}.", folder=folder)
    return folder


def _names(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for value in values for name in value.replace(",", " ").split())
