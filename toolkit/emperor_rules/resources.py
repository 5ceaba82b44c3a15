"""Where files lie that are no modules: what comes with the toolkit, and what it caches for the user."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any


def shipped_rules() -> Path:
    """Return the folder of the rules that come with the toolkit."""
    return _shipped("rules")


def site_folder() -> Path:
    """Return the folder of the hand-written part of the site."""
    return _shipped("site")


def site_table(name: str) -> Mapping[str, Any]:
    """Return what one of the files of the site says that are data: ``start``, ``words``, ``search`` and others."""
    file = site_folder() / f"{name}.toml"
    status = file.stat()
    return _table(file, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=16)
def _table(file: Path, _time: int, _size: int) -> Mapping[str, Any]:
    """Return what a file says as it was at a time, of which every page asks."""
    from tomllib import loads  # only the site needs it

    return loads(file.read_text(encoding="utf-8"))


def grammar_path() -> Path:
    """Return the grammar of the rules language, ``rules.lark``."""
    return _shipped("grammar") / "rules.lark"


def languages_folder() -> Path:
    """Return the folder with a folder for each language of readers: its messages, sentences and words of questions."""
    return _shipped("grammar") / "languages"


def cache_folder() -> Path:
    """Return the user's folder for caches of the toolkit, where the system keeps such folders; it need not be there.

    No cache lies in a folder of rules: whoever hands rules on could plant one there.
    """
    from platformdirs import user_cache_path

    return user_cache_path("emperor-rules", appauthor=False)


def project_cache(name: str, folder: Path | None = None) -> Path:
    """Return where a cache of the project in a folder (by default this one) lies among the user's; none is made."""
    from hashlib import sha256  # only searches need it

    project = os.path.realpath(folder or ".")
    return cache_folder() / "projects" / sha256(os.fsencode(project)).hexdigest()[:16] / name


def _shipped(name: str) -> Path:
    """Return a folder of the distribution: inside the package when installed, else at the top of the repository."""
    package = Path(__file__).resolve().parent
    inside = package / "shipped" / name
    return inside if inside.is_dir() else package.parents[1] / name
