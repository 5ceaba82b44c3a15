"""``rules.json``: everything that a folder of rules says, as one document, and the schema that describes it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from copy import deepcopy
from pathlib import Path

from emperor_rules.export.records import Tree, included_texts, picked, plain, text_tree, vocabulary_tree
from emperor_rules.model.phrasings import Phrasings
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.scenarios import Scenario
from emperor_rules.model.texts import Text
from emperor_rules.questions.tables import tables

#: It grows when a reader of the version before could go wrong; additions that may be ignored leave it as it is.
VERSION = 2


def schema_text() -> str:
    """Return the JSON Schema (draft 2020-12) of the document."""
    return (Path(__file__).parent / "rules.schema.json").read_text(encoding="utf-8")


def export_text(rulebook: Rulebook, only: Iterable[str] = ()) -> str:
    """Return the document as text, the same for the same rules; ``only`` as in :func:`export_tree`."""
    return json.dumps(export_tree(rulebook, only), ensure_ascii=False, separators=(",", ":")) + "\n"


def export_tree(rulebook: Rulebook, only: Iterable[str] = ()) -> Tree:
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
        "differences": [plain(d) for d in rulebook.declarations if all(side.text in texts for side in d.texts)],
    }


def _questions(phrasings: Phrasings) -> Tree:
    """Return the tables by which questions are read, the phrasings beside those of the vocabulary, and the topics."""
    return {
        "languages": deepcopy(tables(phrasings.words)),  # whoever changes the document changes no reader
        "phrasings": plain(phrasings.questions),
        "circumstances": [{**plain(one), "value": one.value or None} for one in phrasings.circumstances],
        "topics": plain(tuple(phrasings.topics.values())),
    }


def _scenario(scenario: Scenario, texts: Mapping[str, Text]) -> Tree:
    return {
        "name": scenario.name,
        "title": {"en": scenario.name, "it": scenario.italian},
        "texts": [text for text, _ in scenario.texts if text in texts],
        **picked(scenario, "seats", "left", "leaving", "options", "on", "given"),
        "questions": [
            {
                "written": expected.written,
                **picked(expected.query, "ask", "of"),
                "given": dict(expected.query.given),
                **picked(expected, "status", "answer", "by", "exactly=exact", "over"),
            }
            for expected in scenario.expectations
        ],
    }
