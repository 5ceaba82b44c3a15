"""Declared differences between related texts, and declared contradictions inside one: found, explained, kept."""

from __future__ import annotations

from dataclasses import dataclass

from emperor_rules.model.texts import Inclusion, Reference
from emperor_rules.model.vocabulary import Words
from emperor_rules.source import NOWHERE, Span

DIFFERENCE = "difference"
CONTRADICTION = "contradiction"


@dataclass(frozen=True, slots=True)
class AcceptedFinding:
    """One declared difference (two texts) or contradiction (one).

    It covers a finding on one of its questions, under exactly its options, whose clauses are all among its clauses.
    """

    kind: str
    slug: str
    texts: tuple[Inclusion, ...]
    asks: tuple[str, ...]
    options: tuple[str, ...]
    clauses: tuple[Reference, ...]
    words: Words
    span: Span = NOWHERE
    comments: tuple[str, ...] = ()
