"""Search one text for contradictions, for set-ups that no seating meets, and for essential questions left unanswered.

Each finding carries the smallest position that shows it, replayed by the evaluator.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from emperor_rules.check.consistency.comparison import speaks, told_by
from emperor_rules.check.consistency.witness_search import CONTRADICTED, SILENT, QuestionResult
from emperor_rules.check.limits import Clock, SearchDisagrees, SearchReport
from emperor_rules.evaluate.engine import Answer, Engine
from emperor_rules.evaluate.position import Table
from emperor_rules.evaluate.request import RequestError
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Edition
from emperor_rules.model.vocabulary import Predicate
from emperor_rules.resolve.rules import NO, VALUE, YES, ResolvedText
from emperor_rules.search.seatings import equal_sizes, may_be_seated, sizes_allowed, tables_up_to


@dataclass(frozen=True)
class Conflict:
    """A question that a text decides differently, or (``status`` silent) an essential one that it does not decide."""

    text: str
    on: str | None
    ask: str
    options: tuple[str, ...]
    status: str
    clauses: tuple[str, ...]
    witness: Mapping[str, Any]
    answer: Answer


@dataclass
class TextFindings:
    """Everything found in one edition of a text; ``whole`` if it says itself which seatings are legal."""

    edition: Edition
    whole: bool
    conflicts: list[Conflict]
    gaps: list[Conflict]
    unsatisfiable: list[tuple[int, int]]
    searched: SearchReport


def settings_of(engine: Engine, edition: Edition) -> tuple[ResolvedText, ...]:
    """Give the texts that set up a table for a text which says nothing of seatings: those that build on it.

    Nothing for a text that sets up a table by itself.
    """
    requirement = _requirement(engine.rulebook)
    if requirement is None or speaks(engine.program(edition.text, edition.on).resolved, requirement):
        return ()
    return tuple(text for text in _built_on(engine, edition) if speaks(text, requirement))


def tables_of(engine: Engine, edition: Edition, up_to: int, clock: Clock) -> tuple[tuple[Table, ...], int]:
    """Give the tables on which a text is searched, and up to which size.

    These are the seatings that it calls legal; a text that says nothing of seatings is searched on those of the texts
    that build on it, since it is played nowhere else.
    """
    settings = settings_of(engine, edition) or (engine.program(edition.text, edition.on).resolved,)
    return tables_up_to([[text] for text in settings], up_to, clock.check)


def _built_on(engine: Engine, edition: Edition) -> Iterator[ResolvedText]:
    """Give the texts of that date that include a text."""
    for id in sorted(engine.rulebook.texts):
        with suppress(RequestError):  # it had no wording yet
            text = engine.program(id, edition.on).resolved
            if edition.text in {part.id for part in text.texts}:
                yield text


def may_conflict(engine: Engine, edition: Edition, questions: Iterable[str] | None = None) -> tuple[str, ...]:
    """Name the questions on which clauses of a text could clash, and the essential ones of which it speaks."""
    text = engine.program(edition.text, edition.on).resolved
    wanted = None if questions is None else frozenset(questions)
    return tuple(
        relation.id
        for relation in engine.rulebook.vocabulary.questions.values()
        if (wanted is None or relation.id in wanted)
        and speaks(text, relation)
        and (may_clash(text, relation) or relation.essential)
    )


def judged(
    engine: Engine,
    edition: Edition,
    looks: Mapping[str, QuestionResult],
    tables: Sequence[Table] | None,
    reached: int,
    questions: Iterable[str] | None = None,
) -> TextFindings:
    """Replay what was found in a text; questions that are not among ``looks`` count as not looked at."""
    text = engine.program(edition.text, edition.on).resolved
    searched = SearchReport(reached)
    found: dict[Any, Conflict] = {}
    for ask in may_conflict(engine, edition, questions):
        seen = looks.get(ask)
        if seen is None:
            searched.missed.append(ask)
            continue
        searched.add(seen)
        for told in seen.witnesses:
            witness = told if edition.on is None else {**told, "on": edition.on}
            witness, (answer,) = told_by(engine, ((edition, text),), witness)
            if answer.status not in (CONTRADICTED, SILENT):
                raise SearchDisagrees(f"{edition.name}, {witness}: the evaluator says {answer.status}")
            if answer.status == CONTRADICTED or not answer.clauses:
                conflict = Conflict(
                    edition.text,
                    edition.on,
                    ask,
                    tuple(witness.get("options", ())),
                    answer.status,
                    answer.clauses,
                    witness,
                    answer,
                )
                found.setdefault((ask, conflict.options, conflict.status, conflict.clauses), conflict)
    searched.complete = not searched.missed and tables is not None
    if tables is not None:
        searched.tables = len(tables)
    conflicts = [c for c in found.values() if c.status == CONTRADICTED]
    requirement = _requirement(engine.rulebook)
    # a part that others build on need not answer by itself: only a text that sets up a table must
    whole = requirement is None or speaks(text, requirement)
    gaps = [c for c in found.values() if c.status != CONTRADICTED and whole]
    sizes = impossible_sizes(engine.rulebook, text, tables, reached) if questions is None and tables else ()
    return TextFindings(edition, whole, conflicts, gaps, list(sizes), searched)


def may_clash(text: ResolvedText, relation: Predicate) -> bool:
    """Tell from the rules alone whether two of them could decide a question differently without either yielding."""
    rules = [text.rules[n] for n in text.by_relation.get(relation.id, ())]
    if relation.kind == "value":
        return sum(rule.kind == VALUE for rule in rules) > 1
    permission = relation.kind == "action" or relation.requirement
    if permission and text.principle is not None:
        return False
    grants = [rule for rule in rules if rule.kind == YES and not rule.presumptive]
    denials = [rule for rule in rules if rule.kind == NO]
    return any(grant.sentence is not denial.sentence for grant in grants for denial in denials)


def impossible_sizes(
    rulebook: Rulebook, text: ResolvedText, tables: Sequence[Table], up_to: int
) -> Iterator[tuple[int, int]]:
    """Yield (teams, size) that the requirements allow as far as they look at no role, but that no seating meets.

    A size of which some seating is left open is none of them: the text does not claim that it can be seated. Sizes
    below the smallest legal one are left out: a text that has leaders and others need not rule out teams of one.
    """
    requirement = _requirement(rulebook)
    if requirement is None or not speaks(text, requirement):
        return
    legal = {(len(table.sizes), table.sizes[0]) for table in tables if len(set(table.sizes)) == 1}
    smallest = min((size for _, size in legal), default=1)
    for teams, size in equal_sizes(up_to):
        if size < smallest or (teams, size) in legal:
            continue
        if sizes_allowed(text, teams, size) and not may_be_seated(text, teams, size):
            yield teams, size


def _requirement(rulebook: Rulebook) -> Predicate | None:
    return next((r for r in rulebook.vocabulary.relations.values() if r.requirement), None)
