"""Bad input of every kind for every command, made up by number: no traceback, no hang, no file lost.

``EMPEROR_BAD_INPUTS=100000`` makes up so many. A tenth are rule files, arguments and planted caches; the rest lines of
batches, which are the quickest way into the toolkit.
"""

from __future__ import annotations

import faulthandler
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from emperor_rules.cli.commands.ask import answer_line
from emperor_rules.cli.main import COMMANDS
from emperor_rules.resources import project_cache
from tests.support.bad_input import ARGUMENTS, FRAGMENTS, GARBAGE, REQUESTS, SOUND, UNREADABLE, tiny, where, write
from tests.support.command_line import run
from tests.support.shipped import engine as shipped

INPUTS, PARTS = int(os.environ.get("EMPEROR_BAD_INPUTS", "200")), 4
#: Whoever takes longer has its stack printed and the run ended: in seconds of the processor, since others may share the
#: machine, and in so many times as many of the clock, for whoever waits for what never comes.
LONGEST, WAITING = 10, 30
SIGNS = [*"\"'(){}[]|.,:#\\\n\t 0aé", "\x00", "\x85", "\u2028", "\ufeff", "\U0001f0a1", "\u202e"]
VALUES: list[Any] = [
    None,
    True,
    -1,
    10**40,
    1e308,
    float("1e300"),
    "",
    "A1",
    "Z9",
    "g E g",
    [],
    ["A1"],
    [[]],
    {},
    {"": ""},
]


def spoiled(rng: Random, data: bytes) -> bytes:
    """Bytes with a few of them lost, doubled, turned round or replaced."""
    for _ in range(rng.randint(1, 4)):
        at, to = (rng.randint(0, len(data)) for _ in range(2))
        low, high = min(at, to), min(max(at, to), min(at, to) + 40)
        match rng.randint(0, 5):
            case 0:
                data = data[:low] + data[high:]
            case 1:
                data = data[:high] + data[low:]
            case 2:
                data = data[:at] + rng.choice(SIGNS).encode() + data[at:]
            case 3:
                data = data[:at] + rng.choice(FRAGMENTS).encode() + data[at:]
            case 4:
                data = data[:at] + rng.choice(GARBAGE) + data[at:]
            case _:
                data = data[:low] + bytes(rng.randrange(256) for _ in range(rng.randint(1, 4))) + data[high:]
    return data


def bad_line(rng: Random) -> bytes:
    """A line of a batch, sound but for what it is about, or hardly a line."""
    request = dict(rng.choice(REQUESTS))
    for _ in range(rng.randint(0, 3)):
        key = rng.choice([*request, "id", "given", "on", "options", "nothing"])
        request[key] = rng.choice(VALUES) if rng.random() < 0.7 else rng.choice([*request.values()] or [None])
    line = json.dumps(request).encode()
    return (spoiled(rng, line) if rng.random() < 0.5 else line).replace(b"\n", b" ")


def answer_bad_line(rng: Random) -> None:
    answer = json.loads(answer_line(shipped(), bad_line(rng)))
    assert answer["status"] in ("answered", "silent", "contradicted", "invalid")


#: Commands that do their work in less than a tenth of a second on rules of a few lines.
QUICK = ("ask", "draw", "explain", "export", "fmt", "history", "questions", "check")


def call(rng: Random) -> None:
    """Call a command with words of its own, of others, and with none that anybody would write."""
    name = rng.choice([command for command in QUICK if command in COMMANDS])
    words = list(rng.choice(ARGUMENTS.get(name, [[]]) or [[]]))
    for _ in range(rng.randint(0, 2)):
        words.insert(rng.randint(0, len(words)), rng.choice(["--lang", "--format", "-", "x" * 300, "t", *SIGNS[1:16]]))
    run(name, *words, *where(words))


def with_spoiled_rules(rng: Random) -> None:
    part = rng.choice(("vocabulary", "texts", "scenarios"))
    files = tiny(
        **{
            part: spoiled(
                rng,
                tiny()[
                    {
                        "vocabulary": "rules/vocabulary/words.rules",
                        "texts": "rules/texts/t.rules",
                        "scenarios": "rules/scenarios/s.rules",
                    }[part]
                ],
            )
        }
    )
    in_place(files if rng.random() < 0.95 else rng.choice(UNREADABLE), lambda: call(rng))


def with_odd_arguments(rng: Random) -> None:
    in_place(tiny(), lambda: call(rng))


def with_a_planted_cache(rng: Random) -> None:
    """What a run makes of the rules does not change with what lies where it keeps what it saw."""

    def act() -> None:
        first = run("check", "--rules", "rules", "--up-to", 3, "--format", "json")
        place = project_cache("searches.json")
        place.write_bytes(spoiled(rng, place.read_bytes()))
        again = run("check", "--rules", "rules", "--up-to", 3, "--format", "json")
        assert json.loads(again.stdout)["diagnostics"] == json.loads(first.stdout)["diagnostics"]
        assert again.exit_code == first.exit_code
        place.unlink()

    in_place(tiny(texts=SOUND.encode()), act)


def in_place(files: dict[str, bytes], act: Callable[[], None]) -> None:
    """Do something in a folder with these files; all of them are there afterwards, and whole unless laid out anew."""
    with tempfile.TemporaryDirectory() as name, chdir(name):
        write(Path(name), files)
        act()
        for file, data in files.items():
            now = Path(file).read_bytes()
            assert now == data or b"".join(now.split()) == b"".join(data.removeprefix(b"\xef\xbb\xbf").split()), file


KINDS: dict[Callable[[Random], None], int] = {
    answer_bad_line: 900,
    with_spoiled_rules: 60,
    with_odd_arguments: 35,
    with_a_planted_cache: 5,
}


@pytest.fixture(autouse=True)
def nothing_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.mark.parametrize("part", range(PARTS))
def test_bad_input_is_borne(part: int) -> None:
    for number in range(part, INPUTS, PARTS):
        rng = Random(f"bad input {number}")
        kind = rng.choices([*KINDS], [*KINDS.values()])[0]
        try:
            with bounded():
                kind(rng)
        except Exception as error:
            raise AssertionError(f"bad input {number}, {kind.__name__}") from error


@contextmanager
def bounded() -> Iterator[None]:
    """End the run with a traceback if what is done within takes longer than it may."""
    faulthandler.dump_traceback_later(LONGEST * WAITING, exit=True)
    if hasattr(signal, "SIGPROF"):
        faulthandler.register(signal.SIGPROF, chain=True)
        signal.setitimer(signal.ITIMER_PROF, LONGEST)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
        if hasattr(signal, "SIGPROF"):
            signal.setitimer(signal.ITIMER_PROF, 0)


MEASURE = """
import resource, subprocess, sys
subprocess.run([sys.executable, "-m", "emperor_rules", "ask", "--batch", sys.argv[1]], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
#: How many kilobytes a batch five times as long may need beyond the shorter one: an answer kept of each needs more.
MOST_GROWTH = 4_000


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the unit of memory is another")
def test_a_longer_batch_needs_no_more_memory(tmp_path: Path) -> None:
    needed = []
    for lines in (4_000, 20_000):
        with (tmp_path / "batch.jsonl").open("w", encoding="utf-8") as batch:
            for number in range(lines):
                batch.write(json.dumps({**REQUESTS[0], "id": number, "given": {"stack": number}}) + "\n")
        ran = subprocess.run(
            [sys.executable, "-c", MEASURE, tmp_path / "batch.jsonl"], capture_output=True, text=True, check=True
        )
        needed.append(int(ran.stdout))
    assert needed[1] - needed[0] < MOST_GROWTH, needed
