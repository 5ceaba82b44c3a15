"""What a vocabulary can be asked, as words of a language: the keys under which a question and a circumstance are found."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from emperor_rules.model.phrasings import Phrasings
from emperor_rules.model.terms import TEAM
from emperor_rules.model.vocabulary import GivenFact, GivenKind, Vocabulary
from emperor_rules.questions.language import Language, Token
from emperor_rules.questions.mentions import Mention
from emperor_rules.questions.noun_phrases import NounPhrases

#: What stands in a key for a player, a team and a number.
PLAYER_SIGN, TEAM_SIGN, NUMBER_SIGN = "@", "#", "%"

Key = tuple[str, ...]
_SLOT = re.compile(r"\{([^}]*)\}")
_CHOICE = re.compile(r"\(([^()]*)\)|\[([^\[\]()]*)\]")
#: A phrasing stands for at most so many wordings; a longer one is cut.
MOST_WORDINGS = 512


@dataclass(frozen=True, slots=True)
class Pattern:
    """One wording: of the question ``id``, or of the circumstance ``id`` (then ``value`` is what it says).

    ``slots`` are the places of the mentions and numbers in order: a letter, two letters with a plus between them, or
    the id of a given fact, which a mention fills; or a mention that must be just this one, such as a word that asks
    who. ``fixed`` are given facts that the words imply.
    """

    id: str
    slots: tuple[str | Mention, ...]
    value: str = ""
    fixed: tuple[tuple[str, str], ...] = ()


class Patterns:
    """The keys of one language; built once, as its first question is read."""

    def __init__(
        self, language: Language, nouns: NounPhrases, vocabulary: Vocabulary, phrasings: Phrasings
    ) -> None:
        """Work out the keys of all wordings."""
        self.language = language
        self.nouns = nouns
        self.questions: dict[Key, list[Pattern]] = {}
        self.circumstances: dict[Key, list[Pattern]] = {}
        self.vocabulary = vocabulary
        for id, predicate in vocabulary.questions.items():
            sorts = dict(predicate.params)
            for words in (predicate.ask, predicate.phrase):
                if template := getattr(words, language.id):
                    self._add(self.questions, template, id, sorts)
        for phrasing in phrasings.questions:
            if phrasing.language == language.id:
                sorts = dict(vocabulary.questions[phrasing.id].params)
                self._add(self.questions, phrasing.words, phrasing.id, sorts)
        for given in vocabulary.givens.values():
            for value, template in _phrases_of(given, language.id):
                self._add(self.circumstances, template, given.id, _letters(given), value)
        for predicate in vocabulary.questions.values():
            if predicate.slot is not None and language.id == "en":
                key, letter, template = predicate.slot
                self._add(self.circumstances, template, key, {letter: "player"})
        for phrasing in phrasings.circumstances:
            if phrasing.language == language.id:
                given_fact = vocabulary.givens.get(phrasing.id)
                letters = _letters(given_fact) if given_fact else {"p": "player"}
                self._add(self.circumstances, phrasing.words, phrasing.id, letters, phrasing.value)

    def _add(
        self, index: dict[Key, list[Pattern]], template: str, id: str, sorts: Mapping[str, str], value: str = ""
    ) -> None:
        for wording in wordings(template):
            key, slots, fixed = self._key(wording, sorts)
            pattern = Pattern(id, slots, value, fixed)
            patterns = index.setdefault(key, [])
            if pattern not in patterns:
                patterns.append(pattern)

    def _key(
        self, wording: str, sorts: Mapping[str, str]
    ) -> tuple[Key, tuple[str | Mention, ...], tuple[tuple[str, str], ...]]:
        """Return the key of a wording, its slots in order, and the facts that it implies."""
        slots: dict[Mention, str] = {}
        fixed = []
        tokens: list[Token] = []
        for token in self.language.words(wording):
            word = str(token.value)
            slot = _SLOT.fullmatch(word)
            name = slot.group(1) if slot else word if word in sorts else ""
            if "=" in name:
                key, _, value = name.partition("=")
                fixed.append((key, value))
            elif name:
                mention = Mention(names=(str(len(slots)),), team=sorts.get(name) == TEAM)
                slots[mention] = name
                tokens.append(Token(mention, word))
            else:
                tokens.append(token)
        short = self.language.shortened(self.nouns.find(tokens))
        settled = self.language.settled([token.value for token in short])
        mentions = [value for value in settled if isinstance(value, Mention)]
        signs = {mention: _sign(name, sorts) for mention, name in slots.items()}
        key = tuple(signs.get(value) or sign_of(value) if isinstance(value, Mention) else value for value in settled)
        return key, tuple(slots.get(mention, mention) for mention in mentions), tuple(fixed)


def _sign(slot: str, sorts: Mapping[str, str]) -> str:
    sort = sorts.get(slot.split("+", maxsplit=1)[0], "player")
    return TEAM_SIGN if sort == TEAM else NUMBER_SIGN if sort == "number" else PLAYER_SIGN


def _letters(given: GivenFact) -> Mapping[str, str]:
    """Return the letters of a given fact's phrases: ``p`` for players, ``n`` for a number."""
    return {"n": "number"} if given.kind is GivenKind.NUMBER else {"p": "player"}


def _phrases_of(given: GivenFact, language: str) -> Iterator[tuple[str, str]]:
    """Yield what a given fact is called in the vocabulary, with the value that it has then."""
    phrase, verb = getattr(given.phrase, language), "è" if language == "it" else "is"
    if not phrase:
        return
    match given.kind:
        case GivenKind.FLAG:
            yield "yes", phrase
            if negative := getattr(given.negative, language):
                yield "no", negative
        case GivenKind.PLAYERS:
            yield "", phrase
        case GivenKind.PLAYER:
            yield "", f"{phrase} {verb} p"
        case GivenKind.NUMBER:
            yield "", f"{phrase} {verb} n"
        case GivenKind.CHOICE:
            for word, words in given.choices:
                yield word, f"{phrase} {verb} {getattr(words, language)}"


def wordings(template: str) -> Sequence[str]:
    """Return all wordings of a phrasing, in which ``(a|b)`` is a choice and ``[a]`` may be left away."""
    waiting, done = [template], []
    while waiting and len(done) < MOST_WORDINGS:
        words = waiting.pop()
        choice = _CHOICE.search(words)
        if choice is None:
            done.append(words)
            continue
        options = choice.group(1).split("|") if choice.group(1) is not None else ["", *choice.group(2).split("|")]
        waiting += [words[: choice.start()] + option + words[choice.end() :] for option in options]
    return done


def sign_of(value: str | Mention) -> str:
    """Return what a word or a mention of a question is in a key."""
    if isinstance(value, Mention):
        return TEAM_SIGN if value.team else PLAYER_SIGN
    return NUMBER_SIGN if value.isdigit() else value
