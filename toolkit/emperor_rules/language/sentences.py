"""How sentences of a language other than English bend, by the tables of its folder: negations, the number of a subject.

English bends in :mod:`emperor_rules.language.inflection`; a language needs nothing but its ``sentences.toml``, in which
that of Italian tells what each table is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from functools import cache
from typing import Any

from emperor_rules.messages import ENGLISH, language_file

#: A regular expression, and what stands for what it matches: ``$1`` is its first group.
Fitting = tuple[str, str]


def fittings(language: str) -> Sequence[Fitting]:
    """Return what is rewritten, in this order, once names have been put into a sentence of a language."""
    return () if language == ENGLISH else language_file(language, "sentences")["joined"]


def fitted(sentence: str, language: str) -> str:
    """Return a sentence whose words fit the names and days behind them: “alla squadra A”, “ad A1”, “dall’8 luglio”."""
    for pattern, replacement in _compiled(language):
        sentence = pattern.sub(replacement, sentence)
    return sentence


@cache
def _compiled(language: str) -> Sequence[tuple[re.Pattern[str], str]]:
    return [(re.compile(pattern), re.sub(r"\$(\d)", r"\\\1", to)) for pattern, to in fittings(language)]


def copula(language: str, subject: str = "") -> str:
    """Return the word between a subject and what it is: “is”, and where a language agrees so, that for several."""
    if language == ENGLISH:
        return "is"
    table = _table(language)
    return str(table["are"] if subject.lower().startswith(tuple(table["plural_openings"])) else table["is"])


def negated(sentence: str, letters: Set[str], language: str) -> str:
    """Return a sentence with its verb negated: the word after a letter at its beginning, or else a known verb."""
    table, words = _table(language), sentence.split()
    verb = next((at for at, word in enumerate(words) if word in table["verbs"]), min(2, len(words) - 1))
    at = 1 if len(words) > 1 and words[0] in letters else verb
    return " ".join([*words[:at], table["negated"].format(verb=words[at]), *words[at + 1 :]])


def plural_sentence(sentence: str, language: str) -> str:
    """Return a sentence as it is said of several: its first word, the subject, stands for them.

    The verb is inflected, and the noun or participle behind “is”; prepositions and adverbs there stay as they are.
    """
    table = _table(language)
    subject, *words = sentence.split()
    at = 1 if words[0] in table["before_verb"] else 0
    verb, rest = words[at], words[at + 1 :]
    if verb == table["is"] and rest:
        rest = rest[1:] if rest[0] in table["articles"] else rest
        if len(rest[0]) > 3 and rest[0] not in table["invariable"]:
            rest = [_ending(rest[0], table["of_several"]), *rest[1:]]
    verbs: Mapping[str, str] = table["verbs_of_several"]
    return " ".join([subject, *words[:at], verbs.get(verb) or _ending(verb, table["verb_endings"]), *rest])


def _ending(word: str, endings: Sequence[Sequence[str]]) -> str:
    """Return a word with the first ending that it has changed."""
    for ending, other in endings:
        if word.endswith(ending):
            return word.removesuffix(ending) + other
    return word


def _table(language: str) -> Mapping[str, Any]:
    return language_file(language, "sentences")
