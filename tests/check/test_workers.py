"""Processes that share tasks: they end with their block, whatever they are doing, and with whoever began them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import pytest

from emperor_rules.errors import DeadlineExceeded
from emperor_rules.limits import Clock
from emperor_rules.workers import Workers
from tests.support.endless_work import for_ever
from tests.support.paths import REPOSITORY
from tests.support.sampling import sample_of

SQUARES = [number * number for number in range(50)]


def square(factor: int, number: int) -> int:
    return factor * number * number


def two() -> int:
    return 2


def fault(_: int, number: int) -> int:
    raise LookupError(f"task {number}")


def lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return f"{process} (" in Path(f"/proc/{process}/stat").read_text(encoding="utf-8") and not _is_dead(process)


def _is_dead(process: int) -> bool:
    return ") Z " in Path(f"/proc/{process}/stat").read_text(encoding="utf-8")


@pytest.mark.parametrize(("processes", "threads"), sample_of([(2, 1), (7, 0), (1, 0), (2, 0), (1, 1), (7, 1)], 2))
def test_every_task_is_done_once(processes: int, threads: int) -> None:
    """With another thread they are not forked, and make their state anew."""
    stop = threading.Event()
    others = [threading.Thread(target=stop.wait) for _ in range(threads)]
    for other in others:
        other.start()
    try:
        with Workers(square, range(50), 2, two, processes) as workers:
            assert sorted(workers.results(Clock(None))) == [(n, 2 * square) for n, square in enumerate(SQUARES)]
    finally:
        stop.set()


def test_a_fault_of_a_task_is_raised_here_and_says_where() -> None:
    with Workers(fault, range(9), 0, two, 2) as workers, pytest.raises(LookupError, match=r"task \d") as raised:
        list(workers.results(Clock(None)))
    assert "in fault" in str(raised.value.__cause__)


@pytest.mark.skipif(sys.platform != "linux", reason="only there a process can look at others")
def test_at_the_deadline_they_end_whatever_they_do(tmp_path: Path) -> None:
    with Workers(for_ever, [1, 2, 3], tmp_path, partial(Path, tmp_path), 2) as workers, pytest.raises(DeadlineExceeded):
        list(workers.results(Clock(0.2)))
    assert [name for name in os.listdir(tmp_path) if lives(int(name))] == []


ABANDONED = """
import os, sys
from functools import partial
from pathlib import Path
from emperor_rules.workers import Workers
from tests.support.endless_work import for_ever
place = Path(sys.argv[1])
workers = Workers(for_ever, [1, 2], place, partial(Path, place), 2)
while len(os.listdir(place)) < 2:
    os.sched_yield()
print("begun", flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only there a process can look at others")
def test_they_do_not_outlive_a_process_that_is_killed(tmp_path: Path) -> None:
    began = subprocess.Popen(
        [sys.executable, "-c", ABANDONED, tmp_path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=REPOSITORY,
    )
    assert began.stdout is not None and began.stdin is not None
    assert began.stdout.readline() == "begun\n"
    began.send_signal(signal.SIGKILL)
    began.wait()
    began.stdout.close()
    began.stdin.close()
    while any(lives(int(name)) for name in os.listdir(tmp_path)):
        os.sched_yield()
