"""What a search reports: sizes that cannot be seated, and differences that nothing declares."""

from __future__ import annotations

from pathlib import Path

import pytest

from emperor_rules.check.pipeline import check_folder
from emperor_rules.limits import Bounds
from tests.support.kings_and_pawns import Folder, clause, text

KINGS = (
    clause("1", "require every team called t is such that (exactly 1 player of t is a king)."),
    clause("2", "require every team called t is such that (the size of t is 1 or the size of t is 2)."),
    clause("3", "p may hit q."),
)
SIZE = "every team called t is such that (the size of t is 2)"


def codes_of(folder: Folder) -> list[tuple[str, str]]:
    findings = check_folder(folder.path, search=Bounds(4, None, None, None)).diagnostics
    return [(d.code, d.severity) for d in findings if d.code.startswith("R5")]


@pytest.mark.parametrize(
    ("fifth", "expected"),
    [
        (f"require not ({SIZE} and some king is in the game).", [("R511", "warning")]),
        (f"whether the table is legal is left open when {SIZE}.", []),
    ],
    ids=["impossible", "left open"],
)
def test_a_size_is_impossible_only_if_no_seating_may_meet_the_requirements(
    tmp_path: Path, fifth: str, expected: list[tuple[str, str]]
) -> None:
    folder = Folder(tmp_path).write(t=text("t", *KINGS, clause("5", fifth)))
    assert codes_of(folder) == expected


def test_a_size_that_one_requirement_excludes_beside_roles_is_not_allowed(tmp_path: Path) -> None:
    both = "require every team called t is such that (exactly 1 player of t is a king and the size of t is 1)."
    folder = Folder(tmp_path).write(t=text("t", clause("1", both), clause("2", "p may hit q.")))
    assert codes_of(folder) == []


def test_an_error_is_never_folded_under_a_warning(tmp_path: Path) -> None:
    """That some size cannot be seated changes nothing about a contradiction at a table that can."""
    impossible = clause("5", f"require not ({SIZE} and some king is in the game).")
    folder = Folder(tmp_path).write(t=text("t", *KINGS, impossible, clause("6", "p may not hit q when p is a king.")))
    groups = check_folder(folder.path, search=Bounds(4, None, None, None)).causes.groups()
    assert [group[0].code for group in groups if group[0].code[1] == "5"] == ["R510", "R511"]


def test_a_contradiction_among_facts_that_rest_on_one_another_is_told(tmp_path: Path) -> None:
    circle = (
        clause("6", "p is wet when p is a king or some player called q is such that (q is next to p and q is hot)."),
        clause("7", "p is hot when p is wet."),
        clause("8", "p is not hot when p is a pawn."),
    )
    folder = Folder(tmp_path).write(t=text("t", *KINGS, *circle))
    report = check_folder(folder.path, search=Bounds(4, None, None, None))
    (error,) = [finding for finding in report.diagnostics if finding.is_error]
    assert error.code == "R510" and "t:8 says no" in error.message


def test_a_declared_difference_hides_none_that_is_not(tmp_path: Path) -> None:
    """Both have one message and one first clause; what decides in the other text tells them apart."""
    one = text("one", clause("1", "p may hit q when p is a king."), head="varies two")
    two = text(
        "two", clause("1", "p may not hit q when q is a king."), clause("2", "p may not hit q when q is a pawn.")
    )
    declaration = (
        'difference known\n  between one, two\n  asks may-hit\n  clauses one 1, two 1\n  en "Known."\n  it "Noto."\n'
    )
    folder = Folder(tmp_path).write(one=one, two=two)
    assert codes_of(folder) == [("R520", "error"), ("R520", "error")]
    (tmp_path / "relations").mkdir()
    (tmp_path / "relations" / "known.rules").write_text(declaration, encoding="utf-8")
    assert codes_of(folder) == [("R520", "declared"), ("R520", "error")]
