"""From a folder of rule files to a :class:`Rulebook`."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from emperor_rules.diagnostics import Diagnostic, error, suggest
from emperor_rules.frontend.accepted import read_accepted
from emperor_rules.frontend.scenarios import read_scenarios
from emperor_rules.frontend.texts import read_text
from emperor_rules.frontend.vocabulary import read_vocabulary
from emperor_rules.language.parser import Parsed, parse
from emperor_rules.model.accepted import AcceptedFinding
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.scenarios import Scenario
from emperor_rules.model.texts import Text
from emperor_rules.model.vocabulary import Vocabulary
from emperor_rules.source import NOWHERE, SourceFile, Span, Unreadable, read_source

INCLUDED = re.compile(r"^ +includes[ \t]+((?:[^#\n]|\n[ \t]{4,})*)", re.MULTILINE)


class Folder:
    """A folder of rule files on disk, read once per file."""

    def __init__(self, path: Path) -> None:
        """Look at ``path`` (nothing is read yet)."""
        self.path = path
        self.sources: dict[str, SourceFile] = {}
        self.findings: list[Diagnostic] = []

    def files(self, room: str) -> list[Path]:
        """List the rule files of ``vocabulary``, ``texts`` or ``scenarios``, in order of name."""
        return sorted(p for p in (self.path / room).rglob("*.rules") if p.is_file())

    def read(self, path: Path) -> SourceFile | None:
        """Read a file, or report why it cannot be read."""
        name = _shown(path)
        if name in self.sources:
            return self.sources[name]
        found = read_source(path, name)
        if isinstance(found, Unreadable):
            span = Span(name, found.line, found.column, found.line, found.column + 1)
            self.findings.append(
                error("R101", f"the file {name} {found.reason}", span, "Save it as UTF-8 text of rules.")
            )
            return None
        self.sources[name] = found
        return found


def load_vocabulary(folder: Folder) -> Vocabulary:
    """Read the vocabulary of a folder; findings go to the folder."""
    sources = [s for p in folder.files("vocabulary") if (s := folder.read(p)) is not None]
    vocabulary, findings = read_vocabulary(sources)
    folder.findings.extend(findings)
    return vocabulary


@contextmanager
def without_collection() -> Iterator[None]:
    """Put garbage collection off: reading makes many objects that stay, and the search among them costs the most."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


@without_collection()
def load_rulebook(path: Path, *, only: Iterable[str] | None = None, scenarios: bool = True) -> Rulebook:
    """Read a folder of rules.

    ``only`` names the texts wanted; what they include is read with them and nothing else, so that a single question
    starts quickly. A text stands in a file of its name: ``rules/texts/…/my-text.rules``.
    """
    folder = Folder(path)
    if not path.is_dir():
        folder.findings.append(
            error(
                "R101",
                f"there is no folder of rules at {_shown(path)}",
                NOWHERE,
                "Name one with --rules, or run the command where “rules” is.",
            )
        )
    elif not any(next((path / part).rglob("*.rules"), None) for part in ("vocabulary", "texts", "scenarios")):
        folder.findings.append(
            error(
                "R101",
                f"the folder {_shown(path)} holds no rule file",
                NOWHERE,
                "Rules stand in its folders vocabulary, texts and scenarios.",
            )
        )
    vocabulary = load_vocabulary(folder)
    texts: dict[str, Text] = {}
    available = {p.stem: p for p in reversed(folder.files("texts"))}
    wanted = sorted(available) if only is None else list(only)
    paths = folder.files("texts") if only is None else []
    seen: set[str] = set()
    if only is None:
        for file in paths:
            _load_text(folder, file, vocabulary, texts)
    while only is not None and wanted:
        id = wanted.pop(0)
        if id in seen:
            continue
        seen.add(id)
        if id in available:
            source = _load_text(folder, available[id], vocabulary, texts)
            wanted.extend(_includes(source) if source else ())
    found: list[Scenario] = []
    declared: list[AcceptedFinding] = []
    if scenarios:
        for parsed in _parsed(folder, "scenarios", vocabulary):
            many, findings = read_scenarios(parsed.tree, parsed.source, vocabulary)
            folder.findings.extend(findings)
            found.extend(many)
        for parsed in _parsed(folder, "relations", vocabulary):
            some, findings = read_accepted(parsed, vocabulary)
            folder.findings.extend(findings)
            declared.extend(some)
    return Rulebook(
        vocabulary, dict(sorted(texts.items())), tuple(found), tuple(declared), folder.sources, tuple(folder.findings)
    )


def _parsed(folder: Folder, room: str, vocabulary: Vocabulary) -> Iterator[Parsed]:
    """Parse the files of a room that can be read."""
    for file in folder.files(room):
        source = folder.read(file)
        if source is not None:
            parsed = parse(source, vocabulary.phrases)
            folder.findings.extend(parsed.findings)
            yield parsed


def text_ids(path: Path) -> tuple[str, ...]:
    """List the texts of a folder without reading them."""
    return tuple(sorted(p.stem for p in (path / "texts").rglob("*.rules")))


def unknown_text(id: str, known: Iterable[str]) -> tuple[str, str]:
    """Give the message and the help for a text that does not exist."""
    known = tuple(known)
    return f"there is no text “{id}”", suggest(id, known, f"Texts: {', '.join(known)}.")


def _load_text(folder: Folder, file: Path, vocabulary: Vocabulary, texts: dict[str, Text]) -> SourceFile | None:
    source = folder.read(file)
    if source is None:
        return None
    parsed = parse(source, vocabulary.phrases)
    folder.findings.extend(parsed.findings)
    text, findings = read_text(parsed, vocabulary)
    folder.findings.extend(findings)
    if text is None:
        if not parsed.findings and not findings:
            span = source.span(0, 1)
            folder.findings.append(
                error("R104", f"the file {source.name} holds no text", span, "Begin it with: text my-text “Its title”")
            )
    elif text.id in texts:
        folder.findings.append(
            error("R401", f"the text {text.id} stands in two files", text.span, f"The other is {texts[text.id].file}.")
        )
    else:
        if text.id != file.stem:
            folder.findings.append(
                error(
                    "R409",
                    f"the text {text.id} stands in a file named {file.name}",
                    text.span,
                    f"Name the file {text.id}.rules.",
                )
            )
        texts[text.id] = text
    return source


def _includes(source: SourceFile) -> list[str]:
    found = INCLUDED.search(source.text)
    return [part.split()[0] for part in found.group(1).split(",") if part.split()] if found else []


def _shown(path: Path) -> str:
    """Give a path as people know it: relative to where they stand, if it lies below."""
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError, RuntimeError):
        return path.as_posix()
