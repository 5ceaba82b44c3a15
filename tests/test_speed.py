"""The promised figures, with a margin for noise: processor time where it can be had, since tests share the machine."""

from __future__ import annotations

import gc
import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.benchmarks import asking, loading

FIXED = [
    "range",
    "in-range",
    "may-attack",
    "may-deploy",
    "may-go-first",
    "turn-order",
    "legal-seating",
    "loses",
    "starting-life",
    "may-see-hand",
    "fate",
]


@pytest.fixture(autouse=True)
def nothing_of_other_tests() -> Iterator[None]:
    """Keep the collector of garbage from going over and over what other tests of this process have left."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def test_batch_answers_twenty_thousand_a_second() -> None:
    assert max(asking.batch(FIXED, 6000) for _ in range(3)) > 20_000


def test_rules_answer_within_ten_times_of_hand_written_python() -> None:
    rules, by_hand = asking.hand(4000)
    assert by_hand / rules < 10


@pytest.mark.parametrize("ask", ["in-range", "may-attack", "legal-seating", "turn-order", "wins", "draws"])
def test_growth_with_seats_is_at_most_quadratic(ask: str) -> None:
    assert min(asking.growth(ask) for _ in range(3)) <= 2.2


def test_a_single_question_starts_quickly() -> None:
    clock, core = loading.cold(loading.ASK, 5)
    assert min(clock, core) < 0.4  # other tests share the cores, so the clock alone would say little


def test_shipped_rules_are_read_quickly() -> None:
    assert loading.cold_rules(3) < 0.6


def test_reading_grows_in_proportion(tmp_path: Path) -> None:
    loading.corpus(tmp_path / "warm", 100)
    small, large = (min(loading.corpus(tmp_path / f"{size}-{n}", size)[0] for n in range(3)) for size in (750, 3000))
    assert math.log(large / small) / math.log(4) < 1.25


def test_check_takes_less_than_three_seconds() -> None:
    assert loading.check() < 3
