"""Fingerprints: what every official rule of the sections that we encode was from day to day, without a word of it.

A rule is kept as its versions: from which day, under which number, the hash of its words, a sketch by which a reworded
rule is recognised, and the hashes of its examples. Rules that no clause encodes are kept too, so that a new rule is
told from one that was left out on purpose.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

#: The data file in a folder of rules, and the version of its shape.
FINGERPRINTS_FILE = "fingerprints.json"
FORMAT_VERSION = 2
#: Bins of a sketch; each is one hexadecimal digit, or :data:`EMPTY`.
BINS = 32


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
        glossaries: The day of every edition whose glossary was read; between two of them terms are not known.
    """

    editions: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()
    terms: Mapping[str, RuleHistory] = field(default_factory=dict)
    glossaries: tuple[str, ...] = ()

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
