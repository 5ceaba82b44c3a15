"""The small tables that a text allows, found by asking."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from emperor_rules.evaluate.engine import Engine

#: Tables larger than this are not looked for.
MOST_SEATS = 12
MOST_TEAMS = 4
LARGEST_TEAM = 6
#: A team is tried if so many of its seats at most differ from those they mirror (a middle need not be one seat).
MOST_UNLIKE = 1


def legal_tables(engine: Engine, text: str, on: str | None = None) -> Iterator[str]:
    """Yield, for each number and size of teams, a table that meets every requirement of a text, smallest first.

    All teams of a table sit alike, and each as symmetrically as its size allows. Where the text requires nothing of a
    table, none is found.
    """
    vocabulary = engine.rulebook.vocabulary
    asked = [r.id for r in vocabulary.relations.values() if r.requirement and r.is_question and not r.params]
    ruled = engine.program(text, on).resolved.by_relation
    if not any(ask in ruled for ask in asked):
        return
    letters = "".join(sorted(vocabulary.role_letters))
    shapes = sorted(
        (teams * size, teams, size)
        for teams in range(2, MOST_TEAMS + 1)
        for size in range(1, LARGEST_TEAM + 1)
        if teams * size <= MOST_SEATS
    )
    for _, teams, size in shapes:
        for team in _line_ups(letters, size):
            seats = " | ".join([" ".join(team)] * teams)
            answers = [engine.ask({"text": text, "on": on, "seats": seats, "ask": ask}) for ask in asked]
            if all(answer.answer is True for answer in answers):
                yield seats
                break


def _line_ups(letters: str, size: int) -> Iterator[tuple[str, ...]]:
    """Yield the line-ups of a team, those that read the same both ways first."""
    half = size // 2
    for unlike in range(MOST_UNLIKE + 1):
        for front in product(letters, repeat=size - half):
            for back in product(letters, repeat=half):
                if sum(a != b for a, b in zip(front, reversed(back), strict=False)) == unlike:
                    yield front + back
