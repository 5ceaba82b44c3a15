"""The examples in the docstrings of the public interface are run against the shipped rules."""

import doctest
from importlib import import_module
from types import ModuleType

import pytest

import emperor_rules

PUBLIC = [
    "emperor_rules",
    *(f"emperor_rules.api.{name}" for name in ("answers", "comparison", "drawing", "rules", "texts")),
]


@pytest.mark.parametrize("module", [import_module(name) for name in PUBLIC], ids=PUBLIC)
def test_examples_print_what_they_say(module: ModuleType) -> None:
    results = doctest.testmod(module)
    assert results.attempted > 0 and results.failed == 0


def test_every_public_name_is_there_and_says_what_it_is() -> None:
    for name in emperor_rules.__all__:
        value = getattr(emperor_rules, name)
        assert name == "__version__" or value.__doc__, name
    assert set(dir(emperor_rules)) == set(emperor_rules.__all__)
