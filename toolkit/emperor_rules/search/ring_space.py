"""Who sits where at each moment, in every state of the players: what is the same whatever facts are given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from math import prod

from emperor_rules.model.seating import NOBODY
from emperor_rules.model.terms import Moment
from emperor_rules.semantics.verdict import Bits

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
