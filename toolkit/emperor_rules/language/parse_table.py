"""The LALR(1) parse table that Lark makes of the grammar, and the shift-reduce parser that runs it.

Lark is slow to import, and to make the table takes it a tenth of a second. So the table is kept as JSON in the user's
cache folder, for the grammar that it was made of.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence, Set
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple
from zlib import crc32

from emperor_rules.cache_files import read_cache, write_cache
from emperor_rules.language.blocks import ITEM_WORDS
from emperor_rules.language.syntax_tree import Node, Token
from emperor_rules.resources import cache_folder, grammar_path

STARTS = ("file", *(f"{block}_{part}" for part in ("head", "item") for block in ITEM_WORDS))
#: The table's file in the cache folder: grammars have files of their own.
CACHE = "parse-table-{:08x}.json"
#: What is in it: the number changes with its form.
KIND = "parse table 3 of {grammar}"
#: The terminal after the last token.
END_OF_INPUT = "$END"


class GrammarRule(NamedTuple):
    """A production: its left side, the length of its right side, and what becomes of it in the tree.

    ``inline`` productions give their children to the node above; those that ``expand`` do if they have only one.
    ``splices`` tells that the right side has inline ones.
    """

    origin: str
    size: int
    name: str
    inline: bool
    expand: bool
    splices: bool


class ParseFailure(Exception):
    """No sentence of the grammar continues with ``token``."""

    def __init__(self, token: Token) -> None:
        super().__init__(token.text)
        self.token = token


class ParseTable(NamedTuple):
    """The table: for each start its first and last state, and for each state what each symbol does there.

    An action from 0 on shifts a terminal, or goes to a state after a reduction; a negative one reduces by
    ``rules[~action]``.
    """

    starts: dict[str, int]
    ends: dict[str, int]
    actions: list[dict[str, int]]
    rules: list[GrammarRule]

    def parse(self, start: str, tokens: Iterable[Token]) -> Node:
        """Return the syntax tree of all tokens.

        Raises:
            ParseFailure: At the first token that cannot follow those before it.
        """
        actions, rules, end = self.actions, self.rules, self.ends[start]
        state = self.starts[start]
        states, values = [state], list[Any]()
        for token in (*tokens, Token(END_OF_INPUT, "", 0, 0)):
            while True:
                action = actions[state].get(token.type)
                if action is None:
                    raise ParseFailure(token)
                if action >= 0:
                    states.append(action)
                    values.append(token)
                    state = action
                    break
                origin, size, name, inline, expand, splices = rules[~action]
                if size == 1 and expand:
                    del states[-1]
                else:
                    children: list[Any] = []
                    if size:
                        children = values[-size:]
                        del values[-size:], states[-size:]
                        if splices:
                            children = _spliced(children)
                    values.append(children if inline else Node(name, children))
                state = actions[states[-1]][origin]
                states.append(state)
                if state == end and token.type == END_OF_INPUT:
                    tree: Node = values[-1]
                    return tree
        raise AssertionError("the end of input is accepted or refused")

    def expected(self, start: str, tokens: Iterable[Token]) -> Set[str]:
        """Return the terminals that can follow some tokens, which the grammar must accept."""
        states = [self.starts[start]]
        for token in tokens:
            states = self._after(states, token.type) or states
        return {kind for kind in self.actions[states[-1]] if kind.isupper() and self._after(states, kind)}

    def _after(self, states: Sequence[int], kind: str) -> list[int]:
        """Return the stack of states after one more terminal; empty where it cannot follow."""
        states = list(states)
        while True:
            action = self.actions[states[-1]].get(kind)
            if action is None:
                return []
            if action >= 0:
                return [*states, action]
            rule = self.rules[~action]
            del states[len(states) - rule.size :]
            states.append(self.actions[states[-1]][rule.origin])


def _spliced(values: list[Any]) -> list[Any]:
    """Splice in the children of inline productions (lists); the first list is extended in place, not copied."""
    children: list[Any] = values[0] if type(values[0]) is list else [values[0]]
    for value in values[1:]:
        if type(value) is list:
            children += value
        else:
            children.append(value)
    return children


@cache
def parse_table() -> ParseTable:
    """Return the table of the grammar, from the user's cache folder where it is there."""
    grammar = grammar_path().read_text(encoding="utf-8")
    file, kind = cache_folder() / CACHE.format(crc32(grammar.encode())), KIND.format(grammar=grammar)
    kept = read_cache(file, kind)
    if kept is not None:
        starts, ends, actions, rules = json.loads(kept)
        return ParseTable(starts, ends, actions, [GrammarRule(*rule) for rule in rules])
    table = _made(grammar)
    with suppress(OSError):  # nowhere to write: only slower
        write_cache(file, kind, json.dumps(table).encode())
    return table


def _made(grammar: str) -> ParseTable:
    """Have Lark make the table."""
    from lark import Lark
    from lark.grammar import Rule as LarkRule
    from lark.lexer import TerminalDef

    parser = Lark(grammar, parser="lalr", lexer="basic", start=list(STARTS), maybe_placeholders=False)
    data, memo = parser.memo_serialize([TerminalDef, LarkRule])
    table = data["parser"]["parser"]
    numbers: dict[int, int] = {}
    rules: list[GrammarRule] = []
    for key, item in memo.items():
        if item["__type__"] == "Rule":
            origin, alias = item["origin"]["name"], item["alias"]
            numbers[key] = len(rules)
            expand = bool(item["options"]["expand1"]) and not alias
            splices = any(symbol["name"].startswith("_") for symbol in item["expansion"])
            name, size = alias or origin, len(item["expansion"])
            rules.append(GrammarRule(origin, size, name, origin.startswith("_"), expand, splices))
    actions = [
        {table["tokens"][symbol]: ~numbers[to["@"]] if reduces else to for symbol, (reduces, to) in row.items()}
        for _, row in sorted(table["states"].items())
    ]
    return ParseTable(table["start_states"], table["end_states"], actions, rules)
