"""Ask one question of a text on every position of a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product
from math import prod
from typing import Any

from emperor_rules.model.seating import Table
from emperor_rules.model.vocabulary import GivenFact, Predicate, Vocabulary
from emperor_rules.resolve.cone import Cone, allowed_choices
from emperor_rules.resolve.rules import YES, ResolvedText
from emperor_rules.search.bitset import Args, BitText, FactBits, ValueBits
from emperor_rules.search.live_states import playable
from emperor_rules.search.state_space import Axis, Bits, PlayerValue, Space, given_values, player_axes

#: Positions in one space; given facts that would exceed it stay at their defaults, and the search says so.
MOST_POSITIONS = 1 << 18
#: The same for the spaces beside the first that make room for given facts.
MOST_BESIDE = 1 << 15
#: Tables of more seats than this have no such spaces beside the first.
SEATS_BESIDE = 9
#: The same for questions that run in circles (one consequence feeds another), which cost many rounds on every set.
MOST_IN_CIRCLES = 1 << 17

#: On tables of up to so many seats each given fact about several players is laid out for every set of them as well.
SEATS_OF_SETS = 6


@dataclass(frozen=True)
class AnswerSets:
    """The answers to one question on a space: positions by answer, and where it is contradicted; silent elsewhere."""

    answers: Mapping[Any, Bits]
    contradicted: Bits
    silent: Bits
    live: tuple[tuple[int, Bits], ...]


def space_for(
    table: Table,
    cone: Cone,
    relation: Predicate,
    vocabulary: Vocabulary,
    options: frozenset[str],
    most: int | None = None,
    texts: Sequence[ResolvedText] = (),
    by_any: bool = False,
    apart: bool = True,
    every_set: bool = False,
    aside: bool = False,
) -> Space:
    """Lay out the positions that a question with this cone can tell apart.

    Players' states come first, where ``texts`` are named only those with which play goes on by each of them (or
    ``by_any``); given facts follow in the order of the vocabulary while the space stays within ``most``. ``apart``
    false does not tell those who leave during the turn from those gone before. Of given facts about several players
    ``every_set`` lays out every set of them, where two at most would do. ``aside`` varies before all others those facts
    that a question leaves to its text unless told otherwise.
    """
    if most is None:
        most = MOST_IN_CIRCLES if cone.circular else MOST_POSITIONS
    axes: list[Axis] = [] if relation.ignores else list(player_axes(table, cone.moments, apart=apart))
    who = playable(texts, table, axes, by_any=by_any) if texts and axes else None
    size = _states(axes, who)
    if size > most and axes:
        apart = False
        axes = list(player_axes(table, cone.moments, apart=False))
        who = playable(texts, table, axes, by_any=by_any) if texts else None
        size = _states(axes, who)
    fixed: dict[str, Any] = {}
    for given in sorted(
        vocabulary.givens.values(),
        key=lambda g: (aside and _varies(g, relation), g.default is not None, g.kind == "players"),
    ):
        values = given_values(given, table, vocabulary, cone.numbers, every_set=every_set)
        if given.id in cone.givens and (aside or _varies(given, relation)) and size * len(values) <= most:
            axes.append(Axis(given.id, values))
            size *= len(values)
        else:
            fixed[given.id] = values[0]
    space = Space(table, axes, fixed, options, who)
    space.apart = apart or "began" not in cone.moments or bool(relation.ignores)
    space.aside = aside
    return space


def spaces_for(
    table: Table,
    cone: Cone,
    relation: Predicate,
    vocabulary: Vocabulary,
    options: frozenset[str],
    texts: Sequence[ResolvedText] = (),
    by_any: bool = False,
) -> list[Space]:
    """Lay out spaces in which every given fact that a question looks at varies at least once, as far as there is room.

    In the first nobody's state is left out; the others make room for given facts that found none there. Tables of more
    than :data:`SEATS_BESIDE` have the first alone: what a given fact changes shows on smaller ones, and the search says
    which stood at their defaults. On small tables there is one more for each fact about several players, with every
    set of them, and another where whose turn it is and its moment vary, if rules look at them.
    """
    spaces = [space_for(table, cone, relation, vocabulary, options, texts=texts, by_any=by_any)]
    left = varied(cone, relation, vocabulary) - frozenset(spaces[0].by_given)
    while left and len(table.roles) <= SEATS_BESIDE:
        space = space_for(
            table, replace(cone, givens=left), relation, vocabulary, options, MOST_BESIDE, texts, by_any, apart=False
        )
        found = left & frozenset(space.by_given)
        if not found:
            break
        spaces.append(space)
        left -= found
    for key in sorted(sets_in(cone, relation, vocabulary)) if len(table.roles) <= SEATS_OF_SETS else ():
        space = space_for(
            table,
            replace(cone, givens=frozenset((key,))),
            relation,
            vocabulary,
            options,
            MOST_BESIDE,
            texts,
            by_any,
            apart=False,
            every_set=True,
        )
        if space.by_given:
            spaces.append(space)
    if cone.givens - varied(cone, relation, vocabulary) and len(table.roles) <= SEATS_BESIDE:
        spaces.append(space_for(table, cone, relation, vocabulary, options, MOST_BESIDE, texts, by_any, aside=True))
    return spaces


def sets_in(cone: Cone, relation: Predicate, vocabulary: Vocabulary) -> frozenset[str]:
    """Name the given facts about several players that a question looks at: not every set of them has room anywhere."""
    return frozenset(key for key in varied(cone, relation, vocabulary) if vocabulary.givens[key].kind == "players")


def _states(axes: Sequence[Axis], who: Sequence[bytes] | None) -> int:
    return len(who[0]) if who else prod(len(axis.values) for axis in axes)


def varied(cone: Cone, relation: Predicate, vocabulary: Vocabulary) -> frozenset[str]:
    """Name the given facts that are part of a position for a question with this cone, as far as there is room."""
    return frozenset(key for key in cone.givens if _varies(vocabulary.givens[key], relation))


def _varies(given: GivenFact, relation: Predicate) -> bool:
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

    def __init__(self, resolved: ResolvedText, space: Space, relation: Predicate, bits: BitText | None = None) -> None:
        """Prepare; the work is done by :meth:`ask`. ``bits`` may come from another question of this text and space."""
        self.resolved = resolved
        self.space = space
        self.relation = relation
        self.bits = bits or BitText(resolved, space)
        #: The given facts that the question does not set, for this text.
        self.defaults: Mapping[str, Any] = space.fixed
        vocabulary = resolved.vocabulary
        gives = dict(relation.gives)
        self.firsts = {
            given.id: gives.get(given.id)
            for given in vocabulary.givens.values()
            if given.kind == "player" and (given.default == "first" or given.id in gives) and given.id in space.fixed
        }
        self.moments = tuple(
            (given.id, word)
            for given in vocabulary.givens.values()
            if given.best and relation.kind == "action" and given.id in space.fixed
            for word in allowed_choices(resolved, relation.id, given.id)
        )

    def ask(self, args: Args) -> AnswerSets:
        """Answer for one choice of players or teams; positions in which the question makes no sense are left out."""
        given = self._given(args)
        valid = self.valid(args)
        if self.relation.kind == "value":
            return self._value(self.bits.value(self.relation.id, args, given), valid)
        if not self.moments:
            return self._fact(self.bits.fact(self.relation.id, args, given), valid)
        found = []
        for key, word in self.moments:
            found.append(self._fact(self.bits.fact(self.relation.id, args, {**given, key: word}), valid))
        return _at_best(found, valid)

    def _given(self, args: Args) -> dict[str, Any]:
        """Return the facts that do not vary, with the players of the question for those whose default they are."""
        letters = [letter for letter, _ in self.relation.params]
        player = next((a for a, (_, sort) in zip(args, self.relation.params, strict=True) if sort == "player"), None)
        found = dict(self.defaults)
        for key, letter in self.firsts.items():
            number = args[letters.index(letter)] if letter in letters else player
            if number is not None:
                found[key] = PlayerValue(number)
        return found

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

    def _fact(self, found: FactBits, valid: Bits) -> AnswerSets:
        yes, no = found.yes & valid, found.no & valid
        if found.default and not can_conclude(self.resolved, self.relation.id):
            no &= ~found.default
        contradicted = found.contradicted & valid
        return AnswerSets({True: yes, False: no}, contradicted, valid & ~(yes | no | contradicted), found.live)

    def _value(self, found: ValueBits, valid: Bits) -> AnswerSets:
        answers = {value: bits & valid for value, bits in found.values.items() if bits & valid}
        contradicted = found.contradicted & valid
        rest = valid & ~contradicted
        for bits in answers.values():
            rest &= ~bits
        return AnswerSets(answers, contradicted, rest, found.live)


def can_conclude(resolved: ResolvedText, relation: str) -> bool:
    """Tell whether any clause of a text could conclude a fact; where none could, a closed one is silent, not false."""
    return any(resolved.rules[n].kind == YES for n in resolved.by_relation.get(relation, ()))


def _at_best(found: list[AnswerSets], valid: Bits) -> AnswerSets:
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
    return AnswerSets({True: yes, False: valid & ~(yes | silent | contradicted)}, contradicted, silent, tuple(live))


def arguments(relation: Predicate, table: Table, *, of_first_team: bool = False) -> Iterator[Args]:
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
