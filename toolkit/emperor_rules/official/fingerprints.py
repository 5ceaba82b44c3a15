"""Fingerprints are made, compared and written: hashes and sketches of the words of official rules."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b, sha256
from itertools import pairwise
from operator import eq

from emperor_rules.model.fingerprints import BINS, FORMAT_VERSION, Fingerprints, RuleHistory, RuleVersion, Section
from emperor_rules.official.published_rules import OfficialRule, order_of

#: Hexadecimal digits of a hash of words.
DIGITS = 16
#: The digit of a bin into which nothing fell.
EMPTY = "-"
#: Quotation marks and apostrophes differ from edition to edition; one edition shows “?” for them, one lost them.
QUOTATION_MARKS = re.compile(r"[’‘'“”\"?`\ufffd]")
WORD_PATTERN = re.compile(r"[^\W_]+")
#: Numbers of other rules, which move without any change of meaning.
CITED = re.compile(r"\b\d{3}(?:\.\d+[a-z]{0,2})?\b(?:\s*[-–—]\s*[a-z]\b)?")


def normalise(words: str) -> str:
    """Reduce words to what a change of meaning changes: no signs, no letter case, no numbers of other rules."""
    plain = QUOTATION_MARKS.sub("", unicodedata.normalize("NFKC", words).casefold())
    return " ".join(WORD_PATTERN.findall(CITED.sub(" ", plain)))


@lru_cache(maxsize=4096)  # from one edition to the next nearly all rules stay
def fingerprint(words: str) -> str:
    """Return the hash of normalised words, :data:`DIGITS` hexadecimal digits."""
    return sha256(normalise(words).encode()).hexdigest()[:DIGITS]


@lru_cache(maxsize=4096)
def sketch(words: str) -> str:
    """Return a sketch of words and pairs of words: one permutation hashing (Li, Owen and Zhang 2012).

    Each feature is hashed once; the hash chooses a bin, and the least hash of a bin gives its digit. No word can be
    read back from it.
    """
    plain = normalise(words).split()
    least: dict[int, int] = {}
    for feature in {*plain, *map(" ".join, pairwise(plain))}:
        value = int.from_bytes(blake2b(feature.encode(), digest_size=8).digest())
        place, rest = value % BINS, value // BINS
        if place not in least or rest < least[place]:
            least[place] = rest
    return "".join(f"{least[place] % 16:x}" if place in least else EMPTY for place in range(BINS))


@lru_cache(maxsize=1 << 16)  # thousands are compared with each other, for each edition anew
def similarity(first: str, second: str) -> float:
    """Estimate from two sketches how many words and pairs of words two rules share (Jaccard index, 0 to 1)."""
    alike: int = sum(map(eq, first, second))
    if EMPTY not in first or EMPTY not in second:
        return alike / BINS
    filled: int = sum(map(eq, first, second.replace(EMPTY, " ")))  # of those alike, the bins into which something fell
    empty = alike - filled
    return filled / (BINS - empty) if empty < BINS else 0.0


def version_of(rule: OfficialRule, since: str, number: str | None = None) -> RuleVersion:
    """Return the fingerprint of a rule as it stands in an edition."""
    examples = tuple(map(fingerprint, rule.examples))
    return RuleVersion(since, number or rule.number, fingerprint(rule.words), sketch(rule.words), examples)


def fingerprints_text(fingerprints: Fingerprints) -> str:
    """Write fingerprints as JSON, one rule to a line."""
    sections = [",\n".join(f"   {_written(history)}" for history in section) for section in fingerprints.sections]
    terms = [f"  {json.dumps(term)}: {_written(h)}" for term, h in sorted(fingerprints.terms.items())]
    return (
        f'{{\n "version": {FORMAT_VERSION},\n "editions": {json.dumps(fingerprints.editions)},\n "sections": [\n'
        + ",\n".join(f"  [\n{rules}\n  ]" for rules in sections)
        + f'\n ],\n "glossaries": {json.dumps(fingerprints.glossaries)},\n "glossary": {{\n'
        + ",\n".join(terms)
        + "\n }\n}\n"
    )


def _written(history: RuleHistory) -> str:
    return json.dumps(
        [
            [version.since, None]
            if version.number is None
            else [version.since, version.number, version.words, version.sketch, *version.examples]
            for version in history
        ]
    )


def extended(history: RuleHistory, version: RuleVersion) -> RuleHistory:
    """Return a history with what the rule is from a day on, if that is anything new."""
    if not history:
        return (version,)
    newest = history[-1]
    same = (newest.number, newest.words, newest.examples) == (version.number, version.words, version.examples)
    return history if same else (*history, version)


def by_newest_number(rules: Iterable[RuleHistory]) -> Section:
    """Sort the rules of a section by the last numbers that they bore."""
    numbered = [([version.number for version in history if version.number][-1], history) for history in rules]
    return tuple(history for _, history in sorted(numbered, key=lambda pair: (order_of(pair[0]), pair[1][0].since)))
