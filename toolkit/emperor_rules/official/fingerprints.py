"""Fingerprints: what every official rule of the sections that we encode was from day to day, without a word of it.

A rule is kept as its versions: from which day, under which number, the hash of its words, a sketch by which a reworded
rule is recognised, and the hashes of its examples. Rules that no clause encodes are kept too, so that a new rule is
told from one that was left out on purpose.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b, sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

from emperor_rules.diagnostics import Diagnostic, error
from emperor_rules.messages import Message
from emperor_rules.official.published_rules import OfficialRule, order_of
from emperor_rules.source import Span

#: The data file in a folder of rules, and the version of its shape.
FINGERPRINTS_FILE = "fingerprints.json"
FORMAT_VERSION = 2
#: Hexadecimal digits of a hash of words.
DIGITS = 16
#: Bins of a sketch; each is one hexadecimal digit, or :data:`EMPTY`.
BINS = 32
EMPTY = "-"
#: Quotation marks and apostrophes differ from edition to edition; one edition shows “?” for them, one lost them.
QUOTATION_MARKS = re.compile(r"[’‘'“”\"?`\ufffd]")
WORD_PATTERN = re.compile(r"[^\W_]+")
#: Numbers of other rules, which move without any change of meaning.
CITED = re.compile(r"\b\d{3}(?:\.\d+[a-z]{0,2})?\b(?:\s*[-–—]\s*[a-z]\b)?")


@dataclass(frozen=True, slots=True)
class RuleVersion:
    """What an official rule was from a day on.

    Attributes:
        since: The day, as YYYY-MM-DD.
        number: Its number (a glossary term: its identifier); ``None`` where the rule ends on that day.
        words: The hash of its normalised words.
        sketch: What :func:`similarity` compares, :data:`BINS` digits.
        examples: The hashes of its examples, in their order.
    """

    since: str
    number: str | None
    words: str = ""
    sketch: str = ""
    examples: tuple[str, ...] = ()


#: The versions of one rule, oldest first.
RuleHistory = tuple[RuleVersion, ...]
#: The rules of one section; which, their numbers say.
Section = tuple[RuleHistory, ...]


@dataclass(frozen=True)
class Fingerprints:
    """What has been read of the official rules.

    Attributes:
        editions: The day of every edition that was compared, oldest first.
        sections: The sections that clauses encode, each with all its rules.
        terms: The glossary terms that clauses encode, by identifier.
    """

    editions: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()
    terms: Mapping[str, RuleHistory] = field(default_factory=dict)

    def version_on(self, history: RuleHistory, day: str | None) -> RuleVersion | None:
        """Return what a rule was on a day (``None``: the newest), or ``None`` where it was not in force."""
        versions = [version for version in history if day is None or version.since <= day]
        return versions[-1] if versions and versions[-1].number is not None else None

    def known_day(self, day: str | None) -> str | None:
        """Return the newest edition compared that is not later than a day (``None``: of all)."""
        earlier = [edition for edition in self.editions if day is None or edition <= day]
        return earlier[-1] if earlier else None

    def rules_on(self, day: str | None) -> dict[str, RuleHistory]:
        """Return the rules in force on a day (``None``: the newest) by the numbers that they bear on it."""
        histories = (history for section in self.sections for history in section)
        versions = ((self.version_on(history, day), history) for history in histories)
        return {version.number: history for version, history in versions if version and version.number}


def normalise(words: str) -> str:
    """Reduce words to what a change of meaning changes: no signs, no letter case, no numbers of other rules."""
    plain = QUOTATION_MARKS.sub("", unicodedata.normalize("NFKC", words).casefold())
    return " ".join(WORD_PATTERN.findall(CITED.sub(" ", plain)))


def fingerprint(words: str) -> str:
    """Return the hash of normalised words, :data:`DIGITS` hexadecimal digits."""
    return sha256(normalise(words).encode()).hexdigest()[:DIGITS]


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


def similarity(first: str, second: str) -> float:
    """Estimate from two sketches how many words and pairs of words two rules share (Jaccard index, 0 to 1)."""
    pairs = [(a, b) for a, b in zip(first, second, strict=True) if (a, b) != (EMPTY, EMPTY)]
    return sum(a == b for a, b in pairs) / len(pairs) if pairs else 0.0


def version_of(rule: OfficialRule, since: str, number: str | None = None) -> RuleVersion:
    """Return the fingerprint of a rule as it stands in an edition."""
    examples = tuple(map(fingerprint, rule.examples))
    return RuleVersion(since, number or rule.number, fingerprint(rule.words), sketch(rule.words), examples)


def load_fingerprints(folder: Path) -> tuple[Fingerprints, tuple[Diagnostic, ...]]:
    """Read the fingerprints of a folder of rules; without a file there are none."""
    path = folder / FINGERPRINTS_FILE
    if not os.path.lexists(path):
        return Fingerprints(), ()
    try:
        if not path.is_file():  # a pipe or a device may never end
            raise OSError
        return _fingerprints(json.loads(path.read_text(encoding="utf-8"))), ()
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        message = Message("the fingerprints in {path} cannot be read", path=path.as_posix())
        help = Message(
            "Take the file of the repository, or make it anew from dated editions: emperor drift --accept FOLDER."
        )
        return Fingerprints(), (error("R801", message, Span(path.as_posix(), 1, 1, 1, 2), help),)


def _fingerprints(data: Any) -> Fingerprints:
    if data["version"] != FORMAT_VERSION:
        raise ValueError(data["version"])
    sections = tuple(tuple(map(_history, section)) for section in data["sections"])
    terms = {str(term): _history(history) for term, history in data["glossary"].items()}
    return Fingerprints(tuple(map(str, data["editions"])), sections, terms)


def _history(data: Any) -> RuleHistory:
    versions = []
    for since, number, *rest in data:
        if number is None:
            versions.append(RuleVersion(str(since), None))
        else:
            words, outline, *examples = map(str, rest)
            if len(outline) != BINS:
                raise ValueError(outline)
            versions.append(RuleVersion(str(since), str(number), words, outline, tuple(examples)))
    if not any(version.number for version in versions):
        raise ValueError(data)
    return tuple(versions)


def fingerprints_text(fingerprints: Fingerprints) -> str:
    """Write fingerprints as JSON, one rule to a line."""
    sections = [",\n".join(f"   {_written(history)}" for history in section) for section in fingerprints.sections]
    terms = [f"  {json.dumps(term)}: {_written(h)}" for term, h in sorted(fingerprints.terms.items())]
    return (
        f'{{\n "version": {FORMAT_VERSION},\n "editions": {json.dumps(fingerprints.editions)},\n "sections": [\n'
        + ",\n".join(f"  [\n{rules}\n  ]" for rules in sections)
        + '\n ],\n "glossary": {\n'
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
    newest = history[-1]
    same = (newest.number, newest.words, newest.examples) == (version.number, version.words, version.examples)
    return history if same else (*history, version)


def by_newest_number(rules: Iterable[RuleHistory]) -> Section:
    """Sort the rules of a section by the last numbers that they bore."""
    numbered = [([version.number for version in history if version.number][-1], history) for history in rules]
    return tuple(history for _, history in sorted(numbered, key=lambda pair: (order_of(pair[0]), pair[1][0].since)))
