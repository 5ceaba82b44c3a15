"""Mutation coverage: which scenarios each clause decides, and which mutants of its sentences no scenario kills.

The work is shared among processes and kept in a file, so that an interrupted run goes on where it stopped.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256

from emperor_rules.check.cache import SAVED_EVERY, Cache
from emperor_rules.check.mutation.equivalence import MUTANT_SEATS
from emperor_rules.check.mutation.operators import Mutant, mutants_of
from emperor_rules.check.mutation.runner import (
    ALIVE,
    EQUIVALENT,
    KILLED,
    STILLBORN,
    MutantRunner,
    MutantStatus,
    MutantVerdict,
)
from emperor_rules.check.scenario_runner import ClauseKey, clause_key
from emperor_rules.diagnostics import warning
from emperor_rules.errors import DeadlineExceeded
from emperor_rules.frontend.rules_report import rules_report
from emperor_rules.limits import PROCESSES, Clock, Progress
from emperor_rules.messages import Message, counted
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Clause
from emperor_rules.reports.formats import Rendered
from emperor_rules.reports.report import Report, ReportItem
from emperor_rules.workers import Workers

#: Fewer mutants than this are run in one process: starting a second would take longer.
MUTANTS_WORTH_SHARING = 100
#: How many mutants a process takes at once: neighbours ask the same questions, which it prepares once.
BATCH = 8


@dataclass
class Coverage(Rendered):
    """Which scenarios each clause of some texts decides, and the verdict on each mutant that was run.

    Attributes:
        rulebook: The rules (internal).
        seats: The most seats of a table.
        texts: The ids of the texts that were looked at.
        mutants: The changes that were tried (internal).
        decided: The names of the scenarios that each clause decides (internal).
        verdicts: What became of each change (internal).
        failing: Scenarios that fail without any change; they were left out.
        remark: Why the cache could not be used.
        reused: How many verdicts come from the cache.
        complete: Whether all mutants were run before the time was over.
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

    def report(self) -> Report:
        """Return it as a report (internal)."""
        items = []
        for clause in self.clauses():
            waiting = len(self.of(clause=clause))
            findings = []
            for mutant in self.of(ALIVE, clause=clause):
                judged = self.verdicts[mutant.id]
                message = Message("{change}, and no scenario notices", change=mutant.words)
                help: str = Message(
                    "no seating of up to {seats} seats is legal, so nothing was searched", seats=self.seats
                )
                if judged.witness is not None:
                    now, then = (Message(answer) for answer in judged.answers)
                    help = Message(
                        "The answer would be {then} instead of {now}. If {now} is right, add:", then=then, now=now
                    )
                    help = Message("{help}\n\n{scenario}", help=help, scenario=judged.scenario)
                where, witness = mutant.span, judged.witness
                finding = warning("R609", message, where, help, text=clause.text, clause=clause.number, witness=witness)
                findings.append(finding)
            why = Message("{number} slips are not judged: the time was over", number=waiting) if waiting else ""
            items.append(ReportItem(clause.text, clause.id, tuple(findings), why))
        left_out = Message("the scenario fails, and was left out")
        items += [ReportItem(Message("scenarios"), name, skipped=left_out) for name in self.failing]
        alive = self.counts()["alive"]
        verdict = Message("Every change of an answer is noticed.")
        if alive:
            verdict = Message("{slips} that no scenario notices.", slips=counted(alive, "slip"))
        elif not self.fine:
            verdict = Message("Not every slip was judged.")
        return rules_report(self.rulebook, "coverage", items, verdict, lambda language: self.as_json())

    def clauses(self, text: str | None = None) -> list[Clause]:
        """Return the clauses of one text, or of all that were covered (internal)."""
        return [c for id in self.texts if text in (None, id) for c in self.rulebook.texts[id].clauses]

    def scenarios(self, clause: Clause) -> Sequence[str]:
        """Return the names of the scenarios that a clause decides (internal)."""
        return self.decided.get(clause_key(clause), ())

    def of(self, *states: MutantStatus, text: str | None = None, clause: Clause | None = None) -> list[Mutant]:
        """Return the mutants in certain states, of one text, one clause or all; in none: not run yet (internal)."""
        return [
            m
            for m in self.mutants
            if text in (None, m.text)
            and (clause is None or clause_key(m.clause) == clause_key(clause))
            and (self.verdicts[m.id].state in states if m.id in self.verdicts else not states)
        ]

    def counts(self, text: str | None = None, clause: Clause | None = None) -> dict[str, int]:
        """Return how many were killed (or are stillborn), equivalent and alive, of a text, clause or all (internal)."""
        states = [self.verdicts[mutant.id].state for mutant in self.of(*MutantStatus, text=text, clause=clause)]
        dead = states.count(KILLED) + states.count(STILLBORN)
        return {"killed": dead, "equivalent": states.count(EQUIVALENT), "alive": states.count(ALIVE)}

    @property
    def bounded(self) -> tuple[int, int] | None:
        """How many changes were looked for on fewer tables than wanted, and up to which seats on all (internal)."""
        fewer = [seats for m in self.of(EQUIVALENT) if (seats := self.verdicts[m.id].seats) is not None]
        return (len(fewer), min(fewer)) if fewer else None

    @property
    def unnoticed(self) -> int:
        """How many changes no scenario notices, though an answer changes."""
        return self.counts()["alive"]

    @property
    def fine(self) -> bool:
        """Whether everything was run and nothing is alive."""
        return self.complete and not self.of(ALIVE) and not self.failing

    def as_json(self) -> dict[str, object]:
        """Return the numbers for programs, and the lists behind them; ``killed`` counts the stillborn ones too."""
        clauses = self.clauses()
        deciding = [clause.id for clause in clauses if self.scenarios(clause)]
        return {
            "clauses": len(clauses),
            "deciding": len(deciding),
            "mutants": len(self.mutants),
            **self.counts(),
            "waiting": len(self.of()),
            "stillborn": len(self.of(STILLBORN)),
            "complete": self.complete,
            "seats": self.seats,
            "seconds": round(self.seconds, 2),
            "lists": {
                "clauses": [self._clause(clause) for clause in clauses],
                "deciding": deciding,
                "killed": [{**_mutant(m), "by": self.verdicts[m.id].by} for m in self.of(KILLED, STILLBORN)],
                "equivalent": [
                    {
                        **_mutant(m),
                        "seats": v.seats or self.seats,
                        "given-at-default": list(v.fixed),
                        "why": self._why(v),
                    }
                    for m in self.of(EQUIVALENT)
                    for v in [self.verdicts[m.id]]
                ],
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
            **self.counts(clause=clause),
        }

    def _alive(self, mutant: Mutant) -> dict[str, object]:
        verdict = self.verdicts[mutant.id]
        answer, mutant_answer = verdict.answers
        evidence = {"witness": verdict.witness, "answer": answer, "mutant-answer": mutant_answer}
        shown = {**evidence, "scenario": verdict.scenario, "why": self._why(verdict)}
        return _mutant(mutant) | {key: value or None for key, value in shown.items()}

    def _why(self, verdict: MutantVerdict) -> Message | None:
        """Return why nothing was searched of a mutant that no scenario kills, ``None`` where something was."""
        return Message(verdict.by, seats=self.seats) if verdict.by else None


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
    up_to: int = MUTANT_SEATS,
    seconds: float | None = None,
    cache: CoverageCache | None = None,
    processes: int = PROCESSES,
    progress: Progress | None = None,
) -> Coverage:
    """Return the coverage of the texts, by default all: the verdict on every mutant of every clause.

    Tables of up to so many seats are searched for a mutant that no scenario kills. The verdicts reached are saved in
    ``cache`` even if an exception ends the run; ``progress`` is called with how many mutants are done and there are.
    """
    started = time.monotonic()
    runner = MutantRunner(rulebook, up_to)
    chosen = tuple(id for id in rulebook.texts if texts is None or id in texts)
    mutants = tuple(m for id in chosen for m in mutants_of(rulebook.texts[id], rulebook.vocabulary))
    failing = tuple(dict.fromkeys(o.scenario.name for o in runner.run.outcomes if not o.fine))
    coverage = Coverage(rulebook, up_to, chosen, mutants, runner.run.decided, failing=failing)
    searched: Mapping[str, MutantVerdict] = {}
    if cache is not None:
        reusable, searched = cache.load(rulebook, up_to)
        coverage.remark = cache.remark
        coverage.verdicts.update((m.id, reusable[m.id]) for m in mutants if m.id in reusable)
        coverage.reused = len(coverage.verdicts)
    waiting = [(m, searched.get(m.id)) for m in mutants if m.id not in coverage.verdicts]
    processes, size = (processes, BATCH) if processes > 1 and len(waiting) >= MUTANTS_WORTH_SHARING else (1, 1)
    batches = [waiting[at : at + size] for at in range(0, len(waiting), size)]
    saved = time.monotonic()
    clock = Clock(None if seconds is None else seconds - (saved - started))
    work, make = partial(_run_tasks, clock=clock), partial(MutantRunner, rulebook, up_to)
    try:
        with Workers(work, batches, runner, make, processes) as workers:
            for _, verdicts in workers.results(clock):
                coverage.verdicts.update(verdicts)
                if progress is not None:
                    progress(len(coverage.verdicts), len(mutants))
                if cache is not None and time.monotonic() - saved > SAVED_EVERY:
                    cache.save(coverage.verdicts)
                    saved = time.monotonic()
    except DeadlineExceeded:
        pass
    finally:
        if cache is not None and waiting:
            cache.save(coverage.verdicts)
    coverage.complete = len(coverage.verdicts) == len(mutants)
    coverage.seconds = time.monotonic() - started
    return coverage


def _run_tasks(
    runner: MutantRunner, tasks: Sequence[tuple[Mutant, MutantVerdict | None]], clock: Clock
) -> dict[str, MutantVerdict]:
    """Return the verdicts on mutants, by id, each given with what an earlier search said of it."""
    verdicts = {}
    for mutant, search_verdict in tasks:
        clock.check()
        verdicts[mutant.id] = runner.verdict(mutant, search_verdict, clock)
    return verdicts


# --- verdicts kept between runs -------------------------------------------------------------------

# A verdict is valid for the digest of the rules and the bound that led to it. When only scenarios have changed since,
# the verdict of the search is still valid; whether a scenario kills the mutant is tested again.

Verdicts = Mapping[str, MutantVerdict]


class CoverageCache(Cache):
    """The cache of verdicts."""

    def __init__(self) -> None:
        """Use the file of the project; nothing is read yet."""
        super().__init__("coverage")
        self._context: tuple[str, str, int] = ("", "", 0)
        self._verdicts: Verdicts = {}

    def load(self, rulebook: Rulebook, seats: int) -> tuple[Verdicts, Verdicts]:
        """Return the valid verdicts, and verdicts of the search alone that were reached with other scenarios."""
        self._context, self._verdicts = (*rules_keys(rulebook), seats), {}
        (rules, scenarios, bound), verdicts = self.read() or (("", "", 0), {})
        if (rules, bound) != (self._context[0], seats):
            return {}, {}
        read = {
            id: MutantVerdict(MutantStatus(state), by, scenario, witness, (answers[0], answers[1]), tuple(fixed), seats)
            for id, (state, by, scenario, witness, answers, fixed, seats) in verdicts.items()
        }
        if scenarios == self._context[1]:
            self._verdicts = read
            return read, {}
        return {}, {id: verdict for id, verdict in read.items() if verdict.state in (EQUIVALENT, ALIVE)}

    def save(self, verdicts: Verdicts) -> None:
        """Write the verdicts, and those loaded for texts that were not covered."""
        every = {**self._verdicts, **verdicts}
        self.write((self._context, {id: every[id] for id in sorted(every)}))


def rules_keys(rulebook: Rulebook) -> tuple[str, str]:
    """Return digests of the rule files by content: of everything but the scenarios, and of the scenarios."""
    scenarios = {scenario.span.file for scenario in rulebook.scenarios}
    digests = sha256(), sha256()
    for name, source in sorted(rulebook.sources.items()):
        digests[name in scenarios].update(name.encode() + b"\0" + source.text.encode() + b"\0")
    return digests[0].hexdigest(), digests[1].hexdigest()
