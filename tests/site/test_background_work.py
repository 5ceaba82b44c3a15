"""Work in the background comes to the same, wherever it is done."""

from __future__ import annotations

import os
import threading

import pytest

from emperor_rules.background_work import BackgroundWork


def fault() -> None:
    raise LookupError("no such rule")


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


def test_work_in_the_background_does_its_own_background_work() -> None:
    assert BackgroundWork(lambda: BackgroundWork(os.getpid).result() == os.getpid()).result()


def test_a_fault_of_the_work_is_one_of_its_result(capfd: pytest.CaptureFixture[str]) -> None:
    work = BackgroundWork(fault)
    with pytest.raises(LookupError, match="no such rule") as raised:
        work.result()
    assert any("in fault" in note for note in raised.value.__notes__), "it says where"


def test_what_cannot_be_handed_over_is_a_fault_as_well() -> None:
    with pytest.raises(Exception, match="pickle"):
        BackgroundWork(lambda: lambda: 1).result()
