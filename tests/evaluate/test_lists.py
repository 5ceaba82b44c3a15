"""Questions of everybody: what a “?” in “of” stands for, and what the list says of those it does not name."""

from typing import Any

import pytest

from tests.support.shipped import engine
from tests.support.tables import SIX


def ask(ask: str, *of: Any, text: str = "cr-809", **more: Any) -> dict[str, Any]:
    return engine().ask({"text": text, "seats": SIX, "ask": ask, "of": list(of), **more}).as_json(None)


def named(document: dict[str, Any]) -> list[Any]:
    """Who is listed, with the answer where it is no plain yes."""
    return [
        " ".join(entry["of"]) + ("" if entry["answer"] is True else f": {entry['answer']}")
        for entry in document["answer"]
    ]


@pytest.mark.parametrize(
    ("question", "of", "more", "expected"),
    [
        ("may-attack", ("A1", "?"), {}, ["A1 B3"]),
        ("may-attack", ("?", "A1"), {}, ["B3 A1"]),
        ("may-attack", ("A2", "?"), {}, []),
        ("may-attack", ("A2", "?"), {"left": ["A3"]}, ["A2 B1"]),
        ("may-attack", ("?", "?"), {}, ["A1 B3", "A3 B1", "B1 A3", "B3 A1"]),
        ("in-range", ("A1", "?"), {}, ["A1 A1", "A1 A2", "A1 B3"]),
        ("range", ("?",), {}, ["A1: 1", "A2: 2", "A3: 1", "B1: 1", "B2: 2", "B3: 1"]),
        ("range", ("?",), {"left": ["A1"], "leaving": ["B1"]}, ["A2: 2", "A3: 1", "B2: 2", "B3: 1"]),
        ("may-go-first", ("?",), {"left": ["A2"]}, ["A2", "B2"]),
        ("team-wins", ("?",), {"given": {"losing": ["A2"]}}, ["B"]),
        ("loses", ("?",), {"given": {"losing": ["A2"]}, "left": ["A3"]}, ["A1", "A2", "A3"]),
    ],
)
def test_a_list_names_those_answered_yes_in_order_of_seats(question, of, more, expected):
    document = ask(question, *of, **more)
    assert document["status"] == "answered"
    assert named(document) == expected


def test_each_entry_is_answered_as_if_it_were_asked_alone():
    for entry in ask("may-attack", "?", "?", left=["A3"])["answer"]:
        alone = ask("may-attack", *entry["of"], left=["A3"])
        assert (entry["answer"], entry["clauses"]) == (alone["answer"], alone["clauses"])


def test_an_empty_list_cites_why_nobody_is_named():
    document = ask("may-attack", "A2", "?")
    assert document["answer"] == [] and "cr-809:809.3c" in document["clauses"]


def test_what_the_text_leaves_open_is_named_apart():
    document = ask("may-attack", "A2", "?", leaving=["A3"])
    assert document["answer"] == []
    assert document["open"] == [{"of": ["A2", "B1"], "status": "silent", "clauses": ["cr-809:809.3c"]}]
    assert "open" not in ask("may-attack", "A2", "?")


def test_a_list_without_any_answer_is_silent():
    document = ask("may-deploy", "A1", "?", text="early")
    assert (document["status"], document["answer"]) == ("silent", None)
    assert len(document["open"]) == len(SIX.split()) - 1


@pytest.mark.parametrize(
    ("question", "of", "more", "message"),
    [
        ("may-attack", ["?"], {}, "is asked of 2 names, not of 1"),
        ("may-attack", ["Z9", "?"], {}, "“Z9” is nobody"),
        ("may-attack", "?", {}, "“of” is not a list"),
        ("may-atack", ["A1", "?"], {}, "may-attack"),
        ("may-attack", ["A3", "?"], {"left": ["A3"]}, "A3 is no longer in the game"),
        ("may-attack", ["A1", "?"], {"seats": "g x"}, "is no role"),
        ("reaches-card", ["?"], {}, "which is not given"),
        ("may-choose-player", ["?"] * 3, {"seats": "g " * 100}, "stands for too many"),
    ],
)
def test_a_list_that_makes_no_sense_is_refused(question, of, more, message):
    request = {"text": "cr-809", "seats": SIX, "ask": question, "of": of, **more}
    document = engine().ask(request).as_json(None)
    assert document["status"] == "invalid"
    assert message in str(document["message"])
