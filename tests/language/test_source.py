"""Files are read only where every sign of them can be seen."""

from emperor_rules.source import UNPRINTABLE, SourceFile, Unreadable, decode_source


def test_what_python_can_print_is_never_unprintable() -> None:
    """By that most files are seen to be sound."""
    assert not [sign for sign in map(chr, range(0x110000)) if sign.isprintable() and UNPRINTABLE.match(sign)]
    assert isinstance(decode_source("a\u202eb".encode(), "x"), Unreadable)
    assert isinstance(decode_source("a\tb\n\u00a0\n".encode(), "x"), SourceFile)
