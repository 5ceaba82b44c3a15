"""``emperor check``: every finding about a folder of rules, for people or for programs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from emperor_rules.cli.console import Progress, as_json, print_json
from emperor_rules.cli.language import say
from emperor_rules.cli.options import (
    TextsCommand,
    chosen_rules,
    format_option,
    names_option,
    rules_option,
    seats_option,
    seconds_option,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emperor_rules.check.changes import Change, State
    from emperor_rules.check.pipeline import CheckReport


@click.command(cls=TextsCommand)
@rules_option
@format_option()
@seats_option(12, 24, "Most seats searched.")
@names_option("--text", "texts", "Search only this text (repeat).")
@names_option("--question", "questions", "Search only this question (repeat).")
@click.option("--all-dates", is_flag=True, help="Search every edition, not only the newest.")
@click.option("--all-options", is_flag=True, help="Search every set of options, not each alone.")
@seconds_option("Stop searching after so long.")
@click.option("--no-search", is_flag=True, help="Read the files and run the scenarios, but search no tables.")
@click.option("--no-cache", is_flag=True, help="Neither use nor keep what earlier searches saw.")
@click.option("--declared", is_flag=True, help="Show declared differences and contradictions too.")
@click.option("--all", "everything", is_flag=True, help="Show every finding in full, not one screen of causes.")
@click.option("--since", metavar="REV", help="Begin with what was changed since a git revision (default: last clean).")
@click.option("--strict", is_flag=True, help="Let warnings fail too.")
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
    **extent: Any,
) -> None:
    """Check every text, run every scenario, and say what is wrong.

    Every legal table is searched for contradictions inside a text, and for differences between related texts that
    nothing declares. What was seen is kept in your cache folder, where it may be deleted at any time.

    One screen shows what was changed since the rules were last clean, then each cause, with the number of findings
    that follow from it.

    Exit status: 0 nothing wrong, 1 errors (with --strict: or warnings), 2 usage, or no readable rules.
    """
    import emperor_rules as er
    from emperor_rules.check.changes import CleanState, changes, state_of
    from emperor_rules.check.consistency.search_cache import searches_file

    place = chosen_rules(folder)
    before = _at_revision(place, since) if since is not None else None
    rules = er.load(place, errors="keep")
    with Progress(say("Checking")) as progress:
        report = rules.check(
            seats=None if no_search else seats,
            texts=texts or None,
            questions=questions or None,
            cache=None if no_cache else searches_file(),
            progress=progress.stage,
            **extent,
        )
    state = state_of(report.rulebook.sources)
    clean = None if no_cache else CleanState()
    if clean is not None and not report.errors and report.relations is not None and report.relations.bounds.everything:
        clean.keep(state)
    changed = changes(before, state) if before is not None else clean.since(state) if clean is not None else ()
    if shape == "json":
        print_json({"diagnostics": _as_json(report, changed), "searched": report.searched()})
    else:
        from emperor_rules.cli.output.check_report import show_report

        name = since if since is not None else say("the rules were last clean")
        show_report(report, changed, name, everything=everything, declared=declared)
    sys.exit(_status(report, strict))


def _at_revision(place: Path, revision: str) -> State:
    """Return the state of a folder of rules at a git revision."""
    from tempfile import TemporaryDirectory

    import emperor_rules as er
    from emperor_rules.check.changes import state_of
    from emperor_rules.cli.git import copy_of_revision

    with TemporaryDirectory() as copy:
        copy_of_revision(place, revision, Path(copy))
        sources = er.load(Path(copy), errors="keep").rulebook.sources
        return state_of({(place / Path(name).relative_to(copy)).as_posix(): s for name, s in sources.items()})


def _as_json(report: CheckReport, changed: Sequence[Change]) -> list[dict[str, object]]:
    """Return the findings for programs, each with the number of that from which it follows, and whether it is new."""
    from emperor_rules.check.causes import CauseGroup
    from emperor_rules.diagnostics import DECLARED

    number = {id(finding): place for place, finding in enumerate(report.diagnostics)}
    searched = report.causes.findings
    causes = {id(searched[place]): number[id(searched[cause])] for place, cause in report.causes.of.items()}
    declared = (CauseGroup(d, ()) for d in report.diagnostics if d.severity is DECLARED)
    groups = [group for group in (*report.causes.groups(), *declared) if report.causes.comes_of(group, changed)]
    brought = {id(d) for group in groups for d in group.findings}
    return [{**as_json(d), "follows-from": causes.get(id(d)), "new": id(d) in brought} for d in report.diagnostics]


def _status(report: CheckReport, strict: bool) -> int:
    if not report.rulebook.texts and any(d.code == "R101" for d in report.diagnostics):
        return 2
    return 1 if report.errors or (strict and report.warnings) else 0
