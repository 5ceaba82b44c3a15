"""Caches on disk: a file is read only where it is whole, and where nobody but this user can have written it.

A file may have been cut short, and whoever may write in its folder could have put one there. Such a file is ignored:
nothing of it is read, and the next run writes it anew.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from emperor_rules import files
from emperor_rules.resources import grammar_path

try:
    from _blake2 import blake2b  # hashlib has it from there; to import that loads OpenSSL, with every answer
except ImportError:
    from hashlib import blake2b

#: What others may do with a file that they could have written.
BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def read_cache(file: Path, kind: str) -> bytes | None:
    """Return what :func:`write_cache` wrote under this name and kind; ``None`` where nothing can be relied on."""
    try:
        data = file.read_bytes() if _is_own(file) else b""
    except OSError:
        return None
    digest, _, content = data.partition(b"\n")
    return content if digest and digest == _digest(file, kind, content) else None


def write_cache(file: Path, kind: str, content: bytes) -> None:
    """Write a file as a whole, with its digest in the first line, and make its folder if need be.

    ``kind`` is what the content is and all that it depends on: it is read only where the same is asked for.

    Raises:
        OSError: The file cannot be written.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if file.is_file() and not _is_own(file):
        file.unlink()  # else it would keep its owner, or what others may do with it
    files.write_atomically(file, _digest(file, kind, content) + b"\n" + content, mode=0o600)


def toolkit_key() -> str:
    """Return a name for the toolkit as it is installed: a digest of path, size and time of each of its sources.

    The sources are not read: that would take longer than most of what a cache saves.
    """
    digest = blake2b(digest_size=8)
    for place, status in (*_sources(os.path.dirname(__file__)), (grammar_path(), grammar_path().stat())):
        digest.update(f"{place} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _sources(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    """Yield the modules of a package in a fixed order."""
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.name.endswith(".py"):
                yield entry.path, entry.stat()
            elif entry.name != "__pycache__" and entry.is_dir():
                yield from _sources(entry.path)


def _digest(file: Path, kind: str, content: bytes) -> bytes:
    """Return the digest of a content, for this place alone."""
    place = os.fsencode(os.path.join(file.parent.name, file.name))
    return blake2b(b"\0".join([place, kind.encode(), content]), digest_size=32).hexdigest().encode()


def _is_own(file: Path) -> bool:
    """Return whether a file belongs to this user and nobody else may write it, where the system tells users apart."""
    if not file.is_file():
        return False
    status = file.stat()
    return not hasattr(os, "geteuid") or (status.st_uid == os.geteuid() and not status.st_mode & BY_OTHERS)
