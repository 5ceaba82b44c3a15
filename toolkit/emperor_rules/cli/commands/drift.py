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
from emperor_rules.cli.console import columns, findings_as_lines, refuse, show_findings, tell
from emperor_rules.cli.locale import count, misuse, say, spoken
from emperor_rules.cli.options import chosen_rules, report_format_option, rules_option
from emperor_rules.diagnostics import WARNING, Diagnostic
from emperor_rules.frontend.fingerprints import load_fingerprints
from emperor_rules.frontend.rule_files import display_name
from emperor_rules.messages import Message, plural
from emperor_rules.model.fingerprints import FINGERPRINTS_FILE, Fingerprints
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.official.comparison import compare_edition
from emperor_rules.official.drift import WorkItem, WorkKind, WorkList, word_diff, work_list, work_list_json
from emperor_rules.official.fingerprints import fingerprints_text
from emperor_rules.official.published_rules import OfficialRules, read_rules
from emperor_rules.reports.report import Report, ReportItem, finding_json
from emperor_rules.source import NOWHERE, Span

HEADINGS = {
    WorkKind.SECTION: Message("Sections with another number"),
    WorkKind.MISSING: Message("Sections that the file does not have"),
    WorkKind.REWORDED: Message("Reworded"),
    WorkKind.ENDED: Message("Ended"),
    WorkKind.NEW: Message("New rules in sections that we encode"),
    WorkKind.RENUMBERED: Message("Another number, the same words"),
    WorkKind.EXAMPLE: Message("Examples"),
    WorkKind.TERM: Message("Glossary"),
    WorkKind.TRANSLATION: Message("Translations that fall behind"),
}
NOTHING = Message("Nothing to do: all rules that we encode are as they were.")


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
@rules_option
def command(
    file: Path | None, older: Path | None, day: str | None, accept: bool, shape: str, folder: Path | None
) -> None:
    """List what an edition of the Comprehensive Rules changes for the clauses written here.

    FILE is the edition as it is published in plain text. Nothing of it is kept but numbers and hashes.
    With --accept FILE may also be a folder of editions or sections, each file named by its day.

    Without FILE, in a project on top of other rules, list which clauses of that base have changed that yours refer to;
    --accept then keeps what the base says now.

    Exit status: 0 nothing to do, 1 there is work, 2 the file cannot be read or is of no use.
    """
    from emperor_rules.cli.output import show
    from emperor_rules.official.archive import accept as accepted

    path = chosen_rules(folder)
    if file is None:
        _drift_of_base(path, shape, accept=accept)
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
    show(_report(work, file.name, path, rulebook), shape, lambda: _show(work, file.name))
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


def _drift_of_base(path: Path, shape: str, *, accept: bool) -> None:
    """Tell what has changed in the base of a project, or keep what it says now."""
    from emperor_rules.check.base_changes import BASE_FILE, changes_of_base, kept_text
    from emperor_rules.cli.output import show
    from emperor_rules.frontend.project import project_of

    project = project_of(path)
    if project is None or project.base is None:
        raise misuse("name a FILE with the official rules: there is no project on top of other rules here.")
    project.base_folder(anew=True)
    rulebook = er.load(path, scenarios=False, declared=False).rulebook
    changes = tuple(changes_of_base(rulebook))
    verdict = plural(
        len(changes),
        "{count} clause of the base has changed.",
        "{count} clauses of the base have changed.",
        count=len(changes),
    )
    if not changes:
        verdict = Message("Nothing that your rules refer to has changed in the base.")
    report = Report(
        "drift",
        tuple(ReportItem(finding.text or "", finding.clause or "", (finding,)) for finding in changes),
        verdict,
        display_name(path),
        rulebook.sources,
        lambda language: {"base": [finding_json(finding, language) for finding in changes]},
    )
    show(report, shape, lambda: click.echo("\n".join([*findings_as_lines(changes, rulebook.sources), spoken(verdict)])))
    if accept:
        try:
            files.write_atomically(path.parent / BASE_FILE, kept_text(rulebook).encode())
        except OSError as problem:
            refuse("R801", "{file} cannot be written: {reason}", file=BASE_FILE, reason=files.reason(problem))
        tell("{file}: what the base says now is kept.", file=BASE_FILE, err=True)
        return
    sys.exit(1 if changes else 0)


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
    click.secho(_summary(work, file), bold=True)
    if not work.items:
        click.echo(spoken(NOTHING))
    for kind, items in groupby(work.items, attrgetter("kind")):
        click.secho(f"\n{spoken(HEADINGS[kind])}", fg="cyan", bold=True)
        for item in items:
            click.echo("\n".join([f"  {_headline(item)}", *_details(item)]))
    if work.new_terms:
        terms = ", ".join(work.new_terms)
        click.echo("\n" + say("Not compared, as no glossary of that time was accepted yet: {terms}.", terms=terms))
    if work.dates:
        click.echo("\n" + say("Add {date} to “from” in: {texts}.", date=work.day, texts=", ".join(work.dates)))
    if work.items:
        tell("When all is done: the same command with --accept keeps this edition as read.")


def _report(work: WorkList, file: str, path: Path, rulebook: Rulebook) -> Report:
    """Return a work list as a report with an item for each thing to do."""
    items = []
    for item in work.items:
        place, _, line = (item.place or "").rpartition(":")
        span = Span(place, int(line), 1, int(line), 1) if place else NOWHERE
        text, _, clause = (item.clauses[0] if item.clauses else "").partition(":")
        heading = spoken(HEADINGS[item.kind])
        lines = [say("write in {place}: {line}", place=pasted.where, line=pasted.line) for pasted in item.write]
        message = f"{heading}: {_headline(item)}"
        finding = Diagnostic("R810", WARNING, message, span, "\n".join(lines), text=text or None, clause=clause or None)
        items.append(ReportItem(heading, _headline(item), (finding,)))
    nothing = Message("no glossary of that time was accepted yet")
    items += [ReportItem(spoken(HEADINGS[WorkKind.TERM]), term, skipped=nothing) for term in work.new_terms]
    return Report(
        "drift",
        tuple(items),
        _summary(work, file),
        display_name(path),
        rulebook.sources,
        lambda language: {"file": file, **work_list_json(work)},
        lambda language: _markdown(work, file) + "\n",
    )


def _summary(work: WorkList, file: str) -> str:
    """Return what was compared and how much is to be done, as one sentence."""
    things = len(work.items)
    some = plural(things, "{count} thing to do", "{count} things to do", count=things)
    return say(
        "{file}, in effect from {day}: {rules} compared with those of {known}, {todo}.",
        file=file,
        day=work.day,
        rules=count(work.compared, "rule"),
        known=work.known_day,
        todo=some if things else Message("nothing to do"),
    )


def _headline(item: WorkItem) -> str:
    """Return what an item is about, in one line."""
    ours, clauses = ", ".join(item.clauses), count(len(item.clauses), "clause")
    line = ", " + say("line {line}", line=item.line) if item.line else ""
    match item.kind:
        case WorkKind.SECTION:
            return say("{old} is {new} now ({clauses})", old=item.old, new=item.new, clauses=clauses)
        case WorkKind.MISSING:
            return say("{old} ({clauses}): nothing in the file is like it", old=item.old, clauses=clauses)
        case WorkKind.NEW:
            return f"{item.new}{line}" + (", " + say("nearest to {clauses}", clauses=ours) if ours else "")
        case WorkKind.TRANSLATION:
            return say("{clauses}: its original changed in {numbers}", clauses=ours, numbers=item.words)
        case WorkKind.TERM:
            return f"{ours}{line}" if item.new else f"{ours}: " + say("{old} is gone", old=item.old)
        case WorkKind.ENDED:
            return say("{clauses}: {old} stands nowhere; the clause gets “until”", clauses=ours, old=item.old)
        case WorkKind.REWORDED | WorkKind.RENUMBERED | WorkKind.EXAMPLE:
            number = item.old if item.old == item.new else say("{old}, now {new}", old=item.old, new=item.new)
            alike = ", " + say("{alike:.0%} alike", alike=item.similarity) if item.kind is WorkKind.REWORDED else ""
            return f"{ours or say('no clause of ours')}: {number}{line}{alike}"


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


def _markdown(work: WorkList, file: str) -> str:
    """Return a work list as a comment under a pull request; words of the rules are quoted as code is."""
    lines = [f"### {_summary(work, file)}"]
    for kind, items in groupby(work.items, attrgetter("kind")):
        lines += ["", f"**{spoken(HEADINGS[kind])}**", ""]
        for item in items:
            lines.append(f"- [ ] {_headline(item)}" + (f" (`{item.place}`)" if item.place else ""))
            if item.words and item.kind is not WorkKind.TRANSLATION:
                lines.append(f"  > {_quoted(item.words, item.before)}")
            lines += ["  " + say("{line} in {place}", line=f"`{new.line}`", place=new.where) for new in item.write]
    if work.dates:
        lines += ["", say("Add {date} to “from” in: {texts}.", date=f"`{work.day}`", texts=", ".join(work.dates))]
    return "\n".join(lines if work.items else [*lines, "", spoken(NOTHING)])


def _quoted(words: str, before: str | None) -> str:
    """Return the words with what changed struck out or bold; signs of Markdown in them stay signs."""

    def plain(words: str) -> str:
        return "".join(f"\\{sign}" if sign in "\\`*_{}[]<>#~|" else sign for sign in words)

    if not before:
        return plain(words)
    marks = {"same": "{}", "old": "~~{}~~", "new": "**{}**"}
    return " ".join(marks[tag].format(plain(run)) for tag, run in word_diff(before, words))
