"""Search many texts and pairs at once: what is known is not looked at again, the rest is shared among processes.

A question is looked at once for all texts, dates and runs in which the same rules decide it on the same tables.
"""

from __future__ import annotations

import gc
import multiprocessing
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from emperor_rules.check.consistency.comparison import Comparison, compared, pair_up, tables_of_both
from emperor_rules.check.consistency.contradictions import (
    TextFindings,
    impossible_sizes,
    judged,
    may_conflict,
    settings_of,
    tables_of,
)
from emperor_rules.check.consistency.search_cache import SearchCache
from emperor_rules.check.consistency.witness_search import Group, QuestionResult, cone_in, grouped, search_group
from emperor_rules.check.limits import SEATS, Clock, DeadlineExceeded
from emperor_rules.evaluate.engine import Engine
from emperor_rules.evaluate.position import Table, read_table
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Edition
from emperor_rules.model.vocabulary import Predicate
from emperor_rules.resolve.cone import cone_signature, deciding_clauses
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.search.live_states import playable_signature

PROCESSES = 2
#: Jobs that together weigh less are done in this process: a second would hardly have started.
WORTH_SHARING = 3_000_000
#: What was found is written down this often, in seconds.
SAVED_EVERY = 5.0

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class SearchUnit:
    """One text to search for contradictions, or two to compare; some questions or (``None``) all."""

    sides: tuple[Edition, ...]
    questions: tuple[str, ...] | None = None


@dataclass
class UnitResult:
    """What was seen of a unit, by question; ``tables`` on which a text was searched (``None``: the time was over).

    ``reached`` is the size up to which tables were searched.
    """

    reached: int
    looks: dict[str, QuestionResult] = field(default_factory=dict)
    tables: tuple[Table, ...] | None = None


@dataclass(frozen=True)
class SearchJob:
    """Questions of one unit to be looked at, in whichever process."""

    sides: tuple[Edition, ...]
    group: Group
    seatings: tuple[str, ...]
    end: float | None
    weight: int


class Search:
    """A search that has begun: others work on it while this process does something else, until :meth:`results`."""

    def __init__(
        self,
        engine: Engine,
        units: Sequence[SearchUnit],
        *,
        up_to: int = SEATS,
        clock: Clock | None = None,
        sets: Sequence[frozenset[str]] | None = None,
        all_options: bool = False,
        cache: SearchCache | None = None,
        processes: int = PROCESSES,
    ) -> None:
        """Begin to look at every question of every unit."""
        self.engine, self.cache = engine, cache
        self.clock = clock or Clock(None)
        self.plan = _Plan(engine, up_to, self.clock, sets, all_options)
        with suppress(DeadlineExceeded):
            for unit in dict.fromkeys(units):
                self.plan.add(unit)
        self.kept = dict(cache.looks) if cache is not None else {}
        self.jobs = self.plan.jobs(self.kept)
        self.total = sum(job.weight for job in self.jobs)
        self.pool: Any = None
        if processes > 1 and self.total >= WORTH_SHARING and len(self.jobs) > 1:
            self.pool = _pool(processes, engine)
            self.coming = self.pool.imap_unordered(_work, list(enumerate(self.jobs)))

    def __enter__(self) -> Search:
        """Be ended in any case."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the other processes, whatever they do."""
        if self.pool is not None:
            self.pool.terminate()
            self.pool.join()

    def results(self, progress: Progress | None = None) -> dict[SearchUnit, UnitResult]:
        """Wait for all of it; when the time is over, what was looked at until then is there.

        However it ends, by an exception too, the cache holds what was found.
        """
        done, saved = 0, time.monotonic()
        try:
            for job, looks in self._looked():
                done += job.weight
                for seen in looks:
                    self.kept[self.plan.keys[job.sides, seen.ask]] = seen
                if progress is not None:
                    progress(done, self.total)
                if self.cache is not None and time.monotonic() - saved > SAVED_EVERY:
                    self.cache.save(self.kept, self.plan.used)
                    saved = time.monotonic()
        except DeadlineExceeded:
            pass
        finally:
            if self.cache is not None and (self.jobs or not self.cache.current):
                self.cache.save(self.kept, self.plan.used)
        return self.plan.results(self.kept)

    def _looked(self) -> Iterator[tuple[SearchJob, list[QuestionResult]]]:
        """Yield what is seen as it is seen; raises :class:`DeadlineExceeded`."""
        end = self.clock.end
        if self.pool is None:
            for job in self.jobs:
                self.clock.check()
                yield job, _work_on(self.engine, job)
            return
        for _ in self.jobs:
            try:
                at, looks = self.coming.next(None if end is None else max(0.0, end + 1 - time.monotonic()))
            except multiprocessing.TimeoutError:
                raise DeadlineExceeded from None
            if looks is None:
                raise DeadlineExceeded
            yield self.jobs[at], looks


def search(
    engine: Engine, units: Sequence[SearchUnit], *, progress: Progress | None = None, **how: Any
) -> dict[SearchUnit, UnitResult]:
    """Look at every question of every unit, and wait for it; ``how`` is as for :class:`Search`."""
    with Search(engine, units, **how) as begun:
        return begun.results(progress)


def compare(
    engine: Engine,
    one: Edition,
    other: Edition,
    *,
    up_to: int = SEATS,
    questions: Iterable[str] | None = None,
    sets: Sequence[frozenset[str]] | None = None,
    clock: Clock | None = None,
    cache: SearchCache | None = None,
    processes: int = PROCESSES,
    progress: Progress | None = None,
) -> Comparison:
    """Compare two editions on every question that both speak of, and name those of which one alone speaks."""
    started = time.monotonic()
    unit = SearchUnit((one, other), None if questions is None else tuple(questions))
    result = search(
        engine, [unit], up_to=up_to, sets=sets, clock=clock, cache=cache, processes=processes, progress=progress
    )[unit]
    found = compared(engine, pair_up(engine, one, other, unit.questions), result.looks, result.reached)
    found.searched.seconds = time.monotonic() - started
    return found


def search_text(
    engine: Engine,
    edition: Edition,
    *,
    up_to: int = SEATS,
    questions: Iterable[str] | None = None,
    sets: Sequence[frozenset[str]] | None = None,
    clock: Clock | None = None,
    processes: int = PROCESSES,
) -> TextFindings:
    """Search a text for contradictions, for silence on essential questions, and for sizes that no seating meets."""
    unit = SearchUnit((edition,), None if questions is None else tuple(questions))
    result = search(engine, [unit], up_to=up_to, sets=sets, clock=clock, processes=processes)[unit]
    return judged(engine, edition, result.looks, result.tables, result.reached, unit.questions)


class _Plan:
    """What there is to look at, and by which key each question is known."""

    def __init__(
        self, engine: Engine, up_to: int, clock: Clock, sets: Sequence[frozenset[str]] | None, all_options: bool
    ) -> None:
        self.engine, self.up_to, self.clock = engine, up_to, clock
        self.sets, self.all_options = sets, all_options
        self.units: dict[SearchUnit, UnitResult] = {}
        self.keys: dict[tuple[tuple[Edition, ...], str], str] = {}
        self.used: set[str] = set()
        self._todo: list[tuple[SearchUnit, Sequence[ResolvedText], Group, tuple[Table, ...]]] = []

    def add(self, unit: SearchUnit) -> None:
        result = self.units[unit] = UnitResult(self.up_to)
        vocabulary = self.engine.rulebook.vocabulary
        if len(unit.sides) == 1:
            settings: Sequence[ResolvedText] = settings_of(self.engine, unit.sides[0])
            texts: Sequence[ResolvedText] = [self.engine.program(unit.sides[0].text, unit.sides[0].on).resolved]
            asks: Sequence[str] = may_conflict(self.engine, unit.sides[0], unit.questions)
            own, result.reached = tables_of(self.engine, unit.sides[0], self.up_to, self.clock)
            result.tables = own
            if unit.questions is None:  # asked here, so that the cache holds what it costs to know
                list(impossible_sizes(self.engine.rulebook, texts[0], own, result.reached))
        else:
            pair = pair_up(self.engine, unit.sides[0], unit.sides[1], unit.questions)
            texts, asks, settings = pair.texts, pair.asks, ()
        for group in grouped(texts, asks, sets=self.sets, all_options=self.all_options):
            first = vocabulary.relations[group.asks[0]]
            tables = own if len(texts) == 1 else self._tables(texts, first, result)
            self._todo.append((unit, texts, group, tables))
            for ask in group.asks:
                self.keys[unit.sides, ask] = self._key(texts, ask, group, tables, settings)
        self.used.update(self.keys.values())

    def _tables(self, texts: Sequence[ResolvedText], first: Predicate, result: UnitResult) -> tuple[Table, ...]:
        tables, reached = tables_of_both(texts, first, self.up_to, self.clock)
        result.reached = min(result.reached, reached)
        return tables

    def _key(
        self,
        texts: Sequence[ResolvedText],
        ask: str,
        group: Group,
        tables: Sequence[Table],
        settings: Sequence[ResolvedText],
    ) -> str:
        """Name all that decides what is seen of a question: rules, whose they are, tables, options, who can be gone."""
        content: list[object] = [
            self.engine.rulebook.vocabulary.meaning,
            ask,
            [table.seats for table in tables],
            [sorted(options) for options in group.options],
        ]
        content += [
            (text.known_digest(("signature", ask), cone_signature(text, ask)), deciding_clauses(text, ask))
            for text in texts
        ]
        content += [text.known_digest("playable", playable_signature(text)) for text in (*texts, *settings)]
        return sha256(repr(content).encode()).hexdigest()[:32]

    def jobs(self, kept: Mapping[str, QuestionResult]) -> list[SearchJob]:
        """Give what is not known yet, each question once, the heaviest first."""
        found = []
        planned: set[str] = set()
        for unit, texts, group, tables in self._todo:
            asks = []
            for ask in group.asks:
                key = self.keys[unit.sides, ask]
                if key not in kept and key not in planned:
                    planned.add(key)
                    asks.append(ask)
            if asks:
                some = Group(tuple(asks), group.options)
                found.append(
                    SearchJob(
                        unit.sides, some, tuple(t.seats for t in tables), self.clock.end, _weight(texts, some, tables)
                    )
                )
        return sorted(found, key=lambda job: -job.weight)

    def results(self, kept: Mapping[str, QuestionResult]) -> dict[SearchUnit, UnitResult]:
        for unit, _, group, _ in self._todo:
            for ask in group.asks:
                seen = kept.get(self.keys[unit.sides, ask])
                if seen is not None:
                    self.units[unit].looks[ask] = seen
        return self.units


def _weight(texts: Sequence[ResolvedText], group: Group, tables: Sequence[Table]) -> int:
    """Estimate the work: sets of players gone, times whom is asked of, times the rules that are read."""
    vocabulary = texts[0].vocabulary
    weight = 0
    for ask in group.asks:
        cone = cone_in(texts, ask)
        letters = len(vocabulary.relations[ask].params)
        for table in tables:
            seats = len(table.roles)
            states = 2**seats if cone.moments - {"start"} else 1
            weight += (100 + states) * seats**letters * len(cone.relations) // 8
    return weight * len(group.options)


def _work_on(engine: Engine, job: SearchJob) -> list[QuestionResult]:
    texts = [engine.program(side.text, side.on).resolved for side in job.sides]
    letters = "".join(texts[0].vocabulary.role_letters)
    clock = Clock(None)
    clock.end = job.end
    settings = settings_of(engine, job.sides[0]) if len(job.sides) == 1 else ()
    return search_group(texts, job.group, [read_table(seats, letters) for seats in job.seatings], clock, settings)


_answerers: list[Engine] = []


def _pool(processes: int, engine: Engine) -> Any:
    """Start processes; where a copy of this one will do, and nothing else runs in it, that takes no time."""
    if sys.platform == "linux" and threading.active_count() == 1:
        _answerers[:] = [engine]
        gc.freeze()  # else each copy looks through all that was read, again and again, and so copies it
        return multiprocessing.get_context("fork").Pool(processes, _begin)
    return multiprocessing.get_context("spawn").Pool(processes, _begin, (engine.rulebook,))


def _begin(rulebook: Rulebook | None = None) -> None:
    """Prepare a process; whoever started it hears of interrupts and ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if rulebook is not None:
        _answerers.append(Engine(rulebook))


def _work(task: tuple[int, SearchJob]) -> tuple[int, Any]:
    at, job = task
    try:
        return at, _work_on(_answerers[0], job)
    except DeadlineExceeded:
        return at, None
