"""Compare two texts on every position of every table that both call legal; find differences with smallest witnesses.

Whether a seating is legal is compared on every table that either calls legal. A difference is identified by question,
options and the clauses that decide on either side, never by its witness.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from emperor_rules.check.consistency.witness_search import CONTRADICTED, SILENT, QuestionResult
from emperor_rules.check.limits import Clock, SearchDisagrees, SearchReport
from emperor_rules.evaluate.engine import Answer, Engine
from emperor_rules.evaluate.position import Table
from emperor_rules.model.texts import Edition
from emperor_rules.model.vocabulary import Predicate
from emperor_rules.resolve.cone import cone_signature
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.search.seatings import tables_up_to


@dataclass(frozen=True)
class Difference:
    """One place where two texts answer differently, with its smallest witness (a request without its text)."""

    ask: str
    options: tuple[str, ...]
    clauses: Mapping[str, tuple[str, ...]]
    witness: Mapping[str, Any]
    answers: Mapping[str, Answer]

    @property
    def silence(self) -> bool:
        """Tell whether one side says nothing, where the other answers."""
        return any(answer.status == SILENT for answer in self.answers.values())


@dataclass
class Comparison:
    """Everything found between two editions."""

    sides: tuple[Edition, Edition]
    differences: list[Difference]
    agree: list[str]
    silent: dict[str, list[str]]
    searched: SearchReport


@dataclass(frozen=True)
class Pairing:
    """Two editions to compare: questions of which both speak and that their rules do not show to be the same play.

    ``agreeing`` are those that the rules show to be the same, ``silent`` those of which only the other side speaks.
    """

    sides: tuple[Edition, Edition]
    texts: tuple[ResolvedText, ResolvedText]
    asks: tuple[str, ...]
    agreeing: tuple[str, ...]
    silent: Mapping[str, list[str]]


def pair_up(engine: Engine, one: Edition, other: Edition, questions: Iterable[str] | None = None) -> Pairing:
    """Lay out what there is to compare between two editions, on some questions or all."""
    texts = (engine.program(one.text, one.on).resolved, engine.program(other.text, other.on).resolved)
    wanted = None if questions is None else frozenset(questions)
    spoken = [
        q
        for q in engine.rulebook.vocabulary.questions.values()
        if (wanted is None or q.id in wanted) and any(speaks(text, q) for text in texts)
    ]
    both = [q.id for q in spoken if all(speaks(text, q) for text in texts)]
    silent = {
        side.name: [q.id for q in spoken if q.id not in both and not speaks(text, q)]
        for side, text in zip((one, other), texts, strict=True)
    }
    same = tuple(ask for ask in both if cone_signature(texts[0], ask) == cone_signature(texts[1], ask))
    return Pairing((one, other), texts, tuple(ask for ask in both if ask not in same), same, silent)


def tables_of_both(
    texts: Sequence[ResolvedText], ask: Predicate, up_to: int, clock: Clock
) -> tuple[tuple[Table, ...], int]:
    """Give the tables that all texts call legal and up to which size; for the question of legality, that any does."""
    return tables_up_to([[text] for text in texts] if ask.requirement else [list(texts)], up_to, clock.check)


def speaks(text: ResolvedText, relation: Predicate) -> bool:
    """Tell whether any clause of a text concludes something about a question."""
    return bool(text.by_relation.get(relation.id))


def compared(engine: Engine, pair: Pairing, looks: Mapping[str, QuestionResult], up_to: int) -> Comparison:
    """Replay what was found between two editions; questions that are not among ``looks`` count as not looked at."""
    searched = SearchReport(up_to, questions=len(pair.agreeing))
    found: dict[Any, Difference] = {}
    for ask in pair.asks:
        seen = looks.get(ask)
        if seen is None:
            searched.missed.append(ask)
            continue
        searched.add(seen)
        for witness in seen.witnesses:
            difference = _witnessed(engine, pair, witness)
            found.setdefault(_identity(difference), difference)
    searched.complete = not searched.missed
    unsure = {d.ask for d in found.values()} | {*searched.missed, *searched.tableless}
    order = list(engine.rulebook.vocabulary.questions)
    agree = [ask for ask in (*pair.agreeing, *pair.asks) if ask not in unsure]
    return Comparison(pair.sides, list(found.values()), sorted(agree, key=order.index), dict(pair.silent), searched)


def _identity(difference: Difference) -> Any:
    kinds = tuple((side, a.status) for side, a in difference.answers.items())
    return difference.ask, difference.options, tuple(sorted(difference.clauses.items())), kinds


def _witnessed(engine: Engine, pair: Pairing, witness: Mapping[str, Any]) -> Difference:
    """Replay a witness on both sides."""
    if pair.sides[0].on is not None and pair.sides[0].on == pair.sides[1].on:
        witness = {**witness, "on": pair.sides[0].on}
    witness, found = told_by(engine, tuple(zip(pair.sides, pair.texts, strict=True)), witness)
    answers = {side.name: answer for side, answer in zip(pair.sides, found, strict=True)}
    clauses = {name: answer.clauses for name, answer in answers.items()}
    if len({_said(a) for a in answers.values()}) == 1:
        raise SearchDisagrees(f"{witness}: the search found a difference, the evaluator answers {answers}")
    return Difference(witness["ask"], tuple(witness.get("options", ())), clauses, witness, answers)


def _said(answer: Answer) -> tuple[str, str]:
    return answer.status, repr(answer.answer)


def told_by(
    engine: Engine, sides: Sequence[tuple[Edition, ResolvedText]], witness: Mapping[str, Any]
) -> tuple[Mapping[str, Any], tuple[Answer, ...]]:
    """Answer a witness on every side, and leave out given facts of which nobody need be told."""

    def answered(witness: Mapping[str, Any]) -> tuple[Answer, ...]:
        return tuple(replay(engine, side, text, witness) for side, text in sides)

    def reasons(answers: Sequence[Answer]) -> list[tuple[object, ...]]:
        return [(*_said(answer), answer.clauses) for answer in answers]

    found = answered(witness)
    for key in list(witness.get("given") or ()):
        if engine.rulebook.vocabulary.givens[key].default is None:
            continue  # it must be told
        given = {k: v for k, v in witness["given"].items() if k != key}
        less = {**{k: v for k, v in witness.items() if k != "given"}, **({"given": given} if given else {})}
        again = answered(less)
        if reasons(again) == reasons(found):
            witness, found = less, again
    return witness, found


def replay(engine: Engine, side: Edition, text: ResolvedText, witness: Mapping[str, Any]) -> Answer:
    """Answer a witness by the evaluator; options that a text does not know are left out for it."""
    request = {"text": side.text, **witness}
    if side.on is not None:
        request["on"] = side.on
    if "options" in request:
        request["options"] = [option for option in request["options"] if option in text.options]
    answer = engine.ask(request)
    if answer.status == "invalid":
        raise SearchDisagrees(f"the witness {request} is no question: {answer.message}")
    return answer


__all__ = ["CONTRADICTED", "SILENT", "Comparison", "Difference", "Pairing", "compared", "pair_up", "replay", "told_by"]
