"""Search many texts and pairs at once: cached results are used, and the remaining jobs are shared among processes.

A question is searched once for all texts, dates and runs in which the same rules decide it on the same tables.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from hashlib import sha256
from typing import Any

from emperor_rules.check.cache import SAVED_EVERY, SearchCache
from emperor_rules.check.consistency.candidates import (
    SearchSettings,
    candidate_tables,
    legal_candidates,
    legal_in_one,
    unseated,
)
from emperor_rules.check.consistency.findings import PAIR_CHECKS, RUN_CHECKS, SEARCH_CHECKS
from emperor_rules.check.consistency.group_search import SearchJob, cone_in, question_groups, search_group
from emperor_rules.check.consistency.relation_run import RelationRun
from emperor_rules.check.consistency.replay import planned, replay, setting_texts
from emperor_rules.check.editions import resolved
from emperor_rules.check.search_report import SearchUnit, UnitResult
from emperor_rules.diagnostics import Diagnostic
from emperor_rules.errors import DeadlineExceeded
from emperor_rules.evaluate.engine import Engine
from emperor_rules.limits import Bounds, Clock, Progress
from emperor_rules.messages import Message
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Edition, TextRelation
from emperor_rules.resolve.cone import cone_digest, deciding_clauses
from emperor_rules.resolve.resolver import change_dates
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.search.seatings import impossible_sizes, judges_seatings
from emperor_rules.search.space_layout import playable_digest
from emperor_rules.workers import Workers

#: Jobs of less total weight are done in this process: starting a second would take longer.
WEIGHT_WORTH_SHARING = 3_000_000
#: Unless all tables are asked for, those of a text have no more positions together, counting only who has gone: a new
#: role can multiply the tables of a text by twenty.
MOST_STATES = 48_000


class Search:
    """A running search: other processes work on it until :meth:`results` has collected what they return."""

    def __init__(self, engine: Engine, units: Sequence[SearchUnit], how: SearchSettings) -> None:
        """Start to search every question of every unit; the engine answers for the texts."""
        self.engine, self.how, self.cache = engine, how, how.cache
        #: All questions of all units, also those with a result in the cache.
        self._planned: list[SearchJob] = []
        #: The key of the result of each question in the cache.
        self._keys: dict[tuple[tuple[Edition, ...], str], str] = {}
        self._results = dict(self.cache.results) if self.cache is not None else {}
        self._units = {unit: planned(engine, unit, how.up_to) for unit in units}
        with suppress(DeadlineExceeded):
            for result in self._units.values():
                self._plan(result)
        self.jobs = self._open_jobs()
        self.total = sum(job.weight for job in self.jobs)
        shared = self.total >= WEIGHT_WORTH_SHARING and len(self.jobs) > 1
        work, make = partial(search_group, clock=how.clock), partial(Engine, engine.rulebook)
        self.workers = Workers(work, self.jobs, engine, make, how.processes if shared else 1)

    def results(self, progress: Progress | None = None) -> dict[SearchUnit, UnitResult]:
        """Return the results of all units; when the time is over, those reached until then.

        The results reached are saved in the cache even if an exception ends the search.
        """
        done, saved = 0, time.monotonic()
        try:
            with self.workers as workers:
                for place, results in workers.results(self.how.clock):
                    job = self.jobs[place]
                    done += job.weight
                    self._results.update((self._keys[job.unit.sides, result.ask], result) for result in results)
                    if progress is not None:
                        progress(done, self.total)
                    if self.cache is not None and time.monotonic() - saved > SAVED_EVERY:
                        self.cache.save(self._results, {*self._keys.values()})
                        saved = time.monotonic()
        except DeadlineExceeded:
            pass
        finally:
            if self.cache is not None and (self.jobs or not self.cache.current):
                self.cache.save(self._results, {*self._keys.values()})
        for job in self._planned:
            for ask in job.asks:
                if (key := self._keys[job.unit.sides, ask]) in self._results:
                    self._units[job.unit].results[ask] = self._results[key]
        return self._units

    # --- what to search --------------------------------------------------------------------------

    def _plan(self, result: UnitResult) -> None:
        """Plan to search the questions of a unit, each with the key of its result."""
        unit = result.unit
        texts = [resolved(self.engine, side) for side in unit.sides]
        settings: Sequence[ResolvedText] = ()
        if len(texts) == 1:
            settings = setting_texts(self.engine, unit.sides[0])
            own = candidate_tables(self.engine, unit.sides[0], self.how)
            result.searched.seats, result.searched.thinned, result.candidates = own.reached, own.thinned, own
            if unit.questions is None and own.legal_tables and judges_seatings(texts[0]):
                result.impossible = tuple(impossible_sizes(texts[0], own.legal_tables, own.reached, self.how.seatings))
        for members, options in question_groups(texts, result.asks, self.how):
            tables = result.candidates
            if tables is None:  # those legal by both texts, for the question of legality by any
                requirement = texts[0].vocabulary.predicates[members[0]].requirement
                choices = [[text] for text in texts] if requirement else [texts]
                tables = legal_candidates(choices, self.how, len(options))
                result.searched.seats = min(result.searched.seats, tables.reached)
                result.searched.thinned |= tables.thinned
            result.searched.sampled = max(result.searched.sampled, tables.sampled)
            job = SearchJob(unit, members, options, tables)
            self._planned.append(job)
            for ask in members:
                self._keys[unit.sides, ask] = _key(texts, ask, job, settings)

    def _open_jobs(self) -> list[SearchJob]:
        """Return the questions without a result, each once, as jobs in order of falling weight."""
        jobs = []
        planned = set(self._results)
        for job in self._planned:
            asks = tuple(ask for ask in job.asks if self._keys[job.unit.sides, ask] not in planned)
            planned.update(self._keys[job.unit.sides, ask] for ask in asks)
            if asks:
                texts = [resolved(self.engine, side) for side in job.unit.sides]
                jobs.append(replace(job, asks=asks, weight=_weight(texts, asks, job)))
        return sorted(jobs, key=lambda job: -job.weight)


def search(
    engine: Engine, units: Sequence[SearchUnit], *, progress: Progress | None = None, **how: Any
) -> dict[SearchUnit, UnitResult]:
    """Return the results of every question of every unit; ``how`` is as for :class:`SearchSettings`."""
    return Search(engine, units, SearchSettings(**how)).results(progress)


def compare(
    engine: Engine,
    first: Edition,
    second: Edition,
    *,
    questions: Iterable[str] | None = None,
    progress: Progress | None = None,
    **how: Any,
) -> UnitResult:
    """Return the comparison of two editions on some questions, by default all, with those on which one has no clause.

    ``progress`` is called with how much is done, and how much there is; ``how`` is as for :class:`SearchSettings`.
    """
    started = time.monotonic()
    unit = SearchUnit((first, second), None if questions is None else tuple(questions))
    settings = SearchSettings(**how)
    comparison = replay(engine, Search(engine, [unit], settings).results(progress)[unit])
    try:
        options = settings.sets[0] if settings.sets else frozenset[str]()
        comparison.searched.legal_in_one = legal_in_one(engine, unit.sides, settings, options)
        comparison.searched.unseated = unseated(engine, unit.sides, settings, options)
    except DeadlineExceeded:
        comparison.searched.complete = False
    comparison.searched.seconds = time.monotonic() - started
    return comparison


def search_text(engine: Engine, edition: Edition, *, questions: Iterable[str] | None = None, **how: Any) -> UnitResult:
    """Return the contradictions of a text, its silence on essential questions, and sizes that no seating meets.

    ``how`` is as for :class:`SearchSettings`.
    """
    unit = SearchUnit((edition,), None if questions is None else tuple(questions))
    return replay(engine, search(engine, [unit], **how)[unit])


def _key(texts: Sequence[ResolvedText], ask: str, job: SearchJob, settings: Sequence[ResolvedText]) -> str:
    """Return a digest of all that determines the result of a question.

    That is the rules with what is declared of all that they read, their clauses, the tables, the options, and which
    players can be gone. What else a vocabulary declares does not matter: a role of one's own has nothing searched anew.
    """
    declared = texts[0].vocabulary.predicates[ask]
    content: list[object] = [
        ask,
        (declared.essential, declared.slot and declared.slot[1], declared.is_question),
        [table.seats for table in job.candidates.tables],
        [sorted(options) for options in job.options],
        job.candidates.digest,
    ]
    content += [(cone_digest(text, ask), deciding_clauses(text, ask)) for text in texts]
    content += [playable_digest(text) for text in texts]
    content.append(sorted({playable_digest(text) for text in settings}))
    return sha256(repr(content).encode()).hexdigest()[:32]


def _weight(texts: Sequence[ResolvedText], asks: Iterable[str], job: SearchJob) -> int:
    """Return an estimate of the work: states of a table, times arguments of the question, times predicates it reads."""
    vocabulary = texts[0].vocabulary
    weight = 0
    for ask in asks:
        cone = cone_in(texts, ask)
        letters = len(vocabulary.predicates[ask].parameters)
        for table in job.candidates.tables:
            seats = len(table.roles)
            states = 2**seats if cone.moments - {"start"} else 1
            weight += (100 + states) * seats**letters * len(cone.predicates) // 8
    return weight * len(job.options)


# --- a whole rulebook ------------------------------------------------------------------------------

# A text that *translates* another must answer everything as it does, silence included; one that *summarises* may be
# silent but not answer differently; a *variant* may differ where a sentence in both languages says so.


def units_of(rulebook: Rulebook, bounds: Bounds) -> tuple[list[SearchUnit], list[tuple[TextRelation, SearchUnit]]]:
    """Return the units to search: texts, and related pairs with their kinds; on all dates if the bounds say so."""

    def unit(*sides: Edition) -> SearchUnit:
        return SearchUnit(sides, bounds.questions)

    selected = [text for id, text in rulebook.texts.items() if bounds.texts is None or id in bounds.texts]
    related = [(kind, text, to) for text in selected for kind, to in text.relations if to.text in rulebook.texts]
    texts = [unit(Edition(text.id)) for text in selected]
    pairs = [(kind, unit(Edition(text.id), Edition(to.text, to.at))) for kind, text, to in related]
    if bounds.all_dates:
        for text in selected:
            texts += [unit(Edition(text.id, date)) for date in change_dates(text.id, rulebook.texts)[:-1]]
        for kind, text, to in related:
            if to.at is None:
                other = rulebook.texts[to.text]
                dates = {date for id in (text.id, to.text) for date in change_dates(id, rulebook.texts)}
                dates = {date for date in dates if text.worded(date) and other.worded(date)}
                pairs += [(kind, unit(Edition(text.id, date), Edition(to.text, date))) for date in sorted(dates)[:-1]]
    return texts, pairs


class RelationSearch:
    """The search of every text and every related pair, from its beginning to the findings."""

    def __init__(self, engine: Engine, bounds: Bounds, cache: SearchCache | None = None) -> None:
        """Start; other processes may work on it until :meth:`finish` is called."""
        self.engine, self.bounds = engine, bounds
        self.texts, self.pairs = units_of(engine.rulebook, bounds)
        units = [*self.texts, *(unit for _, unit in self.pairs)]
        clock, every = Clock(bounds.seconds), bounds.all_options
        states = None if bounds.all_tables else MOST_STATES
        settings = SearchSettings(bounds.seats, clock, all_options=every, cache=cache, states=states)
        self.search = Search(engine, units, settings)

    def __enter__(self) -> RelationSearch:
        """Return the search itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the processes that still work on it."""
        self.search.workers.end()

    def finish(self, progress: Progress | None = None) -> RelationRun:
        """Wait for the search, and return its findings with the declarations applied to them."""
        results = self.search.results(progress)
        run = RelationRun(self.engine, self.bounds)
        for unit in self.texts:
            run.texts.append(replay(self.engine, results[unit]))
        for text in run.texts:
            run.findings.extend(finding for check in SEARCH_CHECKS for finding in check(run, text))
        for kind, unit in self.pairs:
            comparison = replay(self.engine, results[unit])
            run.comparisons.append((kind, comparison))
            run.findings.extend(finding for check in PAIR_CHECKS for finding in check(run, kind, comparison))
        run.findings = _without_repetitions(run.findings)
        run.findings.extend(finding for check in RUN_CHECKS for finding in check(run))
        return run


def _without_repetitions(findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the findings, of those that differ in their date alone the first: the newest wording, else the oldest."""
    first: dict[tuple[object, ...], Diagnostic] = {}
    for finding in findings:
        witness = {key: value for key, value in (finding.witness or {}).items() if key != "on"}
        assert isinstance(finding.message, Message)
        arguments = () if witness else finding.message.arguments.values()
        said = [each.text if isinstance(each, Edition) else str(each) for each in arguments]
        message = () if witness else (finding.message.template, *said)
        key = (finding.code, finding.text, finding.clause, finding.span, finding.related, repr(witness), message)
        first.setdefault(key, finding)
    return list(first.values())
