"""An edition of the official rules beside what is known of the editions before it: section by section, rule by rule.

The rules of a section are aligned in order (Needleman and Wunsch 1970), by hash where the words are the same and by
sketch where they are not, then in a second pass those that left their order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from emperor_rules.groups import by_key
from emperor_rules.model.fingerprints import Fingerprints, RuleHistory, RuleVersion
from emperor_rules.official.fingerprints import similarity, version_of
from emperor_rules.official.published_rules import OfficialRule, OfficialRules, order_of, section_of

#: From this similarity on two rules are taken for one that was reworded, if their order agrees.
ALIKE = 0.45
#: Below that, a rule that keeps its place in the numbering is taken for the same from here on.
ALIKE_IN_PLACE = 0.25
#: A rule that left its order must be as like as this.
ALIKE_ELSEWHERE = 0.6
#: What the same words count for, beside a similarity of at most one; and the same place in the numbering.
SAME_WORDS = 3.0
SAME_PLACE = 0.2


@dataclass(frozen=True, slots=True)
class KnownRule:
    """A rule as it is known: its history, and its version on the day compared."""

    history: RuleHistory
    version: RuleVersion

    @property
    def number(self) -> str:
        """The number that it bears on the day compared."""
        return self.version.number or ""


@dataclass(frozen=True)
class EditionRule:
    """A rule as the edition of a day has it; a glossary term bears its ``term`` in the place of a number."""

    rule: OfficialRule
    since: str
    term: str | None = None

    @cached_property
    def version(self) -> RuleVersion:
        """Its fingerprint, made where it is looked at."""
        return version_of(self.rule, self.since, self.term)


@dataclass(frozen=True, slots=True)
class RulePair:
    """A rule before and after; one of the two is ``None`` where the rule is new or has ended."""

    old: KnownRule | None
    new: EditionRule | None

    @property
    def similarity(self) -> float:
        """How much the two wordings share, from 0 to 1, by their sketches; 0 where there is only one."""
        if self.old is None or self.new is None:
            return 0.0
        return similarity(self.old.version.sketch, self.new.version.sketch)

    @property
    def reworded(self) -> bool:
        """Whether the rule goes on in other words."""
        return self.old is not None and self.new is not None and self.old.version.words != self.new.version.words


def align(old_rules: Sequence[KnownRule], new: Sequence[EditionRule]) -> list[RulePair]:
    """Pair the rules of a section, in the order of the edition; ended rules come where they stood."""
    scores = [[_score(old, rule) for rule in new] for old in old_rules]
    pairs = dict(_best_in_order(scores))
    _pair_lone_rules(old_rules, new, pairs)
    pair_the_rest(old_rules, new, pairs)
    return list(_merged(old_rules, new, pairs))


def _score(old: KnownRule, new: EditionRule) -> float:
    """Return how well two rules fit, or 0 where they cannot be the same."""
    in_place = _suffix(old.number) == _suffix(new.rule.number)
    if old.version.words == new.version.words:
        return SAME_WORDS + (SAME_PLACE if in_place else 0.0)
    alike = similarity(old.version.sketch, new.version.sketch)
    if alike >= (ALIKE_IN_PLACE if in_place else ALIKE):
        return alike + (SAME_PLACE if in_place else 0.0)
    return 0.0


def _suffix(number: str) -> str:
    return number.partition(".")[2]


def _best_in_order(scores: Sequence[Sequence[float]]) -> Iterator[tuple[int, int]]:
    """Yield the pairs (known, new) of the best alignment that keeps both orders."""
    if not scores:
        return
    rows, columns = len(scores), len(scores[0])
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            fits = scores[i][j]
            best[i][j] = max(best[i + 1][j], best[i][j + 1], fits + best[i + 1][j + 1] if fits else 0.0)
    i = j = 0
    while i < rows and j < columns:
        fits = scores[i][j]
        if fits and best[i][j] == fits + best[i + 1][j + 1]:
            yield i, j
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1


def _pair_lone_rules(old_rules: Sequence[KnownRule], new: Sequence[EditionRule], pairs: dict[int, int]) -> None:
    """Pair a rule that stands alone between two aligned ones with the one that stands alone there now.

    It must have kept its place in the numbering, where no sentence may be left as it was, or be a little alike.
    """
    borders = [(-1, -1), *sorted(pairs.items()), (len(old_rules), len(new))]
    for (i, j), (next_i, next_j) in pairwise(borders):
        if next_i - i != 2 or next_j - j != 2:
            continue
        old, rule = old_rules[i + 1], new[j + 1]
        if _suffix(old.number) == _suffix(rule.rule.number) or (
            similarity(old.version.sketch, rule.version.sketch) >= ALIKE_IN_PLACE
        ):
            pairs[i + 1] = j + 1


def pair_the_rest(old_rules: Sequence[KnownRule], new: Sequence[EditionRule], pairs: dict[int, int]) -> None:
    """Pair what left its order: the most similar first."""
    taken = set(pairs.values())
    candidates = [
        (1.0 if same else similarity(old.version.sketch, rule.version.sketch), i, j)
        for i, old in enumerate(old_rules)
        if i not in pairs
        for j, rule in enumerate(new)
        if j not in taken
        for same in (old.version.words == rule.version.words,)
    ]
    for alike, i, j in sorted(candidates, key=lambda candidate: (-candidate[0], candidate[1:])):
        if alike >= ALIKE_ELSEWHERE and i not in pairs and j not in taken:
            pairs[i] = j
            taken.add(j)


def _merged(old_rules: Sequence[KnownRule], new: Sequence[EditionRule], pairs: Mapping[int, int]) -> Iterator[RulePair]:
    by_new = {j: i for i, j in pairs.items()}
    ended = [i for i in range(len(old_rules)) if i not in pairs]
    for j, rule in enumerate(new):
        i = by_new.get(j)
        if i is None:
            yield RulePair(None, rule)
            continue
        while ended and ended[0] < i:
            yield RulePair(old_rules[ended.pop(0)], None)
        yield RulePair(old_rules[i], rule)
    yield from (RulePair(old_rules[i], None) for i in ended)


def shared_rules(old_rules: Sequence[KnownRule], new: Sequence[EditionRule]) -> int:
    """Count the known rules whose words stand in a section of an edition, or words much like them."""
    words = {rule.version.words for rule in new}
    return sum(
        old.version.words in words
        or max((similarity(old.version.sketch, rule.version.sketch) for rule in new), default=0.0) >= ALIKE
        for old in old_rules
    )


# --- all sections ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class SectionPairs:
    """A section before and after: its number known, its number in the edition (``None``: not there), its rules."""

    old: str
    new: str | None
    pairs: tuple[RulePair, ...]


@dataclass(frozen=True)
class EditionComparison:
    """What an edition makes of the rules known.

    Attributes:
        day: The day of the edition.
        known_day: The day of the edition that it was compared with, the newest not later than it.
        sections: All sections that were in force, in order of their known numbers.
        terms: The glossary terms whose words of that time are known; empty where the edition has no glossary.
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
    return by_key((section_of(rule.number), EditionRule(rule, day)) for rule in official.rules.values())


def compare_edition(fingerprints: Fingerprints, official: OfficialRules, day: str) -> EditionComparison | None:
    """Compare an edition with the newest one known that is not later; ``None`` if it is older than all known."""
    known_day = fingerprints.known_day(day)
    if known_day is None:
        return None
    edition = edition_sections(official, day)
    known_sections = [
        [
            KnownRule(history, version)
            for history in section
            if (version := fingerprints.version_on(history, known_day)) is not None
        ]
        for section in fingerprints.sections
    ]
    known_sections = [sorted(rules, key=lambda rule: order_of(rule.number)) for rules in known_sections if rules]
    known_sections.sort(key=lambda rules: order_of(rules[0].number))
    names = _sections_now(known_sections, edition)
    sections = [
        SectionPairs(section_of(rules[0].number), name, tuple(align(rules, edition[name] if name else ())))
        for rules, name in zip(known_sections, names, strict=True)
    ]
    terms = tuple(_term_pairs(fingerprints, official, day)) if official.glossary else ()
    return EditionComparison(day, known_day, tuple(_moved_between(sections)), terms)


def _sections_now(
    sections: Sequence[Sequence[KnownRule]], edition: Mapping[str, Sequence[EditionRule]]
) -> list[str | None]:
    """Find which section of the edition each known section has become: those that share most come first."""
    numbers = [section_of(rules[0].number) for rules in sections]
    names: list[str | None] = [
        number if number in edition and _keeps_its_number(rules, number, edition) else None
        for rules, number in zip(sections, numbers, strict=True)
    ]
    candidates = sorted(
        (-shared_rules(rules, edition[section]), section != numbers[place], place, section)
        for place, rules in enumerate(sections)
        if names[place] is None
        for section in edition
        if section not in names
    )
    for shared, _, place, section in candidates:
        if shared < 0 and names[place] is None and section not in names:
            names[place] = section
    return names


def _keeps_its_number(rules: Sequence[KnownRule], number: str, edition: Mapping[str, Sequence[EditionRule]]) -> bool:
    """Tell whether a section shares half its rules with that of its number, and more with no other.

    Two that are much alike can move on the same day, one of them to where the other was.
    """
    shared = shared_rules(rules, edition[number])
    if 2 * shared < len(rules):
        return False
    return shared == len(rules) or all(shared_rules(rules, others) <= shared for others in edition.values())


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


def _term_pairs(fingerprints: Fingerprints, official: OfficialRules, day: str) -> Iterator[RulePair]:
    """Pair the terms known with those of an edition, where it is known what they were at that time.

    A day between two glossaries that were read has the words of one or the other; where these differ and the edition
    has neither, they may have changed more than once in between, as they may have before the first that was read: then
    nothing is said, unless the words are known from another day.
    """
    before = [read for read in fingerprints.glossaries if read <= day][-1:]
    after = [] if before == [day] else [read for read in fingerprints.glossaries if read > day][:1]
    for term, history in sorted(fingerprints.terms.items()):
        rule = official.glossary.get(term)
        if rule is None and not official.spans(term):
            continue
        new = None if rule is None else EditionRule(rule, day, term)
        words = None if new is None else new.version.words
        near = [fingerprints.version_on(history, read) for read in (*before, *after)]
        unchanged = [version for version in near if (version and version.words) == words]
        if not unchanged and (not before or len({version and version.words for version in near}) > 1):
            unchanged = [version for version in history if version.number and version.words == words]
            if not unchanged:
                continue
        version = (*unchanged, *near)[0] if unchanged or near else None
        if version is not None:
            yield RulePair(KnownRule(history, version), new)
