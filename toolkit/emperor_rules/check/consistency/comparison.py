"""Compare two texts on every position of every table that both call legal; find differences with smallest witnesses.

Whether a seating is legal is compared on every table that either calls legal. A difference is identified by question,
options and the clauses that decide on either side, never by its witness.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from emperor_rules.check.editions import resolved, speaks
from emperor_rules.check.search_report import SearchReport, SearchUnit, UnitResult
from emperor_rules.check.witness import Side, reasons_of, replayed_difference
from emperor_rules.evaluate.engine import Answer, Engine
from emperor_rules.model.requests import Witness
from emperor_rules.model.texts import Edition
from emperor_rules.model.vocabulary import Vocabulary
from emperor_rules.resolve.signatures import cone_signature
from emperor_rules.search.witness_search import SILENT


@dataclass(frozen=True)
class Difference:
    """One place where two texts answer differently, with its smallest witness (a request without its text)."""

    ask: str
    options: tuple[str, ...]
    clauses: Mapping[str, tuple[str, ...]]
    witness: Witness
    answers: Mapping[str, Answer]

    @property
    def silence(self) -> bool:
        """Whether one side says nothing, where the other answers."""
        return any(answer.status == SILENT for answer in self.answers.values())


@dataclass
class Comparison:
    """The differences between two editions, and where they agree or one is silent."""

    sides: tuple[Edition, Edition]
    differences: list[Difference]
    agree: list[str]
    silent: dict[str, list[str]]
    searched: SearchReport


@dataclass(frozen=True)
class Pairing:
    """Two editions to compare, with the questions to search.

    Attributes:
        sides: The editions.
        asks: The questions about which both have clauses, and that their rules do not show to be equivalent.
        agreeing: The questions that their rules show to be equivalent.
        silent: By side, the questions about which only the other side has clauses.
    """

    sides: tuple[Edition, Edition]
    asks: tuple[str, ...]
    agreeing: tuple[str, ...]
    silent: Mapping[str, list[str]]


def pair_up(engine: Engine, sides: Sequence[Edition], questions: Iterable[str] | None = None) -> Pairing:
    """Return two editions as a pairing, on the given questions or all."""
    first, second = sides
    texts = (resolved(engine, first), resolved(engine, second))
    wanted = None if questions is None else frozenset(questions)
    concluded = [
        q
        for q in engine.rulebook.vocabulary.questions.values()
        if (wanted is None or q.id in wanted) and any(speaks(text, q) for text in texts)
    ]
    both = [q.id for q in concluded if all(speaks(text, q) for text in texts)]
    silent = {
        side.name: [q.id for q in concluded if q.id not in both and not speaks(text, q)]
        for side, text in zip(sides, texts, strict=True)
    }
    same = tuple(ask for ask in both if cone_signature(texts[0], ask) == cone_signature(texts[1], ask))
    return Pairing((first, second), tuple(ask for ask in both if ask not in same), same, silent)


def replay_comparison(engine: Engine, unit: SearchUnit, found: UnitResult) -> Comparison:
    """Return the comparison of two editions, its witnesses replayed; questions without a result count as missed."""
    pair = pair_up(engine, unit.sides, unit.questions)
    searched = SearchReport(found.reached, questions=len(pair.agreeing))
    differences: dict[Hashable, Difference] = {}
    for ask in pair.asks:
        result = found.results.get(ask)
        if result is None:
            searched.missed.append(ask)
            continue
        searched.add(result)
        for witness in result.witnesses:
            difference = _difference(engine, pair.sides, witness)
            statuses = tuple(answer.status for answer in difference.answers.values())
            identity = ask, difference.options, tuple(difference.clauses.values()), statuses
            differences.setdefault(identity, difference)
    searched.complete = not searched.missed
    unsure = {d.ask for d in differences.values()} | {*searched.missed, *searched.tableless}
    alike = {*pair.agreeing, *pair.asks} - unsure
    agree = [ask for ask in engine.rulebook.vocabulary.questions if ask in alike]
    return Comparison(pair.sides, list(differences.values()), agree, dict(pair.silent), searched)


def _difference(engine: Engine, editions: tuple[Edition, Edition], witness: Witness) -> Difference:
    """Return the difference that a witness shows, replayed on both sides."""
    if editions[0].on is not None and editions[0].on == editions[1].on:
        witness = {**witness, "on": editions[0].on}
    required = required_givens(engine.rulebook.vocabulary)
    sides = [Side(engine, edition) for edition in editions]
    witness, answers = replayed_difference(sides, witness, required=required, sense=reasons_of)
    by_side = {edition.name: answer for edition, answer in zip(editions, answers, strict=True)}
    clauses = {name: answer.clauses for name, answer in by_side.items()}
    return Difference(witness["ask"], tuple(witness.get("options", ())), clauses, witness, by_side)


def required_givens(vocabulary: Vocabulary) -> frozenset[str]:
    """Return the given facts without a default, which stay in a witness."""
    return frozenset(given.id for given in vocabulary.givens.values() if given.default is None)
