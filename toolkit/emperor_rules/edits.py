"""Changes of files that mend a finding, in a form that a command or an editor applies."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from emperor_rules.messages import Message
from emperor_rules.source import SourceFile, Span

#: What stands where words are still to be written.
TO_BE_WRITTEN = "(…)"


@dataclass(frozen=True, slots=True)
class TextEdit:
    """One change of a file: ``text`` comes in place of what stands at ``span``; an empty span is a place to insert at.

    A file that is not there yet is made, with ``text`` as all that it holds.
    """

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """What mends a finding: a sentence that says it (in the language of its reader), and edits to apply together.

    It is ``certain`` where the finding leaves nothing to choose. Otherwise it is one of several things that may have
    been meant, or leaves a sentence to write, and somebody should look at it first.
    """

    title: str
    edits: tuple[TextEdit, ...]
    certain: bool = True


def replacing(span: Span, text: str, title: str, *, certain: bool = True) -> Fix:
    """Return the fix that writes some text in place of a stretch of a file."""
    return Fix(title, (TextEdit(span, text),), certain)


def at_start(span: Span) -> Span:
    """Return the empty place before a stretch of a file, to insert at."""
    return Span(span.file, span.line, span.column, span.line, span.column)


def at_end(span: Span) -> Span:
    """Return the empty place behind a stretch of a file, to insert at."""
    return Span(span.file, span.end_line, span.end_column, span.end_line, span.end_column)


def line_below(span: Span) -> Span:
    """Return the empty place at the beginning of the line below the first of a stretch, to insert lines at."""
    return Span(span.file, span.line + 1, 1, span.line + 1, 1)


def words_to_write(head: Span, item: str) -> Fix:
    """Return the fix that adds an item below a head, in which somebody then writes words."""
    written = item.replace('"…"', f'"{TO_BE_WRITTEN}"')
    return Fix(Message("Add: {item}", item=item), (TextEdit(line_below(head), f"  {written}\n"),), certain=False)


def overlap(one: TextEdit, other: TextEdit) -> bool:
    """Return whether two edits touch the same stretch of a file, or insert at the same place."""
    if one.span.file != other.span.file:
        return False
    if one.span == other.span:
        return True
    begin, end = max(one.span[1:3], other.span[1:3]), min(one.span[3:5], other.span[3:5])
    return begin < end


def edited(source: SourceFile, edits: Iterable[TextEdit]) -> str:
    """Return the text of a file with some edits of it, none of which overlaps another; those of other files are left.

    A place below the last line is the end of the file, where a line is begun first if the last one is not ended.
    """
    text = source.text
    own = sorted((edit for edit in edits if edit.span.file == source.name), key=lambda edit: edit.span[1:5])
    for edit in reversed(own):
        begin, end = (source.offset(*place) for place in (edit.span[1:3], edit.span[3:5]))
        below = edit.span.line > len(source.starts) and text and not text.endswith("\n")
        text = f"{text[:begin]}{chr(10) if below else ''}{edit.text}{text[end:]}"
    return text
