"""Questions in plain words: answered, and what can be asked, by topic."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar, cast

from emperor_rules.api.answer_lists import RulesAnswers
from emperor_rules.api.answers import RulesAnswer
from emperor_rules.errors import RequestError, UnclearQuestionError
from emperor_rules.evaluate.engine import Engine, Status
from emperor_rules.evaluate.request import EVERYBODY
from emperor_rules.messages import in_language
from emperor_rules.model.phrasings import Topic
from emperor_rules.model.terms import TEAM
from emperor_rules.model.vocabulary import Words
from emperor_rules.questions.cases import request_of
from emperor_rules.questions.reader import reader_of
from emperor_rules.questions.refusals import asked

if TYPE_CHECKING:
    from emperor_rules.api.texts import RulesText
    from emperor_rules.model.requests import Request
    from emperor_rules.questions.cases import Reading

#: Answers requests that stand for one question.
Answering = Callable[["Sequence[Request]", bool, str], RulesAnswer | RulesAnswers]

T = TypeVar("T")

#: Who is named in examples, in this order.
PLAYERS, TEAMS = ("A2", "B1", "B3"), ("A", "B", "C")
OTHER = Topic("", Words("Other questions", "Altre domande"), ())
UNCLEAR = Words("“{}” can mean several things: {}", "«{}» può voler dire più cose: {}")


def answer_plain_question(
    answering: Answering, engine: Engine, question: str, request: Request, preferred: str
) -> RulesAnswer | RulesAnswers:
    """Answer a question in plain words.

    Args:
        answering: Answers requests that stand for one question.
        engine: The engine of the rules.
        question: As typed.
        request: The text, the seats and what else is known of the table.
        preferred: The language of messages where that of the question cannot be told.

    Raises:
        UnclearQuestionError: If it can mean several things that are answered differently; the message answers each.
        QuestionError: If it is not understood.
        RequestError: If it makes no sense at this table.
    """
    readings, language = reader_of(engine).read(question, request, preferred)
    try:
        answers = [_answer(answering, reading, request, language) for reading in readings]
    except RequestError as error:
        error.args = (in_language(error.args[0], language),)
        error.language = language
        raise
    results = {(answer.status, repr(answer.value)) for answer in answers}
    if len(answers) == 1 or (len(results) == 1 and answers[0].status is Status.ANSWERED):
        return answers[0]
    first = [reading.cases[0] for reading in readings]
    questions = engine.rulebook.vocabulary.questions
    worded = [asked(questions[case.ask], case.of, language) for case in first]
    each = "; ".join(f"“{words}” – {answer.sentence(language)}" for words, answer in zip(worded, answers, strict=True))
    unclear = UnclearQuestionError(UNCLEAR.get(language).format(" ".join(question.split()), each), worded)
    unclear.language = language
    raise unclear


def _answer(answering: Answering, reading: Reading, request: Request, language: str) -> RulesAnswer | RulesAnswers:
    requests = [cast("Request", request_of(case, request)) for case in reading.cases]
    listed = reading.listed or any(EVERYBODY in case.of for case in reading.cases)
    return answering(requests, listed, language)


def question_topics(engine: Engine, text: RulesText | None, language: str) -> Iterator[tuple[Topic, Mapping[str, str]]]:
    """Return what can be asked, by topic: the ids of questions, each put as an example.

    Args:
        engine: The engine of the rules.
        text: The text of which it is asked: then only what some clause of it speaks of.
        language: ``en`` or ``it``.
    """
    answered = None if text is None else text.rules.program(text.edition).resolved.by_predicate
    examples = {}
    for id, question in engine.rulebook.vocabulary.questions.items():
        if answered is None or answered.get(id):
            players, teams = iter(PLAYERS), iter(TEAMS)
            names = [next(teams if sort == TEAM else players) for _, sort in question.params]
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
        yield OTHER, waiting
