"""The spaces of positions on which a text is compared with its mutants, and what the text answers on them.

A single space seldom holds every given fact at once; here several do together: each fact varies in one at least.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from emperor_rules.check.consistency.witness_search import same_teams
from emperor_rules.model.seating import Table
from emperor_rules.model.vocabulary import Predicate, Vocabulary
from emperor_rules.resolve.cone import Cone
from emperor_rules.search.bitset import Args
from emperor_rules.search.query import MOST_BESIDE, SEATS_OF_SETS, AnswerSets, TextSearch, arguments, sets_in, space_for
from emperor_rules.search.state_space import Axis, Space, given_values

#: Spaces that are kept with their answers, as the next mutants will want them again.
KEPT = 48
#: Positions in one space on which given facts vary that are part of the question.
MOST_POSITIONS = 1 << 18


@dataclass(frozen=True)
class AnsweredSpace:
    """A space, and what the unchanged text answers on it by question, as far as it was asked."""

    space: Space
    fixed: Mapping[str, Any]
    answers: dict[str, dict[Args, AnswerSets]]

    def ask(self, search: TextSearch) -> dict[Args, AnswerSets]:
        """Answer for every choice of players or teams."""
        found = {}
        for args in arguments(search.relation, self.space.table, of_first_team=same_teams(self.space.table)):
            found[args] = replace(search.ask(args), live=())
        return found


class SpaceCache:
    """Lays out grounds; :attr:`fixed` gathers the given facts that none of them could vary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        """Keep what is laid out by what was asked for."""
        self.vocabulary = vocabulary
        self.fixed: set[str] = set()
        self._kept: OrderedDict[Hashable, AnsweredSpace] = OrderedDict()

    def of(
        self, table: Table, cone: Cone, relation: Predicate, options: frozenset[str], text: Hashable
    ) -> Iterator[AnsweredSpace]:
        """Give the grounds of a question with this cone; ``text`` stands for all that decides the answers.

        The last one varies what other searches take as part of the question, whose turn it is and its moment, and
        beside it again as much else as fits. On small tables there is one more for each fact about several players,
        with every set of them.
        """
        asked = (text, options, table.seats, cone.moments, cone.numbers)
        left = cone.givens
        while True:
            some = replace(cone, givens=left)
            lay_out = partial(space_for, table, some, relation, self.vocabulary, options)
            ground = self._kept_or((*asked, left), lay_out)
            varied = left & frozenset(ground.space.by_given)
            if varied or left == cone.givens:
                yield ground
            left -= varied
            if not varied or not left:
                break
        if left:
            ground = self._kept_or((*asked, left, "every"), partial(self._every, table, cone, relation, options, left))
            if ground.space.by_given:
                yield ground
        self.fixed |= left - frozenset(ground.space.by_given)
        if not ground.space.apart:
            self.fixed.add("leaving")
        sets = sets_in(cone, relation, self.vocabulary)
        if len(table.roles) > SEATS_OF_SETS:
            self.fixed |= sets
            return
        for key in sorted(sets):
            one = replace(cone, givens=frozenset((key,)))
            ground = self._kept_or(
                (*asked, key),
                partial(
                    space_for, table, one, relation, self.vocabulary, options, MOST_BESIDE, apart=False, every_set=True
                ),
            )
            if ground.space.by_given:
                yield ground

    def _kept_or(self, key: Hashable, lay_out: Callable[[], Space]) -> AnsweredSpace:
        ground = self._kept.pop(key, None)
        if ground is None:
            space = lay_out()
            ground = AnsweredSpace(space, dict(space.fixed), {})
        self._kept[key] = ground
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return ground

    def _every(
        self, table: Table, cone: Cone, relation: Predicate, options: frozenset[str], first: frozenset[str]
    ) -> Space:
        """Lay out the states of the players and every given fact, whatever its default, as far as they fit."""
        bare = space_for(table, replace(cone, givens=frozenset()), relation, self.vocabulary, options)
        axes, fixed, size = list(bare.axes), dict(bare.fixed), bare.size
        looked_at = [key for key in self.vocabulary.givens if key in cone.givens]
        for key in sorted(looked_at, key=lambda key: key not in first):
            values = given_values(self.vocabulary.givens[key], table, self.vocabulary, cone.numbers)
            if size * len(values) <= MOST_POSITIONS:
                axes.append(Axis(key, values))
                size *= len(values)
                del fixed[key]
        space = Space(table, axes, fixed, options)
        space.apart = bare.apart
        return space
