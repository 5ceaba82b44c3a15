"""A pool of processes that share a list of tasks, each process with its own copy of the state they need."""

from __future__ import annotations

import gc
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from emperor_rules.check.limits import Clock
from emperor_rules.errors import DeadlineExceeded, WorkerLost
from emperor_rules.messages import Message

if TYPE_CHECKING:
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

    Where this process can be forked the state need not be built again. Where there is to be one process only it is this
    one, which works when the results are wanted.
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
        self._processes, self._results = list[Any](), list["Connection"]()
        if processes < 2:
            return
        import multiprocessing  # this takes longer than most searches

        forked = forks_cheaply()
        context: Any = multiprocessing.get_context("fork" if forked else "spawn")
        self._next = context.Value("i", 0)
        if forked:
            gc.freeze()  # else the collector of each copy visits, and so copies, every object that was read
        for _ in range(min(processes, len(tasks))):
            reader, writer = context.Pipe(duplex=False)
            how = (lambda: state) if forked else make_state
            process = context.Process(target=_work_off, args=(how, work, tasks, self._next, writer), daemon=True)
            process.start()
            writer.close()
            self._processes.append(process)
            self._results.append(reader)
        if forked:
            gc.unfreeze()

    def __enter__(self) -> Workers[State, Task, Result]:
        """Return the pool itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Terminate all processes."""
        for process in self._processes:
            process.terminate()
        for process, reader in zip(self._processes, self._results, strict=True):
            process.join()
            reader.close()

    def results(self, clock: Clock) -> Iterator[tuple[int, Result]]:
        """Yield the results as they come, each with the place of its task.

        Raises:
            DeadlineExceeded: The time was over first.
            WorkerLost: A process ended before its time.
        """
        if not self._processes:
            for place, task in enumerate(self._tasks):
                clock.check()
                yield place, self._work(self._state, task)
            return
        from multiprocessing.connection import Connection, wait

        open_readers = list(self._results)
        waiting = len(self._tasks)
        while waiting:
            rest = None if clock.end is None else max(0.0, clock.end + GRACE - time.monotonic())
            ready = wait(open_readers, rest)
            if not ready:
                raise DeadlineExceeded
            for reader in ready:
                assert isinstance(reader, Connection)
                try:
                    place, result = reader.recv()
                except EOFError:
                    open_readers.remove(reader)
                    if not open_readers:
                        message = Message("the system ended the search, as for want of memory: search smaller tables")
                        raise WorkerLost(message) from None
                    continue
                if isinstance(result, BaseException):
                    raise result
                waiting -= 1
                yield place, result


def _work_off(
    make_state: Callable[[], State],
    work: Callable[[State, Task], Result],
    tasks: Sequence[Task],
    next_task: Any,
    results: Connection,
) -> None:
    """Run tasks until none is left, and send their results; the parent process handles interrupts."""
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # what the parent does on its end is not for its copies
    parent = parent_process()
    state = make_state()
    while parent is None or parent.is_alive():
        with next_task.get_lock():
            place = next_task.value
            next_task.value += 1
        if place >= len(tasks):
            break
        try:
            result: Any = work(state, tasks[place])
        except Exception as error:
            result = error
        results.send((place, result))
