"""The same request with the table turned by whole teams: everything about it may change by names alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

NAME = re.compile(r"\b([A-Z])(\d+)\b")
#: Names in a row, with what stands between them.
ROW = re.compile(r"_(?:(?:, | and )_)+")
TEAM_ROW = re.compile(r"\b(teams?) ([A-Z](?:(?:, | and )[A-Z])*)\b")


@dataclass(frozen=True)
class Turn:
    """A table of so many teams turned by some of them: who was B1 may be A1."""

    teams: int
    by: int

    def letter(self, letter: str) -> str:
        """Return the letter that a team has afterwards."""
        return chr(65 + (ord(letter) - 65 - self.by) % self.teams)

    def name(self, name: str) -> str:
        """Return the name that a player or a team has afterwards; anything else is as it was."""
        if re.fullmatch(r"[A-Z]\d*", name) and ord(name[0]) - 65 < self.teams:
            return self.letter(name[0]) + name[1:]
        return name

    def value(self, value: Any) -> Any:
        """Return a value of a request or an answer with its names changed."""
        if isinstance(value, str):
            return self.name(value)
        if isinstance(value, (list, tuple)):
            return type(value)([self.value(one) for one in value])
        if isinstance(value, Mapping):
            return {key: self.value(one) for key, one in value.items()}
        return value

    def request(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return a request at the turned table."""
        teams = [team.strip() for team in request["seats"].split("|")]
        turned = {key: self.value(request[key]) for key in ("left", "leaving", "of", "given") if key in request}
        return {**request, **turned, "seats": " | ".join(teams[self.by :] + teams[: self.by])}


def without_names(text: str) -> frozenset[str]:
    """Return what an explanation in English says, whoever it says it of: its lines without names, numbers and plurals.

    Of several players who would do as an example the first by seats is told, and those alike are told in one line: which
    these are turns with the table.
    """
    lines = set()
    for line in TEAM_ROW.sub("_", ROW.sub("_", NAME.sub("_", text))).splitlines():
        body, _, cited = line.strip(" ·").partition(" (cr-")
        words = (
            PLURALS.get(word, word.rstrip("s"))
            for word in re.sub(r"\b(team )?_(,? (and )?_)*|\d+(, \d+| and \d+)*", "_", body).split()
        )
        lines.add(" ".join(words) + " ".join(sorted(re.findall(r"[a-z-]+:[\d.a-z]+", cited))))
    return frozenset(lines)


PLURALS = {"are": "is", "have": "has", "does": "do"}
