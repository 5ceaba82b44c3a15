"""A folder of rules as its editor has it: read again after edits, as far as these changed anything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from emperor_rules.api.rules import Rules
from emperor_rules.check.validation import Resolutions, check_texts
from emperor_rules.diagnostics import Diagnostic, in_order
from emperor_rules.frontend.fingerprints import load_fingerprints
from emperor_rules.frontend.layers import layers_of
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.frontend.project import not_hidden
from emperor_rules.frontend.rule_files import ProjectError
from emperor_rules.model.rulebook import Rulebook

#: What tells findings apart.
FindingKey = tuple[object, ...]


@dataclass(frozen=True)
class FolderReading:
    """Rules as they were read, with what is wrong with them before any scenario is asked or table searched.

    ``unsaved`` are the contents of the files that were open in the editor then, by name, ``resolutions`` what is
    wrong with texts that are resolved, as the next reading can use it, ``places`` the folders that the rules lie in,
    with their bases.
    """

    rulebook: Rulebook
    findings: tuple[Diagnostic, ...] = ()
    unsaved: Mapping[str, str] = field(default_factory=dict)
    resolutions: Resolutions = field(default_factory=dict)
    places: tuple[Path, ...] = ()

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
        return Rules(self.rulebook)


def read_folder(folder: Path, unsaved: Mapping[str, str], before: FolderReading | None = None) -> FolderReading:
    """Read a folder of rules.

    Args:
        folder: The folder.
        unsaved: The contents of the files that are open in the editor, by name.
        before: The same folder as it was read before an edit.
    """
    rulebook = load_rulebook(folder, before=before.rulebook if before is not None else None, unsaved=unsaved)
    resolutions = {**before.resolutions} if before is not None else {}
    findings = [*rulebook.findings, *load_fingerprints(folder)[1], *check_texts(rulebook, resolutions)]
    return FolderReading(rulebook, in_order(not_hidden(findings, folder)), dict(unsaved), resolutions, _places(folder))


def _places(folder: Path) -> tuple[Path, ...]:
    try:
        return tuple(layer.folder.resolve() for layer in layers_of(folder))
    except ProjectError:
        return (folder,)


def grouped(findings: Iterable[Diagnostic]) -> Mapping[str, list[Diagnostic]]:
    """Return findings by the name of their file."""
    files: dict[str, list[Diagnostic]] = {}
    for finding in findings:
        files.setdefault(finding.span.file, []).append(finding)
    return files


def finding_key(finding: Diagnostic) -> FindingKey:
    """Return what tells a finding apart from others."""
    return finding.code, finding.severity, finding.span, finding.message, finding.help
