"""Declared differences between related texts, and declared contradictions inside one: found, explained, kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from emperor_rules.messages import Message
from emperor_rules.model.record import Record
from emperor_rules.model.texts import Inclusion, Reference, in_force
from emperor_rules.model.vocabulary import Words
from emperor_rules.source import NOWHERE, Span


class DeclarationKind(StrEnum):
    """What a declaration accepts."""

    DIFFERENCE = "difference"
    CONTRADICTION = "contradiction"


DIFFERENCE, CONTRADICTION = DeclarationKind
#: How each kind of declaration is called.
KIND_WORDS: Mapping[DeclarationKind, Message] = {
    DIFFERENCE: Message("difference"),
    CONTRADICTION: Message("contradiction"),
}


#: What stands in place of the reason of a declaration that was drafted, until somebody writes it.
UNWRITTEN = Message("To be written: why this differs.")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AcceptedFinding(Record):
    """One declared difference (two texts) or contradiction (one).

    It covers a finding on one of its questions (without any: on every question), under exactly its options (without
    questions and options: under all), whose clauses are all among its clauses. Of a variant that includes the other
    text, its own clauses suffice. Where it names days, it is about the wordings of these alone.
    """

    kind: DeclarationKind
    slug: str
    texts: tuple[Inclusion, ...]
    asks: tuple[str, ...]
    options: tuple[str, ...]
    clauses: tuple[Reference, ...]
    words: Words
    span: Span = NOWHERE
    comments: tuple[str, ...] = ()
    since: str | None = None
    until: str | None = None

    def holds_on(self, day: str | None) -> bool:
        """Return whether it is about the wordings of a day; ``None`` is the newest."""
        return in_force(self.since, self.until, day)
