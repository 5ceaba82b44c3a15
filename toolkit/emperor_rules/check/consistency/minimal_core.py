"""The clauses responsible for an answer: a minimal core, without any of which the answer would be another.

An answer cites all clauses of any derivation. Here clauses are taken away one by one, and stay away where the answer
survives without them (deletion filtering, as for minimal unsatisfiable subsets: Chinneck and Dravnieks 1991).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from emperor_rules.evaluate.engine import Answer, Engine
from emperor_rules.evaluate.request import RequestError
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Clause, Edition


def core(
    engine: Engine, edition: Edition, witness: Mapping[str, Any], answer: Answer, cited: Sequence[Clause]
) -> list[Clause]:
    """Give the clauses, of those cited for an answer to a witness, that it takes to be answered so.

    ``witness`` is a request without its text. All clauses that are not cited stay as they are.
    """
    request = {**witness, "text": edition.text, **({"on": edition.on} if edition.on is not None else {})}
    kept, gone = list(cited), set[tuple[str, str]]()
    for clause in cited:
        tried = {*gone, (clause.text, clause.slug)}
        if len(kept) > 1 and _same(_without(engine.rulebook, tried), request, answer):
            gone = tried
            kept.remove(clause)
    return kept


def _same(rulebook: Rulebook, request: Mapping[str, Any], answer: Answer) -> bool:
    try:
        found = Engine(rulebook).ask(dict(request))
    except RequestError:
        return False
    return (found.status, found.answer) == (answer.status, answer.answer)


def _without(rulebook: Rulebook, gone: set[tuple[str, str]]) -> Rulebook:
    """Leave some clauses out; what overrides them overrides nothing."""
    touched = {text for text, _ in gone}
    texts = {
        id: replace(text, clauses=tuple(c for c in text.clauses if (id, c.slug) not in gone)) if id in touched else text
        for id, text in rulebook.texts.items()
    }
    return replace(rulebook, texts=texts)
