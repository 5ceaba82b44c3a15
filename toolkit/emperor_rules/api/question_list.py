"""What can be asked, by topic, each with an example."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from emperor_rules.model.terms import TEAM
from emperor_rules.model.vocabulary import Words
from emperor_rules.questions.reader import reader_of
from emperor_rules.questions.refusals import asked

if TYPE_CHECKING:
    from emperor_rules.api.texts import RulesText
    from emperor_rules.evaluate.engine import Engine

#: Who is named in examples, in this order.
PLAYERS, TEAMS = ("A2", "B1", "B3"), ("A", "B", "C")
OTHER = Words("Other questions", "Altre domande")


@dataclass(frozen=True)
class QuestionTopic:
    """A heading with the questions below it, by their ids, each put as an example."""

    id: str
    name: str
    questions: dict[str, str]


def question_topics(engine: Engine, text: RulesText | None, language: str) -> list[QuestionTopic]:
    """Return what can be asked, in the order of the topics; what belongs to none comes last.

    Args:
        engine: The engine of the rules.
        text: The text of which it is asked: then only what some clause of it speaks of.
        language: ``en`` or ``it``.
    """
    vocabulary = engine.rulebook.vocabulary
    answered = None if text is None else text.rules.program(text.edition).resolved.by_predicate
    waiting = {id: question for id, question in vocabulary.questions.items() if answered is None or answered.get(id)}
    topics = []
    for topic in reader_of(engine).phrasings.topics.values():
        below = {id: waiting.pop(id) for id in topic.asks if id in waiting}
        topics.append((topic.id, topic.names.get(language), below))
    topics.append(("", OTHER.get(language), waiting))
    return [
        QuestionTopic(
            id, name, {ask: asked(question, _names(question.params), language) for ask, question in below.items()}
        )
        for id, name, below in topics
        if below
    ]


def _names(params: tuple[tuple[str, str], ...]) -> list[str]:
    players, teams = iter(PLAYERS), iter(TEAMS)
    return [next(teams if sort == TEAM else players) for _, sort in params]
