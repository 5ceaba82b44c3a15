"""A report: what a command looked at, what it found there, and what it left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple

from emperor_rules.diagnostics import Diagnostic, Severity
from emperor_rules.groups import by_key
from emperor_rules.messages import Message, counted, in_language
from emperor_rules.source import SourceFile, Span

#: What programs call the tool that reports.
PROGRAM = "emperor"
#: The group of items that are files.
FILE_ITEMS = Message("files")


@dataclass(frozen=True)
class ReportItem:
    """One thing that was looked at: a scenario, a file, a search, a question.

    Attributes:
        group: What it belongs to, such as a file or a text.
        name: Its name within the group.
        findings: What was found about it.
        skipped: Why it was not looked at; empty where it was.
    """

    group: str
    name: str
    findings: tuple[Diagnostic, ...] = ()
    skipped: str = ""


class Suppressed(NamedTuple):
    """A finding that is not shown, and why: the reason written for it, or that the baseline has it."""

    finding: Diagnostic
    reason: str


@dataclass(frozen=True)
class Report:
    """What a command came to.

    Attributes:
        command: Its name, such as ``check``.
        items: All that was looked at or left out, in order.
        verdict: One sentence that sums it up.
        folder: The folder of rules, as it is shown: the place of what has no other.
        sources: The files by name, for their lines.
        document: Returns the result for programs in a language, as ``--format json`` prints it.
        comment: Returns the result in a language as a comment under a pull request, where it has a form of its own.
        suppressed: Findings that are not shown.
        site: The address of the published site, whose pages explain the codes; empty where it is not told.
    """

    command: str
    items: tuple[ReportItem, ...]
    verdict: str
    folder: str = "rules"
    sources: Mapping[str, SourceFile] = field(default_factory=dict, repr=False)
    document: Callable[[str], object] = field(default=lambda language: {}, repr=False)
    comment: Callable[[str], str] | None = field(default=None, repr=False)
    suppressed: tuple[Suppressed, ...] = ()
    site: str = ""

    @cached_property
    def findings(self) -> tuple[Diagnostic, ...]:
        """All findings, in the order of the items."""
        return tuple(finding for item in self.items for finding in item.findings)

    @property
    def skipped(self) -> tuple[ReportItem, ...]:
        """What was not looked at."""
        return tuple(item for item in self.items if item.skipped)

    def count(self, severity: Severity) -> int:
        """Return how many findings have a severity."""
        return sum(finding.severity is severity for finding in self.findings)

    def narrowed(self, keep: Callable[[Diagnostic], str | None]) -> Report:
        """Return the report without some findings: ``keep`` returns why one is left out, ``None`` to keep it."""
        items, suppressed = [], list(self.suppressed)
        for item in self.items:
            reasons = [(finding, keep(finding)) for finding in item.findings]
            suppressed += [Suppressed(finding, reason) for finding, reason in reasons if reason is not None]
            items.append(replace(item, findings=tuple(finding for finding, reason in reasons if reason is None)))
        return replace(self, items=tuple(items), suppressed=tuple(suppressed))


def report_of_mistakes(command: str, findings: Sequence[Diagnostic], sources: Mapping[str, SourceFile]) -> Report:
    """Return the report of a command that came to nothing, as there are mistakes in the files that it reads."""
    by_file = by_key((finding.span.file, finding) for finding in findings)
    return Report(
        command,
        tuple(ReportItem(FILE_ITEMS, name or "rules", tuple(of_file)) for name, of_file in by_file.items()),
        counted(len(findings), "error"),
        sources=sources,
        document=lambda language: {"diagnostics": [finding_json(finding, language) for finding in findings]},
    )


def identity(finding: Diagnostic) -> tuple[str, ...]:
    """Return what a finding is about, wherever it stands: it stays the same when lines above it come or go."""
    message = in_language(finding.message, "en")
    return finding.code, finding.span.file, finding.text or "", finding.clause or "", message


def fingerprints(findings: Iterable[Diagnostic]) -> Iterator[tuple[Diagnostic, str]]:
    """Yield findings, each with a hash of its identity; of those that are alike each has one of its own."""
    seen: Counter[tuple[str, ...]] = Counter()
    for finding in findings:
        key = identity(finding)
        seen[key] += 1
        yield finding, sha256("\0".join((*key, str(seen[key]))).encode()).hexdigest()[:40]


def finding_json(finding: Diagnostic, language: str) -> dict[str, object]:
    """Return a finding with the keys of ``check --format json``; ``fixes`` only where there are some."""
    fixes = [
        {
            "title": in_language(fix.title, language),
            "certain": fix.certain,
            "edits": [{**_range(edit.span), "text": edit.text} for edit in fix.edits],
        }
        for fix in finding.fixes
    ]
    related = [
        {
            "text": other.text,
            "clause": other.clause,
            "file": other.span.file,
            "line": other.span.line,
            "message": in_language(other.message, language),
        }
        for other in finding.related
    ]
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": in_language(finding.message, language),
        "text": finding.text,
        "clause": finding.clause,
        "file": finding.span.file or None,
        "line": finding.span.line,
        "column": finding.span.column,
        "end-line": finding.span.end_line,
        "end-column": finding.span.end_column,
        "help": in_language(finding.help, language) or None,
        "related": related,
        "witness": witness_json(finding.witness) if finding.witness is not None else None,
        **({"fixes": fixes} if fixes else {}),
    }


def witness_json(witness: Mapping[str, object]) -> dict[str, object]:
    """Return a witness with every key but that of its text, null where it has nothing."""
    return {key: witness.get(key) for key in ("seats", "left", "leaving", "options", "on", "ask", "of", "given")}


def _range(span: Span) -> dict[str, object]:
    start, end = {"line": span.line, "column": span.column}, {"line": span.end_line, "column": span.end_column}
    return {"file": span.file, "start": start, "end": end}
