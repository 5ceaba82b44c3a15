"""Which of several worked answers shows a clause, or a question, best: the one that is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from emperor_rules.check.scenario_runner import Outcome
from emperor_rules.evaluate.engine import ANSWERED
from emperor_rules.model.texts import Clause
from emperor_rules.site.views.answer_view import AnswerRenderer
from emperor_rules.site.views.position_view import Picture, brings_facts, picture, scene_for


@dataclass(frozen=True, slots=True)
class Example:
    """A worked answer with its drawing."""

    outcome: Outcome
    picture: Picture


def best_example(
    renderer: AnswerRenderer, outcomes: Iterable[Outcome], id: str, clauses: Sequence[Clause] = ()
) -> Example | None:
    """Return the outcome that shows best what some records of one clause decide, drawn under an identifier.

    Without ``clauses`` it is the one that shows a question best. ``None`` where no drawing would show more than seats.
    """
    for outcome in ranked_examples(renderer, outcomes, clauses):
        drawn = picture(renderer, outcome.request, id)
        if drawn is not None:
            return Example(outcome, drawn)
    return None


def ranked_examples(
    renderer: AnswerRenderer, outcomes: Iterable[Outcome], clauses: Sequence[Clause] = ()
) -> tuple[Outcome, ...]:
    """Return the outcomes whose drawings show something, best first.

    One that the clause itself answers comes before one that it only bears on, a *yes* or a value before a *no*, a *no*
    before what is left open; then today, facts that can be seen, and small tables with nobody gone. Where a clause
    answers questions that are drawn, others show something else and are left out.
    """
    asks = {sentence.predicate for clause in clauses for sentence in clause.sentences}
    drawn = [outcome for outcome in outcomes if scene_for(renderer.engine, outcome.request) is not None]
    about = [outcome for outcome in drawn if outcome.request["ask"] in asks]
    slugs = {(clause.text, clause.slug) for clause in clauses}

    def rank(outcome: Outcome) -> tuple[int, ...]:
        request, answer = outcome.request, outcome.answer
        cited = [n for n, clause in enumerate(renderer.clauses(outcome)) if (clause.text, clause.slug) in slugs]
        affirmed = 0 if answer.answer not in (None, False) else 1 if answer.status == ANSWERED else 2
        return (
            affirmed,
            int(request.get("on") is not None),
            min(cited, default=0),
            int(brings_facts(request, renderer.vocabulary)),
            len(request.get("left") or ()) + len(request.get("leaving") or ()),
            len(str(request["seats"]).replace("|", "").split()),
        )

    return tuple(sorted(about or drawn, key=rank))
