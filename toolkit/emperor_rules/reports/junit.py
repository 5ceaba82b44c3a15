"""A report as test results in JUnit's XML: each item is a case, failed where something was found about it."""

from __future__ import annotations

from itertools import groupby
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from emperor_rules.diagnostics import DECLARED, Diagnostic
from emperor_rules.messages import in_language
from emperor_rules.reports.lines import findings_as_lines, printable
from emperor_rules.reports.report import PROGRAM, Report, ReportItem


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
