"""Names changed wherever they stand: the edits, and why a name cannot be the new one."""

from __future__ import annotations

from collections.abc import Iterator

from emperor_rules.editor.mentions import NamedKind, NameMention, clause_named, definition_span, references
from emperor_rules.edits import TextEdit
from emperor_rules.language.scanner import TOKEN
from emperor_rules.messages import Message
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.source import NOWHERE


def bare(text: str, mention: NameMention) -> tuple[int, int]:
    """Return where the name itself stands, without the quotation marks of a title."""
    quoted = text[mention.start : mention.start + 1] == '"'
    return mention.start + quoted, mention.end - quoted


def why_no_name(rulebook: Rulebook, mention: NameMention, name: str) -> Message | None:
    """Return why something cannot have a name; ``None`` if it can."""
    if mention.kind is NamedKind.SCENARIO:
        if not name.strip() or '"' in name or "\n" in name:
            return Message("A scenario is named by words in one line, without double quotes.")
    else:
        match = TOKEN.fullmatch(name)
        if match is None or match.lastgroup != "WORD":
            return Message("“{name}” can be no name: use letters, digits, points and hyphens.", name=name)
    key = (*mention.key[:-1], name)
    taken = NOWHERE
    if mention.kind is NamedKind.CLAUSE:
        other = clause_named(rulebook, *key)
        taken = other.span if other is not None and other != clause_named(rulebook, *mention.key) else NOWHERE
    elif key != mention.key:
        taken = definition_span(rulebook, mention.kind, key)
    return Message("“{name}” is taken: it stands at {span}.", name=name, span=taken) if taken.file else None


def renamed(rulebook: Rulebook, mention: NameMention, old: str, new: str) -> Iterator[TextEdit]:
    """Yield the edits that write a new name wherever something bears the old one; other names of it stay.

    A clause has a number and a slug, of which the one is changed that is written so.
    """
    for source, other in references(rulebook, mention.kind, mention.key):
        start, end = bare(source.text, other)
        if not other.spoken and source.text[start:end] == old:
            yield TextEdit(source.span(start, end), new)
