"""Syntax trees: tokens, nodes, small ways to look into them, and the mistakes that are noticed at them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise, takewhile
from typing import NamedTuple

from emperor_rules.diagnostics import Diagnostic, Suggestion, error
from emperor_rules.messages import LANGUAGES, Message, Names, name_of_language
from emperor_rules.model.phrases import canonical
from emperor_rules.source import SourceFile, Span


class Token(NamedTuple):
    """A stretch of a file: the name of its terminal, its text, and its offsets (``end`` exclusive).

    The text of a phrase is its words as written, joined by single spaces.
    """

    type: str
    text: str
    start: int
    end: int

    def __str__(self) -> str:
        return self.text

    @property
    def phrase(self) -> str:
        """The text as the vocabulary spells its phrases."""
        return " ".join(canonical(self.text.split()))


class Node:
    """An inner node: the rule of the grammar (or its alias) and what it derives."""

    __slots__ = ("children", "rule")

    def __init__(self, rule: str, children: list[Node | Token]) -> None:
        self.rule = rule
        self.children = children

    @property
    def trees(self) -> list[Node]:
        """Its direct subtrees."""
        return [child for child in self.children if isinstance(child, Node)]

    @property
    def tokens(self) -> list[Token]:
        """Its direct tokens."""
        return [child for child in self.children if isinstance(child, Token)]

    @property
    def names(self) -> list[Token]:
        """Its direct tokens that are names."""
        return [child for child in self.children if isinstance(child, Token) and child.type == "NAME"]

    @property
    def strings(self) -> list[Token]:
        """Its direct string tokens."""
        return [child for child in self.children if isinstance(child, Token) and child.type == "STRING"]

    @property
    def said(self) -> dict[str, str]:
        """Its strings by the languages before them, of those that a language stands before."""
        pairs = pairwise(child for child in self.children if isinstance(child, Token))
        return {id.text: unquote(string) for id, string in pairs if (id.type, string.type) == ("LANG", "STRING")}

    @property
    def leaves(self) -> list[Token]:
        """Every token under it, in the order of writing."""
        leaves: list[Token] = []
        for child in self.children:
            leaves += [child] if isinstance(child, Token) else child.leaves
        return leaves

    @property
    def first_token(self) -> Token:
        """The first token under it; every rule of the grammar but ``file`` has one."""
        child = self.children[0]
        return child if isinstance(child, Token) else child.first_token

    @property
    def last_token(self) -> Token:
        """The last token under it."""
        child = self.children[-1]
        return child if isinstance(child, Token) else child.last_token

    def find(self, rule: str) -> Iterator[Node]:
        """Yield this node and those under it that come from a rule, from the top."""
        if self.rule == rule:
            yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.find(rule)


def without_wrapping(item: Node) -> Node:
    """Return the wording of an item that is one, else the item itself."""
    return item.trees[0] if item.rule.endswith("_item") else item


def unquote(token: Token) -> str:
    """Return the words of a string token, with line breaks as spaces."""
    return " ".join(token.text[1:-1].split())


def span_of(source: SourceFile, token: Token) -> Span:
    """Return the place of a token."""
    return source.span(token.start, max(token.end, token.start + 1))


def without_slot(atom: Node) -> Node:
    """Return an atom without the place that it names (“from the territory of x”)."""
    slots = list(atom.find("slot"))
    return Node(atom.rule, [without_slot(c) if isinstance(c, Node) else c for c in atom.children if c not in slots])


@dataclass
class Reporter:
    """Collects what is wrong with one file; what reads a file is one, or reports to one."""

    source: SourceFile
    findings: list[Diagnostic] = field(default_factory=list)

    def report(self, code: str, message: str, place: Token | tuple[int, int], help: str) -> None:
        """Add an error at a token, or from one offset to another, with what to write instead."""
        start, end = (place.start, place.end) if isinstance(place, Token) else place
        help = placed(self.source, start, end, help)
        self.findings.append(error(code, message, self.source.span(start, max(end, start + 1)), help))

    def report_unsaid(self, item: Node) -> None:
        """Report that an item lacks its words in a language."""
        lacking = [language for language in LANGUAGES if not item.said.get(language)]
        if lacking:
            languages = Names(map(name_of_language, lacking), last=Message("and"))
            message = Message("“{item}” lacks its words in {languages}", item=item.first_token, languages=languages)
            wanted = Names((f'{language} "…"' for language in lacking), last=Message("and"))
            self.report("R405", message, item.first_token, Message("Add: {wanted}", wanted=wanted))

    def report_repeated(self, items: Iterable[Node], once: Collection[str]) -> None:
        """Report the items of a block that stand in it a second time, of those whose rules may stand ``once``.

        Words that hold between days may stand often. Nothing is reported below an item that could not be read: it may
        have been the head of another block.
        """
        seen: set[tuple[str, ...]] = set()
        for item in takewhile(lambda item: item.rule != "broken", items):
            inner = without_wrapping(item)
            if inner.rule not in once or (inner.rule == "wording" and inner.trees):
                continue
            head, second = inner.tokens[:2]
            kind = (inner.rule, second.type) if inner.rule == "source" else (inner.rule, *inner.said)
            if kind in seen:
                message = Message("“{item}” stands a second time in this block", item=head)
                self.report("R109", message, head, Message("Keep one of them."))
            seen.add(kind)


def placed(source: SourceFile, start: int, end: int, help: str) -> str:
    """Return help that tells which stretch its suggestion replaces, for a finding from one offset to another.

    What is taken away goes with the space before it; so does the space before a comma.
    """
    if not isinstance(help, Suggestion) or help.place is not None:
        return help
    if not help.instead.strip() or help.instead.startswith(","):
        start = len(source.text[:start].rstrip(" "))
    return Suggestion.of(help, help.instead, source.span(start, max(end, start)), certain=help.certain)
