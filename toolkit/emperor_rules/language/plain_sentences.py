"""Sentences as people write them, put into those of the language: “kings may hit anyone within two seats”.

Each candidate is tried: only one that can be read is ever shown. So what is done here may guess.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import PurePosixPath

from emperor_rules.diagnostics import near
from emperor_rules.edits import TextEdit
from emperor_rules.language.inflection import plural_noun, with_article
from emperor_rules.language.phrases import INSTEAD
from emperor_rules.language.scanner import NUMERAL
from emperor_rules.language.slips import OR_LESS
from emperor_rules.language.syntax_errors import NUMERAL_WORDS
from emperor_rules.model.phrases import Phrases, PhraseWords, canonical
from emperor_rules.source import Span

#: The digits of what people write in words.
NUMBERS_IN_WORDS = {word: str(number) for number, word in enumerate(NUMERAL_WORDS.split(), 1)}
#: What stands before a noun that means whoever is one.
ARTICLES = frozenset(("a", "an", "the", "any", "each", "every", "all"))
#: What stands before a noun that the language quantifies as well.
QUANTIFIERS = frozenset(("some", "no", "every", "least", "most", "exactly"))
#: Somebody, whoever it is.
WHOEVER = frozenset(("anyone", "anybody", "everyone", "everybody", "someone", "somebody", "others"))
#: What means who was named last, and whose.
HIM, HIS = frozenset(("it", "them", "him", "her", "he", "she", "they")), frozenset(("its", "their", "his"))
#: What begins the condition of a sentence.
CONDITION_WORDS = frozenset(("when", "if", "while", "where"))
#: What is said of one, for what is said of several.
OF_ONE = {"are": "is", "have": "has", "do": "does"}
#: Words that say nothing by themselves.
EMPTY_WORDS = frozenset(("the", "of", "a", "an", "with", "is", "are", "has", "have", "and", "in", "at", "to"))
#: How much at least, at most or exactly.
MEASURES = (["at", "least"], ["at", "most"], ["exactly"], ["less", "than"], ["more", "than"])
#: What joins the parts of a condition.
CONNECTIVES = frozenset(("and", "or", "unless"))
#: Words of a state that its name leaves out.
UNNAMED_WORDS = EMPTY_WORDS - {"with", "is", "has"} | {"p", "number"}
#: A phrase that says something of a letter has so many words with it.
MIN_WORDS = 3
#: More words are no slip of one sentence.
MOST_WORDS_PUT = 40
#: So many near words are tried.
MOST_NEAR = 4


def plain_sentence(words: Sequence[str], phrases: Phrases, reads: Callable[[str], bool]) -> str:
    """Return a sentence of the language for one as people write it, without its full stop; empty where there is none.

    Args:
        words: The words, in lower case.
        phrases: The phrases of the vocabulary.
        reads: Tells whether a sentence can be read.
    """
    if not 1 < len(words) <= MOST_WORDS_PUT or not phrases.letters:
        return ""
    plain = [
        INSTEAD[word] if word in INSTEAD and word in CONDITION_WORDS else NUMBERS_IN_WORDS.get(word, word)
        for word in words
    ]
    drafts = (_put(draft, phrases, reads) for draft in (plain, *_amounts_as_conditions(plain)))
    return next((sentence for sentence in drafts if sentence not in ("", " ".join(words))), "")


def _amounts_as_conditions(words: Sequence[str]) -> Iterator[list[str]]:
    """Yield “p rests when it has 10 cups” for “p rests with 10 cups” and “p with 10 cups rests”."""
    at = words.index("with") if "with" in words and "when" not in words else 0
    for end in range(len(words), at + MIN_WORDS - 1, -1) if at else ():
        said, part = [*words[:at], *words[end:]], ["it", "has", *words[at + 1 : end]]
        if any(map(NUMERAL.match, part)) and len(said) > 1:
            yield [*said, "when", *part]


def _put(plain: Sequence[str], phrases: Phrases, reads: Callable[[str], bool]) -> str:
    """Return a sentence of the language for one with its numbers in digits and “when”; empty where there is none."""
    at = next((at for at, word in enumerate(plain) if word == "when"), len(plain))
    if at + 1 == len(plain):
        return ""
    draft = _PlainDraft(phrases)
    main = draft.with_letters(plain[:at])
    with_object = list(draft.with_object(main))
    draft.introduces = False  # whom a condition alone speaks of is counted: “some king”
    condition = draft.with_letters(plain[at + 1 :])
    if draft.lost:
        return ""
    for said in dict.fromkeys((tuple(main), *draft.values_of(main), *with_object, *draft.known_words(main))):
        for given in dict.fromkeys((tuple(condition), *draft.amounts(condition), *draft.known_words(condition))):
            parts = [" ".join(given)] if given else []
            conditions = " and ".join(draft.introduced(said, [*draft.conditions, *parts]))
            sentence = " ".join(said) + (f" when {conditions}" if conditions else "")
            if reads(sentence):
                return sentence
    return ""


@dataclass(frozen=True)
class UnknownState:
    """What a condition says of one letter and no phrase holds: a question could bring that along.

    Attributes:
        phrase: How a vocabulary declares it.
        sentence: What to write in place of the whole sentence, where it is a number; else what is written can stay.
    """

    phrase: str
    sentence: str = ""

    def declaration(self, file: str) -> TextEdit:
        """Return the edit that declares it in a vocabulary file beside that of a text."""
        path = PurePosixPath(file)
        folder = next((parent.parent for parent in path.parents if parent.name == "texts"), path.parent)
        name = (folder / "vocabulary" / path.name).as_posix()
        number = bool(self.sentence)
        id = "-".join(word for word in re.findall(r"[a-z0-9]+", self.phrase) if word not in UNNAMED_WORDS)
        of, kind = ("  of p\n", "  number\n  default 0\n") if number else ("", "  players\n  default none\n")
        words = f'given {id}\n{of}  en "{self.phrase}"\n  it "{self.phrase}"\n{kind}'
        return TextEdit(Span(name, 1, 1, 1, 1), words)


def unknown_state(words: Sequence[str], phrases: Phrases, reads: Callable[[str], bool]) -> UnknownState | None:
    """Return the one part of a condition that is no phrase and says something of one letter; ``None`` if there is none.

    A question could bring that along, as the life or the counters that a player has: no position holds them.
    """
    begin = words.index("when") + 1 if "when" in words else len(words)
    ends = [*words[1:], ""]
    joints = [
        at for at in range(begin, len(words)) if words[at] in CONNECTIVES and (words[at], ends[at]) not in OR_LESS
    ]
    parts = [(begin, len(words)), *zip([begin, *(at + 1 for at in joints)], [*joints, len(words)], strict=True)]
    any_property = next((phrase for phrase, kind in phrases.kinds.items() if kind == "PROPERTY"), ())
    for start, end in parts:
        part = words[start:end]
        letters = [word for word in part if len(word) == 1 and word in phrases.letters]
        if len(part) < MIN_WORDS or letters != [*part[:1]]:
            continue
        if reads(" ".join([*words[:start], part[0], *any_property, *words[end:]])):
            amount = _amount(part)
            if amount is None:
                return UnknownState(" ".join(("p", *part[1:])))
            what, compared = amount
            value = f"the number of {what} of" if what.endswith("s") else f"the {what} of"
            return UnknownState(f"{value} p", " ".join([*words[:start], value, part[0], "is", compared, *words[end:]]))
    return None


def _amount(part: Sequence[str]) -> tuple[str, str] | None:
    """Return of what somebody has how much: “poison counters” and “at least 10” for “p has ten poison counters”."""
    if len(part) < MIN_WORDS or part[1] not in ("has", "have", "is"):
        return None
    words = [NUMBERS_IN_WORDS.get(word, word) for word in part[2:]]
    at = next((at for at, pair in enumerate(pairwise(words)) if pair in OR_LESS), None)
    compared = [*OR_LESS[words[at], words[at + 1]].split()] if at is not None else ["at", "least"]
    words = words if at is None else words[:at] + words[at + 2 :]
    number = next((at for at, word in enumerate(words) if NUMERAL.match(word)), len(words) - 1)
    before, what = words[:number], " ".join(words[number + 1 :])
    if not what or not CONNECTIVES.isdisjoint(words) or before not in ([], ["at"], *MEASURES):
        return None
    compared = before if before in MEASURES else compared
    return what, " ".join([*(word for word in compared if word != "exactly"), words[number]])


@dataclass
class _PlainDraft:
    """A sentence on its way: the letters that stand in it, and what is said of them."""

    phrases: Phrases
    letters: list[str] = field(default_factory=list)
    conditions: list[str] = field(default_factory=list)
    nouns: dict[PhraseWords, str] = field(default_factory=dict)
    introduces: bool = True
    lost: bool = False
    #: Whom the words have named last.
    last_named: str = ""
    #: Of whom somebody sits on a side, where the words do not tell.
    whose: str = ""

    def with_letters(self, words: Sequence[str]) -> list[str]:
        """Return words with a letter for everybody who is named by a noun."""
        said: list[str] = []
        at = 0
        while at < len(words):
            length, letter = self._somebody(words, at, said)
            if letter:
                self.last_named = letter
                said.append(letter)
                verb = OF_ONE.get(words[at + length]) if at + length < len(words) else None
                said += [verb] if verb else []
                length += verb is not None
            else:
                length = self._whole_phrase(words, at)
                said += words[at : at + length]
            at += length
        return self._places(said)

    def _whole_phrase(self, words: Sequence[str], at: int) -> int:
        """Return how many words from one on are a phrase that stays as it is."""
        length, kind = self.phrases.longest(words, at)
        return length if length > 1 and kind != "NOUN" else 1

    def _somebody(self, words: Sequence[str], at: int, before: Sequence[str]) -> tuple[int, str]:
        """Return how many words from one on name somebody, and the letter to write; none where they do not."""
        word = words[at]
        if word in WHOEVER:
            return 1, self._new_letter("")
        if word in HIM and self.last_named:
            return 1, self.last_named
        if word in self.phrases.letters and len(word) == 1 and word != "a":
            self.letters += [word] if word not in self.letters else []
            return 1, word
        begin = at + (word in ARTICLES) + (word in ARTICLES and words[at + 1 : at + 2] in (["other"], ["another"]))
        length, kind = self.phrases.longest(words, begin)
        counted = bool(before) and (before[-1] in QUANTIFIERS | HIS or NUMERAL.match(before[-1]) is not None)
        if kind != "NOUN" or counted or word in QUANTIFIERS - ARTICLES:
            return 0, ""
        noun = self._singular(tuple(words[begin : begin + length]))
        if word == "the" and noun in self.nouns:
            return begin - at + length, self.nouns[noun]
        letter = self._new_letter(plural_noun(noun)[-1])
        self.nouns[noun] = letter
        who = f"is {with_article(' '.join(noun))}"
        if tuple(who.split()) in self.phrases.kinds:
            self.conditions.append(f"{letter} {who}")
        return begin - at + length, letter

    def _singular(self, noun: PhraseWords) -> PhraseWords:
        nouns = (words for words, kind in self.phrases.kinds.items() if kind == "NOUN")
        return next((words for words in nouns if words != noun and plural_noun(words) == noun), noun)

    def _new_letter(self, sort: str) -> str:
        """Return a letter that stands for nobody yet: of a sort, by its plural, or of the first one."""
        sorts = {letter: getattr(noun, "en", "") for letter, noun in self.phrases.letters.items()}
        sort = sort if sort in sorts.values() else next(iter(sorts.values()))
        letter = next((letter for letter, own in sorts.items() if own == sort and letter not in self.letters), "")
        self.lost |= not letter or not self.introduces
        self.letters += [letter] if letter else []
        return letter

    def _places(self, words: list[str]) -> list[str]:
        """Take “within 2 seats”, “on the right” and “to the right of q” out of words; count “2 of its players”."""
        for at, word in enumerate(words):
            after, rest = words[at + 1 : at + 3], words[at + 3 :]
            if NUMERAL.match(word) and after[:1] == ["of"] and HIS.intersection(after[1:]) and rest and self.letters:
                return self._places([*words[:at], "at", "least", word, rest[0], "of", self.letters[0], *rest[1:]])
            noun = self.phrases.longest(words, at + 1)[1].startswith("NOUN")
            if NUMERAL.match(word) and noun and words[at - 1 : at] not in (["least"], ["most"], ["exactly"]):
                return self._places([*words[:at], "at", "least", *words[at:]])
            if word == "within" and words[at - 1 : at] not in (["is"], ["are"]) and after[1:] == ["seats"]:
                left = words[:at]
                whom = left[-1] if left and left[-1] in self.letters[1:] else self._new_letter("")
                left += [] if left[-1:] == [whom] else [whom]
                rest = rest[2:] if rest[:1] == ["of"] else rest
                self.conditions.append(f"{whom} is within {after[0]} seats of {self.letters[0]}")
                return self._places([*left, *rest])
            of_whom = words[at + 3 : at + 4] == ["of"]
            sided = word in ("on", "to", "at") and after in (["the", "left"], ["the", "right"]) and not of_whom
            if sided and self.introduces and words[at - 1 : at] and words[at - 1] in self.letters:
                who = words[at - 1]  # of those of a kind, the one behind whom others sit on that side
                self.conditions.append(f"the first player to the {after[1]} of {who} is an opponent of {who}")
                return self._places([*words[:at], *rest])
            side = words[at + 2 : at + 3]
            beside = words[at : at + 4] in (["to", "the", *side, "of"], ["on", "the", *side, "of"])
            if beside and side in (["left"], ["right"]) and at and words[at + 4 : at + 5]:
                who, whose = words[at - 1] if words[at - 1] not in ("is", "sits") else words[at - 2], words[at + 4]
                if {who, whose} <= {*self.letters}:
                    self.conditions.append(f"the first player to the {side[0]} of {whose} is {who}")
                    verb = words[at - 1] in ("is", "sits")
                    return self._places([*words[: at - 2 * verb], *words[at + 5 :]])
        return words

    def introduced(self, said: Sequence[str], conditions: Sequence[str]) -> list[str]:
        """Return conditions that introduce by its noun each letter of which nothing is concluded."""
        conditions = [*conditions]
        for noun, letter in self.nouns.items() if conditions else ():
            own = f"{letter} is {with_article(' '.join(noun))}"
            about = [part for part in conditions if letter in part.split() and part != own]
            if letter not in said and about:
                others = [part for part in conditions if part != own and part not in about]
                called = f"some {' '.join(noun)} called {letter} is such that ({' and '.join(about)})"
                conditions = [*others, called]
        return conditions

    def values_of(self, words: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """Yield “the size of t is 5” for “t has size 5” and the like, the phrases with most of the words first."""
        number = next(filter(NUMERAL.match, words), "")
        who = next((word for word in words if word in self.letters), "")
        stems = {_stem(word) for word in words if word not in EMPTY_WORDS}
        said = {_stem(word) for word in (number, *self.letters)}
        for value in self._values_with(stems)[:1]:
            if number and who and stems <= said | {_stem(word) for word in value}:
                yield (*value, who, "is", number)

    def amounts(self, words: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """Yield “the size of t is at least 5” for “t has five sizes”, by the phrases with most of the words."""
        what, compared = _amount(words) or ("", "")
        if what and words[0] in self.letters:
            stems = {_stem(word) for word in what.split() if word not in EMPTY_WORDS}
            for value in self._values_with(stems)[:MOST_NEAR]:
                yield (*value, words[0], "is", *compared.split())

    def _values_with(self, stems: Collection[str]) -> list[PhraseWords]:
        """Return the phrases of values of somebody that have some of the words, those with most of them first."""
        values = [words for words, kind in self.phrases.kinds.items() if kind == "VALUE_OF"]
        shared = {value: len({_stem(word) for word in value}.intersection(stems)) for value in values}
        return sorted(filter(shared.get, values), key=lambda value: (-shared[value], len(value), value))

    def with_object(self, words: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """Yield “p cannot push past q” for “p may not push” and the like: a phrase that has a place for somebody."""
        verb = canonical(words[1:])
        if len(words) < MIN_WORDS or words[0] not in self.letters:
            return
        kinds = self.phrases.kinds
        begun = [phrase for phrase, kind in kinds.items() if kind == "PREDICATE" and verb in (phrase, phrase[:-1])]
        for phrase in sorted(begun):
            self.whose = self.whose or self._new_letter("")
            yield (words[0], *phrase, self.whose)

    def known_words(self, words: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """Yield words with near ones of the vocabulary for those that it lacks: “lose” for “have lost”."""
        vocabulary = self.phrases.all_words
        near_words = {word: near(word, vocabulary, 0.7) for word in words if word.isalpha() and word not in vocabulary}
        for choice in range(MOST_NEAR if any(near_words.values()) else 0):
            instead: list[str] = []
            for word in words:
                alike = near_words.get(word) if word not in self.phrases.letters else None
                if alike and instead[-1:] in (["have"], ["has"]):
                    instead.pop()
                instead.append(alike[min(choice, len(alike) - 1)] if alike else word)
            yield tuple(instead)


def _stem(word: str) -> str:
    """Return a word without what English adds to it."""
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) > 3:
            return word.removesuffix(ending)
    return word
