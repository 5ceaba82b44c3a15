"""Bases that lie in git: the rule files of a revision, copied into the user's cache folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
import tempfile
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

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
    """Return the folder that holds the rule files of a base; a path to a repository is one from ``beside``.

    Each revision is fetched once, and again when it is wanted ``anew``.

    Raises:
        OSError: If it cannot be fetched; it says why.
    """
    local = beside / os.path.expanduser(base.git)
    address = str(local.resolve()) if local.is_dir() else base.git
    key = sha256("\0".join((address, base.revision, base.folder)).encode()).hexdigest()[:24]
    place = cache_folder() / "bases" / key
    if place.is_dir() and not anew:
        return place
    if address.startswith("-") or base.revision.startswith("-"):
        raise OSError(Message("the base {base} is no address of a repository", base=base.git))
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".base-", dir=place.parent) as scratch:
        repository = Path(scratch, "git")
        _git(["init", "--quiet", "--bare", str(repository)], base)
        _git(["-C", str(repository), "fetch", "--quiet", "--depth", "1", "--", address, base.revision], base)
        archive = _git(["-C", str(repository), "archive", "--format=tar", f"FETCH_HEAD:{base.folder}"], base)
        fresh = Path(scratch, "rules")
        with tarfile.open(fileobj=BytesIO(archive)) as packed:
            wanted = [member for member in packed if member.isfile() and member.name.endswith(ENDINGS)]
            packed.extractall(fresh, wanted, filter="data")
        if not wanted:
            raise OSError(Message("the base {base} has no rules in {folder}", base=base.git, folder=base.folder))
        former = Path(scratch, "former")
        if place.is_dir():
            place.rename(former)
        try:
            fresh.rename(place)
        except OSError:  # another process was quicker
            if not place.is_dir():
                shutil.move(fresh, place)
    return place


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
