"""A question asked of those only of whom something is so is read of nobody else: “a player out of my range”."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from emperor_rules.errors import RequestError
from emperor_rules.messages import LANGUAGES
from emperor_rules.model.terms import PLAYER
from emperor_rules.model.vocabulary import PredicateKind
from emperor_rules.questions.cases import Case
from emperor_rules.questions.exact_wordings import asked
from tests.support.plain_questions import reader
from tests.support.shipped import engine
from tests.support.tables import EIGHT, SIX

#: Whoever is out of a range, in the place of a name, and things of theirs.
BEYOND = {
    "en": (
        "a player out of his range",
        "an opponent outside his range of influence",
        "a player who is not in his range",
    ),
    "it": ("un giocatore fuori dal suo raggio", "un avversario fuori dal suo raggio d'influenza"),
}
WITHIN = {
    "en": ("a player in his range", "an opponent within his range of influence"),
    "it": ("un giocatore nel suo raggio", "un avversario che è nel suo raggio d'influenza"),
}
TARGETS = {
    "en": ("can A2 target a creature out of his range?", "can A2 target a creature in his range?"),
    "it": ("A2 può bersagliare una creatura fuori dal suo raggio?", "A2 può bersagliare una creatura nel suo raggio?"),
}
#: At least so many questions of the vocabulary are read so in each language.
LEAST = 20


def of_others(language: str, who: tuple[str, ...]) -> Iterator[str]:
    """Yield what somebody can do to somebody else, with each of those in the place of the other."""
    for predicate in engine().rulebook.vocabulary.questions.values():
        if predicate.kind is PredicateKind.ACTION and [sort for _, sort in predicate.parameters] == [PLAYER, PLAYER]:
            typed = asked(predicate, ["A2", "B1"], language)
            if typed.endswith(" B1?") and typed.count("B1") == 1:
                yield from (typed.replace("B1?", f"{one}?") for one in who)


def is_in_range(case: Case, seats: str) -> bool:
    told = dict(case.given).get("controller", "")
    about = (*case.of, str(told))[:2]
    return engine().ask({"text": "cr-809", "seats": seats, "ask": "in-range", "of": list(about)}).answer is True


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [SIX, EIGHT])
@pytest.mark.parametrize("number", [0, 1])
def test_it_is_asked_of_whoever_is_out_of_range_alone_or_in_it(language: str, seats: str, number: int) -> None:
    read = 0
    for typed in (*of_others(language, (BEYOND, WITHIN)[number][language]), TARGETS[language][number]):
        try:
            meanings, _ = reader().read(typed, {"text": "cr-809", "seats": seats}, language)
        except RequestError:
            continue
        cases = [case for reading in meanings for case in reading.cases]
        assert cases and {is_in_range(case, seats) for case in cases} == {number == 1}, typed
        read += 1
    assert read >= LEAST


def test_where_everybody_is_in_range_it_is_asked_of_all() -> None:
    """At a table of three each reaches both others, and the answers tell whose."""
    meanings, _ = reader().read("can I attack a player out of my range?", {"text": "cr-806", "seats": "o | o | o"})
    assert len({case.of for reading in meanings for case in reading.cases}) == len("ABC") * 2


@pytest.mark.parametrize(
    ("typed", "about"),
    [
        ("can A2 be attacked by a player out of range?", "A2"),
        ("A2 può essere attaccato da un giocatore fuori raggio?", "A2"),
    ],
)
def test_who_does_it_is_not_seen_from_whoever_suffers_it(typed: str, about: str) -> None:
    meanings, _ = reader().read(typed, {"text": "cr-809", "seats": SIX})
    assert {case.of[1] for reading in meanings for case in reading.cases} == {about}
    assert {case.of[0] for reading in meanings for case in reading.cases} == {"A1", "A3", "B1", "B2", "B3"}
