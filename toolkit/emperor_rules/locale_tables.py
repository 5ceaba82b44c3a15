"""The tables of each language, as ``grammar/questions.toml`` has them, and days in words by its names of months."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from emperor_rules.resources import grammar_path

#: Italian prepositions before a day whose name begins with a vowel: otto, undici.
ELIDED = re.compile(r"\b([Dd]al|[Dd]el|[Aa]l)\s(?=(?:8|11)\s)")


@lru_cache(maxsize=1)
def common_tables() -> Mapping[str, Any]:
    """Return the tables of all languages by their ids, as written."""
    return tomllib.loads(grammar_path().with_name("questions.toml").read_text(encoding="utf-8"))


def month_names(language: str) -> Sequence[str]:
    """Return the names of the months, as dates have them."""
    names: list[str] = common_tables()[language]["months"]
    return [name.capitalize() for name in names] if language == "en" else names


def say_day(date: str, language: str) -> str:
    """Return a date with the name of its month: “8 July 2009”, “1º ottobre 2005”."""
    year, month, day = map(int, date.split("-"))
    ordinal = "º" if language == "it" and day == 1 else ""
    return f"{day}{ordinal} {month_names(language)[month - 1]} {year}"


def elided(words: str, language: str) -> str:
    """Return words with the short forms that Italian has before a day: “dall’8 luglio”."""
    return ELIDED.sub(r"\1l’", words) if language == "it" else words
