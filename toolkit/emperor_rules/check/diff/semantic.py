"""Which answers change between two states of the rules, each with its smallest witness.

Every text that both states have is compared with itself, in its newest wording and on each day on which it changes:
questions whose rules are the same are skipped, the others are searched in every position of every table that is legal
in either state. Small tables come first, so that a search that is cut short has covered all questions on those.

In the newest wording, for a question about which a changed clause concludes something, every kind of change is searched
for; in earlier wordings, and for the legality of a seating, one. Any other question is searched up to the smallest
table with a change, and in the newest wording in which it reads what has changed, not in earlier ones with the same
difference.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from emperor_rules.check.diff.search import AnswerChange, DiffSide, Job, TableSearch
from emperor_rules.check.diff.syntactic import REMOVED, REWORDED, REWRITTEN, SyntacticDiff, written_changes
from emperor_rules.check.editions import resolved, seating_texts, wordings
from emperor_rules.check.search_report import SearchReport
from emperor_rules.errors import DeadlineExceeded
from emperor_rules.evaluate.engine import Engine
from emperor_rules.limits import Clock, Progress, option_sets
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.seating import Table
from emperor_rules.model.texts import Edition, Text
from emperor_rules.resolve.cone import cone_of, cone_signature, rule_senses
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.search.roles import known_roles, tellable_letters
from emperor_rules.search.seatings import TooManySeatings, judges_seatings, legal_tables, requirement_signature

#: Default bound: every legal table of up to so many seats; one changed clause takes a few seconds.
SEATS = 9

#: A predicate with what its rules say in the old and in the new state.
Differing = tuple[str, frozenset[tuple[object, ...]], frozenset[tuple[object, ...]]]


#: After so many seatings of a text that became legal or ceased to be, larger tables are not listed.
ENOUGH = 200


@dataclass
class TablesChange:
    """The seatings of up to ``seats`` seats that became legal by a text, or ceased to be."""

    edition: Edition
    added: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    seats: int = 1

    @property
    def enough(self) -> bool:
        """Whether there are :data:`ENOUGH`, so that larger tables are not listed."""
        return len(self.added) + len(self.removed) >= ENOUGH


@dataclass(frozen=True)
class Unsearched:
    """A question that was searched only on tables of up to ``seats`` seats (1: on none).

    With ``tableless`` no table of the seats wanted is legal in either state, with ``crowded`` too many are; else the
    time was over.
    """

    edition: Edition
    ask: str
    seats: int
    tableless: bool = False
    crowded: bool = False


@dataclass
class Changes:
    """Everything that differs between two states of the rules.

    Attributes:
        written: What differs as it is written (internal).
        answers: The answers that change.
        tables: The seatings that became legal or ceased to be.
        unlike: Why questions cannot be compared, by id.
        days: The texts whose first day changes, with that of the old and of the new state (empty: every day).
        unsearched: The questions that were not searched to the end, or on no table.
        searched: How far the search went.
        newest_only: Whether earlier wordings were searched only for questions with a changed clause of their own.
    """

    written: SyntacticDiff
    answers: list[AnswerChange]
    tables: list[TablesChange]
    unlike: dict[str, str]
    days: dict[str, tuple[str, str]]
    unsearched: list[Unsearched]
    searched: SearchReport
    newest_only: bool = False

    @property
    def silent(self) -> bool:
        """Whether everything was searched, on some table, and no answer that there was before is different now."""
        later = any(new > old for old, new in self.days.values())
        gone = self.written.texts_removed or self.written.questions_removed
        return self.exhaustive and not (self.answers or self.tables or self.unlike or later or gone)

    @property
    def exhaustive(self) -> bool:
        """Whether every question whose rules differ was searched to the end, on some table."""
        return self.searched.complete and not self.unsearched


def find_changes(
    old: Rulebook,
    new: Rulebook,
    *,
    up_to: int = SEATS,
    texts: Collection[str] | None = None,
    questions: Collection[str] | None = None,
    clock: Clock | None = None,
    progress: Progress | None = None,
) -> Changes:
    """Return the changes between two states of the rules, both free of errors, on tables of up to a number of seats.

    ``texts`` and ``questions`` narrow the search; ``progress`` is called with how much is done, and how much there is.
    """
    started = time.monotonic()
    written = written_changes(old, new)
    run = _Run(Engine(old), Engine(new), written, up_to, clock or Clock(None))
    searched = SearchReport(up_to)
    try:
        run.prepare(texts, questions)
        run.search(progress)
    except DeadlineExceeded:
        searched.complete = False
    searched.tables, searched.positions = len(run.tables_seen), run.tables.positions
    searched.questions, searched.fixed = len(run.jobs), run.tables.spaces.fixed
    searched.seconds = time.monotonic() - started
    unsearched = [Unsearched(j.edition, j.ask, j.seats, crowded=j.crowded) for j in run.jobs if j.seats < up_to]
    unsearched += [Unsearched(Edition(id), "", 1) for id in run.waiting]
    tableless = [job for job in run.jobs if job.seats == up_to and job.tableless]
    unsearched += [Unsearched(job.edition, job.ask, 1, tableless=True) for job in tableless]
    searched.tableless = sorted({job.ask for job in tableless})
    answers = sorted(_newest_changes(run.jobs), key=run.rank)
    tables = list(run.legal.values())
    return Changes(written, answers, tables, run.unlike, run.days(), unsearched, searched, run.newest_only)


def _newest_changes(jobs: Iterable[Job]) -> Iterator[AnswerChange]:
    """Yield each change of a text in the newest edition that has it, with the other days that have it."""
    newest: dict[Hashable, tuple[AnswerChange, list[str]]] = {}
    for job in jobs:  # the newest edition of a text comes first
        for kind, change in job.changes.items():
            days = newest.setdefault((job.edition.text, change.ask, kind), (change, []))[1]
            if job.direct:
                days += [*job.also, *([] if change.edition.on is None else [change.edition.on])]
    for change, days in newest.values():
        yield replace(change, also=tuple(sorted({*days} - {change.edition.on or ""})))


@dataclass
class _EditionJobs:
    """The questions of one edition that are to be searched, and the texts that decide on which tables."""

    edition: Edition
    texts: tuple[ResolvedText, ResolvedText]
    settings: tuple[tuple[ResolvedText, ...], ...]
    jobs: list[Job] = field(default_factory=list)
    shows_legality: bool = False


class _Run:
    """A comparison in progress."""

    def __init__(self, old: Engine, new: Engine, written: SyntacticDiff, up_to: int, clock: Clock) -> None:
        self.old, self.new, self.written, self.up_to, self.clock = old, new, written, up_to, clock
        self.tables = TableSearch((old, new), (written.keys(0), written.keys(1)))
        self.both = self.tables.vocabularies
        self.tables_seen: set[str] = set()
        self.groups: list[_EditionJobs] = []
        self.waiting: list[str] = []
        self.legal: dict[Edition, TablesChange] = {}
        self.unlike: dict[str, str] = {}
        self.direct = written.conclusions()
        #: The texts with a changed clause.
        self.changed = {c.clause.text for c in written.clauses if c.how != REWORDED}
        #: The predicates whose rules can differ; ``None``, for all, where heads, the vocabulary or a principle differ.
        says = any(head.says for head in written.heads) or written.vocabulary[REWRITTEN] or written.vocabulary[REMOVED]
        self.narrow = None if says or "" in self.direct else self.direct
        #: Whether consequences were followed in the newest wordings alone.
        self.newest_only = False
        #: Questions of texts that have a change.
        self.shown: set[tuple[str, str]] = set()

    @property
    def jobs(self) -> list[Job]:
        return [job for group in self.groups for job in group.jobs]

    def days(self) -> dict[str, tuple[str, str]]:
        """Return the texts with another first day than before."""
        old, new = self.old.rulebook.texts, self.new.rulebook.texts
        both = {id: (_first_day(old[id]), _first_day(new[id])) for id in new if id in old}
        return {id: pair for id, pair in both.items() if pair[0] != pair[1]}

    def rank(self, change: AnswerChange) -> Any:
        """Return the sort key of a change: its text, the newest edition first, direct changes, few options."""
        return (
            self._place(change.edition.text),
            change.edition.on is not None,
            [-ord(letter) for letter in change.edition.on or ""],  # the newest day first
            not change.direct,
            list(self.both.vocabulary.questions).index(change.ask),
            len(change.options),
            change.options,
        )

    def _place(self, id: str) -> tuple[bool, bool, str]:
        """Return the sort key of a text: those with a changed clause, then rulebooks, then by name."""
        return id not in self.changed, id in self.new.rulebook.parts, id

    # --- what to search --------------------------------------------------------------------------

    def prepare(self, texts: Collection[str] | None, questions: Collection[str] | None) -> None:
        """Collect the questions whose rules differ, by edition; the same difference is searched once."""
        old, new = self.old.rulebook, self.new.rulebook
        both = [id for id in new.texts if id in old.texts and (texts is None or id in texts)]
        self.waiting = [id for id in sorted(both, key=self._place) if self._touched(id)]
        while self.waiting:
            id = self.waiting[0]
            seen: dict[Hashable, Job] = {}
            followed: dict[str, set[Differing]] = {}
            for edition in wordings(id, old.texts, new.texts):
                self.clock.check()
                texts_then_now = resolved(self.old, edition), resolved(self.new, edition)
                settings = (seating_texts(engine, edition) for engine in (self.old, self.new))
                either = zip(settings, texts_then_now, strict=True)
                group = _EditionJobs(edition, texts_then_now, tuple(setting or (text,) for setting, text in either))
                self._fill(group, seen, questions, followed)
                if group.jobs:
                    self.groups.append(group)
            del self.waiting[0]

    def _touched(self, id: str) -> bool:
        """Return whether anything differs that a text, or what it builds on, could read."""
        if self.written.vocabulary[REWRITTEN] or self.written.vocabulary[REMOVED]:
            return True
        differing = self.changed | {head.text for head in self.written.heads if head.says}
        parts = {part.id for state in (self.old, self.new) for part in resolved(state, Edition(id)).texts}
        return bool(differing & parts)

    def _fill(
        self,
        group: _EditionJobs,
        seen: dict[Hashable, Job],
        questions: Collection[str] | None,
        followed: dict[str, set[Differing]],
    ) -> None:
        """Add the questions that can differ; ``followed`` are the differences already searched for, by question."""
        old_text, new_text = group.texts
        differing: set[Differing] = set()
        for name in {*old_text.by_predicate, *new_text.by_predicate} if self.narrow is None else self.narrow:
            old, new = (frozenset(rule_senses(text, name)) for text in group.texts)
            if old != new:
                differing.add((name, old, new))
        setting = tuple(tuple(requirement_signature(text) for text in side) for side in group.settings)
        before, after = self.old.rulebook.vocabulary.questions, self.new.rulebook.vocabulary.questions
        for id in after:
            if id not in before or (questions is not None and id not in questions):
                continue
            cones = cone_of(old_text, id), cone_of(new_text, id)
            read = cones[0].predicates | cones[1].predicates
            if self.narrow is not None and not self.narrow & read:
                continue
            reads = {entry for entry in differing if entry[0] in read}
            if id not in self.direct and reads and reads <= followed.get(id, set()):
                self.newest_only = True
                continue
            signatures = tuple(cone_signature(text, id) for text in group.texts)
            if signatures[0] == signatures[1]:
                continue
            cone = cones[0] | cones[1]
            unlike = next((self.both.unlike[k] for k in (id, *sorted(cone.givens)) if k in self.both.unlike), None)
            if unlike is not None:
                self.unlike[id] = unlike
                continue
            followed.setdefault(id, set()).update(reads)
            key = (id, signatures, setting)
            if key in seen:
                seen[key].also.append(group.edition.on or "")
                continue
            options = option_sets(cone.options & (old_text.options | new_text.options))
            job = seen[key] = Job(group.edition, group.texts, (before[id], after[id]), cone, options, id in self.direct)
            group.jobs.append(job)
            group.shows_legality |= job.predicates[1].requirement and any(map(judges_seatings, group.texts))
        group.jobs.sort(key=lambda job: (not job.direct, len(job.cone.predicates), job.ask))

    # --- searching -------------------------------------------------------------------------------

    def search(self, progress: Progress | None) -> None:
        """Search all questions on tables of two seats, of three, and so on."""
        total, done = len(self.jobs) * (self.up_to - 1), 0
        for seats in range(2, self.up_to + 1):
            for group in self.groups:
                for job in self._rounds(group, seats):
                    job.seats = seats
                    done += 1
                    if progress is not None:
                        progress(done, total)

    def _tables(self, group: _EditionJobs, seats: int) -> list[tuple[Table, DiffSide | None]]:
        """Return the tables legal in either state, with the state in which they are illegal (those last)."""
        self.clock.check()
        old, new = _legal_in_either(group.settings, seats, self.both.letters)
        if group.shows_legality and old.keys() != new.keys():
            change = self.legal.setdefault(group.edition, TablesChange(group.edition))
            change.seats = seats
            change.added += [seating for seating in new if seating not in old]
            change.removed += [seating for seating in old if seating not in new]
        either = [
            (table, DiffSide.NEW if seating not in new else DiffSide.OLD if seating not in old else None)
            for seating, table in {**old, **new}.items()
        ]
        either.sort(key=lambda pair: (bool(pair[1]), len(pair[0].sizes), pair[0].seats))
        return [pair for pair in either if self.both.letters.issuperset(pair[0].roles)]

    def _open(self, job: Job) -> bool:
        """Return whether larger tables are to be searched: not where one kind of change is enough and there is one."""
        if job.in_every_way:
            return True
        return not job.changes if job.direct else (job.edition.text, job.ask) not in self.shown

    def _rounds(self, group: _EditionJobs, seats: int) -> Iterator[Job]:
        """Yield the questions of an edition when all its tables of a size are searched, table by table."""
        open_jobs = [job for job in group.jobs if self._open(job)]
        for job in group.jobs:
            job.tableless &= job in open_jobs
        change = self.legal.get(group.edition)
        if any(job.crowded for job in group.jobs):
            return
        try:
            tables = self._tables(group, seats) if open_jobs or not (change and change.enough) else []
        except TooManySeatings:
            for job in group.jobs:
                job.crowded = True
            return
        for table, illegal in tables:
            self.tables.begin()
            self.tables_seen.add(table.seats)
            for job in open_jobs:
                self.tables.search(job, table, illegal, self.clock)
                job.tableless = False
                if job.changes:
                    self.shown.add((job.edition.text, job.ask))
                if table is tables[-1][0]:
                    yield job
        yield from (job for job in group.jobs if not tables or job not in open_jobs)


def _first_day(text: Text) -> str:
    """Return the first day for which a text answers; the empty string if it answers for every day."""
    return text.editions[0] if len(text.editions) > 1 else ""


def _legal_in_either(
    settings: Sequence[Sequence[ResolvedText]], seats: int, common: frozenset[str]
) -> tuple[dict[str, Table], dict[str, Table]]:
    """Return the tables of a number of seats that are legal by the texts of the old and of the new state, by seating.

    Roles that both states treat alike are represented by one of them, the same in both.
    """
    old, new = settings
    roles = frozenset().union(*map(known_roles, [*old, *new]))
    after = tellable_letters([*new, *old], roles or new[0].vocabulary.roles)
    before = after
    if not len(common) == len(old[0].vocabulary.roles) == len(new[0].vocabulary.roles):
        old_letters = tellable_letters([*old, *new], roles or old[0].vocabulary.roles)
        before = (
            tuple(sorted({*(x for x in after if x in common), *(x for x in old_letters if x not in common)}))
            or old_letters
        )
    old_tables, new_tables = (
        {table.seats: table for text in texts for table in legal_tables([text], seats, letters)}
        for texts, letters in ((old, before), (new, after))
    )
    return old_tables, new_tables
