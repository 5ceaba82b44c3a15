"""Texts, clauses and their sentences as records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Annotated, NamedTuple

from emperor_rules.messages import LANGUAGES, Message
from emperor_rules.model.record import Record
from emperor_rules.model.seating import SeatingPattern
from emperor_rules.model.terms import Always, Condition, Term
from emperor_rules.model.vocabulary import NO_WORDS, Words
from emperor_rules.source import NOWHERE, Span


class Reference(NamedTuple):
    """A clause named in a rule file: its text (the writing text where none is named), number and part."""

    text: str
    number: str | None
    part: str | None
    span: Span


#: A day of the calendar as YYYY-MM-DD.
Day = Annotated[str, "day"]

ALWAYS = Always()
#: Terminals that stand close to the word before them.
CLOSING = frozenset({"STOP", "COMMA", "COLON", "RPAR"})


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Guards(Record):
    """The conditions of a sentence; ``only`` and ``exactly`` exclude each other."""

    when: Condition = ALWAYS
    unless: Condition | None = None
    only: Condition | None = None
    exactly: Condition | None = None


class SentenceKind(StrEnum):
    """What a sentence does."""

    #: It concludes a fact or a permission, or its negation.
    FACT = "fact"
    #: It concludes what a value is.
    VALUE = "value"
    #: It leaves something open.
    OPEN = "open"
    #: Prohibitions beat permissions.
    PRINCIPLE = "principle"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Sentence(Record):
    """One sentence of a clause.

    A fact is ``positive`` or not, and one that is not ``prohibits`` where it is a *cannot*. A value has an
    ``expression``; ``letters`` are the head's letters in the order of the predicate's parameters; ``place`` is the
    letter that a slot binds to the given key ``place_key``; what is left open ``arises`` unless the sentence says that
    it does not. ``words`` are the terminals of the grammar that it
    consists of, each with its words as written.
    """

    kind: SentenceKind
    predicate: str
    letters: tuple[str, ...]
    guards: Guards
    positive: bool = True
    expression: Term | None = None
    part: str | None = None
    place: str | None = None
    place_key: str | None = None
    since: str | None = None
    until: str | None = None
    span: Span = NOWHERE
    words: tuple[tuple[str, str], ...] = ()
    prohibits: bool = False
    arises: bool = True

    @property
    def conditional(self) -> bool:
        """Whether it says nothing where some condition fails, or some exception holds."""
        return not isinstance(self.guards.when, Always) or self.guards.unless is not None

    @property
    def written(self) -> str:
        """The sentence in one line."""
        return "".join(words for _, words in spaced(self.words))


def spaced(words: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield the words of a sentence with the spaces between them, each of which is a pair of ``SPACE`` and a space."""
    after_opening = True
    for terminal, text in words:
        if not (after_opening or terminal in CLOSING):
            yield "SPACE", " "
        yield terminal, text
        after_opening = terminal == "LPAR"


class Wording(NamedTuple):
    """A clause's words in one language.

    Attributes:
        language: The language.
        words: What it says.
        since: The first day on which they hold; null: always before as well.
        until: The first day on which they hold no more; null: they still hold.
    """

    language: str
    words: str
    since: Day | None = None
    until: Day | None = None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Clause(Record):
    """One numbered or keyed statement of a text; its slug stays for good, its title is what people read.

    ``formerly`` are slugs that it had before: their addresses lead to it.
    """

    text: str
    number: str
    slug: str
    title: Words | None = None
    sentences: tuple[Sentence, ...] = ()
    wordings: tuple[Wording, ...] = ()
    overrides: tuple[Reference, ...] = ()
    see: tuple[Reference, ...] = ()
    redundant: tuple[Reference, ...] = ()
    note: Words | None = None
    numbers: tuple[tuple[str, str], ...] = ()
    formerly: tuple[str, ...] = ()
    since: str | None = None
    until: str | None = None
    span: Span = NOWHERE
    body: Span = NOWHERE
    comments: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """``text:number`` as answers cite it."""
        return f"{self.text}:{self.number}"

    def name(self, language: str) -> str:
        """Return what people call it beside its number: its title, else its slug as words; empty without either."""
        if self.title is not None:
            return self.title.get(language)
        return self.slug.replace("-", " ") if self.slug != self.number else ""

    def label(self, language: str) -> str:
        """Return its number, or what people call it where it has a key instead."""
        return self.number if self.number[:1].isdigit() else self.name(language) or self.number

    @property
    def all_words(self) -> Words:
        """The clause in plain words, in each language by its newest wording."""
        return Words(*map(self.words, LANGUAGES))

    def words(self, language: str, on: str | None = None) -> str:
        """Return the clause in plain words, in the wording of a date (default: the newest)."""
        wordings = [w for w in self.wordings if w.language == language and in_force(w.since, w.until, on)]
        return wordings[-1].words if wordings else ""


class TextRelation(StrEnum):
    """How a text is related to another."""

    TRANSLATES = "translates"
    SUMMARISES = "summarises"
    VARIES = "varies"


#: What a text does to another to which it is related.
RELATION_WORDS: Mapping[TextRelation, Message] = {
    TextRelation.TRANSLATES: Message("translates"),
    TextRelation.SUMMARISES: Message("summarises"),
    TextRelation.VARIES: Message("varies"),
}


class Inclusion(NamedTuple):
    """A text that another builds on or speaks of.

    Attributes:
        text: The id of that text.
        at: The day whose wording is meant; null: that of the text that says so.
        span: Where it is written.
        option: The option under which it counts; null: always.
    """

    text: str
    at: Day | None
    span: Span
    option: str | None = None


class RelatedText(NamedTuple):
    """What a text does to another."""

    kind: TextRelation
    inclusion: Inclusion


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Text(Record):
    """One rulebook's version, as its file says.

    ``compared`` is the newest edition that it was read against; ``roles`` are those that it says it knows
    (none: nobody has any; null: it does not say), and ``seated`` is how it says that teams sit. Of each group of
    ``alternatives`` at most one option is in use: of those that are ``usual`` unless another is named.
    """

    id: str
    titles: Words
    clauses: tuple[Clause, ...] = ()
    language: str = "en"
    sources: Words = NO_WORDS
    editions: tuple[str, ...] = ()
    compared: str | None = None
    numbered: tuple[tuple[str, str], ...] = ()
    includes: tuple[Inclusion, ...] = ()
    options: tuple[str, ...] = ()
    alternatives: tuple[tuple[str, ...], ...] = ()
    usual: tuple[str, ...] = ()
    roles: tuple[str, ...] | None = None
    seated: SeatingPattern | None = None
    relations: tuple[RelatedText, ...] = ()
    file: str = ""
    span: Span = NOWHERE

    @property
    def retells(self) -> bool:
        """Whether it retells or translates another text, or changes one and is not read against new editions itself."""
        return any(kind is not TextRelation.VARIES or self.compared is None for kind, _ in self.relations)

    def with_clause(self, clause: Clause, changed: Clause | None = None) -> Text:
        """Return the text with another clause in the place of one, or without it."""
        clauses = ((changed,) if other == clause else (other,) for other in self.clauses)
        return replace(self, clauses=tuple(c for place in clauses for c in place if c is not None))

    def named(self, name: str | None) -> Clause | None:
        """Return the clause that bears a number, a key or a slug: today's before one of earlier wordings."""
        clauses = (clause for clause in self.clauses if name in (clause.number, clause.slug))
        return min(clauses, key=lambda clause: clause.until is not None, default=None)

    def worded(self, on: str | None) -> bool:
        """Return whether the text had a wording on a date: from its first one on; always, where it has but one."""
        return on is None or len(self.editions) < 2 or on >= self.editions[0]

    def dates(self) -> list[str]:
        """Return every date on which anything of it begins, ends or is renumbered, in order."""
        dates: set[str | None] = {*self.editions, *(since for _, since in self.numbered)}
        for clause in self.clauses:
            dated: list[Clause | Sentence | Wording] = [clause, *clause.sentences, *clause.wordings]
            dates.update(date for part in dated for date in (part.since, part.until))
            dates.update(since for _, since in clause.numbers)
        return sorted(date for date in dates if date is not None)


@dataclass(frozen=True, slots=True, order=True)
class Edition:
    """A text on a date (``None``: the newest)."""

    text: str
    on: str | None = None

    @property
    def name(self) -> str:
        """``text`` or ``text@date``."""
        return self.text if self.on is None else f"{self.text}@{self.on}"

    def __str__(self) -> str:
        return self.name


def included_texts(texts: Mapping[str, Text], *ids: str) -> tuple[str, ...]:
    """Return texts and all that they include: those of one together answer questions about it."""
    included = list(ids)
    for name in included:  # grows while it is read
        included += [i.text for i in texts[name].includes if i.text in texts and i.text not in included]
    return tuple(included)


def in_force(since: str | None, until: str | None, on: str | None) -> bool:
    """Return whether something said since/until certain dates holds on a date (``None``: the newest)."""
    if on is None:
        return until is None
    return (since is None or since <= on) and (until is None or on < until)


def in_calendar(written: str) -> bool:
    """Return whether something written is a day of the calendar, as YYYY-MM-DD."""
    try:
        return date.fromisoformat(written).isoformat() == written
    except ValueError:
        return False
