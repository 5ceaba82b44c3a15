"""Which declaration covers a finding, by its texts, question, options, and the clauses concerned."""

from __future__ import annotations

from collections.abc import Sequence

from emperor_rules.check.consistency.comparison import Comparison, Difference
from emperor_rules.check.consistency.contradictions import Conflict, TextFindings
from emperor_rules.evaluate.engine import Engine
from emperor_rules.model.accepted import CONTRADICTION, DIFFERENCE, AcceptedFinding, DeclarationKind
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Clause, Edition
from emperor_rules.resolve.resolver import dates_of


def declared_for(engine: Engine, comparison: Comparison, difference: Difference) -> AcceptedFinding | None:
    """Return the declaration that covers a difference, or ``None``."""
    texts = {side.text for side in comparison.sides}
    clauses = concerned(engine, comparison, difference)
    return covering(engine.rulebook, DIFFERENCE, texts, difference.ask, difference.options, clauses)


def declared_here(engine: Engine, findings: TextFindings, conflict: Conflict) -> AcceptedFinding | None:
    """Return the declaration that covers a contradiction inside a text, or ``None``."""
    clauses = cited(engine, findings.edition, conflict.clauses)
    return covering(engine.rulebook, CONTRADICTION, {findings.edition.text}, conflict.ask, conflict.options, clauses)


def belongs_to_included(engine: Engine, edition: Edition, conflict: Conflict, searched: Sequence[TextFindings]) -> bool:
    """Return whether a contradiction was reported or declared in a text that this one includes.

    The included text must have all the clauses. A contradiction that needs a table, an option or a date of the
    including text is not reported in the included one.
    """
    clauses = cited(engine, edition, conflict.clauses)
    owners = {clause.text for clause in clauses}
    texts = engine.rulebook.texts
    dates = dates_of(edition.text, edition.on, texts)
    for owner in sorted(owners - {edition.text}):
        if not owners <= dates_of(owner, dates[owner], texts).keys():
            continue
        if covering(engine.rulebook, CONTRADICTION, {owner}, conflict.ask, conflict.options, clauses) is not None:
            return True
        for findings in searched:
            if findings.edition.text == owner and any(
                there.ask == conflict.ask
                and there.options in ((), conflict.options)
                and cited(engine, findings.edition, there.clauses) == clauses
                for there in findings.conflicts
            ):
                return True
    return False


def concerned(engine: Engine, comparison: Comparison, difference: Difference) -> list[Clause]:
    """Return all clauses that decide on either side of a difference."""
    return [c for side in comparison.sides for c in cited(engine, side, difference.clauses[side.name])]


def cited(engine: Engine, edition: Edition, citations: Sequence[str]) -> list[Clause]:
    """Return the clauses that are cited by the numbers which they bore on the date of an edition."""
    standing = {c.citation: c.clause for c in engine.program(edition.text, edition.on).resolved.clauses}
    return [standing[citation] for citation in citations]


def covering(
    rulebook: Rulebook,
    kind: DeclarationKind,
    texts: set[str],
    ask: str,
    options: tuple[str, ...],
    clauses: Sequence[Clause],
) -> AcceptedFinding | None:
    """Return the declaration of these texts, question and options that names the clauses concerned, or ``None``.

    The clauses concerned are those of the related texts themselves, not of the texts that these include; where a
    contradiction is among included clauses alone, they are all. They are compared by slug, as numbers change.
    """
    every = {(clause.text, clause.slug) for clause in clauses}
    concerned = {(text, slug) for text, slug in every if text in texts} or (every if kind == CONTRADICTION else set())
    for declaration in rulebook.declarations:
        if declaration.kind != kind or {side.text for side in declaration.texts} != texts:
            continue
        if ask in declaration.asks and declaration.options == options and concerned <= _named(rulebook, declaration):
            return declaration
    return None


def _named(rulebook: Rulebook, declaration: AcceptedFinding) -> set[tuple[str, str]]:
    """Return the clauses that a declaration names, by text and slug."""
    return {
        (reference.text, clause.slug)
        for reference in declaration.clauses
        for clause in rulebook.texts[reference.text].clauses
        if reference.number in (clause.number, clause.slug)
    }
