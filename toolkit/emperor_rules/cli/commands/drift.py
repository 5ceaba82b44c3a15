"""``emperor drift FILE``: what a new edition of the official rules asks of the rule files, clause by clause."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from datetime import date
from itertools import groupby
from operator import attrgetter
from pathlib import Path

import click

import emperor_rules as er
from emperor_rules import files
from emperor_rules.cli.console import columns, findings_as_lines, refuse, show, show_findings, tell
from emperor_rules.cli.locale import count, misuse, say, spoken
from emperor_rules.cli.options import chosen_rules, quiet_option, report_format_option, rules_option
from emperor_rules.frontend.fingerprints import load_fingerprints
from emperor_rules.messages import plural
from emperor_rules.model.fingerprints import FINGERPRINTS_FILE, Fingerprints
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.official.comparison import compare_edition
from emperor_rules.official.drift import (
    HEADINGS,
    NOTHING,
    WorkItem,
    WorkKind,
    WorkList,
    headline,
    report_of_work,
    summary,
    word_diff,
    work_list,
)
from emperor_rules.official.fingerprints import fingerprints_text
from emperor_rules.official.published_rules import OfficialRules, read_rules


@click.command()
@click.argument("file", metavar="FILE", required=False, type=click.Path(path_type=Path))
@click.option(
    "--before",
    "older",
    metavar="OLD",
    type=click.Path(path_type=Path),
    help="A copy of the edition before it: the changes are then shown word by word.",
)
@click.option("--date", "day", metavar="DATE", help="From which day FILE holds, if it does not say.")
@click.option("--accept", is_flag=True, help="When the work is done: keep this edition as read, beside all before it.")
@report_format_option()
@quiet_option
@rules_option
def command(
    file: Path | None, older: Path | None, day: str | None, accept: bool, shape: str, quiet: bool, folder: Path | None
) -> None:
    """List what an edition of the Comprehensive Rules changes for the clauses written here.

    FILE is the edition as it is published in plain text. Nothing of it is kept but numbers and hashes.
    With --accept FILE may also be a folder of editions or sections, each file named by its day.

    Without FILE, in a project on top of other rules, list which clauses of that base have changed that yours refer to;
    --accept then keeps what the base says now.

    Exit status: 0 nothing to do, 1 there is work, 2 the file cannot be read or is of no use.
    """
    from emperor_rules.official.archive import accept as accepted

    path = chosen_rules(folder)
    if file is None:
        _drift_of_base(path, shape, accept=accept, quiet=quiet)
        return
    fingerprints, faults = load_fingerprints(path)
    if faults:
        show_findings(faults, {})
        sys.exit(2)
    if accept and file.is_dir():
        _accept_folder(path, fingerprints, file)
        return
    official = read_official(file) or sys.exit(2)
    day = _day_of(official, day, file)
    rulebook = er.load(path, scenarios=False, declared=False).rulebook
    before = None if older is None else read_official(older) or sys.exit(2)
    comparison = compare_edition(fingerprints, official, day)
    if comparison is None:
        if fingerprints.editions or not accept:
            days = fingerprints.editions[:1]
            first = say("the first is of {date}", date=days[0]) if days else say("there is none")
            refuse(
                "R803",
                "{file} is of {day}, older than all editions that the clauses were read against ({first})",
                file=file.name,
                day=day,
                first=first,
            )
        _save(path, rulebook, fingerprints, accepted(fingerprints, rulebook, official, day))
        return
    work = work_list(rulebook, fingerprints, comparison, official, before)
    show(report_of_work(work, file.name, rulebook), shape, lambda: _show(work, file.name), quiet=quiet)
    if accept:
        newest = fingerprints.known_day(None) or ""
        if day < newest and work.items:
            refuse(
                "R803",
                "{day} lies before {newest}, which was read already: nothing was written",
                day=day,
                newest=newest,
            )
        merged = accepted(fingerprints, rulebook, official, day)
        if merged != fingerprints:
            _save(path, rulebook, fingerprints, merged)
        return
    sys.exit(1 if work.items else 0)


def _drift_of_base(path: Path, shape: str, *, accept: bool, quiet: bool) -> None:
    """Tell what has changed in the base of a project, or keep what it says now."""
    from emperor_rules.api.drift import drift_of_base
    from emperor_rules.check.base_changes import BASE_FILE, keep_base
    from emperor_rules.frontend.project import project_of

    project = project_of(path)
    if project is None or project.base is None:
        raise misuse("name a FILE with the official rules: there is no project on top of other rules here.")
    project.base_folder(anew=True)
    rulebook = er.load(path, scenarios=False, declared=False).rulebook
    report = drift_of_base(rulebook).report()
    findings = report.findings
    show(
        report,
        shape,
        lambda: click.echo("\n".join([*findings_as_lines(findings, rulebook.sources), spoken(report.verdict)])),
        quiet=quiet,
    )
    if accept:
        try:
            keep_base(rulebook, path)
        except OSError as problem:
            refuse("R801", "{file} cannot be written: {reason}", file=BASE_FILE, reason=files.reason(problem))
        tell("{file}: what the base says now is kept.", file=BASE_FILE, err=True)
        return
    sys.exit(1 if findings else 0)


def read_official(file: Path) -> OfficialRules | None:
    """Read a copy of the official rules, ``None`` if it cannot be read; what is odd in it is reported."""
    official, findings = read_rules(file)
    show_findings(findings, {})
    return official


def _day_of(official: OfficialRules, day: str | None, file: Path) -> str:
    if day is not None:
        try:
            return date.fromisoformat(day).isoformat()
        except ValueError:
            refuse("R106", "“{day}” is no day of the calendar: write --date YYYY-MM-DD", day=day)
    if official.effective is None:
        refuse("R803", "{file} does not say from which day it holds: add --date YYYY-MM-DD", file=file.name)
    return official.effective


def _accept_folder(path: Path, fingerprints: Fingerprints, folder: Path) -> None:
    from emperor_rules.official.archive import fingerprints_of, read_archive

    archive, findings = read_archive(folder)
    show_findings(findings, {})
    if not archive.days:
        refuse("R801", "{folder} holds no text file with a date in its name or in that of its folder", folder=folder)
    rulebook = er.load(path, scenarios=False, declared=False).rulebook
    _save(path, rulebook, fingerprints, fingerprints_of(rulebook, archive, fingerprints))


def _save(path: Path, rulebook: Rulebook, fingerprints: Fingerprints, merged: Fingerprints) -> None:
    """Write the fingerprints, and in the texts read so far the day up to which they were compared."""
    newest, before = merged.known_day(None), fingerprints.known_day(None)
    try:
        files.write_atomically(path / FINGERPRINTS_FILE, fingerprints_text(merged).encode())
        moved = [text.id for text in rulebook.texts.values() if text.compared == before != newest]
        for id in moved:
            source = Path(rulebook.texts[id].file)
            written = source.read_text(encoding="utf-8").replace(f"compared with {before}", f"compared with {newest}")
            files.write_atomically(source, written.encode())
    except OSError as error:
        refuse("R801", "{file} cannot be written: {reason}", file=error.filename or path, reason=files.reason(error))
    tell(
        "{file}: {rules} rules of {sections}, {editions} more read, the newest of {newest}.",
        file=path / FINGERPRINTS_FILE,
        rules=sum(map(len, merged.sections)),
        sections=count(len(merged.sections), "section"),
        editions=count(len(merged.editions) - len(fingerprints.editions), "edition"),
        newest=newest,
    )
    glossaries = len(merged.glossaries) - len(fingerprints.glossaries)
    if glossaries:
        tell(plural(glossaries, "{count} glossary more read.", "{count} glossaries more read.", count=glossaries))
    if moved:
        tell("“compared with {newest}” stands in {texts} now.", newest=newest, texts=", ".join(moved))


# --- for people -------------------------------------------------------------------------------------


def _show(work: WorkList, file: str) -> None:
    click.secho(spoken(summary(work, file)), bold=True)
    if not work.items:
        click.echo(spoken(NOTHING))
    for kind, items in groupby(work.items, attrgetter("kind")):
        click.secho(f"\n{spoken(HEADINGS[kind])}", fg="cyan", bold=True)
        for item in items:
            click.echo("\n".join([f"  {spoken(headline(item))}", *_details(item)]))
    if work.new_terms:
        terms = ", ".join(work.new_terms)
        click.echo("\n" + say("Not compared, as no glossary of that time was accepted yet: {terms}.", terms=terms))
    if work.dates:
        click.echo("\n" + say("Add {date} to “from” in: {texts}.", date=work.day, texts=", ".join(work.dates)))
    if work.items:
        tell("When all is done: the same command with --accept keeps this edition as read.")


def _details(item: WorkItem) -> Iterator[str]:
    if item.place:
        yield click.style(f"    {item.place}", dim=True)
    if item.before and item.words:
        # as GNU wdiff marks words: [-gone-], {+come+}
        marks = {"same": "{}", "old": click.style("[-{}-]", fg="red"), "new": click.style("{{+{}+}}", fg="green")}
        yield _wrapped(" ".join(marks[tag].format(words) for tag, words in word_diff(item.before, item.words)))
    elif item.words and item.kind is not WorkKind.TRANSLATION:
        yield _wrapped(spoken(item.words))
    elif item.before:
        yield _wrapped(click.style(f"[-{item.before}-]", fg="red"))
    for pasted in item.write:
        yield _wrapped(say("write in {place}: {line}", place=pasted.where, line=pasted.line))


def _wrapped(words: str) -> str:
    return textwrap.fill(words, columns(), initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)
