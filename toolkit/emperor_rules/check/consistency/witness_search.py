"""Look for the smallest positions at which two texts answer differently, or one contradicts itself or says nothing.

Questions that tell the same positions apart are looked at together, so that what one needs is there for the next.
What is found are requests; whoever shows one asks the evaluator again.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from emperor_rules.check.consistency.equivalence import StaticEquivalence
from emperor_rules.check.limits import Clock, subsets
from emperor_rules.model.seating import TEAM_LETTERS, Table
from emperor_rules.model.vocabulary import Predicate
from emperor_rules.resolve.cone import Cone, cone_of
from emperor_rules.resolve.rules import NO, OPEN, VALUE, YES, ResolvedText
from emperor_rules.search.bitset import Args, BitText
from emperor_rules.search.query import SEATS_OF_SETS, AnswerSets, TextSearch, arguments, sets_in, spaces_for, varied
from emperor_rules.search.state_space import Bits, Space

SILENT, CONTRADICTED = "silent", "contradicted"

Tables = Sequence[Table]
#: A question's positions, each by what tells it apart from other findings.
Found = Iterator[tuple[Bits, Hashable]]


@dataclass(frozen=True)
class QuestionResult:
    """What was seen of one question: smallest witnesses (requests without text and date), and how far that looked.

    ``fixed`` are given facts that clauses look at and that did not vary in every way on some table, for their number.
    """

    ask: str
    witnesses: tuple[Mapping[str, Any], ...]
    tables: int
    positions: int
    fixed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Group:
    """Questions that are looked at together, and the sets of options under which."""

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
    together: dict[Hashable, list[str]] = {}
    for ask in asks:
        relation = vocabulary.relations[ask]
        cone = cone_in(texts, ask)
        chosen = tuple(sets) if sets is not None else tuple(option_sets(texts, ask, all_options=all_options))
        key = (
            chosen,
            relation.requirement,
            relation.ignores,
            cone.moments,
            cone.circular,
            varied(cone, relation, vocabulary),
            cone.givens,
            cone.numbers,
        )
        together.setdefault(key, []).append(ask)
    return [Group(tuple(some), key[0]) for key, some in together.items()]  # type: ignore[index]


def cone_in(texts: Sequence[ResolvedText], ask: str) -> Cone:
    """Give what the answers to a question depend on in any of the texts."""
    return reduce(or_, (cone_of(text, ask) for text in texts))


def option_sets(texts: Sequence[ResolvedText], ask: str, *, all_options: bool = False) -> list[frozenset[str]]:
    """Give no option, then each that the question's clauses look at, alone; or every set of them."""
    looked: set[str] = set()
    for text in texts:
        looked |= cone_of(text, ask).options & text.options
    if all_options:
        return subsets(looked)
    return [frozenset(), *(frozenset({option}) for option in sorted(looked))]


def search_group(
    texts: Sequence[ResolvedText], group: Group, tables: Tables, clock: Clock, settings: Sequence[ResolvedText] = ()
) -> list[QuestionResult]:
    """Look at a group of questions on every table: two texts for differences, one for contradictions and silence.

    ``settings`` are the texts that build on a text which says nothing of seatings itself: it is looked at where play
    goes on by any of them. The tables are in order of size; of findings that are the same only the first is kept.
    Raises :class:`~emperor_rules.check.limits.OutOfTime`.
    """
    seekers = [_WitnessSearch(texts, ask, settings) for ask in group.asks]
    directed = any(seeker.cone.directed for seeker in seekers)
    for options in group.options:
        done: set[str] = set()
        for table in tables:
            spaces = seekers[0].spaces(table, options)
            if not directed and mirrored(table) in done:
                for seeker in seekers:
                    seeker.note(spaces)
                continue
            done.add(table.seats)
            alike = StaticEquivalence(texts, table, options) if len(texts) == 2 else None
            wanted = []
            for seeker in seekers:
                seeker.note(spaces)
                if alike is None or not alike.same(seeker.relation.id):
                    wanted.append(seeker)
            for space in spaces if wanted else ():
                _seek(wanted, space, [BitText(text, space) for text in texts], clock)
            for seeker in wanted:
                seeker.settle()
    return [seeker.search_group() for seeker in seekers]


def _seek(seekers: Sequence[_WitnessSearch], space: Space, bits: Sequence[BitText], clock: Clock) -> None:
    """Look at one space for several questions; what no other of them reads is forgotten, as it may be large."""
    for seeker in seekers:
        clock.check()
        seeker.seek(space, bits)
        name = seeker.relation.id
        if not any(name in other.cone.relations for other in seekers if other is not seeker):
            for text in bits:
                text.forget(name)


class _WitnessSearch:
    """One question, and what was found about it so far."""

    def __init__(self, texts: Sequence[ResolvedText], ask: str, settings: Sequence[ResolvedText]) -> None:
        self.texts, self.settings = texts, settings
        self.vocabulary = texts[0].vocabulary
        self.relation = self.vocabulary.relations[ask]
        self.cone = cone_in(texts, ask)
        self.seen: dict[tuple[frozenset[str], Hashable], Mapping[str, Any]] = {}
        #: What shows where facts vary that the question leaves to its text: told only if nothing else shows it.
        self.aside: dict[tuple[frozenset[str], Hashable], Mapping[str, Any]] = {}
        #: What the present table shows, aside or not, each with what orders it.
        self.smallest: dict[tuple[bool, tuple[frozenset[str], Hashable]], tuple[Any, Mapping[str, Any]]] = {}
        self.tables = self.positions = 0
        self.fixed: set[str] = set()

    def search_group(self) -> QuestionResult:
        aside = [witness for key, witness in self.aside.items() if key not in self.seen]
        witnesses = (*self.seen.values(), *aside)
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

    def note(self, spaces: Sequence[Space]) -> None:
        """Count a table, and what was not varied on it."""
        self.tables += 1
        self.positions += sum(space.size for space in spaces)
        if not any(space.apart for space in spaces):
            self.fixed.add("leaving")
        self.fixed.update(self.cone.givens - {key for space in spaces for key in space.by_given})
        if len(spaces[0].table.roles) > SEATS_OF_SETS:
            self.fixed |= sets_in(self.cone, self.relation, self.vocabulary)

    def seek(self, space: Space, bits: Sequence[BitText]) -> None:
        """Look at every position of a space."""
        searches = [TextSearch(t, space, self.relation, b) for t, b in zip(self.texts, bits, strict=True)]
        for args in arguments(self.relation, space.table, of_first_team=same_teams(space.table)):
            answers = [search.ask(args) for search in searches]
            essential = self.relation.essential and not space.aside
            found = (
                _clashing(answers[0], self.texts[0], essential)
                if len(answers) == 1
                else _differing(answers[0], answers[1], self.texts)
            )
            for positions, told in found:
                key = (space.options, told)
                if key in self.seen or (space.aside and key in self.aside):
                    continue
                index = space.first(positions)
                weight = (space.weight(index), args)
                known = self.smallest.get((space.aside, key))
                if known is None or weight < known[0]:
                    witness = {
                        **space.request_at(index),
                        "ask": self.relation.id,
                        "of": name_arguments(self.relation, args, space.table),
                    }
                    self.smallest[space.aside, key] = weight, witness

    def settle(self) -> None:
        """Keep the smallest of what the table showed, in their order: some may turn out to be one finding."""
        for (aside, key), (_, witness) in sorted(self.smallest.items(), key=lambda found: found[1][0]):
            (self.aside if aside else self.seen)[key] = witness
        self.smallest.clear()


def _clashing(answer: AnswerSets, text: ResolvedText, essential: bool) -> Found:
    """Yield the positions in which a text contradicts itself, or says nothing that it leaves open."""
    if answer.contradicted:
        for some, clauses in by_clauses(answer.contradicted, CONTRADICTED, answer, text):
            yield some, (CONTRADICTED, clauses)
    if essential and answer.silent:
        nothing = answer.silent
        for number, where in answer.live:
            if text.rules[number].kind == OPEN:
                nothing &= ~where
        if nothing:
            yield nothing, SILENT


def _differing(one: AnswerSets, other: AnswerSets, texts: Sequence[ResolvedText]) -> Found:
    """Yield sets of positions that differ in the same way, by the same clauses, with that way as a key."""
    for left, here in outcomes(one):
        for right, there in outcomes(other):
            both = here & there
            if not both or left == right:
                continue
            for bits, mine in by_clauses(both, left, one, texts[0]):
                for same, theirs in by_clauses(bits, right, other, texts[1]):
                    yield same, (_kind(left), _kind(right), mine, theirs)


def _kind(outcome: Any) -> str:
    return outcome if outcome in (SILENT, CONTRADICTED) else "answered"


def outcomes(found: AnswerSets) -> list[tuple[Any, Bits]]:
    """Give every outcome on a space with its positions: ``("answer", value)``, silent or contradicted."""
    many: list[tuple[Any, Bits]] = [(("answer", value), bits) for value, bits in found.answers.items() if bits]
    if found.silent:
        many.append((SILENT, found.silent))
    if found.contradicted:
        many.append((CONTRADICTED, found.contradicted))
    return many


def by_clauses(
    bits: Bits, outcome: Any, found: AnswerSets, text: ResolvedText
) -> Iterator[tuple[Bits, tuple[int, ...]]]:
    """Split positions by the clauses that speak for the outcome there."""
    kinds = {SILENT: (OPEN,), CONTRADICTED: (YES, NO, VALUE)}.get(outcome)
    if kinds is None:
        value = outcome[1]
        kinds = (YES,) if value is True else (NO,) if value is False else (VALUE,)
    clauses: dict[int, Bits] = {}
    for number, live in found.live:
        rule = text.rules[number]
        if rule.kind in kinds and live & bits:
            clauses[rule.clause] = clauses.get(rule.clause, 0) | live
    groups: list[tuple[Bits, tuple[int, ...]]] = [(bits, ())]
    for clause, live in clauses.items():
        split = []
        for some, names in groups:
            if some & live:
                split.append((some & live, (*names, clause)))
            if some & ~live:
                split.append((some & ~live, names))
        groups = split
    yield from groups


def mirrored(table: Table) -> str:
    """Write out the seats the other way round, turned by whole teams as legal tables are.

    Where direction does not matter, a table and its mirror image show the same.
    """
    sides = [" ".join(reversed(side.split())) for side in reversed(table.seats.split("|"))]
    return min(" | ".join(sides[n:] + sides[:n]) for n in range(len(sides)))


def same_teams(table: Table) -> bool:
    """Tell whether the table looks alike from every team, so that asking one team shows the others."""
    return len({side.strip() for side in table.seats.split("|")}) == 1


def name_arguments(relation: Predicate, args: Args, table: Table) -> list[str]:
    """Name the players or teams that a question is asked of."""
    return [
        TEAM_LETTERS[a] if sort == "team" else table.names[a]
        for a, (_, sort) in zip(args, relation.params, strict=True)
    ]
