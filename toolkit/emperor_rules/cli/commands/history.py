"""``emperor history``: the editions of a clause or a text, and with which of them a translation agrees."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from emperor_rules.cli.main import chosen_rules, rules_option

if TYPE_CHECKING:
    from emperor_rules.check.history.substitution import Effect
    from emperor_rules.check.history.timeline import Entry, History
    from emperor_rules.check.history.translation import ClauseAge, TranslationAge
    from emperor_rules.check.history.versions import ClauseVersions
    from emperor_rules.evaluate.engine import Answer
    from emperor_rules.model.rulebook import Rulebook

#: Most seats of a table unless told otherwise. Measured with the shipped rules: most clauses take less than one second
#: and the slowest ten, most texts less than two and the slowest ten, the translation ten.
CLAUSE_SEATS, TEXT_SEATS, TRANSLATION_SEATS = 8, 6, 10
COLOURS = {"changed": "red", "reworded": "green", "renumbered": "blue", "unsettled": "yellow"}


@click.command()
@click.argument("name", nargs=-1, required=True, metavar="CLAUSE|TEXT")
@click.option("--against", metavar="ORIGINAL", default=None, help="Tell with which editions of ORIGINAL it agrees.")
@click.option(
    "--up-to",
    "seats",
    type=click.IntRange(2, 24),
    default=None,
    metavar="N",
    help=f"Most seats of a table (default: {CLAUSE_SEATS} for a clause, {TEXT_SEATS} for a text, "
    f"{TRANSLATION_SEATS} with --against).",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0),
    default=None,
    metavar="S",
    help="Stop searching after so long, and say what is left.",
)
@click.option(
    "--format",
    "shape",
    type=click.Choice(["full", "json"]),
    default="full",
    show_default=True,
    help="For people, or for programs.",
)
@rules_option
def command(
    name: tuple[str, ...],
    against: str | None,
    seats: int | None,
    seconds: float | None,
    shape: str,
    folder: Path | None,
) -> None:
    """Show the editions of a clause, or what each date did to a text.

    A clause is named by its number, its slug, or a number that it bore once, with its text where that is not clear:
    my-text:3.1, my-text my-slug, 2.1. A new wording is *changed* if the answer to any question changes by it, with all
    other clauses as they are from that day on; otherwise it is only *reworded*.

    With --against each clause of a translation is held against every edition of its original.

    Exit status: 0 fine, 1 the time was over, 2 usage.
    """
    from emperor_rules.check.history.timeline import trace
    from emperor_rules.check.history.translation import NotATranslationError, date_translation
    from emperor_rules.check.history.versions import clause_versions
    from emperor_rules.check.validation import check_texts
    from emperor_rules.cli.console import Progress, load_or_exit, show_findings

    rulebook = load_or_exit(chosen_rules(folder), scenarios=False)
    errors = [finding for finding in check_texts(rulebook) if finding.is_error]
    if errors:
        show_findings(errors, rulebook.sources, err=True)
        sys.exit(1)
    text, clause, remarks = _named(rulebook, " ".join(name))
    found: TranslationAge | History
    with Progress("Wordings") as progress:
        if against is not None:
            try:
                found = date_translation(
                    rulebook,
                    text,
                    _text(rulebook, against),
                    seats or TRANSLATION_SEATS,
                    seconds,
                    progress.update,
                    clause.slug if clause is not None else None,
                )
            except NotATranslationError as wrong:
                raise click.UsageError(f"{wrong}.") from None
        else:
            chosen = [clause] if clause is not None else clause_versions(rulebook.texts[text])
            bound = seats or (CLAUSE_SEATS if clause is not None else TEXT_SEATS)
            found = trace(rulebook, chosen, bound, seconds, progress.update)
    if shape == "json":
        click.echo(json.dumps(_as_json(found, text, clause), ensure_ascii=False, indent=2))
    else:
        _show(found, rulebook, text, clause)
        for remark in remarks:
            click.echo(f"Another clause bore that number once: {remark}.")
    sys.exit(0 if found.complete else 1)


def _named(rulebook: Rulebook, name: str) -> tuple[str, ClauseVersions | None, tuple[str, ...]]:
    """Find the text and the clause that are meant; a name that means none, or several, ends the command."""
    from emperor_rules.check.history.versions import UnknownClauseError, find_clause

    words = name.replace(":", " ", 1).split()
    if len(words) == 1 and (words[0] in rulebook.texts or ":" in name):
        return _text(rulebook, words[0]), None, ()
    if len(words) not in (1, 2):
        raise click.UsageError("name one clause or one text, as in: emperor history my-text:3.1")
    text = _text(rulebook, words[0]) if len(words) == 2 else None
    try:
        found, remarks = find_clause(rulebook.texts, text, words[-1])
    except UnknownClauseError as wrong:
        raise click.UsageError(str(wrong)) from None
    return found.text.id, found, remarks


def _text(rulebook: Rulebook, id: str) -> str:
    from emperor_rules.frontend.loader import unknown_text

    if id not in rulebook.texts:
        message, help = unknown_text(id, rulebook.texts)
        raise click.UsageError(f"{message}. {help}")
    return id


def _as_json(found: TranslationAge | History, text: str, clause: ClauseVersions | None) -> dict[str, Any]:
    from emperor_rules.check.history.timeline import History

    if not isinstance(found, History):
        return found.as_json()
    told: dict[str, Any] = {"text": text}
    if clause is not None:
        told.update(clause=clause.id, number=clause.number, slug=clause.slug)
        told["editions"] = [entry.as_json() for entry in found.clauses[0].entries]
    else:
        told["dates"] = [
            {
                "date": date,
                "clauses": [
                    {"clause": line.id, "slug": line.slug, **entry.as_json()} for line, entry in found.on(date)
                ],
            }
            for date in found.dates
        ]
    return {**told, "searched": found.searched}


# --- for people -------------------------------------------------------------------------------------


def _show(found: TranslationAge | History, rulebook: Rulebook, text: str, clause: ClauseVersions | None) -> None:
    from emperor_rules.check.history.timeline import History

    if not isinstance(found, History):
        _show_age(found)
    elif clause is not None:
        _show_clause(found, clause)
    else:
        _show_text(found, rulebook, text)
    looked = found.searched
    fixed = ", ".join(looked["given-at-default"])
    click.echo(
        f"\nSearched {_count(looked['tables'], 'table')} of up to {looked['seats']} seats, "
        f"{looked['seconds']:.1f} s" + (f" (not varied everywhere: {fixed})." if fixed else ".")
    )
    if not found.complete:
        click.echo(click.style("The time was over before everything was looked at.", fg="red"))


def _show_clause(found: History, clause: ClauseVersions) -> None:
    history = found.clauses[0]
    click.echo(click.style(clause.title, bold=True))
    if not history.entries:
        click.echo("  It was never in force.")
    words = ""
    for entry in history.entries:
        click.echo(f"  {entry.date or 'undated'}  {entry.number:8}  {_kind(entry)}")
        if entry.words.en != words and entry.kind != "removed":
            words = entry.words.en
            _paragraph(words)
        _show_found(entry.found, clause.text.id, ("before", "since"))
    if len(found.dates) == 1:
        click.echo(f"  {clause.text.id} has one wording.")


def _show_text(found: History, rulebook: Rulebook, text: str) -> None:
    click.echo(click.style(f"{text}  {rulebook.texts[text].titles.en}", bold=True))
    for date in found.dates:
        told = list(found.on(date))
        click.echo(click.style(date or "undated", bold=True) + ("" if told else "  no clause changes"))
        first = [line for line, entry in told if entry.kind == "first"]
        if first:
            click.echo(f"  first wording of {_count(len(first), 'clause')}")
        moved = [f"{entry.former} to {entry.number}" for _, entry in told if entry.kind == "renumbered"]
        for line, entry in told:
            if entry.kind not in ("first", "renumbered"):
                name = entry.number if line.slug == line.number else f"{entry.number} {line.slug}"
                click.echo(f"  {click.style(name, fg='cyan')}  {_kind(entry)}")
                _show_found(entry.found, text, ("before", "since"))
        if moved:
            shown = ", ".join(moved[:3]) + (", …" if len(moved) > 3 else "")
            click.echo(f"  {click.style('renumbered', fg='blue')}: {_count(len(moved), 'clause')} ({shown})")


def _kind(entry: Entry) -> str:
    """Say what a date did to a clause, and what its answers have to do with it."""
    kind = click.style(entry.kind if entry.kind != "first" else "first wording", fg=COLOURS.get(entry.kind, "cyan"))
    if entry.found is None:
        return kind + (f", before {entry.former}" if entry.kind == "renumbered" else "")
    found = entry.found
    same = f"no answer changes, up to {found.seats} seats" if found.searched else "nothing is computed otherwise"
    said = {"same": same, "different": "an answer changes", "unfinished": "the time was over", "unknown": found.why}[
        found.state
    ]
    return f"{kind} ({said})"


def _show_found(found: Effect | None, text: str, names: tuple[str, str]) -> None:
    """Draw the smallest position that tells two wordings apart, with both answers and their clauses."""
    from emperor_rules.check.witness import draw_in_text

    if found is None or found.witness is None:
        return
    played = "" if found.witness["text"] == text else f"  ·  in {found.witness['text']}"
    click.echo(f"      {draw_in_text(found.witness)}{played}")
    width = max(map(len, names)) + 1
    for name, answer in zip(names, (found.then, found.now), strict=True):
        assert answer is not None, "a witness has both answers"
        click.echo(f"        {name + ':':{width}} {_answer(answer)}")


def _answer(answer: Answer) -> str:
    from emperor_rules.check.witness import said_answer

    cited = f"  by {', '.join(answer.clauses)}" if answer.clauses else ""
    return said_answer(answer) + cited


def _show_age(found: TranslationAge) -> None:
    edition = f"the wording of {found.claimed}" if found.claimed else "its one wording"
    named = f" of {found.claim}" if found.claim else ""
    since = f", in force since {found.claimed}" if found.claimed and found.claimed != found.claim else ""
    click.echo(click.style(f"{found.translation} translates {found.original}{named}", bold=True) + since)
    width = max((len(_name(aged.lineage)) for aged in found.clauses), default=0)
    fine = 0
    for aged in found.clauses:
        claimed = aged.on(found.claimed)
        fine += claimed.state == "same"
        colour = {"same": "green", "different": "red", "absent": "red"}.get(claimed.state, "yellow")
        click.echo(f"  {_name(aged.lineage):{width}}  {click.style(_editions(aged, found), fg=colour)}")
        _show_found(claimed.found, found.translation, (f"as {found.original} has it", "as translated"))
    for text, lines in found.only.items():
        if lines:
            click.echo(f"Only in {text}: {', '.join(_name(line) for line in lines)}.")
    agree = "agrees" if fine == 1 else "agree"
    click.echo(
        f"{fine} of {_count(len(found.clauses), 'clause')} {agree} in meaning with {edition}, "
        f"up to {found.searched['seats']} seats."
    )


def _editions(aged: ClauseAge, found: TranslationAge) -> str:
    """Say with which editions a clause agrees: runs of dates, one after the other."""
    runs: list[tuple[str, list[str]]] = []
    for one in aged.against:
        dates = [date or "the one edition" for date in one.dates]
        if runs and runs[-1][0] == one.state:
            runs[-1][1].extend(dates)
        else:
            runs.append((one.state, dates))
    if len(runs) == 1 and runs[0][0] in ("same", "different"):
        many = len(found.dates) > 1
        some = ("agrees with every edition", "agrees with no edition") if many else ("agrees", "does not agree")
        said = some[runs[0][0] == "different"]
    else:
        said = ", ".join(_run(state, dates, dates[-1] == found.dates[-1]) for state, dates in runs)
    other = any(one.state == "same" and one.found is not None and one.found.searched for one in aged.against)
    return said + (" (partly in other sentences)" if other else "")


def _run(state: str, dates: list[str], last: bool) -> str:
    between = dates[0] if len(dates) == 1 else f"{dates[0]} … {dates[-1]}"
    return {
        "same": f"agrees since {dates[0]}" if last else f"agrees with {between}",
        "different": f"not since {dates[0]}" if last else f"not with {between}",
        "absent": f"no such clause {'since ' + dates[0] if last else 'in ' + between}",
        "unfinished": f"not searched: {between}",
    }.get(state, f"cannot be told for {between}")


def _name(line: ClauseVersions) -> str:
    return line.number if line.slug == line.number else f"{line.number} {line.slug}"


def _paragraph(words: str) -> None:
    width = max(50, min(shutil.get_terminal_size((100, 24)).columns, 110) - 6)
    for row in textwrap.wrap(words, width):
        click.echo(f"      {row}")


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
