"""The blocks of a file as an outline: what each is called, what can be folded, and what a workspace holds by name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from emperor_rules.editor.mentions import NamedKind
from emperor_rules.editor.open_file import FileBlock
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.vocabulary import called
from emperor_rules.source import Span

#: The words of the head of a block, and its first wording in English.
FIRST_WORDING = re.compile(r'^[ \t]+en "([^"\n]*)', re.MULTILINE)
ITEM_MARGIN = re.compile(r"[ \t]{1,3}[^ \t#]")


@dataclass(frozen=True, slots=True)
class Heading:
    """A block in the outline: what it is (the word of its head), its name, more about it, and its lines from 0.

    ``last`` is the last line that is not empty, and no comment on what stands below.
    """

    word: str
    name: str
    detail: str
    first: int
    last: int


def headings(blocks: Sequence[FileBlock]) -> Iterator[Heading]:
    """Yield the blocks that have a head."""
    for block in blocks:
        if not block.has_head:
            continue
        lines = block.words.split("\n")
        word, _, rest = lines[0].partition(" ")
        name = rest.split(" overrides ")[0].strip().strip('"') or word
        wording = FIRST_WORDING.search(block.words)
        yield Heading(word, name, wording[1] if wording else "", block.line, block.line + _last_line(lines))


def foldings(blocks: Sequence[FileBlock]) -> Iterator[tuple[int, int, bool]]:
    """Yield the stretches of lines, from 0, that can be folded: blocks, long items, and comments (the last is true)."""
    for block in blocks:
        lines = block.words.split("\n")
        last = _last_line(lines)
        if block.has_head and last:
            yield block.line, block.line + last, False
        yield from _runs(block.line, lines, last)


def _runs(first: int, lines: Sequence[str], last: int) -> Iterator[tuple[int, int, bool]]:
    item = comment = -1
    for at, line in enumerate([*lines, "end"]):
        is_comment = line.lstrip().startswith("#")
        if comment >= 0 and not is_comment:
            if at - comment > 1:
                yield first + comment, first + at - 1, True
            comment = -1
        elif is_comment and comment < 0:
            comment = at
        begins = ITEM_MARGIN.match(line) is not None or at > last
        if begins and item >= 0 and at - item > 1:
            yield first + item, first + at - 1, False
        item = at if begins and at <= last else -1 if at > last else item


def _last_line(lines: Sequence[str]) -> int:
    last = len(lines) - 1
    while last and (not lines[last].strip() or lines[last].startswith("#")):
        last -= 1
    return last


def names(rulebook: Rulebook) -> Iterator[tuple[NamedKind, str, str, Span]]:
    """Yield everything in some rules that has a name: what it is, the name, what it is in, and where."""
    for text in rulebook.texts.values():
        yield NamedKind.TEXT, text.id, text.titles.en, text.span
        for clause in text.clauses:
            name = clause.number if clause.slug == clause.number else f"{clause.number} {clause.slug}"
            yield NamedKind.CLAUSE, name, text.id, clause.span
    for scenario in rulebook.scenarios:
        yield NamedKind.SCENARIO, scenario.name, ", ".join(text.text for text in scenario.texts), scenario.span
    for declaration in rulebook.declarations:
        yield (
            NamedKind.DECLARATION,
            declaration.slug,
            ", ".join(side.text for side in declaration.texts),
            declaration.span,
        )
    vocabulary = rulebook.vocabulary
    for kind, table in vocabulary.tables.items():
        for item in vocabulary.declared_predicates if kind == NamedKind.PREDICATE else table.values():
            yield NamedKind(kind), item.id, called(item).en, item.span
