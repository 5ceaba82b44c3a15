"""Sentences of rules in another language than English, put into English words: “the kings can move” for “i re muovono”.

What comes of it is read as if somebody had written that, and is shown only where it can be read. So it may guess.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from emperor_rules.language.inflection import plural_noun, with_article
from emperor_rules.messages import LANGUAGES, language_file
from emperor_rules.model.phrases import Phrases, PhraseWords
from emperor_rules.resources import languages_folder

#: Words that English has as well, and that tell no language.
ENGLISH_WORDS = frozenset(("a", "in", "no", "come", "per", "sole"))
#: Of so many words one tells in which language a sentence is.
MOST_FOREIGN = 5
#: A noun by itself is so much surer than a word in the place of another.
OF_A_HEAD = 3
#: Returns by language one and several of what a noun of an English sentence was there, if it was that.
ForeignNouns = Callable[[PhraseWords], Mapping[str, tuple[str, str]]]


@dataclass(frozen=True)
class EnglishWords:
    """A sentence in English words.

    Attributes:
        words: The words.
        language: The language in which it was written.
        nouns: By the words that no vocabulary has: one and several of them in that language, were they nouns.
    """

    words: tuple[str, ...]
    language: str
    nouns: Mapping[str, tuple[str, str]]

    def own(self, noun: PhraseWords) -> dict[str, tuple[str, str]]:
        """Return by language one and several of what a noun was in the sentence as it was written."""
        names = self.nouns.get(" ".join(noun))
        return {self.language: names} if names is not None else {}


def in_english(words: Sequence[str], phrases: Phrases) -> EnglishWords | None:
    """Return a sentence in the words of English; ``None`` where it is in no other language.

    Args:
        words: The words in lower case, with commas and brackets.
        phrases: The phrases of the vocabulary, each with what it is in other languages.
    """
    written = [id for id in LANGUAGES[1:] if (languages_folder() / id / "statements.toml").is_file()]
    put = (_put(words, language, phrases) for language in written)
    return next(filter(None, put), None)


def _put(words: Sequence[str], language: str, phrases: Phrases) -> EnglishWords | None:
    """Return a sentence in English words; ``None`` where few of its words are of a language."""
    tables = _tables(language, tuple(phrases.in_others.get(language, ())), frozenset(phrases.letters))
    written = re.findall(r"[^\s,()]+|[,()]", taken_apart(" ".join(words), language))
    stems = [_stem(word, language) for word in written]
    longest = max(map(len, tables.by_stems), default=1)
    said: list[str] = []
    nouns: dict[str, tuple[str, str]] = {}
    of_language = of_english = at = 0
    while at < len(written):
        for end in range(min(len(written), at + longest), at, -1):
            english = tables.by_words.get(tuple(written[at:end])) or tables.by_stems.get(tuple(stems[at:end]))
            if english is not None:
                said += english.split()
                break
        else:
            end, word = at + 1, written[at]
            if word.isalpha() and word not in phrases.letters:
                one = _bent(word, language, "singular")
                nouns[one] = one, (word if one != word else _bent(word, language, "plural"))
                said += plural_noun((one,)) if one != word else (one,)
            else:
                said.append(word)
        for word in written[at:end]:
            is_english = word in phrases.readable_words or word in ENGLISH_WORDS
            of_english += is_english
            of_language += not is_english and word in tables.words
        at = end
    if of_language <= max(of_english, len(written) // MOST_FOREIGN):
        return None
    for n, (article, noun) in enumerate(pairwise(said)):
        if article == "a":
            said[n] = with_article(noun).partition(" ")[0]
    return EnglishWords(tuple(said), language, nouns)


@dataclass(frozen=True)
class _Tables:
    """What a language calls what English does: by the words, and by their stems."""

    words: frozenset[str]
    by_words: Mapping[PhraseWords, str]
    by_stems: Mapping[PhraseWords, str]


@lru_cache(maxsize=8)
def _tables(language: str, said: tuple[tuple[str, str], ...], letters: frozenset[str]) -> _Tables:
    """Return the tables of a language by what it calls things and by the letters that stand for them.

    Where a phrase has as many words in both languages, each word is also taken for one in its place: the one
    that is said most where it is said, and seldom elsewhere (“hand” for the first of “mano iniziale”, not “opening”).
    """
    own: Mapping[str, str] = language_file(language, "statements")["words"]
    by_words: dict[PhraseWords, str] = {}
    in_place: dict[PhraseWords, Counter[str]] = defaultdict(Counter)
    together: dict[PhraseWords, Counter[str]] = defaultdict(Counter)
    pieces_with: Counter[str] = Counter()
    for foreign, english in said:
        theirs, ours = _pieces(taken_apart(foreign.lower(), language), letters), _pieces(english.lower(), letters)
        for piece, words in zip(theirs, ours, strict=False) if len(theirs) == len(ours) else ():
            if piece and words:
                by_words.setdefault(tuple(piece), " ".join(words))
            pieces_with.update(set(words))
            for own_word in set(piece):
                together[(own_word,)].update(set(words))
            for own_word, word in zip(piece, words, strict=False) if len(piece) == len(words) else ():
                in_place[(own_word,)][word] += 1
            if (
                words[:1] == ["the"] and words[-1] == "of"
            ):  # the noun of a value, and its head where English has but that
                for noun in {tuple(piece[1:-1]), tuple(piece[1:2]) if words[2:] == ["of"] else ()} - {()}:
                    in_place[noun][" ".join(words[1:-1])] += OF_A_HEAD
    for phrase, votes in in_place.items():
        rank = {
            english: (count >= OF_A_HEAD, together[phrase][english] ** 2 / pieces_with.get(english, 1), count)
            for english, count in votes.items()
        }
        by_words.setdefault(phrase, max(rank, key=rank.__getitem__))
    by_words |= {tuple(phrase.split()): english for phrase, english in own.items()}
    by_stems: dict[PhraseWords, str] = {}
    for phrase, english in by_words.items():
        by_stems.setdefault(tuple(_stem(word, language) for word in phrase), english)
    return _Tables(frozenset(word for phrase in by_words for word in phrase), by_words, by_stems)


def _pieces(phrase: str, letters: Collection[str]) -> list[list[str]]:
    """Return the words of a phrase between its letters."""
    pieces: list[list[str]] = [[]]
    for word in phrase.split():
        if word in letters:
            pieces.append([])
        else:
            pieces[-1].append(word)
    return pieces


def taken_apart(sentence: str, language: str) -> str:
    """Return a sentence with contracted words taken apart, as its language has them."""
    for pattern, instead in language_file(language, "statements").get("apart", ()):
        sentence = re.sub(pattern, re.sub(r"\$(\d)", r"\\\1", instead), sentence)
    return sentence


def _stem(word: str, language: str) -> str:
    table = language_file(language, "statements")
    stem = re.sub(table["ending"], "", word)
    return stem if len(stem) >= table["shortest"] else word


def _bent(word: str, language: str, number: str) -> str:
    """Return a noun as one of several, or several of it."""
    for pattern, instead in language_file(language, "statements")[number]:
        if re.search(pattern, word):
            return re.sub(pattern, re.sub(r"\$(\d)", r"\\\1", instead), word)
    return word
