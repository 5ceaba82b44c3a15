"""What the evaluation of one question carries along: the facts it gives, and the verdicts reached so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from emperor_rules.evaluate.fixpoint import Fixpoint, Links

#: A predicate with its arguments.
Key = tuple[str, tuple[Any, ...]]
#: A truth value, or a value (``None``: unknown), with the clauses behind it as a bit mask.
Judged = tuple[Any, int]

_NONE: Mapping[Any, Any] = {}


class MemoTable:
    """Verdicts that were reached, by predicate and arguments, with what an answer or explanation adds to them.

    ``verdicts`` holds values with their clauses, ``defeated`` the clauses that concluded otherwise and yielded, and
    ``sides`` what each side of a contradiction says and by which clauses; both are made when they are first needed,
    which is seldom. ``links`` tells how facts of circles depend on each other.
    """

    __slots__ = ("defeated", "links", "sides", "verdicts")

    def __init__(self) -> None:
        """Start empty."""
        self.verdicts: dict[Key, Judged] = {}
        self.defeated: Mapping[Key, int] = _NONE
        self.sides: Mapping[Key, Mapping[object, int]] = _NONE
        self.links: dict[Key, Links] = {}

    def note_defeated(self, key: Key, clauses: int) -> None:
        """Note the clauses that concluded otherwise and yielded."""
        self.defeated = {**self.defeated, key: clauses}

    def note_sides(self, key: Key, sides: Mapping[object, int]) -> None:
        """Note the sides of a contradiction: the clauses by what they say."""
        self.sides = {**self.sides, key: sides}

    def drop_notes(self, key: Key) -> None:
        """Forget what was noted about a fact that is about to be judged again."""
        if key in self.defeated or key in self.sides:
            self.defeated = {judged: clauses for judged, clauses in self.defeated.items() if judged != key}
            self.sides = {judged: sides for judged, sides in self.sides.items() if judged != key}


class QueryContext:
    """The facts that one question gives, and the verdicts that depend on them.

    ``given`` holds values in the order of the vocabulary; ``None`` is not given. ``fixpoints`` are the circles of
    predicates that are being worked out, by number.
    """

    __slots__ = ("fixpoints", "given", "table")

    def __init__(self, given: Sequence[Any], table: MemoTable) -> None:
        """Begin a question; ``table`` may hold verdicts of earlier questions that give the same facts."""
        self.given = given
        self.table = table
        self.fixpoints: dict[str, Fixpoint] = {}
