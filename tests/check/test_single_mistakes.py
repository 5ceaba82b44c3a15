"""One mistake in a house rule: the first screen of a check names its cause before all else."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.support.command_line import run
from tests.support.mistakes import SMALL_WORLD
from tests.support.paths import TESTS
from tests.support.sampling import sample_of

SCREEN, COLUMNS = 24, 118
DATA = tomllib.loads((TESTS / "data" / "single_mistakes.toml").read_text(encoding="utf-8"))
#: Every third mistake is tried each time: those of one kind stand together.
MISTAKES = sample_of([m for n in range(3) for m in DATA["mistake"][n::3]], len(DATA["mistake"][::3]))
FILES = {**SMALL_WORLD, **DATA["files"]}


def checked(folder: Path, **changed: str) -> list[str]:
    """Write the house rule, with some files changed, and return the lines that a check of it prints."""
    return checked_as_it_is(folder, **{**FILES, **changed})


def checked_as_it_is(folder: Path, **files: str) -> list[str]:
    """Write some files, and return the lines that a check of the whole folder prints."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    return run("check", "--rules", folder, "--no-cache", "--up-to", 4, columns=COLUMNS).output.splitlines()


def test_the_house_rule_itself_holds_together(tmp_path: Path) -> None:
    assert checked(tmp_path)[-1] == "Everything holds together."


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake["name"])
def test_the_first_screen_names_the_cause(mistake: dict[str, Any], tmp_path: Path) -> None:
    before = FILES[mistake["file"]]
    assert before.count(mistake["instead-of"]) >= 1
    lines = checked(tmp_path, **{mistake["file"]: before.replace(mistake["instead-of"], mistake["written"], 1)})
    assert lines[0] == mistake["cause"]
    assert lines[1].replace(f"{tmp_path.as_posix()}/", "") == f"  --> {mistake['at']}"
    if "help" in mistake:
        assert f"    = {mistake['help']}" in lines
        assert sum(line.startswith("error[") for line in lines) == 1, "what follows is counted, not told"
    height = sum(max(1, -(-len(line) // COLUMNS)) for line in lines)
    assert height <= SCREEN


@pytest.mark.parametrize(
    ("new", "cause"),
    [
        (
            'role jester\n  letter g\n  en "jester", "jesters"\n  it "giullare", "giullari"\n',
            "role “jester”: the letter",
        ),
        ('role emp\n  letter k\n  en "emperor", "emperors"\n  it "imp", "imp"\n', "role “emp”: “emperor” has another"),
        ('fact range\n  en "it rains"\n  it "piove"\n', "“range” is declared twice"),
    ],
)
def test_of_two_declarations_that_clash_the_one_in_the_shorter_file_is_at_fault(
    new: str, cause: str, tmp_path: Path
) -> None:
    checked(tmp_path)
    lines = checked_as_it_is(tmp_path, **{"vocabulary/added.rules": new})
    assert cause in lines[0] and "added.rules" in lines[1]
    assert sum(line.startswith("error") for line in lines) == 1, "nothing else is at fault"


def test_there_are_enough_mistakes_of_every_kind() -> None:
    assert len({mistake["name"] for mistake in DATA["mistake"]}) == len(DATA["mistake"]) >= 60
    assert {mistake["file"].partition("/")[0] for mistake in DATA["mistake"]} == {
        "vocabulary",
        "texts",
        "scenarios",
        "relations",
    }
