"""What the search of a text or of two came to: its witnesses, replayed by the evaluator.

A text is searched for contradictions, for set-ups that no seating meets, and for essential questions left unanswered.
Two texts are compared on every position of every table that both call legal (whether a seating is legal, on every table
that either calls so). A finding is identified by question, options and the clauses that decide on every side, never by
its witness.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from emperor_rules.check.editions import may_clash, resolved, seating_texts, speaks
from emperor_rules.check.search_report import SearchFinding, SearchReport, SearchUnit, UnitResult
from emperor_rules.check.witness import AnsweringEdition, reasons_of, replayed
from emperor_rules.evaluate.engine import Engine
from emperor_rules.model.scenarios import Witness
from emperor_rules.model.texts import Edition
from emperor_rules.resolve.cone import cone_signature
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.search.seatings import judges_seatings

# --- before a search --------------------------------------------------------------------------------


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


def planned(engine: Engine, unit: SearchUnit, seats: int) -> UnitResult:
    """Return what is known of a unit before it is searched, on tables of up to so many seats: what to ask.

    Of two editions only those questions need a search about which both have clauses, and whose rules differ.
    """
    searched = SearchReport(seats)
    if len(unit.sides) == 1:
        return UnitResult(unit, may_conflict(engine, unit.sides[0], unit.questions), searched)
    first, second = texts = [resolved(engine, side) for side in unit.sides]
    selected = None if unit.questions is None else frozenset(unit.questions)
    concluded = [
        q
        for q in engine.rulebook.vocabulary.questions.values()
        if (selected is None or q.id in selected) and any(speaks(text, q) for text in texts)
    ]
    both = [q.id for q in concluded if all(speaks(text, q) for text in texts)]
    silent = {
        side.name: [q.id for q in concluded if not speaks(text, q)]
        for side, text in zip(unit.sides, texts, strict=True)
    }
    same = [ask for ask in both if cone_signature(first, ask) == cone_signature(second, ask)]
    return UnitResult(unit, tuple(ask for ask in both if ask not in same), searched, same, silent)


# --- after a search ---------------------------------------------------------------------------------


def replay(engine: Engine, result: UnitResult) -> UnitResult:
    """Ask the evaluator again what the search of a unit found, and add it and the totals to its result."""
    unit, searched = result.unit, result.searched
    sides = [AnsweringEdition(engine, edition) for edition in unit.sides]
    date = unit.sides[0].on if len({edition.on for edition in unit.sides}) == 1 else None
    required = {given.id for given in engine.rulebook.vocabulary.givens.values() if given.default is None}
    findings: dict[Hashable, SearchFinding] = {}
    for ask in result.asks:
        of_question = result.results.get(ask)
        if of_question is None:
            searched.missed.append(ask)
            continue
        searched.add(of_question)
        for undated in of_question.witnesses:
            witness: Witness = undated if date is None else {**undated, "on": date}
            witness, answers = replayed(sides, witness, required=required, sense=reasons_of)
            finding = SearchFinding(witness, {side.edition.name: a for side, a in zip(sides, answers, strict=True)})
            reasons = tuple((answer.status, answer.clauses) for answer in answers)
            findings.setdefault((ask, finding.options, reasons), finding)
    result.findings = list(findings.values())
    searched.complete = not searched.missed
    if len(sides) == 1:
        searched.complete &= result.candidates is not None
        if result.candidates is not None:
            searched.tables = len(result.candidates.legal_tables)
        # a part that others build on need not answer by itself: only a text that sets up a table must
        requirement = engine.rulebook.vocabulary.requirement
        result.whole = requirement is None or judges_seatings(resolved(engine, result.edition))
        return result
    searched.questions += len(result.agree)
    unsure = {difference.ask for difference in result.findings} | {*searched.missed, *searched.tableless}
    alike = {*result.agree, *result.asks} - unsure
    result.agree = [ask for ask in engine.rulebook.vocabulary.questions if ask in alike]
    return result
