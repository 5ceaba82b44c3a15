"""The folders that make up a folder of rules: itself, and what its project file names as its base, and so on."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from emperor_rules.frontend.rule_files import PROJECT_FILE, ProjectError, TooManyFolders, layered_files, line_of
from emperor_rules.messages import Message

#: So many projects may lie on top of one another.
MOST_LAYERS = 8


class Layer(NamedTuple):
    """A folder of rules, and whether it is the base of the others."""

    folder: Path
    borrowed: bool


def layers_of(rules: Path) -> tuple[Layer, ...]:
    """Return the folders that make up a folder of rules, the lowest first; it is the last of them itself.

    Raises:
        ProjectError: If a project file cannot be followed, a base is missing, or projects lie on one another in a
            circle.
    """
    folders, seen = [rules], {rules.resolve()}
    while os.path.lexists(folders[0].parent / PROJECT_FILE):
        from emperor_rules.frontend.project import project_of  # most folders stand alone

        project = project_of(folders[0])
        base = project.base_folder() if project is not None else None
        if project is None or base is None:
            break
        if base.resolve() in seen or len(folders) == MOST_LAYERS:
            message = Message("the base of this project is the project itself, by way of others")
            raise ProjectError(message, project.file, line_of(project.file, "base"))
        seen.add(base.resolve())
        folders.insert(0, base)
    return tuple(Layer(folder, folder is not rules) for folder in folders)


def text_ids(rules: Path) -> tuple[str, ...]:
    """Return the texts of a folder of rules and of its base, by their files; none where too many are.

    Raises:
        ProjectError: If a project file cannot be followed.
    """
    try:
        files = layered_files((layer.folder for layer in layers_of(rules)), "texts")
    except TooManyFolders:
        return ()
    return tuple(sorted({file.stem for file in files}))
