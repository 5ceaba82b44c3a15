"""The grammar of the rules language, by which Lark parses the tokens of our lexer into our trees.

To make its LALR(1) table takes Lark a fifth of a second, so that is kept in the user's cache folder. Lark itself is
imported when something is parsed: a question to texts that were read before parses nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from contextlib import suppress
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, Any
from zlib import crc32

from emperor_rules.cache_files import read_cache, write_cache
from emperor_rules.language.blocks import ITEM_WORDS
from emperor_rules.language.syntax_tree import Node, Token
from emperor_rules.resources import cache_folder, grammar_path

if TYPE_CHECKING:
    from lark import Lark
    from lark.parsers.lalr_parser_state import ParseConf

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
    table = _table(start)
    states, values = [table.start_state], list[Any]()
    for token in (*tokens, Token(END_OF_INPUT, "", 0, 0)):
        if not _feed(table, states, token.type, values):
            raise ParseFailure(token)
        values.append(token)
    tree: Node = values[0]
    return tree


def expected(start: str, tokens: Iterable[Token]) -> Set[str]:
    """Return the terminals that can follow some tokens, which the grammar must accept."""
    table = _table(start)
    states = [table.start_state]
    for token in tokens:
        if not _feed(table, states, token.type):
            raise ParseFailure(token)
    actions = table.states[states[-1]].items()
    likely = ((name, follows) for name, (_, follows) in actions if name.isupper() and name != END_OF_INPUT)
    return {name for name, follows in likely if isinstance(follows, int) or _feed(table, states.copy(), name)}


def _feed(table: ParseConf[int], states: list[int], terminal: str, values: list[Any] | None = None) -> bool:
    """Move a stack of states on by a terminal, and return whether it can follow.

    What Lark does for each token of its own kind takes it three times as long, and telling what can follow ten times.

    Args:
        table: The states with what each does at a terminal.
        states: The states so far, the present one last.
        terminal: The terminal.
        values: The trees and tokens of the states behind the first, where a tree is wanted.
    """
    actions, callbacks = table.states, table.callbacks
    while True:
        action = actions[states[-1]].get(terminal)
        if action is None:
            return False
        rule = action[1]
        if isinstance(rule, int):  # the state that follows, and else what ends here
            states.append(rule)
            return True
        size = len(rule.expansion)
        behind = len(states) - size
        del states[behind:]
        if values is not None:
            values[behind - 1 :] = [callbacks[rule](values[behind - 1 :])]
        states.append(actions[states[-1]][rule.origin.name][1])
        if terminal == END_OF_INPUT and states[-1] == table.end_state:
            return True


@cache
def _table(start: str) -> ParseConf[int]:
    """Return what Lark has made of the grammar, to begin with one of :data:`STARTS`."""
    return _parser().parse_interactive(start=start).parser_state.parse_conf


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
