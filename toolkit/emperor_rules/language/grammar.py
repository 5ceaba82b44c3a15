"""The grammar of the rules language, by which Lark parses the tokens of our lexer into our trees.

To make its LALR(1) table takes Lark a fifth of a second, so that is kept in the user's cache folder. Lark itself is
imported when something is parsed: a question to texts that were read before parses nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from contextlib import suppress
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from emperor_rules.cache_files import read_cache, write_cache
from emperor_rules.language.blocks import ITEM_WORDS
from emperor_rules.language.syntax_tree import Node, Token
from emperor_rules.resources import cache_folder, grammar_path

if TYPE_CHECKING:
    from lark import Lark

STARTS = ("file", *(f"{block}_{part}" for part in ("head", "item") for block in ITEM_WORDS))
#: The file of the table in the cache folder: grammars have files of their own.
CACHE = "grammar-{:08x}.lark"
#: The terminal after the last token.
END_OF_INPUT = "$END"


class ParseFailure(Exception):
    """No sentence of the grammar continues with ``token``."""

    def __init__(self, token: Token) -> None:
        super().__init__(token.text)
        self.token = token


def parse(start: str, tokens: Iterable[Token]) -> Node:
    """Return the syntax tree of all tokens, from one of :data:`STARTS`.

    Raises:
        ParseFailure: At the first token that cannot follow those before it.
    """
    tree: Node = _fed(start, (*tokens, Token(END_OF_INPUT, "", 0, 0)))[1][-1]
    return tree


def expected(start: str, tokens: Iterable[Token]) -> Set[str]:
    """Return the terminals that can follow some tokens, which the grammar must accept."""
    states, _ = _fed(start, tokens)
    table = _table()
    ahead = (sign for sign in table.moves[states[-1]] if sign.isupper() and sign != END_OF_INPUT)
    return {sign for sign in ahead if _shifts(table, list(states), sign)}


def _fed(start: str, tokens: Iterable[Token]) -> tuple[list[int], list[Any]]:
    """Return the states to which tokens lead and what was made of them, from the bottom up; at the end the tree."""
    table = _table()
    moves, end = table.moves, table.ends[start]
    states, values = [table.begins[start]], list[Any]()
    for token in tokens:
        while type(move := moves[states[-1]].get(token.type)) is not int:
            if move is None:
                raise ParseFailure(token)
            if move.size:
                parts = values[-move.size :]
                del states[-move.size :], values[-move.size :]
            else:
                parts = []
            values.append(move.make(parts))
            states.append(moves[states[-1]][move.rule])
            if states[-1] == end:
                break
        else:
            states.append(move)
            values.append(token)
    return states, values


def _shifts(table: _Table, states: list[int], sign: str) -> bool:
    """Return whether a terminal can follow what led to some states, which are used up."""
    while type(move := table.moves[states[-1]].get(sign)) is not int:
        if move is None:
            return False
        if move.size:
            del states[-move.size :]
        states.append(table.moves[states[-1]][move.rule])
    return True


class _Reduction(NamedTuple):
    """That so many parts make one of a rule, and what makes it of them."""

    size: int
    rule: str
    make: Callable[[list[Any]], Any]


class _Table(NamedTuple):
    """By a state and what comes next: the state after it, or what is reduced before; and the states of all starts."""

    moves: Mapping[int, Mapping[str, Any]]
    begins: Mapping[str, int]
    ends: Mapping[str, int]


@cache
def _table() -> _Table:
    """Return the table that Lark has made, so that it is walked without what its own parser does beside."""
    parser = _parser().parser.parser.parser
    table = parser.parse_table
    reductions = {
        rule: _Reduction(len(rule.expansion), rule.origin.name, make) for rule, make in parser.callbacks.items()
    }
    moves = {
        state: {sign: to if isinstance(to, int) else reductions[to] for sign, (_, to) in row.items()}
        for state, row in table.states.items()
    }
    return _Table(moves, table.start_states, table.end_states)


@cache
def _parser() -> Lark:
    """Return Lark's parser for the grammar, from the user's cache folder where it is there."""
    import lark

    grammar = grammar_path().read_text(encoding="utf-8")
    file, kind = cache_folder() / CACHE.format(crc32(grammar.encode())), f"lark {lark.__version__} of {grammar}"
    kept = read_cache(file, kind)
    if kept is not None:
        return lark.Lark.load(BytesIO(kept))
    made = lark.Lark(
        grammar, parser="lalr", lexer="basic", start=list(STARTS), maybe_placeholders=False, tree_class=Node
    )
    saved = BytesIO()
    made.save(saved)
    with suppress(OSError):  # nowhere to write: only slower
        write_cache(file, kind, saved.getvalue())
    return made
