"""A page for each question: today's ruling, a table that shows it and why, then other rulebooks and how it changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from emperor_rules.api.topics import by_topic
from emperor_rules.check.history.versions import clause_versions
from emperor_rules.drawing.spec import drawing_kind_of, is_common
from emperor_rules.evaluate.engine import INVALID
from emperor_rules.model.texts import Text
from emperor_rules.model.vocabulary import Predicate
from emperor_rules.site.context import SiteContext
from emperor_rules.site.page import Link, Page, SinglePage
from emperor_rules.site.permalinks import question_page
from emperor_rules.site.texts import concluding, is_of_today, needs_no_rule, read_against, resolved_text, todays_text
from emperor_rules.site.views.clause_view import history
from emperor_rules.site.views.figures import of_anyone
from emperor_rules.site.views.position_view import ask_all_texts, brings_facts, key_of_question, picture
from emperor_rules.site.views.ruling import Ruling, ruling

QUESTIONS = SinglePage(
    "questions/index.md", "questions", "site_questions", "questions_lead", "site_questions", "site_questions_all"
)


def question_pages(context: SiteContext) -> Iterator[Iterator[Page]]:
    """Yield the list of all questions, then the page of each; each is made only when it is asked for."""
    yield map(_list_page, [context])
    for predicate in context.vocabulary.questions.values():
        yield map(_page, [context], [predicate])


def _list_page(context: SiteContext) -> Page:
    today, questions = todays_text(context.rulebook), context.vocabulary.questions
    rulings = {id: ruling(context, QUESTIONS.path, today, predicate) for id, predicate in questions.items()}
    links = {id: context.to_question(QUESTIONS.path, id) for id in questions}
    summaries = {
        id: ruled.summary(questions[id].ask, context.language) for id, ruled in rulings.items() if ruled is not None
    }
    summaries |= {
        id: _unruled(context, predicate)
        for id, predicate in questions.items()
        if needs_no_rule(predicate, context.engine, context.standalone)
    }
    entries = {id: (links[id], summary) for id, summary in summaries.items() if summary}
    return context.single_page(
        QUESTIONS,
        topics=[
            (topic.id or "other", topic.names.get(context.language), below.values())
            for topic, below in by_topic(context.engine, entries)
        ],
        elsewhere=[link for id, link in links.items() if id not in entries],
    )


def _page(context: SiteContext, predicate: Predicate) -> Page:
    path, locale = question_page(predicate.id), context.locale
    today, ruled = todays_ruling(context, path, predicate)
    title = of_anyone(predicate, locale)
    silent = _unruled(context, predicate)
    example = _example(context, path, predicate, today)
    return context.page(
        path,
        "question.md.j2",
        title,
        ruled.text if ruled is not None else f"{title} {silent}",
        locale["site_questions"],
        listed=is_common(predicate),
        ruling=ruled,
        silent=silent,
        today=today,
        compared=read_against(today, locale) if today is not None else "",
        example=example,
        others=list(_others(context, path, predicate, today, example))
        if not needs_no_rule(predicate, context.engine, context.standalone)
        else [],
        history=list(_history(context, path, today, predicate.id)) if today is not None else [],
        list=QUESTIONS.path,
    )


def _unruled(context: SiteContext, predicate: Predicate) -> str:
    """Return what stands in place of a ruling: where it is decided instead, or that a table shows it by itself."""
    place = predicate.elsewhere.own(context.language)
    if needs_no_rule(predicate, context.engine, context.standalone):
        return context.locale["ruling_seen"]
    return context.locale["ruling_elsewhere"].format(place=place) if place else context.locale["ruling_silent"]


def todays_ruling(context: SiteContext, path: str, predicate: Predicate) -> tuple[Text | None, Ruling | None]:
    """Return the ruling on a question with its text: today's, else the first other one that is of today."""
    today = todays_text(context.rulebook)
    for text in (today, *(text for text in context.standalone if is_of_today(text) and text is not today)):
        if (ruled := ruling(context, path, text, predicate)) is not None:
            return text, ruled
    return today, None


def _others(
    context: SiteContext, path: str, predicate: Predicate, today: Text | None, example: Mapping[str, Any] | None
) -> Iterator[Mapping[str, Any]]:
    """Yield the other texts, with their answers at the table shown, if any, and the clauses that speak to it."""
    answers = {link.href: answer for link, _, answer in example["others"]["answers"]} if example is not None else {}
    for text in (text for text in context.standalone if text is not today):
        link, speaking = context.permalinks.to_text(path, text.id), concluding(context.engine, text.id, predicate.id)
        clauses = [context.permalinks.to_clause(path, clause) for clause in speaking]
        yield {"link": link, "text": text, "answer": answers.get(link.href), "clauses": clauses}


def _example(context: SiteContext, path: str, predicate: Predicate, today: Text | None) -> Mapping[str, Any] | None:
    """Return the most telling of the tables at which scenarios ask a question, with what other texts answer there."""
    outcomes = context.by_question.get(predicate.id, ())
    asked = (o for o in outcomes if o.scenario.on is None and o.answer.status != INVALID)
    outcome = min(asked, key=lambda outcome: key_of_question(context, outcome, today), default=None)
    if outcome is None:
        return None
    text = context.rulebook.texts[outcome.text]
    request = outcome.request.copy()
    request.pop("on", None)
    drawn = drawing_kind_of(predicate) is not None and not brings_facts(request, context.vocabulary)
    return {
        "outcome": outcome,
        "question": context.outcome(path, outcome),
        "picture": picture(context, request, "table") if drawn else None,
        "others": ask_all_texts(context, path, request, but=text),
    }


def _history(
    context: SiteContext, path: str, text: Text, ask: str
) -> Iterator[tuple[Link, Sequence[Mapping[str, object]]]]:
    """Yield the clauses of a text, and of what it includes, that speak to a question or did, each with its changes."""
    resolved = resolved_text(context.engine, text.id)
    for included in resolved.texts if resolved is not None else ():
        for versions in clause_versions(included):
            if any(sentence.predicate == ask for record in versions.records for sentence in record.sentences):
                changes = list(history(context, path, versions, ()))
                if len(changes) > 1:
                    yield context.permalinks.to_clause(path, versions.records[-1]), changes
