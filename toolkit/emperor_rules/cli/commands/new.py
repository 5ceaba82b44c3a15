"""``emperor new variant``: begin a house variant, with a clause that overrides another and a scenario that passes."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

import emperor_rules as er
from emperor_rules import files
from emperor_rules.cli.console import refuse, show_findings, tell
from emperor_rules.cli.locale import current, misuse, say, spoken
from emperor_rules.cli.options import chosen_rules, rules_option
from emperor_rules.diagnostics import suggest
from emperor_rules.frontend.project_errors import PROJECT_FILE
from emperor_rules.messages import ENGLISH, Message, Names, sentences

if TYPE_CHECKING:
    from emperor_rules.check.drafts import Variant
    from emperor_rules.model.rulebook import Rulebook
    from emperor_rules.model.texts import Clause

#: So many questions are named that a new text answers otherwise; `compare` shows all.
MOST_NAMED = 6


@click.group(invoke_without_command=False)
def command() -> None:
    """Begin something new in the folder of rules, so that nobody begins with an empty file.

    Where there is no folder ./rules yet, a project file emperor.toml is made too: what you write lies on top of the
    rules that come with the toolkit, of which nothing is copied. No file that is there is ever overwritten.
    """


@command.command()
@click.argument("name")
@click.option(
    "--includes",
    "original",
    metavar="TEXT",
    help="The text to build on (default: the one to which most others relate).",
)
@click.option(
    "--overrides",
    "clause",
    metavar="CLAUSE",
    help="The clause to override: NUMBER or TEXT:NUMBER (default: one that nothing else reads).",
)
@rules_option
def variant(name: str, original: str | None, clause: str | None, folder: Path | None) -> None:
    """Begin a house variant called NAME.

    It is a text that takes over another and overrides one clause of it.

    NAME is lower case, with hyphens. Three files are made: the text, a scenario that passes, and the difference to the
    original, declared as meant. What the new clause says is a small change of what it overrides; put there what your
    table plays.

    Exit status: 0 made, 1 the rules have errors, 2 usage.
    """
    from emperor_rules.check.drafts import NAME, draft_variant, most_related_text
    from emperor_rules.frontend.project import SHIPPED, project_text

    if not NAME.fullmatch(name) or len(name) > 60:
        raise misuse("“{name}” cannot be the name of a text: use lower case letters, digits and hyphens.", name=name)
    place, begins = _place(folder)
    rules = er.load(chosen_rules(folder))
    if name in rules:
        raise misuse("there is a text “{name}” already.", name=name)
    chosen = most_related_text(rules.rulebook) if original is None else rules[original].id
    if chosen is None:
        raise misuse("say with --includes which text to build on: {texts}.", texts=", ".join(rules.rulebook.texts))
    overridden = _clause(rules.rulebook, chosen, clause) if clause is not None else None
    draft = draft_variant(rules.rulebook, name, chosen, overridden)
    if draft is None:
        any_clause = say("any clause of {text}", text=chosen)
        raise misuse(
            "no small change of {what} shows on a table: it needs a number, or something permitted or forbidden. "
            "Name another clause with --overrides.",
            what=any_clause if overridden is None else say("clause {clause}", clause=overridden.id),
        )
    targets = {place / path: words for path, words in draft.files.items()}
    if begins:
        targets[place.parent / PROJECT_FILE] = project_text(SHIPPED, er.__version__, _own_language())
    _write(targets)
    if begins or rules.rulebook.borrowed:
        _keep_base(place)
    _summarise(place, targets, draft, name)


@command.command()
@click.argument("text")
@rules_option
def difference(text: str, folder: Path | None) -> None:
    """Declare where TEXT answers otherwise, or renew that.

    It is compared with the texts that it is related to.

    What is found is written to relations/TEXT.rules, with a sentence in each language to fill in; a declaration that
    covers nothing any more is taken out. A variant need not say that it varies another text: without that line
    nothing is compared, and nothing need be declared.

    Exit status: 0 declared, 1 the rules have errors or the text contradicts itself, 2 usage.
    """
    from emperor_rules.check.cache import SearchCache
    from emperor_rules.check.drafts import redeclared

    place, missing = _place(folder)
    if missing:
        raise misuse("there is no folder of rules at {folder}.", folder=place)
    rules = er.load(place)
    id = rules[text].id
    renewed = redeclared(rules.rulebook, id, SearchCache())
    if renewed.contradictions:
        show_findings(renewed.contradictions, rules.rulebook.sources)
        tell("{text} contradicts itself: correct that first.", text=id, err=True)
        sys.exit(1)
    for name, words in renewed.files.items():
        target = Path(name) if name in rules.rulebook.sources and name not in rules.rulebook.borrowed else place / name
        target.parent.mkdir(parents=True, exist_ok=True)
        files.write_atomically(target, words.encode())
        click.echo(target.as_posix())
    for slug in renewed.added:
        click.echo("  + " + slug)
    for slug in renewed.removed:
        click.echo("  - " + slug)
    if renewed.added:
        tell("Write for each why it differs, then: emperor check")
    elif not renewed.removed:
        tell("Every difference of {text} is declared, and nothing else.", text=id)


def _place(folder: Path | None) -> tuple[Path, bool]:
    """Return the folder to write to, and whether a project begins there, on top of the shipped rules."""
    if folder is not None:
        return chosen_rules(folder), False
    place = Path("rules")
    if not place.is_dir() and os.path.lexists(place):
        raise misuse("there is something called rules here that is no folder.")
    return place, not place.is_dir() and not os.path.lexists(PROJECT_FILE)


def _clause(rulebook: Rulebook, original: str, named: str) -> Clause:
    """Return the clause to override, by number, key or slug, with or without its text before it."""
    from emperor_rules.check.drafts import clauses_in_force

    text, _, number = named.replace(":", " ").strip().rpartition(" ")
    clauses = clauses_in_force(rulebook, original)
    for clause in clauses:
        if number in (clause.number, clause.slug) and text.strip() in ("", clause.text):
            return clause
    nothing = Message("{text} has no clause “{clause}”, nor has what it includes.", text=original, clause=named)
    raise click.UsageError(spoken(sentences(nothing, suggest(number, [clause.number for clause in clauses]))))


def _write(targets: Mapping[Path, str]) -> None:
    """Write all files or none, and never over one that is there."""
    for target in targets:
        if os.path.lexists(target):
            raise misuse("there is a file {file} already.", file=target.as_posix())
    written: list[Path] = []
    try:
        for target, words in targets.items():
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("x", encoding="utf-8", newline="\n") as stream:
                written.append(target)
                stream.write(words)
    except OSError as problem:
        for target in written:
            target.unlink(missing_ok=True)
        refuse("R101", "nothing was made: {reason}", reason=files.reason(problem))


def _own_language() -> str:
    """Return the language of this run where somebody has chosen one, to be kept for the project."""
    return current() if current() != ENGLISH else ""


def _keep_base(place: Path) -> None:
    """Keep what the base says of the clauses that are referred to, so that a later change of it is told."""
    from emperor_rules.check.base_changes import BASE_FILE, kept_text

    rulebook = er.load(place, scenarios=False, declared=False).rulebook
    files.write_atomically(place.parent / BASE_FILE, kept_text(rulebook).encode())


def _summarise(place: Path, targets: Mapping[Path, str], draft: Variant, name: str) -> None:
    """Print which files were made and what to do next."""
    tell("A house variant of {text} that overrides {clause}:", text=draft.original, clause=draft.overridden.id)
    click.echo()
    for path in targets:
        click.echo(f"  {path.as_posix()}")
    click.echo("\n" + say("It says: {sentence}", sentence=draft.sentence))
    questions = Names([*draft.questions[:MOST_NAMED], *(["…"] if draft.questions[MOST_NAMED:] else [])])
    click.echo(say("Other answers than in {text}: {questions}.", text=draft.original, questions=questions) + "\n")
    rules = "" if place == Path("rules") else f" --rules {place.as_posix()}"
    click.echo(say("Change the clause and its scenario into what your table plays, then:") + "\n")
    click.echo(f"  emperor check{rules}")
    click.echo(f"  emperor compare {name} {draft.original}{rules}")
    click.echo(f"  emperor build{rules}")
