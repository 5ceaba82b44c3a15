"""The name of a project file, and what is wrong with one."""

from __future__ import annotations

from pathlib import Path

from emperor_rules.errors import RequestError

PROJECT_FILE = "emperor.toml"


class ProjectError(RequestError):
    """A project file that cannot be followed; ``line`` is where in it, from 1."""

    code = "R708"

    def __init__(self, message: str, file: Path = Path(PROJECT_FILE), line: int = 1) -> None:
        super().__init__(message)
        self.file, self.line = file, line


def line_of(file: Path, word: str) -> int:
    """Return the line of a project file in which a setting stands, from 1."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return 1
    return next((number for number, line in enumerate(lines, 1) if word in line), 1)
