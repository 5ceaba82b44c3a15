"""What callers hand to the interface: names, days, limits; each is refused with a sentence where it makes no sense."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import date
from typing import Any

from emperor_rules.diagnostics import suggest
from emperor_rules.errors import RequestError, UnknownQuestionError, UnknownTextError
from emperor_rules.evaluate.request import invalid, read_strings, unknown
from emperor_rules.frontend.rule_files import unknown_text
from emperor_rules.limits import LEAST_SEARCHED, MOST_SEARCHED
from emperor_rules.messages import LANGUAGES, Message, sentences
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Edition, Text


def names(key: str, given: Iterable[str]) -> tuple[str, ...]:
    """Return names, in order; raises :class:`RequestError` for others, and for a lone string, which is not cut."""
    return read_strings(key, given if isinstance(given, str) or not isinstance(given, Iterable) else tuple(given))


def names_or_all(key: str, given: Iterable[str] | None) -> tuple[str, ...] | None:
    """Return names, or ``None``, which stands for all; raises :class:`RequestError` as :func:`names` does."""
    return None if given is None else names(key, given)


def string(key: str, given: str) -> str:
    """Return a string; raises :class:`RequestError` for anything else."""
    if not isinstance(given, str):
        raise invalid("“{key}” is not a string", about=key, key=key)
    return given


def known_word(key: str, given: str, choices: Collection[str]) -> str:
    """Return a word that is one of a few; raises :class:`RequestError` for any other."""
    if given not in choices:
        choice, words = Message("“{name}”", name=given), ", ".join(choices)
        raise invalid("“{given}” is one of {words}, not {value}", about=key, given=key, words=words, value=choice)
    return given


def language_of(given: str) -> str:
    """Return a language in which the toolkit speaks; raises :class:`RequestError` for any other."""
    return known_word("language", given, LANGUAGES)


def day(given: str | date) -> str:
    """Return a day as it is written in rule files; a string that is no day is left to be refused where it is read."""
    return f"{given:%Y-%m-%d}" if isinstance(given, date) else string("on", given)


def facts(given: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return given facts; raises :class:`RequestError` if they are no mapping."""
    if given is not None and not isinstance(given, Mapping):
        raise invalid("“given” is not an object", about="given")
    return dict(given or {})


def most_seats(given: object) -> int:
    """Return the most seats of a table that is searched; raises :class:`RequestError` where none can be."""
    if isinstance(given, bool) or not isinstance(given, int) or not LEAST_SEARCHED <= given <= MOST_SEARCHED:
        value, bounds = Message("“{name}”", name=given), {"least": LEAST_SEARCHED, "most": MOST_SEARCHED}
        raise invalid("“seats” is a number from {least} to {most}, not {value}", about="seats", value=value, **bounds)
    return given


def known_text(name: object, texts: Collection[str]) -> str:
    """Return the id of a text that is among those that there are; raises :class:`UnknownTextError`."""
    if not isinstance(name, str):
        raise UnknownTextError(unknown("text", name, texts))
    if name not in texts:
        raise UnknownTextError(unknown_text(name, texts))
    return name


def edition(name: object, texts: Collection[str]) -> Edition:
    """Return the text that a name means, and the day behind an ``@``; raises :class:`UnknownTextError`."""
    text, at, on = name.partition("@") if isinstance(name, str) else (name, "", "")
    return Edition(known_text(text, texts), on if at else None)


def id_of(request: object) -> object:
    """Return what a request has as its id, however malformed it is."""
    return request.get("id") if isinstance(request, Mapping) else None


def known_questions(asked: Iterable[str], declared: Collection[str]) -> None:
    """Refuse ids of questions that are not among those declared; raises :class:`UnknownQuestionError`."""
    for question in asked:
        if question not in declared:
            nothing = Message("there is no question “{question}”.", question=question)
            raise UnknownQuestionError(sentences(nothing, suggest(question, declared)))


def known_options(given: Iterable[str], one: Text, other: Text) -> None:
    """Refuse options that neither of two texts knows; raises :class:`RequestError`."""
    declared = {*one.options, *other.options}
    for option in sorted({*given} - declared):
        names = {"option": option, "text": one.id, "against": other.id}
        nothing = Message("there is no option “{option}” in {text} or {against}.", **names)
        raise RequestError(sentences(nothing, suggest(option, declared)))


def known_names(rulebook: Rulebook, texts: Iterable[str], questions: Iterable[str]) -> None:
    """Refuse ids that the rules do not have, where they have any: a search of nothing would find nothing."""
    for text in texts if rulebook.texts else ():
        known_text(text, rulebook.texts)
    if rulebook.vocabulary.questions:
        known_questions(questions, rulebook.vocabulary.questions)
