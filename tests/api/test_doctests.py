"""The examples in the docstrings of the public interface are run against the shipped rules."""

import doctest
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

import emperor_rules
from emperor_rules import load

PUBLIC = [
    "emperor_rules",
    *(f"emperor_rules.api.{name}" for name in ("answer_lists", "answers", "changes", "drawing", "loading", "rules")),
]


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
@pytest.mark.parametrize("module", [import_module(name) for name in PUBLIC], ids=PUBLIC)
def test_examples_print_what_they_say(module: ModuleType) -> None:
    results = doctest.testmod(module)
    assert results.attempted > 0 and results.failed == 0


def test_every_public_name_is_there_and_says_what_it_is() -> None:
    for name in emperor_rules.__all__:
        value = getattr(emperor_rules, name)
        assert name == "__version__" or value.__doc__, name
    assert set(dir(emperor_rules)) == set(emperor_rules.__all__)
