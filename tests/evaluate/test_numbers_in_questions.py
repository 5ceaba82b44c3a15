"""A question may tell a number of a team or of one of its players, where the text counts it."""

from __future__ import annotations

from itertools import product

import pytest

from emperor_rules.errors import RequestError
from emperor_rules.messages import LANGUAGES
from emperor_rules.model.scenarios import TableRequest
from emperor_rules.questions.cases import Reading
from tests.generators.numbers_told import agreed_ranges, numbers_told
from tests.support.plain_questions import reader
from tests.support.sampling import in_brief, some_of
from tests.support.tables import SEATS_OF_VARIANTS

#: Words that narrow or deny what is told.
TURNING = {"en": ("only", "not", "neither"), "it": ("solo", "non", "neanche")}
#: A text that counts the life and the poison of a team, and one that does not.
COUNTS: TableRequest = {"text": "cr-810", "seats": SEATS_OF_VARIANTS["cr-810"]}
COUNTED = {"shared-poison", "shared-life"}
COUNTS_NOT: TableRequest = {"text": "cr-808", "seats": "o o | o o"}


#: A number that each of a team has by himself, which is not that of the team.
OF_EACH = {
    "en": (
        "each of us has {n} poison. do we lose?",
        "each of us got {n} poison counters, are we dead?",
        "both of us have {n} poison counters. does our team lose?",
        "we both have {n} poison. do we lose?",
        "A1 has {n} poison counters and A2 has {n}. does team A lose?",
    ),
    "it": (
        "ognuno di noi ha {n} segnalini veleno, perdiamo?",
        "abbiamo {n} segnalini veleno a testa, abbiamo perso?",
        "abbiamo entrambi {n} segnalini veleno. la squadra perde?",
        "A1 ha {n} segnalini veleno e A2 ne ha {n}, la squadra A perde?",
    ),
}


def given(question: str, request: TableRequest, language: str) -> list[dict[str, object]] | None:
    """Return what each case of a question gives; ``None`` where it is refused."""
    try:
        readings, _ = reader().read(question, request, language)
    except RequestError:
        return None
    return [
        {key: dict(value) for key, value in case.given if key in COUNTED}
        for reading in readings
        for case in reading.cases
    ]


def options(question: str, language: str) -> list[Reading] | None:
    """Return how a question is read where a range can be agreed; ``None`` where it is refused."""
    try:
        return reader().read(question, COUNTS_NOT, language)[0]
    except RequestError:
        return None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_that_is_told_is_given_of_the_team(language: str) -> None:
    asked = in_brief(some_of(list(numbers_told(language)), 120), 40)
    read = {told.question: given(told.question, COUNTS, language) for told in asked}
    assert {told.question: read[told.question] for told in asked if read[told.question] != [told.given]} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_at_which_the_text_does_not_look_is_never_given(language: str) -> None:
    asked = in_brief(some_of(list(numbers_told(language)), 60), 25)
    read = {told.question: given(told.question, COUNTS_NOT, language) for told in asked}
    assert {question: of_cases for question, of_cases in read.items() if any(of_cases or ())} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_range_that_is_told_is_agreed_and_limited(language: str) -> None:
    different = {}
    for question, number, plain in agreed_ranges(language):
        try:
            readings, _ = reader().read(question, COUNTS_NOT, language)
        except RequestError as refused:
            different[question] = str(refused)
            continue
        cases = [case for reading in readings for case in reading.cases]
        bare = [case for reading in reader().read(plain, COUNTS_NOT, language)[0] for case in reading.cases]
        told = [case._replace(options=("limited-range",), given=(("agreed-range", number),)) for case in bare]
        if cases != told:
            different[question] = str(cases)
    assert different == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_that_is_narrowed_or_denied_is_not_simply_told(language: str) -> None:
    alike = {}
    for word in TURNING[language]:
        for told in in_brief(some_of(list(numbers_told(language)), 15), 5):
            if given(f"{word} {told.question}", COUNTS, language) == [told.given]:
                alike[word] = told.question
        for question, number, plain in in_brief(agreed_ranges(language), 12):
            told, _, asked = question.partition(str(number))
            if plain in asked:  # what stands behind the number does not belong to the question
                turned = f"{told}{number} {word}{asked}"
                if options(turned, language) is not None:
                    alike[word] = turned
    assert alike == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_of_each_is_never_that_of_the_team(language: str) -> None:
    """Eight each are sixteen together, of which a team is out, as it is not of eight."""
    for put, number in product(OF_EACH[language], (8, 15)):
        told = given(put.format(n=number), COUNTS, language) or []
        assert not any(str(number) in str(case) for case in told), put
