"""Files as an editor has them: after any edits in any encoding they are what the editor shows, cut into the same blocks."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lsprotocol import types

from emperor_rules.editor.open_file import OpenFile, code_points, units
from emperor_rules.language.blocks import block_lines
from emperor_rules.source import SourceFile
from tests.support.sampling import number_of_examples

ENCODINGS = list(types.PositionEncodingKind)
#: Words, heads, signs of two and four bytes, of two UTF-16 units, and every line end, also those of Python alone.
TEXTS = st.lists(
    st.sampled_from(["a", "è", "€", "𝄞", "\n", "\r\n", "\r", "\u2028", "\x0c", "clause 1", "text t", "  it", " ", '"'])
).map("".join)


def lines_of(text: str) -> list[str]:
    """The lines of a text by the protocol, without their ends."""
    return re.split(r"\r\n|\n|\r", text)


def offset(text: str, position: types.Position, encoding: str) -> int:
    """Where a position is in a text, counted sign by sign."""
    ends = [match.end() for match in re.finditer(r"\r\n|\n|\r", text)]
    start = [0, *ends][position.line]
    line = lines_of(text)[position.line]
    taken = 0
    for at, sign in enumerate(line):
        if taken >= position.character:
            return start + at
        taken += {"utf-8": len(sign.encode()), "utf-16": len(sign.encode("utf-16-le")) // 2, "utf-32": 1}[encoding]
    return start + len(line)


@st.composite
def edits(draw: st.DrawFn) -> tuple[str, list[tuple[tuple[float, float, int, int], str]]]:
    stretches = st.tuples(st.floats(0, 1), st.floats(0, 1), st.integers(0, 9), st.integers(0, 9))
    return draw(TEXTS), draw(st.lists(st.tuples(stretches, TEXTS), max_size=6))


@pytest.mark.parametrize("encoding", ENCODINGS)
@settings(max_examples=number_of_examples(60, 200), deadline=None)
@given(edits())
def test_after_any_edits_a_file_is_what_the_editor_shows(
    encoding: types.PositionEncodingKind, case: tuple[str, list[tuple[tuple[float, float, int, int], str]]]
) -> None:
    text, changes = case
    file = OpenFile("file:///a.rules", text, 1, encoding.value)
    for (begin, end, first, last), words in changes:
        lines = lines_of(text)
        start = types.Position(int(begin * (len(lines) - 1)), first)
        stop = types.Position(int(end * (len(lines) - 1)), last)
        start, stop = sorted((start, stop), key=lambda place: (place.line, place.character))
        a, b = offset(text, start, encoding.value), offset(text, stop, encoding.value)
        a, b = min(a, b), max(a, b)
        text = text[:a] + words + text[b:]
        file.apply_change(types.TextDocumentContentChangePartial(types.Range(start, stop), words))
        assert file.source == text
        assert file.blocks == OpenFile("file:///a.rules", text, 1, encoding.value).blocks
    assert [line.rstrip("\r\n") for line in file.lines] == (
        lines_of(text) if lines_of(text)[-1] else lines_of(text)[:-1]
    )
    assert "".join(block.words for block in file.blocks) == file.words
    heads = [begin for begin, _ in block_lines(SourceFile("a.rules", file.words))]
    assert {block.line for block in file.blocks if block.has_head} <= set(heads)


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(st.text("aè€𝄞", max_size=8))
def test_columns_there_and_back(encoding: types.PositionEncodingKind, line: str) -> None:
    for column in range(len(line) + 1):
        assert code_points(line, units(line[:column], encoding.value), encoding.value) == column
