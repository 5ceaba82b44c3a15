"""What runs beside the server: searches, slips in a clause, declarations of differences, each offered as an edit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from emperor_rules.diagnostics import error, warning
from emperor_rules.editor.features import DECLARE_COMMAND, TRY_SLIPS_COMMAND
from emperor_rules.editor.folder_reading import read_folder
from emperor_rules.editor.open_file import OpenFile
from emperor_rules.editor.project import Project
from emperor_rules.source import Span
from tests.support.editor import Editor, editing
from tests.support.kings_and_pawns import clause, text, write_playable

pytestmark = pytest.mark.slow

LEGAL = clause("9", "require the number of teams is 2.")
KING = clause("1", "p can hit q when p is a king.")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A text that contradicts itself, and one that differs from it."""
    t = text("t", KING, clause("2", "p cannot hit q when q is a king."), LEGAL)
    write_playable(tmp_path / "rules", t=t, u=text("u", KING, LEGAL, head="varies t"))
    return tmp_path


def test_a_contradiction_is_found_with_both_sides_and_edits_that_end_it(place: Path) -> None:
    with editing(place, settings={"searches": True}) as editor:
        uri = editor.open(place / "rules" / "texts" / "t.rules")
        shown = editor.diagnostics(uri, lambda shown: any(one.code == "R510" for one in shown))
        found = next(one for one in shown if one.code == "R510")
        assert [other.location.uri for other in found.related_information or ()] == [uri]
        params = types.CodeActionParams(types.TextDocumentIdentifier(uri), found.range, types.CodeActionContext([]))
        actions = editor.request(types.TEXT_DOCUMENT_CODE_ACTION, params)
        offered = {action.title: action for action in actions}
        assert len(offered) == len(actions), "two things offered on a line are told apart"
        scenario = (
            next(a for t, a in offered.items() if t.startswith("Add the scenario that shows it: "))
            .edit.document_changes[1]
            .edits[0]
            .new_text
        )
        assert ": contradicted, by t 1, t 2" in scenario
        editor.change(uri, "")
        assert all(one.code != "R510" for one in editor.diagnostics(uri)), "what was searched is stale"


def test_what_a_project_ignores_is_shown_no_more(place: Path) -> None:
    """Neither what reading finds nor what searches do."""
    settings, texts = place / "emperor.toml", place / "rules" / "texts"
    (texts / "v.rules").write_text(text("v", clause("1", "p can hit q.", head=" overrides t 7")), encoding="utf-8")
    with editing(place, settings={"searches": True}) as editor:
        wanted = {editor.open(texts / "t.rules"): "R510", editor.open(texts / "v.rules"): "R402"}
        seen = [
            {str(one.code) for one in editor.diagnostics(uri, lambda shown: code in {one.code for one in shown})}  # noqa: B023
            for uri, code in wanted.items()
        ]
        codes = sorted({"R514", "R515", "R604"}.union(*seen))
        ignored = (f'[[ignore]]\ncode = "{code}"\nreason = "Not now."\n' for code in codes)
        settings.write_text("\n".join(ignored), encoding="utf-8")
        editor.changed(settings)
        for uri in wanted:
            assert not editor.diagnostics(uri, lambda shown: not shown)


def run(editor: Editor, command: str, *arguments: Any) -> Any:
    return editor.request(types.WORKSPACE_EXECUTE_COMMAND, types.ExecuteCommandParams(command, arguments))


def test_slips_that_no_scenario_notices_are_marked_in_the_clause(place: Path) -> None:
    with editing(place) as editor:
        uri = editor.open(place / "rules" / "texts" / "u.rules")
        count = run(editor, TRY_SLIPS_COMMAND, "u", "slug-1", (place / "rules").as_posix())
        shown = editor.diagnostics(uri, lambda shown: any("no scenario notices" in one.message for one in shown))
        assert 0 < count == sum("no scenario notices" in one.message for one in shown)


def test_what_was_found_of_slips_outlives_a_check_that_began_before(place: Path) -> None:
    """The check that begins when a file is opened may end after the slips were tried; an edit ends both."""
    project = Project(place / "rules")
    contradiction, slip, other = (error("R510", words) for words in ("a", "b", "c"))
    project.settle_slips((slip,))
    project.settle_searched((contradiction,))
    assert [*project.searched] == [contradiction, slip]
    project.settle_slips((slip, other))
    assert [*project.searched] == [contradiction, slip, other], "tried again, none is there twice"
    project.edits += 1
    project.settle_searched((contradiction,))
    assert [*project.searched] == [contradiction]


def test_slips_found_before_the_rules_were_read_with_an_edit_are_shown_after(place: Path) -> None:
    path = place / "rules" / "texts" / "u.rules"
    project = Project(place / "rules")
    project.settle(read_folder(project.folder, {}))
    words = path.read_text(encoding="utf-8")
    file = project.open(OpenFile(path.as_uri(), f"# edited\n\n{words}", 1, "utf-16"), path)
    project.begin_edit()
    line = next(block.line for block in file.document.blocks if block.words.startswith("clause"))
    slip = warning("", "a slip", Span(file.name, line, 1, line, 2))
    project.settle_slips((slip,))
    project.settle(read_folder(project.folder, project.unsaved()))
    assert slip in project.findings()[file.name]


def test_differences_are_declared(place: Path) -> None:
    with editing(place) as editor:
        uri = editor.open(place / "rules" / "texts" / "u.rules")
        editor.diagnostics(uri)
        run(editor, DECLARE_COMMAND, "u", (place / "rules").as_posix())
        changes: list[Any] = list(editor.applied[0].edit.document_changes or ())
        assert "difference u-slug-1\n" in changes[1].edits[0].new_text
