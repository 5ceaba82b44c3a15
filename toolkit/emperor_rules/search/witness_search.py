"""Witness search: of the positions of a space at which answers show a finding, the smallest for each kind of finding.

The search knows neither texts nor findings. It asks every answerer the same question, of every choice of players or
teams, on all positions of a space at once, and leaves it to a classifier which positions belong to which kind. So one
algorithm serves contradictions (one answerer), differences between texts, mutants and changes of a text (two).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, permutations, product
from typing import Any, NamedTuple, TypeVar

from emperor_rules.evaluate.answers import ANSWERED, CONTRADICTED_STATUS, SILENT
from emperor_rules.model.scenarios import Status, Witness
from emperor_rules.model.seating import NOBODY, Table
from emperor_rules.model.terms import NUMBER, PLAYER, TEAM, Moment
from emperor_rules.model.vocabulary import DefaultWord, GivenKind, Predicate
from emperor_rules.resolve.cone import allowed_choices
from emperor_rules.resolve.rules import ResolvedText, definition_of
from emperor_rules.search.bitset import AS_FIXED, BitText
from emperor_rules.search.state_space import PlayerValue, Space
from emperor_rules.search.symmetry import Symmetries
from emperor_rules.semantics.expressions import Args
from emperor_rules.semantics.verdict import (
    BEST_FIRST,
    CONTRADICTED,
    FALSE,
    NO,
    OPEN,
    TRUE,
    UNKNOWN,
    VALUE,
    YES,
    Bits,
    Truth,
    union,
    without,
)


@dataclass(frozen=True)
class AnswerSets:
    """The answers to one question on a space: positions by answer, and where it is contradicted; silent elsewhere."""

    answers: Mapping[Any, Bits]
    contradicted: Bits
    silent: Bits
    live: tuple[tuple[int, Bits], ...]

    @property
    def truths(self) -> Mapping[Truth, Bits]:
        """The positions by truth, of a fact or permission."""
        decided = {TRUE: self.answers[True], FALSE: self.answers[False]}
        return {**decided, CONTRADICTED: self.contradicted, UNKNOWN: self.silent}


class TextSearch:
    """One text on one space, asked one question for all players or teams."""

    def __init__(self, resolved: ResolvedText, space: Space, predicate: Predicate, bits: BitText | None = None) -> None:
        """Prepare; the work is done by :meth:`ask`. ``bits`` may come from another question of this text and space."""
        self.resolved = resolved
        self.space = space
        self.predicate = predicate
        self.bits = bits or BitText(resolved, space)
        #: The given facts that do not vary, and are for this text not as in ``space.fixed``.
        self.own: Mapping[str, Any] = AS_FIXED
        vocabulary = resolved.vocabulary
        own = predicate.own_defaults
        fixed = [given for given in vocabulary.givens.values() if given.id in space.fixed]
        players = [g for g in fixed if g.kind is GivenKind.PLAYER and (g.default == DefaultWord.FIRST or g.id in own)]
        self.implicit_defaults = {given.id: own.get(given.id) for given in players}
        #: The given facts that vary and must be somebody in the game.
        self.present = [
            given.id for given in vocabulary.givens.values() if given.present and given.id in space.by_given
        ]
        best = [given for given in fixed if given.is_at_best_for(predicate)]
        self.moments = tuple((g.id, word) for g in best for word in allowed_choices(resolved, predicate.id, g.id))

    def ask(self, args: Args) -> AnswerSets:
        """Return the answers for one choice of players or teams, without positions in which the question is invalid."""
        valid = self.valid(args)
        answers = [self._answers(given, args, valid) for given in self.givens(args)]
        return _at_best(answers, valid) if self.moments else answers[0]

    def givens(self, args: Args) -> list[dict[str, Any]]:
        """Return what is given otherwise than in ``space.fixed`` where these are asked of: once, or for each moment."""
        given = self._given(args)
        return [{**given, key: word} for key, word in self.moments] or [given]

    def _given(self, args: Args) -> dict[str, Any]:
        letters = [letter for letter, _ in self.predicate.parameters]
        player = next((a for a, (_, sort) in zip(args, self.predicate.parameters, strict=True) if sort == PLAYER), None)
        given = dict(self.own)
        for key, letter in self.implicit_defaults.items():
            number = (
                NOBODY if letter == DefaultWord.NONE else args[letters.index(letter)] if letter in letters else player
            )
            if number is not None:
                given[key] = PlayerValue(number)
        return given

    def valid(self, args: Args) -> Bits:
        """Return the positions in which the question may be asked of these players."""
        bits = self.space.full
        if not self.predicate.gone_allowed:
            for argument, (_, sort) in zip(args, self.predicate.parameters, strict=True):
                if sort == PLAYER:
                    bits &= self.space.present(argument, Moment.NOW)
        for key in self.present:
            for value, where in self.space.given(key).items():
                bits = without(bits, where & self.space.gone(value.number))
        return bits

    def _answers(self, given: Mapping[str, Any], args: Args, valid: Bits) -> AnswerSets:
        """Return the answers where the question is valid; one that is false by default may be silence."""
        sets = self.bits.verdict(self.predicate.id, args, given)
        answers = {value: bits & valid for value, bits in sets.values.items()}
        if sets.default and definition_of(self.resolved, self.predicate.id).is_silent_by_default:
            answers[False] = without(answers[False], sets.default)
        contradicted = sets.contradicted & valid
        silent = without(valid, contradicted | union(answers.values()))
        return AnswerSets(answers, contradicted, silent, sets.live)


def _at_best(by_moment: list[AnswerSets], valid: Bits) -> AnswerSets:
    """Return the joint answer of several moments."""
    truths: dict[Truth, Bits] = {}
    for truth in chain.from_iterable(BEST_FIRST):
        truths[truth] = valid & union(sets.truths[truth] for sets in by_moment)
        valid = without(valid, truths[truth])
    live = tuple(chain.from_iterable(sets.live for sets in by_moment))
    return AnswerSets({True: truths[TRUE], False: truths[FALSE]}, truths[CONTRADICTED], truths[UNKNOWN], live)


def every_argument(predicate: Predicate, table: Table) -> Iterator[Args]:
    """Return every choice of players, teams and numbers of a table, the same one twice too."""
    domains = {PLAYER: range(len(table.roles)), TEAM: range(len(table.sizes)), NUMBER: range(len(table.roles) + 1)}
    return product(*(domains[sort] for _, sort in predicate.parameters))


def arguments(predicate: Predicate, table: Table, alike: Symmetries | None = None) -> Iterator[Args]:
    """Return every choice of different players, teams or numbers that a question can be asked of.

    Of choices that are ``alike`` the first is enough.
    """
    sorts = [sort for _, sort in predicate.parameters]
    chosen: Iterable[Args] = every_argument(predicate, table)
    if sorts.count(PLAYER) == len(sorts) > 1:
        players = range(len(table.roles))
        chosen = chain(permutations(players, len(sorts)), ((p,) * len(sorts) for p in players if len(sorts) == 2))
    return iter(chosen) if alike is None else alike.distinct(chosen, sorts)


Kind = TypeVar("Kind", bound=Hashable)

#: Answers one question on every position of one space, for one choice of players or teams.
Answerer = Callable[[Args], AnswerSets]
#: Tells from what the answerers answer which positions of the space show a finding, and of which kind.
Classifier = Callable[[Sequence[AnswerSets]], Iterable[tuple[Kind, Bits]]]


@dataclass(frozen=True, order=True, slots=True)
class WitnessPosition:
    """A position of a space with those the question is asked of; the smaller, the fewer players have gone there."""

    weight: tuple[Any, ...]
    args: Args
    index: int = field(compare=False)
    space: Space = field(compare=False)

    def witness(self, question: Predicate) -> Witness:
        """Return the position and the question in the keys of a request."""
        table = self.space.table
        of = [
            table.teams[arg] if sort == TEAM else str(arg) if sort == NUMBER else table.names[arg]
            for arg, (_, sort) in zip(self.args, question.parameters, strict=True)
        ]
        return {**self.space.request_at(self.index), "ask": question.id, "of": of}


def smallest_positions(
    question: Predicate,
    space: Space,
    answerers: Sequence[Answerer],
    classify: Classifier[Kind],
    *,
    within: Bits | None = None,
    without: Collection[Kind] = (),
) -> dict[Kind, WitnessPosition]:
    """Search one space for the smallest position of each kind of finding.

    Args:
        question: What is asked; its parameters say of whom.
        space: The positions to search.
        answerers: Whoever answers the question on this space.
        classify: Splits the positions by kind of finding.
        within: The positions to search, by default all.
        without: Kinds that are not searched for, as they have been shown elsewhere.

    Returns:
        The smallest position of each kind, in the order in which the kinds were met.
    """
    smallest: dict[Kind, WitnessPosition] = {}
    for args in arguments(question, space.table, space.symmetries):
        for kind, everywhere in classify([answer(args) for answer in answerers]):
            positions = everywhere if within is None else everywhere & within
            if positions and kind not in without:
                index = space.first(positions)
                keep_smaller(smallest, kind, WitnessPosition(space.weight(index), args, index, space))
    return smallest


def keep_smaller(smallest: dict[Kind, WitnessPosition], kind: Kind, position: WitnessPosition) -> None:
    """Record a position unless a smaller one of its kind is recorded."""
    earlier = smallest.get(kind)
    if earlier is None or position < earlier:
        smallest[kind] = position


# --- answers on a space ---------------------------------------------------------------------------


class PositionAnswer(NamedTuple):
    """What a text says at a position."""

    status: Status
    value: Any = None


_SILENT, _CONTRADICTED = PositionAnswer(SILENT), PositionAnswer(CONTRADICTED_STATUS)


#: Clauses by their index in a text.
ClauseNumbers = tuple[int, ...]
#: Two answers, the clauses that speak for either, and where they are given.
AnswerPair = tuple[tuple[PositionAnswer, PositionAnswer], tuple[ClauseNumbers, ClauseNumbers], Bits]


def position_answers(answers: AnswerSets) -> list[tuple[PositionAnswer, Bits]]:
    """Return every answer on a space with its positions."""
    every: list[tuple[PositionAnswer, Bits]] = [
        (PositionAnswer(ANSWERED, value), bits) for value, bits in answers.answers.items()
    ]
    every += [(_SILENT, answers.silent), (_CONTRADICTED, answers.contradicted)]
    return [(answer, positions) for answer, positions in every if positions]


def by_clauses(
    positions: Bits, answer: PositionAnswer, answers: AnswerSets, text: ResolvedText
) -> Iterator[tuple[Bits, ClauseNumbers]]:
    """Split positions by the clauses that speak for the answer there; clauses are named by their index."""
    kinds = {_SILENT: (OPEN,), _CONTRADICTED: (YES, NO, VALUE)}.get(answer)
    if kinds is None:
        kinds = (YES,) if answer.value is True else (NO,) if answer.value is False else (VALUE,)
    speaking: dict[int, Bits] = {}
    for number, live in sorted(answers.live):
        rule = text.rules[number]
        if rule.kind in kinds and live & positions:
            speaking[rule.clause] = speaking.get(rule.clause, 0) | live
    parts: list[tuple[Bits, tuple[int, ...]]] = [(positions, ())]
    for clause, live in speaking.items():
        split = []
        for part, clauses in parts:
            if part & live:
                split.append((part & live, (*clauses, clause)))
            if rest := without(part, live):
                split.append((rest, clauses))
        parts = split
    yield from parts


def answer_pairs(answers: Sequence[AnswerSets], texts: Sequence[ResolvedText]) -> Iterator[AnswerPair]:
    """Yield the positions at which two texts answer differently, split by answers and clauses."""
    before, after = answers
    for left, of_left in position_answers(before):
        for right, of_right in position_answers(after):
            if left == right or not of_left & of_right:
                continue
            for part, left_clauses in by_clauses(of_left & of_right, left, before, texts[0]):
                for positions, right_clauses in by_clauses(part, right, after, texts[1]):
                    yield (left, right), (left_clauses, right_clauses), positions


def differing(answers: Sequence[AnswerSets]) -> Bits:
    """Return the positions at which status or answer differ between two answerers."""
    before, after = answers
    same = before.silent & after.silent | before.contradicted & after.contradicted
    everything = before.silent | before.contradicted
    for value, positions in before.answers.items():
        everything |= positions
        same |= positions & after.answers.get(value, 0)
    return without(everything, same)
