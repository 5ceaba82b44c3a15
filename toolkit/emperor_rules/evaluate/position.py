"""Positions: a table with who has gone and when, and with the verdicts reached about it."""

from __future__ import annotations

from collections.abc import Iterable

from emperor_rules.evaluate.context import MemoTable
from emperor_rules.model.seating import Table, ring_without

#: Verdicts are remembered with a position for at most so many different sets of given facts.
MOST_TABLES_OF_GIVENS = 64
_NOBODY_GONE: frozenset[int] = frozenset()


class Position:
    """A table with who has gone, when, and which options are in use; it also keeps the verdicts reached about it."""

    __slots__ = (
        "began",
        "count",
        "leaving",
        "left",
        "members",
        "now",
        "of_givens",
        "options",
        "players",
        "roles",
        "sides",
        "sizes",
        "start",
        "table",
        "team",
        "verdicts",
    )

    def __init__(
        self, table: Table, left: Iterable[int] = (), leaving: Iterable[int] = (), options: Iterable[str] = ()
    ) -> None:
        """Set up the rings of the three moments."""
        self.table = table
        self.left = frozenset(left)
        self.leaving = frozenset(leaving)
        self.options = frozenset(options)
        self.count = len(table.roles)
        self.players = range(self.count)
        self.sides = range(len(table.sizes))
        self.roles = table.roles_or_none
        self.team = table.team_or_none
        self.sizes = table.sizes
        self.members = table.members
        self.start = ring_without(self.count, _NOBODY_GONE)
        self.began = ring_without(self.count, self.left) if self.left else self.start
        self.now = ring_without(self.count, self.left | self.leaving) if self.leaving else self.began
        #: Verdicts that depend on nothing that a question gives.
        self.verdicts = MemoTable()
        #: Verdicts that do, by what it gives.
        self.of_givens: dict[tuple[object, ...], MemoTable] = {}

    def verdicts_given(self, given: tuple[object, ...]) -> MemoTable:
        """Return the verdicts that depend on certain given facts; the oldest are forgotten."""
        table = self.of_givens.get(given)
        if table is None:
            if len(self.of_givens) >= MOST_TABLES_OF_GIVENS:
                del self.of_givens[next(iter(self.of_givens))]
            table = self.of_givens[given] = MemoTable()
        return table

    def gone(self, player: int) -> bool:
        """Return whether a player is no longer in the game."""
        return player in self.left or player in self.leaving
