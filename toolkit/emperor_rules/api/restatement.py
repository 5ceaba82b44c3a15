"""How a question in plain words was read, in the words of the vocabulary."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from emperor_rules.api.answer_lists import LEAVING, LEFT, ON, RulesAnswers
from emperor_rules.api.answers import RulesAnswer
from emperor_rules.evaluate.request import EVERYBODY
from emperor_rules.evaluate.verbalise import listed, say_given
from emperor_rules.model.vocabulary import Words
from emperor_rules.questions.exact_wordings import read_exactly
from emperor_rules.questions.refusals import asked

READ_AS = Words("Read as: {}", "Letta così: {}")


def restatement(answer: RulesAnswer | RulesAnswers, question: str, brought: Mapping[str, Any], language: str) -> str:
    """Return as what a question was read, and what it took as given; nothing where it says just that.

    Nor is anything returned for a question with several cases, each of which says itself what it is.

    Args:
        answer: The answer to it.
        question: As typed.
        brought: What came along with the question, by the keys of a request.
        language: ``en`` or ``it``.
    """
    entries = answer.entries if isinstance(answer, RulesAnswers) else (answer,)
    requests: list[dict[str, Any]] = [{**entry.request, "of": ()} for entry in entries]
    if not entries or any(request != requests[0] for request in requests):
        return ""
    vocabulary, request = entries[0].query.program.vocabulary, requests[0]
    columns = zip(*(entry.of for entry in entries), strict=True)
    if read_exactly(question, vocabulary) is not None or (len(entries) > 1 and not getattr(answer, "listed", True)):
        return ""
    of = [column[0] if len(set(column)) == 1 else EVERYBODY for column in columns]
    said = []
    for key, words in (("left", LEFT), ("leaving", LEAVING)):
        if names := [name for name in request.get(key, ()) if name not in brought.get(key, ())]:
            said.append(words.get(language).format(listed(names, language)))
    given, known = request.get("given", {}), brought.get("given", {})
    said += [say_given(vocabulary, key, value, language) for key, value in given.items() if key not in known]
    if request.get("on") != brought.get("on") and "on" in request:
        said.append(ON.get(language).format(request["on"]))
    along = f" ({'; '.join(said)})" if said else ""
    return READ_AS.get(language).format(asked(vocabulary.questions[request["ask"]], of, language) + along)
