"""``emperor serve``: the site in both languages, shown live while rules and pages are edited."""

from __future__ import annotations

import logging
import os
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from emperor_rules.cli.main import chosen_rules, rules_option

if TYPE_CHECKING:
    from emperor_rules.check.pipeline import Checked
    from emperor_rules.site.mkdocs.plugin import EmperorPlugin


@click.command()
@rules_option
@click.option("--host", default="localhost", show_default=True, metavar="NAME", help="Where to listen.")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="At which port.")
def command(folder: Path | None, host: str, port: int) -> None:
    """Show the site while you edit: after a change, the page that you look at comes anew.

    Rules that cannot be read are told here, and the pages stay as they were until they are mended. Ctrl+C ends it.

    Exit status: 0 ended, 1 no text can be read to begin with, 2 the port cannot be had.
    """
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
    from mkdocs.livereload import LiveReloadServer

    from emperor_rules.cli.commands.build import faults_said, same_date
    from emperor_rules.site.mkdocs.live_preview import Preview, attach

    path = chosen_rules(folder).resolve()
    _demand(host, port)
    checked = _check(path)
    with tempfile.TemporaryDirectory(prefix="live-") as place, faults_said(), same_date(checked):
        logging.getLogger("mkdocs").setLevel(logging.WARNING)
        waiting = [checked]

        def build() -> Mapping[str, EmperorPlugin]:
            started = time.perf_counter()
            found = _build(waiting.pop() if waiting else _check(path), Path(place))
            click.echo(f"Built in {time.perf_counter() - started:.1f} s.")
            return found

        server = LiveReloadServer(lambda: None, host, port, root=place, polling_interval=0.2)
        attach(server, Preview(path, build, _say, _restart))
        click.echo(f"Look at {server.url} and edit; Ctrl+C ends it.")
        try:
            server.serve()  # type: ignore[no-untyped-call]
        except OSError as error:  # somebody took it while the site was built
            _not_to_be_had(host, port, error)
        except KeyboardInterrupt:
            click.echo("Ended.")
        finally:
            server.shutdown()


def _demand(host: str, port: int) -> None:
    """See that a server can listen there, before the work of building begins."""
    from mkdocs.livereload import LiveReloadServer

    server = LiveReloadServer(lambda: None, host, port, root=".")
    try:
        server.server_bind()
    except OSError as error:
        _not_to_be_had(host, port, error)
    finally:
        server.server_close()


def _not_to_be_had(host: str, port: int, error: OSError) -> NoReturn:
    reason = (error.strerror or "refused").lower()
    word = click.style("error", fg="red", bold=True)
    click.echo(f"{word}: {host}:{port} cannot be had ({reason}): name another --port or --host", err=True)
    sys.exit(2)


def _check(path: Path) -> Checked:
    """Check the rules with all searches; errors are told, and without a text there is nothing to show."""
    from emperor_rules.check.consistency.search_cache import PLACE
    from emperor_rules.check.limits import Bounds
    from emperor_rules.check.pipeline import check_folder
    from emperor_rules.cli.console import Progress

    with Progress("Checking") as progress:
        checked = check_folder(path, progress.stage, search=Bounds(), cache=PLACE)
    _say(checked)
    if not checked.rulebook.texts:
        sys.exit(1)
    return checked


def _build(checked: Checked, folder: Path) -> Mapping[str, EmperorPlugin]:
    """Build all languages and give their plugins, by folder."""
    from emperor_rules.cli.commands.build import build_language, settings_of
    from emperor_rules.draw.templating import LANGUAGES

    found: dict[str, EmperorPlugin] = {}
    for done, language in enumerate(LANGUAGES):
        settings, docs = settings_of(language, first=not done)
        inner = f"{language}/" if done else ""
        found[inner] = build_language(checked, {}, settings, {**docs, "site_dir": str(folder / inner)}, packed=False)
    return found


def _say(found: Checked) -> None:
    """Tell what is wrong with rules, or that nothing is."""
    from emperor_rules.cli.console import show_findings

    rulebook = found.rulebook
    errors = [finding for finding in found.findings if finding.is_error]
    show_findings(errors, rulebook.sources, err=True)
    if errors:
        count = f"{len(errors)} error{'' if len(errors) == 1 else 's'}"
        kept = " The pages stay as they were." if rulebook.broken else ""
        click.echo(click.style(f"{count}.{kept}", fg="red", bold=True), err=True)
    else:
        click.echo(click.style("The rules can be read, and every scenario comes out.", fg="green"))


def _restart() -> None:
    """Begin anew, as with another grammar."""
    click.echo("The grammar changed: starting anew.")
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, *sys.argv])
