"""Rules on top of others: what is one's own is enough, the base is read below it, and a change of it is told."""

from __future__ import annotations

import json
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

import emperor_rules as er
from emperor_rules.cli.commands.build import check_all, errors_of
from emperor_rules.frontend.layers import layers_of
from emperor_rules.frontend.project import CHECK_SETTINGS, IGNORE_SETTINGS, PROJECT_SETTINGS, read_project
from emperor_rules.frontend.rule_files import ProjectError
from emperor_rules.reports.formats import FORMATS
from emperor_rules.resources import shipped_rules
from emperor_rules.source import read_source
from tests.support.command_line import run
from tests.support.mistakes import SMALL_WORLD, write_files

OWN = {
    "texts/house.rules": 'text house "Ours"\n  it "Nostro"\n  language en\n  source "Our table"\n  includes sample\n\n'
    'clause 1 far overrides sample 1.1\n  en "Everyone reaches three seats."\n  it "Tutti arrivano a tre posti."\n'
    "  the range of p is 3.\n",
    "scenarios/house.rules": 'scenario "Three seats"\n  in house\n  seats g E g | g E g\n'
    "  the range of A2: 3, by house 1 over sample 1.1\n",
}


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own on top of the small world, which lies beside it."""
    write_files(tmp_path / "base" / "rules", SMALL_WORLD)
    write_files(tmp_path / "club" / "rules", OWN)
    (tmp_path / "club" / "emperor.toml").write_text('base = "../base"\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path / "club")
    return tmp_path / "club"


def committed(folder: Path, tag: str = "") -> None:
    who = ["-c", "user.name=a", "-c", "user.email=a@b"]
    for arguments in (["init", "-q"], ["add", "-A"], [*who, "commit", "-qm", "x"], *([["tag", tag]] if tag else [])):
        subprocess.run(["git", *arguments], cwd=folder, check=True)


def checked(*options: str) -> dict[str, list[dict[str, object]]]:
    document: dict[str, list[dict[str, object]]] = json.loads(run("check", "--format", "json", *options).stdout)
    return document


def test_what_is_read_is_what_one_folder_with_both_would_give(club: Path, tmp_path: Path) -> None:
    write_files(tmp_path / "whole", {**SMALL_WORLD, **OWN})
    layered, whole = er.load("rules"), er.load(tmp_path / "whole")
    assert list(layered) == list(whole)
    assert layered.to_json() == whole.to_json()
    assert layered.rulebook.own_texts == ("house",)
    for name in layered.rulebook.sources:
        assert (name in layered.rulebook.borrowed) == ("base/" in name)


def test_what_belongs_to_the_base_is_left_to_those_who_check_it(club: Path) -> None:
    alone = run("check", "--format", "concise")
    assert alone.exit_code == 0 and "skipped: the base" in alone.stdout
    assert "skipped: the base" in run("check", "--no-search").stdout
    assert "skipped: the base" not in run("check", "--no-search", "--base").stdout
    assert checked("--no-search")["searched"]["texts"] == 1  # type: ignore[call-overload]
    assert checked("--no-search", "--base")["searched"]["texts"] == 2  # type: ignore[call-overload]
    wrong = (club.parent / "base" / "rules" / "scenarios" / "base.rules").read_text(encoding="utf-8")
    write_files(club.parent / "base" / "rules", {"scenarios/base.rules": wrong.replace(": 2", ": 5")})
    assert not checked("--no-search")["diagnostics"]
    assert checked("--no-search", "--base")["diagnostics"]


def test_a_file_of_ones_own_takes_the_place_of_that_below_it(club: Path) -> None:
    changed = SMALL_WORLD["scenarios/base.rules"].replace(": 2", ": 5")
    write_files(club / "rules", {"scenarios/base.rules": changed})
    found = checked("--no-search")["diagnostics"]
    assert {finding["code"] for finding in found} == {"R601"}
    assert {finding["file"] for finding in found} == {"rules/scenarios/base.rules"}
    moved = SMALL_WORLD["texts/sample.rules"].replace("is 2", "is 4")
    write_files(club / "rules", {"texts/elsewhere/sample.rules": moved})
    answer = er.load("rules", errors="keep")["sample"].ask("range", of=["A2"], seats="g E g | g E g")
    assert answer.value == 4


def test_a_change_of_the_base_is_told_with_before_and_now(club: Path) -> None:
    assert "No change can be told yet" in run("drift").stdout
    assert run("drift", "--accept").exit_code == 0
    assert "Nothing that your rules refer to has changed" in run("drift").stdout
    base = club.parent / "base" / "rules" / "texts" / "sample.rules"
    before = base.read_text(encoding="utf-8")
    base.write_text(f"{before}\n# nothing\n", encoding="utf-8")
    assert run("drift").exit_code == 0, "a comment says nothing"
    base.write_text(before.replace("range of p is 2", "range of p is 4"), encoding="utf-8")
    told = run("drift")
    assert told.exit_code == 1
    assert "is 2" in told.stdout and "is 4" in told.stdout and "sample:1.1, which house:1 overrides" in told.stdout
    (finding,) = [d for d in checked("--no-search")["diagnostics"] if d["code"] == "R412"]
    assert finding["severity"] == "warning" and finding["file"] == "rules/texts/house.rules"
    assert run("drift", "--accept").exit_code == 0
    assert run("drift").exit_code == 0


def test_states_of_a_project_are_compared_on_the_same_base(club: Path) -> None:
    committed(club)
    assert run("diff", "HEAD", "--up-to", "4").exit_code == 0
    text = club / "rules" / "texts" / "house.rules"
    text.write_text(text.read_text(encoding="utf-8").replace("is 3", "is 4"), encoding="utf-8")
    changed = json.loads(run("diff", "HEAD", "--up-to", "4", "--format", "json").stdout)
    assert {change["text"] for change in changed["changes"]} == {"house"}
    since = run("check", "--no-search", "--since", "HEAD")
    assert "clause 1 far overrides sample 1.1 is changed" in since.stdout


def test_a_base_in_git_is_that_of_the_revision(club: Path, tmp_path: Path) -> None:
    base = tmp_path / "base"
    (base / "rules" / "texts" / "link.rules").symlink_to("/etc/hostname")  # leads nowhere from a base
    committed(base, "v1")
    write_files(base / "rules", {"texts/sample.rules": SMALL_WORLD["texts/sample.rules"].replace("is 2", "is 4")})
    (club / "emperor.toml").write_text('base = { git = "../base", revision = "v1" }\n', encoding="utf-8")
    assert er.load("rules")["sample"].ask("range", of=["A2"], seats="g E g | g E g").value == 2
    (club / "emperor.toml").write_text('base = { git = "../base", revision = "v2" }\n', encoding="utf-8")
    refused = run("check")
    assert refused.exit_code == 2 and "v2" in refused.output and "emperor.toml:1" in refused.output


def test_a_base_in_git_that_moves_on_is_read_to_its_end_and_brings_its_own_base(club: Path, tmp_path: Path) -> None:
    """What was read before stays as it was, file by file, until the project asks anew."""
    base = tmp_path / "base"
    write_files(tmp_path / "lowest" / "rules", SMALL_WORLD)
    shutil.rmtree(base)
    moved = SMALL_WORLD["texts/sample.rules"].replace("is 2", "is 4")
    write_files(base / "rules", {"texts/sample.rules": moved})
    (base / "emperor.toml").write_text(f'base = "{tmp_path}/lowest"\nrelease = "1.1"\n', encoding="utf-8")
    committed(base)
    subprocess.run(["git", "branch", "-M", "main"], cwd=base, check=True)
    (club / "emperor.toml").write_text('base = { git = "../base", revision = "main" }\n', encoding="utf-8")
    lowest, first, _ = layers_of(club / "rules")
    assert lowest.folder == tmp_path / "lowest" / "rules"
    assert er.load("rules")["sample"].ask("range", of=["A2"], seats="g E g | g E g").value == 4
    write_files(base / "rules", {"texts/sample.rules": moved.replace("is 4", "is 5")})
    committed(base)
    assert layers_of(club / "rules")[1] == first, "nobody asked"
    run("drift")
    assert layers_of(club / "rules")[1] != first
    assert "is 4" in (first.folder / "texts" / "sample.rules").read_text(encoding="utf-8"), "whoever reads it still can"
    assert er.load("rules")["sample"].ask("range", of=["A2"], seats="g E g | g E g").value == 5


@pytest.mark.parametrize("base", ['"../base"', '{ git = "../base", revision = "v1" }'])
@pytest.mark.parametrize(
    ("wanted", "release", "told"),
    [("1.2", "1.2.0", ""), ("1.2", "1.10", ""), ("1.2", "1.1.9", "and is 1.1.9"), ("1.2", "", "says no “release”")],
)
def test_a_base_older_than_asked_for_is_told(
    base: str, wanted: str, release: str, told: str, club: Path, tmp_path: Path
) -> None:
    (tmp_path / "base" / "emperor.toml").write_text(f'release = "{release}"\n' if release else "", encoding="utf-8")
    committed(tmp_path / "base", "v1")
    (club / "emperor.toml").write_text(f'base = {base}\n\nversion = "{wanted}"\n', encoding="utf-8")
    ran = run("check", "--no-search", "--lang", "en")
    assert (told in ran.output and "emperor.toml:3" in ran.output) if told else ran.exit_code == 0, ran.output


def test_a_base_that_goes_or_breaks_while_it_is_read_is_told(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of it that is gone when its turn comes, or that nobody can read any more, is a finding and no fault."""

    def gone(path: Path, name: str) -> object:
        if path.stem == "sample" and path.exists():
            path.unlink()
        return read_source(path, name)

    monkeypatch.setattr("emperor_rules.frontend.loader.read_source", gone)
    found = er.load("rules", errors="keep").check(seats=None).diagnostics
    assert any(finding.code == "R101" and "sample.rules" in finding.message for finding in found)
    shutil.rmtree(club.parent / "base")
    assert run("check").exit_code == 2


@pytest.mark.parametrize("known", [PROJECT_SETTINGS, CHECK_SETTINGS, IGNORE_SETTINGS])
def test_a_setting_with_a_slip_is_refused_with_the_nearest(known: dict[str, object], tmp_path: Path) -> None:
    file, head = (
        tmp_path / "emperor.toml",
        {id(PROJECT_SETTINGS): "", id(CHECK_SETTINGS): "[check]\n"}.get(id(known), "[[ignore]]\n"),
    )
    for name in known:
        for slip in {name + "x", name[:-1] + "q" + name[-1:]} - known.keys():
            file.write_text(f'\n\n{head}"{slip}" = "x"\n', encoding="utf-8")
            with pytest.raises(ProjectError) as refused:
                read_project(file)
            assert f"“{name}”" in str(refused.value) or len(name) < 4, slip
            assert refused.value.line == 3 + bool(head)


@pytest.mark.parametrize(
    "content",
    ["base = 1", "base = 'nowhere'", "version = 'new'", "language = 'fr'", "[[ignore]]\ncode = 'R604'", "=", "\x00",
     "base = { git = '-x', revision = 'y' }", "base = { git = 'x' }", "check = 3", "ignore = [1]", "[check]\nup-to = 'x'", "[check]\nup-to = 1",
     "[check]\nstrict = 1", "[check]\ntexts = [1]", "base = 'emperor-rules'\nversion = '99.0'", "base = '.'"],
)  # fmt: skip
def test_a_project_file_that_makes_no_sense_is_refused_in_a_sentence(content: str, club: Path) -> None:
    (club / "emperor.toml").write_text(content, encoding="utf-8")
    for command in (
        ["check", "--no-search"],
        ["ask", "house", "range of A1?", "--seats", "g E g | g E g"],
        ["fmt", "--check"],
    ):
        refused = run(*command)
        assert refused.exit_code == 2, (command, refused.output)
        assert "R708" in refused.output or command == ["fmt", "--check"]
    with pytest.raises(er.EmperorError):
        er.load("rules")


@pytest.mark.parametrize("wrong", ["emperor.toml", "rules/texts/house.rules"])
def test_what_is_wrong_with_the_files_is_a_report_in_every_format(wrong: str, club: Path) -> None:
    """Also where nothing could be compared for it."""
    (club / wrong).write_text("base =\n", encoding="utf-8")
    for command in (["check", "--no-search"], ["compare", "sample", "house"], ["coverage"]):
        for format in list(FORMATS)[1:]:
            told = run(*command, "--format", format)
            assert told.exit_code and wrong in told.stdout and not told.stderr, (command, format, told.output)


def test_projects_may_lie_on_projects_but_not_in_a_circle(club: Path, tmp_path: Path) -> None:
    write_files(
        tmp_path / "third" / "rules", {"scenarios/third.rules": OWN["scenarios/house.rules"].replace("Three", "3")}
    )
    (tmp_path / "third" / "emperor.toml").write_text('base = "../club"\n', encoding="utf-8")
    assert len(layers_of(tmp_path / "third" / "rules")) == 3
    assert er.load(tmp_path / "third" / "rules").check(seats=None).errors == 0
    (tmp_path / "base" / "emperor.toml").write_text('base = "../third"\n', encoding="utf-8")
    with pytest.raises(ProjectError):
        layers_of(tmp_path / "third" / "rules")


def test_ignored_findings_need_no_flag_and_unused_ones_are_told(club: Path) -> None:
    (club / "rules" / "scenarios" / "house.rules").write_text("", encoding="utf-8")
    ignore = (
        '[[ignore]]\ncode = "R604"\ntext = "house"\nreason = "Later."\n\n[[ignore]]\ncode = "R5"\nreason = "Never."\n'
    )
    (club / "emperor.toml").write_text(
        f'base = "../base"\n\n[check]\nstrict = true\nup-to = 4\n\n{ignore}', encoding="utf-8"
    )
    ran = run("check")
    assert ran.exit_code == 0, ran.output
    assert "R604" not in ran.stdout and "Never." in ran.stderr and "Later." not in ran.stderr
    suppressed = checked("--no-search")["suppressed"]
    assert [entry["reason"] for entry in suppressed] == ["Later."]


@pytest.mark.parametrize(
    "setting",
    [
        '[check]\nbaseline = "old.json"\n',
        '[check]\nignore = ["R6"]\n',
        '[[ignore]]\ncode = "R601"\nreason = "Later."\n',
    ],
)
def test_a_site_is_built_where_a_check_finds_nothing(club: Path, setting: str) -> None:
    rules, project = club / "rules", club / "emperor.toml"
    wrong = OWN["scenarios/house.rules"].replace("A2: 3", "A2: 4")
    (rules / "scenarios" / "house.rules").write_text(wrong, encoding="utf-8")
    assert run("check", "--write-baseline", "old.json", "-q").exit_code == 0
    assert [finding.code for finding in errors_of(check_all(rules), rules)] == ["R601"]
    project.write_text(f'base = "../base"\n\n{setting}', encoding="utf-8")
    assert run("check").exit_code == 0
    assert errors_of(check_all(rules), rules) == []


def test_a_site_is_searched_as_far_as_a_check(club: Path) -> None:
    (club / "emperor.toml").write_text('base = "../base"\n\n[check]\nup-to = 6\n', encoding="utf-8")
    document = json.loads(run("check", "--format", "json").stdout)
    for searched in (document["searched"], check_all(club / "rules").searched()):
        assert searched["bounds"]["seats"] == 6  # type: ignore[index]


def test_a_project_may_search_smaller_tables_than_its_base_needs(club: Path) -> None:
    """Of a text of the base that has no table so small nothing is wrong in the project."""
    lone = 'text lone "Large"\n  it "Grande"\n  language en\n  source "The base"\n\nclause 1 large\n'
    lone += '  en "Ten play."\n  it "Si gioca in dieci."\n  require the number of players is 10.\n'
    (club.parent / "base" / "rules" / "texts" / "lone.rules").write_text(lone, encoding="utf-8")
    (club / "emperor.toml").write_text('base = "../base"\n\n[check]\nup-to = 6\n', encoding="utf-8")
    checked_all = check_all(club / "rules")
    assert [finding.code for finding in checked_all.diagnostics if finding.is_error] == ["R514"]
    assert run("check").exit_code == 0
    assert errors_of(checked_all, club / "rules") == []


@pytest.mark.slow
def test_a_copy_is_thinned_to_what_is_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(shipped_rules(), tmp_path / "rules")
    changed = tmp_path / "rules" / "texts" / "cr" / "cr-101.rules"
    changed.write_text(changed.read_text(encoding="utf-8") + "\n# ours\n", encoding="utf-8")
    write_files(tmp_path / "rules", {"texts/house/own.rules": 'text own "Own"\n  it "Suo"\n  includes cr-809\n'})
    before = er.load("rules", errors="keep").to_json()
    refused = run("thin", stdin=b"n\n")
    assert refused.exit_code == 1 and (tmp_path / "rules" / "vocabulary").is_dir()
    done = run("thin", "--yes")
    assert done.exit_code == 0, done.output
    left = sorted(p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*") if p.is_file())
    assert left == ["emperor.lock", "emperor.toml", "rules/texts/cr/cr-101.rules", "rules/texts/house/own.rules"]
    assert tomllib.loads((tmp_path / "emperor.toml").read_text(encoding="utf-8"))["base"] == "emperor-rules"
    assert er.load("rules", errors="keep").to_json() == before
    assert run("thin").exit_code == 0


def test_the_page_shows_a_project_file_that_is_one(tmp_path: Path) -> None:
    from tests.support.paths import REPOSITORY

    for language in ("en", "it"):
        page = (REPOSITORY / "site" / language / "contributing" / "projects.md").read_text(encoding="utf-8")
        (tmp_path / "emperor.toml").write_text(page.split("```toml\n")[1].split("```")[0], encoding="utf-8")
        project = read_project(tmp_path / "emperor.toml")
        assert project.base == "emperor-rules" and project.check and project.ignored
        for name in (*PROJECT_SETTINGS, *CHECK_SETTINGS, *IGNORE_SETTINGS):
            assert name in page, name
