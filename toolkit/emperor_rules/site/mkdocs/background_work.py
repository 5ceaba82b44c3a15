"""Work for another core, of which nothing is needed until it is done."""

from __future__ import annotations

import multiprocessing
import sys
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Generic, TypeVar

T = TypeVar("T")


class BackgroundWork(Generic[T]):
    """The result of some work: done in a forked process, or, where forking is not safe, in this one when asked for."""

    def __init__(self, work: Callable[[], T]) -> None:
        """Begin, where the system forks cheaply, no other thread runs, and this is no work in the background itself."""
        self._work = work
        self._process = None
        inner = multiprocessing.current_process().daemon
        if sys.platform == "linux" and threading.active_count() == 1 and not inner:
            context = multiprocessing.get_context("fork")
            self._receiver, sender = context.Pipe(duplex=False)
            self._process = context.Process(target=self._send, args=(sender,), daemon=True)
            self._process.start()
            sender.close()

    def _send(self, sender: Connection) -> None:
        sender.send(self._work())

    def result(self) -> T:
        """Return what the work came to; what went wrong in the other process goes wrong here."""
        if self._process is None:
            return self._work()
        try:
            result: T = self._receiver.recv()
        except EOFError:  # it printed its traceback itself: here the fault is one that a caller can handle
            result = self._work()
        self._process.join()
        return result
