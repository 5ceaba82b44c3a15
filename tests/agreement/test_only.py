"""The only one of a kind, and those of an order: every engine finds the same, or no value where it is not known."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from emperor_rules.export.document import export_text
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.model.scenarios import Status
from tests.oracles.asp import Translation, answer_all
from tests.support.javascript import engine_answers
from tests.support.kings_and_pawns import clause, playable_answerer, text, write_playable

SEATS = "E g g | E g"
#: Values of A2, a pawn in the larger team, at ``SEATS``; wet is left open of B1.
VALUES = (
    ("the size of (the only team called u such that (the size of u is 3))", 3),
    ("the size of the team of (the only king called y such that (the team of y is the team of p))", 3),
    ("the distance from p to (the only king that is next to p)", 1),
    ("the distance from p to (the only pawn that is next to p)", 1),
    ("the distance from p to (the only player that is next to p)", None),
    ("the distance from p to (the only player called y such that (y is a king and y is not p))", None),
    ("the distance from p to (the only player that is red)", 2),
    ("the distance from p to (the only player that is wet)", None),
    ("the size of (the only team called u such that (some player of u is red))", 2),
    ("the number of players called y such that (y is a king or y is red)", 2),
    ("the number of players called y such that (y is wet)", None),
    ("the distance from p to (the first player called y to the right of p such that (y is red))", 2),
    ("the number of players that are next to (the only player that is red)", 2),
    ("the distance from (the first king to the left of (the only player that is red)) to p", 1),
    ("the distance from p to (the only team called u such that (the size of u is 1))", "R204"),
    ("the distance from p to (the only team)", "R204"),
)
RED = clause("8", "p is red exactly when p is a king and the size of the team of p is 2.")
WET = clause("9", "p is wet when p is next to p.", "whether p is wet is left open when p is red.")


def assert_agreed(folder: Path, asked: str, said: Mapping[str, Any], given: Mapping[str, str] | None = None) -> None:
    """Hold the engines against what each of some values of A2 is; ``None`` is silence."""
    texts = {
        f"t{number}": text(f"t{number}", clause("1", f"the {asked} of p is {words}."), RED, WET)
        for number, words in enumerate(said)
    }
    by = playable_answerer(folder, **texts)
    assert not by.rulebook.findings, by.rulebook.findings[0].message
    requests: list[Any] = [
        {"text": id, "seats": SEATS, "ask": asked, "of": ["A2"], "given": given or {}} for id in texts
    ]
    wanted = [(Status.SILENT if value is None else Status.ANSWERED, value) for value in said.values()]
    for request, reply, words in zip(requests, wanted, said, strict=True):
        answer = by.ask(request)
        assert (answer.status, answer.answer) == reply, words
        (clingo,) = answer_all(Translation(by.program(request["text"], None).resolved), [request])
        assert {(one.status, one.answer) for one in clingo} == {reply}, words
    document = folder / "rules.json"
    document.write_text(export_text(by.rulebook), encoding="utf-8")
    replies = engine_answers([{"rules": str(document)}, *requests])
    read = [tuple(reply["answer"]) if isinstance(reply["answer"], list) else reply["answer"] for reply in replies]
    assert [(reply["status"], answer) for reply, answer in zip(replies, read, strict=True)] == wanted


def test_the_only_one_is_found_by_every_engine(tmp_path: Path) -> None:
    assert_agreed(tmp_path, "reach", {words: value for words, value in VALUES if value != "R204"})


def test_a_team_is_no_player(tmp_path: Path) -> None:
    for words in (words for words, value in VALUES if value == "R204"):
        book = load_rulebook(write_playable(tmp_path, t=text("t", clause("1", f"the reach of p is {words}."))))
        assert [finding.code for finding in book.findings] == ["R204"], words


def test_those_of_an_order_keep_it(tmp_path: Path) -> None:
    said = {
        "those of the players clockwise from p that are kings": ("B1", "A1"),
        "those of the players clockwise from p other than p": ("A3", "B1", "B2", "A1"),
        "those of (those of the players clockwise from (the only player that is red) that are kings) other than p": (
            "B1",
            "A1",
        ),
        "those of the players clockwise from p that are next to p at the start": ("A3", "A1"),
        "those of the players clockwise from p that are red that are not red": None,
        "those of the players clockwise from p that are wet": None,
    }
    assert_agreed(tmp_path, "march", said)


def test_teams_have_an_order(tmp_path: Path) -> None:
    said = {
        "the teams clockwise from p": ("A", "B"),
        "the teams clockwise from (the only player that is red)": ("B", "A"),
        "those of the teams clockwise from p that are not lost": ("A", "B"),
        "those of the teams clockwise from p other than the team of p": ("B",),
        "those of the teams clockwise from p that are lost": None,
        "the teams clockwise from (the first pawn called y to the left of p such that (y is red))": (),
    }
    assert_agreed(tmp_path, "parade", said)


@pytest.mark.parametrize("given", [{}, {"herd": "A"}, {"herd": "B"}])
def test_a_team_is_given(tmp_path: Path, given: Mapping[str, str]) -> None:
    herd = given.get("herd")
    said = {
        "the size of the herd": {"A": 3, "B": 2, None: 0}[herd],
        "the number of players called y such that (the team of y is the herd)": {"A": 3, "B": 2, None: 0}[herd],
        "the number of kings called y such that (y is a player of the herd)": int(herd is not None),
        "the number of teams called u such that (u is the herd)": int(herd is not None),
        "the number of teams called u such that (the herd is lost)": 0,
    }
    assert_agreed(tmp_path, "reach", said, given)
