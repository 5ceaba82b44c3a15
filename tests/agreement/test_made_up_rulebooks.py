"""Rulebooks that nobody wrote: every command bears them, and three engines answer from them by the same clauses.

``EMPEROR_MADE_UP_RULEBOOKS=1000`` makes up so many.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from emperor_rules.diagnostics import ERROR
from emperor_rules.evaluate.engine import Engine
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.resolve.resolver import UNUSABLE
from tests.generators.positions import Request
from tests.generators.rulebooks import DAYS, made_up_requests, made_up_rules, write_rules
from tests.support.command_line import run
from tests.support.engine_pair import Pair, compare
from tests.support.javascript import engine_answers
from tests.support.sampling import sample_of

#: How many rulebooks are made up, how many make one test; how many questions are put to each.
BOOKS, TOGETHER = int(os.environ.get("EMPEROR_MADE_UP_RULEBOOKS", "16")), 2
QUESTIONS = 40
#: How many commands are called for each: all of one list, or some, and so many questions.
CALLS, ASKED = (None, 16) if "EMPEROR_MADE_UP_RULEBOOKS" in os.environ else (5, 3)


def commands(rng: Random, texts: list[str], old: Path) -> list[list[object]]:
    """What is asked of a rulebook: each command as people would call it, on small tables."""
    one, other = texts[0], texts[-1]
    seats, gone = rng.choice((("E g | g E", "A2"), ("g E | E | g", "B1"), ("E | g", "A1")))
    day = rng.choice(DAYS)
    return [
        ["check", "--up-to", 4, "--no-cache"],
        ["check", "--up-to", 3, "--all-dates", "--no-cache", "--format", "json"],
        ["coverage", "--up-to", 2],
        ["history", one, "--up-to", 3],
        ["history", f"{one}:c1", "--up-to", 3, "--format", "json"],
        ["compare", one, other, "--up-to", 3],
        ["compare", f"{one}@{day}", other, "--up-to", 3, "--format", "json"],
        ["diff", old, "--up-to", 3],
        ["diff", old, "--up-to", 2, "--format", "json"],
        ["draw", one, seats, "--left", gone],
        ["draw", one, seats, "--ask", "may-hit A1"],
        ["export"],
        ["ask", one, "may A1 hit B1?", "--seats", seats, "--full", "--given", "mood=wild"],
        ["ask", one, "may-kiss ? B1", "--seats", seats, "--why-not", "--given", "torn=A1", "--given", "guest=B1"],
        ["questions", one],
        ["fmt", "--check"],
    ]


def changing_commands(one: str, other: str) -> list[list[object]]:
    """What writes into the folder; the names that it changes are called by their old ones afterwards."""
    return [
        ["scenario", "--fill", "--yes"],
        ["new", "difference", other],
        ["fix", "--diff", "--uncertain", "--no-search"],
        ["fix", "--yes", "--uncertain", "--no-search"],
        ["rename", f"{one}:c1", "c1-anew", "--dry-run"],
        ["rename", f"{one}:c1", "c1-anew"],
        ["rename", "torn", "ripped"],
        ["rename", "may-kiss", "may-embrace"],
        ["rename", other, "renamed"],
        ["new", "variant", "house", "--includes", one],
        ["fmt"],
        ["check", "--up-to", 2, "--format", "sarif"],
        ["try", one],
    ]


def as_command(rng: Random, request: Request) -> list[object]:
    """A request as somebody types it, in one of the ways in which it may be asked and drawn."""
    words: list[object] = ["draw" if rng.random() < 0.3 else "ask", request["text"]]
    question = " ".join([request["ask"], *request["of"]])
    if words[0] == "ask":
        words += [question, "--seats", request["seats"]]
        words += [o for o in ("--full", "--why-not") if rng.random() < 0.3]
        words += ["--format", "json"] if rng.random() < 0.3 else []
        for key, value in request["given"].items():
            written = ",".join(value) if isinstance(value, list) else value
            words += ["--given", f"{key}={'no' if value is False else 'yes' if value is True else written}"]
    else:
        words += [request["seats"], *(["--ask", question] if rng.random() < 0.7 else [])]
    for key in ("left", "leaving"):
        words += [word for name in request[key] for word in (f"--{key}", name)]
    words += [word for option in request["options"] for word in ("--option", option)]
    words += ["--on", request["on"]] if "on" in request else []
    return [*words, *(["--lang", "it"] if rng.random() < 0.3 else [])]


@pytest.mark.parametrize("part", sample_of(range(0, BOOKS, TOGETHER), 1))
def test_every_command_bears_rules_that_nobody_wrote(
    part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``run`` fails where a command does; a witness that the evaluator answers otherwise is a fault as well."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for number in range(part, min(part + TOGETHER, BOOKS)):
        rng = Random(f"rulebook {number}")
        files = made_up_rules(rng)
        now = write_rules(tmp_path / "new", files)
        old = write_rules(tmp_path / "old", changed(rng, files))
        texts = [Path(name).stem for name in files if name.startswith("texts/")]
        calls = commands(rng, texts, old)
        calls = calls if CALLS is None else rng.sample(calls, CALLS)
        calls += [as_command(rng, request) for request in made_up_requests(rng, load_rulebook(now), ASKED)]
        for words in calls:
            run(*words, "--rules", now)
        writing = changing_commands(texts[0], texts[-1])
        kept = writing if CALLS is None else sorted(rng.sample(writing, 2), key=writing.index)
        for words in kept:
            run(*words, "--rules", now, stdin=b"g E | g E\nmay A1 hit B1?\nleft A1\nagain\n")
        shutil.rmtree(now)
        shutil.rmtree(old)


def changed(rng: Random, files: Mapping[str, str]) -> dict[str, str]:
    """The rules with one clause of the first text left out, or another text in its place."""
    if rng.random() < 0.3:
        return made_up_rules(rng)
    head, *clauses = files["texts/t.rules"].split("\nclause ")
    at = rng.randrange(1, len(clauses))
    return {**files, "texts/t.rules": "\nclause ".join((head, *clauses[:at], *clauses[at + 1 :]))}


def test_three_engines_answer_by_the_same_clauses(tmp_path: Path) -> None:
    lines: list[Mapping[str, Any]] = []
    asked: list[tuple[int, Request, dict[str, Any]]] = []
    usable = 0
    for number in range(BOOKS):
        rng = Random(f"rulebook {number}")
        book = load_rulebook(write_rules(tmp_path / str(number), made_up_rules(rng)))
        assert not [d for d in book.findings if d.severity == ERROR], (number, book.findings)
        by = Engine(book)
        requests = made_up_requests(rng, book, QUESTIONS)
        for request in requests:
            by.ask(request)
        if any(finding.code in UNUSABLE for finding in by.findings):
            continue  # such a text is not asked, and exported with an error
        usable += 1
        shown = run("export", "--rules", tmp_path / str(number))
        (tmp_path / f"{number}.json").write_bytes(shown.stdout_bytes)
        lines += [{"rules": str(tmp_path / f"{number}.json")}, *requests]
        compare(Pair(book), iter(requests), f"rulebook {number}")
        for request in requests:
            answer = by.ask(request).as_json(None)
            asked.append((number, request, {key: answer[key] for key in ("status", "answer", "clauses", "overridden")}))
    for (number, request, answer), other in zip(asked, engine_answers(lines), strict=True):
        assert {key: other[key] for key in answer} == answer, (number, json.dumps(request))
    assert usable > BOOKS / 2
