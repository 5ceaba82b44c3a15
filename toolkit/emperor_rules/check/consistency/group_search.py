"""Search one text for contradictions and silence, or two for differences, a group of questions at a time.

Questions that tell the same positions apart are searched together, so that what one needs is there for the next.
The findings are witnesses; whoever shows one asks the evaluator again.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from emperor_rules.check.consistency.equivalence import StaticEquivalence
from emperor_rules.check.limits import Clock, subsets
from emperor_rules.check.search_report import QuestionResult
from emperor_rules.model.requests import Witness
from emperor_rules.model.seating import Table
from emperor_rules.resolve.cone import Cone, cone_of
from emperor_rules.resolve.rules import OPEN, ResolvedText
from emperor_rules.search.bitset import BitText
from emperor_rules.search.query import AnswerSets, TextSearch
from emperor_rules.search.space_layout import SEATS_OF_SETS, sets_in, spaces_for, varied
from emperor_rules.search.state_space import Bits, Space
from emperor_rules.search.witness_search import (
    CONTRADICTED,
    SILENT,
    Outcome,
    WitnessPosition,
    by_clauses,
    keep_smaller,
    mirrored,
    outcome_pairs,
    smallest_positions,
)

#: The options in use with what else tells findings about one question apart.
Kind = tuple[frozenset[str], Hashable]


@dataclass(frozen=True)
class Group:
    """Questions that are searched together, and the sets of options under which."""

    asks: tuple[str, ...]
    options: tuple[frozenset[str], ...]


def grouped(
    texts: Sequence[ResolvedText],
    asks: Iterable[str],
    *,
    all_options: bool = False,
    sets: Sequence[frozenset[str]] | None = None,
) -> list[Group]:
    """Group questions that tell the same positions apart; ``sets`` are the options, unless those of each cone."""
    vocabulary = texts[0].vocabulary
    groups: dict[tuple[tuple[frozenset[str], ...], Hashable], list[str]] = {}
    for ask in asks:
        relation = vocabulary.relations[ask]
        cone = cone_in(texts, ask)
        options = tuple(sets) if sets is not None else tuple(option_sets(texts, ask, all_options=all_options))
        layout = (
            relation.requirement,
            relation.ignores,
            cone.moments,
            cone.circular,
            varied(cone, relation, vocabulary),
            cone.givens,
            cone.numbers,
        )
        groups.setdefault((options, layout), []).append(ask)
    return [Group(tuple(members), options) for (options, _), members in groups.items()]


def cone_in(texts: Sequence[ResolvedText], ask: str) -> Cone:
    """Return what the answers to a question depend on in any of the texts."""
    return reduce(or_, (cone_of(text, ask) for text in texts))


def option_sets(texts: Sequence[ResolvedText], ask: str, *, all_options: bool = False) -> list[frozenset[str]]:
    """Return no option, then each that the question's clauses look at, alone; or every set of them."""
    options: set[str] = set()
    for text in texts:
        options |= cone_of(text, ask).options & text.options
    if all_options:
        return subsets(options)
    return [frozenset(), *(frozenset({option}) for option in sorted(options))]


def search_group(
    texts: Sequence[ResolvedText],
    group: Group,
    tables: Sequence[Table],
    clock: Clock,
    settings: Sequence[ResolvedText] = (),
) -> list[QuestionResult]:
    """Search a group of questions on every table: two texts for differences, one for contradictions and silence.

    Args:
        texts: One text or two.
        group: The questions, and the options in use.
        tables: Where to search, in order of size: of findings of one kind only that of the first table counts.
        clock: The time limit.
        settings: Of a text that says nothing of seatings itself, the texts that build on it: it is searched where play
            goes on by any of them.

    Raises:
        DeadlineExceeded: The time was over first.
    """
    searches = [_QuestionSearch(texts, ask, settings) for ask in group.asks]
    directed = any(search.cone.directed for search in searches)
    for options in group.options:
        searched: dict[str, list[Space]] = {}
        for table in tables:
            mirror_spaces = None if directed else searched.get(mirrored(table))
            spaces = mirror_spaces or searches[0].spaces(table, options)
            for search in searches:
                search.count(spaces)
            if mirror_spaces is not None:
                continue
            searched[table.seats] = spaces
            equivalence = StaticEquivalence(texts, table, options) if len(texts) == 2 else None
            open_searches = [s for s in searches if equivalence is None or not equivalence.same(s.relation.id)]
            for space in spaces if open_searches else ():
                _search_space(open_searches, space, [BitText(text, space) for text in texts], clock)
            for search in open_searches:
                search.finish_table()
    return [search.result() for search in searches]


def _search_space(searches: Sequence[_QuestionSearch], space: Space, bits: Sequence[BitText], clock: Clock) -> None:
    """Search one space for several questions; what no other of them reads is forgotten, as it may be large."""
    for search in searches:
        clock.check()
        search.search_space(space, bits)
        name = search.relation.id
        if not any(name in reader.cone.relations for reader in searches if reader is not search):
            for text in bits:
                text.forget(name)


class _QuestionSearch:
    """The search of one question, with what it has shown so far."""

    def __init__(self, texts: Sequence[ResolvedText], ask: str, settings: Sequence[ResolvedText]) -> None:
        self.texts, self.settings = texts, settings
        self.vocabulary = texts[0].vocabulary
        self.relation = self.vocabulary.relations[ask]
        self.cone = cone_in(texts, ask)
        self.witnesses: dict[Kind, Witness] = {}
        #: What shows only where facts vary that the question leaves to its text: it counts if nothing else shows it.
        self.aside: dict[Kind, Witness] = {}
        #: The smallest positions of the present table, on spaces aside or not.
        self.smallest: dict[tuple[bool, Kind], WitnessPosition] = {}
        self.tables = self.positions = 0
        self.fixed: set[str] = set()

    def result(self) -> QuestionResult:
        aside = [witness for kind, witness in self.aside.items() if kind not in self.witnesses]
        witnesses = (*self.witnesses.values(), *aside)
        return QuestionResult(self.relation.id, witnesses, self.tables, self.positions, tuple(sorted(self.fixed)))

    def spaces(self, table: Table, options: frozenset[str]) -> list[Space]:
        return spaces_for(
            table,
            self.cone,
            self.relation,
            self.vocabulary,
            options,
            self.settings or self.texts,
            by_any=bool(self.settings),
        )

    def count(self, spaces: Sequence[Space]) -> None:
        """Count a table, and what is not varied on it."""
        self.tables += 1
        self.positions += sum(space.size for space in spaces)
        if not any(space.apart for space in spaces):
            self.fixed.add("leaving")
        self.fixed.update(self.cone.givens - {key for space in spaces for key in space.by_given})
        if len(spaces[0].table.roles) > SEATS_OF_SETS:
            self.fixed |= sets_in(self.cone, self.relation, self.vocabulary)

    def search_space(self, space: Space, bits: Sequence[BitText]) -> None:
        """Search every position of a space, for kinds of finding that no smaller table has shown."""
        shown = self.witnesses.keys() | self.aside.keys() if space.aside else self.witnesses.keys()
        positions = smallest_positions(
            self.relation,
            space,
            [TextSearch(t, space, self.relation, b).ask for t, b in zip(self.texts, bits, strict=True)],
            lambda answers: (((space.options, kind), bits) for kind, bits in self._kinds(answers, space)),
            without=shown,
        )
        for kind, position in positions.items():
            keep_smaller(self.smallest, (space.aside, kind), position)

    def _kinds(self, answers: Sequence[AnswerSets], space: Space) -> Iterator[tuple[Hashable, Bits]]:
        if len(answers) == 1:
            return _conflicts(answers[0], self.texts[0], essential=self.relation.essential and not space.aside)
        return _differences(answers, self.texts)

    def finish_table(self) -> None:
        """Keep the smallest of what the table showed, in their order: some may turn out to be one finding."""
        for (aside, kind), position in sorted(self.smallest.items(), key=lambda entry: entry[1]):
            (self.aside if aside else self.witnesses)[kind] = position.witness(self.relation)
        self.smallest.clear()


def _conflicts(answers: AnswerSets, text: ResolvedText, *, essential: bool) -> Iterator[tuple[Hashable, Bits]]:
    """Yield the positions in which a text contradicts itself, or says nothing that it leaves open."""
    if answers.contradicted:
        for positions, clauses in by_clauses(answers.contradicted, CONTRADICTED, answers, text):
            yield (CONTRADICTED, clauses), positions
    if essential and answers.silent:
        gap = answers.silent
        for number, live in answers.live:
            if text.rules[number].kind == OPEN:
                gap &= ~live
        if gap:
            yield SILENT, gap


def _differences(answers: Sequence[AnswerSets], texts: Sequence[ResolvedText]) -> Iterator[tuple[Hashable, Bits]]:
    """Yield the positions that differ in the same way, by the same clauses."""
    for pair in outcome_pairs(answers, texts):
        yield (*map(_status, pair.outcomes), *pair.clauses), pair.positions


def _status(outcome: Outcome) -> str:
    return outcome if outcome in (SILENT, CONTRADICTED) else "answered"
