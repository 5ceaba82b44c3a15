"""Git, as tests run it in folders of their own."""

from __future__ import annotations

import subprocess
from pathlib import Path


def git(folder: Path, *arguments: str) -> None:
    """Run git in a folder, in nobody's name; it must succeed."""
    subprocess.run(
        ["git", "-C", str(folder), "-c", "user.name=T", "-c", "user.email=t@example.org", *arguments],
        check=True,
        capture_output=True,
    )
