"""``emperor diff``: which answers change between two states of the rules, with the smallest tables that show it."""

from __future__ import annotations

import json
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from emperor_rules.cli.main import chosen_rules, rules_option

if TYPE_CHECKING:
    from emperor_rules.check.diff.search import AnswerChange
    from emperor_rules.check.diff.semantic import Changes
    from emperor_rules.diagnostics import Diagnostic
    from emperor_rules.model.rulebook import Rulebook
    from emperor_rules.model.vocabulary import Vocabulary
    from emperor_rules.source import Span

#: Changes of one question that are shown in full.
MOST_SHOWN = 4


@click.command()
@click.argument("old")
@click.argument("new", required=False, default=None)
@click.option(
    "--format",
    "shape",
    type=click.Choice(["full", "json", "markdown"]),
    default="full",
    show_default=True,
    help="For people, for programs, or for a comment under a pull request.",
)
@click.option(
    "--up-to", "seats", type=click.IntRange(2, 12), default=9, show_default=True, help="Most seats of a table."
)
@click.option("--text", "texts", multiple=True, metavar="NAME", help="Compare only this text (repeat).")
@click.option("--question", "questions", multiple=True, metavar="NAME", help="Compare only this question (repeat).")
@click.option("--seconds", type=click.FloatRange(0), default=None, help="Stop after so long, and say what is left.")
@rules_option
def command(
    old: str,
    new: str | None,
    shape: str,
    seats: int,
    texts: tuple[str, ...],
    questions: tuple[str, ...],
    seconds: float | None,
    folder: Path | None,
) -> None:
    """Say which answers change between two states of the rules.

    OLD is a git revision of the repository in which the folder of rules lies (HEAD, main, a tag, an abbreviated hash):
    the rules as they stand are compared with those of that revision. Or OLD and NEW are two folders of rules.

    Every legal table is searched, in the newest wording of each text and on every day on which a change shows. Where a
    clause changes, questions that merely follow from it are shown by one table.

    Exit status: 0 no answer changes, 1 some do (or the time was over), 2 usage, or rules with errors.
    """
    from emperor_rules.check.diff.semantic import find_changes
    from emperor_rules.check.limits import Clock
    from emperor_rules.cli.console import Progress

    clock = Clock(seconds)
    before, after, names = _states(old, new, folder)
    _known("text", texts, {*before.texts, *after.texts})
    _known("question", questions, {*before.vocabulary.questions, *after.vocabulary.questions})
    with Progress("Questions") as progress:
        found = find_changes(
            before,
            after,
            up_to=seats,
            texts=texts or None,
            questions=questions or None,
            clock=clock,
            progress=progress.update,
        )
    if shape == "json":
        from emperor_rules.cli.output.diff_report import as_json

        click.echo(json.dumps(as_json(found, names, after.vocabulary), ensure_ascii=False, indent=2))
    elif shape == "markdown":
        from emperor_rules.cli.output.diff_markdown import as_markdown

        click.echo(as_markdown(found, names, after.vocabulary), nl=False)
    else:
        _show(found, names, after.vocabulary)
    sys.exit(0 if found.silent else 1)


# --- reading --------------------------------------------------------------------------------------


def _states(old: str, new: str | None, folder: Path | None) -> tuple[Rulebook, Rulebook, tuple[str, str]]:
    """Read both states; errors in either are shown and end the command."""
    if new is not None:
        if folder is not None:
            raise click.UsageError("name two folders, or a revision and --rules, not all three.")
        names = old, new
        return _read(chosen_rules(Path(old)), old), _read(chosen_rules(Path(new)), new), names
    from emperor_rules.cli.git import copy_of_revision

    here = chosen_rules(folder)
    with tempfile.TemporaryDirectory(prefix="rules-") as place:
        name = copy_of_revision(here, old, Path(place))
        return _read(Path(place), name), _read(here, here.as_posix()), (name, here.as_posix())


def _read(path: Path, name: str) -> Rulebook:
    """Read the texts of a folder; errors are shown under the folder's ``name`` and end the command."""
    from emperor_rules.check.validation import check_texts
    from emperor_rules.cli.console import show_findings
    from emperor_rules.frontend.loader import load_rulebook

    rulebook = load_rulebook(path, scenarios=False)
    errors = [finding for finding in rulebook.findings if finding.is_error]
    errors = errors or [finding for finding in check_texts(rulebook) if finding.is_error]
    if errors:
        sources = {_renamed(key, path, name): replace(source) for key, source in rulebook.sources.items()}
        show_findings((_placed(finding, path, name) for finding in errors), sources, err=True)
        click.echo(click.style(f"Nothing was compared: {name} has errors.", fg="red"), err=True)
        sys.exit(2)
    return rulebook


def _renamed(file: str, path: Path, name: str) -> str:
    """Call a file by the name of its state, where it lies in a folder that is only a copy."""
    for prefix in dict.fromkeys((path.as_posix(), path.resolve().as_posix())):
        if file.startswith(f"{prefix}/"):
            return f"{name}/{file.removeprefix(f'{prefix}/')}"
    return file


def _placed(finding: Diagnostic, path: Path, name: str) -> Diagnostic:
    def there(span: Span) -> Span:
        return replace(span, file=_renamed(span.file, path, name))

    related = tuple(replace(r, span=there(r.span)) for r in finding.related)
    message = finding.message.replace(path.as_posix(), name)
    return replace(finding, span=there(finding.span), related=related, message=message)


def _known(what: str, named: tuple[str, ...], known: set[str]) -> None:
    from emperor_rules.diagnostics import suggest

    for name in named:
        if name not in known:
            raise click.UsageError(f"there is no {what} “{name}”. {suggest(name, known)}".rstrip())


# --- showing --------------------------------------------------------------------------------------


def _show(found: Changes, names: tuple[str, str], vocabulary: Vocabulary) -> None:
    from emperor_rules.cli.output.diff_report import apart, left_over, looked, verdict

    click.echo(f"From {click.style(names[0], bold=True)} to {click.style(names[1], bold=True)}\n")
    by_question: dict[str, dict[str, list[AnswerChange]]] = {}
    for change in found.answers:
        by_question.setdefault(change.edition.text, {}).setdefault(change.ask, []).append(change)
    for text, asked in by_question.items():
        click.echo(click.style(text, bold=True))
        for ask, changes in asked.items():
            click.echo(
                f"  {click.style(vocabulary.relations[ask].ask.en or ask, fg='yellow')}"
                + ("" if changes[0].direct else "  (follows)")
            )
            for change in changes[:MOST_SHOWN]:
                _show_change(change)
            if len(changes) > MOST_SHOWN:
                click.echo(f"    … and in {len(changes) - MOST_SHOWN} more ways (--format json gives all)")
        click.echo()
    listed = list(apart(found))
    for heading, what in listed:
        click.echo(f"{click.style(heading, bold=True)}: {what}")
    if listed:
        click.echo()
    click.echo(looked(found))
    if not found.searched.complete:
        click.echo(click.style("The time was over. Not looked at:", fg="red"))
        for line in left_over(found):
            click.echo(f"  {line}")
    click.echo(click.style(verdict(found), fg="green" if found.silent else "red", bold=True))


def _show_change(change: AnswerChange) -> None:
    from emperor_rules.check.scenario_runner import said
    from emperor_rules.check.witness import draw_in_text
    from emperor_rules.cli.output.diff_report import days

    when = days(change)
    click.echo(f"    {draw_in_text(change.witness)}" + (f"  ({when})" if when else ""))
    if change.illegal:
        click.echo(f"      (a table that is not legal in the {change.illegal} state)")
    for word, answer, colour in (("before", change.old, "red"), ("now", change.new, "green")):
        by = f"  by {', '.join(answer.clauses[:4])}" if answer.clauses else ""
        more = " …" if len(answer.clauses) > 4 else ""
        click.echo(f"      {word:6} {click.style(said(answer), fg=colour)}{by}{more}")
