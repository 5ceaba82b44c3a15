"""A name changed in a whole folder of rules and in what lies beside it: what each file then holds, or why not."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory

from emperor_rules import files
from emperor_rules.api.states import load
from emperor_rules.editor.mentions import NamedKind, NameMention, clause_named, definition_span, references
from emperor_rules.edits import TextEdit, edited
from emperor_rules.errors import RequestError
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.frontend.rule_files import display_name
from emperor_rules.language.formatter import formatted
from emperor_rules.language.parser import parse
from emperor_rules.language.scanner import TOKEN
from emperor_rules.messages import Message, Names
from emperor_rules.model.phrases import Phrases
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import TextRelation
from emperor_rules.source import NOWHERE, SourceFile


def bare(text: str, mention: NameMention) -> tuple[int, int]:
    """Return where the name itself stands, without the quotation marks of a title."""
    quoted = text[mention.start : mention.start + 1] == '"'
    return mention.start + quoted, mention.end - quoted


def why_no_name(rulebook: Rulebook, mention: NameMention, name: str) -> Message | None:
    """Return why something cannot have a name; ``None`` if it can."""
    if mention.kind is NamedKind.SCENARIO:
        if not name.strip() or '"' in name or "\n" in name:
            return Message("A scenario is named by words in one line, without double quotes.")
    else:
        match = TOKEN.fullmatch(name)
        if match is None or match.lastgroup != "WORD":
            return Message("“{name}” can be no name: use letters, digits, points and hyphens.", name=name)
    key = (*mention.key[:-1], name)
    taken = NOWHERE
    if mention.kind is NamedKind.CLAUSE:
        other = clause_named(rulebook, *key)
        taken = other.span if other is not None and other != clause_named(rulebook, *mention.key) else NOWHERE
    elif key != mention.key:
        taken = definition_span(rulebook, mention.kind, key)
    return Message("“{name}” is taken: it stands at {span}.", name=name, span=taken) if taken.file else None


def renamed(rulebook: Rulebook, mention: NameMention, old: str, new: str) -> Iterator[TextEdit]:
    """Yield the edits that write a new name wherever something bears the old one; other names of it stay.

    A clause has a number and a slug, of which the one is changed that is written so.
    """
    for source, other in references(rulebook, mention.kind, mention.key):
        start, end = bare(source.text, other)
        if not other.spoken and source.text[start:end] == old:
            yield TextEdit(source.span(start, end), new)


#: Folders and files beside the rules in which addresses of clauses stand, as patterns below the folder of both.
FILES_BESIDE = ("rules/**/*.toml", "site/*.toml", "site/en/**/*.md", "site/it/**/*.md")


class CannotRename(RequestError):
    """A name that is not there, or that cannot be the new one; the message says why."""


@dataclass(frozen=True)
class RenamedRules:
    """What a new name changes.

    Attributes:
        contents: The files that change, by their paths: what each holds, and what it holds then.
        moved: A file that gets another name, from and to; ``None`` where none does.
    """

    contents: Mapping[Path, tuple[str, str]]
    moved: tuple[Path, Path] | None = None

    def write(self) -> None:
        """Write all files; where one cannot be written, those written before hold again what they held.

        Raises:
            OSError: A file cannot be written, or has changed in the meantime.
        """
        written: list[Path] = []
        try:
            for path, (before, after) in self.contents.items():
                if path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n") != before.replace("\r\n", "\n"):
                    raise OSError(0, "it changed meanwhile")
                files.write_atomically(path, after.encode())
                written.append(path)
            if self.moved is not None:
                if self.moved[1].exists():
                    raise FileExistsError(17, "File exists")
                self.moved[0].rename(self.moved[1])
        except OSError:
            for path in written:
                files.write_atomically(path, self.contents[path][0].encode())
            raise


def rename(old: str, new: str, folder: str | PathLike[str] = "rules", *, write: bool = True) -> RenamedRules:
    """Give a clause, a text, a difference or a word of the vocabulary another name, as ``emperor rename`` does.

    Args:
        old: ``TEXT:CLAUSE`` for the slug, key or number of a clause; a clause alone that one text has; the name of a
            text, a difference or a word of the vocabulary.
        new: The new name.
        folder: The folder of rules.
        write: Whether to change the files; else only what would change is returned.

    Returns:
        The files that change, also pages and settings beside the rules.

    Raises:
        CannotRename: Nothing has the old name or several things do, or the new one is taken or no name.
        RulesError: The rules have errors.
        OSError: A file cannot be written; then none is changed.
    """
    rules = load(folder)
    result = rename_in_folder(Path(folder), rules.rulebook, old, new)
    if write:
        result.write()
    return result


def rename_in_folder(folder: Path, rulebook: Rulebook, old: str, new: str, *, tried: bool = True) -> RenamedRules:
    """Return what changes where something gets a new name; nothing is written.

    Args:
        folder: The folder of rules.
        rulebook: What was read from it.
        old: ``TEXT:CLAUSE`` for the slug, key or number of a clause; a clause alone that one text has; the name of a
            text, a difference or a word of the vocabulary.
        new: The new name.
        tried: Read the rules as they would be; an editor shows by itself what is wrong with them, and can undo it.

    Raises:
        CannotRename: Nothing has the old name or several things do, the new one is taken or no name, or the rules
            would have more mistakes than before.
    """
    mention, name = _named(rulebook, old)
    mentions = [mention, *_translated(rulebook, mention, name), *_defining(rulebook, mention)]
    edits: list[TextEdit] = []
    addresses: list[tuple[str, str]] = []
    for one in mentions:
        refusal = why_no_name(rulebook, one, new)
        if one.kind is NamedKind.CLAUSE:
            text = rulebook.texts[one.key[0]]
            before = next((clause for clause in text.clauses if new in clause.formerly), None)
            if before is not None:
                refusal = Message(
                    "“{name}” was a name of {clause} before: none is used again.", name=new, clause=before.id
                )
            if any(clause.slug == name for clause in text.clauses):
                edits += _formerly(rulebook, text.file, name)
                addresses.append((f"{text.id}/{name}", f"{text.id}/{new}"))
        if refusal is not None:
            raise CannotRename(refusal)
        edits += renamed(rulebook, one, name, new)
    if any(edit.span.file in rulebook.borrowed for edit in edits):
        raise CannotRename(
            Message("“{name}” belongs to the rules that yours lie on top of: it keeps its name.", name=name)
        )
    moved = None
    if mention.kind is NamedKind.TEXT:
        addresses += [(f"{name}/", f"{new}/"), (f'"{name}"', f'"{new}"')]
        file = Path(rulebook.texts[name].file)
        moved = (file, file.with_name(f"{new}.rules")) if file.stem == name else None
    phrases, wanted = rulebook.vocabulary.phrases, tuple(dict.fromkeys(edits))
    contents = {
        Path(source.name): (source.text, laid_out(source, edited(source, wanted), phrases, phrases))
        for source in rulebook.sources.values()
        if any(edit.span.file == source.name for edit in wanted)
    }
    for path, held, holds in _beside(folder, addresses):
        contents[path] = (held, holds)
    result = RenamedRules(contents, moved)
    if tried and not (moved and rulebook.borrowed):  # a copy elsewhere would lie on top of nothing
        _try_out(folder, rulebook, result)
    return result


def _named(rulebook: Rulebook, old: str) -> tuple[NameMention, str]:
    """Return what has a name, and that name as it stands in the files."""
    text, colon, clause = old.partition(":")
    mentioned: list[NameMention] = []
    if colon:
        if text not in rulebook.texts:
            raise CannotRename(Message("There is no text “{name}”.", name=text))
        if rulebook.texts[text].named(clause) is not None:
            mentioned.append(_mention(NamedKind.CLAUSE, text, clause))
    else:
        clause = old
        owners = [text.id for text in rulebook.texts.values() if text.named(old) is not None]
        translations = {t.id for t in rulebook.texts.values() if _originals(rulebook, t.id) & {*owners}}
        mentioned += [_mention(NamedKind.CLAUSE, id, old) for id in owners if id not in translations]
        kinds = (kind for kind in NamedKind if kind not in (NamedKind.CLAUSE, NamedKind.SORT))
        mentioned += [_mention(kind, old) for kind in kinds if definition_span(rulebook, kind, (old,)).file]
        if any(one.kind in DEFINED for one in mentioned):  # the term of that name defines it, and follows
            mentioned = [one for one in mentioned if one.kind is not NamedKind.TERM]
    if not mentioned:
        raise CannotRename(
            Message("Nothing is called “{name}”. A clause is named with its text: cr-0:its-name.", name=old)
        )
    if len(mentioned) > 1:
        names = Names([":".join(one.key) for one in mentioned])
        raise CannotRename(Message("Several things are called “{name}”: {names}.", name=old, names=names))
    return mentioned[0], clause


def _mention(kind: NamedKind, *key: str) -> NameMention:
    return NameMention(kind, key, 0, 0)


#: What a term of the same name defines.
DEFINED = (NamedKind.ROLE, NamedKind.OPTION)


def _defining(rulebook: Rulebook, mention: NameMention) -> Iterator[NameMention]:
    """Yield the term that defines a role or an option: it bears its name."""
    if mention.kind in DEFINED and mention.key[0] in rulebook.vocabulary.terms:
        yield _mention(NamedKind.TERM, *mention.key)


def _originals(rulebook: Rulebook, text: str) -> set[str]:
    relations = rulebook.texts[text].relations
    return {to.text for kind, to in relations if kind is TextRelation.TRANSLATES}


def _translated(rulebook: Rulebook, mention: NameMention, name: str) -> Iterator[NameMention]:
    """Yield the same slug in the texts that translate that of a clause: a translation's clauses are paired by slugs."""
    if mention.kind is not NamedKind.CLAUSE:
        return
    for text in rulebook.texts.values():
        if mention.key[0] in _originals(rulebook, text.id) and any(c.slug == name for c in text.clauses):
            yield _mention(NamedKind.CLAUSE, text.id, name)


def _formerly(rulebook: Rulebook, file: str, slug: str) -> Iterator[TextEdit]:
    """Yield the edits that write the former slug below the head of the first clause that bears it."""
    source = rulebook.sources[file]
    for block in parse(source, rulebook.vocabulary.phrases).tree.trees:
        if block.rule == "clause" and block.trees[0].names[-1].text == slug:
            items = [item for item in block.trees[1:] if item.rule == "formerly"]
            if items:
                end = items[0].names[-1].end
                yield TextEdit(source.span(end, end), f", {slug}")
            else:
                last = block.trees[0].last_token
                end = last.start if last.type == "END" else last.end
                line_end = source.text.find("\n", end)
                end = len(source.text) if line_end < 0 else line_end
                yield TextEdit(source.span(end, end), f"\n  formerly {slug}")
            return


def laid_out(file: SourceFile, words: str, before: Phrases, after: Phrases) -> str:
    """Return the new words of a file, with their lines filled anew if those of the old ones were as they should be.

    The phrases are those of the vocabulary with the old words, and with the new ones.
    """
    if formatted(file, before)[0] != file.text:
        return words
    return formatted(SourceFile(file.name, words), after)[0] or words


def _beside(folder: Path, addresses: list[tuple[str, str]]) -> Iterator[tuple[Path, str, str]]:
    """Yield the files beside the rules in which an address stands, with what they hold and what they then hold."""
    home = folder.parent if folder.name == "rules" else None
    for pattern in FILES_BESIDE:
        base, below = (folder, pattern.removeprefix("rules/")) if pattern.startswith("rules/") else (home, pattern)
        for path in sorted(base.glob(below)) if base is not None else ():
            try:
                before = path.read_bytes().decode()
            except (OSError, ValueError):
                continue
            after = before
            for old, new in addresses:
                bounded = rf"(?<![\w-]){re.escape(old)}" + ("" if old.endswith(("/", '"')) else r"(?![\w-])")
                after = re.sub(bounded, new, after)
            if after != before:
                yield path, before, after


def _try_out(folder: Path, rulebook: Rulebook, result: RenamedRules) -> None:
    """Read the rules as they would be.

    Raises:
        CannotRename: They would have more mistakes.
    """
    if result.moved is None:
        changed = {display_name(path): after for path, (_, after) in result.contents.items()}
        again = load_rulebook(folder, before=rulebook, unsaved=changed)
    else:
        with TemporaryDirectory() as place:
            copy = Path(place, "rules")
            shutil.copytree(folder, copy)
            for path, (_, after) in result.contents.items():
                if path.resolve().is_relative_to(folder.resolve()):
                    copy.joinpath(path.resolve().relative_to(folder.resolve())).write_bytes(after.encode())
            there = copy / result.moved[0].resolve().relative_to(folder.resolve())
            there.rename(there.with_name(result.moved[1].name))
            again = load_rulebook(copy)
    if len(again.findings) > len(rulebook.findings):
        wrong = again.findings[0]
        raise CannotRename(Message("The rules could not be read with that name: {message}.", message=wrong.message))
