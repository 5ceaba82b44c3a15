"""The states of the players with which play still goes on: whom a text's own consequences leave at a table.

A set of players gone is playable when, with them gone, the fact that the vocabulary marks as ending play does not
certainly hold. A state is playable when both are: who had left before the turn, and who has left until now.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, reduce
from hashlib import sha256
from operator import and_, or_

from emperor_rules.model.seating import Table
from emperor_rules.model.terms import Moment
from emperor_rules.resolve.rules import ResolvedText, per_text
from emperor_rules.resolve.signatures import cone_signature
from emperor_rules.search.bitset import BitText
from emperor_rules.search.state_space import LEAVING, PRESENT, Axis, Bits, Space, given_values, player_axes

#: The set of sets of players gone that has the empty one alone.
NOBODY_GONE = 1
#: The set of all sets of players gone.
ALL = -1


def playable(
    resolved: Sequence[ResolvedText], table: Table, axes: Sequence[Axis], *, by_any: bool = False
) -> tuple[bytes, ...] | None:
    """Return, for each player's axis, the numbers of its values in the states with which play goes on.

    Each text must play on, or (``by_any``) one of them. ``None`` stands for all states. Player number 0 varies fastest,
    as in a space.
    """
    each = [_playable_sets(text, table.seats) for text in resolved]
    sets = reduce(or_ if by_any else and_, each, 0 if by_any and each else ALL)
    if sets in (ALL, (1 << (1 << len(axes))) - 1):
        return None
    flags = [(state != PRESENT, state not in (PRESENT, LEAVING)) for state in axes[0].values]

    @cache
    def laid_out(now: Bits, began: Bits, count: int) -> tuple[bytes, ...] | None:
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
            smaller = laid_out(*remaining, count - 1)
            if smaller is not None:
                for n, column in enumerate(smaller):
                    columns[n] += column
                columns[-1] += bytes([value]) * (len(smaller[0]) if smaller else 1)
        return tuple(columns) if columns[-1] else None

    layout = laid_out(sets, sets, len(axes)) or ((b"",) * len(axes))
    laid_out.cache_clear()  # it is large, and lies in a circle that only the collector would find
    return layout


@per_text
def _playable_sets(resolved: ResolvedText, seats: str) -> Bits:
    """Return the sets of players gone, a bit for each, with which play goes on.

    With nobody gone it always does, even by a text that ends it at once: else that mistake would hide all others.
    """
    ends = resolved.vocabulary.ending
    if ends is None:
        return ALL
    table = resolved.vocabulary.table(seats)
    givens = {g.id: given_values(g, table, resolved.vocabulary)[0] for g in resolved.vocabulary.givens.values()}
    space = Space(table, tuple(player_axes(table, frozenset((Moment.NOW,)))), givens, frozenset())
    return space.full ^ BitText(resolved, space).fact(ends.id, ()).true | NOBODY_GONE


@per_text
def playable_digest(resolved: ResolvedText) -> str:
    """Return a digest of what decides which states are playable, whatever the clauses are called."""
    ends = resolved.vocabulary.ending
    signature = cone_signature(resolved, ends.id) if ends is not None else ()
    return sha256(repr(signature).encode()).hexdigest()
