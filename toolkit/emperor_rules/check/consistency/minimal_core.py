"""The clauses responsible for an answer: a minimal core, without any of which the answer would differ.

An answer cites all clauses of any derivation. Here clauses are removed one by one, and stay removed where the answer is
the same without them (deletion filtering, as for minimal unsatisfiable subsets: Chinneck and Dravnieks 1991).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from emperor_rules.check.witness import verdict_of, whole_request
from emperor_rules.evaluate.engine import Answer, Engine
from emperor_rules.model.requests import Witness
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Clause, Edition


def core(engine: Engine, edition: Edition, witness: Witness, answer: Answer, cited: Sequence[Clause]) -> list[Clause]:
    """Return a minimal set of the cited clauses with which a witness still has this answer.

    All clauses that are not cited stay as they are.
    """
    request = whole_request(edition, witness)
    needed, gone = list(cited), set[tuple[str, str]]()
    for clause in cited:
        without = {*gone, (clause.text, clause.slug)}
        again = Engine(_without(engine.rulebook, without)).ask(request) if len(needed) > 1 else None
        if again is not None and verdict_of(again) == verdict_of(answer):
            gone = without
            needed.remove(clause)
    return needed


def _without(rulebook: Rulebook, gone: set[tuple[str, str]]) -> Rulebook:
    """Return the rules without some clauses; what overrides them overrides nothing."""
    touched = {text for text, _ in gone}
    texts = {
        id: replace(text, clauses=tuple(c for c in text.clauses if (id, c.slug) not in gone)) if id in touched else text
        for id, text in rulebook.texts.items()
    }
    return replace(rulebook, texts=texts)
