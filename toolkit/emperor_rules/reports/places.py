"""Places as programs of a hosting service want them: files from the top of the repository, columns in bytes."""

from __future__ import annotations

import os
from pathlib import Path

from emperor_rules.source import SourceFile

#: Where the runners of GitHub and GitLab tell in which folder the repository lies.
ROOTS = ("GITHUB_WORKSPACE", "CI_PROJECT_DIR")


def from_root(file: str) -> str:
    """Return a file as it is named from the top of the repository.

    The top is where a runner says it is, else the working directory. What lies elsewhere, such as the rules that come
    with the toolkit, is no file of the repository: the result is then empty.
    """
    if not file:
        return ""
    path = os.path.abspath(file)
    for root in (*(os.environ[name] for name in ROOTS if os.environ.get(name)), os.getcwd()):
        try:
            return Path(path).relative_to(os.path.abspath(root)).as_posix()
        except ValueError:
            continue
    return ""


def byte_column(source: SourceFile | None, line: int, column: int) -> int:
    """Return a column, from 1, counted in bytes of UTF-8."""
    words = source.line(line) if source is not None else ""
    return len(words[: column - 1].encode()) + 1 if words else column
