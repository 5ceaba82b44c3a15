"""Of which sort a term is, and how sorts and the letters for them are called in messages."""

from __future__ import annotations

from collections.abc import Iterable

from emperor_rules.messages import Message, Names, listed
from emperor_rules.model.terms import (
    NUMBER,
    PLAYER,
    TEAM,
    Apply,
    Choice,
    First,
    GivenVal,
    PlayerName,
    TeamName,
    Term,
    Variable,
)
from emperor_rules.model.vocabulary import Vocabulary, Words

#: The letters that stand for something where a sentence is read.
Bound = frozenset[str]


class Sorts:
    """The sorts of a vocabulary."""

    vocabulary: Vocabulary

    def sort(self, term: Term) -> str:
        """Return the sort of a term: player, team, number, players, choice, or “?” where a mistake stands."""
        match term:
            case Variable(_, sort):
                return sort
            case PlayerName():
                return PLAYER
            case TeamName():
                return TEAM
            case First():
                return PLAYER
            case Choice():
                return "choice"
            case Apply(name, _):
                predicate = self.vocabulary.predicates.get(name)
                return predicate.answer if predicate else "?"
            case GivenVal(key):
                return self.vocabulary.givens[key].kind
        return NUMBER

    def choices(self, term: Term) -> tuple[str, ...]:
        """Return the words that a choice-valued term chooses among."""
        if isinstance(term, GivenVal):
            return tuple(word for word, _ in self.vocabulary.givens[term.key].choices)
        if isinstance(term, Apply) and term.predicate in self.vocabulary.predicates:
            return tuple(word for word, _ in self.vocabulary.predicates[term.predicate].choices)
        return ()

    def _introduce(self, letter: str, bound: Bound) -> Message:
        """Return how to say for what a letter stands, and which ones do."""
        sort = self._sort(self.vocabulary.letter_sorts[letter]).en
        if not bound:
            return Message("Introduce it: “some {sort} called {letter}”.", sort=sort, letter=letter)
        letters = Names(sorted(bound), last=Message("or"))
        return Message(
            "Write {letters}, or introduce it: “some {sort} called {letter}”.",
            letters=letters,
            sort=sort,
            letter=letter,
        )

    def _letters(self, sort: str) -> Names | Message:
        declaration = self.vocabulary.sorts.get(sort)
        return listed(declaration.letters if declaration else ())

    def _sort(self, sort: str, *, many: bool = False) -> Words:
        """Return the noun of a sort."""
        declaration = self.vocabulary.sorts.get(sort)
        return declaration.names[many] if declaration else Words(sort)

    def _sorts(self, sorts: Iterable[str], last: Message | None = None) -> Names:
        """Return the nouns of several sorts, one after the other."""
        return Names(map(self._sort, sorts), last=last)
