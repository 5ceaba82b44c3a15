"""Search one text for contradictions and silence, or two for differences, a group of questions at a time.

Questions whose positions have the same layout are searched together, as they share intermediate results. The results
are witnesses, which the evaluator replays before they are shown.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from operator import or_

from emperor_rules.check.consistency.candidates import SearchSettings, seating_options
from emperor_rules.check.consistency.replay import setting_texts
from emperor_rules.check.editions import may_clash, resolved
from emperor_rules.check.search_report import Candidates, QuestionResult, SearchUnit
from emperor_rules.evaluate.answers import CONTRADICTED_STATUS, SILENT
from emperor_rules.evaluate.engine import Engine
from emperor_rules.limits import Clock
from emperor_rules.model.scenarios import Witness
from emperor_rules.model.seating import Table
from emperor_rules.model.vocabulary import DefaultWord, GivenKind, Predicate
from emperor_rules.resolve.cone import Cone, cone_of, cone_signature, own_signature, reads
from emperor_rules.resolve.rules import ResolvedText, definition_of
from emperor_rules.search.bitset import BitText
from emperor_rules.search.space_layout import SEATS_OF_SETS, sets_in, spaces_for, varied
from emperor_rules.search.state_space import Space
from emperor_rules.search.symmetry import likeness
from emperor_rules.search.witness_search import (
    AnswerSets,
    PositionAnswer,
    TextSearch,
    WitnessPosition,
    answer_pairs,
    by_clauses,
    every_argument,
    keep_smaller,
    smallest_positions,
)
from emperor_rules.semantics.verdict import Bits, Conclusion, union, without

#: The options in use, and what else distinguishes findings on one question.
FindingKind = tuple[frozenset[str], Hashable]


@dataclass(frozen=True)
class SearchJob:
    """Questions of one unit that are searched together, in whichever process, under each of some sets of options.

    Of each kind of finding only the witness on the first of the candidates is kept. ``weight`` estimates the work.
    """

    unit: SearchUnit
    asks: tuple[str, ...]
    options: tuple[frozenset[str], ...]
    candidates: Candidates
    weight: int = 0


def question_groups(
    texts: Sequence[ResolvedText], asks: Iterable[str], how: SearchSettings
) -> list[tuple[tuple[str, ...], tuple[frozenset[str], ...]]]:
    """Return questions grouped by layout, each group with the sets of options that its clauses or legality read."""
    vocabulary = texts[0].vocabulary
    groups: dict[tuple[tuple[frozenset[str], ...], Hashable], list[str]] = {}
    for ask in asks:
        predicate = vocabulary.predicates[ask]
        cone = cone_in(texts, ask)
        read_options = frozenset().union(*(cone_of(text, ask).options & text.options for text in texts))
        different: dict[Hashable, frozenset[str]] = {}
        for chosen in how.option_sets(seating_options(texts) | read_options, texts):
            different.setdefault(_read_of(chosen, ask, texts), chosen)
        options = tuple(different.values())
        read = cone.moments, cone.circular, varied(cone, predicate, vocabulary), cone.givens, cone.numbers, cone.ordered
        # for these it cannot be asked with nobody, or is so asked
        names = frozenset(
            (key, of == DefaultWord.NONE) for key, of in predicate.own_defaults.items() if key in cone.givens
        )
        groups.setdefault((options, (predicate.requirement, predicate.ignores, names, *read)), []).append(ask)
    return [(tuple(members), options) for (options, _), members in groups.items()]


def _read_of(options: frozenset[str], ask: str, texts: Sequence[ResolvedText]) -> Hashable:
    """Return what texts read of the options in use for a question and for which tables are legal: some are usual."""
    requirement = texts[0].vocabulary.requirement
    asks = (ask,) if requirement is None else (ask, requirement.id)
    return tuple(text.in_use(options) & cone_of(text, read).options for text in texts for read in asks)


def cone_in(texts: Sequence[ResolvedText], ask: str, options: frozenset[str] | None = None) -> Cone:
    """Return what the answers to a question depend on in any of the texts, with some options in use or with any."""
    return reduce(or_, (cone_of(text, ask, None if options is None else text.in_use(options)) for text in texts))


def search_group(engine: Engine, job: SearchJob, clock: Clock) -> list[QuestionResult]:
    """Return the results of the questions of a job: differences of two texts, or conflicts and silence of one.

    A text without clauses about legal seatings is searched in the positions in which play continues by any of the texts
    that include it and have some.

    Raises:
        DeadlineExceeded: The time was over first.
    """
    texts = [resolved(engine, side) for side in job.unit.sides]
    settings = setting_texts(engine, job.unit.sides[0]) if len(texts) == 1 else ()
    searches = [_QuestionSearch(texts, ask, settings) for ask in job.asks]
    for options in job.options:
        cones = [cone_in(texts, ask, options) for ask in job.asks]
        own = reduce(or_, cones)
        searched: dict[Hashable, list[Space]] = {}
        for table, disputed in job.candidates.searched(options):
            alike = disputed, likeness(table, own, searches[0].predicate, engine.rulebook.vocabulary, settings or texts)
            same_spaces = searched.get(alike)
            spaces = same_spaces or searches[0].spaces(table, own, options)
            for search, asked in zip(searches, cones, strict=True):
                search.count(spaces, asked)
            if same_spaces is not None:
                continue
            searched[alike] = spaces
            equivalence = StaticEquivalence(texts, table, options) if len(texts) == 2 else None
            open_searches = [
                search
                for search in searches
                if (search.may_conflict(options) if equivalence is None else not equivalence.same(search.predicate.id))
            ]
            for space in spaces if open_searches else ():
                bits = [BitText(text, space) for text in texts]
                for search in open_searches:
                    clock.check()
                    search.search_space(space, bits, disputed)
            for search in open_searches:
                search.finish_table()
    return [search.result() for search in searches]


class _QuestionSearch:
    """The search of one question, with its witnesses so far."""

    def __init__(self, texts: Sequence[ResolvedText], ask: str, settings: Sequence[ResolvedText]) -> None:
        self.texts, self.settings = texts, settings
        self.vocabulary = texts[0].vocabulary
        self.predicate = self.vocabulary.predicates[ask]
        self.witnesses: dict[FindingKind, Witness] = {}
        #: Witnesses that vary a given fact which the question leaves to its text: used if no other has their kind.
        self.aside: dict[FindingKind, Witness] = {}
        #: The smallest positions on the current table, by whether their space is aside.
        self.smallest: dict[tuple[bool, FindingKind], WitnessPosition] = {}
        self.tables = self.positions = 0
        self.fixed: set[str] = set()
        self.sets: set[str] = set()

    def result(self) -> QuestionResult:
        aside = [witness for kind, witness in self.aside.items() if kind not in self.witnesses]
        witnesses = (*self.witnesses.values(), *aside)
        fixed, sets = tuple(sorted(self.fixed)), tuple(sorted(self.sets))
        givens = (self.vocabulary.givens[key] for key in sorted(cone_in(self.texts, self.predicate.id).givens))
        numbers = tuple(given.id for given in givens if given.kind is GivenKind.NUMBERS)
        return QuestionResult(self.predicate.id, witnesses, self.tables, self.positions, fixed, sets, numbers)

    def spaces(self, table: Table, cone: Cone, options: frozenset[str]) -> list[Space]:
        texts, by_any = self.settings or self.texts, bool(self.settings)
        return spaces_for(table, cone, self.predicate, self.vocabulary, options, texts, by_any)

    def may_conflict(self, options: frozenset[str]) -> bool:
        """Return whether, with some options in use, there may be anything to find in the one text."""
        (text,) = self.texts
        return self.predicate.essential or may_clash(text, self.predicate, text.in_use(options))

    def count(self, spaces: Sequence[Space], cone: Cone) -> None:
        """Add a table and its positions to the totals, and record the given facts that are not varied on it."""
        self.tables += 1
        self.positions += sum(space.size for space in spaces)
        if not any(space.tells_leaving_apart for space in spaces):
            self.fixed.add("leaving")
        self.fixed.update(cone.givens - {key for space in spaces for key in space.by_given})
        if len(spaces[0].table.roles) > SEATS_OF_SETS:
            self.sets |= sets_in(cone, self.predicate, self.vocabulary)
            self.fixed |= self.sets

    def search_space(self, space: Space, bits: Sequence[BitText], disputed: bool) -> None:
        """Search every position of a space for kinds of finding without a witness on a smaller table.

        Silence is nothing to report where the legality of the table is in dispute.
        """
        witnessed = self.witnesses.keys() | self.aside.keys() if space.varies_choices else self.witnesses.keys()

        def kinds(answers: Sequence[AnswerSets]) -> Iterator[tuple[FindingKind, Bits]]:
            if len(answers) == 1:
                essential = self.predicate.essential and not space.varies_choices and not disputed
                for kind, where in _conflicts(answers[0], self.texts[0], essential=essential):
                    yield (space.options, kind), where
            else:  # what differs in the same way, by the same clauses
                for pair, clauses, where in answer_pairs(answers, self.texts):
                    yield (space.options, (*(answer.status for answer in pair), *clauses)), where

        answerers = [TextSearch(t, space, self.predicate, b).ask for t, b in zip(self.texts, bits, strict=True)]
        positions = smallest_positions(self.predicate, space, answerers, kinds, without=witnessed)
        for kind, position in positions.items():
            keep_smaller(self.smallest, (space.varies_choices, kind), position)

    def finish_table(self) -> None:
        """Store the smallest position of each kind on the table as its witness, in order of size."""
        for (aside, kind), position in sorted(self.smallest.items(), key=lambda entry: entry[1]):
            (self.aside if aside else self.witnesses)[kind] = position.witness(self.predicate)
        self.smallest.clear()


def _conflicts(answers: AnswerSets, text: ResolvedText, *, essential: bool) -> Iterator[tuple[Hashable, Bits]]:
    """Yield the positions in which a text contradicts itself, or is silent without an open clause."""
    if answers.contradicted:
        for positions, clauses in by_clauses(answers.contradicted, PositionAnswer(CONTRADICTED_STATUS), answers, text):
            yield (CONTRADICTED_STATUS, clauses), positions
    if essential and answers.silent:
        opened = union(live for number, live in answers.live if text.rules[number].kind == Conclusion.OPEN)
        yield SILENT, without(answers.silent, opened)


# --- without a search -----------------------------------------------------------------------------


@dataclass
class StaticEquivalence:
    """Whether the rules of two texts give the same answers on one table with some options, without searching it.

    They do where the rules of the question are the same and the predicates that those rules read are equivalent in
    turn. Rules that differ but read nothing other than the initial seats are evaluated: that is a single position.
    """

    texts: Sequence[ResolvedText]
    table: Table
    options: frozenset[str]
    alike: dict[str, bool] = field(default_factory=dict)

    @cached_property
    def _bits(self) -> list[BitText]:
        space = Space(self.table, {}, {}, {}, self.options)
        return [BitText(text, space) for text in self.texts]

    def same(self, predicate: str) -> bool:
        """Return whether both texts certainly conclude the same about a predicate in every position of the table."""
        alike = self.alike.get(predicate)
        if alike is None:
            # a recursive predicate is equivalent only if all of its component has the same rules
            self.alike[predicate] = False
            alike = self.alike[predicate] = self._same(predicate)
        return alike

    def _same(self, predicate: str) -> bool:
        first, second = self.texts
        if cone_signature(first, predicate) == cone_signature(second, predicate):
            return True
        members = {predicate, *first.circles.get(predicate, ()), *second.circles.get(predicate, ())}
        same_words = all(own_signature(first, name) == own_signature(second, name) for name in members)
        if same_words and all(map(self.same, {read for name in members for read in reads(first, name)} - members)):
            return True
        return self._same_at_the_start(first.vocabulary.predicates[predicate])

    def _same_at_the_start(self, predicate: Predicate) -> bool:
        """Return whether a predicate that depends on seats and options alone has the same values in both texts."""
        cones = [cone_of(text, predicate.id) for text in self.texts]
        if any(cone.moments - {"start"} or cone.givens for cone in cones):
            return False
        if len({definition_of(text, predicate.id).is_silent_by_default for text in self.texts}) > 1:
            return False  # a predicate without rules is false where it is read, but silent where it is asked
        for args in every_argument(predicate, self.table):
            sets = [text.verdict(predicate.id, args) for text in self._bits]
            if sets[0]._replace(live=()) != sets[1]._replace(live=()):
                return False
        return True
