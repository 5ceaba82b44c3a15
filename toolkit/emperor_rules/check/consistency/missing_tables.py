"""Texts without a legal table: what is said of them, and the requirements that no seating meets together."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from emperor_rules.check.consistency.relation_run import RelationRun
from emperor_rules.check.consistency.replay import TextFindings
from emperor_rules.check.editions import resolved, silenced
from emperor_rules.diagnostics import Diagnostic, Related, error
from emperor_rules.messages import Message, Names, template
from emperor_rules.model.texts import Clause
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.search.seatings import FEWEST_SEATS, SeatingMemo, TooManySeatings, legal_tables
from emperor_rules.semantics.verdict import Conclusion

#: The message where no seating is legal, by whether disputed tables were searched, and whether options were tried.
NO_SEATING = {
    (False, False): template("no seating of up to {seats} seats is legal by {text}: nothing was searched"),
    (False, True): template(
        "no seating of up to {seats} seats is legal by {text}, with no option or any one in use: nothing was searched"
    ),
    (True, False): template(
        "no seating of up to {seats} seats is legal by {text}: only tables whose legality is in dispute were searched"
    ),
    (True, True): template(
        "no seating of up to {seats} seats is legal by {text}, with no option or any one in use: only tables whose "
        "legality is in dispute were searched"
    ),
}


def nothing_searched(run: RelationRun, findings: TextFindings) -> Iterator[Diagnostic]:
    """Yield a finding if a text has no legal seating."""
    searched, candidates = findings.searched, findings.candidates
    if candidates is None or not searched.complete or searched.tables or not (searched.questions or findings.whole):
        return
    template = NO_SEATING[bool(candidates.tables), len(candidates.legal) > 1]
    message = Message(template, seats=searched.seats, text=findings.edition)
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
    rules = text.rules_about(requirement.id) if requirement is not None else []
    without_others = silenced(text, {rule.number for rule in rules if rule.clause not in required})
    try:
        return any(legal_tables([without_others], seats, memo=memo) for seats in range(FEWEST_SEATS, up_to + 1))
    except TooManySeatings:
        return True
