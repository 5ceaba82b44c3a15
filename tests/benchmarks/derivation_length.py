"""How long the derivations of all scenarios are."""

from __future__ import annotations

from functools import lru_cache
from statistics import median

from emperor_rules.api.answers import RulesAnswer
from emperor_rules.check.scenario_runner import run_scenarios
from emperor_rules.evaluate.engine import Engine
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.resources import shipped_rules


@lru_cache(maxsize=1)
def answers() -> tuple[RulesAnswer, ...]:
    """Answer every question of every scenario that makes sense."""
    rulebook = load_rulebook(shipped_rules())
    engine = Engine(rulebook)
    outcomes = [outcome for outcome in run_scenarios(rulebook, engine).outcomes if outcome.answer.status != "invalid"]
    return tuple(RulesAnswer(engine, o.request, engine.prepare(o.request), o.answer) for o in outcomes)


def lengths(language: str) -> tuple[float, int, int]:
    """Give the median and the greatest number of lines, and how many derivations there are."""
    lines = [len(answer.explain(language).splitlines()) for answer in answers()]
    return median(lines), max(lines), len(lines)
