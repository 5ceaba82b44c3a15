"""How soon a page of the live site follows an edit."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.support.live_server import LiveServer

FILE = "rules/texts/march/early.rules"
EDITS = (
    (
        "a rule",
        FILE,
        "the starting life of p is 20.",
        "the starting life of p is 23.",
        "questions/starting-life.html",
        ">23<",
    ),
    (
        "a rule that most scenarios ask",
        "rules/texts/cr/cr-809.rules",
        "the range of p is 1 when p is a general.",
        "the range of p is 3 when p is a general.",
        "cr-809/range-by-role.html",
        "range of A1 is 3",
    ),
    (
        "words of a clause",
        FILE,
        "Everyone begins with 20 life",
        "Each begins with 20 life",
        "early/life.html",
        "Each begins",
    ),
    (
        "a page written by hand",
        "site/en/about.md",
        "# How to read this site",
        "# How to read it",
        "about.html",
        "How to read it",
    ),
)


def figures() -> Iterator[tuple[str, str, str]]:
    """Edit a rule, words and a page while the site is served; give the seconds until the page shows it."""
    with tempfile.TemporaryDirectory() as folder:
        server = LiveServer(Path(folder), ["emperor_rules", "serve", "--port", "{port}"])
        try:
            for what, file, old, new, address, shown in EDITS:
                server.edit(file, old, new)
                began = time.perf_counter()
                server.until(lambda address=address, shown=shown: shown in server.page(address))  # type: ignore[misc]
                yield f"a served page follows {what}, s", f"{time.perf_counter() - began:.2f}", "target 2"
        finally:
            server.stop()
