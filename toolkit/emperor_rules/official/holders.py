"""Which clauses encode which official rules: by the numbers that both bore on the same day."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Clause, Text, TextRelation, in_force
from emperor_rules.official.fingerprints import Fingerprints, RuleHistory
from emperor_rules.official.parsing import section_of
from emperor_rules.resolve.resolver import number_on

#: Clauses of the official rules bear their numbers; other clauses have a name.
RULE_NUMBER = re.compile(r"\d{3}\.\d+[a-z]{0,2}")


@dataclass(frozen=True, slots=True)
class HeldClause:
    """A clause in force on a day, with its text and the number that it bears that day."""

    text: Text
    clause: Clause
    number: str

    @property
    def citation(self) -> str:
        """``text:number`` as answers cite it."""
        return f"{self.text.id}:{self.number}"


def wording_day(text: Text, day: str | None) -> str | None:
    """Return the day whose wording a text has on a day: its only one if it has but one, wherever that stands."""
    return day if len(text.editions) > 1 else (text.editions[0] if text.editions else None)


def clauses_on(text: Text, day: str | None) -> Iterator[HeldClause]:
    """Yield the clauses of a text in force on a day, with the numbers of that day; none before its first wording."""
    if not text.worded(day):
        return
    own = wording_day(text, day)
    date = own if len(text.editions) > 1 else None
    for clause in text.clauses:
        if in_force(clause.since, clause.until, date):
            yield HeldClause(text, clause, number_on(text, clause, date))


def sections_encoded(rulebook: Rulebook, day: str | None) -> frozenset[str]:
    """Return the sections that clauses encode on a day, by number."""
    return frozenset(
        section_of(held.number)
        for text in rulebook.texts.values()
        if len(text.editions) != 1
        for held in clauses_on(text, day)
        if RULE_NUMBER.fullmatch(held.number)
    )


def terms_encoded(rulebook: Rulebook, day: str | None) -> frozenset[str]:
    """Return the names of clauses that may be glossary terms, on a day."""
    return frozenset(
        held.number
        for text in rulebook.texts.values()
        if any(kind is TextRelation.SUMMARISES for kind, _ in text.relations)
        for held in clauses_on(text, day)
        if not RULE_NUMBER.fullmatch(held.number)
    )


def clauses_by_rule(rulebook: Rulebook, fingerprints: Fingerprints, day: str) -> Mapping[int, tuple[HeldClause, ...]]:
    """Return the clauses that encode each rule known, by ``id`` of its history.

    A text with one wording is looked up on its own day, all others on ``day``.
    """
    index: dict[int, list[HeldClause]] = {}
    for text in rulebook.texts.values():
        own = wording_day(text, day) or day
        for held in clauses_on(text, day):
            history: RuleHistory | None = fingerprints.history_of(
                held.number, min(own, day) if len(text.editions) == 1 else day
            )
            if history is not None:
                index.setdefault(id(history), []).append(held)
    return {key: tuple(clauses) for key, clauses in index.items()}
