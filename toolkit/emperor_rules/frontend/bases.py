"""Bases that lie in git: the rule files of a revision, copied into the user's cache folder."""

from __future__ import annotations

import os
import subprocess
import tarfile
import tempfile
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from emperor_rules import files
from emperor_rules.frontend.project_errors import PROJECT_FILE
from emperor_rules.messages import Message
from emperor_rules.resources import cache_folder

#: How many seconds git may take for one thing.
GIT_TIMEOUT = 120
#: What a folder of rules holds.
ENDINGS = (".rules", ".toml", ".json")
#: No helper that an address could name is run, no hook, and nobody is asked for a password.
CAREFUL = ("-c", "protocol.ext.allow=never", "-c", f"core.hooksPath={os.devnull}")


class GitBase(NamedTuple):
    """A revision of a git repository, by its address or folder, and the folder of rules in it."""

    git: str
    revision: str
    folder: str = "rules"


def fetched(base: GitBase, beside: Path, *, anew: bool = False) -> Path:
    """Return the folder that holds the rule files of a base, and beside it its project file if it has one.

    A path to a repository is one from ``beside``. Each revision is fetched once, and again when it is wanted ``anew``.
    What was fetched never changes: where the revision has moved on it lies in a folder of its own, so that whoever is
    reading the former one reads it to the end.

    Raises:
        OSError: If it cannot be fetched; it says why.
    """
    local = beside / os.path.expanduser(base.git)
    address = str(local.resolve()) if local.is_dir() else base.git
    key = sha256("\0".join((address, base.revision, base.folder)).encode()).hexdigest()[:24]
    place = cache_folder() / "bases" / key
    newest = place / "newest"
    if newest.is_file() and not anew:
        folder = place / newest.read_text(encoding="utf-8") / "rules"
        if folder.is_dir():
            return folder
    if address.startswith("-") or base.revision.startswith("-"):
        raise OSError(Message("the base {base} is no address of a repository", base=base.git))
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".base-", dir=place) as scratch:
        repository = Path(scratch, "git")
        _git(["init", "--quiet", "--bare", str(repository)], base)
        _git(["-C", str(repository), "fetch", "--quiet", "--depth", "1", "--", address, base.revision], base)
        commit = _git(["-C", str(repository), "rev-parse", "FETCH_HEAD"], base).decode().strip()
        if not (place / commit).is_dir():
            fresh = Path(scratch, "fresh")
            _unpack(repository, base, fresh)
            with suppress(OSError):  # another process was quicker
                fresh.rename(place / commit)
    files.write_atomically(newest, commit.encode())
    return place / commit / "rules"


def _unpack(repository: Path, base: GitBase, fresh: Path) -> None:
    """Write the rule files of what was fetched into a new folder, and the project file that stands beside them.

    Raises:
        OSError: If there are none.
    """
    archive = _git(["-C", str(repository), "archive", "--format=tar", f"FETCH_HEAD:{base.folder}"], base)
    with tarfile.open(fileobj=BytesIO(archive)) as packed:
        wanted = [member for member in packed if member.isfile() and member.name.endswith(ENDINGS)]
        packed.extractall(fresh / "rules", wanted, filter="data")
    if not wanted:
        raise OSError(Message("the base {base} has no rules in {folder}", base=base.git, folder=base.folder))
    project = (PurePosixPath(base.folder).parent / PROJECT_FILE).as_posix()
    with suppress(OSError):  # most have none
        content = _git(["-C", str(repository), "cat-file", "blob", f"FETCH_HEAD:{project}"], base)
        (fresh / PROJECT_FILE).write_bytes(content)


def _git(arguments: list[str], base: GitBase) -> bytes:
    """Run git and return what it prints.

    Raises:
        OSError: If it refuses, with its first line.
    """
    surroundings = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    surroundings |= {"GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    try:
        done = subprocess.run(
            ["git", *CAREFUL, *arguments], capture_output=True, check=False, timeout=GIT_TIMEOUT, env=surroundings
        )
    except (subprocess.TimeoutExpired, ValueError) as problem:
        raise OSError(Message("the base {base} cannot be fetched: {reason}", base=base.git, reason=problem)) from None
    if done.returncode:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines() or [""]
        reason = lines[0].removeprefix("fatal: ")
        message = Message(
            "the base {base} has no revision “{revision}” that can be fetched: {reason}",
            base=base.git,
            revision=base.revision,
            reason=reason,
        )
        raise OSError(message)
    return done.stdout
