"""``emperor compare A B``: where two texts, or two editions of one, answer differently."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Collection, Mapping
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Any

import click

import emperor_rules as er
from emperor_rules.cli import options
from emperor_rules.cli.console import NARROWEST, ProgressBar, columns, paragraph, show, tell, unvaried
from emperor_rules.cli.locale import count, current, say, spoken
from emperor_rules.limits import MOST_SEARCHED, SEARCHED_SEATS
from emperor_rules.messages import template
from emperor_rules.resolve.cone import cone_of
from emperor_rules.search import seatings

#: So many clauses are set with their words, further ones only named.
MOST_CLAUSES = 6
#: The most questions answered differently that are listed in brief, so that all fits on one screen.
MOST_IN_BRIEF = 12


@click.command()
@click.argument("first", metavar="ONE")
@click.argument("second", metavar="OTHER")
@options.seats_option(SEARCHED_SEATS, MOST_SEARCHED)
@options.names_option("--question", "questions", "Compare only this question (repeat).")
@options.names_option("--option", "options", "Compare with this option in use.")
@options.seconds_option()
@options.all_tables_option
@click.option("--all", "everything", is_flag=True, help="Show each question in full, not one screen of them.")
@options.report_format_option()
@options.quiet_option
@options.rules_option
def command(
    first: str,
    second: str,
    questions: tuple[str, ...],
    everything: bool,
    shape: str,
    quiet: bool,
    folder: Path | None,
    **extent: Any,
) -> None:
    """Compare two texts on every legal table; TEXT@DATE names an edition.

    \b
    emperor compare my-text other-text
    emperor compare my-text@2009-05-01 my-text

    One screen lists the questions that are answered differently, first those that rest on least. A question that you
    name is shown in full: the smallest tables, both answers and their clauses.

    Exit status: 0 no difference in any answer, 1 differences (or a table is legal by one of them alone, none is by
    both, or the time was over), 2 usage.
    """  # noqa: D301
    texts = [name.partition("@")[0] for name in (first, second)]
    rules = er.load(options.chosen_rules(folder), texts=texts, declared=True)
    with ProgressBar(say("Questions")) as progress:
        comparison = rules[first].compare(
            rules[second], questions=questions or None, progress=progress.update, **extent
        )
    show(
        comparison.report(),
        shape,
        lambda: _show(rules, comparison, up_to=extent["seats"], brief=not (questions or everything)),
        quiet=quiet,
    )
    sys.exit(0 if comparison.same else 1)


def _show(rules: er.Rules, comparison: er.TextComparison, *, up_to: int, brief: bool) -> None:
    """Print the differences, in ``brief`` only a list of several questions, and how far was searched."""
    first, second = (side.name for side in comparison.sides)
    tell("{first} and {second}", first=first, second=second, bold=True)
    differences = zip(comparison.differences, comparison.declared, strict=True)
    by_question = {ask: list(group) for ask, group in groupby(differences, lambda pair: pair[0].ask)}
    brief &= len(by_question) > 1
    if brief:
        _list(rules, comparison, by_question)
    for ask, group in by_question.items() if not brief else ():
        question = rules.rulebook.vocabulary.predicates[ask].ask.get(current()) or ask
        click.echo(f"\n{click.style(question, fg='yellow', bold=True)}")
        for difference, declared in group:
            _show_difference(rules, comparison, difference, declared)
    click.echo()

    def listed(asks: Collection[str]) -> str:
        return count(len(asks), "question") if brief else ", ".join(asks)

    unshared = comparison.searched.legal_in_one
    if comparison.agree and (unshared or comparison.searched.unseated):
        sentence = say("Same answers at tables legal by both: {questions}.", questions=listed(comparison.agree))
        paragraph(sentence)
    elif comparison.agree:
        paragraph(say("Same play on: {questions}.", questions=listed(comparison.agree)))
    for side, asks in comparison.silent.items():
        if asks:
            text = second if side == first else first
            paragraph(say("Only {text} speaks of: {questions}.", text=text, questions=listed(asks)))
    searched = comparison.searched
    extent = say(
        "Looked at {tables} of up to {seats} seats, {positions:,} positions, {seconds:.1f} s{limits}.",
        tables=count(searched.tables, "table"),
        seats=searched.seats + bool(searched.sampled),
        positions=searched.positions,
        seconds=searched.seconds,
        limits=unvaried(searched.fixed, searched.sets, (), searched.numbers),
    )
    paragraph(extent)
    if searched.thinned and searched.seats < up_to:
        thinned = template(
            "Of {seats} seats there are too many tables: {tables} of them were looked at, and no larger ones."
        )
        paragraph(say(thinned, seats=searched.seats + 1, tables=searched.sampled) + " " + say("Further: --all-tables"))
    elif searched.sampled:
        sampled = template("Of more than {most} seatings of {seats} seats {number} were looked at, and no larger ones.")
        paragraph(say(sampled, most=seatings.MOST_TABLES, seats=searched.seats + 1, number=searched.sampled))
    for name, (number, seats) in unshared.items():
        if number:
            sentence = say(
                "Legal by {text} alone, and not compared: {tables}, the smallest {seats}.",
                text=name,
                tables=count(number, "table"),
                seats=seats,
            )
            paragraph(sentence, fg="red")
    for name, ids in searched.unseated.items():
        roles = ", ".join(spoken(rules.rulebook.vocabulary.roles[id].names.one) for id in ids)
        sentence = say(
            "Not compared, as nobody has this role at the legal tables of {text}: what it says of {roles}.",
            text=name,
            roles=roles,
        )
        paragraph(sentence, fg="red")
    if not searched.complete:
        missed = ", ".join(searched.missed)
        paragraph(say("The time was over before everything was looked at: {questions}.", questions=missed), fg="red")
    elif searched.tableless:
        sentence = say(
            "No seating of up to {seats} seats is legal by both: not compared are {questions}.",
            seats=searched.seats,
            questions=", ".join(searched.tableless),
        )
        paragraph(sentence, fg="red")
    elif comparison.same and (searched.sampled or searched.thinned):
        tell("Different words at most: same play at the tables looked at.", fg="green")
    elif comparison.same:
        tell("Different words at most: same play, up to {seats} seats.", seats=searched.seats, fg="green")


def _list(
    rules: er.Rules, comparison: er.TextComparison, by_question: Mapping[str, list[tuple[er.SearchFinding, bool]]]
) -> None:
    """Print a line for each question: its words, both answers at its smallest table, and its name.

    Those on which others rest come first.
    """
    from emperor_rules.check.witness import answer_words

    predicates, names = rules.rulebook.vocabulary.predicates, [side.name for side in comparison.sides]
    texts = [rules.engine.program(side.text, side.on).resolved for side in comparison.sides]
    asks = sorted(by_question, key=lambda ask: max(len(cone_of(text, ask).predicates) for text in texts))
    rows = [["", *names, ""]]
    for ask in asks[:MOST_IN_BRIEF]:
        answers = by_question[ask][0][0].answers
        answered = (
            say("says nothing")
            if answers[name].status is er.Status.SILENT
            else spoken(answer_words(answers[name], predicates[ask].choices))
            for name in names
        )
        answered = (textwrap.shorten(words, columns() // 6, placeholder=" …") for words in answered)
        rows.append([predicates[ask].ask.get(current()) or ask, *answered, ask])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    widths[0] = min(widths[0], max(NARROWEST // 3, columns() - 2 - sum(2 + width for width in widths[1:])))
    click.echo()
    for number, row in enumerate(rows):
        words = textwrap.shorten(row[0], widths[0], placeholder=" …")
        cells = (cell.ljust(width) for cell, width in zip([words, *row[1:]], widths, strict=True))
        click.echo(click.style(f"  {'  '.join(cells)}".rstrip(), bold=number == 0))
    if len(asks) > MOST_IN_BRIEF:
        left = count(len(asks) - MOST_IN_BRIEF, "question")
        click.echo("  " + say("… and {questions} more: --all shows all.", questions=left))
    click.echo()
    paragraph(say("One question in full, with tables and clauses: --question {name}", name=asks[0]))


def _show_difference(
    rules: er.Rules, comparison: er.TextComparison, difference: er.SearchFinding, declared: bool
) -> None:
    """Print a witness, both answers, and side by side the clauses that decide."""
    from emperor_rules.check.editions import cited
    from emperor_rules.check.witness import answer_words, draw_in_text

    note = say("declared") if declared else say("not declared")
    wrapper = textwrap.TextWrapper(columns(), "  ", "    ", break_on_hyphens=False)
    *before, last = wrapper.wrap(spoken(draw_in_text(difference.witness)))
    if len(f"{last}  [{note}]") > columns():
        before, last = [*before, last], "  "
    click.echo("\n".join([*before, f"{last}  [{click.style(note, fg='blue' if declared else 'red')}]"]))
    sides = []
    width, choices = (columns() - 6) // 2, rules.rulebook.vocabulary.predicates[difference.ask].choices
    for side in comparison.sides:
        answer = difference.answers[side.name]
        clauses = cited(rules.engine, side, difference.clauses[side.name])
        lines = [f"{side.name}: {spoken(answer_words(answer, choices))}"]
        for clause, citation in zip(clauses[:MOST_CLAUSES], answer.clauses, strict=False):
            words = f"{citation}  {clause.words(current(), side.on)}"
            lines += textwrap.wrap(words, width, subsequent_indent="  ", break_on_hyphens=False)
        if len(clauses) > MOST_CLAUSES:
            more = ", ".join(answer.clauses[MOST_CLAUSES:])
            lines += textwrap.wrap(say("and {names}", names=more), width, break_on_hyphens=False)
        sides.append(lines)
    for number, (left, right) in enumerate(zip_longest(*sides, fillvalue="")):
        shown = [click.style(cell, bold=number == 0) for cell in ([f"{left:{width}}", right] if right else [left])]
        click.echo(f"    {'  '.join(shown)}")
