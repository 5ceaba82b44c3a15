"""The one way in which tests run ``emperor`` inside their own process."""

from __future__ import annotations

import click
from click.testing import CliRunner, Result

from emperor_rules.cli.main import command as emperor


def run(
    *arguments: object,
    stdin: bytes | None = None,
    columns: int | None = None,
    color: bool = False,
    command: click.Command = emperor,
) -> Result:
    """Run a command, which must end by itself with one of its exit codes and never with a traceback.

    Args:
        arguments: The words after the command's name; paths and numbers may stay what they are.
        stdin: What the command reads from its standard input.
        columns: The width of the terminal, in characters; that of the environment unless given.
        color: Whether colours are kept, as on a terminal.
        command: Another command than ``emperor``.
    """
    words = [str(argument) for argument in arguments]
    env = None if columns is None else {"COLUMNS": str(columns)}
    result = CliRunner().invoke(command, words, input=stdin, env=env, color=color, prog_name="emperor")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise AssertionError(f"emperor {words} raised {result.exception!r}") from result.exception
    fault = result.exception.__context__ if result.exit_code == 3 and result.exception is not None else None
    if fault is not None:
        raise AssertionError(f"emperor {words} raised {fault!r}") from fault
    assert result.exit_code in (0, 1, 2), (words, result.exit_code)
    assert "Traceback" not in result.output
    return result
