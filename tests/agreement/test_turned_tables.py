"""Turning the table by whole teams changes answers, clauses and explanations by names alone, in both engines.

``EMPEROR_TURNED=20000 python -m pytest tests/agreement/test_turned_tables.py`` turns as many tables.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, cast

from emperor_rules.api.question_answering import answer_requests
from emperor_rules.evaluate.engine import Engine
from emperor_rules.model.scenarios import Request
from tests.generators.positions import random_position, random_question
from tests.generators.turned_tables import Turn, without_names
from tests.support.javascript import engine_answers, exported_parts
from tests.support.sampling import number_of_examples
from tests.support.shipped import engine, rulebook

PAIRS = int(os.environ.get("EMPEROR_TURNED", "0")) or number_of_examples(300, 3_000)


def turned_pairs(seed: str, count: int) -> Iterator[tuple[Turn, dict[str, Any], dict[str, Any]]]:
    """Yield requests of all texts, days, options and given facts, each with the same one at the turned table."""
    rng, book = Random(seed), rulebook()
    asks, texts = [*book.vocabulary.questions], [*book.texts]
    while count:
        position, names, rest = random_position(rng, book, rng.choice(texts))
        teams = position["seats"].count("|") + 1
        if teams > 1:
            request = random_question(rng, book, position, rng.choice(asks), names, rest)
            turn = Turn(teams, rng.randrange(1, teams))
            yield turn, request, turn.request(request)
            count -= 1


def test_answers_and_clauses_turn_with_the_table(tmp_path: Path) -> None:
    pairs = list(turned_pairs("answers", PAIRS))
    replies = engine_answers([exported_parts(rulebook(), "en", tmp_path), *(r for _, *both in pairs for r in both)])
    answered = 0
    for number, (turn, request, other) in enumerate(pairs):
        here, there = engine().ask(request), engine().ask(other)
        answered += here.status == "answered"
        said = here.status, turn.value(here.answer), here.clauses, here.overridden, here.ignored
        assert said == (there.status, Turn(1, 0).value(there.answer), there.clauses, there.overridden, there.ignored), (
            request
        )
        first, second = replies[2 * number], replies[2 * number + 1]
        assert {**first, "answer": turn.value(first["answer"])} == second, request
    assert answered > PAIRS / 12


def explained(by: Engine, request: dict[str, Any]) -> frozenset[str]:
    """Return what explains an answer, whoever it is about; what was not considered stands at its end."""
    words = answer_requests(by, [cast("Request", request)]).explain("en", width=10_000)
    return without_names(words.partition("\n  not considered")[0])


def test_explanations_turn_with_the_table() -> None:
    """One in some thousand may differ: of players who are examples for different reasons the first by seats is told."""
    pairs = turned_pairs("explanations", PAIRS // 2)
    asked = [(request, other) for _, request, other in pairs if engine().ask(request).status != "invalid"]
    differing = [request for request, other in asked if explained(engine(), request) != explained(engine(), other)]
    assert len(asked) > PAIRS / 4 and len(differing) <= len(asked) / 1000, differing[:3]


def test_a_player_of_number_0_is_somebody() -> None:
    """Of whoever an effect makes win the same is told, whether that is the first player or another."""
    told = [
        explained(
            engine(),
            {
                "text": "cr-809",
                "seats": "g E g | g E g",
                "ask": "loses",
                "of": [name],
                "given": {"win-effect-by": name},
            },
        )
        for name in ("A1", "B1")
    ]
    assert told[0] == told[1]
