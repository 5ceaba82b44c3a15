"""The site's own words in each language, and dates in words."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from emperor_rules.language.sentences import fitted
from emperor_rules.messages import ENGLISH, say_day
from emperor_rules.resources import site_folder


@dataclass(frozen=True)
class Locale:
    """A language with the site's own words in it (``site/words.toml``), each named ``section_name``."""

    language: str
    strings: Mapping[str, str]

    def __getitem__(self, name: str) -> str:
        return self.strings[name]

    def date(self, date: str) -> str:
        """Return a date with the name of its month."""
        return say_day(date, self.language)

    def dated(self, name: str, date: str) -> str:
        """Return the string of a name with a date for ``{date}``; Italian “dal” becomes “dall’” before 8 and 11."""
        return self.elided(self[name].format(date=self.date(date)))

    def elided(self, words: str) -> str:
        """Return words with the short forms that Italian has before a day: “dall’8 luglio”."""
        return fitted(words, self.language)


def read_locale(language: str) -> Locale:
    """Read the site's own words in a language, in English where it has none."""
    sections = _sections((site_folder() / "words.toml").read_text(encoding="utf-8"))
    said = ((f"{section}_{name}", by) for section, names in sections.items() for name, by in names.items())
    strings = {name: by.get(language) or by[ENGLISH] for name, by in said}
    return Locale(language, strings)


@lru_cache(maxsize=1)
def _sections(content: str) -> dict[str, dict[str, dict[str, str]]]:
    """Parse the file of words, which takes longer than all else that is done with it, once for as long as it stays."""
    return tomllib.loads(content)
