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
    """The cells of the first table below a heading or the words with which a paragraph begins, without its head."""
    table = re.search(r"(?:^\|.*\n)+", PAGE[PAGE.index(f"\n{heading}") :], re.MULTILINE)
    assert table is not None
    lines = table[0].splitlines()
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


def test_scripts_import_from_the_folders_below_alone() -> None:
    """As the contract of import-linter has it of the toolkit; the layers are those that the page draws."""
    layers = [code(cells[0])[0] for cells in rows("Its folders")]
    assert {*layers} == {path.parent.relative_to(SCRIPTS).as_posix() for path in SCRIPTS.rglob("*.js")}
    for path in SCRIPTS.rglob("*.js"):
        own = path.parent.relative_to(SCRIPTS).as_posix()
        for other in re.findall(r"^import .* from \"(.+)\";$", path.read_text(encoding="utf-8"), re.MULTILINE):
            folder = (path.parent / other).resolve().parent.relative_to(SCRIPTS).as_posix()
            assert layers.index(folder) >= layers.index(own), f"{path.name} imports {other}"


def test_every_script_that_answers_follows_a_module_of_the_toolkit() -> None:
    pairs = rows("Up to `questions`")
    folders = ("model", "semantics", "resolve", "evaluate", "questions")
    scripts = (path for folder in folders for path in (SCRIPTS / folder).glob("*.js"))
    assert sorted(name for ours, _ in pairs for name in code(ours)) == sorted(
        path.relative_to(SCRIPTS).as_posix() for path in scripts
    )
    assert all((PACKAGE / name).is_file() for _, theirs in pairs for name in code(theirs))
