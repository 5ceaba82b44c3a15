"""Findings as lines for people: what is wrong, where, with the line of the file, and what to write instead."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping

from emperor_rules.diagnostics import DECLARED, ERROR, WARNING, Diagnostic
from emperor_rules.messages import Message, in_language
from emperor_rules.source import SourceFile, Span

#: How much of a long line of a file is shown, around the place.
LONGEST_LINE = 300
#: How much of a long sentence is shown, and how much of that is its end.
LONGEST_SENTENCE, END = 1500, 300

SEVERITY_COLOURS = {ERROR: "red", WARNING: "yellow", DECLARED: "blue"}

#: Gives words a colour, as ``click.style`` does.
Colouring = Callable[..., str]


def plain(words: str, **style: object) -> str:
    """Return words as they are, without a colour."""
    return words


def printable(words: str, kept: str = "") -> str:
    """Return a sentence with escapes for the signs that would steer a terminal, but for those ``kept``.

    It lacks the middle of what is longer than a screen, where it repeats the input.
    """
    if len(words) > LONGEST_SENTENCE:
        words = f"{words[: LONGEST_SENTENCE - END]}…{words[-END:]}"
    steers = (sign not in kept and unicodedata.category(sign) in ("Cc", "Cf") for sign in words)
    return "".join(ascii(sign)[1:-1] if escaped else sign for sign, escaped in zip(words, steers, strict=True))


def finding_lines(
    finding: Diagnostic,
    sources: Mapping[str, SourceFile],
    language: str,
    style: Colouring = plain,
    places: int | None = None,
) -> list[str]:
    """Return a finding as lines: what is wrong, where, with at most so many further places, and what to write."""
    lines = [heading(finding, language, style)]
    if finding.span.file:
        lines += _place_lines(finding.span, sources, "-->", SEVERITY_COLOURS[finding.severity], style)
    for related in finding.related[:places]:
        note, arrow = in_language(related.message, language), Message("and").get(language)
        lines += _place_lines(related.span, sources, arrow, "cyan", style, note)
    if finding.help:
        first, *rest = map(printable, in_language(finding.help, language).rstrip().split("\n"))
        lines += [style("    = ", fg="cyan") + first, *rest]
    return lines


def findings_as_lines(
    findings: Iterable[Diagnostic], sources: Mapping[str, SourceFile], language: str, style: Colouring = plain
) -> list[str]:
    """Return findings in full as lines, with an empty one after each."""
    return [line for finding in findings for line in (*finding_lines(finding, sources, language, style), "")]


def heading(finding: Diagnostic, language: str, style: Colouring = plain) -> str:
    """Return the first line of a finding: its severity, its code, and what is wrong."""
    severity, colour = Message(finding.severity).get(language), SEVERITY_COLOURS[finding.severity]
    weight = style(f"{severity}[{finding.code}]", fg=colour, bold=True)
    return weight + style(f": {printable(in_language(finding.message, language))}", bold=True)


def _place_lines(
    span: Span, sources: Mapping[str, SourceFile], arrow: str, colour: str, style: Colouring, note: str = ""
) -> list[str]:
    place = style(f"  {arrow} ", fg="cyan") + printable(str(span)) + (f"  ({note})" if note else "")
    source = sources.get(span.file)
    line = source.line(span.line) if source is not None else ""
    if not line.strip():
        return [place]
    before = max(0, span.column - LONGEST_LINE // 2) if len(line) > LONGEST_LINE else 0
    visible = line[before : before + LONGEST_LINE].replace("\t", " ")
    start, end = span.column - before, span.end_column - before if span.end_line == span.line else len(visible) + 1
    width = max(1, min(end, len(visible) + 1) - start)
    bar = style(" | ", fg="cyan")
    underlined = f"{'':>5}{bar}{' ' * (start - 1)}{style('^' * width, fg=colour)}"
    return [place, f"{span.line:>5}{bar}{visible}", underlined]
