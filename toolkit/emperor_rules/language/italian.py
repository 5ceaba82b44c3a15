"""How Italian inflects a phrase: negations, the number of a subject, and prepositions and conjunctions before names."""

from __future__ import annotations

import re
from collections.abc import Set

#: Prepositions that melt into the article of a name that begins with “la”.
CONTRACTED = re.compile(r"\b(di|a|da|in|su) la ")
CONTRACTIONS = {"di": "della", "a": "alla", "da": "dalla", "in": "nella", "su": "sulla"}
#: “a” and “e” before a name that begins with the same vowel: “ad A1”, “ed E2”.
EUPHONIC = re.compile(r"\b(a(?= A\d)|e(?= E\d))")
PLURAL_ARTICLES = ("i ", "gli ", "le ")
VERBS = ("è", "sono", "ha", "hanno", "può", "possono", "sta", "stanno")


def joined(sentence: str) -> str:
    """Return a sentence whose prepositions and conjunctions fit the names behind them."""
    contracted = CONTRACTED.sub(lambda match: f"{CONTRACTIONS[match[1]]} ", sentence)
    return EUPHONIC.sub(r"\1d", contracted)


def negated(sentence: str, letters: Set[str] = frozenset()) -> str:
    """Return a sentence with “non” before its verb: the word after a letter at its beginning, or a known verb."""
    words = sentence.split()
    known = next((at for at, word in enumerate(words) if word in VERBS), min(2, len(words)))
    at = 1 if words and words[0] in letters else known
    return " ".join([*words[:at], "non", *words[at:]])


def is_plural(subject: str) -> bool:
    """Return whether a phrase with its article, such as “i punti vita di A1”, takes a verb in the plural."""
    return subject.lower().startswith(PLURAL_ARTICLES)
