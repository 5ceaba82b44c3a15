"""How the work of an answer grows: counted in calls, so that it is the same on every machine."""

from __future__ import annotations

import math
import re._compiler as sre_compiler  # type: ignore[import-not-found]
import sys
from collections.abc import Callable
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from types import FrameType

import pytest

import emperor_rules as er
from emperor_rules.api.questions import answer_question
from emperor_rules.evaluate.engine import Engine
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.messages import LANGUAGES
from emperor_rules.questions import tables
from tests.generators.composed_questions import composed
from tests.generators.synthetic_rules import write_corpus
from tests.support.paths import RULES
from tests.support.shipped import engine, rulebook
from tests.support.tables import SIX


def calls(act: Callable[[], object]) -> int:
    """Count the functions called while something is done, those of the interpreter too."""
    count = 0

    def profile(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        act()
    finally:
        sys.setprofile(before)
    return count


def work_of_an_answer(ask: str, size: int) -> int:
    """Count the work of one question about a position of two teams of ``size`` that was not asked about before."""
    side = ["g"] * size
    side[size // 2] = "E"
    engine = Engine(rulebook())  # one that other tests share may know the answer already
    params = engine.rulebook.vocabulary.questions[ask].parameters
    of = ["A" if sort == "team" else f"{'AB'[n % 2]}{size // 2 + 1}" for n, (_, sort) in enumerate(params)]
    request = {"text": "cr-809", "seats": " | ".join([" ".join(side)] * 2), "ask": ask, "of": of}
    engine.ask(request | {"left": ["B1"], "given": {"losing": ["A1"]}})  # compiles whatever is compiled once
    return calls(lambda: engine.ask(request | {"left": ["A2"], "given": {"losing": ["A1"]}}))


@pytest.mark.parametrize("ask", ["in-range", "may-attack", "legal-seating", "turn-order", "wins", "draws"])
def test_the_work_of_an_answer_grows_at_most_with_the_square_of_the_seats(ask: str) -> None:
    """A question looks at pairs of players, never at triples: from 10 to 40 seats the exponent stays about two."""
    small, large = work_of_an_answer(ask, 5), work_of_an_answer(ask, 20)
    assert math.log(large / small) / math.log(4) <= 2.2, (small, large)


def test_questions_that_are_asked_again_make_no_expression_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables have more expressions than ``re`` keeps; to make those takes twenty times as long as to read."""
    asked = [(question, id) for id in LANGUAGES for question in islice(chain.from_iterable(composed(id)), 0, 4000, 50)]
    made: list[object] = []
    make = sre_compiler.compile

    def count(pattern: object, flags: int = 0) -> object:
        made.append(pattern)
        return make(pattern, flags)

    def ask() -> int:
        made.clear()
        for question, language in asked:
            with suppress(er.RequestError):
                answer_question(engine(), question, {"text": "cr-809", "seats": SIX}, language)
        return len(made)

    tables.expression.cache_clear()
    monkeypatch.setattr(sre_compiler, "compile", count)
    assert ask() > 100 and len(asked) > 100
    assert not ask()


@pytest.mark.slow
def test_the_work_of_reading_grows_with_the_length_of_the_rules(tmp_path: Path) -> None:
    """Four times the clauses, about four times the work: nothing looks through all clauses for each of them."""
    folders = [write_corpus(tmp_path / str(size), RULES, size) for size in (50, 100, 400)]
    load_rulebook(folders[0], scenarios=False)  # builds the grammar and the phrases of the vocabulary
    small, large = (calls(lambda: load_rulebook(folder, scenarios=False)) for folder in folders[1:])  # noqa: B023
    assert math.log(large / small) / math.log(4) < 1.1, (small, large)
