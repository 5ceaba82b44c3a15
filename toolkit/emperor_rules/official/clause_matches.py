"""Our clauses beside the official rules: which clauses encode which rules, and what of a copy no longer matches.

A clause encodes the rule whose number it bore on the same day.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from emperor_rules.diagnostics import Diagnostic, warning
from emperor_rules.groups import by_key
from emperor_rules.messages import Message
from emperor_rules.model.fingerprints import Fingerprints
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Clause, Text, in_force
from emperor_rules.official.comparison import RulePair, compare_edition
from emperor_rules.official.published_rules import OfficialRule, OfficialRules, section_of
from emperor_rules.resolve.resolver import number_on
from emperor_rules.source import Span

#: Clauses of the official rules bear their numbers; other clauses have a name.
RULE_NUMBER = re.compile(r"\d{3}\.\d+[a-z]{0,2}")


@dataclass(frozen=True, slots=True)
class ClauseOnDay:
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


def clauses_on(text: Text, day: str | None) -> Iterator[ClauseOnDay]:
    """Yield the clauses of a text in force on a day, with the numbers of that day; none before its first wording."""
    if not text.worded(day):
        return
    date = day if len(text.editions) > 1 else None
    for clause in text.clauses:
        if in_force(clause.since, clause.until, date):
            yield ClauseOnDay(text, clause, number_on(text, clause, date))


def sections_encoded(rulebook: Rulebook, day: str | None) -> frozenset[str]:
    """Return the sections that clauses encode on a day, by number; a translation or a copy of one day encodes none."""
    texts = [text for text in rulebook.texts.values() if len(text.editions) != 1 or text.compared]
    numbers = (standing.number for text in texts for standing in clauses_on(text, day))
    return frozenset(section_of(number) for number in numbers if RULE_NUMBER.fullmatch(number))


def clauses_by_term(rulebook: Rulebook, day: str | None) -> Mapping[str, list[ClauseOnDay]]:
    """Return the clauses that may encode glossary terms on a day, by their names.

    They stand in texts that are compared with the official rules; in others, such as a summary of somebody else, a
    clause of that name is none.
    """
    compared = (text for text in rulebook.texts.values() if text.compared)
    every = (standing for text in compared for standing in clauses_on(text, day))
    return by_key((standing.number, standing) for standing in every if not RULE_NUMBER.fullmatch(standing.number))


def clauses_by_rule(rulebook: Rulebook, fingerprints: Fingerprints, day: str) -> Mapping[int, list[ClauseOnDay]]:
    """Return the clauses that encode each rule known, by ``id`` of its history.

    A text with one wording is looked up on its own day, all others on ``day``.
    """
    index: dict[int, list[ClauseOnDay]] = {}
    for text in rulebook.texts.values():
        rules = fingerprints.rules_on(min(wording_day(text, day) or day, day))
        for standing in clauses_on(text, day):
            if standing.number in rules:
                index.setdefault(id(rules[standing.number]), []).append(standing)
    return index


# --- a copy beside the clauses ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OfficialWording:
    """The official rule that belongs beside a clause.

    Attributes:
        rule: The rule as the copy has it.
        effective: The day of the copy; ``None`` if it does not say.
        changed: Whether the clause was written against other words.
    """

    rule: OfficialRule
    effective: str | None
    changed: bool = False


@dataclass(frozen=True)
class CopyMatches:
    """The official rules by the place of the clause beside which they belong, how many were compared, what is off."""

    wordings: Mapping[Span, OfficialWording]
    compared: int
    findings: tuple[Diagnostic, ...]


def match(rulebook: Rulebook, official: OfficialRules, fingerprints: Fingerprints, file: str) -> CopyMatches:
    """Lay the official rules beside our clauses of the day on which they take effect.

    Nothing is laid beside a clause unless it is known to be its rule on that day. ``file`` is the name of the copy.
    """
    newest = fingerprints.known_day(None)
    day = official.effective or newest
    comparison = compare_edition(fingerprints, official, day) if day is not None else None
    if comparison is None:
        older = Message(
            "{file} is of {day}, older than all editions that the clauses were written against", file=file, day=day
        )
        finding = warning("R803", older, help=Message("Nothing is laid beside the clauses."))
        return CopyMatches({}, 0, (finding,) if newest is not None else ())
    by_rule = clauses_by_rule(rulebook, fingerprints, comparison.known_day)
    by_term = clauses_by_term(rulebook, day)
    beside = [
        (standing, pair)
        for pair in comparison.pairs()
        if pair.old is not None
        for standing in by_rule.get(id(pair.old.history), ())
        # a text of one edition stands beside that edition only
        if len(standing.text.editions) != 1 or wording_day(standing.text, day) == official.effective
    ]
    beside += [
        (standing, pair) for pair in comparison.terms if pair.old for standing in by_term.get(pair.old.number, ())
    ]
    wordings = {
        standing.clause.span: OfficialWording(pair.new.rule, official.effective, pair.reworded)
        for standing, pair in beside
        if pair.new is not None
    }
    off = (finding for standing, pair in beside for finding in _off(standing, pair))
    return CopyMatches(wordings, len(beside), (*_dated(official, newest or "", file), *off))


def _dated(official: OfficialRules, newest: str, file: str) -> Iterator[Diagnostic]:
    if official.effective is None:
        message = Message(
            "{file} does not say since when its rules hold; they are taken for those of {newest}",
            file=file,
            newest=newest,
        )
        yield warning("R803", message, help=Message("Take a copy that begins with the day on which it takes effect."))
    elif official.effective > newest:
        message = Message(
            "{file} is of {effective}, newer than all editions that the clauses were written against "
            "(the newest is of {newest})",
            file=file,
            effective=official.effective,
            newest=newest,
        )
        yield warning("R803", message, help=Message("emperor drift {file} lists what is to be done.", file=file))


def _off(standing: ClauseOnDay, pair: RulePair) -> Iterator[Diagnostic]:
    """Yield findings where a rule moved, changed or ended since the edition that the clause was written against."""
    assert pair.old is not None
    name = standing.citation
    version = pair.old.version
    if pair.new is None:
        message = Message("{name}: its rule of {since} stands nowhere in the copy", name=name, since=version.since)
        yield _finding(
            "R806", standing, message, Message("Find out what became of it; a clause that ended gets “until”.")
        )
        return
    number = pair.new.term or pair.new.rule.number
    if number != version.number:
        message = Message("{name}: what was {old} is {number} there", name=name, old=version.number, number=number)
        help = Message("Give the clause its new number from that day on, with “numbered”.")
        yield _finding("R804", standing, message, help)
    if pair.reworded:
        same = [v.since for v in pair.old.history if v.words == pair.new.version.words]
        what, than = Message("other words"), ""
        if same:
            what = Message("the words of {other}, not those of {since}", other=same[-1], since=version.since)
        else:
            than = Message(" than those of {since}, against which the clause was written", since=version.since)
        message = Message("{name}: {number} has {what}{than}", name=name, number=number, what=what, than=than)
        help = Message("Read it again; if it says something else, write a new wording with its date.")
        yield _finding("R805", standing, message, help)


def _finding(code: str, standing: ClauseOnDay, message: str, help: str) -> Diagnostic:
    return warning(code, message, standing.clause.span, help, text=standing.text.id, clause=standing.clause.number)
