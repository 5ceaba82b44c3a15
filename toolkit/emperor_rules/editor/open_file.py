"""A file as an editor shows it: its lines, kept up to date edit by edit, its blocks, and places in it.

An edit touches few lines of many, so the lines are kept as a list in which those edited are replaced, and only blocks
whose words changed are read again.

A :class:`Span` counts lines and code points from 1. LSP counts lines from 0, and in them UTF-16 units unless client and
server agree on another encoding, so that a sign beyond the Basic Multilingual Plane is two columns.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from lsprotocol import types
from pygls.workspace import TextDocument, Workspace

from emperor_rules.language.blocks import BLOCKS, DECLARATIONS
from emperor_rules.source import LARGEST_FILE, Span

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


#: A line with its end. Python would end lines at more signs than the protocol does.
LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+\Z")
#: What begins a block at the left margin, as a whole word.
BLOCK_HEAD = re.compile(rf"(?:{'|'.join((*BLOCKS, *DECLARATIONS))})(?![\w'’-]|\.\w)")


class FileBlock(NamedTuple):
    """A stretch of a file from one head to the next: its first line, from 0, and its words with line feeds.

    The first block of a file may have no head: comments, or lines in the wrong place.
    """

    line: int
    words: str

    @property
    def has_head(self) -> bool:
        """Whether it begins with a head."""
        return BLOCK_HEAD.match(self.words) is not None


class OpenFile(TextDocument):
    """A file that an editor has open, with its contents as the editor has them."""

    def __init__(self, uri: str, source: str, version: int | None, encoding: str) -> None:
        super().__init__(uri, source, version)
        self.encoding = encoding
        self._lines: list[str] = LINE.findall(source)
        self._words: str | None = source
        self._blocks: tuple[FileBlock, ...] | None = None

    @property
    def lines(self) -> Sequence[str]:
        """The lines with their ends."""
        return self._lines

    @property
    def source(self) -> str:
        """The contents, with whatever line ends they have."""
        if self._words is None:
            self._words = "".join(self._lines)
        return self._words

    @property
    def words(self) -> str:
        """The contents with line feeds as line ends."""
        source = self.source
        return source.replace("\r\n", "\n").replace("\r", "\n") if "\r" in source else source

    @property
    def blocks(self) -> tuple[FileBlock, ...]:
        """The blocks in order."""
        if self._blocks is None:
            self._blocks = tuple(_cut(self._lines))
        return self._blocks

    def line_of(self, number: int) -> str:
        """Return a line, from 0; empty beyond the file."""
        return self._lines[number] if 0 <= number < len(self._lines) else ""

    def block_at(self, line: int) -> FileBlock | None:
        """Return the block that a line, from 0, stands in."""
        return next((block for block in reversed(self.blocks) if block.line <= line), None)

    def place(self, position: types.Position) -> tuple[int, int]:
        """Return the line and the number of signs before a position, both from 0; beyond the file its end."""
        if position.line >= len(self._lines):
            return len(self._lines), 0
        return position.line, code_points(self._lines[position.line], position.character, self.encoding)

    def apply_change(self, change: types.TextDocumentContentChangeEvent) -> None:
        """Take over an edit of a stretch, or of the whole."""
        blocks = self._blocks
        self._words = self._blocks = None
        if not isinstance(change, types.TextDocumentContentChangePartial):
            self._lines = LINE.findall(change.text)
            return
        (first, begin), (last, end) = sorted((self.place(change.range.start), self.place(change.range.end)))
        head, tail = self.line_of(first)[:begin], self.line_of(last)[end:]
        if first == len(self._lines) and self._lines and not self._lines[-1].endswith(("\n", "\r")):
            first, head = first - 1, self._lines[-1]  # past the end of a last line that is not ended
        words = f"{head}{change.text}{tail}"
        if "\r" in change.text or self.line_of(first - 1).endswith("\r"):  # it may become one end with what is beside
            self._lines = LINE.findall("".join([*self._lines[:first], words, *self._lines[last + 1 :]]))
            return
        lines = LINE.findall(words)
        more = len(lines) - len(self._lines[first : last + 1])
        self._lines[first : last + 1] = lines
        if blocks:
            self._blocks = _cut_again(blocks, self._lines, first, last, more)


def _cut_again(
    blocks: tuple[FileBlock, ...], lines: Sequence[str], first: int, last: int, more: int
) -> tuple[FileBlock, ...]:
    """Return the blocks of edited lines.

    Args:
        blocks: Those before the edit.
        lines: All lines after it.
        first: The first line that was edited.
        last: The last line that was, as it was numbered before.
        more: How many lines there are more than before.
    """
    line_of = attrgetter("line")
    begin = max(bisect_right(blocks, first, key=line_of) - 2, 0)  # a block without its head goes on with the one above
    behind = bisect_right(blocks, last, key=line_of)
    end = blocks[behind].line + more if behind < len(blocks) else len(lines)
    above = blocks[begin].line
    edited = (FileBlock(line + above, words) for line, words in _cut(lines[above:end]))
    below = blocks[behind:]
    return (*blocks[:begin], *edited, *((FileBlock(line + more, words) for line, words in below) if more else below))


def _cut(lines: Sequence[str]) -> Iterator[FileBlock]:
    heads = [at for at, line in enumerate(lines) if line[0] in _FIRST_SIGNS and BLOCK_HEAD.match(line)]
    if not heads or heads[0]:
        heads.insert(0, 0)
    for begin, end in pairwise([*heads, len(lines)]):
        words = "".join(lines[begin:end])
        yield FileBlock(begin, words.replace("\r\n", "\n").replace("\r", "\n") if "\r" in words else words)


_FIRST_SIGNS = frozenset(word[0] for word in (*BLOCKS, *DECLARATIONS))


class OpenFiles(Workspace):
    """The files that an editor has open."""

    def _create_text_document(
        self, doc_uri: str, source: str | None = None, version: int | None = None, language_id: str | None = None
    ) -> TextDocument:
        if source is None:  # of a file that is not open
            try:
                with open(TextDocument(doc_uri).path, "rb") as stream:
                    source = stream.read(LARGEST_FILE).decode(errors="replace")
            except (OSError, ValueError):
                source = ""
        return OpenFile(doc_uri, source, version, str(self.position_encoding))
