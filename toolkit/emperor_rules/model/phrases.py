"""The phrase table: runs of words that count as one terminal of the grammar."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from emperor_rules.groups import by_key

PhraseWords = tuple[str, ...]
#: The key under which a node of the trie holds the terminal of the phrase that ends there; no word is a space.
TERMINAL = " "

#: A letter of a phrase that a name replaces: a word by itself, at most beside quotation marks, brackets and stops.
LETTER = re.compile(r"""(?<![^\s(\["'’“«])[a-z](?![^\s)\].,:;?!…"'’”»])""")

#: Words that stand for others wherever a phrase is read: a permission is said with “can”, and “may” means the same.
MODAL_VERBS: Mapping[str, str] = {"may": "can", "can't": "cannot", "can’t": "cannot"}
_MODAL = frozenset((*MODAL_VERBS, "can"))
CAN_NOT = re.compile(r"(?<!\S)can not(?!\S)")


def canonical(words: Sequence[str]) -> PhraseWords:
    """Return words in lower case with modal verbs as phrases are kept: “may not rest” is “cannot rest”."""
    lowered = tuple([word.lower() for word in words])
    if _MODAL.isdisjoint(lowered):
        return lowered
    return tuple(CAN_NOT.sub("cannot", " ".join(MODAL_VERBS.get(word, word) for word in lowered)).split())


@dataclass(frozen=True)
class Phrases:
    """All phrases in use, each with its terminal.

    ``letters`` are the single letters that stand for something, each with the noun of that; ``said`` tells how what a
    declaration names is said, ``seats`` are the letters of seats, and ``in_others`` holds by language what it calls a
    thing, each with what English does. The phrases are canonical (:func:`canonical`);
    other spellings of their modal verbs are found as well.
    """

    kinds: Mapping[PhraseWords, str]
    letters: Mapping[str, object]
    said: Mapping[str, str] = field(default_factory=dict)
    seats: str = ""
    in_others: Mapping[str, Sequence[tuple[str, str]]] = field(default_factory=dict)

    @cached_property
    def all_words(self) -> frozenset[str]:
        """Every word of a phrase."""
        return frozenset(word for phrase in self.kinds for word in phrase)

    @cached_property
    def readable_words(self) -> frozenset[str]:
        """Every word of a phrase, and the other spellings of modal verbs."""
        return self.all_words.union(MODAL_VERBS)

    @cached_property
    def by_word(self) -> Mapping[str, Sequence[PhraseWords]]:
        """The phrases by each of their words."""
        return by_key((word, phrase) for phrase in self.kinds for word in dict.fromkeys(phrase))

    @cached_property
    def trie(self) -> Mapping[str, Any]:
        """The phrases by their words, so that the longest of many is found in one walk."""
        trie: dict[str, Any] = {}
        for words, kind in self.kinds.items():
            node = trie
            for word in words:
                node = node.setdefault(word, {})
            node[TERMINAL] = kind
        _add_modal_verbs(trie)
        return trie

    def with_more(self, kinds: Mapping[PhraseWords, str]) -> Phrases:
        """Return these phrases and some more; whatever is known of these by their first words is not made anew."""
        more = replace(self, kinds={**self.kinds, **kinds})
        trie = dict(self.trie)
        for words, kind in kinds.items():
            node = trie
            for word in words:
                node[word] = dict(node.get(word, {}))
                node = node[word]
            node[TERMINAL] = kind
        more.__dict__["trie"] = trie  # where a property of that name would keep it
        return more

    def longest(self, words: Sequence[str], at: int) -> tuple[int, str]:
        """Return the length and the terminal of the longest phrase that starts at ``words[at]``; (0, "") if none."""
        node = self.trie
        length, kind = 0, ""
        for end in range(at, len(words)):
            if words[end] not in node:
                break
            node = node[words[end]]
            if TERMINAL in node:
                length, kind = end + 1 - at, node[TERMINAL]
        return length, kind


def _add_modal_verbs(node: dict[str, Any]) -> None:
    """Let other spellings of the modal verbs lead, from a node and those below, where the canonical ones lead."""
    for below in list(node.values()):
        if isinstance(below, dict):
            _add_modal_verbs(below)
    if "cannot" in node:
        node.setdefault("can", {})["not"] = node["cannot"]
    node.update({other: node[verb] for other, verb in MODAL_VERBS.items() if verb in node})
