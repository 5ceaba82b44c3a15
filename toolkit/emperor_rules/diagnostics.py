"""Findings shown to people: what a diagnostic is, and the catalogue of permanent codes.

A code is never reused. Whoever finds something new adds a code here, with the line that explains it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypedDict, Unpack

from emperor_rules.messages import Message
from emperor_rules.source import NOWHERE, Span


class Severity(StrEnum):
    """How much a finding weighs."""

    #: The rules cannot be used as they are.
    ERROR = "error"
    #: Something is probably not as meant.
    WARNING = "warning"
    #: A difference or contradiction that the rules themselves declare and explain.
    DECLARED = "declared"


ERROR, WARNING, DECLARED = Severity

#: Every code with what it means, in one line. 1xx reading, 2xx words and sentences, 3xx vocabulary, 4xx texts and
#: references, 5xx logic, 6xx scenarios, 7xx questions from outside.
CODES: Mapping[str, str] = {
    "R101": "a rule file cannot be read",
    "R102": "a character that the language does not know",
    "R103": "a string that is not closed",
    "R104": "an item stands outside a block, or at an indentation that means nothing",
    "R105": "an item that this kind of block does not have",
    "R106": "a date that is not in the calendar",
    "R107": "a word or sign that cannot stand here",
    "R108": "a sentence without its full stop",
    "R201": "a word that the vocabulary does not know",
    "R202": "“and” mixed with “or” without brackets",
    "R203": "a letter that nothing binds",
    "R204": "an argument of the wrong sort",
    "R205": "a sentence that cannot conclude",
    "R206": "a guard that does not fit its conclusion",
    "R207": "a comparison of things that cannot be compared",
    "R301": "a vocabulary name declared twice",
    "R302": "a vocabulary declaration that is incomplete or inconsistent",
    "R303": "one phrase for two meanings",
    "R401": "two clauses or texts of one name",
    "R402": "a text or clause that does not exist",
    "R403": "texts that include each other in a circle",
    "R404": "overrides in a circle",
    "R405": "words that one of the two languages lacks",
    "R406": "a clause that says nothing",
    "R407": "an override that can never apply",
    "R408": "a slug used twice",
    "R409": "a file whose name is not that of its text",
    "R410": "a name that can be no address of a page",
    "R501": "a text that is not stratified",
    "R510": "a text that contradicts itself",
    "R511": "a table size that a text allows and no seating meets",
    "R512": "an essential question that a text does not answer",
    "R513": "a search that ended before it had looked at everything",
    "R514": "a bound within which no seating is legal, so that nothing was searched",
    "R515": "a text by which so many seatings are legal that larger tables were not searched",
    "R516": "a text without a legal table of a size that a text which it includes has",
    "R520": "related texts that answer differently",
    "R521": "a translation that is silent where its original speaks, or the other way round",
    "R522": "a declared difference or contradiction that is found no more",
    "R523": "a declaration of texts that no relation joins",
    "R524": "a declared difference whose reason is still to be written",
    "R601": "a scenario with a wrong answer",
    "R602": "a scenario with the right answer for the wrong reason",
    "R603": "a scenario that is no position",
    "R604": "a clause that no scenario decides by",
    "R605": "two scenarios of one name",
    "R606": "a scenario without an expectation",
    "R701": "a question that is malformed",
    "R702": "a name in a question that nothing here bears",
    "R703": "seats that make no table",
    "R704": "a question that makes no sense in this position",
    "R705": "a fact that the answer needs and the question does not give",
    "R801": "a copy of the official rules, or what is kept of them, that cannot be read",
    "R802": "a copy of the official rules without a numbered rule",
    "R803": "a copy of the official rules of a day that the clauses do not know",
    "R804": "a clause whose official rule has another number",
    "R805": "a clause whose official rule has other words than it was written against",
    "R806": "a clause whose official rule is no longer there",
    "R807": "a copy of the official rules that is cut short",
    "R808": "a copy of the official rules with two rules of one number",
    "R809": "a copy of the official rules with broken characters",
}


@dataclass(frozen=True, slots=True)
class Related:
    """A second place that a finding concerns, with the clause there and a few words on its part in it."""

    span: Span
    message: str = ""
    text: str | None = None
    clause: str | None = None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: permanent ``code``, one sentence, what to write instead, and the places concerned.

    ``witness`` is the position that shows it, if it was searched for, and ``sides`` are the editions asked there, each
    as its text and date.
    """

    code: str
    severity: Severity
    message: str
    span: Span = NOWHERE
    help: str = ""
    text: str | None = None
    clause: str | None = None
    related: tuple[Related, ...] = ()
    witness: Mapping[str, object] | None = None
    sides: tuple[tuple[str, str | None], ...] = ()

    def __post_init__(self) -> None:
        """Refuse a code outside the catalogue: that is a defect of ours."""
        if self.code not in CODES:
            raise ValueError(f"no such diagnostic code: {self.code}")

    @property
    def is_error(self) -> bool:
        """Whether the rules cannot be used as they are."""
        return self.severity is Severity.ERROR


class Details(TypedDict, total=False):
    """The further fields of a :class:`Diagnostic`."""

    text: str | None
    clause: str | None
    related: tuple[Related, ...]
    witness: Mapping[str, object] | None
    sides: tuple[tuple[str, str | None], ...]


def error(code: str, message: str, span: Span = NOWHERE, help: str = "", **details: Unpack[Details]) -> Diagnostic:
    """Return an error."""
    return Diagnostic(code, Severity.ERROR, message, span, help, **details)


def warning(code: str, message: str, span: Span = NOWHERE, help: str = "", **details: Unpack[Details]) -> Diagnostic:
    """Return a warning."""
    return Diagnostic(code, Severity.WARNING, message, span, help, **details)


def in_order(findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the findings sorted by place, then code, without exact repetitions."""
    unique: dict[tuple[object, ...], Diagnostic] = {}
    for finding in findings:
        unique.setdefault((finding.code, finding.severity, finding.span, finding.message, finding.help), finding)
    return tuple(sorted(unique.values(), key=lambda d: (d.span.file, d.span.line, d.span.column, d.code, d.message)))


def near(word: str, candidates: Iterable[str]) -> list[str]:
    """Return up to four candidates near to a misspelt word, the nearest first (difflib ratio 0.6).

    Those with the same first letter come before others: few slips hit that letter. Of the equally near those that begin
    alike for longer do.
    """
    from difflib import SequenceMatcher, get_close_matches  # only a mistake needs it

    word = word.lower()
    matches = get_close_matches(word, sorted(set(candidates)), n=4, cutoff=0.6)

    def distance(candidate: str) -> tuple[bool, float, int]:
        ratio = SequenceMatcher(None, candidate, word).ratio()
        begins_alike = [*map(str.__eq__, candidate, word), False].index(False)
        return candidate[:1] != word[:1], -ratio, -begins_alike

    return sorted(matches, key=distance)


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate nearest to a misspelt word, or ``None`` when none is near."""
    return next(iter(near(word, candidates)), None)


def suggest(name: str, candidates: Iterable[str], otherwise: str = "") -> str:
    """Return the sentence that suggests the candidate nearest to a misspelt name, or ``otherwise`` if none is near."""
    guess = nearest(name, candidates)
    return otherwise if guess is None else did_you_mean(guess)


def did_you_mean(name: str) -> Message:
    """Return the sentence that suggests a name."""
    return Message("Did you mean “{name}”?", name=name)
