"""Ask one question of a text on every position of a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any

from emperor_rules.evaluate.table import Table
from emperor_rules.model.vocabulary import Given, Relation, Vocabulary
from emperor_rules.resolve.cone import Cone, allowed_choices, cone_of
from emperor_rules.resolve.resolved import ResolvedText
from emperor_rules.search.bits import Args, BitText, FactBits, ValueBits
from emperor_rules.search.space import Axis, Bits, PlayerValue, Space, given_values, player_axes

#: Positions in one space; given facts that would exceed it stay at their defaults, and the search says so.
MOST_POSITIONS = 1 << 20
#: The same for questions that run in circles (one consequence feeds another), which cost many rounds on every set.
MOST_IN_CIRCLES = 1 << 17


@dataclass(frozen=True)
class Everywhere:
    """The answers to one question on a space: positions by answer, and where it is contradicted; silent elsewhere."""

    answers: Mapping[Any, Bits]
    contradicted: Bits
    silent: Bits
    live: tuple[tuple[int, Bits], ...]


def space_for(
    table: Table, cone: Cone, relation: Relation, vocabulary: Vocabulary, options: frozenset[str],
    most: int | None = None,
) -> Space:  # fmt: skip
    """Lay out the positions that a question with this cone can tell apart.

    Players' states come first; given facts follow in the order of the vocabulary while the space stays within ``most``.
    """
    if most is None:
        most = MOST_IN_CIRCLES if cone.circular else MOST_POSITIONS
    apart = 3 ** len(table.roles) <= most
    axes: list[Axis] = [] if relation.ignores else list(player_axes(table, cone.moments, apart=apart))
    size = 1
    for axis in axes:
        size *= len(axis.values)
    fixed: dict[str, Any] = {}
    for given in sorted(vocabulary.givens.values(), key=lambda g: (g.default is not None, g.kind == "players")):
        values = given_values(given, table, vocabulary)
        if given.id in cone.givens and _varies(given, relation) and size * len(values) <= most:
            axes.append(Axis(given.id, values))
            size *= len(values)
        else:
            fixed[given.id] = values[0]
    space = Space(table, axes, fixed, options)
    space.apart = apart or "began" not in cone.moments or bool(relation.ignores)
    return space


def _varies(given: Given, relation: Relation) -> bool:
    """Tell whether a given fact is part of the position.

    The moment that a question leaves to its text, and a player who is the asker unless told otherwise, are part of the
    question; a place that the question can name is part of the position.
    """
    if given.best and relation.kind == "action":
        return False
    if given.default != "first" or all(sort != "player" for _, sort in relation.params):
        return True
    return relation.slot is not None and relation.slot[0] == given.id


class TextSearch:
    """One text on one space, asked one question for all players or teams."""

    def __init__(self, resolved: ResolvedText, space: Space, relation: Relation) -> None:
        """Prepare; the work is done by :meth:`ask`."""
        self.resolved = resolved
        self.space = space
        self.relation = relation
        self.bits = BitText(resolved, space)
        vocabulary = resolved.vocabulary
        gives = dict(relation.gives)
        self.firsts = {
            given.id: gives.get(given.id) for given in vocabulary.givens.values()
            if given.kind == "player" and (given.default == "first" or given.id in gives) and given.id in space.fixed
        }  # fmt: skip
        self.moments = tuple(
            (given.id, word) for given in vocabulary.givens.values()
            if given.best and relation.kind == "action"
            for word in allowed_choices(resolved, relation.id, given.id)
        )  # fmt: skip
        changing = {*self.firsts, *(key for key, _ in self.moments)}
        self.dependent = frozenset(
            name for name in vocabulary.relations if changing and cone_of(resolved, name).givens & changing
        )

    def ask(self, args: Args) -> Everywhere:
        """Answer for one choice of players or teams; positions in which the question makes no sense are left out."""
        self._give(args)
        valid = self.valid(args)
        if self.relation.kind == "value":
            return self._value(self.bits.value(self.relation.id, args), valid)
        if not self.moments:
            return self._fact(self.bits.fact(self.relation.id, args), valid)
        found = []
        for key, word in self.moments:
            self.space.fixed[key] = word
            self._forget()
            found.append(self._fact(self.bits.fact(self.relation.id, args), valid))
        return _at_best(found, valid)

    def _give(self, args: Args) -> None:
        """Set the given facts whose default is a player of the question."""
        if not self.firsts:
            return
        letters = [letter for letter, _ in self.relation.params]
        player = next((a for a, (_, sort) in zip(args, self.relation.params, strict=True) if sort == "player"), None)
        for key, letter in self.firsts.items():
            number = args[letters.index(letter)] if letter in letters else player
            if number is not None:
                self.space.fixed[key] = PlayerValue(number)
        self._forget()

    def _forget(self) -> None:
        """Forget what depends on given facts that have changed."""
        for memo in (self.bits.facts, self.bits.values):
            for known in [k for k in memo if k[0] in self.dependent]:
                del memo[known]

    def valid(self, args: Args) -> Bits:
        """Give the positions in which the question may be asked of these players."""
        bits = self.space.full
        if not self.relation.gone_allowed:
            for argument, (_, sort) in zip(args, self.relation.params, strict=True):
                if sort == "player":
                    bits &= self.space.present(argument, "now")
        for given in self.resolved.vocabulary.givens.values():
            if given.present and given.id in self.space.by_given:
                for value, where in self.space.given(given.id).items():
                    bits &= ~(where & self.space.gone(value.number))
        return bits

    def _fact(self, found: FactBits, valid: Bits) -> Everywhere:
        yes, no = found.yes & valid, found.no & valid
        if found.default and not self._can_conclude():
            no &= ~found.default
        contradicted = found.contradicted & valid
        return Everywhere({True: yes, False: no}, contradicted, valid & ~(yes | no | contradicted), found.live)

    def _value(self, found: ValueBits, valid: Bits) -> Everywhere:
        answers = {value: bits & valid for value, bits in found.values.items() if bits & valid}
        contradicted = found.contradicted & valid
        rest = valid & ~contradicted
        for bits in answers.values():
            rest &= ~bits
        return Everywhere(answers, contradicted, rest, found.live)

    def _can_conclude(self) -> bool:
        rules = (self.resolved.rules[n] for n in self.resolved.by_relation.get(self.relation.id, ()))
        return any(rule.kind == "yes" for rule in rules)


def _at_best(found: list[Everywhere], valid: Bits) -> Everywhere:
    """Join the answers of several moments: a yes at any of them, else what is silent or contradicted, else no."""
    yes = silent = contradicted = 0
    live: list[tuple[int, Bits]] = []
    for one in found:
        yes |= one.answers[True]
        silent |= one.silent
        contradicted |= one.contradicted
        live.extend(one.live)
    contradicted &= ~yes
    silent &= ~(yes | contradicted)
    return Everywhere({True: yes, False: valid & ~(yes | silent | contradicted)}, contradicted, silent, tuple(live))


def arguments(relation: Relation, table: Table, *, of_first_team: bool = False) -> Iterator[Args]:
    """Give every choice of different players or teams that a question can be asked of.

    ``of_first_team`` keeps to those whose first name belongs to team A: enough where the table looks alike from every
    team, as rotating it shows the rest.
    """
    domains: list[Sequence[int]] = []
    for n, (_, sort) in enumerate(relation.params):
        if sort == "team":
            domains.append(range(1 if of_first_team and n == 0 else len(table.sizes)))
        else:
            domains.append(range(table.sizes[0] if of_first_team and n == 0 else len(table.roles)))
    sorts = [sort for _, sort in relation.params]
    if sorts.count("player") == len(sorts) and len(sorts) > 1:
        first = domains[0]
        yield from (p for p in permutations(range(len(table.roles)), len(sorts)) if p[0] in first)
        yield from ((p,) * len(sorts) for p in first if len(sorts) == 2)
    else:
        yield from product(*domains)
