"""The small tables that a text allows, found by asking."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from emperor_rules.evaluate.questions import Answerer

#: Tables larger than this are not looked for.
MOST_SEATS = 12
MOST_TEAMS = 4
LARGEST_TEAM = 6
#: Line-ups of a team tried for one size of table, those that read the same both ways before all others.
MOST_TRIED = 1000


def legal_tables(answerer: Answerer, text: str, on: str | None = None) -> tuple[str, ...]:
    """Find, for each number and size of teams, a table that meets every requirement of a text, smallest first.

    All teams of a table sit alike. None is found where the text requires nothing.
    """
    vocabulary = answerer.rulebook.vocabulary
    asked = [r.id for r in vocabulary.relations.values() if r.requirement and r.is_question and not r.params]
    letters = "".join(sorted(vocabulary.role_letters))
    shapes = sorted(
        (teams * size, teams, size)
        for teams in range(2, MOST_TEAMS + 1)
        for size in range(1, LARGEST_TEAM + 1)
        if teams * size <= MOST_SEATS
    )
    found = []
    for _, teams, size in shapes:
        for team in _line_ups(letters, size):
            seats = " | ".join([" ".join(team)] * teams)
            answers = [answerer.ask({"text": text, "on": on, "seats": seats, "ask": ask}) for ask in asked]
            if answers and all(answer.answer is True for answer in answers):
                found.append(seats)
                break
    return tuple(found)


def _line_ups(letters: str, size: int) -> Iterator[tuple[str, ...]]:
    every = list(islice(product(letters, repeat=size), 4 * MOST_TRIED))
    yield from islice(sorted(every, key=lambda team: team != team[::-1]), MOST_TRIED)
