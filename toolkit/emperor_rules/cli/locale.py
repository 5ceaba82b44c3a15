"""The language in which a command speaks: ``--lang``, else ``EMPEROR_LANG``, else English.

It is settled before anything else is read, so that a mistake in the other arguments is told in it too. Within one run
it holds everywhere in the command line; the stages below know nothing of it and hand on messages.
"""

from __future__ import annotations

import copy
import inspect
import os
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, TypeVar

import click

from emperor_rules.errors import RequestError
from emperor_rules.frontend.rule_files import PROJECT_FILE
from emperor_rules.messages import ENGLISH, LANGUAGES, Message, counted, in_language
from emperor_rules.reports.lines import printable

C = TypeVar("C", bound=click.Command)

VARIABLE = "EMPEROR_LANG"
OPTION = "--lang"
DEBUG = "--debug"
_CURRENT = ContextVar("language", default=ENGLISH)
_CHOSEN = ContextVar("chosen", default=False)


def current() -> str:
    """Return the language of this run."""
    return _CURRENT.get()


def chosen() -> str | None:
    """Return the language of this run if somebody has chosen it, else ``None``."""
    return current() if _CHOSEN.get() else None


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language until the end of the block."""
    before = _CURRENT.set(language)
    try:
        yield
    finally:
        _CURRENT.reset(before)


def answering_in(language: str) -> AbstractContextManager[None]:
    """Speak the language of a question until the end of the block, if it has one and nobody has chosen another."""
    return speaking(language if language and not _CHOSEN.get() else current())


def settled(arguments: Sequence[str]) -> str:
    """Return the language of a run; what arguments or the environment choose and is none is refused later.

    Whether they choose it is kept for :func:`answering_in`.
    """
    wanted = [_from_project(), _from_environment()]
    for at, word in enumerate(arguments):
        if word == "--":
            break
        if word == OPTION:
            wanted += arguments[at + 1 : at + 2]
        elif word.startswith(f"{OPTION}="):
            wanted.append(word.partition("=")[2])
    language = next((language for language in reversed(wanted) if language in LANGUAGES), None)
    _CHOSEN.set(language is not None)
    return language or ENGLISH


def wants_debug(arguments: Sequence[str]) -> bool:
    """Return whether the arguments of a run ask for the traceback of a fault."""
    return DEBUG in arguments[: arguments.index("--") if "--" in arguments else None]


def _from_project() -> str:
    """Return the language that the project file here chooses; what is wrong with it is told by whoever reads it."""
    if not os.path.isfile(PROJECT_FILE):
        return ""
    from emperor_rules.frontend.project import read_project

    try:
        return read_project(Path(PROJECT_FILE)).language
    except RequestError:
        return ""


def _from_environment() -> str:
    """Return the language that the environment chooses, however it is written: ``it``, ``IT``, ``it_IT.UTF-8``."""
    wanted = os.environ.get(VARIABLE, "")
    language = wanted.replace("-", "_").replace(".", "_").partition("_")[0].lower()
    return language if language in LANGUAGES else wanted


def say(template: str, /, **arguments: Any) -> str:
    """Return a sentence in the language of this run, from its English template; see :class:`Message`."""
    return Message(template, **arguments).get(current())


def misuse(template: str, /, **arguments: Any) -> click.UsageError:
    """Return the error that a command was called in a way that makes no sense, to be raised."""
    return click.UsageError(say(template, **arguments))


def spoken(words: object) -> str:
    """Return what is bilingual in the language of this run, and anything else as it is."""
    return in_language(words, current())


def count(number: int, noun: str) -> str:
    """Return a number with what it counts, ``1 error`` or ``2 errors``."""
    return counted(number, noun).get(current())


# --- what click says itself -------------------------------------------------------------------------


class _LanguageOption(click.Option):
    """The option whose value in the environment may be written as a locale."""

    def resolve_envvar_value(self, ctx: click.Context) -> str | None:
        """Return the language that the environment chooses."""
        return _from_environment() or None


def spoken_command(command: C) -> C:
    """Return a command with ``--lang``, ``--debug`` and ``--help``, whose help is in the language of this run."""
    command = copy.copy(command)
    command.add_help_option = False  # click's own has the words of the language that was spoken first
    command.help = spoken_help(command.help)
    option = _LanguageOption(
        [OPTION],
        type=click.Choice(LANGUAGES),
        envvar=VARIABLE,
        expose_value=False,
        help="The language of all that is printed (default: en).",
        show_envvar=True,
    )
    debug = click.Option(
        [DEBUG],
        is_flag=True,
        expose_value=False,
        help="Show the traceback where the toolkit itself fails (exit status 3).",
    )
    help = click.Option(
        ["-h", "--help"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_show_help,
        help="Show this message and exit.",
    )
    command.params = [_spoken_parameter(parameter) for parameter in (*command.params, option, debug, help)]
    command.options_metavar = spoken(Message(command.options_metavar or ""))
    if isinstance(command, click.Group):
        command.subcommand_metavar = spoken(Message(command.subcommand_metavar))
        command.commands = {name: spoken_command(inner) for name, inner in command.commands.items()}
    return command


def _show_help(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()


def spoken_help(help: str | None) -> str | None:
    r"""Return a help text, each of whose paragraphs is a template of its own; those after ``\b`` are examples."""
    if help is None:
        return None
    paragraphs = inspect.cleandoc(help).split("\n\n")
    return "\n\n".join(
        part if part.startswith("\b") else spoken(Message(" ".join(part.split()))) for part in paragraphs
    )


def _spoken_parameter(parameter: click.Parameter) -> click.Parameter:
    parameter = copy.copy(parameter)
    if isinstance(parameter, click.Option):
        parameter.help = spoken_help(parameter.help)
    metavar = parameter.metavar or ((parameter.name or "").upper() if isinstance(parameter, click.Argument) else "")
    if metavar:
        parameter.metavar = spoken(Message(metavar))
    if isinstance(parameter, click.Argument) and not parameter.required:
        parameter.metavar = f"[{parameter.metavar}]{'' if parameter.nargs == 1 else '...'}"
    return parameter


class _Template(str):
    """A sentence of click, to be filled with what somebody typed as far as a terminal can show it."""

    def format(self, *values: object, **fields: object) -> str:
        return printable(super().format(*values, **fields), kept="\n\t")


def _gettext(template: str) -> str:
    return _Template(spoken(Message(template.replace("a valid {number_type}", "a number"))))


def teach_click() -> None:
    """Let click ask our catalogue for its own words; by itself it asks gettext for compiled ones."""
    for module in (click.core, click.decorators, click.exceptions, click.formatting, click.parser, click.types):
        vars(module).update(_=_gettext, ngettext=lambda one, many, number: _gettext(one if number == 1 else many))
