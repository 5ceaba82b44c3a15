"""Dated folders of official rules: the editions of many days, and the fingerprints that follow from them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from emperor_rules.diagnostics import Diagnostic
from emperor_rules.model.fingerprints import Fingerprints, RuleHistory, RuleVersion
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.official.clause_matches import clauses_by_term, sections_encoded
from emperor_rules.official.comparison import EditionComparison, compare_edition, edition_sections
from emperor_rules.official.fingerprints import by_newest_number, extended, version_of
from emperor_rules.official.published_rules import OfficialRule, OfficialRules, read_rules, section_of

DATE_IN_NAME = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True)
class Archive:
    """Official rules of many days: runs of editions of the same sections, each as (day, rules), oldest first."""

    runs: tuple[tuple[tuple[str, OfficialRules], ...], ...]

    @property
    def days(self) -> tuple[str, ...]:
        """All days from which some edition holds."""
        return tuple(sorted({day for run in self.runs for day, _ in run}))

    def edition(self, day: str) -> OfficialRules:
        """Return the rules in effect on a day, gathered from all runs.

        Runs of later numbers win where two runs hold a number on that day: theirs is the younger edition. Where both
        are of one day, a lone number among those of another section is a misprint, and yields. The glossary is that of
        editions of that very day: what it said between two of them nobody read.
        """
        editions = [next((edition for edition in reversed(run) if edition[0] <= day), None) for run in self.runs]
        rules: dict[str, OfficialRule] = {}
        days: dict[str, str] = {}
        glossary: dict[str, OfficialRule] = {}
        for since, official in sorted((edition for edition in editions if edition), key=lambda edition: edition[0]):
            sizes = Counter(map(section_of, official.rules))
            for number, rule in official.rules.items():
                if sizes[section_of(number)] > 1 or days.get(number) != since:
                    rules[number], days[number] = rule, since
            if since == day:
                glossary.update(official.glossary)
        return OfficialRules(day, rules, glossary)


def read_archive(folder: Path) -> tuple[Archive, tuple[Diagnostic, ...]]:
    """Read all text files below a folder that bear a date, in their own name or in that of their folder."""
    runs: dict[Path, list[tuple[str, OfficialRules]]] = {}
    findings: list[Diagnostic] = []
    for path in sorted(folder.rglob("*.txt")):
        own, outer = DATE_IN_NAME.fullmatch(path.stem), DATE_IN_NAME.search(path.parent.name)
        day = own or outer
        if day is None:
            continue
        official, faults = read_rules(path)
        findings.extend(faults)
        if official is not None:
            runs.setdefault(path.parent if own else path, []).append((day.group(), official))
    return Archive(tuple(tuple(runs[run]) for run in sorted(runs))), tuple(findings)


def fingerprints_of(rulebook: Rulebook, archive: Archive, fingerprints: Fingerprints | None = None) -> Fingerprints:
    """Return what is known after an archive: its editions newer than all known, in their order, and all glossaries."""
    fingerprints = fingerprints or Fingerprints()
    for day in archive.days:
        fingerprints = accept(fingerprints, rulebook, archive.edition(day), day)
    return fingerprints


def accept(fingerprints: Fingerprints, rulebook: Rulebook, official: OfficialRules, day: str) -> Fingerprints:
    """Add an edition: its changes, sections encoded since, and its glossary.

    Of an edition not newer than the newest known its glossary is added, unless it was. No day, no section and no rule
    that is known is ever dropped.
    """
    newest = fingerprints.known_day(None)
    if newest is not None and day <= newest:
        return _with_glossary(fingerprints, rulebook, official, day)
    comparison = compare_edition(fingerprints, official, day)
    merged = fingerprints if comparison is None else _merged(fingerprints, comparison)
    known_sections = set(map(section_of, merged.rules_on(day)))
    edition = edition_sections(official, day)
    encoded = sorted((sections_encoded(rulebook, day) - known_sections) & edition.keys())
    sections = (by_newest_number((rule.version,) for rule in edition[section]) for section in encoded)
    grown = replace(merged, editions=(*merged.editions, day), sections=(*merged.sections, *sections))
    return _with_glossary(grown, rulebook, official, day)


def _with_glossary(fingerprints: Fingerprints, rulebook: Rulebook, official: OfficialRules, day: str) -> Fingerprints:
    """Add the terms of an edition, those known and those that clauses encode on its day.

    An extract, whose glossary would not show all of them, adds nothing.
    """
    encoded = clauses_by_term(rulebook, day).keys()
    terms = {*fingerprints.terms, *(encoded & official.glossary.keys())}
    if not official.glossary or day in fingerprints.glossaries or not all(map(official.spans, encoded)):
        return fingerprints
    days = sorted({*fingerprints.glossaries, day})
    histories: dict[str, RuleHistory] = {}
    for term in sorted(terms):
        versions, rule = fingerprints.terms.get(term, ()), official.glossary.get(term)
        history: RuleHistory = ()
        for read in days:
            if read == day:
                version = version_of(rule, day, term) if rule is not None else None
            else:
                version = fingerprints.version_on(versions, read)
            if version is not None:
                version = replace(version, since=read)
            elif history:
                version = RuleVersion(read, None)
            history = history if version is None else extended(history, version)
        if history:
            histories[term] = history
    return replace(fingerprints, terms=histories, glossaries=tuple(days))


def _merged(fingerprints: Fingerprints, comparison: EditionComparison) -> Fingerprints:
    became: dict[int, RuleVersion] = {}
    joined: dict[int, list[RuleHistory]] = {}
    homes = {id(history): number for number, section in enumerate(fingerprints.sections) for history in section}
    for section in comparison.sections:
        home = next(homes[id(pair.old.history)] for pair in section.pairs if pair.old is not None)
        for pair in section.pairs:
            if pair.old is None:
                assert pair.new is not None
                joined.setdefault(home, []).append((pair.new.version,))
            else:
                became[id(pair.old.history)] = pair.new.version if pair.new else RuleVersion(comparison.day, None)
    sections = tuple(
        by_newest_number(
            [
                *(extended(history, became[id(history)]) if id(history) in became else history for history in section),
                *joined.get(number, ()),
            ]
        )
        for number, section in enumerate(fingerprints.sections)
    )
    return replace(fingerprints, sections=sections)
