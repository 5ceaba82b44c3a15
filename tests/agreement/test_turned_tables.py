"""Turning the table by whole teams changes answers, clauses, explanations, drawings and readings by names alone.

``EMPEROR_TURNED=20000 python -m pytest tests/agreement/test_turned_tables.py`` turns as many tables.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, cast

from emperor_rules.api.questions import answer_requests
from emperor_rules.drawing.inquiry import scene_of
from emperor_rules.drawing.scene import Scene
from emperor_rules.drawing.spec import read_drawing_request
from emperor_rules.errors import RequestError
from emperor_rules.evaluate.engine import Engine
from emperor_rules.model.scenarios import Request, TableRequest
from emperor_rules.questions.cases import Case
from tests.generators.positions import random_position, random_question
from tests.generators.turned_tables import Turn, without_names
from tests.oracles.enumeration import seated
from tests.support.javascript import engine_answers, engine_derivations, exported_parts
from tests.support.paths import DATA
from tests.support.plain_questions import reader
from tests.support.sampling import number_of_examples
from tests.support.shipped import engine, rulebook

PAIRS = int(os.environ.get("EMPEROR_TURNED", "0")) or number_of_examples(80, 300)


def turned_pairs(seed: str, count: int) -> Iterator[tuple[Turn, dict[str, Any], dict[str, Any]]]:
    """Yield requests of all texts, days, options and given facts, each with the same one at the turned table."""
    rng, book = Random(seed), rulebook()
    asks, texts = [*book.vocabulary.questions], [*book.texts]
    while count:
        position, names, rest = random_position(rng, book, rng.choice(texts))
        starts = Turn.starts(position["seats"])
        if starts:
            request = random_question(rng, book, position, rng.choice(asks), names, rest)
            turn = Turn.of(position["seats"], rng.choice(starts))
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
        assert said == (there.status, there.answer, there.clauses, there.overridden, there.ignored), request
        first, second = replies[2 * number], replies[2 * number + 1]
        assert {**first, "answer": turn.value(first["answer"])} == second, request
    assert answered > PAIRS / 12


def explained(by: Engine, request: dict[str, Any]) -> frozenset[str]:
    """Return what explains an answer, whoever it is about; what was not considered stands at its end."""
    words = answer_requests(by, [cast("Request", request)]).explain("en", width=10_000)
    return without_names(words.partition("\n  not considered")[0])


def has_one_of_each_example(request: dict[str, Any]) -> bool:
    """Return whether somebody is asked about, at a table where no team has several emperors.

    Elsewhere several may do as the example of an explanation, of whom the first by seats is named.
    """
    teams, roles = seated(request["seats"])
    emperors = [team for team, role in zip(teams, roles, strict=True) if role == "E"]
    return bool(request["of"]) and len(emperors) == len({*emperors})


def test_explanations_turn_with_the_table() -> None:
    """But where several would do as an example: the first of them by seats is told."""
    pairs = turned_pairs("explanations", PAIRS // 2)
    asked = [(request, other) for _, request, other in pairs if engine().ask(request).status != "invalid"]
    unlike = [request for request, other in asked if explained(engine(), request) != explained(engine(), other)]
    differing = [request for request in unlike if has_one_of_each_example(request)]
    assert len(asked) > PAIRS / 4 and not differing, differing[:3]
    assert len(unlike) <= max(1, len(asked) / 4000), unlike[:3]


def told_by_the_site(derivation: dict[str, Any]) -> frozenset[str]:
    """Return what the site's engine explains an answer by, whoever it is about."""

    def lines(steps: list[dict[str, Any]]) -> Iterator[str]:
        for step in steps:
            yield " ".join(f"{key} {value}" for key, value in sorted(step.items()) if key != "premises")
            for premise in step["premises"]:
                yield f"{premise['words']} {premise['known']} {premise['by']}"
                yield from lines(premise["steps"])

    kept = [f"{key} {derivation[key]}" for key in ("met", "inapplicable")]
    return without_names("\n".join([*lines(derivation["steps"]), *kept]))


def test_explanations_of_the_site_turn_with_the_table(tmp_path: Path) -> None:
    """But where several would do as an example, as those of the toolkit."""
    pairs = turned_pairs("explanations", PAIRS // 2)
    asked = [both for _, *both in pairs if engine().ask(both[0]).status != "invalid"]
    lines = [exported_parts(rulebook(), "en", tmp_path), *(request for both in asked for request in both)]
    told = [told_by_the_site(derivation) for (derivation,) in engine_derivations(lines)]
    unlike = [here for n, (here, _) in enumerate(asked) if told[2 * n] != told[2 * n + 1]]
    differing = [request for request in unlike if has_one_of_each_example(request)]
    assert len(asked) > PAIRS / 4 and not differing, differing[:3]
    assert len(unlike) <= max(1, len(asked) / 4000), unlike[:3]


def drawn(scene: Scene) -> dict[str, Any]:
    """Return what a drawing shows, by the names of the players, in no order."""
    names = [seat.name for seat in scene.seats]
    return {
        "seats": sorted([s.name, s.role.id, s.gone, str(s.reach), s.may_start] for s in scene.seats),
        "arrows": sorted([names[a.start], names[a.end], a.predicate, a.certain] for a in scene.arrows),
        "order": [*scene.order],
        "unsaid": sorted(scene.unsaid),
        "doubtful": sorted(scene.doubtful),
    }


def test_drawings_turn_with_the_table() -> None:
    """But for who begins the order that is shown: of those who may start the first by seats."""
    compared = 0
    for turn, request, other in turned_pairs("drawings", PAIRS // 6):
        scenes: list[dict[str, Any]] = []
        for of in (request, other):
            place = {key: of[key] for key in ("text", "seats", "on", "left", "leaving", "options") if key in of}
            try:
                position, spec = read_drawing_request(cast("TableRequest", place), engine())
                scenes.append(drawn(scene_of(position, engine(), spec)))
            except RequestError as error:
                scenes.append({"refused": type(error).__name__})
        here, there = ({**scene, "order": len(scene.get("order", ""))} for scene in scenes)
        turned: dict[str, Any] = {key: sorted(turn.value(here[key])) for key in ("seats", "arrows") if key in here}
        assert {**here, **turned} == there, request
        compared += "seats" in here
    assert compared > PAIRS / 20


TYPED_NAME = re.compile(r"\b([A-Da-d])([1-9])(?=s?\b)|(?<=\bteam )([A-Da-d])\b|(?<=\bsquadra )([A-Da-d])\b")
TABLES: tuple[TableRequest, ...] = (
    {"text": "cr-809", "seats": "g E g | g E g"},
    {"text": "cr-809", "seats": "g E g | g E g | g E g", "left": ["A1"]},
    {"text": "early", "seats": "g E g | g E g"},
    {"text": "cr-809", "seats": "A:g B:g A:E B:E A:g B:g"},
    {"text": "cr-809", "seats": "A:E A:g B:g B:E B:g A:g"},
)


def typed_questions() -> list[tuple[str, str]]:
    """Return questions as people type them, each with its language."""
    found = []
    for file in ("questions", "questions_of_others", "questions_fresh"):
        data = tomllib.loads((DATA / f"{file}.toml").read_text(encoding="utf-8"))
        parts = [(key, part) for key, part in data.items() if isinstance(part, list)]
        parts += [(key, p) for part in data.values() if isinstance(part, dict) for key, p in part.items()]
        found += [(entry["typed"], key) for key, part in parts if key in ("en", "it") for entry in part]
    return found


def turned_words(typed: str, turn: Turn) -> str:
    """Return a typed question with the names that players and teams have at the turned table."""

    def renamed(match: re.Match[str]) -> str:
        letter = match[1] or match[3] or match[4]
        new = turn.name(letter.upper() + (match[2] or ""))
        return new if letter.isupper() else new.lower()

    return TYPED_NAME.sub(renamed, typed)


def readings(typed: str, language: str, table: TableRequest) -> Any:
    """Return what a question is read as, its cases in no order, or that it is refused."""
    try:
        read, spoken = reader().read(typed, table, language)
    except RequestError:
        return "refused"
    return spoken, [(reading.listed, [tuple(case) for case in reading.cases]) for reading in read]


def in_no_order(read: Any) -> Any:
    """Return a reading with its cases, and lists of players that they give, in no order."""
    if read == "refused":
        return read
    cases = [(listed, [(a, of, *map(_sorted, rest)) for a, of, *rest in cases]) for listed, cases in read[1]]
    return read[0], {(listed, frozenset(map(repr, each))) for listed, each in cases}


def _sorted(value: Any) -> Any:
    return sorted(map(_sorted, value), key=repr) if isinstance(value, (list, tuple)) else value


def test_plain_questions_are_read_alike_at_a_turned_table() -> None:
    questions = typed_questions()
    assert len(questions) > 300
    understood = 0
    for typed, language in Random("typed").sample(questions, min(len(questions), PAIRS // number_of_examples(8, 6))):
        if re.search(r"\b[A-D]\b", TYPED_NAME.sub("", typed)):
            continue  # a letter that may be a team, or an article
        for table in TABLES:
            turn = Turn.of(table["seats"], Turn.starts(table["seats"])[0])
            other = cast("TableRequest", turn.request({**table, "of": []}))
            other.pop("of", None)  # type: ignore[typeddict-item]
            here, there = readings(typed, language, table), readings(turned_words(typed, turn), language, other)
            if any(
                Case(*case).seats
                for read in (here, there)
                if read != "refused"
                for _, cases in read[1]
                for case in cases
            ):
                continue  # the question names another table
            assert in_no_order(turned_reading(here, turn)) == in_no_order(turned_reading(there, Turn.nowhere())), typed
            understood += here != "refused"
    assert understood > PAIRS / 16


def turned_reading(read: Any, turn: Turn) -> Any:
    """Return a reading with the names of the turned table; tuples become lists."""
    return read if read == "refused" else (read[0], [(listed, turn.value(cases)) for listed, cases in read[1]])


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
