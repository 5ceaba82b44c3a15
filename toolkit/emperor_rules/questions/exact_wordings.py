"""Questions in the vocabulary's own words, or by id and names: read and said without any table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from emperor_rules.evaluate.request import EVERYBODY
from emperor_rules.language.sentences import fitted
from emperor_rules.messages import Message
from emperor_rules.model.phrases import LETTER, MODAL_VERBS, canonical
from emperor_rules.model.scenarios import Query
from emperor_rules.model.seating import team_of
from emperor_rules.model.terms import TEAM
from emperor_rules.model.vocabulary import Predicate, PredicateKind, Vocabulary

_CALLED = re.compile(
    r"\b(?:(?:team|squadra)\s+)?([A-Za-z]{1,2}\d{1,3}|[B-DF-HJ-NP-Z])\b|\b(?:team|squadra)\s+([A-Za-z]{1,2})\b"
)
#: What may stand behind an id that is a word of the language as well (“range of the king”).
_NAMES = re.compile(r"[A-Za-z]|[A-Za-z]{1,2}\d{1,3}|\?")
#: Words that templates may have in another spelling.
_SPELT_OTHERWISE = frozenset((*MODAL_VERBS, *MODAL_VERBS.values()))
#: Stands for a name.
_BLANK = "_"


def read_exactly(typed: str, vocabulary: Vocabulary) -> tuple[Query, str] | None:
    """Return the question that just these words ask, and their language (empty for an id); ``None`` where none does."""
    words = " ".join(typed.split()).rstrip("?. ").strip()
    skeleton = _skeleton(_CALLED.sub(_BLANK, words))
    names = ["".join(filter(None, match.groups())).upper() for match in _CALLED.finditer(words)]
    longest = max((word for word in skeleton if word.isalpha() and word not in _SPELT_OTHERWISE), key=len, default="")
    for predicate, language, template, folded in vocabulary.wordings:
        if longest not in folded:
            continue
        sorts = dict(predicate.parameters)
        letters = [letter for letter in LETTER.findall(template) if letter in sorts]
        if len(letters) != len(names):
            continue
        if _skeleton(_without(template, letters)) == skeleton:
            by_letter = dict(zip(letters, names, strict=True))
            of = tuple(by_letter[letter] for letter, _ in predicate.parameters)
            if all((name == team_of(name)) == (sorts[letter] == "team") for letter, name in by_letter.items()):
                return Query(predicate.id, of), language
    first, *rest = words.split() or [""]
    is_id = first in vocabulary.questions and ("-" in first or all(_NAMES.fullmatch(name) for name in rest))
    return (Query(first, tuple(name.upper() for name in rest)), "") if is_id else None


def _skeleton(words: str) -> tuple[str, ...]:
    """Return words without regard to capitals and to which modal verb is used."""
    return canonical(words.casefold().split())


def _without(template: str, letters: Sequence[str]) -> str:
    """Return a template with a blank for each of some letters."""
    return LETTER.sub(lambda m: _BLANK if m.group() in letters else m.group(), template)


# --- questions said --------------------------------------------------------------------------------


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
