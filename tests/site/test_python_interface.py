"""The page of the Python interface has what a package exports, as its own docstrings and signatures say it."""

import importlib
import inspect
import sys
from pathlib import Path

import pytest

import emperor_rules
from emperor_rules.site.i18n import read_locale
from emperor_rules.site.pages.contributors import describe_package
from tests.support.built_site import built_site, html_pages

PACKAGE = '''"""A package.

>>> import pond
>>> pond.swim(2)
4
"""

from pond.fish import Colour, Fish, swim

__all__ = ["Colour", "Fish", "swim", "__version__"]
__version__ = "1"
'''
FISH = '''"""Fish."""

from enum import StrEnum


class Colour(StrEnum):
    """What a :class:`Fish` looks like."""

    RED = "red"


class Fish:
    """A fish of 2 < 3.

    Attributes:
        colour: How it looks.
    """

    colour: Colour

    @property
    def wet(self) -> bool:
        """Whether it is wet."""
        return True

    def leap(self) -> None:
        """Jump."""

    def _hide(self) -> None:
        """Nobody needs to know."""


def swim(lanes: int, *, back: bool = False) -> int:
    """Swim.

    Args:
        lanes: How many.
        back: Whether to return.

    Returns:
        The metres, all of them,
        in one number.

    Raises:
        ValueError: If there are none.
    """
    return lanes * 2
'''


@pytest.fixture
def described(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "pond").mkdir()
    (tmp_path / "pond" / "__init__.py").write_text(PACKAGE, encoding="utf-8")
    (tmp_path / "pond" / "fish.py").write_text(FISH, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    package = importlib.import_module("pond")
    try:
        return "\n\n".join(describe_package(package, read_locale("it")))
    finally:
        for name in ("pond", "pond.fish"):
            del sys.modules[name]


def test_every_export_has_its_signature_and_its_docstring(described: str) -> None:
    """Functions come before classes, each class with its members; what begins with “_” is left out."""
    headings = [line.partition(" {")[0] for line in described.split("\n") if line.startswith("#") and "`" in line]
    assert headings == ["## `swim`", "## `Colour`", "## `Fish`", "### `Fish.wet`", "### `Fish.leap`"]
    assert "```python\nswim(lanes: int, *, back: bool = False) -> int\n```" in described
    assert "**Parametri**\n\n- `lanes`: `int` – How many.\n- `back`: `bool` – Whether to return." in described
    assert "**Restituisce**\n\n- `int` – The metres, all of them, in one number." in described
    assert "**Solleva**\n\n- `ValueError` – If there are none." in described
    assert "**Attributi**\n\n- `colour`: `Colour` – How it looks." in described
    assert "- `RED`: `'red'`" in described
    assert "_hide" not in described and "Nobody needs to know" not in described


def test_a_docstring_becomes_markdown(described: str) -> None:
    assert "```pycon\n>>> import pond\n>>> pond.swim(2)\n4\n```" in described
    assert "What a `Fish` looks like." in described, "no role of Sphinx"
    assert "A fish of 2 &lt; 3." in described, "no element of HTML begins in a docstring"


@pytest.mark.site
@pytest.mark.parametrize("folder", ["", "it"])
def test_the_site_has_the_package_and_all_that_it_exports(folder: str) -> None:
    page = html_pages()[built_site() / folder / "contributing" / "python.html"]
    first = inspect.getdoc(emperor_rules) or ""
    assert first.partition("\n")[0] in page.text
    exported = [name for name in getattr(emperor_rules, "__all__", ()) if not name.startswith("_")]
    assert [name for name in exported if name.lower().replace("_", "-") not in page.ids] == []
