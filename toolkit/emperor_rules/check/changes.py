"""What has changed in rule files since they were last clean, or since another state, and what that left behind."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from typing import NamedTuple

from emperor_rules.check.cache import Cache
from emperor_rules.diagnostics import Diagnostic, warning
from emperor_rules.language.blocks import block_lines
from emperor_rules.messages import LANGUAGES, Message, Names, name_of_language
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Text
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
            name: tuple(
                BlockState(head, line, digest, tuple(words), days) for head, line, digest, words, days in blocks
            )
            for name, blocks in content.items()
        }

    def since(self, state: FolderState) -> tuple[BlockChange, ...]:
        """Return what was changed since; nothing if no file of that state is among these."""
        return changes(self.before, state) if state.keys() & self.before.keys() else ()

    def keep(self, state: FolderState) -> None:
        """Keep a state as the last clean one."""
        if self.before != state:
            self.write(state)


# --- what an edit left behind ----------------------------------------------------------------------


def left_behind(rulebook: Rulebook, before: FolderState, after: FolderState) -> Iterator[Diagnostic]:
    """Yield the findings about clauses that were changed between two states, the second of which was read."""
    for text in rulebook.texts.values():
        if text.file in before:
            yield from _gone(text, before[text.file], rulebook)
            yield from _words(text, before[text.file], after.get(text.file, ()))


def _slug(block: BlockState) -> str:
    """Return the slug in the head of a clause, else its key; empty of another block."""
    kind, *names = block.head.split()
    named = [name for name in names[:2] if name not in ("since", "until", "overrides")]
    return named[-1] if kind == "clause" and named else ""


def _gone(text: Text, before: tuple[BlockState, ...], rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield findings on slugs that are in no clause of a text any more, and lead to none."""
    names = {name for clause in text.clauses for name in (clause.slug, *clause.formerly)}
    if rulebook.broken:
        return
    heads = {slug: block.head for block in before if (slug := _slug(block))}
    for slug, head in heads.items():
        if slug not in names:
            lost = {"text": text.id, "slug": slug}
            message = Message("the address {text}/{slug} leads nowhere any more: no clause is called so", **lost)
            help = Message(
                "Write in the clause that says it now: formerly {slug}. Where it was only renamed, take the old name "
                "back, and: emperor rename {text}:{slug} NEW",
                **lost,
            )
            yield warning("R416", message, text.span, help, text=text.id, clause=head.split()[1])


def _words(text: Text, before: tuple[BlockState, ...], after: tuple[BlockState, ...]) -> Iterator[Diagnostic]:
    """Yield findings on clauses whose words in one language, or whose days alone, were changed."""
    old, new = _once(before), _once(after)
    spans = {clause.body.line: clause for clause in text.clauses}
    for head, block in new.items():
        earlier, clause = old.get(head), spans.get(block.line)
        if earlier is None or clause is None or earlier.digest == block.digest:
            continue
        span, number = clause.span, clause.number
        for id, old_words, new_words in zip(LANGUAGES, earlier.words, block.words, strict=True):
            if earlier.words[0] != block.words[0] and old_words == new_words:
                message = Message(
                    "the English words of {clause} were changed, those in {language} were not",
                    clause=clause.id,
                    language=name_of_language(id),
                )
                help = Message("Change “{id}” too, or see that it says the same.", id=id)
                yield warning("R413", message, span, help, text=text.id, clause=number)
        days = [day for day in block.days.split(", ") if day and day not in earlier.days.split(", ")]
        if days and earlier.words == block.words:
            message = Message(
                "{clause} has a sentence “{day}: …”, and its words are those of before", clause=clause.id, day=days[0]
            )
            day = days[0].partition(" ")[2]
            kept = Names((f'until {day}: {language} "…"' for language in LANGUAGES), last=Message("and"))
            help = Message("Keep the words of before as {kept}, and write the new ones.", kept=kept)
            yield warning("R414", message, span, help, text=text.id, clause=number)


def _once(blocks: tuple[BlockState, ...]) -> Mapping[str, BlockState]:
    """Return the blocks by their heads, without those of which several have one head."""
    heads = Counter(block.head for block in blocks)
    return {block.head: block for block in blocks if heads[block.head] == 1}
