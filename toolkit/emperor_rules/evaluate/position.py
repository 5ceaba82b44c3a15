"""Positions: a table with who has gone and when; the verdicts reached about it, and what a question supplies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from emperor_rules.evaluate.fixpoint import Fixpoint, Key, Links, Verdict
from emperor_rules.messages import Message
from emperor_rules.model.seating import Player, Table, Team
from emperor_rules.semantics.builtins import ring_without
from emperor_rules.semantics.expressions import Given

#: The most sets of given facts for which a position remembers verdicts.
MOST_TABLES_OF_GIVENS = 64


@dataclass(slots=True)
class MemoTable:
    """Verdicts that were reached, by predicate and arguments, with what an answer or explanation adds to them.

    ``verdicts`` holds values with their clauses, ``defeated`` the clauses that concluded otherwise and yielded, and
    ``sides`` what each side of a contradiction says and by which clauses. ``links`` tells how facts of circles depend
    on each other.
    """

    verdicts: dict[Key, Verdict] = field(default_factory=dict)
    defeated: dict[Key, int] = field(default_factory=dict)
    sides: dict[Key, Mapping[object, int]] = field(default_factory=dict)
    links: dict[Key, Links] = field(default_factory=dict)


@dataclass(slots=True)
class QueryContext:
    """The facts that one question gives, and the verdicts that depend on them.

    ``given`` holds values in the order of the vocabulary; ``None`` is not given. ``table`` may hold verdicts of earlier
    questions that give the same facts. ``fixpoints`` are the circles of predicates that are being worked out.
    """

    given: Sequence[Given | None]
    table: MemoTable
    fixpoints: dict[str, Fixpoint] = field(default_factory=dict)


class Position:
    """A table with who has gone, when, and which options are in use; it also keeps the verdicts reached about it."""

    def __init__(
        self, table: Table, left: Iterable[Player] = (), leaving: Iterable[Player] = (), options: Iterable[str] = ()
    ) -> None:
        """Set up the rings of the three moments."""
        self.table = table
        self.left = frozenset(left)
        self.leaving = frozenset(leaving)
        self.options = frozenset(options)
        self.count = len(table.roles)
        self.players = cast("Sequence[Player]", range(self.count))
        self.sides = cast("Sequence[Team]", range(len(table.sizes)))
        self.roles = table.roles_or_none
        self.members = table.members
        self.start = ring_without(self.count, frozenset())
        self.began = ring_without(self.count, self.left)
        self.now = ring_without(self.count, self.left | self.leaving)
        #: Who left because of others, with the clauses that say so as a bit mask.
        self.companions: Mapping[int, int] = {}
        #: The same players, with who had left before the turn and during it as that was concluded.
        self.before: Mapping[int, tuple[frozenset[Player], frozenset[Player]]] = {}
        #: Says of somebody who has gone with whom that was.
        self.absence: Callable[[Player], Message] | None = None
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

    def gone(self, player: Player) -> bool:
        """Return whether a player is no longer in the game."""
        return player in self.left or player in self.leaving
