"""The size of a table in a question: “4v4”, “four a side”, “three teams of four”."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import product
from typing import Any, NamedTuple

from emperor_rules.evaluate.engine import Engine
from emperor_rules.questions.language import Language

#: Of larger teams no seating is looked for.
MOST_SEATED = 7


class Size(NamedTuple):
    """How many teams there are, and how many players each has."""

    teams: int
    players: int


def take_size(written: str, language: Language) -> tuple[str, Size | None]:
    """Return a question without the words for the size of its table, and that size, if it names one."""
    text = re.sub(r"[^\W\d_]+", lambda m: language.numbers.get(m.group().lower(), m.group()), written)
    for pattern, *names in language.table["sizes"]:
        if match := re.search(pattern, text, re.IGNORECASE):
            said = dict(zip(names, map(int, match.groups()), strict=True))
            teams = said.get("teams", 2)
            players = said.get("size") or said["players"] // max(teams, 1)
            return f"{text[: match.start()]} {text[match.end() :]}", Size(teams, players)
    return written, None


def seating_of(size: Size, seats: str, engine: Engine, request: Mapping[str, Any]) -> str | None:
    """Return the first seating of a size that a text allows, by the order of its letters; ``None`` if there is none.

    A seating that has the size already is kept; roles that sit at the table go before others.
    """
    teams = [side.split() for side in seats.split("|")]
    if len(teams) == size.teams and all(len(side) == size.players for side in teams):
        return seats
    requirement = engine.rulebook.vocabulary.requirement
    if requirement is None or not 0 < size.players <= MOST_SEATED or not 0 < size.teams <= MOST_SEATED:
        return None
    asked = {key: request[key] for key in ("text", "on", "options") if key in request}
    for side in product(sorted({role for team in teams for role in team}), repeat=size.players):
        table = " | ".join([" ".join(side)] * size.teams)
        if engine.ask({**asked, "seats": table, "ask": requirement.id, "of": []}).answer is True:
            return table
    return None
