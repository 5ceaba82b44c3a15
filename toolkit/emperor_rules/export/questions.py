"""What questions and circumstances are called as well, and the tables by which they are read, as plain JSON."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from emperor_rules.export.vocabulary import words_tree
from emperor_rules.model.phrasings import Phrasing, Phrasings
from emperor_rules.questions.tables import tables


def questions_tree(phrasings: Phrasings) -> dict[str, Any]:
    """Return the tables of each language, the phrasings beside those of the vocabulary, and the topics."""
    return {
        "languages": deepcopy(tables(phrasings.words)),  # whoever changes the document changes no reader
        "phrasings": [_phrasing(phrasing) for phrasing in phrasings.questions],
        "circumstances": [
            {**_phrasing(phrasing), "value": phrasing.value or None} for phrasing in phrasings.circumstances
        ],
        "topics": [
            {"id": topic.id, "names": words_tree(topic.names), "asks": list(topic.asks)}
            for topic in phrasings.topics.values()
        ],
    }


def _phrasing(phrasing: Phrasing) -> dict[str, Any]:
    return {"id": phrasing.id, "language": phrasing.language, "words": phrasing.words}
