"""The tables of each language by which questions are read, and days in words by its names of months."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from emperor_rules.messages import LANGUAGES, language_file


@lru_cache(maxsize=1)
def common_tables() -> Mapping[str, Any]:
    """Return the tables of all languages by their ids, as ``questions.toml`` of each has them."""
    return {
        language: {**language_file(language, "questions"), "months": language_file(language, "sentences")["months"]}
        for language in LANGUAGES
    }


def month_names(language: str) -> Sequence[str]:
    """Return the names of the months, as dates have them."""
    names: list[str] = language_file(language, "sentences")["months"]
    capital = language_file(language, "sentences")["capital_months"]
    return [name.capitalize() for name in names] if capital else names


def say_day(date: str, language: str) -> str:
    """Return a date with the name of its month: “8 July 2009”, “1º ottobre 2005”."""
    year, month, day = map(int, date.split("-"))
    first = language_file(language, "sentences")["first_of_month"]
    return f"{day if day > 1 else first} {month_names(language)[month - 1]} {year}"
