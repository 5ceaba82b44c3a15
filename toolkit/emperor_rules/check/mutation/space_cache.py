"""The spaces of positions on which a text is compared with its mutants, with the cached answers of the text.

A single space is seldom large enough to vary every given fact; each fact is varied in at least one of several spaces.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from emperor_rules.model.seating import Table
from emperor_rules.model.vocabulary import Predicate, Vocabulary
from emperor_rules.resolve.cone import Cone
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.search.bitset_conditions import Args
from emperor_rules.search.query import AnswerSets, TextSearch, arguments
from emperor_rules.search.space_layout import MOST_EXTRA_POSITIONS, SEATS_OF_SETS, must_be_given, sets_in, space_for
from emperor_rules.search.state_space import Axis, Space, given_values
from emperor_rules.search.witness_search import same_teams

#: How many spaces are cached with their answers for the next mutants.
MOST_SPACES = 48
#: The most positions of a space that varies given facts which are part of the question.
MOST_POSITIONS = 1 << 18


class AnsweredSpace:
    """A space, with the answers of the unchanged text to the questions asked so far."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self._answers: dict[str, dict[Args, AnswerSets]] = {}

    def answers(self, text: ResolvedText, question: Predicate) -> Mapping[Args, AnswerSets]:
        """Return the answers of the unchanged text to a question, by players or teams asked about."""
        if question.id not in self._answers:
            search = TextSearch(text, self.space, question)
            every = arguments(question, self.space.table, of_first_team=same_teams(self.space.table))
            self._answers[question.id] = {args: replace(search.ask(args), live=()) for args in every}
        return self._answers[question.id]


class SpaceCache:
    """The spaces used last; :attr:`fixed` are the given facts that none of them could vary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.fixed: set[str] = set()
        self._spaces: OrderedDict[Hashable, AnsweredSpace] = OrderedDict()

    def of(
        self, table: Table, cone: Cone, predicate: Predicate, options: frozenset[str], text: Hashable
    ) -> Iterator[AnsweredSpace]:
        """Yield the spaces of a question with this cone; ``text`` identifies everything that determines the answers.

        The last space varies what other searches take as part of the question, the player whose turn it is and the
        moment, and as many other facts as fit. On small tables there is one more space for each fact about several
        players, with every set of them.
        """
        asked = (text, options, table.seats, cone.moments, cone.numbers)
        of_givens = partial(space_for, table, predicate=predicate, vocabulary=self.vocabulary, options=options)
        unvaried = cone.givens
        while True:
            answered = self._laid_out((*asked, unvaried), partial(of_givens, replace(cone, givens=unvaried)))
            varied = unvaried & frozenset(answered.space.by_given)
            if varied or unvaried == cone.givens:
                yield answered
            unvaried -= varied
            if not varied or not unvaried:
                break
        if unvaried:
            lay_out = partial(self._every, table, cone, predicate, options, unvaried)
            answered = self._laid_out((*asked, unvaried, "every"), lay_out)
            if answered.space.by_given:
                yield answered
        self.fixed |= unvaried - frozenset(answered.space.by_given)
        if not answered.space.tells_leaving_apart:
            self.fixed.add("leaving")
        sets = sets_in(cone, predicate, self.vocabulary)
        if len(table.roles) > SEATS_OF_SETS:
            self.fixed |= sets
            return
        for key in sorted(sets):
            single = replace(cone, givens=frozenset((key,)))
            most = MOST_EXTRA_POSITIONS
            lay_out = partial(of_givens, single, most=most, tells_leaving_apart=False, every_set=True)
            answered = self._laid_out((*asked, key), lay_out)
            if answered.space.by_given:
                yield answered

    def _laid_out(self, key: Hashable, lay_out: Callable[[], Space]) -> AnsweredSpace:
        answered = self._spaces.pop(key, None) or AnsweredSpace(lay_out())
        self._spaces[key] = answered
        if len(self._spaces) > MOST_SPACES:
            self._spaces.popitem(last=False)
        return answered

    def _every(
        self, table: Table, cone: Cone, predicate: Predicate, options: frozenset[str], first: frozenset[str]
    ) -> Space:
        """Return a space that varies the states of the players and, as far as they fit, all given facts."""
        bare = space_for(table, replace(cone, givens=frozenset()), predicate, self.vocabulary, options)
        axes, fixed, size = list(bare.axes), dict(bare.fixed), bare.size
        looked_at = [key for key in self.vocabulary.givens if key in cone.givens]
        for key in sorted(looked_at, key=lambda key: key not in first):
            values = given_values(self.vocabulary.givens[key], table, self.vocabulary, cone.numbers)
            if size * len(values) <= MOST_POSITIONS:
                axes.append(Axis(key, values))
                size *= len(values)
                del fixed[key]
        space = Space(table, axes, fixed, options)
        space.stated = frozenset(key for key in looked_at if must_be_given(self.vocabulary.givens[key], predicate))
        space.tells_leaving_apart = bare.tells_leaving_apart
        return space
