"""How long a drawing takes: everything asked of a fresh evaluator, laid out and written, for tables small and large."""

from __future__ import annotations

import time
from statistics import median

from emperor_rules.drawing.inquiry import scene_of
from emperor_rules.drawing.svg import draw_svg
from emperor_rules.evaluate.engine import Engine
from emperor_rules.model.scenarios import TableRequest
from tests.benchmarks import answer_speed

#: Two to four teams of three to six.
TABLES = (
    "g E g | g E g",
    "g E g | g E g | g E g",
    "g g E g | g E g g",
    "g E g | g E g | g E g | g E g",
    "g g E E g g | g g E E g g",
    "g g E g g | g g E g g | g g E g g",
    "g g E g g g | g g E g g g | g g E g g g | g g E g g g",
)


def milliseconds(seats: str, times: int = 30) -> tuple[float, float]:
    """Measure one drawing of a table, in milliseconds of one core: with an evaluator that knows the position not yet, and again."""
    rulebook = answer_speed.engine().rulebook
    engine = Engine(rulebook)
    fresh: list[float] = []
    again: list[float] = []
    for _ in range(times):
        engine.positions.clear()
        for durations in (fresh, again):
            began = time.process_time()
            draw_svg(scene_of(TableRequest(text="cr-809", seats=seats), engine), rulebook.vocabulary, "en", "x")
            durations.append(1000 * (time.process_time() - began))
    return median(fresh), median(again)
