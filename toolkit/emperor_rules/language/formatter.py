"""Formatter: the one canonical form of a rule file.

Heads stand at the left margin, items two spaces in, what continues them four. Blocks are parted by one blank line. A
comment keeps its place: beside an item, above it, above a head, or between blocks with blank lines around it. Words
keep their spelling and items their order.

What does not fit on a line is grouped by structure, as in Wadler's “A prettier printer” (2003), and cut before its
guards; a piece that still does not fit before the outermost “and” or “or” in it, and so on inwards; a string is filled.
Only the words decide, never the spaces between them, so that breaking again changes nothing.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import IntEnum
from itertools import takewhile
from typing import NamedTuple

from emperor_rules.diagnostics import Diagnostic
from emperor_rules.language.blocks import Comment, Item
from emperor_rules.language.lexer import Lexed, lex
from emperor_rules.language.parser import fix_indentation, parse
from emperor_rules.language.phrases import GUARDS
from emperor_rules.language.syntax_tree import unquote
from emperor_rules.model.phrases import Phrases
from emperor_rules.model.texts import CLOSING
from emperor_rules.source import SourceFile

#: No line is longer, unless a single word is.
WIDTH = 110
INDENT = {True: 0, False: 2}
DEEPER = 4
#: A conclusion shorter than this is not left alone before its guard.
SHORTEST = 36

#: Terminals that begin a second part of an item, on a line of its own if one line is too short for all.
SECOND_PARTS = frozenset({"OVERRIDES", "LANG"})
#: What stands before the first words of an item, which begin no second part.
BEFORE_FIRST = ("COLON", "TITLE", "NOTE", "SITUATION")
#: Terminals that may not stay behind at the end of a line.
LEADERS = GUARDS.union(
    ("AND", "OR", "NOT", "WHETHER", "REQUIRE"), ("BY", "OVER", "OVERRIDES", "WITH", "AT_LEAST", "AT", "FROM")
)
PREDICATES = frozenset(
    ("PROPERTY", "PREDICATE", "PREDICATE2", "COMPARE", "IS_SUCH_THAT", "LINK", "SLOT", "STRING")
).union(("IS_LEFT_OPEN", "DOES_NOT_ARISE"))
#: A comment that goes on with the line above: no heading, no item of a list, nothing in another language, no blank.
FOLLOWS_ON = re.compile(r"# (?![-*•\s]|\w+:|\d+[.)]\s|\Z)")
#: The kind of a sign that begins no terminal.
INNER = "…"


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
    text = _CanonicalFile(source, lexed).text()
    again = lex(SourceFile(source.name, text), phrases)
    if _content(again) != _content(lexed):
        raise AssertionError(f"the layout of {source.name} would change what it says")
    return text


def formatted(source: SourceFile, phrases: Phrases) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """Return the canonical text of a rule file, or ``None`` and the mistakes for which it has none.

    Margins that mislead are no mistakes where they can mean but one thing.
    """
    straight = fix_indentation(source, phrases)
    mistakes = parse(straight, phrases).findings and parse(source, phrases).findings
    # A phrase that the file itself should declare, and declares wrongly, is no mistake of the file, but unreadable.
    mistakes = mistakes or tuple(lex(straight, phrases).findings)
    return (None, mistakes) if mistakes else (layout(straight, phrases), ())


def _content(lexed: Lexed) -> tuple[object, ...]:
    """Return what a file says: its items sign by sign, and the words of its comments in any order."""
    items = [
        (item.block, item.head, [(s.type, unquote(s) if s.type == "STRING" else s.text) for s in item.signs])
        for item in lexed.items
    ]
    comments = [*lexed.comments, *(comment for item in lexed.items for comment in item.comments)]
    words = Counter(word for comment in comments for word in comment.text.lstrip("#").split())
    return items, words


class _CanonicalFile:
    """Builds the paragraphs of a file: blocks, and comments that stand alone."""

    def __init__(self, source: SourceFile, lexed: Lexed) -> None:
        self.source = source
        self.lexed = lexed
        self.paragraphs: list[list[str]] = []
        self.block: list[str] = []

    def text(self) -> str:
        """Return the whole file."""
        waiting: list[Comment] = []
        entries: list[Item | Comment] = [*self.lexed.items, *self.lexed.comments]
        for entry in sorted(entries, key=lambda entry: entry.start):
            if isinstance(entry, Comment):
                waiting.append(entry)
                continue
            if entry.head:
                self.block = self._between(waiting, entry)
                self.paragraphs.append(self.block)
                waiting = []
            lines, above = _item_lines(entry)  # a comment behind an item moves above it if the line would get too long
            self.block += self._lines_of((*waiting, *above), INDENT[entry.head])
            self.block += lines
            waiting = []
        self._between(waiting, None)
        return "\n".join("".join(f"{line}\n" for line in lines) for lines in self.paragraphs)

    def _between(self, comments: Sequence[Comment], head: Item | None) -> list[str]:
        """Place the comments between two blocks; return the lines of those that belong to the head below."""
        if self.paragraphs:
            within = list(takewhile(lambda comment: comment.margin > 0, comments))
            self.block += self._lines_of(within, 2)
            comments = comments[len(within) :]
        runs = list(self._runs(comments))
        below = bool(runs) and head is not None and self._line(head) == self._line(runs[-1][-1]) + 1
        lead = self._lines_of(runs.pop(), 0) if below else []
        self.paragraphs += [self._lines_of(run, 0) for run in runs]
        return lead

    def _lines_of(self, comments: Sequence[Comment], indent: int) -> list[str]:
        """Return the lines of comments that stand above something."""
        return [
            line for run in self._runs(comments) for line in _comment_lines([comment.text for comment in run], indent)
        ]

    def _runs(self, comments: Sequence[Comment]) -> Iterator[list[Comment]]:
        """Yield comments that stand on lines one below the other together."""
        run: list[Comment] = []
        for comment in comments:
            if run and not (comment.own_line and self._line(comment) == self._line(run[-1]) + 1):
                yield run
                run = []
            run.append(comment)
        if run:
            yield run

    def _line(self, entry: Comment | Item) -> int:
        return self.source.place(entry.start)[0]


# --- where lines end ------------------------------------------------------------------------------------


class Break(IntEnum):
    """What a line may end before, the best first."""

    GUARD = 0
    PART = 1
    #: What is joined, from the outermost brackets inwards.
    JOINT = 2
    #: A further word of a string.
    STRING = 3
    FILTER = 4
    PREDICATE = 5
    PHRASE = 6
    #: What stands behind a word that belongs to it.
    LEADER = 7
    #: A further word of a phrase.
    WORD = 8


#: A break; of joints, how deep in brackets, and whether only a bracket opens there.
Rank = tuple[Break, int, bool]


class Unit(NamedTuple):
    """A word with the punctuation that belongs to it, and the rank of a break before it: the least is best."""

    text: str
    rank: Rank


def _item_lines(item: Item) -> tuple[list[str], list[Comment]]:
    """Return the lines of an item, and the closing comments for which there is no room on the last of them."""
    lines: list[str] = []
    comments = list(item.comments)
    segments = list(_segments(item))
    for number, (_, units) in enumerate(segments):
        last = number + 1 == len(segments)
        begun = [" " * (DEEPER if number else INDENT[item.head])]
        _fill(units, begun)
        lines += begun
        after = item.end if last else segments[number + 1][0]
        while comments and comments[0].start < after:
            comment = comments.pop(0)
            with_comment = f"{lines[-1]}  {comment.text}"
            if not comment.own_line and len(with_comment) <= WIDTH:
                lines[-1] = with_comment
            elif last:
                return lines, [comment, *comments]
            else:
                lines += _comment_lines([comment.text], DEEPER)
    return lines, []


def _comment_lines(comments: Sequence[str], indent: int) -> list[str]:
    """Return the lines of comments one below the other; one is only touched when it is too long.

    What of it has no room begins the next one, where that goes on with it.
    """
    lines: list[str] = []
    over = ""
    for comment in comments:
        goes_on = over and FOLLOWS_ON.match(comment)
        text = f"{over} {comment.lstrip('#').strip()}" if goes_on else comment
        lines += [f"{' ' * indent}{over}"] if over and not goes_on else []
        over = ""
        if indent + len(text) <= WIDTH:
            lines.append(f"{' ' * indent}{text}")
            continue
        words = text.lstrip("#")
        mark = f"{' ' * indent}{text[: len(text) - len(words)]} "
        fill = textwrap.TextWrapper(WIDTH, mark, mark, break_long_words=False, break_on_hyphens=False)
        *full, last = fill.wrap(" ".join(words.split())) or [mark.rstrip()]
        lines += full
        over = last.lstrip(" ")
    return [*lines, f"{' ' * indent}{over}"] if over else lines


def _fill(units: Sequence[Unit], lines: list[str]) -> None:
    """Append units to the last line, if they fit; else to a new one, if they fit there; else piece by piece."""
    text = " ".join(unit.text for unit in units)
    begun = bool(lines[-1].strip())
    beside_its_conclusion = units[0].rank[0] is Break.GUARD and len(lines) == 1 and len(lines[0]) < SHORTEST
    if len(lines[-1]) + begun + len(text) <= WIDTH:
        lines[-1] += " " * begun + text
    elif len(units) == 1 or (begun and DEEPER + len(text) <= WIDTH and not beside_its_conclusion):
        lines += [" " * DEEPER] if begun else []
        lines[-1] += text
    else:
        rank = min(unit.rank for unit in units[1:])
        start = 0
        for end in range(1, len(units) + 1):
            if end == len(units) or units[end].rank == rank:
                if start and rank[0] is Break.PART:
                    lines.append(" " * DEEPER)
                _fill(units[start:end], lines)
                start = end


def _segments(item: Item) -> Iterator[tuple[int, list[Unit]]]:
    """Cut an item at its comments, and each piece into units; with each goes where it starts in the file."""
    stops = [comment.start for comment in item.comments]
    start, units = item.start, list[Unit]()
    before, depth, opening = "", 0, None
    terminals = {token.start: token.type for token in item.tokens if token.type != "END"}
    for sign in item.signs:
        at, kind = sign.start, terminals.get(sign.start, INNER)
        if stops and at > stops[0]:
            yield start, [*units, *([opening] if opening else [])]
            start, units, opening = at, [], None
            stops = [stop for stop in stops if stop > at]
        depth -= sign.type == "RPAR"
        rank = opening.rank if opening else _rank(kind, before, depth)
        text = (opening.text if opening else "") + sign.text
        if sign.type == "LPAR":
            opening = Unit(text, rank)
        elif sign.type in CLOSING and units and not opening:
            units[-1] = Unit(units[-1].text + text, units[-1].rank)
        else:
            first, *rest = _words(text) if sign.type == "STRING" else [text]
            units += [Unit(first, rank), *(Unit(word, (Break.STRING, 0, False)) for word in rest)]
            opening = None
        depth += sign.type == "LPAR"
        before = before if kind == INNER else kind
    yield start, [*units, *([opening] if opening else [])]


def _words(string: str) -> list[str]:
    """Cut a string at its spaces, those next to its quotes left away."""
    head, _, rest = string.partition('"')
    return f'{head}"{" ".join(rest[:-1].split())}"'.split(" ")


def _rank(kind: str, before: str, depth: int) -> Rank:
    """Return the rank of a break before a terminal of this kind, after one of another, so deep in brackets."""
    opens = kind == "LPAR" and before in ("IS_SUCH_THAT", "SUCH_THAT")
    if opens or (kind in ("AND", "OR") and before != "COMMA"):
        return Break.JOINT, depth, opens
    return _break(kind, before), 0, False


def _break(kind: str, before: str) -> Break:
    """Return the kind of a break that is no joint inside brackets."""
    if kind == INNER:
        return Break.WORD
    if kind in GUARDS:
        return Break.GUARD
    if kind in SECOND_PARTS and before not in BEFORE_FIRST:
        return Break.PART
    if before == "COMMA" or kind == "OVER":
        return Break.JOINT
    if kind == "LPAR" or before in LEADERS:
        return Break.LEADER
    if kind in ("THAT", "OTHER_THAN", "SINCE", "UNTIL") or before == "COLON":
        return Break.FILTER
    return Break.PREDICATE if kind in PREDICATES else Break.PHRASE
