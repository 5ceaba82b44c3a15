"""What ``emperor check`` prints for people: on one screen the causes, and how many findings follow from each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from emperor_rules.check.causes import CauseGroup
from emperor_rules.check.changes import Change
from emperor_rules.check.pipeline import CheckReport
from emperor_rules.cli.console import columns, finding_lines, heading
from emperor_rules.cli.language import count, current, say, spoken
from emperor_rules.diagnostics import DECLARED, ERROR, WARNING, Diagnostic
from emperor_rules.explanations import page_of

#: The lines of a screen.
SCREEN = 24
#: Of a change no more blocks are named, and with a finding no more questions that follow from it, than these.
MOST_CHANGES, MOST_QUESTIONS = 2, 8


def show_report(
    report: CheckReport, changes: Sequence[Change], since: str, *, everything: bool, declared: bool
) -> None:
    """Print the findings and the closing lines.

    Args:
        report: What was checked.
        changes: What was changed in the rules.
        since: Since when, in words.
        everything: Whether to print every finding in full, in place of one screen.
        declared: Whether to print declared findings too.
    """
    opening, closing = _opening(changes, since), _closing(report)
    groups = report.causes.groups(changes)
    brought = sum(report.causes.comes_of(group, changes) for group in groups)
    remark = {brought: say("Not from what was changed:")} if changes else {}
    sources = report.rulebook.sources
    if everything:
        lines = []
        for place, group in enumerate(groups):
            lines += [remark[place], ""] if place in remark else []
            lines += [line for finding in group.findings for line in (*finding_lines(finding, sources), "")]
    else:
        lines = _screen(report, groups, SCREEN - _height([*opening, *closing]), remark)
    if declared:
        accepted = [finding for finding in report.diagnostics if finding.severity is DECLARED]
        lines += [line for finding in accepted for line in (*finding_lines(finding, sources), "")]
    for line in (*opening, *lines, *closing):
        click.echo(line)


def _opening(changes: Sequence[Change], since: str) -> list[str]:
    """Return the lines on what was changed."""
    if not changes:
        return []
    lines = [say("Changed since {since}:", since=since)]
    lines += [f"  {spoken(change.words)}" for change in changes[:MOST_CHANGES]]
    if len(changes) > MOST_CHANGES:
        lines.append("  " + say("and {number} more", number=len(changes) - MOST_CHANGES))
    return [*lines, ""]


def _screen(report: CheckReport, groups: Sequence[CauseGroup], room: int, remarks: Mapping[int, str]) -> list[str]:
    """Return the causes, in full while there is room, then in one line, then as a number.

    Args:
        report: What was checked.
        groups: The causes.
        room: The lines there are.
        remarks: Lines to print before a cause, by its place.
    """
    lines: list[str] = []
    for place, group in enumerate(groups):
        lines += [remarks[place]] if place in remarks else []
        rest = len(groups) - place - 1
        left = room - _height(lines) - (1 if rest else 0)
        follows = _following(report, group)
        shapes = [
            [*finding_lines(group.cause, report.rulebook.sources), *follows, ""],
            [*_short(group.cause, report, places=1), *follows, ""],
            [*_short(group.cause, report, places=0), *follows, ""],
            [_in_one_line(group)],
        ]
        shape = next((shape for shape in shapes if _height(shape) <= left), shapes[-2] if not lines else None)
        if shape is None:
            findings = count(sum(1 + len(group.following) for group in groups[place:]), "finding")
            lines.append(say("… and {findings} more: emperor check --all shows all.", findings=findings))
            break
        lines += shape
    return lines


def _short(finding: Diagnostic, report: CheckReport, places: int) -> list[str]:
    """Return a finding without the paragraphs of its help after the first, and with few further places."""
    lines = finding_lines(finding, report.rulebook.sources, places)
    return lines[: lines.index("")] if "" in lines else lines


def _in_one_line(group: CauseGroup) -> str:
    more = f"  (+ {len(group.following)})" if group.following else ""
    return f"{heading(group.cause)}  {group.cause.span if group.cause.span.file else ''}{more}".rstrip()


def _following(report: CheckReport, group: CauseGroup) -> list[str]:
    """Return the line on what follows from a finding: the questions, and how many findings it is."""
    if not group.following:
        return []
    own = (group.cause.witness or {}).get("ask")
    asked = dict.fromkeys(str(f.witness["ask"]) for f in group.following if f.witness and f.witness.get("ask"))
    asks = [ask for ask in asked if ask != own]
    names = ", ".join(asks[:MOST_QUESTIONS]) + (", …" if len(asks) > MOST_QUESTIONS else "")
    number = count(len(group.following), "finding")
    if names:
        words = say("and so also: {names} (from this {findings} more: --all shows all)", names=names, findings=number)
    else:
        words = say("from this {findings} more: --all shows all", findings=number)
    return [click.style("    + ", fg="cyan") + words]


def _height(lines: Sequence[str]) -> int:
    """Return how many lines of the terminal some lines fill."""
    width = columns()
    return sum(max(1, -(-len(click.unstyle(line)) // width)) for line in lines)


def _closing(report: CheckReport) -> list[str]:
    """Return the closing lines: what was looked at, what was found, how long it took."""
    searched: Mapping[str, Any] = report.searched()
    looked_at = say(
        "{texts}, {clauses} ({deciding} decide a scenario), {scenarios} with {questions}, {seconds:.2f} s",
        texts=count(searched["texts"], "text"),
        clauses=count(searched["clauses"], "clause"),
        deciding=searched["clauses-deciding"],
        scenarios=count(searched["scenarios"], "scenario"),
        questions=count(searched["questions"], "question"),
        seconds=report.seconds,
    )
    errors = [count(report.errors, "error")] if report.errors else []
    warnings = [count(report.warnings, "warning")] if report.warnings else []
    verdict = ", ".join([*errors, *warnings]) or say("Everything holds together.")
    lines = [looked_at, *_searches(report), click.style(verdict, fg="red" if report.errors else "green", bold=True)]
    groups = report.causes.groups()
    if groups:
        severity = ERROR if report.errors else WARNING
        codes = [group.cause.code for group in groups if group.cause.severity is severity]
        code = min(codes or [groups[0].cause.code])
        page = page_of(code, current())
        lines.append(say("More about a code: emperor explain {code}, or {page} of the site", code=code, page=page))
    return lines


def _searches(report: CheckReport) -> list[str]:
    """Return the lines on how far the searches looked, and what they found that is declared."""
    remark = [spoken(report.remark)] if report.remark else []
    if report.relations is None:
        if not report.rulebook.broken and not report.remark:
            return [say("No table was searched for contradictions and differences (--no-search).")]
        return remark
    searches, bounds = report.relations.searched(), report.relations.bounds
    pairs = sum(" ~ " in name for name in searches)
    declared = sum(d.severity == DECLARED for d in report.diagnostics)
    searched = say(
        "Searched: {texts} and {pairs} of texts, legal tables of up to {seats} seats, {dates}, {options}; {declared}",
        texts=count(len(searches) - pairs, "text"),
        pairs=count(pairs, "pair"),
        seats=bounds.seats,
        dates=say("every date") if bounds.all_dates else say("the newest date"),
        options=say("every set of options") if bounds.all_options else say("each option alone"),
        declared=count(declared, "declared finding"),
    )
    return [*remark, searched]
