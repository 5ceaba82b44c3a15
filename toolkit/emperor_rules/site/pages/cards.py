"""The page about cards: by what the text of one does, the clause that speaks of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from emperor_rules.resources import site_table
from emperor_rules.site.context import SiteContext
from emperor_rules.site.page import Page, SinglePage

CARDS = SinglePage("cards.md", "cards", "cards_title", "cards_lead")


def card_kinds() -> Sequence[Mapping[str, Any]]:
    """Read the kinds of cards: in each language what they do, the clause that speaks of it, and names of such cards."""
    kinds: Sequence[Mapping[str, Any]] = site_table("cards")["kinds"]
    return kinds


def card_names(kind: Mapping[str, Any], *languages: str) -> tuple[str, ...]:
    """Return the names of cards of a kind: those of some languages alone, then those that stand in every language."""
    return (*(name for id in languages for name in kind.get(f"named_{id}", ())), *kind.get("named", ()))


def cards_page(context: SiteContext) -> Iterator[Page]:
    """Yield the page, of the clauses that the rulebook has; nothing where it has none of them."""
    newest = {
        f"{text.id}/{clause.slug}": clause
        for text in context.rulebook.texts.values()
        for clause in text.clauses
        if clause.until is None
    }
    kinds = [
        (
            kind[context.language],
            context.permalinks.to_clause(CARDS.path, clause),
            clause.words(context.language),
            ", ".join(card_names(kind, context.language)),
        )
        for kind in card_kinds()
        if (clause := newest.get(kind["clause"])) is not None
    ]
    if kinds:
        yield context.single_page(CARDS, kinds=kinds)
