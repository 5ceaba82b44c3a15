"""What the answers to a question have in common at all legal tables: of whom they are yes, whoever sits where.

A description is a conjunction of what can be said of those asked about. It generalises an answer if it holds exactly
where the question is answered so, in every position of every table; of those the shortest is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from emperor_rules.model.vocabulary import Predicate
from emperor_rules.resolve.rules import ResolvedText, per_text
from emperor_rules.search.asked_positions import IN_TURN, MOST_PLAYERS, START, Literal, Positions, positions_of
from emperor_rules.search.state_space import Bits
from emperor_rules.semantics.verdict import without

#: A description joins at most so many literals, and an answer is described by at most so many descriptions.
MOST_LITERALS, MOST_DESCRIPTIONS = 3, 2

#: What holds together.
Description = tuple[Literal, ...]


@dataclass(frozen=True)
class Share:
    """The answers about some of those asked about: of whom they are which, and what they are of everybody else.

    Attributes:
        subject: Whom the question is asked of; empty: anybody.
        answers: The descriptions of whom it has an answer about, by answer. None at all: of everybody.
        otherwise: The answer about everybody else, ``None`` where the text does not say, or where nobody is left.
        rest: Whether anybody is left.
    """

    subject: Description
    answers: tuple[tuple[Any, tuple[Description, ...]], ...]
    otherwise: Any = None
    rest: bool = True


@dataclass(frozen=True)
class Generalisation:
    """What is true of the answers to a question at all tables.

    Attributes:
        shares: The answers, for each kind of players by itself where they differ.
        at_start: The answers with nobody gone, by role, where some role has nobody then.
        open_in_turn: Whether the text leaves cases open after somebody has left during the turn.
        rules: The numbers of the rules that apply somewhere.
    """

    shares: tuple[Share, ...]
    at_start: tuple[Share, ...]
    open_in_turn: bool
    rules: frozenset[int]


@per_text
def generalise(resolved: ResolvedText, ask: str, facts: tuple[str, ...]) -> Generalisation | None:
    """Return what is true of the answers to a question at all tables; ``None`` where nothing short enough is.

    The arguments are those of :func:`positions_of`.
    """
    positions = positions_of(resolved, ask, facts)
    if positions is None or positions.contradicted & positions.valid or not positions.answers:
        return None
    predicate = resolved.vocabulary.predicates[ask]
    in_turn = positions.literals.get(IN_TURN, 0)
    open_in_turn = bool(positions.silent) and not without(positions.silent, in_turn)
    care = without(positions.valid, in_turn if open_in_turn else 0)
    describer = _Describer(positions, predicate)
    for subjects in _subjects(positions, predicate):
        shares = [describer.share(subject, care) for subject in subjects]
        if all(share is not None for share in shares):
            described = tuple(share for share in shares if share is not None)
            return Generalisation(described, tuple(describer.at_start(described, care)), open_in_turn, positions.rules)
    return None


def _subjects(positions: Positions, predicate: Predicate) -> Iterator[list[Description]]:
    """Yield ways to tell apart those whom a question is asked of, the simplest first."""
    yield [()]
    if predicate.params:
        yield [(role,) for role in positions.literals if role.kind == "role" and role.of == (0,)]


class _Describer:
    """Finds the shortest descriptions of sets of positions."""

    def __init__(self, positions: Positions, predicate: Predicate) -> None:
        self.positions, self.predicate = positions, predicate
        about = 1 if len(predicate.params) == MOST_PLAYERS else 0
        literals: dict[Literal, Bits] = {}
        seen: set[Bits] = set()
        for literal, where in positions.literals.items():
            if not literal.of or (len(literal.of) == 1 and literal.of != (about,)):
                continue
            if literal.kind == "fact" and where & positions.valid in seen:
                continue  # the same the other way round
            seen.add(where & positions.valid)
            literals[literal] = where
            if literal.kind in ("gone", "same"):
                literals[literal._replace(holds=False)] = ~where
        self.literals = literals

    def where(self, description: Description) -> Bits:
        """Return where a description holds."""
        positions = self.positions.valid
        for literal in description:
            where = self.positions.literals[literal._replace(holds=True)]
            positions &= where if literal.holds else ~where
        return positions

    def share(self, subject: Description, care: Bits) -> Share | None:
        """Return what is true of the answers about some of those asked about, if it can be described."""
        care &= self.where(subject)
        outcomes = {value: where & care for value, where in self.positions.answers.items() if where & care}
        silent = self.positions.silent & care
        if len(outcomes) + bool(silent) == 1:
            return Share(subject, (), next(iter(outcomes), None), False)
        described = {value: self.describe(where, care) for value, where in outcomes.items()}
        answers = tuple((value, descriptions) for value, descriptions in described.items() if descriptions is not None)
        missing = [value for value, descriptions in described.items() if descriptions is None]
        if len(missing) > (0 if silent else 1):
            return None
        if silent:
            return Share(subject, answers)
        return Share(subject, answers, *((missing[0], True) if missing else (None, False)))

    def at_start(self, shares: Sequence[Share], care: Bits) -> Iterator[Share]:
        """Yield by role of whom the answer is yes with nobody gone, if some role has nobody then but has later."""
        positions = self.positions
        roles = [literal for literal in positions.literals if literal.kind == "role" and literal.of == (0,)]
        yes = positions.answers.get(True, 0) & care
        if len(self.predicate.params) != MOST_PLAYERS or any(not yes & self.where((role,)) for role in roles):
            return
        by_role = []
        for role in roles:
            asked = care & self.where((role,)) & positions.literals[START]
            began = yes & asked
            if not began and without(asked, positions.answers.get(False, 0)):
                return
            share = next(share for share in shares if share.subject in ((), (role,)))
            described = dict(share.answers).get(True, ((),))
            answers = ((True, self._narrowed(described, began)),) if began else ()
            by_role.append(Share((role,), answers, False, bool(began)))
        if any(not share.answers for share in by_role):
            yield from by_role

    def _narrowed(self, descriptions: tuple[Description, ...], where: Bits) -> tuple[Description, ...]:
        """Return descriptions with the role that all of those described have, if they have one."""
        for role, having in self.positions.literals.items():
            if role.kind == "role" and role.of == (1,) and not without(where, having):
                return tuple((*d, role) if role not in d else d for d in descriptions)
        return descriptions

    def describe(self, target: Bits, care: Bits) -> tuple[Description, ...] | None:
        """Return the shortest descriptions that hold exactly at ``target`` among the positions ``care``."""
        implicants: list[tuple[Description, Bits]] = []
        other = without(care, target)
        for count in range(1, MOST_LITERALS + 1):
            for chosen in combinations(self.literals.items(), count):
                where = care
                for _, holding in chosen:
                    where &= holding
                if not where or where & other or any(not without(where, wider) for _, wider in implicants):
                    continue
                description = tuple(literal for literal, _ in chosen)
                if where == target:
                    return (description,)
                implicants.append((description, where))
        for number in range(2, MOST_DESCRIPTIONS + 1):
            for several in combinations(implicants, number):
                union = 0
                for _, where in several:
                    union |= where
                if union == target:
                    return tuple(description for description, _ in several)
        return None
