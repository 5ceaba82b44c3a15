"""Answers to questions in plain words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

from emperor_rules.api.answer_lists import RulesAnswers
from emperor_rules.api.answers import RulesAnswer
from emperor_rules.errors import RequestError, UnclearQuestionError
from emperor_rules.evaluate.engine import Engine, Status
from emperor_rules.evaluate.request import EVERYBODY
from emperor_rules.messages import in_language
from emperor_rules.model.vocabulary import Words
from emperor_rules.questions.cases import request_of
from emperor_rules.questions.reader import reader_of
from emperor_rules.questions.refusals import asked

if TYPE_CHECKING:
    from emperor_rules.model.requests import Request
    from emperor_rules.questions.cases import Reading

#: Answers requests that stand for one question.
Answering = Callable[["Sequence[Request]", bool, str], RulesAnswer | RulesAnswers]

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
