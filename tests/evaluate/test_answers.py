"""The batch interface on the shipped rules (design §7): the worked requests, what is invalid, and what is cited.

The answers expected here were read in the sources, not from the program.
"""

import json
from itertools import product
from typing import Any

import pytest

from emperor_rules.cli.commands.ask import answer_line
from tests.support.requests import ALL, CONTRADICTED, LENT, OWN_AT_HOME, SILENT, ask, line, request, short
from tests.support.shipped import engine
from tests.support.tables import EIGHT, SIX

# The worked requests

FIRST = '{"id": 1, "text": "cr-809", "seats": "g E g | g E g", "left": ["A3"], "ask": "may-attack", "of": ["A2", "B1"]}'
SECOND = '{"id": 2, "text": "early", "seats": "g E g | g E g", "ask": "may-deploy", "of": ["A1", "A2"]}'


def test_the_first_worked_request() -> None:
    document = line(FIRST)
    clauses = document.pop("clauses")
    assert document == {"id": 1, "status": "answered", "answer": True, "overridden": []}
    assert clauses[:2] == ["cr-506:506.2", "cr-809:809.3c"]
    # 801.3 restricts attacks to the range (a restriction that was met), which is 809.3a, counted by 801.2 and 801.2c;
    # 102.3 says who is an opponent.
    assert clauses[2:] == ["cr-801:801.3", "cr-102:102.3", "cr-801:801.2", "cr-801:801.2c", "cr-809:809.3a"]


def test_the_second_worked_request() -> None:
    assert line(SECOND) == {"id": 2, "status": "silent", "answer": None, "clauses": [], "overridden": []}


@pytest.mark.parametrize("id", [None, 0, "x", 1.5, ["a", {"b": 2}], {"deep": [None]}, "così"])
def test_the_id_comes_back_as_it_was(id: object) -> None:
    assert line(json.dumps({**json.loads(SECOND), "id": id}))["id"] == id
    assert line(json.dumps({"id": id, "nonsense": 1}))["id"] == id


def test_the_keys_of_an_answer() -> None:
    keys = ["id", "status", "answer", "clauses", "overridden"]
    assert list(line(FIRST)) == list(line(SECOND)) == keys
    assert list(line("{}")) == [*keys, "message"]
    assert list(line(json.dumps(request("early", "fate", **OWN_AT_HOME)))) == [*keys, "message", "ignored"]
    assert line('{"text": "early", "seats": "g E g | g E g", "ask": "may-deploy", "of": ["A1", "A2"]}')["id"] is None


# What makes no sense

FINE: dict[str, Any] = {"text": "cr-809", "seats": SIX, "ask": "may-attack", "of": ["A1", "B3"]}


@pytest.mark.parametrize(
    "written",
    ["", "nonsense", "{", "[1, 2", '{"text": }', b"\xff\xfe", "[" * 100_000, '"text"', "[]", "null", "7", "{}"],
    ids=lambda written: repr(written[:12]),
)
def test_a_malformed_line_is_invalid(written: str | bytes) -> None:
    document = line(written)
    assert (document["id"], document["status"], document["answer"]) == (None, "invalid", None)
    assert document["clauses"] == document["overridden"] == []
    assert document["message"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sets": 1}, "sets"),
        ({"seat": SIX}, "did you mean “seats”"),
        ({"text": "cr-890"}, "cr-890"),
        ({"text": 7}, "text"),
        ({"text": ["cr-809"]}, "text"),
        ({"text": None}, "text"),
        ({"ask": "may-atack"}, "did you mean “may-attack”"),
        ({"ask": ["may-attack"]}, "ask"),
        ({"ask": "opponent"}, "opponent"),
        ({"ask": None}, "ask"),
        ({"options": ["ante"]}, "ante"),
        ({"options": ["no-such"]}, "no-such"),
        ({"options": "ante"}, "options"),
        ({"options": [1]}, "options"),
        ({"seats": "g E x | g E g"}, "x"),
        ({"seats": "g K g | g E g"}, "K"),
        ({"seats": "gEg | gEg"}, "gEg"),
        ({"seats": ""}, "seats"),
        ({"seats": "g E g |"}, "seats"),
        ({"seats": 6}, "seats"),
        ({"seats": None}, "seats"),
        ({"of": ["A1", "B4"]}, "B4"),
        ({"of": ["A1", "C1"]}, "C1"),
        ({"of": ["A1", "b3"]}, "b3"),
        ({"of": ["A1", 3]}, "3"),
        ({"of": ["A1", "A0"]}, "A0"),
        ({"of": ["A1"]}, "2 names"),
        ({"of": ["A1", "B3", "B1"]}, "2 names"),
        ({"of": []}, "2 names"),
        ({"of": None}, "2 names"),
        ({"of": "A1"}, "of"),
        ({"of": {"A1": "B3"}}, "of"),
        ({"left": ["A3"], "leaving": ["B1", "A3"]}, "A3"),
        ({"left": ["Z9"]}, "Z9"),
        ({"left": "A3"}, "left"),
        ({"leaving": ["A9"]}, "A9"),
        ({"leaving": {"A3": 1}}, "leaving"),
        ({"left": ["A1"]}, "A1"),
        ({"leaving": ["B3"]}, "B3"),
        ({"given": {"weather": "rain"}}, "weather"),
        ({"given": []}, "given"),
        ({"given": "combat"}, "given"),
        ({"given": {"phase": "night"}}, "night"),
        ({"given": {"phase": None}}, "phase"),
        ({"given": {"stack": "0"}}, "stack"),
        ({"given": {"stack": -1}}, "stack"),
        ({"given": {"stack": True}}, "stack"),
        ({"given": {"stack": 1.5}}, "stack"),
        ({"given": {"tapped": 1}}, "tapped"),
        ({"given": {"tapped": "no"}}, "tapped"),
        ({"given": {"active": "B7"}}, "B7"),
        ({"given": {"from": ["B1"]}}, "B1"),
        ({"given": {"losing": "A2"}}, "losing"),
        ({"given": {"losing": ["A7"]}}, "A7"),
        ({"given": {"kind": "land"}}, "land"),
        ({"on": "yesterday"}, "yesterday"),
        ({"on": "2023-02-30"}, "2023-02-30"),
        ({"on": "20230401"}, "20230401"),
        ({"on": 2023}, "on"),
    ],
    ids=lambda value: json.dumps(value).replace(" ", "") if isinstance(value, dict) else "",
)
def test_what_makes_no_sense_is_invalid_and_says_why(change: dict[str, Any], message: str) -> None:
    answer = engine().ask({**FINE, **change})
    assert (answer.status, answer.answer, answer.clauses, answer.overridden) == ("invalid", None, (), ())
    assert answer.message is not None
    assert message in answer.message


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_an_answer_is_always_json(number: str) -> None:
    answered = answer_line(engine(), f'{{"id": {number}}}')

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    json.loads(answered, parse_constant=refuse)


def test_an_answer_can_always_be_written() -> None:
    for written in (r'{"id": "\ud800"}', r'{"text": "\ud800", "seats": "\ud800", "ask": "\ud800"}'):
        assert line(answer_line(engine(), written).encode())["status"] == "invalid"


@pytest.mark.parametrize("on", [["2023-04-14"], {}])
def test_a_date_that_is_no_text_is_told_as_such(on: object) -> None:
    assert "“on”" in str(engine().ask({**FINE, "on": on}).message)


def test_other_lines_still_run() -> None:
    for written in ("nonsense", FIRST, '{"id": 9}', FIRST):
        assert line(written)["status"] == ("answered" if written == FIRST else "invalid")


def test_a_team_is_named_by_its_letter() -> None:
    for wrong in ("C", "A1", "a", "", 1, None):
        answer = engine().ask({**FINE, "ask": "team-wins", "of": [wrong]})
        assert answer.status == "invalid"


def test_a_gone_player_is_asked_only_about_the_end() -> None:
    for asked, of in (("range", "A3"), ("in-range", "A2 A3"), ("may-see-hand", "A3 A1"), ("may-deploy", "A2 A3")):
        for gone in ("left", "leaving"):
            answer = ask("cr-809", asked, of, **{gone: ["A3"]})
            assert answer.status == "invalid"
            assert "A3" in str(answer.message)
    for asked in ("loses", "draws", "wins"):
        assert ask("cr-809", asked, "A3", left=["A3"]).status == "answered"
    assert short(ask("cr-809", "loses", "A3", left=["A3"])) is True


@pytest.mark.parametrize("key", ["leaver", "owner", "controller", "control"])
def test_a_fact_that_a_clause_needs_is_missed(key: str) -> None:
    whole = LENT
    answer = ask("cr-809", "fate", **{k: v for k, v in whole.items() if k != key})
    assert answer.status == "invalid"
    assert f"“{key}”" in str(answer.message)


def test_a_fact_that_no_clause_needs_is_not_missed() -> None:
    answer = ask("cr-809", "fate", leaver="A1", owner="A1")
    assert (answer.answer, answer.clauses) == ("leaves", ("cr-800:800.4a",))


@pytest.mark.parametrize(
    ("text", "asked", "of", "given", "ignored"),
    [
        ("cr-809", "may-attack", "A1 B3", {"losing": ["A2"], "wall": True}, ("losing", "wall")),
        ("cr-809", "may-attack", "A1 B3", {"wall": False}, ("wall",)),
        ("cr-809", "may-attack", "A1 B3", {"phase": "combat"}, ()),
        ("cr-809", "loses", "A1", {"losing": ["A2"], "phase": "main"}, ("phase",)),
        ("early", "may-go-first", "A1", {"tapped": True}, ("tapped",)),
        ("early", "may-deploy", "A1 A2", {"tapped": True}, ("tapped",)),  # no clause speaks of it at all
        ("cr-809", "may-attack", "A1 B9", {"wall": True}, ()),  # invalid
        ("cr-809", "may-attack", "A1 B3", None, ()),
    ],
)
def test_a_given_fact_that_no_clause_looks_at_is_told(
    text: str, asked: str, of: str, given: dict[str, Any] | None, ignored: tuple[str, ...]
) -> None:
    whole: Any = {**request(text, asked, of), "given": given}
    assert engine().ask(whole).ignored == ignored
    assert [answer.ignored for answer in engine().ask_each(whole, [tuple(of.split())])] == [ignored]
    assert line(json.dumps(whole)).get("ignored", []) == list(ignored)


def test_a_flag_that_is_told_as_ignored_changes_no_answer() -> None:
    """Others change some, so that the check is not empty."""
    vocabulary = engine().rulebook.vocabulary
    flags = [given.id for given in vocabulary.givens.values() if given.kind == "flag"]
    seen = set()
    for text, (asked, predicate), flag in product(ALL, vocabulary.questions.items(), flags):
        sorts = [sort for _, sort in predicate.parameters]
        of = ["A" if sort == "team" else name for name, sort in zip(("A1", "B3", "A3"), sorts, strict=False)]
        no, yes = (engine().ask({**request(text, asked), "of": of, "given": {flag: holds}}) for holds in (False, True))
        assert no.ignored == yes.ignored
        assert not no.ignored or no == yes, (text, asked, flag)
        seen.add((no == yes, bool(no.ignored)))
    assert {(True, True), (False, False)} <= seen


def test_whoever_leaves_has_not_left() -> None:
    for gone in ("left", "leaving"):
        answer = ask("cr-809", "fate", **OWN_AT_HOME, **{gone: ["A1"]})
        assert answer.status == "invalid"


@pytest.mark.parametrize("text", ALL)
@pytest.mark.parametrize(("asked", "of"), [("may-go-first", "A2"), ("turn-order", "A3"), ("legal-seating", "")])
def test_the_start_ignores_who_has_gone(text: str, asked: str, of: str) -> None:
    before = ask(text, asked, of)
    assert ask(text, asked, of, left=["A2", "A3"], leaving=["B1"]) == before
    assert ask(text, asked, of, left=["A2"], leaving=["A2"]).status == "invalid"
    assert ask(text, asked, of, left=["A9"]).status == "invalid"


# Dates and options


def test_a_date_chooses_the_wordings_and_numbers() -> None:
    asked = {"losing": ["A2", "B2"]}
    everybody = ["A1", "A2", "A3", "B1", "B2", "B3"]
    assert "cr-104:102.4c" in ask("cr-104", "draws", "A1", on="2006-01-01", losing=everybody).clauses
    assert "cr-104:104.4d" in ask("cr-809", "draws", "A1", **asked).clauses
    assert ask("cr-104", "draws", "A1", on="2005-07-31").status == "invalid"
    assert ask("cr-104", "draws", "A1", on="2999-01-01") == ask("cr-104", "draws", "A1")


def test_a_batch_names_the_number_of_the_day() -> None:
    numbers = {
        "2005-08-01": "607.3c",
        "2009-05-01": "607.3c",
        "2009-07-10": "607.3c",
        "2009-07-11": "807.3c",
        "2010-06-17": "807.3c",
        "2010-06-18": "809.3c",
        "2024-09-20": "809.3c",
        "2999-01-01": "809.3c",
    }
    for on, number in numbers.items():
        document = line(json.dumps(request("cr-809", "may-attack", "A2 B1", on=on, id=on)))
        assert (document["id"], document["status"], document["answer"]) == (on, "answered", False)
        assert document["clauses"] == [f"cr-809:{number}", "cr-101:101.2" if on >= "2009-07-11" else "cr-101:103.2"]
    document = line(json.dumps(request("cr-809", "may-attack", "A2 B1", on="2005-07-31")))
    assert (document["status"], document["clauses"]) == ("invalid", [])
    assert "2005-08-01" in document["message"]


@pytest.mark.parametrize(
    ("on", "range_of_three", "of_four"),
    [("2005-08-01", 2, SILENT), ("2009-07-10", 2, SILENT), ("2009-07-11", 2, 3), ("2999-01-01", 2, 3)],
)
def test_ranges_of_larger_teams_were_open_until_july_2009(on: str, range_of_three: int, of_four: Any) -> None:
    assert short(ask("cr-809", "range", "A2", on=on)) == range_of_three
    assert short(ask("cr-809", "range", "A2", seats=EIGHT, on=on)) == of_four
    if of_four == SILENT:
        assert ask("cr-809", "range", "A2", seats=EIGHT, on=on).clauses == ("cr-809:607.6",)


@pytest.mark.parametrize("text", ["wiki-en", "wiki-it", "early", "paris"])
def test_a_text_with_one_wording_ignores_the_date(text: str) -> None:
    for on in ("1990-01-01", "2009-05-01", "2999-12-31"):
        assert ask(text, "starting-life", "A1", on=on) == ask(text, "starting-life", "A1")


def test_fixed_includes_ignore_the_date() -> None:
    for on in ("2006-01-01", "2024-09-20", "2999-12-31"):
        assert ask("cr-809-it", "draws", "A1", on=on, losing=["A2", "B2"]) == ask(
            "cr-809-it", "draws", "A1", losing=["A2", "B2"]
        )


def test_options() -> None:
    assert short(ask("early", "in-range", "A2 B1", options=["range-one"])) is False
    assert short(ask("early", "in-range", "A2 B1", options=[])) is True
    assert ask("early", "range", "A2", options=["range-one", "range-one", "ante"]).answer == 1
    for text, option in (("paris", "range-one"), ("wiki-en", "ante"), ("early", "global-unlimited")):
        assert ask(text, "range", "A2", options=[option]).status == "invalid"


# What is cited


def test_silence_cites_exactly_what_is_left_open() -> None:
    assert ask("early", "may-deploy", "A1 A2").clauses == ()
    assert ask("wiki-en", "minimum-deck", "A1").clauses == ("wiki-en:decks",)
    assert ask("cr-809", "may-attack", "A2 B1", leaving=["A3"]).clauses == ("cr-809:809.3c",)
    assert ask("early", "team-wins", "A", losing=["A2", "B2"]).clauses == ("early:win",)
    assert ask("early", "fate", **LENT).clauses == ("early:eliminated",)
    assert ask("paris", "may-attack", "A1 B3").clauses == ("paris:attack",)
    assert ask("wiki-en", "in-range", "A2 B1", seats=EIGHT).clauses == ("wiki-en:more-teams",)
    assert ask("wiki-it", "turn-order", "A2").clauses == ()


def test_a_contradiction_says_who_claims_what() -> None:
    answer = ask("early", "fate", **OWN_AT_HOME)
    assert (answer.status, answer.answer) == (CONTRADICTED, None)
    assert set(answer.clauses) == {"early:eliminated", "early:territory-dies"}
    sides = str(answer.message).split("; ")
    assert {side for side in sides if "early:eliminated" in side and "leaves" in side}
    assert {side for side in sides if "early:territory-dies" in side and "graveyard" in side}
    assert len(sides) == 2


def test_the_wiki_contradicts_itself_where_only_an_own_general_is_gone() -> None:
    answer = ask("wiki-en", "in-range", "A2 B2", left=["A1"])
    assert answer.status == CONTRADICTED
    assert set(answer.clauses) == {"wiki-en:range", "wiki-en:reach-emperor"}
    sides = str(answer.message).split("; ")
    assert len(sides) == 2
    assert {side for side in sides if "wiki-en:range" in side and side.endswith("yes")}
    assert {side for side in sides if "wiki-en:reach-emperor" in side and side.endswith("no")}
    assert short(ask("wiki-en", "in-range", "A2 B2", left=["B1"])) is True


def test_what_yielded_is_named() -> None:
    answer = ask("cr-809", "may-attack", "A2 B1")
    assert (answer.answer, answer.overridden) == (False, ("cr-506:506.2",))
    assert set(answer.clauses) == {"cr-809:809.3c", "cr-101:101.2"}
    answer = ask("cr-809", "range", "A2", seats=EIGHT)
    assert (answer.answer, answer.overridden) == (3, ("cr-809:809.3a",))
    assert "cr-809:809.6a" in answer.clauses
    assert "cr-809:809.3a" not in answer.clauses
    assert ask("cr-809", "in-range", "A1 B3").overridden == ()


def test_two_emperors_that_fall_together_draw() -> None:
    answer = ask("cr-809", "draws", "A1", losing=["A2", "B2"])
    assert answer.answer is True
    assert {"cr-104:104.4d", "cr-809:809.5b", "cr-104:104.3i"} <= set(answer.clauses)


def test_losing_beats_winning() -> None:
    answer = ask("cr-809", "wins", "A1", losing=["A1", "B2"])
    assert answer.answer is False
    assert "cr-104:104.3f" in answer.clauses


def test_an_answer_that_is_given_needs_no_clause() -> None:
    answer = ask("wiki-it", "loses", "A1", losing=["A1"])
    assert (answer.answer, answer.clauses) == (True, ())
