"""How much of an exhaustive test runs every time."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

import pytest


def sample_of(values: Iterable[Any], quick: int) -> list[Any]:
    """Return all values of a parameter, of which only the first few run every time: the rest is marked slow."""
    rest = iter(values)
    return [*islice(rest, quick), *(pytest.param(value, marks=pytest.mark.slow) for value in rest)]
