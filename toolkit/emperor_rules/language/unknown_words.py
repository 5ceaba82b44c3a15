"""What to write instead of words that people use and the language lacks: numerals, arithmetic, days in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from emperor_rules.language.scanner import NO_ARITHMETIC
from emperor_rules.language.syntax_tree import Token
from emperor_rules.messages import Message

NUMERAL_WORDS = "one two three four five six seven eight nine ten eleven twelve"
NUMERALS: Mapping[str, int] = {word: number for number, word in enumerate(NUMERAL_WORDS.split(), 1)}
ARITHMETIC_WORDS = "plus minus times half twice double triple divided multiplied sum average"
ARITHMETIC = frozenset(ARITHMETIC_WORDS.split())
ENGLISH_MONTHS = "january february march april may june july august september october november december"
ITALIAN_MONTHS = "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"
MONTHS: Mapping[str, int] = {
    name: number for months in (ENGLISH_MONTHS, ITALIAN_MONTHS) for number, name in enumerate(months.split(), 1)
}


class WrittenDay(NamedTuple):
    """A day in words, such as “1 May 2024”: its first and last sign, and the day as the language writes it."""

    first: Token
    last: Token
    words: str
    date: str


def hint(word: str) -> Message | None:
    """Return what to write instead of a word, where that is another than one misspelt."""
    if word in NUMERALS:
        return Message("Write the number in digits: {number}.", number=NUMERALS[word])
    if word in ARITHMETIC:
        return NO_ARITHMETIC
    if word == "between":
        return Message("Write two comparisons: “… is at least 2 and … is at most 5”.")
    return None


def day_in_words(signs: Sequence[Token]) -> WrittenDay | None:
    """Return the first day of a stretch that is written in words: 1 May 2024, May 1, 2024 or May 2024 (its first)."""
    for at, sign in enumerate(signs):
        month = MONTHS.get(sign.text.lower())
        if month is None:
            continue
        first = at - 1 if at and _day(signs[at - 1]) else at
        rest = [other for other in signs[at + 1 : at + 4] if other.type != "COMMA"]
        if first == at and len(rest) > 1 and _day(rest[0]):
            day, year = _day(rest[0]), rest[1]
        else:
            day, year = (_day(signs[first]) if first < at else 1), (rest[0] if rest else sign)
        if len(year.text) == 4 and year.text.isdecimal():
            written = signs[first : signs.index(year) + 1]
            words = " ".join(token.text for token in written).replace(" ,", ",")
            return WrittenDay(signs[first], year, words, f"{year.text}-{month:02}-{day:02}")
    return None


def _day(sign: Token) -> int:
    """Return the day of the month that a word names, 0 for any other word."""
    digits = sign.text.removesuffix("º")
    for ending in ("st", "nd", "rd", "th"):
        digits = digits.removesuffix(ending)
    return int(digits) if digits.isdecimal() and len(digits) <= 2 and 1 <= int(digits) <= 31 else 0
