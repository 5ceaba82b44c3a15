"""What the search over sets of positions says, read off position by position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from emperor_rules.model import terms as tm
from emperor_rules.model.seating import team_name, team_number
from emperor_rules.model.vocabulary import Predicate
from emperor_rules.search.witness_search import TextSearch
from tests.oracles.asp import INVALID, SILENT, Reply


def by_position(search: TextSearch, predicate: Predicate, of: Sequence[str]) -> list[Reply]:
    """Ask one question everywhere and give the replies position by position."""
    names, size = search.space.table.names, search.space.size
    result = search.ask(numbered(predicate, of, names))
    outcomes = [(SILENT, result.silent), (Reply("contradicted"), result.contradicted)]
    outcomes += [(Reply("answered", named(predicate, value, names)), bits) for value, bits in result.answers.items()]
    replies = [INVALID] * size
    for reply, bits in outcomes:
        for at in range(size) if bits else ():
            if bits >> at & 1:
                assert replies[at] == INVALID, f"{predicate.id}: two answers in one position, {replies[at]} and {reply}"
                replies[at] = reply
    return replies


def numbered(predicate: Predicate, of: Sequence[str], names: Sequence[str]) -> tuple[int, ...]:
    """Return the players and teams of a question as the search numbers them."""
    return tuple(
        team_number(n) if sort == tm.TEAM else names.index(n)
        for n, (_, sort) in zip(of, predicate.parameters, strict=True)
    )


def named(predicate: Predicate, value: Any, names: Sequence[str]) -> Any:
    """Return the value of an answer with its players and teams by name."""
    match predicate.answer:
        case "players":
            return tuple(names[p] for p in value)
        case "player":
            return names[value] if value >= 0 else None
        case "team":
            return team_name(value)
        case "teams":
            return tuple(map(team_name, value))
    return value
