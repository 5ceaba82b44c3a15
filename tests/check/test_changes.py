"""What has changed in rule files, and that the command, wherever it stands, and the library tell the same of them."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from contextlib import chdir
from pathlib import Path
from random import Random

import pytest

import emperor_rules as er
from emperor_rules.check.changes import BlockState, changes
from tests.support.command_line import run
from tests.support.git import git
from tests.support.kings_and_pawns import clause, text, write_playable
from tests.support.sampling import number_of_examples

HEADS = ("clause a", "clause b", "clause c")


def test_every_block_is_told_once() -> None:
    """Of each head as many are new, changed, gone or as they were as there are on either side."""
    for seed in range(number_of_examples(300, 3000)):
        rng = Random(seed)
        old, new = (
            tuple(
                BlockState(head := rng.choice(HEADS), line, head + rng.choice("xyz"))
                for line in range(1, 1 + rng.randint(0, 5))
            )
            for _ in "on"
        )
        told = [(str(change.what), change.head) for change in changes({"f": old}, {"f": new})]
        before, after = (Counter(block.head for block in blocks) for blocks in (old, new))
        for head in HEADS:
            new_ones, changed, gone = (told.count((what, head)) for what in ("is new", "is changed", "is gone"))
            assert after[head] - before[head] == new_ones - gone, (old, new, told)
            assert changed + gone <= before[head]
            assert changed + new_ones <= after[head]


def two_clauses(folder: Path) -> Path:
    write_playable(folder / "rules", t=text("t", clause("1", "p is wet."), clause("2", "p is hot.")))
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "first")
    file = folder / "rules" / "texts" / "t.rules"
    file.write_text(file.read_text("utf-8").replace("p is hot.", "p is ill."), "utf-8")
    return folder / "rules"


@pytest.mark.parametrize("from_where", ["inside", "above", "elsewhere", "temporary files below"])
def test_a_check_since_a_revision_is_the_same_from_everywhere(
    from_where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = two_clauses(tmp_path / "project")
    (tmp_path / "project" / "temporary").mkdir()
    (tmp_path / "other").mkdir()
    below = tmp_path if from_where == "above" else tmp_path / "project" / "temporary"
    if from_where in ("above", "temporary files below"):
        monkeypatch.setattr(tempfile, "tempdir", str(below))
    places = {"above": tmp_path, "elsewhere": tmp_path / "other"}
    with chdir(places.get(from_where, tmp_path / "project")):
        shown = run("check", "--rules", rules, "--since", "HEAD", "--no-cache", "--no-search").output.splitlines()
    assert shown[0] == "Changed since HEAD:"
    assert shown[1].startswith("  clause 2 slug-2 is changed (")
    assert shown[2] == "", "one block was changed, and no other"


def test_the_change_that_brought_an_error_is_named_first(tmp_path: Path) -> None:
    """Two lines are room for two changes: of many, those are told from which errors come."""
    numbers = [str(n) for n in range(1, 8)]
    rules = write_playable(tmp_path / "rules", t=text("t", *(clause(n, "p is wet.") for n in numbers)))
    file = rules / "texts" / "t.rules"
    clean = file.read_text("utf-8")
    with chdir(tmp_path):
        assert run("check").exit_code == 0
        for guilty in numbers:
            blocks = (clause(n, "p is wet when p is a king.", *(["p is soaked."] * (n == guilty))) for n in numbers)
            file.write_text(text("t", *blocks), "utf-8")
            first = run("check").output.splitlines()[1]
            assert first.startswith(f"  clause {guilty} slug-{guilty} is changed"), first
        file.write_text(clean, "utf-8")


@pytest.mark.parametrize("broken", [None, '{"broken": 1}', "no JSON"])
def test_the_command_and_the_library_find_the_same(broken: str | None, tmp_path: Path) -> None:
    rules = write_playable(tmp_path / "rules", t=text("t", clause("1", "p is wet.", "p is not wet.")))
    if broken is not None:
        (rules / "fingerprints.json").write_text(broken, "utf-8")
    told = json.loads(run("check", "--rules", rules, "--format", "json", "--no-cache", "--up-to", 4).stdout)[
        "diagnostics"
    ]
    found = er.load(rules, errors="keep").check(seats=4).diagnostics
    assert sorted((one["code"], one["line"], str(one["message"])) for one in told) == sorted(
        (one.code, one.span.line, str(one.message)) for one in found
    )
    assert ("R801" in {one.code for one in found}) == (broken is not None)
