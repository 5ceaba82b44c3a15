"""The file of fingerprints in a folder of rules, read."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from emperor_rules.diagnostics import Diagnostic, error
from emperor_rules.frontend.layers import layers_of
from emperor_rules.frontend.rule_files import ProjectError
from emperor_rules.messages import Message
from emperor_rules.model.fingerprints import (
    BINS,
    FINGERPRINTS_FILE,
    FORMAT_VERSION,
    Fingerprints,
    RuleHistory,
    RuleVersion,
)
from emperor_rules.source import Span


def load_fingerprints(folder: Path) -> tuple[Fingerprints, tuple[Diagnostic, ...]]:
    """Read the fingerprints of a folder of rules; without a file there are none."""
    try:
        places = [layer.folder / FINGERPRINTS_FILE for layer in reversed(layers_of(folder))]
    except ProjectError:  # reported where the rules are read
        places = []
    path = next((place for place in places if os.path.lexists(place)), folder / FINGERPRINTS_FILE)
    if not os.path.lexists(path):
        return Fingerprints(), ()
    try:
        if not path.is_file():  # a pipe or a device may never end
            raise OSError
        return _fingerprints(json.loads(path.read_text(encoding="utf-8"))), ()
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        message = Message("the fingerprints in {path} cannot be read", path=path.as_posix())
        help = Message(
            "Take the file of the repository, or make it anew from dated editions: emperor drift --accept FOLDER."
        )
        return Fingerprints(), (error("R801", message, Span(path.as_posix(), 1, 1, 1, 2), help),)


def _fingerprints(data: Any) -> Fingerprints:
    if data["version"] != FORMAT_VERSION:
        raise ValueError(data["version"])
    sections = tuple(tuple(map(_history, section)) for section in data["sections"])
    terms = {str(term): _history(history) for term, history in data["glossary"].items()}
    # A file written before glossaries were dated has at least the days on which its terms changed.
    dated = data.get("glossaries") or sorted({version.since for history in terms.values() for version in history})
    return Fingerprints(tuple(map(str, data["editions"])), sections, terms, tuple(map(str, dated)))


def _history(data: Any) -> RuleHistory:
    versions = []
    for since, number, *rest in data:
        if number is None:
            versions.append(RuleVersion(str(since), None))
        else:
            words, outline, *examples = map(str, rest)
            if len(outline) != BINS:
                raise ValueError(outline)
            versions.append(RuleVersion(str(since), str(number), words, outline, tuple(examples)))
    if not any(version.number for version in versions):
        raise ValueError(data)
    return tuple(versions)
