"""The layout of spaces: which states of players and which given facts vary on a table for a question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod
from typing import Any

from emperor_rules.model.seating import Table
from emperor_rules.model.vocabulary import GivenFact, Predicate, Vocabulary
from emperor_rules.resolve.cone import Cone
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.search.live_states import playable
from emperor_rules.search.state_space import Axis, Space, given_values, player_axes

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
    """Return whether a given fact is part of the position.

    The moment that a question leaves to its text, and a player who is the asker unless told otherwise, are part of the
    question; a place that the question can name is part of the position.
    """
    if given.best and relation.kind == "action":
        return False
    if given.default != "first" or all(sort != "player" for _, sort in relation.params):
        return True
    return relation.slot is not None and relation.slot[0] == given.id
