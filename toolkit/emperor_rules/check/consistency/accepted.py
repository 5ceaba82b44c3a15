"""Which declaration covers a finding: the texts, the question, the options, and the clauses concerned."""

from __future__ import annotations

from collections.abc import Sequence

from emperor_rules.check.consistency.comparison import Comparison, Difference
from emperor_rules.check.consistency.contradictions import Conflict, TextFindings
from emperor_rules.evaluate.engine import Engine
from emperor_rules.model.accepted import CONTRADICTION, DIFFERENCE, AcceptedFinding
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Clause, Edition
from emperor_rules.resolve.resolver import dates_of


def declared_for(engine: Engine, found: Comparison, difference: Difference) -> AcceptedFinding | None:
    """Give the declaration that covers a difference, or ``None``."""
    texts = {side.text for side in found.sides}
    clauses = concerned(engine, found, difference)
    return covering(engine.rulebook, DIFFERENCE, texts, difference.ask, difference.options, clauses)


def declared_here(engine: Engine, found: TextFindings, conflict: Conflict) -> AcceptedFinding | None:
    """Give the declaration that covers a contradiction inside a text, or ``None``."""
    clauses = cited(engine, found.edition, conflict.clauses)
    return covering(engine.rulebook, CONTRADICTION, {found.edition.text}, conflict.ask, conflict.options, clauses)


def told_by_included(engine: Engine, edition: Edition, conflict: Conflict, searched: Sequence[TextFindings]) -> bool:
    """Tell whether a contradiction belongs to a text that this one includes, and is found or declared there.

    It belongs there if that text has all the clauses; it is not found there if it needs a table, an option or a date of
    the including text.
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
        for found in searched:
            if found.edition.text == owner and any(
                other.ask == conflict.ask
                and other.options in ((), conflict.options)
                and cited(engine, found.edition, other.clauses) == clauses
                for other in found.conflicts
            ):
                return True
    return False


def concerned(engine: Engine, found: Comparison, difference: Difference) -> list[Clause]:
    """Give all clauses that decide on either side of a difference."""
    return [c for side in found.sides for c in cited(engine, side, difference.clauses[side.name])]


def cited(engine: Engine, edition: Edition, citations: Sequence[str]) -> list[Clause]:
    """Give the clauses that are cited by the numbers which they bore on the date of an edition."""
    standing = {c.citation: c.clause for c in engine.program(edition.text, edition.on).resolved.clauses}
    return [standing[citation] for citation in citations]


def covering(
    rulebook: Rulebook, kind: str, texts: set[str], ask: str, options: tuple[str, ...], clauses: Sequence[Clause]
) -> AcceptedFinding | None:
    """Find the declaration of these texts and this question, under these options, that names the clauses concerned.

    Clauses concerned are those of the related texts themselves; what they lean on may change without telling. Where a
    text is contradicted by what it includes alone, it is all of them. They are known by their slugs, as numbers change.
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
    """Give the clauses that a declaration names, by text and slug."""
    return {
        (reference.text, clause.slug)
        for reference in declaration.clauses
        for clause in rulebook.texts[reference.text].clauses
        if reference.number in (clause.number, clause.slug)
    }
