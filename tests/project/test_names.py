"""The page on the architecture says how things are called, and which module of the engine follows which."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests.support.paths import PACKAGE, REPOSITORY

PAGE = (REPOSITORY / "site/en/contributing/architecture.md").read_text(encoding="utf-8")
SCRIPTS = REPOSITORY / "site" / "scripts"
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)


def rows(heading: str) -> list[list[str]]:
    """The cells of the table below a heading, without its head."""
    section = PAGE.partition(f"{heading}\n")[2].partition("\n#")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    assert len(lines) > 3, heading
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def code(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def identifiers(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.alias(name=name):
                yield from name.split(".")


@cache
def python_names() -> frozenset[str]:
    """Every identifier of the toolkit; in the command line click decides, in the editor its protocol."""
    paths = [path for path in PACKAGE.rglob("*.py") if not {"cli", "editor", "shipped"} & {*path.parts}]
    return frozenset(name for path in paths for name in identifiers(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def javascript_words() -> frozenset[str]:
    """Every word of the scripts but for their comments."""
    paths = [path for path in SCRIPTS.rglob("*.js") if "questions" not in path.parts]
    return frozenset(
        word for path in paths for word in re.findall(r"[\w-]+|\w+", COMMENT.sub("", path.read_text(encoding="utf-8")))
    )


@pytest.mark.parametrize("row", rows("## Names"), ids=lambda row: row[0])
def test_one_thing_has_one_name(row: list[str]) -> None:
    what, python, script, never = row
    assert {*code(python)} <= python_names(), what
    assert {*code(script)} <= javascript_words(), what
    assert not {*code(never)} & (python_names() | javascript_words()), what


def test_every_module_of_the_engine_follows_one_of_the_toolkit() -> None:
    table = rows("### The scripts of the site")
    assert sorted(name for ours, _ in table for name in code(ours)) == sorted(
        path.name for path in (SCRIPTS / "engine").glob("*.js")
    )
    assert all((PACKAGE / name).is_file() for _, theirs in table for name in code(theirs))
