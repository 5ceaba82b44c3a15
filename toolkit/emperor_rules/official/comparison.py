"""An edition of the official rules beside what is known of the editions before it: section by section, rule by rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from emperor_rules.official.alignment import EditionRule, KnownRule, RulePair, align, pair_the_rest, shared_rules
from emperor_rules.official.fingerprints import Fingerprints
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
    became: dict[int, int] = {}
    pair_the_rest(ended, fresh, became)
    new_of = {id(ended[i]): fresh[j] for i, j in became.items()}
    moved = set(map(id, new_of.values()))
    for section in sections:
        joined = (RulePair(p.old, new_of.get(id(p.old), p.new)) for p in section.pairs if id(p.new) not in moved)
        yield replace(section, pairs=tuple(joined))


def _term_pairs(fingerprints: Fingerprints, official: OfficialRules, day: str, known_day: str) -> Iterator[RulePair]:
    for term, history in sorted(fingerprints.terms.items()):
        version = fingerprints.version_on(history, known_day)
        rule = official.glossary.get(term)
        if version is not None:
            new = None if rule is None else EditionRule(rule, day, term)
            yield RulePair(KnownRule(history, version), new)
