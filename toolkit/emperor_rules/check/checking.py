"""``check`` as one function: read, resolve, run, and gather every finding with a summary."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
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
            "checks": ["well-formedness", "scenario", "coverage by scenarios"],
        }


def check_folder(path: Path, progress: Callable[[int, int], None] | None = None) -> Checked:
    """Check everything in a folder of rules; ``progress`` hears (scenarios done, scenarios in all)."""
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
    return Checked(rulebook, run, in_order(findings), time.perf_counter() - started)
