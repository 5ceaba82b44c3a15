"""The histories of the shipped texts, and the age of the shipped translation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from emperor_rules.check.history.timeline import RulesHistory, trace
from emperor_rules.check.history.translation import date_translation
from emperor_rules.check.history.versions import clause_versions, wording_dates
from emperor_rules.evaluate.engine import Engine
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Clause, Text, in_force
from tests.generators.positions import random_of, random_play
from tests.support.paths import THOROUGH
from tests.support.shipped import rulebook as shipped_rulebook

SHIPPED_SEATS = 6
TRANSLATION, ORIGINAL = "cr-809-it", "cr-809"


@pytest.fixture(scope="module")
def shipped() -> Rulebook:
    return shipped_rulebook()


@pytest.fixture(scope="module")
def traced(shipped: Rulebook) -> dict[str, RulesHistory]:
    """A few of the clauses of every second text with several wordings: of all, and four times as many, each week."""
    many = {id: text for id, text in shipped.texts.items() if len(wording_dates(text)) > 1}
    return {
        id: trace(shipped, clause_versions(text)[:: 8 if THOROUGH > 1 else 32], SHIPPED_SEATS)
        for id, text in list(many.items())[:: 1 if THOROUGH > 1 else 2]
    }


def frozen(text: Text, on: str | None, apart: str = "", apart_on: str | None = None) -> Text:
    """A text of one wording, that of a date; the clause of one slug stands as on another date."""

    def clauses() -> Iterator[Clause]:
        for clause in text.clauses:
            date = apart_on if clause.slug == apart else on
            if in_force(clause.since, clause.until, date):
                yield replace(
                    clause,
                    since=None,
                    until=None,
                    sentences=tuple(
                        replace(s, since=None, until=None) for s in clause.sentences if in_force(s.since, s.until, date)
                    ),
                )

    if len(text.editions) < 2:
        return text
    return replace(text, editions=(), clauses=tuple(clauses()))


def isolated(text: str, slug: str, before: str | None, after: str | None) -> tuple[Engine, ...]:
    """All texts on a date, and the same with one clause as it was on the date before."""
    now = engine_on(after)
    then = {**now.rulebook.texts, text: frozen(shipped_rulebook().texts[text], after, slug, before)}
    return Engine(replace(now.rulebook, texts=then)), now


@lru_cache(maxsize=2)  # one clause after the other changes on a day
def engine_on(date: str | None) -> Engine:
    """All shipped texts on a date."""
    rulebook = shipped_rulebook()
    return Engine(replace(rulebook, texts={id: frozen(text, date) for id, text in rulebook.texts.items()}))


def steps(traced: Mapping[str, RulesHistory]) -> Iterator[tuple[str, str, Any, str | None]]:
    """Every change that was compared: text, slug, entry, and the date before."""
    for id, text_history in traced.items():
        for clause in text_history.clauses:
            for e in clause.entries:
                if e.effect is not None:
                    yield id, clause.versions.slug, e, text_history.dates[text_history.dates.index(e.date) - 1]


@pytest.mark.slow
def test_every_shipped_witness_replays(shipped: Rulebook, traced: dict[str, RulesHistory]) -> None:
    """The evaluator gives both answers again, for texts put together in another way, and they differ."""
    replayed, today = 0, Engine(shipped)
    for id, slug, e, before in steps(traced):
        if e.effect.state != "different":
            assert e.effect.difference is None
            continue
        request = {key: value for key, value in e.effect.difference.witness.items() if key != "on"}
        then, now = (one.ask(request) for one in isolated(id, slug, before, e.date))
        where = f"{id}:{slug} on {e.date}"
        assert (then.status, then.answer) == (e.effect.difference.then.status, e.effect.difference.then.answer), where
        assert (now.status, now.answer) == (e.effect.difference.now.status, e.effect.difference.now.answer), where
        assert (then.status, then.answer) != (now.status, now.answer), where
        plain = today.ask(e.effect.difference.witness)
        assert (plain.status, plain.answer) == (now.status, now.answer), where
        replayed += 1
    assert replayed >= 3


@pytest.mark.slow
def test_where_no_answer_changes_none_does_at_random(shipped: Rulebook, traced: dict[str, RulesHistory]) -> None:
    rng = Random(20260821)
    asked = 0
    for id, slug, e, before in steps(traced):
        if e.effect.state != "same" or not e.effect.searched:
            continue
        sides = isolated(id, slug, before, e.date)
        givens = [given for given in shipped.vocabulary.givens.values() if given.id != "phase"]
        names = [f"{team}{place}" for team in "AB" for place in "123"]
        for _ in range(8):
            play = random_play(rng, names, [g for g in givens if rng.random() < 0.6 or g.default is None])
            for predicate in shipped.vocabulary.questions.values():
                of = random_of(rng, predicate, names)
                request = {"text": id, "seats": "g E g | g E g", **play, "ask": predicate.id, "of": of}
                then, now = (side.ask(request) for side in sides)
                assert (then.status, then.answer) == (now.status, now.answer), f"{id}:{slug} on {e.date}: {request}"
                asked += now.status == "answered"
    assert asked > 50


@pytest.mark.slow
def test_every_date_of_a_shipped_text_is_one_of_its_editions(
    shipped: Rulebook, traced: dict[str, RulesHistory]
) -> None:
    """What changes on a day that the head of the text does not name would be a slip."""
    for id, text_history in traced.items():
        numbered = {since for _, since in shipped.texts[id].numbered}
        assert set(text_history.dates) <= {*shipped.texts[id].editions, *numbered}, id
        for clause in text_history.clauses:
            dates = [e.date or "" for e in clause.entries]
            assert dates == sorted(set(dates)), clause.versions.title
            for before, e in zip(clause.entries, clause.entries[1:], strict=False):
                assert e.kind == "added" or (e.former == before.number), clause.versions.title


@pytest.fixture(scope="module")
def translated(shipped: Rulebook) -> Any:
    return date_translation(shipped, TRANSLATION, ORIGINAL, SHIPPED_SEATS)


#: From when the original's clause says what the translation says, and (exclusive) until when, as the sources show;
#: nothing: always. So many seats hold no team above three, on whose ranges 809.6 and its translation may part.
AGREEMENT = {
    "neighbours-only": ("", "2023-04-14"),
    "range-by-distance": ("2009-07-11", ""),
    "emperor-draws": ("2009-09-04", ""),
    "emperor-wins": ("2010-02-01", ""),
    "teammates": ("2005-10-01", ""),
}


@pytest.mark.slow
def test_the_shipped_translation_is_as_old_as_its_clauses(translated: Any) -> None:
    assert translated.complete
    for aged in translated.clauses:
        since, until = AGREEMENT.get(aged.versions.slug, ("", ""))
        agreeing = tuple(d for d in translated.dates if since <= d and (not until or d < until))
        assert aged.dates("same") == agreeing, aged.versions.slug
    assert not translated.only[TRANSLATION]
    assert not translated.only[ORIGINAL]


@pytest.mark.slow
def test_the_shipped_translation_says_otherwise_where_its_own_words_do(translated: Any) -> None:
    """Its threshold is another, in no legal seating does that tell: a difference of text, not of play."""
    (aged,) = [clause for clause in translated.clauses if clause.versions.slug == "equal-teams"]
    claimed = aged.on(translated.claimed)
    assert (claimed.state, claimed.effect.searched) == ("same", True)
