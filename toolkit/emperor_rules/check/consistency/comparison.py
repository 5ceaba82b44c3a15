"""Compare two texts on every position of every table that both call legal; find differences with smallest witnesses.

Whether a seating is legal is compared on every table that either calls legal. A difference is identified by question,
options and the clauses that decide on either side, never by its witness.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass

from emperor_rules.check.editions import resolved, speaks
from emperor_rules.check.search_report import QuestionResult, SearchReport
from emperor_rules.check.witness import Side, reasons_of, replayed_difference
from emperor_rules.evaluate.engine import Answer, Engine
from emperor_rules.model.requests import Witness
from emperor_rules.model.texts import Edition
from emperor_rules.model.vocabulary import Vocabulary
from emperor_rules.resolve.rules import ResolvedText
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
        texts: The same, resolved.
        asks: The questions about which both have clauses, and that their rules do not show to be equivalent.
        agreeing: The questions that their rules show to be equivalent.
        silent: By side, the questions about which only the other side has clauses.
    """

    sides: tuple[Edition, Edition]
    texts: tuple[ResolvedText, ResolvedText]
    asks: tuple[str, ...]
    agreeing: tuple[str, ...]
    silent: Mapping[str, list[str]]


def pair_up(engine: Engine, first: Edition, second: Edition, questions: Iterable[str] | None = None) -> Pairing:
    """Return two editions as a pairing, on the given questions or all."""
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
        for side, text in zip((first, second), texts, strict=True)
    }
    same = tuple(ask for ask in both if cone_signature(texts[0], ask) == cone_signature(texts[1], ask))
    return Pairing((first, second), texts, tuple(ask for ask in both if ask not in same), same, silent)


def replay_comparison(engine: Engine, pair: Pairing, results: Mapping[str, QuestionResult], up_to: int) -> Comparison:
    """Return the comparison of two editions, its witnesses replayed; questions without a result count as missed."""
    searched = SearchReport(up_to, questions=len(pair.agreeing))
    differences: dict[Hashable, Difference] = {}
    for ask in pair.asks:
        result = results.get(ask)
        if result is None:
            searched.missed.append(ask)
            continue
        searched.add(result)
        for witness in result.witnesses:
            difference = _difference(engine, pair, witness)
            differences.setdefault(_identity(difference), difference)
    searched.complete = not searched.missed
    unsure = {d.ask for d in differences.values()} | {*searched.missed, *searched.tableless}
    order = list(engine.rulebook.vocabulary.questions)
    agree = [ask for ask in (*pair.agreeing, *pair.asks) if ask not in unsure]
    return Comparison(
        pair.sides, list(differences.values()), sorted(agree, key=order.index), dict(pair.silent), searched
    )


def _identity(difference: Difference) -> Hashable:
    kinds = tuple((side, answer.status) for side, answer in difference.answers.items())
    return difference.ask, difference.options, tuple(sorted(difference.clauses.items())), kinds


def _difference(engine: Engine, pair: Pairing, witness: Witness) -> Difference:
    """Return the difference that a witness shows, replayed on both sides."""
    dates = {side.on for side in pair.sides}
    if len(dates) == 1 and (on := dates.pop()) is not None:
        witness = {**witness, "on": on}
    sides = [Side(engine, edition) for edition in pair.sides]
    required = required_givens(engine.rulebook.vocabulary)
    witness, answers = replayed_difference(sides, witness, required=required, sense=reasons_of)
    by_side = {side.name: answer for side, answer in zip(pair.sides, answers, strict=True)}
    clauses = {name: answer.clauses for name, answer in by_side.items()}
    return Difference(witness["ask"], tuple(witness.get("options", ())), clauses, witness, by_side)


def required_givens(vocabulary: Vocabulary) -> frozenset[str]:
    """Return the given facts without a default, which stay in a witness."""
    return frozenset(given.id for given in vocabulary.givens.values() if given.default is None)
