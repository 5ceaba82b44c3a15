"""``emperor build``: the site in both languages, checked before it is built and swapped in when it is whole."""

from __future__ import annotations

import ctypes
import json
import logging
import os
import re
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

import emperor_rules as er
from emperor_rules import files
from emperor_rules.cli.console import ProgressBar, require, show_findings, tell
from emperor_rules.cli.locale import count, misuse, say, spoken
from emperor_rules.cli.options import chosen_rules, quiet_option, rules_option
from emperor_rules.messages import ENGLISH, LANGUAGES, Message
from emperor_rules.resources import project_cache, site_folder

if TYPE_CHECKING:
    from emperor_rules.diagnostics import Diagnostic
    from emperor_rules.official.clause_matches import OfficialWording
    from emperor_rules.official.published_rules import OfficialRules
    from emperor_rules.site.mkdocs.live_preview import BuiltSite

#: Where a site goes unless told otherwise, and the file that marks one with the official wording.
PUBLIC, PRIVATE = Path("build/site"), Path("build/private")
PRIVATE_MARK = ".private-copy"


@click.command()
@rules_option
@click.option(
    "--site",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help=f"Where the site goes; one that lies there is replaced (default: {PUBLIC}; with --wording {PRIVATE}).",
)
@click.option(
    "--strict/--no-strict",
    default=True,
    show_default=True,
    help="Build nothing while the rules have errors or a page has a fault.",
)
@click.option(
    "--wording",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Your own copy of the official rules, to show beside the clauses and to compare.",
)
@click.option(
    "--url", metavar="URL", help="Where the site will be published: its pages then name their whole addresses."
)
@quiet_option
def command(
    folder: Path | None, site: Path | None, strict: bool, wording: Path | None, url: str | None, quiet: bool
) -> None:
    """Build the reference site, English and Italian, for reading on the web or straight from its folder.

    The folder also holds each language as one .tar.gz, which browsers keep for reading offline.

    With --wording the site holds the words of your copy: it is for you alone, says so on every page, and never takes
    the place of a site without them. What no longer matches is said.

    Exit status: 0 built, 1 the rules have errors or a page has a fault, 2 nothing to build from.
    """
    require("site")
    from emperor_rules.cli.commands.drift import read_official
    from emperor_rules.site.mkdocs.archive import pack
    from emperor_rules.site.mkdocs.used_styles import keep_used_styles

    if url is not None and not re.match(r"https?://\w", url):
        raise misuse("“{url}” is no address: write it as https://example.org.", url=url)
    started = time.perf_counter()
    path = chosen_rules(folder)
    site = site or (PUBLIC if wording is None else PRIVATE)
    try:
        refused = refusal(site)
        replaced = refused is None and site.exists() and any(site.iterdir())
        if replaced and wording is not None and not (site / PRIVATE_MARK).is_file():
            refused = Message(
                "{site} is no private copy, and one must not take its place: name another folder.", site=site
            )
        if refused is None:
            site.parent.mkdir(parents=True, exist_ok=True)
            refused = refusal(site)  # only below a folder that is there does the system judge the name
    except OSError as error:
        refused = Message("no site can be built at {site} ({reason}).", site=site, reason=files.reason(error))
    if refused is not None:
        raise click.UsageError(spoken(refused))
    copy = None if wording is None else read_official(wording)
    if wording is not None and copy is None:
        tell("Nothing was built.", fg="red", err=True)
        sys.exit(2)
    checked = check_all(path)
    errors = errors_of(checked, path)
    if errors:
        show_findings(errors, checked.rulebook.sources)
        if strict:
            number = count(len(errors), "error")
            tell("Nothing was built: the rules have {errors}.", errors=number, fg="red", err=True)
            sys.exit(1 if checked.rulebook.texts else 2)
    beside = None if copy is None or wording is None else _lay_beside(checked, copy, wording.name, path)
    with tempfile.TemporaryDirectory(prefix=".site-", dir=site.parent) as scratch:
        fresh = Path(scratch) / "fresh"
        if not _build(checked, fresh, strict, beside, url):
            tell("Nothing was built: mend what is said above.", fg="red", err=True)
            sys.exit(1)
        pages = sum(1 for _ in fresh.rglob("*.html"))
        keep_used_styles(fresh)
        pack(fresh)
        if wording is not None:
            (fresh / PRIVATE_MARK).touch()
        mark(fresh)
        put_in_place(fresh, site, Path(scratch) / "former")
    seconds = time.perf_counter() - started
    if not quiet:
        tell(
            "{pages} in {seconds:.1f} s: {site}", pages=count(pages, "page"), seconds=seconds, site=site / "index.html"
        )


def check_all(path: Path) -> er.CheckReport:
    """Check the rules with all searches, whatever is wrong with them, on tables as large as their project says."""
    from emperor_rules.frontend.project import seats_searched

    with ProgressBar(say("Checking")) as progress:
        return er.load(path, errors="keep").check(
            seats=seats_searched(path), base=True, cache=project_cache("searches.json"), progress=progress.stage
        )


def errors_of(checked: er.CheckReport, path: Path) -> list[Diagnostic]:
    """Return the errors of rules that their project neither ignores nor has in its baseline.

    What searches find in its base is no error of the project, which may search smaller tables than the base needs.
    """
    from emperor_rules.frontend.project import not_hidden

    borrowed = checked.rulebook.borrowed
    return not_hidden(
        (f for f in checked.diagnostics if f.is_error and not (f.span.file in borrowed and f.code.startswith("R5"))),
        path,
    )


def _lay_beside(
    checked: er.CheckReport, official: OfficialRules, name: str, path: Path
) -> Mapping[er.Span, OfficialWording]:
    """Return the official rule of each clause, by the place of the clause, after printing which no longer match."""
    from emperor_rules.frontend.fingerprints import load_fingerprints
    from emperor_rules.official.clause_matches import match

    fingerprints, faults = load_fingerprints(path)
    matched = match(checked.rulebook, official, fingerprints, name)
    show_findings((*faults, *matched.findings), checked.rulebook.sources)
    off = sum(finding.clause is not None for finding in matched.findings)
    tell(
        "{clauses} compared with {name}: {compared} match, {off} do not. This site is for you alone.",
        clauses=count(matched.compared, "clause"),
        name=name,
        compared=matched.compared - off,
        off=off,
    )
    return matched.wordings


def _build(
    checked: er.CheckReport,
    folder: Path,
    strict: bool,
    beside: Mapping[er.Span, OfficialWording] | None,
    url: str | None,
) -> bool:
    """Build all languages through MkDocs; return whether that went well, after printing what did not."""
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
    from mkdocs.exceptions import MkDocsException

    from emperor_rules.workers import BackgroundWork

    def build(language: str, place: Path, when_half_made: Callable[[], None] | None = None) -> bool:
        changes = {"site_dir": str(place.resolve()), "strict": strict}
        if url is not None:
            changes["site_url"] = f"{url.rstrip('/')}/{'' if language == ENGLISH else f'{language}/'}"
        try:
            with faults_printed():
                build_language(language, checked, changes, beside=beside, when_half_made=when_half_made)
        except MkDocsException as fault:
            click.echo(fault.format_message().strip(), err=True)
            return False
        return True

    first, *others = LANGUAGES
    apart = {language: folder.with_name(f"{folder.name}-{language}") for language in others}
    with date_of_rules(checked), ProgressBar(say("Languages")) as progress:
        working: list[BackgroundWork[tuple[bool, str]]] = []

        def start_others() -> None:
            builds = (partial(build, language, place) for language, place in apart.items())
            working.extend(BackgroundWork(partial(_with_messages, build)) for build in builds)

        done = [build(first, folder, start_others)]
        for work in working:
            progress.update(len(done), len(LANGUAGES))
            succeeded, messages = work.result()
            click.echo(messages, err=True, nl=False)
            done.append(succeeded)
    for language, place in apart.items():
        if all(done):
            place.rename(folder / language)
    return all(done)


def _with_messages(build: Callable[[], bool]) -> tuple[bool, str]:
    """Build, and return whether that went well and what it printed: lines of two builds would mix."""
    printed, sys.stderr = sys.stderr, StringIO()
    try:
        return build(), sys.stderr.getvalue()
    finally:
        sys.stderr = printed


def build_language(
    language: str,
    checked: er.CheckReport,
    changes: Mapping[str, object],
    *,
    beside: Mapping[er.Span, OfficialWording] | None = None,
    packed: bool = True,
    when_half_made: Callable[[], None] | None = None,
) -> BuiltSite:
    """Build one language by its settings, here or else as shipped, with some ``changes``, and return it.

    Args:
        language: The language.
        checked: The rules with what checking them found.
        changes: Settings of MkDocs that replace those of its configuration file.
        beside: The official rule of each clause, by the place of the clause.
        packed: Whether the whole site will be packed into one file, which its pages then link.
        when_half_made: Called when half of its pages are made: what these asked need not be answered again.

    Raises:
        click.UsageError: If the settings are those of another site.
        MkDocsException: If a page has a fault and the settings are strict.
    """
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    from emperor_rules.site.mkdocs.plugin import plugin_of

    file, docs = _settings_of(language)
    config = load_config(str(file), **docs, **changes)  # type: ignore[arg-type]
    try:
        plugin = plugin_of(config)
    except LookupError:
        raise misuse("{file} belongs to another site: run this in a folder of its own.", file=file) from None
    plugin.checked = checked
    plugin.official = beside
    plugin.packed = packed
    plugin.when_half_made = when_half_made
    config.plugins.on_startup(command="build", dirty=False)
    try:
        build(config)
    finally:
        config.plugins.on_shutdown()
    return plugin.built


def _settings_of(language: str) -> tuple[Path, dict[str, str]]:
    """Return MkDocs' configuration, here or else as shipped, and the settings that replace those of the file."""
    infix = "" if language == ENGLISH else f".{language}"
    local = Path(f"mkdocs{infix}.yml")
    if local.is_file():
        return local, {}
    shipped = site_folder() / f"settings{infix}.yml"
    if not shipped.is_file():
        raise misuse("there is no {file} here, and none came with the toolkit: run this in the repository.", file=local)
    return shipped, {"docs_dir": str((site_folder() / language).resolve())}


@contextmanager
def date_of_rules(checked: er.CheckReport) -> Iterator[None]:
    """Let MkDocs date the site by the newest wording, not the clock, so that the same rules give the same bytes."""
    name = "SOURCE_DATE_EPOCH"
    before = os.environ.get(name)
    newest = max((date for text in checked.rulebook.texts.values() for date in text.editions), default="2000-01-01")
    os.environ.setdefault(name, str(int(datetime.fromisoformat(newest).replace(tzinfo=UTC).timestamp())))
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]


@contextmanager
def faults_printed() -> Iterator[None]:
    """Print the warnings of MkDocs."""
    log = logging.getLogger("mkdocs")
    handler = logging.StreamHandler(sys.stderr)
    handler.setLevel(logging.WARNING)
    handler.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    propagates, log.propagate = log.propagate, False
    log.addHandler(handler)
    try:
        yield
    finally:
        log.removeHandler(handler)
        log.propagate = propagates


# --- the folder of a site --------------------------------------------------------------------------


#: The file in which a build names all files of the folder that it made.
MARK = ".emperor-rules-site"
#: ``renameat2``: paths are relative to the working directory, and the two change places.
AT_FDCWD, RENAME_EXCHANGE = -100, 2


def refusal(site: Path) -> str | None:
    """Return why no site may take the place of what lies at ``site``, as a sentence; ``None`` where one may.

    Raises:
        OSError: If the system cannot tell what lies there.
    """
    # the parts of the path that whoever made the working directory could have planted, and its last part
    planted = [] if site.is_absolute() else [path for path in reversed(site.parents) if path != Path()]
    link = next((path for path in (*planted, site) if path.is_symlink()), None)
    if link is not None:
        return Message("{link} is a link: name the folder itself.", link=link)
    try:
        status = site.lstat()
    except FileNotFoundError:
        return None
    if not stat.S_ISDIR(status.st_mode):
        return Message("{site} is a file: name another folder.", site=site)
    files = set(_files(site))
    foreign = sorted(files - _made(site))
    if not foreign:
        return None
    return Message(
        "{site} holds {file}, which no build made: name another folder, or empty it.", site=site, file=foreign[0]
    )


def _files(folder: Path) -> Iterator[str]:
    """Yield everything in a folder that is no folder; links are not followed."""
    for place, folders, names in os.walk(folder):
        inner = Path(place).relative_to(folder)
        yield from ((inner / name).as_posix() for name in names)
        yield from ((inner / name).as_posix() for name in folders if Path(place, name).is_symlink())


def _made(site: Path) -> set[str]:
    """Return the files that a build made, as its mark names them; none where there is no such mark."""
    try:
        names = json.loads((site / MARK).read_bytes())
    except (OSError, ValueError, RecursionError):
        return set()
    return {MARK, *names} if isinstance(names, list) and all(isinstance(name, str) for name in names) else set()


def mark(site: Path) -> None:
    """Leave the mark in a folder that has just been built."""
    (site / MARK).write_text(json.dumps(sorted(_files(site)), indent=0), encoding="utf-8")


def put_in_place(fresh: Path, site: Path, former: Path) -> None:
    """Move a built folder to its place, and what lay there to ``former``.

    Where the system can exchange two folders, a process killed at any moment leaves the one or the other.

    Raises:
        OSError: If the folder cannot be moved; then the former one is in its place.
    """
    if not site.exists():
        fresh.rename(site)
    elif _exchange(fresh, site):
        fresh.rename(former)
    else:
        site.rename(former)
        try:
            fresh.rename(site)
        except OSError:
            former.rename(site)
            raise


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two folders in one step; return whether this system and its file system can."""
    if sys.platform != "linux":
        return False
    renameat2 = getattr(ctypes.CDLL(None), "renameat2", None)
    paths = os.fsencode(one), os.fsencode(other)
    return renameat2 is not None and renameat2(AT_FDCWD, paths[0], AT_FDCWD, paths[1], RENAME_EXCHANGE) == 0
