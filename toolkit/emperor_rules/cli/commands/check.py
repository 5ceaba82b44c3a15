"""``emperor check``: every finding about a folder of rules, for people or for programs.

People see the causes on one screen, and how many findings follow from each.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import emperor_rules as er
from emperor_rules import files
from emperor_rules.cli import options
from emperor_rules.cli.console import (
    ProgressBar,
    columns,
    finding_lines,
    findings_as_lines,
    heading,
    show,
    tell,
    unvaried,
)
from emperor_rules.cli.locale import count, current, misuse, say, spoken
from emperor_rules.code_help import page_of
from emperor_rules.diagnostics import DECLARED, ERROR, Diagnostic
from emperor_rules.frontend.rule_files import PROJECT_FILE, display_name
from emperor_rules.limits import MOST_SEARCHED, SEARCHED_SEATS
from emperor_rules.messages import Message, template
from emperor_rules.reports.lines import printable
from emperor_rules.resources import project_cache

if TYPE_CHECKING:
    from emperor_rules.check.causes import CauseGroup
    from emperor_rules.check.changes import BlockChange, FolderState
    from emperor_rules.check.consistency.relation_run import RelationRun

BASELINE = click.Path(path_type=Path, dir_okay=False)
#: The lines of a screen.
SCREEN = 24
#: The most blocks of a change that are named, and the most questions named beside a finding.
MOST_CHANGES, MOST_QUESTIONS = 2, 8
#: Why a declared finding is shown beside no line of a change, unless it is asked for.
DECLARED_REASON = Message("The rules declare and explain it.")


class CheckCommand(options.TextsCommand):
    """The command, whose options have the values of the project file unless they are named."""

    def invoke(self, ctx: click.Context) -> Any:
        """Take over what the project file says, and check."""
        from emperor_rules.frontend.project import project_of

        project = project_of(options.chosen_rules(ctx.params["folder"]))
        for name, value in (project.check if project is not None else {}).items():
            parameter = {"up-to": "seats"}.get(name, name.replace("-", "_"))
            if ctx.get_parameter_source(parameter) is click.core.ParameterSource.DEFAULT:
                given = tuple(value) if isinstance(value, list) else value
                at_project = name == "baseline" and project is not None
                ctx.params[parameter] = project.file.parent / value if at_project and project is not None else given
        return super().invoke(ctx)


@click.command(cls=CheckCommand)
@options.rules_option
@options.report_format_option()
@options.quiet_option
@options.names_option("--select", "select", "Show only findings of these codes (or their beginnings).", "CODE")
@options.names_option("--ignore", "ignore", "Leave out findings of these codes (or their beginnings).", "CODE")
@click.option("--baseline", type=BASELINE, metavar="FILE", help="Leave out the old findings that this file holds.")
@click.option(
    "--write-baseline", type=BASELINE, metavar="FILE", help="Keep the findings of today as old ones in a file."
)
@options.seats_option(SEARCHED_SEATS, MOST_SEARCHED, "Most seats searched.")
@options.names_option("--text", "texts", "Search only this text (repeat).")
@options.names_option("--question", "questions", "Search only this question (repeat).")
@click.option("--all-dates", is_flag=True, help="Search every edition, not only the newest.")
@click.option("--all-options", is_flag=True, help="Search every set of options, not each alone.")
@options.all_tables_option
@options.seconds_option("Stop searching after so long.")
@click.option("--no-search", is_flag=True, help="Read the files and run the scenarios, but search no tables.")
@click.option("--no-cache", is_flag=True, help="Neither use nor keep what earlier searches saw.")
@click.option("--declared", is_flag=True, help="Show declared differences and contradictions too.")
@click.option("--all", "everything", is_flag=True, help="Show every finding in full, not one screen of causes.")
@click.option("--since", metavar="REV", help="Begin with what was changed since a git revision (default: last clean).")
@click.option("--strict", is_flag=True, help="Let warnings fail too.")
@click.option("--base", is_flag=True, help="Check also the rules that these lie on top of.")
def command(
    folder: Path | None,
    shape: str,
    seats: int,
    texts: tuple[str, ...],
    questions: tuple[str, ...],
    no_search: bool,
    no_cache: bool,
    declared: bool,
    everything: bool,
    since: str | None,
    strict: bool,
    quiet: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    baseline: Path | None,
    write_baseline: Path | None,
    **extent: Any,
) -> None:
    """Check every text, run every scenario, and say what is wrong.

    Every legal table is searched for contradictions inside a text, and for differences between related texts that
    nothing declares. What was seen is kept in your cache folder, where it may be deleted at any time.

    One screen shows what was changed since the rules were last clean, then each cause, with the number of findings
    that follow from it.

    Exit status: 0 nothing wrong, 1 errors (with --strict: or warnings), 2 usage, or no readable rules.
    """
    from emperor_rules.check.changes import CleanState, changes_of, left_behind, state_of
    from emperor_rules.frontend.project import project_of
    from emperor_rules.reports.suppression import IN_BASELINE, Suppression, known_codes, read_baseline

    place = options.chosen_rules(folder)
    project = project_of(place)
    hidden = Suppression(known_codes(select), known_codes(ignore), project.ignored if project is not None else ())
    if baseline is not None:
        hidden.baseline = read_baseline(baseline)
    before = _at_revision(place, since) if since is not None else None
    rules = er.load(place, errors="keep")
    with ProgressBar(say("Checking")) as progress:
        report = rules.check(
            seats=None if no_search else seats,
            texts=texts or None,
            questions=questions or None,
            cache=None if no_cache else project_cache("searches.json"),
            progress=progress.stage,
            **extent,
        )
    unreadable = not report.rulebook.texts and any(d.code in ("R101", "R708") for d in report.diagnostics)
    own = {name: s for name, s in report.rulebook.sources.items() if name not in report.rulebook.borrowed}
    state, clean = state_of(own), None if no_cache else CleanState()
    earlier = before if before is not None else clean.before if clean is not None else {}
    report = report.with_more(left_behind(report.rulebook, earlier, state))
    report = report.without(hidden.reason_of)
    if write_baseline is not None:
        _write_baseline(write_baseline, report)
        report = report.without(lambda finding: None if finding.severity is DECLARED else IN_BASELINE)
    changed = report.causes.guilty_first(changes_of(state, before, clean, is_clean=report.is_clean))
    shown = report.report(changed, clean=since is None)
    shown = replace(shown, site=project.url) if project is not None else shown
    searched_all = not (texts or questions or no_search)
    for entry in project.ignored if project is not None and searched_all else ():
        if entry not in hidden.used:
            unused = template("{file} ignores {code}, which is not found: {reason}")
            tell(unused, file=PROJECT_FILE, code=entry.code, reason=entry.reason, err=True)
    if shape not in ("full", "json") and not declared:
        shown = shown.narrowed(lambda finding: DECLARED_REASON if finding.severity is DECLARED else None)
    seen = {"everything": everything, "declared": declared, "quiet": quiet}
    show(shown, shape, lambda: _show(report, changed, since, **seen))
    if unreadable:
        sys.exit(2)
    sys.exit(1 if report.errors or (strict and report.warnings) else 0)


def _write_baseline(file: Path, report: er.CheckReport) -> None:
    """Keep the findings shown, and those of the baseline before them, as old ones; then none of them is left."""
    from emperor_rules.reports.suppression import IN_BASELINE, baseline_text

    old = [finding for finding, reason in report.suppressed if reason is IN_BASELINE]
    kept = [finding for finding in report.diagnostics if finding.severity is not DECLARED]
    try:
        files.write_atomically(file, baseline_text([*old, *kept]).encode())
    except OSError as problem:
        raise misuse("{file} cannot be written: {reason}.", file=file, reason=files.reason(problem)) from None
    tell("{file}: {findings} kept as old.", file=file, findings=count(len(old) + len(kept), "finding"), err=True)


def _at_revision(place: Path, revision: str) -> FolderState:
    from emperor_rules.check.changes import state_of
    from emperor_rules.cli.git import at_revision

    with at_revision(place, revision) as (folder, _):
        sources = {Path(name).resolve(): s for name, s in er.load(folder, errors="keep").rulebook.sources.items()}
        inside = {path.relative_to(folder): s for path, s in sources.items() if path.is_relative_to(folder)}
        return state_of({display_name(place / path): source for path, source in inside.items()})


# --- for people -------------------------------------------------------------------------------------


def _show(
    report: er.CheckReport,
    changes: Sequence[BlockChange],
    since: str | None,
    *,
    everything: bool,
    declared: bool,
    quiet: bool,
) -> None:
    """Print what was changed, the findings (``everything``: all of them in full), and the closing lines.

    When it is to be ``quiet``, the findings alone are printed.

    All errors come of changes to a clean state, also those that stand elsewhere.
    """
    opening, closing = ([], []) if quiet else (_opening(changes, since), _closing(report))
    groups = report.causes.groups(changes)
    brought = sum(report.causes.comes_of(group, changes) for group in groups)
    remark = {brought: say("Not from what was changed:")} if changes and since is not None else {}
    sources = report.rulebook.sources
    if everything:
        lines = []
        for place, group in enumerate(groups):
            lines += [remark[place], ""] if place in remark else []
            lines += findings_as_lines(group, sources)
    else:
        lines = _screen(report, groups, SCREEN - _height([*opening, *closing]), remark)
    if declared:
        lines += findings_as_lines((finding for finding in report.diagnostics if finding.severity is DECLARED), sources)
    for line in (*opening, *lines, *closing):
        click.echo(line)


def _opening(changes: Sequence[BlockChange], since: str | None) -> list[str]:
    if not changes:
        return []
    by_cache = since is None
    lines = [say("Changed since {since}:", since=since or say("the rules were last clean"))]
    lines += [f"  {printable(spoken(change.words))}" for change in changes[:MOST_CHANGES]]
    if len(changes) > MOST_CHANGES:
        more = len(changes) - MOST_CHANGES
        git = say("and {number} more (since the last commit: emperor check --since HEAD)", number=more)
        lines.append("  " + (git if by_cache else say("and {number} more", number=more)))
    return [*lines, ""]


def _screen(report: er.CheckReport, groups: Sequence[CauseGroup], room: int, remarks: Mapping[int, str]) -> list[str]:
    """Return the causes, in full while there is room for lines, then in one line, then as a number.

    ``remarks`` are lines to print before a cause, by its place.
    """
    lines: list[str] = []
    for place, group in enumerate(groups):
        lines += [remarks[place]] if place in remarks else []
        rest = len(groups) - place - 1
        left = room - _height(lines) - (1 if rest else 0)
        # A fuller shape leaves a line to the next error, and one to the remark before it.
        kept = 2 if rest and groups[place + 1][0].severity is ERROR else 0
        cause, *following = group
        follows = _following(cause, following)
        more = f"  (+ {len(following)})" if following else ""
        place_of = printable(str(cause.span)) if cause.span.file else ""
        shapes = [
            [*finding_lines(cause, report.rulebook.sources), *follows, ""],
            [*_short(cause, report, places=1), *follows, ""],
            [*_short(cause, report, places=0), *follows, ""],
            [f"{heading(cause)}  {place_of}{more}".rstrip()],
        ]
        fitting = (shape for shape in shapes if _height(shape) + (0 if shape is shapes[-1] else kept) <= left)
        shape = next(fitting, shapes[-2] if not lines else None)
        if shape is None:
            findings = count(sum(map(len, groups[place:])), "finding")
            lines.append(say("… and {findings} more: emperor check --all shows all.", findings=findings))
            break
        lines += shape
    return lines


def _short(finding: Diagnostic, report: er.CheckReport, places: int) -> list[str]:
    """Return a finding without the paragraphs of its help after the first, and with few further places."""
    lines = finding_lines(finding, report.rulebook.sources, places)
    return lines[: lines.index("")] if "" in lines else lines


def _following(cause: Diagnostic, following: Sequence[Diagnostic]) -> list[str]:
    """Return the line on what follows from a finding: the questions, and how many findings it is."""
    if not following:
        return []
    own = (cause.witness or {}).get("ask")
    asked = dict.fromkeys(str(f.witness["ask"]) for f in following if f.witness and f.witness.get("ask"))
    asks = [ask for ask in asked if ask != own]
    names = ", ".join(asks[:MOST_QUESTIONS]) + (", …" if len(asks) > MOST_QUESTIONS else "")
    number = count(len(following), "finding")
    if names:
        words = say("and so also: {names} (from this {findings} more: --all shows all)", names=names, findings=number)
    else:
        words = say("from this {findings} more: --all shows all", findings=number)
    return [click.style("    + ", fg="cyan") + words]


def _height(lines: Sequence[str]) -> int:
    """Return how many lines of the terminal some lines fill."""
    width = columns()
    return sum(max(1, -(-len(click.unstyle(line)) // width)) for line in lines)


def _closing(report: er.CheckReport) -> list[str]:
    """Return the closing lines: what was looked at, what was found, how long it took."""
    from emperor_rules.check.check_report import OF_BASE, verdict_of_check
    from emperor_rules.reports.formats import skipped_lines

    searched: Mapping[str, Any] = report.searched()
    looked_at = say(
        "{texts}, {clauses} ({deciding} decide a scenario), {scenarios} with {questions}, {seconds:.2f} s",
        texts=count(searched["texts"], "text"),
        clauses=count(searched["clauses"], "clause"),
        deciding=searched["clauses-deciding"],
        scenarios=count(searched["scenarios"], "scenario"),
        questions=count(searched["questions"], "question"),
        seconds=report.seconds,
    )
    verdict, groups = spoken(verdict_of_check(report)), report.causes.groups()
    left_out = count(len(report.suppressed), "finding")
    hidden = [say("{findings} not shown: ignored, or in the baseline", findings=left_out)] if report.suppressed else []
    lines = [
        looked_at,
        *skipped_lines((item for item in report.report().skipped if item.skipped is OF_BASE), current()),
        *_searches(report),
        *hidden,
        click.style(verdict, fg="red" if report.errors else "green", bold=True),
    ]
    if groups:
        code = groups[0][0].code
        page = page_of(code, current())
        lines.append(say("More about a code: emperor explain {code}, or {page} of the site", code=code, page=page))
    return lines


def _thinned(relations: RelationRun) -> list[str]:
    """Return up to how many seats those texts were searched of which more tables are legal than there is time for."""
    limits = []
    for name, search in relations.reports().items():
        if search.thinned and search.seats < relations.bounds.seats:
            some = say("{number} of {seats}", number=search.sampled, seats=search.seats + 1) if search.sampled else ""
            reached = say("{text}: up to {seats}", text=name, seats=search.seats)
            more = say(
                "further: emperor check --text {text} --all-tables", text=name.partition(" ")[0].partition("@")[0]
            )
            limits.append(", ".join(filter(None, (reached, some, more))))
    return limits


def _searches(report: er.CheckReport) -> list[str]:
    """Return the lines on how far the searches looked, and what they found that is declared."""
    remark = [spoken(report.remark)] if report.remark else []
    if report.relations is None:
        if not (report.rulebook.broken and report.errors) and not report.remark:
            return [say("No table was searched for contradictions and differences (--no-search).")]
        return remark
    searches, bounds = report.relations.searched(), report.relations.bounds
    pairs = sum(" ~ " in name for name in searches)
    declared = sum(d.severity == DECLARED for d in report.diagnostics)
    reports = report.relations.reports().values()
    sets = set[str]().union(*(report.sets for report in reports))
    numbers = set[str]().union(*(report.numbers for report in reports))
    extent = template(
        "Searched: {texts} and {pairs} of texts, legal tables of up to {seats} seats{limits}, {dates}, {options};"
        " {declared}"
    )
    searched = say(
        extent,
        texts=count(len(searches) - pairs, "text"),
        pairs=count(pairs, "pair"),
        seats=bounds.seats,
        limits=unvaried((), sets, _thinned(report.relations), numbers),
        dates=say("every date") if bounds.all_dates else say("the newest date"),
        options=say("every set of options") if bounds.all_options else say("each option alone"),
        declared=count(declared, "declared finding"),
    )
    return [*remark, searched]
