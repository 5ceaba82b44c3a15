"""One question at one table, asked of every text that stands for itself, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from emperor_rules.evaluate.engine import SILENT
from emperor_rules.model.texts import Text
from emperor_rules.site.context import SiteContext
from emperor_rules.site.page import Link, href
from emperor_rules.site.permalinks import question_page
from emperor_rules.site.texts import arrange_texts, effective
from emperor_rules.site.views.answer_view import Question
from emperor_rules.site.views.position_view import facts


@dataclass(frozen=True, slots=True)
class CrossTextAnswers:
    """A question at a table with the answers: of the texts that decide it, each with since when it holds.

    ``silent`` are the texts of which no clause speaks to it, ``live`` its address at the live table.
    """

    asked: Link
    seats: str
    facts: tuple[tuple[str, str], ...]
    answers: tuple[tuple[Link, str, Question], ...]
    silent: tuple[Link, ...]
    live: str

    @property
    def different(self) -> int:
        """The number of different answers."""
        return len({question.answer for _, _, question in self.answers})


def ask_all_texts(
    context: SiteContext, path: str, request: Mapping[str, Any], but: Text | None = None
) -> CrossTextAnswers:
    """Return the answers of all texts (``but`` one) to a request, in their newest wording, for the page ``path``."""
    renderer = context.renderer
    answers, silent = [], []
    for text in arrange_texts(context.rulebook)[0]:
        if text is but:
            continue
        own_request = request_to(text, request)
        answer = renderer.engine.ask(own_request)
        link = context.permalinks.to_text(path, text.id)
        if answer.status == SILENT and not answer.clauses:
            silent.append(link)
        else:
            answers.append((link, effective(text, context.locale), renderer.question(path, own_request, answer, {})))
    predicate = context.vocabulary.predicates[str(request["ask"])]
    words = renderer.question_words(predicate, request.get("of") or (), request.get("given") or {})
    question = Link(href(path, question_page(predicate.id)), words)
    position = renderer.seats(str(request["seats"])), tuple(facts(renderer, {**request, "on": None}))
    return CrossTextAnswers(question, *position, tuple(answers), tuple(silent), renderer.live(path, request))


def request_to(text: Text, request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the same request to a text in its newest wording; options that it does not have are left out."""
    own = {key: value for key, value in request.items() if key != "on"} | {"text": text.id}
    if "options" in own:
        own["options"] = [option for option in own["options"] if option in text.options]
    return own
