"""The answers of a text to one question in every position of a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, permutations, product
from typing import Any

from emperor_rules.model.seating import NOBODY, Table
from emperor_rules.model.terms import NUMBER, PLAYER, TEAM, Moment
from emperor_rules.model.vocabulary import DefaultWord, GivenKind, Predicate, PredicateKind
from emperor_rules.resolve.cone import allowed_choices
from emperor_rules.resolve.rules import ResolvedText, definition_of
from emperor_rules.search.bitset import Args, BitText
from emperor_rules.search.state_space import PlayerValue, Space
from emperor_rules.search.symmetry import SeatingClasses
from emperor_rules.semantics.verdict import BEST_FIRST, CONTRADICTED, FALSE, TRUE, UNKNOWN, Bits, Truth, union, without


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
        #: The given facts that the question does not set, for this text.
        self.defaults: Mapping[str, Any] = space.fixed
        vocabulary = resolved.vocabulary
        own = dict(predicate.defaults)
        fixed = [given for given in vocabulary.givens.values() if given.id in space.fixed]
        players = [g for g in fixed if g.kind is GivenKind.PLAYER and (g.default == DefaultWord.FIRST or g.id in own)]
        self.implicit_defaults = {given.id: own.get(given.id) for given in players}
        best = [given for given in fixed if given.best and predicate.kind is PredicateKind.ACTION]
        self.moments = tuple((g.id, word) for g in best for word in allowed_choices(resolved, predicate.id, g.id))

    def ask(self, args: Args) -> AnswerSets:
        """Return the answers for one choice of players or teams, without positions in which the question is invalid."""
        given = self._given(args)
        valid = self.valid(args)
        if not self.moments:
            return self._answers(given, args, valid)
        return _at_best([self._answers({**given, key: word}, args, valid) for key, word in self.moments], valid)

    def _given(self, args: Args) -> dict[str, Any]:
        """Return the facts that do not vary, with the players of the question for those whose default they are."""
        letters = [letter for letter, _ in self.predicate.parameters]
        player = next((a for a, (_, sort) in zip(args, self.predicate.parameters, strict=True) if sort == PLAYER), None)
        given = dict(self.defaults)
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
        for given in self.resolved.vocabulary.givens.values():
            if given.present and given.id in self.space.by_given:
                for value, where in self.space.given(given.id).items():
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


def arguments(
    predicate: Predicate, table: Table, *, distinct: bool = False, alike: SeatingClasses | None = None
) -> Iterator[Args]:
    """Return every choice of different players, teams or numbers that a question can be asked of.

    ``distinct`` keeps to those whose first name is the first of all that sit alike: turning the table shows the rest.
    Of choices that exchanging those who are ``alike`` makes the same, the first is enough.
    """
    sorts = [sort for _, sort in predicate.parameters]
    first = {PLAYER: table.distinct_players, TEAM: table.distinct_teams}.get(sorts[0]) if distinct and sorts else None
    chosen: Iterable[Args] = every_argument(predicate, table)
    if sorts.count(PLAYER) == len(sorts) > 1:
        players = range(len(table.roles))
        chosen = chain(permutations(players, len(sorts)), ((p,) * len(sorts) for p in players if len(sorts) == 2))
    chosen = (args for args in chosen if first is None or args[0] in first)
    return iter(chosen) if alike is None else alike.distinct(chosen, sorts)
