"""Scaffolding a house variant: what is made holds together, is laid out, and differs where it says so."""

from __future__ import annotations

import json
import shutil
from contextlib import chdir
from pathlib import Path

import pytest

from emperor_rules.check.drafts import clauses_in_force, draft_variant
from emperor_rules.search.seatings import smallest_tables
from tests.support.command_line import run
from tests.support.paths import RULES
from tests.support.river import write_rules
from tests.support.sampling import sample_of
from tests.support.shipped import engine, rulebook

SMALL = "clause 1 base\n  the reach of p is 1.\n\nclause 2\n  p may rest only when p is ill.\n\nclause 3\n  p may swim to q.\n"
MADE = ("texts/house/ours.rules", "scenarios/ours.rules", "relations/ours.rules")


def files(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def copy_shipped(folder: Path) -> None:
    """Copy the shipped rules without their scenarios, which a variant does not change."""
    shutil.copytree(RULES, folder / "rules", ignore=shutil.ignore_patterns("scenarios"))


def made_since(before: dict[str, bytes], folder: Path) -> list[str]:
    return sorted(files(folder).keys() - before.keys())


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return write_rules(tmp_path / "rules", t=SMALL)


@pytest.mark.slow
def test_from_nothing_only_what_is_ones_own_is_made(tmp_path: Path) -> None:
    with chdir(tmp_path):
        made = run("new", "variant", "ours")
        assert made.exit_code == 0, made.output
        assert set(files(tmp_path)) == {"emperor.toml", "emperor.lock", *(f"rules/{path}" for path in MADE)}
        checked = run("check", "--strict", "--up-to", 6)
        assert checked.exit_code == 0, checked.output
        assert run("fmt", "--check", *(Path("rules", path) for path in MADE)).exit_code == 0
        original = made.output.split("A house variant of ")[1].split()[0]
        compared = json.loads(run("compare", "ours", original, "--up-to", 6, "--format", "json").stdout)
    assert len({d["ask"] for d in compared["differences"]}) == 1
    assert [d["declared"] for d in compared["differences"]] == [True] * len(compared["differences"])
    assert compared["silent"] == {"ours": [], original: []}


def test_what_is_made_on_small_rules(small: Path) -> None:
    made = run("new", "variant", "ours", "--includes", "t", "--rules", small)
    assert made.exit_code == 0, made.output
    assert "\nclause house-rule overrides t 1\n" in (small / MADE[0]).read_text(encoding="utf-8")
    assert "\n  the reach of p is 2.\n" in (small / MADE[0]).read_text(encoding="utf-8")
    scenario = (small / MADE[1]).read_text(encoding="utf-8")
    assert "  the reach of A1: 2, by ours house-rule over t 1\n" in scenario
    assert "  clauses ours house-rule\n" in (small / MADE[2]).read_text(encoding="utf-8")
    assert run("check", "--rules", small, "--up-to", 4).exit_code == 0
    assert run("fmt", "--check", *(small / path for path in MADE), "--rules", small).exit_code == 0
    assert f"emperor check --rules {small.as_posix()}" in made.output


@pytest.mark.parametrize(
    ("clause", "sentence"),
    sample_of(
        [
            ("2", "p may not rest when p is ill."),
            ("t:3", "p may not swim to q."),
            ("base", "the reach of p is 2."),
            ("t 1", "the reach of p is 2."),
        ],
        1,
    ),
)
def test_the_clause_that_is_named_is_overridden(small: Path, clause: str, sentence: str) -> None:
    with (small / "texts" / "t.rules").open("a", encoding="utf-8") as stream:
        stream.write('\nclause 9\n  en "Something."\n  it "Qualcosa."\n  p is ill.\n')
    made = run("new", "variant", "ours", "--includes", "t", "--overrides", clause, "--rules", small)
    assert made.exit_code == 0, made.output
    assert f"It says: {sentence}\n" in made.output
    assert sentence in (small / MADE[0]).read_text(encoding="utf-8")
    assert run("check", "--rules", small, "--up-to", 4).exit_code == 0


@pytest.mark.parametrize("text", sample_of([t.id for t in rulebook().texts.values() if t.relations][::2], 0))
def test_texts_with_a_number_can_be_varied(text: str, tmp_path: Path) -> None:
    made = draft_variant(rulebook(), "ours", text)
    if made is None:
        today = [
            s for c in clauses_in_force(rulebook(), text) for s in c.sentences if s.until is None and c.until is None
        ]
        assert not any(s.kind == "value" for s in today)
        return
    smallest = smallest_tables([[engine().program(text, None).resolved]], 1)[0]
    most = max(6, len(smallest.roles))
    copy_shipped(tmp_path)
    for path, words in made.files.items():
        (tmp_path / "rules" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "rules" / path).write_text(words, encoding="utf-8")
    with chdir(tmp_path):
        checked = run("check", "--text", "ours", "--no-cache", "--up-to", str(most))
    assert checked.exit_code == 0, checked.output
    assert len(made.questions) == 1


@pytest.mark.parametrize(
    "clause", sample_of([c.number for c in rulebook().texts["cr-809"].clauses if c.sentences][::4], 0)
)
def test_clauses_that_can_be_overridden_give_files_that_pass(clause: str, tmp_path: Path) -> None:
    copy_shipped(tmp_path)
    with chdir(tmp_path):
        before = files(tmp_path)
        made = run("new", "variant", "far-generals", "--includes", "cr-809", "--overrides", f"cr-809:{clause}")
        if made.exit_code == 0:
            checked = run("check", "--text", "far-generals", "--no-cache", "--up-to", "6")
            assert checked.exit_code == 0, checked.output
            assert run("fmt", "--check", *made_since(before, tmp_path)).exit_code == 0
        else:
            assert made.exit_code == 2 and files(tmp_path) == before, made.output


@pytest.mark.parametrize(
    "name",
    ["", "Ours", "our table", "9", "a--b", "-a", "a-", "../ours", "a/b", "t", "é", "a" * 61, "a\n", "\0", "clause."],
)
def test_a_name_that_is_none_or_taken(small: Path, name: str) -> None:
    before = files(small)
    assert run("new", "variant", "--includes", "t", "--rules", small, "--", name).exit_code == 2
    assert files(small) == before


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["variant"],
        ["text", "ours"],
        ["variant", "ours", "more"],
        ["variant", "ours", "--includes", "nothing"],
        ["variant", "ours"],  # no text to which others relate
        ["variant", "ours", "--includes", "t", "--overrides", "99"],
        ["variant", "ours", "--includes", "t", "--overrides", ""],
        ["variant", "ours", "--includes", "t", "--overrides", "u:1"],
        ["variant", "ours", "--includes", "t", "--overrides", "2"],  # it never permits: turned round, nothing differs
        ["variant", "ours", "--rules", "nowhere"],
    ],
)
def test_what_cannot_be_made(small: Path, arguments: list[str]) -> None:
    before = files(small)
    with chdir(small.parent):
        result = run("new", *arguments)
    assert result.exit_code == 2, result.output
    assert result.stderr.startswith(("error[R7", "Usage: "))
    assert files(small) == before


@pytest.mark.parametrize("path", MADE)
def test_no_file_is_overwritten(small: Path, path: str) -> None:
    (small / path).parent.mkdir(parents=True, exist_ok=True)
    (small / path).write_text("# mine\n", encoding="utf-8")
    before = files(small)
    result = run("new", "variant", "ours", "--includes", "t", "--rules", small)
    assert result.exit_code in (1, 2)
    assert files(small) == before


def test_a_folder_in_the_way(small: Path) -> None:
    (small / "relations").write_text("", encoding="utf-8")
    before = files(small)
    result = run("new", "variant", "ours", "--includes", "t", "--rules", small)
    assert result.exit_code == 2
    assert "error[R101]: nothing was made: " in result.stderr
    assert files(small) == before


def test_rules_that_are_a_file(tmp_path: Path) -> None:
    (tmp_path / "rules").write_text("mine", encoding="utf-8")
    with chdir(tmp_path):
        assert run("new", "variant", "ours").exit_code == 2
    assert (tmp_path / "rules").read_text(encoding="utf-8") == "mine"


def test_broken_rules_are_shown(small: Path) -> None:
    (small / "texts" / "u.rules").write_text("text u\n", encoding="utf-8")
    before = files(small)
    result = run("new", "variant", "ours", "--includes", "t", "--rules", small)
    assert result.exit_code == 1
    assert "error[R" in result.output
    assert files(small) == before


def test_the_help_says_what_is_made() -> None:
    shown = run("new", "--help").output
    assert "variant" in shown
    assert "No file that is there is ever overwritten" in " ".join(shown.split())
    assert "--includes TEXT" in run("new", "variant", "--help").output
