"""The report on a folder of rules: the findings, what was checked, and both as every format shows them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from emperor_rules.check.causes import Causes, has_error
from emperor_rules.check.scenario_runner import ScenarioRun
from emperor_rules.diagnostics import DECLARED, WARNING, Diagnostic, in_order
from emperor_rules.evaluate.engine import Engine
from emperor_rules.frontend.rules_report import rules_report
from emperor_rules.groups import by_key
from emperor_rules.messages import Message, Names, counted, in_language
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Edition
from emperor_rules.reports.formats import Rendered
from emperor_rules.reports.report import FILE_ITEMS, Report, ReportItem, Suppressed, finding_json

if TYPE_CHECKING:
    from emperor_rules.check.changes import BlockChange
    from emperor_rules.check.consistency.relation_run import RelationRun

#: The checks that search tables.
SEARCHES = ("contradiction", "unsatisfiable set-up", "gap", "difference", "declarations")
#: The group of items that are searches.
SEARCH_ITEMS = Message("searches")
#: Why what belongs to a base is left out.
OF_BASE = Message("it is checked where it comes from (--base checks it here too)")
ALL_SEARCHES = Message("contradictions and differences")
TIME_WAS_OVER = Message("the time was over")


@dataclass(frozen=True)
class CheckReport(Rendered):
    """The findings about a folder of rules, and what was checked.

    Attributes:
        rulebook: The rules that were checked (internal).
        run: The outcomes of the scenarios (internal).
        diagnostics: All findings, in order.
        seconds: Wall time.
        remark: Why no table was searched, or why the cache could not be used; empty where neither is the case.
        relations: The results of the searches; ``None`` where no table was searched (internal).
        engine: The engine that answered the scenarios, with its cached positions (internal).
        suppressed: Findings that are not among the diagnostics, each with the reason why.
        own_only: Whether what belongs to the base of the rules was left to those who check that.
    """

    rulebook: Rulebook
    run: ScenarioRun
    diagnostics: tuple[Diagnostic, ...]
    seconds: float
    remark: str = ""
    relations: RelationRun | None = None
    engine: Engine | None = None
    suppressed: tuple[Suppressed, ...] = ()
    own_only: bool = False

    @cached_property
    def causes(self) -> Causes:
        """Which finding follows from which; declared findings follow from none (internal)."""
        return Causes([d for d in self.diagnostics if d.severity != DECLARED], self.engine or Engine(self.rulebook))

    @property
    def errors(self) -> int:
        """How many findings are errors."""
        return sum(d.is_error for d in self.diagnostics)

    @property
    def warnings(self) -> int:
        """How many findings are warnings."""
        return sum(d.severity == WARNING for d in self.diagnostics)

    @property
    def is_clean(self) -> bool:
        """Whether there is no error, and all was searched."""
        return not self.errors and self.relations is not None and self.relations.bounds.everything

    def without(self, reason_of: Callable[[Diagnostic], str | None]) -> CheckReport:
        """Return the report without some findings: ``reason_of`` returns why one is left out, ``None`` to keep it."""
        reasons = [(finding, reason_of(finding)) for finding in self.diagnostics]
        left_out = (Suppressed(finding, reason) for finding, reason in reasons if reason is not None)
        kept = tuple(finding for finding, reason in reasons if reason is None)
        return replace(self, diagnostics=kept, suppressed=(*self.suppressed, *left_out))

    def with_more(self, findings: Iterable[Diagnostic]) -> CheckReport:
        """Return the report with further findings (internal)."""
        more = tuple(findings)
        return replace(self, diagnostics=in_order([*self.diagnostics, *more])) if more else self

    def report(self, changed: Sequence[BlockChange] = (), *, clean: bool = False) -> Report:
        """Return it as a report: files, scenarios and searches, each with the findings about it (internal).

        Of rules that were ``clean`` before what was ``changed``, every error comes of that; the JSON says so of each.
        """
        return rules_report(
            self.rulebook,
            "check",
            _items_of_check(self),
            verdict_of_check(self),
            lambda language: document_of_check(self, language, changed, clean=clean),
            suppressed=self.suppressed,
        )

    def searched(self) -> dict[str, object]:
        """Return what was checked, as numbers for programs."""
        relations = self.relations
        searches = relations.searched() if relations is not None else {}
        texts = [t for t in self.rulebook.texts.values() if not self.own_only or t.file not in self.rulebook.borrowed]
        base = len(self.rulebook.texts) - len(texts)
        return {
            "texts": len(texts),
            **({"texts-of-base": base} if self.own_only else {}),
            "clauses": sum(len(text.clauses) for text in texts),
            "scenarios": len({outcome.scenario.name for outcome in self.run.outcomes}),
            "questions": len(self.run.outcomes),
            "clauses-deciding": sum(key[0] in {text.id for text in texts} for key in self.run.decided),
            "checks": ["well-formedness", "scenario", "coverage by scenarios", *(SEARCHES if searches else [])],
            **({"bounds": relations.bounds.as_json()} if relations is not None else {}),
            "searches": searches,
        }


def verdict_of_check(checked: CheckReport) -> Message:
    """Return in a sentence how many errors and warnings there are, and of how many causes."""
    errors = [counted(checked.errors, "error")] if checked.errors else []
    counts = [*errors, *([counted(checked.warnings, "warning")] if checked.warnings else [])]
    if not counts:
        return Message("Everything holds together.")
    verdict = Message("{findings}", findings=Names(counts))
    groups = checked.causes.groups()
    if len(groups) < checked.errors + checked.warnings:
        return Message("{findings}, from {causes}", findings=verdict, causes=counted(len(groups), "cause"))
    return verdict


def document_of_check(
    checked: CheckReport, language: str, changed: Sequence[BlockChange], *, clean: bool
) -> dict[str, object]:
    """Return a check for programs: findings, causes first, each with the place of its cause and whether it is new."""
    declared = ((d,) for d in checked.diagnostics if d.severity is DECLARED)
    findings: list[dict[str, object]] = []
    for group in (*checked.causes.groups(changed), *declared):
        cause = len(findings)
        new = checked.causes.comes_of(group, changed) or (clean and bool(changed) and has_error(group))
        findings += [
            {**finding_json(finding, language), "follows-from": cause if place else None, "new": new}
            for place, finding in enumerate(group)
        ]
    document: dict[str, object] = {"diagnostics": findings, "searched": checked.searched()}
    if checked.suppressed:
        document["suppressed"] = [
            {**finding_json(finding, language), "reason": in_language(reason, language)}
            for finding, reason in checked.suppressed
        ]
    return document


def _items_of_check(checked: CheckReport) -> Iterator[ReportItem]:
    """Yield the files that were read, the scenarios that were run, and the searches, with what was found about each."""
    rulebook = checked.rulebook
    starts = by_key((case.span.file, (case.span.line, case.name)) for case in rulebook.scenarios)
    searches = dict(checked.relations.reports()) if checked.relations is not None else {}
    by_item = by_key((_place_of(finding, starts, searches), finding) for finding in checked.diagnostics)
    looked_at: dict[tuple[str, str], str] = {}
    for name in rulebook.sources:
        if not checked.own_only or name not in rulebook.borrowed:
            looked_at[FILE_ITEMS, name] = ""
    not_asked = checked.run.not_asked
    own = [s for s in rulebook.scenarios if not checked.own_only or s.span.file not in rulebook.borrowed]
    if checked.own_only:
        number = len(rulebook.scenarios) - len(own)
        looked_at[SEARCH_ITEMS, Message("the base, with {number} scenarios", number=number)] = OF_BASE
    for scenario in own:
        left_out = [text for text, _ in scenario.texts if text in not_asked]
        why = Message("{texts} cannot be asked: it has errors", texts=Names(left_out)) if left_out else ""
        looked_at[scenario.span.file, scenario.name] = why
    for name, searched in searches.items():
        looked_at[SEARCH_ITEMS, name] = "" if searched.complete else TIME_WAS_OVER
    if not searches:
        why = checked.remark or Message("no table was searched")
        looked_at[SEARCH_ITEMS, ALL_SEARCHES] = why
    for key in by_item:
        looked_at.setdefault(key, "")
    for (group, name), why in looked_at.items():
        yield ReportItem(group, name, tuple(by_item.get((group, name), ())), why)


def _place_of(
    finding: Diagnostic, starts: Mapping[str, list[tuple[int, str]]], searches: Mapping[str, object]
) -> tuple[str, str]:
    """Return the group and the name of the item that a finding is about."""
    file = finding.span.file
    if file in starts and finding.code.startswith(("R6", "R7")):
        before = bisect_right([line for line, _ in starts[file]], finding.span.line)
        if before:
            return file, starts[file][before - 1][1]
    sides = " ~ ".join(Edition(*side).name for side in finding.sides)
    if sides in searches:
        return SEARCH_ITEMS, sides
    return (FILE_ITEMS, file) if file else (SEARCH_ITEMS, ALL_SEARCHES)
