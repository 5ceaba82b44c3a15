"""What the public interface is handed that makes no sense is refused in a sentence, never taken for something else."""

from collections.abc import Callable
from datetime import date, datetime
from functools import partial
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

import emperor_rules as er
from emperor_rules.messages import in_language
from tests.support.paths import RULES
from tests.support.tables import SIX

TYPED = "can A2 attack B1?"


@pytest.fixture(scope="module")
def answer(cr: er.RulesText) -> er.RulesAnswer:
    return cr.ask(TYPED, seats=SIX)


Call = Callable[[Any, Any], object]
#: What a checker of types refuses before it is run.
load: Any
draw: Any
load, draw = er.load, er.draw


def _asked(key: str, rules: er.Rules, cr: er.RulesText) -> object:
    return cr.ask(TYPED, seats=SIX, **{key: "A3"})  # type: ignore[arg-type]


def _drawn(key: str, rules: er.Rules, cr: er.RulesText) -> object:
    return draw(SIX, cr, **{key: "A3"})


LISTS: dict[str, Call] = {
    "load texts": lambda rules, cr: er.load(texts="cr-809"),
    "check texts": lambda rules, cr: rules.check(texts="cr-809", seats=None),
    "check questions": lambda rules, cr: rules.check(questions="range", seats=None),
    "to_json texts": lambda rules, cr: rules.to_json("early"),
    "compare questions": lambda rules, cr: cr.compare("early", questions="range"),
    "compare options": lambda rules, cr: cr.compare("early", options="wings"),
    "diff texts": lambda rules, cr: er.diff(rules, rules, texts="early"),
    "diff questions": lambda rules, cr: er.diff(rules, rules, questions="range"),
    **{f"ask {key}": partial(_asked, key) for key in ("of", "left", "leaving", "options")},
    **{f"draw {key}": partial(_drawn, key) for key in ("left", "leaving", "options", "pieces", "of", "show")},
}


@pytest.mark.parametrize("call", LISTS)
def test_a_lone_string_is_no_list_of_letters(call: str, rules: er.Rules, cr: er.RulesText) -> None:
    key = call.split()[1]
    with pytest.raises(er.RequestError) as raised:
        LISTS[call](rules, cr)
    assert str(raised.value) == f"“{key}” is not a list"
    assert raised.value.key == key


def test_names_may_come_from_anything_that_yields_them(cr: er.RulesText) -> None:
    wanted = cr.ask(TYPED, seats=SIX, left=["A3"]).as_json()
    for left in (("A3",), iter(["A3"]), {"A3"}, {"A3": 1}.keys()):
        assert cr.ask(TYPED, seats=SIX, left=left).as_json() == wanted  # type: ignore[arg-type]


@pytest.mark.parametrize("language", ["de", "", "EN", None])
def test_another_language_is_refused_and_not_answered_in_english(
    language: str, cr: er.RulesText, answer: er.RulesAnswer
) -> None:
    everybody = cr.ask_all("who can attack B1?", seats=SIX)
    calls: list[Callable[[], object]] = [
        *(call for one in (answer, everybody) for call in _in(one, language)),
        lambda: er.draw(SIX, cr, language=language),
        lambda: cr.ask(TYPED, seats=SIX, language=language),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="“language” is one of en, it, not") as raised:
            call()
        assert isinstance(raised.value, er.RequestError)


def _in(answer: Any, language: str) -> list[Callable[[], object]]:
    return [
        lambda: answer.sentence(language),
        lambda: answer.explain(language),
        lambda: answer.why_not(language),
        lambda: answer.as_json(None, language),
    ]


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda rules, cr: load(errors="kep"), er.RequestError, "“errors” is one of raise, keep, not “kep”"),
        (lambda rules, cr: cr.ask(None, seats=SIX), er.RequestError, "“question” is not a string"),
        (lambda rules, cr: cr.ask(3, seats=SIX), er.RequestError, "“question” is not a string"),
        (lambda rules, cr: cr.ask(TYPED, seats=SIX, given=["x"]), er.RequestError, "“given” is not an object"),
        (lambda rules, cr: cr.ask(TYPED, seats=SIX, left=3), er.RequestError, "“left” is not a list"),
        (lambda rules, cr: cr.ask(TYPED, seats=SIX, left=[3]), er.RequestError, "“left” holds something that is not"),
        (lambda rules, cr: draw(SIX, "cr-809"), er.RequestError, "“text” is not a text of rules that were read"),
        (lambda rules, cr: cr.ask("whom can A2 attack?", seats=3), er.RequestError, "“seats” is not a string"),
        (lambda rules, cr: cr.ask(TYPED, seats=SIX, on={}), er.RequestError, "“on” is not a string"),
        (lambda rules, cr: draw(3, cr), er.RequestError, "“seats” is not a string"),
        (lambda rules, cr: draw(SIX, cr, question=3), er.RequestError, "“question” is not a string"),
        (lambda rules, cr: rules[3], er.UnknownTextError, "“3” is no text"),
        (lambda rules, cr: er.diff(rules, rules, texts=["no-such"]), er.UnknownTextError, "Texts: cr-100, cr-101, "),
        (lambda rules, cr: cr.compare(3), er.UnknownTextError, "“3” is no text"),
        (lambda rules, cr: cr.compare(None), er.UnknownTextError, "“None” is no text"),
    ],
)
def test_what_is_of_the_wrong_kind_is_refused(
    call: Call, kind: type[er.EmperorError], message: str, rules: er.Rules, cr: er.RulesText
) -> None:
    with pytest.raises(kind, match=message):
        call(rules, cr)


@pytest.mark.parametrize("seats", [1, 0, -1, True, "6", 6.0, 25, 10**9])
def test_tables_with_fewer_than_two_seats_or_more_than_fit_are_not_searched(
    seats: Any, rules: er.Rules, cr: er.RulesText
) -> None:
    for call in (
        lambda: rules.check(seats=seats),
        lambda: cr.compare("early", seats=seats),
        lambda: er.diff(rules, rules, seats=seats),
    ):
        with pytest.raises(er.RequestError, match="“seats” is a number from 2 to 24, not") as raised:
            call()
        assert in_language(raised.value.message, "it").startswith("«seats» è un numero da 2 a 24")


def test_a_malformed_request_of_a_batch_is_part_of_the_answer(rules: er.Rules) -> None:
    for request in ([1], None, 3, "range", {"id": 7}):
        answered = rules.answer(request)  # type: ignore[arg-type]
        assert answered["status"] == "invalid" and answered["message"]
        assert answered["id"] == (7 if isinstance(request, dict) else None)


# --- texts ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("day", ["garbage", "", "2009-13-01", "1990-01-01"])
def test_a_text_on_a_day_without_a_wording_is_not_there(day: str, rules: er.Rules) -> None:
    name = f"cr-809@{day}"
    assert name not in rules and rules.get(name) is None
    with pytest.raises(er.UnknownTextError):
        rules[name]


def test_a_day_may_be_a_date(cr: er.RulesText, rules: er.Rules) -> None:
    for on in (date(2007, 1, 1), datetime(2007, 1, 1, 12, 30)):
        answer = cr.ask("range", of=["A2"], seats=SIX, on=on)
        assert answer.as_json() == rules["cr-809@2007-01-01"].ask("range", of=["A2"], seats=SIX).as_json()


def test_a_text_equals_itself_and_no_other(rules: er.Rules) -> None:
    assert rules["cr-809"] == rules["cr-809"] and len({rules["cr-809"], rules["cr-809"]}) == 1
    assert rules != er.load() and len({rules, rules}) == 1
    assert rules["cr-809"] not in (rules["early"], rules["cr-809@2007-01-01"], er.load()["cr-809"])


def test_texts_of_two_states_are_not_compared_with_each_other(tmp_path: Path) -> None:
    """A text of other rules is not mistaken for the text of this name here, which would never differ."""
    other = copytree(RULES, tmp_path / "rules")
    early = other / "texts" / "march" / "early.rules"
    written = early.read_text(encoding="utf-8")
    assert "deck of p is 40" in written
    early.write_text(written.replace("deck of p is 40", "deck of p is 60"), encoding="utf-8")
    old, new = (er.load(folder, scenarios=False) for folder in (RULES, other))
    with pytest.raises(er.RequestError, match=r"compare two states of the rules with er\.diff"):
        old["early"].compare(new["early"], questions=["minimum-deck"], seats=6)
    (change,) = er.diff(old, new, questions=["minimum-deck"], seats=6).answers
    assert (change.old.answer, change.new.answer) == (40, 60)


def test_a_few_texts_are_not_checked_as_if_they_were_all(rules: er.Rules) -> None:
    """What they refer to was not read, and is not missing."""
    few = er.load(texts=["early"])
    for call in (lambda: few.check(seats=None), lambda: er.diff(few, rules), lambda: er.diff(rules, few)):
        with pytest.raises(er.RequestError, match="only some of the texts were read"):
            call()


# --- answers ----------------------------------------------------------------------------------------


def test_an_answer_is_neither_true_nor_false(cr: er.RulesText, answer: er.RulesAnswer) -> None:
    """Else a *no* would be true, and silence a *no*."""
    for one in (answer, cr.ask_all("who can attack B1?", seats=SIX)):
        with pytest.raises(er.RequestError, match="neither true nor false"):
            bool(one)


def test_an_answer_is_shown_as_its_sentence(answer: er.RulesAnswer, cr: er.RulesText) -> None:
    assert repr(answer) == "<RulesAnswer: No: A2 cannot attack B1.>"
    assert repr(cr.ask_all("whom can A1 attack?", seats=SIX)) == "<RulesAnswers: B3.>"
