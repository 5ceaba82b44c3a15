"""Blocks: what is a head, an item or the continuation of one, so that a mistake never hides the next item.

A line at the left margin is a head; up to three spaces make an item, four or more continue the line above. Comments
belong to the item that goes on after them, else they stand between items.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain, pairwise, takewhile
from operator import attrgetter
from typing import NamedTuple

from emperor_rules.diagnostics import did_you_mean, nearest
from emperor_rules.language.scanner import TOKEN
from emperor_rules.language.syntax_tree import Reporter, Token
from emperor_rules.messages import ENGLISH, LANGUAGES, Message
from emperor_rules.source import SourceFile

#: The kinds of blocks that are no declarations, each with the terminal of its head.
BLOCKS = {block: block.upper() for block in ("text", "clause", "scenario", "difference", "contradiction")}


class DeclaredKind(StrEnum):
    """What is declared, as the head of a declaration says it."""

    SORT = "sort"
    ROLE = "role"
    FACT = "fact"
    VALUE = "value"
    ACTION = "action"
    GIVEN = "given"
    OPTION = "option"
    TERM = "term"
    PHRASING = "phrasing"
    CIRCUMSTANCE = "circumstance"
    TOPIC = "topic"


_SAID = (
    "of",
    *LANGUAGES,
    "said",
    "short",
    "ask",
    "elsewhere",
    "gone",
    "asked",
    "essential",
    "ignores",
    "with",
    "builtin",
    "drawn",
)
_GIVEN = (
    "of",
    *LANGUAGES,
    "negative",
    "plural",
    "said",
    "number",
    "player",
    "players",
    "team",
    "one",
    "default",
    "best",
    "present",
    "symbol",
)
#: The items that each kind of declaration may have, but for conditions.
DECLARED_ITEMS: Mapping[str, tuple[str, ...]] = {
    DeclaredKind.SORT: ("letters", *LANGUAGES),
    DeclaredKind.ROLE: ("letter", "symbol", *LANGUAGES),
    DeclaredKind.FACT: (
        *_SAID,
        "negative",
        "plural",
        "slot",
        "closed",
        "open",
        "requirement",
        "leaves",
        "ends",
        "asks",
        "noun",
        "where",
    ),
    DeclaredKind.VALUE: (*_SAID, "answer"),
    DeclaredKind.ACTION: (*_SAID, "negative", "slot"),
    DeclaredKind.GIVEN: _GIVEN,
    DeclaredKind.OPTION: LANGUAGES,
    DeclaredKind.TERM: (*LANGUAGES, "defined", "asks"),
    DeclaredKind.PHRASING: ("also",),
    DeclaredKind.CIRCUMSTANCE: ("also",),
    DeclaredKind.TOPIC: (*LANGUAGES, "asks"),
}
DECLARATIONS = tuple(DECLARED_ITEMS)

_ABOUT_TEXTS = (
    *("language", "source", "from", "compared", "numbered", "includes", "options", "alternatives", "usually"),
    *("roles", "seated"),
)
#: Items that are names, dates and strings, by kind of block; anything else in a clause is a sentence.
PLAIN_ITEMS = {
    "text": (*_ABOUT_TEXTS, "translates", "summarises", "varies", *LANGUAGES, "since", "until"),
    "clause": ("title", "see", "redundant", "numbered", "formerly", "note", *LANGUAGES),
    "scenario": (*LANGUAGES[1:], "situation", "in", "seats", "left", "leaving", "options", "on", "given"),
    "difference": ("between", "asks", "options", "clauses", *LANGUAGES),
    "contradiction": ("in", "asks", "options", "clauses", *LANGUAGES),
}
CONDITIONS = ("means", "premise")
DECLARATION_ITEMS = tuple(dict.fromkeys(chain(*DECLARED_ITEMS.values())))
#: Every word that begins an item, by kind of block.
ITEM_WORDS = {**PLAIN_ITEMS, "declaration": (*DECLARATION_ITEMS, *CONDITIONS)}

#: What the head of a clause goes on with, also on a line of its own.
HEAD_WORDS = ("since", "until", "overrides")
#: From this many spaces on a line continues the one above.
CONTINUES = 4


class Comment(NamedTuple):
    """A comment with its place; ``own_line`` when nothing stands before it on its line, else ``margin`` is 0."""

    text: str
    start: int
    own_line: bool
    margin: int


@dataclass(slots=True)
class Item:
    """A head or an item of a ``block`` (empty outside any, “?” in an unknown one), and whether it could be read.

    ``signs`` are its words as written; ``tokens`` are the terminals that they make.
    """

    block: str
    head: bool
    start: int
    end: int
    signs: list[Token] = field(default_factory=list)
    tokens: list[Token] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    sound: bool = True

    @property
    def rule(self) -> str:
        """The rule of the grammar that it comes from."""
        return f"{self.block}_{'head' if self.head else 'item'}"


class Blocks(Reporter):
    """Cuts a file at its indentation; ``comments`` holds those between items once :meth:`cut` is exhausted.

    If ``fragment_of`` names a kind of block, the text is a part of one, and the head of the block may be missing.
    """

    def __init__(self, source: SourceFile, fragment_of: str) -> None:
        super().__init__(source)
        self.block = self.fragment_of = fragment_of
        self.comments: list[Comment] = []
        self.tabs = False

    def cut(self) -> Iterator[Item]:
        """Yield the heads and items in order, without their signs."""
        current: Item | None = None
        in_string = False
        waiting: list[Comment] = []
        for start, line in zip(self.source.starts, self.source.text.split("\n"), strict=True):
            words = line.lstrip()
            if not words:
                continue
            end = start + len(line)
            begin = end - len(words)
            margin = begin - start
            if margin and "\t" in line[:margin]:
                margin = self._margin(line[:margin], start)
            if words[0] == "#" and not (in_string and margin >= CONTINUES):
                if in_string and current is not None:
                    help = Message("Close the string first; or indent the line by four, if it belongs to it.")
                    self.report("R103", Message("a comment cannot stand inside a string"), (begin, end), help)
                    current.sound = in_string = False
                waiting.append(Comment(words.rstrip(), begin, True, margin))
                continue
            if margin >= CONTINUES and current is not None:
                waiting.clear()
                current.end = end
            else:
                self.comments += waiting
                waiting = []
                if current is not None:
                    yield current
                current = self.begin(words, margin, begin, end)
                in_string = False
            if '"' in line:
                in_string = _left_open(line, in_string)
        self.comments += waiting
        if current is not None:
            yield current

    def _margin(self, space: str, start: int) -> int:
        """Return the width of an indentation with tabs, the first of which is reported."""
        if not self.tabs:
            at = start + space.index("\t")
            help = Message("Indent with spaces: two for an item, four for what continues it.")
            self.report("R104", Message("this line is indented with a tab"), (at, at + 1), help)
        self.tabs = True
        return len(space.replace("\t", "  "))

    def begin(self, words: str, margin: int, start: int, end: int) -> Item:
        """Return a new head or item, and report what is wrong with its indentation."""
        if margin == 0:
            sign = TOKEN.match(words)
            word = sign.group() if sign is not None and sign.lastgroup == "WORD" else words.split(None, 1)[0]
            kind = self._head(word, start)
            if kind:
                self.block = kind
                return Item(kind, True, start, end, sound=word in BLOCKS or word in DECLARATIONS)
        elif not self.block:
            help = Message("Begin with a head at the left margin, such as “clause 1.1 my-slug”.")
            self.report("R104", Message("this line stands outside any block"), (start, end), help)
        return Item(self.block, False, start, end, sound=margin > 0 or bool(self.fragment_of))

    def _head(self, word: str, start: int) -> str:
        """Return the kind of block that a word at the left margin begins: empty for an item in the wrong place."""
        own = ITEM_WORDS.get(self.block, ())
        if word not in own:
            if word in BLOCKS:
                return word
            if word in DECLARATIONS:
                return "declaration"
        if self.fragment_of:
            return ""
        inside = self.block in ITEM_WORDS
        heads = DECLARATIONS if self.block == "declaration" else tuple(BLOCKS)
        guess = nearest(word, heads if inside else (*heads, *DECLARATIONS))
        end = start + len(word)
        if inside and (word in own or guess is None):
            message = Message("“{word}” stands at the left margin but begins no block", word=word)
            help = Message("Indent an item by two spaces. A block begins with one of: {heads}.", heads=", ".join(heads))
            self.report("R104", message, (start, end), help)
            return ""
        names = ", ".join((*heads, *DECLARATIONS))
        help = did_you_mean(guess) if guess else Message("A block begins with one of: {names}.", names=names)
        self.report("R105", Message("“{word}” begins no block", word=word), (start, end), help)
        if guess is None:
            return "?"
        return guess if guess in BLOCKS else "declaration"


def _left_open(line: str, open_: bool) -> bool:
    """Return whether a string is open at the end of a line, given whether one was before it."""
    if "#" not in line:
        return open_ ^ bool(line.count('"') % 2)
    for letter in line:
        if letter == '"':
            open_ = not open_
        elif letter == "#" and not open_:
            break
    return open_


def block_lines(source: SourceFile) -> Iterator[tuple[int, int]]:
    """Yield the first line of each block, from 0, and the one after its last.

    Comments at the margin and empty lines before a head belong to no block.
    """
    lines, blocks = source.text.split("\n"), Blocks(source, "")
    at_margin = (at for at, line in enumerate(lines) if line and line[0] != "#" and not line[0].isspace())
    heads = [at for at in at_margin if blocks.begin(lines[at], 0, source.starts[at], source.starts[at]).head]
    for begin, following in pairwise([*heads, len(lines)]):
        end = following
        while not lines[end - 1].strip() or lines[end - 1].startswith("#"):
            end -= 1
        yield begin, end


def comments_of_blocks(
    source: SourceFile, items: Sequence[Item], comments: Sequence[Comment]
) -> dict[int, tuple[str, ...]]:
    """Return the comments on each block by the offset of its head: those right above it, then those within it.

    Comments beside something else on their line are left out. Offset -1 has the comments that open the file.
    """
    remarks: dict[int, list[str]] = {}
    block = -1
    waiting: list[Comment] = []
    entries: list[Item | Comment] = [*items, *comments]
    for entry in sorted(entries, key=attrgetter("start")):
        if isinstance(entry, Comment):
            waiting.append(entry)
            continue
        if not (waiting or entry.comments):
            block = entry.start if entry.head else block
            continue
        above: list[Comment] = []
        if entry.head:
            line = source.place(entry.start)[0]
            while waiting and not waiting[-1].margin and source.place(waiting[-1].start)[0] == line - len(above) - 1:
                above.insert(0, waiting.pop())
            remarks.setdefault(block, []).extend(comment.text for comment in takewhile(_indented, waiting))
            block = entry.start
        remarks.setdefault(block, []).extend(comment.text for comment in (above if entry.head else waiting))
        remarks[block].extend(comment.text for comment in entry.comments if comment.own_line)
        waiting = []
    remarks.setdefault(block, []).extend(comment.text for comment in takewhile(_indented, waiting))
    remarks[-1] = [comment.text for line, comment in enumerate(comments, 1) if source.place(comment.start)[0] == line]
    return {offset: tuple(lines) for offset, lines in remarks.items()}


def _indented(comment: Comment) -> bool:
    return comment.margin > 0


def read_remarks(comments: Iterable[str]) -> Mapping[str, str]:
    """Return lines of comment joined by language, without the headings among them: what follows ``it:`` is Italian."""
    remarks: dict[str, list[str]] = {language: [] for language in LANGUAGES}
    now = ENGLISH
    for comment in comments:
        if not comment.startswith("# ---"):
            line = comment.lstrip("# ").strip()
            now = next((language for language in remarks if line.startswith(f"{language}:")), now)
            remarks[now].append(line.removeprefix(f"{now}:").strip())
    return {language: " ".join(lines) for language, lines in remarks.items()}
