"""The requirements of a text that no seating meets together, where it has no legal table."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from emperor_rules.model.terms import Always, Not
from emperor_rules.model.texts import Clause
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.search.seatings import FEWEST_SEATS, SeatingMemo, TooManySeatings, legal_tables
from emperor_rules.semantics.verdict import Conclusion


def incompatible_requirements(text: ResolvedText, up_to: int) -> list[Clause]:
    """Return clauses of a text without a legal table that cannot be met together, by tables of up to so many seats.

    Without any of them the others could be, but for included clauses that clash with the same ones of the text itself:
    all of those are returned. The sets are shrunk by deletion filtering, those of included texts first, so that the
    text's own clause remains.
    """
    requirement = text.vocabulary.requirement
    rules = text.rules_about(requirement.id) if requirement is not None else []
    refuting = dict.fromkeys(rule.clause for rule in rules if rule.kind == Conclusion.NO and not rule.overriders)
    own = {number for number in refuting if text.clauses[number].clause.text == text.id}
    clashing: set[int] = set()
    memo: SeatingMemo = {}
    while True:
        core = set(refuting) - (clashing - own)
        if _seatable(text, core, up_to, memo):
            break
        for number in sorted(core, key=lambda number: number in own):
            if not _seatable(text, core - {number}, up_to, memo):
                core.discard(number)
        clashing |= core
        if not core - own:
            break
    return [text.clauses[number].clause for number in refuting if number in clashing]


def _seatable(text: ResolvedText, required: Collection[int], up_to: int, memo: SeatingMemo) -> bool:
    """Return whether some seating of up to so many seats meets these requirements of a text, whatever the others."""
    requirement = text.vocabulary.requirement
    rules = tuple(
        replace(rule, guard=Not(Always()))
        if requirement is not None and rule.predicate == requirement.id and rule.clause not in required
        else rule
        for rule in text.rules
    )
    without_others = replace(text, rules=rules)
    try:
        return any(legal_tables([without_others], seats, memo=memo) for seats in range(FEWEST_SEATS, up_to + 1))
    except TooManySeatings:
        return True
