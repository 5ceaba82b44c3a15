"""Numbers that a question gives of each team or player: read, refused, searched, told, and written into addresses."""

from __future__ import annotations

from pathlib import Path

import pytest

from emperor_rules.api.live_table import live_state
from emperor_rules.check.pipeline import check_folder
from emperor_rules.check.witness import as_scenario
from emperor_rules.evaluate.engine import Engine
from emperor_rules.evaluate.verbalise import say_given
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.limits import Bounds
from emperor_rules.messages import in_language
from emperor_rules.model.scenarios import Witness
from emperor_rules.model.texts import Edition
from tests.support.kings_and_pawns import SEATS, WORDS, clause, text, write
from tests.support.short_texts import answered, ask, no, silent, yes

COINS = """\
given coins
  of t
  en "the coins of t"
  it "le monete di t"
  number
  default 3
given scars
  of p
  en "the scars of p"
  it "le cicatrici di p"
  number
  default 0
"""


def folder_of(folder: Path, *clauses: str) -> Path:
    return write(folder, {"words": WORDS, "coins": COINS}, {"t": text("t", *clauses)})


def engine_of(folder: Path, *clauses: str) -> Engine:
    book = load_rulebook(folder_of(folder, *clauses))
    assert not book.findings, book.findings
    return Engine(book)


def test_each_has_its_own_number_and_the_others_the_usual_one(tmp_path: Path) -> None:
    """What is given of A says nothing of B; a number that is compared, calculated with or taken over is that of the member."""
    engine = engine_of(
        tmp_path,
        clause("1", "t is lost when the coins of t is 0."),
        clause("2", "the score of p is the coins of the team of p plus the scars of p."),
    )
    given = {"coins": {"A": 0}, "scars": {"A2": 2}}
    assert ask(engine, "team-lost", "A", given=given) == yes("1")
    assert ask(engine, "team-lost", "B", given=given) == no("1")
    assert ask(engine, "score", "A2", given=given) == answered(2, "2")
    assert ask(engine, "score", "B1", given=given) == answered(3, "2")


def test_what_is_given_of_nobody_is_unknown(tmp_path: Path) -> None:
    """As any value of nobody: neither the usual number nor that of whoever sits last."""
    engine = engine_of(tmp_path, clause("1", "p is wet exactly when the scars of the caller is 0."))
    assert ask(engine, "wet", "A1") == silent()
    assert ask(engine, "wet", "A1", given={"caller": "B1"}) == yes("1")
    assert ask(engine, "wet", "A1", given={"caller": "B1", "scars": {"B1": 1}}) == no("1")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"Z": 3}, "“coins” is given of “Z”, and at this table there are A to"),
        ({"A1": 3}, "“coins” is given of “A1”, and at this table there are A to"),
        ({"A": -1}, "“coins” is a number from 0 up, not “-1”"),
        ({"A": True}, "“coins” is a number from 0 up, not “true”"),
        (3, "“coins” is a number of each, such as A: 3, not “3”"),
        (None, "“coins” is a number of each, such as A: 3, not “null”"),
    ],
)
def test_a_number_of_who_is_not_there_is_refused(tmp_path: Path, given: object, message: str) -> None:
    answer = ask(engine_of(tmp_path, clause("1", "t is lost.")), "team-lost", "A", given={"coins": given})
    assert answer.status == "invalid"
    assert in_language(answer.message or "", "en").startswith(message)


@pytest.mark.parametrize("bound", [0, 5, 12])
def test_a_contradiction_is_found_at_the_number_where_a_clause_changes_its_mind(tmp_path: Path, bound: int) -> None:
    """It shows with one number alone, of one of two teams, and the search must have tried it."""
    clauses = (
        clause("1", "p is wet when p is a king."),
        clause("2", f"p is not wet when the coins of the team of p is {bound} and the scars of p is less than 1."),
    )
    report = check_folder(folder_of(tmp_path, *clauses), search=Bounds(seats=4))
    witnesses = [finding.witness for finding in report.diagnostics if finding.code == "R510" and finding.witness]
    assert [witness["given"] for witness in witnesses] == [{"coins": {"A": bound}}]


def test_a_number_that_another_value_sets_is_tried(tmp_path: Path) -> None:
    """The bound stands in another clause: it is as much a place where the first changes its mind."""
    clauses = (
        clause("1", "p is wet."),
        clause("2", "p is not wet when the coins of the team of p is the reach of p."),
        clause("3", "the reach of p is 40."),
    )
    codes = [
        finding.code for finding in check_folder(folder_of(tmp_path, *clauses), search=Bounds(seats=4)).diagnostics
    ]
    assert "R510" in codes


def test_a_scenario_says_whose_number_it_is(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, clause("1", "t is lost when the coins of t is 0."))
    (folder / "scenarios").mkdir()
    lines = 'scenario "One"\n  in t\n  seats {seats}\n  given coins {given}\n  team A is lost: {answer}\n'

    def codes(given: str, answer: str = "yes") -> set[str]:
        words = lines.format(seats=SEATS, given=given, answer=answer)
        (folder / "scenarios" / "s.rules").write_text(words, encoding="utf-8")
        return {finding.code for finding in check_folder(folder).diagnostics if finding.is_error}

    assert codes("A 0") == codes("A 0 B 2") == codes("B 0", "no") == set()
    assert codes("A") == codes("0") == codes("A 0 B") == {"R107"}
    assert codes("Z 0") == {"R603"}


def test_it_is_told_and_written_into_scenarios_and_addresses(tmp_path: Path) -> None:
    engine = engine_of(tmp_path, clause("1", "t is lost."))
    vocabulary, given = engine.rulebook.vocabulary, {"A": 0, "B": 4}
    witness: Witness = {"seats": SEATS, "ask": "team-lost", "of": ["A"], "given": {"coins": given}}
    answers = {Edition("t"): ask(engine, "team-lost", "A", given={"coins": given})}
    assert "  given coins A 0 B 4\n" in as_scenario(witness, answers, vocabulary, "One")
    assert say_given(vocabulary, "coins", given, "en") == "the coins of team A is 0; the coins of team B is 4"
    assert live_state({"text": "t", "seats": SEATS, "given": {"coins": given}}).endswith("coins=A-0.B-4")
