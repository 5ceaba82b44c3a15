"""A question may say which options are in use: it is asked with these, as if the table used them."""

from __future__ import annotations

import re
from itertools import cycle
from typing import Any

import pytest

from emperor_rules.errors import RequestError
from emperor_rules.messages import LANGUAGES
from emperor_rules.questions.cases import Reading
from tests.generators.questions_with_options import ASKED, BEFORE, BEHIND, NOT_USED, chosen, said
from tests.support.plain_questions import reader
from tests.support.sampling import sample_of, some_of
from tests.support.shipped import rulebook

TABLES = {"cr-811": "A B A B", "cr-806": "o | o | o | o", "cr-807": " | ".join("o" * 10), "cr-808": "o o | o o"}
WITH_OPTIONS = [text for text in rulebook().texts if rulebook().texts[text].options]


def read(question: str, text: str, options: tuple[str, ...] = ()) -> list[Reading]:
    request: Any = {"text": text, "seats": TABLES.get(text, "g E g | g E g"), "options": [*options]}
    return reader().read(question, request)[0]


@pytest.mark.parametrize("text", WITH_OPTIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_is_asked_with_the_options_that_it_names(text: str, language: str) -> None:
    bare = read(ASKED[language], text)
    for options in chosen(rulebook(), text):
        for question in (*said(rulebook(), options, language, BEFORE), *said(rulebook(), options, language, BEHIND)):
            readings = read(question, text)
            named = [sorted(case.options) for reading in readings for case in reading.cases]
            assert named and all(used == sorted(options) for used in named), question
            without = [[case._replace(options=()) for case in reading.cases] for reading in readings]
            assert without == [[*reading.cases] for reading in bare], question
            at_the_table = [case.options for reading in read(question, text, options) for case in reading.cases]
            assert not any(at_the_table), question


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_option_that_is_not_used_or_that_the_text_lacks_is_never_read_as_used(language: str) -> None:
    for text in some_of(WITH_OPTIONS, 2):
        for options in chosen(rulebook(), text):
            for question in some_of(said(rulebook(), options[:1], language, NOT_USED), 1):
                with pytest.raises(RequestError):
                    read(question, text)
    for question in some_of(said(rulebook(), ("attack-left",), language, BEHIND), 2):
        with pytest.raises(RequestError):
            read(question, "cr-809")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", sample_of(WITH_OPTIONS, 1))
def test_what_only_names_an_option_is_never_taken_apart(text: str, language: str) -> None:
    """It asks whether the option is in use, or it is refused in the words that were typed."""
    for option, *_ in chosen(rulebook(), text):
        name = rulebook().vocabulary.options[option].names.get(language)
        for way, mark in some_of(zip((*BEFORE[language], *BEHIND[language]), cycle(("", "?"))), 3):
            typed = way.format(name).strip(" ,:") + mark
            try:
                assert not any(case.options for reading in read(typed, text) for case in reading.cases), typed
            except RequestError as refusal:
                assert not {"“”", "“?”"} & set(re.findall("“[^”]{0,1}”", str(refusal))), typed
