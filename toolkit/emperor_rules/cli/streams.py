"""The standard streams of a run: closed ones, encodings that lack signs, and output that nobody takes."""

from __future__ import annotations

import codecs
import io
import os
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress

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
        from emperor_rules.cli.locale import settled, speaking
        from emperor_rules.files import reason

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
