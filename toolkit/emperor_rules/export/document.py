"""``rules.json``: everything that a folder of rules says, as one document, and the schema that describes it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

from emperor_rules.export.texts import included_texts, text_tree
from emperor_rules.export.vocabulary import vocabulary_tree
from emperor_rules.model.accepted import AcceptedFinding
from emperor_rules.model.phrasings import Phrasing, Phrasings
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.scenarios import Expectation, Scenario
from emperor_rules.model.texts import Reference, Text
from emperor_rules.questions.tables import tables

#: It grows when a reader of the version before could go wrong; additions that may be ignored leave it as it is.
VERSION = 2


def schema_text() -> str:
    """Return the JSON Schema (draft 2020-12) of the document."""
    return (Path(__file__).parent / "rules.schema.json").read_text(encoding="utf-8")


def export_text(rulebook: Rulebook, only: Iterable[str] = ()) -> str:
    """Return the document as text, the same for the same rules; ``only`` as in :func:`export_tree`."""
    return json.dumps(export_tree(rulebook, only), ensure_ascii=False, separators=(",", ":")) + "\n"


def export_tree(rulebook: Rulebook, only: Iterable[str] = ()) -> dict[str, Any]:
    """Return the document; with ``only`` it holds those texts, what they include, and what speaks of no others."""
    named = [id for id in list(only) or rulebook.texts if id in rulebook.texts]
    included = {name for id in named for name in included_texts(rulebook.texts, id)}
    texts = {id: text for id, text in rulebook.texts.items() if id in included}
    return {
        "version": VERSION,
        "vocabulary": vocabulary_tree(rulebook.vocabulary),
        "questions": _questions(rulebook.phrasings or Phrasings()),
        "texts": {text.id: text_tree(text, texts, rulebook.vocabulary) for text in texts.values()},
        "scenarios": [tree for scenario in rulebook.scenarios if (tree := _scenario(scenario, texts))["texts"]],
        "differences": [_declaration(d) for d in rulebook.declarations if all(side.text in texts for side in d.texts)],
    }


def _questions(phrasings: Phrasings) -> dict[str, Any]:
    """Return the tables by which questions are read, the phrasings beside those of the vocabulary, and the topics."""
    return {
        "languages": deepcopy(tables(phrasings.words)),  # whoever changes the document changes no reader
        "phrasings": [_phrasing(phrasing) for phrasing in phrasings.questions],
        "circumstances": [
            {**_phrasing(phrasing), "value": phrasing.value or None} for phrasing in phrasings.circumstances
        ],
        "topics": [
            {"id": topic.id, "names": topic.names._asdict(), "asks": list(topic.asks)}
            for topic in phrasings.topics.values()
        ],
    }


def _phrasing(phrasing: Phrasing) -> dict[str, Any]:
    return {"id": phrasing.id, "language": phrasing.language, "words": phrasing.words}


def _scenario(scenario: Scenario, texts: Mapping[str, Text]) -> dict[str, Any]:
    return {
        "name": scenario.name,
        "title": {"en": scenario.name, "it": scenario.italian},
        "texts": [text for text, _ in scenario.texts if text in texts],
        "seats": scenario.seats,
        "left": list(scenario.left),
        "leaving": list(scenario.leaving),
        "options": list(scenario.options),
        "on": scenario.on,
        "given": dict(scenario.given),
        "questions": [_expectation(expectation) for expectation in scenario.expectations],
    }


def _expectation(expected: Expectation) -> dict[str, Any]:
    return {
        "written": expected.written,
        "ask": expected.query.ask,
        "of": list(expected.query.of),
        "given": dict(expected.query.given),
        "status": expected.status,
        "answer": expected.answer,
        "by": None if expected.by is None else [_reference(reference) for reference in expected.by],
        "exactly": expected.exact,
        "over": None if expected.over is None else [_reference(reference) for reference in expected.over],
    }


def _reference(reference: Reference) -> dict[str, Any]:
    return {"text": reference.text, "number": reference.number}


def _declaration(declared: AcceptedFinding) -> dict[str, Any]:
    return {
        "kind": declared.kind,
        "slug": declared.slug,
        "texts": [{"text": side.text, "at": side.at} for side in declared.texts],
        "asks": list(declared.asks),
        "options": list(declared.options),
        "clauses": [_reference(reference) for reference in declared.clauses],
        "words": declared.words._asdict(),
    }
