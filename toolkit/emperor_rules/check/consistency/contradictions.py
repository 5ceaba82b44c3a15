"""Search one text for contradictions, for set-ups that no seating meets, and for essential questions left unanswered.

Each finding carries the smallest position that shows it, replayed by the evaluator.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from emperor_rules.check.consistency.candidates import Candidates
from emperor_rules.check.consistency.comparison import required_givens
from emperor_rules.check.editions import judges_seatings, may_clash, resolved, seating_texts, speaks
from emperor_rules.check.search_report import SearchReport, SearchUnit, UnitResult
from emperor_rules.check.witness import Side, reasons_of, replayed
from emperor_rules.errors import SearchDisagrees
from emperor_rules.evaluate.engine import Answer, Engine
from emperor_rules.model.requests import Witness
from emperor_rules.model.seating import Table
from emperor_rules.model.texts import Edition
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.search.seatings import SeatingMemo, equal_sizes, may_be_seated, sizes_allowed
from emperor_rules.search.witness_search import CONTRADICTED, SILENT


@dataclass(frozen=True)
class Conflict:
    """A question that a text answers with a contradiction, or an essential one that it does not answer."""

    ask: str
    options: tuple[str, ...]
    witness: Witness
    answer: Answer


@dataclass
class TextFindings:
    """The findings in one edition of a text; ``whole`` where it has clauses about legal seatings itself."""

    edition: Edition
    whole: bool
    conflicts: list[Conflict]
    gaps: list[Conflict]
    unsatisfiable: list[tuple[int, int]]
    candidates: Candidates | None
    searched: SearchReport


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
    wanted = vocabulary.predicates if questions is None else vocabulary.questions.keys() & set(questions)
    return tuple(
        predicate.id
        for predicate in vocabulary.predicates.values()
        if predicate.id in wanted and speaks(text, predicate) and (may_clash(text, predicate) or predicate.essential)
    )


def replay_text(engine: Engine, unit: SearchUnit, found: UnitResult) -> TextFindings:
    """Return the findings in a text, with every witness replayed; questions without a result count as missed.

    Raises:
        SearchDisagrees: The evaluator answers a witness without conflict.
    """
    (edition,), candidates = unit.sides, found.candidates
    side = Side(engine, edition)
    required = required_givens(engine.rulebook.vocabulary)
    searched = SearchReport(found.reached)
    conflicts: dict[Hashable, Conflict] = {}
    for ask in may_conflict(engine, edition, unit.questions):
        result = found.results.get(ask)
        if result is None:
            searched.missed.append(ask)
            continue
        searched.add(result)
        for shown in result.witnesses:
            witness: Witness = shown if edition.on is None else {**shown, "on": edition.on}
            witness, (answer,) = replayed([side], witness, required=required, sense=reasons_of)
            if answer.status not in (CONTRADICTED, SILENT):
                raise SearchDisagrees(f"{edition.name}, {witness}: the evaluator says {answer.status}")
            if answer.status == CONTRADICTED or not answer.clauses:
                conflict = Conflict(ask, tuple(witness.get("options", ())), witness, answer)
                conflicts.setdefault((ask, conflict.options, answer.status, answer.clauses), conflict)
    searched.complete = not searched.missed and candidates is not None
    if candidates is not None:
        searched.tables = len(candidates.legal_tables)
    # a part that others build on need not answer by itself: only a text that sets up a table must
    whole = engine.rulebook.vocabulary.requirement is None or judges_seatings(resolved(engine, edition))
    contradictions = [c for c in conflicts.values() if c.answer.status == CONTRADICTED]
    gaps = [c for c in conflicts.values() if c.answer.status != CONTRADICTED and whole]
    return TextFindings(edition, whole, contradictions, gaps, list(found.impossible), candidates, searched)


def impossible_sizes(
    text: ResolvedText, tables: Sequence[Table], up_to: int, memo: SeatingMemo
) -> Iterator[tuple[int, int]]:
    """Yield (teams, size) that the requirements which read no role allow, but that no seating meets.

    A size with a seating that is left open is not among them: the text does not claim that it can be seated. Sizes
    below the smallest legal one are left out: a text need not exclude teams too small for its roles.
    """
    if not judges_seatings(text):
        return
    legal = {(len(table.sizes), table.sizes[0]) for table in tables if len(set(table.sizes)) == 1}
    smallest = min((size for _, size in legal), default=1)
    for teams, size in equal_sizes(up_to):
        if size < smallest or (teams, size) in legal:
            continue
        if sizes_allowed(text, teams, size) and not may_be_seated(text, teams, size, memo):
            yield teams, size
