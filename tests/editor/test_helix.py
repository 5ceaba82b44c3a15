"""The language server in a real Helix: a file is opened, a mistake seen, the action offered taken, the file laid out."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.editor_grammars import EDITORS
from tests.support.kings_and_pawns import Folder, clause, text

pytestmark = pytest.mark.editor

SETTINGS = (EDITORS / "helix" / "languages.toml").read_text(encoding="utf-8")


@pytest.fixture
def helix() -> str:
    command = shutil.which("hx")
    shown = [command, "--version"] if command else ["true"]
    version = subprocess.run(shown, capture_output=True, text=True, check=False).stdout
    if command is None or shutil.which("tmux") is None or not version.startswith("helix"):
        pytest.skip("there is no Helix here, or no terminal to show it in")
    return command


class Screen:
    """A program in a terminal that nobody looks at."""

    def __init__(self, place: Path, folder: Path, command: list[str], environment: dict[str, str]) -> None:
        self.tmux = ["tmux", "-S", str(place / "tmux"), "-f", "/dev/null"]
        set_there = [word for name, value in environment.items() for word in ("-e", f"{name}={value}")]
        self._run("new-session", "-d", "-x", "160", "-y", "50", *set_there, "-c", str(folder), *command)
        changes = place / "changes"
        os.mkfifo(changes)
        self._run("pipe-pane", f"cat > {changes}")
        self.changes = os.open(changes, os.O_RDONLY)

    def _run(self, *arguments: str) -> str:
        return subprocess.run([*self.tmux, *arguments], capture_output=True, text=True, check=True).stdout

    def type(self, *keys: str) -> None:
        self._run("send-keys", *keys)

    def shows(self, words: str, times: int = 1) -> None:
        """Wait until some words are on the screen so many times: after each change of it they are looked for."""
        while (screen := self._run("capture-pane", "-p")).count(words) < times:
            changed, _, _ = select.select([self.changes], [], [], 60)
            assert changed and os.read(self.changes, 65536), f"{words!r} did not appear:\n{screen}"

    def close(self) -> None:
        subprocess.run([*self.tmux, "kill-server"], capture_output=True, check=False)
        os.close(self.changes)


@pytest.fixture
def screens(tmp_path: Path) -> Iterator[list[Screen]]:
    opened: list[Screen] = []
    yield opened
    for screen in opened:
        screen.close()


def test_helix_shows_a_mistake_mends_it_and_lays_the_file_out(
    helix: str, tmp_path: Path, screens: list[Screen]
) -> None:
    rules = Folder(tmp_path / "rules").write(t=text("t", clause("1", "p may hit q when p is a king."))).path
    file = rules / "texts" / "t.rules"
    sound = file.read_text(encoding="utf-8").replace("clause 1 slug-1 \n", "\nclause 1 slug-1\n")
    file.write_text(sound.replace("p may hit q when p is a king", "p may hit q   when p is a knig"), encoding="utf-8")
    settings = tmp_path / "config" / "helix"
    settings.mkdir(parents=True)
    own = SETTINGS.replace('command = "emperor"', f'command = "{sys.executable}"')
    own = own.replace(
        'args = ["lsp"]', 'args = ["-m", "emperor_rules", "lsp"]\nconfig = { language = "en", searches = false }'
    )
    assert tomllib.loads(own)["language-server"]["emperor-rules"]["args"][-1] == "lsp"
    (settings / "languages.toml").write_text(own, encoding="utf-8")
    (settings / "config.toml").write_text("", encoding="utf-8")
    environment = {name: os.environ[name] for name in ("PATH", "HOME", "HELIX_RUNTIME") if name in os.environ}
    environment |= {f"XDG_{name}_HOME": str(tmp_path / name.lower()) for name in ("CONFIG", "DATA", "STATE", "CACHE")}
    health = subprocess.run(
        [helix, "--health", "emperor-rules"],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "✘" not in health.stdout.partition("Highlight queries")[0], health.stdout
    screen = Screen(tmp_path, tmp_path, [helix, str(file)], environment)
    screens.append(screen)
    screen.shows("●")
    screen.type("]", "d")
    screen.shows("“knig” is not a word of the vocabulary")
    screen.type("Space", "a")
    screen.shows("“king”", times=2)  # beside the mistake, and in the menu
    screen.type("Enter")
    screen.shows("p is a king")
    screen.type(":format", "Enter")
    screen.shows("p may hit q when p is a king")
    screen.type(":write", "Enter")
    screen.shows("written")
    assert file.read_text(encoding="utf-8") == sound
    screen.type(":quit", "Enter")
