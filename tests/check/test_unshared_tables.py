"""What ``emperor compare`` says of two texts whose legal tables differ, and of roles that nobody has at them."""

from __future__ import annotations

import json
from itertools import accumulate, product
from pathlib import Path
from random import Random

import pytest

from emperor_rules.model.seating import least_turning
from tests.support.command_line import run
from tests.support.kings_and_pawns import clause, playable_answerer, text, write_playable
from tests.support.sampling import sample_of

SEATS = 5
REQUIREMENTS = (
    "require every team called t is such that (exactly 1 player of t is a king).",
    "require every team called t is such that (at least 1 player of t is a king).",
    "require every team called t is such that (the size of t is 1 or the size of t is 2).",
    "require every team called t is such that (the size of t is 2).",
    "require some team called t is such that (the size of t is 2).",
    "require some player called x is such that (x is a pawn).",
    "require every player called x is such that (x is a king).",
)


def every_seating() -> set[str]:
    """Every way to seat kings and pawns in teams, one for all of its turnings."""
    seatings = set()
    for seats in range(2, SEATS + 1):
        for ends, roles in product(product((False, True), repeat=seats - 1), product("Eg", repeat=seats)):
            if any(ends):
                seatings.add(least_turning(roles, [*accumulate((0, *ends))]))
    return seatings


@pytest.mark.parametrize("seed", sample_of(range(40), 6))
def test_tables_legal_in_one_text_alone_are_counted_and_never_called_the_same_play(seed: int, tmp_path: Path) -> None:
    """Against every seating, of which the evaluator is asked."""
    rng = Random(f"tables {seed}")
    drawn = {id: rng.sample(REQUIREMENTS, rng.randint(1, 2)) for id in ("one", "two")}
    spoken = {id: rng.sample(("king", "pawn"), rng.randint(1, 2)) for id in drawn}
    red = {id: clause("2", *(f"p is red when p is a {role}." for role in roles)) for id, roles in spoken.items()}
    written = {id: text(id, clause("1", *required), red[id]) for id, required in drawn.items()}
    by = playable_answerer(tmp_path, **written)

    def legal(id: str, seats: str) -> bool:
        return by.ask({"text": id, "seats": seats, "ask": "legal"}).answer is True

    seatings = every_seating()
    told = {id: {seats for seats in seatings if legal(id, seats)} for id in drawn}
    alone = {"one": told["one"] - told["two"], "two": told["two"] - told["one"]}
    folder = write_playable(tmp_path, **written)
    call = ("compare", "one", "two", "--question", "red", "--up-to", SEATS, "--rules", folder)
    searched = json.loads(run(*call, "--format", "json").output)["searched"]
    found, unseated = searched.get("legal-in-one", {}), searched.get("roles-at-no-table", {})
    letters = {"king": "E", "pawn": "g"}
    assert {id: set(unseated.get(id, ())) for id in drawn} == {
        id: {role for role in spoken[id] if told[id] and not any(letters[role] in seats for seats in told[id])}
        for id in drawn
    }
    assert {id: found[id]["tables"] if found else 0 for id in alone} == {
        id: len(tables) for id, tables in alone.items()
    }
    assert {id for id in found if found[id]["first"]} == {id for id, tables in alone.items() if tables}
    assert all(found[id]["first"] in tables for id, tables in alone.items() if tables)
    shown = run(*call)
    if any(alone.values()) or unseated:
        assert shown.exit_code == 1
        assert "same play" not in shown.output.lower()
    elif {*spoken["one"]} == {*spoken["two"]}:
        assert (shown.exit_code == 0) == bool(told["one"])
