"""Tables of hand-written pages that the toolkit fills in itself, so that they say what its engines read.

A page has the line ``<!-- table: verdicts -->`` where one is to stand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from emperor_rules.semantics.builtins import BUILTINS
from emperor_rules.semantics.verdict import FACT_ROWS, VALUE_ROWS, VerdictRow

PLACE: Final = re.compile(r"(?m)^<!-- table: (\w+) -->$")


def filled(markdown: str) -> str:
    """Return a page with its tables; an unknown name stays as it was written."""
    return PLACE.sub(lambda place: REFERENCE_TABLES[place[1]]() if place[1] in REFERENCE_TABLES else place[0], markdown)


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(str, cells))} |" for cells in lines)


def _verdicts(rows: Sequence[VerdictRow]) -> str:
    numbered = ((number, row.there_is, row.verdict) for number, row in enumerate(rows, 1))
    return _table(("", "What there is", "Verdict"), numbered)


def _builtins() -> str:
    rows = (
        (f"`{row.name}`", ", ".join(row.parameters), row.answer or "yes or no", row.says)
        for row in BUILTINS.values()
        if not row.given
    )
    return _table(("Name", "Of", "Answer", "What it says"), rows)


#: The tables by name.
REFERENCE_TABLES: Final[Mapping[str, Callable[[], str]]] = {
    "verdicts": lambda: _verdicts(FACT_ROWS),
    "values": lambda: _verdicts(VALUE_ROWS),
    "builtins": _builtins,
}
