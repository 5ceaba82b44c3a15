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
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from emperor_rules.check.diff.changes import AnswerChange, Changes, DiffSide, TablesChange, Unsearched
from emperor_rules.check.diff.syntactic import REMOVED, REWORDED, REWRITTEN, SyntacticDiff, written_changes
from emperor_rules.check.editions import resolved, seating_texts, wordings
from emperor_rules.check.mutation.equivalence import QuestionSpaces
from emperor_rules.check.scenario_runner import ClauseKey, clause_key
from emperor_rules.check.search_report import SearchReport
from emperor_rules.check.witness import AnsweringEdition, replayed
from emperor_rules.errors import DeadlineExceeded
from emperor_rules.evaluate.engine import Engine
from emperor_rules.limits import Clock, Progress, option_sets
from emperor_rules.messages import Message
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.seating import PLAIN_SEAT, Table
from emperor_rules.model.terms import PLAYER
from emperor_rules.model.texts import Edition, Text
from emperor_rules.model.vocabulary import DefaultWord, GivenFact, GivenKind, Predicate, PredicateKind, Vocabulary
from emperor_rules.resolve.cone import Cone, cone_of, cone_signature, rule_senses
from emperor_rules.resolve.roles import known_roles
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.search.bitset import BitText
from emperor_rules.search.roles import tellable_letters
from emperor_rules.search.seatings import TooManySeatings, judges_seatings, legal_tables, requirement_signature
from emperor_rules.search.state_space import PlayerValue, Space, default_value
from emperor_rules.search.witness_search import (
    AnswerSets,
    TextSearch,
    WitnessPosition,
    answer_pairs,
    differing,
    keep_smaller,
    smallest_positions,
)
from emperor_rules.semantics.verdict import Bits

#: What changes of one kind have in common: the answers, and on each side the changed clauses that decide.
Outcomes = tuple[Hashable, tuple[str, ...], tuple[str, ...]]
#: The options in use, and what else distinguishes the changes of a question.
AnswerChangeKind = tuple[tuple[str, ...], Outcomes]
#: Given facts by name, in the values of a space.
GivenFacts = Mapping[str, Any]


@dataclass(eq=False)
class Job:
    """One question of one edition whose answers could differ, in the old and in the new snapshot; what was found of it.

    Attributes:
        cone: What its answers depend on in either snapshot.
        options: The sets of options to search under.
        direct: Whether a changed clause itself concludes something about the question.
        also: Other days on which the same rules have the same difference.
        seats: The most seats of the tables that have all been searched.
        tableless: Whether there was no table to search, where any was wanted.
        crowded: Whether larger tables were not searched, as there are too many.
    """

    edition: Edition
    texts: tuple[ResolvedText, ResolvedText]
    predicates: tuple[Predicate, Predicate]
    cone: Cone
    options: list[frozenset[str]]
    direct: bool
    also: list[str] = field(default_factory=list)
    seats: int = 1
    tableless: bool = True
    crowded: bool = False
    changes: dict[AnswerChangeKind, AnswerChange] = field(default_factory=dict)

    @property
    def ask(self) -> str:
        """The question."""
        return self.predicates[1].id

    @property
    def in_every_way(self) -> bool:
        """Whether every kind of change is searched for; otherwise one is enough.

        Every kind is searched for in the newest wording, where a changed clause concludes about the question.
        """
        return self.direct and self.edition.on is None and not self.predicates[1].requirement

    @property
    def layout(self) -> Predicate:
        """The question as it determines the layout of spaces: with what it sets and ignores in either snapshot."""
        old, new = self.predicates
        ignored = tuple(sorted({*new.ignores, *old.ignores}))
        return replace(new, slot=new.slot or old.slot, ignores=ignored, defaults=(*new.defaults, *old.defaults))


# --- the vocabularies of both snapshots -----------------------------------------------------------


@dataclass(frozen=True)
class AlignedVocabularies:
    """Two vocabularies, aligned.

    Attributes:
        vocabulary: The new vocabulary with the given facts of both.
        differing: The given facts that the two declare differently.
        unlike: Why questions and given facts cannot be compared, by id.
        letters: The role letters with the same role in both.
    """

    old: Vocabulary
    new: Vocabulary
    vocabulary: Vocabulary
    differing: frozenset[str]
    unlike: Mapping[str, str]
    letters: frozenset[str]

    def redeclared(self, side: int, fixed: Iterable[str]) -> dict[str, Any]:
        """Return, of the given facts that a space does not vary, those declared differently, with a side's defaults."""
        own = (self.old, self.new)[side].givens
        redeclared = (own[key] for key in fixed if key in self.differing)
        return {given.id: default_value(given) for given in redeclared if given.default is not None}


def aligned(old: Vocabulary, new: Vocabulary) -> AlignedVocabularies:
    """Return two vocabularies, aligned."""
    givens: dict[str, GivenFact] = {**old.givens, **new.givens}
    unlike: dict[str, str] = {}
    differing = set()
    for key in old.givens.keys() & new.givens.keys():
        before, after = old.givens[key], new.givens[key]
        if before.sense == after.sense:
            continue
        differing.add(key)
        words = {word for word, _ in before.choices}
        common = tuple(choice for choice in after.choices if choice[0] in words)
        if (before.kind, before.of) != (after.kind, after.of) or (after.kind == GivenKind.CHOICE and not common):
            kinds = {"old": _kind(before), "new": _kind(after)}
            unlike[key] = Message("the given fact “{key}” was {old} and is {new}", key=key, **kinds)
        givens[key] = replace(after, choices=common)
    for id in old.questions.keys() & new.questions.keys():
        was, now = old.questions[id], new.questions[id]
        if [sort for _, sort in was.parameters] != [sort for _, sort in now.parameters]:
            unlike[id] = Message("it is asked of others than before")
        elif (was.kind == PredicateKind.VALUE, was.answer) != (now.kind == PredicateKind.VALUE, now.answer):
            unlike[id] = Message("it is answered by something else than before")
    same = frozenset(letter for letter, role in old.role_letters.items() if new.role_letters.get(letter) == role)
    return AlignedVocabularies(old, new, replace(new, givens=givens), frozenset(differing), unlike, same)


def _kind(given: GivenFact) -> str:
    if given.choices:
        return Message("one of {choices}", choices=", ".join(word for word, _ in given.choices))
    if given.of is not None:
        return Message("a number of each {sort}", sort=given.of)
    return Message("a {kind}", kind=given.kind)


# --- one table ------------------------------------------------------------------------------------


class TableSearch:
    """Searches tables for changes; intermediate results that questions share on a table are computed once."""

    def __init__(self, engines: tuple[Engine, Engine], changed: Sequence[frozenset[ClauseKey]]) -> None:
        """Create the search; ``changed`` are the clauses of the old and of the new snapshot with another meaning."""
        self.engines, self.changed = engines, changed
        self.vocabularies = vocabularies = aligned(*(engine.rulebook.vocabulary for engine in engines))
        self.spaces = QuestionSpaces(vocabularies.vocabulary)
        self.positions = 0
        self._shared: dict[tuple[Space, int], BitText] = {}
        self._counted: set[Space] = set()

    def begin(self) -> None:
        """Drop the shared spaces and results before another table or text."""
        self.spaces.laid_out.clear()
        self._shared.clear()
        self._counted.clear()

    def search(self, job: Job, table: Table, illegal: DiffSide | None, clock: Clock) -> None:
        """Add to a job the smallest witness on a table for each kind of change that has none yet."""
        for options in job.options:
            smallest: dict[AnswerChangeKind, WitnessPosition] = {}
            required: dict[Space, GivenFacts] = {}
            for space in self._spaces(job, table, options):
                clock.check()
                if space not in self._counted:
                    self._counted.add(space)
                    self.positions += space.size
                searches = [self._prepared(job, side, space) for side in (0, 1)]
                required[space] = self._required_givens(job, space, searches)
                for kind, position in self._on_space(job, space, searches, required[space]).items():
                    keep_smaller(smallest, kind, position)
                if smallest and not job.in_every_way:
                    break
            for kind, position in smallest.items():
                job.changes[kind] = self._change(job, position, required[position.space], illegal)

    def _spaces(self, job: Job, table: Table, options: frozenset[str]) -> Iterator[Space]:
        """Yield the spaces of a question: first with the given facts that are redeclared, then without."""
        layout, redeclared = job.layout, job.cone.givens & self.vocabularies.differing
        of_players = any(sort == PLAYER for _, sort in layout.parameters)
        asked = layout.kind == PredicateKind.ACTION, of_players, layout.slot and layout.slot[0], bool(layout.ignores)
        sharing = (
            *asked,
            job.cone.circular,
            layout.leaves_game,
            frozenset((key, of == DefaultWord.NONE) for key, of in layout.own_defaults.items()),
        )
        for givens in (job.cone.givens, job.cone.givens - redeclared) if redeclared else (job.cone.givens,):
            yield from self.spaces.of(table, replace(job.cone, givens=givens), layout, options, job.texts, sharing)

    def _on_space(
        self, job: Job, space: Space, searches: Sequence[TextSearch], required: GivenFacts
    ) -> dict[AnswerChangeKind, WitnessPosition]:
        """Return the smallest position of each kind of change on a space."""
        for side, search in enumerate(searches):
            search.own = {**self.vocabularies.redeclared(side, space.fixed), **required}
        askable = self._askable(space, required)
        kinds = partial(self._kinds, job, askable, tuple(sorted(space.options)))
        answerers = [search.ask for search in searches]
        return smallest_positions(job.layout, space, answerers, kinds, within=askable, without=job.changes)

    def _prepared(self, job: Job, side: int, space: Space) -> TextSearch:
        """Return the search of one side; questions that read nothing dependent on their arguments share bit sets."""
        search = TextSearch(job.texts[side], space, job.predicates[side])
        anew = {*search.implicit_defaults, *(key for key, _ in search.moments)}
        if not job.cone.givens & (anew | self.vocabularies.differing):
            search.bits = self._shared.setdefault((space, side), search.bits)
        return search

    def _required_givens(self, job: Job, space: Space, searches: Sequence[TextSearch]) -> GivenFacts:
        """Return the given facts that a request must have although the space does not vary them."""
        return {
            key: space.fixed[key]
            for search in searches
            for key in job.cone.givens & search.resolved.vocabulary.givens.keys() & space.fixed.keys()
            if search.resolved.vocabulary.givens[key].default is None and key not in search.implicit_defaults
        }

    def _askable(self, space: Space, required: GivenFacts) -> Bits:
        """Return the positions in which the players named by required given facts may be named."""
        positions = space.full
        for key, value in required.items():
            if isinstance(value, PlayerValue) and self.vocabularies.vocabulary.givens[key].present:
                positions &= ~space.gone(value.number)
        return positions

    def _kinds(
        self, job: Job, askable: Bits, options: tuple[str, ...], answers: Sequence[AnswerSets]
    ) -> Iterator[tuple[AnswerChangeKind, Bits]]:
        """Yield the positions with the same kind of change, by the same changed clauses."""
        if not differing(answers) & askable:
            return
        whole = job.predicates[1].answer not in ("player", "players", "team", "teams")
        narrowed = list(map(_narrowed, job.texts, answers, self.changed))
        for (before, after), numbers, positions in answer_pairs(narrowed, job.texts):
            pair = (before, after) if whole else (before[0], after[0])
            standing = [[text.clauses[n].clause for n in side] for text, side in zip(job.texts, numbers, strict=True)]
            old, new = (tuple(f"{clause.text} {clause.slug}" for clause in clauses) for clauses in standing)
            yield (options, (pair, old, new)), positions  # by text and slug, the same from edition to edition

    def _change(
        self, job: Job, position: WitnessPosition, required: GivenFacts, illegal: DiffSide | None
    ) -> AnswerChange:
        """Return the change that a position shows, replayed on both sides."""
        witness = position.witness(job.predicates[1])
        for key, value in required.items():
            witness["given"] = {**witness.get("given", {}), key: position.space.shown(value)}
        sides = [AnsweringEdition(engine, job.edition) for engine in self.engines]
        witness, (old, new) = replayed(sides, witness)
        return AnswerChange(witness, job.edition, old, new, job.direct, illegal)


def _narrowed(text: ResolvedText, answers: AnswerSets, changed: frozenset[ClauseKey]) -> AnswerSets:
    """Return answers with only the deciding rules of changed clauses."""
    clauses = {number: text.clauses[text.rules[number].clause].clause for number, _ in answers.live}
    return replace(answers, live=tuple(live for live in answers.live if clause_key(clauses[live[0]]) in changed))


#: The seats up to which every legal table is searched by default; one changed clause takes a few seconds.
SEATS = 9

#: A predicate with what its rules say in the old and in the new state.
Differing = tuple[str, frozenset[tuple[object, ...]], frozenset[tuple[object, ...]]]


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
    days = run.days()
    return Changes(written, answers, tables, run.unlike, days, unsearched, searched, run.new, run.newest_only)


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
        return [pair for pair in either if {*self.both.letters, PLAIN_SEAT}.issuperset(pair[0].roles)]

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
    after = tellable_letters([*new, *old], roles)
    before = after
    if not len(common) == len(old[0].vocabulary.roles) == len(new[0].vocabulary.roles):
        old_letters = tellable_letters([*old, *new], roles)
        before = (
            tuple(sorted({*(x for x in after if x in common), *(x for x in old_letters if x not in common)}))
            or old_letters
        )
    old_tables, new_tables = (
        {table.seats: table for text in texts for table in legal_tables([text], seats, letters)}
        for texts, letters in ((old, before), (new, after))
    )
    return old_tables, new_tables
