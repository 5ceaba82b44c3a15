"""The rule files under a folder."""

from __future__ import annotations

import os
from pathlib import Path

from emperor_rules.errors import EmperorError
from emperor_rules.messages import Message

#: Under a folder of rules lie a few folders; under one with so many lies something else.
MOST_FOLDERS = 1_000


class TooManyFolders(EmperorError):
    """More folders than a folder of rules has."""

    code = "R101"

    def __init__(self, folder: Path) -> None:
        """Name the folder under which they lie."""
        super().__init__(
            Message("there are more than {most} folders under {folder}", most=MOST_FOLDERS, folder=folder.as_posix())
        )


def rule_files(folder: Path) -> list[Path]:
    """Return the rule files under a folder, in order of name; links to folders are not followed.

    Raises:
        TooManyFolders: There are more than :data:`MOST_FOLDERS` folders.
    """
    paths: list[Path] = []
    for number, (place, folders, names) in enumerate(os.walk(folder)):
        if number + len(folders) > MOST_FOLDERS:
            raise TooManyFolders(folder)
        paths += [Path(place, name) for name in names if name.endswith(".rules")]
    return sorted(path for path in paths if path.is_file())
