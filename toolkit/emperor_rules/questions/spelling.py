"""Words as they were meant: a word that a language does not know, read as the one known word that it is a slip of."""

from __future__ import annotations

from collections.abc import Callable, Iterable

#: From so many letters on a word may have one slip, and two.
ONE_SLIP, TWO_SLIPS = 4, 7


def slips(typed: str, meant: str) -> int:
    """Return how many letters are missing, too many, others or swapped with their neighbour."""
    before: list[int] = []
    row = list(range(len(meant) + 1))
    for at, letter in enumerate(typed, 1):
        earlier, before, row = before, row, [at]
        for to, other in enumerate(meant, 1):
            fewest = min(before[to] + 1, row[to - 1] + 1, before[to - 1] + (letter != other))
            if at > 1 and to > 1 and letter == meant[to - 2] and typed[at - 2] == other:
                fewest = min(fewest, earlier[to - 2] + 1)
            row.append(fewest)
    return row[-1]


def meant_by(typed: str, words: Iterable[str], is_telling: Callable[[str], bool]) -> str:
    """Return the one known word that is nearest to a word as typed; empty if none is near, or several are.

    Of several the one is meant that tells something, if no other does.
    """
    most = (len(typed) >= ONE_SLIP) + (len(typed) >= TWO_SLIPS)
    by_slips: dict[int, list[str]] = {}
    for word in words:
        if word[:1] == typed[:1] and len(word) >= ONE_SLIP and abs(len(word) - len(typed)) <= most:
            by_slips.setdefault(slips(typed, word), []).append(word)
    for count in range(1, most + 1):
        if nearest := by_slips.get(count):
            telling = nearest if len(nearest) == 1 else [word for word in nearest if is_telling(word)]
            return telling[0] if len(telling) == 1 else ""
    return ""
