"""How fast the command starts, and how fast rules are read, resolved and checked."""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

from emperor_rules.check.pipeline import check_folder
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.language.grammar import parse
from emperor_rules.language.lexer import lex
from emperor_rules.resolve.resolver import resolve
from emperor_rules.resources import shipped_rules
from tests.generators.synthetic_rules import write_corpus

ASK = [sys.executable, "-m", "emperor_rules", "ask", "cr-809", "may A2 attack B1?", "--seats", "g E g | g E g"]
BARE = [sys.executable, "-c", "import click"]
COLD = """
import time; began = time.process_time()
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.resources import shipped_rules
from emperor_rules.resolve.resolver import resolve
book = load_rulebook(shipped_rules())
for id in book.texts: resolve(id, None, book.texts, book.vocabulary)
print(time.process_time() - began)
"""


def cold(command: list[str], times: int = 7) -> tuple[float, float]:
    """Give the median seconds that a command takes from its start to its end, by the clock and of one core."""
    taken, spent = [], []
    for _ in range(times):
        began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        taken.append(time.perf_counter() - began)
        spent.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return statistics.median(taken), statistics.median(spent)


def cold_rules(times: int = 5) -> float:
    """Give the seconds of one core in which a fresh process reads and resolves all shipped rules, imports included."""
    runs = [subprocess.run([sys.executable, "-c", COLD], check=True, capture_output=True) for _ in range(times)]
    return statistics.median(float(run.stdout) for run in runs)


def read(folder: Path) -> tuple[float, float]:
    """Read and resolve a folder; gives its seconds of one core, and those that parsing the same tokens takes."""
    began = time.process_time()
    book = load_rulebook(folder, scenarios=False)
    assert not book.broken, book.findings[:3]
    for id in book.texts:
        if not any(id in {i.text for i in other.includes} for other in book.texts.values()):
            resolve(id, None, book.texts, book.vocabulary)
    ours = time.process_time() - began
    tokens = [
        [t for item in lex(source, book.vocabulary.phrases).items for t in item.tokens]
        for name, source in book.sources.items()
        if "/texts/" in name
    ]
    began = time.process_time()
    for many in tokens:
        parse("file", many)
    return ours, time.process_time() - began


def corpus(folder: Path, clauses: int) -> tuple[float, float]:
    """Write a made-up corpus and read it."""
    return read(write_corpus(folder / str(clauses), shipped_rules(), clauses))


def check() -> float:
    """Check everything shipped; gives seconds of one core."""
    began = time.process_time()
    checked = check_folder(shipped_rules())
    assert not checked.errors
    return time.process_time() - began
