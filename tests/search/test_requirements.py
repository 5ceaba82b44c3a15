"""Which tables are legal where what is required of them rests on what a question brings along."""

from __future__ import annotations

from pathlib import Path

import pytest

from emperor_rules.check.pipeline import check_folder
from emperor_rules.evaluate.answers import ANSWERED
from emperor_rules.limits import Bounds
from emperor_rules.search.seatings import legal_tables
from tests.support.kings_and_pawns import clause, playable_answerer, text

#: Conditions on a player that read one given fact each, of every kind.
GIVEN = (
    "p is guilty",
    "the room is dark",
    "the phase is night",
    "the active player is p",
    "the guest is p",
    "the herd is the team of p",
    "the number of stones is at least 1",
)


@pytest.mark.parametrize("given", GIVEN)
@pytest.mark.parametrize("required", ["every king called x is such that (the reach of x is 1)", "some pawn is wet"])
def test_a_requirement_may_rest_on_what_is_given(given: str, required: str, tmp_path: Path) -> None:
    """A table is legal as the text answers it where nothing is given."""
    clauses = (
        clause("1", "require every team called t is such that (exactly 1 player of t is a king)."),
        clause("2", f"require {required}."),
        clause("3", "the reach of p is 1 when p is a king.", f"p is wet unless {given}."),
        clause("4", f"the reach of p is 2 when {given}.", head="overrides 3"),
    )
    engine = playable_answerer(tmp_path, sample=text("sample", *clauses))
    resolved = engine.program("sample", None).resolved
    legal = {table.seats for seats in range(2, 6) for table in legal_tables([resolved], seats)}
    for seats in ("E | E", "E g | E g", "E g | E", "E E | g", "E g g | E g"):
        answer = engine.ask({"text": "sample", "seats": seats, "ask": "legal", "of": []})
        certain = answer.status == ANSWERED and answer.answer is True
        assert certain == (seats in legal) or "invalid" in answer.status, (seats, answer)
    assert not any(finding.code == "R101" for finding in check_folder(tmp_path, search=Bounds(4)).diagnostics)
