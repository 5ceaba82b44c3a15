"""The rules as they stood at a git revision, copied into a folder of their own; the work tree is never touched.

Git is asked for the names and contents of the rule files and for nothing else, so that no attribute, filter or hook of
the repository has a say.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import click

from emperor_rules.cli.language import misuse, say

#: Settings of the caller that would lead git to another repository than the folder's.
ELSEWHERE = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_NAMESPACE")
REGULAR = (b"100644", b"100755")


def copy_of_revision(rules: Path, revision: str, into: Path) -> str:
    """Copy the rule files that a revision has in a folder; return the name of that, ``REVISION:path/to/rules``.

    Raises:
        click.UsageError: If there is no git, no repository, no such revision, or no such folder in it.
    """
    where = rules.resolve()
    top = _ask(where, ["rev-parse", "--show-prefix"], say("{folder} does not lie in a git repository", folder=rules))
    prefix = os.fsdecode(top.removesuffix(b"\n")).removesuffix("/")
    if "\0" in revision or not revision.strip():
        raise misuse("there is no revision without a name.")
    refusal = say("there is no revision “{revision}”", revision=revision)
    if os.path.isdir(revision):
        refusal = say("there is no revision “{revision}” (to compare two folders, name both)", revision=revision)
    commit = _ask(where, ["rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"], refusal)
    tree = f"{commit.decode().strip()}:{prefix}"
    refusal = say("the revision “{revision}” has no folder {folder}", revision=revision, folder=prefix or ".")
    listed = _ask(where, ["ls-tree", "-r", "-z", "--full-tree", tree], refusal)
    files = list(_rule_files(listed))
    for (path, _), content in zip(files, _contents(where, [blob for _, blob in files]), strict=True):
        target = into / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    return f"{revision}:{prefix or '.'}"


def _rule_files(listed: bytes) -> Iterator[tuple[Path, str]]:
    """Yield path and blob of every regular rule file in a listing of git, but none that leads out of the folder."""
    for entry in listed.split(b"\0"):
        about, _, name = entry.partition(b"\t")
        path = Path(os.fsdecode(name))
        inside = not path.is_absolute() and not {"..", ".git"} & set(path.parts)
        if inside and name.endswith(b".rules") and about.split(b" ")[0] in REGULAR:
            yield path, about.split(b" ")[2].decode()


def _contents(where: Path, blobs: list[str]) -> Iterator[bytes]:
    names = "\n".join([*blobs, ""]).encode()
    answer = BytesIO(_ask(where, ["cat-file", "--batch"], say("git cannot read its files"), names))
    for _ in blobs:
        _, _, size = answer.readline().split()
        yield answer.read(int(size))
        answer.readline()


def _ask(where: Path, arguments: list[str], refusal: str, given: bytes = b"") -> bytes:
    """Run git in a folder and return what it prints; its refusal is a usage error."""
    surroundings = {key: value for key, value in os.environ.items() if key not in ELSEWHERE}
    try:
        done = subprocess.run(
            ["git", "-C", str(where), *arguments], input=given, capture_output=True, check=False, env=surroundings
        )
    except (OSError, ValueError) as problem:
        raise misuse("git cannot be run: {reason}.", reason=problem) from None
    if done.returncode != 0:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
        hint = f": {lines[0].removeprefix('fatal: ')}" if lines and "dubious ownership" in lines[0] else ""
        raise click.UsageError(f"{refusal}{hint}.")
    return done.stdout
