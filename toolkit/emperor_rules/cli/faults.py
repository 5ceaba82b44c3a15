"""Faults of the toolkit itself: exit status 3 and one sentence that says what to report, never a traceback unasked."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

import emperor_rules
from emperor_rules.cli.locale import say
from emperor_rules.reports.lines import printable

#: The exit status of a fault of ours; 1 says that something was found, 2 that a call makes no sense.
FAULT, CODE = 3, "R901"


@contextmanager
def faults(*, told_whole: bool) -> Iterator[None]:
    """End the run with :data:`FAULT` on any exception that nobody foresaw; ``told_whole`` shows its traceback too.

    What ends a run on purpose passes, and output that cannot be written, of which ``standard_streams`` tells.
    """
    try:
        yield
    except (click.ClickException, click.exceptions.Exit, click.Abort):
        raise
    except Exception as fault:
        if isinstance(fault, OSError) and fault.filename is None:
            raise
        if told_whole:
            click.echo("".join(traceback.format_exception(fault)), err=True, nl=False)
        words = say(
            "the toolkit itself failed here ({kind} in {place}), which is no mistake of yours: please report it to the "
            "project emperor-rules, version {version}, with the command that you typed and what it prints with --debug",
            kind=_shown(fault),
            place=_place_of(fault),
            version=emperor_rules.__version__,
        )
        weight = click.style(f"{say('error')}[{CODE}]", fg="red", bold=True)
        click.echo(f"{weight}: {printable(words)}", err=True)
        sys.exit(FAULT)


def _shown(fault: BaseException) -> str:
    """Return an exception in a few words."""
    try:
        words = traceback.format_exception_only(fault)[-1].strip()
    except Exception:  # its own words fail
        words = type(fault).__name__
    return words if len(words) <= 200 else words[:199] + "…"


def _place_of(fault: BaseException) -> str:
    """Return the innermost line of the toolkit that an exception passed, relative to the package."""
    package = Path(emperor_rules.__file__).parent
    places = ((Path(frame.f_code.co_filename), line) for frame, line in traceback.walk_tb(fault.__traceback__))
    ours = [f"{file.relative_to(package).as_posix()}:{line}" for file, line in places if file.is_relative_to(package)]
    return ours[-1] if ours else "?"
