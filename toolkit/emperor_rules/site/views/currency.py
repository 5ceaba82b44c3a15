"""How far a translation follows its original as that reads today."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from emperor_rules.check.history.versions import changed_predicates, clause_versions
from emperor_rules.model.texts import Inclusion, Text, TextRelation
from emperor_rules.site.context import SiteContext
from emperor_rules.site.page import Link


@dataclass(frozen=True, slots=True)
class Currency:
    """How far a translation follows its original as that reads today.

    ``translated`` says of which day the original is that it translates, ``unlike`` are the clauses of today's original
    that it does not follow, ``why`` the declared reasons.
    """

    original: Link
    translated: str
    unlike: tuple[Link, ...]
    why: tuple[str, ...]


def currencies(context: SiteContext, path: str, text: Text, number: str | None = None) -> Iterator[Currency]:
    """Yield what a page says of each original that a text translates, of all its clauses or of that of a number."""
    for how, inclusion in text.relations:
        if how == TextRelation.TRANSLATES:
            yield _currency(context, path, text, inclusion, number)


def _currency(context: SiteContext, path: str, text: Text, inclusion: Inclusion, number: str | None) -> Currency:
    """Compare a translation with today's original: by declared differences, and by what changed since its day."""
    original = context.rulebook.texts[inclusion.text]
    declared = [
        (difference.words, {reference.number for reference in difference.clauses if reference.text == original.id})
        for difference in context.rulebook.declarations
        if {side.text for side in difference.texts} == {text.id, original.id}
    ]
    if number is not None:
        declared = [(words, numbers) for words, numbers in declared if number in numbers]
    unlike = [
        versions.records[-1]
        for versions in clause_versions(original)
        if number in (None, versions.number)
        and (
            any(versions.number in numbers for _, numbers in declared)
            or changed_predicates(versions.at(inclusion.at), versions.at(None))
        )
    ]
    return Currency(
        context.permalinks.to_text(path, original.id),
        "" if inclusion.at is None else context.locale.dated("text_at", inclusion.at),
        tuple(context.permalinks.to_clause(path, clause) for clause in unlike),
        tuple(words.get(context.language) for words, _ in declared),
    )
