"""The compiled evaluator against the plain one: random positions, and random texts made from the shipped ones.

``EMPEROR_THOROUGH=20`` looks twenty times as far.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from emperor_rules.evaluate.engine import Engine
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.model import terms as tm
from emperor_rules.model.rulebook import Rulebook
from tests.generators.mutations import wrong_rules
from tests.generators.positions import KINDS, Request, random_position, random_question
from tests.oracles.enumeration import names_of, seated
from tests.support.engine_pair import Pair, compare
from tests.support.kings_and_pawns import SEATS, clause, text, write_playable
from tests.support.paths import TEXTS, THOROUGH
from tests.support.sampling import number_of_examples, sample_of, sample_of_texts
from tests.support.shipped import rulebook as shipped

POSITIONS, QUESTIONS = 10 * THOROUGH, 8
MUTANTS = 14 * THOROUGH

# --- comparing ------------------------------------------------------------------------------------


def questions(rng: Random, book: Rulebook, text: str, positions: int, asks: list[str], each: int) -> Iterator[Request]:
    for _ in range(positions):
        position, names, rest = random_position(rng, book, text)
        for ask in rng.sample(asks, min(each, len(asks))):
            yield random_question(rng, book, position, ask, names, rest)


# --- the shipped texts ----------------------------------------------------------------------------


@pytest.mark.parametrize("text", TEXTS)
def test_engines_agree_on_a_shipped_text(text: str) -> None:
    pair, positions = Pair(shipped()), number_of_examples(3, POSITIONS)
    asks = list(pair.book.vocabulary.questions)
    asked = compare(pair, questions(Random(f"positions of {text}"), pair.book, text, positions, asks, QUESTIONS))
    assert asked == positions * QUESTIONS


def test_the_positions_are_of_every_kind() -> None:
    """A few hundred positions have nearly all of them; what is rare is looked for in ten times as many."""
    book, wanted = shipped(), {*KINDS, ("overridden", True), ("open", True)}
    seen: set[tuple[object, ...]] = set()
    engine, asks = Engine(book), list(book.vocabulary.questions)
    for again, id in product(range(10), ("cr-809", "wiki-en", "early", "paris")):
        if seen >= wanted:
            break
        for request in questions(Random(f"positions of {id} {again}"), book, id, 20, asks, QUESTIONS):
            answer = engine.ask(request)
            kind = answer.answer if isinstance(answer.answer, bool) else type(answer.answer).__name__
            seen.add((answer.status, kind))
            seen.add(("gone", bool(request["left"]), bool(request["leaving"])))
            seen.add(("overridden", bool(answer.overridden)))
            seen.add(("open", answer.status == "silent" and bool(answer.clauses)))
    assert seen >= wanted


@pytest.mark.parametrize(("text", "ask"), sample_of([("wiki-en", "in-range"), ("early", "fate")], 1))
def test_engines_agree_where_a_text_contradicts_itself(text: str, ask: str) -> None:
    pair, rng, seen = Pair(shipped()), Random(f"contradictions of {text}"), 0
    for position in range(250):
        request, names, rest = random_position(rng, pair.book, text)
        question = random_question(rng, pair.book, request, ask, names, rest)
        if ask == "fate" and position % 2 and rest:
            question["given"] |= dict.fromkeys(("leaver", "owner", "controller", "territory"), rest[0])
        compare(pair, iter([question]))
        seen += pair.ask(question)[0].status == "contradicted"
    assert seen > 1


@pytest.mark.parametrize("text", sample_of_texts())
def test_an_action_is_asked_at_the_moment_its_text_allows_it(text: str) -> None:
    """Without a phase: yes if some phase says yes; otherwise what some phase says."""
    book, rng = shipped(), Random(f"moments of {text}")
    engine = Engine(book)
    best = [g for g in book.vocabulary.givens.values() if g.best]
    assert [g.id for g in best] == ["phase"]
    actions = [r.id for r in book.vocabulary.questions.values() if r.kind == "action"]
    for request in questions(rng, book, text, 12, actions, 8):
        given = {key: value for key, value in request["given"].items() if key != "phase"}
        chosen = engine.ask({**request, "given": given})
        by_phase = [engine.ask({**request, "given": {**given, "phase": word}}) for word, _ in best[0].choices]
        if any(answer.answer is True for answer in by_phase):
            assert chosen.answer is True, request
        assert chosen in by_phase, request


@pytest.mark.parametrize("text", sample_of_texts())
def test_a_question_of_no_player_needs_none_unless_it_matters(text: str) -> None:
    """Where some player matters, the answer is the one that holds whoever it is; otherwise the question lacks him."""
    book, rng = shipped(), Random(f"nobody of {text}")
    engine = Engine(book)
    asks = [r.id for r in book.vocabulary.questions.values() if all(sort != tm.PLAYER for _, sort in r.parameters)]
    keys = [key for key, given in book.vocabulary.givens.items() if given.default == "first"]
    for request in questions(rng, book, text, number_of_examples(2, 4), asks, 6):
        given = {key: value for key, value in request["given"].items() if key not in keys}
        left_out = engine.ask({**request, "given": given})
        names = names_of(seated(request["seats"])[0])
        whoever = set()
        for p, q in product(names, repeat=2):
            answer = engine.ask({**request, "given": {**given, keys[0]: p, keys[1]: q}})
            whoever.add((answer.status, repr(answer.answer)))
        if len(whoever) == 1:
            assert (left_out.status, repr(left_out.answer)) in whoever, request
        else:
            assert left_out.status == "invalid", request


def test_engines_agree_where_an_unnamed_player_matters(tmp_path: Path) -> None:
    rules = text("small", clause("1", "t is lost when the active player is a king."))
    pair = Pair(load_rulebook(write_playable(tmp_path, small=rules)))
    request = {"text": "small", "ask": "finished", "of": [], "seats": SEATS}
    for given, status in (({}, "invalid"), ({"active": "A1"}, "answered")):
        one, other = pair.ask({**request, "given": given})
        assert one == other and one.status == status


@pytest.mark.parametrize("text", sample_of_texts())
def test_an_answer_does_not_depend_on_earlier_questions(text: str) -> None:
    book, rng = shipped(), Random(f"order of {text}")
    asks = list(book.vocabulary.questions)
    requests = list(questions(rng, book, text, number_of_examples(2, 3), asks, len(asks)))
    forwards, backwards = Engine(book), Engine(book)
    before = [forwards.ask(request) for request in requests]
    after = [backwards.ask(request) for request in reversed(requests)]
    for request, one, other in zip(requests, before, reversed(after), strict=True):
        assert one == other, request


@pytest.mark.parametrize("text", sample_of_texts())
def test_asking_of_many_is_asking_of_each(text: str) -> None:
    """All who sit there and teams, those who have gone, strangers, and too few or too many of them."""
    engine, wrong = Engine(shipped()), 0
    names = ["A1", "A2", "B1", "B2", "C3", "A", "B", "Z9"]
    for predicate in shipped().vocabulary.questions.values():
        many = [of for length in range(4) for of in product(names, repeat=length)]
        some = Random(f"{text} {predicate.id}").sample(many, 10)
        some += list(product(names, repeat=len(predicate.parameters)))[::5]
        for gone in ({}, {"left": ["A1"], "leaving": ["B2"]}):
            asked: Any = {"text": text, "seats": "g E g | g E g | g E g", "ask": predicate.id, **gone}
            for of, answer in zip(some, engine.ask_each(asked, some), strict=True):
                assert answer == engine.ask({**asked, "of": list(of)}), (asked, of)
                wrong += answer.status == "invalid"
    assert wrong


# --- random texts ---------------------------------------------------------------------------------

MUTATED = ("cr-809", "cr-809", "cr-809-it", "wiki-en", "wiki-it", "early", "paris", "cr-104")


@pytest.mark.parametrize("part", sample_of(range(12), 1))
def test_engines_agree_on_random_texts(part: int) -> None:
    rng = Random(f"texts {part}")
    for wrong in islice(wrong_rules(rng, shipped(), MUTATED, dated=False), MUTANTS // 20):
        book, pair = wrong.book, Pair(wrong.book)
        asks = list(book.vocabulary.questions)
        near = sorted(wrong.spoken & set(asks))
        for _ in range(4):
            request, names, rest = random_position(rng, book, wrong.text)
            request.pop("on", None)
            chosen = [*rng.sample(near, min(3, len(near))), *rng.sample(asks, 3)]
            compare(pair, (random_question(rng, book, request, ask, names, rest) for ask in chosen), wrong.what)
