"""Places in files as editors count them: lines from 0, and columns in code units of the encoding agreed upon.

A :class:`Span` counts lines and code points from 1. LSP counts UTF-16 units unless client and server agree on another
encoding, so that a sign beyond the Basic Multilingual Plane is two columns.
"""

from __future__ import annotations

from collections.abc import Callable

from lsprotocol import types

from emperor_rules.source import Span

#: Returns a line of a file, from 0, with or without its line end; empty beyond the file.
LineOf = Callable[[int], str]


def units(words: str, encoding: str) -> int:
    """Return how many code units some words take."""
    if words.isascii() or encoding == types.PositionEncodingKind.Utf32:
        return len(words)
    if encoding == types.PositionEncodingKind.Utf8:
        return len(words.encode(errors="surrogatepass"))
    return len(words) + sum(sign > "\uffff" for sign in words)


def code_points(line: str, character: int, encoding: str) -> int:
    """Return how many signs of a line lie before a column, at most those of the line without its end."""
    line = line.rstrip("\r\n")
    if line.isascii() or encoding == types.PositionEncodingKind.Utf32:
        return max(0, min(character, len(line)))
    before = 0
    for at, sign in enumerate(line):
        if before >= character:
            return at
        before += units(sign, encoding)
    return len(line)


def to_position(line: int, column: int, line_of: LineOf, encoding: str) -> types.Position:
    """Return a place, counted from 1, as an editor counts it."""
    words = line_of(line - 1).rstrip("\r\n")
    marked = line == 1 and words.startswith("\ufeff")  # the files that are read lack the mark, the editor's may have it
    return types.Position(max(line - 1, 0), units(words[: max(column - 1, 0) + marked], encoding))


def to_range(span: Span, line_of: LineOf, encoding: str) -> types.Range:
    """Return a span as an editor counts it."""
    start = to_position(span.line, span.column, line_of, encoding)
    if (span.end_line, span.end_column) < (span.line, span.column):
        return types.Range(start, start)
    return types.Range(start, to_position(span.end_line, span.end_column, line_of, encoding))
