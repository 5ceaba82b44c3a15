"""Witness search: of the positions of a space at which answers show a finding, the smallest for each kind of finding.

The search knows neither texts nor findings. It asks every answerer the same question, of every choice of players or
teams, on all positions of a space at once, and leaves it to a classifier which positions belong to which kind. So one
algorithm serves contradictions (one answerer), differences between texts, mutants and changes of a text (two).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from emperor_rules.evaluate.answers import ANSWERED, CONTRADICTED_STATUS, SILENT
from emperor_rules.model.scenarios import Status, Witness
from emperor_rules.model.terms import NUMBER, TEAM
from emperor_rules.model.vocabulary import Predicate
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.search.bitset import Args
from emperor_rules.search.query import AnswerSets, arguments
from emperor_rules.search.state_space import Space
from emperor_rules.semantics.verdict import NO, OPEN, VALUE, YES, Bits, without

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
    for args in arguments(question, space.table, distinct=True, alike=space.alike):
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


class AnswerPair(NamedTuple):
    """Positions at which two texts answer differently, with either answer, by the clauses that speak for it."""

    answers: tuple[PositionAnswer, PositionAnswer]
    clauses: tuple[tuple[int, ...], tuple[int, ...]]
    positions: Bits


def position_answers(answers: AnswerSets) -> list[tuple[PositionAnswer, Bits]]:
    """Return every answer on a space with its positions."""
    every: list[tuple[PositionAnswer, Bits]] = [
        (PositionAnswer(ANSWERED, value), bits) for value, bits in answers.answers.items()
    ]
    every += [(_SILENT, answers.silent), (_CONTRADICTED, answers.contradicted)]
    return [(answer, positions) for answer, positions in every if positions]


def by_clauses(
    positions: Bits, answer: PositionAnswer, answers: AnswerSets, text: ResolvedText
) -> Iterator[tuple[Bits, tuple[int, ...]]]:
    """Split positions by the clauses that speak for the answer there; clauses are named by their index."""
    kinds = {_SILENT: (OPEN,), _CONTRADICTED: (YES, NO, VALUE)}.get(answer)
    if kinds is None:
        kinds = (YES,) if answer.value is True else (NO,) if answer.value is False else (VALUE,)
    speaking: dict[int, Bits] = {}
    for number, live in answers.live:
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
                    yield AnswerPair((left, right), (left_clauses, right_clauses), positions)


def differing(answers: Sequence[AnswerSets]) -> Bits:
    """Return the positions at which status or answer differ between two answerers."""
    before, after = answers
    same = before.silent & after.silent | before.contradicted & after.contradicted
    everything = before.silent | before.contradicted
    for value, positions in before.answers.items():
        everything |= positions
        same |= positions & after.answers.get(value, 0)
    return without(everything, same)
