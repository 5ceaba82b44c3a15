"""Small ways to look into a syntax tree: its subtrees, its tokens, and where a token stands."""

from __future__ import annotations

from lark import Token, Tree

from emperor_rules.source import SourceFile, Span

Node = Tree[Token]


def trees(node: Node) -> list[Node]:
    """Give the direct subtrees of a node."""
    return [child for child in node.children if isinstance(child, Tree)]


def tokens(node: Node) -> list[Token]:
    """Give the direct tokens of a node."""
    return [child for child in node.children if isinstance(child, Token)]


def strings(node: Node) -> list[Token]:
    """Give the direct string tokens of a node."""
    return [token for token in tokens(node) if token.type == "STRING"]


def all_tokens(node: Node) -> list[Token]:
    """Give every token under a node, in the order of writing."""
    return list(node.scan_values(lambda leaf: isinstance(leaf, Token)))


def unquote(token: Token) -> str:
    """Give the words of a string token, with line breaks as spaces."""
    return " ".join(str(token)[1:-1].split())


def span_of(source: SourceFile, token: Token) -> Span:
    """Give the place of a token."""
    start = token.start_pos or 0
    return source.span(start, max(token.end_pos or 0, start + 1))


def without_slot(atom: Node) -> Node:
    """Give an atom without the place that it names (“from the territory of x”)."""
    return Tree(
        atom.data,
        [
            Tree(c.data, [g for g in c.children if not (isinstance(g, Tree) and g.data == "slot")])
            if isinstance(c, Tree) and c.data == "relation"
            else c
            for c in atom.children
        ],
    )
