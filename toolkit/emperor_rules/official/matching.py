"""Our clauses beside a copy of the official rules: what each says there, and what no longer matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from emperor_rules.diagnostics import Diagnostic, warning
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Clause, Text, in_force
from emperor_rules.official.fingerprints import Fingerprint, Fingerprints, fingerprint
from emperor_rules.official.parsing import OfficialRule, OfficialRules
from emperor_rules.resolve.resolver import number_on
from emperor_rules.source import Span


@dataclass(frozen=True, slots=True)
class Beside:
    """The official rule that belongs beside a clause, and whether the clause was written against other words."""

    rule: OfficialRule
    effective: str | None
    changed: bool = False


@dataclass(frozen=True)
class Matched:
    """The official rules by the place of the clause beside which they belong, how many were compared, what is off."""

    beside: Mapping[Span, Beside]
    compared: int
    findings: tuple[Diagnostic, ...]


def match(rulebook: Rulebook, official: OfficialRules, known: Fingerprints, file: str) -> Matched:
    """Lay the official rules beside our clauses of the day on which they take effect (``file``: their name)."""
    by_hash: dict[str, list[OfficialRule]] = {}
    for one in official.rules.values():
        by_hash.setdefault(fingerprint(one.words), []).append(one)
    beside: dict[Span, Beside] = {}
    findings = list(_dated(official, known, file))
    compared = 0
    for text in rulebook.texts.values():
        terms = bool(text.clauses) and all(clause.number in official.glossary for clause in text.clauses)
        for clause, number in _standing(text, official.effective):
            rule: OfficialRule | None = official.glossary[number] if terms else official.rules.get(number)
            history = known.get(text.id, {}).get(clause.slug, ())
            expected = _expected(history, official.effective)
            if terms or expected is None:
                if rule is not None and (terms or history):
                    beside[clause.span] = Beside(rule, official.effective)
                continue
            compared += 1
            moved = by_hash.get(expected.hash, [])
            same = rule is not None and fingerprint(rule.words) == expected.hash
            if not same and moved:
                rule = moved[0]
                findings.append(_moved(clause, expected, rule))
            elif rule is None:
                findings.append(_gone(clause, number, expected))
            elif not same:
                findings.append(_changed(clause, rule, expected, history))
            if rule is not None:
                beside[clause.span] = Beside(rule, official.effective, not same and not moved)
    return Matched(beside, compared, tuple(findings))


def _standing(text: Text, on: str | None) -> Iterator[tuple[Clause, str]]:
    """Yield the clauses in force on a day with the numbers of that day; none before the first wording."""
    if not text.worded(on):
        return
    date = on if len(text.editions) > 1 else None
    for clause in text.clauses:
        if in_force(clause.since, clause.until, date):
            yield clause, number_on(text, clause, date)


def _expected(history: Sequence[Fingerprint], on: str | None) -> Fingerprint | None:
    held = [one for one in history if on is None or one.since <= on]
    return held[-1] if held else None


def _dated(official: OfficialRules, known: Fingerprints, file: str) -> Iterator[Diagnostic]:
    newest = max((one.since for texts in known.values() for many in texts.values() for one in many), default=None)
    if official.effective is None:
        yield warning(
            "R803",
            f"{file} does not say since when its rules hold; they are taken for today's",
            help="Take a copy that begins with the day on which it takes effect.",
        )
    elif newest is not None and official.effective > newest:
        yield warning(
            "R803",
            f"{file} is of {official.effective}, newer than all editions that the clauses were "
            f"written against (the newest is of {newest})",
            help="Where the wording below is the same, only the date moves.",
        )


def _moved(clause: Clause, expected: Fingerprint, rule: OfficialRule) -> Diagnostic:
    return warning(
        "R804",
        f"{clause.id}: what was {expected.number} is {rule.number} there",
        clause.span,
        "Give the clause its new number from that day on, with “numbered”.",
        text=clause.text,
        clause=clause.number,
    )


def _gone(clause: Clause, number: str, expected: Fingerprint) -> Diagnostic:
    return warning(
        "R806",
        f"{clause.id}: there is no {number}, and its words of {expected.since} stand nowhere",
        clause.span,
        "Find out what became of it; a clause that ended gets “until”.",
        text=clause.text,
        clause=clause.number,
    )


def _changed(clause: Clause, rule: OfficialRule, expected: Fingerprint, history: Sequence[Fingerprint]) -> Diagnostic:
    other = next((one.since for one in reversed(history) if one.hash == fingerprint(rule.words)), None)
    said = f"has the words of {other}" if other else "has other words"
    return warning(
        "R805",
        f"{clause.id}: {rule.number} {said} than those of {expected.since}, against which the clause was written"
        if not other
        else f"{clause.id}: {rule.number} {said}, not those of {expected.since}",
        clause.span,
        "Read it again; if it says something else, write a new wording with its date.",
        text=clause.text,
        clause=clause.number,
    )
