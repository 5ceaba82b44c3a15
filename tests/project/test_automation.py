"""What other services run of this project: the action as its runner would, the hooks, and the recipes."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.mistakes import SMALL_WORLD, write_files
from tests.support.paths import REPOSITORY

ACTION: dict[str, Any] = yaml.safe_load((REPOSITORY / "action.yml").read_text(encoding="utf-8"))
HOOKS: list[dict[str, Any]] = yaml.safe_load((REPOSITORY / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"]}
PROGRAMS = Path(sys.executable).parent


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


def stepped(name: str, place: Path, **values: str) -> subprocess.CompletedProcess[str]:
    """Run the shell of a step as the runner does: bash, ended by the first mistake, with the variables of the step."""
    scratch = place.parent / "runner"
    (scratch / "emperor-rules").mkdir(parents=True, exist_ok=True)
    if not (scratch / "emperor-rules" / "bin").exists():
        (scratch / "emperor-rules" / "bin").symlink_to(PROGRAMS)
    stubs = scratch / "stubs"
    stubs.mkdir(exist_ok=True)
    (stubs / "gh").write_text('#!/bin/sh\necho "$@" > "$RUNNER_TEMP/gh"\n', encoding="utf-8")
    (stubs / "gh").chmod(0o755)
    inputs = {f"inputs.{key}": str(content.get("default", "")) for key, content in ACTION["inputs"].items()}
    inputs |= {f"inputs.{key}": value for key, value in values.items() if key in ACTION["inputs"]}
    variables = {key: value for key, value in values.items() if key.isupper()}
    for key, expression in STEPS[name].get("env", {}).items():
        inner = expression.removeprefix("${{ ").removesuffix(" }}")
        variables.setdefault(key, inputs.get(inner, ""))
    environment = {
        **os.environ, **variables, "RUNNER_TEMP": str(scratch), "GITHUB_OUTPUT": str(scratch / "output"),
        "GITHUB_PATH": str(scratch / "path"), "GITHUB_WORKSPACE": str(place),
        "GITHUB_STEP_SUMMARY": str(scratch / "summary"), "PATH": f"{stubs}{os.pathsep}{os.environ['PATH']}",
    }  # fmt: skip
    script = scratch / "step.sh"
    script.write_text(STEPS[name]["run"], encoding="utf-8")
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)]
    return subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=False)


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


def test_the_hooks_run_what_they_say(club: Path) -> None:
    for hook in HOOKS:
        files = ["rules/texts/sample.rules"] if hook.get("pass_filenames", True) else []
        command = [*shlex.split(hook["entry"]), *files]
        done = subprocess.run(
            [PROGRAMS / command[0], *command[1:]], cwd=club, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0 and not done.stdout, done.stdout
        assert hook["language"] == "python", "pre-commit installs the package"


def test_pre_commit_itself_runs_the_hooks(club: Path) -> None:
    program = shutil.which("pre-commit") or os.environ.get("PRE_COMMIT", "")
    if not program:
        pytest.skip("pre-commit is not installed")
    hooks = [{**hook, "language": "system", "entry": f"{PROGRAMS}/{hook['entry']}"} for hook in HOOKS]
    config = {"repos": [{"repo": "local", "hooks": hooks}]}
    (club / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
    git(club, "add", "-A")
    home = {"PRE_COMMIT_HOME": str(club.parent / "pre-commit")}
    command = [*shlex.split(program), "run", "--all-files"]
    fine = subprocess.run(command, cwd=club, env={**os.environ, **home}, capture_output=True, text=True, check=False)
    assert fine.returncode == 0, fine.stdout
    write_files(club / "rules", {"scenarios/base.rules": SMALL_WORLD["scenarios/base.rules"].replace(": 2", ": 5")})
    wrong = subprocess.run(command, cwd=club, env={**os.environ, **home}, capture_output=True, text=True, check=False)
    assert wrong.returncode == 1 and "error[R601]" in wrong.stdout


def test_files_of_services_are_what_their_schemas_want(tmp_path: Path) -> None:
    schemas = pytest.importorskip("check_jsonschema", reason="check-jsonschema is not installed").__path__[0]
    vendor = Path(schemas) / "builtin_schemas" / "vendor"
    pages = [(REPOSITORY / "site" / language / "contributing" / "automation.md") for language in ("en", "it")]
    snippets = [
        block.split("```")[0] for page in pages for block in page.read_text(encoding="utf-8").split("```yaml\n")[1:]
    ]
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
