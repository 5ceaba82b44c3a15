"""What to write instead of words that people use and the language lacks: numerals, arithmetic, days in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from emperor_rules.language.scanner import NO_ARITHMETIC
from emperor_rules.language.syntax_tree import Token
from emperor_rules.messages import Message, Names

NUMERAL_WORDS = "one two three four five six seven eight nine ten eleven twelve"
NUMERALS: Mapping[str, int] = {word: number for number, word in enumerate(NUMERAL_WORDS.split(), 1)}
ARITHMETIC_WORDS = "plus minus times half twice double triple divided multiplied sum average"
ARITHMETIC = frozenset(ARITHMETIC_WORDS.split())
ITALIAN_MONTHS = "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"
#: What stands behind a question of a scenario.
AFTER_QUESTION = Message(
    "After a question come a colon and the answer you expect: yes, no, a number, players, silent …"
)


class WrittenDay(NamedTuple):
    """A day in words, such as “1 May 2024”: its first and last sign, and the day as the language writes it."""

    first: Token
    last: Token
    words: str
    date: str


def letters_by_kind(letters: Mapping[str, object]) -> Names | Message:
    """Return letters in groups, each with the noun of what its letters stand for."""
    groups: dict[object, list[str]] = {}
    for letter, kind in letters.items():
        groups.setdefault(kind, []).append(letter)
    kinds = [Message("{letters} for {kind}", letters=Names(group), kind=kind) for kind, group in groups.items()]
    return Names(kinds, between="; ") if kinds else Message("none")


def hint(word: str) -> Message | None:
    """Return what to write instead of a word or phrase, where that is another than one misspelt."""
    if word == "in use":
        return Message("Write: “not (option my-option is in use)”.")
    if word in NUMERALS:
        return Message("Write the number in digits: {number}.", number=NUMERALS[word])
    if word in ARITHMETIC:
        return NO_ARITHMETIC
    if word == "between":
        return Message("Write two comparisons: “… is at least 2 and … is at most 5”.")
    return None


def day_in_words(signs: Sequence[Token]) -> WrittenDay | None:
    """Return the first day of a stretch that is written in words: 1 May 2024, May 1, 2024 or May 2024 (its first)."""
    if not any(_is_year(sign) for sign in signs):
        return None
    months = _months()
    for at, sign in enumerate(signs):
        month = months.get(sign.text.lower())
        if month is None:
            continue
        first = at - 1 if at and _day(signs[at - 1]) else at
        rest = [other for other in signs[at + 1 : at + 4] if other.type != "COMMA"]
        if first == at and len(rest) > 1 and _day(rest[0]):
            day, year = _day(rest[0]), rest[1]
        else:
            day, year = (_day(signs[first]) if first < at else 1), (rest[0] if rest else sign)
        if _is_year(year):
            written = signs[first : signs.index(year) + 1]
            words = " ".join(token.text for token in written).replace(" ,", ",")
            return WrittenDay(signs[first], year, words, f"{year.text}-{month:02}-{day:02}")
    return None


@cache
def _months() -> Mapping[str, int]:
    """Return the numbers of the months by their names in both languages."""
    from calendar import month_name  # only a year in a rule needs it

    names = (map(str.lower, month_name[1:]), ITALIAN_MONTHS.split())
    return {name: number for months in names for number, name in enumerate(months, 1)}


def _is_year(sign: Token) -> bool:
    return len(sign.text) == 4 and sign.text.isdecimal()


def _day(sign: Token) -> int:
    """Return the day of the month that a word names, 0 for any other word."""
    digits = sign.text.removesuffix("º")
    for ending in ("st", "nd", "rd", "th"):
        digits = digits.removesuffix(ending)
    return int(digits) if digits.isdecimal() and len(digits) <= 2 and 1 <= int(digits) <= 31 else 0
