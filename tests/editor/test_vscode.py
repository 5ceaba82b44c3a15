"""The extension for VS Code, packaged by its own tool, and its colours by its own engine; both come from npm.

Fetching them takes its time, so this runs where EMPEROR_NPM=1 asks for it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from tests.editor_grammars import EDITORS, TEXTMATE
from tests.support.editor_colours import wrong_colours
from tests.support.paths import RULES, TESTS

pytestmark = [
    pytest.mark.editor,
    pytest.mark.skipif(
        not os.environ.get("EMPEROR_NPM"), reason="EMPEROR_NPM=1 has npm fetch what packages extensions"
    ),
]


def run(folder: Path, *command: str) -> str:
    program = shutil.which(command[0])
    assert program, f"there is no {command[0]} here"
    ran = subprocess.run([program, *command[1:]], cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def extension(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("extension")
    shutil.copytree(EDITORS / "vscode", folder, dirs_exist_ok=True)
    run(folder, "npm", "install", "--no-audit", "--no-fund", "--ignore-scripts")
    return folder


def test_the_extension_can_be_packaged(extension: Path) -> None:
    run(extension, "npx", "vsce", "package", "--allow-missing-repository", "-o", "made.vsix")
    with zipfile.ZipFile(extension / "made.vsix") as made:
        names = set(made.namelist())
    for file in (
        "package.json",
        "extension.js",
        "language-configuration.json",
        "syntaxes/emperor-rules.tmLanguage.json",
    ):
        assert f"extension/{file}" in names
    assert any(name.startswith("extension/node_modules/vscode-languageclient/") for name in names)


def test_the_client_can_be_loaded(extension: Path) -> None:
    """All that it asks of VS Code when it is loaded is there, and it has what VS Code calls."""
    stub = "const m = require('module'), l = m._load; m._load = (n, ...r) => n === 'vscode' ? new Proxy({}, {get: (_, k) => class {}}) : l(n, ...r);"
    said = run(extension, "node", "-e", f"{stub} console.log(Object.keys(require('./extension.js')).join())")
    assert said.strip() == "activate,deactivate"


def test_the_engine_of_vs_code_colours_what_the_lexer_reads(extension: Path) -> None:
    run(
        extension,
        "npm",
        "install",
        "--no-save",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
        "vscode-textmate",
        "vscode-oniguruma",
    )
    files = sorted(RULES.rglob("*.rules"))
    script = TESTS / "support" / "textmate.mjs"
    said = run(extension, "node", str(script), str(extension / "node_modules"), str(TEXTMATE), *map(str, files))
    wrong = {}
    for file, stretches in zip(files, json.loads(said), strict=True):
        text = file.read_text(encoding="utf-8")
        assert text.isascii() or max(map(ord, text)) < 0x10000
        wrong[file.name] = wrong_colours(text, [tuple(stretch) for stretch in stretches])
    assert {name: places for name, places in wrong.items() if places} == {}
