"""``emperor fix`` and ``emperor scenario --fill``: what is proposed is shown first, and right once it is written."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

import emperor_rules as er
from emperor_rules.check.fixes import FilledScenarios
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.language.plain_sentences import UnknownState
from tests.support.command_line import run
from tests.support.kings_and_pawns import clause
from tests.support.mistakes import SMALL_WORLD, WORLDS, write_files
from tests.support.paths import RULES, THOROUGH
from tests.support.sampling import sample_of, some_of

#: Of the worlds with a mistake every fourth, those of one kind apart, and all where ``EMPEROR_THOROUGH`` is given.
NAMES = [name for start in range(0, 24, 8 if THOROUGH == 1 else 1) for name in list(WORLDS)[start::24]]

TEXT = "texts/sample.rules"

#: The clauses that a question of a scenario names, which may go on in lines below.
CITED = re.compile(r"(?<=, )by (?!at least)[^\n?]+(?:\n {4}[^\n]+)*")


def contents(folder: Path) -> dict[str, str]:
    return {p.relative_to(folder).as_posix(): p.read_bytes().decode() for p in folder.rglob("*") if p.is_file()}


def errors(folder: Path) -> int:
    return er.load(folder, errors="keep").check(seats=None).errors


@pytest.mark.parametrize("name", sample_of(NAMES, 6))
def test_a_fix_leaves_fewer_errors_and_shows_what_it_writes(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_files(tmp_path / "rules", WORLDS[name])
    before, wrong = contents(tmp_path), errors(tmp_path / "rules")
    shown = run("fix", "--diff")
    refused = run("fix", stdin=b"n\n")
    assert contents(tmp_path) == before, "nothing is written unless somebody agrees"
    assert refused.exit_code == 1 or not wrong
    run("fix", "--yes")
    after = contents(tmp_path)
    assert (after != before) == ("--- rules/" in shown.stdout)
    if after != before:
        assert errors(tmp_path / "rules") <= wrong
        added = [line[1:] for line in shown.stdout.splitlines() if re.match(r"\+(?!\+\+ )", line)]
        assert all(line in "\n".join(after.values()) for line in added)
        assert run("fix", "--diff").stdout.count("--- rules/") == 0, "all at once"


@pytest.mark.parametrize(
    ("amount", "more"),
    sample_of(
        product(
            [
                "has 10 blue tokens",
                "is at 5 honour or less",
                "has at most three life",
                "has 5 or more cups",
                "has exactly two love",
            ],
            ["", " and p is a general"],
        ),
        2,
    ),
)
def test_how_much_somebody_has_becomes_a_number_that_questions_bring_along(
    amount: str, more: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    wanted = clause("1.9", f"p loses when p {amount}{more}.")
    write_files(tmp_path / "rules", {**SMALL_WORLD, TEXT: SMALL_WORLD[TEXT] + "\n" + wanted})
    assert errors(tmp_path / "rules") > 0
    assert run("fix", "--uncertain", "--yes").exit_code == 0
    rulebook = load_rulebook(tmp_path / "rules")
    said = {given.phrase.en: given.kind for given in rulebook.vocabulary.givens.values()}
    (kind,) = {kind for phrase, kind in said.items() if re.sub(r".*?(\w+) of p", r"\1", phrase) in amount}
    assert kind == "numbers"
    written = (tmp_path / "rules" / TEXT).read_text(encoding="utf-8")
    quantity = {"10": "at least 10", "three": "at most 3", "less": "at most 5", "more": "at least 5", "two": "2"}
    compared = next(words for word, words in quantity.items() if word in amount)
    assert f"of p is {compared}{more}." in written


@pytest.mark.parametrize("state", ["is left-handed", "are left-handed", "has half-orcs", "is in a café"])
def test_what_is_declared_of_somebody_has_a_name_whatever_its_words(state: str) -> None:
    declared = UnknownState(f"p {state}").declaration("rules/texts/sample.rules").text
    assert re.match(r"given [a-z][a-z0-9]*(?:-[a-z0-9]+)*\n", declared), declared


def test_line_ends_and_marks_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_files(tmp_path / "rules", SMALL_WORLD)
    text = tmp_path / "rules" / "texts" / "sample.rules"
    broken = "\ufeff" + SMALL_WORLD["texts/sample.rules"].replace(".\n", "\n", 1)
    text.write_bytes(broken.replace("\n", "\r\n").encode())
    assert run("fix", "--yes").exit_code == 0
    written = text.read_bytes()
    assert written.startswith(b"\xef\xbb\xbf") and written.count(b"\n") == written.count(b"\r\n")
    assert written.decode("utf-8-sig").replace("\r\n", "\n") == SMALL_WORLD["texts/sample.rules"]


def test_scenarios_are_filled_in_as_they_were_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    whole = SMALL_WORLD["scenarios/base.rules"]
    for pattern, put in (
        (r"by [^\n?]+", "by ?"),
        (r": [^\n,]+, by [^\n]+", ": ?, by ?"),
        (r": (yes|no|\d+)(?=,)", ": ?"),
    ):
        open_ones = re.sub(pattern, put, whole)
        assert open_ones != whole
        write_files(tmp_path / "rules", {**SMALL_WORLD, "scenarios/base.rules": open_ones})
        assert run("scenario", "--fill", "--diff").exit_code == 1
        filled = run("scenario", "--fill", "--yes")
        assert filled.exit_code == 0, filled.output
        assert (tmp_path / "rules" / "scenarios" / "base.rules").read_text(encoding="utf-8") == whole
    assert run("scenario", "--fill").exit_code == 0


@pytest.mark.slow
def test_clauses_of_shipped_scenarios_can_be_left_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "emperor.toml").write_text('base = "emperor-rules"\n', encoding="utf-8")
    files = some_of(sorted((RULES / "scenarios").glob("*.rules")), 2)
    whole = {path.name: path.read_text(encoding="utf-8") for path in files}
    left_open = {f"scenarios/{name}": CITED.sub("by ?", words) for name, words in whole.items()}
    write_files(tmp_path / "rules", left_open)
    filled = FilledScenarios(tmp_path / "rules")
    assert filled.after and not filled.wrong and not filled.unread


def test_nothing_is_filled_in_where_the_answer_is_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    wrong = re.sub(r": 2, by [^\n]+", ": 7, by ?", SMALL_WORLD["scenarios/base.rules"])
    write_files(tmp_path / "rules", {**SMALL_WORLD, "scenarios/base.rules": wrong})
    told = run("scenario", "--fill", "--yes")
    assert told.exit_code == 1 and "rules/scenarios/base.rules:" in told.stderr
    assert (tmp_path / "rules" / "scenarios" / "base.rules").read_text(encoding="utf-8") == wrong


@pytest.mark.parametrize(
    "question",
    sample_of(["whom can A1 attack?", "può A2 attaccare B1?", "can A2 attack B2?", "what is the range of A2?"], 0),
)
def test_an_answer_as_a_scenario_holds(question: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    printed = run("ask", "cr-809", question, "--seats", "g E g | g E g", "--left", "A3", "--as-scenario")
    assert printed.exit_code == 0, printed.output
    write_files(tmp_path / "rules", {"scenarios/new.rules": printed.stdout})
    (tmp_path / "emperor.toml").write_text('base = "emperor-rules"\n', encoding="utf-8")
    report = er.load("rules", errors="keep").check(seats=None)
    assert report.run.outcomes and not report.errors, report.render()


@pytest.mark.slow
@pytest.mark.parametrize(("side", "named", "other"), [("right", "A1", "A3"), ("left", "A3", "A1")])
def test_whoever_sits_on_a_side_of_his_team_is_meant(
    side: str, named: str, other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next seat on a player's left is the next in the order of the turns."""
    monkeypatch.chdir(tmp_path)
    assert run("new", "variant", "friday").exit_code == 0
    text = tmp_path / "rules/texts/house/friday.rules"
    head, _, _ = text.read_text(encoding="utf-8").partition("# In place of")
    clause = f'clause rule\n  en "The rule."\n  it "La regola."\n  The general on the {side} may not block.\n'
    text.write_text(head + clause, encoding="utf-8")
    assert "1 change" in run("fix", "--uncertain", "--yes").output
    answers = {
        player: run("ask", "friday", f"can {player} block for {player}?", "--seats", "g E g | g E g").stdout[:3]
        for player in (named, "A2", other)
    }
    assert answers == {named: "No:", "A2": "Yes", other: "Yes"}
