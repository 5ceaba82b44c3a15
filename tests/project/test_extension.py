"""What the architecture page says where to add, added: each takes what it names and nothing else.

A built-in is added in ``tests/semantics``.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import emperor_rules as er
from emperor_rules.check import validation
from emperor_rules.diagnostics import Diagnostic, warning
from emperor_rules.messages import Message
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Text
from emperor_rules.reports.formats import FORMATS, render
from emperor_rules.reports.report import Report
from tests.support.kings_and_pawns import SEATS, Folder, clause, text


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    Folder(tmp_path).write(t=text("t", clause("1", "p may hit q when q is a king.")))
    return tmp_path


def _no_text_of_one_clause(of: Text, rulebook: Rulebook) -> list[Diagnostic]:
    if len(of.clauses) != 1:
        return []
    return [warning("R405", Message("{text} has one clause", text=of.id), of.span, Message("Write another."))]


def test_a_check_is_a_function_and_its_name_in_a_list(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = [str(finding.message) for finding in er.load(folder).check(seats=None).diagnostics]
    monkeypatch.setattr(validation, "TEXT_CHECKS", [*validation.TEXT_CHECKS, _no_text_of_one_clause])
    after = [str(finding.message) for finding in er.load(folder).check(seats=None).diagnostics]
    assert [message for message in after if message not in before] == ["t has one clause"]


def test_a_format_is_a_function_and_its_name_in_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FORMATS, "count", lambda report, language: f"{report.command} ({language})")
    assert render(Report("check", (), ""), "count", "it") == "check (it)"


def test_a_way_to_ask_is_a_line_in_a_file(folder: Path) -> None:
    question = "would A1 smite B1?"
    with pytest.raises(er.RequestError):
        er.load(folder)["t"].ask(question, seats=SEATS)
    (folder / "questions").mkdir()
    (folder / "questions" / "hitting.rules").write_text('phrasing may-hit\n  also en "would p smite q"\n')
    rules = er.load(folder)
    assert rules["t"].ask(question, seats=SEATS).value is rules["t"].ask("may A1 hit B1?", seats=SEATS).value
    exported = json.loads(rules.to_json())["questions"]["phrasings"]
    assert [(one["id"], one["words"]) for one in exported] == [("may-hit", "would p smite q")]
