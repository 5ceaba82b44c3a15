"""Marks that git leaves in a file where it could not merge two versions of some lines."""

from __future__ import annotations

import re

from emperor_rules.diagnostics import Diagnostic, error
from emperor_rules.messages import Message
from emperor_rules.source import SourceFile

#: The lines between which git puts our version, the common one (in some of its styles), and theirs.
MERGE_MARK = re.compile(r"(?:<{7}|\|{7}|={7}|>{7})(?: .*)?$", re.MULTILINE)
OURS, THEIRS = "<<<<<<<", ">>>>>>>"


def own_version(source: SourceFile) -> tuple[SourceFile, tuple[Diagnostic, ...]]:
    """Return a file with our version where git could not merge, and a finding for each such place.

    What is left out is blank, so that all else keeps its place.
    """
    if OURS not in source.text and THEIRS not in source.text:
        return source, ()
    marks = [mark for mark in MERGE_MARK.finditer(source.text) if mark.start() in set(source.starts)]
    findings, kept, begin = [], list(source.text), 0
    while begin < len(marks):
        last = begin
        while last + 1 < len(marks) and not marks[last].group().startswith(THEIRS):
            if marks[last + 1].group().startswith(OURS):
                break
            last += 1
        first, end = marks[begin], marks[last]
        whole = first.group().startswith(OURS) and end.group().startswith(THEIRS)
        others = [(marks[begin + 1].start(), end.end())] if whole and last > begin else []
        for start, stop in [*others, *(mark.span() for mark in marks[begin : last + 1])]:
            kept[start:stop] = [sign if sign == "\n" else " " for sign in kept[start:stop]]
        lines = source.place(first.start())[0], source.place(end.start())[0]
        message = Message("git could not merge these lines: both versions stand here", first=lines[0], last=lines[1])
        help = Message("Keep what is meant of both, and delete the lines that begin with <<<<<<<, ======= and >>>>>>>.")
        span = source.span(first.start(), first.end())
        findings.append(error("R110", message, span, help))
        begin = last + 1
    return SourceFile(source.name, "".join(kept)), tuple(findings)
