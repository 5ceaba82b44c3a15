"""Questions as a person types them: as a question, as a statement, or by the question's id and names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from emperor_rules.diagnostics import nearest
from emperor_rules.errors import RequestError
from emperor_rules.messages import Message, Names
from emperor_rules.model.phrases import canonical
from emperor_rules.model.scenarios import Query
from emperor_rules.model.vocabulary import Predicate, Vocabulary

NAME = r"([A-Za-z]\d{1,2})"
TEAM = r"(?:(?:team|squadra)\s+)?([A-Za-z])"
LETTER = re.compile(r"\b[a-z]\b")


def read_question(typed: str, vocabulary: Vocabulary) -> Query:
    """Parse a question in English or Italian; raises :class:`RequestError` with the nearest known question."""
    words = " ".join(typed.split()).rstrip("?. ").strip()
    if not words:
        raise RequestError(Message("the question is empty"))
    folded = " ".join(canonical(words.split()))
    for predicate in vocabulary.questions.values():
        for template in _templates(predicate):
            if not all(part.strip() in folded for part in LETTER.split(template)):
                continue  # a pattern takes long to make
            query = _match(predicate, template, folded)
            if query is not None:
                return query
    first, *rest = words.split()
    if first in vocabulary.questions:
        return Query(first, tuple(name.upper() for name in rest))
    raise RequestError(_suggestion(words, vocabulary))


def _templates(predicate: Predicate) -> Iterator[str]:
    for words in (predicate.ask, predicate.phrase):
        for template in (words.en, words.it):
            if template:
                yield " ".join(canonical(template.rstrip("?").split()))


def _match(predicate: Predicate, template: str, words: str) -> Query | None:
    sorts = dict(predicate.params)
    order: list[str] = []

    def name(match: re.Match[str]) -> str:
        letter = match.group()
        if letter not in sorts:
            return letter
        order.append(letter)
        return TEAM if sorts[letter] == "team" else NAME

    parts = LETTER.split(template)
    letters = LETTER.findall(template)
    pattern = re.escape(parts[0])
    for letter, part in zip(letters, parts[1:], strict=True):
        pattern += name(re.match(r".", letter)) if letter in sorts else re.escape(letter)  # type: ignore[arg-type]
        pattern += re.escape(part)
    pattern = pattern.replace(r"\ ", r"\s+")
    if predicate.slot is not None:
        place = re.escape(predicate.slot[2].rsplit(" ", 1)[0]).replace(r"\ ", r"\s+")
        pattern += rf"(?:\s+{place}\s+(?P<place>[A-Za-z]\d{{1,2}}))?"
    match = re.fullmatch(pattern, words, re.IGNORECASE)
    if match is None:
        return None
    names = dict(zip(order, (g for g in match.groups()[: len(order)]), strict=True))
    given: tuple[tuple[str, object], ...] = ()
    if predicate.slot is not None and match.group("place"):
        given = ((predicate.slot[0], match.group("place").upper()),)
    return Query(predicate.id, tuple(names[letter].upper() for letter, _ in predicate.params), given)


def _suggestion(words: str, vocabulary: Vocabulary) -> str:
    """Compare with the known questions, names taken out of both."""
    plain = re.sub(r"\b[A-Za-z]\d{1,2}\b", "p", words)
    templates = {}
    for predicate in vocabulary.questions.values():
        for template in (predicate.ask.en, predicate.ask.it):
            templates[LETTER.sub("p", template.rstrip("?")).lower()] = template
    guess = nearest(plain, templates)
    if guess is not None:
        return Message(
            "“{words}” is no question of the vocabulary; did you mean “{question}”?",
            words=words,
            question=templates[guess],
        )
    examples = Names(Message("“{question}”", question=r.ask) for r in list(vocabulary.questions.values())[:4])
    return Message(
        "“{words}” is no question of the vocabulary; it knows, for example, {examples}", words=words, examples=examples
    )
