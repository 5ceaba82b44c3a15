"""How long searches take: a whole check, one comparison, its growth with seats, beside asking one position at a time."""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

from emperor_rules.check.consistency.scheduler import compare
from emperor_rules.check.pipeline import check_folder
from emperor_rules.evaluate.engine import Engine
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.limits import Bounds
from emperor_rules.model.scenarios import RequestPosition
from emperor_rules.model.seating import Table
from emperor_rules.model.texts import Edition
from emperor_rules.resolve.cone import cone_of
from emperor_rules.resources import shipped_rules
from emperor_rules.search.seatings import legal_tables
from emperor_rules.search.space_layout import space_for
from emperor_rules.search.witness_search import TextSearch, arguments

SIDES = Edition("wiki-en"), Edition("cr-809")
ASK = "may-attack"
#: Changes of one clause, by file: the first is of a clause that nearly everything leans on, the last of one at the edge.
CHANGES = [
    ("texts/cr/cr-809.rules", "the range of p is 1 when p is a general.", "the range of p is 2 when p is a general."),
    ("texts/cr/cr-104.rules", "t loses when every player of t loses.", "t loses when some player of t loses."),
    ("texts/cr/cr-809.rules", "p can attack q only when", "p can attack q unless"),
]
COMPARING = """
import resource, sys, time
from emperor_rules.model.texts import Edition
from emperor_rules.check.consistency.scheduler import compare
from emperor_rules.evaluate.engine import Engine
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.resources import shipped_rules
began = time.perf_counter()
compare(Engine(load_rulebook(shipped_rules())), Edition("wiki-en"), Edition("cr-809"), up_to=int(sys.argv[1]))
of = [resource.getrusage(who).ru_maxrss / 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
print(time.perf_counter() - began, max(of))
"""


def check(rules: Path, cache: Path) -> tuple[float, float]:
    """Check a folder with all searches; gives seconds by the clock, and of all cores together."""
    began, before = time.perf_counter(), spent()
    check_folder(rules, search=Bounds(), cache=cache)
    return time.perf_counter() - began, spent() - before


def spent() -> float:
    """Give the processor seconds of this process and of those that it has ended."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(use.ru_utime + use.ru_stime for use in both)


def checks(folder: Path) -> Iterator[tuple[str, tuple[float, float]]]:
    """Check what is shipped: cold, again, and with one clause changed."""
    cache = folder / "searches.json"
    yield "cold", check(shipped_rules(), cache)
    yield "nothing changed", check(shipped_rules(), cache)
    searched = cache.read_bytes()
    for number, (file, old, new) in enumerate(CHANGES):
        rules = folder / str(number)
        shutil.copytree(shipped_rules(), rules)
        path = rules / file
        words = path.read_text(encoding="utf-8")
        assert old in words, f"{file} no longer says: {old}"
        path.write_text(words.replace(old, new, 1), encoding="utf-8")
        cache.write_bytes(searched)  # whose digest is that of this place alone
        yield f"one clause of {path.stem} changed", check(rules, cache)


def comparison(seats: int) -> tuple[float, float]:
    """Compare two whole texts in a fresh process; gives seconds by the clock and megabytes of its largest process."""
    ran = subprocess.run([sys.executable, "-c", COMPARING, str(seats)], check=True, capture_output=True, text=True)
    seconds, memory = map(float, ran.stdout.split())
    return seconds, memory


def growth() -> Iterator[tuple[int, float]]:
    """Compare two texts on one question for more and more seats; gives seconds of one core."""
    engine = Engine(load_rulebook(shipped_rules()))
    for seats in (8, 10, 12, 14, 16):
        began = time.process_time()
        compare(engine, *SIDES, up_to=seats, questions=[ASK], processes=1)
        yield seats, time.process_time() - began


def positions() -> tuple[float, float]:
    """Answer one question on every position of a table of six, at once and one by one; gives positions per second."""
    engine = Engine(load_rulebook(shipped_rules()))
    text = engine.program(SIDES[1].text, None).resolved
    predicate = engine.rulebook.vocabulary.predicates[ASK]
    table = legal_tables([text], 6)[0]
    began = time.process_time()
    space = space_for(table, cone_of(text, ASK), predicate, engine.rulebook.vocabulary, frozenset())
    search = TextSearch(text, space, predicate)
    results = [search.ask(args) for args in arguments(predicate, table)]
    at_once = space.size * len(results) / (time.process_time() - began)
    asked, began = 0, time.process_time()
    for request in _requests(table, [space.request_at(index) for index in range(0, space.size, 7)]):
        engine.ask(request)
        asked += 1
    return at_once, asked / (time.process_time() - began)


def _requests(table: Table, places: list[RequestPosition]) -> Iterator[dict[str, object]]:
    for place in places:
        for of in permutations(table.names, 2):
            yield {**place, "text": SIDES[1].text, "ask": ASK, "of": list(of)}
