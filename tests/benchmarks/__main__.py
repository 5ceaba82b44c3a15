"""Print every figure with its target and what it is compared with."""

from __future__ import annotations

import math
import tempfile
from pathlib import Path

from tests.benchmarks import asking, drawing, loading, searching

#: The questions of the fixed interface.
FIXED = [
    "range",
    "in-range",
    "may-attack",
    "may-attack-planeswalker",
    "may-attack-battle",
    "may-attack-together",
    "may-block-for",
    "may-deploy",
    "may-march",
    "may-go-first",
    "turn-order",
    "legal-seating",
    "starting-life",
    "minimum-deck",
    "may-see-hand",
    "loses",
    "draws",
    "wins",
    "team-wins",
    "team-loses",
    "team-draws",
    "fate",
]


def main() -> None:
    """Measure everything, slowest last."""
    questions = asking.engine().rulebook.vocabulary.questions
    print(f"answers per second, all fixed questions mixed   {asking.batch(FIXED):10,.0f}   target 20,000")
    for ask in FIXED:
        print(f"  {ask:44}  {asking.batch([ask], 4000):10,.0f}   target 20,000")
    rules, by_hand = asking.hand()
    print(f"the same questions by the rules                 {rules:10,.0f}")
    print(f"… and by hand-written Python                    {by_hand:10,.0f}   {by_hand / rules:.1f} times, target 10")
    for ask in ("range", "in-range", "may-attack", "legal-seating", "wins", "turn-order"):
        if ask in questions:
            print(f"growth with seats, {ask:29}{asking.growth(ask):10.2f}   target at most 2 (quadratic)")
    for table in drawing.TABLES:
        fresh, again = drawing.milliseconds(table)
        count = len(table.replace("|", "").split())
        print(f"a drawing of {count:2} seats, ms                         {fresh:10.2f}   target 5, again {again:.2f}")
    (ours, core), (bare, _) = loading.cold(loading.ASK), loading.cold(loading.BARE)
    print(f"cold `ask`, s                                   {ours:10.3f}   target 0.35, of one core {core:.3f}")
    print(f"… beside `import click` alone                   {bare:10.3f}")
    print(f"all shipped rules read and resolved cold, s     {loading.cold_rules():10.3f}   target 0.5")
    print(f"scenarios and well-formedness, s                {loading.check():10.3f}   target 3")
    with tempfile.TemporaryDirectory() as folder:
        sizes = (750, 1500, 3000)
        taken = {size: loading.corpus(Path(folder), size) for size in sizes}
    for size, (ours, bare) in taken.items():
        print(f"{size:5} made-up clauses read and resolved, s        {ours:10.3f}   of which parsing {bare:.3f}")
    slope = math.log(taken[3000][0] / taken[750][0]) / math.log(4)
    print(f"growth with clauses                             {slope:10.2f}   target 1 (linear)")
    at_once, one_by_one = searching.positions()
    print(f"positions searched per second, one question     {at_once:10,.0f}")
    print(f"… and asked one by one                          {one_by_one:10,.0f}   {at_once / one_by_one:.0f} times")
    with tempfile.TemporaryDirectory() as folder:
        targets = {"cold": 30, "nothing changed": 2}
        for what, (clock, core) in searching.checks(Path(folder)):
            print(f"emperor check, {what:32} {clock:10.2f}   target {targets.get(what, 5)}, of all cores {core:.2f}")
    seconds, memory = searching.comparison(12)
    print(f"one comparison of two texts at 12 seats, s      {seconds:10.2f}   target 5")
    print(f"… memory of its largest process, MB             {memory:10.0f}   target 1,000")
    for seats, core in searching.growth():
        print(f"… one question of it, up to {seats:2} seats, s         {core:10.2f}")


if __name__ == "__main__":
    main()
