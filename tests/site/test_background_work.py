"""Work in the background comes to the same, wherever it is done."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from textwrap import dedent

import pytest

from emperor_rules.workers import BackgroundWork

in_another_process = pytest.mark.skipif(sys.platform != "linux", reason="work is done in this process there")


def run_alone(program: str) -> str:
    """Return what a program prints whose process has one thread: tests before this one may have left some here."""
    lines = f"from emperor_rules.workers import BackgroundWork\n{dedent(program)}"
    return subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=True).stdout


def test_the_result_is_that_of_the_work() -> None:
    assert BackgroundWork(lambda: {"rules.json": "é" * 200_000}).result() == {"rules.json": "é" * 200_000}


def test_where_another_thread_runs_this_process_does_the_work() -> None:
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    try:
        assert BackgroundWork(os.getpid).result() == os.getpid()
    finally:
        stop.set()
        thread.join()


@in_another_process
def test_work_is_done_in_another_process_and_its_own_background_work_there() -> None:
    printed = run_alone("""
        import os
        here, there = BackgroundWork(lambda: (os.getpid(), BackgroundWork(os.getpid).result())).result()
        print(here == there, here == os.getpid())
    """)
    assert printed == "True False\n"


@in_another_process
def test_a_fault_of_the_work_is_one_of_its_result_and_says_where() -> None:
    printed = run_alone("""
        def fault():
            raise LookupError("no such rule")
        try:
            BackgroundWork(fault).result()
        except LookupError as raised:
            print(raised, "in fault" in raised.__notes__[0])
    """)
    assert printed == "no such rule True\n"


@in_another_process
def test_what_cannot_be_handed_over_is_a_fault_as_well() -> None:
    printed = run_alone("""
        try:
            BackgroundWork(lambda: lambda: 1).result()
        except Exception as raised:
            print("pickle" in str(raised))
    """)
    assert printed == "True\n"


@in_another_process
def test_what_interrupts_the_wait_for_a_result_ends_the_work() -> None:
    printed = run_alone("""
        import signal, threading

        def interrupt(*_):
            raise KeyboardInterrupt

        signal.signal(signal.SIGALRM, interrupt)
        work = BackgroundWork(threading.Event().wait), BackgroundWork(lambda: "." * 9_000_000)
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        try:
            work[0].result()
        except KeyboardInterrupt:
            print("interrupted")
    """)
    assert printed == "interrupted\n"
