"""The shipped rules: they hold together, say all that the sources say, and every edition is consistent."""

import shutil
import tomllib
from pathlib import Path

import pytest

from emperor_rules.check.check_report import CheckReport
from emperor_rules.check.consistency.scheduler import search_text
from emperor_rules.evaluate.engine import Engine
from emperor_rules.model.texts import Edition
from tests.support.command_line import run
from tests.support.paths import RULES
from tests.support.sampling import sample_of
from tests.support.shipped import checked as check_shipped

#: What the sources state, by text: the numbers or keys of their statements.
STATEMENTS: dict[str, list[str]] = tomllib.loads((RULES / "statements.toml").read_text(encoding="utf-8"))
LEAST_SCENARIOS = 150


@pytest.fixture(scope="module")
def checked() -> CheckReport:
    return check_shipped()


def test_nothing_is_found(checked: CheckReport) -> None:
    assert [f"{d.span} {d.code} {d.message}" for d in checked.diagnostics] == []


def test_every_scenario_passes(checked: CheckReport) -> None:
    outcomes = checked.run.outcomes
    assert [f"{o.scenario.name} ({o.text})" for o in outcomes if not o.fine] == []
    assert {id(o.scenario) for o in outcomes} == {id(s) for s in checked.rulebook.scenarios}


def test_there_are_many_scenarios(checked: CheckReport) -> None:
    assert len(checked.rulebook.scenarios) >= LEAST_SCENARIOS


def test_every_clause_that_computes_decides_a_scenario(checked: CheckReport) -> None:
    """R604 warns of this; here it is counted anew from the answers, without that check."""
    cited = {citation for outcome in checked.run.outcomes for citation in outcome.answer.clauses}
    idle = [
        clause.id
        for text in checked.rulebook.texts.values()
        for clause in text.clauses
        if clause.sentences and not clause.redundant and clause.id not in cited
    ]
    assert idle == []


@pytest.mark.parametrize("text", STATEMENTS)
def test_every_statement_is_a_clause(text: str, checked: CheckReport) -> None:
    numbers = {clause.number for clause in checked.rulebook.texts[text].clauses}
    assert set(STATEMENTS[text]) - numbers == set(), f"rules/statements.toml lists what {text} does not say"


def test_every_clause_is_worded_in_both_languages(checked: CheckReport) -> None:
    for text in checked.rulebook.texts.values():
        assert text.clauses, text.id
        for clause in text.clauses:
            english, italian = clause.words("en").strip(), clause.words("it").strip()
            assert english and italian and english != italian, clause.id


@pytest.mark.slow
def test_laying_out_changes_no_shipped_file(tmp_path: Path) -> None:
    """A file of each folder; ``emperor fmt --check`` reads them all before the tests."""
    copy = tmp_path / "rules"
    shutil.copytree(RULES, copy)
    first = {path.relative_to(copy).parts[0]: path for path in sorted(copy.rglob("*.rules"), reverse=True)}
    ran = run("fmt", *first.values(), "--rules", copy)
    assert ran.exit_code == 0, ran.output
    changed = [
        path.relative_to(RULES).as_posix()
        for path in sorted(RULES.rglob("*.rules"))
        if path.read_bytes() != (copy / path.relative_to(RULES)).read_bytes()
    ]
    assert changed == []
    assert sorted(p.name for p in copy.rglob("*")) == sorted(p.name for p in RULES.rglob("*"))


EDITIONS = [
    "2005-08-01",
    "2005-10-01",
    "2007-10-01",
    "2008-05-01",
    "2009-05-01",
    "2009-07-11",
    "2009-09-04",
    "2009-10-01",
    "2010-02-01",
    "2010-06-18",
    "2011-05-01",
    "2011-09-30",
    "2018-04-27",
    "2023-04-14",
]


def test_section_809_has_all_its_editions(checked: CheckReport) -> None:
    assert list(checked.rulebook.texts["cr-809"].editions) == EDITIONS


@pytest.mark.parametrize("on", sample_of(EDITIONS[::-2], 2))
def test_no_edition_contradicts_itself(on: str, checked: CheckReport) -> None:
    engine = Engine(checked.rulebook)
    result = search_text(engine, Edition("cr-809", on), up_to=6)
    assert result.searched.complete and result.searched.tables > 0
    assert (result.conflicts, result.gaps, result.impossible, engine.findings) == ([], [], (), [])


def columns(output: str) -> list[str]:
    """Give what stands in the left and in the right column of a comparison, each in one line."""
    rows = [line for line in output.splitlines() if line.startswith("    ")]
    return [" ".join(" ".join(row[some] for row in rows).split()) for some in (slice(4, 60), slice(62, None))]


def test_a_comparison_shows_the_words_of_each_day(checked: CheckReport) -> None:
    def words(text: str, number: str, day: str | None) -> str:
        clause = next(clause for clause in checked.rulebook.texts[text].clauses if clause.number == number)
        return " ".join(clause.words("en", day).split())

    asked = ["compare", "cr-809@2009-05-01", "cr-809@2018-04-27", "--question", "legal-seating", "--up-to", "6"]
    then, later = columns(run(*asked, "--rules", RULES, columns=120).output)
    assert f"cr-809:607.6 {words('cr-809', '809.6', '2009-05-01')}" in then
    assert "cr-809:809.6a" in later
    asked = ["compare", "cr-809@2018-04-27", "cr-809", "--question", "may-attack-planeswalker", "--up-to", "6"]
    then, now = columns(run(*asked, "--rules", RULES, columns=120).output)
    assert words("cr-506", "506.2", "2018-04-27") in then and "battles" not in then
    assert words("cr-809", "809.3c", None) in now and "battles" in words("cr-809", "809.3c", None)
