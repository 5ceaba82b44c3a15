"""The engine of the site, in JavaScript, against the toolkit's: both read the same rules and answer alike.

``EMPEROR_THOROUGH=20`` looks twenty times as far.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from emperor_rules.evaluate.derivation import Step, derivation
from emperor_rules.evaluate.engine import INVALID, Engine
from emperor_rules.evaluate.explain import Explainer, contradictions_below
from emperor_rules.evaluate.request import EVERYBODY
from emperor_rules.evaluate.verbalise import FactWords
from emperor_rules.export.document import export_text
from emperor_rules.messages import LANGUAGES
from emperor_rules.model.rulebook import Rulebook
from tests.generators.mutations import wrong_rules
from tests.generators.positions import Request, random_dated_position, random_position, random_question
from tests.support.built_site import built_site
from tests.support.javascript import engine_answers, engine_derivations, exported_parts
from tests.support.kings_and_pawns import SEATS, Folder, clause, text
from tests.support.paths import TEXTS, THOROUGH
from tests.support.sampling import number_of_examples
from tests.support.shipped import checked, engine, rulebook
from tests.support.shipped import whole_rulebook as book

#: Random questions and texts: how many every time, and how many more in the exhaustive run.
QUESTIONS = number_of_examples(1_500, 10_000 * THOROUGH)
MUTANTS = number_of_examples(2, 8 * THOROUGH)
#: Of the questions of scenarios, one in so many has its derivation compared.
EVERY = number_of_examples(60, 4)
DERIVATIONS = number_of_examples(200, 400 * THOROUGH)
#: So many questions are asked of one position, and so many positions taken on one day, which costs less than as many days;
#: where reasons are compared too, fewer.
OF_ONE_POSITION, OF_ONE_DERIVED, OF_ONE_DAY = 12, 8, 8
#: Of these the share that its text speaks about.
SPOKEN = 0.6


def exported(rules: Rulebook, folder: Path, name: str = "rules") -> dict[str, Any]:
    """Write rules as a document; the line that makes the engine read it."""
    path = folder / f"{name}.json"
    path.write_text(export_text(rules), encoding="utf-8")
    return {"rules": str(path)}


def reply(answering: Engine, request: Request) -> dict[str, Any]:
    """The toolkit's answer, without its message, which is for people."""
    answer = answering.ask(request).as_json(None)
    return {key: value for key, value in answer.items() if key not in ("id", "message")}


def assert_alike(requests: list[Request], wanted: Iterable[Any], replies: list[Any]) -> None:
    assert len(replies) == len(requests)
    for request, one, other in zip(requests, wanted, replies, strict=True):
        assert other == one, request


def random_requests(
    rng: Random, rules: Rulebook, count: int, texts: list[str], of_one: int = OF_ONE_POSITION
) -> Iterator[Request]:
    spoken = {
        text: sorted(
            {s.predicate for c in rules.texts[text].clauses for s in c.sentences} & {*rules.vocabulary.questions}
        )
        for text in texts
    }
    asks = list(rules.vocabulary.questions)
    day: dict[str, str] = {}
    for turn in range(count // of_one):
        text = texts[turn // OF_ONE_DAY % len(texts)]
        position, names, rest = random_dated_position(rng, rules, text)
        if turn % OF_ONE_DAY == 0:
            day = {key: position[key] for key in ("on",) if key in position}
        position = {**{key: value for key, value in position.items() if key != "on"}, **day}
        for number in range(of_one):
            ask = rng.choice(spoken[text] if number < SPOKEN * of_one and spoken[text] else asks)
            request = random_question(rng, rules, position, ask, names, rest)
            if request["of"] and rng.random() < 0.03:
                request["of"][rng.randrange(len(request["of"]))] = EVERYBODY
            yield request


@pytest.mark.site
def test_every_line_of_the_conformance_set(tmp_path: Path) -> None:
    """One in six on a change, and all where ``EMPEROR_THOROUGH`` is given."""
    with gzip.open(built_site() / "conformance.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    played = rows[:: 6 if THOROUGH == 1 else 1]
    assert_alike(
        [row["request"] for row in played],
        [row["answer"] for row in played],
        engine_answers([exported(book(), tmp_path), *(row["request"] for row in played)]),
    )
    assert {row["request"]["text"] for row in rows} >= set(TEXTS)
    assert {row["request"]["ask"] for row in rows} >= set(book().vocabulary.questions)
    assert {row["answer"]["status"] for row in rows} == {"answered", "silent", "contradicted", "invalid"}
    assert len({(row["request"]["text"], row["request"].get("on")) for row in rows}) > 100
    assert 2_000 < len(rows) == len({*map(json.dumps, rows)}) < 12_000


def test_random_questions(tmp_path: Path) -> None:
    requests = list(random_requests(Random(f"{QUESTIONS} questions"), rulebook(), QUESTIONS, TEXTS))
    wanted = [reply(engine(), request) for request in requests]
    assert_alike(requests, wanted, engine_answers([exported(rulebook(), tmp_path), *requests]))
    seen = {(answer["status"], type(answer["answer"]).__name__) for answer in wanted}
    assert seen >= {("answered", kind) for kind in ("bool", "int", "str", "list")} | {("silent", "NoneType")}
    assert ("invalid", "NoneType") in seen and any(answer["overridden"] for answer in wanted)


def test_random_rules(tmp_path: Path) -> None:
    """Changed clauses leave more open, and contradict more, than any that was ever written."""
    rng, lines, wanted = Random("mutants"), list[dict[str, Any]](), list[dict[str, Any]]()
    wrong = wrong_rules(rng, book(), ["cr-809", "early", "paris", "wiki-en"])
    for number, mutant in zip(range(MUTANTS), wrong, strict=False):
        answering, asks = Engine(mutant.book), list(mutant.book.vocabulary.questions)
        lines.append(exported(mutant.book, tmp_path, str(number)))
        near = sorted(mutant.spoken & {*asks}) or asks
        for _ in range(12):
            position, names, rest = random_position(rng, mutant.book, mutant.text)
            for ask in [*rng.sample(near, min(3, len(near))), *rng.sample(asks, 2)]:
                lines.append(random_question(rng, mutant.book, position, ask, names, rest))
                wanted.append(reply(answering, lines[-1]))
    assert_alike([line for line in lines if "rules" not in line], wanted, engine_answers(lines))
    assert {answer["status"] for answer in wanted} >= {"answered", "silent", "invalid"}


# --- the derivation of an answer --------------------------------------------------------------------------


def steps_in_words(steps: Sequence[Step], words: FactWords) -> list[dict[str, Any]]:
    return [
        {
            **{name: getattr(step, name) for name in ("citation", "again", "met", "missed")},
            "premises": [
                {
                    "words": words.say(premise.facts),
                    "known": premise.facts.decided,
                    "by": list(premise.by),
                    "steps": steps_in_words(premise.steps, words),
                }
                for premise in step.premises
            ],
        }
        for step in steps
    ]


def derivations(answering: Engine, request: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The toolkit's derivation of an answer, its facts in the words of each language."""
    query = answering.prepare(request)
    asked = answering.asked_at_best(query)
    derived = derivation(Explainer(query, asked).prove())
    contradicted = contradictions_below(query, asked, answering.decide(query))
    below = [[q.predicate.id, list(q.args), list(answering.decide(q).clauses)] for q in contradicted]
    for language in LANGUAGES:
        words = FactWords(answering.rulebook.vocabulary, query.position.table, language)
        named = {"met": list(derived.met), "inapplicable": list(derived.inapplicable), "below": below}
        yield {"steps": steps_in_words(derived.steps, words), **named}


def assert_told_alike(requests: list[Request], folder: Path) -> list[dict[str, Any]]:
    """Compare the derivations of valid requests in both languages; returns the English ones."""
    wanted = [list(derivations(engine(), request)) for request in requests]
    parts = [exported_parts(rulebook(), language, folder) for language in LANGUAGES]
    assert_alike(requests, wanted, engine_derivations([*parts, *requests]))
    return [english for english, _ in wanted]


def single(requests: Iterable[Request]) -> list[Request]:
    """The requests that make sense and ask nothing of everybody: only these have a derivation."""
    return [
        request
        for request in requests
        if EVERYBODY not in request.get("of", ()) and engine().ask(request).status != INVALID
    ]


@pytest.mark.slow
def test_scenarios_are_told_alike(tmp_path: Path) -> None:
    outcomes = [outcome for outcome in checked().run.outcomes if outcome.answer.status != INVALID]
    requests = [json.loads(json.dumps(dict(outcome.request), default=list)) for outcome in outcomes[::EVERY]]
    english = assert_told_alike([request for request in requests if EVERYBODY not in request.get("of", ())], tmp_path)
    lines = [line for answer in english for line in answer["steps"]]
    if EVERY <= 4:  # so many have one of each; fewer need not
        assert {line["missed"] for line in lines} == {line["met"] for line in lines} == {True, False}
        assert any(premise["steps"] for line in lines for premise in line["premises"])
        assert any(premise["by"] for line in lines for premise in line["premises"])
        assert any(one["inapplicable"] for one in english)


def test_random_questions_are_told_alike(tmp_path: Path) -> None:
    requests = single(random_requests(Random("derivations"), rulebook(), DERIVATIONS, TEXTS, OF_ONE_DERIVED))
    assert len(requests) > DERIVATIONS / 2
    english = assert_told_alike(requests, tmp_path)
    assert sum(bool(one["steps"]) for one in english) > DERIVATIONS / 8


@pytest.mark.parametrize("gone", ["left", "leaving"])
def test_who_has_left_because_of_others_is_told_by_the_clauses_that_say_so(gone: str, tmp_path: Path) -> None:
    """In every text and of every fact about one player that is asked after the game; alike by both engines."""
    book, requests, told = rulebook(), list[Request](), 0
    departure = book.vocabulary.departure
    asked = {id: one for id, one in book.vocabulary.questions.items() if one.gone_allowed}
    asks = [id for id, one in asked.items() if [sort for _, sort in one.parameters] == ["player"]]
    for name in TEXTS:
        position = {"text": name, "seats": "g E g | g E g | g E g", gone: ["B2"]}
        for ask in asks:
            requests += single([{**position, "ask": ask, "of": ["B1"]}])
    for request, derived in zip(requests, assert_told_alike(requests, tmp_path), strict=True):
        answer = engine().ask(request)
        if departure is not None and request["ask"] == departure.id and answer.answer is True:
            told += 1
            assert set() < {step["citation"] for step in derived["steps"]} <= {*answer.clauses}, request
    assert told >= 4


#: Clauses about kings and pawns that contradict each other, and others that rest on what they say.
RESTING = (
    "the reach of p is 2.",
    "the reach of p is 3 when p is a king.",
    "p is wet.",
    "p is not wet when p is a king.",
    "p is hot when the reach of p is at least 2 and p is wet.",
    "p may hit q when p is hot.",
    "the score of p is the reach of p.",
    "require every player called x is such that (the reach of x is at least 2).",
    "p may push q when p is wet and q is guilty.",
)


@pytest.mark.parametrize(
    ("question", "below"),
    [
        ({"ask": "legal"}, [["reach", [0], ["t:1", "t:2"]], ["reach", [3], ["t:1", "t:2"]]]),
        ({"ask": "hot", "of": ["A1"]}, [["reach", [0], ["t:1", "t:2"]], ["wet", [0], ["t:3", "t:4"]]]),
        ({"ask": "may-hit", "of": ["A1", "B1"]}, [["reach", [0], ["t:1", "t:2"]], ["wet", [0], ["t:3", "t:4"]]]),
        ({"ask": "score", "of": ["A1"]}, [["reach", [0], ["t:1", "t:2"]]]),
        ({"ask": "may-push", "of": ["A1", "B1"], "given": {"guilty": ["B1"]}}, [["wet", [0], ["t:3", "t:4"]]]),
        ({"ask": "may-push", "of": ["A1", "B1"]}, []),
        ({"ask": "hot", "of": ["A2"]}, []),
        ({"ask": "reach", "of": ["A1"]}, []),
    ],
)
def test_contradictions_that_leave_a_question_open_are_found_alike(
    question: dict[str, Any], below: list[Any], tmp_path: Path
) -> None:
    clauses = (clause(str(number), sentence) for number, sentence in enumerate(RESTING, 1))
    answering = Folder(tmp_path).write(t=text("t", *clauses)).engine()
    request = {"text": "t", "seats": SEATS, **question}
    derived, _ = derivations(answering, request)
    assert derived["below"] == below
    assert engine_derivations([exported_parts(answering.rulebook, "en", tmp_path), request]) == [[derived]]
