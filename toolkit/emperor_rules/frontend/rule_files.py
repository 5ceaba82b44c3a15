"""The rule files under a folder."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from emperor_rules.diagnostics import suggest
from emperor_rules.errors import EmperorError
from emperor_rules.messages import Message, sentences

#: Under a folder of rules lie a few folders; under one with so many lies something else.
MOST_FOLDERS = 1_000


class TooManyFolders(EmperorError, ValueError):
    """More folders than a folder of rules has."""

    code = "R101"

    def __init__(self, folder: Path) -> None:
        super().__init__(
            Message("there are more than {most} folders under {folder}", most=MOST_FOLDERS, folder=folder.as_posix())
        )


def rule_files(folder: Path, *, others: bool = False) -> list[Path]:
    """Return the rule files under a folder, in order of name; links to folders are not followed.

    With ``others`` it is what is named like one and is none: links to nowhere, pipes and the like.

    Raises:
        TooManyFolders: There are more than :data:`MOST_FOLDERS` folders.
    """
    paths: list[Path] = []
    for number, (place, folders, names) in enumerate(os.walk(folder)):
        if number + len(folders) > MOST_FOLDERS:
            raise TooManyFolders(folder)
        paths += [Path(place, name) for name in (*names, *folders) if name.endswith(".rules")]
    return [path for path in sorted(paths) if path.is_file() != others]


def text_ids(folder: Path) -> tuple[str, ...]:
    """Return the texts of a folder of rules, by the names of their files; none where there are too many."""
    try:
        return tuple(sorted(file.stem for file in rule_files(folder / "texts")))
    except TooManyFolders:
        return ()


def unknown_text(id: str, ids: Iterable[str]) -> Message:
    """Return the message for a text that does not exist, with the nearest one that does."""
    ids = tuple(ids)
    others = Message("Texts: {texts}.", texts=", ".join(ids))
    return sentences(Message("there is no text “{text}”.", text=id), suggest(id, ids, others))


def display_name(path: Path) -> str:
    """Return a path relative to the working directory, if it lies below."""
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError, RuntimeError):
        return path.as_posix()
