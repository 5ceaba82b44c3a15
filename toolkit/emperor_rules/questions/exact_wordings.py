"""Questions in the vocabulary's own words, or by id and names: what needs no tables to be read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from emperor_rules.model.phrases import LETTER, MODAL_VERBS, canonical
from emperor_rules.model.scenarios import Query
from emperor_rules.model.seating import team_of
from emperor_rules.model.vocabulary import Predicate, Vocabulary

_CALLED = re.compile(
    r"\b(?:(?:team|squadra)\s+)?([A-Za-z]{1,2}\d{1,3}|[B-DF-HJ-NP-Z])\b|\b(?:team|squadra)\s+([A-Za-z]{1,2})\b"
)
#: What may stand behind an id that is a word of the language as well (“range of the king”).
_NAMES = re.compile(r"[A-Za-z]|[A-Za-z]{1,2}\d{1,3}|\?")
#: Words that templates may have in another spelling.
_SPELT_OTHERWISE = frozenset((*MODAL_VERBS, *MODAL_VERBS.values()))
#: Stands for a name.
_BLANK = "_"


def read_exactly(typed: str, vocabulary: Vocabulary) -> tuple[Query, str] | None:
    """Return the question that just these words ask, and their language (empty for an id); ``None`` where none does."""
    words = " ".join(typed.split()).rstrip("?. ").strip()
    skeleton = _skeleton(_CALLED.sub(_BLANK, words))
    names = ["".join(filter(None, match.groups())).upper() for match in _CALLED.finditer(words)]
    longest = max((word for word in skeleton if word.isalpha() and word not in _SPELT_OTHERWISE), key=len, default="")
    for predicate in vocabulary.questions.values():
        for language, template in _templates(predicate):
            if longest not in template.casefold():
                continue
            sorts = dict(predicate.parameters)
            letters = [letter for letter in LETTER.findall(template) if letter in sorts]
            if len(letters) != len(names):
                continue
            if _skeleton(_without(template, letters)) == skeleton:
                by_letter = dict(zip(letters, names, strict=True))
                of = tuple(by_letter[letter] for letter, _ in predicate.parameters)
                if all((name == team_of(name)) == (sorts[letter] == "team") for letter, name in by_letter.items()):
                    return Query(predicate.id, of), language
    first, *rest = words.split() or [""]
    is_id = first in vocabulary.questions and ("-" in first or all(_NAMES.fullmatch(name) for name in rest))
    return (Query(first, tuple(name.upper() for name in rest)), "") if is_id else None


def _skeleton(words: str) -> tuple[str, ...]:
    """Return words without regard to capitals and to which modal verb is used."""
    return canonical(words.casefold().split())


def _without(template: str, letters: Sequence[str]) -> str:
    """Return a template with a blank for each of some letters."""
    return LETTER.sub(lambda m: _BLANK if m.group() in letters else m.group(), template)


def _templates(predicate: Predicate) -> Iterator[tuple[str, str]]:
    for words in (predicate.ask, predicate.phrase):
        for language, template in words.by_language().items():
            if template:
                yield language, template.rstrip("?").strip()
