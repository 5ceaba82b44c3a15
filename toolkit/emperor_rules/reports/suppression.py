"""Which findings are not shown, and why: by their codes, by reasons that a project writes, or for being old.

A baseline holds the findings of a day, so that rules with old mistakes can be kept from new ones. A finding is known
again by its code, file, text, clause and message, not by its line.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from emperor_rules import files
from emperor_rules.code_help import explanations
from emperor_rules.diagnostics import Diagnostic
from emperor_rules.errors import RequestError
from emperor_rules.messages import Message, sentences
from emperor_rules.reports.report import identity

NOT_SELECTED = Message("Its code is not among those selected.")
CODE_IGNORED = Message("Its code is ignored.")
IN_BASELINE = Message("It stands in the baseline.")
BASELINE_VERSION = 1


@dataclass(frozen=True, slots=True)
class IgnoredFinding:
    """A finding that a project ignores, with the reason; what is empty is not asked about."""

    code: str
    reason: str
    text: str = ""
    clause: str = ""
    file: str = ""

    def covers(self, finding: Diagnostic) -> bool:
        """Return whether it is about a finding."""
        asked = ((self.text, finding.text), (self.clause, finding.clause), (self.file, finding.span.file))
        return finding.code.startswith(self.code) and all(not wanted or wanted == had for wanted, had in asked)


@dataclass
class Suppression:
    """What is not shown of a run.

    Attributes:
        select: The beginnings of the codes that are shown; all where there are none.
        ignore: The beginnings of the codes that are not.
        ignored: The findings that a project ignores.
        baseline: How many findings of each identity are old; those met are taken off.
        used: Which of ``ignored`` were met.
    """

    select: Sequence[str] = ()
    ignore: Sequence[str] = ()
    ignored: Sequence[IgnoredFinding] = ()
    baseline: Counter[tuple[str, ...]] = field(default_factory=Counter)
    used: set[IgnoredFinding] = field(default_factory=set)

    def reason_of(self, finding: Diagnostic) -> str | None:
        """Return why a finding is not shown, ``None`` if it is."""
        if self.select and not finding.code.startswith(tuple(self.select)):
            return NOT_SELECTED
        if finding.code.startswith(tuple(self.ignore)):
            return CODE_IGNORED
        for entry in self.ignored:
            if entry.covers(finding):
                self.used.add(entry)
                return entry.reason
        key = identity(finding)
        if self.baseline[key] > 0:
            self.baseline[key] -= 1
            return IN_BASELINE
        return None


class UnknownCode(RequestError):
    """A code that no message has."""

    code = "R702"


def known_codes(beginnings: Iterable[str]) -> tuple[str, ...]:
    """Return beginnings of codes in capitals; raises :class:`UnknownCode` where one begins none."""
    every = explanations("en")
    wanted = tuple(beginning.upper() for beginning in beginnings)
    for beginning in wanted:
        if not any(code.startswith(beginning) for code in every):
            nothing = Message("there is no code “{code}”.", code=beginning)
            raise UnknownCode(sentences(nothing, Message("All codes: emperor explain")))
    return wanted


def read_baseline(file: Path) -> Counter[tuple[str, ...]]:
    """Return a baseline.

    Raises:
        RequestError: If the file cannot be read, or is no baseline.
    """
    try:
        content: Any = json.loads(file.read_text(encoding="utf-8"))
        keys = ("code", "file", "text", "clause", "message")
        entries = [(tuple(str(entry[key]) for key in keys), int(entry["count"])) for entry in content["findings"]]
    except OSError as problem:
        raise RequestError(
            Message("the baseline {file} cannot be read: {reason}", file=file, reason=files.reason(problem))
        ) from None
    except (ValueError, KeyError, TypeError, RecursionError):
        how = Message("the baseline {file} is none: write it anew with --write-baseline", file=file)
        raise RequestError(how) from None
    return Counter(dict(entries))


def baseline_text(findings: Iterable[Diagnostic]) -> str:
    """Return the file that holds some findings as old ones."""
    counts = sorted(Counter(map(identity, findings)).items())
    entries = [
        {"code": code, "file": file, "text": text, "clause": clause, "message": message, "count": count}
        for (code, file, text, clause, message), count in counts
    ]
    return json.dumps({"version": BASELINE_VERSION, "findings": entries}, ensure_ascii=False, indent=2) + "\n"
