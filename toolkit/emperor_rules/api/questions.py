"""Question answering: a question by its id, in exact words or in plain ones, its answer, and how it was read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from emperor_rules.api.answers import RulesAnswer, RulesAnswers, interpretation
from emperor_rules.errors import MissingFactError, RequestError, UnclearQuestionError
from emperor_rules.evaluate.engine import Engine, Status
from emperor_rules.evaluate.request import asks_for_list
from emperor_rules.messages import Message, in_language
from emperor_rules.model.scenarios import Request, TableRequest
from emperor_rules.questions.exact_wordings import read_exactly

UNCLEAR = Message("“{}” can mean several things: {}")


def answer_question(engine: Engine, question: str, request: TableRequest, language: str) -> RulesAnswers:
    """Answer a question that is put in words, or by its id if it is asked of nobody.

    ``request`` is what is known of the table; messages are in ``language`` where that of the question cannot be told.

    Raises:
        UnclearQuestionError: If it can mean several things that are answered differently; the message answers each.
        QuestionError: If it is not understood.
        RequestError: If it makes no sense at this table.
    """
    exact = read_exactly(question, engine.rulebook.vocabulary)
    if exact is None:
        return _answer_plain_words(engine, question, request, language)
    query, spoken = exact
    try:
        return answer_requests(engine, [{**request, "ask": query.ask, "of": list(query.of)}], language=spoken)
    except RequestError as error:
        error.language = spoken
        raise


def answer_requests(
    engine: Engine, requests: Sequence[Request], *, listed: bool = False, language: str = ""
) -> RulesAnswers:
    """Answer requests that stand for one question, ``listed`` where it asks who, as a ``"?"`` in them does too.

    Raises:
        RequestError: If a request makes no sense at this table.
    """
    singles: list[Request] = []
    for request in requests:
        if asks_for_list(request):
            singles += [{**request, "of": list(of)} for of in engine.people_of(request)]
            listed = True
        else:
            singles.append(request)
    entries = []
    for single in singles:
        query = engine.prepare(single)
        answer = engine.decide(query)
        if answer.status is Status.INVALID:
            raise MissingFactError(answer.message or "", answer.missing)  # all else is refused before
        entries.append(RulesAnswer(engine, single, query, answer, language))
    return RulesAnswers(tuple(entries), listed, language, asked=tuple(requests))


def _answer_plain_words(engine: Engine, question: str, request: TableRequest, preferred: str) -> RulesAnswers:
    """Answer a question in plain words; most questions are put in exact ones, and need nothing of what reads these."""
    from emperor_rules.questions.cases import case_request
    from emperor_rules.questions.reader import reader_of

    readings, language = reader_of(engine).read(question, request, preferred)
    opposite = readings[0].opposite
    try:
        answers = [
            answer_requests(
                engine,
                [case_request(case, request, engine.rulebook.vocabulary) for case in reading.cases],
                listed=reading.listed,
                language=language,
            )
            for reading in readings
        ]
    except RequestError as error:
        error.args = (in_language(error.args[0], language),)
        error.language = language
        raise
    alike = all((other.status, other.value) == (Status.ANSWERED, answers[0].value) for other in answers) or (
        all(answer.listed for answer in answers) and len({answer.sentence(language) for answer in answers}) == 1
    )
    if len(answers) == 1:
        return replace(answers[0], opposite=opposite)
    if alike:
        return replace(_together(answers, language), opposite=opposite)
    entries = [entry for answer in answers for entry in answer.entries]
    if len({(entry.request["ask"], entry.status, entry.value) for entry in entries}) == 1:
        same = min(answers, key=lambda answer: answer.listed)  # whoever is meant
        return replace(same, opposite=opposite)
    worded = [interpretation(answer, request, language) for answer in answers]
    sentences = [answer.sentence(language).removesuffix(".") for answer in answers]
    each = "; ".join(f"“{words}” – {sentence}" for words, sentence in zip(worded, sentences, strict=True)) + "."
    unclear = UnclearQuestionError(UNCLEAR.get(language).format(" ".join(question.split()), each), worded)
    unclear.language = language
    raise unclear


def _together(answers: Sequence[RulesAnswers], language: str) -> RulesAnswers:
    """Return the cases of several meanings that are answered alike as those of one, so that each is told."""
    lists = tuple(answer for answer in answers if answer.listed)
    if len(lists) == len(answers):  # of whom it is so is the same, but it was asked of others
        return replace(lists[0], meanings=lists)
    entries = [entry for answer in answers for entry in answer.entries]
    if any(entry.request["ask"] != entries[0].request["ask"] for entry in entries):
        return answers[0]
    asked = [request for answer in answers for request in answer.asked]
    return RulesAnswers(tuple(entries), language=language, asked=tuple(asked))
