"""A fault of the toolkit in any command: exit status 3, one sentence that says what to report, a traceback on --debug."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner, Result

from emperor_rules.cli.main import COMMANDS, Commands
from emperor_rules.errors import SearchDisagrees


class Faulty(Commands):
    """The command, in each of whose subcommands something fails that nobody foresaw."""

    fault: Exception

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a subcommand that fails where its own work would begin."""
        command = super().get_command(ctx, cmd_name)
        assert command is not None
        for one in subcommands(command):
            one.params = [parameter for parameter in one.params if isinstance(parameter, click.Option)]
            one.callback = self.fail
        return command

    def fail(self, **arguments: object) -> None:
        """Fail."""
        raise self.fault


def subcommands(command: click.Command) -> Iterator[click.Command]:
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            yield from subcommands(inner)
    else:
        yield command


def failing(fault: Exception, *arguments: str) -> Result:
    command = Faulty("emperor")
    command.fault = fault
    return CliRunner().invoke(command, arguments, prog_name="emperor")


class Wordless(Exception):
    """An exception that fails to say what it is."""

    def __str__(self) -> str:
        raise RuntimeError


CALLS = [(name,) for name in COMMANDS if name != "new"] + [("new", "variant"), ("new", "difference")]
FAULTS = [
    KeyError("cr-809"),
    RecursionError("maximum recursion depth exceeded"),
    OSError(5, "Input/output error", "rules/x.rules"),
    MemoryError(),
    SearchDisagrees("t and t disagree"),
    ValueError("\ud800 \x1b[31m" + "x" * 5000),
    Wordless(),
    ExceptionGroup("several", [ValueError("one")]),
    AssertionError(),
]


@pytest.mark.parametrize("call", CALLS, ids=" ".join)
def test_a_fault_ends_every_command_with_3_and_a_sentence(call: tuple[str, ...]) -> None:
    for language, words in (("en", "please report it"), ("it", "segnalalo per favore")):
        ended = failing(KeyError("cr-809"), *call, "--lang", language)
        assert ended.exit_code == 3
        assert ended.stdout == ""
        assert words in ended.stderr
        assert "R901" in ended.stderr
        assert "Traceback" not in ended.stderr
        assert len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
def test_whatever_fails_is_told_in_one_line(fault: Exception) -> None:
    ended = failing(fault, "check")
    assert ended.exit_code == 3
    assert type(fault).__name__ in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
    assert "\x1b" not in ended.stderr
    debugged = failing(fault, "check", "--debug")
    assert debugged.exit_code == 3
    assert "Traceback" in debugged.stderr or "Exception Group" in debugged.stderr
    assert ended.stderr in debugged.stderr, "the sentence stands below it"


def test_the_option_may_stand_before_the_command_and_no_word_after_two_strokes_is_one() -> None:
    assert "Traceback" in failing(KeyError("x"), "--debug", "check").stderr
    assert re.search("R901|R706", failing(KeyError("x"), "ask", "--", "--debug").stderr)
    assert "Traceback" not in failing(KeyError("x"), "ask", "--", "--debug").stderr
