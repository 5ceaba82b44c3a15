"""The reader of questions of the site, in JavaScript, against the toolkit's: both read the same tables and phrasings alike."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from emperor_rules.errors import QuestionError, RequestError
from emperor_rules.evaluate.request import read_position
from emperor_rules.messages import LANGUAGES, catalogue
from emperor_rules.model.scenarios import RequestPosition
from emperor_rules.model.seating import team_of
from emperor_rules.model.terms import TEAM
from emperor_rules.model.vocabulary import GivenKind
from emperor_rules.questions.cases import Case
from emperor_rules.questions.exact_wordings import asked
from emperor_rules.questions.reader import reader_of
from tests.generators.composed_questions import (
    AS_SPOKEN,
    EXCEPT_ME,
    OPPONENT_GONE,
    as_spoken,
    called_mine,
    composed,
    he_after_me,
    of_everybody,
    of_ones_own,
    told_beside,
    with_asker,
    with_card,
    with_game,
    with_rule,
    with_scene,
    with_sized_game,
)
from tests.generators.numbers_told import agreed_ranges, numbers_told
from tests.generators.questions_with_options import BEFORE, BEHIND, NOT_USED, chosen, said
from tests.generators.sizes import AT, WHETHER, players_asked, teams_asked
from tests.support.javascript import SCRIPTS, exported_parts, run_node
from tests.support.paths import DATA, REPOSITORY, THOROUGH
from tests.support.sampling import in_brief, sample_of, some_of
from tests.support.shipped import engine, whole_rulebook
from tests.support.tables import SEATS_OF_VARIANTS, SIX

#: One in so many phrasings is asked at other tables too.
EVERY = 12 if THOROUGH > 1 else 48
TABLES: tuple[dict[str, Any], ...] = (
    {"text": "cr-809", "seats": "l g E g l | l g E g l", "left": ["A5"], "leaving": ["B2"]},
    {"text": "early", "seats": "g E g | g E g | g E g", "left": ["C1", "A3"]},
    {"text": "cr-809", "seats": SIX, "on": "2008-05-01"},
    {"text": "cr-809", "seats": "A:g B:g A:E B:E A:g B:g", "left": ["B1"]},
    {"text": "cr-809", "seats": "A:E A:g B:g B:E B:g A:g"},
    {"text": "cr-807", "seats": " | ".join("o" * 10), "leaving": ["C1"]},
    {"text": "cr-808", "seats": "o o | o o o"},
    {"text": "cr-809", "seats": "g E g | g E g | g E g", "left": ["B2"]},
)
ODD = (
    "",
    " ",
    "can A2 attack B1 " * 60,
    "????",
    "\x00 {p} § @ # % | 's",
    "CAN A2 ATTACK B1?",
    "too far? can A1 steal B2's thing, or is he",
    "can a2 attack b1 on 2009-07-11",
    "if A1 goes first, how many turns does the team of A2 take before the other begins?",
    "can the players of team of B pay that much life together?",
    "isn't A1 dead, can't A1 attack B2?",
    "if B1 is dead can A3 attack his emperor?",
    "if my general dies can B1 attack his emperor?",
    "can they block for each other?",
    "solo A1 può attaccare B3?",
    "in 2010, were the first mulligans free, and who went first?",
    "who went first in 2009?",
    "quante carte pescavo nel 2010 dopo il primo mulligan?",
    "did the game go on in 2012 if an emperor left?",
    "can I activate an artifact of a player out of my range?",
    "A2 può bersagliare una creatura nel suo raggio?",
    "can A2 target a player who is not in his range if B1 is dead?",
    "both B generals are out. Has team B lost?",
)
#: What the site calls each refusal of the toolkit.
CODES = {
    "question-empty": "the question is empty: emperor questions lists what can be asked",
    "question-long": "the question is too long: ask one thing, in at most {most} words",
    "question-many": "at this table that would be too many questions at once: name the players",
    "question-pronoun": "it is not clear who is meant: name the player",
    "question-no-player": "nobody at this table is meant by that: there is no {noun} that fits",
    "question-no-role": "nobody at this table is meant by that: there is no {noun} that fits",
    "question-gone": "{name} has left the game by then: the question says otherwise",
    "question-contradicted": "by the seats {name} has the role of {noun} in team {team}: the question says otherwise",
    "question-role-less": "by the seats {name} has no role: the question says otherwise",
    "question-no-table": "there is no table of that size that these rules allow: write the seats",
    "question-statement": "“{statement}” says what has happened, and asks nothing; ask, for example: {questions}",
    "question-start": "“{question}” asks about the start of the game, when nobody has left; ask, for example: {questions}",
    "question-rules": "“{question}” asks for the rules about that: {rules}; of this table ask, for example: “{other}”",
    "question-game": "“{question}” is about another game: ask it of {text}",
    "question-negated": "“{question}” asks with “{word}”, to which a yes could mean either; ask: “{other}”",
    "question-aside": "“{word}” changes what “{question}” asks, and no question here takes it in; without it the question is: “{other}”",
    "question-strange": "“{part}” is no circumstance that the rules here know; without it the question is: “{other}”",
    "question-mixed": "“{question}” mixes English and Italian: ask in one language",
    "question-unknown": "“{question}” is not understood",
    "question-words": "“{question}” is not understood",
    "not-given": "the answer depends on “{key}” ({phrase}), which is not given",
    "nobody": "“{name}” is nobody at this table ({first} to {last})",
}
#: The files of phrasings, with how many each must have.
DATA_FILES = {"questions": 200, "questions_of_others": 180, "questions_fresh": 250, "questions_ordinary": 190}
REFUSED = {
    "": "question-empty",
    "can A2 attack B1 " * 60: "question-long",
    "can a lieutenant attack A1?": "question-no-role",
    "can A2 attack C1?": "nobody",
    "whose turn is it?": "not-given",
    "my emperor is A1, can I attack B1?": "question-contradicted",
    "what range has an emperor in a 1v1?": "question-no-table",
    "B1 is dead": "question-statement",
    "what is the turn order if B2 starts and A3 left?": "question-start",
    "when can a general deploy a creature?": "question-rules",
    "can A2 attack B1 in a free-for-all while it rains?": "question-game",
    "can A2 not attack B1?": "question-negated",
    "can B1 attack A2 if A3 leaves and A3 is still alive?": "question-gone",
    "can A2 attack B1 while it rains?": "question-strange",
    "does A1 lose only if A2 dies?": "question-aside",
    "can A2 attaccare un avversario?": "question-mixed",
    "does A3 outrank B2?": "question-words",
    "does A3 own the combat of B2?": "question-unknown",
}
MODULES = ("evaluate/engine.js", "questions/reader.js")


def phrasings(name: str) -> list[tuple[str, str]]:
    """All phrasings of a file of data, each with its language."""
    data = tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))
    sets = [data] if set(LANGUAGES) <= data.keys() else list(data.values())
    return [(id, entry["typed"]) for by_language in sets for id in LANGUAGES for entry in by_language[id]]


def line(question: str, preferred: str, **request: Any) -> dict[str, Any]:
    return {"question": question, "request": request or {"text": "cr-809", "seats": SIX}, "preferred": preferred}


def lines_at_other_tables() -> Iterator[dict[str, Any]]:
    """Some phrasings at other tables, told to a speaker of the other language, and what nobody asks."""
    asked = [one for name in DATA_FILES for one in phrasings(name)]
    for number, (language, typed) in enumerate(asked[::EVERY]):
        yield line(typed, "it" if language == "en" else "en", **TABLES[number % len(TABLES)])
    for question in ODD:
        yield line(question, "en")


def as_requested(case: Case) -> list[tuple[str, Any]]:
    """Return the given facts of a case; the numbers of several, which are pairs in it, as a request has them."""
    kinds = whole_rulebook().vocabulary.givens
    return [(key, dict(value) if kinds[key].kind is GivenKind.NUMBERS else value) for key, value in case.given]


def by_toolkit(line: dict[str, Any]) -> dict[str, Any]:
    """What the toolkit reads, or the message with which it refuses."""
    try:
        readings, language = reader_of(engine()).read(line["question"], line["request"], line["preferred"])
    except RequestError as error:
        return {"refused": str(error)}
    plain = [
        {"cases": [{**case._asdict(), "given": as_requested(case)} for case in one.cases], "listed": one.listed}
        | ({"opposite": True} if one.opposite else {})
        for one in readings
    ]
    return dict(json.loads(json.dumps({"readings": plain, "language": language})))


def by_script(lines: Iterable[dict[str, Any]], folder: Path, language: str = "en") -> list[dict[str, Any]]:
    """What the site reads on a page in a language; of what it refuses there is a code, and most often a question to ask instead."""
    script, modules = (
        REPOSITORY / "tests" / "support" / "questions.mjs",
        [(SCRIPTS / name).as_uri() for name in MODULES],
    )
    parts = {"parts": exported_parts(whole_rulebook(), language, folder)["rules"]}
    return [
        json.loads(reply) for reply in run_node(script, *modules, lines=map(json.dumps, [parts, *lines])).splitlines()
    ]


def is_refused_so(code: str, message: str) -> bool:
    """Whether the site's code stands for a message of the toolkit; what is wrong with a table has no message of its own."""
    if code not in CODES:
        return not any(is_refused_so(other, message) for other in CODES)
    said = (CODES[code], catalogue("it")[CODES[code]])
    return any(re.match(re.sub(r"\\{\w+\\}", ".*", re.escape(words)), message, re.DOTALL) for words in said)


@pytest.mark.parametrize("language", sample_of(LANGUAGES, 1))
def test_what_is_not_understood_leads_to_the_same_rules(language: str, tmp_path: Path) -> None:
    """On a page in the language of the question: it has the words of the rules in that one alone.

    One in five of them, and all where ``EMPEROR_THOROUGH`` is given.
    """
    sets = tomllib.loads((DATA / "answers_of_others.toml").read_text(encoding="utf-8"))
    asked = [
        line(entry[language], language, text=entry["text"], seats=SEATS_OF_VARIANTS.get(entry["text"], SIX))
        for entries in sets.values()
        for entry in entries
        if language in entry and "rules" in entry
    ][:: 5 if THOROUGH == 1 else 1]
    asked, refused = in_brief(asked, 8), 0
    for asking, reply in zip(asked, by_script(asked, tmp_path, language), strict=True):
        try:
            reader_of(engine()).read(asking["question"], asking["request"], language)
        except QuestionError as error:
            details = reply["details"]
            assert sorted(error.rules) == sorted(details.get("clauses", details.get("near"))), asking
            refused += bool(error.rules)
        except RequestError:
            assert "refused" in reply
    assert refused > len(asked) / 2


def compare(lines: list[dict[str, Any]], folder: Path) -> list[dict[str, Any]]:
    """Have both read some questions, and return what the site made of them; fail where the toolkit does otherwise."""
    replies = by_script(lines, folder)
    assert len(replies) == len(lines)
    for asking, reply in zip(lines, replies, strict=True):
        wanted = by_toolkit(asking)
        if "refused" in wanted:
            assert is_refused_so(reply.get("refused", "read"), wanted["refused"]), (asking, reply, wanted)
        else:
            assert reply == wanted, asking
    return replies


@pytest.mark.slow
@pytest.mark.parametrize(("name", "least"), DATA_FILES.items())
def test_every_phrasing_is_read_or_refused_as_the_toolkit_does(name: str, least: int, tmp_path: Path) -> None:
    """One in 16 on a change, and all where ``EMPEROR_THOROUGH`` is given."""
    asked = [line(typed, language) for language, typed in phrasings(name)]
    assert len(asked) >= least
    replies = compare(asked[:: 16 if THOROUGH == 1 else 1], tmp_path)
    assert sum("readings" in reply for reply in replies) > len(replies) / 2
    questions = whole_rulebook().vocabulary.questions
    refused = [reply["details"] for reply in replies if "refused" in reply]
    for suggestion in (one for details in refused for one in details.get("suggestions", ())):
        assert len(suggestion["of"]) == len(questions[suggestion["ask"]].parameters)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_in_its_own_words_is_that_question(language: str, tmp_path: Path) -> None:
    """At any table, of anybody: no other meaning is weighed, and no word of it counts as one too many.

    At two tables on a change, and at all where ``EMPEROR_THOROUGH`` is given.
    """
    chance, lines, wanted = Random(language), [], []
    for request in TABLES[::4] if THOROUGH == 1 else TABLES:
        names, *_ = read_position(
            cast(RequestPosition, request), engine().program(str(request["text"]), request.get("on"))
        )
        for id, predicate in whole_rulebook().vocabulary.questions.items():
            players = iter(chance.sample(names.names, 3))
            of = [team_of(next(players)) if sort == TEAM else next(players) for _, sort in predicate.parameters]
            typed = asked(predicate, of, language)
            lines.append(
                line(
                    chance.choice([typed, typed[0].upper() + typed[1:], typed.lower(), typed.rstrip("?")]),
                    language,
                    **request,
                )
            )
            wanted.append((id, of, language))
    for asking, reply, (ask, of, id) in zip(lines, compare(lines, tmp_path), wanted, strict=True):
        if "readings" in reply or reply.get("refused") != "not-given":  # which fact is meant is not in the question
            ((case,),) = (reading["cases"] for reading in reply["readings"])
            assert (case["ask"], case["of"], reply["language"]) == (ask, of, id), asking


@pytest.mark.slow
def test_phrasings_are_read_alike_at_other_tables(tmp_path: Path) -> None:
    replies = compare(list(lines_at_other_tables()), tmp_path)
    assert sum("readings" in reply for reply in replies) > len(replies) / 2


@pytest.mark.slow
def test_questions_about_each_variant_are_read_alike(tmp_path: Path) -> None:
    """One in 48 of them, and all where ``EMPEROR_THOROUGH`` is given."""
    sets = tomllib.loads((DATA / "answers_of_others.toml").read_text(encoding="utf-8"))
    asked = [
        line(entry[id], id, text=entry["text"], seats=SEATS_OF_VARIANTS.get(entry["text"], SIX))
        for entries in sets.values()
        for entry in entries
        for id in LANGUAGES
        if id in entry
    ]
    replies = compare(asked[:: 48 if THOROUGH == 1 else 1], tmp_path)
    assert len(replies) > 25 and sum("readings" in reply for reply in replies) > len(replies) / 2


def test_years_are_read_alike_and_never_before_a_text_began(tmp_path: Path) -> None:
    years = {"en": "was A1 in range of A2 in {}?", "it": "nel {} A1 era nel raggio di A2?"}
    texts = whole_rulebook().texts.values()
    asked = [
        line(way.format(year), language, text=text.id, seats=SEATS_OF_VARIANTS.get(text.id, SIX))
        for text in texts
        for year in range(2004, 2027, 2)
        for language, way in years.items()
    ]
    sampled = in_brief(some_of(asked, 60), 15)
    replies = compare(sampled, tmp_path)
    for one, reply in zip(sampled, replies, strict=True):
        editions = whole_rulebook().texts[one["request"]["text"]].editions
        for reading in reply.get("readings", ()):
            assert all(case["on"] >= editions[0] for case in reading["cases"] if len(editions) > 1), one


def test_sizes_are_read_alike(tmp_path: Path) -> None:
    asked = [
        line(str(question), language)
        for language in LANGUAGES
        for question, *_ in (*teams_asked([*WHETHER[language], AT[language]]), *players_asked(language))
    ]
    replies = compare(in_brief(some_of(asked, 60), 10), tmp_path)
    assert sum("readings" in reply for reply in replies) > len(replies) / 2


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_composed_questions_are_read_alike(language: str, tmp_path: Path) -> None:
    put_together = (composed, with_asker, with_rule, with_scene, with_card, told_beside, of_ones_own)
    asked = [line(question, language) for way in put_together for question, _ in way(language)]
    asked += [line(question, language) for question in of_everybody(language)]
    asked += [line(q, language, text=text, seats=SEATS_OF_VARIANTS[text]) for text, q, _ in with_game(language)]
    if language in AS_SPOKEN:
        asked += [
            line(q, language, text=text, seats=SEATS_OF_VARIANTS.get(text, SIX)) for text, q, _ in as_spoken(language)
        ]
    giants = [question for question, _ in with_sized_game(language)]
    asked += [line(q, language, text="cr-810", seats=SEATS_OF_VARIANTS["cr-810"]) for q in giants]
    replies = compare(some_of(asked, 80), tmp_path)
    assert all("readings" in reply for reply in replies)


def test_he_is_read_alike(tmp_path: Path) -> None:
    asked = [line(question, language) for language in LANGUAGES for question, _ in he_after_me(language)]
    compare(some_of(asked, 40), tmp_path)


def test_whom_somebody_calls_his_own_is_read_alike(tmp_path: Path) -> None:
    asked = [line(question, language) for language in LANGUAGES for question, *_ in called_mine(language)]
    asked += [line(q, language) for language in LANGUAGES for q in (*OPPONENT_GONE[language], *EXCEPT_ME[language])]
    compare(in_brief(asked, 60), tmp_path)


def test_numbers_are_read_alike(tmp_path: Path) -> None:
    asked = [
        line(told.question, language, text="cr-810", seats=SEATS_OF_VARIANTS["cr-810"])
        for language in LANGUAGES
        for told in numbers_told(language)
    ]
    asked += [
        line(question, language, text="cr-806", seats=SEATS_OF_VARIANTS["cr-806"])
        for language in LANGUAGES
        for question, *_ in agreed_ranges(language)
        if not re.search(r"[AB]2", question)
    ]
    replies = compare(in_brief(some_of(asked, 60), 15), tmp_path)
    assert all("readings" in reply for reply in replies)


@pytest.mark.slow
def test_options_are_read_alike(tmp_path: Path) -> None:
    asked = [
        line(question, language, text="cr-806", seats="o | o | o | o")
        for language in LANGUAGES
        for options in chosen(whole_rulebook(), "cr-806")
        for ways in (BEFORE, BEHIND, NOT_USED)
        for question in said(whole_rulebook(), options, language, ways)
    ]
    asked = asked[:: 16 if THOROUGH == 1 else 1]
    replies = compare(asked, tmp_path)
    assert sum("readings" in reply for reply in replies) > len(asked) / 2


def test_each_refusal_has_the_code_of_the_toolkits_message(tmp_path: Path) -> None:
    replies = compare([line(question, "en") for question in REFUSED], tmp_path)
    assert [reply.get("refused") for reply in replies] == list(REFUSED.values())
