"""The action for GitHub, its steps run as the runner does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from tests.support.paths import REPOSITORY

ACTION: dict[str, Any] = yaml.safe_load((REPOSITORY / "action.yml").read_text(encoding="utf-8"))
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"]}
PROGRAMS = Path(sys.executable).parent


def stepped(name: str, place: Path, **values: str) -> subprocess.CompletedProcess[str]:
    """Run the shell of a step as the runner does: bash, ended by the first mistake, with the variables of the step.

    Where no step has installed the package, that of the tests takes its place.
    """
    scratch = place.parent / "runner"
    scratch.mkdir(exist_ok=True)
    if name != "Install" and not (scratch / "emperor-rules").exists():
        (scratch / "emperor-rules").mkdir()
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
