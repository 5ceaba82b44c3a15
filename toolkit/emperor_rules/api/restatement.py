"""How a question was read: a sentence that a person would say, and the requests that were answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from emperor_rules.evaluate.request import BoundQuery
from emperor_rules.evaluate.verbalise import names_in_words, say_given
from emperor_rules.messages import Message
from emperor_rules.model.scenarios import Request
from emperor_rules.model.vocabulary import Vocabulary
from emperor_rules.questions.exact_wordings import asked, read_exactly

LEFT_BEFORE = Message("{} left before this turn")
LEFT_DURING = Message("{} left during this turn")
ON = Message("by the wording of {}")
WITH = Message("with the option {}")
READ_AS = Message("Read as: {}")
OR = Message("or")


class SingleAnswer(Protocol):
    """The answer to one request, as far as it says what was asked."""

    @property
    def of(self) -> tuple[str, ...]:
        """Names in the places of the question."""

    @property
    def request(self) -> Request:
        """What was asked."""

    @property
    def query(self) -> BoundQuery:
        """What was asked, as the engine understood it."""


class Answered(Protocol):
    """An answer, as far as it says what was asked: the answers to single requests of which it consists."""

    @property
    def entries(self) -> Sequence[SingleAnswer]:
        """The answers to the single requests, in order."""


def restatement(answer: Answered, question: str, supplied: Mapping[str, Any], language: str) -> str:
    """Return as what a question was read, with what it took as given; nothing where it is put in just these words.

    ``supplied`` is what came along with the question, by the keys of a request.
    """
    entries = answer.entries
    if not entries:
        return ""
    words, exact = told(answer, supplied, language), read_exactly(question, entries[0].query.program.vocabulary)
    says_just_that = exact is not None and len(entries) == 1 and "(" not in words
    return "" if says_just_that or _bare(words) == _bare(question) else READ_AS.get(language).format(words)


def _bare(question: str) -> str:
    return " ".join(question.casefold().strip(" ?").split())


def told(answer: Answered, supplied: Mapping[str, Any], language: str) -> str:
    """Return in words what an answer is to: each case, those that differ in one player alone together."""
    if meanings := getattr(answer, "meanings", ()):
        return " ".join(told(meaning, supplied, language) for meaning in meanings)
    entries = answer.entries
    vocabulary = entries[0].query.program.vocabulary
    by_circumstance: dict[str, list[tuple[str, ...]]] = {}
    for request in asked_requests(answer):
        along = "; ".join(_taken(vocabulary, request, supplied, language))
        by_circumstance.setdefault(along, []).append(tuple(request["of"]))
    ask = entries[0].request["ask"]
    by_question: dict[str, list[str]] = {}
    for along, ofs in by_circumstance.items():
        for of in _joined(list(dict.fromkeys(ofs)), language):
            by_question.setdefault(asked(vocabulary.questions[ask], of, language), []).append(along)
    either = f", {OR.get(language)} "
    questions = [f"{words} ({either.join(given)})" if any(given) else words for words, given in by_question.items()]
    return " ".join(questions)


def asked_requests(answer: Answered) -> list[Request]:
    """Return the requests that an answer is to, with ``"?"`` where a list asks of everybody."""
    if meanings := getattr(answer, "meanings", ()):
        return [request for meaning in meanings for request in asked_requests(meaning)]
    requests = getattr(answer, "asked", ()) or [entry.request for entry in answer.entries]
    return [request for n, request in enumerate(requests) if request not in requests[:n]]


def circumstances(vocabulary: Vocabulary, request: Mapping[str, Any], language: str) -> list[str]:
    """Return in words who is gone in a request, what is used and given, and by the wording of which day it asks."""
    gone = [(said, request.get(key)) for key, said in (("left", LEFT_BEFORE), ("leaving", LEFT_DURING))]
    words = [said.get(language).format(names_in_words(names, language)) for said, names in gone if names]
    words += [
        WITH.get(language).format(vocabulary.options[id].names.get(language)) for id in request.get("options") or ()
    ]
    words += [say_given(vocabulary, key, value, language) for key, value in (request.get("given") or {}).items()]
    return [*words, ON.get(language).format(request["on"])] if request.get("on") else words


def _taken(vocabulary: Vocabulary, request: Request, supplied: Mapping[str, Any], language: str) -> list[str]:
    """Return in words what a request takes as given and nobody supplied along."""
    said: dict[str, Any] = dict(request)
    taken: dict[str, Any] = {
        key: [name for name in said.get(key) or () if name not in (supplied.get(key) or ())]
        for key in ("left", "leaving")
    }
    taken["options"] = [id for id in said.get("options") or () if id not in (supplied.get("options") or ())]
    known = supplied.get("given") or {}
    taken["given"] = {
        key: value for key, value in (said.get("given") or {}).items() if key not in known or known[key] != value
    }
    taken["on"] = request.get("on") if request.get("on") != supplied.get("on") else None
    return circumstances(vocabulary, taken, language)


def _joined(ofs: Sequence[tuple[str, ...]], language: str) -> list[tuple[str, ...]]:
    """Return the names of several questions, with one name for those that differ in it alone: “B1 or B3”."""
    joined: list[list[tuple[str, ...]]] = [[(name,) for name in of] for of in ofs]
    for at in reversed(range(len(ofs[0]))):
        alike: dict[tuple[Any, ...], list[tuple[str, ...]]] = {}
        for of in joined:
            kept = alike.setdefault((*of[:at], *of[at + 1 :]), of)
            kept[at] = tuple(dict.fromkeys((*kept[at], *of[at])))
        joined = list(alike.values())
    return [tuple(_either(names, language) for names in of) for of in joined]


def _either(names: Sequence[str], language: str) -> str:
    *first, last = names
    return f"{', '.join(first)} {OR.get(language)} {last}" if first else last
