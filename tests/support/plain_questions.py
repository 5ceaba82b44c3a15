"""Questions in plain words as the data write them: requests with roles in the place of names, and what the reader makes of a question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from emperor_rules.errors import RequestError
from emperor_rules.questions.cases import Case
from emperor_rules.questions.reader import QuestionReader, reader_of
from tests.support.shipped import engine
from tests.support.tables import EIGHT, SIX

_OPEN = re.compile(r"(own-|opp-)?(player|anyone|general|emperor)")
FLAG = {True: "yes", False: "no"}
_LETTERS = {"general": "g", "emperor": "E"}


def reader() -> QuestionReader:
    """Return the reader of the shipped rules."""
    return reader_of(engine())


def written(case: Case) -> str:
    """Return a case as the data write it; of a date the year alone, which is what the question said."""
    parts = [" ".join((case.ask, *case.of))]
    for key, names in (("left", case.left), ("leaving", case.leaving)):
        parts += [f"{key} {' '.join(names)}"] if names else []
    for key, value in case.given:
        words = " ".join(value) if isinstance(value, tuple) else FLAG[value] if isinstance(value, bool) else value
        parts.append(f"{key} {words}")
    parts += [f"on {case.on[:4]}"] if case.on else []
    parts += [f"options {' '.join(case.options)}"] if case.options else []
    seats = getattr(case, "seats", None)
    parts += [f"seats {seats.split('|')[0].count(' ')}"] if seats else []
    return " / ".join([parts[0], *sorted(parts[1:])])


def expected(asks: str | list[str]) -> set[str]:
    """Return the requests that the data write, with a name in each open place."""
    requests = [asks] if isinstance(asks, str) else asks
    return {
        " / ".join([first, *sorted(rest)]) for r in requests for first, *rest in (f.split(" / ") for f in _named(r))
    }


def _named(request: str) -> Iterator[str]:
    """Yield a request with a player for each role that it speaks of, in every way that can be meant."""
    words = request.split()
    seats = EIGHT if "seats" in words else SIX
    roles = {
        f"{'ABC'[team]}{seat + 1}": role
        for team, part in enumerate(seats.split("|"))
        for seat, role in enumerate(part.split())
    }
    open_words = list(dict.fromkeys(word for word in words if _OPEN.fullmatch(word)))
    for names in product(roles, repeat=len(open_words)):
        chosen = dict(zip(open_words, names, strict=True))
        filled = [chosen.get(word, word) for word in words]
        distinct = [name for word, name in chosen.items() if word != "anyone"]
        if len(set(distinct)) == len(distinct) and _fits(
            chosen, filled, roles, {word for word in words[1:] if word in roles}
        ):
            yield " ".join(filled)


def _fits(chosen: Mapping[str, str], filled: list[str], roles: Mapping[str, str], fixed: set[str]) -> bool:
    """Return whether players have the roles, and are on the sides, that open words say."""
    first = next((word for word in filled[1:] if word in roles), "")
    for word, name in chosen.items():
        side, role = _OPEN.fullmatch(word).groups()  # type: ignore[union-attr]
        if role in _LETTERS and roles[name] != _LETTERS[role]:
            return False
        anchor = next((n for n in filled if n in roles and n != name), first) if name == first else first
        if side and (name[0] == anchor[0]) != (side == "own-"):
            return False
        if role != "anyone" and name in fixed:
            return False
    return True


def read(question: str, seats: str = SIX, text: str = "cr-809", preferred: str = "en", **more: Any) -> list[set[str]]:
    """Return what a question can mean, each as its cases."""
    request: Any = {"text": text, "seats": seats, **more}
    readings, _ = reader().read(question, request, preferred)
    return [{written(case) for case in reading.cases} for reading in readings]


def verdict(entry: Mapping[str, Any], language: str) -> tuple[str, str]:
    """Return what becomes of a question of the data: right, refused or wrong; and what was read or said."""
    alternatives = [expected(asks) for asks in [entry["asks"], *entry.get("or", [])]] if "asks" in entry else []
    back = entry.get("back", False)
    try:
        readings = read(entry["typed"], preferred=language)
    except RequestError as error:
        return ("right" if back else "refused"), str(error)
    shown = " || ".join("; ".join(sorted(reading)) for reading in readings)
    if len(readings) > 1:
        return ("right" if back or any(reading in alternatives for reading in readings) else "wrong"), shown
    return ("right" if readings[0] in alternatives else "wrong"), shown
