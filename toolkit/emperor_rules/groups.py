"""Values grouped by keys, whatever either are."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TypeVar

GroupKey = TypeVar("GroupKey", bound=Hashable)
T = TypeVar("T")


def by_key(pairs: Iterable[tuple[GroupKey, T]]) -> dict[GroupKey, list[T]]:
    """Return values by their keys, both in the order of first appearance."""
    groups: dict[GroupKey, list[T]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups
