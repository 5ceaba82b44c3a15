"""``emperor fmt``: bring rule files into their one canonical form, without ever losing one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

import click

from emperor_rules import files
from emperor_rules.cli.console import show_findings, tell
from emperor_rules.cli.edits import COLOURS
from emperor_rules.cli.locale import count, say
from emperor_rules.cli.options import chosen_rules, quiet_option, rules_option
from emperor_rules.diagnostics import Diagnostic, error, in_order
from emperor_rules.frontend.rule_files import TooManyFolders, rule_files
from emperor_rules.messages import Message
from emperor_rules.reports.lines import printable
from emperor_rules.source import SourceFile, Span, decode_source

if TYPE_CHECKING:
    from emperor_rules.model.phrases import Phrases


@dataclass
class FormatReport:
    """What became of the files: how many have or would have changed, stayed, were refused; and why."""

    changed: int = 0
    unchanged: int = 0
    refused: int = 0
    mistakes: list[Diagnostic] = field(default_factory=list)
    failures: list[Diagnostic] = field(default_factory=list)


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--check", is_flag=True, help="Change nothing; name the files that would change.")
@click.option("--diff", is_flag=True, help="Change nothing; show what would change.")
@quiet_option
@rules_option
def command(paths: tuple[Path, ...], check: bool, diff: bool, quiet: bool, folder: Path | None) -> None:
    """Lay rule files out anew: margins, line ends and blank lines, never a word.

    PATHS are files or folders (default: all rule files of the rules, which also lend their vocabulary to files
    elsewhere). A file with a mistake is left as it is.

    Exit status: 0 all laid out, 1 mistakes (with --check or --diff: or a file that would change), 2 a file that
    cannot be read or written.
    """
    from emperor_rules.frontend.layers import layers_of
    from emperor_rules.frontend.loader import Folder, load_vocabulary

    place = chosen_rules(folder)
    layers_of(place)  # refuses a project file that cannot be followed
    rules = Folder(place)
    phrases = load_vocabulary(rules).phrases
    about_vocabulary, rules.findings = rules.findings, []
    report = FormatReport()
    for path in _files(paths or (place,), report):
        source = rules.read(path)
        if source is not None:
            _lay_out(path, source, phrases, report, check, diff)
    report.failures += rules.findings
    if report.mistakes:
        report.mistakes += about_vocabulary
    show_findings(in_order([*report.failures, *report.mistakes]), rules.sources)
    if not quiet:
        click.echo(_summary(report, check or diff), err=True)
    if report.failures:
        sys.exit(2)
    sys.exit(1 if report.mistakes or (report.changed and (check or diff)) else 0)


def _files(paths: Iterable[Path], report: FormatReport) -> Iterator[Path]:
    """Yield every file once: those that are named, and the rule files under folders that are."""
    seen: set[Path] = set()
    for path in paths:
        try:
            below = rule_files(path) if os.path.isdir(path) else [path]
        except TooManyFolders as refusal:
            _fail(report, path.as_posix(), refusal.message, Message("Name the folder in which the rules lie."))
            continue
        if not below:
            nothing = Message("there are no rule files under {folder}", folder=path.as_posix())
            _fail(report, path.as_posix(), nothing, Message("Rule files end in “.rules”."))
        for file in below:
            real = Path(os.path.realpath(file))  # unlike `resolve`, bears links in a circle
            if real not in seen:
                seen.add(real)
                yield file


def _lay_out(path: Path, source: SourceFile, phrases: Phrases, report: FormatReport, check: bool, diff: bool) -> None:
    """Format one file, or only print what would change."""
    from emperor_rules.language.formatter import formatted

    text, mistakes = formatted(source, phrases)
    if text is None:
        report.mistakes += mistakes
        report.refused += 1
        return
    data = text.encode()
    try:
        before = path.read_bytes()
        if before == data:
            report.unchanged += 1
            return
        if decode_source(before, source.name) != source:
            raise OSError(0, Message("it changed meanwhile"))
        if not (check or diff):
            files.write_atomically(path, data)
    except OSError as problem:
        reason = files.reason(problem)
        unchanged = Message("the file {name} stays as it was: {reason}", name=source.name, reason=reason)
        _fail(report, source.name, unchanged, Message("See to that, then run it again."))
        return
    report.changed += 1
    if check or not diff:
        click.echo(printable(source.name))
    if diff:
        _show_difference(source, text)


def _fail(report: FormatReport, name: str, message: str, help: str) -> None:
    report.failures.append(error("R101", message, Span(name, 1, 1, 1, 1), help))


def _show_difference(source: SourceFile, text: str) -> None:
    """Print a unified difference, in colour on a terminal."""
    before, after = source.text.splitlines(keepends=True), text.splitlines(keepends=True)
    name = printable(source.name)
    for line in unified_diff(before, after, name, say("{file} (laid out)", file=name)):
        click.secho(line.rstrip("\n"), fg=COLOURS.get(line[0]))
        if not line.endswith("\n"):
            click.echo("\\ No newline at end of file")
    if source.text == text:
        tell("{file}: only the ends of lines or a byte order mark", file=name)


def _summary(report: FormatReport, dry: bool) -> str:
    parts = [
        say("{changed} would change" if dry else "{changed} changed", changed=count(report.changed, "file")),
        say("{unchanged} left as they were", unchanged=report.unchanged),
    ]
    if report.refused:
        parts.append(say("{refused} refused for mistakes", refused=report.refused))
    if report.failures:
        parts.append(say("{failed} not to be read or written", failed=len(report.failures)))
    return ", ".join(parts) + "."
