"""What can be asked, by topic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from emperor_rules.evaluate.engine import Engine
from emperor_rules.messages import LANGUAGES, Message
from emperor_rules.model.phrasings import Topic
from emperor_rules.model.terms import TEAM
from emperor_rules.model.vocabulary import Words
from emperor_rules.questions.exact_wordings import asked
from emperor_rules.questions.reader import reader_of

T = TypeVar("T")

#: Who is named in examples, in this order.
EXAMPLE_PLAYERS, EXAMPLE_TEAMS = ("A2", "B1", "B3"), ("A", "B", "C")
OTHER = Message("Other questions")


def question_topics(
    engine: Engine, answered: Mapping[str, object] | None, language: str
) -> Iterator[tuple[Topic, Mapping[str, str]]]:
    """Return what can be asked, by topic: the ids of questions, each put as an example.

    With ``answered``, what a text says by question, only that of which it says anything.
    """
    examples = {}
    for id, question in engine.rulebook.vocabulary.questions.items():
        if answered is None or answered.get(id):
            players, teams = iter(EXAMPLE_PLAYERS), iter(EXAMPLE_TEAMS)
            names = [next(teams if sort == TEAM else players) for _, sort in question.parameters]
            examples[id] = asked(question, names, language)
    return by_topic(engine, examples)


def by_topic(engine: Engine, entries: Mapping[str, T]) -> Iterator[tuple[Topic, Mapping[str, T]]]:
    """Yield what there is for questions, by their ids, under the topics in their order; what belongs to none last."""
    waiting = dict(entries)
    for topic in reader_of(engine).phrasings.topics.values():
        below = {id: waiting.pop(id) for id in topic.asks if id in waiting}
        if below:
            yield topic, below
    if waiting:
        yield Topic("", Words(*map(OTHER.get, LANGUAGES)), ()), waiting
