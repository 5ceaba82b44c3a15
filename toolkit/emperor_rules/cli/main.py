"""``emperor``: the one command, whose subcommands are imported only when they are called."""

from __future__ import annotations

import gc
import inspect
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from keyword import iskeyword
from typing import Any

import click

from emperor_rules import __version__
from emperor_rules.cli.locale import say, settled, speaking, spoken, spoken_command, teach_click, wants_debug
from emperor_rules.cli.streams import faults, standard_streams
from emperor_rules.diagnostics import did_you_mean, nearest, suggest
from emperor_rules.messages import Message, sentences

#: Subcommand → the one line that help shows; its ``command`` is in the module of its name in ``commands``.
COMMANDS = {
    "ask": "Answer a question about a text, with the clauses that decide.",
    "build": "Build the reference site.",
    "check": "Check every text and run every scenario.",
    "compare": "Compare two texts, or two editions of one, on every table.",
    "coverage": "Show what the scenarios prove: clauses that decide, slips that are noticed.",
    "diff": "Say which answers change between two states of the rules.",
    "draw": "Draw a table: who sits where, and what a text says of it.",
    "drift": "List what a new edition of the official rules, or of the base, asks of the rule files.",
    "explain": "Explain the code of a message, with an example, or list all codes.",
    "export": "Print the rules as JSON for programs, or the schema of that.",
    "fix": "Write what the messages of check say to write, after showing it.",
    "fmt": "Bring rule files into their one canonical form.",
    "history": "Show how a clause or a text changed, and how old a translation is.",
    "lsp": "Serve an editor in which rule files are written (a language server).",
    "new": "Begin a house variant, or declare where it differs.",
    "questions": "List what can be asked, by topic, with an example each.",
    "rename": "Give a clause, a text or a word another name, wherever it stands.",
    "try": "Seat a table and ask, line by line.",
    "thin": "Lay a copy of the rules on top of them: take out what is the same.",
    "scenario": "Fill in the answers and clauses that scenarios leave open.",
    "serve": "Show the reference site live while rules and pages are edited.",
}


class Commands(click.Group):
    """A group that knows its subcommands by name and loads one when it is needed, so that each starts quickly."""

    def main(self, args: Sequence[str] | None = None, *others: Any, **settings: Any) -> Any:
        """Run the command in the language that the arguments or the environment choose."""
        arguments = sys.argv[1:] if args is None else list(args)
        teach_click()
        with speaking(settled(arguments)), faults(told_whole=wants_debug(arguments)):
            return click.Group.main(spoken_command(self), arguments, *others, **settings)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all subcommands."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a subcommand; return ``None`` when there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(
            f"emperor_rules.cli.commands.{cmd_name}{'_' * iskeyword(cmd_name)}"
        ).command
        return spoken_command(command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the subcommand that a name means; a misspelt name is refused with a hint."""
        name = args[0] if args else ""
        if name and not name.startswith("-") and name not in COMMANDS:
            ctx.fail(spoken(sentences(Message("there is no command “{name}”.", name=name), suggest(name, COMMANDS))))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the subcommands without importing them."""
        with formatter.section(say("Commands")):
            formatter.write_dl([(name, spoken(Message(line))) for name, line in sorted(COMMANDS.items())])

    def make_context(self, *arguments: Any, **settings: Any) -> click.Context:
        """Read the arguments before the name of a subcommand."""
        with _misuses():
            return super().make_context(*arguments, **settings)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the subcommand; what the toolkit refuses is said in one line, errors of rules with their places."""
        from emperor_rules.cli.console import refusals

        with _misuses():
            try:
                os.getcwd()
            except FileNotFoundError:
                ctx.fail(say("the folder in which you stand is there no more: change to another."))
            with refusals(ctx):
                return super().invoke(ctx)


@contextmanager
def _misuses() -> Iterator[None]:
    """Say what is wrong with a call as any other mistake is said, the cause first; then how the command is called."""
    try:
        yield
    except click.exceptions.NoArgsIsHelpError:
        raise
    except click.UsageError as error:
        from emperor_rules.cli.console import refuse

        words, usage = _misuse(error), ""
        if error.ctx is not None:
            examples = examples_of(error.ctx.command)
            lines = [error.ctx.get_usage(), *(say("As in: {example}", example=example) for example in examples)]
            usage = "".join(
                f"\n{line}" for line in [*lines, say("More: {command} --help", command=error.ctx.command_path)]
            )
        refuse("R706", "{message}{usage}", message=words[:1].lower() + words[1:], usage=usage)


def _misuse(error: click.UsageError) -> str:
    """Return what is wrong with a call; of an unknown option the nearest alone is suggested."""
    if isinstance(error, click.NoSuchOption):
        nothing = Message("there is no option “{name}”.", name=error.option_name)
        names = {name.lstrip("-"): name for name in error.possibilities or ()}
        guess = nearest(error.option_name.lstrip("-"), names)
        return spoken(sentences(nothing, did_you_mean(names[guess]) if guess else ""))
    return error.format_message()


def examples_of(command: click.Command) -> list[str]:
    """Return the calls that the help of a command shows: the lines of the paragraphs that click leaves as they are."""
    paragraphs = inspect.cleandoc(command.help or "").split("\n\n")
    return [line for part in paragraphs if part.startswith("\b") for line in part.splitlines()[1:]]


@click.command(cls=Commands)
@click.version_option(__version__, prog_name="emperor")
def command() -> None:
    """Rules of a game as data: ask them, check them, show them.

    All commands read ./rules if there is such a folder, else the rules that come with the toolkit; --rules names
    another. Exit status: 0 fine, 1 findings, 2 usage or unreadable input, 3 a fault of the toolkit itself.
    """


def _end_in_order() -> None:
    """Let a signal that ends this process end its blocks too, so that no temporary folder stays behind."""

    def end(number: int, _: object) -> None:
        signal.signal(number, signal.SIG_DFL)  # whoever sends it again does not want to wait
        sys.exit(128 + number)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # not every system has both
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # nohup has the second ignored
            signal.signal(number, end)


def main() -> None:
    """Run the command."""
    _end_in_order()
    # What is imported and read stays to the end: searching it for garbage takes a tenth of a question's time.
    gc.set_threshold(100_000)
    try:
        with standard_streams():
            command(prog_name="emperor")
    finally:
        gc.freeze()


if __name__ == "__main__":
    main()
