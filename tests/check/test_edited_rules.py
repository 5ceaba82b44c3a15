"""After an edit the rules are checked with what the edit cannot have changed: the report is that of a fresh check."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from emperor_rules.check.check_report import CheckReport
from emperor_rules.check.pipeline import check_folder, outcomes_after
from tests.support.paths import RULES
from tests.support.sampling import sample_of

#: The scenarios that are asked: some of a text that stands alone, some of one that includes others.
SCENARIOS = ("march-early.rules", "range.rules")
EARLY, RANGE = "texts/march/early.rules", "texts/cr/cr-809.rules"
START = "the starting life of p is 20."


class Edit(NamedTuple):
    """What stands in a file, what takes its place, and whether answers to all, some or no questions stay."""

    file: str
    old: str
    new: str
    stay: str


EDITS = {
    # These are tried every time.
    "rule": Edit(EARLY, START, "the starting life of p is 23.", "some"),
    "mistake": Edit(EARLY, START, "the starting life of p is.", "some"),
    # Of the others some in a run of everything.
    "scenario": Edit("scenarios/range.rules", "scenario", "# a remark\nscenario", "all"),
    "rule of what others ask": Edit(RANGE, "the range of p is 2 when", "the range of p is 3 when", "some"),
    "words": Edit(EARLY, "Everyone begins with 20 life", "Each begins with 20 life", "all"),
    "line": Edit(EARLY, START, f"# a remark\n  {START}", "some"),
    "vocabulary": Edit("vocabulary/table.rules", 'en "emperor",', 'en "monarch",', "none"),
}
EVERY_TIME = 1


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The official rules and a text beside them."""
    folder = tmp_path_factory.mktemp("edited") / "rules"
    shutil.copytree(
        RULES, folder, ignore=shutil.ignore_patterns("wiki*", "paris.rules", "*-it.rules", "translation.rules")
    )
    for file in (folder / "scenarios").iterdir():
        if file.name not in SCENARIOS:
            file.unlink()
    return folder


@pytest.fixture(scope="module")
def before(rules: Path) -> CheckReport:
    return check_folder(rules)


def said(report: CheckReport) -> object:
    """Return all that a report says."""
    run = report.run
    outcomes = [(o.scenario, o.expectation, o.text, o.request, o.answer, o.fine, o.deciding) for o in run.outcomes]
    book = report.rulebook
    return book.texts, book.scenarios, book.findings, outcomes, list(run.decided.items()), report.diagnostics


@pytest.mark.parametrize("name", sample_of(EDITS, EVERY_TIME))
def test_the_report_after_an_edit_is_that_of_a_fresh_check(name: str, rules: Path, before: CheckReport) -> None:
    edit = EDITS[name]
    path = rules / edit.file
    written = path.read_text(encoding="utf-8")
    assert edit.old in written
    path.write_text(written.replace(edit.old, edit.new, 1), encoding="utf-8")
    try:
        after, fresh = check_folder(rules, before=before), check_folder(rules)
    finally:
        path.write_text(written, encoding="utf-8")
    assert said(after) == said(fresh)
    kept, asked = (
        outcomes_after(after.rulebook, before.rulebook, before.run.outcomes),
        sum(outcome.fine for outcome in before.run.outcomes),
    )
    assert {"all": len(kept) == asked, "some": 0 < len(kept) < asked, "none": not kept}[edit.stay]
