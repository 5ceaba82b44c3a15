"""The smallest of the made-up rulebooks on which something once failed, each written for one point."""

from __future__ import annotations

from pathlib import Path

import pytest

from emperor_rules.frontend.loader import load_rulebook
from tests.generators.rulebooks import VOCABULARY, write_rules
from tests.support.command_line import run
from tests.support.engine_pair import Pair
from tests.support.javascript import engine_answers
from tests.support.kings_and_pawns import clause, text, write_playable


def rules(folder: Path, *clauses: str, head: str = "") -> Path:
    return write_rules(folder, {"vocabulary/words.rules": VOCABULARY, "texts/t.rules": text("t", *clauses, head=head)})


def test_what_possibly_yields_to_what_is_open_is_open_for_no_reason_of_its_own(tmp_path: Path) -> None:
    """Clause 3 possibly beats 2, and so 2 possibly beats 1; that 2 would hold by 4 leaves nothing open."""
    folder = rules(
        tmp_path,
        clause("1", "the heir of p is the caller."),
        clause("2", "the heir of p is the first king to the left of p unless some player called y is such that (p may not hit y).", head="overrides 1"),
        clause("3", "the heir of p is p unless p is wet.", head="overrides 2"),
        clause("4", "p may hit q."),
    )  # fmt: skip
    request = {"text": "t", "seats": "g g | g E", "ask": "heir", "of": ["A2"], "given": {"caller": "A1"}}
    one, other = Pair(load_rulebook(folder)).ask(request)
    assert one == other and (one.status, one.clauses) == ("silent", frozenset())
    (tmp_path / "t.json").write_bytes(run("export", "--rules", folder).stdout_bytes)
    (answer,) = engine_answers([{"rules": str(tmp_path / "t.json")}, request])
    assert (answer["status"], answer["clauses"]) == ("silent", [])


def test_an_earlier_wording_reads_what_the_later_one_does_not(tmp_path: Path) -> None:
    """Only the later wording asks of kin, who by the earlier wording were those next to each other."""
    folder = rules(
        tmp_path,
        clause(
            "1",
            "until 2010-01-01: q is kin of p when q is next to p.",
            "until 2010-01-01: p is wet when the room is dark.",
            "since 2010-01-01: q is kin of p when q is a king.",
            "since 2010-01-01: p is wet when the active player is kin of p and the room is dark.",
        ),
        head="from 2005-01-01, 2010-01-01",
    )
    for name in ("t", "t:1"):
        assert "wet" in run("history", name, "--rules", folder, "--up-to", 4).output


@pytest.mark.parametrize("command", ["diff", "coverage"])
def test_nobody_stands_where_a_question_names_somebody(command: str, tmp_path: Path) -> None:
    """Whoever kisses is the caller unless another is named, so the searches ask of no kiss without a caller."""
    new, old = (
        rules(
            tmp_path / name,
            clause("1", "p may not kiss q when q is the caller."),
            clause("2", "p may not kiss q unless (p is hot and q is torn).", "p is hot unless p is wet."),
            clause("3", said),
        )
        for name, said in (("new", "whether p is wet is left open when p is not a pawn."), ("old", "p is not wet when p is not a pawn."))
    )  # fmt: skip
    run(*((command, old) if command == "diff" else (command,)), "--rules", new, "--up-to", 3)


def test_a_set_is_searched_beside_what_must_be_given(tmp_path: Path) -> None:
    """Three guilty players show what a clause changes, but only where it is said whether the lamp is lit."""
    folder = rules(
        tmp_path,
        clause("1", "the storm is here when at least 3 players called y are such that (y is guilty)."),
        clause("2", "the storm is not here when the lamp is lit."),
    )
    run("coverage", "--rules", folder, "--up-to", 3)


def test_a_clause_that_overrides_itself_is_told_though_a_scenario_asks_it(tmp_path: Path) -> None:
    folder = write_playable(tmp_path, t=text("t", clause("1", "p is wet when p is a king.", head="overrides 1")))
    write_rules(folder, {"scenarios/s.rules": 'scenario "Wet"\n  in t\n  seats E g | E g\n  A1 is wet: yes\n'})
    assert "R404" in run("check", "--rules", folder, "--up-to", 3).output


@pytest.mark.parametrize(
    "clauses",
    [
        (clause("1", "p is wet unless p is hot."), clause("2", "p is hot unless p is wet.")),
        (clause("1", "p is wet.", head="overrides 2"), clause("2", "p is not wet.", head="overrides 1")),
        (clause("1", "p is wet.", head="see 7"),),
    ],
    ids=["rests on its negation", "yields in a circle", "refers to nothing"],
)
@pytest.mark.parametrize("of", [(), ("--conformance",), ("--text", "t")])
def test_rules_that_cannot_be_asked_are_not_exported(
    clauses: tuple[str, ...], of: tuple[str, ...], tmp_path: Path
) -> None:
    """Another engine would answer from them, though we refuse."""
    if "see" in clauses[0]:
        clauses = (clauses[0].replace(" see 7", "").replace("  p is", "  see 7\n  p is"),)
    result = run("export", *of, "--rules", rules(tmp_path, *clauses))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "error[R" in result.stderr
