"""From a folder of rule files to a :class:`Rulebook`."""

from __future__ import annotations

import gc
import os
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from emperor_rules import files
from emperor_rules.diagnostics import Diagnostic, error
from emperor_rules.frontend.layers import Layer, layers_of
from emperor_rules.frontend.phrasings import Fault, faults_of_words, read_phrasings
from emperor_rules.frontend.rule_files import (
    WORDS_FILE,
    ProjectError,
    TooManyFolders,
    display_name,
    layered_files,
    rule_files,
)
from emperor_rules.frontend.texts import read_text
from emperor_rules.frontend.vocabulary import read_vocabulary
from emperor_rules.language.parser import Parsed, parse
from emperor_rules.messages import Message
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Text
from emperor_rules.model.vocabulary import Vocabulary
from emperor_rules.source import NOWHERE, SourceFile, Span, Unreadable, decode_source, read_source

if TYPE_CHECKING:
    from emperor_rules.model.accepted import AcceptedFinding
    from emperor_rules.model.phrasings import Phrasings
    from emperor_rules.model.scenarios import Scenario


#: What the sources state, in the folder of rules: nothing is answered by it, but it must be what it says.
STATEMENTS_FILE = "statements.toml"


class Folder:
    """A folder of rule files on disk and what lies below it as its base, read once per file.

    ``unsaved`` are the contents of files that stand in place of those on disk, by the names under which they are shown.
    """

    def __init__(self, path: Path, unsaved: Mapping[str, str] | None = None) -> None:
        self.path = path
        self.unsaved = unsaved or {}
        self.sources: dict[str, SourceFile] = {}
        self.findings: list[Diagnostic] = []
        self.layers: tuple[Layer, ...] = ()
        #: Whether a file stands in the place of one of the base.
        self.replaces_base = False
        try:
            self.layers = layers_of(path)
        except ProjectError as mistake:
            self.findings.append(mistake.finding)

    @property
    def borrowed(self) -> frozenset[str]:
        """The files read so far that belong to the base, by name."""
        places = tuple(f"{display_name(layer.folder)}/" for layer in self.layers if layer.borrowed)
        return frozenset(name for name in self.sources if name.startswith(places)) if places else frozenset()

    def inside(self, room: str) -> tuple[str, ...]:
        """Return how the names of all files of a room begin."""
        return tuple(f"{display_name(layer.folder / room)}/" for layer in self.layers)

    def topmost(self, name: str) -> Path:
        """Return the file of a name in the uppermost folder that has one."""
        having = (layer.folder / name for layer in reversed(self.layers) if os.path.lexists(layer.folder / name))
        return next(having, self.path / name)

    def files(self, room: str) -> list[Path]:
        """Return the rule files of ``vocabulary``, ``texts`` or ``scenarios``, in order of name."""
        folders = [layer.folder for layer in self.layers]
        try:
            for folder in folders:
                for path in rule_files(folder / room, others=True):
                    self._report_no_file(path)
            read = layered_files(folders, room)
            self.replaces_base |= len(read) < sum(len(rule_files(folder / room)) for folder in folders)
            return self._with_unsaved(room, read)
        except TooManyFolders as refusal:
            help = Message("Name the folder in which the rules lie.")
            self.findings.append(error("R101", refusal.message, NOWHERE, help))
            return []

    def _with_unsaved(self, room: str, paths: list[Path]) -> list[Path]:
        """Add the files that are on no disk, in order of name."""
        if not self.unsaved:
            return paths
        place, saved = self.path / room, {display_name(path) for path in paths}
        inside = f"{display_name(place)}/"
        new = sorted(name for name in self.unsaved if name.startswith(inside) and name not in saved)
        return [*paths, *(place / name.removeprefix(inside) for name in new)]

    def _report_no_file(self, path: Path) -> None:
        name = f"{display_name(path.parent)}/{path.name}"  # a link is named as itself
        message = Message("{name} is named like a file of rules and is none: rename or remove it", name=name)
        self.findings.append(error("R101", message, Span(name, 1, 1, 1, 2)))

    def read(self, path: Path) -> SourceFile | None:
        """Return the source of a file, or report why it cannot be read."""
        name = display_name(path)
        if name in self.sources:
            return self.sources[name]
        words = self.unsaved.get(name)
        source = read_source(path, name) if words is None else decode_source(words.encode(errors="surrogatepass"), name)
        if isinstance(source, Unreadable):
            span = Span(name, source.line, source.column, source.line, source.column + 1)
            message = Message("the file {name} {reason}", name=name, reason=source.reason)
            finding = error("R101", message, span, source.help)
            if finding not in self.findings:
                self.findings.append(finding)
            return None
        self.sources[name] = source
        return source

    def sources_in(self, room: str) -> list[SourceFile]:
        """Return the files of a room that can be read."""
        return [source for path in self.files(room) if (source := self.read(path)) is not None]

    def parsed(self, source: SourceFile, vocabulary: Vocabulary) -> Parsed:
        """Parse a file; what is wrong with it is reported."""
        parsed = parse(source, vocabulary.phrases)
        self.findings.extend(parsed.findings)
        return parsed

    def read_table(
        self, path: Path, faults: Callable[[Mapping[str, Any]], Iterator[Fault]], help: Message
    ) -> Mapping[str, Any]:
        """Return a TOML file in which nothing is wrong; nothing where there is none, or one that is reported."""
        if not os.path.lexists(path):
            return {}
        if not path.is_file():  # a pipe or a device may never end
            self._report_no_file(path)
            return {}
        fault: Fault | None
        try:
            table = tomllib.loads(path.read_text(encoding="utf-8"))
            fault = next(faults(table), None)
        except OSError as mistake:
            fault = Fault(files.reason(mistake), help)
        except RecursionError:
            fault = Fault(Message("brackets are nested too deep"), help)
        except ValueError as mistake:
            fault = Fault(mistake, help)
        if fault is None:
            return table
        message = Message("the file {file} cannot be read: {reason}", file=display_name(path), reason=fault.reason)
        self.findings.append(error("R101", message, Span(display_name(path), 1, 1, 1, 2), fault.help))
        return {}


def load_vocabulary(folder: Folder, before: Rulebook | None = None) -> Vocabulary:
    """Return the vocabulary of a folder, that of an earlier reading if it is as it was; findings go to the folder.

    In what was read earlier, nothing may have been wrong with the vocabulary.
    """
    sources = folder.sources_in("vocabulary")
    inside = folder.inside("vocabulary")
    earlier = before.sources.items() if before is not None else ()
    if before is not None and {s.name: s for s in sources} == {n: s for n, s in earlier if n.startswith(inside)}:
        return before.vocabulary
    vocabulary, findings = read_vocabulary(sources)
    if findings:  # of two declarations that clash the one in the shorter file is reported: most often it is the new one
        vocabulary, findings = read_vocabulary(sorted(sources, key=lambda source: -len(source.text)))
    folder.findings.extend(findings)
    return vocabulary


@contextmanager
def without_collection() -> Iterator[None]:
    """Suspend garbage collection: parsing makes many long-lived objects, which every collection would scan."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


@without_collection()
def load_rulebook(
    path: Path,
    *,
    only: Iterable[str] | None = None,
    scenarios: bool = True,
    accepted: bool | None = None,
    before: Rulebook | None = None,
    unsaved: Mapping[str, str] | None = None,
) -> Rulebook:
    """Return what could be read of a folder of rules; its ``findings`` tell what could not.

    Args:
        path: The folder, in which a text stands in a file of its name, so that what a question rests on is read alone.
        only: The texts to read, with those that they include (default: all).
        scenarios: Read the scenarios.
        accepted: Read the declared differences and contradictions (default: as the scenarios).
        before: The whole folder as it was read before an edit; what stands in other files than edited ones is taken
            from it, but for files in which something was wrong.
        unsaved: The contents of files that are open in an editor, by the names under which files are shown.
    """
    folder = Folder(path, unsaved)
    _report_missing(folder)
    wrong = {finding.span.file for finding in before.findings} if before is not None else set()
    inside = folder.inside("vocabulary")
    vocabulary = load_vocabulary(folder, None if any(name.startswith(inside) for name in wrong) else before)
    if before is None or vocabulary is not before.vocabulary:  # other phrases may give every file another meaning
        before = Rulebook(vocabulary, {})
    earlier = {name: source for name, source in before.sources.items() if name not in wrong}
    texts: dict[str, Text] = {}
    text_files = folder.files("texts")
    if only is None:
        help = Message("Save it as TOML: of each text the list of its numbers.")
        folder.read_table(folder.topmost(STATEMENTS_FILE), partial(_faults_of_statements, help=help), help)
        for file in text_files:
            _load_text(folder, file, vocabulary, texts, before, earlier)
    else:
        by_name = {file.stem: file for file in reversed(text_files)}
        ids = list(only)
        for id in ids:  # grows while it is read
            if id in by_name:
                text = _load_text(folder, by_name.pop(id), vocabulary, texts, before, earlier)
                ids += [inclusion.text for inclusion in text.includes] if text is not None else []
    cases: list[Scenario] = []
    if scenarios:
        from emperor_rules.frontend.scenarios import read_scenarios  # a question does not need them

        for source in folder.sources_in("scenarios"):
            if source == earlier.get(source.name):
                cases.extend(scenario for scenario in before.scenarios if scenario.span.file == source.name)
                continue
            read, findings = read_scenarios(folder.parsed(source, vocabulary).tree, source, vocabulary, texts)
            folder.findings.extend(findings)
            cases.extend(read)
    phrasings = load_phrasings(folder, vocabulary, before.phrasings, earlier) if scenarios else None
    declarations: list[AcceptedFinding] = []
    if scenarios if accepted is None else accepted:
        from emperor_rules.frontend.scenarios import read_accepted  # a question does not need them

        for source in folder.sources_in("relations"):
            if source == earlier.get(source.name):
                declarations.extend(kept for kept in before.declarations if kept.span.file == source.name)
                continue
            declared, findings = read_accepted(folder.parsed(source, vocabulary), vocabulary)
            folder.findings.extend(findings)
            declarations.extend(declared)
    texts = dict(sorted(texts.items()))
    findings = tuple(folder.findings)
    return Rulebook(
        vocabulary,
        texts,
        tuple(cases),
        tuple(declarations),
        folder.sources,
        findings,
        phrasings,
        folder=path,
        borrowed=folder.borrowed,
        replaces_base=folder.replaces_base,
    )


@without_collection()
def load_phrasings(
    folder: Folder,
    vocabulary: Vocabulary,
    before: Phrasings | None = None,
    earlier: Mapping[str, SourceFile] | None = None,
) -> Phrasings:
    """Return what questions and circumstances are called as well; findings go to the folder.

    ``before`` is what they were by the same vocabulary, in files of which the sound ones are given as ``earlier``.
    """
    help = Message("Save it as TOML: tables of each language.")

    def faults(words: Mapping[str, Any]) -> Iterator[Fault]:
        same = before is not None and words == before.words
        return iter(()) if same else faults_of_words(words, vocabulary.questions)

    words = folder.read_table(folder.topmost(f"questions/{WORDS_FILE}"), faults, help)
    sources = folder.sources_in("questions")
    inside = folder.inside("questions")
    kept = {name: source for name, source in (earlier or {}).items() if name.startswith(inside)}
    if before is not None and before.words == words and kept == {source.name: source for source in sources}:
        return before
    phrasings, findings = read_phrasings(sources, vocabulary, words)
    folder.findings.extend(findings)
    return phrasings


def _faults_of_statements(table: Mapping[str, Any], help: Message) -> Iterator[Fault]:
    for name, numbers in table.items():
        if not (isinstance(numbers, list) and all(isinstance(number, str) for number in numbers)):
            yield Fault(Message("“{name}” holds something else", name=name), help)


def _report_missing(folder: Folder) -> None:
    """Report a folder that is not there or holds no rules."""
    if not folder.layers:  # what names the base cannot be followed
        return
    name, folders = display_name(folder.path), [layer.folder for layer in folder.layers]
    if not folder.path.is_dir() and len(folders) == 1:
        message = Message("there is no folder of rules at {shown}", shown=name)
        help = Message("Name one with --rules, or run the command where “rules” is.")
        folder.findings.append(error("R101", message, NOWHERE, help))
        return
    with suppress(TooManyFolders):  # reported where they are read
        if not any(layered_files(folders, room) for room in ("vocabulary", "texts", "scenarios")):
            message = Message("the folder {shown} holds no rule file", shown=name)
            help = Message("Rules stand in its folders vocabulary, texts and scenarios.")
            folder.findings.append(error("R101", message, NOWHERE, help))


def _load_text(
    folder: Folder,
    file: Path,
    vocabulary: Vocabulary,
    texts: dict[str, Text],
    before: Rulebook,
    earlier: Mapping[str, SourceFile],
) -> Text | None:
    """Read a text into ``texts``, or take it from an earlier reading of sound files; ``None`` where there is none."""
    source = folder.read(file)
    if source is None:
        return None
    kept = next((text for text in before.texts.values() if text.file == source.name), None)
    if kept is not None and source == earlier.get(source.name):
        texts[kept.id] = kept
        return kept
    parsed = folder.parsed(source, vocabulary)
    text, findings = read_text(parsed, vocabulary)
    folder.findings.extend(findings)
    if text is None:
        if not parsed.findings and not findings:
            span = source.span(0, 1)
            message = Message("the file {name} holds no text", name=source.name)
            folder.findings.append(error("R104", message, span, Message('Begin it with: text my-text "Its title"')))
    elif text.id in texts:
        message = Message("the text {text} stands in two files", text=text.id)
        help = Message("The other is {file}.", file=texts[text.id].file)
        folder.findings.append(error("R401", message, text.span, help))
    else:
        if text.id != file.stem:
            message = Message("the text {text} stands in a file named {file}", text=text.id, file=file.name)
            help = Message("Name the file {text}.rules.", text=text.id)
            folder.findings.append(error("R409", message, text.span, help))
        texts[text.id] = text
    return text
