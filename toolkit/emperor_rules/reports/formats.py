"""Every format of a report, by its name: each is a function from a report and a language to what is printed.

SARIF is the Static Analysis Results Interchange Format, version 2.1.0 (OASIS Standard, 2020).
"""

from __future__ import annotations

import json
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import PurePath
from typing import Any
from urllib.parse import quote
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from emperor_rules.code_help import Explanation, explanations, page_of
from emperor_rules.diagnostics import DECLARED, ERROR, WARNING, Diagnostic, suggest
from emperor_rules.edits import Fix
from emperor_rules.errors import RequestError
from emperor_rules.groups import by_key
from emperor_rules.messages import LANGUAGES, Message, in_language, sentences
from emperor_rules.reports.lines import findings_as_lines, printable
from emperor_rules.reports.report import PROGRAM, Report, ReportItem, fingerprints, witness_json
from emperor_rules.source import NOWHERE, SourceFile, Span

# --- places as hosting services want them: files from the top of the repository, columns in bytes --

#: Where the runners of GitHub and GitLab tell in which folder the repository lies.
ROOTS = ("GITHUB_WORKSPACE", "CI_PROJECT_DIR")


def from_root(file: str) -> str:
    """Return a file as it is named from the top of the repository.

    The top is where a runner says it is, else the working directory. What lies elsewhere, such as the rules that come
    with the toolkit, is no file of the repository: the result is then empty.
    """
    if not file:
        return ""
    roots = (*(os.environ[name] for name in ROOTS if os.environ.get(name)), os.getcwd())
    return named_below(PurePath(os.path.abspath(file)), [PurePath(os.path.abspath(root)) for root in roots])


def named_below(path: PurePath, roots: Iterable[PurePath]) -> str:
    """Return a file as it is named from the first of some folders that it lies below; empty where it lies in none."""
    return next((path.relative_to(root).as_posix() for root in roots if path.is_relative_to(root)), "")


def address(path: PurePath) -> str:
    """Return the address of a file that lies in no repository: a drive is not taken for a scheme."""
    words, drive = path.as_posix(), path.drive
    if not path.is_absolute():
        return quote(words)
    if words.startswith("//"):  # a share of another computer
        return f"file:{quote(words)}"
    return f"file:///{drive}{quote(words[len(drive) :])}" if drive else f"file://{quote(words)}"


def byte_column(source: SourceFile | None, line: int, column: int) -> int:
    """Return a column, from 1, counted in bytes of UTF-8."""
    words = source.line(line) if source is not None else ""
    return len(words[: column - 1].encode()) + 1 if words else column


# --- SARIF ----------------------------------------------------------------------------------------

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
#: What is declared is no failure, and as the standard wants has no level then.
_LEVELS = {ERROR: "error", WARNING: "warning", DECLARED: "none"}


def sarif(report: Report, language: str) -> str:
    """Return a log with one run.

    Files are named from the top of the repository. A finding without a place of its own stands at the folder of rules,
    as a service shows nothing that has no place. What is suppressed is in the log with its reason; what was not looked
    at is a notification of the run.
    """
    from emperor_rules import __version__

    every = explanations(language)
    hidden = [suppressed.finding for suppressed in report.suppressed]
    codes = [code for code in every if any(code == finding.code for finding in (*report.findings, *hidden))]
    numbers = {code: number for number, code in enumerate(codes)}
    reasons = {id(suppressed.finding): suppressed.reason for suppressed in report.suppressed}
    results = []
    for finding, fingerprint in fingerprints((*report.findings, *hidden)):
        result = _result(report, finding, numbers, language)
        result["partialFingerprints"] = {f"{PROGRAM}/v1": fingerprint}
        if id(finding) in reasons:
            reason = in_language(reasons[id(finding)], language)
            result["suppressions"] = [{"kind": "external", "justification": reason}]
        results.append(result)
    notifications = [
        {"level": "note", "message": {"text": f"{what}: {why}"}, "descriptor": {"id": SKIPPED}}
        for what, why in _skipped(report.skipped, language)
    ]
    run = {
        "tool": {
            "driver": {
                "name": PROGRAM,
                "semanticVersion": __version__,
                "language": language,
                "rules": [_rule(every[code], report, language) for code in codes],
                "notifications": [{"id": SKIPPED, "name": "Skipped"}],
            }
        },
        "automationDetails": {"id": f"{PROGRAM}/{report.command}/"},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"SRCROOT": {"description": {"text": "The top of the repository."}}},
        "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": notifications}],
        "results": results,
    }
    return _json({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(explanation: Explanation, report: Report, language: str) -> dict[str, Any]:
    words = explanation.why
    for example in explanation.examples[:1]:
        words += f"\n\n{example.snippet}\n\n{example.message}" + (f"\n{example.help}" if example.help else "")
        words += f"\n\n{example.instead}" if example.instead else ""
    page = _page(report, explanation.code, language)
    return {
        "id": explanation.code,
        "shortDescription": {"text": printable(explanation.summary)},
        "fullDescription": {"text": printable(explanation.why)},
        "help": {"text": printable(words, kept="\n")},
        "properties": {"tags": ["rules"]},
        **({"helpUri": page["url"]} if page else {}),
    }


def _result(report: Report, finding: Diagnostic, numbers: Mapping[str, int], language: str) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": numbers[finding.code],
        "level": _LEVELS[finding.severity],
        "kind": "informational" if finding.severity is DECLARED else "fail",
        "message": {"text": _in_full(finding, language)},
        "locations": [{"physicalLocation": _place(finding.span, report.folder)}],
    }
    related = [
        {
            "id": number,
            "physicalLocation": _place(other.span, report.folder),
            "message": {"text": in_language(other.message, language) or str(other.span)},
        }
        for number, other in enumerate(finding.related, 1)
        if other.span.file
    ]
    fixes = [_fix(fix, language) for fix in finding.fixes]
    names = {"text": finding.text, "clause": finding.clause}
    properties: dict[str, object] = {key: value for key, value in names.items() if value}
    if finding.witness:
        properties["witness"] = witness_json(finding.witness)
    more = {"relatedLocations": related, "fixes": fixes, "properties": properties}
    return result | {key: value for key, value in more.items() if value}


def _fix(fix: Fix, language: str) -> dict[str, Any]:
    files = by_key(
        (edit.span.file, {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}})
        for edit in fix.edits
    )
    changes = [{"artifactLocation": _artifact(file), "replacements": edits} for file, edits in files.items()]
    return {"description": {"text": printable(in_language(fix.title, language))}, "artifactChanges": changes}


def _place(span: Span, folder: str) -> dict[str, Any]:
    if not span.file:
        return {"artifactLocation": _artifact(folder)}
    return {"artifactLocation": _artifact(span.file), "region": _region(span)}


def _region(span: Span) -> dict[str, int]:
    region = {"startLine": span.line, "startColumn": span.column, "endLine": span.end_line}
    return {**region, "endColumn": span.end_column}


def _artifact(file: str) -> dict[str, Any]:
    inside = from_root(file)
    if inside:
        return {"uri": quote(inside), "uriBaseId": "SRCROOT"}
    return {"uri": address(PurePath(file))}


# --- Markdown, for a comment under a pull request or the summary of a job --------------------------

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
    skipped = [f"- {escaped(what)}: {escaped(why)}" for what, why in _skipped(report.skipped, language)]
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
    return literal(printable(words))


def literal(words: str) -> str:
    """Return words in which no sign means anything to Markdown."""
    return "".join(f"\\{sign}" if sign in MARKDOWN_SIGNS else sign for sign in words)


def folded(summary: str, inside: str) -> str:
    """Return a collapsed section; the blank lines are needed for Markdown inside to be read as such."""
    return f"<details>\n<summary>{summary}</summary>\n\n{inside}\n\n</details>"


# --- JUnit's XML: each item is a case, failed where something was found about it -------------------


def junit(report: Report, language: str) -> str:
    """Return the XML document; what is declared as meant is no failure, and what was left out is skipped."""
    suites = Element("testsuites", name=f"{PROGRAM} {report.command}")
    for group, members in groupby(sorted(report.items, key=lambda item: item.group), key=lambda item: item.group):
        items = list(members)
        failed, skipped = sum(map(bool, map(_failures, items))), sum(bool(item.skipped) for item in items)
        counts = {"tests": str(len(items)), "failures": str(failed), "errors": "0", "skipped": str(skipped)}
        suite = SubElement(suites, "testsuite", {"name": _text(group, language), **counts})
        for item in items:
            _case(suite, report, item, language)
    for count in ("tests", "failures", "errors", "skipped"):
        suites.set(count, str(sum(int(suite.get(count, "0")) for suite in suites)))
    indent(suites)
    return f"<?xml version='1.0' encoding='utf-8'?>\n{tostring(suites, encoding='unicode')}\n"


def _case(suite: Element, report: Report, item: ReportItem, language: str) -> None:
    names = {"classname": f"{report.command}.{_text(item.group, language)}", "name": _text(item.name, language)}
    case = SubElement(suite, "testcase", names)
    failures = _failures(item)
    span = next((finding.span for finding in failures if finding.span.file), None)
    if span is not None:
        case.set("file", _text(span.file, language))
        case.set("line", str(span.line))
    if failures:
        first = failures[0]
        failure = SubElement(case, "failure", type=first.code, message=_text(first.message, language))
        failure.text = _text("\n".join(findings_as_lines(failures, report.sources, language)), language)
    elif item.skipped:
        SubElement(case, "skipped", message=_text(item.skipped, language))
    declared = [finding for finding in item.findings if finding.severity is DECLARED]
    if declared:
        SubElement(case, "system-out").text = _text(
            "\n".join(findings_as_lines(declared, report.sources, language)), language
        )


def _failures(item: ReportItem) -> list[Diagnostic]:
    return [finding for finding in item.findings if finding.severity is not DECLARED]


def _text(words: str, language: str) -> str:
    """Return words in a language, without the signs that XML cannot hold."""
    return printable(in_language(words, language), kept="\n")


# --- lines and JSON -------------------------------------------------------------------------------

#: The code under which what was not looked at is told in formats that know findings alone.
SKIPPED = "skipped"


def full(report: Report, language: str) -> str:
    """Return every finding with its lines, and what was left out, for people."""
    lines = findings_as_lines(report.findings, report.sources, language)
    return "\n".join([*lines, *skipped_lines(report.skipped, language), in_language(report.verdict, language)]) + "\n"


def concise(report: Report, language: str) -> str:
    """Return a line for each finding, as compilers print them, and one for each thing that was left out."""
    lines = []
    for finding in report.findings:
        place = f"{finding.span}: " if finding.span.file else ""
        severity = Message(finding.severity).get(language)
        message = printable(in_language(finding.message, language))
        lines.append(f"{printable(place)}{severity}[{finding.code}] {message}\n")
    return "".join([*lines, *(f"{line}\n" for line in skipped_lines(report.skipped, language))])


def skipped_lines(items: Iterable[ReportItem], language: str) -> Iterator[str]:
    """Yield a line for each thing that was left out, with the reason."""
    for what, why in _skipped(items, language):
        yield printable(Message("skipped: {what}: {why}", what=what, why=why).get(language))


def _skipped(items: Iterable[ReportItem], language: str) -> Iterator[tuple[str, str]]:
    """Yield what was left out and why."""
    for item in items:
        yield in_language(item.name, language), in_language(item.skipped, language)


def _json(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def as_json(report: Report, language: str) -> str:
    """Return the document of a command for programs."""
    return _json(report.document(language))


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
    for what, why in _skipped(report.skipped, language):
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
    for finding, fingerprint in fingerprints(_with_skipped(report, language)):
        file = from_root(finding.span.file) or report.folder
        begin, end = (finding.span.line, finding.span.end_line) if finding.span.file else (1, 1)
        issues.append(
            {
                "type": "issue",
                "description": printable(in_language(finding.message, language)),
                "check_name": finding.code,
                "fingerprint": fingerprint,
                "severity": _GITLAB_SEVERITIES[finding.severity],
                **({"content": {"body": _in_full(finding, language)}} if finding.code != SKIPPED else {}),
                "location": {"path": file, "lines": {"begin": begin, "end": max(begin, end)}},
            }
        )
    return _json(issues)


def _with_skipped(report: Report, language: str) -> Iterator[Diagnostic]:
    """Yield the findings, and what was left out as findings."""
    yield from report.findings
    for what, why in _skipped(report.skipped, language):
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
    for finding in _with_skipped(report, language):
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
    return _json({"source": {"name": PROGRAM}, "diagnostics": diagnostics})


def _page(report: Report, code: str, language: str) -> dict[str, str]:
    explained = report.site and code != SKIPPED
    return {"url": f"{report.site.rstrip('/')}/{page_of(code, language)}"} if explained else {}


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
        listing = Message("Formats: {formats}.", formats=", ".join(FORMATS))
        raise RequestError(sentences(nothing, suggest(format, FORMATS, listing)))
    if language not in LANGUAGES:
        raise RequestError(Message("“{language}” is no language of answers: en or it", language=language))
    return FORMATS[format](report, language)


class Rendered(ABC):
    """A result with a report behind it; a notebook shows it as Markdown."""

    @abstractmethod
    def report(self) -> Report:
        """Return it as a report (internal)."""

    def render(self, format: str = "full", language: str = "en") -> str:
        """Return it in a format of the commands.

        Args:
            format: ``full``, ``concise``, ``json``, ``github``, ``sarif``, ``junit``, ``gitlab``, ``rdjson`` or
                ``markdown``.
            language: ``en`` or ``it``.

        Raises:
            RequestError: If there is no such format or language.
        """
        return render(self.report(), format, language)

    def _repr_markdown_(self) -> str:
        return self.render("markdown")
