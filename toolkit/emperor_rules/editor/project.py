"""One folder of rules in the server: which of its files are open, what was read of it, and what is wrong where.

Each finding is kept with the block that it stands in. So it stays in its place when lines above it come and go, and is
dropped as soon as a word of its block changes; the block is then read by itself until the whole folder is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from emperor_rules.diagnostics import DECLARED, Diagnostic, in_order
from emperor_rules.editor.block_findings import HEADS_OF_ROOM, Room, block_findings, by_block, moved
from emperor_rules.editor.folder_reading import FolderReading, grouped
from emperor_rules.editor.open_file import FileBlock, OpenFile
from emperor_rules.editor.side_process import SideProcess
from emperor_rules.frontend.rule_files import PROJECT_FILE, ProjectError, display_name
from emperor_rules.language.phrases import no_vocabulary
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.vocabulary import Vocabulary

#: A block by its words and how many blocks of the same words stand above it.
BlockKey = tuple[str, int]
#: Findings about blocks, their lines counted from the first line of the block.
BlockFindings = Mapping[BlockKey, Sequence[Diagnostic]]
#: What is known before anything was read.
NOTHING_READ = FolderReading(Rulebook(Vocabulary({}, {}, {}, {}, {}, no_vocabulary(), {}, {}), {}))


def keyed(blocks: Iterable[FileBlock]) -> Iterator[tuple[BlockKey, FileBlock]]:
    """Yield blocks with their keys."""
    seen: dict[str, int] = {}
    for block in blocks:
        number = seen.get(block.words, 0)
        yield (block.words, number), block
        seen[block.words] = number + 1


@dataclass
class ProjectFile:
    """A file of a project that is open.

    Attributes:
        document: Its contents.
        name: The name under which it is shown.
        room: The room of the folder of rules that it stands in, or would.
        loose: Whether it stands in none: then it is read by itself.
        settled: What was wrong with its blocks when the folder was read last.
        searched: What scenarios and searches found about its blocks.
        alone: What is wrong with blocks read by themselves, by their words.
        clean: The words of blocks with which nothing is wrong, wherever they stand.
    """

    document: OpenFile
    name: str
    room: Room
    loose: bool = False
    settled: BlockFindings = field(default_factory=dict)
    searched: BlockFindings = field(default_factory=dict)
    alone: dict[str, tuple[Diagnostic, ...]] = field(default_factory=dict)
    clean: Set[str] = frozenset()

    @property
    def text(self) -> str:
        """The name of the text whose clauses stand in it; that of the file where its head has none."""
        head = next((block.words for block in self.document.blocks if block.has_head), "").split(None, 2)
        return head[1] if head[:1] == ["text"] and len(head) > 1 else Path(self.name).stem

    def findings(self, rulebook: Rulebook) -> list[Diagnostic]:
        """Return all that is known to be wrong with the file as it is now, by the rules as they were read last."""
        findings: list[Diagnostic] = []
        text = self.text
        # most blocks are clean, and each sign that is typed asks for all of them
        for key, block in keyed(block for block in self.document.blocks if block.words not in self.clean):
            own_findings = self.settled.get(key)
            if own_findings is None:
                own_findings = self._alone(block.words, text, rulebook)
            searched = self.searched.get(key, ())
            if own_findings:  # of what a check says more of, that is shown
                shown = {(finding.code, finding.span, finding.message) for finding in searched}
                own = (f for f in own_findings if (f.code, f.span, f.message) not in shown) if shown else own_findings
                findings += moved(own, block.line)
            if searched:
                findings += moved(searched, block.line)
        return findings

    def settle(self, settled: BlockFindings | None = None, searched: BlockFindings | None = None) -> None:
        """Take over what was found in the blocks when the folder was read, or by scenarios and searches."""
        self.settled = self.settled if settled is None else settled
        self.searched = self.searched if searched is None else searched
        every = chain(self.settled.items(), self.searched.items())
        wrong = {words for (words, _), findings in every if findings}
        self.clean = {words for words, _ in self.settled} - wrong

    def _alone(self, words: str, text: str, rulebook: Rulebook) -> tuple[Diagnostic, ...]:
        if rulebook is NOTHING_READ.rulebook and self.room not in (Room.VOCABULARY, Room.QUESTIONS):
            return ()  # no word of the vocabulary is known yet
        if words not in self.alone:
            self.alone[words] = block_findings(self.name, words, text, self.room, rulebook)
        return self.alone[words]


def settled_blocks(findings: Iterable[Diagnostic], blocks: Sequence[FileBlock]) -> BlockFindings:
    """Return the findings about each block of a file; a block without any has none, which is known as well."""
    of_blocks = by_block(findings, [block.line for block in blocks])
    return {key: of_blocks.get(number, ()) for number, (key, _) in enumerate(keyed(blocks))}


class Project:
    """A folder of rules with the files of it that are open.

    Attributes:
        folder: The folder.
        reading: The rules as they were read last.
        files: The open files by the name under which they are shown.
        searched: What scenarios and searches found, in files that are not open too.
        edits: How many edits there were: what was begun before the last one is stale.
        checker: The check that runs beside the server, if one does.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.reading = NOTHING_READ
        self.files: dict[str, ProjectFile] = {}
        self.searched: tuple[Diagnostic, ...] = ()
        #: What was found of small slips, and after how many edits: a check that began before must not take it away.
        self.of_slips: tuple[int, tuple[Diagnostic, ...]] = (0, ())
        self.edits = 0
        self.checker: SideProcess | None = None

    @property
    def rulebook(self) -> Rulebook:
        """The rules as they were read last."""
        return self.reading.rulebook

    def open(self, document: OpenFile, path: Path) -> ProjectFile:
        """Take in a file that an editor has opened."""
        name = display_name(path)
        room = room_of(path, self.folder)
        file = ProjectFile(document, name, room or _likely_room(document), loose=room is None)
        self.files[name] = file
        return file

    def unsaved(self) -> dict[str, str]:
        """Return the contents of the open files by name."""
        return {name: file.document.words for name, file in self.files.items() if not file.loose}

    def begin_edit(self) -> None:
        """Note that something changed: what is being worked out is stale."""
        self.edits += 1
        self.stop_checking()

    def stop_checking(self) -> None:
        """End the check that runs beside the server."""
        if self.checker is not None:
            self.checker.stop()
            self.checker = None

    def rests_on(self, path: Path) -> bool:
        """Return whether what is read here may change with a file: of the rules or their bases, or a project file.

        While the project file cannot be followed, nobody knows where the base will be.
        """
        places = self.reading.places or (self.folder,)
        return bool(self.reading.faults_of_project) or any(
            path.is_relative_to(place) or path.parent == place.parent for place in places
        )

    def settle(self, reading: FolderReading) -> None:
        """Take over the rules as they were read; those read before stay while the project file cannot be followed."""
        if reading.faults_of_project and self.rulebook is not NOTHING_READ.rulebook:
            others = (finding for finding in self.reading.findings if finding.code != ProjectError.code)
            findings = in_order([*others, *reading.faults_of_project])
            self.reading = replace(self.reading, findings=findings, stamps=reading.stamps)
            return
        fresh_words = reading.rulebook.vocabulary is not self.rulebook.vocabulary
        self.reading = reading
        for name, file in self.files.items():
            if fresh_words or file.loose or file.room is not Room.TEXTS:
                file.alone.clear()
            if file.loose:
                continue
            blocks = _blocks_of(reading.unsaved.get(name, ""), file)
            file.settle(settled=settled_blocks(reading.by_file.get(name, ()), blocks))
        if self.of_slips[0] == self.edits:  # perhaps of an edit that had not been read yet
            self.settle_slips(())

    def settle_searched(self, findings: tuple[Diagnostic, ...]) -> None:
        """Take over what scenarios and searches found in the rules as they were read last; that of slips stays."""
        edits, of_slips = self.of_slips
        self.searched = (*findings, *(of_slips if edits == self.edits else ()))
        by_file = grouped(self.searched)
        for name, file in self.files.items():
            blocks = _blocks_of(self.reading.unsaved.get(name, ""), file)
            file.settle(searched=settled_blocks(by_file.get(name, ()), blocks))

    def settle_slips(self, findings: tuple[Diagnostic, ...]) -> None:
        """Take over what was found of small slips in a clause, beside what is known of others until an edit."""
        edits, before = self.of_slips
        checked = tuple(finding for finding in self.searched if finding not in before)
        others = [finding for finding in before if edits == self.edits and finding not in findings]
        self.of_slips = self.edits, (*others, *findings)
        self.settle_searched(checked)

    def findings(self) -> dict[str, list[Diagnostic]]:
        """Return what is known to be wrong, by the names of files; open files without any are there too."""
        elsewhere = (
            self.files.keys() | self.rulebook.borrowed
        )  # what belongs to the base is checked where it comes from
        unopened = (f for f in (*self.reading.findings, *self.searched) if f.span.file not in elsewhere)
        return {
            **grouped(finding for finding in unopened if finding.span.file and finding.severity != DECLARED),
            **{name: file.findings(self.rulebook) for name, file in self.files.items()},
        }


def _blocks_of(words: str, file: ProjectFile) -> Sequence[FileBlock]:
    """Return the blocks of a file as it was read."""
    if words == file.document.words:
        return file.document.blocks
    return OpenFile(file.document.uri, words, None, file.document.encoding).blocks


# --- which folder a file belongs to ---------------------------------------------------------------------


_ROOMS = frozenset(room.value for room in Room)


def room_of(path: Path, folder: Path) -> Room | None:
    """Return the room of a folder of rules in which a file stands; ``None`` where it stands in none."""
    try:
        room = path.relative_to(folder).parts[0]
    except (ValueError, IndexError):
        return None
    return Room(room) if room in _ROOMS and path.suffix == ".rules" else None


def rules_around(path: Path) -> Path | None:
    """Return the folder of rules in one of whose rooms a file stands; ``None`` where it stands in none."""
    around = [parent.parent for parent in path.parents if parent.name in _ROOMS]
    return next((folder for folder in around if (folder / Room.VOCABULARY).is_dir()), around[0] if around else None)


def rules_below(folder: Path) -> Path | None:
    """Return the folder of rules that a folder is, or that lies in it under its usual name; ``None`` without one."""
    places = (folder / "rules", folder)
    on_a_base = (folder / "rules").is_dir() and (folder / PROJECT_FILE).is_file()
    return next((place for place in places if (place / Room.VOCABULARY).is_dir() or on_a_base), None)


def _likely_room(document: OpenFile) -> Room:
    """Return the room in which a file would stand, by its first head."""
    head = next((block.words for block in document.blocks if block.has_head), "text")
    return next((room for room, heads in HEADS_OF_ROOM.items() if head.split()[0] in heads), Room.VOCABULARY)
