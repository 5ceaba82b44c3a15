"""The rules as they stood at a git revision, copied into a folder of their own; the work tree is never touched.

Git is asked for the names and contents of the rule files and for nothing else, so that no attribute, filter or hook of
the repository has a say. It fetches nothing that the repository lacks: what its settings name for that would be run.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from emperor_rules.cli.locale import misuse, say
from emperor_rules.frontend.project import copy_project

#: What git is told by the environment, in the place of all that the caller's own says of another repository: that it
#: may speak to nobody (``GIT_ALLOW_PROTOCOL`` comes before all settings), and that nobody is there to be asked.
SETTINGS = {
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
}
#: Where git itself and the settings of machine and user lie, which the caller's environment may say.
OWN = ("GIT_EXEC_PATH", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CEILING_DIRECTORIES")
#: How many seconds git may take for one thing, on a disk that does not answer.
MOST_SECONDS = 120
REGULAR = (b"100644", b"100755")


@contextmanager
def at_revision(rules: Path, revision: str) -> Iterator[tuple[Path, str]]:
    """Yield the rules as a revision has them, in a folder that lies on the same base, and their name.

    Raises:
        click.UsageError: As :func:`copy_of_revision` does.
        ProjectError: If the project file cannot be followed.
    """
    with TemporaryDirectory(prefix="rules-") as scratch:
        folder = Path(scratch).resolve() / "rules"
        folder.mkdir()
        name = copy_of_revision(rules, revision, folder)
        copy_project(rules, folder)
        yield folder, name


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
    if not re.fullmatch(rb"[0-9a-f]{40,64}\n", commit):
        raise click.UsageError(f"{refusal}.")
    tree = f"{commit.decode().strip()}:{prefix}"
    refusal = say("the revision “{revision}” has no folder {folder}", revision=revision, folder=prefix or ".")
    listed = _ask(where, ["ls-tree", "-r", "-z", "--full-tree", tree], refusal)
    for path, content in _contents(where, revision, list(_rule_files(listed))):
        target = into / path
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        except OSError as problem:
            raise misuse(
                "{file} of the revision “{revision}” cannot be written here: {reason}.",
                file=_shortened(path.as_posix()),
                revision=revision,
                reason=problem.strerror or problem,
            ) from None
    return f"{revision}:{prefix or '.'}"


def _rule_files(listed: bytes) -> Iterator[tuple[Path, str]]:
    """Yield path and blob of every regular rule file in a listing of git, but none that leads out of the folder."""
    for entry in listed.split(b"\0"):
        about, _, name = entry.partition(b"\t")
        path = Path(os.fsdecode(name))
        inside = not path.is_absolute() and not {"..", ".git"} & set(path.parts)
        if inside and name.endswith(b".rules") and about.split(b" ")[0] in REGULAR:
            yield path, about.split(b" ")[2].decode()


def _contents(where: Path, revision: str, files: list[tuple[Path, str]]) -> Iterator[tuple[Path, bytes]]:
    names = "\n".join([*(blob for _, blob in files), ""]).encode()
    damaged = say("git cannot read its files: some are damaged (git fsck says which)")
    answer = BytesIO(_ask(where, ["cat-file", "--batch"], damaged, names))
    for path, _ in files:
        match answer.readline().split():
            case [_, b"blob", size]:
                yield path, answer.read(int(size))
                answer.readline()
            case _:
                raise misuse(
                    "the repository lacks {file} of “{revision}”: fetch it whole, or let git fsck say what is missing.",
                    file=_shortened(path.as_posix()),
                    revision=revision,
                )


def _shortened(name: str) -> str:
    printable = "".join(sign if sign.isprintable() else "�" for sign in name)
    return printable if len(printable) <= 80 else f"{printable[:40]}…{printable[-39:]}"


def _ask(where: Path, arguments: list[str], refusal: str, given: bytes = b"") -> bytes:
    """Run git in a folder and return what it prints; its refusal is a usage error."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("GIT_") or key in OWN}
    command = ["git", "--no-pager", "-c", "core.fsmonitor=false", "-C", str(where), *arguments]
    try:
        done = subprocess.run(
            command, input=given, capture_output=True, check=False, env={**kept, **SETTINGS}, timeout=MOST_SECONDS
        )
    except subprocess.TimeoutExpired:
        raise misuse("git did not answer within {seconds} seconds.", seconds=MOST_SECONDS) from None
    except (OSError, ValueError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else problem
        raise misuse("git cannot be run: {reason}.", reason=reason) from None
    if done.returncode != 0:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
        hint = f": {lines[0].removeprefix('fatal: ')}" if lines and "dubious ownership" in lines[0] else ""
        raise click.UsageError(f"{refusal}{hint}.")
    return done.stdout
