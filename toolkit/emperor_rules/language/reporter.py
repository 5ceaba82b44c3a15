"""The mistakes of one file, each noticed at a token or between two offsets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from emperor_rules.diagnostics import Diagnostic, error
from emperor_rules.language.syntax_tree import Token
from emperor_rules.source import SourceFile

#: Called with each mistake: its code, its message, its start and end in the text, and what to write instead.
Report = Callable[[str, str, tuple[int, int], str], None]


@dataclass
class Reporter:
    """Collects what is wrong with one file; what reads a file is one, or reports to one."""

    source: SourceFile
    findings: list[Diagnostic] = field(default_factory=list)

    def report(self, code: str, message: str, place: Token | tuple[int, int], help: str) -> None:
        """Add an error at a token, or from one offset to another, with what to write instead."""
        start, end = (place.start, place.end) if isinstance(place, Token) else place
        self.findings.append(error(code, message, self.source.span(start, max(end, start + 1)), help))
