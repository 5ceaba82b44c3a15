"""Changes of files that a command proposes: shown as a difference, and written when somebody agrees."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import unified_diff
from pathlib import Path

import click

from emperor_rules import files
from emperor_rules.cli.console import refuse
from emperor_rules.cli.locale import say
from emperor_rules.reports.lines import printable

COLOURS = {"+": "green", "-": "red", "@": "cyan"}


def difference(name: str, before: str, after: str, around: int) -> str:
    """Return the unified difference of a file, coloured, with so many lines around each change."""
    name = printable(name)
    lines = unified_diff(before.splitlines(), after.splitlines(), name, name, n=around, lineterm="")
    return "\n".join(click.style(printable(line), fg=COLOURS.get(line[0])) for line in lines)


def propose(before: Mapping[str, str], after: Mapping[str, str], *, agreed: bool, shown_only: bool) -> bool:
    """Show what would change and write it if somebody agrees; return whether it was written.

    A file that has changed since it was read is not written over.
    """
    click.echo("\n".join(difference(name, before[name], after[name], 2) for name in sorted(after)))
    if shown_only or not (agreed or click.confirm(say("Write this?"), default=False)):
        return False
    for name, words in sorted(after.items()):
        path = Path(name)
        try:
            data = path.read_bytes() if path.exists() else b""
            mark, ends = data.startswith(b"\xef\xbb\xbf"), b"\r\n" in data
            now = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
            if now != before[name]:
                refuse("R101", "{file} has changed in the meantime: nothing more was written", file=name)
            written = words.replace("\n", "\r\n") if ends else words
            path.parent.mkdir(parents=True, exist_ok=True)
            files.write_atomically(path, (b"\xef\xbb\xbf" if mark else b"") + written.encode())
        except OSError as problem:
            refuse("R101", "{file} cannot be written: {reason}", file=name, reason=files.reason(problem))
    return True
