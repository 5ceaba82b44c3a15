"""Rules of a git revision: repositories that are damaged, incomplete, or built to do harm.

``EMPEROR_HOSTILE_REPOSITORIES=500`` damages so many.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from pathlib import Path
from random import Random

import pytest

from tests.support.bad_input import SOUND
from tests.support.command_line import run
from tests.support.git import git
from tests.support.kings_and_pawns import WORDS

REPOSITORIES = int(os.environ.get("EMPEROR_HOSTILE_REPOSITORIES", "12"))
#: What a commit may be called beside its name.
REVISIONS = (
    "HEAD",
    "HEAD~0",
    "main",
    "^HEAD",
    "HEAD^{tree}",
    "HEAD:rules",
    "-h",
    "--output=x",
    ":/one",
    "HEAD..",
    "@{-1}",
    "",
)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    top = tmp_path / "top"
    for name, words in (("vocabulary/words.rules", WORDS), ("texts/t.rules", SOUND)):
        file = top / "rules" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(words, encoding="utf-8")
    git(tmp_path, "init", "-q", "-b", "main", str(top))
    git(top, "add", "-A")
    git(top, "commit", "-qm", "one")
    return top


def objects(top: Path) -> list[Path]:
    return sorted(path for path in (top / ".git" / "objects").glob("??/*"))


def damage(rng: Random, path: Path) -> str:
    """Lose a file of a repository, or spoil it; returns how."""
    path.chmod(stat.S_IRUSR | stat.S_IWUSR)
    data = path.read_bytes()
    how = rng.choice(("lost", "empty", "cut", "flipped", "folder", "another"))
    match how:
        case "lost":
            path.unlink()
        case "empty":
            path.write_bytes(b"")
        case "cut":
            path.write_bytes(data[: rng.randrange(len(data))])
        case "flipped":
            at = rng.randrange(len(data))
            path.write_bytes(data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :])
        case "folder":
            path.unlink()
            path.mkdir()
        case _:
            other = rng.choice([*path.parents[1].glob("??/*")] or [path])
            path.write_bytes(other.read_bytes() if other.is_file() else b"")
    return how


def test_a_damaged_repository_is_told_in_one_sentence(repository: Path, tmp_path: Path) -> None:
    told = set()
    for number in range(REPOSITORIES):
        rng = Random(f"repository {number}")
        top = tmp_path / "damaged"
        shutil.copytree(repository, top)
        for path in rng.sample(objects(top), rng.choice((1, 1, 2))):
            damage(rng, path)
        if rng.random() < 0.2:
            (top / ".git" / rng.choice(("HEAD", "config", "refs/heads/main"))).write_bytes(rng.randbytes(40))
        command = ("diff", "HEAD") if rng.random() < 0.7 else ("check", "--since", "HEAD", "--no-search", "--no-cache")
        result = run(*command, "--rules", top / "rules")
        if result.exit_code == 2:
            told.add(result.output.splitlines()[-1][:30])
        shutil.rmtree(top)
    assert told


@pytest.mark.parametrize("revision", REVISIONS)
def test_whatever_a_revision_is_called(repository: Path, revision: str) -> None:
    result = run("diff", revision, "--rules", repository / "rules")
    assert result.exit_code in (0, 2)
    assert (
        result.exit_code == 0
        or "no revision" in result.output
        or "o such option" in result.output
        or "Usage" in result.output
    )


def tree_of(top: Path, entries: list[tuple[str, bytes, str]]) -> str:
    """Write a tree that git itself would not: names of any kind."""
    made = b"".join(mode.encode() + b" " + name + b"\0" + bytes.fromhex(blob) for mode, name, blob in entries)
    done = subprocess.run(
        ["git", "-C", str(top), "hash-object", "-t", "tree", "-w", "--literally", "--stdin"],
        input=made,
        capture_output=True,
        check=True,
    )
    return done.stdout.decode().strip()


NAMES = {
    "long": b"x" * 300 + b".rules",
    "upwards": b"../../evil.rules",
    "absolute": b"/tmp/evil.rules",
    "control": b"a\x1b[31m\n.rules",
    "bytes": b"\xff\xfe.rules",
    "dots": b"...rules",
    "backslash": b"..\\..\\evil.rules",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize("twice", [False, True])
def test_names_that_no_folder_has(repository: Path, tmp_path: Path, name: bytes, twice: bool) -> None:
    before = sorted(path for path in tmp_path.rglob("*") if ".git" not in path.parts)
    blob = subprocess.run(
        ["git", "-C", str(repository), "rev-parse", "HEAD:rules/texts/t.rules"],
        capture_output=True,
        check=True,
        text=True,
    ).stdout.strip()
    inner = tree_of(repository, [("100644", b"t.rules", blob)])
    entries = [("100644", name, blob), *([("40000", name, inner)] if twice else [])]
    rules = tree_of(repository, entries)
    root = tree_of(repository, [("40000", b"rules", rules)])
    commit = subprocess.run(
        [
            "git",
            "-C",
            str(repository),
            "-c",
            "user.name=T",
            "-c",
            "user.email=t@e.org",
            "commit-tree",
            root,
            "-m",
            "odd",
        ],
        capture_output=True,
        check=True,
        text=True,
    ).stdout.strip()
    run("diff", commit, "--rules", repository / "rules", "--up-to", 2)
    after = sorted(path for path in tmp_path.rglob("*") if ".git" not in path.parts and "cache" not in path.parts)
    assert [path for path in after if path not in before] == []


@pytest.mark.parametrize(
    "allowed",
    ["", '[protocol]\n\tallow = always\n[protocol "file"]\n\tallow = always\n[protocol "ext"]\n\tallow = always\n'],
    ids=["usual", "allowed"],
)
@pytest.mark.parametrize("url", ["file", "ext", "vcs"])
def test_settings_of_a_repository_run_nothing(repository: Path, tmp_path: Path, url: str, allowed: str) -> None:
    """What a repository lacks is not fetched: whoever wrote its settings would say how."""
    ran = tmp_path / "ran"
    helper = tmp_path / "helper"
    helper.write_text(f"#!/bin/sh\ntouch {ran}\n", encoding="utf-8")
    helper.chmod(0o755)
    address = f"ext::{helper}" if url == "ext" else str(repository)
    with (repository / ".git" / "config").open("a", encoding="utf-8") as config:
        config.write(
            f"[core]\n\trepositoryformatversion = 1\n\tfsmonitor = {helper}\n\tpager = {helper}\n\tsshCommand = {helper}\n"
            f'[extensions]\n\tpartialClone = origin\n[remote "origin"]\n\tpromisor = true\n\turl = {address}\n'
            f"\tuploadpack = {helper}\n[credential]\n\thelper = {helper}\n[diff]\n\texternal = {helper}\n{allowed}"
        )
        if url == "vcs":
            config.write("\tvcs = ext\n")
    blob = subprocess.run(
        ["git", "-C", str(repository), "rev-parse", "HEAD:rules/texts/t.rules"],
        capture_output=True,
        check=True,
        text=True,
    ).stdout.strip()
    (repository / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    ran.unlink(missing_ok=True)
    for command in (("diff", "HEAD"), ("check", "--since", "HEAD", "--no-search", "--no-cache")):
        result = run(*command, "--rules", repository / "rules")
        assert result.exit_code == 2, command
        assert "texts/t.rules" in result.output or "git cannot read" in result.output
    assert not ran.exists()
