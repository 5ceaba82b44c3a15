"""The reader of questions of the site, in JavaScript, against the toolkit's: both read the same tables and phrasings alike."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from emperor_rules.errors import RequestError
from emperor_rules.questions.language import LANGUAGES
from emperor_rules.questions.reader import reader_of
from tests.support.javascript import SCRIPTS, exported_parts, run_node
from tests.support.paths import REPOSITORY
from tests.support.shipped import engine, whole_rulebook

SIX = "g E g | g E g"
#: Other tables, at which every so many of the phrasings are asked of the toolkit too.
EVERY = 6
TABLES: tuple[dict[str, Any], ...] = (
    {"text": "cr-809", "seats": "l g E g l | l g E g l", "left": ["A5"], "leaving": ["B2"]},
    {"text": "early", "seats": "g E g | g E g | g E g", "left": ["C1", "A3"]},
    {"text": "cr-809", "seats": SIX, "on": "2008-05-01"},
)
ODD = (
    "",
    " ",
    "can A2 attack B1 " * 60,
    "????",
    "\x00 {p} § @ # % | 's",
    "CAN A2 ATTACK B1?",
    "can a2 attack b1 on 2009-07-11",
)
#: What the site refuses and the toolkit reads: a question that names another size of table than that on the page.
OF_OTHER_SIZES = {"range emperor 4v4", "raggio imperatore 4 contro 4"}
MODULES = ("engine/engine.js", "questions/reader.js")


def phrasings() -> list[tuple[str, dict[str, Any]]]:
    """All phrasings of the data, each with its language."""
    folder = REPOSITORY / "tests" / "data"
    data, others = (
        tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))
        for name in ("questions", "questions_of_others")
    )
    return [(id, entry) for by_language in (data, *others.values()) for id in LANGUAGES for entry in by_language[id]]


def line(question: str, preferred: str, **request: Any) -> dict[str, Any]:
    return {"question": question, "request": request or {"text": "cr-809", "seats": SIX}, "preferred": preferred}


def lines_at_other_tables() -> Iterator[dict[str, Any]]:
    """Some phrasings at other tables, told to a speaker of the other language, and what nobody asks."""
    for number, (language, entry) in enumerate(phrasings()[::EVERY]):
        yield line(entry["typed"], "it" if language == "en" else "en", **TABLES[number % len(TABLES)])
    for question in ODD:
        yield line(question, "en")


def by_toolkit(line: dict[str, Any]) -> dict[str, Any]:
    """What the toolkit reads, or that it refuses."""
    try:
        readings, language = reader_of(engine()).read(line["question"], line["request"], line["preferred"])
    except RequestError:
        return {"refused": True}
    cases = [
        [{k: v for k, v in case._asdict().items() if k != "seats"} for case in reading.cases] for reading in readings
    ]
    plain = [{"cases": own, "listed": reading.listed} for own, reading in zip(cases, readings, strict=True)]
    return dict(json.loads(json.dumps({"readings": plain, "language": language})))


def by_script(lines: Iterable[dict[str, Any]], folder: Path) -> list[dict[str, Any]]:
    """What the site reads; of what it refuses there is a code, and most often a question to ask instead."""
    script, modules = (
        REPOSITORY / "tests" / "support" / "questions.mjs",
        [(SCRIPTS / name).as_uri() for name in MODULES],
    )
    parts = {"parts": exported_parts(whole_rulebook(), "en", folder)["rules"]}
    return [
        json.loads(reply) for reply in run_node(script, *modules, lines=map(json.dumps, [parts, *lines])).splitlines()
    ]


def written(case: dict[str, Any]) -> str:
    """A case as the data write it; of a date the year alone, which is what the question said."""
    said = [(key, case[key]) for key in ("left", "leaving") if case[key]] + case["given"]
    words = [(key, " ".join(v) if isinstance(v, list) else {True: "yes", False: "no"}.get(v, v)) for key, v in said]
    dated = [f"on {case['on'][:4]}"] if case["on"] else []
    return " / ".join([" ".join((case["ask"], *case["of"])), *sorted([*(f"{k} {v}" for k, v in words), *dated])])


def read(reply: dict[str, Any]) -> list[list[str]]:
    """The readings of a reply, as the data write them."""
    return sorted(sorted({written(case) for case in reading["cases"]}) for reading in reply["readings"])


def expected(asks: str | list[str]) -> list[str]:
    requests = [request.split(" / ") for request in ([asks] if isinstance(asks, str) else asks)]
    return sorted({" / ".join([first, *sorted(rest)]) for first, *rest in requests})


def test_every_phrasing_becomes_the_request_that_the_toolkit_makes_of_it(tmp_path: Path) -> None:
    asked = phrasings()
    replies = by_script([line(entry["typed"], language) for language, entry in asked], tmp_path)
    assert len(replies) == len(asked) > 300
    for (_, entry), reply in zip(asked, replies, strict=True):
        if "refused" in entry or entry["typed"] in OF_OTHER_SIZES:
            assert "refused" in reply, (entry, reply)
        else:
            meanings = entry.get("means", [entry.get("asks")])
            assert "readings" in reply, (entry, reply)
            assert read(reply) == sorted(expected(meaning) for meaning in meanings), entry
    refused = [reply for reply in replies if "refused" in reply]
    assert {reply["refused"] for reply in refused} >= {
        *("question-negated", "question-strange", "question-mixed", "question-unknown", "question-no-role", "nobody")
    }
    questions = whole_rulebook().vocabulary.questions
    for suggestion in (one for reply in refused for one in reply["details"].get("suggestions", ())):
        assert len(suggestion["of"]) == len(questions[suggestion["ask"]].params)


@pytest.mark.slow
def test_phrasings_are_read_alike_at_other_tables(tmp_path: Path) -> None:
    lines = list(lines_at_other_tables())
    replies = by_script(lines, tmp_path)
    wanted = [by_toolkit(line) for line in lines]
    for asked, one, other in zip(lines, wanted, replies, strict=True):
        assert ("refused" in other) == ("refused" in one), (asked, other)
        assert one == other or "refused" in one, asked
    assert sum("readings" in one for one in wanted) > 40
