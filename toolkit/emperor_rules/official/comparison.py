"""An edition of the official rules beside what is known of the editions before it: section by section, rule by rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from emperor_rules.official.alignment import ALIKE_ELSEWHERE, EditionRule, KnownRule, RulePair, align, shared_rules
from emperor_rules.official.fingerprints import (
    Fingerprints,
    RuleHistory,
    RuleVersion,
    extended,
    in_order,
    similarity,
    version_of,
)
from emperor_rules.official.parsing import OfficialRules, order_of, section_of


@dataclass(frozen=True)
class SectionPairs:
    """A section before and after: its number known, its number in the edition (``None``: not there), its rules."""

    old: str
    new: str | None
    pairs: tuple[RulePair, ...]


@dataclass(frozen=True)
class Comparison:
    """What an edition makes of the rules known.

    Attributes:
        day: The day of the edition.
        known_day: The day of the edition that it was compared with, the newest not later than it.
        sections: All sections that were in force, in order of their known numbers.
        terms: The glossary terms that are known; empty where the edition has no glossary.
    """

    day: str
    known_day: str
    sections: tuple[SectionPairs, ...]
    terms: tuple[RulePair, ...] = ()

    def pairs(self) -> Iterator[RulePair]:
        """Yield all pairs of rules of all sections."""
        for section in self.sections:
            yield from section.pairs


def edition_sections(official: OfficialRules, day: str) -> dict[str, list[EditionRule]]:
    """Return the rules of an edition by section, in their order."""
    sections: dict[str, list[EditionRule]] = {}
    for rule in official.rules.values():
        sections.setdefault(section_of(rule.number), []).append(EditionRule(rule, day))
    return sections


def compare_edition(fingerprints: Fingerprints, official: OfficialRules, day: str) -> Comparison | None:
    """Compare an edition with the newest one known that is not later; ``None`` if it is older than all known."""
    known_day = fingerprints.known_day(day)
    if known_day is None:
        return None
    edition = edition_sections(official, day)
    held = [
        [
            KnownRule(history, version)
            for history in section
            if (version := fingerprints.version_on(history, known_day)) is not None
        ]
        for section in fingerprints.sections
    ]
    held = [sorted(rules, key=lambda rule: order_of(rule.number)) for rules in held if rules]
    held.sort(key=lambda rules: order_of(rules[0].number))
    names = _sections_now(held, edition)
    sections = [
        SectionPairs(section_of(rules[0].number), name, tuple(align(rules, edition[name] if name else ())))
        for rules, name in zip(held, names, strict=True)
    ]
    terms = tuple(_term_pairs(fingerprints, official, day, known_day)) if official.glossary else ()
    return Comparison(day, known_day, tuple(_moved_between(sections)), terms)


def _sections_now(
    held: Sequence[Sequence[KnownRule]], edition: Mapping[str, Sequence[EditionRule]]
) -> list[str | None]:
    """Find which section of the edition each known section has become: those that share most come first."""
    names: list[str | None] = [None] * len(held)
    open_sections = []
    for place, rules in enumerate(held):
        number = section_of(rules[0].number)
        if number in edition and 2 * shared_rules(rules, edition[number]) >= len(rules):
            names[place] = number
        else:
            open_sections.append(place)
    candidates = sorted(
        (-shared_rules(held[place], edition[section]), section != section_of(held[place][0].number), place, section)
        for place in open_sections
        for section in edition
        if section not in names
    )
    for shared, _, place, section in candidates:
        if shared < 0 and names[place] is None and section not in names:
            names[place] = section
    return names


def _moved_between(sections: Sequence[SectionPairs]) -> Iterator[SectionPairs]:
    """Join a rule that ended in one section with the new one in another that it has become."""
    ended = [pair.old for section in sections for pair in section.pairs if pair.old and pair.new is None]
    fresh = [pair.new for section in sections for pair in section.pairs if pair.new and pair.old is None]
    candidates = sorted(
        (
            (-similarity(old.version.sketch, new.version.sketch), i, j)
            for i, old in enumerate(ended)
            for j, new in enumerate(fresh)
        )
    )
    became: dict[int, EditionRule] = {}
    used: set[int] = set()
    for unlike, i, j in candidates:
        if -unlike >= ALIKE_ELSEWHERE and id(ended[i]) not in became and j not in used:
            became[id(ended[i])] = fresh[j]
            used.add(j)
    moved = {id(fresh[j]) for j in used}
    for section in sections:
        pairs = []
        for pair in section.pairs:
            if pair.old is not None and pair.new is None and id(pair.old) in became:
                pairs.append(RulePair(pair.old, became[id(pair.old)]))
            elif not (pair.old is None and id(pair.new) in moved):
                pairs.append(pair)
        yield replace(section, pairs=tuple(pairs))


def _term_pairs(fingerprints: Fingerprints, official: OfficialRules, day: str, known_day: str) -> Iterator[RulePair]:
    for term, history in sorted((fingerprints.terms or {}).items()):
        version = fingerprints.version_on(history, known_day)
        rule = official.glossary.get(term)
        if version is not None:
            new = None if rule is None else EditionRule(rule, day, term)
            yield RulePair(KnownRule(history, version), new)


def merge(fingerprints: Fingerprints, comparison: Comparison) -> Fingerprints:
    """Add an edition to what is known; no day, no section and no rule is ever dropped.

    The edition must not be older than the newest known.
    """
    day = comparison.day
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
                became[id(pair.old.history)] = pair.new.version if pair.new else RuleVersion(day, None)
    sections = tuple(
        in_order(
            [
                *(extended(history, became[id(history)]) if id(history) in became else history for history in section),
                *joined.get(number, ()),
            ]
        )
        for number, section in enumerate(fingerprints.sections)
    )
    terms = dict(fingerprints.terms or {})
    for pair in comparison.terms:
        assert pair.old is not None
        version = pair.new.version if pair.new else RuleVersion(day, None)
        terms[pair.old.number] = extended(pair.old.history, version)
    return Fingerprints(tuple(sorted({*fingerprints.editions, day})), sections, terms)


def with_sections(
    fingerprints: Fingerprints, official: OfficialRules, day: str, wanted: frozenset[str]
) -> Fingerprints:
    """Add the sections of an edition that clauses encode and that are not known yet."""
    held = {
        section_of(version.number)
        for section in fingerprints.sections
        for history in section
        if (version := fingerprints.version_on(history, day)) is not None and version.number is not None
    }
    edition = edition_sections(official, day)
    fresh = tuple(
        in_order((rule.version,) for rule in edition[section])
        for section in sorted(wanted - held)
        if section in edition
    )
    return Fingerprints(
        tuple(sorted({*fingerprints.editions, day})), (*fingerprints.sections, *fresh), fingerprints.terms
    )


def with_terms(fingerprints: Fingerprints, official: OfficialRules, day: str, wanted: frozenset[str]) -> Fingerprints:
    """Add the glossary terms of an edition that clauses encode and that are not known yet."""
    terms = dict(fingerprints.terms or {})
    for term in sorted(wanted):
        rule = official.glossary.get(term)
        if rule is not None and term not in terms:
            terms[term] = (version_of(rule, day, term),)
    return replace(fingerprints, terms=terms)
