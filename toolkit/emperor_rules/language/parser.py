"""From tokens to the syntax tree, with every mistake reported.

A file is parsed in one go. Only where that fails are its items parsed one by one, so that three mistakes are three
diagnostics and whatever is sound still yields a tree.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePath
from typing import NamedTuple

from emperor_rules.diagnostics import Diagnostic, error, nearest
from emperor_rules.language.blocks import DECLARATIONS, Item, comments_of_blocks
from emperor_rules.language.lexer import Lexed, lex, lex_deferred
from emperor_rules.language.margins import misleading, straightened
from emperor_rules.language.parse_table import ParseFailure, parse_table
from emperor_rules.language.syntax_errors import explain
from emperor_rules.language.syntax_tree import Node, Token, first_token
from emperor_rules.model.phrases import Phrases
from emperor_rules.source import SourceFile

MARGIN = re.compile(r"^[ \t]+", re.MULTILINE)


class Parsed(NamedTuple):
    """One file as a syntax tree (of the rule ``file``) and what was wrong with it.

    ``comments`` are the remarks on each block by the offset of its head, and at offset -1 those that open the file;
    ``deferred`` are the conditions inside declarations, each with the offset of the declaration's head.
    """

    source: SourceFile
    tree: Node
    findings: tuple[Diagnostic, ...]
    comments: Mapping[int, tuple[str, ...]]
    deferred: tuple[tuple[int, Item], ...] = ()

    def comments_on(self, block: Node) -> tuple[str, ...]:
        """Return the comments right above a block and within it, each a line."""
        return self.comments.get(first_token(block).start, ())


def parse(source: SourceFile, phrases: Phrases, *, defer_conditions: bool = False) -> Parsed:
    """Parse one rule file; what cannot be understood is left out of the tree and reported.

    Args:
        source: The file.
        phrases: The phrases in use.
        defer_conditions: Leave the conditions inside declarations to :func:`parse_deferred`: their phrases are not
            known before all declarations are read.
    """
    parsed = _parse(source, phrases, defer_conditions)
    if not parsed.findings:
        return parsed

    def read(other: SourceFile) -> tuple[Diagnostic, ...]:
        return _parse(other, phrases, defer_conditions).findings

    return parsed._replace(findings=misleading(source, parsed.findings, read))


def straighten(source: SourceFile, phrases: Phrases) -> SourceFile:
    """Return a file with other margins where its own mislead, and with spaces for the tabs in them.

    See :mod:`emperor_rules.language.margins`.
    """

    def read(other: SourceFile) -> tuple[Diagnostic, ...]:
        return _parse(other, phrases).findings

    spaced = SourceFile(source.name, MARGIN.sub(lambda margin: margin[0].replace("\t", "  "), source.text))
    return straightened(spaced, read(spaced), read)[0]


def _parse(source: SourceFile, phrases: Phrases, defer_conditions: bool = False) -> Parsed:
    lexed = lex(source, phrases, defer_conditions=defer_conditions)
    findings = list(lexed.findings)
    tree = _whole(lexed)
    if tree is None:
        tree = parse_table().parse("file", _recover(source, lexed.items, findings))
    comments = comments_of_blocks(source, lexed.items, lexed.comments)
    return Parsed(source, tree, tuple(findings), comments, lexed.deferred)


def parse_deferred(source: SourceFile, item: Item, phrases: Phrases) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """Parse a condition inside a declaration; the tree is ``None`` where something is wrong."""
    findings = lex_deferred(source, item, phrases)
    if not item.sound:
        return None, findings
    try:
        return parse_table().parse("declaration_item", item.tokens), findings
    except ParseFailure as failure:
        return None, (*findings, _explained(source, item, failure.token))


def _whole(lexed: Lexed) -> Node | None:
    """Parse a file without mistakes; ``None`` if it has some."""
    if not all(item.sound for item in lexed.items):
        return None
    try:
        return parse_table().parse("file", [token for item in lexed.items for token in item.tokens])
    except ParseFailure:
        return None


def _recover(source: SourceFile, items: tuple[Item, ...], findings: list[Diagnostic]) -> list[Token]:
    """Parse item by item; return the tokens of the sound ones, with stand-ins for broken heads and items."""
    tokens: list[Token] = []
    headed = False
    for item in items:
        sound = item.sound
        if sound:
            try:
                parse_table().parse(f"{item.block}_{'head' if item.head else 'item'}", item.tokens)
            except ParseFailure as failure:
                sound = False
                findings.append(_explained(source, item, failure.token))
        if item.head:
            head = item.tokens if sound else _stand_in(source, item)
            headed = bool(head)
            tokens += head
        elif headed and sound:
            tokens += item.tokens
        if headed and not sound:
            tokens += [Token(kind, "", item.start, item.end) for kind in ("BROKEN", "END")]
    return tokens


def _explained(source: SourceFile, item: Item, token: Token) -> Diagnostic:
    """Return the diagnostic for an item whose tokens cannot be parsed from one of them on."""
    at = next((n for n, candidate in enumerate(item.tokens) if candidate is token), len(item.tokens) - 1)
    token, before = item.tokens[at], item.tokens[:at]
    accepted = parse_table().expected(f"{item.block}_{'head' if item.head else 'item'}", before)
    line, _ = source.place(token.start)
    continues = at > 0 and not source.text[source.starts[line - 1] : token.start].strip()
    code, message, help = explain(item.block, item.head, before, token, accepted, continues)
    begin, end = token.start, token.end
    if token.type == "END" and at:
        begin = before[-1].end - 1
        end = begin + 1
    return error(code, message, source.span(begin, max(end, begin + 1)), help)


def _stand_in(source: SourceFile, item: Item) -> list[Token]:
    """Return a sound head for a broken one, so that what stands below is read and references find it; or nothing."""
    if not item.tokens:
        return []
    first, *rest = item.tokens
    by_type = {token.type: token for token in reversed(rest)}

    def make(kind: str, text: str) -> Token:
        return Token(kind, text, first.start, first.end)

    end = make("END", "")
    title = by_type.get("STRING") or make("STRING", f'"line {source.place(item.start)[0]}"')
    if item.block == "scenario":
        return [first, title, end]
    if item.block == "text":
        return [first, by_type.get("NAME") or make("NAME", PurePath(source.name).stem), title, end]
    if "NAME" not in by_type:
        return []
    kind = nearest(first.text, DECLARATIONS) if item.block == "declaration" else None
    return [make(first.type, kind or first.text), by_type["NAME"], end]
