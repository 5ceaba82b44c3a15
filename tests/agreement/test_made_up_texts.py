"""Texts that nobody wrote: the search, the evaluator and the plain answerer agree on all of them.

``EMPEROR_MADE_UP_TEXTS=10000`` makes up so many.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from emperor_rules.check.consistency.scheduler import compare as compare_texts
from emperor_rules.check.consistency.scheduler import search_text
from emperor_rules.evaluate.engine import Engine
from emperor_rules.export.document import export_text
from emperor_rules.model.texts import Edition
from tests.generators.positions import Request
from tests.generators.texts import random_text
from tests.oracles.brute_force import Clash, clashes, tables
from tests.support.engine_pair import Pair, compare
from tests.support.javascript import engine_answers
from tests.support.kings_and_pawns import playable_answerer
from tests.support.sampling import sample_of

#: How many texts are made up, by twos, in how many parts.
TEXTS, PARTS = int(os.environ.get("EMPEROR_MADE_UP_TEXTS", "32")), 4
SEATS = ("E g | E g", "E g g | E g g", "E | E g", "E g | g g", "g E | E")
#: Of every so many pairs one is also searched position by position.
EXHAUSTIVE = 10


@pytest.mark.parametrize("part", sample_of(range(PARTS), 1))
def test_made_up_texts_are_answered_alike_by_all(part: int, tmp_path: Path) -> None:
    """A witness of the search that the evaluator answers otherwise raises :class:`SearchDisagrees`."""
    lines, requests, wanted = list[dict[str, Any]](), list[Request](), list[Any]()
    for number in range(part, TEXTS // 2, PARTS):
        rng = Random(f"made up {number}")
        texts = {id: random_text(rng, id, clauses=rng.randint(4, 12), wide=True) for id in ("t", "u")}
        by = playable_answerer(tmp_path / str(number), **texts)
        document = tmp_path / f"{number}.json"
        document.write_text(export_text(by.rulebook), encoding="utf-8")
        for id, words in texts.items():
            search_text(by, Edition(id), up_to=3, processes=1)
            asks = [q for q in by.rulebook.vocabulary.questions if by.program(id, None).resolved.by_predicate.get(q)]
            some = [random_request(rng, by, id, asks) for _ in range(12)]
            compare(Pair(by.rulebook), iter(some), words)
            requests += some
            wanted += [without_message(by.ask(request).as_json(None)) for request in some]
            lines += [{"rules": str(document)}, *map(dict, some)]
        compare_texts(by, Edition("t"), Edition("u"), up_to=3, processes=1)
        if number % EXHAUSTIVE == 0:
            assert_all_contradictions_found(by, Edition("t"))
    for request, one, other in zip(requests, wanted, engine_answers(lines), strict=True):
        assert other == one, request


def without_message(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer without what is for people."""
    return {key: value for key, value in answer.items() if key not in ("id", "message")}


def random_request(rng: Random, by: Engine, text: str, asks: list[str]) -> Request:
    """A question to a text at some table, with some players gone and every fact given that must be."""
    seats = rng.choice(SEATS)
    names = [f"{'AB'[t]}{n}" for t, side in enumerate(seats.split("|")) for n in range(1, len(side.split()) + 1)]
    gone = rng.sample(names, rng.choice((0, 0, 1, 2)))
    left = rng.randint(0, len(gone))
    predicate = by.rulebook.vocabulary.predicates[rng.choice(asks)]
    of = [
        rng.choice("AB" if sort == "team" else [n for n in names if n not in gone]) for _, sort in predicate.parameters
    ]
    facts = {
        "guest": rng.choice(names),
        "mood": rng.choice(("calm", "wild")),
        "guilty": rng.sample(names, rng.choice((0, 1, 2))),
        "caller": rng.choice(names),
        "stones": rng.choice((0, 1, 2, 3)),
        "dark": rng.choice((True, False)),
        "phase": rng.choice(("day", "night", "dawn")),
        "active": rng.choice(names),
        "place": rng.choice(names),
    }
    given = {key: value for key, value in facts.items() if key in ("guest", "mood", "phase") or rng.random() < 0.4}
    request = {"text": text, "seats": seats, "left": gone[:left], "leaving": gone[left:], "ask": predicate.id, "of": of}
    options = [option for option in ("fog", "rain") if rng.random() < 0.3]
    return cast("Request", {**request, "options": options, "given": given})


def assert_all_contradictions_found(by: Engine, edition: Edition) -> None:
    result = search_text(by, edition, up_to=3, processes=1)
    asks = [q for q in by.rulebook.vocabulary.questions if by.program(edition.text, None).resolved.by_predicate.get(q)]
    brute = {clash.kind for clash in clashes(by, [edition], asks, tables(by, [edition], result.searched.seats))}
    assert brute <= {Clash(conflict.witness, (conflict.answer,)).kind for conflict in result.conflicts}
