"""What was read of rules, kept in the user's cache folder until a rule file or the toolkit changes.

Most of the time of a question went into reading texts that had not changed since the question before, and a third of
that of a check without changes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import chain
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from emperor_rules import source
from emperor_rules.cache_files import read_cache, toolkit_key, write_cache
from emperor_rules.frontend.layers import layers_of
from emperor_rules.frontend.rule_files import ProjectError, TooManyFolders, display_name, layered_files
from emperor_rules.model import accepted, phrases, phrasings, scenarios, seating, terms, texts, vocabulary
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.resources import cache_folder
from emperor_rules.source import SourceFile, decode_source

#: The name of a file with texts by what was asked for, so that there are no more files than ways to ask.
KEPT_FILE = "texts-{:08x}.json"
#: The name of a file with a whole folder of rules by the path of that folder.
WHOLE_FILE = "rules-{:08x}.json"
#: The rooms of a folder whose files are read; of declared differences last.
ROOMS = ("vocabulary", "texts", "relations")


def load_texts(folder: Path, ids: Sequence[str], *, declared: bool = False) -> Rulebook:
    """Read some texts of a folder, without scenarios and phrasings, or return them as they were read before.

    ``declared`` reads the declared differences and contradictions too.
    """
    contents = room_contents(folder, ROOMS if declared else ROOMS[:2])
    file = cache_folder() / KEPT_FILE.format(crc32(repr((ids, declared)).encode()))
    kind = repr((toolkit_key(), list(ids), contents))
    kept = read_cache(file, kind) if contents else None
    if kept is not None:
        names, kept_vocabulary, by_id, declarations = from_json(json.loads(kept))
        read = (decode_source(contents[name], name) for name in names)
        sources = {file.name: file for file in read if isinstance(file, SourceFile)}
        return Rulebook(kept_vocabulary, by_id, declarations=declarations, sources=sources, folder=folder)
    from emperor_rules.frontend.loader import load_rulebook  # what is kept needs no parser

    rulebook = load_rulebook(folder, only=ids, scenarios=False, accepted=declared)
    if contents and not rulebook.findings:
        content = to_json((tuple(rulebook.sources), rulebook.vocabulary, rulebook.texts, rulebook.declarations))
        with suppress(OSError):  # nowhere to write: only slower
            write_cache(file, kind, json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode())
    return rulebook


def load_whole(folder: Path) -> Rulebook:
    """Read a folder with its scenarios and declarations; what files say that have not changed is taken as it was read.

    Rules with which anything is wrong are not kept, so that it is reported again.
    """
    from emperor_rules.frontend.loader import load_rulebook  # what is kept of single texts needs no parser

    file = cache_folder() / WHOLE_FILE.format(crc32(str(folder.resolve()).encode(errors="surrogatepass")))
    kind = repr((toolkit_key(), display_name(folder)))
    kept, before = read_cache(file, kind), None
    if kept is not None:
        words, by_id, scenarios, declarations, sources, said = from_json(json.loads(kept))
        before = Rulebook(words, by_id, scenarios, declarations, sources, phrasings=said, folder=folder)
    rulebook = load_rulebook(folder, before=before)
    changed = before is None or rulebook.sources != before.sources or rulebook.phrasings is not before.phrasings
    if changed and not rulebook.findings:
        parts = rulebook.vocabulary, rulebook.texts, rulebook.scenarios, rulebook.declarations
        content = to_json((*parts, rulebook.sources, rulebook.phrasings))
        with suppress(OSError):  # nowhere to write: only slower
            write_cache(file, kind, json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode())
    return rulebook


def room_contents(folder: Path, rooms: Iterable[str]) -> dict[str, bytes]:
    """Return the rule files of some rooms by name; none where one cannot be read."""
    try:
        folders = [layer.folder for layer in layers_of(folder)]
        paths = [path for room in rooms for path in layered_files(folders, room)]
        return {display_name(path): path.read_bytes() for path in paths}
    except (OSError, TooManyFolders, ProjectError):  # reported where they are read
        return {}


# --- records as JSON and back ---------------------------------------------------------------------

# Each record is a list of its class and its fields. Back come records of the classes of the model and nothing else,
# whatever the JSON says.


def _mapping(parts: list[Any]) -> dict[Any, Any]:
    """Return a mapping from its keys and values in turn."""
    return dict(zip(parts[::2], parts[1::2], strict=True))


_CLASSES: Final = [
    *(
        thing
        for module in (source, vocabulary, terms, texts, seating, phrases, phrasings, accepted, scenarios)
        for thing in vars(module).values()
        if isinstance(thing, type) and thing.__module__ == module.__name__
    )
]
_MAKERS: Final[list[Callable[[list[Any]], Any]]] = [tuple, frozenset, _mapping, list]
_MAKERS += [lambda parts, make=made: make(*parts) for made in _CLASSES]  # type: ignore[misc]
_KINDS = (tuple, frozenset, dict, list, *_CLASSES)
_NUMBERS: Final[Mapping[type, int]] = {kind: number for number, kind in enumerate(_KINDS)}


def to_json(value: Any) -> Any:
    """Return a record, or a plain value of one, as JSON.

    Raises:
        KeyError: It is of a class that is not kept.
    """
    kind = type(value)
    if value is None or kind in (str, int, bool):
        return value
    number = _NUMBERS[kind]
    if isinstance(value, Enum):
        return [number, value.value]
    if kind in (tuple, list, frozenset):
        parts = sorted(value) if kind is frozenset else list(value)
    elif kind is vocabulary.Words:
        parts = list(value)
    elif kind is dict:
        parts = list(chain.from_iterable(value.items()))
    else:
        parts = [getattr(value, name) for name in kind.__match_args__]
        unsaid = _defaults(kind)
        while parts and len(unsaid) >= len(parts) and parts[-1] == unsaid[len(parts) - 1]:
            parts.pop()
    return [number, *map(to_json, parts)]


def from_json(value: Any) -> Any:
    """Return what :func:`to_json` made JSON of."""
    if type(value) is not list:
        return value
    return _MAKERS[value[0]]([from_json(part) if type(part) is list else part for part in value[1:]])


def _defaults(kind: Any) -> list[Any]:
    """Return the default of each field of a record; the class itself stands for a field without one."""
    if is_dataclass(kind):
        return [field.default for field in fields(kind) if field.init]
    return [kind._field_defaults.get(name, kind) for name in kind._fields]
