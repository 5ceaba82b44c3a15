"""From tokens to the syntax tree, by the Lark grammar in ``grammar/``, with every mistake reported.

A file is parsed in one go. Only where that fails are its items parsed one by one, so that three mistakes are three
diagnostics and whatever is sound still yields a tree.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePath
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from emperor_rules.diagnostics import Diagnostic, error, nearest
from emperor_rules.language.blocks import DECLARATIONS
from emperor_rules.language.lexer import Item, lex
from emperor_rules.language.phrases import Phrases
from emperor_rules.language.syntax_errors import explain
from emperor_rules.source import SourceFile

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

Node = Tree[Token]


@dataclass(frozen=True, slots=True)
class Parsed:
    """One file as a syntax tree (``tree.data == "file"``) and what was wrong with it."""

    source: SourceFile
    tree: Node
    findings: tuple[Diagnostic, ...]


def grammar_path() -> Path:
    """Find ``rules.lark``: beside the package when installed, at the top of the repository otherwise."""
    package = Path(__file__).resolve().parents[1]
    shipped = package / "shipped" / "grammar" / "rules.lark"
    return shipped if shipped.is_file() else package.parents[1] / "grammar" / "rules.lark"


@lru_cache(maxsize=1)
def grammar() -> Lark:
    """Load the grammar, from Lark's cache where there is one (135 ms without, a few with)."""
    text = grammar_path().read_text(encoding="utf-8")
    options: dict[str, Any] = {"parser": "lalr", "lexer": "basic", "start": list(STARTS), "maybe_placeholders": False}
    try:
        return Lark(text, cache=_cache_file(text), **options)
    except OSError:  # nowhere to write: only slower
        return Lark(text, **options)


def _cache_file(text: str) -> str:
    from hashlib import sha256

    import lark

    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    folder = os.path.join(base, "emperor-rules")
    os.makedirs(folder, exist_ok=True)
    return os.path.join(folder, f"grammar-{lark.__version__}-{sha256(text.encode()).hexdigest()[:16]}.lark")


def parse(source: SourceFile, phrases: Phrases, *, first_pass: bool = False) -> Parsed:
    """Parse one rule file; what cannot be understood is left out of the tree and reported."""
    lexed = lex(source, phrases, first_pass=first_pass)
    findings = list(lexed.findings)
    sound = [item for item in lexed.items if item.sound]
    if len(sound) == len(lexed.items):
        try:
            return Parsed(source, _feed("file", (t for item in sound for t in item.tokens)), tuple(findings))
        except UnexpectedInput:
            pass
    tokens = _recover(source, lexed.items, findings)
    return Parsed(source, _feed("file", tokens), tuple(findings))


def parse_query(source: SourceFile, tokens: Iterable[Token]) -> Node:
    """Parse the tokens of one question; raises Lark's ``UnexpectedInput`` when they make none."""
    return _feed("query", tokens)


def _feed(start: str, tokens: Iterable[Token]) -> Node:
    parser = grammar().parse_interactive(start=start)
    feed = parser.parser_state.feed_token
    for token in tokens:
        feed(token)
    return feed(Token("$END", ""), True)  # type: ignore[no-any-return]


def _recover(source: SourceFile, items: tuple[Item, ...], findings: list[Diagnostic]) -> list[Token]:
    """Parse item by item; keep the sound ones, mend the heads of the others, report every mistake."""
    kept: list[Token] = []
    headed = False
    for item in items:
        sound = item.sound
        if sound:
            mistake = _mistake(source, item)
            if mistake is not None:
                sound = False
                findings.append(mistake)
        if item.head:
            head = item.tokens if sound else _stand_in(source, item)
            headed = bool(head)
            kept.extend(head)
            kept.extend(() if sound or not headed else _broken(item))
        elif headed:
            kept.extend(item.tokens if sound else _broken(item))
    return kept


def _mistake(source: SourceFile, item: Item) -> Diagnostic | None:
    """Parse one item; give its first mistake."""
    start = f"{item.block}_{'head' if item.head else 'item'}"
    try:
        _feed(start, item.tokens)
        return None
    except UnexpectedInput as raised:
        token = getattr(raised, "token", None)
    at = next((n for n, other in enumerate(item.tokens) if other is token), len(item.tokens) - 1)
    token, before = item.tokens[at], item.tokens[:at]
    parser = grammar().parse_interactive(start=start)
    for sound in before:
        parser.feed_token(sound)
    line, _ = source.place(token.start_pos or 0)
    continues = at > 0 and not source.text[source.starts[line - 1] : token.start_pos].strip()
    accepted = parser.accepts()  # type: ignore[no-untyped-call]
    code, message, help = explain(item.block, item.head, before, token, accepted, continues)
    begin, end = token.start_pos or 0, token.end_pos or 0
    if token.type == "END" and at:
        begin = (before[-1].end_pos or 1) - 1
        end = begin + 1
    return error(code, message, source.span(begin, max(end, begin + 1)), help)


def _broken(item: Item) -> list[Token]:
    """Give what stands for an item that has been reported."""
    return [Token(kind, "", start_pos=item.start, end_pos=item.end) for kind in ("BROKEN", "END")]


def _stand_in(source: SourceFile, item: Item) -> list[Token]:
    """Give a sound head for a broken one, so that what stands below is read and references find it; or nothing."""
    if not item.tokens:
        return []
    first, *rest = item.tokens
    found = {token.type: token for token in reversed(rest)}

    def make(kind: str, value: str) -> Token:
        return Token(kind, value, start_pos=first.start_pos, end_pos=first.end_pos)

    end = make("END", "")
    title = found.get("STRING") or make("STRING", f'"line {source.place(item.start)[0]}"')
    if item.block == "scenario":
        return [first, title, end]
    if item.block == "text":
        return [first, found.get("NAME") or make("NAME", PurePath(source.name).stem), title, end]
    if "NAME" not in found:
        return []
    kind = nearest(first, DECLARATIONS) if item.block == "declaration" else None
    return [make(first.type, kind or first), found["NAME"], end]
