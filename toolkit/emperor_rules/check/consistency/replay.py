"""What the search of a text or of two came to: its witnesses, replayed by the evaluator.

A text is searched for contradictions, for set-ups that no seating meets, and for essential questions left unanswered.
Two texts are compared on every position of every table that both call legal (whether a seating is legal, on every table
that either calls so). A finding is identified by question, options and the clauses that decide on every side, never by
its witness.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from emperor_rules.check.editions import may_clash, resolved, seating_texts, speaks
from emperor_rules.check.search_report import SearchFinding, SearchReport, UnitResult
from emperor_rules.check.witness import AnsweringEdition, reasons_of, replayed
from emperor_rules.evaluate.engine import Engine
from emperor_rules.model.scenarios import Witness
from emperor_rules.model.texts import Edition
from emperor_rules.resolve.cone import cone_signature
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.search.seatings import judges_seatings


def _replayed(engine: Engine, asks: Iterable[str], unit_result: UnitResult) -> None:
    """Add what the results of some questions show, and add these to the report; those without one were missed."""
    unit, searched = unit_result.unit, unit_result.searched
    sides = [AnsweringEdition(engine, edition) for edition in unit.sides]
    date = unit.sides[0].on if len({edition.on for edition in unit.sides}) == 1 else None
    required = {given.id for given in engine.rulebook.vocabulary.givens.values() if given.default is None}
    findings: dict[Hashable, SearchFinding] = {}
    for ask in asks:
        result = unit_result.results.get(ask)
        if result is None:
            searched.missed.append(ask)
            continue
        searched.add(result)
        for undated in result.witnesses:
            witness: Witness = undated if date is None else {**undated, "on": date}
            witness, answers = replayed(sides, witness, required=required, sense=reasons_of)
            finding = SearchFinding(witness, {side.edition.name: a for side, a in zip(sides, answers, strict=True)})
            reasons = tuple((answer.status, answer.clauses) for answer in answers)
            findings.setdefault((ask, finding.options, reasons), finding)
    searched.complete = not searched.missed
    unit_result.found = list(findings.values())


# --- one text -------------------------------------------------------------------------------------


def setting_texts(engine: Engine, edition: Edition) -> tuple[ResolvedText, ...]:
    """Return the texts that decide which seatings are legal for a text without such clauses, else none."""
    texts = seating_texts(engine, edition)
    return () if any(text.id == edition.text for text in texts) else texts


def may_conflict(engine: Engine, edition: Edition, questions: Iterable[str] | None = None) -> tuple[str, ...]:
    """Return the predicates on which clauses of a text could conflict, and the essential questions it has clauses on.

    Without ``questions`` these are all, also those that nobody asks but that questions rest on.
    """
    text = resolved(engine, edition)
    vocabulary = engine.rulebook.vocabulary
    selected = vocabulary.predicates if questions is None else vocabulary.questions.keys() & set(questions)
    return tuple(
        predicate.id
        for predicate in vocabulary.predicates.values()
        if predicate.id in selected and speaks(text, predicate) and (may_clash(text, predicate) or predicate.essential)
    )


def replay_text(engine: Engine, result: UnitResult) -> UnitResult:
    """Ask the evaluator again what the search found in a text."""
    _replayed(engine, may_conflict(engine, result.edition, result.unit.questions), result)
    result.searched.complete = result.searched.complete and result.candidates is not None
    if result.candidates is not None:
        result.searched.tables = len(result.candidates.legal_tables)
    # a part that others build on need not answer by itself: only a text that sets up a table must
    requirement = engine.rulebook.vocabulary.requirement
    result.whole = requirement is None or judges_seatings(resolved(engine, result.edition))
    return result


# --- two texts ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Comparison:
    """The differences between two editions, and where they agree or one is silent."""

    sides: tuple[Edition, Edition]
    differences: list[SearchFinding]
    agree: list[str]
    silent: dict[str, list[str]]
    searched: SearchReport


@dataclass(frozen=True)
class Pairing:
    """The questions of two editions.

    Attributes:
        asks: Those about which both have clauses, and that their rules do not show to be equivalent.
        agreeing: Those that their rules show to be equivalent.
        silent: By side, those about which only the other side has clauses.
    """

    asks: tuple[str, ...]
    agreeing: tuple[str, ...]
    silent: dict[str, list[str]]


def pair_up(engine: Engine, sides: Sequence[Edition], questions: Iterable[str] | None = None) -> Pairing:
    """Return the given questions, or all, as they are to be compared between two editions."""
    first, second = texts = [resolved(engine, side) for side in sides]
    selected = None if questions is None else frozenset(questions)
    concluded = [
        q
        for q in engine.rulebook.vocabulary.questions.values()
        if (selected is None or q.id in selected) and any(speaks(text, q) for text in texts)
    ]
    both = [q.id for q in concluded if all(speaks(text, q) for text in texts)]
    silent = {
        side.name: [q.id for q in concluded if not speaks(text, q)] for side, text in zip(sides, texts, strict=True)
    }
    same = tuple(ask for ask in both if cone_signature(first, ask) == cone_signature(second, ask))
    return Pairing(tuple(ask for ask in both if ask not in same), same, silent)


def replay_comparison(engine: Engine, result: UnitResult) -> Comparison:
    """Ask the evaluator again where the search found that two editions differ."""
    (first, second), searched = result.unit.sides, result.searched
    pair = pair_up(engine, result.unit.sides, result.unit.questions)
    _replayed(engine, pair.asks, result)
    differences = result.found
    searched.questions += len(pair.agreeing)
    unsure = {difference.ask for difference in differences} | {*searched.missed, *searched.tableless}
    alike = {*pair.agreeing, *pair.asks} - unsure
    agree = [ask for ask in engine.rulebook.vocabulary.questions if ask in alike]
    return Comparison((first, second), differences, agree, pair.silent, searched)
