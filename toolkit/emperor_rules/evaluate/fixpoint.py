"""Facts that may depend on themselves, at tables where they do so in too many ways.

A fact of a circle of consequences is derived along every path on which no fact rests on itself, so that its reasons are
those of whole derivations. The functions of a text do that themselves and raise :class:`Tangled` at a path longer than
any at a common table: where many players of a team sit in a role that the others depend on, there are more paths than
anybody could follow. Functions compiled for such a table come here. What is false is learnt first, from the least fixed
point of the circle; if even then too many paths are left, the reasons are those of the fixed point, in which facts may
rest on each other.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from typing import TYPE_CHECKING, Any

from emperor_rules.evaluate.verdict import Key

if TYPE_CHECKING:
    from emperor_rules.evaluate.program import Patient

#: A value (or truth value) with the clauses behind it.
Found = tuple[Any, int]
Derive = Callable[[], Found]

#: As many facts of one circle may rest on one another before a table counts as tangled.
DEEPEST = 6
#: So many steps are then taken along paths.
MOST_STEPS = 500
NOT_YET: Found = (0, 0)


class Tangled(Exception):
    """Too long a path, or too many paths."""


class FixedPoint:
    """The facts of a circle that a fact reads, with what they have come to so far and how to derive them."""

    def __init__(self) -> None:
        """Begin with no fact."""
        self.found: dict[Key, Found] = {}
        self.ways: list[tuple[Key, Derive]] = []

    def read(self, key: Key, way: Derive) -> Found:
        """Look a fact up; a new one is false until it has been judged."""
        if key not in self.found:
            self.found[key] = NOT_YET
            self.ways.append((key, way))
        return self.found[key]

    def settle(self) -> None:
        """Judge all facts over and over, from all false, until nothing changes; then collect their reasons alike."""
        self._until_stable(lambda found, before: bool(found[0] != before[0]))
        for key, (value, _) in self.found.items():
            self.found[key] = (value, 0)
        self._until_stable(lambda found, before: found != before)

    def _until_stable(self, differs: Callable[[Found, Found], bool]) -> None:
        changed = True
        while changed:
            changed = False
            for key, way in self.ways:  # which grows by what is read
                found = way()
                changed = changed or differs(found, self.found[key])
                self.found[key] = found


def derive(
    g: Patient, circle: int, path: dict[Key, int], memo: MutableMapping[Key, Found], key: Key, way: Derive
) -> Found:
    """Answer about a fact of a circle; ``path`` are the facts that are being derived from it."""
    fixed_point = g.fixed_points.get(circle)
    if fixed_point is not None:
        return fixed_point.read(key, way)
    if path:
        return NOT_YET if key in path else _step(g, path, key, way)
    fixed_point = g.fixed_points[circle] = FixedPoint()
    try:
        fixed_point.read(key, way)
        fixed_point.settle()
    finally:
        del g.fixed_points[circle]
    memo.update((fact, answer) for fact, answer in fixed_point.found.items() if answer[0] == 0)
    g.steps = 0
    try:
        answer = _step(g, path, key, way)
    except Tangled:
        path.clear()
        answer = fixed_point.found[key]
    memo[key] = answer
    return answer


def _step(g: Patient, path: dict[Key, int], key: Key, way: Derive) -> Found:
    """Derive a fact along one more path."""
    g.steps += 1
    if g.steps > MOST_STEPS:
        raise Tangled
    path[key] = len(path)
    answer = way()
    del path[key]
    return answer
