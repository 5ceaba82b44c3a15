"""The LALR(1) parse table that Lark makes of the grammar, and the shift-reduce parser that runs it.

Lark is slow to import, and to make the table takes it a tenth of a second. So the table is kept as JSON in the user's
cache folder under a digest and with the grammar that it was made of, and Lark is called where either is another.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence, Set
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from emperor_rules import files
from emperor_rules.language.syntax_tree import Node, Token
from emperor_rules.resources import cache_folder, grammar_path

STARTS = (
    "file",
    "text_head",
    "clause_head",
    "scenario_head",
    "declaration_head",
    "difference_head",
    "contradiction_head",
    "text_item",
    "clause_item",
    "scenario_item",
    "declaration_item",
    "difference_item",
    "contradiction_item",
    "query",
)
#: The table's file in the cache folder: its number changes with its form, and grammars have files of their own.
CACHE = "parse-table-2-{:08x}.json"
#: The terminal after the last token.
END_OF_INPUT = "$END"


class Rule(NamedTuple):
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
        """Blame a token."""
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
    rules: list[Rule]

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
    try:
        file = cache_folder() / CACHE.format(crc32(grammar.encode()))
    except OSError:  # nowhere to write: only slower
        return _made(grammar)
    try:
        digest, _, body = file.read_bytes().partition(b"\n")
        if int(digest, 16) == crc32(body):
            return _read(json.loads(body), grammar)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        pass  # there is none, or another wrote it
    table = _made(grammar)
    _keep(table, grammar, file)
    return table


def _read(data: Any, grammar: str) -> ParseTable:
    """Return a table that was kept.

    Raises:
        ValueError: It is of another grammar, or a number in it names no state and no production.
        LookupError, TypeError, AttributeError: It has another shape.
    """
    rules = [Rule(*rule) for rule in data["rules"]]
    table = ParseTable(data["starts"], data["ends"], data["actions"], rules)
    states, least = len(table.actions), -len(rules)
    ends = [*table.starts.values(), *table.ends.values()]
    if (
        data["grammar"] != grammar
        or not {*STARTS} <= table.starts.keys() & table.ends.keys()
        or not all(type(state) is int and 0 <= state < states for state in ends)
        or not all(type(to) is int and least <= to < states for row in table.actions for to in row.values())
    ):
        raise ValueError("no table of this grammar")
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
    rules: list[Rule] = []
    for key, item in memo.items():
        if item["__type__"] == "Rule":
            origin, alias = item["origin"]["name"], item["alias"]
            numbers[key] = len(rules)
            expand = bool(item["options"]["expand1"]) and not alias
            splices = any(symbol["name"].startswith("_") for symbol in item["expansion"])
            name, size = alias or origin, len(item["expansion"])
            rules.append(Rule(origin, size, name, origin.startswith("_"), expand, splices))
    actions = [
        {table["tokens"][symbol]: ~numbers[to["@"]] if reduces else to for symbol, (reduces, to) in row.items()}
        for _, row in sorted(table["states"].items())
    ]
    return ParseTable(table["start_states"], table["end_states"], actions, rules)


def _keep(table: ParseTable, grammar: str, file: Path) -> None:
    """Write the table in one step, or leave it where that is impossible."""
    data = {"grammar": grammar, **{name: getattr(table, name) for name in ("starts", "ends", "actions", "rules")}}
    body = json.dumps(data).encode()
    try:
        files.write_whole(file, f"{crc32(body):08x}\n".encode() + body)
    except OSError:
        return


__all__ = ["STARTS", "ParseFailure", "ParseTable", "parse_table"]
