"""Questions of people who never saw the reader, with the answers of the source (tests/data/answers_of_others.toml).

Of all sets but the first every ninth question is asked on a change, and all in the weekly run.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from emperor_rules.api.questions import answer_question
from emperor_rules.errors import RequestError
from emperor_rules.messages import LANGUAGES
from emperor_rules.model.scenarios import TableRequest
from tests.support.paths import DATA, THOROUGH
from tests.support.shipped import engine
from tests.support.tables import SEATS_OF_VARIANTS, SIX

SETS: dict[str, list[dict[str, Any]]] = tomllib.loads((DATA / "answers_of_others.toml").read_text(encoding="utf-8"))


def verdict(entry: dict[str, Any]) -> str:
    """Return whether a question is answered right or wrong, or is refused."""
    id = next(id for id in LANGUAGES if id in entry)
    try:
        request: TableRequest = {"text": entry["text"], "seats": SEATS_OF_VARIANTS.get(entry["text"], SIX)}
        answers = answer_question(engine(), entry[id], request, id)
    except RequestError as error:
        named = {citation.partition(":")[2] for citation in getattr(error, "rules", ())}
        return "right" if named.intersection(entry.get("rules", ())) else "refused"
    if entry.get("turned"):
        return "right"
    if "asks" in entry and {answer.request["ask"] for answer in answers.entries} != {entry["asks"]}:
        return "wrong"
    values, expected = [answer.value for answer in answers.entries], entry.get("answer")
    if expected is None:
        return "right" if "asks" in entry else "wrong"
    if isinstance(expected, bool):
        right = expected in [value for value in values if isinstance(value, bool)]
    elif isinstance(expected, list):
        told = re.findall(r"\b[A-J][1-3]\b", re.sub(r"\[[^\]]*\]", "", answers.sentence(id)))
        right = {*expected} <= {*told} if expected else True not in values
    else:
        right = {*values} == {expected}
    return "right" if right else "wrong"


@pytest.mark.parametrize(
    "kind", [kind if kind == "ordinary" else pytest.param(kind, marks=pytest.mark.slow) for kind in SETS]
)
def test_what_is_understood_is_answered_as_the_source_does(kind: str) -> None:
    asked = SETS[kind] if kind == "ordinary" or THOROUGH > 1 else SETS[kind][::9]
    verdicts = [(entry, verdict(entry)) for entry in asked]
    assert [entry for entry, told in verdicts if told == "wrong"] == []
    assert [entry for entry, told in verdicts if told == "refused" and not entry.get("refused")] == []
