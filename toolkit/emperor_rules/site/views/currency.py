"""How far a translation follows its original as that reads today."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from emperor_rules.check.history.versions import changed_predicates, clause_versions
from emperor_rules.model.texts import Text, TextRelation
from emperor_rules.site.context import SiteContext


def currencies(context: SiteContext, path: str, text: Text, number: str | None = None) -> Iterator[Mapping[str, Any]]:
    """Yield how a text compares with each ``original`` that it translates, in all clauses or in that of a number.

    That goes by declared differences, and by what changed since the day of which the original is that it translates:
    ``unlike`` are the clauses of today's original that it does not follow, ``why`` the declared reasons.
    """
    for inclusion in (inclusion for how, inclusion in text.relations if how == TextRelation.TRANSLATES):
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
        yield {
            "original": context.permalinks.to_text(path, original.id),
            "translated": "" if inclusion.at is None else context.locale.dated("text_at", inclusion.at),
            "unlike": [context.permalinks.to_clause(path, clause) for clause in unlike],
            "why": [words.get(context.language) for words, _ in declared],
        }
