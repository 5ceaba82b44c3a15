"""What takes long, scenarios and searches, in a process of its own: typing never waits for it, and it ends at once.

The process reads the folder by itself and hands its findings back through a pipe; nothing else is shared.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from emperor_rules.diagnostics import DECLARED, Diagnostic

#: How much the process yields to others, of 19.
NICENESS = 10
#: Is called with the findings so far, and whether these are all.
Report = Callable[[tuple[Diagnostic, ...], bool], None]


@dataclass(frozen=True)
class CheckTask:
    """A folder of rules to check, with the contents of the files that are open in the editor, by name."""

    folder: Path
    unsaved: Mapping[str, str]


class Checker:
    """A check that runs beside the server until it is done or stopped."""

    def __init__(self, task: CheckTask, report: Report) -> None:
        """Start it; ``report`` is called from another thread."""
        self._report = report
        self._stopped = False
        command = [sys.executable, "-m", __name__]
        new_group = os.name == "posix"
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=new_group,
        )
        threading.Thread(target=self._follow, args=(task,), daemon=True).start()

    def stop(self) -> None:
        """End it, with all processes that it has started; nothing is reported any more."""
        self._stopped = True
        with suppress(OSError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def _follow(self, task: CheckTask) -> None:
        """Hand over the task, and report what comes back."""
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        with process, suppress(OSError, EOFError, pickle.UnpicklingError):
            pickle.dump(task, process.stdin)
            process.stdin.close()
            while not self._stopped:
                findings, complete = pickle.load(process.stdout)
                if not self._stopped:
                    self._report(findings, complete)


def further_findings(task: CheckTask) -> Iterator[tuple[Diagnostic, ...]]:
    """Yield what scenarios, and then searches too, find in rules, beyond what reading them does."""
    from emperor_rules.check.limits import Bounds
    from emperor_rules.check.pipeline import check_rulebook
    from emperor_rules.editor.reading import finding_key, read_folder
    from emperor_rules.resources import project_cache

    reading = read_folder(task.folder, task.unsaved)
    known = {finding_key(finding) for finding in reading.findings}
    cache = project_cache("searches.json", task.folder.parent)
    report = None
    for search in (None, Bounds()):
        report = check_rulebook(reading.rulebook, search=search, cache=cache, before=report)
        others = (finding for finding in report.diagnostics if finding_key(finding) not in known)
        yield tuple(finding for finding in others if finding.severity != DECLARED)


def _work_off(tasks: BinaryIO, results: BinaryIO) -> None:
    """Do the task that comes through one pipe, and send what it finds through another."""
    task: CheckTask = pickle.load(tasks)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    for number, findings in enumerate(further_findings(task)):
        pickle.dump((findings, number == 1), results)
        results.flush()


if __name__ == "__main__":
    with suppress(BrokenPipeError):
        _work_off(sys.stdin.buffer, sys.stdout.buffer)
