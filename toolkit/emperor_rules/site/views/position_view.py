"""A position as a drawing, what all texts answer there, and which of several positions shows best what is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sized
from typing import Any

from emperor_rules.check.history.versions import ClauseVersions
from emperor_rules.check.scenario_runner import Outcome
from emperor_rules.drawing.alt_text import unsaid
from emperor_rules.drawing.inquiry import scene_of
from emperor_rules.drawing.scene import Scene
from emperor_rules.drawing.spec import drawing_for, drawing_kind_of, unusual_facts
from emperor_rules.drawing.svg import draw_svg
from emperor_rules.errors import RequestError
from emperor_rules.evaluate.engine import ANSWERED, SILENT, Engine
from emperor_rules.model.scenarios import Request
from emperor_rules.model.texts import Text
from emperor_rules.model.vocabulary import Vocabulary
from emperor_rules.site.context import SiteContext
from emperor_rules.site.page import Link, href
from emperor_rules.site.permalinks import question_page
from emperor_rules.site.texts import effective, todays_text
from emperor_rules.site.views.answer_view import AnswerRenderer

#: What a position holds beside its seats.
CIRCUMSTANCES = ("given", "left", "leaving", "options")


def picture(renderer: AnswerRenderer, request: Request, id: str) -> Mapping[str, Any] | None:
    """Draw the question of a request with its answer: who is asked about, of whom it holds, of whom it does not.

    Beside the drawing stands what the text leaves unsaid. ``None`` where the position makes no table, its text has no
    wording then, or nothing but the seats would be seen: the text is silent, or the question is not about players.
    """
    vocabulary, language = renderer.vocabulary, renderer.language
    drawn = scene_for(renderer.engine, request)
    if drawn is None:
        return None
    return {"svg": draw_svg(drawn, vocabulary, language, id), "unsaid": list(unsaid(drawn, vocabulary, language))}


def scene_for(engine: Engine, request: Request) -> Scene | None:
    """Return what a drawing of a request’s question shows; ``None`` where it would show nothing but seats."""
    vocabulary = engine.rulebook.vocabulary
    predicate = vocabulary.questions.get(request["ask"])
    if predicate is None or drawing_kind_of(predicate) is None:
        return None
    try:
        engine.program(request["text"], request.get("on"))
        spec = drawing_for(predicate, tuple(request.get("of") or ()), request.get("given") or {}, vocabulary)
        drawn = scene_of(request, engine, spec)
    except RequestError:
        return None
    return drawn if drawn.shows_something else None


def brings_facts(request: Request, vocabulary: Vocabulary) -> bool:
    """Return whether a question is asked under facts that a drawing does not show: others than a piece's place."""
    predicate = vocabulary.questions.get(request["ask"])
    if predicate is None:
        return bool(request.get("given"))
    drawn = predicate.slot[:1] if predicate.slot is not None else ()
    facts = unusual_facts(predicate, tuple(request.get("of") or ()), request.get("given") or {}, vocabulary)
    return any(key not in drawn for key in facts)


def ask_all_texts(context: SiteContext, path: str, request: Request, but: Text | None = None) -> Mapping[str, Any]:
    """Return the answers of all texts (``but`` one) to a request, in their newest wording, for the page ``path``.

    Those of the texts that decide it stand each with since when its text holds; ``silent`` are the texts of which no
    clause speaks to it.
    """
    answers, silent = [], []
    for text in context.standalone:
        if text is but:
            continue
        own_request = request_to(text, request)
        answer = context.engine.ask(own_request)
        link = context.permalinks.to_text(path, text.id)
        if answer.status == SILENT and not answer.clauses:
            silent.append(link)
        else:
            answers.append((link, effective(text, context.locale), context.question(path, own_request, answer, {})))
    return {
        "asked": Link(href(path, question_page(request["ask"])), context.requested(request)),
        "position": {**request, "on": None},
        "answers": answers,
        "silent": silent,
    }


def request_to(text: Text, request: Request) -> Request:
    """Return the same request to a text in its newest wording; options that it does not have are left out."""
    own: Request = {**request, "text": text.id}
    own.pop("on", None)
    if "options" in own:
        own["options"] = [option for option in own["options"] if option in text.options]
    return own


# --- which of several worked answers shows best what a clause does, or how a question is answered ---------


def key_of_clause(context: SiteContext, outcome: Outcome, versions: ClauseVersions) -> tuple[object, ...]:
    """Return a key that puts first what shows best what a clause does.

    That is what it decides today, with a yes or a value, to a question that it speaks of itself, in the game that the
    site is about first, and most directly; then the plainest position.
    """
    query, today = outcome.expectation.query, todays_text(context.rulebook)
    cited = [(clause.text, clause.slug) for clause in context.clauses(outcome)]
    own = query.ask in {sentence.predicate for sentence in versions.records[-1].sentences if not sentence.until}
    retold = outcome.text != versions.text.id and context.rulebook.texts[outcome.text].retells
    return (
        outcome.scenario.on is not None,
        retold,
        not (own and _answer_rank(outcome) == 0),
        _answer_rank(outcome),
        today is not None and outcome.text != today.id,
        cited.index((versions.text.id, versions.slug)),
        *_complexity(context, outcome),
    )


def key_of_question(context: SiteContext, outcome: Outcome, today: Text | None) -> tuple[object, ...]:
    """Return a key that puts first today's rules, then a yes or a value, then what their own clauses decide."""
    id = today.id if today is not None else ""
    return (
        outcome.text != id,
        _answer_rank(outcome),
        not any(citation.startswith(f"{id}:") for citation in outcome.answer.clauses),
        *_complexity(context, outcome),
    )


def _answer_rank(outcome: Outcome) -> int:
    """Return 0 for a yes or a value, more for a no, where a player is named twice, and for what is left open."""
    of = outcome.expectation.query.of
    if outcome.answer.status != ANSWERED:
        return 4
    return (outcome.answer.answer is False) + 2 * (len({*of}) < len(of))


def _complexity(context: SiteContext, outcome: Outcome) -> tuple[bool | int, ...]:
    """Return what a reader must take in before the answer: facts that no drawing shows, circumstances, seats."""
    request = outcome.request
    circumstances = sum(len(part) for part in map(request.get, CIRCUMSTANCES) if isinstance(part, Sized))
    return brings_facts(request, context.vocabulary), circumstances, len(str(request["seats"]))
