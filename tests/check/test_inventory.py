"""Every row of the inventory of sources names clauses, and some scenario is decided by each of them.

The inventory lies beside the repository of those who have the sources; its rows are read for their keys alone. Without it
the clauses of all texts are asked for in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests.support.paths import SHARED
from tests.support.shipped import whole_rulebook

INVENTORY = SHARED / "inventory.md"


def rows() -> Iterator[tuple[str, str]]:
    """Yield the text and the number or key of each statement that the inventory lists in its tables."""
    text = ""
    for line in INVENTORY.read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"## ([\w-]+)", line):
            text = heading.group(1)
        elif line.startswith("|") and text:
            first = line.split("|")[1].strip()
            if first not in ("number", "key") and not set(first) <= set("-: "):
                yield from ((text, key) for key in keys_of(first))


def keys_of(cell: str) -> list[str]:
    """Return the clauses that a cell names: “life, deck” are two, “809.5a / b” too, and a key has no spaces."""
    first, *rest = re.split(r"\s*[,/]\s*", cell)
    stem = re.sub(r"[a-z]$", "", first)
    return [first.replace(" ", "-"), *(stem + part if len(part) == 1 else part for part in rest)]


@cache
def decided() -> frozenset[tuple[str, str]]:
    """Return the clauses by which, or over which, some expectation of a scenario is decided."""
    pairs: set[tuple[str, str]] = set()
    for scenario in whole_rulebook().scenarios:
        for expectation in scenario.expectations:
            for clause in (*(expectation.by or ()), *(expectation.over or ())):
                texts = [clause.text] if clause.text else [text for text, _ in scenario.texts]
                pairs.update((text, clause.number or "") for text in texts)
    return frozenset(pairs)


def undecided() -> set[tuple[str, str]]:
    """Return the clauses that decide no scenario though they say more than a note does.

    One that concludes nothing itself leads in others, which its number begins or which it names, and these must.
    """
    missing: set[tuple[str, str]] = set()
    for text in whole_rulebook().texts.values():
        for clause in text.clauses:
            if (text.id, clause.number) in decided() or clause.note:
                continue
            parts = {
                (text.id, other.number)
                for other in text.clauses
                if re.fullmatch(clause.number + "[a-z]", other.number) and not other.note
            }
            parts |= {(other.text, other.number or "") for other in clause.redundant}
            if clause.sentences or not parts or not parts <= decided():
                missing.add((text.id, clause.number))
    return missing


@pytest.mark.skipif(not INVENTORY.exists(), reason="the inventory of sources is not here")
def test_every_row_of_the_inventory_decides_a_scenario():
    listed = set(rows())
    assert len(listed) > 60
    clauses = {(text.id, clause.number) for text in whole_rulebook().texts.values() for clause in text.clauses}
    assert sorted(listed - clauses) == []
    assert sorted(listed & undecided()) == []


def test_every_clause_decides_a_scenario():
    assert len(decided()) > 200
    assert sorted(undecided()) == []
