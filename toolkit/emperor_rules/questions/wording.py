"""A question of the vocabulary in words, with names for its letters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from emperor_rules.evaluate.request import EVERYBODY
from emperor_rules.language.sentences import fitted
from emperor_rules.messages import Message
from emperor_rules.model.terms import TEAM
from emperor_rules.model.vocabulary import Predicate, PredicateKind

#: Who stands in a question for whom it asks whether something is so: the first, another one and a team.
ANYBODY, ANOTHER = Message("anybody"), Message("anybody else")
ANY_TEAM, WHO = Message("any team"), Message("who")
#: What stands before a question that asks what is so of each.
EACH_PLAYER = Message("for each player {}:")
EACH_TEAM = Message("for each team {}:")


def asked(predicate: Predicate, of: Sequence[str], id: str) -> str:
    """Return a question of the vocabulary with names for its letters; of everybody it asks who, or whether anybody.

    Where a value is asked of everybody, it is asked of each, who is called X.
    """
    anybody, another, team = (words.get(id) for words in (ANYBODY, ANOTHER, ANY_TEAM))
    each = ""
    if predicate.kind is PredicateKind.VALUE and EVERYBODY in of:
        unnamed = [sort for (_, sort), name in zip(predicate.parameters, of, strict=True) if name == EVERYBODY]
        letters = iter("XYZ")
        of = [next(letters) if name == EVERYBODY else name for name in of]
        each = " ".join(
            (EACH_TEAM if sort == TEAM else EACH_PLAYER).get(id).format("XYZ"[n]) for n, sort in enumerate(unnamed)
        )
    names: dict[str, str] = {}
    for (letter, sort), name in zip(predicate.parameters, of, strict=True):
        if sort == TEAM:
            names[letter] = team if name == EVERYBODY else Message("team {letter}", letter=name).get(id)
        else:
            names[letter] = name if name != EVERYBODY else another if anybody in names.values() else anybody
    first = next((letter for letter, name in names.items() if name == anybody), "")
    words = predicate.ask.get(id)
    if first and predicate.statement(id).startswith(f"{first} "):
        names[first] = WHO.get(id)
        words = f"{predicate.statement(id)}?"
    put = f"{each} " * bool(each) + " ".join(_put(word, names) for word in words.split())
    return fitted(put, id)


def _put(word: str, names: Mapping[str, str]) -> str:
    """Return a word of a question, or the name that its letter stands for."""
    letter = word.rstrip("?,.")
    return names[letter] + word[len(letter) :] if letter in names else word
