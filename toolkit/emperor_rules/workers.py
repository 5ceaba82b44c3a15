"""A pool of processes that share a list of tasks, each with its own copy of the state they need, and one beside."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from traceback import format_exc
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from emperor_rules.errors import DeadlineExceeded, WorkerLost
from emperor_rules.limits import Clock
from emperor_rules.messages import Message

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing.connection import Connection

State = TypeVar("State")
Task = TypeVar("Task")
Result = TypeVar("Result")

#: How many seconds after the deadline results are still awaited: the workers check the deadline themselves.
GRACE = 1.0


def forks_cheaply() -> bool:
    """Return whether this process can be forked now: on Linux, where it has a single thread."""
    return sys.platform == "linux" and threading.active_count() == 1


class Workers(Generic[State, Task, Result]):
    """Processes that take the tasks one after the other; as a context manager, all of them end with the block.

    Where this process can be forked the state need not be built again. With one process, tasks run in this
    one, when their results are asked for.
    """

    def __init__(
        self,
        work: Callable[[State, Task], Result],
        tasks: Sequence[Task],
        state: State,
        make_state: Callable[[], State],
        processes: int,
    ) -> None:
        """Start the processes.

        Args:
            work: Does one task; a function of a module. An exception ends the run, and is raised in this process.
            tasks: What there is to do, in this order.
            state: What the work needs, as this process has it.
            make_state: Returns an equal state in a process that is not forked from this one; it is pickled for that.
            processes: How many processes are to work, of which no more are started than there are tasks.
        """
        self._work, self._tasks, self._state = work, tasks, state
        self._pool: ProcessPoolExecutor | None = None
        self._places: dict[Future[Result], int] = {}
        if processes < 2 or not tasks:
            return
        from concurrent.futures import ProcessPoolExecutor  # this takes longer than most searches
        from multiprocessing import get_context

        forked = forks_cheaply()
        context: Any = get_context("fork" if forked else "spawn")
        # Who waits for an event of `multiprocessing` and is killed lets whoever sets it wait for ever; not so a pipe.
        self._incoming, self._outgoing = context.Pipe(duplex=False)
        prepared = (work, tasks, (lambda: state) if forked else make_state, self._incoming)
        self._pool = ProcessPoolExecutor(min(processes, len(tasks)), context, _prepare, prepared)
        if forked:
            gc.freeze()  # else the collector of each copy visits, and so copies, every object that was read
        self._places = {self._pool.submit(_do, place): place for place in range(len(tasks))}
        if forked:
            gc.unfreeze()

    def __enter__(self) -> Workers[State, Task, Result]:
        """Return the pool itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """End all processes."""
        self.end()

    def end(self) -> None:
        """End all processes, whatever they are doing; none is left when Python itself would wait for them."""
        pool, self._pool = self._pool, None
        if pool is not None:
            self._outgoing.send_bytes(b"end")
            pool.shutdown(cancel_futures=True)
            self._outgoing.close()
            self._incoming.close()

    def results(self, clock: Clock) -> Iterator[tuple[int, Result]]:
        """Yield the results as they come, each with the place of its task.

        Raises:
            DeadlineExceeded: The time was over first.
            WorkerLost: A process ended before its time.
        """
        if self._pool is None:
            for place, task in enumerate(self._tasks):
                clock.check()
                yield place, self._work(self._state, task)
            return
        from concurrent.futures import as_completed
        from concurrent.futures.process import BrokenProcessPool

        rest = None if clock.end is None else max(0.0, clock.end + GRACE - time.monotonic())
        try:
            for future in as_completed(self._places, rest):
                yield self._places[future], future.result()
        except TimeoutError:
            raise DeadlineExceeded from None
        except BrokenProcessPool:
            message = Message("the system ended the search, as for want of memory: search smaller tables")
            raise WorkerLost(message) from None


# --- in a worker ------------------------------------------------------------------------------------

#: What this process does with the task of a place, if it is a worker.
_TASKS: list[Callable[[int], Any]] = []


def _prepare(
    work: Callable[[State, Task], Result], tasks: Sequence[Task], make_state: Callable[[], State], end: Connection
) -> None:
    """Make the state; the process ends on request, or when its parent is gone."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # what the parent does on its end is not for its copies
    parent, state = parent_process(), make_state()
    assert parent is not None

    def watch() -> None:
        wait([end, parent.sentinel])
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
    _TASKS[:] = [lambda place: work(state, tasks[place])]


def _do(place: int) -> Any:
    return _TASKS[0](place)


# --- work for another core -------------------------------------------------------------------------


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
        except BaseException:  # as Ctrl+C: nobody reads any more what it would send, and it would wait for that
            self._process.terminate()
            raise
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
