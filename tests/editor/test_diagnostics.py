"""What an editor is shown to be wrong: at once and after everything was read."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from lsprotocol import types

from emperor_rules.check.pipeline import check_folder
from tests.support.editor import Editor, editing
from tests.support.kings_and_pawns import Folder, clause, text
from tests.support.sampling import sample_of

CLAUSE = clause("1", "p may hit q when p is a king.")


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with rules about kings and pawns in its folder of the usual name."""
    place = tmp_path_factory.mktemp("workspace")
    Folder(place).write(t=text("t", CLAUSE), u=text("u", clause("1", "p may hit q when p is a pawn.")))
    return place


@pytest.fixture(scope="module")
def editor(rules: Path) -> Iterator[Editor]:
    with editing(rules) as editor:
        yield editor


def test_a_mistake_is_shown_at_its_place_and_goes_when_it_is_mended(editor: Editor, rules: Path) -> None:
    path = next(rules.rglob("t.rules"))
    sound = path.read_text(encoding="utf-8")
    uri = editor.open(path)
    editor.diagnostics(uri)
    editor.change(uri, sound.replace("a king", "a knig"))
    shown = editor.diagnostics(uri, lambda shown: any(one.code == "R201" for one in shown))
    wrong = next(one for one in shown if one.code == "R201")
    line = sound.replace("a king", "a knig").splitlines()[wrong.range.start.line]
    assert line[wrong.range.start.character : wrong.range.end.character] == "knig"
    assert "“king”" in wrong.message
    editor.change(uri, sound)
    assert not [one for one in editor.diagnostics(uri) if one.code == "R201"]
    editor.close(uri)


def test_soon_an_editor_shows_what_the_command_finds(editor: Editor, rules: Path) -> None:
    path = next(rules.rglob("t.rules"))
    sound = path.read_text(encoding="utf-8")
    broken = sound.replace("slug-1", "slug-1 overrides u 9")
    path.write_text(broken, encoding="utf-8")
    try:
        expected = {(f.code, f.span.line - 1) for f in check_folder(path.parents[1]).diagnostics if f.is_error}
    finally:
        path.write_text(sound, encoding="utf-8")
    uri = editor.open(path, broken)
    shown = editor.diagnostics(uri, lambda shown: any(one.code == "R402" for one in shown))
    assert {(one.code, one.range.start.line) for one in shown} == expected
    editor.close(uri)


@pytest.mark.parametrize("encoding", sample_of(types.PositionEncodingKind, 1))
def test_places_are_counted_as_agreed(encoding: types.PositionEncodingKind, rules: Path) -> None:
    path = next(rules.rglob("t.rules"))
    with editing(rules, encodings=[encoding]) as editor:
        words = path.read_text(encoding="utf-8").replace('"Text t"', '"𝄞è" rest', 1)
        uri = editor.open(path, words)
        shown = editor.diagnostics(uri, lambda shown: any(one.code == "R107" for one in shown))
        start = next(one for one in shown if one.code == "R107").range.start
        line = words.splitlines()[start.line]
        before = line[: line.index("rest")]
        sizes = {"utf-8": len(before.encode()), "utf-16": len(before) + 1, "utf-32": len(before)}
        assert start.character == sizes[encoding.value]


def test_what_a_question_says_is_offered_once_it_was_looked_for(tmp_path: Path) -> None:
    """The message that was shown at once gives way to the one that says more."""
    folder = Folder(tmp_path / "rules").write(t=text("t", CLAUSE)).path
    (folder / "questions").mkdir()
    phrasing = 'phrasing may-hit\n  also en "can p bonk q"\n  also it "puo p colpire q"\n'
    (folder / "questions" / "hits.rules").write_text(phrasing, encoding="utf-8")
    path = folder / "texts" / "t.rules"
    with editing(tmp_path, settings={"searches": True}) as editor:
        sound = path.read_text(encoding="utf-8")
        uri = editor.open(path, sound.replace("p may hit q when p is a king.", "kings bonk pawns."))
        shown = editor.diagnostics(uri, lambda shown: any("hit q" in one.message for one in shown))
        wrong = [one for one in shown if one.code == "R201"]
        assert len(wrong) == 1 and "“p may hit q when p is a king and q is a pawn”" in wrong[0].message
        editor.close(uri)
