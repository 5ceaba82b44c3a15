"""The language of commands and messages: every English template has its Italian, and nothing printed stays English."""

from __future__ import annotations

import ast
import string
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from emperor_rules import messages
from emperor_rules.cli.main import COMMANDS, Commands
from emperor_rules.cli.main import command as emperor
from tests.support.paths import REPOSITORY

PACKAGE = Path(messages.__file__).parent
CATALOGUE: dict[str, str] = tomllib.loads((REPOSITORY / "grammar" / "messages.toml").read_text(encoding="utf-8"))
#: What makes a message, and which of its arguments are templates.
MAKERS = {"Message": (0,), "say": (0,), "plural": (1, 2)}
#: The words that click says in commands as ours are; its own sources hold more, for prompts and pagers.
CLICK = {
    "Commands",
    "Error: {message}",
    "Got unexpected extra argument ({args})",
    "Got unexpected extra arguments ({args})",
    "Invalid value for {param_hint}: {message}",
    "Invalid value: {message}",
    "Missing argument",
    "Missing command.",
    "Missing option",
    "Missing parameter",
    "No such option {name!r}.",
    "Did you mean {possibility}?",
    "(Did you mean one of: {possibilities}?)",
    "Option {name!r} does not take a value.",
    "Option {name!r} requires an argument.",
    "Option {name!r} requires {nargs} arguments.",
    "Options",
    "Show the version and exit.",
    "Show this message and exit.",
    "Try '{command} {option}' for help.",
    "Usage:",
    "default: {default}",
    "env var: {var}",
    "{value!r} is not a valid {number_type}.",
    "{value!r} is not one of {choices}.",
    "{value} is not in the range {range}.",
    "%(prog)s, version %(version)s",
}


def literals(node: ast.expr) -> Iterator[str]:
    """The strings that an expression may stand for, where it is written out."""
    match node:
        case ast.Constant(value=str(words)):
            yield words
        case ast.IfExp(body=first, orelse=second):
            yield from literals(first)
            yield from literals(second)


def templates_in(source: str) -> Iterator[str]:
    """Every template that a module writes out where it makes a message."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            for place in MAKERS.get(node.func.id, ()):
                yield from literals(node.args[place])
            if node.func.id in ("count", "counted"):
                for noun in literals(node.args[1]):
                    yield from (f"{{number}} {noun}", f"{{number}} {noun}s")


def help_texts(command: click.Command) -> Iterator[str]:
    """Every paragraph and metavariable that the help of a command shows."""
    for part in (command.help or "").split("\n\n"):
        if part and not part.startswith("\b"):
            yield " ".join(part.split())
    yield command.options_metavar or ""
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            yield " ".join((parameter.help or "").split())
        else:
            yield (parameter.name or "").upper() if parameter.metavar is None else ""
        yield parameter.metavar or ""
    if isinstance(command, click.Group):
        yield command.subcommand_metavar
        for inner in command.commands.values():
            yield from help_texts(inner)


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def spoken_templates() -> set[str]:
    """All that may be said: what modules write out, help texts, and click's own words."""
    texts = {template for file in PACKAGE.rglob("*.py") for template in templates_in(file.read_text(encoding="utf-8"))}
    assert isinstance(emperor, Commands)
    with click.Context(emperor) as context:
        commands = [emperor, *(emperor.get_command(context, name) for name in COMMANDS)]
        helped = {text for command in commands if command is not None for text in help_texts(command)}
    every = texts | helped | set(COMMANDS.values()) | CLICK
    return {text for text in every if any(sign.isalpha() or sign in "“”" for sign in unfilled(text))}


def unfilled(template: str) -> str:
    """What stands in a template beside its fields."""
    return "".join(words for words, *_ in string.Formatter().parse(template))


@pytest.fixture(scope="module")
def templates() -> set[str]:
    return spoken_templates()


def test_every_template_has_its_italian(templates: set[str]) -> None:
    assert sorted(templates - set(CATALOGUE)) == []


def test_no_italian_is_without_its_template(templates: set[str]) -> None:
    assert sorted(set(CATALOGUE) - templates) == []


def test_a_translation_has_the_fields_of_its_template() -> None:
    assert {english: italian for english, italian in CATALOGUE.items() if fields(italian) != fields(english)} == {}
