"""Texts without a legal table: what is said of them, and the requirements that no seating meets together."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from emperor_rules.check.consistency.relation_run import RelationRun
from emperor_rules.check.consistency.replay import TextFindings
from emperor_rules.check.editions import resolved, silenced
from emperor_rules.diagnostics import Diagnostic, Related, error
from emperor_rules.messages import Message, Names
from emperor_rules.model.texts import Clause
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.search.seatings import FEWEST_SEATS, SeatingMemo, TooManySeatings, legal_tables
from emperor_rules.semantics.verdict import Conclusion


def nothing_searched(run: RelationRun, findings: TextFindings) -> Iterator[Diagnostic]:
    """Yield a finding if a text has no legal seating."""
    searched, candidates = findings.searched, findings.candidates
    if candidates is None or not searched.complete or searched.tables or not (searched.questions or findings.whole):
        return
    looked_at = Message("nothing was searched")
    if candidates.tables:
        looked_at = Message("only tables whose legality is in dispute were searched")
    message = Message(
        "no seating of up to {seats} seats is legal by {text}{options}: {searched}",
        seats=searched.seats,
        text=findings.edition,
        options=Message(", with no option or any one in use") if len(candidates.legal) > 1 else "",
        searched=looked_at,
    )
    help = Message("Search larger tables (--up-to), or correct what it requires.")
    if searched.seats < run.bounds.seats:
        help = Message("Larger tables have too many seatings to look through: correct what it requires.")
    text, place, related = findings.edition.text, run.rulebook.texts[findings.edition.text].span, tuple[Related, ...]()
    whole = resolved(run.engine, findings.edition) if findings.whole else None
    clauses = incompatible_requirements(whole, searched.seats) if whole is not None else []
    own = next((clause for clause in clauses if clause.text == text), None)
    included = [clause for clause in clauses if clause.text != text]
    if own is not None and included:
        clashing = Names([own.id, *(clause.id for clause in included)])
        message = Message("{clauses} cannot be met together: {message}", clauses=clashing, message=message)
        help = to_decide(own, *included)
        place, related = own.span, tuple(Related(c.span, text=c.text, clause=c.number) for c in included)
    number = own.number if related and own else None
    yield error("R514", message, place, help, text=text, clause=number, related=related)


def to_decide(own: Clause, *others: Clause) -> Message:
    """Return how a clause decides against others that it clashes with."""
    named = (other.number if other.text == own.text else f"{other.text} {other.number}" for other in others)
    return Message(
        "If {clause} is to decide, write in its head: overrides {other}. Otherwise correct one of them.",
        clause=own.id,
        other=", ".join(named),
    )


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

    def seatable(required: Collection[int]) -> bool:
        """Return whether some seating meets these requirements, whatever the others."""
        without_others = silenced(text, {rule.number for rule in rules if rule.clause not in required})
        try:
            return any(legal_tables([without_others], seats, memo=memo) for seats in range(FEWEST_SEATS, up_to + 1))
        except TooManySeatings:
            return True

    core = set(refuting)
    while not seatable(core):
        for number in sorted(core, key=lambda number: number in own):
            if not seatable(core - {number}):
                core.discard(number)
        clashing |= core
        if not core - own:
            break
        core = set(refuting) - (clashing - own)
    return [text.clauses[number].clause for number in refuting if number in clashing]
