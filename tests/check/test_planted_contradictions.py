"""Contradictions planted at random are found: all that asking position by position shows.

The evaluator is asked everything that rests on the planted clause, on every table of up to eight seats that the rules
call legal before or after, in positions drawn at random.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from emperor_rules.check.consistency.scheduler import search_text
from emperor_rules.check.consistency.search_cache import SearchCache
from emperor_rules.check.editions import seating_texts
from emperor_rules.evaluate.engine import Engine
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Edition
from emperor_rules.model.vocabulary import Predicate, Vocabulary, Words
from emperor_rules.resolve.cone import cone_of
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.search.seatings import tables_up_to
from tests.generators.contradictions import NEW_TEXT, Plant, plants
from tests.generators.positions import random_of, random_value
from tests.oracles.brute_force import ENDS, names_of
from tests.support import shipped
from tests.support.sampling import number_of_examples, sample_of

SEATS = 8
#: Contradictory plants of a seed, and how many positions of a table are asked for each question.
OF_A_SEED, POSITIONS = number_of_examples(2, 4), 100


@dataclass(frozen=True)
class Inquiry:
    """A text of planted rules, asked position by position."""

    plant: Plant
    rng: Random

    @cached_property
    def text(self) -> ResolvedText:
        return resolved(self.plant.book, self.plant.text)

    @cached_property
    def engine(self) -> Engine:
        return Engine(replace(self.plant.book, vocabulary=all_questions(self.plant.book.vocabulary)))

    def tables(self) -> list[str]:
        """Return the tables that the rules call legal before or after the planting, the smallest first."""
        before = self.plant.original if self.plant.text == NEW_TEXT else self.plant.text
        seats = {*played(shipped.rulebook(), before), *played(self.plant.book, self.plant.text)}
        return sorted(seats, key=lambda seating: (len(seating), seating))

    def contradicted(self) -> list[str]:
        """Return the predicates that rest on the planted clause and come out contradicted in some position."""
        predicates = self.text.vocabulary.predicates.values()
        resting = [
            p for p in predicates if p.builtin is None and self.plant.predicate in cone_of(self.text, p.id).predicates
        ]
        tables = self.tables()
        rules = self.text.by_predicate
        return [p.id for p in resting if len(rules.get(p.id, ())) > 1 and self._is_contradicted(p, tables)]

    def _is_contradicted(self, predicate: Predicate, tables: Sequence[str]) -> bool:
        cone = cone_of(self.text, predicate.id)
        options = [[], *([option] for option in sorted(cone.options & self.text.options))]
        return any(
            self.engine.ask({**position, "text": self.plant.text, "ask": predicate.id, "of": of}).status
            == "contradicted"
            for seats in tables
            for position, of in self._positions(predicate, seats, options)
        )

    def _positions(
        self, predicate: Predicate, seats: str, options: Sequence[list[str]]
    ) -> Iterator[tuple[dict[str, Any], list[str]]]:
        """Yield positions at a table in which play goes on, each with those of whom is asked."""
        names = names_of(seats)
        givens = [self.text.vocabulary.givens[key] for key in sorted(cone_of(self.text, predicate.id).givens)]
        for at in range(POSITIONS):
            gone = self.rng.sample(names, 0 if at < len(names) else self.rng.randint(0, len(names) - 1))
            split = self.rng.randint(0, len(gone))
            position: dict[str, Any] = {"seats": seats, "left": gone[:split], "leaving": gone[split:]}
            if gone and any(self._over(seats, part) for part in (gone, gone[:split])):
                continue
            rest = [name for name in names if name not in gone]
            position["options"] = self.rng.choice(options)
            position["given"] = {
                given.id: random_value(self.rng, given, names, rest)
                for given in givens
                if self.rng.random() < 0.5 or given.default is None
            }
            yield position, random_of(self.rng, all_questions(self.text.vocabulary).questions[predicate.id], names)

    def _over(self, seats: str, gone: list[str]) -> bool:
        return (
            self.engine.ask({"text": self.plant.text, "seats": seats, "left": gone, "ask": ENDS, "of": []}).answer
            is True
        )


def resolved(book: Rulebook, text: str) -> ResolvedText:
    return Engine(book).program(text, None).resolved


def played(book: Rulebook, text: str) -> list[str]:
    """Return the seats of the tables on which a text is played."""
    texts = seating_texts(Engine(book), Edition(text))
    return [table.seats for table in tables_up_to([[each] for each in texts], SEATS)[0]]


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


@pytest.mark.parametrize("seed", sample_of(range(50), 1))
def test_every_planted_contradiction_is_found(seed: int, tmp_path: Path) -> None:
    rng = Random(f"planted {seed}")
    for plant, asks in islice(contradictory(rng), OF_A_SEED):
        cache = SearchCache(tmp_path / "searches.json")
        findings = search_text(Engine(plant.book), Edition(plant.text), up_to=SEATS, cache=cache, processes=1)
        contradicted = {conflict.ask for conflict in findings.conflicts}
        assert set(asks) <= contradicted, plant.what
