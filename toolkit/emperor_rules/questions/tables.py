"""The tables by which questions are read: those of each language, joined with the words of the game in the rules.

Both are written shorter than they are used: by what is read stands all that may be said for it, and ``{name}`` stands
for each of a list of words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import Any

from emperor_rules.messages import LANGUAGES, common_tables

#: A list of words by its name: not the count of a regular expression (“{2,}”).
_LIST = re.compile(r"\{([a-z_]+)\}")
#: Matches nothing: a list that nobody fills.
_NOTHING = "(?!)"

#: The tables of nothing but regular expressions.
EXPRESSIONS = (
    "beside",
    "beside_self",
    "never_empty",
    "empty_in",
    "asks_what",
    "asks_can",
    "asks_number",
    "asks_deed",
    "named_before",
)

Lists = Mapping[str, list[str]]


@lru_cache(maxsize=1 << 12)
def expression(pattern: str, flags: re.RegexFlag = re.IGNORECASE | re.ASCII) -> re.Pattern[str]:
    """Return an expression of a table, made when a question first needs it: to make all takes longer than to read.

    The tables have more of them than ``re`` keeps by itself.
    """
    return re.compile(pattern, flags)


def written_tables(words: Mapping[str, Any], common: Mapping[str, Any] | None = None) -> dict[str, dict[str, Any]]:
    """Return the tables of all languages by their ids, joined and as they are written.

    Args:
        words: What the rules bring, in tables of the same names.
        common: Those of the languages themselves, by default the shipped ones.
    """
    common = common or common_tables()
    return {id: _joined(common[id], words.get(id, {})) for id in LANGUAGES}


def tables(words: Mapping[str, Any], common: Mapping[str, Any] | None = None) -> dict[str, dict[str, Any]]:
    """Return the same ready to use, without their lists."""
    return {id: _composed(table) for id, table in written_tables(words, common).items()}


def _joined(common: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return tables with those of the rules, whose entries come first."""
    joined = dict(common)
    for name, entries in own.items():
        if isinstance(entries, Mapping) and name in common:
            joined[name] = _joined(common[name], entries)
        elif isinstance(entries, list) and name in common:
            joined[name] = [*entries, *common[name]]
        else:
            joined[name] = entries
    return joined


def _composed(table: dict[str, Any]) -> dict[str, Any]:
    """Return a table with what its lists stand for."""
    lists: Lists = table.pop("lists", {})

    def filled(pattern: str) -> str:
        """Put lists into a regular expression, which may stand in lists themselves."""
        return _LIST.sub(lambda m: f"(?:{filled('|'.join(lists[m[1]]))})" if lists.get(m[1]) else _NOTHING, pattern)

    for name in ("rewritten", "sizes", "opposites", "recast", "asks_rules", "narrowed", "tenses"):
        table[name] = [[filled(pattern), *rest] for pattern, *rest in table[name]]
    for name in EXPRESSIONS:
        table[name] = [filled(pattern) for pattern in table[name]]
    table["places"] = [[phrase, *rest] for entry, *rest in table["places"] for phrase, _ in _each(entry, "", lists)]
    for name in ("idle", "tags"):
        table[name] = [phrase for entry in table[name] for phrase, _ in _each(entry, "", lists)]
    for name in ("synonyms", "words"):
        table[name] = dict(_pairs(table[name], lists))
    table["phrases"] = [list(pair) for pair in dict(_pairs(table["phrases"], lists)).items()]
    return table


def _pairs(by_reading: Mapping[str, list[str]], lists: Lists) -> Iterator[tuple[str, str]]:
    """Yield what is said and what is read for it."""
    for reading, phrases in by_reading.items():
        for phrase in phrases:
            yield from _each(phrase, reading, lists)


def _each(phrase: str, reading: str, lists: Lists) -> Iterator[tuple[str, str]]:
    """Yield a phrase with each word of its lists; what is read has the same one in the same list."""
    names = list(dict.fromkeys(_LIST.findall(phrase)))
    for chosen in product(*(lists.get(name, ()) for name in names)):
        words = dict(zip(names, chosen, strict=True))
        yield phrase.format_map(words), reading.format_map(words)


# --- what an expression needs -----------------------------------------------------------------------------------------

#: A piece of a regular expression: a class, an escape, the head of a group, or a sign.
_PIECE = re.compile(r"\[\^?\]?(?:\\.|[^\]\\])*\]|\\.|\((?:\?(?:[:=!]|<[=!]))?|.", re.DOTALL)
#: Behind a piece that may be missing.
_MAYBE = re.compile(r"[?*]|\{0?,")
_DIGITS = "123456789"


def needed_by(expression: str) -> list[list[str]]:
    r"""Return stretches of small letters: of each list, every match of a regular expression has one.

    >>> needed_by(r"\b(?:does|do)? ?(?:reach|hit)[ed]*(?! not) ([a-f][1-9]) again")
    [[' again'], ['hit', 'reach'], ['1', '2', '3', '4', '5', '6', '7', '8', '9']]
    """
    needs, _ = _needs(expression, 0)
    telling = [sorted(need) for need in needs if need == set(_DIGITS) or min(map(len, need)) > 1]
    return sorted(telling, key=lambda need: -min(map(len, need)))  # what is rarest first


def _needs(expression: str, at: int) -> tuple[list[set[str]], int]:
    """Return what an expression needs from some place on, of each set one, and where it or its group ends."""
    ways: list[list[set[str]]] = []
    needs: list[set[str]] = []
    run = ""
    while True:
        piece = _PIECE.match(expression, at)
        sign, at = (piece.group(), piece.end()) if piece else (")", at)
        maybe = _MAYBE.match(expression, at)
        if (sign.isalpha() or sign in " '") and not maybe:
            run += sign.lower()
            continue
        needs, run = ([*needs, {run}] if run else needs), ""
        if sign == "[1-9]" and not maybe:
            needs.append(set(_DIGITS))
        elif sign.startswith("("):
            inside, at = _needs(expression, at)
            if "!" not in sign and "<" not in sign and not _MAYBE.match(expression, at):
                needs += inside
        elif sign in "|)":
            ways.append(needs)
            needs = []
            if sign == ")":
                break
    if len(ways) == 1:
        return ways[0], at
    best = [min(way, key=lambda need: -min(map(len, need))) for way in ways if way]
    return [set().union(*best)] if len(best) == len(ways) else [], at
