"""Names of cards in a question: capitals that no question has, where a thing of somebody may stand."""

from __future__ import annotations

import re
from collections.abc import Callable

from emperor_rules.questions.language import Language

_CAPITALISED = re.compile(r"[A-Z][\w'’-]*")


def without_card_names(question: str, language: Language, is_known: Callable[[str], bool]) -> str:
    """Return a question with the word for cards in the place of each name of one: “A1's Llanowar Elves”.

    Where such a name may stand is told by regular expressions of the tables. It has a word that ``is_known`` to no
    language; other names of cards are phrases there.
    """

    def read(match: re.Match[str]) -> str:
        lead, name = match.groups()
        words = [word.removesuffix("'s") for word in _CAPITALISED.findall(name)]
        return match[0] if all(map(is_known, words)) else lead + language.table["card"]

    for pattern in language.table["card_names"]:
        question = re.sub(pattern, read, question, flags=re.ASCII)
    return question
