"""Scenarios that must fail: a check that never finds fault would prove nothing.

Each file of tests/data/must_fail says in its first line what must be reported of it: ``# CODE: part of the message``.
"""

import json
import re
import shutil
from collections import defaultdict
from pathlib import Path

import pytest

from emperor_rules.code_help import explanations
from tests.support.command_line import run
from tests.support.paths import DATA, RULES

FILES = sorted((DATA / "must_fail").glob("*.rules"))
FIRST_LINE = re.compile(r"# (?P<code>R\d{3}): (?P<part>\S.*)")


def expected(file: Path) -> tuple[str, str]:
    """The code and the part of the message that a file announces."""
    first = FIRST_LINE.fullmatch(file.read_text(encoding="utf-8").partition("\n")[0])
    assert first is not None, f"{file.name} must begin with “# CODE: part of the message”"
    return first["code"], first["part"]


@pytest.fixture(scope="module")
def errors_by_file(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[str, str]]]:
    """By file, the codes and messages of `emperor check` on the shipped texts with these scenarios alone."""
    rules = tmp_path_factory.mktemp("must-fail") / "rules"
    for room in ("vocabulary", "texts"):
        shutil.copytree(RULES / room, rules / room)
    (rules / "scenarios").mkdir()
    for file in FILES:
        shutil.copy(file, rules / "scenarios")
    ran = run("check", "--format", "json", "--rules", rules)
    assert ran.exit_code == 1, ran.output
    reported: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for finding in json.loads(ran.stdout)["diagnostics"]:
        if finding["severity"] == "error":
            reported[Path(finding["file"]).name].append((finding["code"], f"{finding['message']}. {finding['help']}"))
    return reported


def test_there_are_scenarios_that_must_fail() -> None:
    codes = {expected(file)[0] for file in FILES}
    assert len(FILES) >= 10
    assert codes <= set(explanations("en"))
    assert codes >= {"R601", "R602", "R603", "R605", "R606"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_fails_for_the_reason_it_states(file: Path, errors_by_file: dict[str, list[tuple[str, str]]]) -> None:
    code, part = expected(file)
    assert [reported_code for reported_code, _ in errors_by_file[file.name]] == [code], errors_by_file[file.name]
    assert part in errors_by_file[file.name][0][1]


def test_nothing_else_fails(errors_by_file: dict[str, list[tuple[str, str]]]) -> None:
    assert set(errors_by_file) == {file.name for file in FILES}
