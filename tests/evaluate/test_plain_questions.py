"""Questions as people put them (tests/data/questions.toml): what each becomes, and what is asked back or refused."""

import re
import tomllib
from typing import Any

import pytest

from emperor_rules.errors import RequestError
from emperor_rules.questions.cases import Case
from emperor_rules.questions.reader import MOST_SIGNS, Reader, reader_of, request_of
from tests.support.paths import REPOSITORY
from tests.support.shipped import engine

SIX = "g E g | g E g"
DATA = tomllib.loads((REPOSITORY / "tests" / "data" / "questions.toml").read_text(encoding="utf-8"))
ENTRIES = [pytest.param(language, entry, id=entry["typed"]) for language in ("en", "it") for entry in DATA[language]]


def reader() -> Reader:
    return reader_of(engine())


def written(case: Case) -> str:
    """A case as the data write it; of a date the year alone, which is what the question said."""
    parts = [" ".join((case.ask, *case.of))]
    for key, names in (("left", case.left), ("leaving", case.leaving)):
        parts += [f"{key} {' '.join(names)}"] if names else []
    for key, value in case.given:
        words = " ".join(value) if isinstance(value, tuple) else {True: "yes", False: "no"}.get(value, value)
        parts.append(f"{key} {words}")
    parts += [f"on {case.on[:4]}"] if case.on else []
    return " / ".join([parts[0], *sorted(parts[1:])])


def expected(asks: str | list[str]) -> set[str]:
    requests = [request.split(" / ") for request in ([asks] if isinstance(asks, str) else asks)]
    return {" / ".join([first, *sorted(rest)]) for first, *rest in requests}


def read(question: str, seats: str = SIX, text: str = "cr-809", preferred: str = "en", **more: Any) -> list[set[str]]:
    """What a question can mean, each as its cases."""
    readings, _ = reader().read(question, {"text": text, "seats": seats, **more}, preferred)
    return [{written(case) for case in reading.cases} for reading in readings]


def refusal(question: str, **more: Any) -> str:
    with pytest.raises(RequestError) as caught:
        read(question, **more)
    return str(caught.value)


def test_there_are_as_many_phrasings_in_each_language():
    assert len(DATA["en"]) == len(DATA["it"]) >= 100
    typed = [entry["typed"] for language in ("en", "it") for entry in DATA[language]]
    assert len(set(typed)) == len(typed)


@pytest.mark.parametrize(("language", "entry"), ENTRIES)
def test_a_question_becomes_its_request(language: str, entry: dict[str, Any]):
    if "asks" in entry:
        assert read(entry["typed"], preferred=language) == [expected(entry["asks"])]
    elif "means" in entry:
        assert sorted(read(entry["typed"], preferred=language), key=sorted) == sorted(
            [expected(meaning) for meaning in entry["means"]], key=sorted
        )
    else:
        assert entry["refused"] in refusal(entry["typed"], preferred=language)
