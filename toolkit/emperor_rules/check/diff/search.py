"""Search one table for the positions at which two snapshots of a text answer one question differently."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from typing import Any

from emperor_rules.check.mutation.equivalence import QuestionSpaces
from emperor_rules.check.scenario_runner import ClauseKey, clause_key
from emperor_rules.check.witness import AnsweringEdition, replayed
from emperor_rules.evaluate.engine import Answer, Engine
from emperor_rules.limits import Clock
from emperor_rules.messages import Message
from emperor_rules.model.scenarios import Witness
from emperor_rules.model.seating import Table
from emperor_rules.model.terms import PLAYER
from emperor_rules.model.texts import Edition
from emperor_rules.model.vocabulary import DefaultWord, GivenFact, GivenKind, Predicate, PredicateKind, Vocabulary
from emperor_rules.resolve.cone import Cone
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.search.bitset import BitText
from emperor_rules.search.state_space import PlayerValue, Space, given_values
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
Given = Mapping[str, Any]


class DiffSide(StrEnum):
    """One of the two states of the rules that are compared."""

    OLD = "old"
    NEW = "new"


@dataclass(frozen=True)
class AnswerChange:
    """An answer that changes, with its smallest witness.

    Attributes:
        edition: The text and the day.
        ask: The question.
        options: The options in use.
        witness: The smallest position that shows the change.
        old: The answer before.
        new: The answer now.
        direct: Whether a changed clause itself concludes something about the question.
        illegal: The state in which the table is not legal; ``None`` where it is legal in both.
        also: The other days on which there is the same direct change.
    """

    edition: Edition
    ask: str
    options: tuple[str, ...]
    witness: Witness
    old: Answer
    new: Answer
    direct: bool = False
    illegal: DiffSide | None = None
    also: tuple[str, ...] = ()


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

    def fixed(self, side: int, fixed: Mapping[str, Any], table: Table) -> dict[str, Any]:
        """Return the values of the given facts that a space does not vary, with the defaults of one side."""
        own = (self.old, self.new)[side]
        redeclared = [key for key in self.differing if key in fixed and own.givens[key].default is not None]
        return {**fixed, **{key: given_values(own.givens[key], table)[0] for key in redeclared}}


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
        self.spaces.formatted.clear()
        self._shared.clear()
        self._counted.clear()

    def search(self, job: Job, table: Table, illegal: DiffSide | None, clock: Clock) -> None:
        """Add to a job the smallest witness on a table for each kind of change that has none yet."""
        for options in job.options:
            smallest: dict[AnswerChangeKind, WitnessPosition] = {}
            required: dict[Space, Given] = {}
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
            frozenset((key, of == DefaultWord.NONE) for key, of in layout.defaults),
        )
        for givens in (job.cone.givens, job.cone.givens - redeclared) if redeclared else (job.cone.givens,):
            yield from self.spaces.of(table, replace(job.cone, givens=givens), layout, options, job.texts, sharing)

    def _on_space(
        self, job: Job, space: Space, searches: Sequence[TextSearch], required: Given
    ) -> dict[AnswerChangeKind, WitnessPosition]:
        """Return the smallest position of each kind of change on a space."""
        for side, search in enumerate(searches):
            search.defaults = {**self.vocabularies.fixed(side, space.fixed, space.table), **required}
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

    def _required_givens(self, job: Job, space: Space, searches: Sequence[TextSearch]) -> Given:
        """Return the given facts that a request must have although the space does not vary them."""
        return {
            key: space.fixed[key]
            for search in searches
            for key in job.cone.givens & search.resolved.vocabulary.givens.keys() & space.fixed.keys()
            if search.resolved.vocabulary.givens[key].default is None and key not in search.implicit_defaults
        }

    def _askable(self, space: Space, required: Given) -> Bits:
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
        whole = job.predicates[1].answer not in ("player", "players", "team")
        narrowed = list(map(_narrowed, job.texts, answers, self.changed))
        for (before, after), numbers, positions in answer_pairs(narrowed, job.texts):
            pair = (before, after) if whole else (before[0], after[0])
            standing = [[text.clauses[n].clause for n in side] for text, side in zip(job.texts, numbers, strict=True)]
            old, new = (tuple(f"{clause.text} {clause.slug}" for clause in clauses) for clauses in standing)
            yield (options, (pair, old, new)), positions  # by text and slug, the same from edition to edition

    def _change(self, job: Job, position: WitnessPosition, required: Given, illegal: DiffSide | None) -> AnswerChange:
        """Return the change that a position shows, replayed on both sides."""
        witness = position.witness(job.predicates[1])
        for key, value in required.items():
            witness["given"] = {**witness.get("given", {}), key: position.space.shown(value)}
        sides = [AnsweringEdition(engine, job.edition) for engine in self.engines]
        witness, (old, new) = replayed(sides, witness)
        chosen = tuple(sorted(position.space.options))
        return AnswerChange(job.edition, job.ask, chosen, witness, old, new, job.direct, illegal)


def _narrowed(text: ResolvedText, answers: AnswerSets, changed: frozenset[ClauseKey]) -> AnswerSets:
    """Return answers with only the deciding rules of changed clauses."""
    clauses = {number: text.clauses[text.rules[number].clause].clause for number, _ in answers.live}
    return replace(answers, live=tuple(live for live in answers.live if clause_key(clauses[live[0]]) in changed))
