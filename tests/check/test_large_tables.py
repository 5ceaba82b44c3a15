"""A contradiction that shows only at large tables, with several players given at once, is found there."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

from tests.support.command_line import run
from tests.support.paths import RULES

#: The smallest legal tables of the text.
SEATS = 10
FILE = "texts/cr/cr-807.rules"
#: The last part of a sentence: no marker too close on the right.
GUARD = """
    and no player called y that holds a turn marker is such that
    (y is not p and the steps to the left from y to p is at most 3).
"""


def test_a_contradiction_of_three_at_a_large_table_is_found(tmp_path: Path) -> None:
    folder = copytree(RULES, tmp_path / "rules")
    written = (folder / FILE).read_text(encoding="utf-8")
    assert written.count(GUARD) == 1
    planted = GUARD.replace(
        "and no player called y",
        f"and ((the number of players is at least {SEATS} and at least 3 players hold a turn marker)\n"
        "    or no player called y",
    )
    planted = f"{planted.rstrip().removesuffix('.')}).\n"
    (folder / FILE).write_text(written.replace(GUARD, planted), encoding="utf-8")
    found = run("check", "--rules", str(folder), "--text", "cr-807", "--no-cache", "--all")
    assert found.exit_code == 1
    (table,) = (line for line in found.output.splitlines() if "extra-turn-time A1" in line)
    assert table.count("|") == SEATS - 1, table
    assert len(table.partition("marked ")[2].partition(",")[0].split()) >= 3, table
    assert "error[R510]" in found.output
