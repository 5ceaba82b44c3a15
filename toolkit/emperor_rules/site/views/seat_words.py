"""Tables in words: how many teams of which size, and who sits where if not as usual."""

from __future__ import annotations

from collections.abc import Container

from emperor_rules.drawing.alt_text import say_sizes
from emperor_rules.errors import SeatingError
from emperor_rules.evaluate.engine import Engine
from emperor_rules.model.seating import Table, read_table
from emperor_rules.model.vocabulary import Vocabulary
from emperor_rules.site.texts import arrange_texts
from emperor_rules.site.views.figures import example_seatings


def say_seats(seats: str, usual: Container[str], vocabulary: Vocabulary, language: str) -> str:
    """Return a table in words: “two teams of three”, with the roles where it is not a ``usual`` one.

    Seats that make no table stay as they are; they are reported among the findings.
    """
    try:
        table = read_table(seats, "".join(vocabulary.role_letters))
    except SeatingError:
        return seats
    if table.seats in usual:
        return say_sizes(table.sizes, language)
    return f"{say_sizes(table.sizes, language)}: {say_roles(table, vocabulary, language)}"


def say_roles(table: Table, vocabulary: Vocabulary, language: str) -> str:
    """Return the roles clockwise, by team; of teams that sit alike those of one."""
    teams = [
        ", ".join(vocabulary.roles[vocabulary.role_letters[table.roles[p]]].names[0].get(language) for p in members)
        for members in (table.members[team] for team in range(len(table.sizes)))
    ]
    return " | ".join(teams if len(set(teams)) > 1 else teams[:1])


def usual_seats(engine: Engine) -> frozenset[str]:
    """Return for each size the seats that the first text which plays it has drawn."""
    usual: dict[tuple[int, ...], str] = {}
    letters = "".join(engine.rulebook.vocabulary.role_letters)
    for text in arrange_texts(engine.rulebook)[0]:
        for seats in example_seatings(engine, text.id):
            usual.setdefault(read_table(seats, letters).sizes, seats)
    return frozenset(usual.values())
