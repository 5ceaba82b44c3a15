"""The compiled evaluator and the plain one for the same rules, and what they answer differently."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from emperor_rules.evaluate.answers import NOT_ARISING
from emperor_rules.evaluate.engine import Answer, Engine
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.vocabulary import Predicate
from emperor_rules.resolve.resolver import resolve
from tests.generators.positions import Request
from tests.oracles.enumeration import PlainAnswerer, Reply


class Pair:
    """Both engines for one rulebook."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.compiled = Engine(book)
        self.plain: dict[tuple[str, str | None], PlainAnswerer] = {}

    def ask(self, request: Request) -> tuple[Reply, Reply]:
        """Both answers in one shape."""
        at = request["text"], request.get("on")
        if at not in self.plain:
            resolved, _ = resolve(*at, self.book.texts, self.book.vocabulary)
            assert resolved is not None
            self.plain[at] = PlainAnswerer(resolved)
        predicate = self.book.vocabulary.questions[request["ask"]]
        return as_reply(predicate, self.compiled.ask(request)), self.plain[at].ask(request)

    def differ(self, request: Request) -> bool:
        one, other = self.ask(request)
        return one != other


def as_reply(predicate: Predicate, answer: Answer) -> Reply:
    """Return an answer as the plain evaluator has it; what that does not have, the message, is looked at here.

    There is one with every refusal and contradiction, with a silence behind which no clause of the text stands if
    the question declares what decides it elsewhere, and where the question does not arise.
    """
    assert len(set(answer.clauses)) == len(answer.clauses)
    points_elsewhere = answer.status == "silent" and not answer.clauses and bool(predicate.elsewhere.en)
    told = answer.status in ("invalid", "contradicted") or points_elsewhere or answer.message == NOT_ARISING
    assert (answer.message is not None) == told
    return Reply(answer.status, answer.answer, frozenset(answer.clauses), frozenset(answer.overridden))


def smallest(pair: Pair, request: Request) -> Request:
    """Leave out of a request whatever its disagreement does not need."""
    fresh = Pair(pair.book)
    if not fresh.differ(request):
        return {**request, "note": "only after other questions: the answer depends on the order of asking"}
    needed = {key for key, given in pair.book.vocabulary.givens.items() if given.default == "first"}
    for key in ("options", "left", "leaving", "given"):
        for item in list(request.get(key) or ()):
            items = request[key]
            if key == "given" and item in needed:
                continue
            less = {k: v for k, v in items.items() if k != item} if key == "given" else [x for x in items if x != item]
            tried = {**request, key: less}
            if Pair(pair.book).differ(tried):
                request = tried
    return {key: value for key, value in request.items() if value or key == "of"}


def compare(pair: Pair, requests: Iterator[Request], what: str = "") -> int:
    """Ask both engines; fail with the smallest request on which they differ. Returns how many were asked."""
    asked = 0
    for request in requests:
        asked += 1
        one, other = pair.ask(request)
        if one != other:
            small = smallest(pair, request)
            if "note" not in small:
                one, other = Pair(pair.book).ask(small)
            pytest.fail(f"{what}\n{small}\n  compiled: {shown(one)}\n  plain:    {shown(other)}")
    return asked


def shown(reply: Reply) -> str:
    return f"{reply.status} {reply.answer} by {sorted(reply.clauses)} over {sorted(reply.overridden)}"
