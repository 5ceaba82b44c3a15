"""Search one table for the positions in which two states of a text answer one question differently."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from emperor_rules.check.consistency.witness_search import by_clauses, name_arguments, outcomes, same_teams
from emperor_rules.check.diff.snapshots import AlignedVocabularies, Snapshot
from emperor_rules.check.diff.syntactic import ClauseKey
from emperor_rules.check.limits import Clock, SearchDisagrees
from emperor_rules.check.mutation.equivalence import differing
from emperor_rules.check.mutation.space_cache import AnsweredSpace, SpaceCache
from emperor_rules.evaluate.engine import Answer
from emperor_rules.evaluate.position import Table
from emperor_rules.model.texts import Edition
from emperor_rules.model.vocabulary import Predicate
from emperor_rules.resolve.cone import Cone
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.search.bitset_relations import Args, BitText
from emperor_rules.search.query import AnswerSets, TextSearch, arguments
from emperor_rules.search.state_space import Bits, PlayerValue, Space

#: What changes have in common: the outcomes, the changed clauses that decide on either side; and the options in use.
Outcomes = tuple[Hashable, tuple[str, ...], tuple[str, ...]]
Found = tuple[tuple[str, ...], Outcomes]


@dataclass(frozen=True)
class AnswerChange:
    """An answer that changes, with its smallest witness (a request without text and date).

    ``old`` and ``new`` are the answers there. ``direct`` tells whether a changed clause itself speaks about the
    question; then ``also`` are the other days on which it changes alike. ``illegal`` is the state in which the table is
    not legal, ``old`` or ``new``; nothing where it is in both.
    """

    edition: Edition
    ask: str
    options: tuple[str, ...]
    witness: Mapping[str, Any]
    old: Answer
    new: Answer
    direct: bool = False
    illegal: str = ""
    also: tuple[str, ...] = ()


@dataclass(eq=False)
class Job:
    """One question of one edition that the changed rules could answer otherwise, and how far it was searched.

    ``seats``: on all tables of up to so many it was asked everything. ``found`` holds changes by what they have in
    common: the options, the outcomes, and the changed clauses that decide.
    """

    edition: Edition
    texts: tuple[ResolvedText, ResolvedText]
    relations: tuple[Predicate, Predicate]
    cone: Cone
    options: list[frozenset[str]]
    direct: bool
    also: list[str] = field(default_factory=list)
    seats: int = 1
    found: dict[Found, AnswerChange] = field(default_factory=dict)

    @property
    def in_every_way(self) -> bool:
        """Tell whether every way in which answers change is looked for; otherwise one is enough.

        They are in the newest wording, where a changed clause speaks about the question.
        """
        return self.direct and self.edition.on is None and not self.relations[1].requirement

    @property
    def layout(self) -> Predicate:
        """Give the question as spaces are laid out for it: with the places of both, and nobody gone if one says so."""
        old, new = self.relations
        return replace(new, slot=new.slot or old.slot, ignores=tuple(sorted({*new.ignores, *old.ignores})))


class TableSearch:
    """Searches tables for changes; what two questions share on a table is worked out once."""

    def __init__(
        self, states: tuple[Snapshot, Snapshot], both: AlignedVocabularies, changed: tuple[frozenset[ClauseKey], ...]
    ) -> None:
        """``changed`` are the clauses of the old and of the new state that say something else there."""
        self.states = states
        self.both = both
        self.changed = changed
        self.grounds = SpaceCache(both.vocabulary)
        self.positions = 0
        self._shared: dict[tuple[int, int], BitText] = {}
        self._counted: set[int] = set()

    def begin(self) -> None:
        """Begin with another table or text."""
        self._shared.clear()
        self._counted.clear()

    def search(self, job: Job, table: Table, illegal: str, clock: Clock) -> None:
        """Add to a job the smallest witness on a table of each change that no table before it has shown."""
        for options in job.options:
            smallest: dict[Found, tuple[Any, dict[str, Any]]] = {}
            layout = job.layout
            sharing = (
                layout.kind == "action",
                [s for _, s in layout.params].count("player") > 0,
                layout.slot and layout.slot[0],
                bool(layout.ignores),
                job.cone.circular,
            )
            for ground in self._grounds(job, table, layout, options, sharing):
                clock.check()
                if id(ground.space) not in self._counted:
                    self._counted.add(id(ground.space))
                    self.positions += ground.space.size
                for key, weight, witness in self._on_ground(job, ground, layout):
                    known = (tuple(sorted(options)), key)
                    if known not in job.found and (known not in smallest or weight < smallest[known][0]):
                        smallest[known] = (weight, witness)
                if smallest and not job.in_every_way:
                    break
            for known, (_, witness) in smallest.items():
                job.found[known] = replace(self._replayed(job, options, witness), illegal=illegal)

    def _grounds(
        self, job: Job, table: Table, layout: Predicate, options: frozenset[str], sharing: Hashable
    ) -> Iterator[AnsweredSpace]:
        """Give the spaces on which a question is asked: facts declared otherwise are told there, and then left out."""
        yield from self.grounds.of(table, job.cone, layout, options, sharing)
        untold = job.cone.givens & self.both.differing
        if untold:
            yield from self.grounds.of(
                table, replace(job.cone, givens=job.cone.givens - untold), layout, options, sharing
            )

    def _on_ground(
        self, job: Job, ground: AnsweredSpace, layout: Predicate
    ) -> Iterator[tuple[Outcomes, Any, dict[str, Any]]]:
        space, table = ground.space, ground.space.table
        searches = [self._prepared(job, side, space) for side in (0, 1)]
        fixed = [self.both.fixed(side, ground.fixed, table) for side in (0, 1)]
        told = self._must_tell(job, ground, searches)
        asked = self._askable(space, told)
        for args in arguments(layout, table, of_first_team=same_teams(table)):
            found = []
            for search, given in zip(searches, fixed, strict=True):
                search.defaults = {**given, **told}
                found.append(search.ask(args))
            if not differing(*found) & asked:
                continue
            for key, bits in self._kinds(job, found):
                if bits & asked:
                    index = space.first(bits & asked)
                    witness = self._witness(job, space, index, args, told)
                    gone = len(witness.get("left", ())) + len(witness.get("leaving", ()))
                    yield key, (gone, space.weight(index), args), witness

    def _prepared(self, job: Job, side: int, space: Space) -> TextSearch:
        """Prepare a search; questions that read nothing that is set anew for each asking share what they work out."""
        search = TextSearch(job.texts[side], space, job.relations[side])
        anew = {*search.firsts, *(key for key, _ in search.moments)}
        if not job.cone.givens & (anew | self.both.differing):
            search.bits = self._shared.setdefault((id(space), side), search.bits)
        return search

    def _must_tell(self, job: Job, ground: AnsweredSpace, searches: list[TextSearch]) -> dict[str, Any]:
        """Give the facts that a question must bring along here although the space does not vary them."""
        told = {}
        for search in searches:
            for key in job.cone.givens & search.resolved.vocabulary.givens.keys():
                wanted = search.resolved.vocabulary.givens[key].default is None
                if wanted and key in ground.fixed and key not in search.firsts:
                    told[key] = ground.fixed[key]
        return told

    def _askable(self, space: Space, told: Mapping[str, Any]) -> Bits:
        """Give the positions in which the players that must be told may be named."""
        bits = space.full
        for key, value in told.items():
            if isinstance(value, PlayerValue) and self.both.vocabulary.givens[key].present:
                bits &= ~space.gone(value.number)
        return bits

    def _kinds(self, job: Job, found: list[AnswerSets]) -> Iterator[tuple[Outcomes, Bits]]:
        """Yield sets of positions that change alike, by the same changed clauses, with that as a key."""
        one, other = (self._narrowed(job, side, everywhere) for side, everywhere in enumerate(found))
        whole = job.relations[1].answer not in ("player", "players", "team")
        for before, here in outcomes(one):
            for after, there in outcomes(other):
                if before == after or not here & there:
                    continue
                said = (before, after) if whole else (before[0], after[0])
                for bits, mine in by_clauses(here & there, before, one, job.texts[0]):
                    for same, theirs in by_clauses(bits, after, other, job.texts[1]):
                        yield (said, self._names(job, 0, mine), self._names(job, 1, theirs)), same

    def _names(self, job: Job, side: int, clauses: tuple[int, ...]) -> tuple[str, ...]:
        """Name clauses by what stays the same from edition to edition."""
        found = [job.texts[side].clauses[number].clause for number in clauses]
        return tuple(f"{clause.text} {clause.slug}" for clause in found)

    def _narrowed(self, job: Job, side: int, found: AnswerSets) -> AnswerSets:
        """Keep of the rules that speak those of changed clauses."""
        text = job.texts[side]
        live = []
        for number, bits in found.live:
            clause = text.clauses[text.rules[number].clause].clause
            if (clause.text, clause.number, clause.since) in self.changed[side]:
                live.append((number, bits))
        return replace(found, live=tuple(live))

    def _witness(self, job: Job, space: Space, index: int, args: Args, told: Mapping[str, Any]) -> dict[str, Any]:
        names = space.table.names
        found = space.request_at(index)
        given = {
            **found.pop("given", {}),
            **{key: names[value.number] if isinstance(value, PlayerValue) else value for key, value in told.items()},
        }
        of = name_arguments(job.relations[1], args, space.table)
        return {**found, "ask": job.relations[1].id, "of": of, **({"given": given} if given else {})}

    def _replayed(self, job: Job, options: frozenset[str], witness: dict[str, Any]) -> AnswerChange:
        """Replay a witness on both sides, and leave out given facts that make no difference."""
        before, after = self._answers(job, witness)
        if said(before) == said(after):
            raise SearchDisagrees(
                f"{job.edition.name}, {witness}: the search found a change, the evaluator answers {before} and {after}"
            )
        for key in list(witness.get("given") or {}):
            less = {**witness, "given": {k: v for k, v in witness["given"].items() if k != key}}
            if not less["given"]:
                del less["given"]
            try:
                again = self._answers(job, less)
            except SearchDisagrees:
                continue  # it must be told
            if (said(again[0]), said(again[1])) == (said(before), said(after)):
                witness, (before, after) = less, again
        return AnswerChange(
            job.edition, job.relations[1].id, tuple(sorted(options)), witness, before, after, job.direct
        )

    def _answers(self, job: Job, witness: Mapping[str, Any]) -> tuple[Answer, Answer]:
        old, new = self.states
        return old.ask(job.edition, witness), new.ask(job.edition, witness)


def said(answer: Answer) -> tuple[str, str]:
    """Give what of an answer counts: its status and what it says, not who decides."""
    return answer.status, repr(answer.answer)
