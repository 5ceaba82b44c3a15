"""Bytes of a text file in any of the encodings in which the official rules have been published."""

from __future__ import annotations

from pathlib import Path

from emperor_rules import files
from emperor_rules.messages import Message
from emperor_rules.source import SourceFile, Unreadable

#: Larger files are refused: the whole rules are about one megabyte.
LARGEST_COPY = 8_000_000
MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
#: How files of other kinds begin, and what they are.
OTHER_KINDS = (
    (b"PK\x03\x04", Message("a Word document or another archive")),
    (b"\xd0\xcf\x11\xe0", Message("an old Word document")),
    (b"%PDF", Message("a PDF document")),
    (b"{\\rtf", Message("a rich text document")),
)
LINE_ENDS = {ord(sign): "\n" for sign in "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"}


def read_copy(path: Path) -> SourceFile | Unreadable:
    """Read a copy of the official rules as text with line feeds, or return why it cannot be read."""
    name = path.as_posix()
    try:
        with path.open("rb") as stream:
            data = stream.read(LARGEST_COPY + 1)
    except (OSError, ValueError) as error:  # a name with a null character is a ValueError
        refusal = files.reason(error) if isinstance(error, OSError) else files.REFUSED
        return Unreadable(name, Message("cannot be read: {reason}", reason=refusal))
    if len(data) > LARGEST_COPY:
        return Unreadable(name, Message("is larger than {size} MB", size=LARGEST_COPY // 1_000_000))
    kind = next((kind for start, kind in OTHER_KINDS if data.startswith(start)), None)
    if kind is not None:
        return Unreadable(
            name,
            Message("is {kind}: save it as plain text, or take the TXT file that is published beside it", kind=kind),
        )
    text = decode(data)
    if text is None:
        return Unreadable(name, Message("is text neither in UTF-8, UTF-16 nor Windows-1252"))
    return SourceFile(name, text)


def decode(data: bytes) -> str | None:
    """Decode UTF-8 or UTF-16, with or without a byte order mark, or Windows-1252; ``None`` if it is none of them."""
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return _plain(data[len(mark) :], encoding)
    if b"\0" in data[:2000]:  # UTF-16 without a mark: half of the bytes of Latin letters are null
        ends_null = data[1:2000:2].count(0) > data[0:2000:2].count(0)
        return _plain(data, "utf-16-le" if ends_null else "utf-16-be")
    utf8 = _plain(data, "utf-8")
    return utf8 if utf8 is not None else _plain(data, "cp1252")


def _plain(data: bytes, encoding: str) -> str | None:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return None
    # Some published copies end their lines with two carriage returns and a line feed: a text saved twice as DOS text.
    text = text.replace("\r\r\n", "\n").replace("\r\n", "\n").replace("\r", "\n")
    return text.translate(LINE_ENDS)
