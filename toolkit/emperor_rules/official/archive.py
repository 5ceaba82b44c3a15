"""Dated folders of official rules: the editions of many days, and the fingerprints that follow from them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from emperor_rules.diagnostics import Diagnostic
from emperor_rules.model.fingerprints import Fingerprints, RuleHistory, RuleVersion
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.official.clause_matches import sections_encoded, terms_encoded
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

        Runs of later numbers win where two runs hold a number on that day: theirs is the younger edition.
        """
        editions = [next((edition for edition in reversed(run) if edition[0] <= day), None) for run in self.runs]
        rules: dict[str, OfficialRule] = {}
        glossary: dict[str, OfficialRule] = {}
        for _, official in sorted((edition for edition in editions if edition), key=lambda edition: edition[0]):
            rules.update(official.rules)
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
    """Return what is known after all editions of an archive that are newer than what is ``known``, in their order."""
    fingerprints = fingerprints or Fingerprints()
    newest = fingerprints.known_day(None) or ""
    for day in archive.days:
        if day > newest:
            fingerprints = accept(fingerprints, rulebook, archive.edition(day), day)
    return fingerprints


def accept(fingerprints: Fingerprints, rulebook: Rulebook, official: OfficialRules, day: str) -> Fingerprints:
    """Add an edition that is not older than the newest known: its changes, and sections and terms encoded since.

    No day, no section and no rule that is known is ever dropped.
    """
    comparison = compare_edition(fingerprints, official, day)
    merged = fingerprints if comparison is None else _merged(fingerprints, comparison)
    known_sections = set(map(section_of, merged.rules_on(day)))
    edition = edition_sections(official, day)
    encoded = sorted((sections_encoded(rulebook, day) - known_sections) & edition.keys())
    sections = (by_newest_number((rule.version,) for rule in edition[section]) for section in encoded)
    glossary = official.glossary
    terms = {term: (version_of(glossary[term], day, term),) for term in terms_encoded(rulebook, day) & glossary.keys()}
    editions = tuple(sorted({*fingerprints.editions, day}))
    return Fingerprints(editions, (*merged.sections, *sections), {**terms, **merged.terms})


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
    terms = dict(fingerprints.terms)
    for pair in comparison.terms:
        assert pair.old is not None
        version = pair.new.version if pair.new else RuleVersion(comparison.day, None)
        terms[pair.old.number] = extended(pair.old.history, version)
    return replace(fingerprints, sections=sections, terms=terms)
