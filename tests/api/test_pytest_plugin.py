"""The plugin of pytest: one test for each question of a scenario file, which fails with what a check says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.command_line import run
from tests.support.mistakes import SMALL_WORLD, write_files

MORE = """
scenario "Two more"
  in sample
  seats g E g | g E g
  the range of A1: 1
  the range of A2: 2
"""


@pytest.fixture
def club(tmp_path: Path) -> Path:
    write_files(tmp_path / "rules", {**SMALL_WORLD, "scenarios/more.rules": MORE})
    return tmp_path


def ran_by_pytest(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run pytest as somebody else would, with the plugin alone."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST_", "COV"))}
    command = [sys.executable, "-m", "pytest", "-q", "-rA", *options]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, env=environment, encoding="utf-8"
    )


def outcomes(printed: str) -> dict[str, str]:
    return dict(re.findall(r"^(?:PASSED|FAILED) (.*?::(.*?))(?: - .*)?$", printed, re.MULTILINE))


@pytest.mark.slow
def test_each_question_is_a_test(club: Path) -> None:
    ran = ran_by_pytest(club, "rules/scenarios")
    assert ran.returncode == 0, ran.stdout
    questions = sum(
        text.count(":\n") + text.count(", by") for text in SMALL_WORLD["scenarios/base.rules"].split("\n\n")
    )
    listed = [line for line in ran.stdout.splitlines() if line.startswith("PASSED rules/scenarios/")]
    assert len(listed) >= max(2, questions)
    assert any("more.rules::Two more: the range of A1" in line and "(sample)" in line for line in listed)


def test_a_failure_is_what_a_check_says(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(club / "rules", {"scenarios/more.rules": MORE.replace("A2: 2", "A2: 5")})
    ran = ran_by_pytest(club, "rules/scenarios", "--color=no")
    assert ran.returncode == 1
    monkeypatch.chdir(club)
    said = [line for line in run("check", "--no-search", "-q").stdout.splitlines() if line.strip()]
    assert said and all(line in ran.stdout for line in said), ran.stdout
    assert "Traceback" not in ran.stdout and "def runtest" not in ran.stdout


@pytest.mark.slow
def test_rules_that_cannot_be_read_fail_with_their_mistakes(club: Path) -> None:
    broken = SMALL_WORLD["texts/sample.rules"].replace(".\n", "\n", 1)
    write_files(club / "rules", {"texts/sample.rules": broken})
    ran = ran_by_pytest(club, "rules/scenarios/more.rules", "--color=no")
    assert ran.returncode == 1 and "error[R108]" in ran.stdout and "the rules can be read" in ran.stdout


@pytest.mark.slow
def test_tests_are_chosen_by_words_run_apart_and_again(club: Path) -> None:
    write_files(club / "rules", {"scenarios/more.rules": MORE.replace("A2: 2", "A2: 5")})
    assert ran_by_pytest(club, "rules", "-k", "Two and A1").returncode == 0
    apart = ran_by_pytest(club, "rules", "-n", "1")
    assert "1 failed" in apart.stdout
    again = ran_by_pytest(club, "rules", "--lf")
    assert "1 failed" in again.stdout and "passed" not in again.stdout.splitlines()[-1]


@pytest.mark.slow
def test_other_files_and_projects_that_want_none_are_left_alone(club: Path) -> None:
    write_files(club, {"notes/scenarios/x.rules": MORE, "rules/texts/y.txt": "no"})
    assert ran_by_pytest(club, "notes").returncode == 5
    (club / "pytest.ini").write_text("[pytest]\ncollect_rules = false\n", encoding="utf-8")
    assert ran_by_pytest(club, "rules").returncode == 5
