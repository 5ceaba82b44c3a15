"""Work for another core, of which nothing is needed until it is done."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from traceback import format_exc
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from emperor_rules.workers import forks_cheaply

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

T = TypeVar("T")


class BackgroundWork(Generic[T]):
    """The result of some work: done in a forked process, or, where forking is not safe, in this one when asked for.

    A pool of ``concurrent.futures`` is none for this: its thread would keep the next work from being forked.
    """

    def __init__(self, work: Callable[[], T]) -> None:
        """Begin, where the system forks cheaply, no other thread runs, and this is no work in the background itself."""
        self._work = work
        self._outcome: Connection | None = None
        if forks_cheaply() and multiprocessing.parent_process() is None:
            context = multiprocessing.get_context("fork")
            self._outcome, writer = context.Pipe(duplex=False)
            self._process = context.Process(target=_send, args=(work, writer), daemon=True)
            self._process.start()
            writer.close()

    def result(self) -> T:
        """Return what the work came to; what went wrong in the other process goes wrong here, and says where."""
        if self._outcome is None:
            return self._work()
        try:
            with self._outcome:
                value, fault, place = self._outcome.recv()
        except EOFError:  # the system ended it, as for want of memory, which one process alone may not lack
            return self._work()
        finally:
            self._process.join()
        if fault is not None:
            fault.add_note(f"In another process:\n{place}")
            raise fault
        result: T = value
        return result


def _send(work: Callable[[], Any], outcome: Connection) -> None:
    """Do the work, and send what it came to or what went wrong."""
    try:
        outcome.send((work(), None, ""))
    except Exception as fault:
        try:
            outcome.send((None, fault, format_exc()))
        except Exception:  # it cannot be pickled
            outcome.send((None, RuntimeError(repr(fault)), format_exc()))
