"""The phrase table: runs of words that count as one terminal of the grammar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

PhraseWords = tuple[str, ...]
#: The key under which a node of the trie holds the terminal of the phrase that ends there; no word is a space.
TERMINAL = " "


@dataclass(frozen=True)
class Phrases:
    """All phrases in use, each with its terminal; ``letters`` are the single letters that stand for something."""

    kinds: Mapping[PhraseWords, str]
    letters: frozenset[str]
    trie: Mapping[str, Any] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Index the phrases by their words, so that the longest of many is found in one walk."""
        trie: dict[str, Any] = {}
        for words, kind in self.kinds.items():
            node = trie
            for word in words:
                node = node.setdefault(word, {})
            node[TERMINAL] = kind
        object.__setattr__(self, "trie", trie)

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
