"""What a folder of rules becomes where everything is written that its messages say to write."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from emperor_rules.check.pipeline import check_rulebook
from emperor_rules.diagnostics import Diagnostic
from emperor_rules.edits import Fix, TextEdit, edited, overlap
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.limits import Bounds
from emperor_rules.source import SourceFile

#: One mistake hides another: the rules are read again so often at most.
MOST_ROUNDS = 12


class Mended:
    """A folder of rules with fixes made, in memory alone.

    Attributes:
        before: The files that change, as they are on disk; a new one is empty.
        after: The same as they are to be.
        fixes: What was done, in order.
        left: The findings that are left.
    """

    def __init__(
        self, folder: Path, *, uncertain: bool, codes: Collection[str] = (), search: Bounds | None = None
    ) -> None:
        """Mend a folder: with ``uncertain`` fixes the likeliest of several is taken; ``codes`` are beginnings."""
        self.before: dict[str, str] = {}
        self.after: dict[str, str] = {}
        self.fixes: list[Fix] = []
        self.left: tuple[Diagnostic, ...] = ()
        done = set[tuple[object, ...]]()
        for _ in range(MOST_ROUNDS):
            rulebook = load_rulebook(folder, unsaved=self.after)
            report = check_rulebook(rulebook, search=search, own_only=True)
            self.left = report.diagnostics
            chosen = [
                (finding, fix)
                for finding, fix in _chosen(self.left, codes, uncertain=uncertain)
                if (finding.code, finding.message, fix.edits) not in done
            ]
            foreign = rulebook.borrowed
            made = self._make([fix for _, fix in chosen], rulebook.sources, foreign)
            if not made:
                return
            done.update((finding.code, finding.message, fix.edits) for finding, fix in chosen)

    def _make(self, fixes: Iterable[Fix], sources: Mapping[str, SourceFile], foreign: Collection[str]) -> bool:
        """Make those fixes whose edits overlap no other; return whether there were any."""
        edits: list[TextEdit] = []
        for fix in fixes:
            if any(edit.span.file in foreign for edit in fix.edits):
                continue
            if any(overlap(edit, other) for edit in fix.edits for other in edits):
                continue
            edits += fix.edits
            self.fixes.append(fix)
        for name in {edit.span.file for edit in edits}:
            source = sources.get(name) or SourceFile(name, self.after.get(name, ""))
            self.before.setdefault(name, source.text)
            self.after[name] = edited(source, edits)
        return bool(edits)


def _chosen(
    findings: Iterable[Diagnostic], codes: Collection[str], *, uncertain: bool
) -> Iterator[tuple[Diagnostic, Fix]]:
    """Yield the fix to make of each finding, if there is one."""
    for finding in findings:
        if finding.fixes and (not codes or finding.code.startswith(tuple(codes))):
            fix = finding.fixes[0]
            if fix.certain or uncertain:
                yield finding, fix
