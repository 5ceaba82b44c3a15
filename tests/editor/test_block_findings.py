"""A block read by itself: what is wrong with it is what is wrong with it in its file, at whatever sign one stopped typing.

EMPEROR_PLACES is how many places of a file are tried, and has all files tried.
"""

import os
from pathlib import Path

import pytest

from emperor_rules.diagnostics import Diagnostic
from emperor_rules.editor.block_findings import OF_SEVERAL_BLOCKS
from emperor_rules.editor.folder_reading import FolderReading, read_folder
from emperor_rules.editor.open_file import OpenFile
from emperor_rules.editor.project import Project
from emperor_rules.frontend.rule_files import display_name
from tests.support.paths import RULES
from tests.support.sampling import sample_of
from tests.support.shipped import whole_rulebook

FILES = sorted(RULES.rglob("*.rules"), key=lambda path: path.stat().st_size)
#: One file of each room, the smallest first.
SAMPLE = list({path.relative_to(RULES).parts[0]: path for path in reversed(FILES)}.values())
ASKED = int(os.environ.get("EMPEROR_PLACES", "0"))
PLACES = ASKED or 1
#: The other files that are tried where everything is.
MORE = [path for path in FILES if path not in SAMPLE][:: 1 if ASKED else 4]


def seen_at_once(path: Path, text: str) -> list[Diagnostic]:
    """What an editor is shown of a file before its folder was read again."""
    project = Project(RULES)
    file = project.open(OpenFile(path.as_uri(), text, 1, "utf-16"), path)
    project.settle(FolderReading(whole_rulebook()))
    file.settled = {}
    return file.findings(project.rulebook)


def said(findings: list[Diagnostic]) -> set[tuple[object, ...]]:
    return {(f.code, f.span, f.message, f.help, f.fixes) for f in findings}


@pytest.mark.parametrize("path", sample_of([*SAMPLE, *MORE], len(SAMPLE)), ids=lambda path: path.name)
def test_what_is_said_at_once_of_half_typed_files_is_so(path: Path) -> None:
    """What reading all says of the blocks themselves is said at once, and nothing that it does not say."""
    text = path.read_text(encoding="utf-8")
    for number in range(1, PLACES + 1):
        half = text[: len(text) * number // (PLACES + 1)]
        at_once = seen_at_once(path, half)
        if path.parent.name in ("vocabulary", "questions"):
            continue  # what a declaration lacks depends on others
        fresh = read_folder(RULES, {display_name(path): half}, FolderReading(whole_rulebook()))
        settled = fresh.by_file.get(display_name(path), [])
        if not any(line[:1].isalpha() for line in half.splitlines()):
            continue  # that a file holds no block is no block's fault
        parsed = [f for f in fresh.rulebook.findings if f.span.file == display_name(path)]
        assert said(at_once) <= said(settled), "nothing that is not so"
        assert said([f for f in parsed if f.code not in OF_SEVERAL_BLOCKS]) <= said(at_once), "all that a block tells"
