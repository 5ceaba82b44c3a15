"""Where a text says nothing of a question, ``tests/data/silence.toml`` says why: nothing else is left unsaid.

``EMPEROR_SILENCE=1000 python -m pytest tests/evaluate/test_silence.py`` asks each question at as many positions.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

from emperor_rules.language.seating import read_seating
from emperor_rules.model.scenarios import Status
from emperor_rules.model.texts import included_texts
from emperor_rules.resolve.resolver import change_dates
from tests.generators.positions import random_given, random_options, random_question
from tests.support.paths import REPOSITORY
from tests.support.sampling import TEXTS_IN_BRIEF, number_of_examples, sample_of
from tests.support.shipped import engine, rulebook

POSITIONS = int(os.environ.get("EMPEROR_SILENCE", "0")) or number_of_examples(2, 3)
#: Until a question is found silent that the list names, so many positions are tried.
MOST_TRIED = 1200
#: Tables of the usual sizes; each text is asked at those that it allows on the day.
SEATINGS = (
    *("g E g | g E g", "g E g | g E g | g E g", "g E g | g E g | g E g | g E g"),
    *("g g E g | g g E g", "g E g g | g E g g", "g g E g g | g g E g g", "l g E g l | l g E g l"),
    *("o o | o o", "o o o | o o o", "o | o | o | o", " | ".join("o" * 10), "A B C A B C"),
)


@cache
def reasons() -> dict[tuple[str, str], dict[str, Any]]:
    """Return the rows of the list by text and question."""
    groups = tomllib.loads((REPOSITORY / "tests" / "data" / "silence.toml").read_text(encoding="utf-8"))["silent"]
    pairs = [(pair, group) for group in groups for pair in product(group["texts"], group["asks"])]
    rows = dict(pairs)
    assert len(rows) == len(pairs), "no question of a text stands in the list twice"
    return rows


@cache
def asked_texts() -> list[Any]:
    """Return the texts that people ask, as values of a parameter; sections that others include are asked through these."""
    included = {include.text for text in rulebook().texts.values() for include in text.includes}
    asked = [id for id in rulebook().texts if id not in included]
    in_brief = [id for id in TEXTS_IN_BRIEF if id in asked]
    return sample_of([*in_brief, *(id for id in asked if id not in in_brief)], len(in_brief))


@cache
def seatings_of(text: str, on: str | None) -> list[str]:
    asked = {"text": text, "ask": "legal-seating", "of": [], **({} if on is None else {"on": on})}
    return [seats for seats in SEATINGS if engine().ask({**asked, "seats": seats}).answer is not False]


def requests(rng: Random, text: str, ask: str, *, earlier: bool) -> Iterator[dict[str, Any]]:
    """Yield a question at positions of legal tables, today or on ``earlier`` days, with many given facts or few."""
    book = rulebook()
    days = change_dates(text, book.texts)[:-1]
    while True:
        on = rng.choice(days) if earlier else None
        seats = rng.choice(seatings_of(text, on))
        names = list(read_seating(seats, book.vocabulary).names)
        gone = rng.sample(names, rng.choice((0, 0, 0, 1, 1, 2)))
        left = [name for name in gone if rng.random() < 0.7]
        rest = [name for name in names if name not in gone]
        given = random_given(rng, book, names, rest)
        if rng.random() < 0.5:
            given = {key: value for key, value in given.items() if book.vocabulary.givens[key].default is None}
        position: dict[str, Any] = {
            "text": text,
            "seats": seats,
            "left": left,
            "leaving": [n for n in gone if n not in left],
        }
        position |= {"options": random_options(rng, book.texts[text]), "given": given}
        yield random_question(rng, book, position if on is None else {**position, "on": on}, ask, names, rest)


def is_unsaid(request: dict[str, Any]) -> bool:
    """Return whether no clause decides a question, and none leaves it open."""
    answer = engine().ask(request)
    return answer.status is Status.SILENT and not answer.clauses


def found_unsaid(text: str, ask: str, tries: int, *, earlier: bool = False) -> dict[str, Any] | None:
    """Return one of so many random questions that is silent, ``None`` if none is."""
    if earlier and len(change_dates(text, rulebook().texts)) < 2:
        return None
    tried = requests(Random(f"{text} {ask} {earlier}"), text, ask, earlier=earlier)
    return next((request for _, request in zip(range(tries), tried, strict=False) if is_unsaid(request)), None)


@pytest.mark.parametrize("text", asked_texts())
def test_what_a_text_leaves_unsaid_is_known(text: str) -> None:
    unknown = {}
    for ask in rulebook().vocabulary.questions:
        row = reasons().get((text, ask))
        if row is None or row.get("earlier", False):
            unknown[ask] = found_unsaid(text, ask, POSITIONS)
        if row is None:
            unknown[ask] = unknown[ask] or found_unsaid(text, ask, POSITIONS, earlier=True)
    assert not {ask: request for ask, request in unknown.items() if request is not None}


@pytest.mark.parametrize("text", asked_texts())
def test_what_is_listed_as_unsaid_is_so(text: str) -> None:
    listed = {ask: row.get("earlier", False) for (of, ask), row in reasons().items() if of == text}
    assert [
        ask for ask, earlier in listed.items() if found_unsaid(text, ask, MOST_TRIED, earlier=earlier) is None
    ] == []


def test_no_section_that_a_text_includes_is_said_to_decide_elsewhere() -> None:
    """But for sections 103, 508 and 704, of which texts have a part alone, and for what rests on something left open."""
    for text, ask in reasons():
        number = re.search(r"\d+", rulebook().vocabulary.questions[ask].elsewhere.en)
        if (
            number is not None
            and number.group() not in ("103", "704")
            and not {"earlier", "open"} & reasons()[text, ask].keys()
        ):
            assert f"cr-{number.group()}" not in included_texts(rulebook().texts, text), (text, ask)
