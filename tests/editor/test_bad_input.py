"""Whatever stands in files, and whatever becomes of them, the server goes on, and says in the end what is so.

EMPEROR_PLACES is how many places of a file are tried, EMPEROR_FILES how many files a large workspace has.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from emperor_rules.editor.folder_reading import FolderReading, read_folder
from emperor_rules.frontend.rule_files import display_name
from tests.support.editor import Editor, editing
from tests.support.kings_and_pawns import Folder, clause, text
from tests.support.paths import RULES
from tests.support.sampling import sample_of
from tests.support.shipped import whole_rulebook

PLACES = int(os.environ.get("EMPEROR_PLACES", "1"))
FILES = int(os.environ.get("EMPEROR_FILES", "100"))
SMALL = ["relations/glossary.rules", "vocabulary/targets.rules", "texts/cr/cr-102.rules", "scenarios/translation.rules"]
#: What no writer means, but a file may hold.
ODD = {
    "nothing": "",
    "a byte order mark": "\ufeffclause",
    "line ends of Python": 'text a "b"\x0b\u2028\x85\n  language en\n',
    "signs of two units": 'text 𝄞 "𝄞𝄞"\n  𝄞\n' * 5,
    "one long line": "clause " + "a " * 2_000,
    "an open string": 'text a "b\n' + "  c\n" * 500,
    "old line ends": 'text a "b"\r  language en\r\rclause 1\r',
    "no rules": "<html>\n" * 50,
    "too much": f"# {'x' * 5000}\n" * 101,
}


def ask_everything(editor: Editor, uri: str, last: types.Position) -> None:
    """Ask all that an editor asks of a place, which must be answered, be it with nothing."""
    file, whole = types.TextDocumentIdentifier(uri), types.Range(types.Position(0, 0), last)
    options = types.FormattingOptions(2, True)
    requests: list[tuple[str, Any]] = [
        (types.TEXT_DOCUMENT_HOVER, types.HoverParams(file, last)),
        (types.TEXT_DOCUMENT_COMPLETION, types.CompletionParams(file, last)),
        (types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, types.DocumentSymbolParams(file)),
        (types.TEXT_DOCUMENT_FOLDING_RANGE, types.FoldingRangeParams(file)),
        (types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, types.SemanticTokensParams(file)),
        (types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionParams(file, whole, types.CodeActionContext([]))),
        (types.TEXT_DOCUMENT_INLAY_HINT, types.InlayHintParams(file, whole)),
        (types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensParams(file)),
        (types.TEXT_DOCUMENT_DEFINITION, types.DefinitionParams(file, last)),
        (types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, types.DocumentHighlightParams(file, last)),
        (types.TEXT_DOCUMENT_FORMATTING, types.DocumentFormattingParams(file, options)),
    ]
    for method, params in requests:
        editor.request(method, params)


def places(shown: list[types.Diagnostic]) -> list[tuple[str, int]]:
    """What is shown to be wrong, and on which lines."""
    return sorted((str(one.code), one.range.start.line) for one in shown)


def is_at(wanted: list[tuple[str, int]], shown: list[types.Diagnostic]) -> bool:
    return places(shown) == wanted


@pytest.mark.parametrize("name", sample_of(SMALL, 0))
def test_half_typed_files_are_borne_and_told_as_they_are(name: str, editor: Editor) -> None:
    path = RULES / name
    whole = path.read_text(encoding="utf-8")
    uri = editor.open(path)
    for number in range(1, PLACES + 1):
        half = whole[: len(whole) * number // (PLACES + 1)]
        editor.change(uri, half)
        last = types.Position(half.count("\n"), len(half) - half.rfind("\n") - 1)
        ask_everything(editor, uri, last)
        fresh = read_folder(RULES, {display_name(path): half}, FolderReading(whole_rulebook()))
        wanted = sorted((f.code, f.span.line - 1) for f in fresh.by_file.get(display_name(path), ()))
        assert places(editor.diagnostics(uri, partial(is_at, wanted))) == wanted
    editor.close(uri)


def write_rules(place: Path) -> Path:
    return Folder(place / "rules").write(t=text("t", clause("1", "p may hit q when p is a king."))).path


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    return write_rules(tmp_path)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Editor, Path]]:
    """An editor with few rules, and their folder."""
    rules = write_rules(tmp_path_factory.mktemp("workspace"))
    with editing(rules.parent) as editor:
        yield editor, rules


@pytest.mark.parametrize("room", sample_of(["texts", "scenarios", "vocabulary", "nowhere"], 1))
def test_anything_may_stand_in_a_file(room: str, small: tuple[Editor, Path]) -> None:
    editor, rules = small
    for words in ODD.values():
        path = rules.parent / room / "odd.rules" if room == "nowhere" else rules / room / "odd.rules"
        uri = editor.open(path, words)
        editor.diagnostics(uri)
        ask_everything(editor, uri, types.Position(0, 3))
        editor.change(uri, "clause", types.Range(types.Position(0, 0), types.Position(0, 0)))
        editor.diagnostics(uri)
        editor.close(uri)


def test_files_may_vanish_or_be_unreadable_while_they_are_open(rules: Path) -> None:
    path, other = rules / "texts" / "t.rules", rules / "texts" / "u.rules"
    other.write_text(text("u", clause("1", "p may push q when p is a king.")), encoding="utf-8")
    with editing(rules.parent) as editor:
        uri = editor.open(path)
        editor.diagnostics(uri)
        path.rename(rules / "texts" / "v.rules")
        editor.change(uri, (rules / "texts" / "v.rules").read_text(encoding="utf-8").replace("a king", "a knig"))
        assert editor.diagnostics(uri, bool)
        (rules / "texts" / "v.rules").unlink()
        os.chmod(other, 0)
        shutil.rmtree(rules / "vocabulary")
        changes = [types.FileEvent(other.as_uri(), types.FileChangeType.Changed)]
        editor.notify(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, types.DidChangeWatchedFilesParams(changes))
        ask_everything(editor, uri, types.Position(3, 2))
        shutil.rmtree(rules)
        editor.change(uri, "")
        ask_everything(editor, uri, types.Position(0, 0))
        editor.close(uri)


@pytest.mark.slow
def test_two_editors_have_the_same_folder_open(rules: Path) -> None:
    path = rules / "texts" / "t.rules"
    wrong = path.read_text(encoding="utf-8").replace("a king", "a knig")
    with editing(rules.parent) as first, editing(rules.parent, language="it") as second:
        mine, theirs = first.open(path, wrong), second.open(path)
        assert "is not a word" in first.diagnostics(mine, bool)[0].message
        assert not second.diagnostics(theirs)
        second.change(theirs, wrong)
        assert "non è una parola" in second.diagnostics(theirs, bool)[0].message


def test_a_base_that_changes_while_files_are_open_is_read_again(rules: Path, tmp_path: Path) -> None:
    """Where the project file cannot be followed it says so, and what was read before stays."""
    base = rules.rename(tmp_path / "base") / "texts" / "t.rules"
    settings = tmp_path / "club" / "emperor.toml"
    own = settings.parent / "rules" / "texts" / "own.rules"
    own.parent.mkdir(parents=True)
    settings.write_text('base = "../base"\n', encoding="utf-8")
    own.write_text(text("own", clause("1", "p may not hit q.", head=" overrides t 1"), head="includes t"), "utf-8")
    with editing(settings.parent) as editor:
        uri, project = editor.open(own), settings.as_uri()
        editor.diagnostics(uri, lambda shown: not shown)
        before = base.read_text(encoding="utf-8")
        base.write_text(before.replace("clause 1", "clause 2"), encoding="utf-8")
        editor.changed(base)
        assert "t has no clause 1" in editor.diagnostics(uri, bool)[0].message
        base.write_text(before, encoding="utf-8")
        editor.changed(base)
        editor.diagnostics(uri, lambda shown: not shown)
        for content, said in (('base = "../gone"\n', "is no folder"), ("base =", "is no TOML")):
            settings.write_text(content, encoding="utf-8")
            editor.changed(settings)
            assert editor.diagnostics(project, lambda shown, said=said: any(said in one.message for one in shown))  # type: ignore[misc]
            assert not editor.diagnostics(uri), "what was read before stays"
        settings.write_text('base = "../base"\n', encoding="utf-8")
        editor.changed(settings)
        editor.diagnostics(project, lambda shown: not shown)
        assert [message.message.split()[0] for message in editor.client.messages] == ["the", "emperor.toml"]
        watching = [method for method in editor.registered if method == types.WORKSPACE_DID_CHANGE_WATCHED_FILES]
        assert len(watching) == 2, "one for what is open, one for the base beside it"


def test_an_editor_that_watches_no_files_is_told_of_a_changed_base(rules: Path, tmp_path: Path) -> None:
    base = rules.rename(tmp_path / "base") / "texts" / "t.rules"
    own = tmp_path / "club" / "rules" / "texts" / "own.rules"
    own.parent.mkdir(parents=True)
    (tmp_path / "club" / "emperor.toml").write_text('base = "../base"\n', encoding="utf-8")
    own.write_text(text("own", clause("1", "p may not hit q.", head=" overrides t 1"), head="includes t"), "utf-8")
    with editing(tmp_path / "club", watches=False) as editor:
        uri = editor.open(own)
        editor.diagnostics(uri, lambda shown: not shown)
        base.write_text(base.read_text(encoding="utf-8").replace("clause 1", "clause 2"), encoding="utf-8")
        assert "t has no clause 1" in editor.diagnostics(uri, bool)[0].message


def test_a_workspace_may_have_no_rules(tmp_path: Path) -> None:
    with editing(tmp_path) as editor:
        uri = editor.open(
            tmp_path / "loose.rules", 'text loose "Loose"\n  language en\n\nclause 1 x\n  p is an emperro.\n'
        )
        assert editor.diagnostics(uri, lambda shown: any("“emperro”" in one.message for one in shown))
        ask_everything(editor, uri, types.Position(4, 9))


@pytest.mark.slow
def test_a_workspace_may_have_broken_rules(tmp_path: Path) -> None:
    broken = Folder(tmp_path / "rules").write(t=text("t", clause("1", "p may hit q."))).path
    (broken / "vocabulary" / "words.rules").write_text("fact\nfact x\n  of p, q\n", encoding="utf-8")
    with editing(tmp_path) as editor:
        uri = editor.open(broken / "texts" / "t.rules")
        assert editor.diagnostics(uri, bool)
        ask_everything(editor, uri, types.Position(7, 4))


@pytest.mark.slow
def test_a_workspace_may_have_many_files(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "rules").write(t=text("t", clause("1", "p may hit q when p is a king."))).path
    for number in range(FILES):
        name = f"t{number}"
        words = text(name, clause("1", "p may hit q when p is a king."))
        (folder / "texts" / f"{name}.rules").write_text(words, encoding="utf-8")
    with editing(tmp_path) as editor:
        uri = editor.open(
            folder / "texts" / "t.rules",
            (folder / "texts" / "t.rules").read_text(encoding="utf-8").replace("a king", "a knig"),
        )
        assert editor.diagnostics(uri, bool)
        symbols = editor.request(types.WORKSPACE_SYMBOL, types.WorkspaceSymbolParams(f"t{FILES - 1}"))
        assert len(symbols) == 2
