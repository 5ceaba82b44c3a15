"""The rule files under a folder."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from emperor_rules.diagnostics import Diagnostic, error, suggest
from emperor_rules.errors import EmperorError, RequestError
from emperor_rules.messages import Message, sentences
from emperor_rules.source import Span

#: A folder of rules has a few folders; one with more than this is something else.
MOST_FOLDERS = 1_000
#: The words in which people ask, in the room of the questions.
WORDS_FILE = "words.toml"


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


def layered_files(folders: Iterable[Path], room: str) -> list[Path]:
    """Return the rule files of a room of several folders on top of one another, in order of folder and name.

    A file takes the place of one below it that has the same path in the room; a text, of one with the same name.

    Raises:
        TooManyFolders: There are more than :data:`MOST_FOLDERS` folders under one of them.
    """
    by_name: dict[str, Path] = {}
    for folder in folders:
        for path in rule_files(folder / room):
            name = path.stem if room == "texts" else path.relative_to(folder / room).as_posix()
            while name in by_name and by_name[name].is_relative_to(folder):
                name += "/"  # two texts of one name in one folder are a mistake, and both are read
            by_name[name] = path
    return list(by_name.values())


def unknown_text(id: str, ids: Iterable[str]) -> Message:
    """Return the message for a text that does not exist, with the nearest one that does."""
    ids = tuple(ids)
    others = Message("Texts: {texts}.", texts=", ".join(ids))
    return sentences(Message("there is no text “{text}”.", text=id), suggest(id, ids, others))


def display_name(path: Path | None) -> str:
    """Return a path relative to the working directory, if it lies below; where there is none, the name of a folder."""
    if path is None:
        return "rules"
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError, RuntimeError):
        return path.as_posix()


# --- project files ---------------------------------------------------------------------------------


PROJECT_FILE = "emperor.toml"


class ProjectError(RequestError):
    """A project file that cannot be followed; ``line`` is where in it, from 1."""

    code = "R708"

    def __init__(self, message: str, file: Path = Path(PROJECT_FILE), line: int = 1) -> None:
        super().__init__(message)
        self.file, self.line = file, line

    @property
    def finding(self) -> Diagnostic:
        """What is wrong, at its place."""
        return error(self.code, self.message, Span(display_name(self.file), self.line, 1, self.line, 2))


def line_of(file: Path, word: str) -> int:
    """Return the line of a project file in which a setting stands, from 1."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return 1
    return next((number for number, line in enumerate(lines, 1) if word in line), 1)
