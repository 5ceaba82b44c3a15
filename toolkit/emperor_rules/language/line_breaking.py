"""Line breaking: where the lines of one head or item end when it does not fit on one.

The words of an item are grouped by structure, as in Wadler's “A prettier printer” (2003): what does not fit on a line
is cut before its guards; a piece that still does not fit before the outermost “and” or “or” in it, and so on inwards;
a string is filled. Only the words decide, never the spaces between them, so that breaking again changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from emperor_rules.language.blocks import Comment, Item
from emperor_rules.language.scanner import DEEPEST
from emperor_rules.model.texts import CLOSING

#: No line is longer, unless a single word is.
WIDTH = 110
INDENT = {True: 0, False: 2}
DEEPER = 4
#: A conclusion shorter than this is not left alone before its guard.
SHORTEST = 36

GUARDS = frozenset({"WHEN", "UNLESS", "ONLY_WHEN", "EXACTLY_WHEN"})
#: Terminals that begin a second part of an item, on a line of its own if one line is too short for all.
PARTS = frozenset({"OVERRIDES", "IT"})
#: Terminals that may not stay behind at the end of a line.
LEADERS = GUARDS | {
    "BY",
    "OVER",
    "OVERRIDES",
    "AND",
    "OR",
    "NOT",
    "WITH",
    "AT_LEAST",
    "AT",
    "FROM",
    "WHETHER",
    "REQUIRE",
}
PREDICATES = frozenset(
    {"PROPERTY", "PREDICATE", "PREDICATE2", "COMPARE", "IS_SUCH_THAT", "IS_LEFT_OPEN", "LINK", "SLOT", "STRING"}
)
#: The ranks of breaks, the best first. From JOINT on there are two for each depth of brackets.
GUARD, PART, JOINT = 0, 1, 2
STRING, FILTER, PREDICATE, PHRASE, LEADER, WORD = range(JOINT + 2 * DEEPEST + 2, JOINT + 2 * DEEPEST + 8)
#: The kind of a sign that begins no terminal.
INNER = "…"


class Unit(NamedTuple):
    """A word with the marks that cling to it, and the rank of a break before it."""

    text: str
    rank: int


def item_lines(item: Item) -> tuple[list[str], list[Comment]]:
    """Return the lines of an item, and the closing comments for which there is no room on the last of them."""
    lines: list[str] = []
    comments = list(item.comments)
    segments = list(_segments(item))
    for number, (_, units) in enumerate(segments):
        last = number + 1 == len(segments)
        lines += wrap(units, DEEPER if number else INDENT[item.head])
        after = item.end if last else segments[number + 1][0]
        while comments and comments[0].start < after:
            comment = comments.pop(0)
            beside = f"{lines[-1]}  {comment.text}"
            if not comment.own_line and len(beside) <= WIDTH:
                lines[-1] = beside
            elif last:
                return lines, [comment, *comments]
            else:
                lines += comment_lines(comment.text, DEEPER)
    return lines, []


def comment_lines(text: str, indent: int) -> list[str]:
    """Return the lines of a comment on lines of its own; it is only touched when it is too long."""
    if indent + len(text) <= WIDTH:
        return [" " * indent + text]
    mark = " " * indent + text[: len(text) - len(text.lstrip("#"))]
    lines = [mark]
    for word in text.lstrip("#").split():
        if lines[-1] != mark and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append(mark)
        lines[-1] += f" {word}"
    return lines


def wrap(units: Sequence[Unit], indent: int) -> list[str]:
    """Return units as lines: the first at ``indent``, the others at :data:`DEEPER`."""
    lines = [" " * indent]
    _fill(units, lines)
    return lines


def _fill(units: Sequence[Unit], lines: list[str]) -> None:
    """Append units to the last line, if they fit; else to a new one, if they fit there; else piece by piece."""
    text = " ".join(unit.text for unit in units)
    begun = bool(lines[-1].strip())
    if len(lines[-1]) + begun + len(text) <= WIDTH:
        lines[-1] += " " * begun + text
    elif len(units) == 1 or (begun and DEEPER + len(text) <= WIDTH and not _stays(units[0], lines)):
        lines += [" " * DEEPER] if begun else []
        lines[-1] += text
    else:
        rank = min(unit.rank for unit in units[1:])
        start = 0
        for end in range(1, len(units) + 1):
            if end == len(units) or units[end].rank == rank:
                if start and rank == PART:
                    lines.append(" " * DEEPER)
                _fill(units[start:end], lines)
                start = end


def _stays(unit: Unit, lines: Sequence[str]) -> bool:
    """Return whether a guard goes on beside its conclusion because that is so short."""
    return unit.rank == GUARD and len(lines) == 1 and len(lines[0]) < SHORTEST


def _segments(item: Item) -> Iterator[tuple[int, list[Unit]]]:
    """Cut an item at its comments, and each piece into units; with each goes where it starts in the file."""
    stops = [comment.start for comment in item.comments]
    start, units = item.start, list[Unit]()
    before, depth, opening = "", 0, None
    for sign, kind in zip(item.signs, _kinds(item), strict=True):
        at = sign.start
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
            units += [Unit(first, rank), *(Unit(word, STRING) for word in rest)]
            opening = None
        depth += sign.type == "LPAR"
        before = before if kind == INNER else kind
    yield start, [*units, *([opening] if opening else [])]


def _words(string: str) -> list[str]:
    """Cut a string at its spaces, those next to its quotes left away."""
    head, _, rest = string.partition('"')
    return f'{head}"{" ".join(rest[:-1].split())}"'.split(" ")


def _kinds(item: Item) -> list[str]:
    """Return for each sign the terminal that it begins; ``INNER`` within a phrase."""
    begins = {token.start: token.type for token in item.tokens if token.type != "END"}
    return [begins.get(sign.start, INNER) for sign in item.signs]


def _rank(kind: str, before: str, depth: int) -> int:
    """Return the rank of a break before a terminal of this kind, after one of another, so deep in brackets."""
    if kind == INNER:
        return WORD
    if kind in GUARDS:
        return GUARD
    if kind in PARTS and before != "COLON":
        return PART
    if before == "COMMA" or kind == "OVER":
        return JOINT
    if kind in ("AND", "OR"):
        return JOINT + 2 * depth
    if kind == "LPAR" and before in ("IS_SUCH_THAT", "SUCH_THAT"):
        return JOINT + 2 * depth + 1
    if kind == "LPAR" or before in LEADERS:
        return LEADER
    if kind in ("THAT", "OTHER_THAN", "SINCE", "UNTIL") or before == "COLON":
        return FILTER
    return PREDICATE if kind in PREDICATES else PHRASE
