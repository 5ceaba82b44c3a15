"""Lines whose margin misleads: a continuation that stands as an item, or an item that stands as a continuation.

A margin is doubted only where the block cannot be read with it, and replaced only where the block has fewer mistakes
with another. So what a writer meant is never guessed where both readings are possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice, pairwise

from emperor_rules.diagnostics import Diagnostic, error
from emperor_rules.language.blocks import BLOCKS, CONTINUES, DECLARATIONS
from emperor_rules.messages import Message
from emperor_rules.source import SourceFile, Span

#: The margins of the canonical form.
ITEM, CONTINUATION = 2, 4
#: Longer blocks, and mistaken ones after so many, are left as they are: each doubt costs one more reading of a block.
MOST_LINES, MOST_SIGNS, MOST_BLOCKS = 60, 6000, 40
#: What a head goes on with on a line of its own.
HEAD_WORDS = ("since", "until", "overrides")
GOES_ON = (
    Message("this line goes on with the one above, but does not stand four spaces in"),
    Message("Indent it by four spaces or more; emperor fmt does so."),
)
BEGINS = (
    Message("this line begins an item, but stands where a line goes on with the one above"),
    Message("Indent it by two spaces; emperor fmt does so."),
)

#: Returns what is wrong with a file.
Read = Callable[[SourceFile], Iterable[Diagnostic]]


def straightened(
    source: SourceFile, findings: Iterable[Diagnostic], read: Read
) -> tuple[SourceFile, Mapping[int, int]]:
    """Return a file with other margins where its own mislead, and by how much each such line moved to the right.

    Args:
        source: The file.
        findings: What is wrong with it.
        read: Returns what is wrong with another file.
    """
    lines = source.text.split("\n")
    moved: dict[int, int] = {}
    wrong = {finding.span.line for finding in findings}
    mistaken = ((begin, end) for begin, end in _blocks(lines) if not wrong.isdisjoint(range(begin + 1, end + 1)))
    for begin, end in islice(mistaken, MOST_BLOCKS):
        if end - begin > MOST_LINES or sum(map(len, lines[begin:end])) > MOST_SIGNS:
            continue
        for number, line in _straight_lines(source.name, lines[begin:end], read).items():
            moved[begin + number + 1] = len(line) - len(lines[begin + number])
            lines[begin + number] = line
    return SourceFile(source.name, "\n".join(lines)), moved


def misleading(source: SourceFile, findings: tuple[Diagnostic, ...], read: Read) -> tuple[Diagnostic, ...]:
    """Return what is wrong with a file, with one finding for a misleading margin in the place of all that follow."""
    straight, moved = straightened(source, findings, read)
    if not moved:
        return findings
    reported = {finding.span.line for finding in findings if finding.code == "R104"}
    about_margins = [finding for finding in findings if finding.span.line in moved and finding.code == "R104"]
    for line, distance in moved.items():
        same_as_before = line - 1 in moved and (moved[line - 1] > 0) == (distance > 0)
        if line not in reported and not same_as_before:
            words = source.line(line)
            margin = len(words) - len(words.lstrip())
            span = Span(source.name, line, margin + 1, line, len(words) + 1)
            message, help = GOES_ON if distance > 0 else BEGINS
            about_margins.append(error("R104", message, span, help))
    return (*about_margins, *(replace(other, span=_back(other.span, moved)) for other in read(straight)))


def _back(span: Span, moved: Mapping[int, int]) -> Span:
    """Return a place of the straightened file as a place of the file itself."""
    begin, end = moved.get(span.line, 0), moved.get(span.end_line, 0)
    return span._replace(column=span.column - begin, end_column=span.end_column - end)


def _blocks(lines: list[str]) -> Iterator[tuple[int, int]]:
    """Yield the first line of every block and the one after its last, from 0."""
    heads = [at for at, line in enumerate(lines) if line.partition(" ")[0] in (*BLOCKS, *DECLARATIONS)]
    yield from pairwise([*heads, len(lines)])


def _straight_lines(name: str, lines: list[str], read: Read) -> dict[int, str]:
    """Return the lines of a block, from 0, that with another margin leave it fewer mistakes."""
    first = mistakes = _mistakes(name, lines, read)
    straight: dict[int, str] = {}
    for number in range(1, len(lines)):
        words = lines[number].lstrip()
        near_a_mistake = any(finding.span.line in (number, number + 1) for finding in mistakes)
        if not words or words.startswith("#") or not near_a_mistake:
            continue
        margin = len(lines[number]) - len(words)
        if 0 < margin < CONTINUES and not _may_go_on(lines, number, mistakes):
            continue
        other = " " * (ITEM if margin == 0 or margin >= CONTINUES else CONTINUATION) + words
        left = _mistakes(name, [*lines[:number], other, *lines[number + 1 :]], read)
        if _weight(left) < _weight(mistakes):
            lines[number] = straight[number] = other
            mistakes = left
    return straight if len(mistakes) < len(first) else {}


def _may_go_on(lines: list[str], number: int, mistakes: list[Diagnostic]) -> bool:
    """Return whether the line before is not finished, or a line begins as none but a continuation does."""
    before, words = lines[number - 1].rstrip(), lines[number].lstrip()
    if before.endswith((",", ":", "|")) or words.startswith((",", "|")) or before.count('"') % 2:
        return True
    if number == 1 and words.partition(" ")[0] in HEAD_WORDS:
        return True
    its_end = number, len(before)
    open_sentence = any(
        (finding.code == "R108" and finding.span.line == number) or finding.span[1:3] == its_end for finding in mistakes
    )
    column = len(lines[number]) - len(words) + 1
    cannot_begin = any(finding.span[1:3] == (number + 1, column) for finding in mistakes)
    return open_sentence and (cannot_begin or column != ITEM + 1)


def _mistakes(name: str, lines: list[str], read: Read) -> list[Diagnostic]:
    return list(read(SourceFile(name, "\n".join(lines))))


def _weight(mistakes: list[Diagnostic]) -> tuple[int, int]:
    """Return how many mistakes there are, and from how far down on: less is better."""
    return len(mistakes), -min((finding.span.line for finding in mistakes), default=0)
