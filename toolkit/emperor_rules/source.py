"""Rule files as they lie on disk, and places inside them.

Everything that is read enters here: a file becomes a :class:`SourceFile` or a plain reason why it cannot be read.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from emperor_rules import files
from emperor_rules.messages import Message

#: Larger files are refused: the largest rule text known is under 100 kB, and a reader needs an answer at once.
LARGEST_FILE = 500_000
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
#: What no rule can hold as text: invisible signs but line feed and tab, Unicode line ends, what turns the direction of
#: the line around it, byte order marks, and what Unicode will never make a character.
UNPRINTABLE = re.compile(
    "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u2028-\\u202e\\u2066-\\u2069\\ufeff\\ufdd0-\\ufdef"
    + "".join(f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0, 0x110000, 0x10000))
    + "]"
)


class Span(NamedTuple):
    """A stretch of a source file: 1-based ``line`` and ``column`` of its start and (exclusive) of its end."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        """Return the place as editors and terminals link it: ``file:line:column``."""
        return f"{self.file}:{self.line}:{self.column}"


#: The place of what was not read from a file.
NOWHERE = Span("", 1, 1, 1, 1)


@dataclass(frozen=True)
class SourceFile:
    """One file: its ``name`` as shown to people, and its ``text`` with line feeds as line ends."""

    name: str
    text: str
    starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Index the line starts once, so that offsets become lines quickly."""
        starts = (0, *(line_end.end() for line_end in re.finditer("\n", self.text)))
        object.__setattr__(self, "starts", starts)

    def place(self, offset: int) -> tuple[int, int]:
        """Return the 1-based line and column of an offset."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a 1-based line and column; one beyond its line or the file is their end."""
        if line > len(self.starts):
            return len(self.text)
        start = self.starts[line - 1]
        return min(start + column - 1, start + len(self.line(line)))

    def span(self, start: int, end: int) -> Span:
        """Return the :class:`Span` between two offsets (end exclusive)."""
        line, column = self.place(start)
        end_line, end_column = self.place(end)
        return Span(self.name, line, column, end_line, end_column)

    def line(self, number: int) -> str:
        """Return the text of a 1-based line, without its line end; empty beyond the file."""
        if not 1 <= number <= len(self.starts):
            return ""
        return self.text[self.starts[number - 1] :].partition("\n")[0]


class Unreadable(NamedTuple):
    """A file that cannot be read as rules: its name, a clause that completes “the file …”, and what helps."""

    name: str
    reason: str
    line: int = 1
    column: int = 1
    help: str = Message("Save it as UTF-8 text of rules.")


def read_source(path: Path, shown: str | None = None) -> SourceFile | Unreadable:
    """Read a rule file; ``shown`` is the name to use in messages (default: the path itself)."""
    name = shown if shown is not None else path.as_posix()
    try:
        with path.open("rb") as stream:
            data = stream.read(LARGEST_FILE + 1)
    except OSError as error:
        return Unreadable(name, Message("cannot be read: {reason}", reason=files.reason(error)))
    return decode_source(data, name)


def decode_source(data: bytes, name: str) -> SourceFile | Unreadable:
    """Decode bytes as a rule file: UTF-8 (a byte order mark is dropped), nothing unprintable, any line ends."""
    if len(data) > LARGEST_FILE:
        message = Message("is larger than {size} kB", size=LARGEST_FILE // 1000)
        return Unreadable(name, message, help=Message("Part it into several files."))
    data = data.removeprefix(BYTE_ORDER_MARK)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        return Unreadable(name, Message("is not UTF-8 text"), line, error.start - (before.rfind(b"\n") + 1) + 1)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    source = SourceFile(name, text)
    if text.replace("\n", "").isprintable():  # then it holds none, which is seen in a tenth of the time
        return source
    match = UNPRINTABLE.search(text)
    if match is None:
        return source
    message = Message("holds the unprintable character {code}", code=f"U+{ord(match.group()):04X}")
    help = Message("Delete it: it stands unseen at this place of the line.")
    return Unreadable(name, message, *source.place(match.start()), help)
