"""Questions whose requests were written by hand from their meaning (tests/data/questions_fresh.toml): none is read as another."""

import re
import tomllib
from contextlib import suppress

import pytest

from emperor_rules.api.answers import asked_requests
from emperor_rules.api.questions import answer_question, answer_requests
from emperor_rules.errors import RequestError
from tests.support.paths import DATA
from tests.support.plain_questions import expected, verdict
from tests.support.sampling import some_of
from tests.support.shipped import engine
from tests.support.tables import EIGHT, SIX

TEXT = "cr-809"

FRESH = tomllib.loads((DATA / "questions_fresh.toml").read_text(encoding="utf-8"))
KINDS = [pytest.param(kind, marks=() if kind == "blind" else pytest.mark.slow) for kind in FRESH]


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_question_becomes_what_its_asker_means(kind: str, language: str):
    """Every question of the blind ones, and of each other kind every second one on a change."""
    entries = FRESH[kind][language]
    read = [
        (entry, *verdict(entry, language))
        for entry in some_of(entries, len(entries) if kind == "blind" else len(entries) // 4)
    ]
    wrong = [
        f"{entry['typed']}: {shown}"
        for entry, result, shown in read
        if result != ("refused" if entry.get("missed") else "right")
    ]
    assert wrong == []


def test_no_more_questions_are_missed_than_before():
    """As many at most as when each set was last tuned to."""
    missed = {kind: sum("missed" in e for entries in sets.values() for e in entries) for kind, sets in FRESH.items()}
    assert missed["tuned"] <= 6 and missed["second"] <= 4 and missed["blind"] == 0 and missed["fresh-2"] <= 2
    assert missed["fresh-3"] <= 6 and missed["fresh-4"] <= 33 and missed["fresh-5"] <= 2
    assert missed["fresh-6"] <= 4 and missed["fresh-7"] <= 1


@pytest.mark.parametrize(
    ("request_", "count", "example"),
    [
        ("may-attack general opp-emperor", 4, "may-attack A1 B2"),
        ("range emperor / seats 4", 2, "range A2 / seats 4"),
        ("loses own-general / conceding emperor", 4, "loses A1 / conceding A2"),
        ("loses anyone / losing emperor", 12, "loses A2 / losing A2"),
        ("fate / controller player / owner A3", 5, "fate / controller A1 / owner A3"),
    ],
)
def test_open_words_of_the_data_stand_for_the_players_they_say(request_: str, count: int, example: str):
    assert len(expected(request_)) == count
    assert example in expected(request_)


@pytest.mark.parametrize(
    ("typed", "asks"),
    [
        ("Hi, it's our first time playing with teams. Can A1 attack B3?", "may-attack A1 B3"),
        ("We are six friends and this is our first evening. Can A1 attack B3?", "may-attack A1 B3"),
        ("We are eight friends. Can A1 attack B3?", None),
        ("We are playing here without range. Can A1 target B2?", None),
        ("It's our first time and I conceded. Does A2 lose?", None),
        ("I'm fed up. Can A1 attack B3?", "may-attack A1 B3"),
        ("I'm fed up. Can I attack B3?", None),
        ("From A1's seat, can I reach B2?", "in-range A1 B2"),
        ("If my emperor casts Armageddon, do I lose only my lands?", None),
        ("A1 died. Can A2 attack B1 if A1 is alive?", None),
        ("Other general in range?", None),
        ("A2 claims he can attack B1. Is he right?", "may-attack A2 B1"),
        ("B1 says that A2 can't attack him. Right?", None),
        ("My emperor is A2, what is the range?", None),
        ("Ciao! A quanti posti arrivano le magie di A2?", "spell-range A2"),
        ("My emperor is A2, can I attack B1?", ["may-attack A1 B1", "may-attack A3 B1"]),
        ("Hey, my emperor is A2 and I'm A1, can I attack B1?", "may-attack A1 B1"),
        ("I'm A1. My opponent is B3. Can I attack him?", "may-attack A1 B3"),
        ("Our emperor is A2, can B1 attack him?", "may-attack B1 A2"),
        ("Il mio imperatore è A2 e sono A1, posso attaccare B1?", "may-attack A1 B1"),
        ("Il mio imperatore è A2, B1 lo può attaccare?", "may-attack B1 A2"),
        ("Sono A1, l'imperatore nemico è B2, posso attaccarlo?", "may-attack A1 B2"),
        ("My emperor is A2, what's his range?", "range A2"),
    ],
)
def test_what_stands_beside_a_question_is_left_aside_only_where_it_tells_nothing(
    typed: str, asks: str | list[str] | None
):
    entry = {"typed": typed, "asks": asks} if asks else {"typed": typed}
    assert verdict(entry, "en")[0] == ("right" if asks else "refused")


@pytest.mark.parametrize(
    ("typed", "seated"),
    [
        ("My emperor is A1, can I attack B1?", "A1 has the role of general in team A"),
        ("I'm A1, my emperor is B2. Can I attack B3?", "B2 has the role of emperor in team B"),
        ("I'm A2 and I'm a general. Can I attack B1?", "A2 has the role of emperor in team A"),
        ("Can the general A2 attack B1?", "A2 has the role of emperor in team A"),
        ("B1, l'imperatore, può attaccare A3?", "B1 è generale nella squadra B"),
    ],
)
def test_who_is_called_what_the_seats_do_not_make_him_is_said(typed: str, seated: str):
    assert seated in verdict({"typed": typed}, "en")[1]


@pytest.mark.parametrize(
    ("typed", "asks"),
    [
        ("I'm A1, can I attack the guy on my right?", "may-attack A1 B3"),
        ("I'm A3, can I attack the player on my left?", "may-attack A3 B1"),
        ("I'm A1, can I target the player two seats to my left?", "may-target-player A1 A3"),
        ("I'm A1, can I target the player two seats away?", ["may-target-player A1 A3", "may-target-player A1 B2"]),
        ("Can A2 attack the player two seats from A3?", ["may-attack A2 A1", "may-attack A2 B2"]),
    ],
)
def test_a_place_is_counted_in_seats_whoever_sits_there(typed: str, asks: str | list[str]):
    assert verdict({"typed": typed, "asks": asks}, "en") == ("right", "; ".join(sorted(expected(asks))))


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_requests_of_an_answer_are_what_was_asked(language: str):
    """Asked again, they are answered of the same people; a program that keeps them keeps the question."""
    entries, answered = [entry for by_language in FRESH.values() for entry in by_language[language]], 0
    for entry in some_of(entries, len(entries) // 20):
        seats = EIGHT if "seats 4" in str(entry) else SIX
        with suppress(RequestError):
            answer = answer_question(engine(), entry["typed"], {"text": TEXT, "seats": seats}, language)
            again = answer_requests(engine(), asked_requests(answer))
            asked_of = {(e.request["ask"], e.of, str(e.request.get("given"))) for e in again.entries}
            meanings = answer.meanings or (answer,)
            assert asked_of == {
                (e.request["ask"], e.of, str(e.request.get("given"))) for meaning in meanings for e in meaning.entries
            }, entry
            answered += 1
    assert answered > 20


@pytest.mark.parametrize(
    "ask", ["can {} attack?", "whom can {} attack?", "whose hand can {} see?", "who can attack {}?"]
)
def test_read_back_a_list_is_asked_of_those_alone_of_whom_it_was_asked(ask: str):
    """“Can the emperor attack?” is not read back as “who can attack?”."""
    for subject, names in {"the emperor": ["A2", "B2"], "A1": ["A1"], "the generals": ["A1", "A3", "B1", "B3"]}.items():
        words = answer_question(engine(), ask.format(subject), {"text": TEXT, "seats": SIX}, "en").read_as()
        assert re.findall(r"[AB]\d", words) == names
