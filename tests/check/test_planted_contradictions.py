"""Contradictions planted at random are found: all that asking position by position shows.

The evaluator is asked, and shares nothing with the searches but the resolved rules. For each planted clause it is asked

- every predicate that rests on the one the clause is about, and that clauses can decide in two ways;
- on the tables of emperors and generals that it calls legal before or after the planting: on all of up to six seats, on
  a tenth of those of seven and eight; on all of up to eight, of whatever roles, that the search calls legal (of more
  than :data:`MOST_TABLES` on the smallest and on some others); and under each option that the question looks at, alone,
  and under none;
- of all players and teams there are;
- in every position in which play goes on (who has left, who leaves now, and everything given that the question looks
  at), where there are at most :data:`POSITIONS` of these, else in so many drawn at random; in fewer where tables and
  options are many (:data:`OF_ALL_TABLES`).

A seed takes about seven seconds of processor time, the first a tenth of one; EMPEROR_PLANTED_SEEDS=100 plants 100.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import islice, product
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import pytest

from emperor_rules.check.cache import SearchCache
from emperor_rules.check.consistency.scheduler import search_text
from emperor_rules.check.editions import seating_texts
from emperor_rules.evaluate.engine import Engine
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Edition
from emperor_rules.model.vocabulary import Predicate, Vocabulary, Words
from emperor_rules.resolve.cone import cone_digest, cone_of
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.search.seatings import tables_up_to
from emperor_rules.semantics.verdict import Conclusion
from tests.generators.contradictions import NEW_TEXT, Plant, plants
from tests.oracles import brute_force
from tests.oracles.brute_force import ENDS
from tests.support import shipped

SEATS = 8
#: Every table with so many seats is asked about, and of those with more only one of ten.
ALL_UP_TO, OF_MORE = 6, 10
SEEDS = int(os.environ.get("EMPEROR_PLANTED_SEEDS", "1"))
#: Contradictory plants of a seed.
OF_A_SEED = 1
#: How many positions of a table are asked about for each question and option, and how many of all tables and options.
POSITIONS, OF_ALL_TABLES = 60, 1200
#: The most tables of a plant that are asked about: the smallest, and as many of the others, drawn at random.
MOST_TABLES = 40


@dataclass
class Inquiry:
    """A text of planted rules, asked position by position."""

    plant: Plant
    rng: Random
    _states: dict[str, Sequence[dict[str, Any]]] = field(default_factory=dict)

    @cached_property
    def text(self) -> ResolvedText:
        return resolved(self.plant.book, self.plant.text)

    @cached_property
    def engine(self) -> Engine:
        return Engine(replace(self.plant.book, vocabulary=all_questions(self.plant.book.vocabulary)))

    def tables(self) -> list[str]:
        """Return the seats of tables that are legal before or after the planting, the smallest first."""
        before = self.plant.original if self.plant.text == NEW_TEXT else self.plant.text
        seats = legal(Engine(shipped.rulebook()), before) | legal(self.engine, self.plant.text)
        every = sorted(seats, key=lambda seating: (len(seating), seating))
        smallest, others = every[: MOST_TABLES // 2], every[MOST_TABLES // 2 :]
        return [*smallest, *self.rng.sample(others, min(len(others), MOST_TABLES // 2))]

    def contradicted(self) -> list[str]:
        """Return the predicates that rest on the planted clause and come out contradicted in some position."""
        predicates = self.text.vocabulary.predicates.values()
        resting = [
            p for p in predicates if p.builtin is None and self.plant.predicate in cone_of(self.text, p.id).predicates
        ]
        tables = self.tables()
        return [p.id for p in resting if decided_in_two_ways(self.text, p.id) and self._is_contradicted(p, tables)]

    def _is_contradicted(self, predicate: Predicate, tables: Sequence[str]) -> bool:
        cone = cone_of(self.text, predicate.id)
        options = [[], *([option] for option in sorted(cone.options & self.text.options))]
        most = min(POSITIONS, max(1, OF_ALL_TABLES // (len(options) * max(1, len(tables)))))
        return any(
            answer.status == "contradicted"
            for seats in tables
            for chosen in options
            for position in self._positions(predicate, seats, most)
            for answer in self.engine.ask_each(
                position | {"options": chosen, "text": self.plant.text, "ask": predicate.id},
                [tuple(of) for of in brute_force.arguments(self.engine, predicate.id, seats)],
            )
        )

    def _positions(self, predicate: Predicate, seats: str, most: int) -> Iterator[Any]:
        """Yield positions at a table, in random order: all if there are not more than ``most``."""
        side = [Edition(self.plant.text)]
        if seats not in self._states:
            self._states[seats] = list(brute_force.states(self.engine, side, seats, ENDS, self._departures(seats)))
        places = [{"seats": seats}] if predicate.ignores else self._states[seats]
        every = [places, *brute_force.givens(self.engine, side, predicate.id, brute_force.names_of(seats))]
        if prod(map(len, every)) <= most:
            positions = list(product(*every))
            self.rng.shuffle(positions)
        else:
            positions = [tuple(self.rng.choice(choices) for choices in every) for _ in range(most)]
        for place, *facts in positions:
            yield {**place, "given": {key: value for fact in facts for key, value in fact.items()}}

    def _departures(self, seats: str) -> Iterable[Sequence[str]] | None:
        """Return who is there and who is not, drawn at random where all there is would be far more than is asked."""
        players = len(brute_force.names_of(seats))
        if len(brute_force.STATES) ** players <= 2 * POSITIONS:
            return None
        return dict.fromkeys(tuple(self.rng.choices(brute_force.STATES, k=players)) for _ in range(2 * POSITIONS))


def decided_in_two_ways(text: ResolvedText, predicate: str) -> bool:
    """Return whether rules of a text can decide a predicate differently: another value, or not only yes or only no."""
    kinds = [text.rules[number].kind for number in text.by_predicate.get(predicate, ())]
    return len(set(kinds)) > 1 or kinds.count(Conclusion.VALUE) > 1


def resolved(book: Rulebook, text: str) -> ResolvedText:
    return Engine(book).program(text, None).resolved


#: The seats of legal tables, by a digest of the rules on legal seatings.
LEGAL: dict[str, frozenset[str]] = {}


def legal(engine: Engine, text: str) -> frozenset[str]:
    """Return the seats of the tables on which a text is played: by the evaluator; those of further roles are searched.

    A text that says nothing of legal seatings is played on the tables of those that include it.
    """
    requirement = engine.rulebook.vocabulary.requirement
    assert requirement is not None
    tables: set[str] = set()
    for setting in seating_texts(engine, Edition(text)):
        digest = cone_digest(setting, requirement.id)
        if digest not in LEGAL:
            ask: Mapping[str, Any] = {"text": setting.id, "on": setting.on, "ask": requirement.id, "of": []}
            asked = [seats for seats in seatings() if engine.ask({**ask, "seats": seats}).answer is True]
            LEGAL[digest] = frozenset({*asked, *(table.seats for table in tables_up_to([[setting]], SEATS)[0])})
        tables |= LEGAL[digest]
    return frozenset(tables)


@cache
def seatings() -> list[str]:
    every, small = brute_force.seatings(SEATS), brute_force.seatings(ALL_UP_TO)
    larger = every[len(small) :]
    return [*small, *Random("larger tables").sample(larger, len(larger) // OF_MORE)]


def all_questions(vocabulary: Vocabulary) -> Vocabulary:
    """Return a vocabulary in which every predicate that clauses decide may be asked."""
    predicates = {
        id: predicate
        if predicate.builtin or predicate.is_question
        else replace(predicate, ask=Words(f"{id}?", f"{id}?"))
        for id, predicate in vocabulary.predicates.items()
    }
    return replace(vocabulary, predicates=predicates)


def contradictory(rng: Random) -> Iterator[tuple[Plant, list[str]]]:
    """Yield plants that contradict something, with the predicates that come out contradicted."""
    for plant in plants(rng, shipped.rulebook()):
        asks = Inquiry(plant, rng).contradicted()
        if asks:
            yield plant, asks


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, SEEDS + 1))
def test_every_planted_contradiction_is_found(seed: int, tmp_path: Path) -> None:
    rng = Random(f"planted {seed}")
    for plant, asks in islice(contradictory(rng), OF_A_SEED):
        cache = SearchCache(tmp_path / "searches.json")
        findings = search_text(Engine(plant.book), Edition(plant.text), up_to=SEATS, cache=cache, processes=1)
        conflicting = {conflict.ask for conflict in findings.conflicts}
        assert set(asks) <= conflicting, plant.what
