"""Sentences as people write them, put into those of the language: “kings may hit anyone within two seats”.

Each candidate is tried: only one that can be read is ever shown. So what is done here may guess.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from typing import Any

from emperor_rules.diagnostics import near
from emperor_rules.edits import TO_BE_WRITTEN, TextEdit
from emperor_rules.language.inflection import plural_noun, singular_noun, with_article
from emperor_rules.language.phrases import INSTEAD
from emperor_rules.language.scanner import NUMERAL
from emperor_rules.language.slips import OR_LESS
from emperor_rules.language.syntax_errors import NUMERAL_WORDS
from emperor_rules.messages import ENGLISH, LANGUAGES, language_file
from emperor_rules.model.phrases import Phrases, PhraseWords, canonical
from emperor_rules.source import Span

#: The digits of what people write in words.
NUMBERS_IN_WORDS = {word: str(number) for number, word in enumerate(NUMERAL_WORDS.split(), 1)}
#: The words by which people say what the language says otherwise, by what they do: the file tells.
SPOKEN_WORDS: Mapping[str, Any] = language_file(ENGLISH, "statements")["words"]
ARTICLES, QUANTIFIERS, WHOEVER, DENYING, HIM, HIS, CONDITION_WORDS, SIDE_WORDS, SEATS_COUNTED, EMPTY_WORDS, SITTING = (
    frozenset(SPOKEN_WORDS[name])
    for name in (
        "articles",
        "quantifiers",
        "somebody",
        "denying",
        "him",
        "his",
        "conditions",
        "sides",
        "seats",
        "empty",
        "sitting",
    )
)
MEASURES, TEAM_VERBS, WORDS_FOR_BESIDE, OF_ONE_TEAM = (
    [str(phrase).split() for phrase in SPOKEN_WORDS[name]] for name in ("measures", "of_team", "beside", "of_one_team")
)
#: What is said of one, for what is said of several.
OF_ONE: Mapping[str, str] = SPOKEN_WORDS["of_one"]
#: Words of the language, or none, for some that mean the same.
IN_COMMON_WORDS = {tuple(said.split()): tuple(instead.split()) for said, instead in SPOKEN_WORDS["instead"].items()}
#: Whoever belongs to the same side as a letter.
OF_THE_SIDE = "that is a teammate of"
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
    plain = _condition_last(plain)
    other = _condition_last(_in_common_words(plain, phrases))
    versions = [
        draft
        for version in (plain, *([other] if other != plain and len(other) > 1 else []))
        for draft in (version, *_amounts_as_conditions(version), *_reworded(version, phrases))
    ]
    drafts = (_put(draft, phrases, reads) for draft in versions)
    required = (
        sentence for sentence in (*_composition(plain, phrases), *_neighbours(plain, phrases)) if reads(sentence)
    )
    return next((sentence for sentence in chain(required, drafts) if sentence not in ("", " ".join(words))), "")


def _condition_last(words: list[str]) -> list[str]:
    """Return “p rests when q sits” for “when q sits, p rests”; what “the” names then is named first."""
    if words[0] != "when" or words.count(",") != 1:
        return words
    comma = words.index(",")
    claim, condition = words[comma + 1 :], words[:comma]
    if claim[:1] and claim[0] in HIM and condition[1:2] in (["a"], ["an"]) and condition[3:]:
        claim, condition = [*condition[1:3], *claim[1:]], [condition[0], "it", *condition[3:]]
    named = {noun for article, noun in pairwise(claim) if article == "the"}
    for at, (article, noun) in enumerate(pairwise(condition)):
        if article in ("a", "an") and noun in named:
            condition[at] = "the"
    return [*claim, *condition]


def _in_common_words(words: Sequence[str], phrases: Phrases) -> list[str]:
    """Return words with those of the language for some that mean the same, and without those that mean nothing."""
    one, many = _first_noun(phrases)[0], _sort_nouns(phrases)[0]
    said: list[str] = []
    at = 0
    while at < len(words):
        rest = [*words[at : at + 4]]
        phrase = next((phrase for phrase in IN_COMMON_WORDS if rest[: len(phrase)] == [*phrase]), ())
        if phrase:
            said += IN_COMMON_WORDS[phrase]
        elif rest[:1] in (["member"], ["members"]):
            said.append(one if rest[0] == "member" else many)
            phrase = (rest[0],)
        elif rest[0].endswith("most") and rest[0][:-4] in SIDE_WORDS and rest[1:]:
            said += [rest[1], "on", "the", rest[0][:-4]]
            phrase = (*rest[:2],)
        elif rest[:1] in (["who"], ["that"]) and rest[1:2] in (["is"], ["are"]) and rest[2:3] == ["within"]:
            phrase = (*rest[:2],)
        elif rest[:1] in (["sitting"], ["seated"]) and rest[1:2] == ["within"]:
            phrase = (rest[0],)
        elif rest[0] == "that" and said[-1:] == ["of"]:
            said.append("the")
            phrase = ("that",)
        elif rest[0] in SIDE_WORDS and said[-1:] == ["the"] and phrases.longest(words, at + 1) == (1, "NOUN"):
            said += [rest[1], "on", "the", rest[0]]
            phrase = (*rest[:2],)
        elif rest[0] == "at" and NUMERAL.match("".join(rest[1:2])) is not None:
            said.append("with")
            phrase = ("at",)
        else:
            said.append(rest[0])
            phrase = (rest[0],)
        at += len(phrase)
    return said


def _reworded(words: Sequence[str], phrases: Phrases) -> Iterator[list[str]]:
    """Yield words without what possession and measures add to them: “the size of t is 5” for “t’s size is 5 seats”."""
    of_seats = [
        w for w, before in zip(words, ["", *words], strict=False) if not (NUMERAL.match(before) and w in SEATS_COUNTED)
    ]
    said: list[str] = []
    at = 0
    while at < len(of_seats):
        owner, mark, _ = of_seats[at].replace("’", "'").partition("'s")
        end = next((n for n in range(at + 1, len(of_seats)) if of_seats[n] in ("is", "are")), 0)
        if mark and end and not said[1:]:
            said = ["the", *of_seats[at + 1 : end], "of", *said, owner]
            at = end
        else:
            said.append(of_seats[at])
            at += 1
    if said != [*words]:
        yield said
    modal = next((at for at, word in enumerate(said) if word in ("can", "may")), 0)
    denies = said[0] == "no" or (said[0] in DENYING and modal == 1)
    if denies and modal:
        anybody = modal == 1 or said[1:modal] in ([noun] for noun in _first_noun(phrases))
        yield [*(["anybody"] if anybody else ["a", *said[1:modal]]), "cannot", *said[modal + 1 :]]


def _first_noun(phrases: Phrases) -> tuple[str, str]:
    """Return the noun of what the first letters stand for, in both numbers, with “one” for nobody in particular."""
    plural = _sort_nouns(phrases)[0]
    return " ".join(singular_noun(tuple(plural.split()))), "one"


def _noun_at(words: Sequence[str], at: int, phrases: Phrases) -> tuple[int, str]:
    """Return how many words from one on are a noun, with what stands before it, and the noun; else none."""
    before = int(at < len(words) and words[at] in ARTICLES | HIS)
    before += before and words[at + before : at + before + 1] == ["own"]
    length, kind = phrases.longest(words, at + before)
    return (before + length, " ".join(words[at + before : at + before + length])) if kind == "NOUN" else (0, "")


def _sort_nouns(phrases: Phrases) -> list[str]:
    """Return the nouns of what letters stand for, in the plural, in order."""
    return [*dict.fromkeys(getattr(noun, "en", "") for noun in phrases.letters.values())]


def _composition(words: Sequence[str], phrases: Phrases) -> Iterator[str]:
    """Yield “require every team called t is such that (…)” for “each team has one king and two pawns”."""
    sorts = _sort_nouns(phrases)
    if [*words[:1]] == ["there"] and words[1] in ("is", "are") and words[-3:-1] in (["in", "each"], ["in", "every"]):
        words = [*words[-2:], "has", *words[2:-3]]
    begin, subject = _noun_at(words, 0, phrases)
    verb = next((verb for verb in TEAM_VERBS if [*words[begin : begin + len(verb)]] == verb), None)
    if len(sorts) < 2 or verb is None or "when" in words or sorts[1] not in (subject, f"{subject}s"):
        return
    letter = next(letter for letter, noun in phrases.letters.items() if getattr(noun, "en", "") == sorts[1])
    player = " ".join(singular_noun(tuple(sorts[0].split())))
    parts: list[str] = []
    at = begin + len(verb)
    while at < len(words):
        if words[at] in (",", "and"):
            at += 1
            continue
        quantity: list[str] = next((m for m in MEASURES[:3] if [*words[at : at + len(m)]] == m), [])
        at += len(quantity)
        counted = words[at] if at < len(words) and NUMERAL.match(words[at]) else "1"
        at += at < len(words) and NUMERAL.match(words[at]) is not None
        length, noun = _noun_at(words, at, phrases)
        if not length:
            return
        many = counted != "1"
        one = " ".join(_singular(tuple(noun.split()), phrases))
        said = f"are {' '.join(plural_noun(tuple(one.split())))}" if many else f"is {with_article(one)}"
        who = " ".join(plural_noun((player,))) if many else player
        parts.append(f"{' '.join(quantity) or 'exactly'} {counted} {who} of {letter} {said}")
        at += length
    if parts:
        team = " ".join(singular_noun(tuple(sorts[1].split())))
        yield f"require every {team} called {letter} is such that ({' and '.join(parts)})"


def _neighbours(words: Sequence[str], phrases: Phrases) -> Iterator[str]:
    """Yield sentences for “a pawn sits between a king and an elder”, and for a condition that says so of a letter.

    In the first both neighbours belong to the same side; in the second anybody beside counts.
    """
    places = [at for at in range(len(words)) if any([*words[at : at + len(w)]] == w for w in WORDS_FOR_BESIDE)]
    if len(places) != 1 or not phrases.letters:
        return
    at = places[0]
    left = [*words[words[0] == "require" : at]]
    while left and left[-1] in SITTING:
        left.pop()
    pair = _pair_at(words, at + 1, phrases) if words[at] == "between" else _one_at(words, at, phrases)
    if pair is None or not left:
        return
    end, nouns = pair
    rest = [*words[end:]]
    for same_team in OF_ONE_TEAM:
        if rest[: len(same_team)] == same_team:
            rest = rest[len(same_team) :]
    for side in (f" {OF_THE_SIDE} {{who}}", ""):
        beside = " and ".join(
            f"at least 2 {noun}{side.replace('that is a teammate', 'that are teammates')} are next to {{who}}"
            if count > 1
            else f"some {noun}{side} is next to {{who}}"
            for count, noun in nouns
        )
        length, noun = _noun_at(left, 0, phrases)
        composed = next(_composition(left, phrases), "") if length else ""
        who = next((words for words in _nouns_of(composed, phrases)), "")
        if composed and who and not rest:
            team = composed.partition(" called ")[2][0]
            letter = next(iter(phrases.letters))
            player = _first_noun(phrases)[0]
            each = (
                f"every {who} called {letter} that is a {player} of {team} is such that ({beside.format(who=letter)})"
            )
            yield f"{composed[:-1]} and {each})"
        elif length == len(left) and not rest:
            one = " ".join(_singular(tuple(noun.split()), phrases))
            letter = next(iter(phrases.letters))
            yield f"require every {one} called {letter} is such that ({beside.format(who=letter)})"
        elif left[-1] in phrases.letters and "when" in left:
            yield " ".join([*left[:-1], beside.format(who=left[-1]), *rest])


def _nouns_of(required: str, phrases: Phrases) -> Iterator[str]:
    """Yield the noun of a role of which a requirement on a team says how many there are, if it is the only one."""
    said = re.findall(r"(?: is an? | are )([a-z -]+?)(?= and |\))", required)
    if len(said) == 1:
        yield " ".join(_singular(tuple(said[0].split()), phrases))


def _one_at(words: Sequence[str], at: int, phrases: Phrases) -> tuple[int, list[tuple[int, str]]] | None:
    """Return where “next to a king” ends, with that noun; ``None`` for other words."""
    begin = at + len(next(beside for beside in WORDS_FOR_BESIDE if [*words[at : at + len(beside)]] == beside))
    length, noun = _noun_at(words, begin, phrases)
    return (begin + length, [(1, " ".join(_singular(tuple(noun.split()), phrases)))]) if length else None


def _pair_at(words: Sequence[str], at: int, phrases: Phrases) -> tuple[int, list[tuple[int, str]]] | None:
    """Return where “a king and an elder” or “two pawns” ends, and how many of which noun; ``None`` for other words."""
    if words[at : at + 1] == ["2"]:
        length, noun = _noun_at(words, at + 1, phrases)
        return (at + 1 + length, [(2, noun)]) if length else None
    length, first = _noun_at(words, at, phrases)
    joint = at + length
    more, second = _noun_at(words, joint + 1, phrases)
    if not length or not more or [*words[joint : joint + 1]] != ["and"]:
        return None
    return joint + 1 + more, [(1, " ".join(_singular(tuple(n.split()), phrases))) for n in (first, second)]


def counts_others(sentence: str) -> str:
    """Return a sentence on neighbours without what says that they belong to one side; empty where it says nothing."""
    anybody = re.sub(rf" {OF_THE_SIDE} [a-z](?= is next to)| that are teammates of [a-z](?= are next to)", "", sentence)
    return anybody if anybody != sentence else ""


def _singular_of(noun: PhraseWords, phrases: Phrases) -> PhraseWords:
    """Return “teammate of” for itself and for “teammates of”; nothing for other words."""
    one = (*singular_noun(noun[:-1]), noun[-1])
    return next(
        (
            words
            for words in (noun, one)
            if phrases.kinds.get(("is", "a", *words)) == "PREDICATE"
            or phrases.kinds.get(("is", "an", *words)) == "PREDICATE"
        ),
        (),
    )


def _singular(noun: PhraseWords, phrases: Phrases) -> PhraseWords:
    nouns = (words for words, kind in phrases.kinds.items() if kind == "NOUN")
    return next((words for words in nouns if words != noun and plural_noun(words) == noun), noun)


def _amounts_as_conditions(words: Sequence[str]) -> Iterator[list[str]]:
    """Yield “p rests when it has 10 cups” for “p rests with 10 cups” and “p with 10 cups rests”."""
    at = words.index("with") if "with" in words and "when" not in words else 0
    for end in range(len(words), at + MIN_WORDS - 1, -1) if at else ():
        said, part = [*words[:at], *words[end:]], ["it", "has", *words[at + 1 : end]]
        if any(map(NUMERAL.match, part)) and len(said) > 1:
            yield [*said, "when", *part]


def _put(plain: Sequence[str], phrases: Phrases, reads: Callable[[str], bool]) -> str:
    """Return a sentence of the language for one with its numbers in digits and “when”; empty where there is none."""
    only = plain[:1] == ["only"] and "when" not in plain
    plain = plain[only:]
    at = next((at for at, word in enumerate(plain) if word == "when"), len(plain))
    if at + 1 >= len(plain) and at < len(plain):
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
            sentence = " ".join(said) + (f" {'only ' * only}when {conditions}" if conditions else "")
            of_nouns = not QUANTIFIERS.isdisjoint(said) and said[0] != "require"
            if (
                reads(sentence)
                and not of_nouns
                and not (said[1:2] == ("is",) and {said[0], *said[2:]} <= {*draft.letters})
            ):
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
        """Return the edit that declares it in a vocabulary file."""
        number = bool(self.sentence)
        id = "-".join(word for word in re.findall(r"[a-z0-9]+", self.phrase) if word not in UNNAMED_WORDS)
        of, kind = ("  of p\n", "  number\n  default 0\n") if number else ("", "  players\n  default none\n")
        others = "".join(f'  {language} "{TO_BE_WRITTEN}"\n' for language in LANGUAGES[1:])
        words = f'given {id}\n{of}  en "{self.phrase}"\n{others}{kind}'
        return TextEdit(Span(file, 1, 1, 1, 1), words)


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
        if word in QUANTIFIERS - ARTICLES or (counted and before[-1] not in HIS):
            return 0, ""
        counted_of = before[-1:] == ["of"] and NUMERAL.match("".join(before[-2:-1])) is not None
        if word in HIS and self.letters and not counted_of:
            begin, whose = at + 1, self.last_named or self.letters[0]
            length, kind = self.phrases.longest(words, begin)
            one = " ".join(_singular(tuple(words[begin : begin + length]), self.phrases))
            is_one = f"is {with_article(one)}"
            if kind == "NOUN" and self.introduces and tuple(is_one.split()) in self.phrases.kinds:
                letter = self._new_letter("")
                self.nouns[tuple(one.split())] = letter
                self.conditions += [f"{letter} {is_one}", f"{letter} {OF_THE_SIDE.removeprefix('that ')} {whose}"]
                return 1 + length, letter
            if kind == "NOUN" and tuple(is_one.split()) in self.phrases.kinds:
                return 1 + length, f"some {one} {OF_THE_SIDE} {whose}"
            if kind == "NOUN":
                return 1 + length, f"the {one} of {whose}"
        if kind != "NOUN":
            length, letter = self._belonging(words, begin)
            return (begin - at + length, letter) if length else (0, "")
        if counted:
            return 0, ""
        noun = _singular(tuple(words[begin : begin + length]), self.phrases)
        if word == "the" and noun in self.nouns:
            return begin - at + length, self.nouns[noun]
        letter = self._new_letter(plural_noun(noun)[-1])
        self.nouns[noun] = letter
        who = f"is {with_article(' '.join(noun))}"
        if tuple(who.split()) in self.phrases.kinds:
            self.conditions.append(f"{letter} {who}")
        return begin - at + length, letter

    def _belonging(self, words: Sequence[str], at: int) -> tuple[int, str]:
        """Return how many words are a noun such as “teammate” that says whose somebody is, and the letter to write."""
        noun = _singular_of((words[at], "of"), self.phrases) if at < len(words) else ()
        who = f"is {with_article(' '.join(noun))}"
        whose = self.letters[0] if self.letters else ""
        if not noun or not whose or words[at + 1 : at + 2] == ["of"] or tuple(who.split()) not in self.phrases.kinds:
            return 0, ""
        letter = self._new_letter("")
        self.conditions.append(f"{letter} {who} {whose}")
        return 1, letter

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
                counted = [] if words[at - 1 : at] in (["least"], ["most"], ["exactly"]) else ["at", "least"]
                return self._places([*words[:at], *counted, word, rest[0], "of", self.letters[0], *rest[1:]])
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
        stems = {_stem(word) for word in verb if word not in EMPTY_WORDS}
        alike = [
            phrase
            for phrase, kind in kinds.items()
            if kind == "PREDICATE" and {_stem(word) for word in phrase if word not in EMPTY_WORDS} == stems
        ]
        for phrase in (*sorted(begun), *sorted(alike)):
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
