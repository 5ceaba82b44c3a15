"""How a report leaves a command: in the format that is asked for, and as the summary of a job where one is kept."""

from __future__ import annotations

import os
from collections.abc import Callable

import click

from emperor_rules import files
from emperor_rules.cli.console import write_bytes
from emperor_rules.cli.locale import current, say
from emperor_rules.reports.report import Report

#: Names the file to which a job of GitHub Actions adds what its page shows.
SUMMARY = "GITHUB_STEP_SUMMARY"
#: The runner takes no more bytes of one step.
MOST_OF_SUMMARY = 1_000_000


def show(report: Report, shape: str, full: Callable[[], None]) -> None:
    """Print a report; ``full`` prints it for people. The summary of a job gets it too."""
    from emperor_rules.reports.formats import FORMATS

    if shape == "full":
        full()
    else:
        write_bytes(FORMATS[shape](report, current()))
    summary = os.environ.get(SUMMARY)
    if summary:
        _add_to_summary(summary, FORMATS["markdown"](report, current()))


def _add_to_summary(name: str, words: str) -> None:
    """Add words to the summary of a job; where that is not possible it is only said."""
    content = f"{words}\n".encode()
    try:
        with open(name, "ab") as summary:
            if summary.tell() + len(content) > MOST_OF_SUMMARY:
                content = (say("Too long for this page: it stands in the log.") + "\n").encode()
            summary.write(content)
    except OSError as problem:
        reason = files.reason(problem)
        click.echo(say("The summary of the job cannot be written: {reason}.", reason=reason), err=True)
