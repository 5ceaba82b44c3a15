"""The edit that lets a clause override others: what stands behind its name in its head."""

from __future__ import annotations

from collections.abc import Iterable

from emperor_rules.edits import Fix, TextEdit, at_end
from emperor_rules.messages import Message
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Clause
from emperor_rules.source import NOWHERE, Span


def written_from(other: Clause, clause: Clause) -> str:
    """Return a clause as the head of another names it."""
    return other.number if other.text == clause.text else f"{other.text} {other.number}"


def overriding_fix(rulebook: Rulebook, clause: Clause, others: Iterable[Clause]) -> tuple[Fix, ...]:
    """Return the fix by which a clause overrides some others; nothing where its head cannot be found or is the base's.

    Whether it should is for a person to say: the other clause may be wrong instead.
    """
    named = ", ".join(written_from(other, clause) for other in others)
    source = rulebook.sources.get(clause.span.file)
    if source is None or not named or clause.span.file in rulebook.borrowed:
        return ()
    last = clause.overrides[-1].span if clause.overrides else NOWHERE
    if last != NOWHERE:
        place, words = at_end(last), f", {named}"
    else:
        head = source.line(clause.span.line).partition("#")[0].rstrip()
        place = Span(source.name, clause.span.line, len(head) + 1, clause.span.line, len(head) + 1)
        words = f" overrides {named}"
    title = Message("Let {clause} override {others}", clause=clause.id, others=named)
    return (Fix(title, (TextEdit(place, words),), certain=False),)
