"""One question at one table, asked of every text that stands for itself, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from emperor_rules.model.texts import Text
from emperor_rules.site.context import SiteContext, arranged, effective
from emperor_rules.site.page import Link, href
from emperor_rules.site.permalinks import question_page
from emperor_rules.site.views.answer_view import Question
from emperor_rules.site.views.position_view import facts_of


@dataclass(frozen=True, slots=True)
class Compared:
    """A question at a table with the answers: of the texts that decide it, each with since when it holds.

    ``silent`` are the texts of which no clause speaks to it.
    """

    asked: Link
    seats: str
    facts: tuple[tuple[str, str], ...]
    answers: tuple[tuple[Link, str, Question], ...]
    silent: tuple[Link, ...]

    @property
    def different(self) -> int:
        """Count the different answers that are given."""
        return len({question.answer for _, _, question in self.answers})


def compared(stock: SiteContext, of: str, request: Mapping[str, Any]) -> Compared:
    """Ask all texts on the page ``of`` what a request asks, each in its newest wording."""
    asker = stock.asker
    answers, silent = [], []
    for text in arranged(stock.rulebook)[0]:
        posed = asked_of(text, request)
        answer = asker.engine.ask(posed)
        link = stock.permalinks.to_text(of, text.id, stock.language)
        if answer.status == "silent" and not answer.clauses:
            silent.append(link)
        else:
            answers.append((link, effective(text, stock.language), asker.shown(of, posed, answer, {})))
    relation = stock.rulebook.vocabulary.relations[str(request["ask"])]
    asked = asker.asked(relation, request.get("of") or (), request.get("given") or {})
    question = Link(href(of, question_page(relation.id)), asked)
    position = {key: value for key, value in request.items() if key != "on"}
    return Compared(question, str(request["seats"]), facts_of(asker, position), tuple(answers), tuple(silent))


def asked_of(text: Text, request: Mapping[str, Any]) -> dict[str, Any]:
    """Ask a text the same in its newest wording; options that it does not know are left out."""
    found = {key: value for key, value in request.items() if key != "on"} | {"text": text.id}
    if "options" in found:
        found["options"] = [option for option in found["options"] if option in text.options]
    return found
