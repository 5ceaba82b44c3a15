"""Whatever the standard streams of a command are, it says in one sentence what is wrong, or prints what it can."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from emperor_rules.errors import WorkerLost
from emperor_rules.limits import Clock
from emperor_rules.workers import Workers
from tests.support.bad_input import REQUESTS
from tests.support.command_line import run

FULL = Path("/dev/full")
#: What prints by click, by itself, as bytes, and line by line.
PRINTING = [
    "explain R601",
    *(
        pytest.param(command, marks=pytest.mark.slow)
        for command in ("--version", "draw --help", "export --schema", "ask --batch lines.jsonl")
    ),
]
ALWAYS_FULL = pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is always full")


@pytest.fixture(autouse=True)
def lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("lines.jsonl").write_text(json.dumps(REQUESTS[0]) + "\n", encoding="utf-8")


def ran(command: str, *, close: str = "", full: str = "", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a process of its own, with a stream closed or full by the redirections of a shell."""
    redirections = [*(f"{stream}>&-" for stream in close.split()), *(f"{stream}>{FULL}" for stream in full.split())]
    line = f"exec '{sys.executable}' -m emperor_rules {command} {' '.join(redirections)}"
    return subprocess.run(["sh", "-c", line], capture_output=True, check=False, env={**os.environ, **environment})


@ALWAYS_FULL
@pytest.mark.parametrize("command", PRINTING)
def test_a_full_disk_is_said_in_one_sentence(command: str) -> None:
    done = ran(command, full="1")
    refused = "error[R101]: the output cannot be written (no space left on device): make room, or send it elsewhere\n"
    assert (done.returncode, done.stderr.decode()) == (2, refused)


@ALWAYS_FULL
def test_a_full_disk_is_said_in_italian() -> None:
    done = ran("--lang it explain R601", full="1")
    assert done.returncode == 2
    assert done.stderr.decode().startswith("errore[R101]: ciò che si stampa non si può scrivere (non c'è più spazio")
    assert done.stderr.count(b"\n") == 1


@ALWAYS_FULL
def test_where_nothing_at_all_can_be_written_the_status_tells() -> None:
    assert ran("explain R601", full="1 2").returncode == 2
    assert ran("check --no-such-option", full="2").returncode == 2


@pytest.mark.parametrize(("command", "status"), [("export --schema", 0), ("explain R6", 2)])
def test_closed_streams_take_nothing(command: str, status: int) -> None:
    done = ran(command, close="1 2")
    assert (done.returncode, done.stdout, done.stderr) == (status, b"", b"")


def test_a_batch_from_a_closed_input_is_refused() -> None:
    done = ran("--lang it ask --batch -", close="0")
    refused = "errore[R101]: l'ingresso standard è chiuso: indica un file di domande, o mandale da lì\n"
    assert (done.returncode, done.stderr.decode(), done.stdout) == (2, refused, b"")


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="this system has no file that opens and cannot be read")
def test_a_batch_that_breaks_off_is_said_in_one_sentence() -> None:
    result = run("ask", "--batch", "/proc/self/mem")
    assert result.exit_code == 2
    assert result.stderr == "error[R101]: the file /proc/self/mem cannot be read: input/output error\n"


@pytest.mark.parametrize(
    "encoding", ["latin-1", *(pytest.param(e, marks=pytest.mark.slow) for e in ("cp1252", "cp437"))]
)
def test_signs_that_an_encoding_lacks_are_spelt_out(encoding: str) -> None:
    done = ran("explain R103", PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    wanted = ran("explain R103", PYTHONIOENCODING="utf-8").stdout.decode()
    printed = done.stdout.decode(encoding)
    assert printed != "" and printed.replace('"', "") == wanted.translate(dict.fromkeys(map(ord, '“”"'), None))


def test_json_is_utf_8_in_every_encoding() -> None:
    request = {"id": "“…”", "ask": "nothing"}
    Path("lines.jsonl").write_text(json.dumps(request) + "\n", encoding="utf-8")
    done = ran("ask --batch lines.jsonl", PYTHONIOENCODING="latin-1")
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout.decode("utf-8"))["id"] == request["id"]


def _die(state: None, task: int) -> None:
    os._exit(1)


def _finish() -> None:
    """Finish no work: a process that is started anew can be handed no lambda."""


def test_a_search_that_the_system_ends_is_said_in_one_sentence() -> None:
    with Workers(_die, [1, 2], None, _finish, 2) as workers, pytest.raises(WorkerLost) as lost:
        list(workers.results(Clock(None)))
    assert str(lost.value).startswith("the system ended the search, as for want of memory")
