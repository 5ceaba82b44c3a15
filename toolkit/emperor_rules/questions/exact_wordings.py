"""Questions in the vocabulary's own words, or by id and names: read and said without any table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from emperor_rules.evaluate.request import EVERYBODY
from emperor_rules.language.sentences import fitted
from emperor_rules.messages import LANGUAGES, Message
from emperor_rules.model.phrases import LETTER
from emperor_rules.model.scenarios import Query
from emperor_rules.model.seating import team_of
from emperor_rules.model.terms import PLAYER, PLAYERS, TEAM, TEAMS
from emperor_rules.model.vocabulary import Predicate, PredicateKind, Vocabulary

#: What may stand behind an id that is a word of the language as well (“range of the king”).
_NAMES = re.compile(r"[A-Za-z]|[A-Za-z]{1,2}\d{1,3}|\?")


def read_exactly(typed: str, vocabulary: Vocabulary) -> tuple[Query, str] | None:
    """Return the question that just these words ask, and their language (empty for an id); ``None`` where none does."""
    words = " ".join(typed.replace("’", "'").split()).rstrip("?. ").strip()
    called = _called()
    names = ["".join(filter(None, match.groups())).upper() for match in called.finditer(words)]
    longest = max((word for word in called.sub(" ", words).casefold().split() if word.isalpha()), key=len, default="")
    for predicate, language, template, folded in vocabulary.wordings:
        if longest not in folded:
            continue
        sorts = dict(predicate.parameters)
        letters = [letter for letter in LETTER.findall(template) if letter in sorts]
        if len(letters) != len(names):
            continue
        of = dict(zip(letters, names, strict=True))
        if all((name == team_of(name)) == (sorts[letter] == TEAM) for letter, name in of.items()):
            shown = {letter: _team(name, language) if sorts[letter] == TEAM else name for letter, name in of.items()}
            if _filled(template, shown, language).casefold() == words.casefold():
                return Query(predicate.id, tuple(of[letter] for letter in sorts)), language
    first, *rest = words.split() or [""]
    is_id = first in vocabulary.questions and ("-" in first or all(_NAMES.fullmatch(name) for name in rest))
    return (Query(first, tuple(name.upper() for name in rest)), "") if is_id else None


@cache
def _called() -> re.Pattern[str]:
    """Return what matches somebody's name, or a team's letter behind its noun in any language."""
    nouns = "|".join(_team("", id).split()[-1] for id in LANGUAGES)
    return re.compile(rf"\b(?:([A-Za-z]{{1,2}}\d{{1,3}})|(?:{nouns})\s+([A-Z]{{1,2}}|[a-z]))\b")


# --- questions said --------------------------------------------------------------------------------


#: Who stands in a question for whom it asks whether something is so: the first, another one and a team.
ANYBODY, ANOTHER = Message("anybody"), Message("anybody else")
ANY_TEAM, WHO = Message("any team"), Message("who")
#: Who stands in a question about each of all, and what stands before one that asks for players.
EACH, EACH_OF_TEAMS = Message("each player"), Message("each team")
EACH_PLAYER = Message("for each player {}:")
EACH_TEAM = Message("for each team {}:")


def asked(predicate: Predicate, of: Sequence[str], id: str) -> str:
    """Return a question of the vocabulary with names for its letters; of everybody it asks who, or whether anybody.

    Where a value is asked of everybody, it is asked of each, who is called X where players or teams are the answer.
    """
    anybody, another, team = (words.get(id) for words in (ANYBODY, ANOTHER, ANY_TEAM))
    each, is_value = "", predicate.kind is PredicateKind.VALUE
    if is_value and list(of).count(EVERYBODY) == 1 and predicate.answer not in (PLAYER, PLAYERS, TEAM, TEAMS):
        anybody, team = EACH.get(id), EACH_OF_TEAMS.get(id)
    elif is_value and EVERYBODY in of:
        unnamed = [sort for (_, sort), name in zip(predicate.parameters, of, strict=True) if name == EVERYBODY]
        letters = iter("XYZ")
        of = [next(letters) if name == EVERYBODY else name for name in of]
        each = " ".join(
            (EACH_TEAM if sort == TEAM else EACH_PLAYER).get(id).format("XYZ"[n]) for n, sort in enumerate(unnamed)
        )
    names: dict[str, str] = {}
    for (letter, sort), name in zip(predicate.parameters, of, strict=True):
        if sort == TEAM:
            names[letter] = team if name == EVERYBODY else _team(name, id)
        else:
            names[letter] = name if name != EVERYBODY else another if anybody in names.values() else anybody
    first = next((letter for letter, name in names.items() if name == anybody), "")
    words = predicate.ask.get(id)
    if first and not is_value and predicate.statement(id).startswith(f"{first} "):
        names[first] = WHO.get(id)
        words = f"{predicate.statement(id)}?"
    return f"{each} " * bool(each) + _filled(words, names, id)


def _team(letter: str, id: str) -> str:
    return Message("team {letter}", letter=letter).get(id)


def _filled(template: str, names: Mapping[str, str], id: str) -> str:
    """Return a template with what its letters stand for."""
    return fitted(" ".join(_put(word, names) for word in template.split()), id)


def _put(word: str, names: Mapping[str, str]) -> str:
    """Return a word of a question, or the name that its letter stands for."""
    letter = word.rstrip("?,.")
    return names[letter] + word[len(letter) :] if letter in names else word
