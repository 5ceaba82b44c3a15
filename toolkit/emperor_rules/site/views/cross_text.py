"""One question at one table, asked of every text that stands for itself, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from emperor_rules.evaluate.engine import SILENT
from emperor_rules.model.texts import Text
from emperor_rules.site.context import SiteContext
from emperor_rules.site.page import Link, href
from emperor_rules.site.permalinks import question_page
from emperor_rules.site.texts import arrange_texts, effective
from emperor_rules.site.views.position_view import position_view


def ask_all_texts(
    context: SiteContext, path: str, request: Mapping[str, Any], but: Text | None = None
) -> Mapping[str, Any]:
    """Return the answers of all texts (``but`` one) to a request, in their newest wording, for the page ``path``.

    Those of the texts that decide it stand each with since when its text holds; ``silent`` are the texts of which no
    clause speaks to it.
    """
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
    return {
        "asked": Link(href(path, question_page(request["ask"])), renderer.requested(request)),
        "position": position_view(renderer, path, {**request, "on": None}),
        "answers": answers,
        "silent": silent,
    }


def request_to(text: Text, request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the same request to a text in its newest wording; options that it does not have are left out."""
    own = {key: value for key, value in request.items() if key != "on"} | {"text": text.id}
    if "options" in own:
        own["options"] = [option for option in own["options"] if option in text.options]
    return own
