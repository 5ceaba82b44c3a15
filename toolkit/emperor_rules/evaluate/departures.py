"""Who has left the game: those who are named, and those who by the text have lost because of them, at the same moment.

The vocabulary names the fact by which one leaves and the fact that ends play (``leaves the game``, ``ends play``). The
first is closed here as a least fixed point: whoever it certainly holds of has gone too, before the turn if it follows
from those who left before the turn, else during it. What a question gives has no part in that.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import cast

from emperor_rules.evaluate.fixpoint import Judged
from emperor_rules.evaluate.position import MemoTable, Position, QueryContext
from emperor_rules.evaluate.program import Program
from emperor_rules.messages import LANGUAGES, Message
from emperor_rules.model.seating import Player, Table
from emperor_rules.model.terms import TEAM
from emperor_rules.model.vocabulary import Predicate, Words
from emperor_rules.resolve.rules import definition_of
from emperor_rules.semantics.verdict import TRUE, union

NOT_GONE: frozenset[Player] = frozenset()
#: So many are remembered of each text; the oldest are forgotten.
MOST_REMEMBERED = 4096


@dataclass
class Departures:
    """Who has gone in a position as it was told, by player number, and what follows.

    Attributes:
        left: Who left before the turn, with those who left because of them.
        leaving: Who left during the turn, likewise.
        reasons: Whoever left because of others, with the clauses that say so as a bit mask.
        before: The same players, with who had left before the turn and during it as that was concluded.
        is_over: Whether play has ended with that: no two teams are left.
    """

    program: Program
    table: Table
    options: tuple[str, ...]
    requested: tuple[frozenset[Player], frozenset[Player]]
    left: frozenset[Player] = NOT_GONE
    leaving: frozenset[Player] = NOT_GONE
    reasons: dict[int, int] = field(default_factory=dict)
    before: dict[int, tuple[frozenset[Player], frozenset[Player]]] = field(default_factory=dict)
    is_over: bool = False

    def __post_init__(self) -> None:
        """Close both groups, first those who left before the turn."""
        left, leaving = self.requested
        self.left = self._closed(left, NOT_GONE) if left else left
        leaving -= self.left
        self.leaving = self._closed(self.left, leaving) if leaving else leaving
        gone = self.left | self.leaving
        teams = {team for player, team in enumerate(self.table.team) if player not in gone}
        # A text that says who has won while several teams play does not say that anybody has left.
        self.is_over = len(teams) < 2 and self.is_won

    @cached_property
    def is_won(self) -> bool:
        """Whether somebody has won, or nobody is left, because of those who have gone."""
        ending = self.program.vocabulary.ending
        if ending is None or not (self.left or self.leaving):
            return False
        with self.program.work.apart():
            return self._holds(ending, self.left, self.leaving) and not self._holds(ending, NOT_GONE, NOT_GONE)

    def _closed(self, left: frozenset[Player], leaving: frozenset[Player]) -> frozenset[Player]:
        """Return those who are leaving, or else those who left, with all who go because of them."""
        fact = self.program.vocabulary.departure
        while fact is not None:
            position, context = Position(self.table, left, leaving, self.options), self._context()
            following = {
                player: judged[1]
                for player in position.players
                if not position.gone(player) and (judged := self._judged(fact, position, context, player))[0] == TRUE
            }
            if not following:
                break
            self.reasons.update(following.items())
            self.before.update((player, (left, leaving)) for player in following)
            left, leaving = (left, leaving.union(following)) if leaving else (left.union(following), leaving)
        return leaving or left

    def _holds(self, fact: Predicate, left: frozenset[Player], leaving: frozenset[Player]) -> bool:
        return bool(self._judged(fact, Position(self.table, left, leaving, self.options), self._context())[0] == TRUE)

    def _context(self) -> QueryContext:
        """Return a context without given facts, for all that is judged of one position."""
        return QueryContext(self.program.defaults, MemoTable())

    def _judged(self, fact: Predicate, position: Position, context: QueryContext, *args: int) -> Judged:
        return cast("Judged", self.program[fact.id](position, context, args))

    # --- in words -------------------------------------------------------------------------------------

    def absence(self, player: int) -> Message:
        """Return the sentence that a player is no longer in the game, and with whom and by which clauses they left."""
        name, clauses = self.table.names[player], self._citations(self.reasons.get(player, 0))
        if not clauses:
            return Message("{name} is no longer in the game", name=name)
        others = ", ".join(self.table.names[other] for other in self.causes(player))
        return Message(
            "{name} is no longer in the game: {name} left with {others} ({clauses})",
            name=name,
            others=others,
            clauses=", ".join(clauses),
        )

    def causes(self, player: int) -> tuple[int, ...]:
        """Return because of whom a player has left: one who alone would do, else all who are named."""
        named = sorted(self.requested[0] | self.requested[1])
        for other in named:
            if player in departures(self.program, self.table, frozenset((other,)), NOT_GONE, self.options).left:
                return (other,)
        return tuple(named)

    def end(self) -> Message:
        """Return the sentence that the game is over, how it ended, and the clauses that say so."""
        sentence, clauses = self.result
        if not sentence.en:
            return Message("the game is over, so this is asked no more")
        return Message(
            "the game is over, so this is asked no more: {result} ({clauses})",
            result=sentence,
            clauses=", ".join(clauses),
        )

    @cached_property
    def result(self) -> tuple[Words, tuple[str, ...]]:
        """How the game ended, by the first question of the fact that ends play that is answered yes."""
        from emperor_rules.evaluate.verbalise import (  # only a game that is over needs it
            TEAM_NAME,
            TEAM_NAMES,
            say_fact,
        )

        vocabulary, position = self.program.vocabulary, Position(self.table, *self.requested, self.options)
        ending, context = vocabulary.ending, self._context()
        for ask in ending.asks if ending is not None else ():
            predicate = vocabulary.predicates[ask]
            by_team = predicate.parameters[0][1] == TEAM
            of_teams = by_team and not self.table.is_single
            judged = {
                number: self._judged(predicate, position, context, number)
                for number in (position.sides if by_team else position.players)
            }
            subjects = [number for number, (truth, _) in judged.items() if truth == TRUE]
            if not subjects:
                continue
            sentences = []
            for language in LANGUAGES:
                names = [
                    self.table.teams[n] if of_teams else self.table.names[self.table.members[n][0] if by_team else n]
                    for n in subjects
                ]
                if of_teams:
                    names[0] = f"{(TEAM_NAMES if names[1:] else TEAM_NAME).get(language)} {names[0]}"
                sentences.append(say_fact(predicate, [names], True, language))
            concluding = definition_of(self.program.resolved, ask).concluding
            return Words(*sentences), self._citations(union(judged[n][1] for n in subjects) & concluding)
        return Words(), ()

    def _citations(self, mask: int) -> tuple[str, ...]:
        return tuple(clause.citation for clause in self.program.resolved.clauses if mask >> clause.index & 1)


def departures(
    program: Program, table: Table, left: frozenset[Player], leaving: frozenset[Player], options: tuple[str, ...]
) -> Departures:
    """Return what follows from those who have gone; asked about the same table again, it is remembered."""
    key = table.seats, left, leaving, options
    by_request: dict[object, Departures] = program.departures
    if (gone := by_request.get(key)) is None:
        if len(by_request) >= MOST_REMEMBERED:
            del by_request[next(iter(by_request))]
        with program.work.apart():
            gone = by_request[key] = Departures(program, table, options, (left, leaving))
    return gone
