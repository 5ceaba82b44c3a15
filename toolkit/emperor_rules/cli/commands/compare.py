"""``emperor compare A B``: where two texts, or two editions of one, answer differently."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Mapping
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from emperor_rules.cli.main import chosen_rules, rules_option

if TYPE_CHECKING:
    from emperor_rules.check.consistency.comparison import Comparison, Difference
    from emperor_rules.evaluate.engine import Answer, Engine
    from emperor_rules.model.texts import Edition


@click.command()
@click.argument("one")
@click.argument("other")
@click.option(
    "--up-to", "seats", type=click.IntRange(2, 24), default=12, show_default=True, help="Most seats of a table."
)
@click.option("--question", "questions", multiple=True, metavar="NAME", help="Compare only this question (repeat).")
@click.option("--option", "options", multiple=True, metavar="NAME", help="Compare with this option in use.")
@click.option("--seconds", type=click.FloatRange(0), default=None, help="Stop after so long, and say what is left.")
@click.option("--format", "shape", type=click.Choice(["full", "json"]), default="full", show_default=True)
@rules_option
def command(
    one: str,
    other: str,
    seats: int,
    questions: tuple[str, ...],
    options: tuple[str, ...],
    seconds: float | None,
    shape: str,
    folder: Path | None,
) -> None:
    """Compare two texts on every legal table; TEXT@DATE names an edition.

    Exit status: 0 no difference in any answer, 1 differences (or the time was over, or no table is legal by both),
    2 usage.
    """
    from emperor_rules.check.consistency.accepted import declared_for
    from emperor_rules.check.consistency.scheduler import compare
    from emperor_rules.check.limits import Clock
    from emperor_rules.cli.console import Progress, load_or_exit
    from emperor_rules.evaluate.engine import Engine
    from emperor_rules.evaluate.request import RequestError

    rulebook = load_or_exit(chosen_rules(folder))
    engine = Engine(rulebook)
    sides = tuple(_edition(side) for side in (one, other))
    try:
        for side in sides:
            engine.program(side.text, side.on)
        for question in questions:
            if question not in rulebook.vocabulary.questions:
                raise click.UsageError(f"there is no question “{question}”.")
        known = {option for side in sides for option in rulebook.texts[side.text].options}
        for option in options:
            if option not in known:
                raise click.UsageError(f"there is no option “{option}” in {sides[0].text} or {sides[1].text}.")
        with Progress("Questions") as progress:
            found = compare(
                engine,
                sides[0],
                sides[1],
                up_to=seats,
                questions=questions or None,
                sets=[frozenset(options)] if options else None,
                clock=Clock(seconds),
                progress=progress.update,
            )
    except RequestError as wrong:
        raise click.UsageError(f"{wrong}.") from None
    declared = {id(d): declared_for(engine, found, d) is not None for d in found.differences}
    if shape == "json":
        click.echo(json.dumps(as_json(found, declared), ensure_ascii=False, indent=2))
    else:
        _show(engine, found, declared)
    sys.exit(1 if found.differences or not found.searched.complete or found.searched.tableless else 0)


def _edition(named: str) -> Any:
    from emperor_rules.model.texts import Edition

    text, _, on = named.partition("@")
    return Edition(text, on or None)


def as_json(found: Comparison, declared: dict[int, bool]) -> dict[str, object]:
    """Give a comparison with the keys of design §7."""
    return {
        "differences": [
            {
                "ask": d.ask,
                "options": list(d.options),
                "clauses": {side: list(names) for side, names in d.clauses.items()},
                "witness": dict(d.witness),
                "answers": {side: {"status": a.status, "answer": a.answer} for side, a in d.answers.items()},
                "declared": declared[id(d)],
            }
            for d in found.differences
        ],
        "agree": found.agree,
        "silent": found.silent,
        "searched": found.searched.as_json(),
    }


def _show(engine: Engine, found: Comparison, declared: dict[int, bool]) -> None:
    one, other = (side.name for side in found.sides)
    click.echo(click.style(f"{one} and {other}", bold=True))
    by_question: dict[str, list[Difference]] = {}
    for difference in found.differences:
        by_question.setdefault(difference.ask, []).append(difference)
    if len(by_question) > 1:
        _show_table(found, by_question)
    for ask, many in by_question.items():
        relation = engine.rulebook.vocabulary.relations[ask]
        click.echo(f"\n{click.style(relation.ask.en or ask, fg='yellow', bold=True)}")
        for difference in many:
            _show_difference(engine, found.sides, difference, declared[id(difference)])
    click.echo()
    if found.agree:
        _say(f"Same play on: {', '.join(found.agree)}.")
    for side, asks in found.silent.items():
        if asks:
            _say(f"Only {other if side == one else one} speaks of: {', '.join(asks)}.")
    looked = found.searched
    limits = f" (not varied everywhere: {', '.join(sorted(looked.fixed))})" if looked.fixed else ""
    tables = "1 table" if looked.tables == 1 else f"{looked.tables} tables"
    _say(
        f"Looked at {tables} of up to {looked.seats} seats, {looked.positions:,} positions, "
        f"{looked.seconds:.1f} s{limits}."
    )
    if not looked.complete:
        _say(f"The time was over before everything was looked at: {', '.join(looked.missed)}.", fg="red")
    elif looked.tableless:
        _say(
            f"No seating of up to {looked.seats} seats is legal by both: not compared are "
            f"{', '.join(looked.tableless)}.",
            fg="red",
        )
    elif not found.differences:
        click.echo(click.style(f"Different words at most: same play, up to {looked.seats} seats.", fg="green"))


def _show_table(found: Comparison, by_question: Mapping[str, list[Difference]]) -> None:
    """Print a line for each question that is answered differently, with the answers at its smallest witness."""
    one, other = (side.name for side in found.sides)
    rows = [("question", one, other, "ways")]
    for ask, many in by_question.items():
        answers = many[0].answers
        rows.append((ask, _said(answers[one]), _said(answers[other]), str(len(many))))
    widths = [max(len(row[n]) for row in rows) for n in range(4)]
    click.echo()
    for number, row in enumerate(rows):
        line = "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        click.echo(click.style(line, bold=True) if number == 0 else line)


def _show_difference(engine: Engine, sides: tuple[Edition, Edition], difference: Difference, declared: bool) -> None:
    """Print a witness, both answers, and side by side the clauses that decide."""
    from emperor_rules.check.consistency.accepted import cited
    from emperor_rules.check.witness import draw_in_text

    told = "declared" if declared else "not declared"
    *before, last = textwrap.wrap(
        draw_in_text(difference.witness),
        _columns(),
        initial_indent="  ",
        subsequent_indent="    ",
        break_on_hyphens=False,
    )
    if len(f"{last}  [{told}]") > _columns():
        before, last = [*before, last], "  "
    for line in before:
        click.echo(line)
    click.echo(f"{last}  [{click.style(told, fg='blue' if declared else 'red')}]")
    columns = []
    width = (_columns() - 6) // 2
    for side in sides:
        answer = difference.answers[side.name]
        clauses = cited(engine, side, difference.clauses[side.name])
        lines = [f"{side.name}: {_said(answer)}"]
        for clause, citation in zip(clauses[:_MOST], answer.clauses, strict=False):
            words = f"{citation}  {clause.words('en', side.on)}"
            lines += textwrap.wrap(words, width, subsequent_indent="  ", break_on_hyphens=False)
        if len(clauses) > _MOST:
            lines += textwrap.wrap(f"and {', '.join(answer.clauses[_MOST:])}", width, break_on_hyphens=False)
        columns.append(lines)
    for number, (left, right) in enumerate(zip_longest(*columns, fillvalue="")):
        shown = [click.style(cell, bold=number == 0) for cell in ([f"{left:{width}}", right] if right else [left])]
        click.echo(f"    {'  '.join(shown)}")


def _said(answer: Answer) -> str:
    return answer.status if answer.status != "answered" else _value(answer.answer)


def _columns() -> int:
    """Give how many columns to fill: those of the terminal, as far as clauses side by side want them."""
    return max(60, min(shutil.get_terminal_size((_WIDEST, 24)).columns, _WIDEST))


def _say(words: str, **style: Any) -> None:
    """Print a paragraph in lines that end between words."""
    for line in textwrap.wrap(words, _columns(), break_on_hyphens=False):
        click.echo(click.style(line, **style))


#: No line is longer than this.
_WIDEST = 118
#: So many clauses are set with their words, further ones only named.
_MOST = 6


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(value) if isinstance(value, list) else str(value)
