"""Words that stand where a role may stand and that nobody has declared: which they are, and what declares them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import PurePosixPath
from string import ascii_lowercase, ascii_uppercase

from emperor_rules.diagnostics import near
from emperor_rules.edits import TO_BE_WRITTEN, Fix, TextEdit
from emperor_rules.language.foreign_sentences import ForeignNouns
from emperor_rules.language.inflection import plural_noun, role_forms, singular_noun
from emperor_rules.language.phrases import INSTEAD
from emperor_rules.language.plain_sentences import (
    ARTICLES,
    DENYING,
    EMPTY_WORDS,
    HIM,
    HIS,
    NUMBERS_IN_WORDS,
    SPOKEN_WORDS,
    WHOEVER,
    plain_sentence,
)
from emperor_rules.language.slips import LIMITS
from emperor_rules.language.syntax_errors import HINTS
from emperor_rules.messages import ENGLISH, LANGUAGES, Message
from emperor_rules.model.phrases import Phrases, PhraseWords
from emperor_rules.model.seating import PLAIN_SEAT
from emperor_rules.source import Span

#: The rooms of a folder of rules beside that of the vocabulary.
ROOMS_BESIDE = frozenset(("texts", "scenarios", "relations"))
#: A word of a noun.
NOUN_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*\Z")
#: A name of a role has so many words at most.
MOST_WORDS_OF_ROLE = 2
#: A word that is as near to a noun of the vocabulary is a slip of that one; and one as near to any other word may be.
SLIP, NEAR = 0.84, 0.7
#: Words that are spoken in sentences and name nobody.
SPOKEN = frozenset(
    (*INSTEAD, *NUMBERS_IN_WORDS, *LIMITS, *HINTS, *ARTICLES, *WHOEVER, *HIM, *HIS, *DENYING, *EMPTY_WORDS)
).union(SPOKEN_WORDS["nobody"])
#: What stands before the noun of whom a sentence or its condition speaks.
SUBJECTS = (*([word] for word in ("a", "an", "every", "each")), *([w, a] for w in ("when", "if") for a in ("a", "an")))
#: What stands before a noun that is nobody's name.
BEFORE_NOUN = (["is", "a"], ["is", "an"], ["is", "no"], ["some"], ["every"], ["number", "of"])


def vocabulary_file(file: str) -> str:
    """Return the vocabulary file of the name of a text, a file of scenarios or of relations."""
    path = PurePosixPath(file)
    folder = next((parent.parent for parent in path.parents if parent.name in ROOMS_BESIDE), path.parent)
    return (folder / "vocabulary" / path.name).as_posix()


def free_letter(name: str, taken: str) -> str:
    """Return the first letter of a name that no seat has, in either case if there is one, or else another letter."""
    letters = [letter for letter in (*name.lower(), *ascii_lowercase, *ascii_uppercase[1:]) if letter.isascii()]
    free = [letter for letter in letters if letter.isalpha() and letter not in taken + PLAIN_SEAT]
    return next((letter for letter in free if letter.lower() not in taken.lower()), next(iter(free), ""))


@dataclass(frozen=True)
class UndeclaredRole:
    """A role that somebody speaks of: its noun, its letter, and what to write in place of the whole sentence, if that.

    Attributes:
        noun: Its noun, a word or two in the singular.
        letter: A letter that no seat has.
        sentence: How the language has the sentence that speaks of it; empty where it can stay.
        guessed: Whether something else of the sentence cannot be read.
        names: One and several of it in the language in which somebody has written of it, if that is not English.
    """

    noun: PhraseWords
    letter: str
    sentence: str = ""
    guessed: bool = False
    names: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines that declare it; where a language has no noun yet, they say that it is to be written."""
        names = {
            **dict.fromkeys(LANGUAGES, (TO_BE_WRITTEN, TO_BE_WRITTEN)),
            ENGLISH: (" ".join(self.noun), " ".join(plural_noun(self.noun))),
            **self.names,
        }
        words = [f'{language} "{one}", "{many}"' for language, (one, many) in names.items()]
        return f"role {re.sub(r'[^a-z0-9]+', '-', ' '.join(self.noun))}", f"letter {self.letter}", *words

    @property
    def help(self) -> Message:
        """The sentence that says where it is declared, and by which lines."""
        return Message(
            "Declare “{role}” as a role in rules/vocabulary: {lines}.",
            role=" ".join(self.noun),
            lines="; ".join(self.lines),
        )

    def fix(self, file: str, *more: TextEdit) -> Fix:
        """Return the fix that declares it beside a file, and makes some edits more."""
        title = Message("Declare “{role}” as a role", role=" ".join(self.noun))
        return Fix(title, (self.declaration(file), *more), certain=False)

    def declaration(self, file: str) -> TextEdit:
        """Return the edit that declares it in the vocabulary file beside another file."""
        head, *items = self.lines
        remark = [f"# {ENGLISH}: {TO_BE_WRITTEN}"] if self.names else []
        return TextEdit(
            Span(vocabulary_file(file), 1, 1, 1, 1),
            "".join(f"{line}\n" for line in (*remark, head, *(f"  {item}" for item in items))),
        )


def seated_role(seat: str, letters: str) -> UndeclaredRole:
    """Return the role that declares the word of a seat, a letter or a noun, beside roles with these letters."""
    if len(seat) == 1:
        return UndeclaredRole(("role", seat), seat)
    noun = singular_noun((seat.lower(),))
    return UndeclaredRole(noun, free_letter(seat, letters))


def undeclared_role(
    words: Sequence[str], phrases: Phrases, reads: Callable[[Phrases, str], bool], foreign: ForeignNouns | None = None
) -> UndeclaredRole | None:
    """Return the role that a sentence speaks of and nobody has declared; ``None`` if there is none.

    Args:
        words: The words of the sentence in lower case, with its brackets.
        phrases: The phrases of the vocabulary.
        reads: Tells whether a sentence can be read by some phrases.
        foreign: The nouns of another language that stand in it.
    """
    written = " ".join(words)
    owners = [word.replace("’", "'").partition("'s")[0] for word in words]
    for begin, end in _nouns(owners, phrases):
        noun = singular_noun(tuple(owners[begin:end]))
        if foreign is not None and not foreign(noun):  # a verb, or several words
            continue
        forms = {form: kind for kind, form, _ in role_forms(noun, plural_noun(noun))}
        more = phrases.with_more(forms)
        letter = free_letter("".join(noun), phrases.seats)
        role = UndeclaredRole(noun, letter, names=foreign(noun) if foreign is not None else {})
        if reads(more, written):
            return role
        sentence = plain_sentence(words, more, partial(reads, more))
        if {*noun, *plural_noun(noun)}.intersection(re.findall(r"[^\s()]+", sentence)):
            return replace(role, sentence=sentence)
        if end - begin > 1 and (end == len(words) or words[end] not in phrases.readable_words):
            continue  # its last word may be the verb
        before = (words[max(0, begin - 2) : begin], words[max(0, begin - 1) : begin])
        begins = not begin or [*words[:begin][-2:]] in SUBJECTS
        says_so = any(words_before in BEFORE_NOUN for words_before in before)
        if (
            says_so
            or (begins and begin)
            or (begins and not any(near(word, phrases.readable_words, NEAR) for word in noun))
        ):
            return replace(role, guessed=True)
    return None


def _nouns(words: Sequence[str], phrases: Phrases) -> Iterator[tuple[int, int]]:
    """Yield from where to where the vocabulary lacks words: runs of them, then single ones."""
    at, runs = 0, list[tuple[int, int]]()
    while at < len(words):
        end = at
        while end < len(words) and _is_lacking(words[end], phrases):
            end += 1
        runs += [(at, end)] if at < end else []
        at = max(at + 1, end)
    yield from (run for run in runs if run[1] - run[0] <= MOST_WORDS_OF_ROLE)
    for at in range(2, len(words)):  # a word of another phrase may be a noun as well
        behind = words[at - 2 : at] in (["is", "a"], ["is", "an"]) and words[at] in phrases.readable_words
        if behind and phrases.longest(words, at - 2)[0] < 3 and not phrases.longest(words, at)[1].startswith("NOUN"):
            yield at, at + 1
    yield from ((at, at + 1) for begin, end in runs if end - begin > 1 for at in range(begin, end))


def _is_lacking(word: str, phrases: Phrases) -> bool:
    """Return whether a word may be a noun that the vocabulary lacks, and is no slip of another noun."""
    if len(word) < 2 or not NOUN_WORD.match(word) or word in phrases.readable_words or word in SPOKEN:
        return False
    nouns = {word for words, kind in phrases.kinds.items() if kind.startswith("NOUN") for word in words}
    return not near(word, nouns, SLIP)
