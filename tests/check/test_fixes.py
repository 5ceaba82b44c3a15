"""What a message says to write, as edits: once they are made, what they mend is found no more."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from emperor_rules.check.pipeline import check_folder
from emperor_rules.diagnostics import Diagnostic
from emperor_rules.edits import Fix, edited
from emperor_rules.source import SourceFile
from tests.support.mistakes import SMALL_WORLD, WORLDS, write_files
from tests.support.paths import TESTS
from tests.support.sampling import some_of

SINGLE = tomllib.loads((TESTS / "data" / "single_mistakes.toml").read_text(encoding="utf-8"))


def written(folder: Path, files: dict[str, str]) -> tuple[Diagnostic, ...]:
    write_files(folder, files)
    return check_folder(folder).diagnostics


def applied(folder: Path, fix: Fix) -> tuple[Diagnostic, ...]:
    """Make the edits of a fix, and check the folder again."""
    for name in {edit.span.file for edit in fix.edits}:
        file = Path(name)
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(edited(SourceFile(name, before), fix.edits), encoding="utf-8")
    return check_folder(folder).diagnostics


def in_the_house(mistake: dict[str, Any]) -> dict[str, str]:
    house: dict[str, str] = SINGLE["files"]
    changed = house[mistake["file"]].replace(mistake["instead-of"], mistake["written"], 1)
    return {**SMALL_WORLD, **house, mistake["file"]: changed}


CASES = [
    *(pytest.param(files, id=name) for name, files in WORLDS.items()),
    *(
        pytest.param(in_the_house(m), id=f"house: {m['name']}")
        for m in SINGLE["mistake"]
        if m["file"] in SINGLE["files"]
    ),
]


@pytest.mark.parametrize("files", some_of(CASES, len(CASES) // 4))
def test_what_a_fix_mends_is_found_no_more(files: dict[str, str], tmp_path: Path) -> None:
    before = written(tmp_path, files)
    for finding in before:
        for fix in finding.fixes:
            after = applied(tmp_path, fix)
            same = [other for other in after if (other.code, other.message) == (finding.code, finding.message)]
            assert len(same) < sum((o.code, o.message) == (finding.code, finding.message) for o in before)
            if fix.certain:
                assert sum(other.is_error for other in after) <= sum(other.is_error for other in before), after
            written(tmp_path, files)
