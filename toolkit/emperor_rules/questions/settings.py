"""The setting that a question names: the size of its table (“4v4”), and a day or a year (“in 2008”, “2009-07-11”)."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Sequence
from datetime import date
from itertools import product
from typing import NamedTuple

from emperor_rules.evaluate.engine import Engine
from emperor_rules.model.scenarios import TableRequest
from emperor_rules.questions.language import Language, Word

#: Of larger teams no seating is looked for.
MOST_SEATED = 7
_IN_DIGITS = re.compile(r"(?:19|20)\d\d")
_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")


class Size(NamedTuple):
    """How many teams there are, and how many players each has; 0 for as many as at the table."""

    teams: int
    players: int


def take_size(written: str, language: Language) -> tuple[str, Size | None]:
    """Return a question without the words for the size of its table, and that size, if it names one."""
    text = re.sub(r"[^\W\d_]+", lambda m: language.numbers.get(m.group().lower(), m.group()), written)
    for pattern, *names in language.table["sizes"]:
        if match := re.search(pattern, text, re.IGNORECASE):
            numbers = dict(zip(names, map(int, match.groups()), strict=True))
            teams = numbers.get("teams", 2)
            players = numbers.get("size") or numbers.get("players", 0) // max(teams, 1)
            return f"{text[: match.start()]} {text[match.end() :]}", Size(teams, players)
    return written, None


def seating_of(size: Size, seats: str, engine: Engine, request: TableRequest) -> str | None:
    """Return the first seating of a size that a text allows, by the order of its letters; ``None`` if there is none.

    A seating that has the size already is kept; roles that sit at the table go before others.
    """
    teams = [side.split() for side in seats.split("|")]
    size = size if size.players else size._replace(players=len(teams[0]))
    if len(teams) == size.teams and all(len(side) == size.players for side in teams):
        return seats
    requirement = engine.rulebook.vocabulary.requirement
    if requirement is None or not 0 < size.players <= MOST_SEATED or not 0 < size.teams <= MOST_SEATED:
        return None
    edition = {"text": request["text"], "on": request.get("on"), "options": request.get("options")}
    for side in product(sorted({role for team in teams for role in team}), repeat=size.players):
        table = " | ".join([" ".join(side)] * size.teams)
        if engine.ask({**edition, "seats": table, "ask": requirement.id, "of": []}).answer is True:
            return table
    return None


class Period(NamedTuple):
    """A stretch of days, as ISO dates; both ends belong to it."""

    first: str
    last: str


def join_dates(written: str) -> str:
    """Return a question with each ISO date as three words, day first, so that no mark cuts it."""
    return _ISO.sub(lambda m: f"{int(m.group(3))} {int(m.group(2))}m {m.group(1)}", written)


def take_period(tokens: Sequence[Word], language: Language) -> tuple[list[Word], Period | None]:
    """Return the words without the period that they name, and that period, if there is one."""
    at = next(
        (n for n, token in enumerate(tokens) if isinstance(token.value, str) and _IN_DIGITS.fullmatch(token.value)), -1
    )
    if at < 0:
        return list(tokens), None
    year, start, end = int(str(tokens[at].value)), at, at + 1
    month = day = None
    before = _word(tokens, start - 1)
    if before.isdigit() and _month(_word(tokens, start - 2), language):  # July 11 2009
        day, month, start = int(before), _month(_word(tokens, start - 2), language), start - 2
    elif _month(before, language):
        month, start = _month(before, language), start - 1
        before = _word(tokens, start - 1)
        if before.isdigit():
            day, start = int(before), start - 1
    dated = set(map(language.stem, language.table["dated"])) | set(language.table["dated"])
    while start and _word(tokens, start - 1) in dated:
        start -= 1
    following = set(map(language.stem, language.table["dated_after"]))
    while end < len(tokens) and _word(tokens, end) in following:
        end += 1
    period = _period(year, month, day)
    return ([*tokens[:start], *tokens[end:]], period) if period else (list(tokens), None)


def _word(tokens: Sequence[Word], at: int) -> str:
    return str(tokens[at].value) if 0 <= at < len(tokens) else ""


def _month(word: str, language: Language) -> int | None:
    if word.endswith("m") and word[:-1].isdigit():
        return int(word[:-1])
    months = [language.stem(month) for month in language.table["months"]]
    return months.index(word) + 1 if word in months else None


def _period(year: int, month: int | None, day: int | None) -> Period | None:
    if month is None:
        return Period(f"{year}-01-01", f"{year}-12-31")
    if not 1 <= month <= 12:
        return None
    last = monthrange(year, month)[1]
    if day is None:
        return Period(f"{year}-{month:02}-01", f"{year}-{month:02}-{last}")
    if not 1 <= day <= last:
        return None
    exact = date(year, month, day).isoformat()
    return Period(exact, exact)
