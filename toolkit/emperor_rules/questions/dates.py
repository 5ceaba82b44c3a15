"""Days and years in a question: “in 2008”, “on 11 July 2009”, “2009-07-11”."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from emperor_rules.questions.language import Language, Token

_YEAR = re.compile(r"(?:19|20)\d\d")
_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")


class Period(NamedTuple):
    """A stretch of days, as ISO dates; both ends belong to it."""

    first: str
    last: str


def join_dates(written: str) -> str:
    """Return a question with each ISO date as three words, day first, so that no mark cuts it."""
    return _ISO.sub(lambda m: f"{int(m.group(3))} {int(m.group(2))}m {m.group(1)}", written)


def take_period(tokens: Sequence[Token], language: Language) -> tuple[list[Token], Period | None]:
    """Return the words without the period that they name, and that period, if there is one."""
    at = next(
        (n for n, token in enumerate(tokens) if isinstance(token.value, str) and _YEAR.fullmatch(token.value)), -1
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


def _word(tokens: Sequence[Token], at: int) -> str:
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
