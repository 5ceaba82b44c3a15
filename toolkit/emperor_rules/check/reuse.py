"""What an edit of the rules leaves as it was, so that a preview need not work it out again.

A text that was not edited, and includes none that was, keeps its compiled programs; where an edit changes only words,
every answer stays. Both ask for the vocabulary as it was: :func:`emperor_rules.frontend.loader.load_rulebook` hands on
what it has read from files that did not change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from emperor_rules.check.scenario_runner import Outcome, OutcomeKey, outcome_key
from emperor_rules.evaluate.engine import Engine
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Text
from emperor_rules.model.vocabulary import NO_WORDS
from emperor_rules.source import NOWHERE


def engine_after(rulebook: Rulebook, before: Rulebook, engine: Engine | None) -> Engine:
    """Return an engine for edited rules that knows what an earlier one has compiled of texts that were not edited."""
    fresh = Engine(rulebook)
    if engine is None or rulebook.vocabulary is not before.vocabulary:
        return fresh
    same = _with_all_they_include(rulebook, {id for id, text in rulebook.texts.items() if text is before.texts.get(id)})
    fresh.programs.update({key: program for key, program in engine.programs.items() if key[0] in same})
    fresh.plans.update({key: plan for key, plan in engine.plans.items() if key[0] in same})
    fresh.dates.update({id: dates for id, dates in engine.dates.items() if id in same})
    return fresh


def outcomes_after(rulebook: Rulebook, before: Rulebook, outcomes: list[Outcome]) -> Mapping[OutcomeKey, Outcome]:
    """Return the outcomes of scenarios that an edit of the rules cannot have changed, and that gave rise to nothing."""
    if rulebook.vocabulary is not before.vocabulary or rulebook.texts.keys() != before.texts.keys():
        return {}
    same = _with_all_they_include(
        rulebook, {id for id, text in rulebook.texts.items() if _rules(text) == _rules(before.texts[id])}
    )
    return {
        outcome_key(outcome.scenario, outcome.expectation, outcome.text): outcome
        for outcome in outcomes
        if outcome.fine and outcome.text in same
    }


def _with_all_they_include(rulebook: Rulebook, same: set[str]) -> set[str]:
    """Return the texts among some all of whose included texts are among them too."""
    while True:
        kept = {id for id in same if all(inclusion.text in same for inclusion in rulebook.texts[id].includes)}
        if kept == same:
            return kept
        same = kept


def _rules(text: Text) -> Text:
    """Return a text without the words that answer nothing."""
    clauses = tuple(
        replace(clause, title=None, wordings=(), note=None, comments=(), span=NOWHERE, body=NOWHERE)
        for clause in text.clauses
    )
    return replace(text, titles=NO_WORDS, sources=NO_WORDS, clauses=clauses, span=NOWHERE)
