"""The hand-written part of the site: where it lies, its words in both languages, and its templates.

Whatever a template prints is escaped for HTML and for Markdown alike, so that rule text stays text wherever it stands.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from emperor_rules.resources import site_folder

LANGUAGES = ("en", "it")
#: Italian prepositions before a day whose name begins with a vowel: otto, undici.
ELIDED = re.compile(r"\b([Dd]al|[Dd]el|[Aa]l)\s(?=(?:8|11)\s)")
#: Every sign that means something to HTML or to Markdown, as a character reference, which means the same to both.
SIGNS = {ord(sign): f"&#{ord(sign)};" for sign in "&<>\"'\\`*_{}[]#!|~^=$"}


def as_text(value: object) -> Markup:
    """Escape a value so that it is shown as it is; what is marked up already stays."""
    if isinstance(value, Markup):
        return value
    if hasattr(value, "__html__"):
        return Markup(value)
    return _plain(str(value))


@lru_cache(maxsize=1 << 16)
def _plain(words: str) -> Markup:
    return Markup(words.translate(SIGNS))


@lru_cache(maxsize=1)
def environment() -> Environment:
    """Give the environment of the site's templates."""
    made = Environment(
        loader=FileSystemLoader(site_folder() / "templates"),
        autoescape=True,
        finalize=as_text,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["n"] = measure
    return made


def measure(value: float) -> str:
    """Write a measure as briefly as a tenth of a unit allows: 12.3, 30, -4."""
    return f"{round(value, 1):g}"


@lru_cache(maxsize=len(LANGUAGES))
def words(language: str) -> Mapping[str, str]:
    """Give the site's own words in a language, as ``section_name``."""
    with (site_folder() / "words.toml").open("rb") as stream:
        sections = tomllib.load(stream)
    return {f"{section}_{name}": said[language] for section, names in sections.items() for name, said in names.items()}


def date_in_words(date: str, language: str) -> str:
    """Write a date with the name of its month: “8 July 2009”, “1º ottobre 2005”."""
    year, month, day = date.split("-")
    first = "º" if language == "it" and int(day) == 1 else ""
    return f"{int(day)}{first} {words(language)[f'months_{month}']} {year}"


def dated(said: str, date: str, language: str) -> str:
    """Put a date into a phrase with ``{date}``; in Italian “dal” becomes “dall’” before 8 and 11."""
    spoken = said.format(date=date_in_words(date, language))
    return ELIDED.sub(r"\1l’", spoken) if language == "it" else spoken
