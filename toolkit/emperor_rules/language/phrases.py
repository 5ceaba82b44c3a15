"""Phrases: runs of words that count as one sign of the grammar, and how English bends them.

The structural phrases of the language stand here; those of the vocabulary are handed in by the model as a plain
table, so that reading knows no vocabulary of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

Words = tuple[str, ...]

#: Phrases of the language itself, with the terminal of ``grammar/rules.lark`` that each becomes.
STRUCTURE: Mapping[str, str] = {
    "when": "WHEN",
    "unless": "UNLESS",
    "only when": "ONLY_WHEN",
    "exactly when": "EXACTLY_WHEN",
    "whether": "WHETHER",
    "is left open": "IS_LEFT_OPEN",
    "require": "REQUIRE",
    "prohibitions beat permissions": "PRINCIPLE",
    "and": "AND",
    "or": "OR",
    "not": "NOT",
    "option": "OPTION",
    "is in use": "IS_IN_USE",
    "now": "MOMENT",
    "as the turn began": "MOMENT",
    "at the start": "MOMENT",
    "is": "COMPARE",
    "are": "COMPARE",
    "is not": "COMPARE",
    "are not": "COMPARE",
    "is more than": "COMPARE",
    "are more than": "COMPARE",
    "is less than": "COMPARE",
    "are less than": "COMPARE",
    "is at least": "COMPARE",
    "are at least": "COMPARE",
    "is at most": "COMPARE",
    "are at most": "COMPARE",
    "is such that": "IS_SUCH_THAT",
    "are such that": "IS_SUCH_THAT",
    "some": "SOME",
    "every": "EVERY",
    "no": "NO",
    "at least": "AT_LEAST",
    "at most": "AT_MOST",
    "exactly": "EXACTLY",
    "more than": "MORE_THAN",
    "called": "CALLED",
    "that": "THAT",
    "other than": "OTHER_THAN",
    "the first": "THE_FIRST",
    "to the left of": "TO_THE_LEFT_OF",
    "the number of": "THE_NUMBER_OF",
    "the least": "THE_LEAST",
    "such that": "SUCH_THAT",
}

#: Filters read “that is …” or “that are …”; the verb belongs to the predicate, so nothing more is needed there.
COMPARISONS: Mapping[str, str] = {
    "is": "=",
    "are": "=",
    "is not": "!=",
    "are not": "!=",
    "is more than": ">",
    "are more than": ">",
    "is less than": "<",
    "are less than": "<",
    "is at least": ">=",
    "are at least": ">=",
    "is at most": "<=",
    "are at most": "<=",
}

MOMENTS: Mapping[str, str] = {"now": "now", "as the turn began": "began", "at the start": "start"}

#: Words that people write for others of the language.
INSTEAD: Mapping[str, str] = {
    "if": "when",
    "while": "when",
    "where": "when",
    "except": "unless",
    "each": "every",
    "all": "every",
    "any": "some",
    "none": "no",
    "cannot": "may not",
    "can": "may",
    "can’t": "may not",
    "can't": "may not",
    "greater": "more",
    "equals": "is",
}


@dataclass(frozen=True)
class Phrases:
    """All phrases in use: words → terminal; ``letters`` are the single letters that stand for something."""

    kinds: Mapping[Words, str]
    letters: frozenset[str]
    lengths: Mapping[str, tuple[int, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Note how long the phrases with each first word are, longest first."""
        index: dict[str, set[int]] = {}
        for words in self.kinds:
            index.setdefault(words[0], set()).add(len(words))
        found = {first: tuple(sorted(many, reverse=True)) for first, many in index.items()}
        object.__setattr__(self, "lengths", found)

    def longest(self, words: list[str], at: int) -> Words | None:
        """Give the longest phrase that starts at ``words[at]``, or ``None``."""
        for length in self.lengths.get(words[at], ()):
            candidate = tuple(words[at : at + length])
            if candidate in self.kinds:
                return candidate
        return None


def structural_phrases() -> dict[Words, str]:
    """Give a fresh table with the phrases of the language itself."""
    return {tuple(phrase.split()): kind for phrase, kind in STRUCTURE.items()}


def no_vocabulary() -> Phrases:
    """Give the table that reads a vocabulary file for the first time."""
    return Phrases(structural_phrases(), frozenset())


# --- how English bends a phrase -------------------------------------------------------------------


def plural_noun(words: Words) -> Words:
    """Put the head of a noun phrase (the word before “of”, else the last) in the plural."""
    head = words.index("of") - 1 if "of" in words[1:] else len(words) - 1
    return (*words[:head], _plural(words[head]), *words[head + 1 :])


def _plural(noun: str) -> str:
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        return noun + "es"
    return noun + "s"


def _base(verb: str) -> str:
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    if verb.endswith(("sses", "xes", "zes", "ches", "shes", "oes")):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") else verb


def verb_forms(words: Words) -> Iterable[tuple[Words, bool]]:
    """Give every form of a predicate as (words, negated): singular and plural, plain and negated.

    ``words`` is the part after the subject in the third person singular, for example ``("is", "next", "to")``.
    """
    verb, rest = words[0], words[1:]
    yield words, False
    if verb == "is":
        many = (*plural_noun(rest[1:]),) if rest[:1] in (("a",), ("an",)) and len(rest) > 1 else rest
        yield ("is", "not", *rest), True
        yield ("are", *many), False
        yield ("are", "not", *many), True
    elif verb in ("may", "must", "can"):
        yield (verb, "not", *rest), True
    elif verb == "has":
        yield ("have", *rest), False
        yield ("does", "not", "have", *rest), True
        yield ("do", "not", "have", *rest), True
    else:
        yield (_base(verb), *rest), False
        yield ("does", "not", _base(verb), *rest), True
        yield ("do", "not", _base(verb), *rest), True


def negated_flag(words: Words) -> Words | None:
    """Negate a whole sentence by its first auxiliary: “the creature is tapped” → “the creature is not tapped”."""
    for at, word in enumerate(words):
        if word in ("is", "are", "may", "can", "must") and at:
            return (*words[: at + 1], "not", *words[at + 1 :])
    return None


def noun_of(words: Words) -> Words | None:
    """Give the noun inside “is a …” or “is an …”, else ``None``."""
    return words[2:] if len(words) > 2 and words[0] == "is" and words[1] in ("a", "an") else None
