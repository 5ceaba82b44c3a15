"""A space of positions: one table, every state of its players and of the given facts that clauses look at.

A set of positions is one Python integer, a bit per position (bit-parallel evaluation).
Positions are numbered in mixed radix: the players' states first, then the given facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property, lru_cache
from itertools import combinations, permutations, product
from math import prod
from typing import Any, assert_never

from emperor_rules.model.scenarios import RequestPosition
from emperor_rules.model.seating import NOBODY, Table
from emperor_rules.model.terms import TEAM, Moment
from emperor_rules.model.vocabulary import DefaultWord, GivenFact, GivenKind, GivenNumbers, Predicate, Vocabulary
from emperor_rules.resolve.cone import ANY_NUMBER
from emperor_rules.search.symmetry import Symmetries
from emperor_rules.semantics.verdict import Bits, union, without

# Members of an enum are slow to look up by attribute in Python 3.11.
NOW, BEGAN, START = Moment


class PlayerState(StrEnum):
    """Whether a player is in the game, left before the turn, or is leaving during it."""

    PRESENT = "present"
    LEFT = "left"
    LEAVING = "leaving"


PRESENT, LEFT, LEAVING = PlayerState


class RingSpace:
    """Who sits where at each moment, in every state of the players: the same whatever is asked, and whoever they are.

    ``states`` are the players that can be gone, with the states of each; the other players are present throughout.
    ``live_states`` narrows them: for each of these players, the numbers of the states that remain, one byte each.
    """

    def __init__(self, count: int, states: Mapping[int, Sequence[PlayerState]], live_states: Sequence[bytes]) -> None:
        """Steps and distances are computed on demand."""
        self.count = count
        self.states = states
        self.live_states = dict(zip(self.states, live_states, strict=False))
        self.size = len(live_states[0]) if live_states else prod(map(len, self.states.values()))
        self.full: Bits = (1 << self.size) - 1
        self._cells: dict[tuple[int, PlayerState], Bits] = {}
        self._present: dict[tuple[Moment, int], Bits] = {}
        self._steps: dict[tuple[Moment, int], list[dict[int, Bits]]] = {}
        self._distances: dict[tuple[Moment, int, int], dict[int, Bits]] = {}

    def cell(self, player: int, state: PlayerState) -> Bits:
        """Return the positions in which a player is in a state."""
        positions = self._cells.get((player, state))
        if positions is None:
            positions = self._cells[player, state] = self._cell(self.states[player], player, state)
        return positions

    def _cell(self, values: Sequence[PlayerState], player: int, state: PlayerState) -> Bits:
        if state not in values or not self.size:
            return 0
        number = values.index(state)
        if self.live_states:
            digits = bytes(b"01"[n == number] for n in range(len(values)))
            return int(self.live_states[player][::-1].translate(digits.ljust(256, b"0")), 2)
        stride = prod(len(of) for other, of in self.states.items() if other < player)
        return repeated(((1 << stride) - 1) << (stride * number), stride * len(values), self.size)

    def states_at(self, index: int) -> dict[int, PlayerState]:
        """Return the state of each player that can be gone in a position."""
        at: dict[int, PlayerState] = {}
        for player, values in self.states.items():
            if self.live_states:
                at[player] = values[self.live_states[player][index]]
            else:
                index, number = divmod(index, len(values))
                at[player] = values[number]
        return at

    def present(self, player: int, moment: Moment) -> Bits:
        """Return the positions in which a player is on the ring at a moment; nobody never is."""
        if player == NOBODY:
            return 0
        if player not in self.states or moment == START:
            return self.full
        positions = self._present.get((moment, player))
        if positions is None:
            positions = self.cell(player, PRESENT) | (self.cell(player, LEAVING) if moment == BEGAN else 0)
            self._present[moment, player] = positions
        return positions

    def steps(self, moment: Moment, p: int) -> list[dict[int, Bits]]:
        """Return, for every player q, by number of steps clockwise from p to q, the positions (both on the ring)."""
        cached_steps = self._steps.get((moment, p))
        if cached_steps is not None:
            return cached_steps
        start = self.present(p, moment)
        reached: list[dict[int, Bits]] = [{} for _ in range(self.count + 1)]  # with nobody: index -1
        reached[p] = {0: start} if start else {}
        between: dict[int, Bits] = {0: start}
        for step in range(1, self.count):
            q = (p + step) % self.count
            present = self.present(q, moment)
            away = self.full ^ present
            reached[q] = {k + 1: bits & present for k, bits in between.items() if bits & present}
            following: dict[int, Bits] = {}
            for k, bits in between.items():
                if bits & away:
                    following[k] = following.get(k, 0) | bits & away
                if bits & present:
                    following[k + 1] = following.get(k + 1, 0) | bits & present
            between = following
        self._steps[moment, p] = reached
        return reached

    def distances(self, moment: Moment, p: int, q: int) -> dict[int, Bits]:
        """Return, by distance from p to q the shorter way round, the positions (both on the ring)."""
        cached_distances = self._distances.get((moment, p, q))
        if cached_distances is not None:
            return cached_distances
        leftwards, rightwards = self.steps(moment, p)[q], self.steps(moment, q)[p]
        by_distance: dict[int, Bits] = {}
        for k, bits in leftwards.items():
            for j, other_bits in rightwards.items():
                both = bits & other_bits
                if both:
                    by_distance[min(k, j)] = by_distance.get(min(k, j), 0) | both
        self._distances[moment, p, q] = self._distances[moment, q, p] = by_distance
        return by_distance


def repeated(block: Bits, width: int, size: int) -> Bits:
    """Repeat a block of ``width`` bits until ``size`` bits are filled, by doubling."""
    bits, length = block, width
    while length < size:
        bits |= bits << length
        length *= 2
    return bits & ((1 << size) - 1) if length > size else bits


#: A given fact about several players is of no more than so many, but where every set of them is laid out.
SMALL_SET = 2


class Space:
    """All positions of a table in which some players may be gone and some given facts vary; all else is at its default.

    Attributes:
        by_given: The given facts that vary, with their values in order, the default first.
    """

    def __init__(
        self,
        table: Table,
        states: Mapping[int, Sequence[PlayerState]],
        by_given: Mapping[str, Sequence[Any]],
        fixed: Mapping[str, Any],
        options: frozenset[str],
        live_states: Sequence[bytes] = (),
    ) -> None:
        """``states`` and ``live_states`` are those of a :class:`RingSpace`; facts that do not vary are ``fixed``."""
        self.table = table
        self.by_given = dict(by_given)
        self.fixed: Mapping[str, Any] = dict(fixed)
        self.options = options
        #: Whether those who leave during the turn are told apart from those who left before it.
        self.tells_leaving_apart = True
        #: Whether facts vary here that a question usually leaves to its text, so that its silence proves nothing.
        self.varies_choices = False
        #: The given facts that a request must name even where they do not vary.
        self.stated: frozenset[str] = frozenset()
        self.count = len(table.roles)
        self.ring = RingSpace(self.count, states, live_states)
        self.size = self.ring.size
        self.strides: dict[str, int] = {}
        for key, values in self.by_given.items():
            if isinstance(values, SetsInTurn) and values.place:
                self.strides[key] = self.size // len(values)  # they share their numbers with those before
                continue
            self.strides[key] = self.size
            self.size *= len(values)
        self.full: Bits = (1 << self.size) - 1
        self._given: dict[str, dict[Any, Bits]] = {}
        self._named: dict[tuple[str, int], Bits] = {}

    @cached_property
    def symmetries(self) -> Symmetries:
        """Who is alike to the question, so that it need be asked of only one of them."""
        return Symmetries(self.table)

    # --- cells -----------------------------------------------------------------------------------

    def in_state(self, player: int, state: PlayerState) -> Bits:
        """Return the positions in which a player is in a state."""
        return self._everywhere(self.ring.cell(player, state))

    def present(self, player: int, moment: Moment) -> Bits:
        """Return the positions in which a player is on the ring at a moment."""
        return self._everywhere(self.ring.present(player, moment))

    def role(self, player: int, letter: str) -> Bits:
        """Return where a player has a role letter."""
        return self.full if self.table.roles[player] == letter else 0

    def gone(self, player: int) -> Bits:
        """Return the positions in which a player is no longer in the game."""
        return self.full ^ self.present(player, NOW)

    def given(self, key: str) -> dict[Any, Bits]:
        """Return, by value, the positions in which a given fact has that value."""
        if key not in self.by_given:
            return {self.fixed[key]: self.full}
        if key not in self._given:
            stride, values = self.strides[key], self.by_given[key]
            first = repeated((1 << stride) - 1, stride * len(values), self.size) if self.size else 0
            self._given[key] = {value: first << stride * n for n, value in enumerate(values)}
        return self._given[key]

    def named(self, key: str, player: int) -> Bits:
        """Return the positions in which a given list names a player; nobody is never named."""
        if key not in self.by_given:
            return self.full if player in self.fixed[key] else 0
        bits = self._named.get((key, player))
        if bits is None:
            values = self.by_given[key]
            if isinstance(values, SetsInTurn):
                bits = values.naming(player, self.strides[key], self.size) if player != NOBODY else 0
            else:
                bits = union(where for names, where in self.given(key).items() if player in names)
            self._named[key, player] = bits
        return bits

    # --- seats -----------------------------------------------------------------------------------

    def steps(self, moment: Moment, p: int, q: int) -> dict[int, Bits]:
        """Return, by number of steps clockwise from p to q, the positions (both on the ring)."""
        return {k: self._everywhere(bits) for k, bits in self.ring.steps(moment, p)[q].items()}

    def distances(self, moment: Moment, p: int, q: int) -> dict[int, Bits]:
        """Return, by distance from p to q the shorter way round, the positions (both on the ring)."""
        return {k: self._everywhere(bits) for k, bits in self.ring.distances(moment, p, q).items()}

    def side_by_side(self, moment: Moment, p: int, q: int) -> Bits:
        """Return the positions in which nobody sits between p and q, one way round."""
        return self._everywhere(self.ring.distances(moment, p, q).get(1, 0))

    def _everywhere(self, positions: Bits) -> Bits:
        """Return positions of the ring as those of the space, whatever is given."""
        return repeated(positions, self.ring.size, self.size) if positions else 0

    # --- single positions ------------------------------------------------------------------------

    @cached_property
    def layers(self) -> list[Bits]:
        """Return the positions by how many players have gone, fewest first."""
        return self._layered(self.present(player, NOW) for player in self.ring.states)

    @cached_property
    def _layers_leaving(self) -> list[Bits]:
        """Return the positions by how many players have left during the turn."""
        return self._layered(self.full ^ self.in_state(player, LEAVING) for player in self.ring.states)

    @cached_property
    def _layers_off(self) -> list[Bits]:
        """Return the positions by how many given facts are off their default."""
        return self._layered(
            self.full ^ union(self.named(key, player) for player in range(self.count))
            if isinstance(values, SetsInTurn)
            else self.given(key)[values[0]]
            for key, values in self.by_given.items()
        )

    def _layered(self, conditions: Iterable[Bits]) -> list[Bits]:
        """Return the positions by how many conditions fail there, fewest first, without empty layers."""
        layers = [self.full]
        for holds in conditions:
            following = [0] * (len(layers) + 1)
            for k, bits in enumerate(layers):
                following[k] |= bits & holds
                following[k + 1] |= without(bits, holds)
            layers = following
        return [bits for bits in layers if bits]

    def states_at(self, index: int) -> dict[int, PlayerState]:
        """Return the states of the players that can be gone at a position."""
        return self.ring.states_at(index % self.ring.size)

    def givens_at(self, index: int) -> dict[str, Any]:
        """Return the given facts that vary at a position."""
        return {key: values[index // self.strides[key] % len(values)] for key, values in self.by_given.items()}

    def request_at(self, index: int) -> RequestPosition:
        """Return a position as the keys of a request: seats, left, leaving, options, given."""
        states = self.states_at(index)
        left, leaving = (
            [self.table.names[player] for player, state in states.items() if state == gone] for gone in (LEFT, LEAVING)
        )
        request: RequestPosition = {"seats": self.table.seats}
        if left:
            request["left"] = left
        if leaving:
            request["leaving"] = leaving
        if self.options:
            request["options"] = sorted(self.options)
        facts = self.givens_at(index) | {key: self.fixed[key] for key in self.fixed if key in self.stated}
        given = {name: shown for name, value in facts.items() if (shown := self.shown(value)) is not None}
        if given:
            request["given"] = given
        return request

    def shown(self, value: Any) -> Any:
        """Return the value of a given fact as a request has it; ``None`` for nobody."""
        if isinstance(value, MemberValue):
            names = self.table.teams if isinstance(value, TeamValue) else self.table.names
            return None if value.number == NOBODY else names[value.number]
        if isinstance(value, GivenNumbers):
            names = self.table.teams if value.sort == TEAM else self.table.names
            return {names[member]: number for member, number in value.named} or None
        if isinstance(value, frozenset):
            return [self.table.names[p] for p in sorted(value)]
        return value

    def first(self, bits: Bits) -> int:
        """Return the smallest position of a set, that of the least :meth:`weight`."""
        if not bits:
            raise ValueError("no position in an empty set")
        for layers in (self.layers, self._layers_leaving, self._layers_off):
            bits = next(nonempty for layer in layers if (nonempty := bits & layer))
        for player in reversed([*self.ring.states]) if bits & (bits - 1) else ():
            in_states = (bits & self.in_state(player, state) for state in (PRESENT, LEFT, LEAVING))
            bits = next(nonempty for nonempty in in_states if nonempty)
        return (bits & -bits).bit_length() - 1

    def weight(self, index: int) -> tuple[Any, ...]:
        """Return a sort key: how many are gone, how many are leaving, given facts off their default, who is gone."""
        states = [*self.states_at(index).values()]
        off = sum(value != self.by_given[key][0] for key, value in self.givens_at(index).items())
        order = [(PRESENT, LEFT, LEAVING).index(state) for state in states]
        return len(states) - states.count(PRESENT), states.count(LEAVING), off, order[::-1], index


class SetsInTurn(Sequence[frozenset[int]]):
    """The sets of at most so many of some players for each of several given facts in turn; the others name nobody then.

    These are the values of the fact at a ``place``; all of them share their numbers.
    """

    def __init__(self, players: int, most: int, place: int, facts: int) -> None:
        self.players, self.most, self.place, self.facts = players, most, place, facts
        self.sets = sets_of(players, most)

    def __len__(self) -> int:
        return self.facts * len(self.sets)

    def __getitem__(self, number: Any) -> Any:
        place, own = divmod(number, len(self.sets))
        return self.sets[own] if place == self.place else frozenset()

    def naming(self, player: int, stride: int, size: int) -> Bits:
        """Return the positions that name a player, where numbers have a stride in a space of some size."""
        width = stride * len(self.sets)
        sets = _naming(self.players, self.most, player, stride)
        return repeated(sets << self.place * width, self.facts * width, size) if size else 0


class TwoInTurn(SetsInTurn):
    """The sets of at most so many of some players for one of several given facts, while one of the others names one.

    Each fact takes its turn beside each other; where no set has more than one player, each two of them do once.
    """

    def __init__(self, players: int, most: int, place: int, facts: int) -> None:
        super().__init__(players, most, place, facts)
        two = permutations if most > 1 else combinations
        self.turns = [*two(range(facts), 2)]
        self.single = sets_of(players, 1)

    def __len__(self) -> int:
        return len(self.turns) * len(self.sets) * len(self.single)

    def __getitem__(self, number: Any) -> Any:
        rest, one = divmod(number, len(self.single))
        turn, whole = divmod(rest, len(self.sets))
        own = {
            place: sets[n]
            for place, sets, n in zip(self.turns[turn], (self.sets, self.single), (whole, one), strict=True)
        }
        return own.get(self.place, frozenset())

    def naming(self, player: int, stride: int, size: int) -> Bits:
        """Return the positions that name a player, where numbers have a stride in a space of some size."""
        width = stride * len(self.single)
        of_whole = _naming(self.players, self.most, player, width)
        of_one = repeated(_naming(self.players, 1, player, stride), width, width * len(self.sets))
        bits = union(
            (of_whole if first == self.place else of_one) << turn * width * len(self.sets)
            for turn, (first, second) in enumerate(self.turns)
            if self.place in (first, second)
        )
        return repeated(bits, stride * len(self), size) if size else 0


@cache
def sets_of(players: int, most: int) -> tuple[frozenset[int], ...]:
    """Return the subsets of some players up to a size, small ones first."""
    return tuple(frozenset(members) for size in range(most + 1) for members in combinations(range(players), size))


@lru_cache(maxsize=1024)
def _naming(players: int, most: int, player: int, stride: int) -> Bits:
    """Return which of :func:`sets_of` name a player, with as many bits for each as its number has in a space."""
    block = (1 << stride) - 1
    return union(block << stride * n for n, members in enumerate(sets_of(players, most)) if player in members)


@dataclass(frozen=True, slots=True)
class MemberValue:
    """A player or team as the value of a given fact (distinct from plain numbers)."""

    number: int


class PlayerValue(MemberValue):
    """A player as the value of a given fact."""

    __slots__ = ()


class TeamValue(MemberValue):
    """A team as the value of a given fact."""

    __slots__ = ()


def player_states(
    table: Table, moments: frozenset[str], *, tells_leaving_apart: bool = True
) -> dict[int, tuple[PlayerState, ...]]:
    """Return the states in which players may be, as far as the moments that are looked at distinguish them.

    ``tells_leaving_apart`` false leaves out those who leave during the turn, to keep a large table within bounds.
    """
    if NOW not in moments and BEGAN not in moments:
        return {}
    apart = NOW in moments and BEGAN in moments and tells_leaving_apart
    return dict.fromkeys(range(len(table.roles)), (PRESENT, LEFT, LEAVING) if apart else (PRESENT, LEFT))


def default_value(given: GivenFact, asked: Predicate | None = None) -> Any:
    """Return what stands for a given fact that a question (``asked``) does not name: the first of its values."""
    match given.kind:
        case GivenKind.FLAG:
            return given.default == "yes"
        case GivenKind.NUMBER:
            return int(given.default or 0)
        case GivenKind.NUMBERS:
            assert given.of is not None
            return GivenNumbers(given.of, int(given.default or 0), ())
        case GivenKind.CHOICE:
            words = [word for word, _ in given.choices]
            return given.default if given.default in words else words[0]
        case GivenKind.PLAYERS:
            return frozenset[int]()
        case GivenKind.PLAYER:
            usual = asked.own_defaults.get(given.id, given.default) if asked is not None else given.default
            return PlayerValue(NOBODY if usual == DefaultWord.NONE else 0)
        case GivenKind.TEAM:
            return TeamValue(NOBODY if given.default == DefaultWord.NONE else 0)
    assert_never(given.kind)


def given_values(
    given: GivenFact, table: Table, numbers: Iterable[tuple[str, int]] = (), *, asked: Predicate | None = None
) -> Sequence[Any]:
    """Return every value that a given fact can take at a table, its default first.

    Of numbers these are the ones around those with which the fact is compared (``numbers``, by the name of the
    fact). Of sets of players these are the small ones, and no more have a number of their own at once. A question
    ``asked`` that names somebody for the fact unless it is given cannot be asked with nobody for it.
    """
    default = default_value(given, asked)
    match given.kind:
        case GivenKind.FLAG:
            return (default, not default)
        case GivenKind.NUMBER:
            return (default, *_other_numbers(given, default, table, numbers))
        case GivenKind.NUMBERS:
            assert given.of is not None
            members = range(len(table.sizes if given.of == TEAM else table.roles))
            others = _other_numbers(given, default.usual, table, numbers)
            return tuple(
                GivenNumbers(given.of, default.usual, tuple(zip(named, chosen, strict=True)))
                for count in range(SMALL_SET + 1)
                for named in combinations(members, count)
                for chosen in product(others, repeat=count)
            )
        case GivenKind.CHOICE:
            return (default, *(word for word, _ in given.choices if word != default))
        case GivenKind.PLAYERS:
            return sets_of(len(table.roles), SMALL_SET)
        case GivenKind.PLAYER:
            players = tuple(PlayerValue(n) for n in range(len(table.roles)))
            return players if default in players else (default, *players)
        case GivenKind.TEAM:
            teams = tuple(TeamValue(n) for n in range(len(table.sizes)))
            return teams if default in teams else (default, *teams)
    assert_never(given.kind)


def _other_numbers(given: GivenFact, default: int, table: Table, numbers: Iterable[tuple[str, int]]) -> Sequence[int]:
    candidates = {default + 1}
    for key, number in numbers:
        if key == given.id:
            candidates.update(range(number - 1, number + 2) if number != ANY_NUMBER else range(len(table.roles) + 2))
    return sorted(n for n in candidates if n >= 0 and n != default)


def default_givens(vocabulary: Vocabulary) -> dict[str, Any]:
    """Return what stands for each given fact that is not named."""
    return {given.id: default_value(given) for given in vocabulary.givens.values()}


def plain_space(table: Table, vocabulary: Vocabulary, options: frozenset[str] = frozenset()) -> Space:
    """Return the space of the one position in which nobody has gone and nothing is given."""
    return Space(table, {}, {}, default_givens(vocabulary), options)
