"""However many sit at a table and however deep quantifiers lie in each other, a question ends: answered or refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from emperor_rules.evaluate import counterfactuals, work_limit
from emperor_rules.evaluate.counterfactuals import nearest_counterfactuals
from emperor_rules.evaluate.engine import Engine
from emperor_rules.model.scenarios import Request
from tests.support.command_line import run
from tests.support.javascript import engine_answers, exported_parts
from tests.support.kings_and_pawns import clause, playable_answerer, text

RULES = {
    "deep": (
        "p is ill when every player called q is such that (some player called x is such that (every player called y is"
        " such that (y is within the distance from p to x seats of q))).",
    ),
    "least": (
        "p is ill when every player called q is such that (every player called x is such that (the least n such that"
        " (every player is within n seats of q) is at least 1)).",
    ),
    "circle": (
        "p may hit q when some player called x is such that (x may hit p or q may push x).",
        "p may push q when p may hit q and q is red.",
    ),
}
LARGE, SMALL = " | ".join(["E" + " g" * 27] * 3), "E g | E g"
REFUSED = "ask it of fewer seats"


def question(name: str, seats: str, *of: str) -> Request:
    if name == "circle":
        return {"text": name, "seats": seats, "ask": "may-hit", "of": ["A1", *of]}
    return {"text": name, "seats": seats, "ask": "ill", "of": [*of]}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rules")


@pytest.fixture(scope="module")
def answerer(folder: Path) -> Engine:
    texts = {name: text(name, *(clause(f"c{n}", one) for n, one in enumerate(rules))) for name, rules in RULES.items()}
    return playable_answerer(folder, **texts)


@pytest.fixture
def little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """So little that a test is done soon; the engine of the site does as much as it always may."""
    monkeypatch.setattr(work_limit, "MOST_WORK", 200_000)
    monkeypatch.setattr(counterfactuals, "MOST_WORK", 200_000)


@pytest.mark.usefixtures("little_work")
@pytest.mark.parametrize("name", RULES)
def test_a_question_that_compares_too_much_is_refused_whatever_was_asked_before(name: str, answerer: Engine) -> None:
    single, everybody = question(name, LARGE, "B2"), question(name, LARGE, "?")
    for request in (single, everybody, single, everybody):
        assert REFUSED in str(answerer.ask(request).message)
    assert answerer.ask(question(name, SMALL, "B2")).message is None
    assert answerer.ask(question(name, SMALL, "?")).message is None
    assert nearest_counterfactuals(answerer, single) == ()


@pytest.mark.usefixtures("little_work")
def test_changes_of_a_large_table_are_tried_as_long_as_one_question_may_take(answerer: Engine) -> None:
    at_hand: Request = {**question("deep", " | ".join(["E g g"] * 4), "B2"), "left": ["C1"]}
    assert answerer.ask(at_hand).message is None
    nearest_counterfactuals(answerer, at_hand)
    assert answerer.program("deep", None).work.left > 0


@pytest.mark.slow
@pytest.mark.usefixtures("little_work")
def test_the_command_and_the_engine_of_the_site_refuse_it_too(folder: Path, answerer: Engine, tmp_path: Path) -> None:
    asked = [question("least", LARGE, "B2"), question("least", SMALL, "B2")]
    parts = exported_parts(answerer.rulebook, "en", tmp_path)
    assert [answer["status"] for answer in engine_answers([parts, *asked])] == ["invalid", "answered"]
    result = run("ask", "least", "ill B2", "--seats", LARGE, "--rules", folder)
    assert result.exit_code == 2 and "R704" in result.output and REFUSED in result.output
