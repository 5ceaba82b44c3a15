"""``check`` as one function: read, resolve, run, and gather every finding with a summary."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from emperor_rules.check.scenarios import ScenarioRun, run_scenarios, undecided
from emperor_rules.check.wellformed import check_texts
from emperor_rules.diagnostics import ERROR, WARNING, Diagnostic, in_order
from emperor_rules.evaluate.questions import Answerer
from emperor_rules.model.rulebook import Rulebook, load_rulebook


@dataclass(frozen=True)
class Checked:
    """All findings about a folder of rules, and what was looked at (``seconds`` of wall time)."""

    rulebook: Rulebook
    run: ScenarioRun
    findings: tuple[Diagnostic, ...]
    seconds: float
    searches: dict[str, object] = field(default_factory=dict)

    @property
    def errors(self) -> int:
        """Count the errors."""
        return sum(d.severity == ERROR for d in self.findings)

    @property
    def warnings(self) -> int:
        """Count the warnings."""
        return sum(d.severity == WARNING for d in self.findings)

    def searched(self) -> dict[str, object]:
        """Say what was looked at, as numbers."""
        return {
            "texts": len(self.rulebook.texts),
            "clauses": sum(len(t.clauses) for t in self.rulebook.texts.values()),
            "scenarios": len(self.rulebook.scenarios),
            "questions": len(self.run.outcomes),
            "clauses-deciding": len(self.run.decided),
            "checks": [
                "well-formedness",
                "scenario",
                "coverage by scenarios",
                *(["contradiction", "difference"] if self.searches else []),
            ],
            "searches": self.searches,
        }


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far to search: seats, and if wanted only some texts and questions, and seconds of wall time."""

    seats: int
    texts: tuple[str, ...] | None = None
    questions: tuple[str, ...] | None = None
    seconds: float | None = None


def check_folder(
    path: Path, progress: Callable[[int, int], None] | None = None, *, search: Bounds | None = None
) -> Checked:
    """Check everything in a folder of rules; ``progress`` hears (done, in all), of scenarios and then of searches."""
    started = time.perf_counter()
    rulebook = load_rulebook(path)
    findings = list(rulebook.findings)
    findings.extend(check_texts(rulebook))
    total = len(rulebook.scenarios)
    run = run_scenarios(
        rulebook, Answerer(rulebook), (lambda done: progress(done, total)) if progress is not None else None
    )
    findings.extend(run.findings)
    if not rulebook.broken:
        findings.extend(undecided(rulebook, run))
    searched: dict[str, object] = {}
    if search is not None and not rulebook.broken:
        from emperor_rules.check.comparing import Clock
        from emperor_rules.check.relations import check_relations

        relations = check_relations(
            Answerer(rulebook), up_to=search.seats, texts=search.texts, questions=search.questions,
            clock=Clock(search.seconds), progress=progress,
        )  # fmt: skip
        findings.extend(relations.findings)
        searched = relations.searched()
    return Checked(rulebook, run, in_order(findings), time.perf_counter() - started, searched)
