"""Print every figure with its target and what it is compared with, in a table; slowest last."""

from __future__ import annotations

import argparse
import math
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks import (
    answer_speed,
    derivation_length,
    drawing,
    edit_latency,
    live_table,
    load_time,
    search_time,
    server_latency,
    site_build,
)

#: A figure: what was measured, the figure itself, and its target or what it is to be compared with.
Row = tuple[str, str, str]


def answers() -> Iterator[Row]:
    """Measure how fast questions are answered."""
    questions = list(answer_speed.engine().rulebook.vocabulary.questions)
    yield "answers a second, all questions mixed", f"{answer_speed.batch(questions):,.0f}", "target 20,000"
    for ask in questions:
        yield f"  {ask}", f"{answer_speed.batch([ask], 4000):,.0f}", "target 20,000"
    rules, by_hand = answer_speed.hand()
    yield "answers a second by the rules", f"{rules:,.0f}", ""
    yield "… by hand-written Python", f"{by_hand:,.0f}", f"{by_hand / rules:.1f} times, target 4"
    for ask in ("range", "in-range", "may-attack", "legal-seating", "wins", "turn-order"):
        yield f"growth with seats, {ask}", f"{answer_speed.growth(ask):.2f}", "target at most 2 (quadratic)"


def derivations() -> Iterator[Row]:
    """Measure how long derivations are, in lines of 100 columns, of every answer of a scenario."""
    for language in ("en", "it"):
        median, longest, count = derivation_length.lengths(language)
        yield f"lines of a derivation, {language}, median of {count:,}", f"{median:g}", "target 8"
        yield "… and of the longest", f"{longest}", "target 25"


def drawings() -> Iterator[Row]:
    """Measure how long a drawing takes."""
    for table in drawing.TABLES:
        fresh, again = drawing.milliseconds(table)
        count = len(table.replace("|", "").split())
        yield f"a drawing of {count} seats, ms", f"{fresh:.2f}", f"target 5, again {again:.2f}"


def reading() -> Iterator[Row]:
    """Measure how fast the command starts and rules are read."""
    (ours, core), (bare, _) = load_time.cold(load_time.ASK), load_time.cold(load_time.BARE)
    yield "cold `ask`, s", f"{ours:.3f}", f"target 0.35, of one core {core:.3f}"
    yield "… beside `import click` alone", f"{bare:.3f}", ""
    yield "all shipped rules read and resolved cold, s", f"{load_time.cold_rules():.3f}", "target 0.5"
    yield "scenarios and well-formedness, s", f"{load_time.check():.3f}", "target 3"
    with tempfile.TemporaryDirectory() as folder:
        taken = {size: load_time.corpus(Path(folder), size) for size in (750, 1500, 3000)}
    for size, (ours, bare) in taken.items():
        yield f"{size} made-up clauses read and resolved, s", f"{ours:.3f}", f"of which parsing {bare:.3f}"
    slope = math.log(taken[3000][0] / taken[750][0]) / math.log(4)
    yield "growth with clauses", f"{slope:.2f}", "target 1 (linear)"


def searches() -> Iterator[Row]:
    """Measure how long searches take."""
    at_once, one_by_one = search_time.positions()
    yield "positions searched a second, one question", f"{at_once:,.0f}", ""
    yield "… and asked one by one", f"{one_by_one:,.0f}", f"{at_once / one_by_one:.0f} times"
    with tempfile.TemporaryDirectory() as folder:
        targets = {"cold": 30, "nothing changed": 2}
        for what, (clock, core) in search_time.checks(Path(folder)):
            yield (
                f"emperor check, {what}, s",
                f"{clock:.2f}",
                f"target {targets.get(what, 5)}, of all cores {core:.2f}",
            )
    seconds, memory = search_time.comparison(12)
    yield "one comparison of two texts at 12 seats, s", f"{seconds:.2f}", "target 5"
    yield "… memory of its largest process, MB", f"{memory:,.0f}", "target 1,000"
    for seats, core in search_time.growth():
        yield f"… one question of it, up to {seats} seats, s", f"{core:.2f}", ""


def main() -> None:
    """Print the table as it is measured."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--site", action="store_true", help="measure the building and serving of the site too")
    chosen = [answers, derivations, drawings, reading, edit_latency.figures, searches]
    if parser.parse_args().site:
        chosen += [site_build.figures, server_latency.figures, live_table.figures]
    for figures in chosen:
        for what, figure, note in figures():
            print(f"{what:56}{figure:>14}   {note}".rstrip(), flush=True)


if __name__ == "__main__":
    main()
