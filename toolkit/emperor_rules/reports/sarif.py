"""A report in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS Standard, 2020)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from emperor_rules.code_help import Explanation, explanations, page_of
from emperor_rules.diagnostics import DECLARED, ERROR, WARNING, Diagnostic
from emperor_rules.edits import Fix
from emperor_rules.messages import in_language
from emperor_rules.reports.lines import printable
from emperor_rules.reports.places import from_root
from emperor_rules.reports.report import PROGRAM, Report, fingerprints
from emperor_rules.source import Span

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {ERROR: "error", WARNING: "warning", DECLARED: "note"}


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
        {
            "level": "note",
            "message": {"text": f"{in_language(item.name, language)}: {in_language(item.skipped, language)}"},
            "descriptor": {"id": "skipped"},
        }
        for item in report.skipped
    ]
    run = {
        "tool": {
            "driver": {
                "name": PROGRAM,
                "semanticVersion": __version__,
                "language": language,
                "rules": [_rule(every[code], report, language) for code in codes],
                "notifications": [{"id": "skipped", "name": "Skipped"}],
            }
        },
        "automationDetails": {"id": f"{PROGRAM}/{report.command}/"},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"SRCROOT": {"description": {"text": "The top of the repository."}}},
        "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": notifications}],
        "results": results,
    }
    document = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _rule(explanation: Explanation, report: Report, language: str) -> dict[str, Any]:
    words = explanation.why
    for example in explanation.examples[:1]:
        words += f"\n\n{example.snippet}\n\n{example.message}" + (f"\n{example.help}" if example.help else "")
        words += f"\n\n{example.instead}" if example.instead else ""
    rule: dict[str, Any] = {
        "id": explanation.code,
        "shortDescription": {"text": printable(explanation.summary)},
        "fullDescription": {"text": printable(explanation.why)},
        "help": {"text": printable(words, kept="\n")},
        "properties": {"tags": ["rules"]},
    }
    if report.site:
        rule["helpUri"] = f"{report.site.rstrip('/')}/{page_of(explanation.code, language)}"
    return rule


def _result(report: Report, finding: Diagnostic, numbers: Mapping[str, int], language: str) -> dict[str, Any]:
    message = in_language(finding.message, language)
    help = in_language(finding.help, language).rstrip()
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": numbers[finding.code],
        "level": _LEVELS[finding.severity],
        "kind": "informational" if finding.severity is DECLARED else "fail",
        "message": {"text": printable(f"{message}\n{help}" if help else message, kept="\n")},
        "locations": [{"physicalLocation": _place(finding.span, report.folder)}],
    }
    if finding.severity is DECLARED:
        result["level"] = "none"  # as the standard wants for what is no failure
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
    names = {"text": finding.text, "clause": finding.clause, "witness": finding.witness}
    properties = {key: dict(value) if isinstance(value, Mapping) else value for key, value in names.items() if value}
    more = {"relatedLocations": related, "fixes": fixes, "properties": properties}
    return result | {key: value for key, value in more.items() if value}


def _fix(fix: Fix, language: str) -> dict[str, Any]:
    files: dict[str, list[dict[str, Any]]] = {}
    for edit in fix.edits:
        replaced = {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}}
        files.setdefault(edit.span.file, []).append(replaced)
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
    return {"uri": quote(file)}
