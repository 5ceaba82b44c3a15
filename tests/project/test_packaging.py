"""The wheel in an empty environment outside any checkout does all that the command does; built twice it is the same."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

from emperor_rules import __version__
from tests.support.action import stepped
from tests.support.mistakes import SMALL_WORLD, write_files
from tests.support.paths import REPOSITORY

pytestmark = pytest.mark.slow
UV = Path(sys.executable).with_name("uv")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A wheel by way of a source distribution, that, and a wheel straight from the files."""
    places = [tmp_path_factory.mktemp("dist"), tmp_path_factory.mktemp("again")]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
    for place, what in zip(places, ([], ["--wheel"]), strict=True):
        command = [
            UV,
            "build",
            *what,
            "--offline",
            "--no-build-isolation",
            "--python",
            sys.executable,
            "--out-dir",
            place,
        ]
        subprocess.run([str(word) for word in (*command, REPOSITORY)], check=True, capture_output=True, env=environment)
    return [next(places[0].glob("*.whl")), next(places[0].glob("*.tar.gz")), next(places[1].glob("*.whl"))]


def test_a_wheel_is_reproducible_and_carries_everything(built: list[Path]) -> None:
    wheel, source, again = built
    assert wheel.read_bytes() == again.read_bytes()
    assert wheel.name.startswith(f"emperor_rules-{__version__}-"), "the version stands in one place"
    names = set(zipfile.ZipFile(wheel).namelist())
    tracked = subprocess.run(
        ["git", "ls-files", "rules", "grammar", "site"], cwd=REPOSITORY, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert {f"emperor_rules/shipped/{name}" for name in tracked} <= names
    with tarfile.open(source) as packed:
        assert any(name.endswith("/rules/texts/cr/cr-809.rules") for name in packed.getnames())


@pytest.fixture(scope="module")
def installed(built: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command in an environment with the wheel alone; what it needs is found beside the tests' own packages."""
    place = tmp_path_factory.mktemp("environment") / "venv"
    subprocess.run([UV, "venv", "--quiet", "--offline", "--python", sys.executable, place], check=True)
    python = place / "bin" / "python"
    install = [UV, "pip", "install", "--quiet", "--offline", "--no-deps", "--python", python, built[0]]
    subprocess.run([str(word) for word in install], check=True, cwd=place)  # elsewhere than our own settings
    packages = next((place / "lib").glob("python*/site-packages"))
    (packages / "needed.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return place / "bin" / "emperor"


def ran(program: Path, folder: Path, *arguments: str) -> str:
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "EMPEROR"))}
    done = subprocess.run(
        [program, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, (arguments, done.stdout, done.stderr)
    return done.stdout


def test_the_wheel_asks_checks_begins_a_variant_builds_and_serves_an_editor(installed: Path, tmp_path: Path) -> None:
    assert __version__ in ran(installed, tmp_path, "--version")
    assert "range of A2 is 2" in ran(installed, tmp_path, "ask", "cr-809", "range of A2?", "--seats", "g E g | g E g")
    ran(installed, tmp_path, "new", "variant", "friday")
    assert {path.name for path in tmp_path.iterdir()} == {"emperor.toml", "emperor.lock", "rules"}
    ran(installed, tmp_path, "check", "--strict", "--no-search")
    ran(installed, tmp_path, "lsp", "--help")


def test_the_action_installs_checks_and_builds(built: list[Path], tmp_path: Path) -> None:
    """Its steps one after the other, with the wheel: what that needs is found beside the tests' own packages."""
    place = tmp_path / "club"
    write_files(place / "rules", SMALL_WORLD)
    offline = {"PIP_NO_DEPS": "1", "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    done = stepped("Install", place, package=str(built[0]), **offline)
    assert done.returncode == 0, done.stderr
    environment = tmp_path / "runner" / "emperor-rules"
    assert (tmp_path / "runner" / "path").read_text(encoding="utf-8").strip() == str(environment / "bin")
    packages = next((environment / "lib").glob("python*/site-packages"))
    (packages / "needed.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    done = stepped("Check", place, check="--no-search")
    assert done.returncode == 0, done.stdout + done.stderr
    done = stepped("Build the site", place, site="public", url="https://club.example/")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "https://club.example/" in (place / "public" / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes_commands(shell: str, installed: Path, tmp_path: Path) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    environment = {**os.environ, "PATH": f"{installed.parent}{os.pathsep}{os.environ['PATH']}"}
    script = subprocess.run(
        ["emperor"],
        env={**environment, "_EMPEROR_COMPLETE": f"{shell}_source"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    (tmp_path / "completion").write_text(script, encoding="utf-8")
    checked = subprocess.run([program, "-n", tmp_path / "completion"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    asked = {"bash": {"COMP_WORDS": "emperor che", "COMP_CWORD": "1"}, "zsh": {"COMP_WORDS": "emperor che", "COMP_CWORD": "1"},
             "fish": {"COMP_WORDS": "emperor che", "COMP_CWORD": "che"}}[shell]  # fmt: skip
    completed = subprocess.run(
        ["emperor"],
        env={**environment, "_EMPEROR_COMPLETE": f"{shell}_complete", **asked},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "check" in completed
