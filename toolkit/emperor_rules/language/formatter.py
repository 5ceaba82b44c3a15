"""Formatter: the one canonical form of a rule file.

Heads stand at the left margin, items two spaces in, what continues them four. Blocks are parted by one blank line. A
comment keeps its place: beside an item, above it, above a head, or between blocks with blank lines around it. Words
keep their spelling and items their order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

from emperor_rules.language.blocks import Comment, Item
from emperor_rules.language.lexer import Lexed, lex
from emperor_rules.language.line_breaking import comment_lines, item_lines
from emperor_rules.language.syntax_tree import unquote
from emperor_rules.model.phrases import Phrases
from emperor_rules.source import SourceFile


def layout(source: SourceFile, phrases: Phrases) -> str:
    """Return the canonical text of a rule file.

    Args:
        source: The file; it must be free of mistakes.
        phrases: The phrases of its vocabulary.

    Raises:
        ValueError: Where the words of the file cannot be read: nothing is laid out by guessing.
        AssertionError: If the canonical text said anything else than the file; that is a defect of this module.
    """
    lexed = lex(source, phrases)
    if lexed.findings:
        raise ValueError(f"{lexed.findings[0].span}: {lexed.findings[0].message}")
    text = _Page(source, lexed).text()
    again = lex(SourceFile(source.name, text), phrases)
    if _content(again) != _content(lexed):
        raise AssertionError(f"the layout of {source.name} would change what it says")
    return text


def _content(lexed: Lexed) -> tuple[object, ...]:
    """Return what a file says: its items sign by sign, and the words of its comments in any order."""
    items = [
        (item.block, item.head, [(s.type, unquote(s) if s.type == "STRING" else s.text) for s in item.signs])
        for item in lexed.items
    ]
    comments = [*lexed.comments, *(comment for item in lexed.items for comment in item.comments)]
    words = Counter(word for comment in comments for word in comment.text.lstrip("#").split())
    return items, words


class _Page:
    """Builds the paragraphs of a file: blocks, and comments that stand alone."""

    def __init__(self, source: SourceFile, lexed: Lexed) -> None:
        self.source = source
        self.lexed = lexed
        self.paragraphs: list[list[str]] = []
        self.block: list[str] | None = None

    def text(self) -> str:
        """Return the whole file."""
        waiting: list[Comment] = []
        entries: list[Item | Comment] = [*self.lexed.items, *self.lexed.comments]
        for entry in sorted(entries, key=lambda entry: entry.start):
            if isinstance(entry, Comment):
                waiting.append(entry)
                continue
            if entry.head:
                lead = self._between(waiting, entry)
                self.block = lead
                self.paragraphs.append(self.block)
            elif self.block is not None:
                for comment in waiting:
                    self.block += comment_lines(comment.text, 2)
            self._add(entry)
            waiting = []
        self._between(waiting, None)
        return "\n".join("".join(f"{line}\n" for line in lines) for lines in self.paragraphs)

    def _add(self, item: Item) -> None:
        """Add the lines of an item; closing comments without room beside it go above it."""
        assert self.block is not None, "an item outside any block is a mistake"
        lines, above = item_lines(item)
        for comment in above:
            self.block += comment_lines(comment.text, 0 if item.head else 2)
        self.block += lines

    def _between(self, comments: Sequence[Comment], head: Item | None) -> list[str]:
        """Place the comments between two blocks; return the lines of those that belong to the head below."""
        if self.block is not None:
            within = list(takewhile(lambda comment: comment.margin > 0, comments))
            for comment in within:
                self.block += comment_lines(comment.text, 2)
            comments = comments[len(within) :]
        runs: list[list[str]] = []
        line = -1
        for comment in comments:
            at = self._line(comment)
            if at != line + 1 or not runs:
                runs.append([])
            runs[-1] += comment_lines(comment.text, 0)
            line = at
        lead = runs.pop() if runs and head is not None and self._line(head) == line + 1 else []
        self.paragraphs += runs
        return lead

    def _line(self, entry: Comment | Item) -> int:
        return self.source.place(entry.start)[0]
