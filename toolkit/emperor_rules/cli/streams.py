"""The standard streams of a run: closed ones, encodings that lack signs, output that nobody takes, and faults."""

from __future__ import annotations

import codecs
import io
import os
import sys
import traceback
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click

import emperor_rules
from emperor_rules.cli.locale import say, settled, speaking
from emperor_rules.files import reason
from emperor_rules.reports.lines import printable

#: Signs that the toolkit prints, in those of every encoding; letters with accents lose them.
SPELT = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "·": "-", "→": "->", "×": "x"})


def _spelt_out(error: UnicodeError) -> tuple[str | bytes, int]:
    """Replace signs that an encoding lacks: by what is nearest to them in ASCII, else by a question mark."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = unicodedata.normalize("NFKD", error.object[error.start : error.end].translate(SPELT))
    plain = "".join(sign for sign in signs if not unicodedata.combining(sign))
    return plain.encode("ascii", "replace").decode(), error.end


@contextmanager
def standard_streams() -> Iterator[None]:
    """Let commands print whatever the streams are; output that cannot be written ends the run with 2 and a sentence.

    What reads nothing, such as a pager that was closed, ends it with 1 and without a word.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # whoever closed it wants none
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115  open as long as the run
    codecs.register_error("spelt-out", _spelt_out)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="spelt-out")
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _discard_output()
        sys.exit(1)
    except OSError as problem:
        if problem.filename is not None:  # a defect of ours: files are read and written where their errors are told
            raise
        _discard_output()
        from emperor_rules.cli.console import refuse

        with suppress(OSError), speaking(settled(sys.argv[1:])):
            refuse(
                "R101",
                "the output cannot be written ({reason}): make room, or send it elsewhere",
                reason=reason(problem),
            )
        sys.exit(2)


def _discard_output() -> None:
    """Let what is still to be written go nowhere: Python would try once more as it ends, and complain."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


# --- faults of the toolkit itself ------------------------------------------------------------------


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
