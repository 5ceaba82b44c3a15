"""What is said twice of one thing: names of a list are joined, anything else must be the same both times."""

from __future__ import annotations

from typing import Any

import pytest

import emperor_rules as er
from emperor_rules.cli.commands.ask import read_facts
from emperor_rules.model.vocabulary import GivenFact, GivenKind
from tests.support.command_line import run
from tests.support.shipped import rulebook, shipped_rules

SEATS = "g E g | g E g"
GIVENS = rulebook().vocabulary.givens


def two_values(given: GivenFact) -> tuple[str, str]:
    match given.kind:
        case GivenKind.FLAG:
            return "yes", "no"
        case GivenKind.NUMBER:
            return "1", "2"
        case GivenKind.CHOICE:
            return given.choices[0][0], given.choices[-1][0]
    return "A2", "B2"


@pytest.mark.parametrize("key", GIVENS)
def test_no_value_of_a_given_fact_is_lost(key: str) -> None:
    one, other = (f"{key}={value}" for value in two_values(GIVENS[key]))
    if GIVENS[key].kind is GivenKind.PLAYERS:
        assert read_facts([one, other, one], rulebook().vocabulary) == {key: ["A2", "B2"]}
        return
    assert read_facts([one, one], rulebook().vocabulary).keys() == {key}
    with pytest.raises(er.RequestError, match=f"“{key}” is given twice"):
        read_facts([one, other], rulebook().vocabulary)


@pytest.mark.parametrize(
    ("option", "values"), {"--on": ("2009-07-11", "2020-01-01"), "--seats": (SEATS, "E | E")}.items()
)
def test_an_option_of_one_value_is_refused_with_another(option: str, values: tuple[str, str]) -> None:
    asked = ["ask", "cr-809", "range A2", *(() if option == "--seats" else ("--seats", SEATS))]
    assert run(*asked, option, values[0], option, values[0]).exit_code == 0
    refused = run(*asked, option, values[0], option, values[1])
    assert refused.exit_code == 2 and f"{option} is given twice" in refused.output


@pytest.mark.parametrize(
    ("question", "given", "value"),
    [
        ("does A2 lose if A2 is losing?", {"losing": ["B2"]}, True),
        ("A2 perde se A2 sta perdendo?", {"losing": ["B2"]}, True),
        ("can A1 attack B3 in the main phase?", {"phase": "combat"}, None),
        ("A1 può attaccare B3 nella fase principale?", {"phase": "combat"}, None),
        ("can A1 attack B3 during combat?", {"phase": "combat"}, True),
    ],
)
def test_what_the_question_says_is_joined_to_what_is_given(
    question: str, given: dict[str, Any], value: bool | None
) -> None:
    text = shipped_rules()["cr-809"]
    if value is None:
        with pytest.raises(er.RequestError):
            text.ask(question, seats=SEATS, given=given)
    else:
        assert text.ask(question, seats=SEATS, given=given).value is value


@pytest.mark.parametrize(
    "question",
    [
        "can A1 attack B3 in combat and in the main phase?",
        "can A1 attack B3 if it is A1's turn and it is A2's turn?",
        "A1 può attaccare B3 se è il turno di A1 e è il turno di A2?",
    ],
)
def test_a_question_that_says_two_things_is_refused(question: str) -> None:
    with pytest.raises(er.RequestError):
        shipped_rules()["cr-809"].ask(question, seats=SEATS)
