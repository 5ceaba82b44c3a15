"""Question answering: a question by its id, in exact words or in plain ones, its answer, and how it was read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from emperor_rules.api.answers import RulesAnswer
from emperor_rules.errors import MissingFactError, RequestError, UnclearQuestionError
from emperor_rules.evaluate.engine import Engine, Status
from emperor_rules.evaluate.request import EVERYBODY, asks_for_list
from emperor_rules.messages import in_language
from emperor_rules.model.scenarios import Request, TableRequest
from emperor_rules.model.vocabulary import Words
from emperor_rules.questions.exact_wordings import read_exactly

if TYPE_CHECKING:
    from emperor_rules.api.answer_lists import RulesAnswers

READ_AS = Words("Read as: {}", "Letta così: {}")
UNCLEAR = Words("“{}” can mean several things: {}", "«{}» può voler dire più cose: {}")


def answer_question(engine: Engine, question: str, request: TableRequest, language: str) -> RulesAnswer | RulesAnswers:
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
) -> RulesAnswer | RulesAnswers:
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
    if len(entries) == 1 and not listed:
        return entries[0]
    from emperor_rules.api.answer_lists import RulesAnswers

    return RulesAnswers(tuple(entries), listed, language)


def _answer_plain_words(
    engine: Engine, question: str, request: TableRequest, preferred: str
) -> RulesAnswer | RulesAnswers:
    """Answer a question in plain words; most questions are put in exact ones, and need nothing of what reads these."""
    from emperor_rules.questions.cases import case_request
    from emperor_rules.questions.reader import reader_of
    from emperor_rules.questions.refusals import asked

    readings, language = reader_of(engine).read(question, request, preferred)
    try:
        answers = [
            answer_requests(
                engine,
                [case_request(case, request) for case in reading.cases],
                listed=reading.listed,
                language=language,
            )
            for reading in readings
        ]
    except RequestError as error:
        error.args = (in_language(error.args[0], language),)
        error.language = language
        raise
    alike = all((other.status, other.value) == (Status.ANSWERED, answers[0].value) for other in answers)
    if len(answers) == 1 or alike:
        return answers[0]
    first = [reading.cases[0] for reading in readings]
    questions = engine.rulebook.vocabulary.questions
    worded = [asked(questions[case.ask], case.of, language) for case in first]
    sentences = [answer.sentence(language).removesuffix(".") for answer in answers]
    each = "; ".join(f"“{words}” – {sentence}" for words, sentence in zip(worded, sentences, strict=True)) + "."
    unclear = UnclearQuestionError(UNCLEAR.get(language).format(" ".join(question.split()), each), worded)
    unclear.language = language
    raise unclear


def restatement(answer: RulesAnswer | RulesAnswers, question: str, supplied: Mapping[str, Any], language: str) -> str:
    """Return as what a question was read, and what it took as given; nothing where it says just that.

    Nor is anything returned for a question with several cases, each of which says itself what it is: unless it asks
    who, for then only what tells the cases apart is left to them. ``supplied`` is what came along with the question, by
    the keys of a request.
    """
    from emperor_rules.api.answer_lists import RulesAnswers, circumstances
    from emperor_rules.questions.refusals import asked

    entries = answer.entries if isinstance(answer, RulesAnswers) else (answer,)
    requests: list[dict[str, Any]] = [{**entry.request, "of": ()} for entry in entries]
    if not entries or (not getattr(answer, "listed", False) and any(request != requests[0] for request in requests)):
        return ""
    vocabulary = entries[0].query.program.vocabulary
    request = {key: value for key, value in requests[0].items() if all(r.get(key) == value for r in requests)}
    columns = zip(*(entry.of for entry in entries), strict=True)
    if read_exactly(question, vocabulary) is not None or (len(entries) > 1 and not getattr(answer, "listed", True)):
        return ""
    of = [column[0] if len(set(column)) == 1 else EVERYBODY for column in columns]
    taken: dict[str, Any] = {
        key: [name for name in request.get(key, ()) if name not in supplied.get(key, ())] for key in ("left", "leaving")
    }
    given, known = request.get("given", {}), supplied.get("given", {})
    taken["given"] = {key: value for key, value in given.items() if key not in known}
    taken["on"] = request.get("on") if request.get("on") != supplied.get("on") else None
    said = circumstances(vocabulary, taken, language)
    words = asked(vocabulary.questions[request["ask"]], of, language)
    if not said and _bare(words) == _bare(question):
        return ""
    along = f" ({'; '.join(said)})" if said else ""
    return READ_AS.get(language).format(words + along)


def _bare(question: str) -> str:
    return " ".join(question.casefold().strip(" ?").split())
