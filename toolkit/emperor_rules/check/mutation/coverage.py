"""Coverage: which scenarios each clause decides, and which mutants of its sentences no scenario notices.

The work is shared among processes and kept in a file, so that an interrupted run goes on where it stopped.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field

from emperor_rules.check.limits import Clock
from emperor_rules.check.mutation.coverage_cache import CoverageCache
from emperor_rules.check.mutation.operators import Mutant, mutants_of
from emperor_rules.check.mutation.runner import ALIVE, EQUIVALENT, KILLED, STILLBORN, MutantRunner, MutantVerdict
from emperor_rules.check.scenario_runner import ClauseKey, clause_key
from emperor_rules.errors import DeadlineExceeded
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Clause

#: Default bound: mutants that no scenario notices are searched on every legal table of up to so many seats.
SEATS = 6
PROCESSES = 2
#: Fewer mutants than this are judged in one process: a second would hardly have started.
WORTH_SHARING = 100
#: So many mutants are handed to a process at once: neighbours, as they look at the same.
BATCH = 8
#: What was judged is written down this often, in seconds.
SAVED_EVERY = 5.0

Progress = Callable[[int, int], None]


@dataclass
class Coverage:
    """What was found: verdicts by mutant, and by clause the scenarios that it decides.

    ``complete`` is false when the time was over first; ``failing`` are scenarios that fail without any change and
    were left out; ``remark`` says when kept results could not be used.
    """

    rulebook: Rulebook
    seats: int
    texts: tuple[str, ...]
    mutants: tuple[Mutant, ...]
    decided: Mapping[ClauseKey, Sequence[str]]
    verdicts: dict[str, MutantVerdict] = field(default_factory=dict)
    failing: tuple[str, ...] = ()
    remark: str = ""
    reused: int = 0
    seconds: float = 0.0
    complete: bool = False

    def clauses(self, text: str | None = None) -> list[Clause]:
        """Give the clauses of one text, or of all that were looked at."""
        return [c for id in self.texts if text in (None, id) for c in self.rulebook.texts[id].clauses]

    def scenarios(self, clause: Clause) -> Sequence[str]:
        """Name the scenarios that a clause decides."""
        return self.decided.get(clause_key(clause), ())

    def of(self, *states: str, text: str | None = None, clause: Clause | None = None) -> list[Mutant]:
        """Give the mutants in certain states, of one text or clause or of all; no state: those not judged yet."""
        return [
            m
            for m in self.mutants
            if text in (None, m.text)
            and (clause is None or clause_key(m.clause) == clause_key(clause))
            and (self.verdicts[m.id].state in states if m.id in self.verdicts else not states)
        ]

    @property
    def fine(self) -> bool:
        """Tell whether everything was judged and nothing is alive."""
        return self.complete and not self.of(ALIVE) and not self.failing

    def as_json(self) -> dict[str, object]:
        """Give the numbers, and the lists behind them; ``killed`` counts the stillborn ones too."""
        clauses = self.clauses()
        dead = self.of(KILLED, STILLBORN)
        return {
            "clauses": len(clauses),
            "deciding": sum(bool(self.scenarios(c)) for c in clauses),
            "mutants": len(self.mutants),
            "killed": len(dead),
            "equivalent": len(self.of(EQUIVALENT)),
            "alive": len(self.of(ALIVE)),
            "waiting": len(self.of()),
            "stillborn": len(self.of(STILLBORN)),
            "complete": self.complete,
            "seats": self.seats,
            "seconds": round(self.seconds, 2),
            "lists": {
                "clauses": [self._clause(clause) for clause in clauses],
                "deciding": [clause.id for clause in clauses if self.scenarios(clause)],
                "killed": [{**_mutant(m), "by": self.verdicts[m.id].by} for m in dead],
                "equivalent": [self._equivalent(m) for m in self.of(EQUIVALENT)],
                "alive": [self._alive(m) for m in self.of(ALIVE)],
                "waiting": [m.id for m in self.of()],
                "failing": list(self.failing),
            },
        }

    def _clause(self, clause: Clause) -> dict[str, object]:
        return {
            "clause": clause.id,
            "since": clause.since,
            "scenarios": list(self.scenarios(clause)),
            "killed": len(self.of(KILLED, STILLBORN, clause=clause)),
            "equivalent": len(self.of(EQUIVALENT, clause=clause)),
            "alive": len(self.of(ALIVE, clause=clause)),
        }

    def _equivalent(self, mutant: Mutant) -> dict[str, object]:
        verdict = self.verdicts[mutant.id]
        fixed = list(verdict.fixed)
        return {**_mutant(mutant), "seats": self.seats, "given-at-default": fixed, "why": verdict.by or None}

    def _alive(self, mutant: Mutant) -> dict[str, object]:
        verdict = self.verdicts[mutant.id]
        return {
            **_mutant(mutant),
            "witness": dict(verdict.witness) if verdict.witness else None,
            "answer": verdict.said[0] or None,
            "mutant-answer": verdict.said[1] or None,
            "scenario": verdict.scenario or None,
            "why": verdict.by or None,
        }


def _mutant(mutant: Mutant) -> dict[str, object]:
    return {
        "id": mutant.id,
        "kind": mutant.kind,
        "clause": mutant.clause.id,
        "change": mutant.words,
        "sentence": mutant.written or None,
        "file": mutant.span.file,
        "line": mutant.span.line,
    }


def cover(
    rulebook: Rulebook,
    *,
    texts: Sequence[str] | None = None,
    up_to: int = SEATS,
    seconds: float | None = None,
    cache: CoverageCache | None = None,
    processes: int = PROCESSES,
    progress: Progress | None = None,
) -> Coverage:
    """Judge every mutant of every clause; ``texts`` narrows to some texts, ``seconds`` limits the time.

    However it ends, by an exception too, ``cache`` holds what was judged until then.
    """
    started = time.monotonic()
    judge = MutantRunner(rulebook, up_to)
    chosen = tuple(id for id in rulebook.texts if texts is None or id in texts)
    mutants = tuple(m for id in chosen for m in mutants_of(rulebook.texts[id], rulebook.vocabulary))
    failing = tuple(dict.fromkeys(o.scenario.name for o in judge.run.outcomes if not o.fine))
    found = Coverage(rulebook, up_to, chosen, mutants, judge.run.decided, failing=failing)
    searched: Mapping[str, MutantVerdict] = {}
    if cache is not None:
        kept, searched = cache.load(rulebook, up_to)
        found.remark = cache.remark
        found.verdicts.update((m.id, kept[m.id]) for m in mutants if m.id in kept)
        found.reused = len(found.verdicts)
    waiting = [(m, searched.get(m.id)) for m in mutants if m.id not in found.verdicts]
    saved = time.monotonic()
    left = None if seconds is None else seconds - (saved - started)
    try:
        with closing(_judged(judge, waiting, Clock(left), processes)) as judged:
            for id, verdict in judged:
                found.verdicts[id] = verdict
                if progress is not None:
                    progress(len(found.verdicts), len(mutants))
                if cache is not None and time.monotonic() - saved > SAVED_EVERY:
                    cache.save(found.verdicts)
                    saved = time.monotonic()
    except DeadlineExceeded:
        pass
    finally:
        if cache is not None and waiting:
            cache.save(found.verdicts)
    found.complete = len(found.verdicts) == len(mutants)
    found.seconds = time.monotonic() - started
    return found


# --- sharing the work -----------------------------------------------------------------------------

Task = tuple[Mutant, MutantVerdict | None]


def _judged(
    judge: MutantRunner, tasks: Sequence[Task], clock: Clock, processes: int
) -> Generator[tuple[str, MutantVerdict], None, None]:
    """Yield verdicts as they are reached; raises :class:`DeadlineExceeded`."""
    if processes < 2 or len(tasks) < WORTH_SHARING:
        for mutant, known in tasks:
            clock.check()
            yield mutant.id, judge.judge(mutant, known, clock)
        return
    batches = [tasks[at : at + BATCH] for at in range(0, len(tasks), BATCH)]
    with multiprocessing.get_context("spawn").Pool(processes, _begin, (judge.rulebook, judge.search.up_to)) as pool:
        results = pool.imap_unordered(_work, batches)
        for _ in batches:
            try:
                yield from results.next(None if clock.end is None else max(0.0, clock.end - time.monotonic()))
            except multiprocessing.TimeoutError:
                raise DeadlineExceeded from None


_judges: list[MutantRunner] = []


def _begin(rulebook: Rulebook, up_to: int) -> None:
    """Prepare a process; whoever started it hears of interrupts and ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _judges.append(MutantRunner(rulebook, up_to))


def _work(tasks: Sequence[Task]) -> list[tuple[str, MutantVerdict]]:
    return [(mutant.id, _judges[0].judge(mutant, known)) for mutant, known in tasks]
