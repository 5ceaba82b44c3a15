"""What has changed in rule files since they were last clean, or since another state of them: block by block."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from typing import NamedTuple

from emperor_rules.check.cache import Cache
from emperor_rules.language.blocks import block_lines
from emperor_rules.messages import LANGUAGES, Message
from emperor_rules.source import SourceFile, Span

#: The words of a clause in a language, with the days from or up to which they hold.
WORDS = re.compile(rf'^(?:[^"\n]*: )?({"|".join(LANGUAGES)})\s+("[^"]*")', re.MULTILINE)
#: The days from or up to which a sentence holds.
DAYS = re.compile(rf"^((?:(?:since|until) \d{{4}}-\d\d-\d\d ?)+): (?!(?:{'|'.join(LANGUAGES)})\s)", re.MULTILINE)


class BlockState(NamedTuple):
    """A block of a file: its first line, where that stands, digests of all of it and of its words, and its days.

    The days are those of sentences, each with “since” or “until”.
    """

    head: str
    line: int
    digest: str
    words: tuple[str, ...] = ()
    days: str = ""


#: The blocks of a file.
FileState = tuple[BlockState, ...]
#: A state of a folder: the blocks of its files, by the name of the file.
FolderState = Mapping[str, FileState]


@dataclass(frozen=True)
class BlockChange:
    """A block that was changed, added or removed: what became of it, its first line, and where that stands.

    ``line`` is 0 if it is gone, ``end`` the line of the next block, ``None`` where it is the last of its file.
    """

    what: Message
    head: str
    file: str
    line: int
    end: int | None = None

    @property
    def words(self) -> Message:
        """The change in one line."""
        place = f"{self.file}:{self.line}" if self.line else self.file
        return Message("{head} {what} ({place})", head=self.head, what=self.what, place=place)

    def holds(self, span: Span) -> bool:
        """Return whether a place lies in the block."""
        return span.file == self.file and 0 < self.line <= span.line and (self.end is None or span.line < self.end)


def state_of(sources: Mapping[str, SourceFile]) -> FolderState:
    """Return the state of the files that were read."""
    return {name: tuple(_blocks(source)) for name, source in sorted(sources.items())}


def _blocks(source: SourceFile) -> Iterator[BlockState]:
    """Yield the blocks of a file; comments and empty lines in them do not count."""
    lines = [line.strip() for line in source.text.split("\n")]
    for begin, end in block_lines(source):
        content = "\n".join(line for line in lines[begin:end] if line and not line.startswith("#"))
        said: dict[str, list[str]] = {language: [] for language in LANGUAGES}
        for match in WORDS.finditer(content):
            said[match[1]].append(match[0])
        words = tuple(_digest("\n".join(all_said)) for all_said in said.values())
        days = sorted({day for match in DAYS.finditer(content) for day in re.findall(r"\w+ [\d-]+", match[1])})
        yield BlockState(lines[begin], begin + 1, _digest(content), words, ", ".join(days))


def _block_state(head: str, line: int, digest: str, words: Iterable[str], days: str) -> BlockState:
    """Return a block as a file keeps it, which has lists in the place of tuples."""
    return BlockState(head, line, digest, tuple(words), days)


def _digest(content: str) -> str:
    return sha256(content.encode()).hexdigest()[:16]


def changes(before: FolderState, after: FolderState) -> tuple[BlockChange, ...]:
    """Return what differs between two states, in order of place."""
    differing = []
    for file in sorted({*before, *after}):
        old, new = before.get(file, ()), after.get(file, ())
        same = Counter(block.digest for block in old) & Counter(block.digest for block in new)
        heads = Counter(block.head for block in _others(old, same))
        ends = {block.line: after.line for block, after in pairwise(new)}
        for head, line, *_ in _others(new, same):
            what = Message("is changed" if heads[head] else "is new")
            differing.append(BlockChange(what, head, file, line, ends.get(line)))
            heads[head] -= bool(heads[head])
        differing += [BlockChange(Message("is gone"), head, file, 0) for head in heads.elements()]
    return tuple(differing)


def changes_of(
    state: FolderState, before: FolderState | None, clean: CleanState | None, *, is_clean: bool
) -> tuple[BlockChange, ...]:
    """Return what has changed since a state, else since rules were last clean, as far as that is kept.

    Rules that are clean are what later changes are told of.
    """
    if clean is not None and is_clean:
        clean.keep(state)
    if before is not None:
        return changes(before, state)
    return clean.since(state) if clean is not None else ()


def _others(blocks: FileState, same: Counter[str]) -> FileState:
    """Return the blocks of one side beyond as many of each content as both sides have."""
    left, others = same.copy(), []
    for block in blocks:
        if left[block.digest]:
            left[block.digest] -= 1
        else:
            others.append(block)
    return tuple(others)


class CleanState(Cache):
    """The state in which a folder was last found without an error, kept in a cache; empty where none is known."""

    def __init__(self) -> None:
        """Read the file of the project if it exists and can be used."""
        super().__init__("clean")
        content = self.read() or {}
        self.before: FolderState = {
            name: tuple(_block_state(*block) for block in blocks) for name, blocks in content.items()
        }

    def since(self, state: FolderState) -> tuple[BlockChange, ...]:
        """Return what was changed since; nothing if no file of that state is among these."""
        return changes(self.before, state) if state.keys() & self.before.keys() else ()

    def keep(self, state: FolderState) -> None:
        """Keep a state as the last clean one."""
        if self.before != state:
            self.write(state)
