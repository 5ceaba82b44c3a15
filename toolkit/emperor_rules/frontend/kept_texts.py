"""The texts on which a question rests, kept in the user's cache folder until a rule file or the toolkit changes.

Most of the time of a question went into reading texts that had not changed since the question before.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from zlib import crc32

from emperor_rules.frontend.rule_files import TooManyFolders, rule_files, shown
from emperor_rules.model.record_json import from_json, to_json
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.resources import cache_folder
from emperor_rules.sealed_files import read_sealed, toolkit_key, write_sealed
from emperor_rules.source import SourceFile, decode_source

#: The name of a file with texts by what was asked for, so that there are no more files than ways to ask.
KEPT = "texts-{:08x}.json"


def load_texts(folder: Path, ids: Sequence[str]) -> Rulebook:
    """Read some texts of a folder, without scenarios and phrasings, or return them as they were read before."""
    contents = _contents(folder)
    file = cache_folder() / KEPT.format(crc32(repr(ids).encode()))
    kind = repr((toolkit_key(), list(ids), contents))
    kept = read_sealed(file, kind) if contents else None
    if kept is not None:
        names, vocabulary, texts = from_json(json.loads(kept))
        read = (decode_source(contents[name], name) for name in names)
        sources = {source.name: source for source in read if isinstance(source, SourceFile)}
        return Rulebook(vocabulary, texts, sources=sources, folder=folder)
    from emperor_rules.frontend.loader import load_rulebook  # what is kept needs no parser

    rulebook = load_rulebook(folder, only=ids, scenarios=False)
    if contents and not rulebook.findings:
        content = to_json((tuple(rulebook.sources), rulebook.vocabulary, rulebook.texts))
        with suppress(OSError):  # nowhere to write: only slower
            write_sealed(file, kind, json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode())
    return rulebook


def _contents(folder: Path) -> dict[str, bytes]:
    """Return the rule files of a vocabulary and its texts by name; none where one cannot be read."""
    try:
        paths = [path for room in ("vocabulary", "texts") for path in rule_files(folder / room)]
        return {shown(path): path.read_bytes() for path in paths}
    except (OSError, TooManyFolders):  # reported where they are read
        return {}
