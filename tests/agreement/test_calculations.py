"""Calculations that nobody wrote: every engine comes to what Python's own numbers come to, or says nothing beyond bounds.

``EMPEROR_CALCULATIONS=2000`` makes up so many.
"""

from __future__ import annotations

import os
from fractions import Fraction
from math import ceil, floor
from pathlib import Path
from random import Random
from typing import Any

from emperor_rules.export.document import export_text
from emperor_rules.model.scenarios import Status
from tests.oracles.asp import Translation, answer_all
from tests.support.javascript import engine_answers
from tests.support.kings_and_pawns import SEATS, clause, playable_answerer, text

COUNT = int(os.environ.get("EMPEROR_CALCULATIONS", "40"))
#: The oracle written for clingo is slow on large ones.
BY_CLINGO = 2
#: What stands in calculations, with its value at ``SEATS``.
KNOWN = (
    ("the number of players", 6),
    ("the number of kings", 2),
    ("the size of the team of p", 3),
    ("the distance from p to p", 0),
)


def calculation(rng: Random, depth: int) -> tuple[str, int | None]:
    """Write a calculation in the words of a sentence, and what it comes to."""
    if depth == 0 or rng.random() < 0.2:
        number = rng.choice((0, 1, 2, 3, 5, 12, 100, 9999))
        return rng.choice((*KNOWN, (str(number), number), (str(number), number)))
    words, value = calculation(rng, depth - 1)
    by = rng.randint(1, 9)
    match rng.randrange(4):
        case 0 | 1:
            others, other = calculation(rng, depth - 1)
            sign = rng.choice(("plus", "minus"))
            result = None if value is None or other is None else value + other if sign == "plus" else value - other
            return f"({words} {sign} {others})", bounded(result)
        case 2:
            return f"({by} times {words})", bounded(None if value is None else by * value)
    way, rounded = rng.choice((("down", floor), ("up", ceil)))
    comma = rng.choice((",", ""))
    return f"({words} divided by {by}{comma} rounded {way})", None if value is None else rounded(Fraction(value, by))


def bounded(number: int | None) -> int | None:
    return number if number is not None and abs(number) <= 9999 else None


def test_calculations_come_to_what_they_are(tmp_path: Path) -> None:
    rng, texts, values = Random("calculations"), dict[str, str](), list[tuple[str, int | None, int]]()
    for number in range(COUNT):
        words, value = calculation(rng, 3)
        words, least = words[1:-1] if words.startswith("(") else words, rng.randint(0, 12)
        compared = f"p may hit q when {words} is at least {least}."
        texts[f"t{number}"] = text(f"t{number}", clause("1", f"the reach of p is {words}."), clause("2", compared))
        values.append((words, value, least))
    by = playable_answerer(tmp_path, **texts)
    assert not by.rulebook.findings, by.rulebook.findings[0].message
    requests: list[Any] = [{"text": id, "seats": SEATS, "ask": "reach", "of": ["A1"]} for id in texts]
    wanted = []
    for number, (request, (words, value, least)) in enumerate(zip(requests, values, strict=True)):
        answer = by.ask(request)
        status = Status.SILENT if value is None else Status.ANSWERED
        assert (answer.status, answer.answer) == (status, value), words
        hits = by.ask({**request, "ask": "may-hit", "of": ["A1", "B1"]})
        assert (hits.answer is True) == (value is not None and value >= least), words
        if number < BY_CLINGO:
            (clingo,) = answer_all(Translation(by.program(request["text"], None).resolved), [request])
            assert {(reply.status, reply.answer) for reply in clingo} == {(status, value)}, words
        wanted.append((status, value))
    document = tmp_path / "rules.json"
    document.write_text(export_text(by.rulebook), encoding="utf-8")
    replies = engine_answers([{"rules": str(document)}, *requests])
    assert [(reply["status"], reply["answer"]) for reply in replies] == wanted
