"""How much of an exhaustive test runs every time."""

import math
import os
from collections.abc import Iterable
from typing import Any

import pytest

from tests.support.paths import TEXTS

#: The environment variable that is set in a run of everything, so that also its properties try all their examples.
EXHAUSTIVE = "EMPEROR_EXHAUSTIVE"
#: Texts in which everything occurs that a text can hold: what is asked of every text is asked of these every time.
TEXTS_IN_BRIEF = ("cr-809", "early", "paris", "wiki-it")


def sample_of(values: Iterable[Any], quick: int) -> list[Any]:
    """Return values of a parameter, of which only the first few run every time: the rest is marked slow.

    A run of everything on a change takes some of the rest, at least one, and that of each week all of them
    (``EMPEROR_THOROUGH``). A tuple is the values of several parameters.
    """
    everything = list(values)
    rest = everything[quick:]
    if "EMPEROR_THOROUGH" not in os.environ:
        rest = spread(rest, max(1, on_a_change(max(1, quick), len(everything)) - quick))
    slow = (value if type(value) is tuple else (value,) for value in rest)
    return [*everything[:quick], *(pytest.param(*each, marks=pytest.mark.slow) for each in slow)]


def sample_of_texts() -> list[Any]:
    """Return the ids of all shipped texts as values of a parameter, of which a few run every time."""
    return sample_of([*TEXTS_IN_BRIEF, *(text for text in TEXTS if text not in TEXTS_IN_BRIEF)], len(TEXTS_IN_BRIEF))


def number_of_examples(quick: int, exhaustive: int) -> int:
    """Return how many examples a property tries in this run: all where ``EMPEROR_THOROUGH`` is given, as each week."""
    if not os.environ.get(EXHAUSTIVE):
        return quick
    return exhaustive if "EMPEROR_THOROUGH" in os.environ else on_a_change(quick, exhaustive)


def on_a_change(quick: int, exhaustive: int) -> int:
    """Return how many examples a run of everything on a change tries: far nearer to a quick one than to all."""
    return round(math.pow(quick**5 * exhaustive, 1 / 6))


def some_of(values: Iterable[Any], quick: int) -> list[Any]:
    """Return those values, evenly spread, that a test goes through in this run: as many as it would try examples."""
    everything = list(values)
    return spread(everything, number_of_examples(min(quick, len(everything)), len(everything)))


def brief_of(values: Iterable[Any], quick: int) -> list[Any]:
    """Return values of a parameter, of which so many, evenly spread, run every time, and all in a run of everything."""
    everything = list(values)
    every_time = range(0, len(everything), len(everything) // quick)
    each = (value if type(value) is tuple else (value,) for value in everything)
    return [pytest.param(*one, marks=[] if n in every_time else [pytest.mark.slow]) for n, one in enumerate(each)]


def in_brief(values: Iterable[Any], number: int) -> list[Any]:
    """Return so many values, evenly spread, or in a run of everything all of them."""
    everything = list(values)
    return everything if os.environ.get(EXHAUSTIVE) else spread(everything, number)


def spread(values: list[Any], number: int) -> list[Any]:
    """Return at least so many values, evenly spread, if there are as many."""
    return values[:: len(values) // number or 1] if number else []
