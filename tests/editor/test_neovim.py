"""The language server in a real Neovim: a file is opened, a mistake seen, the action offered taken, the file laid out."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.editor_grammars import EDITORS
from tests.support.kings_and_pawns import Folder, clause, text
from tests.support.paths import DATA

pytestmark = pytest.mark.editor


@pytest.fixture
def neovim() -> str:
    command = shutil.which("nvim")
    if command is None:
        assert not os.environ.get("EMPEROR_REQUIRE_EDITOR"), "there is no Neovim here"
        pytest.skip("there is no Neovim here")
    return command


def test_neovim_shows_a_mistake_mends_it_and_lays_the_file_out(neovim: str, tmp_path: Path) -> None:
    rules = Folder(tmp_path / "rules").write(t=text("t", clause("1", "p may hit q when p is a king."))).path
    file = rules / "texts" / "t.rules"
    sound = file.read_text(encoding="utf-8").replace("clause 1 slug-1 \n", "\nclause 1 slug-1\n")
    file.write_text(sound.replace("p may hit q when p is a king", "p may hit q   when p is a knig"), encoding="utf-8")
    out = tmp_path / "seen.json"
    environment = {
        **os.environ,
        "EMPEROR_TEST_OUT": str(out),
        "EMPEROR_TEST_PYTHON": sys.executable,
        "EMPEROR_TEST_FILE": str(file),
        **{f"XDG_{name}_HOME": str(tmp_path / name.lower()) for name in ("CONFIG", "DATA", "STATE")},
    }
    command = [neovim, "--headless", "-n", "-u", "NONE", "--cmd", f"set rtp^={EDITORS / 'neovim'}"]
    command += ["-c", f"luafile {DATA / 'neovim.lua'}"]
    ran = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=240
    )
    assert out.is_file(), ran.stdout + ran.stderr
    seen = json.loads(out.read_text(encoding="utf-8"))
    assert seen["filetype"] == seen["syntax"] == "emperor-rules"
    assert "“knig” is not a word of the vocabulary" in seen["message"] and seen["words"] == "knig"
    assert "“king”" in seen["action"] and seen["left"] == 0
    assert "king" in seen["hover"]
    assert seen["text"] == sound
