"""Ordinary questions, with what a judge would answer (tests/data/questions_ordinary.toml): most are answered, and none wrongly."""

from __future__ import annotations

import tomllib
from typing import Any, cast

from emperor_rules.api.questions import answer_question, answer_requests
from emperor_rules.errors import RequestError
from emperor_rules.model.scenarios import Request, TableRequest
from emperor_rules.model.vocabulary import GivenKind
from tests.support.paths import DATA
from tests.support.shipped import engine
from tests.support.tables import SIX

ORDINARY = tomllib.loads((DATA / "questions_ordinary.toml").read_text(encoding="utf-8"))
#: Of a hundred so many are answered rightly, or refused or asked back where that is right.
LEAST = 92
TABLE: dict[str, Any] = {"text": "cr-809", "seats": SIX}


def answers(request: str) -> set[tuple[tuple[str, ...], str]]:
    """Return the answer to a request of the data, for each of whom it is asked."""
    ask, *words = request.split()
    asked: dict[str, Any] = {**TABLE, "ask": ask, "of": [word for word in words if "=" not in word and word != "given"]}
    for key, _, value in (word.partition("=") for word in words if "=" in word):
        kind = engine().rulebook.vocabulary.givens[key].kind if key not in ("left", "leaving") else GivenKind.PLAYERS
        said = {GivenKind.PLAYERS: value.split(","), GivenKind.FLAG: value == "true"}.get(kind, value)
        if key in ("left", "leaving"):
            asked[key] = said
        else:
            asked.setdefault("given", {})[key] = said
    return {
        (entry.of, f"{entry.status} {entry.value!r}")
        for entry in answer_requests(engine(), [cast("Request", asked)]).entries
    }


def is_right(typed: str, alternatives: list[str], language: str) -> bool | None:
    """Return whether a question is answered as a judge would; ``None`` where it is refused or asked back."""
    try:
        entries = answer_question(engine(), typed, cast("TableRequest", {**TABLE}), language).entries
    except RequestError:
        return True if {"refused", "told"} & {*alternatives} else None
    found = {(entry.of, f"{entry.status} {entry.value!r}") for entry in entries}
    values = {value for _, value in found}
    plain = {"yes": "answered True", "no": "answered False", "leaves": "answered 'leaves'"}
    return any(
        alternative == "told" or values == {plain.get(alternative)}
        if alternative in ("told", *plain)
        else answers(alternative) <= found or {value for _, value in answers(alternative)} == values
        for alternative in alternatives
        if alternative != "refused"
    )


def test_ordinary_questions_are_answered_and_none_wrongly() -> None:
    results = {
        entry["typed"]: is_right(entry["typed"], entry["answer"].split(" | "), language)
        for language, entries in ORDINARY.items()
        for entry in entries
    }
    assert len(results) == 203
    assert [typed for typed, right in results.items() if right is False] == []
    assert sum(right is True for right in results.values()) * 100 >= LEAST * len(results), [
        q for q, right in results.items() if right is None
    ]
