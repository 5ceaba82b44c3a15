"""The same request with the table turned, where teams sit together by whole teams: everything about it may change by names alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.oracles.enumeration import names_of, seated

NAME = re.compile(r"\b([A-Z])(\d+)\b")
#: Names in a row, with what stands between them.
ROW = re.compile(r"_(?:(?:, | and )_)+")
TEAM_ROW = re.compile(r"\b(teams?) ([A-Z](?:(?:, | and )[A-Z])*)\b")
#: A team as a value, or several in their order: "the next to play is A."
TEAM = re.compile(r"(?<=\bis )[A-Z](?:, [A-Z])*\b")


@dataclass(frozen=True)
class Turn:
    """A table turned by some seats: who is called what afterwards, players and teams, and how its seats are written."""

    names: Mapping[str, str]
    seats: str

    @staticmethod
    def starts(seats: str) -> list[int]:
        """Return the seats at which the table can begin as well: those where a team does, if teams sit together."""
        teams, _ = seated(seats)
        if len({*teams}) == 1:
            return []  # its players sit in a row, though the table is round
        return [n for n in range(1, len(teams)) if "|" not in seats or teams[n] != teams[n - 1]]

    @classmethod
    def of(cls, seats: str, start: int) -> Turn:
        """Turn a table so that it begins at a seat."""
        teams, roles = seated(seats)
        teams, roles = teams[start:] + teams[:start], roles[start:] + roles[:start]
        order = [*dict.fromkeys(teams)]
        turned = [order.index(team) for team in teams]
        before = names_of(seated(seats)[0])
        names = dict(zip(before[start:] + before[:start], names_of(turned), strict=True))
        names |= {old[0]: new[0] for old, new in names.items()}
        sides = [[role for team, role in zip(turned, roles, strict=True) if team == n] for n in range(len(order))]
        if "|" in seats:
            return cls(names, " | ".join(map(" ".join, sides)))
        return cls(names, " ".join(f"{chr(65 + team)}:{role}" for team, role in zip(turned, roles, strict=True)))

    @classmethod
    def nowhere(cls) -> Turn:
        """Turn nothing, so that lists come out alike."""
        return cls({}, "")

    def name(self, name: str) -> str:
        """Return the name that a player or a team has afterwards; anything else is as it was."""
        team, place = name[:1], name[1:]
        elsewhere = self.names[team] + place if team in self.names and place.isdecimal() else name
        return self.names.get(name, elsewhere)

    def value(self, value: Any) -> Any:
        """Return a value of a request or an answer with its names changed."""
        if isinstance(value, str):
            return self.name(value)
        if isinstance(value, (list, tuple)):
            return type(value)([self.value(one) for one in value])
        if isinstance(value, Mapping):
            return {self.name(key): self.value(one) for key, one in value.items()}
        return value

    def request(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return a request at the turned table."""
        turned = {key: self.value(request[key]) for key in ("left", "leaving", "of", "given") if key in request}
        return {**request, **turned, "seats": self.seats}


def without_names(text: str) -> frozenset[str]:
    """Return what an explanation in English says, whoever it says it of: its lines without names, numbers and plurals.

    Of several players who would do as an example the first by seats is told, and those alike are told in one line: which
    these are turns with the table.
    """
    lines = set()
    for line in TEAM.sub("_", TEAM_ROW.sub("_", ROW.sub("_", NAME.sub("_", text)))).splitlines():
        body, _, cited = line.strip(" ·").partition(" (cr-")
        words = (
            PLURALS.get(word, word.rstrip("s"))
            for word in re.sub(r"\b(team )?_(,? (and )?_)*|\d+(, \d+| and \d+)*", "_", body).split()
        )
        lines.add(" ".join(words) + " ".join(sorted(re.findall(r"[a-z-]+:[\d.a-z]+", cited))))
    return frozenset(lines)


PLURALS = {"are": "is", "have": "has", "does": "do"}
