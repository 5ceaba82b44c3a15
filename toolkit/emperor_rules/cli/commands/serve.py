"""``emperor serve``: the site in both languages, shown live while rules and pages are edited."""

from __future__ import annotations

import logging
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Mapping
from functools import partial
from ipaddress import IPv4Address
from pathlib import Path
from socket import INADDR_LOOPBACK
from typing import TYPE_CHECKING, NoReturn

import click

from emperor_rules import files
from emperor_rules.cli.commands.build import build_language, check_all, date_of_rules, errors_of, faults_printed
from emperor_rules.cli.console import refuse, require, show_findings, tell
from emperor_rules.cli.locale import count, say
from emperor_rules.cli.options import chosen_rules, rules_option
from emperor_rules.messages import ENGLISH, LANGUAGES, template
from emperor_rules.reports.lines import printable

if TYPE_CHECKING:
    from emperor_rules.check.check_report import CheckReport
    from emperor_rules.site.mkdocs.live_preview import BuiltSite

#: The names under which a machine listens to itself alone.
THIS_MACHINE = ("localhost", str(IPv4Address(INADDR_LOOPBACK)), "::1")


@click.command()
@rules_option
@click.option(
    "--host", type=click.Choice(THIS_MACHINE), default="localhost", show_default=True, help="Where to listen."
)
@click.option(
    "--port", type=click.IntRange(1, 65535), default=8000, show_default=True, metavar="N", help="At which port."
)
def command(folder: Path | None, host: str, port: int) -> None:
    """Show the site while you edit: after a change, the page that you look at comes anew.

    Rules that cannot be read are told here, and the pages stay as they were until they are mended. Ctrl+C ends it.

    Exit status: 0 ended, 1 no text can be read to begin with, 2 the port cannot be had.
    """
    require("site")
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
    from mkdocs.livereload import LiveReloadServer

    from emperor_rules.site.mkdocs.live_preview import Preview, attach

    path = chosen_rules(folder).resolve()
    _require_port(host, port)
    checked = _check(path)
    with tempfile.TemporaryDirectory(prefix="live-") as place, faults_printed(), date_of_rules(checked):
        logging.getLogger("mkdocs").setLevel(logging.WARNING)
        logging.getLogger("mkdocs.livereload").addFilter(_shortened)

        def build(checked: CheckReport) -> Mapping[str, BuiltSite]:
            started = time.perf_counter()
            sites = _build(checked, Path(place))
            tell("Built in {seconds:.1f} s.", seconds=time.perf_counter() - started)
            return sites

        server = LiveReloadServer(lambda: None, host, port, root=place, polling_interval=0.2)
        restart = partial(_restart, place)
        attach(server, Preview(path, build(checked), lambda: build(_check(path)), partial(_report, path), restart))
        tell("Look at {url} and edit; Ctrl+C ends it.", url=server.url)
        try:
            server.serve()  # type: ignore[no-untyped-call]
        except OSError as error:  # somebody took it while the site was built
            _refuse_port(host, port, error)
        except KeyboardInterrupt:
            tell("Ended.")
        finally:
            server.shutdown()


def _require_port(host: str, port: int) -> None:
    """Check that a server can listen there, before the work of building begins."""
    from mkdocs.livereload import LiveReloadServer

    server = LiveReloadServer(lambda: None, host, port, root=".")
    try:
        server.server_bind()
    except OSError as error:
        _refuse_port(host, port, error)
    finally:
        server.server_close()


def _refuse_port(host: str, port: int, error: OSError) -> NoReturn:
    message = template("{host}:{port} cannot be had ({reason}): name another --port or --host")
    refuse("R706", message, host=host, port=port, reason=files.reason(error))


def _check(path: Path) -> CheckReport:
    """Check the rules with all searches and print errors; end the command where no text can be read."""
    checked = check_all(path)
    _report(path, checked)
    if not checked.rulebook.texts:
        sys.exit(1)
    return checked


def _build(checked: CheckReport, folder: Path) -> Mapping[str, BuiltSite]:
    """Build all languages and return them by folder."""
    folders = {language: "" if language == ENGLISH else f"{language}/" for language in LANGUAGES}
    return {
        inner: build_language(language, checked, {"site_dir": str(folder / inner)}, packed=False)
        for language, inner in folders.items()
    }


def _report(path: Path, checked: CheckReport) -> None:
    """Print what is wrong with rules, or that nothing is."""
    rulebook = checked.rulebook
    errors = errors_of(checked, path)
    show_findings(errors, rulebook.sources)
    if errors:
        consequence = " " + say("The pages stay as they were.") if rulebook.broken else ""
        click.echo(click.style(f"{count(len(errors), 'error')}.{consequence}", fg="red", bold=True), err=True)
    else:
        tell("The rules can be read, and every scenario comes out.", fg="green")


def _shortened(record: logging.LogRecord) -> bool:
    """Show of what somebody asked the server for no more than a screen, and nothing that steers it."""
    record.msg, record.args = printable(record.getMessage()), None
    return True


def _restart(place: str) -> None:
    """Replace this process by a new one, as another grammar needs, and remove the site that it served."""
    tell("The grammar changed: starting anew.")
    sys.stdout.flush()
    shutil.rmtree(place, ignore_errors=True)
    os.execv(sys.executable, [sys.executable, *sys.argv])
