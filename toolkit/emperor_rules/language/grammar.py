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
    from lark.parsers.lalr_interactive_parser import InteractiveParser

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
    tree: Node = _fed(_parser().parse_interactive(start=start), (*tokens, Token(END_OF_INPUT, "", 0, 0)))
    return tree


def expected(start: str, tokens: Iterable[Token]) -> Set[str]:
    """Return the terminals that can follow some tokens, which the grammar must accept."""
    parser = _parser().parse_interactive(start=start)
    _fed(parser, tokens)
    accepted: set[str] = parser.accepts()  # type: ignore[no-untyped-call]
    return accepted - {END_OF_INPUT}


def _fed(parser: InteractiveParser, tokens: Iterable[Token]) -> Any:
    """Hand a parser its next tokens; after the last of all it gives the tree."""
    from lark import UnexpectedToken

    feed, tree = parser.feed_token, None
    for token in tokens:
        try:
            tree = feed(token)  # type: ignore[arg-type]  # it looks at nothing but the type
        except UnexpectedToken:
            raise ParseFailure(token) from None
    return tree


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
