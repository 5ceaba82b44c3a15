"""How findings, progress and summaries look in a terminal, and how a command ends."""

from __future__ import annotations

import json
import os
import sys
import textwrap
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from importlib.util import find_spec
from typing import Any, NoReturn

import click

from emperor_rules import files
from emperor_rules.cli.locale import current, say, spoken
from emperor_rules.diagnostics import Diagnostic
from emperor_rules.errors import EmperorError, RulesError, SearchDisagrees
from emperor_rules.frontend.rule_files import ProjectError
from emperor_rules.reports import lines
from emperor_rules.reports.lines import printable
from emperor_rules.reports.report import Report
from emperor_rules.source import SourceFile

#: No line of prose is longer than this, however wide the terminal, and none is broken into less.
WIDEST, NARROWEST = 118, 60
#: Seconds before a progress bar appears.
PATIENCE = 0.5


#: Under which key a run keeps the format of its report, and the name of its command.
CHOSEN_FORMAT = "emperor_rules.format"


def note_format(ctx: click.Context, option: click.Parameter, shape: str) -> str:
    """Keep the format of a report for the case that there is none but for what is wrong with the rules."""
    ctx.meta[CHOSEN_FORMAT] = shape, ctx.info_name
    return shape


@contextmanager
def refusals(ctx: click.Context) -> Iterator[None]:
    """Print errors of the toolkit and end the command: one line for a request, source lines for mistakes in rules.

    Mistakes in files are a report where one was asked for in a format for programs.

    The exit status is 1 for errors in rules that can be read, else 2. A defect of the toolkit is told by
    ``faults``.
    """
    try:
        yield
    except SearchDisagrees:
        raise
    except RulesError as error:
        if not _reported(ctx, error.diagnostics, error.sources):
            show_findings(error.diagnostics, error.sources)
        sys.exit(1 if error.readable else 2)
    except ProjectError as error:
        if _reported(ctx, [error.finding], {}):
            sys.exit(2)
        refuse(error.code, "{message}", message=error.message)
    except EmperorError as error:
        refuse(error.code, "{message}", message=error.message)


def _reported(ctx: click.Context, findings: Sequence[Diagnostic], sources: Mapping[str, SourceFile]) -> bool:
    """Print mistakes as a report in the format that was asked for, and return whether it is one for programs."""
    shape, command = ctx.meta.get(CHOSEN_FORMAT, ("full", ""))
    if shape != "full":
        from emperor_rules.reports.report import report_of_mistakes

        show(report_of_mistakes(command, findings, sources), shape, lambda: None)
    return bool(shape != "full")


def refuse(code: str, template: str, /, wordings: Iterable[tuple[str, str]] = (), **arguments: Any) -> NoReturn:
    """Print what is wrong, with its code, below it what some rules say, and end the command with 2."""
    weight = click.style(f"{say('error')}[{code}]", fg="red", bold=True)
    words = printable(say(template, **arguments), kept="\n")
    click.echo(f"{weight}: {words}", err=True)
    quote(wordings, err=True)
    sys.exit(2)


def quote(wordings: Iterable[tuple[str, str]], *, err: bool = False) -> None:
    """Print what rules say, each behind its number."""
    for number, words in wordings:
        inside = " " * (len(number) + 4)
        lines = textwrap.wrap(words, columns() - len(inside), break_on_hyphens=False)
        click.echo(f"  {click.style(number, fg='cyan')}  {f'{chr(10)}{inside}'.join(lines)}", err=err)


def tell(
    template: str, /, *, fg: str | None = None, bold: bool | None = None, err: bool = False, **arguments: Any
) -> None:
    """Print a sentence in the language of this run, by default without style."""
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


def show_findings(findings: Iterable[Diagnostic], sources: Mapping[str, SourceFile]) -> None:
    """Print findings, to where errors go, with their source lines, the place underlined, and what to write instead."""
    for line in findings_as_lines(findings, sources):
        click.echo(line, err=True)


def findings_as_lines(findings: Iterable[Diagnostic], sources: Mapping[str, SourceFile]) -> list[str]:
    """Return findings in full as lines, with an empty one after each."""
    return lines.findings_as_lines(findings, sources, current(), click.style)


def finding_lines(finding: Diagnostic, sources: Mapping[str, SourceFile], places: int | None = None) -> list[str]:
    """Return a finding as lines: what is wrong, where, with at most so many further places, and what to write."""
    return lines.finding_lines(finding, sources, current(), click.style, places)


def heading(finding: Diagnostic) -> str:
    """Return the first line of a finding: its severity, its code, and what is wrong."""
    return lines.heading(finding, current(), click.style)


def unvaried(
    givens: Collection[str], sets: Collection[str] = (), others: Collection[str] = (), numbers: Collection[str] = ()
) -> str:
    """Return in brackets which given facts a search did not vary everywhere; nothing where there are none.

    ``sets`` are those about several players of which larger tables have no larger sets, ``others`` further limits, and
    ``numbers`` those that are a number of each player or team.
    """
    limits = [*others]
    limits += [say("not varied everywhere: {names}", names=", ".join(sorted(givens)))] if givens else []
    if sets:
        from emperor_rules.search.space_layout import SEATS_OF_SETS  # what asks nothing of a search loads none

        limits.append(
            say("three or more players given at once after others have left: up to {seats}", seats=SEATS_OF_SETS)
        )
        if len(sets) > 1:
            limits.append(say("two facts about several players at once: one of each, more where there was room"))
    if numbers:
        limits.append(say("numbers of each: where a clause changes its mind, of two at once"))
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


# --- extras of the distribution --------------------------------------------------------------------


#: A module of each distribution that an extra names: of which one is missing, the extra is not installed.
MODULES = {"site": ("mkdocs", "material", "pygments", "griffe"), "lsp": ("pygls", "pygments")}


def require(extra: str) -> None:
    """End the command where an extra is not installed, and say how it is."""
    if any(find_spec(module) is None for module in MODULES[extra]):
        refuse(
            "R707",
            "this command needs the extra “{extra}”, which is not installed: {command}",
            extra=extra,
            command=f'pip install "emperor-rules[{extra}]"',
        )


# --- reports ---------------------------------------------------------------------------------------


#: Names the file to which a job of GitHub Actions adds what its page shows.
SUMMARY = "GITHUB_STEP_SUMMARY"
#: The runner takes no more bytes of one step.
MOST_OF_SUMMARY = 1_000_000


def show(report: Report, shape: str, full: Callable[[], None], *, quiet: bool = False) -> None:
    """Print a report; ``full`` prints it for people, who are shown its findings alone when it is to be ``quiet``.

    The summary of a job gets the report too.
    """
    from emperor_rules.reports.formats import FORMATS

    if shape == "full" and quiet:
        for line in findings_as_lines(report.findings, report.sources):
            click.echo(line)
    elif shape == "full":
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
