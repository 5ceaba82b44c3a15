"""A question of former days is read in the past as in the present: “was the mulligan free in 2010?”."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

import pytest

from emperor_rules.errors import RequestError
from emperor_rules.messages import LANGUAGES
from emperor_rules.questions.cases import Reading
from tests.support.paths import DATA
from tests.support.plain_questions import reader
from tests.support.sampling import some_of
from tests.support.tables import SIX

#: Verbs as questions have them, and what they were.
WAS = {
    "en": {"is": "was", "are": "were", "can": "could", "does": "did", "do": "did", "has": "had"},
    "it": {
        **{"è": "era", "sono": "erano", "può": "poteva", "posso": "potevo", "possono": "potevano", "deve": "doveva"},
        **{"ha": "aveva", "perde": "perdeva", "vince": "vinceva", "inizia": "iniziava", "pesca": "pescava"},
        **{"attacca": "attaccava", "gioca": "giocava", "costa": "costava", "serve": "serviva", "vede": "vedeva"},
    },
}
YEAR = {"en": ("", " in 2012?", "in 2012, ", "?"), "it": ("", " nel 2012?", "nel 2012 ", "?")}
#: The share of them that must be read alike, and at least so many of each language are read at all.
SHARE, LEAST = 0.99, 20


def of_a_year(language: str) -> Iterator[tuple[str, str]]:
    """Yield the questions of the data with a year, in the present and with their first verb in the past."""
    verbs = re.compile(rf"\b({'|'.join(WAS[language])})(?![\w'’])")
    data = tomllib.loads((DATA / "questions_fresh.toml").read_text(encoding="utf-8"))
    written = [one["typed"] for by_language in data.values() for one in by_language.get(language, ())]
    for number, typed in enumerate(some_of(written, 120)):
        verb = verbs.search(words := typed.rstrip("?. "))
        if verb and not re.search(r"\d{4}|today|oggi|\b(?:sono|I am|I'm) [A-F]\d|[?.;:]", words):
            before, behind = YEAR[language][number % 2 * 2 :][:2]
            was = WAS[language][verb[1]]
            yield f"{before}{words}{behind}", f"{before}{words[: verb.start()]}{was}{words[verb.end() :]}{behind}"


def meanings(typed: str, language: str) -> list[Reading] | None:
    try:
        return reader().read(typed, {"text": "cr-809", "seats": SIX}, language)[0]
    except RequestError:
        return None


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_so_is_read_like_what_is_so(language: str) -> None:
    read = [
        (past, told == meanings(past, language))
        for now, past in of_a_year(language)
        if (told := meanings(now, language))
    ]
    otherwise = [past for past, is_same in read if not is_same]
    assert len(read) >= LEAST and len(otherwise) <= len(read) * (1 - SHARE), otherwise


@pytest.mark.parametrize(
    ("typed", "asks", "year"),
    [
        ("who went first in 2009?", "may-go-first", "2009"),
        ("in 2010, did teammates share poison counters?", "shares-poison", "2010"),
        ("in 2010, how many cards did I keep after my first mulligan?", "opening-hand", "2010"),
        ("quante carte costava nel 2010 il primo mulligan?", "mulligan-loss", "2010"),
        ("nel 2010 i segnalini veleno erano in comune?", "shares-poison", "2010"),
    ],
)
def test_each_kind_of_verb(typed: str, asks: str, year: str) -> None:
    text, seats = ("cr-810", "o o | o o") if asks == "shares-poison" else ("cr-809", SIX)
    readings, _ = reader().read(typed, {"text": text, "seats": seats})
    assert {(case.ask, str(case.on)[:4]) for reading in readings for case in reading.cases} == {(asks, year)}


def test_without_a_year_a_verb_in_the_past_is_left_as_it_is() -> None:
    assert reader().matcher.languages["en"].in_present("was A3 dead when A2 went?") == "was A3 dead when A2 went?"
