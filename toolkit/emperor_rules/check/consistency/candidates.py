"""The tables on which a text is searched: those that it calls legal, and those whose legality is in dispute.

A contradiction about something that legality rests on leaves the tables that it touches neither legal nor illegal, and
a clause that changes such a thing takes tables away. So these tables are searched too:

- those whose legality is unknown because clauses on which it rests contradict each other, if they would be legal
  without one of those clauses;
- those that an included text calls legal and this one does not, unless a requirement of its own rules them out;
- the smallest that a related text calls legal, where this one calls none of that size legal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from itertools import groupby, product
from operator import or_
from typing import NamedTuple

from emperor_rules.check.cache import SearchCache
from emperor_rules.check.editions import may_clash, resolved, seating_texts, silenced, speaks
from emperor_rules.check.search_report import Candidates
from emperor_rules.evaluate.engine import Engine
from emperor_rules.limits import PROCESSES, SEARCHED_SEATS, Clock, option_sets
from emperor_rules.model.seating import Table
from emperor_rules.model.texts import Edition
from emperor_rules.model.vocabulary import Predicate, Role
from emperor_rules.resolve.cone import cone_of
from emperor_rules.resolve.resolver import dates_of
from emperor_rules.resolve.roles import parts_of, roles_in
from emperor_rules.resolve.rules import ResolvedText, Rule
from emperor_rules.search.bitset import BitText
from emperor_rules.search.roles import tellable_letters
from emperor_rules.search.seatings import (
    FEWEST_SEATS,
    RoleSpace,
    SeatingMemo,
    TooManySeatings,
    add_turned,
    by_size,
    judges_seatings,
    legal_tables,
    memo_key,
    not_refuted,
    requirement_signature,
    role_spaces,
    tables_up_to,
)
from emperor_rules.search.state_space import plain_space
from emperor_rules.search.witness_search import every_argument
from emperor_rules.semantics.verdict import Conclusion, without


def seating_options(texts: Sequence[ResolvedText]) -> frozenset[str]:
    """Return the options on which it depends which tables are legal by some of the texts."""
    requirement = texts[0].vocabulary.requirement
    if requirement is None:
        return frozenset()
    return reduce(or_, (cone_of(text, requirement.id).options & text.options for text in texts), frozenset())


#: The fewest positions that a table counts for: searching a smaller one takes as long. Where there are too many tables
#: to be listed, none stands for those left out, and each counts for less.
FEWEST_STATES, FEWEST_UNLISTED = 1 << 10, 1 << 8


@dataclass(frozen=True)
class SearchSettings:
    """On which tables and under which options to search, and by how many processes where there is much work.

    ``sets`` are the sets of options in use in turn; by default each that matters, alone, and none, or (``all_options``)
    every set of those. The results of earlier searches in ``cache`` are used and added to. ``states`` is how many
    positions the tables of a text may have together, or those of two texts with each set of options, counting only who
    has gone; ``None``: any number.
    """

    up_to: int = SEARCHED_SEATS
    clock: Clock = field(default_factory=lambda: Clock(None))
    sets: Sequence[frozenset[str]] | None = None
    all_options: bool = False
    cache: SearchCache | None = None
    processes: int = PROCESSES
    states: int | None = None

    @cached_property
    def seatings(self) -> SeatingMemo:
        """Seatings found before; those found now are added."""
        return self.cache.seatings if self.cache is not None else {}

    def option_sets(self, options: frozenset[str], texts: Iterable[ResolvedText]) -> Sequence[frozenset[str]]:
        """Return the sets of options to search texts under, where these matter."""
        alternatives = [group for text in texts for group in text.alternatives]
        sets = option_sets(options, every=self.all_options, alternatives=alternatives)
        return sets if self.sets is None else self.sets

    def tables(
        self, choices: Sequence[Sequence[ResolvedText]], options: frozenset[str] = frozenset(), times: int = 1
    ) -> LegalTables:
        """Return the tables that all texts of one of the choices call legal, each choice within limits of its own.

        ``times`` is how often they are to be searched.
        """
        tables: dict[str, Table] = {}
        reached, thinned = 0, False
        for texts in choices:
            own = LegalTables(
                *tables_up_to([texts], self.up_to, self.clock.check, self.seatings, options, sampled=True)
            )
            if self.states is not None:
                own = own.within(self.states // times, unlisted=own.reached < self.up_to)
            tables.update((table.seats, table) for table in own.tables)
            reached, thinned = max(reached, own.reached), thinned or own.thinned
        return LegalTables(tuple(sorted(tables.values(), key=by_size)), reached, thinned)


class LegalTables(NamedTuple):
    """Tables in the order of witnesses, the most seats up to which they are all there, and whether there are too many.

    They are ``thinned`` where those of the next size would have had too many positions: some stand for all of them.
    Where a finding tells that there are too many to be listed, they are not called so.
    """

    tables: tuple[Table, ...]
    reached: int
    thinned: bool = False

    def within(self, states: int, *, unlisted: bool) -> LegalTables:
        """Return as many of them as have no more positions than some, of the last size some spread evenly over all.

        ``unlisted`` is whether there are too many to be listed.
        """
        kept: list[Table] = []
        for seats, group in groupby(self.tables, key=lambda table: len(table.roles)):
            size, each = tuple(group), max(FEWEST_UNLISTED if unlisted else FEWEST_STATES, 1 << seats)
            room = states // each
            if len(size) > room and seats <= self.reached:
                spread = size[:: -(-len(size) // room)] if room else ()
                return LegalTables((*kept, *(() if unlisted else spread)), seats - 1, thinned=not unlisted)
            kept += size
            states -= len(size) * each
        return self


def legal_candidates(choices: Sequence[Sequence[ResolvedText]], how: SearchSettings, times: int = 1) -> Candidates:
    """Return the tables that all texts of one of the choices call legal, if they are to be searched so many times."""
    options = seating_options([text for texts in choices for text in texts])
    legal: dict[frozenset[str], frozenset[str]] = {}
    tables: dict[str, Table] = {}
    reached, thinned = 0, False
    sets = how.option_sets(options, [text for texts in choices for text in texts])
    for key in dict.fromkeys(chosen & options for chosen in sets):
        own = how.tables(choices, key, times)
        tables.update((table.seats, table) for table in own.tables)
        legal[key] = frozenset(table.seats for table in own.tables)
        reached, thinned = max(reached, own.reached), thinned or own.thinned
    return Candidates(tuple(sorted(tables.values(), key=by_size)), reached, legal, {}, thinned=thinned)


def legal_in_one(
    engine: Engine, sides: Sequence[Edition], how: SearchSettings, options: frozenset[str]
) -> dict[str, tuple[int, str]]:
    """Return how many tables each of two texts alone calls legal, with the smallest; nothing where they call the same.

    Of a text that says of no table whether it is legal nothing is returned either.
    """
    texts = [resolved(engine, side) for side in sides]
    requirement = texts[0].vocabulary.requirement
    if requirement is None or not all(map(judges_seatings, texts)):
        return {}
    if len({requirement_signature(text) for text in texts}) == 1:
        return {}
    unshared: dict[str, tuple[int, str]] = {}
    for side, own, other in zip(sides, texts, reversed(texts), strict=True):

        def refused(table: Table, by: ResolvedText = other) -> bool:
            space = plain_space(table, by.vocabulary, options & by.options)
            return not BitText(by, space).verdict(requirement.id, ()).true

        listed, _ = tables_up_to([[own]], how.up_to, how.clock.check, how.seatings, options & own.options, sampled=True)
        alone = [table.seats for table in listed if refused(table)]
        unshared[side.name] = len(alone), next(iter(alone), "")
    return unshared if any(tables for tables, _ in unshared.values()) else {}


def roles_at_no_table(text: ResolvedText, tables: Collection[Table]) -> Iterator[tuple[Role, Rule]]:
    """Yield each role of which a text's own clauses speak and which nobody has at some tables, with its first rule.

    What the text requires of a table is left out.
    """
    roles, requirement = text.vocabulary.roles, text.vocabulary.requirement
    if requirement is None or not tables:
        return
    own = [r for r in text.rules if r.predicate != requirement.id and text.clauses[r.clause].clause.text == text.id]
    unseated = {*tellable_letters([text])} - {role for table in tables for role in table.roles}
    for role in sorted((role for role in roles.values() if role.letter in unseated), key=lambda role: role.letter):
        naming = next((rule for rule in own if role.id in roles_in(parts_of(rule))), None)
        if naming is not None:
            yield role, naming


def unseated(
    engine: Engine, sides: Sequence[Edition], how: SearchSettings, options: frozenset[str]
) -> dict[str, tuple[str, ...]]:
    """Return the roles of which compared texts speak and which nobody has at their legal tables, by text."""
    absent: dict[str, tuple[str, ...]] = {}
    for side in sides:
        text = resolved(engine, side)
        if judges_seatings(text):
            in_use = options & text.options
            tables = tables_up_to([[text]], how.up_to, how.clock.check, how.seatings, in_use, sampled=True)[0]
            absent[side.name] = tuple(role.id for role, _ in roles_at_no_table(text, tables))
    return {name: roles for name, roles in absent.items() if roles}


def candidate_tables(engine: Engine, edition: Edition, how: SearchSettings) -> Candidates:
    """Return the tables on which a text is searched by itself."""
    own = resolved(engine, edition)
    settings = seating_texts(engine, edition) or (own,)
    candidates = legal_candidates([[text] for text in settings], how)
    requirement = own.vocabulary.requirement
    if requirement is None or not speaks(own, requirement):
        return candidates

    rules = own.rules_about(requirement.id)
    refuting = [r for r in rules if r.kind == Conclusion.NO and own.clauses[r.clause].clause.text == own.id]

    def means_to_refute(table: Table, options: frozenset[str]) -> bool:
        bits = BitText(own, plain_space(table, own.vocabulary, options))
        return any(bits.guard(rule)[0] for rule in refuting)

    dates = dates_of(edition.text, edition.on, engine.rulebook.texts)
    parts = (resolved(engine, Edition(id, date)) for id, date in dates.items() if id != edition.text)
    included, neighbours = [text for text in parts if judges_seatings(text)], _neighbours(engine, edition)
    tables = {table.seats: table for table in candidates.tables}
    disputed: dict[frozenset[str], frozenset[str]] = {}
    lost: tuple[tuple[str, Table], ...] = ()
    for options, legal in candidates.legal.items():
        own_tables = [tables[seats] for seats in legal]
        contradictory = _contradictory(own, requirement, candidates.reached, how.seatings, options)
        taken = [
            (text.id, table)
            for text in included
            for table in how.tables([[text]], options & text.options).tables
            if table.seats not in legal
            and (not candidates.thinned or len(table.roles) <= candidates.reached)
            and not means_to_refute(table, options)
        ]
        sizes = {table.sizes for table in own_tables}
        ordinary = [
            table for text in neighbours for table in how.tables([[text]]).tables[:1] if table.sizes not in sizes
        ]
        if not options:
            within = [
                pair for pair in taken if len(pair[1].roles) <= candidates.reached
            ]  # larger ones may be legal too
            lost = tuple(_lost_sizes(within, [*own_tables, *contradictory]))
        more = {table.seats: table for table in (*contradictory, *(table for _, table in taken), *ordinary)}
        disputed[options] = frozenset(more.keys() - legal)
        tables.update(more)
    return replace(candidates, tables=tuple(sorted(tables.values(), key=by_size)), disputed=disputed, lost=lost)


# --- tables whose legality is unknown because of a contradiction ----------------------------------


def _contradictory(
    text: ResolvedText, requirement: Predicate, up_to: int, memo: SeatingMemo, options: frozenset[str]
) -> list[Table]:
    """Return the tables whose legality is unknown because of a contradiction, and that one side of it calls legal.

    Where no side alone would make any table legal, all whose legality is unknown so are returned.
    """
    predicates = text.vocabulary.predicates
    clashing = [
        predicates[name]
        for name in sorted(cone_of(text, requirement.id).predicates)
        if predicates[name].builtin is None and may_clash(text, predicates[name])
    ]
    if not clashing:
        return []
    unknown: dict[str, Table] = {}
    clauses: set[int] = set()
    letters = tellable_letters([text])
    try:
        for count in range(FEWEST_SEATS, up_to + 1):
            key = memo_key(("in dispute", count, letters, *sorted(options)), [text])
            if memo.get(key) == ():
                continue
            before = len(unknown)
            for space in role_spaces([text], count, letters, memo, options):
                for roles in _unknown_in(text, requirement, clashing, space, clauses):
                    add_turned(unknown, roles, space.table.team, text.vocabulary)
            if len(unknown) == before:
                memo[key] = ()
    except TooManySeatings:
        pass
    if not unknown:
        return []
    counts, names = {len(table.roles) for table in unknown.values()}, {predicate.id for predicate in clashing}
    by_a_side = set[str]()
    for clause, count in product(sorted(clauses), sorted(counts)):
        own = {r.number for r in text.rules if r.clause == clause and r.predicate in names}
        with suppress(TooManySeatings):
            by_a_side |= {table.seats for table in legal_tables([silenced(text, own)], count, letters, memo, options)}
    return [table for seats, table in unknown.items() if seats in by_a_side] or list(unknown.values())


def _unknown_in(
    text: ResolvedText, requirement: Predicate, clashing: Sequence[Predicate], space: RoleSpace, clauses: set[int]
) -> Iterator[tuple[str, ...]]:
    """Yield the roles of seatings of a space whose legality is unknown and where clauses contradict each other.

    The clauses that do so are added to ``clauses``.
    """
    narrowed = not_refuted([text], space)
    if narrowed is None:
        return
    space, bits = narrowed
    roles = BitText(text, space)
    fact = roles.verdict(requirement.id, ())
    bits = without(bits, fact.true | fact.false)
    contradicted = fact.contradicted & bits
    for predicate in clashing if bits else ():
        for args in every_argument(predicate, space.table):
            verdict = roles.verdict(predicate.id, args)
            positions = verdict.contradicted & bits
            contradicted |= positions
            clauses.update(text.rules[number].clause for number, live in verdict.live if live & positions)
    yield from space.seatings(contradicted)


# --- tables that other texts call legal -----------------------------------------------------------


def _neighbours(engine: Engine, edition: Edition) -> list[ResolvedText]:
    """Return the texts that a relation joins to an edition's, and that judge seatings."""
    texts = engine.rulebook.texts
    related = [Edition(target.text, target.at) for _, target in texts[edition.text].relations if target.text in texts]
    related += [
        Edition(text.id) for text in texts.values() if any(target.text == edition.text for _, target in text.relations)
    ]
    return [text for neighbour in related if judges_seatings(text := resolved(engine, neighbour))]


def _lost_sizes(taken: Sequence[tuple[str, Table]], remaining: Sequence[Table]) -> Iterator[tuple[str, Table]]:
    """Yield the smallest of the tables of each size of equal teams that are all taken away, with who calls it legal."""
    left = {(len(table.sizes), table.sizes[0]) for table in remaining}
    for included, table in sorted(taken, key=lambda pair: by_size(pair[1])):
        sizes = len(table.sizes), table.sizes[0]
        if sizes not in left and len(set(table.sizes)) == 1:
            left.add(sizes)
            yield included, table
