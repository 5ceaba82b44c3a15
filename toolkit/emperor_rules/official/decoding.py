"""Bytes of a text file in any of the encodings in which the official rules have been published."""

from __future__ import annotations

from pathlib import Path

from emperor_rules.source import SourceFile, Unreadable

#: Larger files are refused: the whole rules are about one megabyte.
LARGEST_COPY = 8_000_000
MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
LINE_ENDS = {ord(sign): "\n" for sign in "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"}


def read_copy(path: Path) -> SourceFile | Unreadable:
    """Read a file as text with line feeds, or say why it is none."""
    name = path.as_posix()
    try:
        with path.open("rb") as stream:
            data = stream.read(LARGEST_COPY + 1)
    except (OSError, ValueError) as error:  # a name with a null sign is a ValueError
        reason = error.strerror if isinstance(error, OSError) else None
        return Unreadable(name, f"cannot be read: {(reason or 'the system refuses it').lower()}")
    if len(data) > LARGEST_COPY:
        return Unreadable(name, f"is larger than {LARGEST_COPY // 1_000_000} MB")
    text = decode(data)
    if text is None:
        return Unreadable(name, "is text neither in UTF-8, UTF-16 nor Windows-1252")
    return SourceFile(name, text)


def decode(data: bytes) -> str | None:
    """Decode UTF-8 or UTF-16, with or without a byte order mark, or Windows-1252; ``None`` if it is none of them."""
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return _plain(data[len(mark) :], encoding)
    if b"\0" in data[:2000]:  # UTF-16 without a mark: half of the bytes of Latin letters are null
        ends_null = data[1:2000:2].count(0) > data[0:2000:2].count(0)
        return _plain(data, "utf-16-le" if ends_null else "utf-16-be")
    found = _plain(data, "utf-8")
    return found if found is not None else _plain(data, "cp1252")


def _plain(data: bytes, encoding: str) -> str | None:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return None
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(LINE_ENDS)
