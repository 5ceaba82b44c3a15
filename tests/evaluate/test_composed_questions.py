"""What is told of who has left may stand anywhere in a question, however it is worded."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

import pytest

from emperor_rules.errors import RequestError
from emperor_rules.evaluate.request import EVERYBODY
from emperor_rules.messages import LANGUAGES
from emperor_rules.model.scenarios import TableRequest
from emperor_rules.model.seating import team_of
from emperor_rules.questions.cases import Case, Reading
from tests.generators.composed_questions import (
    AS_SPOKEN,
    EXCEPT_ME,
    GAMES,
    OPPONENT_GONE,
    TELLING,
    as_spoken,
    beside_card,
    called_mine,
    composed,
    he_after_me,
    of_everybody,
    of_ones_own,
    out_of_range,
    told_beside,
    told_first,
    two_fall,
    with_asker,
    with_card,
    with_game,
    with_plain,
    with_rule,
    with_scene,
    with_sized_game,
)
from tests.support.plain_questions import reader
from tests.support.sampling import in_brief, some_of
from tests.support.shipped import engine
from tests.support.tables import SEATS_OF_VARIANTS, SIX


def meanings(question: str, request: TableRequest, language: str) -> list[Reading] | str:
    """Return what a question means, or with what words it is refused."""
    try:
        return reader().read(question, request, language)[0]
    except RequestError as refused:
        return str(refused)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "put_together", [composed, with_asker, with_rule, with_scene, with_card, told_beside, of_ones_own]
)
def test_a_question_and_what_is_told_mean_together_what_they_mean_plainly(
    put_together: Callable[[str], Iterator[tuple[str, str]]], language: str
) -> None:
    request: TableRequest = {"text": "cr-809", "seats": SIX}
    questions = in_brief(put_together(language), 24)
    plainly = {plain: meanings(plain, request, language) for plain in {plain for _, plain in questions}}
    assert not [refused for refused in plainly.values() if isinstance(refused, str)]
    asked = some_of(questions, 100)
    meant = {question: (meanings(question, request, language), plainly[plain]) for question, plain in asked}
    assert {question: is_read for question, (is_read, plain) in meant.items() if is_read != plain} == {}


@pytest.mark.parametrize("language", TELLING)
def test_what_may_decide_is_never_left_aside(language: str) -> None:
    request: TableRequest = {"text": "cr-809", "seats": SIX}
    plainly = {plain: meanings(plain, request, language) for *_, plain in TELLING[language]}
    assert not [refused for refused in plainly.values() if isinstance(refused, str)]
    asked = with_plain(TELLING[language])
    assert [question for question, plain in asked if meanings(question, request, language) == plainly[plain]] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_he_is_never_who_asks(language: str) -> None:
    request: TableRequest = {"text": "cr-809", "seats": SIX}
    told = {question: (meanings(question, request, language), another) for question, another in he_after_me(language)}
    assert [question for question, (read, another) in told.items() if not another and not isinstance(read, str)] == []
    read = {question: read for question, (read, _) in told.items() if not isinstance(read, str)}
    assert {q: r for q, r in read.items() if any(case.of[0] != "A2" for one in r for case in one.cases)} == {}
    assert len(read) > 10


@pytest.mark.parametrize("language", AS_SPOKEN)
def test_a_question_as_people_speak_means_what_it_means_plainly(language: str) -> None:
    different = {}
    for text, question, plain in as_spoken(language):
        request: TableRequest = {"text": text, "seats": SEATS_OF_VARIANTS.get(text, SIX)}
        if (is_read := meanings(question, request, language)) != meanings(plain, request, language):
            different[text, question] = is_read
        assert not isinstance(is_read, str), (question, is_read)
    assert different == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_may_say_anywhere_which_game_is_played(language: str) -> None:
    different = {}
    for text, question, plain in in_brief(some_of(with_game(language), 60), 20):
        request: TableRequest = {"text": text, "seats": SEATS_OF_VARIANTS[text]}
        if (is_read := meanings(question, request, language)) != meanings(plain, request, language):
            different[text, question] = is_read
    assert different == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_of_a_game_may_tell_how_many_are_on_a_team(language: str) -> None:
    """Whoever asks it of another game is sent there; what is said of three heads is never answered of two."""
    here: TableRequest = {"text": "cr-810", "seats": SEATS_OF_VARIANTS["cr-810"]}
    elsewhere: TableRequest = {"text": "cr-809", "seats": SIX}
    different = {}
    for question, plain in in_brief(some_of(with_sized_game(language), 60), 20):
        assert isinstance(meanings(question, elsewhere, language), str), question
        if (is_read := meanings(question, here, language)) != meanings(plain, here, language):
            different[question] = is_read
    assert different == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_game_is_called_is_never_what_no_question_speaks_of(language: str) -> None:
    told = 0
    for text, name in ((text, name) for text, names in GAMES[language].items() for name in names):
        request: TableRequest = {"text": text, "seats": SEATS_OF_VARIANTS[text]}
        refused = str(meanings(f"florps zorkel {name} brindo?", request, language))
        if strange := re.search("‘(.*)’", refused):
            assert {*strange[1].split(", ")}.isdisjoint(name.lower().split()) and "florps" in strange[1], refused
            told += 1
    assert told > len(GAMES[language]) / 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_ones_own_is_of_ones_team(language: str) -> None:
    request: TableRequest = {"text": "cr-809", "seats": SIX}
    pairs = {
        question: {case.of for reading in reader().read(question, request, language)[0] for case in reading.cases}
        for question in of_everybody(language)
    }
    across = {question: [of for of in asked if len({*map(team_of, of)}) > 1] for question, asked in pairs.items()}
    assert all(pairs.values())
    assert {question: of for question, of in across.items() if of} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_ones_own_is_of_the_team_of_whoever_says_so(language: str) -> None:
    """“I am A1, can my general B3 attack?” was answered about B3, whom A1 calls his own."""
    request: TableRequest = {"text": "cr-809", "seats": SIX}
    for question, plain, is_so in called_mine(language):
        read = meanings(question, request, language)
        if is_so:
            assert read == meanings(plain, request, language), question
        else:
            assert isinstance(read, str), (question, read)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_calls_a_teammate_his_opponent(language: str) -> None:
    request: TableRequest = {"text": "cr-809", "seats": SIX}
    for question in OPPONENT_GONE[language]:
        cases = [case for one in reader().read(question, request, language)[0] for case in one.cases]
        assert {team_of(case.of[0]) for case in cases} == {"A"}, question


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_taken_from_whoever_asks(language: str) -> None:
    request: TableRequest = {"text": "cr-809", "seats": SIX}
    assert [q for q in EXCEPT_ME[language] if not isinstance(meanings(q, request, language), str)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_behind_a_card_is_no_part_of_its_name(language: str) -> None:
    request: TableRequest = {"text": "cr-809", "seats": SIX}
    pairs = in_brief(some_of(beside_card(language), 80), 25)
    asked = ((more, plain, meanings(more, request, language)) for more, plain in pairs)
    passed_over = {more for more, plain, read in asked if read == meanings(plain, request, language)}
    assert {more for more in passed_over if not isinstance(meanings(more, request, language), str)} == set()


@pytest.mark.parametrize(
    "question", ["can my teammate tell me what to attack with?", "can A2 tell us who A1 can attack?"]
)
def test_what_somebody_tells_is_not_asked_of_him(question: str) -> None:
    """“Can you tell me …” leads to a question; what a player may tell is none of whom he attacks."""
    request: TableRequest = {"text": "cr-809", "seats": SIX}
    assert isinstance(meanings(question, request, "en"), str)
    assert not isinstance(meanings("can you tell me who A1 can attack?", request, "en"), str)


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "do I lose with my teammate?"),
        ("it", "posso perdere con il mio compagno?"),
        ("it", "chi posso attaccare con il mio compagno?"),
    ],
)
def test_nobody_asks_as_a_teammate_of_his_own(language: str, question: str) -> None:
    """“With A2” tells who asks; “with my teammate” was read so too, and the question asked of everybody."""
    request: TableRequest = {"text": "cr-809", "seats": SIX}
    assert isinstance(meanings(question, request, language), str)


def is_in_range(of: str, other: str) -> bool:
    """Return whether one player has another in his range while everybody is there."""
    return engine().ask({"text": "cr-809", "seats": SIX, "ask": "in-range", "of": [of, other]}).answer is True


def cases_of(questions: Iterable[str], language: str) -> dict[str, list[Case]]:
    """Return the cases that each question of those can mean that are understood."""
    request: TableRequest = {"text": "cr-809", "seats": SIX}
    read = {question: meanings(question, request, language) for question in questions}
    return {
        question: [case for reading in meant for case in reading.cases]
        for question, meant in read.items()
        if not isinstance(meant, str)
    }


def told_in(case: Case) -> list[str]:
    """Return whatever is given in a case, the members of lists one by one."""
    return [name for _, value in case.given for name in (value if isinstance(value, tuple) else (value,))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_out_of_range_is_asked_of_nobody_in_range(language: str) -> None:
    """Whatever is asked of somebody, or of a card of his, whom another cannot reach."""
    read = cases_of(out_of_range(language), language)
    players = {"A1", "A2", "A3", "B1", "B2", "B3"}
    pairs = {
        question: [(*case.of, *(name for name in told_in(case) if name in players))[:2] for case in cases]
        for question, cases in read.items()
    }
    assert [
        (question, pair)
        for question, of in pairs.items()
        for pair in of
        if len(pair) < 2 or EVERYBODY in pair or is_in_range(*pair)
    ] == []
    assert len(read) > 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_two_who_fall_none_is_asked_about_alone(language: str) -> None:
    """“The king and my queen fall, what then?” does not ask what one of them does when the other falls."""
    read = cases_of(some_of(two_fall(language), 90), language)
    fallen = {
        question: [{*case.left, *case.leaving, *told_in(case)} for case in cases] for question, cases in read.items()
    }
    assert {question: sets for question, sets in fallen.items() if any(len(names) < 2 for names in sets)} == {}
    assert len(read) > 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_told_is_never_what_is_asked(language: str) -> None:
    """“I am alive. Did we lose?” does not ask whether somebody is alive."""
    asked = dict(some_of(told_first(language), 80))
    read = cases_of(asked, language)
    otherwise = {
        question: {case.ask for case in cases} - {asked[question], f"team-{asked[question]}"}
        for question, cases in read.items()
    }
    assert {question: asks for question, asks in otherwise.items() if asks} == {}
    assert read
