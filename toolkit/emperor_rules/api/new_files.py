"""New files in a folder of rules: a house variant with all that belongs to it, and declarations of differences."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from emperor_rules import files
from emperor_rules.api import arguments
from emperor_rules.api.states import load
from emperor_rules.check.base_changes import keep_base
from emperor_rules.check.cache import SearchCache
from emperor_rules.check.drafts import NAME, Redeclared, clauses_in_force, draft_variant, most_related_text, redeclared
from emperor_rules.diagnostics import suggest
from emperor_rules.errors import RequestError, RulesError
from emperor_rules.evaluate.request import invalid
from emperor_rules.frontend.rule_files import PROJECT_FILE
from emperor_rules.messages import ENGLISH, Message, sentences
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Clause
from emperor_rules.resources import shipped_rules

#: Names of texts are no longer than this.
LONGEST_NAME = 60


@dataclass(frozen=True)
class NewVariant:
    """A house variant that was begun.

    Attributes:
        text: The id of its text.
        files: The files that were made, with what they hold.
        original: The id of the text that it builds on.
        overridden: The clause that it overrides, as ``text:number``.
        sentence: What its clause says.
        questions: The ids of the questions that it answers otherwise.
    """

    text: str
    files: Mapping[Path, str]
    original: str
    overridden: str
    sentence: str
    questions: tuple[str, ...]


def new_variant(
    name: str,
    folder: str | PathLike[str] = "rules",
    *,
    includes: str | None = None,
    overrides: str | None = None,
    language: str = ENGLISH,
) -> NewVariant:
    """Begin a house variant, as ``emperor new variant`` does: its text, a scenario, and the difference declared.

    Args:
        name: The id of its text: lower case letters, digits and hyphens.
        folder: The folder of rules. Where there is none, a project file is made beside it too, and the variant lies on
            top of the rules that come with the toolkit.
        includes: The text to build on; by default the one to which most others relate.
        overrides: The clause to override, by its number, with its text before it or without; by default one that
            nothing else reads.
        language: The language that a project file is given, where one is made.

    Returns:
        What was made. No file that is there is ever overwritten.

    Raises:
        RequestError: If the name is none or taken, or nothing can be overridden so that an answer differs.
        UnknownTextError: If there is no text to build on of that name.
        RulesError: If the rules have errors.
        OSError: If the files cannot be written; then none is.
    """
    from emperor_rules.frontend.project import SHIPPED, project_text

    if not NAME.fullmatch(arguments.string("name", name)) or len(name) > LONGEST_NAME:
        raise invalid("“{name}” cannot be the name of a text: use lower case letters, digits and hyphens.", name=name)
    place = Path(folder)
    if not place.is_dir() and os.path.lexists(place):
        raise invalid("there is something called {name} here that is no folder.", name=place.name)
    project_file = place.parent / PROJECT_FILE
    begins = not place.is_dir() and not os.path.lexists(project_file)
    rules = load(shipped_rules() if begins else place)
    if name in rules:
        raise invalid("there is a text “{name}” already.", name=name)
    original = most_related_text(rules.rulebook) if includes is None else rules[includes].id
    if original is None:
        raise invalid("say with “includes” which text to build on: {texts}.", texts=", ".join(rules))
    overridden = None if overrides is None else _clause(rules.rulebook, original, overrides)
    draft = draft_variant(rules.rulebook, name, original, overridden)
    if draft is None:
        any_clause = Message("any clause of {text}", text=original)
        raise invalid(
            "no small change of {what} shows on a table: it needs a number, or something permitted or forbidden. "
            "Name another clause with “overrides”.",
            what=any_clause if overridden is None else Message("clause {clause}", clause=overridden.id),
        )
    targets = {place / path: words for path, words in draft.files.items()}
    if begins:
        from emperor_rules import __version__

        targets[project_file] = project_text(SHIPPED, __version__, language if language != ENGLISH else "")
    _write(targets)
    if begins or rules.rulebook.borrowed:
        keep_base(load(place, scenarios=False, declared=False).rulebook, place)
    return NewVariant(name, targets, draft.original, draft.overridden.id, draft.sentence, draft.questions)


def new_difference(text: str, folder: str | PathLike[str] = "rules", *, kept: bool = False) -> Redeclared:
    """Declare where a text answers otherwise than the texts that it is related to, as ``emperor new difference`` does.

    Args:
        text: The id of the text.
        folder: The folder of rules.
        kept: Whether to use and renew what was searched before, in this user's caches.

    Returns:
        What was written. A declaration that covers nothing any more is taken out.

    Raises:
        UnknownTextError: If there is no such text.
        RulesError: If the rules have errors, or the text contradicts itself.
        OSError: If a file cannot be written.
    """
    place = Path(folder)
    if not place.is_dir():
        raise invalid("there is no folder of rules at {folder}.", folder=place)
    rules = load(place)
    renewed = redeclared(rules.rulebook, rules[text].id, SearchCache() if kept else None)
    if renewed.contradictions:
        raise RulesError(renewed.contradictions, rules.rulebook.sources)
    own = rules.rulebook.sources.keys() - set(rules.rulebook.borrowed)
    named = {Path(name) if name in own else place / name: words for name, words in renewed.files.items()}
    for target, words in named.items():
        target.parent.mkdir(parents=True, exist_ok=True)
        files.write_atomically(target, words.encode())
    return Redeclared({str(target): words for target, words in named.items()}, renewed.added, renewed.removed)


def _clause(rulebook: Rulebook, original: str, named: str) -> Clause:
    """Return the clause to override, by number, key or slug, with or without its text before it."""
    text, _, number = named.replace(":", " ").strip().rpartition(" ")
    clauses = clauses_in_force(rulebook, original)
    for clause in clauses:
        if number in (clause.number, clause.slug) and text.strip() in ("", clause.text):
            return clause
    nothing = Message("{text} has no clause “{clause}”, nor has what it includes.", text=original, clause=named)
    raise RequestError(sentences(nothing, suggest(number, [clause.number for clause in clauses])))


def _write(targets: Mapping[Path, str]) -> None:
    """Write all files or none, and never over one that is there."""
    for target in targets:
        if os.path.lexists(target):
            raise invalid("there is a file {file} already.", file=target.as_posix())
    written: list[Path] = []
    try:
        for target, words in targets.items():
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("x", encoding="utf-8", newline="\n") as stream:
                written.append(target)
                stream.write(words)
    except OSError:
        for target in written:
            target.unlink(missing_ok=True)
        raise
