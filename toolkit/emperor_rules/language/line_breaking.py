"""Wrapping: where the lines of one head or item break when it does not fit on one.

Every place between two words has a cost; the cheapest breaks win, and among equals the fullest first lines. The costs
depend on the words alone, never on the spaces between them, so that a second wrapping changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from emperor_rules.language.blocks import Comment, Item

#: No line is longer, unless a single word is.
WIDTH = 110
INDENT = {True: 0, False: 2}
DEEPER = 4

GUARDS = frozenset({"WHEN", "UNLESS", "ONLY_WHEN", "EXACTLY_WHEN"})
#: Terminals that may not stay behind at the end of a line.
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
PREDICATES = frozenset(
    {"PROPERTY", "RELATION", "RELATION2", "COMPARE", "IS_SUCH_THAT", "IS_LEFT_OPEN", "LINK", "SLOT", "STRING"}
)
#: What a break costs before some terminals. Where one line is too short for a note, its Italian has its own.
COSTS = {"THAT": 10, "OTHER_THAN": 10, "IT": -20, "BY": 2, "OVER": 2, "OVERRIDES": 2, "SINCE": 3, "UNTIL": 3}
AT_GUARD, AT_JOINT, AT_BRACKET, PER_DEPTH = 1, 3, 4, 3
INSIDE_STRING, AFTER_COMMA, AFTER_COLON = 4, 3, 8
BEFORE_PREDICATE, ANYWHERE, BEHIND_LEADER, INSIDE_PHRASE = 12, 18, 25, 40
#: A first line that ends as soon as this costs something, and so does every column beyond the last.
SHORT, STUB, TOO_LONG = 36, 3, 1000

#: The kind of a sign that begins no terminal.
INNER = "…"
#: Signs that stand close to the word before them.
CLOSING = frozenset({"STOP", "COMMA", "COLON", "RPAR"})


class Unit(NamedTuple):
    """A word with the marks that cling to it, and what breaking the line before it costs."""

    text: str
    cost: int


def item_lines(item: Item) -> tuple[list[str], list[Comment]]:
    """Give the lines of an item, and the closing comments for which there is no room on the last of them."""
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
    whole = " " * indent + " ".join(unit.text for unit in units)
    if len(whole) <= WIDTH:
        return [whole]
    count = len(units)
    best: list[tuple[int, int]] = [(0, count)] * (count + 1)
    for at in reversed(range(count)):
        length, choice = (DEEPER if at else indent) - 1, (0, 0)
        for end in range(at + 1, count + 1):
            length += 1 + len(units[end - 1].text)
            if length > WIDTH and end > at + 1:
                break
            cost = best[end][0] + TOO_LONG * max(0, length - WIDTH)
            if end < count:
                cost += units[end].cost + (STUB if at == 0 and length < SHORT else 0)
            if end == at + 1 or cost <= choice[0]:
                choice = cost, end
        best[at] = choice
    lines, at = [], 0
    while at < count:
        end = best[at][1]
        lines.append(" " * (DEEPER if at else indent) + " ".join(unit.text for unit in units[at:end]))
        at = end
    return lines


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
        cost = opening.cost if opening else _cost(kind, before, depth)
        text = (opening.text if opening else "") + sign.text
        if sign.type == "LPAR":
            opening = Unit(text, cost)
        elif sign.type in CLOSING and units and not opening:
            units[-1] = Unit(units[-1].text + text, units[-1].cost)
        else:
            first, *rest = _words(text) if sign.type == "STRING" else [text]
            units += [Unit(first, cost), *(Unit(word, INSIDE_STRING) for word in rest)]
            opening = None
        depth += sign.type == "LPAR"
        before = before if kind == INNER else kind
    yield start, [*units, *([opening] if opening else [])]


def _words(string: str) -> list[str]:
    """Cut a string at its spaces, those next to its quotes left away."""
    head, _, rest = string.partition('"')
    return f'{head}"{" ".join(rest[:-1].split())}"'.split(" ")


def _kinds(item: Item) -> list[str]:
    """Give for each sign the terminal that it begins; ``INNER`` within a phrase."""
    begins = {token.start: token.type for token in item.tokens if token.type != "END"}
    return [begins.get(sign.start, INNER) for sign in item.signs]


def _cost(kind: str, before: str, depth: int) -> int:
    """Give the cost of a line that begins with a terminal of this kind after one of another, so deep in brackets."""
    if kind == INNER:
        return INSIDE_PHRASE
    if before == "COMMA":
        return AFTER_COMMA
    if before == "COLON":
        return ANYWHERE if kind in ("EN", "IT") else AFTER_COLON
    if kind == "LPAR" and before in ("IS_SUCH_THAT", "SUCH_THAT"):
        return AT_BRACKET + PER_DEPTH * depth
    if kind == "LPAR" or before in LEADERS:
        return BEHIND_LEADER
    if kind in GUARDS:
        return AT_GUARD
    if kind in ("AND", "OR"):
        return AT_JOINT + PER_DEPTH * depth
    if kind in COSTS:
        return COSTS[kind]
    return (BEFORE_PREDICATE if kind in PREDICATES else ANYWHERE) + depth


__all__ = ["WIDTH", "Unit", "comment_lines", "item_lines", "wrap"]
