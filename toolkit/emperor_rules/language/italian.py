"""How Italian inflects a phrase: negations, the number of a subject, and prepositions and conjunctions before names."""

from __future__ import annotations

import re
from collections.abc import Set

#: Prepositions that contract with the article of a name that begins with “la” or “le”.
CONTRACTED = re.compile(r"\b(di|a|da|in|su) l([ae]) ")
CONTRACTIONS = {"di": "del", "a": "al", "da": "dal", "in": "nel", "su": "sul"}
#: “a” and “e” before a name that begins with the same vowel: “ad A1”, “ed E2”.
EUPHONIC = re.compile(r"\b(a(?= A\d)|e(?= E\d))")
#: With one of these begins a phrase, such as “i punti vita di A1”, whose verb is in the plural.
PLURAL_ARTICLES = ("i ", "gli ", "le ")
VERBS_OF_SEVERAL = {
    "è": "sono",
    "ha": "hanno",
    "può": "possono",
    "deve": "devono",
    "sta": "stanno",
    "potrebbe": "potrebbero",
}
#: Words behind “è” that look as if they agreed with its subject.
INVARIABLE = ("entro", "sotto", "contro", "sempre")
VERBS = ("è", "sono", "ha", "hanno", "può", "possono", "sta", "stanno")


def joined(sentence: str) -> str:
    """Return a sentence whose prepositions and conjunctions fit the names behind them."""
    contracted = CONTRACTED.sub(lambda match: f"{CONTRACTIONS[match[1]]}l{match[2]} ", sentence)
    return EUPHONIC.sub(r"\1d", contracted)


def negated(sentence: str, letters: Set[str] = frozenset()) -> str:
    """Return a sentence with “non” before its verb: the word after a letter at its beginning, or a known verb."""
    words = sentence.split()
    verb = next((at for at, word in enumerate(words) if word in VERBS), min(2, len(words)))
    at = 1 if words and words[0] in letters else verb
    return " ".join([*words[:at], "non", *words[at:]])


def plural_sentence(sentence: str) -> str:
    """Return a sentence as it is said of several: its first word, the subject, stands for them.

    The verb is inflected, and the noun or participle behind “è”; prepositions and adverbs there stay as they are.
    """
    subject, *words = sentence.split()
    at = 1 if words[0] in ("non", "si") else 0
    verb, rest = words[at], words[at + 1 :]
    if verb == "è" and rest:
        rest = rest[1:] if rest[0] in ("un", "uno", "una") else rest
        if rest[0].endswith(("o", "e")) and len(rest[0]) > 3 and rest[0] not in INVARIABLE:
            rest = [rest[0][:-1] + "i", *rest[1:]]
    bent = VERBS_OF_SEVERAL.get(verb) or verb[:-1] + ("ano" if verb.endswith("a") else "ono")
    return " ".join([subject, *words[:at], bent, *rest])
