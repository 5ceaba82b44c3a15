"""``emperor``: the one command, whose subcommands are imported only when they are called."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path

import click

from emperor_rules import __version__

#: Subcommand → module of this package (its ``command``) and the one line that help shows.
COMMANDS = {
    "ask": ("ask", "Answer a question about a text, with the clauses that decide."),
    "build": ("build", "Build the reference site."),
    "check": ("check", "Check every text and run every scenario."),
    "compare": ("compare", "Compare two texts, or two editions of one, on every table."),
    "coverage": ("coverage", "Show what the scenarios prove: clauses decided, mutants noticed."),
    "diff": ("diff", "Say which answers change between two states of the rules."),
    "draw": ("draw", "Draw a table: who sits where, and what a text says of it."),
    "drift": ("drift", "List what a new edition of the official rules asks of the rule files."),
    "export": ("export", "Print the rules as JSON for programs, or the schema of that."),
    "fmt": ("fmt", "Bring rule files into their one canonical form."),
    "history": ("history", "Show how a clause or a text changed, and how old a translation is."),
    "new": ("new", "Begin a house variant."),
    "serve": ("serve", "Show the reference site live while rules and pages are edited."),
}


class Commands(click.Group):
    """A group that knows its subcommands by name and loads one when it is needed, so that each starts quickly."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name all subcommands."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a subcommand, or ``None`` when there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"emperor_rules.cli.commands.{COMMANDS[cmd_name][0]}")
        found: click.Command = module.command
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the subcommand, with a hint when its name is misspelt."""
        name = args[0] if args else ""
        if name and not name.startswith("-") and name not in COMMANDS:
            from emperor_rules.diagnostics import suggest

            ctx.fail(f"there is no command “{name}”. {suggest(name, COMMANDS)}".rstrip())
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the subcommands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in sorted(COMMANDS)])


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="emperor")
def command() -> None:
    """Rules of a game as data: ask them, check them, show them.

    All commands read ./rules if there is such a folder, else the rules that come with the toolkit; --rules names
    another. Exit status: 0 fine, 1 findings, 2 usage or unreadable input.
    """


def rules_option(function: click.decorators.FC) -> click.decorators.FC:
    """Add ``--rules DIR``."""
    return click.option(
        "--rules",
        "folder",
        type=click.Path(path_type=Path),
        metavar="DIR",
        default=None,
        help="The folder of rules (default: ./rules, else the shipped rules).",
    )(function)


def chosen_rules(folder: Path | None) -> Path:
    """Find the rules to read; a folder that is named but not there is a usage error."""
    from emperor_rules.resources import shipped_rules

    if folder is None:
        here = Path("rules")
        return here if here.is_dir() else shipped_rules()
    if not os.path.isdir(folder):  # a name too long is no folder either
        raise click.UsageError(f"there is no folder of rules at {folder}.")
    return folder


def main() -> None:
    """Run the command; a closed pipe or an interrupt ends quietly."""
    try:
        command(prog_name="emperor")
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)


if __name__ == "__main__":
    main()
