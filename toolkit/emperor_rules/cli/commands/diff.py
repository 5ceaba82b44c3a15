"""``emperor diff``: which answers change between two states of the rules, with the smallest tables that show it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import emperor_rules as er
from emperor_rules.check.diff.changes import scenario_of_change, verdict_of_changes
from emperor_rules.check.diff.syntactic import ADDED, REMOVED, REWORDED, REWRITTEN, ChangeKind
from emperor_rules.check.witness import answer_words, draw_in_text
from emperor_rules.cli import options
from emperor_rules.cli.console import ProgressBar, findings_as_lines, show, tell, unvaried
from emperor_rules.cli.locale import count, current, misuse, say, spoken
from emperor_rules.messages import Message
from emperor_rules.reports.formats import folded
from emperor_rules.reports.lines import printable
from emperor_rules.search.seatings import MOST_TABLES

if TYPE_CHECKING:
    from emperor_rules import AnswerChange, Changes, TablesChange, Unsearched
    from emperor_rules.check.diff.syntactic import ClauseChange
    from emperor_rules.model.vocabulary import Vocabulary


@click.command()
@click.argument("old")
@click.argument("new", required=False)
@options.report_format_option()
@options.quiet_option
@options.seats_option(9, 12)
@options.names_option("--text", "texts", "Compare only this text (repeat).")
@options.names_option("--question", "questions", "Compare only this question (repeat).")
@options.seconds_option()
@options.rules_option
def command(
    old: str,
    new: str | None,
    shape: str,
    quiet: bool,
    texts: tuple[str, ...],
    questions: tuple[str, ...],
    folder: Path | None,
    **extent: Any,
) -> None:
    """Say which answers change between two states of the rules.

    \b
    emperor diff HEAD

    OLD is a git revision of the repository in which the folder of rules lies (HEAD, main, a tag, an abbreviated hash):
    the rules as they stand are compared with those of that revision. Or OLD and NEW are two folders of rules.

    Every legal table is searched, in the newest wording of each text and on every day on which a change shows. Where a
    clause changes, questions that merely follow from it are shown by one table.

    Exit status: 0 no answer changes, 1 some do (or the time was over, or no table is legal in either state),
    2 usage, or rules with errors.
    """  # noqa: D301
    before, after, names = _states(old, new, folder)
    with ProgressBar(say("Questions")) as progress:
        changes = er.diff(
            before, after, texts=texts or None, questions=questions or None, progress=progress.update, **extent
        )
    vocabulary = after.rulebook.vocabulary
    report = changes.report(names, lambda language: _as_markdown(changes, names, vocabulary))
    show(report, shape, lambda: _show(changes, names, vocabulary), quiet=quiet)
    sys.exit(0 if changes.silent else 1)


def _states(old: str, new: str | None, folder: Path | None) -> tuple[er.Rules, er.Rules, tuple[str, str]]:
    """Read both states; errors in either are shown and end the command."""
    if new is not None:
        if folder is not None:
            raise misuse("name two folders, or a revision and --rules, not all three.")
        return _read(options.chosen_rules(Path(old)), old), _read(options.chosen_rules(Path(new)), new), (old, new)
    from emperor_rules.cli.git import at_revision

    place = options.chosen_rules(folder)
    with at_revision(place, old) as (copy, name):
        return _read(copy, name), _read(place, place.as_posix()), (name, place.as_posix())


def _read(path: Path, name: str) -> er.Rules:
    """Read the texts of a folder; errors end the command, and those of a copy are shown under its ``name``."""
    try:
        rules = er.load(path, scenarios=False)
        rules.validate()
    except er.RulesError as error:
        lines = "\n".join(findings_as_lines(error.diagnostics, error.sources))
        copied = path != Path(name)
        click.echo(lines.replace(path.as_posix(), printable(name)) if copied else lines, err=True)
        tell("Nothing was compared: {name} has errors.", name=name, fg="red", err=True)
        sys.exit(2)
    return rules


# --- what is listed beside changed answers ----------------------------------------------------------

#: Changes of one question that are shown in full.
MOST_OF_GROUP = 4
#: In Markdown more rows or witnesses than these are folded away.
ROWS, WITNESSES = 12, 2
#: Most seatings that are named of those that became legal or ceased to be.
SEATINGS_NAMED = 6
PARTS = {
    "number": Message("number"),
    "slug": Message("slug"),
    "title": Message("title"),
    "words": Message("words"),
    "note": Message("note"),
    "see": Message("references"),
    "redundant": Message("redundancy"),
}
VOCABULARY = {
    ADDED: Message("Vocabulary added"),
    REMOVED: Message("Vocabulary removed"),
    REWRITTEN: Message("Vocabulary rewritten"),
    REWORDED: Message("Vocabulary reworded"),
}


def _apart(changes: Changes) -> Iterator[tuple[str, str]]:
    """Yield what is listed beside changed answers: a heading, and a sentence or names."""
    written, any_day = changes.written, say("any day")
    by_kind = {how: [c for c in written.clauses if c.how is how] for how in ChangeKind}
    lists: list[tuple[str, Sequence[str]]] = [
        (say("Texts added"), written.texts_added),
        (say("Texts removed"), written.texts_removed),
        (say("Questions added"), written.questions_added),
        (say("Questions removed"), written.questions_removed),
        *((say("Not compared: {question}", question=ask), [why]) for ask, why in sorted(changes.unlike.items())),
        *(
            (say("First day of {text}", text=id), [say("was {old}, is {new}", old=old or any_day, new=new or any_day)])
            for id, (old, new) in changes.days.items()
        ),
        *(seatings for tables in changes.tables for seatings in _seatings(tables)),
        (say("Clauses added"), [c.clause.id for c in by_kind[ADDED]]),
        (say("Clauses removed"), [c.clause.id for c in by_kind[REMOVED]]),
        (say("Clauses that say something else"), [c.clause.id for c in by_kind[REWRITTEN]]),
        (say("Clauses only reworded"), [_reworded(c) for c in by_kind[REWORDED]]),
        *((say("Head of {text}", text=head.text), head.what) for head in written.heads),
        *((spoken(VOCABULARY[how]), names) for how, names in written.vocabulary.items()),
    ]
    for heading, names in lists:
        if names:
            yield heading, ", ".join(map(spoken, names))


def _seatings(tables: TablesChange) -> Iterator[tuple[str, list[str]]]:
    """Yield the smallest seatings that became legal or ceased to be, and how many more there are."""
    for heading, seatings in ((say("Now legal"), tables.added), (say("No longer legal"), tables.removed)):
        names, more = " ; ".join(sorted(seatings, key=len)[:SEATINGS_NAMED]), len(seatings) - SEATINGS_NAMED
        names = say("{names} and {count} more", names=names, count=more) if more > 0 else names
        if tables.enough:
            names = say("{names} of up to {seats} seats", names=names, seats=tables.seats)
        yield say("{heading} in {text}", heading=heading, text=tables.edition.name), [names] if seatings else []


def _reworded(change: ClauseChange) -> str:
    assert change.old is not None
    assert change.new is not None
    what = [spoken(PARTS[part]) for part in change.what]
    if change.old.number != change.new.number:
        what.append(say("was {number}", number=change.old.number))
    return f"{change.clause.id} ({', '.join(what)})"


def _search_extent(changes: Changes) -> str:
    """Return how much was searched, and which given facts were not varied everywhere."""
    searched = changes.searched
    if not searched.questions:
        return say("No question's rules differ, so no table had to be searched.")
    limits = unvaried(sorted(searched.fixed))
    if changes.newest_only:
        limits += "; " + say("earlier wordings only for the questions about which a changed clause speaks")
    return say(
        "Looked at {questions} whose rules differ, on {tables} of up to {seats} seats, {positions:,} positions, "
        "{seconds:.1f} s{limits}.",
        questions=count(searched.questions, "question"),
        tables=count(searched.tables, "table"),
        seats=searched.seats,
        positions=searched.positions,
        seconds=searched.seconds,
        limits=limits,
    )


def _unsearched(changes: Changes) -> Iterator[tuple[str, list[str]]]:
    """Yield why something was not searched, with what it is, text by text."""
    seats, entries = changes.searched.seats, changes.unsearched
    late = say("The time was over. Not looked at:")
    many = say("More than {most} seatings of one size are legal. Not looked at:", most=MOST_TABLES)
    none = say("No seating of up to {seats} seats is legal in either state. Not looked at:", seats=seats)
    for why, missed in (
        (late, [entry for entry in entries if not (entry.tableless or entry.crowded)]),
        (many, [entry for entry in entries if entry.crowded]),
        (none, [entry for entry in entries if entry.tableless]),
    ):
        if missed:
            yield why, list(_unsearched_lines(missed))


def _unsearched_lines(entries: Iterable[Unsearched]) -> Iterator[str]:
    by_text: dict[str, dict[int, list[str]]] = {}
    for unsearched in entries:
        by_seats = by_text.setdefault(unsearched.edition.name, {})
        by_seats.setdefault(unsearched.seats, []).append(unsearched.ask or say("every question"))
    for name, by_seats in by_text.items():
        parts = [
            f"{', '.join(asks)} ({say('beyond {seats} seats', seats=seats) if seats > 1 else say('not at all')})"
            for seats, asks in by_seats.items()
        ]
        yield f"{name}: {'; '.join(parts)}"


def _days(change: AnswerChange) -> str:
    """Return on which days a change shows, in words."""
    days = [say("on {date}", date=change.edition.on)] if change.edition.on is not None else []
    if len(change.also) > 3:
        days.append(say("also on {count} other days since {date}", count=len(change.also), date=change.also[0]))
    elif change.also:
        days.append(say("also on {dates}", dates=", ".join(change.also)))
    return "; ".join(days)


# --- for people --------------------------------------------------------------------------------------


def _show(changes: Changes, names: tuple[str, str], vocabulary: Vocabulary) -> None:
    """Print a comparison for people; ``names`` are those of the old and the new state."""
    tell("From {old} to {new}", old=click.style(names[0], bold=True), new=click.style(names[1], bold=True))
    click.echo()
    by_question: dict[str, dict[str, list[AnswerChange]]] = {}
    for change in changes.answers:
        by_question.setdefault(change.edition.text, {}).setdefault(change.ask, []).append(change)
    for text, by_ask in by_question.items():
        click.echo(click.style(text, bold=True))
        for ask, group in by_ask.items():
            question = click.style(vocabulary.predicates[ask].ask.get(current()) or ask, fg="yellow")
            click.echo(f"  {question}" + ("" if group[0].direct else f"  ({say('follows')})"))
            for change in group[:MOST_OF_GROUP]:
                _show_change(change, vocabulary)
            if len(group) > MOST_OF_GROUP:
                more = len(group) - MOST_OF_GROUP
                click.echo("    " + say("… and in {count} more ways (--format json gives all)", count=more))
        click.echo()
    listed = list(_apart(changes))
    for heading, what in listed:
        click.echo(f"{click.style(heading, bold=True)}: {what}")
    if listed:
        click.echo()
    click.echo(_search_extent(changes))
    for why, lines in _unsearched(changes):
        click.secho(why, fg="red")
        for line in lines:
            click.echo(f"  {line}")
    click.echo(click.style(spoken(verdict_of_changes(changes)), fg="green" if changes.silent else "red", bold=True))


def _show_change(change: AnswerChange, vocabulary: Vocabulary) -> None:
    days = _days(change)
    click.echo(f"    {spoken(draw_in_text(change.witness))}" + (f"  ({days})" if days else ""))
    if change.illegal:
        click.echo("      " + say("(a table that is not legal in the {state} state)", state=say(change.illegal)))
    for word, answer, colour in ((say("before"), change.old, "red"), (say("now"), change.new, "green")):
        by = "  " + say("by {clauses}", clauses=", ".join(answer.clauses[:4])) if answer.clauses else ""
        more = " …" if len(answer.clauses) > 4 else ""
        answered = spoken(answer_words(answer, vocabulary.predicates[change.ask].choices))
        click.echo(f"      {word:6} {click.style(answered, fg=colour)}{by}{more}")


# --- as a comment under a pull request ---------------------------------------------------------------


def _as_markdown(changes: Changes, names: tuple[str, str], vocabulary: Vocabulary) -> str:
    """Return a whole comment: a line that sums up, a table for each text, witnesses, and what is listed apart."""
    states = say("From {old} to {new}", old=f"`{_code(names[0])}`", new=f"`{_code(names[1])}`")
    parts = [f"**{spoken(verdict_of_changes(changes))}** {states}."]
    for text, of_text in groupby(changes.answers, lambda change: change.edition.text):
        group = list(of_text)
        parts.append(f"### {text}")
        table = [
            f"| {' | '.join((say('Question'), say('Before'), say('Now'), say('By')))} |",
            "|---|---|---|---|",
            *(_row(change, vocabulary) for change in group),
        ]
        parts.append("\n".join(table) if len(group) <= ROWS else folded(count(len(group), "change"), "\n".join(table)))
        direct = [change for change in group if change.direct] or group[:1]
        witnesses = [f"```rules\n{scenario_of_change(change, vocabulary, current())}```" for change in direct]
        blocks = "\n\n".join(witnesses)
        summary = say("{count} tables that show it", count=len(witnesses))
        parts.append(blocks if len(witnesses) <= WITNESSES else folded(summary, blocks))
    listed = [f"- {heading}: {_cell(what)}" for heading, what in _apart(changes)]
    for why, lines in _unsearched(changes):
        listed += [f"- **{why}**", *(f"  - {line}" for line in lines)]
    parts += ["\n".join(listed)] if listed else []
    parts.append(_search_extent(changes))
    return "\n\n".join(parts) + "\n"


def _row(change: AnswerChange, vocabulary: Vocabulary) -> str:
    notes = [say("with {options}", options=", ".join(change.options))] if change.options else []
    notes += [_days(change)] if _days(change) else []
    if change.illegal:
        notes.append(say("on a table not legal in the {state} state", state=say(change.illegal)))
    choices = vocabulary.predicates[change.ask].choices
    question = vocabulary.predicates[change.ask].ask.get(current()) + (f" ({'; '.join(notes)})" if notes else "")
    by = dict.fromkeys([*change.new.clauses[:2], *change.old.clauses[:2]])
    cited = ", ".join(f"`{citation}`" for citation in by)
    cells = [question, *(spoken(answer_words(answer, choices)) for answer in (change.old, change.new)), cited]
    return f"| {' | '.join(map(_cell, cells))} |"


def _cell(words: str) -> str:
    """Return words in which a bar ends no cell of a table."""
    return words.replace("|", "\\|")


def _code(name: str) -> str:
    """Return a name without what would end inline code."""
    return " ".join(name.replace("`", "'").split())
