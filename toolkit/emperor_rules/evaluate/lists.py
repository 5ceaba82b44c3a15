"""Questions of everybody: in “of”, a ``"?"`` stands for each player or team for whom the question makes sense."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from emperor_rules.errors import RequestError
from emperor_rules.evaluate.engine import Answer, Status
from emperor_rules.evaluate.request import EVERYBODY, candidates, invalid
from emperor_rules.messages import ENGLISH

if TYPE_CHECKING:
    from emperor_rules.evaluate.engine import Engine

#: A list that would take more single questions is refused.
MOST_QUESTIONS = 50_000


class Entry(NamedTuple):
    """One of the single questions of a list with its answer; ``of`` are all its names."""

    of: tuple[str, ...]
    answer: Answer

    @property
    def is_listed(self) -> bool:
        """Whether the list names it: what is answered otherwise than with *no*."""
        return self.answer.status is Status.ANSWERED and self.answer.answer is not False

    @property
    def is_open(self) -> bool:
        """Whether the text is silent about it or contradicts itself."""
        return self.answer.status is not Status.ANSWERED


@dataclass(frozen=True, slots=True)
class ListAnswer(Answer):
    """The answer to a question of everybody; ``entries`` are all single questions in order of seats."""

    entries: tuple[Entry, ...] = ()

    def as_json(self, id: object, language: str = ENGLISH) -> dict[str, object]:
        """Return the answer with the keys of the batch interface, and those not decided under ``open``."""
        document = Answer.as_json(self, id, language)
        undecided = [
            {"of": list(entry.of), "status": entry.answer.status, "clauses": list(entry.answer.clauses)}
            for entry in self.entries
            if entry.is_open
        ]
        if undecided:
            document["open"] = undecided
        return document


def ask_list(engine: Engine, request: Mapping[str, Any]) -> Answer:
    """Answer a request in whose “of” some name is ``"?"``.

    The list is *answered* as soon as one single question is; where none is, it is as these are. Its clauses are those
    of the entries that it names, or of all where it names none.

    Raises:
        RequestError: If the request makes no sense, or a single question lacks a given fact.
    """
    people = people_of(engine, request)
    entries = tuple(map(Entry, people, engine.ask_each({k: v for k, v in request.items() if k != "of"}, people)))
    refused = next((entry for entry in entries if entry.answer.status is Status.INVALID), None)
    if refused is not None:
        raise RequestError(refused.answer.message or "")
    statuses = {entry.answer.status for entry in entries}
    ignored = entries[0].answer.ignored if entries else ()
    if entries and Status.ANSWERED not in statuses:
        status = Status.CONTRADICTED if Status.CONTRADICTED in statuses else Status.SILENT
        clauses = _merged(entry.answer.clauses for entry in entries)
        messages = dict.fromkeys(entry.answer.message for entry in entries if entry.answer.message)
        message = "; ".join(messages) or None
        return ListAnswer(status, clauses=clauses, message=message, ignored=ignored, entries=entries)
    listed = [entry for entry in entries if entry.is_listed]
    deciding = [entry.answer for entry in listed or entries if not entry.is_open]
    clauses, overridden = _merged(a.clauses for a in deciding), _merged(a.overridden for a in deciding)
    names = [{"of": list(e.of), "answer": e.answer.answer, "clauses": list(e.answer.clauses)} for e in listed]
    return ListAnswer(Status.ANSWERED, names, clauses, overridden, ignored=ignored, entries=entries)


def people_of(engine: Engine, request: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """Return the names of each single question of a list, in order of seats.

    Raises:
        RequestError: If the request makes no sense, or there are more than :data:`MOST_QUESTIONS`.
    """
    _, plan, position = engine.situation(request)
    choices = candidates(request["of"], plan.predicate, position)
    if prod(map(len, choices)) > MOST_QUESTIONS:
        raise invalid("“{sign}” stands for too many at this table: name some of them", about="of", sign=EVERYBODY)
    return list(product(*choices))


def _merged(citations: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the citations of several answers, each once, in the order of their first naming."""
    return tuple(dict.fromkeys(citation for group in citations for citation in group))
