"""The folder in which a site is built: replaced only where a build made all of it, and in one step."""

from __future__ import annotations

import ctypes
import json
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

from emperor_rules.messages import Message

#: The file in which a build names all files of the folder that it made.
MARK = ".emperor-rules-site"
#: ``renameat2``: paths are relative to the working directory, and the two change places.
AT_FDCWD, RENAME_EXCHANGE = -100, 2


def refusal(site: Path) -> str | None:
    """Return why no site may take the place of what lies at ``site``, as a sentence; ``None`` where one may.

    Raises:
        OSError: If the system cannot tell what lies there.
    """
    # the parts of the path that whoever made the working directory could have planted, and its last part
    planted = [] if site.is_absolute() else [path for path in reversed(site.parents) if path != Path()]
    link = next((path for path in (*planted, site) if path.is_symlink()), None)
    if link is not None:
        return Message("{link} is a link: name the folder itself.", link=link)
    try:
        status = site.lstat()
    except FileNotFoundError:
        return None
    if not stat.S_ISDIR(status.st_mode):
        return Message("{site} is a file: name another folder.", site=site)
    files = set(_files(site))
    foreign = sorted(files - _made(site))
    if not foreign:
        return None
    return Message(
        "{site} holds {file}, which no build made: name another folder, or empty it.", site=site, file=foreign[0]
    )


def _files(folder: Path) -> Iterator[str]:
    """Yield everything in a folder that is no folder; links are not followed."""
    for place, folders, names in os.walk(folder):
        inner = Path(place).relative_to(folder)
        yield from ((inner / name).as_posix() for name in names)
        yield from ((inner / name).as_posix() for name in folders if Path(place, name).is_symlink())


def _made(site: Path) -> set[str]:
    """Return the files that a build made, as its mark names them; none where there is no such mark."""
    try:
        names = json.loads((site / MARK).read_bytes())
    except (OSError, ValueError, RecursionError):
        return set()
    return {MARK, *names} if isinstance(names, list) and all(isinstance(name, str) for name in names) else set()


def mark(site: Path) -> None:
    """Leave the mark in a folder that has just been built."""
    (site / MARK).write_text(json.dumps(sorted(_files(site)), indent=0), encoding="utf-8")


def put_in_place(fresh: Path, site: Path, former: Path) -> None:
    """Move a built folder to its place, and what lay there to ``former``.

    Where the system can exchange two folders, a process killed at any moment leaves the one or the other.

    Raises:
        OSError: If the folder cannot be moved; then the former one is in its place.
    """
    if not site.exists():
        fresh.rename(site)
    elif _exchange(fresh, site):
        fresh.rename(former)
    else:
        site.rename(former)
        try:
            fresh.rename(site)
        except OSError:
            former.rename(site)
            raise


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two folders in one step; return whether this system and its file system can."""
    if sys.platform != "linux":
        return False
    renameat2 = getattr(ctypes.CDLL(None), "renameat2", None)
    paths = os.fsencode(one), os.fsencode(other)
    return renameat2 is not None and renameat2(AT_FDCWD, paths[0], AT_FDCWD, paths[1], RENAME_EXCHANGE) == 0
