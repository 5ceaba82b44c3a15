"""The layout of spaces: which states of players and which given facts vary on a table for a question.

Of the states those are left out that a text's own consequences forbid. A set of players gone is playable when, with
them gone, play has not certainly ended and nobody else has certainly left because of them (by the facts that the
vocabulary marks so). A state is playable when both are: who had left before the turn, and who has left until now.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, reduce
from hashlib import sha256
from itertools import combinations
from math import prod
from operator import and_, or_
from typing import Any

from emperor_rules.language.seating import read_seating
from emperor_rules.model.seating import Table
from emperor_rules.model.terms import PLAYER, Moment
from emperor_rules.model.vocabulary import DefaultWord, GivenFact, GivenKind, Predicate, Vocabulary
from emperor_rules.resolve.cone import Cone, cone_signature
from emperor_rules.resolve.rules import ResolvedText, memoized_per_text
from emperor_rules.search.bitset import BitText
from emperor_rules.search.state_space import (
    LEAVING,
    PRESENT,
    SMALL_SET,
    PlayerState,
    SetsInTurn,
    Space,
    TwoInTurn,
    default_givens,
    default_value,
    given_values,
    player_states,
    sets_of,
)
from emperor_rules.search.symmetry import symmetries
from emperor_rules.semantics.verdict import Bits, without

#: Positions in one space; given facts that would exceed it stay at their defaults, and the search says so.
MOST_POSITIONS = 1 << 18
#: The same for the extra spaces, in which given facts vary that found no room in the first.
MOST_EXTRA_POSITIONS = 1 << 15
#: The same for those in which given facts take every set of players.
MOST_SET_POSITIONS = 1 << 16
#: Tables of more seats than this have no extra spaces.
SEATS_OF_EXTRA_SPACES = 9
#: The same for questions about recursive facts, whose fixed point costs many rounds on every set.
MOST_IN_CIRCLES = 1 << 17

#: Each given fact about several players is laid out for every set of them as well, on tables of up to so many seats
#: also with players gone, on larger ones with everybody there; and on those of more than the second number not at all.
SEATS_OF_SETS, MOST_SEATS_OF_SETS = 6, 15
#: The set of all sets of players gone.
ALL = -1


def space_for(
    table: Table,
    cone: Cone,
    predicate: Predicate,
    vocabulary: Vocabulary,
    options: frozenset[str],
    most: int | None = None,
    texts: Sequence[ResolvedText] = (),
    by_any: bool = False,
    tells_leaving_apart: bool = True,
    sets: Mapping[str, SetsInTurn] | None = None,
    everybody_there: bool = False,
    varies_choices: bool = False,
) -> Space:
    """Return the space of the positions that a question with this cone can distinguish.

    Players' states come first; given facts follow in the order of the vocabulary while the space stays within ``most``.

    Args:
        table: The table.
        cone: What the question depends on.
        predicate: The question.
        vocabulary: The vocabulary.
        options: The options in use.
        most: The most positions; by default :data:`MOST_POSITIONS`, or less for recursive questions.
        texts: Only states with which play goes on in each of these texts are included; none: all states.
        by_any: Whether play needs to go on in one of ``texts`` only.
        tells_leaving_apart: Whether those who leave during the turn differ from those who left before it.
        sets: The given facts about several players, if any, that come first and vary in turn.
        everybody_there: Whether nobody has gone.
        varies_choices: Whether the facts vary first that a question leaves to its text unless a request sets them.
    """
    if most is None:
        most = MOST_IN_CIRCLES if cone.circular else MOST_POSITIONS
    everybody_there = everybody_there or bool(predicate.ignores)
    for apart in dict.fromkeys((tells_leaving_apart, False)):
        moments = frozenset[str]() if everybody_there else cone.moments
        states = player_states(table, moments, tells_leaving_apart=apart)
        live_states = playable(texts, table, states, by_any=by_any) if texts and states else ()
        size = len(live_states[0]) if live_states else prod(map(len, states.values()))
        if size <= most:
            break
    varying: dict[str, Sequence[Any]] = dict(sets or {})
    fixed = {
        given.id: default_value(given, predicate) for given in vocabulary.givens.values() if given.id not in varying
    }
    size *= len(next(iter(varying.values()))) if sets else 1
    for given in sorted(
        (given for given in vocabulary.givens.values() if given.id in cone.givens and given.id in fixed),
        key=lambda g: (
            varies_choices and _varies(g, predicate),
            g.default is not None,
            g.kind is GivenKind.PLAYERS,
            bool(sets) and g.kind is not GivenKind.FLAG,
        ),
    ):
        values = given_values(given, table, cone.numbers, asked=predicate)
        if (varies_choices or _varies(given, predicate)) and size * len(values) <= most:
            varying[given.id] = values
            size *= len(values)
            del fixed[given.id]
    space = Space(table, states, varying, fixed, options, live_states)
    space.tells_leaving_apart = apart or Moment.BEGAN not in cone.moments or bool(predicate.ignores)
    space.varies_choices = varies_choices
    return space


def spaces_for(
    table: Table,
    cone: Cone,
    predicate: Predicate,
    vocabulary: Vocabulary,
    options: frozenset[str],
    texts: Sequence[ResolvedText] = (),
    by_any: bool = False,
) -> list[Space]:
    """Return spaces in which every given fact that a question looks at varies at least once, as far as there is room.

    In the first nobody's state is left out; in the others those given facts vary that found no room there. Tables of
    more than :data:`SEATS_OF_EXTRA_SPACES` have the first alone: what a given fact changes shows on smaller ones, and
    the search reports which stood at their defaults. There are more with every set of several players for each fact
    about them in turn, and on small tables another where whose turn it is and its moment vary, if rules look at them.
    """

    def lay_out(cone: Cone, most: int | None = MOST_EXTRA_POSITIONS, **how: Any) -> Space:
        return space_for(table, cone, predicate, vocabulary, options, most, texts, by_any, **how)

    alike = symmetries(table, cone, predicate, vocabulary, texts)
    spaces, seats = [lay_out(cone, None)], len(table.roles)
    left = varied(cone, predicate, vocabulary) - frozenset(spaces[0].by_given)
    lists = sets_in(cone, predicate, vocabulary) & left if seats > SEATS_OF_SETS else frozenset[str]()
    while left - lists and seats <= SEATS_OF_EXTRA_SPACES:
        space = lay_out(replace(cone, givens=left - lists), tells_leaving_apart=False)
        varying = left & frozenset(space.by_given)
        if not varying:
            break
        spaces.append(space)
        left -= varying
    for sets in in_turn(lists, table, SMALL_SET) if seats <= SEATS_OF_EXTRA_SPACES else ():
        spaces.append(lay_out(replace(cone, givens=left), MOST_SET_POSITIONS, tells_leaving_apart=False, sets=sets))
    for how in every_set(cone, predicate, vocabulary, table):
        spaces.append(lay_out(cone, tells_leaving_apart=False, **how))
    for how in two_in_turn(cone, predicate, vocabulary, table):
        spaces.append(lay_out(replace(cone, givens=frozenset()), tells_leaving_apart=False, **how))
    if cone.givens - varied(cone, predicate, vocabulary) and len(table.roles) <= SEATS_OF_EXTRA_SPACES:
        spaces.append(lay_out(cone, varies_choices=True))
    stated = frozenset(key for key in cone.givens if must_be_given(vocabulary.givens[key], predicate))
    for space in spaces:
        space.stated, space.symmetries = stated, alike
    return spaces


def must_be_given(given: GivenFact, predicate: Predicate) -> bool:
    """Return whether nothing stands in for a given fact that a request leaves out."""
    asks_of_nobody = all(sort != PLAYER for _, sort in predicate.parameters)
    return given.default is None or (given.default == DefaultWord.FIRST and asks_of_nobody)


def sets_in(cone: Cone, predicate: Predicate, vocabulary: Vocabulary) -> frozenset[str]:
    """Return the given facts about several players that a question looks at: few spaces have room for every set."""
    return frozenset(
        key for key in varied(cone, predicate, vocabulary) if vocabulary.givens[key].kind is GivenKind.PLAYERS
    )


def every_set(cone: Cone, predicate: Predicate, vocabulary: Vocabulary, table: Table) -> list[dict[str, Any]]:
    """Return what :func:`space_for` is told of each space with every set of players for given facts about them."""
    seats, lists = len(table.roles), sets_in(cone, predicate, vocabulary)
    everybody_there, most = seats > SEATS_OF_SETS, MOST_SET_POSITIONS
    sets = in_turn(lists, table, seats) if seats <= MOST_SEATS_OF_SETS else []
    return [{"sets": these, "everybody_there": everybody_there, "most": most} for these in sets]


def two_in_turn(cone: Cone, predicate: Predicate, vocabulary: Vocabulary, table: Table) -> list[dict[str, Any]]:
    """Return what :func:`space_for` is told of the space in which each two given facts about players name somebody.

    One of them takes every set of players, if there is room for that, and else each of them names one. A rule may look
    at both: who holds a marker, and who gets an extra turn.
    """
    keys, seats = sorted(sets_in(cone, predicate, vocabulary)), len(table.roles)
    if len(keys) < 2 or seats > MOST_SEATS_OF_SETS:
        return []
    most = MOST_EXTRA_POSITIONS if cone.circular else MOST_POSITIONS
    room = (len(keys) * (len(keys) - 1) * (seats + 1) << seats) <= most
    sets = {key: TwoInTurn(seats, seats if room else 1, n, len(keys)) for n, key in enumerate(keys)}
    return [{"sets": sets, "everybody_there": True, "most": most}]


def two_at_once(
    cone: Cone, predicate: Predicate, vocabulary: Vocabulary, table: Table, spaces: Iterable[Space]
) -> Iterator[frozenset[str]]:
    """Yield each two given facts about several players that none of the spaces of a question varies together.

    A rule may look at both: who holds a marker, and who gets an extra turn. On small tables more facts
    fit into one space, and each takes every set of players in turn.
    """
    together = [
        {key for key, values in space.by_given.items() if not isinstance(values, SetsInTurn)} for space in spaces
    ]
    if SEATS_OF_SETS < len(table.roles) <= MOST_SEATS_OF_SETS:
        for two in map(frozenset, combinations(sorted(sets_in(cone, predicate, vocabulary)), 2)):
            if not any(two <= varied for varied in together):
                yield two


def in_turn(lists: Collection[str], table: Table, most: int) -> list[dict[str, SetsInTurn]]:
    """Return the sets of players that given facts can name, up to a size, by the space that these facts share."""
    keys, seats = sorted(lists), len(table.roles)
    states = 1 if most == seats > SEATS_OF_SETS else 1 << seats
    at_once = max(1, MOST_SET_POSITIONS // (states * len(sets_of(seats, most))))
    groups = [keys[at : at + at_once] for at in range(0, len(keys), at_once)]
    return [{key: SetsInTurn(seats, most, n, len(group)) for n, key in enumerate(group)} for group in groups]


def varied(cone: Cone, predicate: Predicate, vocabulary: Vocabulary) -> frozenset[str]:
    """Return the given facts that are part of a position for a question with this cone, as far as there is room."""
    return frozenset(key for key in cone.givens if _varies(vocabulary.givens[key], predicate))


def _varies(given: GivenFact, predicate: Predicate) -> bool:
    """Return whether a given fact is part of the position.

    The moment that a question leaves to its text, and a player who is the asker by default, are part of the
    question; a place that the question can name is part of the position.
    """
    if given.is_at_best_for(predicate):
        return False
    if given.default != DefaultWord.FIRST or all(sort != PLAYER for _, sort in predicate.parameters):
        return True
    return predicate.slot is not None and predicate.slot[0] == given.id


# --- the states with which play goes on ------------------------------------------------------------


def playable(
    resolved: Sequence[ResolvedText], table: Table, states: Mapping[int, Sequence[PlayerState]], *, by_any: bool = False
) -> tuple[bytes, ...]:
    """Return, for each player, the numbers of their states in those positions with which play goes on.

    Each text must play on, or (``by_any``) one of them. Nothing stands for all states. Player number 0 varies fastest,
    as in a space.
    """
    each = [_playable_sets(text, table.seats) for text in resolved]
    sets = reduce(or_ if by_any else and_, each, 0 if by_any and each else ALL)
    if sets in (ALL, (1 << (1 << len(states))) - 1):
        return ()
    flags = [(state != PRESENT, state not in (PRESENT, LEAVING)) for state in states[0]]

    @cache
    def states_with(now: Bits, began: Bits, count: int) -> tuple[bytes, ...] | None:
        """Return the states of ``count`` players with a set gone in ``now`` and, as the turn began, in ``began``.

        Both are sets of sets, a bit for each. The last player varies slowest; nothing is left: ``None``.
        """
        if not now or not began:
            return None
        if count == 0:
            return ()
        half = 1 << count - 1
        low = (1 << half) - 1
        columns = [b""] * count
        for value, (is_gone, was_gone) in enumerate(flags):
            remaining = now >> half if is_gone else now & low, began >> half if was_gone else began & low
            smaller = states_with(*remaining, count - 1)
            if smaller is not None:
                for n, column in enumerate(smaller):
                    columns[n] += column
                columns[-1] += bytes([value]) * (len(smaller[0]) if smaller else 1)
        return tuple(columns) if columns[-1] else None

    layout = states_with(sets, sets, len(states)) or ((b"",) * len(states))
    states_with.cache_clear()  # it is large, and lies in a circle that only the collector would find
    return layout


@memoized_per_text
def _playable_sets(resolved: ResolvedText, seats: str) -> Bits:
    """Return the sets of players gone, a bit for each, with which play goes on."""
    if resolved.vocabulary.ending is None and resolved.vocabulary.departure is None:
        return ALL
    table = read_seating(seats, resolved.vocabulary)
    givens = default_givens(resolved.vocabulary)
    space = Space(table, player_states(table, frozenset((Moment.NOW,))), {}, givens, frozenset())
    return space.full ^ impossible(BitText(resolved, space))


def impossible(bits: BitText) -> Bits:
    """Return the positions of a space that cannot be: play has ended, or somebody still plays who left with others.

    With nobody gone there is none: else a text that ends play at once would hide all its other mistakes.
    """
    space, vocabulary = bits.space, bits.resolved.vocabulary
    forbidden = bits.verdict(vocabulary.ending.id, ()).true if vocabulary.ending is not None else 0
    if vocabulary.departure is not None:
        for player in space.ring.states:
            forbidden |= bits.verdict(vocabulary.departure.id, (player,)).true & space.present(player, Moment.NOW)
    return without(forbidden, space.layers[0])


@memoized_per_text
def playable_digest(resolved: ResolvedText) -> str:
    """Return a digest of what decides which states are playable, whatever the clauses are called."""
    deciding = filter(None, (resolved.vocabulary.ending, resolved.vocabulary.departure))
    signature = [cone_signature(resolved, fact.id) for fact in deciding]
    return sha256(repr(signature).encode()).hexdigest()
