"""How findings, progress and summaries look in a terminal, and how findings look as JSON."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import click

from emperor_rules.diagnostics import DECLARED, ERROR, WARNING, Diagnostic
from emperor_rules.source import SourceFile, Span

if TYPE_CHECKING:
    from emperor_rules.check.pipeline import Checked
    from emperor_rules.model.rulebook import Rulebook

COLOURS = {ERROR: "red", WARNING: "yellow", DECLARED: "blue"}


def as_json(finding: Diagnostic) -> dict[str, object]:
    """Give a finding with the keys of ``check --format json`` (design §7)."""
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": finding.message,
        "text": finding.text,
        "clause": finding.clause,
        "file": finding.span.file or None,
        "line": finding.span.line,
        "column": finding.span.column,
        "help": finding.help or None,
        "related": [
            {"text": r.text, "clause": r.clause, "file": r.span.file, "line": r.span.line, "message": r.message}
            for r in finding.related
        ],
        "witness": dict(finding.witness) if finding.witness is not None else None,
    }


def show_findings(findings: Iterable[Diagnostic], sources: Mapping[str, SourceFile], *, err: bool = False) -> None:
    """Print findings with their source lines, the place underlined, and what to write instead."""
    for finding in findings:
        colour = COLOURS.get(finding.severity, "red")
        click.echo(
            click.style(f"{finding.severity}[{finding.code}]", fg=colour, bold=True)
            + click.style(f": {finding.message}", bold=True),
            err=err,
        )
        if finding.span.file:
            _show_place(finding.span, sources, "-->", colour, err)
        for related in finding.related:
            _show_place(related.span, sources, "and", "cyan", err, related.message)
        if finding.help:
            click.echo(click.style("    = ", fg="cyan") + finding.help, err=err)
        click.echo(err=err)


def _show_place(
    span: Span, sources: Mapping[str, SourceFile], arrow: str, colour: str, err: bool, note: str = ""
) -> None:
    click.echo(click.style(f"  {arrow} ", fg="cyan") + str(span) + (f"  ({note})" if note else ""), err=err)
    source = sources.get(span.file)
    line = source.line(span.line) if source is not None else ""
    if not line.strip():
        return
    number = str(span.line)
    visible = line.replace("\t", " ")
    end = span.end_column if span.end_line == span.line else len(visible) + 1
    width = max(1, min(end, len(visible) + 1) - span.column)
    bar = click.style(" | ", fg="cyan")
    click.echo(f"{number:>5}{bar}{visible}", err=err)
    click.echo(f"{'':>5}{bar}{' ' * (span.column - 1)}{click.style('^' * width, fg=colour)}", err=err)


def summarise(checked: Checked) -> None:
    """Print the closing lines of a check: what was looked at, what was found, how long it took."""
    looked = checked.searched()
    fine = not checked.errors
    click.echo(
        f"{looked['texts']} texts, {looked['clauses']} clauses ({looked['clauses-deciding']} decide a scenario), "
        f"{looked['scenarios']} scenarios with {looked['questions']} questions, {checked.seconds:.2f} s"
    )
    _summarise_searches(checked)
    found = ", ".join(
        f"{count} {word}{'' if count == 1 else 's'}"
        for count, word in ((checked.errors, "error"), (checked.warnings, "warning"))
        if count
    )
    click.echo(click.style(found or "Everything holds together.", fg="green" if fine else "red", bold=True))


def _summarise_searches(checked: Checked) -> None:
    """Print how far the searches looked, and what they found that is declared."""
    if checked.remark:
        click.echo(checked.remark)
    if checked.bounds is None:
        if not checked.rulebook.broken and not checked.remark:
            click.echo("No table was searched for contradictions and differences (--no-search).")
        return
    pairs = sum(" ~ " in name for name in checked.searches)
    looked = [f"{len(checked.searches) - pairs} texts", f"{pairs} pairs of texts"]
    declared = sum(d.severity == DECLARED for d in checked.findings)
    dates = "every date" if checked.bounds.all_dates else "the newest date"
    options = "every set of options" if checked.bounds.all_options else "each option alone"
    click.echo(
        f"Searched: {' and '.join(looked)}, legal tables of up to {checked.bounds.seats} seats, {dates}, "
        f"{options}; {declared} declared findings"
    )


def load_or_exit(path: Path, *, scenarios: bool = True) -> Rulebook:
    """Load a whole folder of rules; errors in them are shown and end the command (1; nothing readable: 2)."""
    from emperor_rules.frontend.loader import load_rulebook

    rulebook = load_rulebook(path, scenarios=scenarios)
    if rulebook.broken:
        show_findings((d for d in rulebook.findings if d.is_error), rulebook.sources, err=True)
        sys.exit(1 if rulebook.texts else 2)
    return rulebook


class Progress:
    """A progress bar on a terminal, nothing anywhere else; it appears only when work takes more than a moment."""

    def __init__(self, label: str) -> None:
        """Prepare a bar with a label."""
        self.label = label
        self.started = time.monotonic()
        self.bar: Any = None
        self.task: Any = None

    def __enter__(self) -> Progress:
        """Begin."""
        return self

    def stage(self, name: str, done: int, total: int) -> None:
        """Tell how far a stage of the work is."""
        self.update(done, total, name)

    def update(self, done: int, total: int, name: str = "") -> None:
        """Tell how far the work is; ``name`` says at which stage of it."""
        if self.bar is None and sys.stderr.isatty() and time.monotonic() - self.started > 0.5:
            from rich.console import Console
            from rich.progress import Progress as Bar

            self.bar = Bar(console=Console(stderr=True), transient=True)
            self.bar.start()
            self.task = self.bar.add_task(self.label, total=total)
        if self.bar is not None:
            label = f"{self.label}: {name}" if name else self.label
            self.bar.update(self.task, completed=done, total=total, description=label)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the bar away."""
        if self.bar is not None:
            self.bar.stop()
