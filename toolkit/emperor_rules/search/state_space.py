"""A space of positions: one table, every state of its players and of the given facts that clauses look at.

A set of positions is one Python integer, a bit per position (bit-parallel evaluation).
Positions are numbered in mixed radix: the players' states first, then the given facts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, assert_never

from emperor_rules.model.scenarios import RequestPosition
from emperor_rules.model.seating import NOBODY, Table
from emperor_rules.model.terms import TEAM, Moment
from emperor_rules.model.vocabulary import DefaultWord, GivenFact, GivenKind, Vocabulary
from emperor_rules.resolve.cone import ANY_NUMBER
from emperor_rules.search.ring_space import BEGAN, LEAVING, LEFT, NOW, PRESENT, RingSpace, repeated
from emperor_rules.semantics.builtins import Builtin
from emperor_rules.semantics.expressions import Frame
from emperor_rules.semantics.verdict import Bits, without


@dataclass(frozen=True)
class Axis:
    """One thing that varies: a player's state (``player`` set) or a given fact, with its values in order."""

    name: str
    values: tuple[Any, ...]
    player: int | None = None


class Space:
    """All positions of a table along some axes; everything else stands at its default."""

    def __init__(
        self,
        table: Table,
        axes: Sequence[Axis],
        fixed: Mapping[str, Any],
        options: frozenset[str],
        live_states: Sequence[bytes] | None = None,
    ) -> None:
        """``fixed`` holds the given facts that do not vary; players without an axis are present throughout.

        Players' axes come first. ``live_states`` narrows their states: for each of these axes, the numbers of its
        values in the states that remain, one byte each.
        """
        self.table = table
        self.axes = tuple(axes)
        self.fixed: Mapping[str, Any] = dict(fixed)
        self.options = options
        self.live_states = tuple(live_states or ())
        #: Whether those who leave during the turn are told apart from those who left before it.
        self.tells_leaving_apart = True
        #: Whether facts vary here that a question usually leaves to its text, so that its silence proves nothing.
        self.varies_choices = False
        #: The given facts that a request names also where they do not vary: without them it could not be answered.
        self.stated: frozenset[str] = frozenset()
        self.count = len(table.roles)
        self.by_player: dict[int, int] = {a.player: n for n, a in enumerate(self.axes) if a.player is not None}
        self.by_given = {a.name: n for n, a in enumerate(self.axes) if a.player is None}
        states = {player: self.axes[n].values for player, n in self.by_player.items()}
        self.ring = RingSpace(self.count, states, self.live_states)
        self.size = 1
        self.strides: list[int] = []
        for n, axis in enumerate(self.axes):
            if n < len(self.live_states):
                self.strides.append(0)
                self.size = self.ring.size
            else:
                self.strides.append(self.size)
                self.size *= len(axis.values)
        self.full: Bits = (1 << self.size) - 1
        self._cells: dict[tuple[int, int], Bits] = {}

    # --- cells -----------------------------------------------------------------------------------

    def cell(self, axis: int, value: int) -> Bits:
        """Return the positions in which an axis has its value number ``value``."""
        positions = self._cells.get((axis, value))
        if positions is None:
            player, values = self.axes[axis].player, self.axes[axis].values
            if player is not None:
                positions = self._everywhere(self.ring.cell(player, values[value]))
            elif self.size:
                block = ((1 << self.strides[axis]) - 1) << (self.strides[axis] * value)
                positions = repeated(block, self.strides[axis] * len(values), self.size)
            else:
                positions = 0  # nobody plays at this table
            self._cells[axis, value] = positions
        return positions

    def present(self, player: int, moment: Moment) -> Bits:
        """Return the positions in which a player is on the ring at a moment."""
        return self._everywhere(self.ring.present(player, moment))

    def gone(self, player: int) -> Bits:
        """Return the positions in which a player is no longer in the game."""
        return self.full ^ self.present(player, NOW)

    def given(self, key: str) -> dict[Any, Bits]:
        """Return, by value, the positions in which a given fact has that value."""
        axis = self.by_given.get(key)
        if axis is None:
            return {self.fixed[key]: self.full}
        return {value: self.cell(axis, n) for n, value in enumerate(self.axes[axis].values)}

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
        return self._layered(self.full ^ self.gone(player) for player in sorted(self.by_player))

    @cached_property
    def _layers_leaving(self) -> list[Bits]:
        """Return the positions by how many players have left during the turn."""
        return self._layered(
            self.full ^ self.cell(n, axis.values.index(LEAVING))
            for n, axis in enumerate(self.axes)
            if axis.player is not None and LEAVING in axis.values
        )

    @cached_property
    def _layers_off(self) -> list[Bits]:
        """Return the positions by how many given facts are off their default."""
        return self._layered(self.cell(n, 0) for n, axis in enumerate(self.axes) if axis.player is None)

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

    def values_at(self, index: int) -> dict[str, Any]:
        """Return the values of all axes at a position, by name."""
        values = {}
        for n, (axis, stride) in enumerate(zip(self.axes, self.strides, strict=True)):
            if n < len(self.live_states):
                values[axis.name] = axis.values[self.live_states[n][index % len(self.live_states[0])]]
            else:
                values[axis.name] = axis.values[index // stride % len(axis.values)]
        return values

    def request_at(self, index: int) -> RequestPosition:
        """Return a position as the keys of a request: seats, left, leaving, options, given."""
        names = self.table.names
        values = self.values_at(index)
        left, leaving = (
            [names[a.player] for a in self.axes if a.player is not None and values[a.name] == state]
            for state in (LEFT, LEAVING)
        )
        request: RequestPosition = {"seats": self.table.seats}
        if left:
            request["left"] = left
        if leaving:
            request["leaving"] = leaving
        if self.options:
            request["options"] = sorted(self.options)
        facts = {axis.name: values[axis.name] for axis in self.axes if axis.player is None}
        facts |= {key: self.fixed[key] for key in self.fixed if key in self.stated}
        given = {name: shown for name, value in facts.items() if (shown := self.shown(value)) is not None}
        if given:
            request["given"] = given
        return request

    def shown(self, value: Any) -> Any:
        """Return the value of a given fact as a request has it; ``None`` for nobody."""
        if isinstance(value, PlayerValue):
            return None if value.number == NOBODY else self.table.names[value.number]
        if isinstance(value, frozenset):
            return [self.table.names[p] for p in sorted(value)]
        return value

    def first(self, bits: Bits) -> int:
        """Return the smallest position of a set, that of the least :meth:`weight`."""
        if not bits:
            raise ValueError("no position in an empty set")
        for layers in (self.layers, self._layers_leaving, self._layers_off):
            bits = next(nonempty for layer in layers if (nonempty := bits & layer))
        for n in reversed(range(len(self.axes))):
            states = self.axes[n].values if self.axes[n].player is not None and bits & (bits - 1) else ()
            for state in (PRESENT, LEFT, LEAVING):
                if state in states and (nonempty := bits & self.cell(n, states.index(state))):
                    bits = nonempty
                    break
        return (bits & -bits).bit_length() - 1

    def weight(self, index: int) -> tuple[Any, ...]:
        """Return a sort key: how many are gone, how many are leaving, given facts off their default, who is gone."""
        values = self.values_at(index)
        states = [values[a.name] for a in self.axes if a.player is not None]
        off = sum(
            index // stride % len(a.values) != 0
            for a, stride in zip(self.axes, self.strides, strict=True)
            if a.player is None
        )
        order = [(PRESENT, LEFT, LEAVING).index(state) for state in states]
        return len(states) - states.count(PRESENT), states.count(LEAVING), off, order[::-1], index


@dataclass(frozen=True, slots=True)
class PlayerValue:
    """A player as the value of a given fact (distinct from plain numbers)."""

    number: int


def player_axes(table: Table, moments: frozenset[str], *, tells_leaving_apart: bool = True) -> Iterator[Axis]:
    """Yield the axes of who has gone, as far as the moments that are looked at distinguish states.

    ``tells_leaving_apart`` false leaves out those who leave during the turn, to keep a large table within bounds.
    """
    apart = NOW in moments and BEGAN in moments and tells_leaving_apart
    if NOW in moments or BEGAN in moments:
        for number, name in enumerate(table.names):
            yield Axis(name, (PRESENT, LEFT, LEAVING) if apart else (PRESENT, LEFT), number)


def given_values(
    given: GivenFact,
    table: Table,
    vocabulary: Vocabulary,
    numbers: Iterable[tuple[str, int]] = (),
    *,
    every_set: bool = False,
) -> tuple[Any, ...]:
    """Return every value that a given fact can take at a table, its default first.

    Of numbers these are the ones around those with which the fact is compared (``numbers``, by the name of the fact).
    Of sets of players these are those of at most two, or ``every_set``.
    """
    match given.kind:
        case GivenKind.FLAG:
            first = given.default == "yes"
            return (first, not first)
        case GivenKind.NUMBER:
            default = int(given.default or 0)
            candidates = {default, default + 1}
            for key, number in numbers:
                if key == given.id:
                    near = range(number - 1, number + 2) if number != ANY_NUMBER else range(len(table.roles) + 2)
                    candidates.update(near)
            return (default, *sorted(n for n in candidates if n >= 0 and n != default))
        case GivenKind.CHOICE:
            words = [word for word, _ in given.choices]
            return tuple(sorted(words, key=lambda word: (word != given.default, words.index(word))))
        case GivenKind.PLAYERS:
            everyone = range(len(table.roles))
            sizes = range(len(everyone) + 1 if every_set else 3)
            return tuple(frozenset(members) for size in sizes for members in combinations(everyone, size))
        case GivenKind.PLAYER:
            players = tuple(PlayerValue(n) for n in range(len(table.roles)))
            return (PlayerValue(NOBODY), *players) if given.default == DefaultWord.NONE else players
    assert_never(given.kind)


def default_givens(table: Table, vocabulary: Vocabulary) -> dict[str, Any]:
    """Return the value of each given fact that stands first at a table."""
    return {given.id: given_values(given, table, vocabulary)[0] for given in vocabulary.givens.values()}


# --- what the conditions of a text read on a space, and what they come to -------------------------------

Args = tuple[Any, ...]
#: Where a condition is certainly true, and where it is certainly false.
TruthSets = tuple[Bits, Bits]
#: Where a term has which value.
ByValue = Mapping[Any, Bits]


class TextOnSpace(ABC):
    """What the conditions of a text read on a space.

    ``everywhere`` and ``nowhere`` are what is true, or false, in all positions.
    """

    def __init__(self, space: Space) -> None:
        """Begin with the given facts that do not vary on the space."""
        self.space = space
        self.full = space.full
        self.everywhere: TruthSets = (self.full, 0)
        self.nowhere: TruthSets = (0, self.full)
        self.fixed_givens: Mapping[str, Any] = space.fixed
        self._builtins: dict[tuple[Builtin, str, Args], Any] = {}
        self._varying: dict[str, ByValue] = {}

    def divided(self, true: Bits) -> TruthSets:
        """Return what is true in some positions and false in all others."""
        return true, self.full ^ true

    def role(self, player: int, letter: str) -> Bits:
        """Return where a player has a role letter; nobody has none."""
        return self.full if player != NOBODY and self.space.table.roles[player] == letter else 0

    def domain(self, sort: str) -> range:
        """Return the players or teams of the table."""
        return range(len(self.space.table.sizes)) if sort == TEAM else range(self.space.count)

    def given(self, key: str) -> ByValue:
        """Return, by value, where a fact is given so; players are plain numbers."""
        if key in self.fixed_givens and key not in self.space.by_given:
            value = self.fixed_givens[key]
            return {value.number if isinstance(value, PlayerValue) else value: self.full}
        if key not in self._varying:
            plain: dict[Any, Bits] = {}
            for value, bits in self.space.given(key).items():
                number = value.number if isinstance(value, PlayerValue) else value
                plain[number] = plain.get(number, 0) | bits
            self._varying[key] = plain
        return self._varying[key]

    def builtin(self, builtin: Builtin, moment: Moment, args: Args) -> Any:
        """Return where a built-in predicate holds, or for a function the positions by value."""
        key = (builtin, moment, args)
        where = self._builtins.get(key)
        if where is None:
            where = self._builtins[key] = builtin.on_sets(self.space, moment, *args)
        return where

    @abstractmethod
    def truth(self, predicate: str, args: Args) -> TruthSets:
        """Return where a fact certainly holds and certainly fails, as conditions read it."""

    @abstractmethod
    def values(self, predicate: str, args: Args) -> ByValue:
        """Return, by value, where a predicate has it."""


#: A condition, compiled: it takes a text on a space, and the values of letters; and a term likewise.
SetCondition = Callable[[TextOnSpace, Frame], TruthSets]
SetFunction = Callable[[TextOnSpace, Frame], ByValue]
