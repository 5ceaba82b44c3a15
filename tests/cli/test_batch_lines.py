"""Lines of a batch, made up: in any encoding and order the same answers, and nothing that JSON leaves open.

``EMPEROR_BATCH_LINES=100000`` makes up so many.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from emperor_rules.cli.commands.ask import answer_line
from tests.support.bad_input import REQUESTS
from tests.support.command_line import run
from tests.support.shipped import engine

LINES = int(os.environ.get("EMPEROR_BATCH_LINES", "400"))
LEAVES: list[Any] = [0, -0.0, 1e-300, 1.5, 10**300, True, None, "", "a", "\x00\x1b[31m", "\ud800", "è\u2028", [], {}]


def made_up(rng: Random, depth: int = 0) -> Any:
    roll = rng.random()
    if depth > 3 or roll < 0.5:
        return rng.choice(LEAVES)
    if roll < 0.75:
        return [made_up(rng, depth + 1) for _ in range(rng.randint(0, 3))]
    return {rng.choice("abc") * rng.randint(1, 3): made_up(rng, depth + 1) for _ in range(rng.randint(0, 3))}


def line_of(rng: Random) -> dict[str, Any]:
    line = {**rng.choice(REQUESTS), "id": made_up(rng)}
    if rng.random() < 0.3:
        line[rng.choice([*line, "on", "left", "given"])] = made_up(rng)
    return line


def test_what_is_no_number_of_json_is_refused_and_every_other_id_comes_back() -> None:
    for number in range(LINES):
        rng = Random(f"line {number}")
        line = line_of(rng)
        answer = json.loads(answer_line(engine(), json.dumps(line).encode()))
        assert json.dumps(answer["id"]) == json.dumps(line["id"]), line
        odd = rng.choice(("1e999", "-1e400", "NaN", "Infinity", "-Infinity", "9" * 5000, "1" + "0" * 400 + ".5"))
        spoiled = json.dumps({**line, "id": [line["id"], "ODD"]}).replace('"ODD"', odd)
        answer = json.loads(answer_line(engine(), spoiled.encode()))
        assert (answer["status"], answer["id"]) == ("invalid", None) and "number" in answer["message"]


def test_a_key_that_stands_twice_is_refused_wherever_it_stands() -> None:
    for number in range(LINES):
        rng = Random(f"twice {number}")
        line = {**line_of(rng), "given": {"tapped": True}, "id": {"one": [{"two": 2}]}}
        key = rng.choice(["text", "seats", "ask", "id", "tapped", "one", "two"])
        written = json.dumps(line)
        at = written.index(f'"{key}": ')
        doubled = f'{written[:at]}"{key}": {json.dumps(made_up(rng))}, {written[at:]}'
        answer = json.loads(answer_line(engine(), doubled.encode("utf-8", "surrogatepass")))
        assert answer["status"] == "invalid" and f"“{key}” twice" in answer["message"]


ENCODINGS = ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le")


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_same_lines_in_every_encoding_and_order(encoding: str, tmp_path: Path) -> None:
    rng = Random(encoding)
    lines = [
        json.dumps({**line_of(rng), "id": number}, ensure_ascii=rng.random() < 0.5) for number in range(LINES // 10)
    ]
    lines = [line.encode("utf-8", "replace").decode() for line in lines]
    plain, other = tmp_path / "plain", tmp_path / "other"
    plain.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    shuffled = rng.sample(lines, len(lines))
    other.write_bytes(rng.choice(("\n", "\r\n")).join(shuffled).encode(encoding))
    one, two = (sorted(run("ask", "--batch", file).output.splitlines()) for file in (plain, other))
    assert one == two and len(one) == len(lines)
