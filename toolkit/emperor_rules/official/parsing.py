"""The official rules as published: numbered rules with their examples, and the glossary.

The file opens with a title, the day on which it takes effect and a table of contents, which names every section and the
glossary once before they come. A rule is a paragraph that begins with its number; its letters leave out l and o.
Paragraphs that begin with “Example:” belong to the rule above them.
"""

from __future__ import annotations

import re
from calendar import month_name
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from emperor_rules.diagnostics import Diagnostic, error
from emperor_rules.source import SourceFile

HEADING = re.compile(r"(\d{3})\.\s+\S")
CHAPTER = re.compile(r"\d\.\s+\S")
RULE = re.compile(r"(\d{3})\.(\d+)([a-z]?)(?:\.|(?<=[a-z]))?\s+(?=\S)")
EXAMPLE = re.compile(r"Example\s*:\s*", re.IGNORECASE)
EFFECTIVE = re.compile(r"\beffective\b.{0,40}?\b([A-Z][a-z]+)\s+(\d{1,2}),\s*(\d{4})", re.DOTALL)
#: What ends a paragraph. A line that begins with a number behind one without it goes on with a sentence.
ENDS = (".", "!", "?", ":", ")", "”", "’", '"', "'", "…")
GLOSSARY, CREDITS = "Glossary", "Credits"

Place = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class OfficialRule:
    """One rule as it stands in the file: its number, its words, its examples, and its line."""

    number: str
    words: str
    examples: tuple[str, ...] = ()
    line: int = 1


@dataclass(frozen=True)
class OfficialRules:
    """A file of official rules: since when it holds, rules by number, glossary by term in lower case with hyphens."""

    effective: str | None
    rules: Mapping[str, OfficialRule]
    glossary: Mapping[str, OfficialRule]


@dataclass
class _Open:
    number: str
    line: int
    parts: list[list[str]]

    def rule(self) -> OfficialRule:
        words, *examples = (" ".join(" ".join(part).split()) for part in self.parts)
        return OfficialRule(self.number, words, tuple(examples), self.line)


def parse_rules(source: SourceFile) -> tuple[OfficialRules | None, tuple[Diagnostic, ...]]:
    """Read the official rules; a file without a numbered rule gives ``None`` and a diagnostic."""
    lines = source.text.split("\n")
    rules: dict[str, OfficialRule] = {}
    last: Place = (0, 0, "")
    current: _Open | None = None
    before = ""
    glossary, credits = (_last(lines, heading) for heading in (GLOSSARY, CREDITS))
    end = len(lines)
    for number, raw in enumerate(lines):
        line = raw.strip().lstrip("\ufeff")
        fresh = not before or before.endswith(ENDS) or (current is None and not rules)
        found, section = RULE.match(line), HEADING.match(line)
        if found and fresh and (place := _place(found)) > last:
            _close(current, rules)
            current, last = _Open(found.group().strip().rstrip("."), number + 1, [[line[found.end() :]]]), place
        elif not found and section and (fresh or current is None):
            _close(current, rules)
            current, last = None, (int(section[1]), 0, "")
        elif number in (glossary, credits) and rules:
            end = number
            break
        elif not before and CHAPTER.match(line):
            _close(current, rules)
            current = None
        elif line and current is not None:
            example = EXAMPLE.match(line)
            if example:
                current.parts.append([line[example.end() :]])
            else:
                current.parts[-1].append(line)
        before = line
    _close(current, rules)
    if not rules:
        return None, (
            error(
                "R802",
                f"the file {source.name} holds no numbered rule",
                source.span(0, 0),
                "Take the file of the official rules that is published as plain text.",
            ),
        )
    terms = {_term(term): rule for term, rule in _glossary(lines, end)}
    return OfficialRules(_effective(source.text), rules, terms), ()


def _last(lines: list[str], heading: str) -> int:
    """Find the last line that is a heading: the one before names it among the contents. Beyond the file if none is."""
    return max((number for number, line in enumerate(lines) if line.strip() == heading), default=len(lines))


def _close(current: _Open | None, rules: dict[str, OfficialRule]) -> None:
    if current is not None:
        rule = current.rule()
        rules[rule.number] = rule


def _place(found: re.Match[str]) -> Place:
    return int(found[1]), int(found[2]), found[3]


def _effective(text: str) -> str | None:
    """Find since when the rules hold, as YYYY-MM-DD."""
    for found in EFFECTIVE.finditer(text[:20_000]):
        month, day, year = found.groups()
        if month in month_name:
            try:
                return date(int(year), list(month_name).index(month), int(day)).isoformat()
            except ValueError:
                continue
    return None


def _glossary(lines: list[str], start: int) -> Iterator[tuple[str, OfficialRule]]:
    """Yield the terms behind the heading: a term on a line of its own, its meaning below, a blank line between."""
    if start >= len(lines) or lines[start].strip() != GLOSSARY:
        return
    current: _Open | None = None
    for number in range(start + 1, len(lines) + 1):
        line = lines[number].strip() if number < len(lines) else CREDITS
        if line == CREDITS or not line:
            if current is not None and current.parts[0]:
                yield current.number, current.rule()
            current = None
            if line == CREDITS:
                return
        elif current is None:
            current = _Open(line, number + 1, [[]])
        else:
            current.parts[0].append(line)


def _term(term: str) -> str:
    return "-".join(re.findall(r"\w+", term.lower()))
