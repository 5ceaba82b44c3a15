"""The shape of the words in which people ask: tables as in ``questions.toml`` of a language, whose entries show it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from emperor_rules.diagnostics import suggest
from emperor_rules.locale_tables import common_tables
from emperor_rules.messages import LANGUAGES, Message

#: The tables whose entries are lists of words themselves, with the fewest and the most of one.
ENTRIES = {
    **dict.fromkeys(("rewritten", "opposites", "spelling", "turns", "endings"), (2, 2)),
    **{"places": (3, 4), "sizes": (2, 4), "asker_is": (1, 99)},
}
#: The tables of regular expressions; in one whose entries are lists, the first of each is one.
PATTERNS = (
    *("rewritten", "opposites", "sizes", "beside", "beside_self", "card_names"),
    *("options_used", "never_empty", "asks_what", "asks_number", "asks_can", "asks_deed", "empty_in"),
)
#: A list of words by its name, in a phrase or an expression.
_LIST_NAME = re.compile(r"\{[a-z_]+\}")
_GROUP = re.compile(r"\$(\d+)")
#: Somebody of those whom a turn names, by number.
_NUMBERED = re.compile(r"@(\S+)")
_BRACES = frozenset("{}")


class Fault(NamedTuple):
    """What is wrong with a file of tables, and what to write instead."""

    reason: object
    help: Message | str


def faults_of_words(words: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield what is wrong with tables of words: unknown names, other shapes, expressions that are none."""
    for id, tables in words.items():
        if id not in LANGUAGES or not isinstance(tables, Mapping):
            known = Message("Write the tables of each language: {names}.", names=", ".join(LANGUAGES))
            yield Fault(Message("“{name}” is no table of a language", name=id), known)
            continue
        common = common_tables()[id]
        for name, table in tables.items():
            if name not in common:
                known = Message("The tables are: {names}.", names=", ".join(common))
                yield Fault(Message("there is no table “{name}”", name=f"{id}.{name}"), suggest(name, common, known))
            elif not _fits(table, common[name], name):
                example = Message("Write, for example: {example}", example=f"{name} = {_example(common[name], name)}")
                yield Fault(Message("“{name}” holds something else", name=f"{id}.{name}"), example)
            elif (wrong := next(_unusable(table, name, common[name]), None)) is not None:
                reason = Message("“{name}” holds “{words}”", name=f"{id}.{name}", words=wrong)
                yield Fault(reason, Message("Close each bracket, and name only groups and lists that are there."))


def _fits(table: Any, usual: Any, name: str = "") -> bool:
    if isinstance(usual, Mapping):
        return isinstance(table, Mapping) and all(_fits(entry, next(iter(usual.values()))) for entry in table.values())
    if not isinstance(usual, list):
        return type(table) is type(usual)
    least, most = ENTRIES.get(name, (0, 0))
    if not most:
        return isinstance(table, list) and all(isinstance(word, str) and word.strip() for word in table)
    return isinstance(table, list) and all(
        isinstance(entry, list) and least <= len(entry) <= most and all(isinstance(word, str) for word in entry)
        for entry in table
    )


def _example(usual: Any, name: str = "") -> str:
    """Return how a table of some name, or an entry of one, is written."""
    if isinstance(usual, Mapping):
        return f"{{ key = {_example(next(iter(usual.values())))} }}"
    if not isinstance(usual, list):
        return "true" if isinstance(usual, bool) else '"…"'
    entry = ", ".join(['"…"'] * ENTRIES.get(name, (1, 1))[0])
    return f"[[{entry}]]" if name in ENTRIES else f"[{entry}]"


def _unusable(table: Any, name: str, common: Any) -> Iterator[str]:
    """Yield the words of a table that cannot be read, or that name what is not there."""
    if isinstance(table, Mapping):
        yield from (
            key for key in table if _BRACES & set(_LIST_NAME.sub("", key)) or (name == "people" and key not in common)
        )
    entries = table.values() if isinstance(table, Mapping) else table if isinstance(table, list) else [table]
    for first, *rest in (entry if isinstance(entry, list) and entry else [entry] for entry in entries):
        words = [first, *rest] if isinstance(first, str) else []
        for word in words if name == "lists" else words[:1] if name in PATTERNS else ():
            try:
                groups = re.compile(_LIST_NAME.sub("(?:x)", word)).groups
            except (re.error, OverflowError, RecursionError):
                yield word
                continue
            if groups != {"card_names": 2, "sizes": len(rest)}.get(name, groups):
                yield word
            yield from (to for to in rest if name in ENTRIES and any(int(n) > groups for n in _GROUP.findall(to)))
        if name == "turns":
            named = [number for word in rest for number in _NUMBERED.findall(word)]
            yield from (f"@{n}" for n in named if not (n.isdecimal() and 0 < int(n) <= first.split().count("@")))
        if name not in (*PATTERNS, "lists"):
            yield from (word for word in words if _BRACES & set(_LIST_NAME.sub("", word)))
