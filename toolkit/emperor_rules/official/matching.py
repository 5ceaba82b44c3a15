"""Our clauses beside a copy of the official rules: the rule of each, and what no longer matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from emperor_rules.diagnostics import Diagnostic, warning
from emperor_rules.messages import Message
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.official.alignment import RulePair
from emperor_rules.official.comparison import compare_edition
from emperor_rules.official.fingerprints import Fingerprints, fingerprint
from emperor_rules.official.holders import HeldClause, clauses_by_rule, clauses_on, wording_day
from emperor_rules.official.parsing import OfficialRule, OfficialRules
from emperor_rules.source import Span


@dataclass(frozen=True, slots=True)
class Beside:
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
class Matched:
    """The official rules by the place of the clause beside which they belong, how many were compared, what is off."""

    beside: Mapping[Span, Beside]
    compared: int
    findings: tuple[Diagnostic, ...]


def match(rulebook: Rulebook, official: OfficialRules, fingerprints: Fingerprints, file: str) -> Matched:
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
        findings = (
            [warning("R803", older, help=Message("Nothing is laid beside the clauses."))] if newest is not None else []
        )
        return Matched({}, 0, tuple(findings))
    by_rule = clauses_by_rule(rulebook, fingerprints, comparison.known_day)
    beside: dict[Span, Beside] = {}
    findings = list(_dated(official, newest or "", file))
    compared = 0
    for pair in comparison.pairs():
        if pair.old is None:
            continue
        for held in by_rule.get(id(pair.old.history), ()):
            if len(held.text.editions) == 1 and wording_day(held.text, day) != official.effective:
                continue  # a text of one edition stands beside that edition only
            compared += 1
            changed = pair.new is None or pair.new.version.words != pair.old.version.words
            if pair.new is not None:
                beside[held.clause.span] = Beside(pair.new.rule, official.effective, changed)
            findings.extend(_off(held, pair, fingerprints))
    for held, rule, changed in _terms(rulebook, fingerprints, official, day or ""):
        beside[held.clause.span] = Beside(rule, official.effective, changed)
    return Matched(beside, compared, tuple(findings))


def _terms(
    rulebook: Rulebook, fingerprints: Fingerprints, official: OfficialRules, day: str
) -> Iterator[tuple[HeldClause, OfficialRule, bool]]:
    """Yield the clauses that encode glossary terms with what the copy's glossary says, and whether that is other."""
    histories = fingerprints.terms
    for text in rulebook.texts.values():
        for held in clauses_on(text, day):
            rule = official.glossary.get(held.number)
            version = fingerprints.version_on(histories[held.number], day) if held.number in histories else None
            if rule is not None and version is not None:
                yield held, rule, fingerprint(rule.words) != version.words


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


def _off(held: HeldClause, pair: RulePair, fingerprints: Fingerprints) -> Iterator[Diagnostic]:
    """Report that a rule moved, changed or ended since the edition that the clause was written against."""
    assert pair.old is not None
    name = held.citation
    version = pair.old.version
    if pair.new is None:
        message = Message("{name}: its rule of {since} stands nowhere in the copy", name=name, since=version.since)
        yield _finding("R806", held, message, Message("Find out what became of it; a clause that ended gets “until”."))
        return
    number = pair.new.rule.number
    if number != version.number:
        message = Message("{name}: what was {old} is {number} there", name=name, old=version.number, number=number)
        help = Message("Give the clause its new number from that day on, with “numbered”.")
        yield _finding("R804", held, message, help)
    if pair.new.version.words != version.words:
        same = [v.since for v in pair.old.history if v.words == pair.new.version.words]
        what = (
            Message("the words of {other}, not those of {since}", other=same[-1], since=version.since)
            if same
            else Message("other words")
        )
        than = (
            "" if same else Message(" than those of {since}, against which the clause was written", since=version.since)
        )
        message = Message("{name}: {number} has {what}{than}", name=name, number=number, what=what, than=than)
        help = Message("Read it again; if it says something else, write a new wording with its date.")
        yield _finding("R805", held, message, help)


def _finding(code: str, held: HeldClause, message: str, help: str) -> Diagnostic:
    return warning(code, message, held.clause.span, help, text=held.text.id, clause=held.clause.number)
