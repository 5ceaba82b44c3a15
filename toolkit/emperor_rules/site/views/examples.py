"""Which of several worked answers shows best what a clause does, or how a question is answered: sort keys."""

from __future__ import annotations

from collections.abc import Sized

from emperor_rules.check.history.versions import ClauseVersions
from emperor_rules.check.scenario_runner import Outcome
from emperor_rules.evaluate.engine import ANSWERED
from emperor_rules.model.texts import Text
from emperor_rules.site.context import SiteContext
from emperor_rules.site.views.position_view import brings_facts

#: What a position holds beside its seats.
CIRCUMSTANCES = ("given", "left", "leaving", "options")


def key_of_clause(context: SiteContext, outcome: Outcome, versions: ClauseVersions) -> tuple[object, ...]:
    """Return a key that puts first what shows best what a clause does.

    That is what it decides today, with a yes or a value, to a question that it speaks of itself, and most directly;
    then the plainest position.
    """
    request, query = outcome.request, outcome.expectation.query
    cited = [(clause.text, clause.slug) for clause in context.clauses(outcome)]
    own = query.ask in {sentence.predicate for sentence in versions.records[-1].sentences if not sentence.until}
    retold = request["text"] != versions.text.id and bool(context.rulebook.texts[str(request["text"])].relations)
    return (
        outcome.scenario.on is not None,
        retold,
        not (own and _answer_rank(outcome) == 0),
        _answer_rank(outcome),
        cited.index((versions.text.id, versions.slug)),
        *_complexity(context, outcome),
    )


def key_of_question(context: SiteContext, outcome: Outcome, today: Text | None) -> tuple[object, ...]:
    """Return a key that puts first today's rules, then a yes or a value, then what their own clauses decide."""
    id = today.id if today is not None else ""
    return (
        outcome.request["text"] != id,
        _answer_rank(outcome),
        not any(citation.startswith(f"{id}:") for citation in outcome.answer.clauses),
        *_complexity(context, outcome),
    )


def _answer_rank(outcome: Outcome) -> int:
    """Return 0 for a yes or a value, more for a no and what is left open; one more where a player is named twice."""
    of = outcome.expectation.query.of
    if outcome.answer.status != ANSWERED:
        return 4
    return 2 * (outcome.answer.answer is False) + (len({*of}) < len(of))


def _complexity(context: SiteContext, outcome: Outcome) -> tuple[bool | int, ...]:
    """Return what a reader must take in before the answer: facts that no drawing shows, circumstances, seats."""
    request = outcome.request
    circumstances = sum(len(part) for part in map(request.get, CIRCUMSTANCES) if isinstance(part, Sized))
    return brings_facts(request, context.vocabulary), circumstances, len(str(request["seats"]))
