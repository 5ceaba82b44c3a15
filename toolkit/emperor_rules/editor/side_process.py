"""What takes long, in a process of its own: typing never waits for it, and it can be ended at once.

The process reads the folder by itself and hands its results back through a pipe; nothing else is shared.
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
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from emperor_rules.diagnostics import DECLARED, WARNING, Diagnostic
from emperor_rules.edits import Fix
from emperor_rules.messages import Message
from emperor_rules.resources import project_cache

if TYPE_CHECKING:
    from emperor_rules.check.drafts import Redeclared  # the server starts without what searches

#: How much the process yields to others, of 19.
NICENESS = 10


class SideWork(StrEnum):
    """What the process is to do."""

    #: Ask all scenarios, then search tables: the findings of both.
    CHECK = "check"
    #: Declare where a text differs from others, and nowhere else: a :class:`Redeclared`.
    DECLARE = "declare"
    #: Try small slips in a clause: findings about those that no scenario notices.
    SLIPS = "slips"


@dataclass(frozen=True)
class SideTask:
    """Work on a folder of rules, with the contents of the files that are open in the editor, by name."""

    work: SideWork
    folder: Path
    unsaved: Mapping[str, str]
    text: str = ""
    clause: str = ""


class SideProcess:
    """Work that goes on beside the server until it is done or stopped."""

    def __init__(self, task: SideTask, report: Callable[[Any], None]) -> None:
        """Start it; ``report`` is called from another thread with each result, and with ``None`` at the end."""
        self._report = report
        self._stopped = False
        own_group = os.name == "posix"
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=own_group,
        )
        threading.Thread(target=self._follow, args=(task,), daemon=True).start()

    @property
    def running(self) -> bool:
        """Whether it has not ended yet."""
        return self._process.poll() is None

    def stop(self) -> None:
        """End it, with all processes that it has started; nothing is reported any more."""
        self._stopped = True
        with suppress(OSError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def _follow(self, task: SideTask) -> None:
        """Hand over the task, and report what comes back."""
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        with process, suppress(OSError, EOFError, pickle.UnpicklingError):
            pickle.dump(task, process.stdin)
            process.stdin.close()
            while not self._stopped:
                result = pickle.load(process.stdout)
                if not self._stopped:
                    self._report(result)
        if not self._stopped:
            self._report(None)


# --- in the process -------------------------------------------------------------------------------------


def checked(task: SideTask) -> Iterator[tuple[Diagnostic, ...]]:
    """Yield what scenarios, and then searches too, find in rules, beyond what reading them does."""
    from emperor_rules.check.pipeline import check_rulebook
    from emperor_rules.editor.folder_reading import finding_key, read_folder
    from emperor_rules.frontend.project import not_hidden, seats_searched
    from emperor_rules.limits import Bounds

    reading = read_folder(task.folder, task.unsaved)
    keys_before = {finding_key(finding) for finding in reading.findings}
    cache = project_cache("searches.json", task.folder.parent)
    report = None
    for search in (None, Bounds(seats_searched(task.folder))):
        report = check_rulebook(reading.rulebook, search=search, cache=cache, before=report)
        others = (finding for finding in report.diagnostics if finding_key(finding) not in keys_before)
        yield tuple(finding for finding in not_hidden(others, task.folder) if finding.severity != DECLARED)


def declared(task: SideTask) -> Iterator[Redeclared]:
    """Yield the declarations of a text as they must be."""
    from emperor_rules.check.cache import SearchCache
    from emperor_rules.check.drafts import redeclared
    from emperor_rules.frontend.loader import load_rulebook

    rulebook = load_rulebook(task.folder, unsaved=task.unsaved)
    yield redeclared(rulebook, task.text, SearchCache(project_cache("searches.json", task.folder.parent)))


def tried(task: SideTask) -> Iterator[tuple[Diagnostic, ...]]:
    """Yield a finding for each small slip in a clause that no scenario notices, with the scenario that would."""
    from emperor_rules.check.fixes import appended_scenario
    from emperor_rules.check.mutation.equivalence import MUTANT_SEATS
    from emperor_rules.check.mutation.operators import mutants_of
    from emperor_rules.check.mutation.runner import ALIVE, MutantRunner
    from emperor_rules.frontend.loader import load_rulebook

    rulebook = load_rulebook(task.folder, unsaved=task.unsaved)
    runner = MutantRunner(rulebook, MUTANT_SEATS)
    findings = []
    for mutant in mutants_of(rulebook.texts[task.text], rulebook.vocabulary):
        if mutant.clause.slug != task.clause:
            continue
        verdict = runner.verdict(mutant)
        if verdict.state is not ALIVE:
            continue
        message = Message("{change}, and no scenario notices", change=mutant.words)
        fixes: tuple[Fix, ...] = ()
        if verdict.scenario:
            edit = appended_scenario(task.folder, rulebook, task.text, verdict.scenario)
            fixes = (Fix(Message("Add the scenario that notices it"), (edit,), certain=False),)
        clause = mutant.clause.number
        findings.append(Diagnostic("", WARNING, message, mutant.span, text=task.text, clause=clause, fixes=fixes))
    yield tuple(findings)


WORK: Mapping[SideWork, Callable[[SideTask], Iterator[Any]]] = {
    SideWork.CHECK: checked,
    SideWork.DECLARE: declared,
    SideWork.SLIPS: tried,
}


def _work_off(tasks: BinaryIO, results: BinaryIO) -> None:
    """Do the task that comes through one pipe, and send its results through another."""
    task: SideTask = pickle.load(tasks)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    for result in WORK[task.work](task):
        pickle.dump(result, results)
        results.flush()


if __name__ == "__main__":
    with suppress(BrokenPipeError):
        _work_off(sys.stdin.buffer, sys.stdout.buffer)
