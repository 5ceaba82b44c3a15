"""Caches that nobody else can have written: each is sealed with a key of its user.

A file may have been cut short, and whoever may write in the folder could have put one there. What that key did not seal
is ignored: nothing of it is read, and the next run writes it anew.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from emperor_rules import files
from emperor_rules.resources import cache_folder, grammar_path

try:
    from _blake2 import blake2b  # hashlib has it from there; to import that loads OpenSSL, with every answer
except ImportError:
    from hashlib import blake2b

#: How many bytes a key has.
KEY_SIZE = 32


def read_sealed(file: Path, kind: str) -> bytes | None:
    """Return what :func:`write_sealed` wrote under this name and kind; ``None`` where nothing can be relied on."""
    seal, _, content = _read(file).partition(b"\n")
    try:
        return content if seal and seal == _seal(file, kind, content) else None
    except OSError:
        return None


def write_sealed(file: Path, kind: str, content: bytes) -> None:
    """Write a file as a whole, with its seal in the first line, and make its folder if need be.

    ``kind`` is what the content is and all that it depends on: it is read only where the same is asked for.

    Raises:
        OSError: The file or the key cannot be written.
    """
    seal = _seal(file, kind, content)
    file.parent.mkdir(parents=True, exist_ok=True)
    files.write_whole(file, seal + b"\n" + content)


def toolkit_key() -> str:
    """Return a name for the toolkit as it is installed: a digest of path, size and time of each of its sources.

    The sources are not read: that would take longer than most of what a cache saves.
    """
    digest = blake2b(digest_size=8)
    for place, stat in (*_sources(os.path.dirname(__file__)), (grammar_path(), grammar_path().stat())):
        digest.update(f"{place} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _sources(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    """Yield the modules of a package in a fixed order."""
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.name.endswith(".py"):
                yield entry.path, entry.stat()
            elif entry.name != "__pycache__" and entry.is_dir():
                yield from _sources(entry.path)


def _seal(file: Path, kind: str, content: bytes) -> bytes:
    """Return the seal of a content, for this place alone."""
    place = os.fsencode(os.path.join(file.parent.name, file.name))
    return blake2b(b"\0".join([place, kind.encode(), content]), digest_size=32, key=_key()).hexdigest().encode()


def _key() -> bytes:
    """Return the key of the user, made where there is none.

    Raises:
        OSError: There is none, and none can be written.
    """
    file = cache_folder() / "key"
    key = _read(file)
    if len(key) != KEY_SIZE:
        key = os.urandom(KEY_SIZE)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)  # one that is damaged may be open to others
        files.write_whole(file, key, mode=0o600)
    return key


def _read(file: Path) -> bytes:
    """Return the content of a file; nothing where there is no such file, or it cannot be read."""
    try:
        return file.read_bytes() if file.is_file() else b""
    except OSError:
        return b""
