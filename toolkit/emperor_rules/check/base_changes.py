"""What a base says of the clauses that a folder on top of it refers to, kept, and what has changed since.

A base moves on by itself. Whoever overrides one of its clauses should hear when that clause says something else. So the
words and sentences of every clause of the base that is referred to are kept in a file beside the project file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from emperor_rules import files
from emperor_rules.check.witness import place_of
from emperor_rules.diagnostics import Diagnostic, error, warning
from emperor_rules.messages import Message
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Clause, Reference
from emperor_rules.model.vocabulary import Words
from emperor_rules.source import NOWHERE, Span

#: The file beside the project file.
BASE_FILE = "emperor.lock"
FORMAT = 1


@dataclass(frozen=True)
class KeptClause:
    """What is kept of a clause: its plain words in each language, and its sentences as they are written."""

    words: Words
    sentences: tuple[str, ...]

    @classmethod
    def of(cls, clause: Clause) -> KeptClause:
        """Return what is kept of a clause as it is now."""
        return cls(clause.all_words, tuple(sentence.written for sentence in clause.sentences))


def clauses_referred_to(rulebook: Rulebook) -> Iterator[tuple[Clause, Reference, Clause]]:
    """Yield the clauses of the base that own clauses refer to: the own clause, the reference, and the clause."""
    texts = {id: text for id, text in rulebook.texts.items() if text.file in rulebook.borrowed}
    for id in rulebook.own_texts:
        for clause in rulebook.texts[id].clauses:
            for reference in (*clause.overrides, *clause.redundant, *clause.see):
                if reference.text in texts:
                    target = texts[reference.text].named(reference.number)
                    if target is not None:
                        yield clause, reference, target


def _name(clause: Clause) -> str:
    """Return the permanent name of a clause: numbers change."""
    return f"{clause.text}:{clause.slug}"


def keep_base(rulebook: Rulebook, rules: Path) -> None:
    """Keep what the base of a folder of rules says now, so that a later change of it is told.

    Raises:
        OSError: If the file cannot be written.
    """
    clauses = {_name(target): KeptClause.of(target) for _, _, target in clauses_referred_to(rulebook)}
    entries = {
        name: {**kept.words.by_language(), "sentences": list(kept.sentences)} for name, kept in sorted(clauses.items())
    }
    document = json.dumps({"version": FORMAT, "clauses": entries}, ensure_ascii=False, indent=2)
    files.write_atomically(rules.parent / BASE_FILE, f"{document}\n".encode())


def is_kept(rulebook: Rulebook) -> bool:
    """Return whether it was kept what the base says, or own clauses refer to none of it."""
    assert rulebook.folder is not None
    return os.path.lexists(rulebook.folder.parent / BASE_FILE) or not any(clauses_referred_to(rulebook))


def changes_of_base(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield a warning for each clause of the base that is referred to and says something else than was kept."""
    file = rulebook.folder.parent / BASE_FILE if rulebook.folder is not None and rulebook.borrowed else None
    if file is None or not os.path.lexists(file):
        return
    try:
        kept = _read(file)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as problem:
        reason = files.reason(problem) if isinstance(problem, OSError) else Message("it is damaged")
        message = Message("the file {file} cannot be read: {reason}", file=file.name, reason=reason)
        help = Message("Take it out, or write it anew: emperor drift --accept")
        yield error("R101", message, Span(file.as_posix(), 1, 1, 1, 2), help)
        return
    done = set[tuple[str, str]]()
    for clause, reference, target in clauses_referred_to(rulebook):
        before, now = kept.get(_name(target)), KeptClause.of(target)
        if before is None or before == now or (clause.id, target.id) in done:
            continue
        done.add((clause.id, target.id))
        named = {"target": target.id, "clause": clause.id}
        message = Message("{target}, which {clause} names, has changed in the base", **named)
        if reference in clause.overrides:
            message = Message("{target}, which {clause} overrides, has changed in the base", **named)
        if before.sentences == now.sentences:
            old, new = before.words, now.words
        else:
            old, new = Words("; ".join(before.sentences)), Words("; ".join(now.sentences))
        help = Message(
            "Before: {before}\nNow: {now}\nWhen your rules say what they should: emperor drift --accept",
            before=old,
            now=new,
        )
        related = (place_of(target),)
        place = reference.span if reference.span != NOWHERE else clause.span
        yield warning("R412", message, place, help, text=clause.text, clause=clause.number, related=related)


def _read(file: Path) -> Mapping[str, KeptClause]:
    data: Any = json.loads(file.read_text(encoding="utf-8"))
    if data["version"] != FORMAT:
        raise ValueError(data["version"])
    return {
        str(name): KeptClause(Words.of(entry), tuple(map(str, entry["sentences"])))
        for name, entry in data["clauses"].items()
    }
