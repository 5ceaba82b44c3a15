"""Sentences for people, in the language of whoever reads them.

The idea is that of gettext: the English sentence stands where it is said and is itself the key of its translation. A
:class:`Message` keeps that template and its named arguments, so that whoever prints it chooses the language; until
then it is an ordinary string, in English. What every template is in another language stands in ``answers.toml`` and
``messages.toml`` of its folder in ``grammar/languages``: a language is there once its folder is. Compiled catalogues
(``.mo``) and their plural formulas would bring a build step for languages with the plurals of English.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache, partial
from string import Formatter
from typing import Any

from emperor_rules.resources import languages_folder

#: The language in which templates are written.
ENGLISH = "en"
#: The languages in which the toolkit speaks, English first: those that have a folder.
LANGUAGES = (ENGLISH, *sorted(path.name for path in languages_folder().glob("*/") if path.name != ENGLISH))

#: The files of a language with translations: those of answers, which are few and read quickly, and all others.
CATALOGUES = ("answers", "messages")


class Bilingual(ABC):
    """A value with one form for each language; an argument of a message may be one."""

    __slots__ = ()

    @abstractmethod
    def get(self, language: str) -> str:
        """Return the words in a language."""


class Message(str, Bilingual):
    """A sentence made of an English template and arguments; as a string it is English.

    Arguments that are bilingual themselves are put into the language of the sentence, and numbers are punctuated in
    its way where the template formats them.
    """

    __slots__ = ("arguments", "template")

    template: str
    arguments: Mapping[str, Any]

    def __new__(cls, template: str, /, **arguments: Any) -> Message:
        """Fill the template, in the syntax of ``str.format`` with named fields; without arguments it stands as it is.

        Raises:
            KeyError: If the template names a field that is no argument.
        """
        message = super().__new__(cls, _filled(template, arguments, ENGLISH))
        message.template = template
        message.arguments = arguments
        return message

    def get(self, language: str) -> str:
        """Return the sentence in a language, or in English if the catalogue lacks it."""
        if language == ENGLISH or not self.template:
            return str(self)
        return _filled(_translated(self.template, language), self.arguments, language)

    def __reduce__(self) -> tuple[object, ...]:
        """Return how to make the message again in another process."""
        return partial(Message, self.template, **self.arguments), ()


class Names(Bilingual):
    """Several names or words, one after the other."""

    __slots__ = ("between", "items", "last")

    def __init__(self, items: Iterable[object], between: str = ", ", last: Message | None = None) -> None:
        """Keep the items; ``last`` is the word that stands before the last of them, such as “or”."""
        self.items = tuple(items)
        self.between = between
        self.last = last

    def get(self, language: str) -> str:
        """Return the items in a language."""
        items = [in_language(item, language) for item in self.items]
        if self.last is not None and len(items) > 1:
            items[-2:] = [f"{items[-2]} {self.last.get(language)} {items[-1]}"]
        return self.between.join(items)

    def __str__(self) -> str:
        """Return the items in English."""
        return self.get(ENGLISH)


def listed(items: Iterable[object]) -> Names | Message:
    """Return names one after the other, or the word for none of them."""
    names = Names(items)
    return names if names.items else Message("none")


def template(words: str) -> str:
    """Return a template that is filled elsewhere, where it is not written out (gettext calls this ``N_``)."""
    return words


def plural(number: int, one: str, many: str, /, **arguments: Any) -> Message:
    """Return the template for one thing or that for several, filled; both are keys of the catalogue."""
    return Message(one if number == 1 else many, **arguments)


def counted(number: int, noun: str) -> Message:
    """Return a number with what it counts, “1 error” or “2 errors”; the English plural ends in *s*."""
    return Message(f"{{number}} {noun}{'' if number == 1 else 's'}", number=number)


def sentences(*parts: str) -> Message:
    """Return sentences one after the other, without those that are empty."""
    fields = {f"part{number}": part for number, part in enumerate(parts) if part}
    return Message(" ".join(f"{{{field}}}" for field in fields), **fields)


def in_language(words: object, language: str) -> str:
    """Return what is bilingual in a language, and anything else as it is."""
    return words.get(language) if isinstance(words, Bilingual) else str(words)


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Return the translation of every English template into another language."""
    assert language in LANGUAGES[1:], "templates are English already"
    return {template: words for name in CATALOGUES for template, words in language_file(language, name).items()}


def _translated(template: str, language: str) -> str:
    """Return the translation of a template, or itself if there is none."""
    return next(
        (file[template] for name in CATALOGUES if template in (file := language_file(language, name))), template
    )


@cache
def language_file(language: str, name: str) -> Mapping[str, Any]:
    """Return what one of the files of a language says, such as ``sentences``."""
    import tomllib  # most questions in English need none

    return tomllib.loads((languages_folder() / language / f"{name}.toml").read_text(encoding="utf-8"))


def name_of_language(language: str) -> Message:
    """Return what a language is called."""
    return Message(language_file(language, "sentences")["name"])


class _InLanguage(Formatter):
    """Fills templates as ``str.format`` does, with bilingual arguments and numbers in one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return an argument as it stands in the sentence."""
        if isinstance(value, Bilingual):
            value = value.get(self.language)
        written = format(value, format_spec)
        if not (isinstance(value, int | float) and format_spec and self.language != ENGLISH):
            return written
        marks = language_file(self.language, "sentences")
        return written.translate(str.maketrans({",": marks["thousands"], ".": marks["decimal"]}))


_FORMATTERS = {language: _InLanguage(language) for language in LANGUAGES}


def _filled(template: str, arguments: Mapping[str, Any], language: str) -> str:
    return _FORMATTERS[language].vformat(template, (), arguments) if arguments else template


# --- tables of each language -----------------------------------------------------------------------


@lru_cache(maxsize=1)
def common_tables() -> Mapping[str, Any]:
    """Return the tables of all languages by their ids, as ``questions.toml`` of each has them."""
    return {
        language: {**language_file(language, "questions"), "months": language_file(language, "sentences")["months"]}
        for language in LANGUAGES
    }


def month_names(language: str) -> Sequence[str]:
    """Return the names of the months, as dates have them."""
    names: list[str] = language_file(language, "sentences")["months"]
    capital = language_file(language, "sentences")["capital_months"]
    return [name.capitalize() for name in names] if capital else names


def say_day(date: str, language: str) -> str:
    """Return a date with the name of its month: “8 July 2009”, “1º ottobre 2005”."""
    year, month, day = map(int, date.split("-"))
    first = language_file(language, "sentences")["first_of_month"]
    return f"{day if day > 1 else first} {month_names(language)[month - 1]} {year}"
