"""A folder of rules as its editor has it: read again after edits, as far as these changed anything.

What reads and checks is loaded when a folder is read: the server answers its editor before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from emperor_rules.diagnostics import Diagnostic, in_order
from emperor_rules.frontend.rule_files import PROJECT_FILE, ProjectError
from emperor_rules.groups import by_key
from emperor_rules.model.rulebook import Rulebook

if TYPE_CHECKING:
    from emperor_rules.api.rules import Rules
    from emperor_rules.check.validation import Resolutions

#: What tells findings apart.
FindingKey = tuple[object, ...]
#: When each of some files was changed last, and how long it is.
Stamps = Mapping[Path, tuple[int, int]]


@dataclass(frozen=True)
class FolderReading:
    """Rules as they were read, with what is wrong with them before any scenario is asked or table searched.

    ``unsaved`` are the contents of the files that were open in the editor then, by name, ``resolutions`` what is
    wrong with texts that are resolved, as the next reading can use it, ``places`` the folders that the rules lie in,
    with their bases, ``stamps`` when their files were changed last.
    """

    rulebook: Rulebook
    findings: tuple[Diagnostic, ...] = ()
    unsaved: Mapping[str, str] = field(default_factory=dict)
    resolutions: Resolutions = field(default_factory=dict)
    places: tuple[Path, ...] = ()
    stamps: Stamps = field(default_factory=dict)

    @cached_property
    def by_file(self) -> Mapping[str, list[Diagnostic]]:
        """The findings by the name of their file."""
        return grouped(self.findings)

    @cached_property
    def faults_of_project(self) -> tuple[Diagnostic, ...]:
        """Why the project file cannot be followed; then nothing else was read that means anything."""
        return tuple(finding for finding in self.findings if finding.code == ProjectError.code)

    @cached_property
    def rules(self) -> Rules:
        """The rules, ready to answer."""
        from emperor_rules.api.rules import Rules

        return Rules(self.rulebook)


def read_folder(folder: Path, unsaved: Mapping[str, str], before: FolderReading | None = None) -> FolderReading:
    """Read a folder of rules.

    Args:
        folder: The folder.
        unsaved: The contents of the files that are open in the editor, by name.
        before: The same folder as it was read before an edit.
    """
    from emperor_rules.check.validation import check_texts
    from emperor_rules.frontend.fingerprints import load_fingerprints
    from emperor_rules.frontend.loader import load_rulebook
    from emperor_rules.frontend.project import not_hidden

    places = _places(folder)
    stamps = stamps_of(places)
    rulebook = load_rulebook(folder, before=before.rulebook if before is not None else None, unsaved=unsaved)
    resolutions = {**before.resolutions} if before is not None else {}
    findings = [*rulebook.findings, *load_fingerprints(folder)[1], *check_texts(rulebook, resolutions)]
    ordered = in_order(not_hidden(findings, folder))
    return FolderReading(rulebook, ordered, dict(unsaved), resolutions, places, stamps)


def _places(folder: Path) -> tuple[Path, ...]:
    from emperor_rules.frontend.layers import layers_of

    try:
        return tuple(layer.folder.resolve() for layer in layers_of(folder))
    except ProjectError:
        return (folder,)


def stamps_of(places: Iterable[Path]) -> Stamps:
    """Return when each file of folders of rules, and of what lies beside them, was changed, and how long it is."""
    from emperor_rules.check.base_changes import BASE_FILE

    stamps = {}
    for place in places:
        for path in (*place.rglob("*"), place.parent / PROJECT_FILE, place.parent / BASE_FILE):
            with suppress(OSError):
                status = path.stat()
                stamps[path] = status.st_mtime_ns, status.st_size
    return stamps


def grouped(findings: Iterable[Diagnostic]) -> Mapping[str, list[Diagnostic]]:
    """Return findings by the name of their file."""
    return by_key((finding.span.file, finding) for finding in findings)


def finding_key(finding: Diagnostic) -> FindingKey:
    """Return what tells a finding apart from others."""
    return finding.code, finding.severity, finding.span, finding.message, finding.help
