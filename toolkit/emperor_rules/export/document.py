"""``rules.json``: everything that a folder of rules says, as one document."""

from __future__ import annotations

import json
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import replace

from emperor_rules.export.records import Document, Questions, Tree, declarations, included_texts, plain, unfolded
from emperor_rules.export.schema import schema
from emperor_rules.model.phrasings import Phrasings
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.questions.tables import tables

#: It grows when a reader of the version before could go wrong; additions that may be ignored leave it as it is.
VERSION = 4


def schema_text() -> str:
    """Return the JSON Schema (draft 2020-12) of the document."""
    described = schema(Document, "urn:emperor-rules:rules:1", "Rules as data")
    described["properties"]["version"]["const"] = VERSION
    return json.dumps(described, ensure_ascii=False, indent=2) + "\n"


def export_text(rulebook: Rulebook, only: Iterable[str] = ()) -> str:
    """Return the document as text, the same for the same rules; ``only`` as in :func:`export_tree`."""
    return json.dumps(export_tree(rulebook, only), ensure_ascii=False, separators=(",", ":")) + "\n"


def export_tree(rulebook: Rulebook, only: Iterable[str] = ()) -> Tree:
    """Return the document; with ``only`` it holds those texts, what they include, and what speaks of no others."""
    named = [id for id in list(only) or rulebook.texts if id in rulebook.texts]
    included = {name for id in named for name in included_texts(rulebook.texts, id)}
    texts = {id: text for id, text in rulebook.texts.items() if id in included}
    scenarios = (
        replace(scenario, texts=tuple(one for one in scenario.texts if one.text in texts))
        for scenario in rulebook.scenarios
    )
    document = Document(
        VERSION,
        declarations(rulebook.vocabulary),
        _questions(rulebook.phrasings or Phrasings()),
        {text.id: unfolded(text, texts, rulebook.vocabulary) for text in texts.values()},
        tuple(scenario for scenario in scenarios if scenario.texts),
        tuple(d for d in rulebook.declarations if all(side.text in texts for side in d.texts)),
    )
    tree: Tree = plain(document)
    return tree


def _questions(phrasings: Phrasings) -> Questions:
    """Return the tables by which questions are read, the phrasings beside those of the vocabulary, and the topics."""
    languages = deepcopy(tables(phrasings.words))  # whoever changes the document changes no reader
    topics = tuple(phrasings.topics.values())
    return Questions(languages, phrasings.questions, phrasings.circumstances, topics)
