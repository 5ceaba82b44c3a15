"""A report as Markdown, for a comment under a pull request or the summary of a job."""

from __future__ import annotations

from emperor_rules.diagnostics import DECLARED, ERROR, WARNING, Diagnostic
from emperor_rules.messages import Message, in_language
from emperor_rules.reports.lines import printable
from emperor_rules.reports.places import from_root
from emperor_rules.reports.report import PROGRAM, Report

#: Hosting services cut comments that are too long, so no more findings are listed; more than a few are folded away.
MOST_ROWS, MOST_OPEN = 200, 20
SEVERITY_SIGNS = {ERROR: "❌", WARNING: "⚠️", DECLARED: "ℹ️"}
#: Signs that Markdown would take for its own.
MARKDOWN_SIGNS = "\\`*_{}[]<>#|~"


def markdown(report: Report, language: str) -> str:
    """Return a comment: a line that sums up, a table of the findings, and what was not looked at."""
    if report.comment is not None:
        return report.comment(language)
    parts = [f"**{escaped(in_language(report.verdict, language))}** (`{PROGRAM} {report.command}`)"]
    shown = report.findings[:MOST_ROWS]
    if shown:
        heads = (Message("Code"), Message("Where"), Message("What"))
        table = "\n".join(
            [
                f"| | {' | '.join(head.get(language) for head in heads)} |",
                "|---|---|---|---|",
                *(_row(finding, language) for finding in shown),
            ]
        )
        number = Message("{number} findings", number=len(report.findings)).get(language)
        parts.append(table if len(shown) <= MOST_OPEN else folded(number, table))
    if len(report.findings) > MOST_ROWS:
        more = len(report.findings) - MOST_ROWS
        parts.append(Message("… and {number} findings more, which stand in the log.", number=more).get(language))
    skipped = [
        f"- {escaped(in_language(item.name, language))}: {escaped(in_language(item.skipped, language))}"
        for item in report.skipped
    ]
    if skipped:
        heading = Message("Not looked at").get(language)
        listing = "\n".join(skipped[:MOST_ROWS])
        parts.append(f"**{heading}**\n\n{listing}" if len(skipped) <= MOST_OPEN else folded(heading, listing))
    return "\n\n".join(parts) + "\n"


def _row(finding: Diagnostic, language: str) -> str:
    file = from_root(finding.span.file) or finding.span.file
    place = f"`{printable(file).replace('`', chr(39))}:{finding.span.line}`" if file else ""
    what = escaped(in_language(finding.message, language))
    help = in_language(finding.help, language).partition("\n")[0]
    cells = (
        SEVERITY_SIGNS[finding.severity],
        f"`{finding.code}`",
        place,
        f"{what}<br>{escaped(help)}" if help else what,
    )
    return f"| {' | '.join(cells)} |"


def escaped(words: str) -> str:
    """Return words in one line in which no sign means anything to Markdown."""
    return "".join(f"\\{sign}" if sign in MARKDOWN_SIGNS else sign for sign in printable(words))


def folded(summary: str, inside: str) -> str:
    """Return a collapsed section; the blank lines are needed for Markdown inside to be read as such."""
    return f"<details>\n<summary>{summary}</summary>\n\n{inside}\n\n</details>"
