"""Wrapping: where the lines of one head or item break when it does not fit on one.

Every place between two words has a cost; the cheapest breaks win, and among equals the fullest first lines. The costs
depend on the words alone, never on the spaces between them, so that a second wrapping changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from emperor_rules.language.margins import Comment, Item

#: No line is longer, unless a single word is.
WIDTH = 110
INDENT = {True: 0, False: 2}
DEEPER = 4

GUARDS = frozenset({"WHEN", "UNLESS", "ONLY_WHEN", "EXACTLY_WHEN"})
#: Nothing of these may stay behind at the end of a line.
LEADERS = GUARDS | {
    "AND",
    "OR",
    "NOT",
    "BY",
    "OVER",
    "OVERRIDES",
    "WITH",
    "AT_LEAST",
    "AT",
    "FROM",
    "WHETHER",
    "REQUIRE",
}
PREDICATES = frozenset({"PROPERTY", "RELATION", "RELATION2", "COMPARE", "IS_SUCH_THAT", "IS_LEFT_OPEN", "LINK", "SLOT"})
SIDES = {"THAT": 10, "OTHER_THAN": 10, "IT": 2, "BY": 2, "OVER": 2, "OVERRIDES": 2, "SINCE": 3, "UNTIL": 3}
INSIDE_STRING, AFTER_COMMA, AFTER_COLON = 4, 3, 8
INSIDE_PHRASE, BEHIND_LEADER, ANYWHERE = 40, 25, 18
TOO_LONG = 1000

#: Signs that stand close to the word before them.
CLOSING = frozenset({"STOP", "COMMA", "COLON", "RPAR"})


class Unit(NamedTuple):
    """A word with the marks that cling to it, and what breaking the line before it costs."""

    text: str
    cost: int


def item_lines(item: Item) -> tuple[list[str], list[Comment]]:
    """Give the lines of an item, and the closing comments for which there is no room on the last of them."""
    indent = INDENT[item.head]
    lines: list[str] = []
    comments = list(item.comments)
    segments = list(_segments(item))
    for number, units in enumerate(segments):
        lines += wrap(units, indent if number == 0 else DEEPER)
        after = segments[number + 1][0].start if number + 1 < len(segments) else item.end
        while comments and comments[0].start < after:
            comment = comments.pop(0)
            beside = f"{lines[-1]}  {comment.text}"
            if not comment.own_line and len(beside) <= WIDTH:
                lines[-1] = beside
            elif number + 1 == len(segments):
                return lines, [comment, *comments]
            else:
                lines += comment_lines(comment.text, DEEPER)
    return lines, []


def comment_lines(text: str, indent: int) -> list[str]:
    """Give the lines of a comment on lines of its own; it is only touched when it is too long."""
    if indent + len(text) <= WIDTH:
        return [" " * indent + text]
    words = text.lstrip("#").split()
    mark = " " * indent + text[: len(text) - len(text.lstrip("#"))]
    lines = [mark]
    for word in words:
        if lines[-1] != mark and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append(mark)
        lines[-1] += f" {word}"
    return lines


def wrap(units: Sequence[Unit], indent: int) -> list[str]:
    """Join units into lines: the first at ``indent``, the others at :data:`DEEPER`."""
    count = len(units)
    best: list[tuple[int, int]] = [(0, count)] * (count + 1)
    for at in reversed(range(count)):
        room = WIDTH - (DEEPER if at else indent)
        length, choice = -1, (0, 0)
        for end in range(at + 1, count + 1):
            length += 1 + len(units[end - 1].text)
            if length > room and end > at + 1:
                break
            cost = best[end][0] + (units[end].cost if end < count else 0) + TOO_LONG * max(0, length - room)
            if end == at + 1 or cost <= choice[0]:
                choice = cost, end
        best[at] = choice
    lines, at = [], 0
    while at < count:
        end = best[at][1]
        lines.append(" " * (DEEPER if at else indent) + " ".join(unit.text for unit in units[at:end]))
        at = end
    return lines


class _Segment(list[Unit]):
    """The units between two comments of an item; ``start`` is where the first stands in the file."""

    def __init__(self, start: int) -> None:
        super().__init__()
        self.start = start


def _segments(item: Item) -> Iterator[_Segment]:
    """Cut an item at its comments, and each piece into units."""
    kinds = _kinds(item)
    stops = [comment.start for comment in item.comments]
    segment = _Segment(item.start)
    before, depth, opening = "", 0, ""
    for sign, kind in zip(item.signs, kinds, strict=True):
        start = sign.start_pos or 0
        if stops and start > stops[0]:
            if opening:
                segment.append(Unit(opening, ANYWHERE))
                opening = ""
            yield segment
            segment = _Segment(start)
            stops = [stop for stop in stops if stop > start]
        if sign.type == "RPAR":
            depth -= 1
        if sign.type in CLOSING and segment and not opening:
            last = segment.pop()
            segment.append(Unit(last.text + sign.value, last.cost))
        elif sign.type == "LPAR":
            if not opening:
                opening_cost = _cost(kind, before, depth)
            opening += "("
        elif sign.type == "STRING":
            first, *rest = f'"{" ".join(sign.value[1:-1].split())}"'.split(" ")
            segment.append(Unit(opening + first, opening_cost if opening else _cost(kind, before, depth)))
            segment += [Unit(word, INSIDE_STRING) for word in rest]
            opening = ""
        else:
            segment.append(Unit(opening + sign.value, opening_cost if opening else _cost(kind, before, depth)))
            opening = ""
        depth += sign.type == "LPAR"
        before = kind
    yield segment


def _kinds(item: Item) -> list[str]:
    """Give for each sign the terminal that it begins; “…” inside a phrase, and for a word that the next one swallows."""
    begins = {token.start_pos: token for token in item.tokens if token.type != "END"}
    kinds: list[str] = []
    covered = -1
    swallowed = False
    for at, sign in enumerate(item.signs):
        start = sign.start_pos or 0
        token = begins.get(start)
        if token is not None:
            kinds.append("…" if swallowed else token.type)
            covered, swallowed = token.end_pos or 0, False
        elif start < covered:
            kinds.append("…")
        else:
            following = item.signs[at + 1].start_pos if at + 1 < len(item.signs) else None
            kinds.append(begins[following].type if following in begins else "…")
            swallowed = True
    return kinds


def _cost(kind: str, before: str, depth: int) -> int:
    """Give the cost of a line that begins with a terminal of this kind after one of another, so deep in brackets."""
    if kind == "…":
        return INSIDE_PHRASE
    if before == "COMMA":
        return AFTER_COMMA
    if kind == "LPAR" and before in ("IS_SUCH_THAT", "SUCH_THAT"):
        return 4 + 3 * depth
    if before in LEADERS or kind == "LPAR":
        return BEHIND_LEADER
    if kind in GUARDS:
        return 2 + 3 * depth
    if kind in ("AND", "OR"):
        return 3 + 3 * depth
    if kind in SIDES:
        return SIDES[kind]
    if before == "COLON":
        return AFTER_COLON
    return 12 + depth if kind in PREDICATES or kind == "STRING" else ANYWHERE + depth


__all__ = ["WIDTH", "Unit", "comment_lines", "item_lines", "wrap"]
