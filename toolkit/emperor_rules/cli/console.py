"""How findings, progress and summaries look in a terminal, and how findings look as JSON."""

from __future__ import annotations

import json
import os
import sys
import textwrap
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any, NoReturn

import click

from emperor_rules.cli.language import printable, say, spoken
from emperor_rules.diagnostics import DECLARED, ERROR, WARNING, Diagnostic
from emperor_rules.errors import EmperorError, RulesError, SearchDisagrees
from emperor_rules.source import SourceFile, Span

#: No line of prose is longer than this, however wide the terminal, and none is broken into less.
WIDEST, NARROWEST = 118, 60
#: Of a longer line of a file only so much is shown, around the place.
LONGEST_LINE = 300
#: Seconds before a progress bar appears.
PATIENCE = 0.5

SEVERITY_COLOURS = {ERROR: "red", WARNING: "yellow", DECLARED: "blue"}


@contextmanager
def refusals() -> Iterator[None]:
    """Print errors of the toolkit and end the command: one line for a request, source lines for mistakes in rules.

    The exit status is 1 for errors in rules that can be read, else 2. A defect of the toolkit is told by
    ``faults``.
    """
    try:
        yield
    except SearchDisagrees:
        raise
    except RulesError as error:
        show_findings(error.diagnostics, error.sources)
        sys.exit(1 if error.readable else 2)
    except EmperorError as error:
        refuse(error.code, "{message}", message=error.message)


def refuse(code: str, template: str, /, **arguments: Any) -> NoReturn:
    """Print what is wrong, with its code, and end the command with 2."""
    weight = click.style(f"{say('error')}[{code}]", fg="red", bold=True)
    words = printable(say(template, **arguments), kept="\n")
    click.echo(f"{weight}: {words}", err=True)
    sys.exit(2)


def tell(
    template: str, /, *, fg: str | None = None, bold: bool | None = None, err: bool = False, **arguments: Any
) -> None:
    """Print a sentence in the language of this run, plain unless it is told otherwise."""
    words = say(template, **arguments)
    click.echo(click.style(words, fg=fg, bold=bold) if fg or bold else words, err=err)


def clause_name(number: str, slug: str) -> str:
    """Return how a list calls a clause: its number and its slug, once where they are the same."""
    return number if slug == number else f"{number} {slug}"


def columns() -> int:
    """Return how many columns to fill: those of the terminal, within bounds that read well."""
    try:  # as `shutil.get_terminal_size`, whose module takes long to import
        width = int(os.environ.get("COLUMNS") or os.get_terminal_size(sys.__stdout__.fileno()).columns)  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        width = WIDEST
    return max(NARROWEST, min(width, WIDEST))


def paragraph(words: str, indent: str = "", **style: Any) -> None:
    """Print words in lines that end between them."""
    for line in textwrap.wrap(words, columns() - len(indent), break_on_hyphens=False):
        click.echo(indent + click.style(line, **style))


def print_json(document: object) -> None:
    """Print a document for programs."""
    write_bytes(json.dumps(document, ensure_ascii=False, indent=2) + "\n")


def write_bytes(document: str) -> None:
    """Print the same bytes everywhere: UTF-8, line feeds."""
    sys.stdout.flush()
    sys.stdout.buffer.write(document.encode("utf-8", "backslashreplace"))
    sys.stdout.flush()


def as_json(finding: Diagnostic) -> dict[str, object]:
    """Return a diagnostic with the keys of ``check --format json``."""
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": spoken(finding.message),
        "text": finding.text,
        "clause": finding.clause,
        "file": finding.span.file or None,
        "line": finding.span.line,
        "column": finding.span.column,
        "help": spoken(finding.help) or None,
        "related": [
            {"text": r.text, "clause": r.clause, "file": r.span.file, "line": r.span.line, "message": spoken(r.message)}
            for r in finding.related
        ],
        "witness": dict(finding.witness) if finding.witness is not None else None,
    }


def show_findings(findings: Iterable[Diagnostic], sources: Mapping[str, SourceFile]) -> None:
    """Print findings, to where errors go, with their source lines, the place underlined, and what to write instead."""
    for line in findings_as_lines(findings, sources):
        click.echo(line, err=True)


def findings_as_lines(findings: Iterable[Diagnostic], sources: Mapping[str, SourceFile]) -> list[str]:
    """Return findings in full as lines, with an empty one after each."""
    return [line for finding in findings for line in (*finding_lines(finding, sources), "")]


def finding_lines(finding: Diagnostic, sources: Mapping[str, SourceFile], places: int | None = None) -> list[str]:
    """Return a finding as lines: what is wrong, where, with at most so many further places, and what to write."""
    lines = [heading(finding)]
    if finding.span.file:
        lines += _place_lines(finding.span, sources, "-->", SEVERITY_COLOURS[finding.severity])
    for related in finding.related[:places]:
        lines += _place_lines(related.span, sources, say("and"), "cyan", spoken(related.message))
    if finding.help:
        first, *rest = map(printable, spoken(finding.help).rstrip().split("\n"))
        lines += [click.style("    = ", fg="cyan") + first, *rest]
    return lines


def heading(finding: Diagnostic) -> str:
    """Return the first line of a finding: its severity, its code, and what is wrong."""
    severity, colour = say(finding.severity), SEVERITY_COLOURS[finding.severity]
    weight = click.style(f"{severity}[{finding.code}]", fg=colour, bold=True)
    return weight + click.style(f": {printable(spoken(finding.message))}", bold=True)


def _place_lines(span: Span, sources: Mapping[str, SourceFile], arrow: str, colour: str, note: str = "") -> list[str]:
    place = click.style(f"  {arrow} ", fg="cyan") + printable(str(span)) + (f"  ({note})" if note else "")
    source = sources.get(span.file)
    line = source.line(span.line) if source is not None else ""
    if not line.strip():
        return [place]
    before = max(0, span.column - LONGEST_LINE // 2) if len(line) > LONGEST_LINE else 0
    visible = line[before : before + LONGEST_LINE].replace("\t", " ")
    start, end = span.column - before, span.end_column - before if span.end_line == span.line else len(visible) + 1
    width = max(1, min(end, len(visible) + 1) - start)
    bar = click.style(" | ", fg="cyan")
    underlined = f"{'':>5}{bar}{' ' * (start - 1)}{click.style('^' * width, fg=colour)}"
    return [place, f"{span.line:>5}{bar}{visible}", underlined]


def unvaried(givens: Collection[str], sets: Collection[str] = ()) -> str:
    """Return in brackets which given facts a search did not vary everywhere; nothing where there are none.

    ``sets`` are those about several players of which larger tables have no larger sets.
    """
    limits = [say("not varied everywhere: {names}", names=", ".join(sorted(givens)))] if givens else []
    if sets:
        from emperor_rules.search.space_layout import SEATS_OF_SETS  # what asks nothing of a search loads none

        limits.append(say("three or more players given at once: up to {seats}", seats=SEATS_OF_SETS))
    return f" ({'; '.join(limits)})" if limits else ""


class ProgressBar(AbstractContextManager["ProgressBar"]):
    """A progress bar on a terminal, nothing anywhere else; it appears only when work takes more than a moment."""

    def __init__(self, label: str) -> None:
        self.label = label
        self._started = time.monotonic()
        self._bar: Any = None

    def stage(self, name: str, done: int, total: int) -> None:
        """Show how far a stage of the work is."""
        self.update(done, total, spoken(name))

    def update(self, done: int, total: int, name: str = "") -> None:
        """Show how far the work is; ``name`` is the stage of it."""
        if self._bar is None and sys.stderr.isatty() and time.monotonic() - self._started > PATIENCE:
            self._bar = click.progressbar(length=total, file=sys.stderr)
        if self._bar is not None:
            self._bar.label = f"{self.label}: {name}" if name else self.label
            self._bar.length, self._bar.pos = total, done
            self._bar.render_progress()

    def __exit__(self, *error: object) -> None:
        """Erase the bar and show the cursor again."""
        if self._bar is not None:
            click.echo("\r\033[K\033[?25h", nl=False, err=True)
