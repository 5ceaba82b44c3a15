"""The same request with the table turned by whole teams: everything about it may change by names alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

NAME = re.compile(r"\b([A-Z])(\d+)\b")
#: Names in a row, with what stands between them in English and Italian.
ROW = re.compile(r"\b[A-Z]\d+(?:(?:, | and | e | ed | or | o )[A-Z]\d+)+\b")
TEAM_ROW = re.compile(r"\b(teams?|squadr[ae]) ([A-Z](?:(?:, | and | e | ed )[A-Z])*)\b")


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
            return [self.value(one) for one in value]
        if isinstance(value, Mapping):
            return {key: self.value(one) for key, one in value.items()}
        return value

    def request(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return a request at the turned table."""
        teams = [team.strip() for team in request["seats"].split("|")]
        turned = {key: self.value(request[key]) for key in ("left", "leaving", "of", "given") if key in request}
        return {**request, **turned, "seats": " | ".join(teams[self.by :] + teams[: self.by])}

    def words(self, text: str) -> str:
        """Return sentences with their names changed."""
        text = NAME.sub(lambda found: self.letter(found[1]) + found[2], text)
        return TEAM_ROW.sub(lambda found: f"{found[1]} {re.sub('[A-Z]', lambda one: self.letter(one[0]), found[2])}", text)


def in_no_order(text: str) -> list[str]:
    """Return the lines of a text, sorted, with names in a row sorted too: these follow the seats, which turn.

    Italian writes *a* and *e* with a *d* before an A or an E.
    """

    def row(found: re.Match[str]) -> str:
        return " ".join(sorted(NAME.findall(found[0])[n][0] + NAME.findall(found[0])[n][1] for n in range(len(NAME.findall(found[0])))))

    text = re.sub(r"\b([AaEe])d(?= [A-Z]\d*\b)", r"\1", text)
    lines = (TEAM_ROW.sub(lambda f: f"{f[1][:4]} {' '.join(sorted(re.findall('[A-Z]', f[2])))}", ROW.sub(row, line)) for line in text.splitlines())
    return sorted(lines)


def nameless(text: str) -> list[str]:
    """Return the lines of a text, sorted, without the names of players: of several who would do, the first by seats is told."""
    return sorted(NAME.sub("_", line) for line in in_no_order(text))
