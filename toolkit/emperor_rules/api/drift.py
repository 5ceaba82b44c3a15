"""What has moved on beneath the rules: an edition of the official rules, or the base on top of which they lie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from emperor_rules.diagnostics import Diagnostic
from emperor_rules.errors import RequestError, RulesError
from emperor_rules.evaluate.request import invalid
from emperor_rules.frontend.rules_report import rules_report
from emperor_rules.messages import Message, plural
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.official.comparison import compare_edition
from emperor_rules.official.drift import WorkList, report_of_work, work_list
from emperor_rules.official.published_rules import OfficialRules, read_rules
from emperor_rules.reports.formats import Rendered
from emperor_rules.reports.report import Report, ReportItem, finding_json


@dataclass(frozen=True)
class Drift(Rendered):
    """What a new edition, or a base that has changed, asks of the rule files.

    Attributes:
        work: What an edition asks for, clause by clause; ``None`` where the base was looked at (internal).
        make_report: Returns it as a report (internal).
    """

    work: WorkList | None
    make_report: Callable[[], Report]

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """A finding for each thing to do."""
        return self.report().findings

    @property
    def nothing(self) -> bool:
        """Whether there is nothing to do."""
        return not self.findings

    def report(self) -> Report:
        """Return it as a report (internal)."""
        return self.make_report()


def drift_of_edition(rulebook: Rulebook, file: Path, *, before: Path | None, day: str | None) -> Drift:
    """Return what an edition asks for; ``before`` is a copy of the one before it, ``day`` the day of one without any.

    Raises:
        RulesError: If a file cannot be read.
        RequestError: If the edition is older than all that the clauses were read against, or its day is not known.
    """
    from emperor_rules.frontend.fingerprints import load_fingerprints

    def read(path: Path) -> OfficialRules:
        official, findings = read_rules(path)
        if official is None:
            raise RulesError(findings, {})
        return official

    assert rulebook.folder is not None
    fingerprints, faults = load_fingerprints(rulebook.folder)
    if faults:
        raise RulesError(faults, rulebook.sources)
    official = read(file)
    chosen = official.effective if day is None else day
    try:
        chosen = date.fromisoformat(chosen or "").isoformat()
    except ValueError:
        refusal = "“{day}” is no day of the calendar" if day else "{file} does not say from which day it holds"
        raise RequestError(Message(refusal, day=day, file=file.name), "day") from None
    comparison = compare_edition(fingerprints, official, chosen)
    if comparison is None:
        older = "{file} is of {day}, older than all editions that the clauses were read against"
        raise invalid(older, about="file", file=file.name, day=chosen)
    work = work_list(rulebook, fingerprints, comparison, official, None if before is None else read(before))
    return Drift(work, lambda: report_of_work(work, file.name, rulebook))


def drift_of_base(rulebook: Rulebook) -> Drift:
    """Return which clauses of the base have changed that own ones refer to.

    Raises:
        RequestError: If there is no base.
    """
    from emperor_rules.check.base_changes import changes_of_base, is_kept
    from emperor_rules.frontend.project import project_of

    project = project_of(rulebook.folder) if rulebook.folder is not None else None
    if project is None or project.base is None:
        raise invalid("name a file with the official rules: these rules lie on top of no others", about="file")
    changes = tuple(changes_of_base(rulebook))
    verdict = plural(
        len(changes),
        "{count} clause of the base has changed.",
        "{count} clauses of the base have changed.",
        count=len(changes),
    )
    unknown = not is_kept(rulebook)
    if unknown:
        verdict = Message("No change can be told yet: what the base says now is kept by emperor drift --accept")
    elif not changes:
        verdict = Message("Nothing that your rules refer to has changed in the base.")
    items = [ReportItem(finding.text or "", finding.clause or "", (finding,)) for finding in changes]
    report = rules_report(
        rulebook,
        "drift",
        [ReportItem("", Message("the base"), (), verdict)] if unknown else items,
        verdict,
        lambda language: {"base": [finding_json(finding, language) for finding in changes]},
    )
    return Drift(None, lambda: report)
