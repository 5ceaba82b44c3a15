"""The examples in the docstrings of the public interface are run against the shipped rules."""

import collections.abc
import doctest
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from types import FunctionType
from typing import Any

import pytest

import emperor_rules
from emperor_rules import load
from tests.support.paths import PACKAGE

#: Raised where a search finds a defect of the toolkit.
INSIDE = {"SearchDisagrees"}
PUBLIC = ["emperor_rules", *(f"emperor_rules.api.{name}" for name in ("answers", "drawing", "states"))]
#: Its examples search tables.
SEARCHING = "emperor_rules.api.rules"


@pytest.fixture
def read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples begin with reading the rules; the same rules are read once for all of them."""
    monkeypatch.setattr(emperor_rules, "load", loaded)


READ: dict[str, emperor_rules.Rules] = {}


def loaded(*folder: Any, **how: Any) -> emperor_rules.Rules:
    asked = repr((folder, how))
    if asked not in READ:
        READ[asked] = load(*folder, **how)
    return READ[asked]


@pytest.mark.usefixtures("read_once")
@pytest.mark.parametrize("name", [*PUBLIC, pytest.param(SEARCHING, marks=pytest.mark.slow)])
def test_examples_print_what_they_say(name: str) -> None:
    results = doctest.testmod(import_module(name))
    assert results.attempted > 0 and results.failed == 0


def test_every_public_name_is_there_and_says_what_it_is() -> None:
    for name in emperor_rules.__all__:
        value = getattr(emperor_rules, name)
        assert name == "__version__" or value.__doc__, name
    assert set(dir(emperor_rules)) == set(emperor_rules.__all__)


def documented(value: object) -> Iterator[tuple[str, str]]:
    """Yield what a public function or class takes, returns and holds, but for what is internal: a name and its type."""
    members = vars(value).items() if isinstance(value, type) else [("", value)]
    for name, member in members:
        if not name.startswith("_") and "(internal)" not in (getattr(member, "__doc__", None) or ""):
            called = getattr(member, "fget", None) or getattr(member, "func", None) or member
            if isinstance(called, FunctionType):
                yield from ((f"{name} {part}", str(kind)) for part, kind in called.__annotations__.items())
    internal = re.findall(r"(?m)^ {4,}(\w+): [^\n]*\(internal\)", value.__doc__ or "")
    if is_dataclass(value):
        for held in fields(value):
            if held.name not in internal and not held.name.startswith("_"):
                yield held.name, str(held.type)


def test_what_a_public_name_takes_returns_or_holds_is_public_too() -> None:
    """Else a caller could not name it in an annotation, nor read about it."""
    here = {name for name in dir(emperor_rules) if name[:1].isupper()} | {"Any", "Literal", "Path", "PathLike"}
    for public in emperor_rules.__all__:
        value = getattr(emperor_rules, public)
        for name, annotation in documented(value):
            ours = {word for word in re.findall(r"\b[A-Z]\w+", annotation) if not hasattr(collections.abc, word)}
            assert ours <= here | {"None"}, f"{public}.{name} is {annotation}"


def test_every_public_exception_can_be_met() -> None:
    """Somewhere in the interface it is said when each is raised, or it is what others derive from."""
    kinds = {getattr(emperor_rules, name) for name in emperor_rules.__all__}
    kinds = {kind for kind in kinds if isinstance(kind, type) and issubclass(kind, emperor_rules.EmperorError)}
    files = [*(PACKAGE / "api").glob("*.py"), PACKAGE / "editor" / "renamed_rules.py"]
    raised = "".join(file.read_text(encoding="utf-8") for file in files)
    for kind in kinds:
        above = any(kind in other.__mro__[1:] for other in kinds)
        assert above or f"{kind.__name__}: " in raised or kind.__name__ in INSIDE, kind
