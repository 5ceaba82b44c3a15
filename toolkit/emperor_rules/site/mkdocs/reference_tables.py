"""Tables of hand-written pages that the toolkit fills in itself, so that they say what its engines read.

A page has the line ``<!-- table: verdicts -->`` where one is to stand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from emperor_rules.messages import Message
from emperor_rules.semantics.builtins import BUILTINS
from emperor_rules.semantics.verdict import FACT_ROWS, VALUE_ROWS, VerdictRow

PLACE: Final = re.compile(r"(?m)^<!-- table: (\w+) -->$")


def filled(markdown: str, language: str) -> str:
    """Return a page in a language with its tables; an unknown name stays as it was written."""

    def table(place: re.Match[str]) -> str:
        if place[1] not in REFERENCE_TABLES:
            return place[0]
        head, *rows = REFERENCE_TABLES[place[1]]()
        lines = [_in_words(head, language), ["---"] * len(head), *(_in_words(row, language) for row in rows)]
        return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)

    return PLACE.sub(table, markdown)


def _in_words(cells: Sequence[str], language: str) -> list[str]:
    return [cell.get(language) if isinstance(cell, Message) else cell for cell in cells]


def _verdicts(rows: Sequence[VerdictRow]) -> list[Sequence[str]]:
    numbered = ((str(number), row.there_is, row.verdict) for number, row in enumerate(rows, 1))
    return [("", Message("What there is"), Message("Verdict")), *numbered]


def _builtins() -> list[Sequence[str]]:
    rows = [
        (
            f"`{row.name}`",
            ", ".join(f"`{sort}`" for sort in row.parameters),
            f"`{row.answer}`" if row.answer is not None else Message("yes or no"),
            row.says,
        )
        for row in BUILTINS.values()
        if not row.given
    ]
    return [(Message("Name"), Message("Of"), Message("Answer"), Message("What it says")), *rows]


#: The rows of each table by its name, the head first.
REFERENCE_TABLES: Final[Mapping[str, Callable[[], list[Sequence[str]]]]] = {
    "verdicts": lambda: _verdicts(FACT_ROWS),
    "values": lambda: _verdicts(VALUE_ROWS),
    "builtins": _builtins,
}
