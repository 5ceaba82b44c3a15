"""Every format of a report, by its name: each is a function from a report and a language to what is printed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from emperor_rules.code_help import explanations, page_of
from emperor_rules.diagnostics import DECLARED, ERROR, WARNING, Diagnostic, suggest
from emperor_rules.errors import RequestError
from emperor_rules.messages import LANGUAGES, Message, in_language, sentences
from emperor_rules.reports.junit import junit
from emperor_rules.reports.lines import findings_as_lines, printable
from emperor_rules.reports.markdown import markdown
from emperor_rules.reports.places import byte_column, from_root
from emperor_rules.reports.report import PROGRAM, Report, fingerprints
from emperor_rules.reports.sarif import sarif
from emperor_rules.source import NOWHERE, Span

#: The code under which what was not looked at is told in formats that know findings alone.
SKIPPED = "skipped"


def full(report: Report, language: str) -> str:
    """Return every finding with its lines, and what was left out, for people."""
    lines = findings_as_lines(report.findings, report.sources, language)
    return "\n".join([*lines, *_skipped_lines(report, language), in_language(report.verdict, language)]) + "\n"


def concise(report: Report, language: str) -> str:
    """Return a line for each finding, as compilers print them, and one for each thing that was left out."""
    lines = []
    for finding in report.findings:
        place = f"{finding.span}: " if finding.span.file else ""
        severity = Message(finding.severity).get(language)
        message = printable(in_language(finding.message, language))
        lines.append(f"{printable(place)}{severity}[{finding.code}] {message}\n")
    return "".join([*lines, *(f"{line}\n" for line in _skipped_lines(report, language))])


def _skipped_lines(report: Report, language: str) -> Iterator[str]:
    for what, why in _skipped(report, language):
        yield printable(Message("skipped: {what}: {why}", what=what, why=why).get(language))


def _skipped(report: Report, language: str) -> Iterator[tuple[str, str]]:
    """Yield what was left out and why."""
    for item in report.skipped:
        yield in_language(item.name, language), in_language(item.skipped, language)


def as_json(report: Report, language: str) -> str:
    """Return the document of a command for programs."""
    return json.dumps(report.document(language), ensure_ascii=False, indent=2) + "\n"


# --- annotations on the lines of a change ---------------------------------------------------------

_GITHUB_LEVELS = {ERROR: "error", WARNING: "warning", DECLARED: "notice"}


def github(report: Report, language: str) -> str:
    """Return commands of the GitHub Actions runner, which set each finding beside its line."""
    lines = []
    for finding in report.findings:
        properties: dict[str, object] = {"title": f"{finding.code}: {_summary(finding, language)}"}
        file = from_root(finding.span.file)
        if file:
            span = finding.span
            properties = {"file": file, "line": span.line, "endLine": span.end_line, **properties}
            if span.line == span.end_line:  # the runner refuses columns of several lines
                properties |= {"col": span.column, "endColumn": span.end_column}
        lines.append(_command(_GITHUB_LEVELS[finding.severity], properties, _in_full(finding, language)))
    for what, why in _skipped(report, language):
        title = Message("skipped").get(language)
        lines.append(_command("notice", {"title": title}, f"{what}: {why}"))
    return "".join(lines)


def _command(level: str, properties: Mapping[str, object], message: str) -> str:
    listed = ",".join(f"{key}={_escaped(str(value), ':,')}" for key, value in properties.items())
    return f"::{level} {listed}::{_escaped(message)}\n"


def _escaped(words: str, more: str = "") -> str:
    """Return words as the runner reads them back: line ends, per cents and some signs as their codes."""
    return "".join(f"%{ord(sign):02X}" if sign in f"%\r\n{more}" else sign for sign in words)


def _summary(finding: Diagnostic, language: str) -> str:
    explanation = explanations(language).get(finding.code)
    return explanation.summary if explanation is not None else finding.code


def _in_full(finding: Diagnostic, language: str) -> str:
    """Return the message of a finding and what to write instead."""
    message, help = in_language(finding.message, language), in_language(finding.help, language).rstrip()
    return printable(f"{message}\n{help}" if help else message, kept="\n")


# --- lists of issues for other tools --------------------------------------------------------------

_GITLAB_SEVERITIES = {ERROR: "major", WARNING: "minor", DECLARED: "info"}


def gitlab(report: Report, language: str) -> str:
    """Return a report of code quality, as GitLab shows it in a merge request."""
    issues: list[dict[str, Any]] = []
    for finding, fingerprint in fingerprints(report.findings):
        file = from_root(finding.span.file) or report.folder
        begin, end = (finding.span.line, finding.span.end_line) if finding.span.file else (1, 1)
        issues.append(
            {
                "type": "issue",
                "description": printable(in_language(finding.message, language)),
                "check_name": finding.code,
                "fingerprint": fingerprint,
                "severity": _GITLAB_SEVERITIES[finding.severity],
                "content": {"body": _in_full(finding, language)},
                "location": {"path": file, "lines": {"begin": begin, "end": max(begin, end)}},
            }
        )
    for finding, fingerprint in fingerprints(_skipped_findings(report, language)):
        issues.append(
            {
                "type": "issue",
                "description": str(finding.message),
                "check_name": SKIPPED,
                "fingerprint": fingerprint,
                "severity": "info",
                "location": {"path": report.folder, "lines": {"begin": 1, "end": 1}},
            }
        )
    return json.dumps(issues, ensure_ascii=False, indent=2) + "\n"


def _skipped_findings(report: Report, language: str) -> Iterator[Diagnostic]:
    for what, why in _skipped(report, language):
        yield Diagnostic(SKIPPED, DECLARED, f"{what}: {why}", NOWHERE)


_RDJSON_SEVERITIES = {ERROR: "ERROR", WARNING: "WARNING", DECLARED: "INFO"}


def rdjson(report: Report, language: str) -> str:
    """Return the findings in the form of reviewdog, with what to write as suggestions."""

    def range_of(span: Span) -> dict[str, object]:
        source = report.sources.get(span.file)
        return {
            "start": {"line": span.line, "column": byte_column(source, span.line, span.column)},
            "end": {"line": span.end_line, "column": byte_column(source, span.end_line, span.end_column)},
        }

    def location(span: Span) -> dict[str, object]:
        file = from_root(span.file)
        return {"path": file, "range": range_of(span)} if file else {"path": report.folder}

    diagnostics: list[dict[str, Any]] = []
    for finding in report.findings:
        suggestions = [
            {"range": range_of(edit.span), "text": edit.text}
            for fix in finding.fixes[:1]
            for edit in fix.edits
            if edit.span.file == finding.span.file
        ]
        related = [
            {"message": in_language(other.message, language), "location": location(other.span)}
            for other in finding.related
            if other.span.file
        ]
        diagnostics.append(
            {
                "message": _in_full(finding, language),
                "location": location(finding.span),
                "severity": _RDJSON_SEVERITIES[finding.severity],
                "code": {"value": finding.code, **_page(report, finding.code, language)},
                **({"suggestions": suggestions} if suggestions else {}),
                **({"relatedLocations": related} if related else {}),
            }
        )
    for finding in _skipped_findings(report, language):
        place, code = {"path": report.folder}, {"value": SKIPPED}
        diagnostics.append({"message": str(finding.message), "location": place, "severity": "INFO", "code": code})
    document = {"source": {"name": PROGRAM}, "diagnostics": diagnostics}
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _page(report: Report, code: str, language: str) -> dict[str, str]:
    return {"url": f"{report.site.rstrip('/')}/{page_of(code, language)}"} if report.site else {}


#: Every format by its name; the first is the usual one.
FORMATS: Mapping[str, Callable[[Report, str], str]] = {
    "full": full,
    "concise": concise,
    "json": as_json,
    "github": github,
    "sarif": sarif,
    "junit": junit,
    "gitlab": gitlab,
    "rdjson": rdjson,
    "markdown": markdown,
}


def render(report: Report, format: str = "full", language: str = "en") -> str:
    """Return a report in a format and a language.

    Raises:
        RequestError: If there is no such format or language.
    """
    if format not in FORMATS:
        nothing = Message("there is no format “{format}”.", format=format)
        known = Message("Formats: {formats}.", formats=", ".join(FORMATS))
        raise RequestError(sentences(nothing, suggest(format, FORMATS, known)))
    if language not in LANGUAGES:
        raise RequestError(Message("“{language}” is no language of answers: en or it", language=language))
    return FORMATS[format](report, language)
