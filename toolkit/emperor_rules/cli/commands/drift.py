"""``emperor drift FILE``: what a new edition of the official rules asks of the rule files, clause by clause."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from emperor_rules import files
from emperor_rules.cli.console import print_json, refuse, show_findings, tell
from emperor_rules.cli.language import count, say
from emperor_rules.cli.options import chosen_rules, format_option, rules_option

if TYPE_CHECKING:
    from emperor_rules.model.rulebook import Rulebook
    from emperor_rules.official.fingerprints import Fingerprints
    from emperor_rules.official.parsing import OfficialRules


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option(
    "--before",
    "older",
    metavar="OLD",
    type=click.Path(path_type=Path),
    help="A copy of the edition before it: the changes are then shown word by word.",
)
@click.option("--date", "day", metavar="DATE", help="From which day FILE holds, if it does not say.")
@click.option("--accept", is_flag=True, help="When the work is done: keep this edition as read, beside all before it.")
@format_option("markdown")
@rules_option
def command(file: Path, older: Path | None, day: str | None, accept: bool, shape: str, folder: Path | None) -> None:
    """List what an edition of the Comprehensive Rules changes for the clauses written here.

    FILE is the edition as it is published in plain text. Nothing of it is kept but numbers and hashes.
    With --accept FILE may also be a folder of editions or sections, each file named by its day.

    Exit status: 0 nothing to do, 1 there is work, 2 the file cannot be read or is of no use.
    """
    import emperor_rules as er
    from emperor_rules.cli.output.drift_report import as_markdown, show_work
    from emperor_rules.official.archive import accept as accepted
    from emperor_rules.official.comparison import compare_edition
    from emperor_rules.official.drift import as_json, work_list
    from emperor_rules.official.fingerprints import load_fingerprints

    path = chosen_rules(folder)
    fingerprints, faults = load_fingerprints(path)
    if faults:
        show_findings(faults, {}, err=True)
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
            first = (
                say("the first is of {date}", date=fingerprints.editions[0])
                if fingerprints.editions
                else say("there is none")
            )
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
    if shape == "json":
        print_json({"file": file.name, **as_json(work)})
    else:
        click.echo(as_markdown(work, file.name)) if shape == "markdown" else show_work(work, file.name)
    if accept:
        newest = fingerprints.known_day(None) or ""
        if day < newest and work.items:
            refuse(
                "R803",
                "{day} lies before {newest}, which was read already: nothing was written",
                day=day,
                newest=newest,
            )
        if day > newest:
            _save(path, rulebook, fingerprints, accepted(fingerprints, rulebook, official, day))
        return
    sys.exit(1 if work.items else 0)


def read_official(file: Path) -> OfficialRules | None:
    """Read a copy of the official rules, ``None`` if it cannot be read; what is odd in it is told."""
    from emperor_rules.official.decoding import read_copy
    from emperor_rules.official.fingerprints import unreadable
    from emperor_rules.official.parsing import parse_rules
    from emperor_rules.source import Unreadable

    source = read_copy(file)
    official, findings = (None, (unreadable(source),)) if isinstance(source, Unreadable) else parse_rules(source)
    show_findings(findings, {}, err=True)
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
    import emperor_rules as er
    from emperor_rules.official.archive import fingerprints_of, read_archive

    archive, findings = read_archive([folder])
    show_findings(findings, {}, err=True)
    if not archive.days:
        refuse("R801", "{folder} holds no text file with a date in its name or in that of its folder", folder=folder)
    rulebook = er.load(path, scenarios=False, declared=False).rulebook
    _save(path, rulebook, fingerprints, fingerprints_of(rulebook, archive, fingerprints))


def _save(path: Path, rulebook: Rulebook, fingerprints: Fingerprints, merged: Fingerprints) -> None:
    """Write the fingerprints, and in the texts read so far the day up to which they were compared."""
    from emperor_rules.official.fingerprints import FILE, fingerprints_text

    newest, before = merged.known_day(None), fingerprints.known_day(None)
    try:
        files.write_whole(path / FILE, fingerprints_text(merged).encode())
        moved = [text.id for text in rulebook.texts.values() if text.compared == before != newest]
        for id in moved:
            source = Path(rulebook.texts[id].file)
            written = source.read_text(encoding="utf-8").replace(f"compared with {before}", f"compared with {newest}")
            files.write_whole(source, written.encode())
    except OSError as error:
        refuse("R801", "{file} cannot be written: {reason}", file=error.filename or path, reason=files.reason(error))
    tell(
        "{file}: {rules} rules of {sections}, {editions} more read, the newest of {newest}.",
        file=path / FILE,
        rules=sum(map(len, merged.sections)),
        sections=count(len(merged.sections), "section"),
        editions=count(len(merged.editions) - len(fingerprints.editions), "edition"),
        newest=newest,
    )
    if moved:
        tell("“compared with {newest}” stands in {texts} now.", newest=newest, texts=", ".join(moved))
