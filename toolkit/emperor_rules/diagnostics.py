"""Findings shown to people: what a diagnostic is.

Its code is permanent and never reused: ``grammar/codes.toml`` has all codes, with what each says and why it matters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache, partial, reduce
from typing import TypedDict, Unpack

from emperor_rules.edits import Fix, replacing
from emperor_rules.messages import Message
from emperor_rules.source import NOWHERE, Span


class Severity(StrEnum):
    """The severity of a finding."""

    #: The rules cannot be used as they are.
    ERROR = "error"
    #: Something is probably not as meant.
    WARNING = "warning"
    #: A difference or contradiction that the rules themselves declare and explain.
    DECLARED = "declared"


ERROR, WARNING, DECLARED = Severity


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
    as its text and date. ``since`` is the day of the wording by which it came, where it holds on no day before.
    ``fixes`` are edits of files that do what ``help`` says, the likeliest first, for the command ``fix`` and for
    editors; empty where a person must find out what to write.
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
    since: str | None = None
    fixes: tuple[Fix, ...] = ()

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
    since: str | None
    fixes: tuple[Fix, ...]


class Suggestion(Message):
    """What to write in place of something that was found, in words and as it is written.

    Attributes:
        instead: What is to be written.
        place: What it replaces; ``None`` for the place of the finding.
        certain: Whether nothing else can be meant.
    """

    __slots__ = ("certain", "instead", "place")

    instead: str
    place: Span | None
    certain: bool

    @classmethod
    def of(cls, message: Message, instead: str, place: Span | None = None, *, certain: bool = True) -> Suggestion:
        """Return a message that says what to write, with that."""
        suggestion = cls(message.template, **message.arguments)
        suggestion.instead, suggestion.place, suggestion.certain = instead, place, certain
        return suggestion

    @property
    def plain(self) -> Message:
        """The message alone, where the finding has another place than what is to be replaced."""
        return Message(self.template, **self.arguments)

    def __reduce__(self) -> tuple[object, ...]:
        """Return how to make the suggestion again in another process."""
        return partial(Suggestion.of, self.plain, self.instead, self.place, certain=self.certain), ()


def error(code: str, message: str, span: Span = NOWHERE, help: str = "", **details: Unpack[Details]) -> Diagnostic:
    """Return an error; what its help suggests is its fix, unless others are given."""
    return Diagnostic(code, Severity.ERROR, message, span, help, **_with_fixes(span, help, details))


def warning(code: str, message: str, span: Span = NOWHERE, help: str = "", **details: Unpack[Details]) -> Diagnostic:
    """Return a warning; what its help suggests is its fix, unless others are given."""
    return Diagnostic(code, Severity.WARNING, message, span, help, **_with_fixes(span, help, details))


def _with_fixes(span: Span, help: str, details: Details) -> Details:
    if isinstance(help, Suggestion) and span.file and "fixes" not in details:
        details["fixes"] = (replacing(help.place or span, help.instead, help, certain=help.certain),)
    return details


def in_order(findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the findings sorted by place, then code, without exact repetitions."""
    unique: dict[tuple[object, ...], Diagnostic] = {}
    for finding in findings:
        unique.setdefault((finding.code, finding.severity, finding.span, finding.message, finding.help), finding)
    return tuple(sorted(unique.values(), key=lambda d: (d.span.file, d.span.line, d.span.column, d.code, d.message)))


def near(word: str, candidates: Iterable[str], cutoff: float = 0.6) -> list[str]:
    """Return up to four candidates near to a misspelt word, the nearest first (``cutoff`` is the least difflib ratio).

    Those with the same first letter come before others: few slips hit that letter. Of the equally near those that begin
    alike for longer do.
    """
    from difflib import SequenceMatcher, get_close_matches  # only a mistake needs it

    word = word.lower()
    likely = {candidate for candidate in candidates if _may_be_near(word, candidate, cutoff)}
    matches = get_close_matches(word, likely, n=4, cutoff=cutoff)

    def distance(candidate: str) -> tuple[bool, float, int]:
        ratio = SequenceMatcher(None, candidate, word).ratio()
        begins_alike = [*map(str.__eq__, candidate, word), False].index(False)
        return candidate[:1] != word[:1], -ratio, -begins_alike

    return sorted(matches, key=distance)


def is_near(word: str, candidate: str, cutoff: float = 0.6) -> bool:
    """Return whether :func:`near` would name a candidate."""
    word = word.lower()
    if not _may_be_near(word, candidate, cutoff):
        return False
    from difflib import SequenceMatcher  # only a mistake needs it

    matcher = SequenceMatcher(None, candidate, word)
    ratios = (matcher.real_quick_ratio, matcher.quick_ratio, matcher.ratio)  # the quick ones are upper bounds
    return all(ratio() >= cutoff for ratio in ratios)


def _may_be_near(word: str, candidate: str, cutoff: float) -> bool:
    """Return whether enough letters of two words may be the same; most words differ in more, which is seen quickly."""
    mine, others = _letters(word), _letters(candidate)
    same = min(len(word) - (mine & ~others).bit_count(), len(candidate) - (others & ~mine).bit_count())
    return 2.0 * same >= cutoff * (len(word) + len(candidate))


@lru_cache(maxsize=4096)
def _letters(word: str) -> int:
    """Return which letters a word has, each a bit; of few of them some may share one."""
    return reduce(int.__or__, (1 << (ord(letter) & 63) for letter in word), 0)


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate nearest to a misspelt word, or ``None`` when none is near."""
    return next(iter(near(word, candidates)), None)


def suggest(name: str, candidates: Iterable[str], otherwise: str = "") -> str:
    """Return the sentence that suggests the candidate nearest to a misspelt name, or ``otherwise`` if none is near."""
    guess = nearest(name, candidates)
    return otherwise if guess is None else did_you_mean(guess)


def did_you_mean(name: str, place: Span | None = None) -> Suggestion:
    """Return the sentence that suggests a name, in place of what the finding is about unless ``place`` is given."""
    return Suggestion.of(Message("Did you mean “{name}”?", name=name), name, place)
