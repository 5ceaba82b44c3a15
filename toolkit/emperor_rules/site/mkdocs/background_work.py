"""Work for another core, of which nothing is needed until it is done."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from typing import Generic, TypeVar

from emperor_rules.check.limits import Clock
from emperor_rules.check.workers import Workers, forks_cheaply

T = TypeVar("T")


class BackgroundWork(Generic[T]):
    """The result of some work: done in a forked process, or, where forking is not safe, in this one when asked for."""

    def __init__(self, work: Callable[[], T]) -> None:
        """Begin, where the system forks cheaply, no other thread runs, and this is no work in the background itself."""
        self._work = work
        apart = forks_cheaply() and not multiprocessing.current_process().daemon
        self._workers = Workers(_done, [work], None, lambda: None, 2 if apart else 1)

    def result(self) -> T:
        """Return what the work came to; what went wrong in the other process goes wrong here."""
        try:
            with self._workers as workers:
                return next(result for _, result in workers.results(Clock(None)))
        except Exception:  # here the fault is one with a place, that a caller can handle
            return self._work()


def _done(_: None, work: Callable[[], T]) -> T:
    return work()
